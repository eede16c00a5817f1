"""What runs along hexsides: rivers, borders, closed sides; outlines of areas and marks of map edges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from html import escape

from builder.art import palette
from builder.art.layout import MapLayout
from builder.art.text import STYLES
from builder.model import Hexside

MAJOR, MINOR = 11.0, 5.5
WIDTHS = {"major-river": MAJOR, "river": MINOR, "stream": 3.0}

Point = tuple[float, float]

# regions whose ids end so are drawn: an outline with its name, or a band on the sides that face off the map
OUTLINES = {"-area": palette.AREA, "-perimeter": palette.PERIMETER}
EDGE = "-edge"


def line_layer(drawn: MapLayout) -> str:
    return "\n".join(('<g id="lines">', *_rivers(drawn), *_borders(drawn), *_closed(drawn), "</g>"))


def ends(drawn: MapLayout, side: Hexside) -> tuple[Point, Point]:
    """The two corners that a hexside runs between; ValueError for two hexes that do not touch."""
    around = drawn.sheet.grid.neighbours(side.a)
    if side.b not in around:
        raise ValueError(f"{side} is no hexside: the hexes do not touch")
    i = around.index(side.b)
    corners = drawn.corners(side.a)
    return corners[i], corners[(i + 1) % 6]


def _key(point: Point) -> tuple[int, int]:
    """A corner seen from three hexes is one corner."""
    return round(point[0] * 4), round(point[1] * 4)


def _rivers(drawn: MapLayout) -> Iterator[str]:
    """Rivers bend from the middle of a side round its corner to the middle of the next: never angular, never off it."""
    meeting: dict[tuple[int, int], list[tuple[Point, Point, float]]] = {}
    for side, things in drawn.sheet.sides.items():
        width = max((WIDTHS[t.kind] for t in things if t.kind in WIDTHS), default=0.0)
        if width:
            a, b = ends(drawn, side)
            middle = _middle(a, b)
            meeting.setdefault(_key(a), []).append((a, middle, width))
            meeting.setdefault(_key(b), []).append((b, middle, width))
    strokes: dict[float, list[str]] = {}
    for arms in meeting.values():
        for width, path in _bend(arms):
            strokes.setdefault(width, []).append(path)
    for edge in (True, False):
        for width in sorted(strokes):
            colour, wide = (palette.RIVER_EDGE, width + 2.4) if edge else (palette.RIVER, width)
            yield (
                f'<path d="{"".join(strokes[width])}" fill="none" stroke="{colour}" stroke-width="{wide:.1f}" '
                'stroke-linecap="round"/>'
            )


def _bend(arms: list[tuple[Point, Point, float]]) -> Iterator[tuple[float, str]]:
    """The strokes at one corner where `arms` (corner, middle of the side, width) meet."""
    if len(arms) == 2:
        (corner, a, wide_a), (_, b, wide_b) = arms
        if wide_a == wide_b:
            yield wide_a, f"M{a[0]:.1f} {a[1]:.1f}Q{corner[0]:.1f} {corner[1]:.1f} {b[0]:.1f} {b[1]:.1f}"
            return
    for corner, middle, width in arms:
        yield width, f"M{middle[0]:.1f} {middle[1]:.1f}L{corner[0]:.1f} {corner[1]:.1f}"


def _borders(drawn: MapLayout) -> Iterator[str]:
    borders = _paths(drawn, "border")
    if borders:
        yield (
            f'<path d="{borders}" fill="none" stroke="{palette.BORDER}" stroke-width="11" stroke-opacity="0.22" '
            'stroke-linecap="round"/>'
        )
        yield (
            f'<path d="{borders}" fill="none" stroke="{palette.BORDER}" stroke-width="3.6" '
            'stroke-dasharray="16 6 4 6" stroke-linecap="butt"/>'
        )
    if line := _paths(drawn, "meuse-line"):
        yield f'<path d="{line}" fill="none" stroke="{palette.MEUSE_LINE}" stroke-width="8" stroke-dasharray="9 5"/>'


def _closed(drawn: MapLayout) -> Iterator[str]:
    """All-sea sides: a broad band with a light line in it, unlike any river."""
    if sea := _paths(drawn, "all-sea", "sea"):
        yield (
            f'<path d="{sea}" fill="none" stroke="{palette.COAST_INK}" stroke-width="11" stroke-linecap="round"/>'
            f'<path d="{sea}" fill="none" stroke="{palette.WHITE}" stroke-width="3" stroke-dasharray="3 7"/>'
        )


def _paths(drawn: MapLayout, *kinds: str) -> str:
    found = []
    for side, things in drawn.sheet.sides.items():
        if any(t.kind in kinds for t in things):
            a, b = ends(drawn, side)
            found.append(f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}")
    return "".join(found)


def outline_layer(drawn: MapLayout) -> str:
    """A marked-off line around each region that has one, with the region's name on its northern side."""
    parts = ['<g id="outlines">']
    for name, hexes in drawn.sheet.regions.items():
        colour = next((c for suffix, c in OUTLINES.items() if name.endswith(suffix)), "")
        if not colour:
            continue
        rim = tuple(_rim(drawn, hexes))
        path = "".join(f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" for a, b in rim)
        parts.append(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="5" stroke-dasharray="14 8" '
            'stroke-opacity="0.85"/>'
        )
        parts.append(_rim_name(name, colour, rim))
    return "\n".join((*parts, "</g>"))


def _rim(drawn: MapLayout, hexes: Iterable[str], outward: bool = False) -> Iterator[tuple[Point, Point]]:
    """The sides between the region and what is not in it; with `outward` only those that face off the map."""
    inside = drawn.sheet.hexes if outward else frozenset(hexes)
    for number in hexes:
        corners = drawn.corners(number)
        for i, other in enumerate(drawn.sheet.grid.neighbours(number)):
            if other not in inside:
                yield corners[i], corners[(i + 1) % 6]


def _rim_name(name: str, colour: str, rim: tuple[tuple[Point, Point], ...]) -> str:
    if not rim:
        return ""
    a, b = min(rim, key=lambda s: (round(_middle(*s)[1]), s[0][0]))  # the westmost of the northern sides
    x, y = min(a, b)
    return (
        f'<text x="{x + 2:.1f}" y="{y - 9:.1f}" {STYLES["condensed"]} font-size="19" fill="{colour}" '
        f'stroke="{palette.PAPER}" stroke-width="4" paint-order="stroke">{escape(words(name))}</text>'
    )


def edge_layer(drawn: MapLayout) -> str:
    """A band along the map's edge for each region that is one, with its name beside it in the margin."""
    parts = ['<g id="edges">']
    hexes_box = drawn.hexes()
    middle_x, middle_y = hexes_box.centre
    for name, hexes in drawn.sheet.regions.items():
        if not name.endswith(EDGE):
            continue
        rim = tuple(_rim(drawn, hexes, outward=True))
        if not rim:
            continue
        path = "".join(f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" for a, b in rim)
        parts.append(
            f'<path d="{path}" fill="none" stroke="{palette.SUPPLY}" stroke-width="9" stroke-linecap="round"/>'
        )
        x = sum(_middle(*s)[0] for s in rim) / len(rim)
        y = sum(_middle(*s)[1] for s in rim) / len(rim)
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


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def angle(a: Point, b: Point) -> float:
    """The slope of a line in degrees, so turned that text along it reads from left to right."""
    if b < a:
        a, b = b, a
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
