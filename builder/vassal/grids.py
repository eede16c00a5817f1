"""Grids: pixels of a board to VASSAL's location names and back, and where a dropped piece snaps to (formats §5).

Every point is a point of the board, before edges, reversal and several boards come in (`places.py`). Arithmetic
follows the engine to the pixel: `trunc` towards zero, halves rounded up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from math import floor, trunc
from typing import NamedTuple, Protocol

from builder.vassal.sequence import decode

Point = tuple[int, int]
Size = tuple[int, int]

_LETTERS = "-?(?:" + "|".join(f"{chr(letter)}+" for letter in range(65, 91)) + ")"


class Grid(Protocol):
    """What a board, a zone or a zoned grid needs of any grid; `size` is that of its container."""

    def name(self, point: Point, size: Size) -> str | None:
        """The location's name, or None where this grid gives none."""

    def snap(self, point: Point) -> Point:
        """Where a piece dropped here comes to lie."""

    def pixel(self, name: str, size: Size, *, engine: bool = False) -> Point | None:
        """The centre that bears this name. `engine=True` repeats VASSAL's own, slightly wrong inverse (§5.3)."""


def half_up(value: float) -> int:
    return floor(value + 0.5)


def filled(format_text: str, values: dict[str, str]) -> str:
    """`$name$` in a location format replaced; an unknown name stays without its dollar signs, as in the engine."""
    parts = decode(format_text, "$")
    last = len(parts) - 1
    return "".join(values.get(part, part) if at % 2 and at != last else part for at, part in enumerate(parts))


