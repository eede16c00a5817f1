"""Paths along hexsides: corners, the shortest way from corner to corner, rivers and borders in walking order.

`around` gives the six neighbours of a place in circular order whether or not they lie on the map, as
`Grid.neighbours` and `Hex.neighbours` do. A corner is the three places that meet in it, sorted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Container, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from builder.model import Hexside, hexside

P = TypeVar("P", bound=Hashable)
Corner = tuple[P, P, P]
Around = Callable[[P], Sequence[P]]


def corners(place: P, around: Around) -> tuple[Corner, ...]:
    """The six corners of a place; corner i lies between its neighbours i and i + 1."""
    near = around(place)
    return tuple(_corner(place, near[i], near[(i + 1) % 6]) for i in range(6))


def ends(side: Hexside, around: Around) -> tuple[Corner, Corner]:
    """The two corners that a side runs between; ValueError where its places do not touch."""
    a, b = side
    near = around(a)
    if b not in near:
        raise ValueError(f"{a} and {b} do not touch")
    at = list(near).index(b)
    return _corner(a, b, near[at - 1]), _corner(a, b, near[(at + 1) % 6])


def sides_at(corner: Corner) -> tuple[Hexside, Hexside, Hexside]:
    """The three sides that meet in a corner."""
    a, b, c = corner
    return hexside(a, b), hexside(a, c), hexside(b, c)


def path(
    start: Collection[Corner],
    goal: Container[Corner],
    around: Around,
    open_side: Callable[[Hexside], bool],
) -> tuple[Hexside, ...] | None:
    """A shortest way along open sides from a corner of `start` to one of `goal`; () where they share one, else None.

    Sides that are not open are not looked beyond, so `around` is asked of places on the map and next to it alone.
    """
    came: dict[Corner, tuple[Corner, Hexside] | None] = dict.fromkeys(start)
    waiting = deque(came)
    while waiting:
        corner = waiting.popleft()
        if corner in goal:
            return _back(corner, came)
        for side in sides_at(corner):
            if not open_side(side):
                continue
            for other in ends(side, around):
                if other not in came:
                    came[other] = (corner, side)
                    waiting.append(other)
    return None


@dataclass(frozen=True, slots=True)
class Run:
    """Sides in walking order, and the corners before, between and after them; closed where it returns."""

    sides: tuple[Hexside, ...]
    corners: tuple[Corner, ...]

    @property
    def closed(self) -> bool:
        return self.corners[0] == self.corners[-1]


def runs(sides: Iterable[Hexside], around: Around) -> tuple[Run, ...]:
    """Sides put in order as unbroken runs, which end where nothing goes on and where three sides meet."""
    at: dict[Corner, list[Hexside]] = {}
    joins: dict[Hexside, tuple[Corner, Corner]] = {}
    for side in dict.fromkeys(sides):
        joins[side] = ends(side, around)
        for corner in joins[side]:
            at.setdefault(corner, []).append(side)
    left = dict.fromkeys(joins)
    found = []
    for corner, meeting in at.items():
        if len(meeting) != 2:
            found += [_walk(corner, side, at, joins, left) for side in meeting if side in left]
    while left:  # what is left are rings
        side = next(iter(left))
        found.append(_walk(joins[side][0], side, at, joins, left))
    return tuple(found)


def outline(places: Collection[P], around: Around) -> tuple[Run, ...]:
    """The border of an area: the sides between it and all else, as closed runs, one more for each hole."""
    inside = frozenset(places)
    return runs((hexside(a, b) for a in places for b in around(a) if b not in inside), around)


def _walk(corner: Corner, side: Hexside, at: dict, joins: dict, left: dict) -> Run:
    """From a corner over `side` and on, till an end, a fork, or where it began; takes what it walks from `left`."""
    walked, passed = [], [corner]
    while True:
        del left[side]
        walked.append(side)
        first, second = joins[side]
        corner = second if first == corner else first
        passed.append(corner)
        onward = [one for one in at[corner] if one in left]
        if len(at[corner]) != 2 or not onward:
            return Run(tuple(walked), tuple(passed))
        side = onward[0]


def _corner(a: P, b: P, c: P) -> Corner:
    return tuple(sorted((a, b, c)))


def _back(corner: Corner, came: dict[Corner, tuple[Corner, Hexside] | None]) -> tuple[Hexside, ...]:
    walked = []
    while (step := came[corner]) is not None:
        corner = step[0]
        walked.append(step[1])
    return tuple(reversed(walked))
