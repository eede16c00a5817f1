"""Shapes of the drawn map: the hexes around the map's edge, outlines of areas, soft and uneven lines."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from builder.art.layout import MapLayout
from builder.model import Hex, Hexside, MapHex
from builder.model.hexes import ROOT3

Point = tuple[float, float]
Loop = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A layout by axial hexes, with one ring of hexes past the map's edge, so that areas run on to the paper's rim.

    A hex of the ring has the ground of the map's hex that it leans on most.
    """

    drawn: MapLayout
    hexes: dict[Hex, MapHex]  # those of the map, in the sources' order
    ring: dict[Hex, MapHex]

    def centre(self, hex_: Hex) -> Point:
        q, r = hex_
        if self.drawn.sheet.grid.pointy:
            return self.drawn.at(q + r / 2, r * ROOT3 / 2)
        return self.drawn.at(q * ROOT3 / 2, r + q / 2)

    def corners(self, hex_: Hex) -> Loop:
        """Corners i and i + 1 bound the side towards neighbour i."""
        x, y = self.centre(hex_)
        radius = self.drawn.hex_px / ROOT3
        first = 30 if self.drawn.sheet.grid.pointy else 60
        turns = [math.radians(first - 60 * i) for i in range(6)]
        return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in turns)

    def ground(self, hex_: Hex) -> MapHex | None:
        """The map's hex or that of the ring; None further out."""
        return self.hexes.get(hex_) or self.ring.get(hex_)

    def everything(self) -> Iterator[tuple[Hex, MapHex]]:
        yield from self.hexes.items()
        yield from self.ring.items()


def board(drawn: MapLayout) -> Board:
    grid = drawn.sheet.grid
    hexes = {grid.hex(number): hex_ for number, hex_ in drawn.sheet.hexes.items()}
    touching: dict[Hex, list[MapHex]] = {}
    for at, hex_ in hexes.items():
        for near in at.neighbours():
            if near not in hexes:
                touching.setdefault(near, []).append(hex_)

    def most(found: list[MapHex]) -> MapHex:
        return max(found, key=lambda h: (sum(other.terrain == h.terrain for other in found), h.id))

    return Board(drawn, hexes, {at: most(found) for at, found in touching.items()})


def ends(drawn: MapLayout, side: Hexside) -> tuple[Point, Point]:
    """The two corners that a hexside runs between; ValueError for two hexes that do not touch."""
    around = drawn.sheet.grid.neighbours(side.a)
    if side.b not in around:
        raise ValueError(f"{side} is no hexside: the hexes do not touch")
    i = around.index(side.b)
    corners = drawn.corners(side.a)
    return corners[i], corners[(i + 1) % 6]


def key(point: Point) -> tuple[int, int]:
    """A corner seen from three hexes is one corner."""
    return round(point[0] * 4), round(point[1] * 4)


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def chains(stretches: tuple[tuple[Point, Point], ...]) -> Iterator[tuple[Point, ...]]:
    """Stretches joined end to end; where three meet, a line ends."""
    at: dict[tuple[int, int], list[int]] = {}
    for i, stretch in enumerate(stretches):
        for point in stretch:
            at.setdefault(key(point), []).append(i)
    left = dict.fromkeys(range(len(stretches)))

    def follow(i: int, point: Point) -> Iterator[Point]:
        while True:
            yield point
            found = at[key(point)]
            if len(found) != 2:
                return
            i = found[0] if found[1] == i else found[1]
            if i not in left:
                return
            del left[i]
            a, b = stretches[i]
            point = b if key(a) == key(point) else a

    while left:
        i = next(iter(left))
        del left[i]
        a, b = stretches[i]
        onward = tuple(follow(i, b))
        yield (*reversed(tuple(follow(i, a))), *onward)


class _Edge(NamedTuple):
    a: Point
    b: Point


