"""The key to the map's signs: those that this map has, where the margins leave room for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate, product
from math import ceil

from builder.art import palette
from builder.art.layout import MapLayout, Rectangle
from builder.art.map_looks import NAMES, kinds_of, swatch
from builder.art.map_places import victory_badges
from builder.art.text import STYLES, fit, wrap
from builder.model import Game, MapSheet

ROW, COLUMN, HEAD = 41.0, 258.0, 42.0
_AIR, _GAP = 12.0, 60.0  # clear about it; below a box, for the box's own square ends a little lower


def key_layer(game: Game, drawn: MapLayout, taken: Iterable[Rectangle]) -> Iterator[str]:
    """Nothing where no place is free."""
    badge = next((badge.text for badge in victory_badges(game, drawn)), "")
    signs = shown(drawn.sheet, bool(badge))
    if (room := key_room(drawn, taken, len(signs))) is not None:
        yield from _key(signs, room, badge)


def shown(sheet: MapSheet, worth: bool = True) -> tuple[str, ...]:
    """The signs that the map has; with `worth` badges say what a hex is worth, and no star does."""
    found = kinds_of(sheet)
    return (*(kind for kind in found if kind != "victory"), "points") if worth else found


def key_room(drawn: MapLayout, taken: Iterable[Rectangle], signs: int) -> Rectangle | None:
    """A free place for so many signs: under a box, in line with it, or else the upper left; None without one."""
    step = drawn.hex_px / 4
    across, down = int(drawn.width / step), int(drawn.height / step)
    sums = _covered((*drawn.cells(), *taken), step, across, down)
    boxes = [drawn.rectangle(box) for box in drawn.sheet.boxes]
    under = sorted((r.x, r.y + r.height + _GAP) for r in boxes)
    anywhere = [((i + 1) * step, (j + 1) * step) for j in range(down) for i in range(across)]
    for corners, columns in product((under, anywhere), (2, 3, 4, 5, 6, 8, 10, 1)):
        wide, high = columns * COLUMN, -(-signs // columns) * ROW + HEAD
        for x, y in corners:
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


def _key(signs: tuple[str, ...], room: Rectangle, badge: str) -> Iterator[str]:
    columns = round(room.width / COLUMN)
    rows = -(-len(signs) // columns)
    yield (
        f'<rect x="{room.x:.1f}" y="{room.y:.1f}" width="{room.width:.1f}" height="{room.height:.1f}" rx="7" '
        f'fill="{palette.WHITE}" fill-opacity="0.45" stroke="{palette.INK}" stroke-width="1.6"/>'
    )
    yield _text("Key", room.x + 14, room.y + 27, 22, "bold")
    for i, sign in enumerate(signs):
        x = room.x + (i // rows) * COLUMN + 44
        y = room.y + HEAD + (i % rows + 0.5) * ROW
        yield f'<g transform="translate({x:.1f} {y:.1f})">{swatch(sign, badge)}</g>'
        lines = wrap(NAMES.get(sign, sign), "plain", COLUMN - 96, 18)
        for k, text in enumerate(lines):
            yield _text(text, x + 44, y + 7 + (k - (len(lines) - 1) / 2) * 19, 18)


def _text(text: str, x: float, y: float, size: float, font: str = "plain") -> str:
    shrunk = fit(text, font, COLUMN - 96, size, size / 2).size
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" {STYLES[font]} font-size="{shrunk}" text-anchor="start" '
        f'fill="{palette.INK}">{text}</text>'
    )
