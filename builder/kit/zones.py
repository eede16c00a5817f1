"""Zones of control: who exerts into which hex, what stops a zone at a side, what lifts it, each with its reason."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from builder.model import Evidence, Reason

P = TypeVar("P", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Hold(NamedTuple):
    """One piece's zone over one hex: the piece, and where it stands."""

    by: object
    source: object


@dataclass(frozen=True, slots=True)
class Zones:
    """The hexes that one side controls by its zones.

    `holds` has every controlled hex with the pieces that exert into it. `stopped` says of each pair (from, to) why no
    zone of those in `from` reaches `to`, `lifted` of each hex why the zones over it do not count.
    """

    holds: Mapping[P, tuple[Hold, ...]]
    stopped: Mapping[tuple[P, P], Reason]
    lifted: Mapping[P, Reason]

    def __contains__(self, place: P) -> bool:
        return place in self.holds

    def over(self, place: P) -> tuple[Hold, ...]:
        return self.holds.get(place, ())

    def without(self, lifts: Callable[[P], Reason | None]) -> Zones:
        """The zones that still count for one purpose: `lifts` says why a hex is free, a friendly unit there say."""
        why = {place: reason for place in self.holds if (reason := lifts(place)) is not None}
        kept = {place: holds for place, holds in self.holds.items() if place not in why}
        return Zones(kept, self.stopped, {**self.lifted, **why})

    def toll(self, a: P, b: P, entering: int, leaving: int, evidence: Evidence) -> tuple[Reason, ...]:
        """What a step from a to b costs more for zones, as addends: leaving one, entering one, both or nothing."""
        found = []
        if leaving and a in self.holds:
            found.append(Reason(f"leaves the zone of {_names(self.holds[a])}", leaving, evidence))
        if entering and b in self.holds:
            found.append(Reason(f"enters the zone of {_names(self.holds[b])}", entering, evidence))
        return tuple(found)


def zones(
    pieces: Iterable[tuple[U, P]],
    neighbours: Callable[[P], Iterable[P]],
    stops: Callable[[U, P, P], Reason | None],
) -> Zones:
    """The zones of `pieces`, (piece, its hex) pairs that exert at all, into the hexes around each.

    `stops` says why a piece's zone does not pass from its hex into a neighbour: an impassable side, ground it has no
    hold over; None where it does. A piece's own hex is none of its zone.
    """
    holds: dict[P, tuple[Hold, ...]] = {}
    stopped: dict[tuple[P, P], Reason] = {}
    for piece, place in pieces:
        for near in neighbours(place):
            reason = stops(piece, place, near)
            if reason is None:
                holds[near] = (*holds.get(near, ()), Hold(piece, place))
            else:
                stopped[place, near] = reason
    return Zones(holds, stopped, {})


def _names(holds: tuple[Hold, ...]) -> str:
    return " and ".join(str(hold.by) for hold in holds)
