"""What runs along hexsides beside water and rails: borders, passes; outlines of areas and marks of map edges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from html import escape

from builder.art import palette
from builder.art.layout import MapLayout, Rectangle
from builder.art.map_rail import RAILS
from builder.art.map_shapes import Point, between, chains, ends, polygon
from builder.art.map_signs import GROUNDS
from builder.art.map_water import MAJOR, MINOR, WIDTHS
from builder.art.text import STYLES, text_width

__all__ = ["MAJOR", "MINOR", "WIDTHS", "angle", "border_layer", "edge_layer", "ends", "outline_layer", "words"]

# regions whose ids end so are drawn: an outline with its name, or a band on the sides that face off the map
OUTLINES = {"-area": palette.AREA, "-perimeter": palette.PERIMETER}
EDGE = "-edge"
_LABEL = 17.0

LINES = ("border", "inner-border", "meuse-line")
KNOWN = frozenset({*LINES, *WIDTHS, *RAILS, "pass", "lake", "haff", "all-sea", "sea"})


def border_layer(drawn: MapLayout) -> str:
    parts = ['<g id="layer-borders">']
    for kind in LINES:
        if path := _paths(drawn, kind):
            parts.append(border_strokes(kind, path))
    parts += list(_passes(drawn))
    parts += list(_strangers(drawn))
    return "\n".join((*parts, "</g>"))


def border_strokes(kind: str, path: str) -> str:
    """A state's border: a faint band with dash and dot; one inside a state: dots; a game's line: long dashes."""
    if kind == "border":
        return _stroke(path, palette.BORDER, 10, 'stroke-opacity="0.2" stroke-linecap="round"') + _stroke(
            path, palette.BORDER, 3.0, 'stroke-dasharray="15 5 3.5 5"'
        )
    if kind == "inner-border":
        return _stroke(path, palette.INNER_BORDER, 3.4, 'stroke-dasharray="0.1 7.2" stroke-linecap="round"')
    return _stroke(path, palette.PAPER, 7.5, 'stroke-opacity="0.7"') + _stroke(
        path, palette.MEUSE_LINE, 4.4, 'stroke-dasharray="18 6"'
    )


PASS = (  # two brackets with the road between them
    f'<path d="M-13 0 H13" fill="none" stroke="{palette.PAPER}" stroke-width="11" stroke-linecap="round"/>'
    f'<path d="M-16 0 H16" fill="none" stroke="{palette.PASS}" stroke-width="2" stroke-dasharray="4 3"/>'
    f'<path d="M-12 -11 Q0 -3 12 -11 M-12 11 Q0 3 12 11" fill="none" stroke="{palette.PASS}" stroke-width="3.6" '
    'stroke-linecap="round"/>'
)


def _passes(drawn: MapLayout) -> Iterator[str]:
    for side, things in drawn.sheet.sides.items():
        if any(t.kind == "pass" for t in things):
            a, b = ends(drawn, side)
            x, y = between(a, b)
            turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) + 90
            yield f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})">{PASS}</g>'


def strange_sides(drawn: MapLayout) -> tuple[str, ...]:
    """Kinds on hexsides that have no look of their own."""
    sheet = drawn.sheet
    found = {t.kind for things in sheet.sides.values() for t in things if t.kind not in sheet.side_terrain}
    return tuple(sorted(found - KNOWN - set(GROUNDS)))


def _strangers(drawn: MapLayout) -> Iterator[str]:
    for kind in strange_sides(drawn):
        yield stranger(kind, _paths(drawn, kind))
        for side, things in drawn.sheet.sides.items():
            if any(t.kind == kind for t in things):
                x, y = between(*ends(drawn, side))
                yield _initials(kind, x, y)


def stranger(kind: str, path: str) -> str:
    return _stroke(path, palette.STRANGE_INK, 5, 'stroke-dasharray="3 4"')


def _initials(kind: str, x: float, y: float) -> str:
    return (
        f'<text x="{x:.1f}" y="{y + 4:.1f}" {STYLES["condensed"]} font-size="12" text-anchor="middle" '
        f'fill="{palette.STRANGE_INK}" stroke="{palette.PAPER}" stroke-width="3" paint-order="stroke">'
        f"{escape(kind[:3])}?</text>"
    )


def _stroke(path: str, colour: str, width: float, more: str) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" {more}/>'


def _paths(drawn: MapLayout, kind: str) -> str:
    """The hexsides of a kind as few long lines, so that dashes run on round the corners."""
    return "".join(polygon(line)[:-1] for line in chains(tuple(
        ends(drawn, side) for side, things in drawn.sheet.sides.items() if any(t.kind == kind for t in things)
    )))  # fmt: skip


def outline_layer(drawn: MapLayout) -> str:
    """A marked-off line around each region that has one."""
    parts = ['<g id="layer-outlines">']
    for _, colour, rim in _outlined(drawn):
        path = "".join(polygon(line)[:-1] for line in chains(rim))
        parts.append(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="5" stroke-dasharray="14 8" '
            'stroke-opacity="0.85"/>'
        )
    for (name, colour, _), room in zip(_outlined(drawn), outline_labels(drawn)):
        x, y = room.centre
        parts.append(
            f'<rect x="{room.x:.1f}" y="{room.y:.1f}" width="{room.width:.1f}" height="{room.height:.1f}" rx="11" '
            f'fill="{palette.PAPER}" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{x:.1f}" y="{y + _LABEL * 0.36:.1f}" {STYLES["condensed"]} font-size="{_LABEL}" '
            f'text-anchor="middle" fill="{colour}">{escape(words(name))}</text>'
        )
    return "\n".join((*parts, "</g>"))


def _outlined(drawn: MapLayout) -> Iterator[tuple[str, str, tuple[tuple[Point, Point], ...]]]:
    for name, hexes in drawn.sheet.regions.items():
        colour = next((c for suffix, c in OUTLINES.items() if name.endswith(suffix)), "")
        if colour and (rim := tuple(_rim(drawn, hexes))):
            yield name, colour, rim


def outline_labels(drawn: MapLayout) -> Iterator[Rectangle]:
    """Where the name of each outlined region stands: a tag that breaks the line at its northern end."""
    for name, _, rim in _outlined(drawn):
        top = min(p[1] for side in rim for p in side)
        x = min(p[0] for side in rim for p in side if p[1] < top + 5)
        wide = text_width(words(name), "condensed", _LABEL) + 18
        yield Rectangle(x - wide / 2, top - 17, wide, 22)  # at the foot of two hexes, clear of their numbers


def _rim(drawn: MapLayout, hexes: Iterable[str], outward: bool = False) -> Iterator[tuple[Point, Point]]:
    """The sides between the region and what is not in it; with `outward` only those that face off the map."""
    inside = drawn.sheet.hexes if outward else frozenset(hexes)
    for number in hexes:
        corners = drawn.corners(number)
        for i, other in enumerate(drawn.sheet.grid.neighbours(number)):
            if other not in inside:
                yield corners[i], corners[(i + 1) % 6]


def edge_layer(drawn: MapLayout) -> str:
    """A band along the map's edge for each region that is one, with its name beside it in the margin."""
    parts = ['<g id="layer-edges">']
    hexes_box = drawn.hexes()
    middle_x, middle_y = hexes_box.centre
    for name, hexes in drawn.sheet.regions.items():
        if not name.endswith(EDGE):
            continue
        rim = tuple(_rim(drawn, hexes, outward=True))
        if not rim:
            continue
        path = "".join(polygon(line)[:-1] for line in chains(rim))
        parts.append(
            f'<path d="{path}" fill="none" stroke="{palette.SUPPLY}" stroke-width="7" stroke-linecap="round" '
            'stroke-linejoin="round"/>'
        )
        x = sum(between(*s)[0] for s in rim) / len(rim)
        y = sum(between(*s)[1] for s in rim) / len(rim)
        upright = abs(x - middle_x) / hexes_box.width > abs(y - middle_y) / hexes_box.height
        if upright:
            x = hexes_box.x + hexes_box.width + 34 if x > middle_x else hexes_box.x - 20
        else:
            y = hexes_box.y + hexes_box.height + 34 if y > middle_y else hexes_box.y - 16
        turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if upright else ""
        parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}"{turn} {STYLES["bold"]} font-size="26" text-anchor="middle" '
            f'fill="{palette.SUPPLY}">{escape(words(name))}</text>'
        )
    return "\n".join((*parts, "</g>"))


def words(id_: str) -> str:
    """`marne-area` as people read it."""
    return id_.replace("-", " ").capitalize()


def angle(a: Point, b: Point) -> float:
    """The slope of a line in degrees, so turned that text along it reads from left to right."""
    if b < a:
        a, b = b, a
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
