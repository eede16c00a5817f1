"""Supply through secondary sources: towns, depots, headquarters that feed others while they are fed themselves.

The net is worked out once, from the ultimate sources outward; then each unit's line is a look-up. Limits hold leg by
leg. Every leg says what it leads to, how long it is, and how long it may be.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

P = TypeVar("P", bound=Hashable)
Length = Callable[[P, P], int | None]


def one_each(_a: object, _b: object) -> int:
    """Length counted in hexes: every step is one."""
    return 1


@dataclass(frozen=True, slots=True)
class Terms:
    """What a line may do. `blocked` hexes are not entered; `length` of a step towards the source, None where closed.

    Neighbours must be mutual. A length may be 0: so a limit can count mountain sides alone, say.
    """

    neighbours: Callable[[P], Iterable[P]]
    blocked: Callable[[P], bool]
    length: Length = one_each


@dataclass(frozen=True, slots=True)
class Field:
    """For every hex that a line can start from: its least length, and the next hex on it."""

    lengths: Mapping[P, int]
    onward: Mapping[P, P]

    def line(self, place: P) -> tuple[P, ...] | None:
        """The hexes from `place` to its source, both included; None where no line leads."""
        if place not in self.lengths:
            return None
        found = [place]
        while found[-1] in self.onward:
            found.append(self.onward[found[-1]])
        return tuple(found)


def lines_to(sources: Iterable[P], terms: Terms, limit: int | None = None) -> Field:
    """The shortest lines to any of the sources from everywhere within `limit`; blocked sources feed nothing."""
    waiting: dict[int, list[tuple[P, P | None]]] = {0: [(place, None) for place in sources if not terms.blocked(place)]}
    lengths: dict[P, int] = {}
    onward: dict[P, P] = {}
    while waiting:
        so_far = min(waiting)
        for place, source in waiting[so_far]:  # steps of no length join this very list
            if place in lengths:
                continue
            lengths[place] = so_far
            if source is not None:
                onward[place] = source
            for near in terms.neighbours(place):
                if near in lengths or terms.blocked(near):
                    continue
                step = terms.length(near, place)
                if step is not None and (limit is None or so_far + step <= limit):
                    waiting.setdefault(so_far + step, []).append((near, place))
        del waiting[so_far]
    return Field(lengths, onward)


@dataclass(frozen=True, slots=True)
class Tier:
    """Sources of one kind. Units within `reach` draw on them; their own line to an earlier tier is at most `onward`.

    None is any length. `ultimate` sources need no line. `terms`: those of their own line, where not a unit's.
    """

    name: str
    places: Collection[P]
    reach: int | None
    onward: int | None = None
    ultimate: bool = False
    terms: Terms | None = None


@dataclass(frozen=True, slots=True)
class SupplyLeg:
    """One leg: its hexes, both ends included, what kind of source it leads to, its length and limit."""

    path: tuple[P, ...]
    to: str
    length: int
    limit: int | None

    def __str__(self) -> str:
        most = "any length" if self.limit is None else f"{self.limit} at most"
        return f"{'-'.join(map(str, self.path))} to {self.to}, {self.length}, {most}"


@dataclass(frozen=True, slots=True)
class Net:
    """Every source that is fed, and for each reach the lines to those that serve so far."""

    terms: Terms
    kinds: Mapping[P, str]  # live source -> name of its tier
    feeds: Mapping[P, SupplyLeg]  # live source of a later tier -> the leg that feeds it
    fields: Mapping[int | None, Field]

    def line(self, start: P) -> tuple[SupplyLeg, ...] | None:
        """The legs from `start` to an ultimate source, the first as short as any; None where it is out of supply.

        The start is no part of the way: it may be blocked. A unit on a source has a first leg of one hex.
        """
        found = [(*way, limit) for limit, lines in self.fields.items() if (way := self._first(start, lines, limit))]
        if not found:
            return None
        length, path, limit = min(found, key=lambda way: way[0])
        legs = [SupplyLeg(path, self.kinds[path[-1]], length, limit)]
        while legs[-1].path[-1] in self.feeds:
            legs.append(self.feeds[legs[-1].path[-1]])
        return tuple(legs)

    def _first(self, start: P, lines: Field, limit: int | None) -> tuple[int, tuple[P, ...]] | None:
        """Length and hexes of the first leg; from a blocked hex by way of its neighbours."""
        if start in lines.lengths:
            return lines.lengths[start], lines.line(start) or ()
        best = None
        for near in self.terms.neighbours(start) if self.terms.blocked(start) else ():
            step = self.terms.length(start, near)
            if near not in lines.lengths or step is None:
                continue
            length = lines.lengths[near] + step
            if (limit is None or length <= limit) and (best is None or length < best[0]):
                best = length, near
        return best and (best[0], (start, *(lines.line(best[1]) or ())))


def net(tiers: Sequence[Tier], terms: Terms) -> Net:
    """The supply net of `tiers`, each fed by those before it alone. `terms` are those of a unit's own leg.

    A source that is not ultimate is live where a line within its tier's `onward` leads to a live one of an earlier
    tier. An ultimate one listed last feeds units and no other source. A place in two tiers serves in both.
    """
    kinds: dict[P, str] = {}
    feeds: dict[P, SupplyLeg] = {}
    serving: dict[int | None, list[P]] = {}
    for tier in tiers:
        rules = tier.terms or terms
        fed = lines_to(() if tier.ultimate else kinds, rules, tier.onward)
        live = [p for p in tier.places if p in kinds or (not rules.blocked(p) if tier.ultimate else p in fed.lengths)]
        for place in live:
            if place not in kinds and not tier.ultimate:
                path = fed.line(place) or ()
                feeds[place] = SupplyLeg(path, kinds[path[-1]], fed.lengths[place], tier.onward)
        kinds |= {place: tier.name for place in live if place not in kinds}
        serving.setdefault(tier.reach, []).extend(live)
    return Net(terms, kinds, feeds, {reach: lines_to(places, terms, reach) for reach, places in serving.items()})
