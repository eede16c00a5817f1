"""Operational movement: what a step costs a unit, what its way cost, how far it may go."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from builder.games.glorys_end.facts_base import remembered, seen
from builder.games.glorys_end.facts_supply import Supply
from builder.kit import movement
from builder.kit.movement import Cost, Way
from builder.model import Answer, Evidence, Need, Reason, Tag, Unit


@dataclass(frozen=True, slots=True)
class Trip:
    """A unit's way in this phase up to the end of one action.

    `way` is the way as gone, gaps filled by the cheapest path (`filled`); `fresh` when the unit had not moved before.
    """

    unit: Unit
    way: Way
    start: str
    fresh: bool
    filled: bool

    @property
    def steps(self) -> int:
        return len(self.way.path) - 1


class Moves(Supply):
    # ---- allowance

    @remembered
    def allowance(self, name: str) -> Answer[int]:
        """Points this phase: the printed factor, halved out of command (10.2.a)."""
        stated = self.stated("allowance", name)
        if stated is not None:
            return Answer(int(stated.value), stated.reasons)
        unit = self.unit(name)
        if unit is None:
            return Answer(0, needs=(Need("given", f"allowance {name}"),))
        printed, command = self.printed(unit, "movement"), self.in_command(unit)
        value = printed.value if command.value else printed.value // 2
        halved = () if command.value else command.reasons
        return Answer(value, printed.reasons + halved, printed.needs + command.needs)

    def may_force_march(self, unit: Unit, start: str) -> Answer[bool]:
        """German infantry, turns 2 to 6, starting west of the Meuse in supply and in command (12.10)."""
        if unit.side != "german" or not self.is_infantry(unit):
            return Answer(False, (seen(f"{unit.id}", f"{unit.nation} {unit.type}"),))
        turn = self.turn()
        if turn.known and not 2 <= turn.value <= 6:
            return Answer(False, turn.reasons)
        asked = (self.west_of_meuse(start), self.in_command(unit), self.supply_at_start(unit))
        no = next((a for a in asked if a.known and not a.value), None)
        if no is not None:
            return Answer(False, no.reasons)
        needs = turn.needs + tuple(n for a in asked for n in a.needs)
        return Answer(True, tuple(r for a in asked for r in a.reasons), needs)

    def supply_at_start(self, unit: Unit) -> Answer[bool]:
        """Supplied where the move began counts for the whole of it (7.5.g)."""
        start = self.ledger.started.get(unit.id, unit.place)
        stated = self.said_yes("supplied", unit.id)
        if stated is not None or start == unit.place:
            return stated or self.supplied(unit.id)
        noted = self.ledger.note("supplied-at-start", unit.id)
        if noted:
            return Answer(noted == "yes", (seen(f"{unit.id} supplied as its move began", noted),))
        return self.supplied_at(start, unit.side, unit.nation)

    def port_supply_at_start(self, unit: Unit) -> Answer[bool]:
        """The same of British and Belgians by a port, which serves them for all but strategic movement (7.9)."""
        start = self.ledger.started.get(unit.id, unit.place)
        if unit.nation not in ("british", "belgian") or start == unit.place or self.given.blank:
            return Answer(False)
        return self.port_supply_at(start)

    # ---- cost

    def step_for(self, unit: Unit, a: str, b: str) -> Cost | None:
        """The terrain's cost, or None where this unit may not go: enemy units, positions closed to it."""
        if b in self.foe_places(unit.side) and any(foe.type != "siege-gun" for foe in self.foes_at(b, unit.side)):
            return None
        if not self.is_infantry(unit):
            zone, trench = self.zone(b), self.trench(b)
            if (zone and zone != unit.side) or (trench and trench != unit.side and unit.type == "cavalry"):
                return None
        return self.step(a, b)

    def may_go_on(self, unit: Unit, place: str) -> bool:
        """False where an enemy fortified zone halts the move (14.3)."""
        zone = self.zone(place)
        return not zone or zone == unit.side

    @remembered
    def trip(self, name: str, path: tuple[str, ...]) -> Trip | None:
        """The unit's whole way this phase if it goes on by `path` (origin first); None for an unknown unit."""
        unit = self.unit(name)
        if unit is None or len(path) < 2:
            return None
        before = self.ledger.ways.get(name, ())
        joined = before + path[1:] if before and before[-1] == path[0] else path
        way, filled = self._filled(unit, joined)
        return Trip(unit, way, joined[0], not before, filled)

    def _filled(self, unit: Unit, path: tuple[str, ...]) -> tuple[Way, bool]:
        """The way along a path; between places that do not touch, the cheapest one is taken.

        Steps as gone are priced by the ground alone: entering enemies is the matter of 12.4.
        """
        full, filled = [path[0]], False
        for a, b in itertools.pairwise(path):
            touch = self.adjacent(a, b)
            if touch.value or not touch.known or a == b:
                full += [b] if a != b else []
                continue
            filled = True
            between = self._cheapest(unit, a, b, None)
            if between is None:
                return Way(tuple(full), movement.path_cost(tuple(full), self.step).legs, (a, b)), True
            full += between.path[1:]
        return movement.path_cost(tuple(full), self.step), filled

    def _cheapest(self, unit: Unit, start: str, goal: str, budget: int | None) -> Way | None:
        return movement.cheapest_path(
            start, goal, self.neighbours, lambda a, b: self.step_for(unit, a, b), budget,
            may_pass=lambda place: self.may_go_on(unit, place),
        )  # fmt: skip

    @remembered
    def cheapest(self, name: str, start: str, goal: str) -> Way | None:
        """The cheapest permitted way, whatever it costs; None where there is none."""
        unit = self.unit(name)
        if unit is None:
            return None
        if start == goal:
            return Way((start,))
        return self._cheapest(unit, start, goal, None)

    def reach(self, name: str) -> movement.Reach | None:
        """Where a unit that stands still may go, and for how much; the one-hex guarantee of 12.3 included."""
        unit, allowance = self.unit(name), self.allowance(name)
        if unit is None or not allowance.known:
            return None
        return movement.reach(
            unit.place, self.neighbours, lambda a, b: self.step_for(unit, a, b), allowance.value,
            minimum_move=self.guaranteed(unit), may_pass=lambda place: self.may_go_on(unit, place),
        )  # fmt: skip

    def guaranteed(self, unit: Unit) -> bool:
        """Whether the one-hex guarantee holds: a printed factor above zero, nothing that bars moving."""
        return self.printed(unit, "movement").value > 0 and self.did(unit, "rebuild", "dig", "rail", "ship") is None

    def spent(self, name: str, cheapest: bool = False) -> Answer[int]:
        """Points spent so far this phase; `cheapest` takes the least the same end can have cost."""
        unit = self.unit(name)
        path = self.ledger.ways.get(name, ())
        if unit is None or len(path) < 2:
            return Answer(0, (seen(f"points spent by {name}", 0),))
        way, _ = self._filled(unit, path)
        if cheapest:
            best = self.cheapest(name, path[0], path[-1])
            if best is not None and best.points < way.points:
                way = best
        return Answer(way.points, way.reasons, way.needs)

    def went_hex_by_hex(self, name: str) -> bool:
        """Whether each place of the unit's way so far touches the one before, so that the way lies open."""
        return all(self.adjacent(a, b).value for a, b in itertools.pairwise(self.ledger.ways.get(name, ())))

    def points_left(self, name: str, cheapest: bool = False) -> Answer[int]:
        allowance, spent = self.allowance(name), self.spent(name, cheapest)
        left = allowance.value - spent.value
        reason = Reason(f"points left to {name}", left, Evidence(Tag.BOOK, "12.1"))
        return Answer(left, (*allowance.reasons, *spent.reasons, reason), allowance.needs + spent.needs)
