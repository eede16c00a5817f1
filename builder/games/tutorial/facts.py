"""What checks ask. Each answer brings its reasons, each reason its evidence; what is stated comes first."""

from __future__ import annotations

from builder.kit import combat, movement
from builder.kit.tables import cell, number
from builder.model import SEEN, Action, Answer, Evidence, Game, Need, Reason, Tag, Unit
from builder.rules.position import Position
from builder.rules.ruleset import Given

POINTS = {"clear": 1, "forest": 2}  # rule 2.1
RIVER = 1
BOOK = Evidence(Tag.BOOK, "2.1")
STACK = 2  # rule 2.3
BEST = combat.Odds(2, 1)  # rule 3.2


class Facts:
    def __init__(self, game: Game, position: Position, given: Given):
        self.game, self.given = game, given
        self.state, self.ledger, self.when = position.state, position.ledger, position.state.when
        self.map = game.maps[0]

    def weigh(self, evidence: Evidence) -> Evidence:
        """What stands in the module that was played on binds the players, however we came by it."""
        return Evidence(Tag.PLAYED) if self.given.played and not evidence.tag.proven else evidence

    # ---- units

    def units(self, action: Action) -> tuple[Unit, ...]:
        return tuple(u for u in map(self.state.units.get, action.units) if u is not None)

    def enemies(self, place: str, side: str) -> tuple[Unit, ...]:
        return tuple(u for u in self.state.at(place) if u.side != side)

    def printed(self, unit: Unit, what: str) -> Answer[int]:
        """A number of the face that shows: attack, defence, movement."""
        value = getattr(unit.at_steps(), what)
        if value is None:
            return Answer(0, needs=(Need("given", unit.id, what),))
        counter = self.game.counters.get(unit.counter)
        evidence = self.weigh(counter.evidence[""]) if counter is not None else SEEN
        return Answer(value, (Reason(f"{what} of {unit.id}", value, evidence),))

    # ---- ground

    def touch(self, a: str, b: str) -> Answer[bool]:
        near = self.map.grid.distance(a, b) == 1
        return Answer(near, (Reason(f"{a} beside {b}", "yes" if near else "no", Evidence(Tag.BOOK, "1.1")),))

    def terrain(self, place: str) -> Answer[str]:
        stated = self.given.answer("terrain", place)
        if stated is not None:
            return stated
        hex_ = None if self.given.blank else self.map.hexes.get(place)
        if hex_ is None:
            return Answer("", needs=(Need("map/hexes.csv", place, "terrain"),))
        evidence = self.weigh(hex_.evidence[""])
        return Answer(hex_.terrain, (Reason(f"terrain {place}", hex_.terrain, evidence),))

    def river(self, a: str, b: str) -> bool:
        return any(side.kind == "river" for side in self.map.sides.get((min(a, b), max(a, b)), ()))

    def step(self, a: str, b: str) -> movement.Cost | None:
        """The points of one step; None off the map. Unknown ground costs a point at least."""
        if b not in self.map.hexes:
            return None
        terrain = self.terrain(b)
        points = POINTS.get(terrain.value, 1)
        reasons = (*terrain.reasons, Reason(terrain.value, points, BOOK))
        if self.river(a, b):
            points, reasons = points + RIVER, (*reasons, Reason("river", RIVER, BOOK))
        return movement.Cost(points, reasons, terrain.needs)

    def way(self, path: tuple[str, ...]) -> movement.Way:
        return movement.path_cost(path, self.step)

    def reach(self, unit: Unit) -> movement.Reach:
        """Where its points take a unit; no way leads through enemies (rule 2.2)."""

        def step(a: str, b: str) -> movement.Cost | None:
            return None if self.enemies(b, unit.side) else self.step(a, b)

        return movement.reach(unit.place, self.map.neighbours, step, self.printed(unit, "movement").value)

    # ---- battle

    def odds(self, action: Action) -> Answer[combat.Odds]:
        """Attack over defence, at best 2:1 and at worst 1:1 (rule 3.2)."""
        units = self.units(action)
        side = next((u.side for u in units), "")
        attack = [self.printed(u, "attack") for u in units]
        defence = [self.printed(u, "defence") for u in self.enemies(action.place, side)]
        reasons = tuple(r for a in (*attack, *defence) for r in a.reasons)
        needs = tuple(n for a in (*attack, *defence) for n in a.needs)
        if not attack or not defence:
            return Answer(BEST, needs=(*needs, Need("given", f"units for {action.place}")))
        found = combat.odds(max(sum(a.value for a in attack), 1), sum(a.value for a in defence))
        held = sorted((combat.Odds(1, 1), found, BEST), key=lambda o: o.rank)[1]
        return Answer(held, reasons, needs)

    def result(self, action: Action) -> Answer[str]:
        """The cell of the chart as `attacker/defender`, with an R for a retreat."""
        odds, roll = self.odds(action), action.detail("roll")
        if odds.needs or not roll.isdecimal():
            return Answer("", odds.reasons, odds.needs or (Need("log", "roll"),))
        chart, key = self.game.tables["crt"], f"{odds.value}/{roll}"
        numbers = [number(chart, key, who, self.weigh) for who in ("attacker", "defender")]
        retreat = cell(chart, key, "retreat", self.weigh)
        text = f"{numbers[0].value}/{numbers[1].value}" + ("R" if retreat.value == "yes" else "")
        found = (*numbers, retreat)
        reasons = odds.reasons + tuple(r for a in found for r in a.reasons)
        return Answer(text, reasons, tuple(n for a in found for n in a.needs))
