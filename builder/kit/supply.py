"""Lines of supply: traced step by step from a unit to a source, past nothing that blocks.

Sources that must trace on themselves, as towns and headquarters do, are the matter of `supply_net.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable
from typing import TypeVar

P = TypeVar("P", bound=Hashable)


class Such(Container[P]):
    """Sources by a question, which is put only for the hexes that a line comes to."""

    __slots__ = ("question",)

    def __init__(self, question: Callable[[P], bool]):
        self.question = question

    def __contains__(self, place: object) -> bool:
        return self.question(place)


def trace(
    start: P,
    sources: Container[P],
    neighbours: Callable[[P], Iterable[P]],
    blocked: Callable[[P], bool],
    closed: Callable[[P, P], bool],
    limit: int | None,
) -> tuple[P, ...] | None:
    """A shortest line from `start` to the nearest source, both included; None where there is none.

    Length is counted in steps: the source's hex counts, the unit's does not. `blocked` hexes are neither entered nor
    serve as source, apart from the start itself; `closed` sides are not crossed. `limit` None: any length.
    """
    if start in sources:
        return (start,)
    came: dict[P, P] = {}
    ring, seen, length = [start], {start}, 0
    while ring and (limit is None or length < limit):
        length += 1
        found = []
        for place in ring:
            for near in neighbours(place):
                if near in seen or blocked(near) or closed(place, near):
                    continue
                seen.add(near)
                came[near] = place
                if near in sources:
                    return _back(near, came)
                found.append(near)
        ring = found
    return None


def fed(
    seeds: Iterable[P],
    neighbours: Callable[[P], Iterable[P]],
    blocked: Callable[[P], bool],
    closed: Callable[[P, P], bool],
    limit: int | None = None,
) -> frozenset[P]:
    """Every hex from which a line (of at most `limit` steps) leads to one of the seeds; blocked seeds feed nothing."""
    ring = [seed for seed in dict.fromkeys(seeds) if not blocked(seed)]
    seen, length = set(ring), 0
    while ring and (limit is None or length < limit):
        length += 1
        found = []
        for place in ring:
            for near in neighbours(place):
                if near in seen or closed(near, place) or blocked(near):
                    continue
                seen.add(near)
                found.append(near)
        ring = found
    return frozenset(seen)


def _back(place: P, came: dict[P, P]) -> tuple[P, ...]:
    line = [place]
    while line[-1] in came:
        line.append(came[line[-1]])
    return tuple(reversed(line))
