"""Where names go so that they do not lie on each other: a short search over places around each anchor."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from builder.art.layout import Rectangle
from builder.art.text import text_width

_CELL = 120.0
LEADING = 1.08
_ASCENT, _DESCENT = 0.78, 0.22  # of the size: what letters really reach


class Label(NamedTuple):
    """Lines of text at one size, and the anchor (the hex centre) they belong to."""

    lines: tuple[str, ...]
    x: float
    y: float
    font: str
    size: float
    gap: float = 12.0  # from the anchor to the nearest edge of the text

    @property
    def width(self) -> float:
        return max(text_width(line, self.font, self.size) for line in self.lines)

    @property
    def height(self) -> float:
        return self.size * (LEADING * (len(self.lines) - 1) + _ASCENT + _DESCENT)


class Placed(NamedTuple):
    label: Label
    room: Rectangle

    def baselines(self) -> Iterator[tuple[str, float, float]]:
        """(line, x of its middle, y of its baseline)."""
        for i, line in enumerate(self.label.lines):
            y = self.room.y + self.label.size * (_ASCENT + LEADING * i)
            yield line, self.room.x + self.room.width / 2, y


class Crowd:
    """Rectangles that are taken, each with a weight: how bad it is to cover a unit of its area."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[tuple[float, float, float, float, float]]] = defaultdict(list)

    def add(self, room: Rectangle, weight: float) -> None:
        taken = (room.x, room.y, room.x + room.width, room.y + room.height, weight)
        for cell in self._over(room):
            self._cells[cell].append(taken)

    def cost(self, room: Rectangle) -> float:
        """A rectangle that spans several cells is counted in each, which only makes the bad worse."""
        x, y, wide, high = room
        right, foot = x + wide, y + high
        found = 0.0
        for cell in self._over(room):  # asked some 100,000 times for a large map: hence no `Rectangle.overlap`
            for left, top, end, under, weight in self._cells.get(cell, ()):
                if left < right and x < end and top < foot and y < under:
                    found += (min(right, end) - max(x, left)) * (min(foot, under) - max(y, top)) * weight
        return found

    @staticmethod
    def _over(room: Rectangle) -> Iterator[tuple[int, int]]:
        for i in range(int(room.x // _CELL), int((room.x + room.width) // _CELL) + 1):
            for j in range(int(room.y // _CELL), int((room.y + room.height) // _CELL) + 1):
                yield i, j


# (dx, dy) of the label's centre from its anchor as shares of (its half width + gap, its half height + gap), and a
# small price: below is best, for there a counter's owner still reads it
_SPOTS = (
    (0.0, 1.0, 0.0), (0.0, 1.25, 1.0), (0.35, 1.0, 2.0), (-0.35, 1.0, 2.0), (0.7, 1.0, 4.0), (-0.7, 1.0, 4.0),
    (0.0, -1.0, 5.0), (1.0, 0.3, 6.0), (-1.0, 0.3, 6.0), (1.0, 0.0, 7.0), (-1.0, 0.0, 7.0), (0.5, -1.0, 7.0),
    (-0.5, -1.0, 7.0), (1.0, -0.5, 8.0), (-1.0, -0.5, 8.0), (1.0, 1.0, 8.0), (-1.0, 1.0, 8.0), (0.0, 1.55, 9.0),
)  # fmt: skip
_PRICE = 6.0
OWN_WEIGHT = 50.0  # names over names are the worst


def place_labels(labels: Sequence[Label], crowd: Crowd, bounds: Rectangle) -> tuple[Placed, ...]:
    """Each label at the cheapest spot around its anchor, the first labels first; what is placed is taken."""
    placed = []
    for label in labels:
        room = min(_spots(label), key=lambda spot: spot[1] + crowd.cost(spot[0]) + _outside(spot[0], bounds))[0]
        crowd.add(Rectangle(room.x - 4, room.y - 1, room.width + 8, room.height + 2), OWN_WEIGHT)
        placed.append(Placed(label, room))
    return tuple(placed)


def _spots(label: Label) -> Iterator[tuple[Rectangle, float]]:
    wide, high, gap = label.width, label.height, label.gap
    for dx, dy, price in _SPOTS:
        x = label.x + dx * (wide / 2 + gap)
        y = label.y + dy * (high / 2 + gap)
        yield Rectangle(x - wide / 2, y - high / 2, wide, high), price * _PRICE


def _outside(room: Rectangle, bounds: Rectangle) -> float:
    return (room.width * room.height - room.overlap(bounds)) * OWN_WEIGHT
