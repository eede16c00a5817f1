"""Front lines: whether one is unbroken, where it breaks, and the line that two sides' ground makes by itself."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Collection, Container, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from builder.kit.areas import everywhere
from builder.model import Hexside, hexside

P = TypeVar("P", bound=Hashable)
Neighbours = Callable[[P], Iterable[P]]
Joined = Callable[[P, P], bool]


def breaks(line: Sequence[P], touch: Callable[[P, P], bool]) -> tuple[tuple[P, P], ...]:
    """Where a line in walking order breaks: each pair of hexes that follow one another and do not touch."""
    return tuple((a, b) for a, b in itertools.pairwise(line) if not touch(a, b))


@dataclass(frozen=True, slots=True)
class Front:
    """A chain of hexes from one edge of the map to another, and those of it that nobody holds."""

    line: tuple[P, ...]
    missing: tuple[P, ...]

    @property
    def unbroken(self) -> bool:
        return bool(self.line) and not self.missing


def front(
    held: Container[P],
    start: Collection[P],
    goal: Container[P],
    neighbours: Neighbours,
    joined: Joined = everywhere,
) -> Front:
    """The chain from a hex of `start` to one of `goal` with the fewest hexes that are not `held`, of these a shortest.

    `start` and `goal` are whole edges: the coast, a neutral border, an edge of the map. Where held hexes alone make a
    chain the front is unbroken; else `missing` says which hexes would close it. No chain at all: an empty line.
    """
    came: dict[P, P | None] = {}
    order = itertools.count()
    queue = [(place not in held, 1, next(order), place, None) for place in start]
    heapq.heapify(queue)
    while queue:
        open_hexes, length, _, place, before = heapq.heappop(queue)
        if place in came:
            continue
        came[place] = before
        if place in goal:
            return _traced(place, came, held)
        for near in neighbours(place):
            if near not in came and joined(place, near):
                heapq.heappush(queue, (open_hexes + (near not in held), length + 1, next(order), near, place))
    return Front((), ())


def facing(
    ours: Collection[P], theirs: Container[P], neighbours: Neighbours, joined: Joined = everywhere
) -> tuple[Hexside, ...]:
    """The sides between our ground and theirs: the front line itself (`hexsides.runs` puts it in walking order)."""
    return tuple(hexside(a, b) for a in ours for b in neighbours(a) if b in theirs and joined(a, b))


def forward(
    ours: Collection[P], theirs: Container[P], neighbours: Neighbours, joined: Joined = everywhere
) -> tuple[P, ...]:
    """Our hexes at the forward edge, next to theirs, in the order given."""
    return tuple(a for a in ours if any(b in theirs and joined(a, b) for b in neighbours(a)))


def _traced(place: P, came: dict[P, P | None], held: Container[P]) -> Front:
    line: list[P] = []
    step: P | None = place
    while step is not None:
        line.append(step)
        step = came[step]
    line.reverse()
    return Front(tuple(line), tuple(hex_ for hex_ in line if hex_ not in held))
