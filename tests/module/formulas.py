"""The formulas of a hex grid in VASSAL (formats §5.2, §5.3) on the attributes themselves: a second opinion on grids.

Points are board pixels. Nothing of builder is used, so that a fault of our reader cannot hide one of our writer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import floor, trunc

Pixel = tuple[int, int]
NEIGHBOURS = (((-1, -1), (-1, 0), (1, -1), (1, 0)), ((-1, 0), (-1, 1), (1, 0), (1, 1)))  # of even and odd columns


def rounded(value: float) -> int:
    return floor(value + 0.5)


class HexFormulas:
    """`shape`: attributes of HexGrid, `numbering`: of HexGridNumbering; `size` of the board or the zone's polygon."""

    def __init__(self, shape: Mapping[str, str], numbering: Mapping[str, str], size: Pixel):
        self.dx, self.dy = float(shape["dx"]), float(shape["dy"])
        self.x0, self.y0 = int(shape["x0"]), int(shape["y0"])
        self.sideways = shape["sideways"] == "true"
        self.numbers = numbering
        self.most_rows, self.most_columns = floor(size[1] / self.dx + 0.5), floor(size[0] / self.dy + 0.5)

    def _true(self, name: str) -> bool:
        return self.numbers.get(name, "") == "true"

    # ---- 5.2

    def raw(self, point: Pixel) -> Pixel:
        x, y = point[::-1] if self.sideways else point
        column = floor((x - self.x0) / self.dx + 0.5)
        return column, rounded((y - self.y0 - (self.dy / 2 if column % 2 else 0)) / self.dy)

    def centre(self, column: int, row: int) -> Pixel:
        x, y = self._centre(column, row)
        return (y, x) if self.sideways else (x, y)

    def _centre(self, column: int, row: int) -> Pixel:
        down = trunc(self.dy / 2) if column % 2 else 0
        return trunc(self.dx * column + self.x0), trunc(self.dy * row + down + self.y0)

    def snap(self, point: Pixel) -> Pixel:
        """The centre of the hexagon that holds the point, as 3.7 finds it."""
        x, y = point[::-1] if self.sideways else point
        column = floor((x - self.x0 + self.dx / 2) / self.dx)
        row = floor((y - self.y0 + (0 if column % 2 else self.dy / 2)) / self.dy)
        cells = [(column, row), *((column + c, row + r) for c, r in NEIGHBOURS[column % 2])]
        found = next((cell for cell in cells if self._holds(self._centre(*cell), (x, y))), cells[0])
        return self.centre(*found)

    def _holds(self, centre: Pixel, point: Pixel) -> bool:
        (cx, cy), r, half = centre, 2 * self.dx / 3, self.dy / 2
        left, right = rounded(cx - r / 2), rounded(cx + r / 2) + 1
        top, bottom = rounded(cy - half), rounded(cy + half) + 1
        corners = ((rounded(cx - r), cy), (left, top), (right, top), (rounded(cx + r) + 1, cy), (right, bottom),
                   (left, bottom))  # fmt: skip
        inside, (x, y) = False, point
        for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1]):
            if (y1 <= y) != (y2 <= y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                inside = not inside
        return inside

    # ---- 5.3

    def number(self, point: Pixel) -> str:
        """The printed number of a pixel, the grid's location format filled in."""
        raw_column, raw_row = self.raw(point)
        column, row = self._turned(raw_column, raw_row)
        if self._true("stagger") and raw_column % 2:
            row += -1 if self._true("hDescend" if self.sideways else "vDescend") else 1
        column_text = self._text(column + int(self.numbers["hOff"]), "h")
        row_text = self._text(row + int(self.numbers["vOff"]), "v")
        both = (column_text, row_text) if self.numbers["first"] == "H" else (row_text, column_text)
        return self.numbers["locationFormat"].replace("$gridLocation$", self.numbers["sep"].join(both))

    def _turned(self, column: int, row: int) -> Pixel:
        across, down = self._true("hDescend"), self._true("vDescend")
        if self.sideways:
            return self.most_rows - column if down else column, self.most_columns - row if across else row
        return self.most_columns - column if across else column, self.most_rows - row if down else row

    def _text(self, number: int, axis: str) -> str:
        assert self.numbers[f"{axis}Type"] == "N"
        return f"{'-' if number < 0 else ''}{abs(number):0{int(self.numbers[f'{axis}Leading']) + 1}d}"

    def pixel(self, number: str) -> Pixel:
        """The centre of a printed number, as VASSAL's own inverse finds it: greedy, by the displayed column."""
        widths = {axis: rf"(-?[0-9]{{{int(self.numbers[f'{axis}Leading']) + 1},}})" for axis in "hv"}
        order = "hv" if self.numbers["first"] == "H" else "vh"
        both = re.escape(self.numbers["sep"]).join(widths[axis] for axis in order)
        pattern = re.escape(self.numbers["locationFormat"]).replace(re.escape("$gridLocation$"), both)
        found = re.fullmatch(pattern, number)
        assert found is not None, number
        said = {axis: int(found[at]) for at, axis in enumerate(order, 1)}
        column, row = said["h"] - int(self.numbers["hOff"]), said["v"] - int(self.numbers["vOff"])
        if self._true("stagger") and column % 2:
            row -= -1 if self._true("hDescend" if self.sideways else "vDescend") else 1
        return self.centre(*self._turned(column, row))
