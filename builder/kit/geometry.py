"""Rings, ranges and lines. Places are any hashable values; `neighbours` says what touches what."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

from builder.model import Hex

P = TypeVar("P", bound=Hashable)
Neighbours = Callable[[P], Iterable[P]]


def rings(start: P, neighbours: Neighbours, limit: int | None = None) -> Iterator[tuple[P, ...]]:
    """Ring 0 is (start,), ring n all places n steps away; each ring in the order found, until none is left."""
    ring: tuple[P, ...] = (start,)
    seen = {start}
    distance = 0
    while ring:
        yield ring
        if distance == limit:
            return
        found: dict[P, None] = {}
        for place in ring:
            for near in neighbours(place):
                if near not in seen:
                    found.setdefault(near)
        seen.update(found)
        ring = tuple(found)
        distance += 1


def ring(start: P, neighbours: Neighbours, radius: int) -> tuple[P, ...]:
    """Exactly `radius` steps away; ValueError for a negative radius."""
    if radius < 0:
        raise ValueError(f"a ring has no radius {radius}")
    for number, places in enumerate(rings(start, neighbours, radius)):
        if number == radius:
            return places
    return ()


def within(start: P, neighbours: Neighbours, radius: int) -> tuple[P, ...]:
    """All places at most `radius` steps away, the nearest first, `start` included."""
    return tuple(place for places in rings(start, neighbours, radius) for place in places)


def distance(a: P, b: P, neighbours: Neighbours, limit: int | None = None) -> int | None:
    """Steps from a to b; None where b is not reached (within `limit`)."""
    for number, places in enumerate(rings(a, neighbours, limit)):
        if b in places:
            return number
    return None


def line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The straight line of hexes from a to b, both included; a line along a hexside keeps to one of the two sides."""
    steps = a.distance(b)
    if not steps:
        return (a,)
    return tuple(_rounded(a, b, number / steps) for number in range(steps + 1))


NUDGE = 1e-6  # off the hexsides, always to the same side


def _rounded(a: Hex, b: Hex, share: float) -> Hex:
    q = a.q + NUDGE + (b.q - a.q) * share
    r = a.r + 2 * NUDGE + (b.r - a.r) * share
    s = -q - r
    whole = [round(q), round(r), round(s)]
    off = [abs(whole[0] - q), abs(whole[1] - r), abs(whole[2] - s)]
    worst = off.index(max(off))
    if worst == 0:
        whole[0] = -whole[1] - whole[2]
    elif worst == 1:
        whole[1] = -whole[0] - whole[2]
    return Hex(whole[0], whole[1])
