"""Operational movement: what bars a step, what it costs, how far a unit may go (chapter 12)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from builder.games.tgwie.facts_base import joined, missing, seen
from builder.games.tgwie.facts_calendar import WEATHERS
from builder.games.tgwie.facts_stack import Stacks
from builder.kit import movement
from builder.kit.movement import Cost, Way
from builder.model import Answer, Evidence, Reason, Tag, Unit
from builder.rules.memory import lasting, remembered

BEACHES = frozenset({"E1022", "E1122"})
BEYOND_THE_BEACHES = "E1023"
SLACK = 6  # points beyond the allowance to which a way that was not shown is looked for


@dataclass(frozen=True, slots=True)
class Bar:
    """What forbids a step: its rule, a sentence, and whether it does as far as is known."""

    rule: str
    text: str
    shut: Answer[bool]


@dataclass(frozen=True, slots=True)
class Trip:
    """A unit's way in this phase up to the end of one action; `fresh` when it had not moved before.

    Gaps of the way are filled by the cheapest path (`filled`); `whole` is the way itself.
    """

    unit: Unit
    way: Way
    fresh: bool
    filled: bool

    @property
    def whole(self) -> tuple[str, ...]:
        return self.way.path


class Moves(Stacks):
    # ---- what bars a step

    def bars(self, unit: Unit, a: str, b: str) -> Iterator[Bar]:
        """Everything that forbids this unit the step, the surest prohibitions first."""
        yield from self._map_bars(a, b)
        yield from self._unit_bars(unit, b)
        yield self._alpine(unit, b)

    @lasting
    def _sea(self, a: str, b: str) -> Answer[bool]:
        side = self.side(a, b)
        if "haff" in side.value:
            return joined(False, side)
        ends = [self.terrain(place) for place in (a, b)]
        shut = "all-sea" in side.value or any(end.value in ("sea", "off the map") for end in ends)
        closed = self.has(b, "closed")
        return joined(shut or closed.value, side, *ends, closed)

    def _map_bars(self, a: str, b: str) -> Iterator[Bar]:
        yield Bar("12.5.A.2", f"{a}-{b} leads over the sea", self._sea(a, b))
        yield Bar("12.5.A.3", f"{b} is neutral ground", self.neutral(b))
        yield Bar("12.5.B", f"{a}|{b} is a lake", self.lake_shut(a, b))

    def lake_shut(self, a: str, b: str) -> Answer[bool]:
        """Lakes are crossed in snow alone (12.5.B)."""
        side = self.side(a, b)
        if "lake" not in side.value:
            return joined(False, side)
        where = self.theatre(b)
        weather = self.weather(where.value) if where.known else missing("given", "weather")
        return joined(weather.value != "snow", side, where, weather)

    def _unit_bars(self, unit: Unit, b: str) -> Iterator[Bar]:
        foes = self.blocking(unit, b)
        yield Bar("12.5.A.1", f"{foes[0].id if foes else 'nobody'} stands in {b}",
                  Answer(bool(foes), (seen(f"in {b}", foes[0].id if foes else "no enemy"),)))  # fmt: skip
        yield Bar("12.5.A.4", f"{b} holds an intact enemy fort", self.enemy_fort(unit.side, b))
        if b in BEACHES:
            onto = unit.side == "central"
            yield Bar("7.13.H", "the Central Powers never enter a beach",
                      Answer(onto, (seen(f"side of {unit.id}", unit.side),)))  # fmt: skip

    def blocking(self, unit: Unit, place: str) -> tuple[Unit, ...]:
        """Enemies that keep a unit out; headquarters alone fall to a combat unit (13.13.3.G)."""
        foes = self.foes_at(place, unit.side)
        if self.is_combat_unit(unit) and foes and not any(map(self.is_combat_unit, foes)):
            return ()
        return foes

    @remembered
    def enemy_fort(self, side: str, place: str) -> Answer[bool]:
        """Whether an intact work of the enemy stands there (12.5.A.4)."""
        kind = self.fort(place)
        if not kind.value:
            return joined(False, kind)
        holder = self.control(place)
        if holder.known and holder.value:
            return joined(holder.value != side, kind, holder)
        nation = self.fort_nation(place)
        owner = (
            self.side_of_nation(nation.value) if nation.known and nation.value else missing("given", f"fort {place}")
        )
        return joined(bool(owner.value) and owner.value != side, kind, nation, owner)

    def _alpine(self, unit: Unit, b: str) -> Bar:
        ground = self.terrain(b)
        shut = ground.value == "alpine" and unit.type != "mountain"
        return Bar("12.5.C", f"{b} is alpine and {unit.id} no mountain unit",
                   joined(shut, ground, more=(seen(f"type of {unit.id}", unit.type or "none"),)))  # fmt: skip

    # ---- what a step costs

    @remembered
    def cost(self, a: str, b: str, weather: str = "") -> Cost:
        """Points to go from a to its neighbour b, whoever may; where weather is unknown the least it may be."""
        where = self.theatre(b)
        known = (weather,) if weather else self.possible_weather(where.value) if where.known else WEATHERS
        costs = [self._over(a, b, one) for one in known]
        best = min(costs, key=lambda cost: cost.points)
        if len({cost.points for cost in costs}) == 1:
            return best
        found = self.weather(where.value) if where.known else where
        return Cost(best.points, best.reasons, (*best.needs, *found.needs))

    @lasting
    def _over(self, a: str, b: str, weather: str) -> Cost:
        terrain, side = self.terrain(b), self.side(a, b)
        needs = [*terrain.needs, *side.needs]
        if "haff" in side.value:
            return self._entry("haff", weather, side.reasons, needs)
        if not terrain.known:
            return Cost(1, (), tuple(needs))
        ground = terrain.value
        found = self._entry(ground, weather, terrain.reasons, needs)
        if "pass" in side.value:
            along = self._entry("pass", weather, (*terrain.reasons, *side.reasons), needs)
            found = along if along.points < found.points else found
        waste = self.devastated(b)
        if waste.value and found.points < 2:
            found = self._entry("devastated", weather, waste.reasons, needs)
        if "river" in side.value:
            extra = self._entry("river", weather, side.reasons, [])
            if extra.points:
                found = Cost(found.points + extra.points, (*found.reasons, *extra.reasons),
                             (*found.needs, *extra.needs))  # fmt: skip
        return found

    def _entry(self, row: str, weather: str, because: tuple[Reason, ...], needs: list) -> Cost:
        found = self.number("terrain_effects", row, weather)
        reason = tuple(Reason(row, found.value, r.evidence, r.source) for r in found.reasons)
        return Cost(found.value, (*because, *reason), (*needs, *found.needs))

    # ---- allowance and way

    @remembered
    def allowance(self, name: str) -> Answer[int]:
        """Points this phase: the printed factor, on the west map twice that (12.2)."""
        stated = self.said_number("allowance", name)
        if stated is not None:
            return stated
        unit = self.unit(name)
        if unit is None:
            return missing("given", f"allowance {name}")
        place = self.ledger.started.get(name, unit.place)
        printed, where = self.printed(unit, "movement"), self.theatre(place)
        if not where.known:
            return Answer(printed.value, printed.reasons, printed.needs + where.needs)
        twice = where.value != "east"
        more = (Reason("west map", "twice the factor", Evidence(Tag.BOOK, "12.2")),) if twice else ()
        return joined(printed.value * (2 if twice else 1), printed, where, more=more)

    def open_step(self, unit: Unit, a: str, b: str) -> Cost | None:
        """The cost of a step that nothing bars; None where something does. What is unknown does not bar."""
        shut = self._shut(unit.side, unit.type == "mountain", self.is_combat_unit(unit), a, b)
        return None if shut else self.cost(a, b)

    @remembered
    def _shut(self, side: str, climber: bool, fights: bool, a: str, b: str) -> bool:
        """Whether something is known to bar the step for units of this kind."""
        kind = "mountain" if climber else "infantry" if fights else "hq"
        probe = Unit("any", side, "", kind, "", a, 1, 1)
        return any(bar.shut.known and bar.shut.value for bar in self.bars(probe, a, b))

    def reach(self, name: str, budget: int | None = None) -> movement.Reach:
        """Every hex that the unit may move to from where it stands, with the one hex that any unit may go (12.4)."""
        unit = self.state.units[name]
        allowance = self.allowance(name)
        points = budget if budget is not None else allowance.value - self.spent(name).value
        fresh = name not in self.ledger.ways
        return movement.reach(unit.place, self.neighbours, lambda a, b: self.open_step(unit, a, b), points,
                              minimum_move=fresh and self.printed(unit, "movement").value > 0)  # fmt: skip

    @remembered
    def trip(self, name: str, path: tuple[str, ...]) -> Trip | None:
        """The unit's whole way of this phase once it has gone this path too."""
        unit = self.unit(name)
        if unit is None or len(path) < 2:
            return None
        before = self.ledger.ways.get(name, ())
        whole = before + path[1:] if before and before[-1] == path[0] else path
        full, filled = self._filled(unit, whole)
        return Trip(unit, movement.path_cost(full, self.cost), not before, filled)

    def _filled(self, unit: Unit, path: tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
        """The way with its gaps closed by the cheapest path that nothing bars; a gap nobody can close stays."""
        full, filled = [path[0]], False
        for a, b in itertools.pairwise(path):
            touch = self.adjacent(a, b)
            if touch.value or not touch.known or not (self.is_number(a) and self.is_number(b)):
                full.append(b)
                continue
            budget = self.allowance(unit.id).value + SLACK
            way = movement.cheapest_path(a, b, self.neighbours, lambda x, y: self.open_step(unit, x, y), budget)
            filled = filled or way is not None
            full += way.path[1:] if way is not None else (b,)
        return tuple(full), filled

    def gaps(self, path: tuple[str, ...]) -> Answer[tuple[str, str] | None]:
        """The first two places of a path that do not touch, None where all do."""
        for a, b in itertools.pairwise(path):
            touch = self.adjacent(a, b)
            if touch.needs:
                return Answer(None, touch.reasons, touch.needs)
            if not touch.value:
                return Answer((a, b), touch.reasons)
        return Answer(None, (seen("way", "-".join(path)),))

    def spent(self, name: str) -> Answer[int]:
        """Points spent so far in this phase."""
        unit, path = self.unit(name), self.ledger.ways.get(name, ())
        if unit is None or len(path) < 2:
            return Answer(0, (seen(f"points spent by {name}", 0),))
        way = movement.path_cost(self._filled(unit, path)[0], self.cost)
        return Answer(way.points, way.reasons, way.needs)

    def went_hex_by_hex(self, path: tuple[str, ...]) -> bool:
        return all(self.adjacent(a, b).value for a, b in itertools.pairwise(path))
