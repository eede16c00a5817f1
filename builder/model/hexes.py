"""Hexes, hexsides, and the grid that turns printed numbers into hexes and hexes into points on paper."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

ROOT3 = math.sqrt(3)


class Hex(NamedTuple):
    """An axial pair. Pointy-topped grids count r downwards, flat-topped ones count q to the right."""

    q: int
    r: int

    def neighbour(self, direction: int) -> Hex:
        """The neighbour in direction 0..5, in the order of `AXIAL`."""
        dq, dr = AXIAL[direction]
        return Hex(self.q + dq, self.r + dr)

    def neighbours(self) -> tuple[Hex, ...]:
        return tuple(Hex(self.q + dq, self.r + dr) for dq, dr in AXIAL)

    def distance(self, other: Hex) -> int:
        dq, dr = self.q - other.q, self.r - other.r
        return max(abs(dq), abs(dr), abs(dq + dr))


AXIAL = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
POINTY_DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
FLAT_DIRECTIONS = ("SE", "NE", "N", "NW", "SW", "S")


class Hexside(NamedTuple):
    """The side between two places; equal both ways when made by `hexside`."""

    a: str
    b: str

    def __str__(self) -> str:
        return f"{self.a}|{self.b}"

    def across(self, place: str) -> str:
        return self.b if place == self.a else self.a


def hexside(a: str, b: str) -> Hexside:
    return Hexside(a, b) if a <= b else Hexside(b, a)


@dataclass(frozen=True, slots=True)
class Grid:
    """The printed numbering and shape of one map's hexes.

    A printed number is two digits of one index, two of the other, after an optional prefix. `pointy` grids have
    straight rows; of these the rows of `shifted` parity stand half a hex to the `shift_sign` side (+1 east).
    Flat grids have straight columns, shifted south for +1. `row_sign` is +1 where row numbers grow southward,
    `column_sign` +1 where column numbers grow eastward.
    """

    pointy: bool
    rows: tuple[int, int]
    columns: tuple[int, int]
    row_first: bool = True
    row_sign: int = 1
    column_sign: int = 1
    shifted: str = "odd"
    shift_sign: int = 1
    prefix: str = ""

    def number(self, row: int, column: int) -> str:
        first, second = (row, column) if self.row_first else (column, row)
        return f"{self.prefix}{first:02d}{second:02d}"

    def split(self, number: str) -> tuple[int, int]:
        """(row, column) of a printed number; ValueError when it is none of this grid's."""
        match = re.fullmatch(re.escape(self.prefix) + r"(\d\d)(\d\d)", number)
        if not match:
            raise ValueError(f"{number!r} is no hex number of this map (expected {self.prefix}NNNN)")
        first, second = int(match[1]), int(match[2])
        return (first, second) if self.row_first else (second, first)

    def hex(self, number: str) -> Hex:
        return self._hex(*self.split(number))

    def number_of(self, hex_: Hex) -> str:
        """The printed number of an axial pair; it need not lie inside rows and columns."""
        along, line = (hex_.q, hex_.r) if self.pointy else (hex_.r, hex_.q)
        position = along - self._offset(line)
        if self.pointy:
            return self.number(line * self.row_sign, position * self.column_sign)
        return self.number(position * self.row_sign, line * self.column_sign)

    def _hex(self, row: int, column: int) -> Hex:
        y, x = row * self.row_sign, column * self.column_sign
        if self.pointy:
            return Hex(x + self._offset(y), y)
        return Hex(x, y + self._offset(x))

    def _offset(self, line: int) -> int:
        """What to add to a straight index to make it axial on this line.

        On its line a hex stands at index + shift (a half, on shifted lines); axial along = that - line / 2.
        """
        odd = line % 2 != 0
        if not odd:
            return -line // 2
        shift = self.shift_sign if self.shifted == "odd" else -self.shift_sign
        return (shift - line) // 2

    def numbers(self) -> Iterator[str]:
        """Every number between the limits, row by row."""
        for row in range(self.rows[0], self.rows[1] + 1):
            for column in range(self.columns[0], self.columns[1] + 1):
                yield self.number(row, column)

    def neighbours(self, number: str) -> tuple[str, ...]:
        """The six numbers around, in the order of `directions`."""
        return tuple(self.number_of(h) for h in self.hex(number).neighbours())

    def distance(self, a: str, b: str) -> int:
        return self.hex(a).distance(self.hex(b))

    @property
    def directions(self) -> tuple[str, ...]:
        """Compass names in the order of `AXIAL`."""
        return POINTY_DIRECTIONS if self.pointy else FLAT_DIRECTIONS

    def towards(self, number: str, direction: str) -> str:
        return self.number_of(self.hex(number).neighbour(self.directions.index(direction)))

    def centre(self, number: str) -> tuple[float, float]:
        """The centre in units of the distance between neighbours; x grows east, y south; the origin is arbitrary."""
        q, r = self.hex(number)
        if self.pointy:
            return q + r / 2, r * ROOT3 / 2
        return q * ROOT3 / 2, r + q / 2

    def corners(self, number: str) -> tuple[tuple[float, float], ...]:
        """The six corners, same units; corner i and i+1 bound the side in direction `AXIAL[i]`."""
        x, y = self.centre(number)
        radius = 1 / ROOT3
        first = 30 if self.pointy else 60
        return tuple(
            (x + radius * math.cos(math.radians(first - 60 * i)), y + radius * math.sin(math.radians(first - 60 * i)))
            for i in range(6)
        )