@dataclass(frozen=True, slots=True)
class Axis:
    """Numbering of one direction: `A` letters or `N` numbers of at least `leading` + 1 digits, from `offset`."""

    kind: str = "N"
    leading: int = 1
    offset: int = 1
    descending: bool = False

    def text(self, index: int) -> str:
        number = index + self.offset
        sign, number = "-" if number < 0 else "", abs(number)
        if self.kind == "A":
            return sign + chr(65 + number % 26) * (number // 26 + 1)
        return sign + str(number).zfill(self.leading + 1)

    def index(self, text: str) -> int:
        sign, text = (-1, text[1:]) if text.startswith("-") else (1, text)
        if self.kind == "A":
            return sign * ((len(text) - 1) * 26 + ord(text[-1]) - 65) - self.offset
        return sign * int(text) - self.offset

    @property
    def pattern(self) -> str:
        return _LETTERS if self.kind == "A" else f"-?[0-9]{{{self.leading + 1},}}"


@dataclass(frozen=True)
class Numbering:
    """How a hex or square grid names its cells. `custom` names a class that is not VASSAL's 3.7 numbering:
    then names give column and row only, for what the module's own code prints is not known."""

    columns: Axis = field(default_factory=Axis)
    rows: Axis = field(default_factory=Axis)
    columns_first: bool = True
    separator: str = ""
    stagger: bool = True
    location_format: str = "$gridLocation$"
    custom: str = ""

    def text(self, column: int, row: int) -> str:
        if self.custom:
            return f"column {column} row {row}"
        column_text, row_text = self.columns.text(column), self.rows.text(row)
        both = column_text, row_text
        joined = self.separator.join(both if self.columns_first else both[::-1])
        return filled(self.location_format, {"gridLocation": joined, "row": row_text, "column": column_text})

    def cell(self, text: str) -> tuple[int, int] | None:
        """(column, row) indices of a name, before descending and stagger; greedy where a split is open, as VASSAL."""
        if self.custom:
            found = re.fullmatch(r"column (-?\d+) row (-?\d+)", text)
            return (int(found[1]), int(found[2])) if found else None
        found = self._pattern.fullmatch(text)
        if found is None or len(text) > 200:
            return None
        return self.columns.index(found["column"]), self.rows.index(found["row"])

    def cells(self, text: str) -> list[tuple[int, int]]:
        """Every reading of a name; there are several only without separator, `10101` being 101|01 or 10|101."""
        first = self.cell(text)
        if first is None or self.custom or self.separator or self.location_format != "$gridLocation$":
            return [first] if first else []
        found = [first]
        axes = (self.columns, self.rows) if self.columns_first else (self.rows, self.columns)
        for cut in range(1, len(text)):
            parts = text[:cut], text[cut:]
            if not all(re.fullmatch(axis.pattern, part) for axis, part in zip(axes, parts)):
                continue
            one, other = axes[0].index(parts[0]), axes[1].index(parts[1])
            cell = (one, other) if self.columns_first else (other, one)
            if self.text(*cell) == text and cell not in found:
                found.append(cell)
        return found

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        column, row = f"(?P<column>{self.columns.pattern})", f"(?P<row>{self.rows.pattern})"
        both = re.escape(self.separator).join((column, row) if self.columns_first else (row, column))
        parts = decode(self.location_format, "$")
        known = {"gridLocation": both, "column": column, "row": row}
        last = len(parts) - 1
        said = [known.get(part, re.escape(part)) if at % 2 and at != last else re.escape(part)
                for at, part in enumerate(parts)]  # fmt: skip
        pattern = "".join(said)
        if pattern.count("(?P<column>") != 1 or pattern.count("(?P<row>") != 1:
            return re.compile(r"(?P<column>(?!))(?P<row>)")
        return re.compile(pattern)


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Hexes in columns of height `dy`, `dx` apart; `sideways` lies them on their side: x and y change places."""

    dx: float
    dy: float
    x0: int = 0
    y0: int = 32
    sideways: bool = False
    snaps: bool = True
    edges: bool = False
    corners: bool = False
    snap_scale: int = 0
    numbering: Numbering | None = None

    def raw(self, point: Point) -> tuple[int, int]:
        """Raw column and row: (0,0) lies at the origin, odd columns half a hex lower; rows of columns if sideways."""
        x, y = point[::-1] if self.sideways else point
        column = half_up((x - self.x0) / self.dx)
        shift = self.dy / 2 if column % 2 else 0
        return column, half_up((y - self.y0 - shift) / self.dy)

    def centre(self, column: int, row: int) -> Point:
        """The pixel of a raw cell."""
        x, y = self._centre(column, row)
        return (y, x) if self.sideways else (x, y)

    def _centre(self, column: int, row: int) -> Point:
        shift = trunc(self.dy / 2) if column % 2 else 0
        return trunc(self.dx * column + self.x0), trunc(self.dy * row + shift + self.y0)

    def name(self, point: Point, size: Size) -> str | None:
        if self.numbering is None:
            return None
        return self.numbering.text(*self._numbered(*self.raw(point), size))

    def _limits(self, size: Size) -> tuple[int, int]:
        """Columns and rows that descending numbers count from; the divisors stand the wrong way round, as in VASSAL."""
        return half_up(size[0] / self.dy), half_up(size[1] / self.dx)

    def _axes(self, size: Size) -> tuple[int | None, int | None]:
        """What raw columns and raw rows are subtracted from, where they descend."""
        assert self.numbering is not None
        columns, rows = self._limits(size)
        across, down = self.numbering.columns.descending, self.numbering.rows.descending
        if self.sideways:
            return rows if down else None, columns if across else None
        return columns if across else None, rows if down else None

    def _numbered(self, column: int, row: int, size: Size) -> tuple[int, int]:
        assert self.numbering is not None
        from_column, from_row = self._axes(size)
        odd = column % 2
        if from_column is not None:
            column = from_column - column
        if from_row is not None:
            row = from_row - row
        if self.numbering.stagger and odd and not self.numbering.custom:
            row += -1 if from_row is not None else 1
        return column, row

    def pixel(self, name: str, size: Size, *, engine: bool = False) -> Point | None:
        if self.numbering is None:
            return None
        if engine:
            cell = self.numbering.cell(name)
            return self._pixel(cell, size, engine) if cell else None
        return _within([self._pixel(cell, size, engine) for cell in self.numbering.cells(name)], size)

    def _pixel(self, cell: tuple[int, int], size: Size, engine: bool) -> Point:
        assert self.numbering is not None
        shown, row = cell
        from_column, from_row = self._axes(size)
        column = shown if from_column is None else from_column - shown
        odd = (shown if engine else column) % 2
        if self.numbering.stagger and odd and not self.numbering.custom:
            row -= -1 if from_row is not None else 1
        if from_row is not None:
            row = from_row - row
        return self.centre(column, row)

    def snap(self, point: Point) -> Point:
        if not self.snaps:
            return point
        x, y = point[::-1] if self.sideways else point
        centre = self._nearest(x, y)
        spots = [self._side(x, y)] if self.edges else []
        if self.corners:
            spots.append(self._vertex(x, y))
        if spots and self.snap_scale > 0:
            spots = [self._scaled(x, y, spot, centre) for spot in spots]
        if spots:
            found = min(reversed(spots), key=lambda spot: _square(spot, (x, y)))
            centre = centre if _square(found, centre) <= 2 else found
        return centre[::-1] if self.sideways else centre

    @staticmethod
    def _scaled(x: int, y: int, spot: Point, centre: Point) -> Point:
        nearer = abs(x - centre[0]) + abs(y - centre[1]) <= abs(x - spot[0]) + abs(y - spot[1])
        return centre if nearer else spot

    def _nearest(self, x: int, y: int) -> Point:
        """The centre of the hexagon that holds the point; of the rectangle's column and row where none does."""
        column = floor((x - self.x0 + self.dx / 2) / self.dx)
        half = 0 if column % 2 else self.dy / 2
        row = floor((y - self.y0 + half) / self.dy)
        found = first = self._centre(column, row)
        if not inside(self._hexagon(first), (x, y)):
            steps = ((-1, 0), (-1, 1), (1, 0), (1, 1)) if column % 2 else ((-1, -1), (-1, 0), (1, -1), (1, 0))
            others = (self._centre(column + right, row + down) for right, down in steps)
            found = next((spot for spot in others if inside(self._hexagon(spot), (x, y))), first)
        if self.snap_scale > 0:
            found = (
                found[0] + _fraction(x - found[0], self.dx, self.snap_scale),
                found[1] + _fraction(y - found[1], self.dy, self.snap_scale),
            )
        return found

    def _hexagon(self, centre: Point) -> tuple[Point, ...]:
        x, y = centre
        r, half = 2 * self.dx / 3, self.dy / 2
        left, right = half_up(x - r / 2), half_up(x + r / 2) + 1
        top, bottom = half_up(y - half), half_up(y + half) + 1
        return (half_up(x - r), y), (left, top), (right, top), (half_up(x + r) + 1, y), (right, bottom), (left, bottom)

    def _side(self, x: int, y: int) -> Point:
        """The nearest middle of a hexside or centre, on the grid of half columns."""
        i = floor((x - self.x0 + self.dx / 4) * 2 / self.dx)
        if i % 2 == 0:
            j = floor((y - self.y0 + self.dy / 4) * 2 / self.dy)
            down = trunc(self.dy / 2 * j + self.y0)
        else:
            j = floor((y - self.y0) * 2 / self.dy)
            down = trunc(self.dy / 2 * j + trunc(self.dy / 4) + self.y0)
        return trunc(self.dx / 2 * i + self.x0), down

    def _vertex(self, x: int, y: int) -> Point:
        """The nearest corner (or, a pixel off, centre) on the grid of half rows."""
        j = floor((y - self.y0 + self.dy / 4) * 2 / self.dy)
        third = self.dx / 3
        shift = third if j % 2 == 0 else 2 * third
        i = trunc(floor(x - self.x0 + shift) * 3 / (2 * self.dx))
        back = 0 if j % 2 == 0 else trunc(third)
        return trunc(2 * self.dx / 3 * i - back + self.x0), trunc(self.dy / 2 * j + self.y0)

    def distance(self, one: Point, other: Point) -> int:
        """Range in hexes between two pixels, by their raw cells."""
        (c1, r1), (c2, r2) = self.raw(one), self.raw(other)
        dq, dr = c2 - c1, (r2 - (c2 - c2 % 2) // 2) - (r1 - (c1 - c1 % 2) // 2)
        return max(abs(dq), abs(dr), abs(dq + dr))


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """Squares `dx` by `dy`; (x0, y0) is the centre of the first."""

    dx: float = 48.0
    dy: float = 48.0
    x0: int = 24
    y0: int = 24
    snaps: bool = True
    edges: bool = False
    corners: bool = False
    snap_scale: int = 0
    numbering: Numbering | None = None

    def name(self, point: Point, size: Size) -> str | None:
        if self.numbering is None:
            return None
        column = floor((point[0] - self.x0) / self.dx + 0.5)
        row = trunc((point[1] - self.y0) / self.dy + 0.5)
        return self.numbering.text(*self._turned(column, row, size))

    def _turned(self, column: int, row: int, size: Size) -> tuple[int, int]:
        assert self.numbering is not None
        if self.numbering.columns.descending:
            column = trunc(size[0] / self.dx + 0.5) - column
        if self.numbering.rows.descending:
            row = trunc(size[1] / self.dy + 0.5) - row
        return column, row

    def pixel(self, name: str, size: Size, *, engine: bool = False) -> Point | None:
        if self.numbering is None:
            return None
        cell = self.numbering.cell(name)
        cells = ([cell] if cell else []) if engine else self.numbering.cells(name)
        turned = [self._turned(*cell, size) for cell in cells]
        return _within([(trunc(c * self.dx + self.x0), trunc(r * self.dy + self.y0)) for c, r in turned], size)

    def snap(self, point: Point) -> Point:
        if not self.snaps:
            return point
        across, down = point[0] - self.x0, point[1] - self.y0
        i, j = half_up(across / (self.dx / 2)), half_up(down / (self.dy / 2))  # odd: on an edge
        if not (self.edges and self.corners):
            if self.corners:
                i = 1 + 2 * half_up(across / self.dx - 0.5) if j % 2 else 2 * half_up(across / self.dx)
            elif self.edges:
                if j % 2 or i % 2 == 0:
                    i = 2 * half_up(across / self.dx)
            else:
                i, j = 2 * half_up(across / self.dx), 2 * half_up(down / self.dy)
        x, y = half_up(i * self.dx / 2), half_up(j * self.dy / 2)
        if self.snap_scale > 0 and not (self.edges or self.corners):
            x += _fraction(across - x, self.dx, self.snap_scale)
            y += _fraction(down - y, self.dy, self.snap_scale)
        return self.x0 + x, self.y0 + y


class Region(NamedTuple):
    name: str
    x: int
    y: int


@dataclass(frozen=True)
class RegionGrid:
    """Named points; a place bears the name of the nearest one."""

    regions: tuple[Region, ...]
    snaps: bool = True

    @cached_property
    def _points(self) -> tuple[Region, ...]:
        """One region a point, the last one named there, at the place of the first: so the engine keeps them."""
        kept: dict[Point, Region] = {}
        for region in self.regions:
            kept[region.x, region.y] = region
        return tuple(kept.values())

    def _nearest(self, point: Point) -> Region | None:
        points = self._points
        return min(points, key=lambda region: _square(region[1:], point)) if points else None

    def name(self, point: Point, size: Size) -> str | None:
        region = self._nearest(point)
        return region.name if region else None

    def snap(self, point: Point) -> Point:
        region = self._nearest(point) if self.snaps else None
        return (region.x, region.y) if region else point

    def pixel(self, name: str, size: Size, *, engine: bool = False) -> Point | None:
        return next(((region.x, region.y) for region in self._points if region.name == name), None)


def _within(points: list[Point], size: Size) -> Point | None:
    """The first of several readings that lies on the board, else the first."""
    inside = (point for point in points if 0 <= point[0] < size[0] and 0 <= point[1] < size[1])
    return next(inside, points[0] if points else None)


def _square(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _fraction(delta: int, step: float, scale: int) -> int:
    """Snap to a fraction of the cell (the hidden `snapscale`), never onto the next cell's edge."""
    parts = min(max(half_up(delta / (0.5 * step / scale)), 1 - scale), scale - 1)
    return half_up(parts * 0.5 * step / scale)


def inside(corners: tuple[Point, ...], point: Point) -> bool:
    """Whether the polygon holds the point, its left and upper borders included (Java's rule)."""
    x, y = point
    within = False
    x1, y1 = corners[-1]
    for x2, y2 in corners:
        if (y1 > y) != (y2 > y) and x < (x1 - x2) * (y - y2) / (y1 - y2) + x2:
            within = not within
        x1, y1 = x2, y2
    return within
