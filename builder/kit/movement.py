"""Moving for points: what a path costs, which path is cheapest, what is in reach. Costs carry their reasons.

A cost function takes two neighbouring places and returns a `Cost`, or None where the step is forbidden.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from builder.model import Need, Reason

P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Cost:
    """Points of one step and the reasons they add up from. With `needs` the points are the least it may be."""

    points: int
    reasons: tuple[Reason, ...] = ()
    needs: tuple[Need, ...] = ()


class Leg(NamedTuple):
    """One step of a way: from, to, its cost; `total` counts from the start of the way."""

    start: object
    end: object
    cost: Cost
    total: int


@dataclass(frozen=True, slots=True)
class Way:
    """A path with its sum. `blocked` is the first forbidden step, as (from, to); the sum stops before it."""

    path: tuple
    legs: tuple[Leg, ...] = ()
    blocked: tuple | None = None

    @property
    def points(self) -> int:
        return self.legs[-1].total if self.legs else 0

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return tuple(dict.fromkeys(reason for leg in self.legs for reason in leg.cost.reasons))

    @property
    def needs(self) -> tuple[Need, ...]:
        return tuple(dict.fromkeys(need for leg in self.legs for need in leg.cost.needs))

    def sum(self) -> tuple[str, ...]:
        """The addition, a line a step: `3130-3129: forest 2, major river 1; 3 in all`."""
        return tuple(
            f"{leg.start}-{leg.end}: "
            + (", ".join(f"{r.name} {r.value}" for r in leg.cost.reasons if isinstance(r.value, int))
               or str(leg.cost.points))
            + f"; {leg.total} in all"
            for leg in self.legs
        )  # fmt: skip


CostOf = Callable[[P, P], Cost | None]
NeighboursOf = Callable[[P], Iterable[P]]


def path_cost(path: tuple[P, ...], cost: CostOf) -> Way:
    """The sum along a path, step by step, up to the first forbidden one."""
    legs: list[Leg] = []
    total = 0
    for start, end in itertools.pairwise(path):
        step = cost(start, end)
        if step is None:
            return Way(path, tuple(legs), (start, end))
        total += step.points
        legs.append(Leg(start, end, step, total))
    return Way(path, tuple(legs))


@dataclass(frozen=True, slots=True)
class Reach:
    """Every place in reach with the least points to it, and the place one comes from; the start is there at 0."""

    points: Mapping[P, int]
    came_from: Mapping[P, P]

    def path(self, goal: P) -> tuple[P, ...] | None:
        """A cheapest path to `goal`; None where it is out of reach."""
        if goal not in self.points:
            return None
        path = [goal]
        while path[-1] in self.came_from:
            path.append(self.came_from[path[-1]])
        return tuple(reversed(path))


def reach(
    start: P,
    neighbours: NeighboursOf,
    cost: CostOf,
    budget: int | None = None,
    *,
    minimum_move: bool | Callable[[P, P], bool] = False,
    may_pass: Callable[[P], bool] | None = None,
    goal: P | None = None,
) -> Reach:
    """All that `budget` points buy (None: any number), by Dijkstra.

    `minimum_move`: any one permitted step may be taken for the whole budget at the start of the move; it leads no
    further. A function says of each such step whether the guarantee holds for it. `may_pass` says where a move may go
    on from; other places may only end it. `goal` lets the search stop early.
    """
    points: dict[P, int] = {start: 0}
    came: dict[P, P] = {}
    done: set[P] = set()
    queue: list[tuple[int, int, P]] = [(0, 0, start)]
    number = 0
    while queue:
        spent, _, place = heapq.heappop(queue)
        if place in done:
            continue
        done.add(place)
        if place == goal:
            break
        if place != start and may_pass is not None and not may_pass(place):
            continue
        for near in neighbours(place):
            if near in done:
                continue
            step = cost(place, near)
            if step is None:
                continue
            total = spent + step.points
            if budget is not None and total > budget:
                continue
            if near not in points or total < points[near]:
                points[near], came[near] = total, place
                number += 1
                heapq.heappush(queue, (total, number, near))
    if minimum_move and budget is not None and (goal is None or goal not in points):
        for near in neighbours(start):
            if near in points or cost(start, near) is None:
                continue
            if minimum_move is True or minimum_move(start, near):
                points[near], came[near] = budget, start
    return Reach(points, came)


def cheapest_path(
    start: P,
    goal: P,
    neighbours: NeighboursOf,
    cost: CostOf,
    budget: int | None = None,
    *,
    minimum_move: bool | Callable[[P, P], bool] = False,
    may_pass: Callable[[P], bool] | None = None,
) -> Way | None:
    """A cheapest way to `goal` with its sum; None where no permitted way exists within `budget`."""
    found = reach(start, neighbours, cost, budget, minimum_move=minimum_move, may_pass=may_pass, goal=goal)
    path = found.path(goal)
    return None if path is None else path_cost(path, cost)
