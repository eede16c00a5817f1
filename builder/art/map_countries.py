"""Names of countries, large and spaced, each on land of its own and off what else is written there."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from builder.art import palette
from builder.art.labels import Crowd
from builder.art.layout import MapLayout, Rectangle
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
    land = {(round(x / px * 2), round(y / px * 2)): (x, y) for x, y in centres}
    tried = centres[:: max(1, len(centres) // _TRIED)]
    best: Spot | None = None
    for size in sorted({wanted, wanted * 0.8, wanted * 0.62, max(18.0, wanted * 0.45)}, reverse=True):
        for lines in ways:
            for spacing in _SPACINGS:
                base = 6 * size / wanted + 0.5 * spacing - 0.5 * (len(lines) - 1)
                for x, y in tried:
                    for lift in (-0.25 * px, 0.0, 0.25 * px):
                        most = base + 14 - 2.2 * math.dist((x, y), (mx, my)) / spread
                        if best is not None and most <= best.worth:
                            continue
                        spot = Spot(most, lines, size, size * spacing, x, y + lift)
                        worth = most - 14 * (1 - min(0.98, _share(spot, land, px)))
                        if best is None or worth > best.worth:
                            worth -= sum(map(crowd.cost, spot.rooms())) / 500
                            if best is None or worth > best.worth:
                                best = spot._replace(worth=worth)
    return best


def _share(spot: Spot, land: dict, px: float) -> float:
    """How much of the name lies on the land: of points along the top, the middle and the foot of its letters."""
    found = count = 0
    half = spot.size * CAP_HEIGHT / 2
    for i, line in enumerate(spot.lines):
        y = spot.y + spot.size * 1.25 * (i - (len(spot.lines) - 1) / 2)
        wide = _wide(line, spot.size, spot.air)
        steps = max(2, math.ceil(wide / px * 1.5))
        for k in range(steps + 1):
            x = spot.x - wide / 2 + wide * k / steps
            found += sum(_near(land, x, y + dy, px) for dy in (-half, 0.0, half))
            count += 3
    return found / count


def _near(land: dict, x: float, y: float, px: float) -> bool:
    """Whether a hex of the land has its centre within half a hex."""
    i, j = round(x / px * 2), round(y / px * 2)
    for di in (0, -1, 1):
        for dj in (0, -1, 1):
            at = land.get((i + di, j + dj))
            if at is not None and math.dist(at, (x, y)) < px * 0.55:
                return True
    return False


def _drawn(spot: Spot) -> str:
    """Letter by letter, so that pages and printers space them alike."""
    return "".join(
        f'<text x="{x:.1f}" y="{y + spot.size * CAP_HEIGHT / 2:.1f}" {STYLES["bold"]} font-size="{spot.size:.1f}" '
        f'fill="{palette.COUNTRY}" fill-opacity="0.58" stroke="{palette.PAPER}" '
        f'stroke-width="{spot.size * 0.12:.1f}" stroke-opacity="0.45" paint-order="stroke">{escape(letter)}</text>'
        for letter, x, y in spot.letters()
        if letter != " "
    )
