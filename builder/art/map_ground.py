"""The ground: terrain by colour and by signs, the sea and its coast, land that none may enter, hex numbers."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from builder.art import palette
from builder.art.layout import MapLayout
from builder.art.text import STYLES, text_width
from builder.model import Game, MapHex, MapSheet, hexside

FILLS = {
    "clear": palette.CLEAR,
    "forest": palette.FOREST,
    "marsh": palette.MARSH,
    "mountain": palette.MOUNTAIN,
    "sea": palette.SEA,
}
SEA = "sea"
SEA_SIDES = frozenset({"all-sea", "sea"})
NUMBER_Y = -34  # baseline of the printed number, from the hex centre: below a river on the upper sides
NUMBER_SIZE = 13

_INSET = 0.62  # how far out from the centre the coast runs, of the way to a corner
_ON_SIDE = 0.45  # where it crosses the side to the next coastal hex, from the sea's end

# positions of the signs of a hex, kept off the number at its top; three ways, so that woods do not look like wallpaper
_SCATTERS = (
    ((-30, -22), (28, -24), (-6, -18), (-36, 8), (14, 2), (38, 12), (-16, 24), (10, 38), (-4, 6)),
    ((-26, -26), (8, -22), (34, -16), (-38, 2), (-12, 2), (24, 14), (-26, 28), (2, 30), (38, 6)),
    ((-34, -16), (0, -24), (30, -26), (-20, 10), (10, 8), (36, 8), (-6, 38), (20, 32), (-34, 24)),
)
_PEAKS = (((-24, -12), (18, -16), (-4, 14), (30, 18)), ((-18, -14), (24, -8), (-28, 20), (8, 22)))
_TREE = '<path d="M0 -11 L7 4 H2 V9 H-2 V4 H-7 Z"/>'
_PEAK = '<path d="M-19 13 L0 -17 L19 13" fill="none"/><path d="M0 -17 L19 13 L7 13 L4 0 Z"/>'
_TUFT = '<path d="M-12 0 H12 M-6 -2 L-9 -10 M0 -2 V-12 M6 -2 L9 -10" fill="none"/>'
_WAVE = '<path d="M-14 0 Q-7 -7 0 0 T14 0" fill="none"/>'


def ground_defs() -> str:
    """The signs, to be used by name."""
    parts = ["<defs>"]
    for i, places in enumerate(_SCATTERS):
        parts.append(_sign_group(f"forest{i}", _TREE, places, f'fill="{palette.FOREST_INK}" fill-opacity="0.6"'))
        few = places[::2]
        marsh = f'stroke="{palette.MARSH_INK}" stroke-width="2.4" stroke-linecap="round"'
        parts.append(_sign_group(f"marsh{i}", _TUFT, few, marsh))
        sea = f'stroke="{palette.SEA_INK}" stroke-width="2" stroke-opacity="0.6"'
        parts.append(_sign_group(f"sea{i}", _WAVE, few[1:4], sea))
    for i, places in enumerate(_PEAKS):
        ink = f'stroke="{palette.MOUNTAIN_INK}" stroke-width="3" fill="{palette.MOUNTAIN_INK}"'
        parts.append(_sign_group(f"mountain{i}", _PEAK, places, f'{ink} stroke-linejoin="round" opacity="0.75"'))
    parts.append(
        '<pattern id="closed" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect width="12" height="12" fill="{palette.OUTSIDE}" fill-opacity="0.55"/>'
        f'<path d="M0 0 V12" stroke="{palette.FAINT_INK}" stroke-width="2.4" stroke-opacity="0.5"/></pattern>'
    )
    return "\n".join((*parts, "</defs>"))


def ground_layer(game: Game, drawn: MapLayout) -> str:
    sheet = drawn.sheet
    parts = ['<g id="ground">']
    for number, hex_ in sheet.hexes.items():
        fill = FILLS.get(hex_.terrain, palette.CLEAR)
        parts.append(f'<path d="{_outline(drawn, number)}" fill="{fill}" stroke="{fill}" stroke-width="0.8"/>')
    parts += [_sign(drawn, number, hex_) for number, hex_ in sheet.hexes.items()]
    parts += [
        f'<path d="{_outline(drawn, number)}" fill="url(#closed)"/>'
        for number, hex_ in sheet.hexes.items()
        if "closed" in hex_.features
    ]
    parts += list(_coasts(drawn))
    parts += list(_country_names(game, drawn))
    grid = "".join(_outline(drawn, number) for number in sheet.hexes)
    parts.append(f'<path d="{grid}" fill="none" stroke="{palette.GRID}" stroke-width="1.6"/>')
    return "\n".join((*parts, "</g>"))


def number_layer(drawn: MapLayout) -> str:
    """The printed numbers, as the book has them."""
    style = f'{STYLES["plain"]} font-size="{NUMBER_SIZE}" text-anchor="middle" fill="{palette.NUMBER}" ' + (
        f'stroke="{palette.PAPER}" stroke-width="2.4" stroke-opacity="0.6" paint-order="stroke"'
    )
    parts = [f'<g id="numbers" {style}>']
    for number in drawn.sheet.hexes:
        x, y = drawn.centre(number)
        parts.append(f'<text x="{x:.1f}" y="{y + NUMBER_Y:.1f}">{escape(number)}</text>')
    return "\n".join((*parts, "</g>"))


def sea_sides(sheet: MapSheet, number: str) -> tuple[bool, ...]:
    """For each of the six sides of a coastal hex, whether the sea lies there."""
    sides = []
    around = sheet.grid.neighbours(number)
    for other in around:
        near = sheet.hexes.get(other)
        kinds = {s.kind for s in sheet.sides.get(hexside(number, other), ())}
        sides.append((near is not None and near.terrain == SEA) or bool(kinds & SEA_SIDES))
    if any(sides):  # past the paper's edge the sea goes on beside the sea
        open_ = list(sides)
        for i, other in enumerate(around):
            if other not in sheet.hexes and (sides[i - 1] or sides[(i + 1) % 6]):
                open_[i] = True
        sides = open_
    return tuple(sides)


def _coasts(drawn: MapLayout) -> Iterator[str]:
    sheet = drawn.sheet
    for number, hex_ in sheet.hexes.items():
        if hex_.terrain == SEA or "coast" not in hex_.features:
            continue
        wet = sea_sides(sheet, number)
        for first, length in _runs(wet):
            sea, shore = _coast(drawn, number, first, length)
            yield f'<path d="{sea}" fill="{palette.SEA}"/>'
            yield (
                f'<path d="{shore}" fill="none" stroke="{palette.COAST_INK}" stroke-width="3.2" '
                'stroke-linecap="round" stroke-linejoin="round"/>'
            )


def _runs(wet: tuple[bool, ...]) -> Iterator[tuple[int, int]]:
    """(first side, how many) of each unbroken run around the hex."""
    if all(wet):
        yield 0, 6
        return
    for i in range(6):
        if wet[i] and not wet[i - 1]:
            length = 1
            while wet[(i + length) % 6]:
                length += 1
            yield i, length


def _coast(drawn: MapLayout, number: str, first: int, length: int) -> tuple[str, str]:
    """The sea's part of a coastal hex as a closed path, and its shore as a line.

    The shore enters over the side before the run and leaves over the side after it, at a point that the neighbour
    finds too, since both measure it from the sea's end of the same side.
    """
    cx, cy = drawn.centre(number)
    corners = drawn.corners(number)
    run = [corners[(first + i) % 6] for i in range(length + 1)]
    inner = [(cx + (x - cx) * _INSET, cy + (y - cy) * _INSET) for x, y in run]
    if length < 6:
        before, after = corners[first - 1], corners[(first + length + 1) % 6]
        inner[0] = _between(run[0], before, _ON_SIDE)
        inner[-1] = _between(run[-1], after, _ON_SIDE)
        if length == 1:
            middle = _between(run[0], run[1], 0.5)
            inner.insert(1, _between(middle, (cx, cy), 0.42))
    shore = _smooth(inner)
    back = " ".join(f"L{x:.1f} {y:.1f}" for x, y in reversed(run))
    return f"{shore} {back} Z", shore


def _smooth(points: list[tuple[float, float]]) -> str:
    """A line through the middles of its stretches, bent at the points: ends stay where they are."""
    path = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for i in range(1, len(points) - 1):
        end = points[i + 1] if i == len(points) - 2 else _between(points[i], points[i + 1], 0.5)
        path.append(f"Q{points[i][0]:.1f} {points[i][1]:.1f} {end[0]:.1f} {end[1]:.1f}")
    if len(points) == 2:
        path.append(f"L{points[1][0]:.1f} {points[1][1]:.1f}")
    return " ".join(path)


def _country_names(game: Game, drawn: MapLayout) -> Iterator[str]:
    """Each country's name, wide and faint, over the middle of its land."""
    table = game.tables.get("countries")
    lands: dict[str, list[tuple[float, float]]] = {}
    for number, hex_ in drawn.sheet.hexes.items():
        if hex_.terrain != SEA and hex_.owner and hex_.owner.lower() != "sea":
            lands.setdefault(hex_.owner, []).append(drawn.centre(number))
    for owner, centres in sorted(lands.items()):
        if len(centres) < 6:
            continue
        row = table.rows.get(owner) if table else None
        name = (row["name"] if row else owner).upper()
        mx = sum(x for x, _ in centres) / len(centres)
        my = sum(y for _, y in centres) / len(centres)
        x, y = min(centres, key=lambda p: ((p[0] - mx) ** 2 + (p[1] - my) ** 2, p))
        wide = max(p[0] for p in centres) - min(p[0] for p in centres) + drawn.hex_px
        room = wide * 0.6
        size = min(150.0, max(24.0, room / (text_width(name, "bold", 1.0) + 0.35 * len(name))))
        spaced = size * 0.35
        yield (
            f'<text x="{x + spaced / 2:.1f}" y="{y + size * 0.36:.1f}" {STYLES["bold"]} font-size="{size:.1f}" '
            f'letter-spacing="{spaced:.1f}" text-anchor="middle" fill="{palette.INK}" fill-opacity="0.13">'
            f"{escape(name)}</text>"
        )


def _sign(drawn: MapLayout, number: str, hex_: MapHex) -> str:
    if hex_.terrain not in FILLS or hex_.terrain == "clear":
        return ""
    ways = len(_PEAKS) if hex_.terrain == "mountain" else len(_SCATTERS)
    way = sum(int(c) * (3 * i + 1) for i, c in enumerate(number) if c.isdigit()) % ways
    x, y = drawn.centre(number)
    return f'<use xlink:href="#{hex_.terrain}{way}" x="{x:.1f}" y="{y:.1f}"/>'


def _sign_group(name: str, sign: str, places: tuple[tuple[int, int], ...], style: str) -> str:
    signs = "".join(f'<g transform="translate({x} {y})">{sign}</g>' for x, y in places)
    return f'<g id="{name}" {style}>{signs}</g>'


def _outline(drawn: MapLayout, number: str) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in drawn.corners(number)) + "Z"


def _between(a: tuple[float, float], b: tuple[float, float], share: float) -> tuple[float, float]:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
