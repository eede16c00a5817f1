"""By which ways a move can have gone: what was said of it, and all that it could pay where nothing was said."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from builder.games.glorys_end.facts_base import remembered
from builder.games.glorys_end.facts_moves import Moves
from builder.games.glorys_end.open_ways import OpenWay, open_way
from builder.model import Action, Answer, Need, Unit
from builder.rules.memory import lasting

SAID = ("way", "said")


class Leg(NamedTuple):
    """A part of a move: a step to a neighbour, or a gap with all the ways across it (None where there is none)."""

    a: str
    b: str
    gap: bool
    way: OpenWay | None


class Routes(Moves):
    # ---- what was said

    @property
    @lasting
    def routes_said(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        """Ways that the case or the director tells: by unit and ends, or by step of a log and unit."""
        return {args: tuple(way.split("-")) for args, way in self.given.all("route")}

    def told(self, action: Action) -> Action:
        """The action with the hexes that somebody said it went by."""
        if "route" not in self.predicates or action.verb not in ("move", "retreat"):
            return action
        path = action.path
        for said in self._said_of(action):
            path = spliced(path, said) or path
        return action if path == action.path else replace(action, path=path, details=(*action.details, SAID))

    def told_how(self, action: Action) -> str:
        """`rail`, `ship` or `move`, where the director says which of them a drag was."""
        said = (self.given.get("by", str(ref), name) for ref in action.refs for name in ("", *action.units))
        return {"sea": "ship", "march": "move"}.get(found := next(filter(None, said), ""), found)

    def either(self, how: str = "") -> Answer[int]:
        """Steps of this player turn that may have gone by train, or by ship (`how`); the needs say of whom it is not
        known."""
        noted = [line.split(" ", 2) for line in self.ledger.note("either").splitlines()]
        noted = [(verb, int(steps), who) for verb, steps, who in noted if how in ("", verb)]
        ask = {"ship": "by rail or by sea", "move": "by rail or a march"}
        needs = tuple(Need("house.yaml", "routes", f"{who}: {ask[verb]}") for verb, _, who in noted)
        return Answer(sum(steps for _, steps, _ in noted), (), needs)

    def _said_of(self, action: Action) -> Iterable[tuple[str, ...]]:
        pairs = {f"{a}-{b}" for a in action.path for b in action.path}
        steps = {str(ref) for ref in action.refs}
        for args, way in self.routes_said.items():
            if len(args) == 2 and (
                (args[0] in action.units and args[1] in pairs) or (args[0] in steps and args[1] in ("", *action.units))
            ):
                yield way

    # ---- what is open

    def strange(self, way: OpenWay, side: str) -> frozenset[str]:
        """The hexes on an open way that the side does not surely hold; asks no other open way for it."""

        def held(place: str) -> bool:
            return place not in self.open.claims and self.recorded_control(place).value == side

        return frozenset(place for place in way.possible if self.on_map(place) and not held(place))

    @remembered
    def legs(self, action: Action) -> tuple[Leg, ...]:
        """The parts of a move or retreat in order; a drag that was too far about counts by its two ends."""
        path = action.path
        pairs = [(a, b) for a, b in itertools.pairwise(path) if a != b]
        touch = [self.adjacent(a, b) for a, b in pairs]
        steps = [Leg(a, b, near.known and not near.value, None) for (a, b), near in zip(pairs, touch, strict=True)]
        if not any(step.gap for step in steps):
            return tuple(steps)
        movers = self.units(action.units)
        if action.verb == "move" and action.detail(SAID[0]) != SAID[1] and self._slipped(movers, path):
            steps = [Leg(path[0], path[-1], True, None)]
        return tuple(s._replace(way=self._across(action, movers, s)) if s.gap else s for s in steps)

    def _slipped(self, movers: tuple[Unit, ...], path: tuple[str, ...]) -> bool:
        """Whether the places it was dropped on cost too much and its two ends do not."""
        if len(path) < 3:
            return False
        trips = [trip for trip in (self.trip(u.id, path) for u in movers) if trip is not None]
        far = any(trip.way.blocked is not None or self.spare(trip.unit, trip.way.points, trip.start) < 0
                  for trip in trips)  # fmt: skip
        if not far:
            return False
        for trip in trips:
            best = self.cheapest(trip.unit.id, path[0], path[-1])
            before = self.spent(trip.unit.id).value
            if best is None or self.spare(trip.unit, before + best.points, trip.start) < 0:
                return False
        return True

    def spare(self, unit: Unit, spent: int, start: str) -> int:
        """Points that a unit has over, with the one of a forced march where it may; less than nothing: too far."""
        more = self.limit("forced-march").value if self._may_force(unit, start) else 0
        return self.allowance(unit.id).value + more - spent

    @remembered
    def _may_force(self, unit: Unit, start: str) -> bool:
        may = self.may_force_march(unit, start)
        return may.value or bool(may.needs)

    def _across(self, action: Action, movers: tuple[Unit, ...], leg: Leg) -> OpenWay | None:
        """All ways of the whole stack; where it has none together, those of the first on foot."""
        if action.verb != "move":
            return self._shortest(movers, leg)
        spare = min((self._spare_for(u, action.path, leg) for u in movers), default=0)
        way = self._ways_of(movers, leg, spare)
        if way is None and len(movers) > 1:
            way = self._ways_of(movers[:1], leg, spare)
        perhaps = action.detail("by") == "either" or (action.inferred and not self.when.phase)
        if way is not None and perhaps and self._rode(movers, leg):
            way = replace(way, rode=True)
        return way

    def _spare_for(self, unit: Unit, path: tuple[str, ...], leg: Leg) -> int:
        trip = self.trip(unit.id, path)
        if trip is None or trip.way.blocked is not None:
            return 0
        spent = trip.way.points
        if (leg.a, leg.b) == (path[0], path[-1]) and len(path) > 2:  # the drag was too far about
            best = self.cheapest(unit.id, leg.a, leg.b)
            spent = self.spent(unit.id).value + (best.points if best is not None else 0)
        return max(self.spare(unit, spent, trip.start), 0)

    def _ways_of(self, movers: tuple[Unit, ...], leg: Leg, spare: int) -> OpenWay | None:
        def points(a: str, b: str) -> int | None:
            costs = [self.step_for(unit, a, b) for unit in movers]
            known = [cost.points for cost in costs if cost is not None]
            return max(known) if known and len(known) == len(costs) else None

        return open_way(leg.a, leg.b, self.neighbours, points, lambda p: self.may_go_on(movers[0], p), spare)

    def _shortest(self, movers: tuple[Unit, ...], leg: Leg) -> OpenWay | None:
        """A retreat spends no points: the ways of the fewest hexes."""

        def one(a: str, b: str) -> int | None:
            return None if any(self.step_for(unit, a, b) is None for unit in movers) else 1

        return open_way(leg.a, leg.b, self.neighbours, one, lambda p: True, 0)

    def _rode(self, movers: tuple[Unit, ...], leg: Leg) -> bool:
        """Infantry between two towns may have gone by train."""
        return {leg.a, leg.b} <= self.towns and all(self.is_infantry(u) or u.type == "siege-gun" for u in movers)


def spliced(path: tuple[str, ...], said: tuple[str, ...]) -> tuple[str, ...] | None:
    """The path with what was said between two of its places; None where the two do not lie on it in this order."""
    if said[0] not in path or said[-1] not in path:
        return None
    first, last = path.index(said[0]), path.index(said[-1])
    return (*path[:first], *said, *path[last + 1 :]) if first < last else None
