"""Movement on foot and by rail: what a step costs a unit, what its way cost, how far it may go."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from builder.games.italian_front.facts_base import book, missing, seen
from builder.games.italian_front.facts_units import ASSAULT, FOOT, GUNS, MOUNTAIN, SUPPORT, Units
from builder.kit import movement
from builder.kit.movement import Cost
from builder.model import Action, Answer, Evidence, Need, Reason, Tag, Unit
from builder.rules.memory import remembered

ZONE = "S10-7"
TENTHS = FOOT | {"replacement"}  # who pays a tenth of a point a rail hexside; all others a sixth (S7-5)
LEAST = Evidence(Tag.CHOSEN, "", "no side costs less than a point")
SOFT = ("engineer", "replacement", "supply", "rail-hex")  # they die when the enemy walks in (S6-11, S9-9, S18-11, P35)


@dataclass(frozen=True, slots=True)
class Spent:
    """Points of a phase: those on foot, the rail hexsides of each ride, and whether the unit sits on a train."""

    foot: int = 0
    rides: tuple[int, ...] = ()
    aboard: bool = False
    resumed: bool = False  # it began the turn on a train: no point to board it again (S7-11)

    @classmethod
    def read(cls, text: str) -> Spent:
        if not text:
            return cls()
        foot, rides, aboard, resumed = text.split("/")
        return cls(int(foot), tuple(int(n) for n in rides.split(",") if n), aboard == "1", resumed == "1")

    def __str__(self) -> str:
        return f"{self.foot}/{','.join(map(str, self.rides))}/{int(self.aboard)}/{int(self.resumed)}"

    def points(self, rate: Fraction) -> Fraction:
        """All in all; who has left the train has spent whole points (S7-7)."""
        total = Fraction(self.foot)
        for at, sides in enumerate(self.rides):
            ride = sides * rate + (0 if self.resumed and at == 0 else 1)
            still = self.aboard and at == len(self.rides) - 1
            total += ride if still else math.ceil(ride)
        return total


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a trip: on foot or by rail, its cost; None where it is forbidden, `why` then names the rule."""

    start: str
    end: str
    rail: bool
    cost: Cost | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Trip:
    """A unit's way in one action. `filled` where places did not touch and the cheapest way was taken."""

    unit: Unit
    path: tuple[str, ...]
    steps: tuple[Step, ...]
    before: Spent
    after: Spent
    rate: Fraction
    filled: bool = False

    @property
    def fresh(self) -> bool:
        return self.before == Spent(resumed=self.before.resumed, aboard=self.before.aboard)

    @property
    def blocked(self) -> Step | None:
        return next((step for step in self.steps if step.cost is None), None)

    @property
    def points(self) -> Fraction:
        return self.after.points(self.rate)

    @property
    def whole(self) -> int:
        return math.ceil(self.points)

    @property
    def rode(self) -> bool:
        return any(step.rail for step in self.steps)

    @property
    def answer(self) -> Answer[int]:
        costs = [step.cost for step in self.steps if step.cost is not None]
        reasons = tuple(dict.fromkeys(r for cost in costs for r in cost.reasons))
        needs = tuple(dict.fromkeys(n for cost in costs for n in cost.needs))
        return Answer(self.whole, reasons, needs)

    def sum(self) -> tuple[str, ...]:
        """The addition, a line a step."""
        lines, total = [], self.before.points(self.rate)
        for step in self.steps:
            if step.cost is None:
                continue
            if step.rail:
                lines.append(f"{step.start}-{step.end}: by rail {self.rate}")
                continue
            total += step.cost.points
            parts = ", ".join(f"{r.name} {r.value}" for r in step.cost.reasons if isinstance(r.value, int))
            lines.append(f"{step.start}-{step.end}: {parts or step.cost.points}")
        return (*lines, f"{self.points} in all")


