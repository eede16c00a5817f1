"""Where everything of a map lies, in pixels: one source for the picture and for whoever lays a grid on it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from builder.model import Box, MapSheet

HEX_PX = 100  # between neighbours; a counter of 75 leaves the printed number free
COUNTER = 0.75  # its edge in hex widths
HEADER, NUMBER = 0.34, 0.5  # heights of the bar with a box's name, of the name in a track's box; in hex widths


class Rectangle(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def overlap(self, other: Rectangle) -> float:
        """The area that both cover."""
        w = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        h = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return w * h if w > 0 and h > 0 else 0.0


@dataclass(frozen=True, slots=True)
class MapLayout:
    """A map at `hex_px` pixels from centre to centre of neighbours.

    A point of the grid (`Grid.centre`, `Grid.corners`; units of one hex width) lies at
    `x = hex_px * (left + gx - least_x)` and `y = hex_px * (top + gy - least_y)`, where left and top are the sheet's
    margins and least_x, least_y the least corner of any of its hexes. So the hexes' own bounding box begins exactly
    at the margins. A box lies at hex_px times its own figures. Nothing is rounded but the size of the whole, up.
    """

    sheet: MapSheet
    hex_px: float
    least_x: float
    least_y: float
    wide: float  # what the hexes cover, in hex widths
    high: float
    width: int
    height: int

    def at(self, gx: float, gy: float) -> tuple[float, float]:
        """A grid point in pixels."""
        left, top, _, _ = self.sheet.margins
        return (left + gx - self.least_x) * self.hex_px, (top + gy - self.least_y) * self.hex_px

    def centre(self, number: str) -> tuple[float, float]:
        """The centre of a hex in pixels; it need not be on the map."""
        return self.at(*self.sheet.grid.centre(number))

    def corners(self, number: str) -> tuple[tuple[float, float], ...]:
        """Its six corners; corners i and i + 1 bound the side towards neighbour i."""
        return tuple(self.at(*point) for point in self.sheet.grid.corners(number))

    def box(self, id_: str) -> Rectangle:
        """A box by its id; KeyError where the sheet has none of that name."""
        for box in self.sheet.boxes:
            if box.id == id_:
                return self.rectangle(box)
        raise KeyError(id_)

    def rectangle(self, box: Box) -> Rectangle:
        return Rectangle(*(self.hex_px * v for v in (box.x, box.y, box.width, box.height)))

    def inside(self, id_: str) -> Rectangle:
        """Where counters lie in a box: clear of its name, if it is wide enough for several stacks."""
        box = next(box for box in self.sheet.boxes if box.id == id_)
        room = self.rectangle(box)
        several = min(box.width - 2 * COUNTER, box.height - NUMBER - COUNTER) > 0.3
        name = (NUMBER if several else 0.0) if box.track else HEADER
        return Rectangle(room.x, room.y + name * self.hex_px, room.width, room.height - name * self.hex_px)

    def cells(self) -> Iterator[Rectangle]:
        """Each hex's bounding rectangle."""
        for number in self.sheet.hexes:
            xs, ys = zip(*self.corners(number))
            yield Rectangle(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    def hexes(self) -> Rectangle:
        """What the hexes cover, margins left out."""
        left, top, _, _ = self.sheet.margins
        return Rectangle(*(v * self.hex_px for v in (left, top, self.wide, self.high)))


def layout(sheet: MapSheet, hex_px: float = HEX_PX) -> MapLayout:
    """ValueError for a sheet without hexes, or a hex width below 8 pixels."""
    if hex_px < 8:
        raise ValueError(f"hexes {hex_px} pixels wide are too small to draw (8 at least)")
    least_x, least_y, wide, high = _span(sheet)
    left, top, right, bottom = sheet.margins
    return MapLayout(
        sheet,
        hex_px,
        least_x,
        least_y,
        wide,
        high,
        math.ceil(round(hex_px * (left + wide + right), 6)),  # rounded first: 43.5 hexes are 4350 pixels, not 4351
        math.ceil(round(hex_px * (top + high + bottom), 6)),
    )


def _span(sheet: MapSheet) -> tuple[float, float, float, float]:
    """Least x and y of all corners, and the extent from there."""
    if not sheet.hexes:
        raise ValueError(f"the map {sheet.id!r} has no hexes")
    points = [point for number in sheet.hexes for point in sheet.grid.corners(number)]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
