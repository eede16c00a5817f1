"""Names of seas, ranges and regions, letter by letter along a line or an arc, where a game's table lists them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from typing import NamedTuple

from builder.art import palette
from builder.art.labels import Crowd
from builder.art.layout import MapLayout, Rectangle
from builder.art.map_shapes import Point, between
from builder.art.text import CAP_HEIGHT, STYLES, text_width
from builder.model import Game


class Look(NamedTuple):
    """How a kind of name is written; sizes in hundredths of a hex, `air` the most between letters in sizes."""

    font: str
    ink: str
    solid: float
    least: float
    most: float
    air: float
    capitals: bool = False


LOOKS = {
    "sea": Look("italic", palette.WATER_NAME, 0.9, 24.0, 66.0, 1.1),
    "strait": Look("italic", palette.WATER_NAME, 1.0, 20.0, 24.0, 0.25),
    "range": Look("bold", palette.RANGE_NAME, 0.85, 19.0, 38.0, 1.5, True),
    "region": Look("italic", palette.RANGE_NAME, 0.85, 24.0, 36.0, 0.7),
}
_STEPS = 40
_MOVES = tuple((dx, dy) for dx in range(-54, 55, 18) for dy in range(-45, 46, 9))  # hundredths of a hex


class Letter(NamedTuple):
    text: str
    x: float
    y: float
    turn: float
    size: float
    look: Look

    def room(self) -> Rectangle:
        half = self.size * 0.42
        return Rectangle(self.x - half, self.y - half, 2 * half, 2 * half)


def geography_letters(game: Game, drawn: MapLayout, crowd: Crowd) -> tuple[Letter, ...]:
    """Of all rows of the table `geography` that lie on this map; each moved a little where it leaves more free."""
    table, hexes = game.tables.get("geography"), drawn.sheet.hexes
    found: list[Letter] = []
    for row in table.rows.values() if table else ():
        numbers = [row["first"], *([row["via"]] if row["via"] else ()), row["last"]]
        if all(number in hexes for number in numbers):
            letters = tuple(_letters(row["name"], row["kind"], _curve([drawn.centre(n) for n in numbers])))
            found += min((_moved(letters, dx, dy) for dx, dy in _MOVES), key=lambda way: _price(way, letters, crowd))
    return tuple(found)


def _moved(letters: tuple[Letter, ...], dx: float, dy: float) -> tuple[Letter, ...]:
    return tuple(letter._replace(x=letter.x + dx, y=letter.y + dy) for letter in letters)


def _price(way: tuple[Letter, ...], start: tuple[Letter, ...], crowd: Crowd) -> float:
    far = math.dist((way[0].x, way[0].y), (start[0].x, start[0].y))
    return sum(crowd.cost(letter.room()) for letter in way) + 12 * far


def _curve(at: list[Point]) -> tuple[Point, ...]:
    """From the first point to the last, from left to right, straight or through the middle one."""
    if at[-1][0] < at[0][0]:
        at = at[::-1]
    a, b = at[0], at[-1]
    middle = at[1] if len(at) == 3 else between(a, b)
    bend = (2 * middle[0] - (a[0] + b[0]) / 2, 2 * middle[1] - (a[1] + b[1]) / 2)
    steps = (k / _STEPS for k in range(_STEPS + 1))
    return tuple(between(between(a, bend, t), between(bend, b, t), t) for t in steps)


def _letters(name: str, kind: str, curve: tuple[Point, ...]) -> Iterator[Letter]:
    look = LOOKS.get(kind, LOOKS["region"])
    shown = name.upper() if look.capitals else name
    long = sum(math.dist(a, b) for a, b in pairwise(curve))
    plain = text_width(shown, look.font, 1.0)
    gaps = max(1, len(shown) - 1)
    size = min(look.most, max(look.least, long / (plain + 0.35 * gaps)))
    air = max(0.04 * size, min(look.air * size, (long - plain * size) / gaps))
    along = (long - plain * size - air * gaps) / 2
    for letter in shown:
        wide = text_width(letter, look.font, size)
        x, y, turn = _on(curve, along + wide / 2)
        along += wide + air
        if letter != " ":
            yield Letter(letter, x, y, turn, size, look)


def _on(curve: tuple[Point, ...], along: float) -> tuple[float, float, float]:
    """The point so far along, and the slope there in degrees; past either end straight on."""
    gone = 0.0
    for a, b in pairwise(curve):
        step = math.dist(a, b)
        if gone + step >= along or b == curve[-1]:
            x, y = between(a, b, (along - gone) / step)
            return x, y, math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        gone += step
    raise ValueError("a line of one point")


def geography_layer(letters: tuple[Letter, ...]) -> str:
    if not letters:
        return ""
    return "\n".join(('<g id="layer-geography" text-anchor="middle">', *map(_drawn, letters), "</g>"))


def _drawn(letter: Letter) -> str:
    look, size = letter.look, letter.size
    return (
        f'<text x="0" y="{size * CAP_HEIGHT / 2:.1f}" transform="translate({letter.x:.1f} {letter.y:.1f}) '
        f'rotate({letter.turn:.1f})" {STYLES[look.font]} font-size="{size:.1f}" fill="{look.ink}" '
        f'fill-opacity="{look.solid}" stroke="{palette.PAPER}" stroke-width="{size * 0.16:.1f}" stroke-opacity="0.7" '
        f'stroke-linejoin="round" paint-order="stroke">{escape(letter.text)}</text>'
    )
