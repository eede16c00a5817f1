"""A way that nobody saw: a piece lay in one hex and then in another, and may have gone by any way that it could pay.

All of them are carried at once, as the steps that some such way takes and the points there were for it. What is asked
of them (by this hex or not?) is a search of a few dozen hexes, however many ways there are; none is ever listed but
to tell people of it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rpds import HashTrieMap

from builder.model import Need
from builder.model.state import EMPTY_MAP

Steps = Mapping[str, tuple[tuple[str, int], ...]]  # hex -> (neighbour, points) for every step of some way
PointsTo = Callable[[str, str], int | None]
NOWHERE: frozenset[str] = frozenset()
MOST_TOLD = 3
MOST_LOOKED = 200


@dataclass(frozen=True, slots=True)
class OpenWay:
    """Every way from `start` to `goal` for at most `budget` points that meets each set of `through` and shuns
    `around`. `rode`: it may have gone by train instead and entered nothing in between."""

    start: str
    goal: str
    steps: Steps
    budget: int
    through: tuple[frozenset[str], ...] = ()
    around: frozenset[str] = NOWHERE
    rode: bool = False
    _told: dict[frozenset[str], bool | None] = field(default_factory=dict, compare=False, repr=False)

    def least(self, through: tuple[frozenset[str], ...] = (), around: frozenset[str] = NOWHERE) -> int | None:
        """Points of the cheapest of them that also meets and shuns these; None where there is none."""
        sets, shunned = (*self.through, *through), self.around | around
        if {self.start, self.goal} & shunned:
            return None
        whole = (1 << len(sets)) - 1

        def met(place: str, mask: int) -> int:
            return mask | sum(1 << i for i, places in enumerate(sets) if place in places)

        queue, done = [(0, self.start, met(self.start, 0))], set()
        while queue:
            spent, place, mask = heapq.heappop(queue)
            if (place, mask) in done:
                continue
            if place == self.goal and mask == whole:
                return spent
            done.add((place, mask))
            for near, points in self.steps.get(place, ()):
                if near not in shunned and spent + points <= self.budget:
                    heapq.heappush(queue, (spent + points, near, met(near, mask)))
        return None

    def passes(self, places: frozenset[str]) -> bool | None:
        """Whether it went by one of these hexes: True for every way, False for none, None where some do."""
        if places not in self._told:
            self._told[places] = self._passes(places)
        return self._told[places]

    def _passes(self, places: frozenset[str]) -> bool | None:
        if {self.start, self.goal} & places:
            return True
        if not places & self.steps.keys() or self.least(through=(places,)) is None:
            return False
        return True if not self.rode and self.least(around=places) is None else None

    @property
    def possible(self) -> frozenset[str]:
        """The hexes between start and goal that some way enters."""
        return frozenset(self.steps) - {self.start, self.goal} - self.around

    def via(self, places: frozenset[str]) -> OpenWay | None:
        """Those that went by one of these hexes; None where none does."""
        return self._kept(replace(self, through=(*self.through, places), rode=False, _told={}))

    def avoiding(self, places: frozenset[str]) -> OpenWay | None:
        """Those that kept away from all of these hexes; None where none does."""
        return self._kept(replace(self, around=self.around | places, _told={}))

    def within(self, budget: int) -> OpenWay | None:
        """Those that cost no more than this; None where none does."""
        return self if budget >= self.budget else self._kept(replace(self, budget=budget, _told={}))

    @staticmethod
    def _kept(way: OpenWay) -> OpenWay | None:
        return way if way.rode or way.least() is not None else None

    def points(self) -> tuple[int, int]:
        """Points of the cheapest of them, and of the dearest."""
        totals = {(self.start, 0)}
        dearest, edge = 0, totals
        while edge:
            edge = {(near, spent + points) for place, spent in edge for near, points in self.steps.get(place, ())
                    if near not in self.around and spent + points <= self.budget} - totals  # fmt: skip
            totals |= edge
            dearest = max(dearest, *(spent for place, spent in edge if place == self.goal), 0)
        return self.least() or 0, dearest

    def ways(self, most: int = MOST_TOLD) -> tuple[tuple[str, ...], ...]:
        """Some of the ways, the cheapest first, none by one hex twice: to tell people what to choose from."""
        found: list[tuple[str, ...]] = []
        for _, path in self._ways():
            if all(places & set(path) for places in self.through):
                found.append(path)
            if len(found) == most:
                break
        return tuple(found)

    def _ways(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        left = self._left()
        queue, looked = [(left.get(self.start, 0), 0, (self.start,))], 0  # of equal ones the farthest on comes first
        while queue and looked < MOST_LOOKED:
            _, saved, path = heapq.heappop(queue)
            spent, looked = -saved, looked + 1
            if path[-1] == self.goal:
                yield spent, path
                continue
            for near, points in self.steps.get(path[-1], ()):
                if near in left and near not in path and spent + points + left[near] <= self.budget:
                    heapq.heappush(queue, (spent + points + left[near], -spent - points, (*path, near)))

    def _left(self) -> dict[str, int]:
        """Least points from each hex to the goal."""
        into: dict[str, list[tuple[str, int]]] = {}
        for a, nears in self.steps.items():
            for b, points in nears:
                into.setdefault(b, []).append((a, points))
        left: dict[str, int] = {}
        queue = [(0, self.goal)]
        while queue:
            more, place = heapq.heappop(queue)
            if place in left or place in self.around:
                continue
            left[place] = more
            for before, points in into.get(place, ()):
                heapq.heappush(queue, (more + points, before))
        return left


def open_way(
    start: str, goal: str, neighbours: Callable[[str], Iterable[str]], cost: PointsTo,
    may_pass: Callable[[str], bool], spare: int,
) -> OpenWay | None:  # fmt: skip
    """Every way that costs at most `spare` points more than the cheapest; None where there is none."""
    there: dict[str, int] = {}
    steps: list[tuple[str, str, int]] = []
    queue, budget = [(0, start)], None
    while queue:
        spent, place = heapq.heappop(queue)
        if place in there:
            continue
        if budget is not None and spent > budget:
            break
        there[place] = spent
        if place == goal:
            budget = spent + spare
        if place != start and not may_pass(place):
            continue
        for near in neighbours(place):
            points = cost(place, near)
            if points is not None and (budget is None or spent + points <= budget):
                steps.append((place, near, points))
                if near not in there:
                    heapq.heappush(queue, (spent + points, near))
    if budget is None:
        return None
    return OpenWay(start, goal, _useful(goal, there, steps, budget), budget)


def _useful(goal: str, there: Mapping[str, int], steps: Iterable[tuple[str, str, int]], budget: int) -> Steps:
    """The steps of ways that reach the goal within the budget."""
    into: dict[str, list[tuple[str, int]]] = {}
    for a, b, points in steps:
        into.setdefault(b, []).append((a, points))
    left: dict[str, int] = {}
    queue = [(0, goal)]
    while queue:
        more, place = heapq.heappop(queue)
        if place in left:
            continue
        left[place] = more
        for before, points in into.get(place, ()):
            if before not in left and there[before] + points + more <= budget:
                heapq.heappush(queue, (points + more, before))
    found: dict[str, list[tuple[str, int]]] = {place: [] for place in left}
    for a, b, points in steps:
        if a in left and b in left and there[a] + points + left[b] <= budget:
            found[a].append((b, points))
    return {place: tuple(nears) for place, nears in found.items()}


class Route(NamedTuple):
    """An open way as the ledger keeps it: whose it is, of which phase, and which control markers lay there then."""

    label: str  # `game.vlog#12`, "" for an action that somebody wrote
    units: tuple[str, ...]
    side: str
    when: str
    way: OpenWay
    marks: Mapping[str, frozenset[str]]  # hex -> sides, for the hexes whose holder is left open

    @property
    def key(self) -> str:
        return f"{self.label} {'+'.join(self.units)} {self.way.start}-{self.way.goal} {self.when}"

    def need(self) -> Need:
        """What would settle it, and where to say it."""
        ways = [" ".join(path[1:-1]) for path in self.way.ways()]
        told = " or ".join(f"by {way}" for way in ways if way)
        what = f"{self.units[0]} {self.way.start}-{self.way.goal}, {told or 'which way it went'}"
        return Need("house.yaml", "routes", f"{self.label} {what}") if self.label else Need("given", "route", what)


class Claim(NamedTuple):
    """A side that took a hex in a turn: surely (no key), or if a route led there."""

    side: str
    turn: str
    key: str = ""


class Deed(NamedTuple):
    """Something that happened if a route led by one of these hexes: told as a fact when it is sure."""

    key: str
    places: frozenset[str]
    told: str


class Open(NamedTuple):
    """What the ledger carries of open ways.

    `claims`: hex -> who held it before any of them, then who may have taken it, in order. `deeds`: what counts for
    good by which hexes were entered. `markers`: those of the board as they were last looked at.
    """

    routes: HashTrieMap[str, Route] = EMPTY_MAP
    claims: HashTrieMap[str, tuple[Claim, ...]] = EMPTY_MAP
    deeds: HashTrieMap[tuple[str, ...], tuple[Deed, ...]] = EMPTY_MAP
    markers: object = None


NONE_OPEN = Open()
