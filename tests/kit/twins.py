"""Slow twins of kit: naive, plainly right, and written without it. They take what a board gives and nothing more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence


def lengths_from(start, places: Collection, neighbours: Callable, step: Callable, passes: Callable = lambda p: True):
    """Least sums from `start` to every place, by relaxing every pair until nothing changes any more.

    `step(a, b)` is a number or None; a way may go on from the start and from places that `passes`.
    """
    least = {start: 0}
    changed = True
    while changed:
        changed = False
        for a in places:
            if a not in least or (a != start and not passes(a)):
                continue
            for b in neighbours(a):
                points = step(a, b)
                if points is not None and (b not in least or least[a] + points < least[b]):
                    least[b] = least[a] + points
                    changed = True
    return least


def reached(start, places, neighbours, step, budget, minimum=None, passes=lambda p: True):
    """What a budget buys; `minimum(a, b)` says where the one-hex guarantee holds, None where a game has none."""
    found = {p: n for p, n in lengths_from(start, places, neighbours, step, passes).items() if n <= budget}
    for near in neighbours(start):
        if minimum and near not in found and step(start, near) is not None and minimum(start, near):
            found[near] = budget
    return found


def spread(start, neighbours, radius: int) -> set:
    """Every place within so many steps, whatever they cost."""
    found = {start}
    for _ in range(radius):
        found |= {near for place in found for near in neighbours(place)}
    return found


def supplied(start, tiers: Sequence[tuple], places, neighbours, blocked, step) -> int | None:
    """The length of the first leg, None for none. A tier is (places, reach, onward), the ultimate ones first."""
    live = _live(tiers, places, neighbours, blocked, step)
    lengths = _unit_lengths(start, places, neighbours, blocked, step)
    fits = [lengths[p] for (members, reach, _), alive in zip(tiers, live, strict=True) for p in members
            if p in alive and p in lengths and (reach is None or lengths[p] <= reach)]  # fmt: skip
    return min(fits, default=None)


def _live(tiers, places, neighbours, blocked, step) -> list[set]:
    live: list[set] = []
    for number, (members, _, onward) in enumerate(tiers):
        earlier = set().union(*live)
        alive = set()
        for member in members:
            if blocked(member):
                continue
            lengths = _unit_lengths(member, places, neighbours, blocked, step)
            if number == 0 or any(
                source in lengths and (onward is None or lengths[source] <= onward) for source in earlier
            ):
                alive.add(member)
        live.append(alive)
    return live


def _unit_lengths(start, places, neighbours, blocked, step):
    return lengths_from(start, places, neighbours, lambda a, b: None if blocked(b) else step(a, b))


def parts(places: Collection, neighbours, joined) -> set[frozenset]:
    """Connected areas by merging sets until no two touch."""
    sets = [{p} for p in places]
    merged = True
    while merged:
        merged = False
        for one in sets:
            for other in sets:
                if one is not other and any(b in other and joined(a, b) for a in one for b in neighbours(a)):
                    one |= other
                    sets.remove(other)
                    merged = True
                    break
            if merged:
                break
    return {frozenset(one) for one in sets}


def exerted(pieces: Iterable[tuple[Hashable, Hashable]], places, neighbours, stops) -> Mapping:
    """place -> the pieces whose zone reaches it, asked place by place."""
    return {
        place: found
        for place in places
        if (found := {unit for unit, at in pieces if place in neighbours(at) and not stops(unit, at, place)})
    }


def fewest_missing(held, start, goal, places, neighbours, joined) -> int | None:
    """How few hexes that nobody holds a chain from edge to edge needs."""
    fits = []
    for first in start:
        least = lengths_from(first, places, neighbours, lambda a, b: int(b not in held) if joined(a, b) else None)
        fits += [least[last] + (first not in held) for last in goal if last in least]
    return min(fits, default=None)