def outline(cells: Iterable[Sequence[Point]]) -> tuple[Loop, ...]:
    """The rim of many cells that share corners, each cell turning as a hex's corners do; the area lies to the left."""
    edges: dict[tuple, _Edge] = {}
    for cell in cells:
        keys = [key(p) for p in cell]
        for i, start in enumerate(keys):
            j = (i + 1) % len(keys)
            if edges.pop((keys[j], start), None) is None:  # a side of two cells is no rim
                edges[start, keys[j]] = _Edge(cell[i], cell[j])
    leaving: dict[tuple, list[tuple]] = {}
    for a, b in edges:
        leaving.setdefault(a, []).append(b)
    loops = []
    while edges:
        first = next(iter(edges))
        loop, at = [edges[first].a], first
        while True:
            edge = edges.pop(at)
            leaving[at[0]].remove(at[1])
            if at[1] == first[0]:
                break
            loop.append(edge.b)
            at = at[1], min(leaving[at[1]], key=lambda b, at=at: _turn(at[0], at[1], b))
        loops.append(tuple(loop))
    return tuple(loops)


def _turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> float:
    """How far right one turns at b; least keeps to the same cell."""
    x, y, u, v = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    return math.atan2(x * v - y * u, x * u + y * v)


def coast(
    board_: Board, land: Callable[[Hex], bool], wet: Callable[[Hex, int], bool], inset: float
) -> tuple[Loop, ...]:
    """The shores of all land, `inset` inside the sides that are wet; wet(hex, i) of side i of a land hex of the board.

    Unlike `outline`, a wet side between two land hexes (a strait) has two banks. Past the ring all must be wet.
    """
    todo = {(at, i): None for at, _ in board_.everything() if land(at) for i in range(6) if wet(at, i)}
    loops = []
    while todo:
        loop: list[Point] = []
        at, i = next(iter(todo))
        while (at, i) in todo:
            del todo[at, i]
            corners = board_.corners(at)
            a, b = corners[i], corners[(i + 1) % 6]
            middle = board_.centre(at)
            for share in (0.3, 0.7):
                on = between(a, b, share)
                loop.append(_inward(on, middle, inset * (1 + 0.7 * chance(on, 7))))
            around = [middle]
            i = (i + 1) % 6
            while not wet(at, i):  # turn about the corner b, from hex to hex
                at, i = at.neighbour(i), (i + 4) % 6
                around.append(board_.centre(at))
            way = around[1] if len(around) == 3 else _mean(around)
            deep = inset * (1.0 if len(around) == 3 else 1.155)
            loop.append(_inward(b, way, deep * (1 + 0.45 * chance(b, 8))))
        loops.append(tuple(loop))
    return tuple(loops)


def _mean(points: Sequence[Point]) -> Point:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def _inward(point: Point, towards: Point, far: float) -> Point:
    return between(point, towards, far / math.dist(point, towards))


def chance(point: Point, salt: int = 0) -> float:
    """-1 to 1, by the place alone: uneven lines are the same every time, and the same for both that share them."""
    x, y = key(point)
    h = (x * 73856093 ^ y * 19349663 ^ salt * 83492791) & 0xFFFFFFFF
    h = (h ^ h >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    h = (h ^ h >> 12) * 0x297A2D39 & 0xFFFFFFFF
    return ((h ^ h >> 15) & 0xFFFF) / 0x7FFF - 1


def nudged(point: Point, amount: float) -> Point:
    return point[0] + amount * chance(point, 1), point[1] + amount * chance(point, 2)


def uneven(loop: Loop, amount: float) -> Loop:
    """Each corner and the middle of each stretch nudged a little."""
    points = []
    for i, a in enumerate(loop):
        b = loop[(i + 1) % len(loop)]
        points += [nudged(a, amount), nudged(between(a, b), amount)]
    return tuple(points)


def closed_curve(points: Sequence[Point]) -> str:
    """A closed line bent at the points, through the middles between them."""
    n = len(points)
    x, y = between(points[-1], points[0])
    path = [f"M{x:.1f} {y:.1f}"]
    for i in range(n):
        (cx, cy), (ex, ey) = points[i], between(points[i], points[(i + 1) % n])
        path.append(f"Q{cx:.1f} {cy:.1f} {ex:.1f} {ey:.1f}")
    return "".join(path) + "Z"


def open_curve(points: Sequence[Point]) -> str:
    """A line from the first point to the last, bent at those between."""
    path = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    if len(points) == 2:
        path.append(f"L{points[1][0]:.1f} {points[1][1]:.1f}")
    for i in range(1, len(points) - 1):
        (cx, cy) = points[i]
        ex, ey = points[-1] if i == len(points) - 2 else between(points[i], points[i + 1])
        path.append(f"Q{cx:.1f} {cy:.1f} {ex:.1f} {ey:.1f}")
    return "".join(path)


def polygon(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"
