"""The key to the map's signs: those that this map has, where the margins leave room for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from math import ceil

from builder.art import palette
from builder.art.layout import MapLayout, Rectangle
from builder.art.map_ground import FILLS
from builder.art.map_lines import MAJOR, MINOR
from builder.art.map_places import _ANCHOR, _CITY, _FORTRESS, _TOWN
from builder.art.text import STYLES, fit, wrap
from builder.model import MapSheet

ROW, COLUMN, HEAD = 43.0, 290.0, 44.0
_AIR, _GAP = 22.0, 60.0  # clear about it; below a box, for the box's own square ends a little lower
_NAMES = {
    "clear": "Clear", "forest": "Forest", "marsh": "Marsh", "mountain": "Mountain", "sea": "Sea",
    "closed": "Closed land", "major-river": "Major river", "river": "River", "border": "Border",
    "meuse-line": "Meuse line", "all-sea": "All-sea side", "town": "Town", "city": "City", "fortress": "Fortress",
    "port": "Port", "points": "VP (c conditional)",
}  # fmt: skip


def key_layer(drawn: MapLayout, taken: Iterable[Rectangle]) -> Iterator[str]:
    """Nothing where no place is free."""
    signs = shown(drawn.sheet)
    if (room := key_room(drawn, taken, len(signs))) is not None:
        yield from _key(signs, room)


def shown(sheet: MapSheet) -> tuple[str, ...]:
    """The signs that the map has and the key can explain."""
    found = {hex_.terrain for hex_ in sheet.hexes.values()}
    found |= {feature for hex_ in sheet.hexes.values() for feature in hex_.features}
    found |= {thing.kind for things in sheet.sides.values() for thing in things}
    return tuple(sign for sign in _NAMES if sign in found or sign == "points")


def key_room(drawn: MapLayout, taken: Iterable[Rectangle], signs: int) -> Rectangle | None:
    """A free place for so many signs: under a box, in line with it, or else the upper left; None without one."""
    step = drawn.hex_px / 4
    across, down = int(drawn.width / step), int(drawn.height / step)
    sums = _covered((*drawn.cells(), *taken), step, across, down)
    boxes = [drawn.rectangle(box) for box in drawn.sheet.boxes]
    under = sorted((r.x, r.y + r.height + _GAP) for r in boxes)
    anywhere = [((i + 1) * step, (j + 1) * step) for j in range(down) for i in range(across)]
    for columns in (2, 3, 4, 5, 8, 1):
        wide, high = columns * COLUMN, -(-signs // columns) * ROW + HEAD
        for x, y in (*under, *anywhere):
            left, top = int((x - _AIR) / step), int((y - _AIR) / step)
            right, foot = ceil((x + wide + _AIR) / step), ceil((y + high + _AIR) / step)
            if left < 0 or top < 0 or right > across or foot > down:
                continue
            if not sums[foot][right] - sums[top][right] - sums[foot][left] + sums[top][left]:
                return Rectangle(x, y, wide, high)
    return None


def _covered(rooms: Iterable[Rectangle], step: float, across: int, down: int) -> list[list[int]]:
    """Sums over squares of `step`: how many are covered above and left of each corner."""
    squares = [[0] * across for _ in range(down)]
    for room in rooms:
        left, right = max(int(room.x / step), 0), min(ceil((room.x + room.width) / step), across)
        for j in range(max(int(room.y / step), 0), min(ceil((room.y + room.height) / step), down)):
            squares[j][left:right] = [1] * max(right - left, 0)
    sums = [[0] * (across + 1)]
    for row in squares:
        sums.append([a + b for a, b in zip(sums[-1], (0, *accumulate(row)))])
    return sums


def _key(signs: tuple[str, ...], room: Rectangle) -> Iterator[str]:
    columns = round(room.width / COLUMN)
    rows = -(-len(signs) // columns)
    yield (
        f'<rect x="{room.x:.1f}" y="{room.y:.1f}" width="{room.width:.1f}" height="{room.height:.1f}" rx="7" '
        f'fill="{palette.WHITE}" fill-opacity="0.45" stroke="{palette.INK}" stroke-width="1.6"/>'
    )
    yield _text("Key", room.x + 14, room.y + 31, 24, "bold")
    for i, sign in enumerate(signs):
        x = room.x + (i // rows) * COLUMN + 44
        y = room.y + HEAD + (i % rows + 0.5) * ROW
        yield f'<g transform="translate({x:.1f} {y:.1f})">{_sign(sign)}</g>'
        lines = wrap(_NAMES[sign], "plain", COLUMN - 100, 19)
        for k, text in enumerate(lines):
            yield _text(text, x + 44, y + 7 + (k - (len(lines) - 1) / 2) * 20, 19)


def _sign(sign: str) -> str:
    tile = '<clipPath id="tile"><rect x="-32" y="-19" width="64" height="38"/></clipPath>'
    frame = f'<rect x="-32" y="-19" width="64" height="38" fill="none" stroke="{palette.GRID}" stroke-width="1.6"/>'
    line = '<path d="M-32 6 Q-12 -12 0 0 T32 -6" fill="none" '
    straight = '<path d="M-32 0 H32" fill="none" '
    if sign == "closed":
        return f'<rect x="-32" y="-19" width="64" height="38" fill="{palette.CLEAR}"/>' + (
            f'<rect x="-32" y="-19" width="64" height="38" fill="url(#closed)"/>{frame}'
        )
    if sign in FILLS:
        signs = f'<use xlink:href="#{sign}0"/>' if sign != "clear" else ""
        return (
            f'{tile}<rect x="-32" y="-19" width="64" height="38" fill="{FILLS[sign]}"/>'
            f'<g clip-path="url(#tile)">{signs}</g>{frame}'
        )
    return {
        "major-river": f'{line}stroke="{palette.RIVER_EDGE}" stroke-width="{MAJOR + 2.4}"/>'
        f'{line}stroke="{palette.RIVER}" stroke-width="{MAJOR}"/>',
        "river": f'{line}stroke="{palette.RIVER_EDGE}" stroke-width="{MINOR + 2.4}"/>'
        f'{line}stroke="{palette.RIVER}" stroke-width="{MINOR}"/>',
        "border": f'{straight}stroke="{palette.BORDER}" stroke-width="11" stroke-opacity="0.22"/>'
        f'{straight}stroke="{palette.BORDER}" stroke-width="3.6" stroke-dasharray="16 6 4 6"/>',
        "meuse-line": f'{straight}stroke="{palette.MEUSE_LINE}" stroke-width="8" stroke-dasharray="9 5"/>',
        "all-sea": f'{straight}stroke="{palette.COAST_INK}" stroke-width="11"/>'
        f'{straight}stroke="{palette.WHITE}" stroke-width="3" stroke-dasharray="3 7"/>',
        "town": _TOWN,
        "city": _CITY,
        "fortress": f'<g transform="scale(0.72)">{_FORTRESS}</g>',
        "port": _ANCHOR,
        "points": f'<rect x="-18" y="-10" width="36" height="20" rx="9" fill="{palette.INK}"/>'
        f'<text x="0" y="5.5" {STYLES["condensed"]} font-size="15" text-anchor="middle" '
        f'fill="{palette.WHITE}">G5c</text>',
    }[sign]


def _text(text: str, x: float, y: float, size: float, font: str = "plain") -> str:
    shrunk = fit(text, font, COLUMN - 96, size, size / 2).size
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" {STYLES[font]} font-size="{shrunk}" text-anchor="start" '
        f'fill="{palette.INK}">{text}</text>'
    )
