"""Floods over hexes that are the bits of one number: a ring about a thousand hexes grows by a few shifts.

For a map that does not change and is asked over and over, such as the ground under supply lines; `supply.trace` does
the same for any neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

Bits = int  # a set of hexes


class Floods:
    """`joined`: hex -> the hexes that a line may go on to, the same both ways; `at`: where a hex stands, as two whole
    numbers that differ by the same step between neighbours anywhere (an axial pair): the fewer steps, the faster."""

    def __init__(self, joined: Mapping[str, Iterable[str]], at: Callable[[str], tuple[int, int]]):
        spots = {place: at(place) for place in joined}
        low_q, low_r = (min((spot[n] for spot in spots.values()), default=0) for n in (0, 1))
        width = 1 + max((r for _, r in spots.values()), default=0) - low_r
        numbers = {place: (q - low_q) * width + r - low_r for place, (q, r) in spots.items()}
        self._places = {number: place for place, number in numbers.items()}
        self._bits = {place: 1 << number for place, number in numbers.items()}
        ways: dict[int, int] = {}
        for place, nears in joined.items():
            for near in nears:
                step = numbers[near] - numbers[place]
                ways[step] = ways.get(step, 0) | self._bits[place]
        self._on = tuple((step, places) for step, places in ways.items() if step > 0)
        self._back = tuple((-step, places) for step, places in ways.items() if step < 0)

        self.all: Bits = sum(self._bits.values())

    def bits(self, places: Iterable[str]) -> Bits:
        """What is no hex of the map is left out."""
        found, known = 0, self._bits
        for place in places:
            if place in known:
                found |= known[place]
        return found

    def has(self, hexes: Bits, place: str) -> bool:
        return bool(hexes & self._bits.get(place, 0))

    def places(self, hexes: Bits) -> Iterator[str]:
        while hexes:
            lowest = hexes & -hexes
            yield self._places[lowest.bit_length() - 1]
            hexes ^= lowest

    def grown(self, hexes: Bits) -> Bits:
        """All that one step leads to."""
        found = 0
        for step, places in self._on:
            found |= (hexes & places) << step
        for step, places in self._back:
            found |= (hexes & places) >> step
        return found

    def fed(self, seeds: Bits, blocked: Bits, limit: int | None = None) -> Bits:
        """Every hex that a line (of at most `limit` steps) joins to one of the seeds; blocked ones feed nothing."""
        ring = found = seeds & ~blocked
        length = 0
        while ring and length != limit:
            length += 1
            ring = self.grown(ring) & ~(found | blocked)
            found |= ring
        return found

    def line(
        self,
        start: str,
        sources: Bits,
        blocked: Bits,
        limit: int | None = None,
        sure: Callable[[str], bool] = lambda place: True,
        leap: Bits = 0,
    ) -> tuple[str, ...] | None:
        """A shortest line to the nearest source that is `sure`, both ends included; None where there is none.

        Blocked hexes are neither entered nor serve as source, apart from the start. All hexes of `leap` touch.
        """
        ring = seen = self._bits.get(start, 0)
        if ring & sources and sure(start):
            return (start,)
        rings: list[Bits] = []
        while ring and len(rings) != limit:
            rings.append(ring)
            further = self.grown(ring)
            if ring & leap:
                further |= leap
            ring = further & ~(seen | blocked)
            seen |= ring
            goal = next((place for place in self.places(ring & sources) if sure(place)), None)
            if goal is not None:
                return self._back_along(goal, rings, leap)
        return None

    def _back_along(self, goal: str, rings: list[Bits], leap: Bits) -> tuple[str, ...]:
        line = [goal]
        for ring in reversed(rings):
            here = self._bits[line[-1]]
            before = (self.grown(here) | (leap if here & leap else 0)) & ring
            line.append(next(self.places(before)))
        return tuple(reversed(line))
