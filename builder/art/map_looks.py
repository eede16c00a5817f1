"""Every kind that a map can have, with its name and a small picture of its look; what has none is said."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from builder.art import palette
from builder.art.map_lines import KNOWN, PASS, border_strokes, stranger
from builder.art.map_marks import GROUND, MARKS
from builder.art.map_marks import stranger as strange_tag
from builder.art.map_rail import RAILS, rail_strokes
from builder.art.map_signs import GROUNDS, ground_of
from builder.art.map_water import CROSSING, MAJOR, WIDTHS
from builder.art.text import STYLES
from builder.model import Diagnostic, Game, MapSheet, warning

_LINES = {
    "major-river": "Major river", "river": "River", "stream": "Stream", "lake": "Lake", "all-sea": "All-sea side",
    "border": "Border", "inner-border": "Inner border", "meuse-line": "Meuse line", "pass": "Mountain pass",
    "rail-double": "Railway, double", "rail-single": "Railway, single",
}  # fmt: skip
_FEATURES = {
    "town": "Town", "city": "City", "fortress": "Fortress", "heavy": "Heavy fortress", "port": "Port",
    "inland-port": "Inland port", "resource": "Resources", "ruhr": "Ruhr works", "beach": "Beach",
    "haff": "Haff, and a way over", "closed": "Closed land", "victory": "Victory hex",
}  # fmt: skip
NAMES = {**{kind: ground.name for kind, ground in GROUNDS.items()}, **_LINES, **_FEATURES, "points": "Victory points"}

_W, _H = 32, 19  # half of a swatch


def kinds_of(sheet: MapSheet) -> tuple[str, ...]:
    """All that a map has and the eye can see: known kinds in the order of `NAMES`, then the strange ones."""
    found = {hex_.terrain for hex_ in sheet.hexes.values()}
    found |= {feature for hex_ in sheet.hexes.values() for feature in hex_.features}
    found |= {thing.kind for things in sheet.sides.values() for thing in things}
    return (*(k for k in NAMES if k in found), *sorted(found - set(NAMES) - {"coast", "sea"}))


def swatch(kind: str, badge: str = "G5") -> str:
    """SVG about (0, 0), 64 wide and 38 high, without references; `badge`: what one of the map's badges says."""
    if kind in GROUNDS:
        return _ground(kind)
    if kind in MARKS:
        shrunk = 0.68 if kind in ("fortress", "heavy") else 0.95
        return f'<g transform="scale({shrunk})">{MARKS[kind]}</g>'
    if kind == "points":
        return (
            f'<rect x="-18" y="-10" width="36" height="20" rx="9" fill="{palette.INK}"/>'
            f'<text x="0" y="5.5" {STYLES["condensed"]} font-size="15" text-anchor="middle" '
            f'fill="{palette.WHITE}">{escape(badge)}</text>'
        )
    straight = "M-30 0H30"
    curve = f"M-{_W} 5Q-12 -12 0 0Q12 12 {_W} -5"
    if kind in WIDTHS:
        thread = _line(curve, palette.SHALLOWS[2], 1.8) if WIDTHS[kind] == MAJOR else ""
        return _line(curve, palette.RIVER_EDGE, WIDTHS[kind] + 2.2) + _line(curve, palette.RIVER, WIDTHS[kind]) + thread
    if kind in RAILS:
        return "".join(rail_strokes(kind, curve))
    if kind in ("border", "inner-border", "meuse-line"):
        return border_strokes(kind, straight)
    if kind == "pass":
        return PASS
    return _water(kind) or (stranger(kind, straight) + f'<g transform="translate(0 -10)">{strange_tag(kind)}</g>')


def _water(kind: str) -> str:
    frame = _tile("none")
    if kind == "lake":
        d = "M-24 2Q0 -6 24 2"
        return _line(d, palette.COAST_INK, 19) + _line(d, palette.SHALLOWS[1], 15) + _line(d, palette.SEA, 8)
    if kind in ("all-sea", "sea-side"):
        d = f"M-{_W} 4Q-12 -8 0 0Q12 8 {_W} -4"
        banks = _line(d, palette.COAST_INK, 19, "butt") + _line(d, palette.SHALLOWS[2], 15, "butt")
        return _tile(palette.CLEAR) + banks + _line(d, palette.SHALLOWS[1], 7, "butt") + frame
    if kind == "haff":
        dots = "".join(
            f'<circle cx="{x + (4 if y % 2 else 0)}" cy="{y}" r="1.5" fill="{palette.SEA_INK}"/>'
            for x in range(-26, 28, 9) for y in (-13, 0, 13)
        )  # fmt: skip
        return _tile(palette.HAFF) + dots + CROSSING + frame
    if kind == "closed":
        hatch = "".join(f"M{x} {_H}L{x + 12} {-_H + 14}" for x in range(-30, 20, 11))
        return _tile(palette.OUTSIDE) + _line(hatch, palette.FAINT_INK, 1.2, "butt") + frame
    return ""


def _ground(kind: str) -> str:
    ground = ground_of(kind)
    scale = 0.72 if ground.layout == "peaks" else 0.85
    signs = "".join(
        f'<g transform="translate({x} {y}) scale({scale})">{ground.sign}</g>' for x, y in ((-16, 3), (15, 0))
    )
    return _tile(ground.fill) + signs + _tile("none")


def _tile(fill: str) -> str:
    edge = f'stroke="{palette.GRID}" stroke-width="1.6"' if fill == "none" else 'stroke="none"'
    return f'<rect x="-{_W}" y="-{_H}" width="{2 * _W}" height="{2 * _H}" fill="{fill}" {edge}/>'


def _line(d: str, colour: str, width: float, cap: str = "round") -> str:
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="{cap}"/>'


def strange_kinds(sheet: MapSheet) -> Iterator[tuple[str, str]]:
    """(what, kind) of all that a map has and no look was made for: it is drawn with the first letters of its name."""
    terrain = {h.terrain for h in sheet.hexes.values()}
    sides = {t.kind for things in sheet.sides.values() for t in things}
    terrain |= sides & set(sheet.side_terrain)
    features = {f for h in sheet.hexes.values() for f in h.features}
    for what, found, known in (
        ("terrain", terrain, {*GROUNDS, *KNOWN}),
        ("kind of hexside", sides - set(sheet.side_terrain), KNOWN),
        ("feature", features, {*MARKS, *GROUND}),
    ):
        for kind in sorted(found - set(known)):
            yield what, kind


def check_map(game: Game) -> tuple[Diagnostic, ...]:
    """A warning for each kind that has no look, at a row that has it."""
    found = []
    for sheet in game.maps:
        for what, kind in strange_kinds(sheet):
            spans = [h.span for h in sheet.hexes.values() if kind == h.terrain or kind in h.features]
            spans += [t.span for things in sheet.sides.values() for t in things if t.kind == kind]
            help_ = f"it is shown as {kind[:3]}?; the looks that there are: {', '.join(sorted(NAMES))}"
            found.append(warning("A102", f"the {what} {kind!r} has no look on the drawn map", spans[0], help=help_))
    return tuple(found)
