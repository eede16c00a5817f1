"""Connected areas: what hangs together, and what is cut off from everything that would keep it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Hashable, Iterable
from typing import TypeVar

P = TypeVar("P", bound=Hashable)
Neighbours = Callable[[P], Iterable[P]]
Joined = Callable[[P, P], bool]


def everywhere(_a: object, _b: object) -> bool:
    """Every pair of neighbours hangs together."""
    return True


def area(start: P, neighbours: Neighbours, within: Container[P], joined: Joined = everywhere) -> frozenset[P]:
    """All of `within` that hangs together with `start`; none where `start` itself does not belong to it."""
    if start not in within:
        return frozenset()
    seen, waiting = {start}, [start]
    while waiting:
        place = waiting.pop()
        for near in neighbours(place):
            if near not in seen and near in within and joined(place, near):
                seen.add(near)
                waiting.append(near)
    return frozenset(seen)


def areas(places: Collection[P], neighbours: Neighbours, joined: Joined = everywhere) -> tuple[frozenset[P], ...]:
    """The places parted into connected areas, the largest first, equal ones in the order given."""
    members, seen, found = frozenset(places), set(), []
    for place in places:
        if place not in seen:
            found.append(area(place, neighbours, members, joined))
            seen |= found[-1]
    return tuple(sorted(found, key=len, reverse=True))


def pockets(
    places: Collection[P], neighbours: Neighbours, anchors: Container[P], joined: Joined = everywhere
) -> tuple[frozenset[P], ...]:
    """The areas that hold no anchor: a map edge, a port, a home country, whatever keeps an area alive."""
    return tuple(one for one in areas(places, neighbours, joined) if not any(place in anchors for place in one))