class Moves(Units):
    # ---- one step

    @remembered
    def ground(self, name: str, a: str, b: str) -> Cost | None:
        """What the side and works cost a unit, zones apart; None over closed sides and into closed hexes."""
        unit, side = self.unit(name), self.side(a, b)
        if side.shut or self.closed(b):
            return None
        mountain = unit is not None and unit.type in MOUNTAIN
        found: list[Reason] = []
        needs: list[Need] = []
        if side.points is not None:
            found.append(Reason(side.terrain, side.points, side.reasons[0].evidence, side.reasons[0].source))
        else:
            points = self.number("terrain_effects", side.terrain, "movement")
            needs += points.needs
            found += (Reason(side.terrain, points.value, r.evidence, r.source) for r in points.reasons)
        if side.river:
            points = self.number("terrain_effects", side.river, "movement")
            needs += points.needs
            found += (Reason(side.river, points.value, r.evidence, r.source) for r in points.reasons)
        normal = sum(r.value for r in found)
        if mountain and side.terrain in ("wooded-rough", "mountain"):
            found.append(book("mountain unit", -1, "S32-1"))
        if "rail-double" in side.features or ("rail-single" in side.features and (not mountain or normal >= 3)):
            found.append(book("rail in the side", -1, "S6-7"))
        if (total := sum(r.value for r in found)) < 1:
            found.append(Reason("least cost", 1 - total, LEAST))
        works = self.works(b)
        if works is not None and side.terrain not in ("mountain", "marsh"):
            found.append(book(str(works.value), 2, "S22-6" if works.value == "trench" else "S22-13"))
        texts = tuple(r for r in side.reasons if not isinstance(r.value, int))
        return Cost(sum(r.value for r in found), (*texts, *found), tuple(needs))

    def step(self, name: str, a: str, b: str) -> Cost | None:
        """The same with what zones cost (S10-7), and closed where enemies stand (S6-11)."""
        unit = self.unit(name)
        ground = self.ground(name, a, b)
        if unit is None or ground is None or self.barred_by(unit, b):
            return None
        leaves, enters = self.zone(a, unit.side), self.zone(b, unit.side)
        toll: list[Reason] = []
        if leaves.value and unit.type not in ASSAULT:
            toll += (*leaves.reasons, book(f"leaves the zone in {a}", 1, ZONE))
        guns_in = unit.type in GUNS and any(u.type in FOOT for u in self.friends_at(b, unit.side, (name,)))
        if enters.value and not guns_in:
            toll += (*enters.reasons, book(f"enters the zone in {b}", 1, ZONE))
        points = ground.points + sum(r.value for r in toll if isinstance(r.value, int))
        return Cost(points, (*ground.reasons, *toll), (*ground.needs, *leaves.needs, *enters.needs))

    def barred_by(self, unit: Unit, place: str) -> Unit | None:
        """The enemy unit that keeps others out: any with strength, a headquarters even when alone (P35).

        Of several always the same one, however the stack lies.
        """
        foes = [u for u in self.foes_at(place, unit.side) if u.type not in SOFT]
        return min(foes, key=lambda u: u.id) if foes else None

    # ---- allowances

    @remembered
    def allowance(self, name: str) -> Answer[int]:
        stated = self.said_number("allowance", name)
        if stated is not None:
            return stated
        unit = self.unit(name)
        if unit is None:
            return missing("given", name, "movement")
        if unit.type == "supply":
            return Answer(4, (book("supply points as an infantry division", 4, "S18-8"),))
        if unit.type == "fortress":
            return Answer(0, (book(f"{name} is a fortress", 0, "S21-1"),))
        return self.printed(unit, "movement")

    @remembered
    def column_allowance(self, name: str) -> Answer[int]:
        """Half as much again, rounded down; not for artillery, headquarters and supply markers (S6-10, P36)."""
        unit, usual = self.unit(name), self.allowance(name)
        if not usual.known:
            return usual
        if unit is not None and unit.type in (*GUNS, "headquarters", "supply", "fortress", "flotilla"):
            return Answer(usual.value, (*usual.reasons, book(f"{unit.type}: no column", "none", "S6-10")))
        return Answer(usual.value * 3 // 2, (*usual.reasons, book("half more in column", usual.value // 2, "S6-10")))

    def rail_rate(self, unit: Unit | None) -> Fraction:
        return Fraction(1, 10) if unit is not None and unit.type in TENTHS else Fraction(1, 6)

    def rail_range(self, name: str) -> Answer[int]:
        """The longest ride after boarding, in hexsides (S7-3, S7-5)."""
        points = self.allowance(name)
        unit = self.unit(name)
        if unit is None or not points.known:
            return points
        rate = self.rail_rate(unit)
        sides = int((points.value - 1) / rate)
        return Answer(sides, (*points.reasons, book("to board", 1, "S7-3"), book("a hexside", str(rate), "S7-5")))

    # ---- trips

    def spent(self, name: str) -> Spent:
        """What the unit has spent in this phase."""
        noted = self.ledger.note("spent", name)
        unit = self.unit(name)
        aboard = unit is not None and "entrained" in unit.marks
        return Spent.read(noted) if noted else Spent(aboard=aboard, rides=(0,) if aboard else (), resumed=aboard)

    @remembered
    def trip(self, name: str, path: tuple[str, ...], by: str = "", detrain: str = "") -> Trip | None:
        """The way of a unit, each step on foot or, where `by` says so (`rail:R0-R3`, `rail`), by rail."""
        unit = self.unit(name)
        if unit is None or len(path) < 2:
            return None
        whole, filled = self._filled(unit, path, by)
        riding = _riding(whole, by)
        before = self.spent(name)
        steps, foot, rides, aboard = [], before.foot, list(before.rides), before.aboard
        for at, (a, b) in enumerate(pairwise(whole)):
            if at in riding:
                if not aboard:
                    rides.append(0)
                rides[-1] += 1
                aboard = True
                steps.append(Step(a, b, True, Cost(0)))
                continue
            aboard = False
            apart = self.is_number(a) and self.is_number(b) and not self.adjacent(a, b).value
            cost = None if apart else self.step(name, a, b)
            steps.append(Step(a, b, False, cost, "" if cost is not None else self._why(unit, a, b)))
            foot += cost.points if cost is not None else 0
        if detrain and whole[-1] == detrain:
            aboard = False
        after = replace(before, foot=foot, rides=tuple(rides), aboard=aboard)
        return Trip(unit, whole, tuple(steps), before, after, self.rail_rate(unit), filled)

    def trip_of(self, action: Action, name: str) -> Trip | None:
        by = action.detail("by") or ("rail" if action.verb == "rail" else "")
        path = action.path
        unit = self.unit(name)
        if unit is not None and path and len(path) == 1:
            path = (unit.place, *path)
        return self.trip(name, path, by, action.detail("detrain"))

    def _why(self, unit: Unit, a: str, b: str) -> str:
        side = self.side(a, b)
        if side.shut or self.closed(b):
            return "S6-9.a"
        return "S6-11"

    def _filled(self, unit: Unit, path: tuple[str, ...], by: str) -> tuple[tuple[str, ...], bool]:
        """The way with each gap closed by the cheapest one; a gap that no way closes stays."""
        whole, filled = [path[0]], False
        for a, b in pairwise(path):
            if a == b:
                continue
            touch = self.adjacent(a, b)
            if touch.value or not (self.is_number(a) and self.is_number(b)):
                whole.append(b)
                continue
            between = self.rail_way(a, b) if by == "rail" else self.cheapest(unit.id, a, b)
            whole += between[1:] if between else (b,)
            filled = True
        return tuple(whole), filled

    @remembered
    def cheapest(self, name: str, a: str, b: str, most: int | None = None) -> tuple[str, ...] | None:
        """The cheapest way, of at most so many points where that is asked."""
        way = movement.cheapest_path(a, b, self.neighbours, lambda x, y: self.step(name, x, y), most)
        return None if way is None else way.path

    def rail_way(self, a: str, b: str) -> tuple[str, ...] | None:
        """The shortest way over rails."""
        way = movement.cheapest_path(a, b, self.neighbours, lambda x, y: Cost(1) if self.tracks(x, y).value else None)
        return None if way is None else way.path

    def guaranteed(self, unit: Unit, a: str, b: str) -> tuple[str, Answer[bool]]:
        """Whether the one side that may always be crossed may be this one, and the rule that says no."""
        side = self.side(a, b)
        if unit.type in GUNS and side.terrain == "mountain" and not side.rail:
            return "S29-12", Answer(False, side.reasons)
        out, into = self.zone(a, unit.side), self.zone(b, unit.side)
        ground = self.ground(unit.id, a, b)
        most = 6 if unit.type in MOUNTAIN else 3
        if ground is None or not (out.value and into.value):
            return "S6-9", Answer(ground is not None, (*out.reasons, *into.reasons))
        reasons = (*out.reasons, *into.reasons, *ground.reasons)
        rule = "S32-3" if unit.type in MOUNTAIN else "S6-9.b"
        return rule, Answer(ground.points <= most, reasons, ground.needs)

    def reach(self, name: str, column: bool = False) -> movement.Reach | None:
        """All hexes that a fresh unit may move to on foot."""
        unit = self.unit(name)
        points = self.column_allowance(name) if column else self.allowance(name)
        if unit is None or not points.known:
            return None

        def march(a: str, b: str) -> Cost | None:
            return None if column and self.zone(b, unit.side).value else self.step(name, a, b)

        return movement.reach(
            unit.place,
            self.neighbours,
            march,
            points.value,
            minimum_move=False if column else lambda a, b: self.guaranteed(unit, a, b)[1].value,
        )

    # ---- stacks

    @remembered
    def divisions(self, place: str, without: tuple[str, ...] = (), more: tuple[str, ...] = ()) -> Answer[float]:
        """Brigades and regiments are halves (S11-6), AlpK two or three together one (I3-2), a weak Jgr half (I11-2)."""
        sides: dict[str, float] = {}
        for unit in self._stack(place, without, more):
            sides.setdefault(unit.side, 0)
        total, alpine, needs = 0.0, 0, []
        for unit in self._stack(place, without, more):
            if unit.type == "replacement":
                total += 1
            elif unit.type not in (*FOOT, "cavalry"):
                continue
            elif "alpk" in f"{unit.id} {unit.counter} {unit.name}".casefold():
                alpine += 1
            elif unit.size == "XX":
                total += 0.5 if self._weak_jgr(unit) else 1
            elif unit.size:
                total += 0.5
            else:
                needs.append(Need("given", unit.id, "size"))
        total += 1 if alpine > 1 else alpine / 2
        value = int(total) if total == int(total) else total
        return Answer(value, (seen(f"divisions in {place}", f"{value:g}"),), tuple(needs))

    def _weak_jgr(self, unit: Unit) -> bool:
        return "jgr" in f"{unit.counter} {unit.name}".casefold() and unit.steps <= 3

    def guns(self, place: str, without: tuple[str, ...] = (), more: tuple[str, ...] = ()) -> Answer[int]:
        count = sum(u.type in GUNS for u in self._stack(place, without, more))
        return Answer(count, (seen(f"artillery units in {place}", count),))

    def _stack(self, place: str, without: tuple[str, ...], more: tuple[str, ...]) -> Iterator[Unit]:
        yield from (u for u in self.at(place) if u.id not in without and u.steps + (u.type in SUPPORT) > 0)
        yield from (u for u in self.units(more) if u.place != place or u.id in without)

    def room(self, place: str) -> tuple[Answer[int], Answer[int]]:
        """(divisions, artillery units) that a hex holds (S11-1, S11-4, S11-9)."""
        land = self.land_sides(place)
        key = str(min(max(land.value, 1), 6))
        found = []
        for column in ("divisions", "artillery"):
            limit = self.number("stacking", key, column)
            because = land.reasons if land.value < 3 else ()
            found.append(Answer(limit.value, (*limit.reasons, *because), limit.needs))
        return found[0], found[1]


def _riding(path: tuple[str, ...], by: str) -> frozenset[int]:
    """The numbers of the steps that go by rail: `rail` all of them, `rail:R0-R3` those between two places."""
    if by == "rail":
        return frozenset(range(len(path) - 1))
    if not by.startswith("rail:"):
        return frozenset()
    places = by.removeprefix("rail:").split("-")
    if places[0] not in path or places[-1] not in path:
        return frozenset()
    return frozenset(range(path.index(places[0]), path.index(places[-1])))
