"""Boards drawn as text: a letter a hex, `#` no hex, each odd row half a hex to the right.

. A .
 f . .
. . B
"""

from __future__ import annotations

from collections.abc import Mapping

from builder.kit.movement import Cost
from builder.model import Evidence, Hex, Hexside, Reason, Tag, hexside

COSTS = {"f": 2, "m": 3}  # letters of ground that costs more than 1; `x` nobody enters


class Board:
    """Hexes by axial pair; `sides` crosses a pair of hexes at extra cost, None forbids it."""

    def __init__(self, drawing: str, sides: Mapping[frozenset[Hex], int | None] | None = None):
        self.terrain: dict[Hex, str] = {}
        for y, row in enumerate(line for line in drawing.splitlines() if line.strip()):
            for x, letter in enumerate(row.split()):
                if letter != "#":
                    self.terrain[at(x, y)] = letter
        self.sides = dict(sides or {})

    def at(self, letter: str) -> Hex:
        """The first hex with this letter."""
        return next(hex_ for hex_, found in self.terrain.items() if found == letter)

    def all(self, letters: str) -> tuple[Hex, ...]:
        """Every hex with one of the letters, row by row."""
        return tuple(hex_ for hex_, found in self.terrain.items() if found in letters)

    def neighbours(self, hex_: Hex) -> list[Hex]:
        return [near for near in hex_.neighbours() if near in self.terrain]

    def cost(self, a: Hex, b: Hex) -> Cost | None:
        if self.terrain[b] == "x":
            return None
        extra = self.sides.get(frozenset((a, b)), 0)
        if extra is None:
            return None
        points = COSTS.get(self.terrain[b], 1)
        reason = Reason(self.terrain[b], points, Evidence(Tag.CHOSEN))
        crossing = (Reason("river", extra, Evidence(Tag.BOOK)),) if extra else ()
        return Cost(points + extra, (reason, *crossing))


def at(x: int, y: int) -> Hex:
    """The hex in place x of row y, both from 0."""
    return Hex(x - (y - y % 2) // 2, y)


def side(a: tuple[int, int], b: tuple[int, int]) -> Hexside:
    """The side between two hexes named by place and row."""
    return hexside(at(*a), at(*b))
