"""Names of countries, large and spaced, each on land of its own and off what else is written there."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from itertools import product
from typing import NamedTuple

from builder.art import palette
from builder.art.labels import Crowd
from builder.art.layout import MapLayout, Rectangle
from builder.art.map_shapes import Point
from builder.art.text import CAP_HEIGHT, STYLES, text_width
from builder.model import Game

_SPACINGS = (0.42, 0.9, 1.5)  # of the size, between letters
_LEAST_HEXES = 4
_SIZES = (26.0, 96.0)
_TRIED = 260  # places of a large country
SEA = "sea"


class Spot(NamedTuple):
    """Where a country's name may stand: the middle of its lines, and how good that is."""

    worth: float
    lines: tuple[str, ...]
    size: float
    air: float  # between letters
    x: float
    y: float

    def letters(self) -> Iterator[tuple[str, float, float]]:
        """(letter, x of its middle, y of the middle of capitals)."""
        for i, line in enumerate(self.lines):
            y = self.y + self.size * 1.25 * (i - (len(self.lines) - 1) / 2)
            x = self.x - _wide(line, self.size, self.air) / 2
            for letter in line:
                wide = text_width(letter, "bold", self.size)
                yield letter, x + wide / 2, y
                x += wide + self.air

    def rooms(self) -> Iterator[Rectangle]:
        high = self.size * CAP_HEIGHT
        for letter, x, y in self.letters():
            wide = text_width(letter, "bold", self.size)
            yield Rectangle(x - wide / 2, y - high / 2, wide, high)


def country_spots(game: Game, drawn: MapLayout, crowd: Crowd) -> tuple[Spot, ...]:
    """The best place of each country's name; `crowd` holds what it should leave free."""
    table = game.tables.get("countries")
    found = []
    for owner, part in lands(drawn):
        row = table.rows.get(owner) if table else None
        best = _best(drawn, part, _broken((row["name"] if row else owner).upper()), crowd)
        if best is not None:
            found.append(best)
    return tuple(found)


def country_layer(spots: Sequence[Spot]) -> str:
    return "\n".join(('<g id="layer-countries" text-anchor="middle">', *(_drawn(s) for s in spots), "</g>"))


def lands(drawn: MapLayout) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each country's land in connected parts, those of some size."""
    sheet = drawn.sheet
    left = {n: h.owner for n, h in sheet.hexes.items() if h.terrain != SEA and h.owner and h.owner.lower() != SEA}
    while left:
        first = next(iter(left))
        owner, part, todo = left.pop(first), [first], [first]
        while todo:
            for near in sheet.neighbours(todo.pop()):
                if left.get(near) == owner:
                    del left[near]
                    part.append(near)
                    todo.append(near)
        if len(part) >= _LEAST_HEXES:
            yield owner, tuple(part)


def _broken(name: str) -> tuple[tuple[str, ...], ...]:
    """On one line, or on two where it has two words."""
    for sign in "- ":
        if sign in name:
            at = name.index(sign) + 1
            return (name,), (name[:at].strip(), name[at:])
    return ((name,),)


def _wide(line: str, size: float, air: float) -> float:
    return sum(text_width(letter, "bold", size) for letter in line) + air * (len(line) - 1)


def _best(drawn: MapLayout, part: Sequence[str], ways: tuple[tuple[str, ...], ...], crowd: Crowd) -> Spot | None:
    px = drawn.hex_px
    centres = [drawn.centre(n) for n in part]
    mx, my = (sum(c[i] for c in centres) / len(centres) for i in (0, 1))
    spread = math.sqrt(len(part)) * px
    wanted = min(_SIZES[1], max(_SIZES[0], spread * 0.062))
    land = _Land(centres, px)
    tried = centres[:: max(1, len(centres) // _TRIED)]
    best: Spot | None = None
    for size in sorted({wanted, wanted * 0.8, wanted * 0.62, max(18.0, wanted * 0.45)}, reverse=True):
        for lines in ways:
            for spacing in _SPACINGS:
                base = 6 * size / wanted + 0.5 * spacing - 0.5 * (len(lines) - 1)
                below = tuple(land.points_of(lines, size, size * spacing))
                for x, y in tried:
                    most = base + 14 - 2.2 * math.dist((x, y), (mx, my)) / spread
                    for lift in (-0.25 * px, 0.0, 0.25 * px):
                        least = best.worth if best is not None else -math.inf
                        if most <= least:
                            continue
                        spare = (most - least) / 14  # how little of the name may lie on the land
                        worth = most - 14 * (1 - min(0.98, land.share(below, x, y + lift, 1 - spare)))
                        if worth > least:
                            spot = Spot(most, lines, size, size * spacing, x, y + lift)
                            worth -= _covered(spot, crowd, worth - least)
                            if worth > least:
                                best = spot._replace(worth=worth)
    return best


def _covered(spot: Spot, crowd: Crowd, most: float) -> float:
    """The price of all that a name lies on; past `most` it is not worked out any further."""
    found = 0.0
    for room in spot.rooms():
        found += crowd.cost(room)
        if found / 500 >= most:
            break
    return found / 500


class _Land:
    """The hexes of a country, to be asked how much of a name lies on them."""

    def __init__(self, centres: Sequence[Point], px: float):
        self.px = px
        self._around: dict[tuple[int, int], list[Point]] = {}  # by half hexes: centres in that square or beside it
        for x, y in centres:
            i, j = round(x / px * 2), round(y / px * 2)
            for di, dj in product((-1, 0, 1), repeat=2):
                self._around.setdefault((i + di, j + dj), []).append((x, y))

    def points_of(self, lines: tuple[str, ...], size: float, air: float) -> Iterator[Point]:
        """Points along the top, the middle and the foot of a name's letters, from the middle of its lines."""
        half = size * CAP_HEIGHT / 2
        for i, line in enumerate(lines):
            y = size * 1.25 * (i - (len(lines) - 1) / 2)
            wide = _wide(line, size, air)
            steps = max(2, math.ceil(wide / self.px * 1.5))
            for k in range(steps + 1):
                for dy in (-half, 0.0, half):
                    yield wide * k / steps - wide / 2, y + dy

    def share(self, points: Sequence[Point], x: float, y: float, least: float) -> float:
        """How many of the points, laid about (x, y), are on land; 0 where it is less than `least`."""
        most_off = (1 - least) * len(points) + 1e-6
        near, scale, off = 0.55 * self.px, 2 / self.px, 0
        for dx, dy in points:
            at = x + dx, y + dy
            for centre in self._around.get((round(at[0] * scale), round(at[1] * scale)), ()):
                if math.dist(centre, at) < near:
                    break
            else:
                off += 1
                if off > most_off:
                    return 0.0
        return 1 - off / len(points)


def _drawn(spot: Spot) -> str:
    """Letter by letter, so that pages and printers space them alike."""
    return "".join(
        f'<text x="{x:.1f}" y="{y + spot.size * CAP_HEIGHT / 2:.1f}" {STYLES["bold"]} font-size="{spot.size:.1f}" '
        f'fill="{palette.COUNTRY}" fill-opacity="0.58" stroke="{palette.PAPER}" '
        f'stroke-width="{spot.size * 0.12:.1f}" stroke-opacity="0.45" paint-order="stroke">{escape(letter)}</text>'
        for letter, x, y in spot.letters()
        if letter != " "
    )
