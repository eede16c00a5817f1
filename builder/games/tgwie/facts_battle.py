"""Battles: strengths, odds, columns and shifts, the table and its result (13.8 to 13.13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from builder.games.tgwie.facts_base import book, joined, missing, seen
from builder.games.tgwie.facts_national import National
from builder.kit import combat
from builder.model import Action, Answer, Need, Reason, Unit
from builder.rules.memory import remembered

COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1")
WORSE = "worse"
AUGUST_1914 = (1, 2)
TABLES = {"A": "crt_a", "B": "crt_b"}
READING_LEFT = "legal as worse than 1:2; the book speaks of odds alone, not of shifts (13.10.B)"


@dataclass(frozen=True, slots=True)
class Fight:
    """An attack as it stands: who takes part, where, and with whose headquarters."""

    action: Action
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    place: str
    side: str
    hq: Unit | None = None
    defence_hq: Unit | None = None

    @property
    def hexes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(unit.place for unit in self.attackers))


class Battles(National):
    # ---- who takes part

    def fight(self, action: Action) -> Fight:
        named = [u for u in self.units(action.units) if not self.is_fort(u)]
        hqs = [u for u in named if self.is_hq(u)]
        attackers = tuple(u for u in named if not self.is_hq(u))
        side = next((u.side for u in attackers), action.side)
        place = action.place or (action.path[-1] if action.path else "")
        said = tuple(n for n in action.detail("def").split(",") if n)
        there = self.units(said) if said else self.foes_at(place, side) if side else self.at(place)
        defenders = tuple(u for u in there if self.is_combat_unit(u))
        hq = self._support(action, "hq", place, "attack") or next(iter(hqs), None)
        return Fight(action, attackers, defenders, place, side, hq, self._support(action, "defhq", place, "defence"))

    def _support(self, action: Action, key: str, place: str, what: str) -> Unit | None:
        name = action.detail(key).split(",")[0] or self.ledger.note("support", place, what)
        return self.unit(name) if name else None

    def fort_in(self, fight: Fight) -> Answer[str]:
        """The intact work that helps the defender."""
        found = self.fort(fight.place)
        enemy = self.enemy_fort(fight.side, fight.place) if found.value else joined(False, found)
        return joined(found.value if enemy.value else "", found, enemy)

    # ---- strength

    def strength(self, units: Iterable[Unit], what: str) -> Answer[int]:
        """The sum of one factor: those out of supply together halved once, never a lone one below 1 (11.2)."""
        units = tuple(units)
        whole, halved, answers = 0, 0, []
        for unit in units:
            printed = self.factor(unit, what)
            fed = self.supplied(unit.id) if what == "attack" else self.supplied_for_defence(unit.id)
            answers += [printed, fed]
            if fed.value:
                whole += printed.value
            else:
                halved += printed.value
        total = whole + -(-halved // 2)
        lone = Reason("out of supply, halved once", f"{halved} to {-(-halved // 2)}", book("", "", "11.2").evidence)
        return joined(total, *answers, more=(lone,) if halved else ())

    def factor(self, unit: Unit, what: str) -> Answer[int]:
        """What a unit brings; those of a collapsed nation fight with 1 (4.6.D)."""
        fallen = self.collapsed(unit.nation)
        if fallen.known and fallen.value:
            return joined(1, fallen, more=(book(f"{what} of {unit.id}", 1, "4.6.D"),))
        return self.printed(unit, what)

    def attack_strength(self, fight: Fight) -> Answer[int]:
        return self.strength(fight.attackers, "attack")

    def defence_strength(self, fight: Fight) -> Answer[int]:
        """Units and the point of a work, which is always supplied (13.24)."""
        units, fort = self.strength(fight.defenders, "defence"), self.fort_in(fight)
        point = (book("fort point", 1, "13.24.A"),) if fort.value else ()
        return joined(units.value + (1 if fort.value else 0), units, fort, more=point)

    # ---- odds and table

    def odds(self, fight: Fight) -> Answer[combat.Odds]:
        attack, defence = self.attack_strength(fight), self.defence_strength(fight)
        if attack.needs or defence.needs:
            return joined(combat.Odds(1, 1), attack, defence)
        if attack.value <= 0 or defence.value <= 0:
            return missing("given", f"units for {fight.place}")
        return joined(combat.odds(attack.value, defence.value), attack, defence)

    def table(self, fight: Fight) -> Answer[str]:
        """A for one to three defending units, B for more; a work counts, headquarters do not (13.11)."""
        fort = self.fort_in(fight)
        number = len(fight.defenders) + (1 if fort.value else 0)
        return joined("A" if number <= 3 else "B", fort, more=(seen("defending units", number),))

    def base_column(self, fight: Fight) -> Answer[str]:
        found = self.odds(fight)
        if found.needs:
            return joined("", found)
        column, beyond = combat.odds_column(found.value, COLUMNS)
        return joined(WORSE if beyond < 0 else column, found, more=(seen("odds", str(found.value)),))

    def column(self, fight: Fight) -> Answer[str]:
        """The column after shifts; off the left edge the book is silent (reading E24)."""
        base, shift = self.base_column(fight), self.net_shift(fight)
        if base.needs or shift.needs or base.value == WORSE:
            return joined(base.value, base, shift)
        column, beyond = combat.shifted(base.value, shift.value, COLUMNS)
        if beyond < 0:
            return Answer(WORSE, joined(0, base, shift).reasons,
                          (Need("13.10.B", "shifts off the left edge", "", READING_LEFT),))  # fmt: skip
        return joined(column, base, shift)

    # ---- shifts

    def shifts(self, fight: Fight) -> Iterator[tuple[str, Answer[int]]]:
        """Name and columns of every shift, to the right for plus; those of nought are left out."""
        if self.given.get("shifts") in ("none", "0"):
            return
        for name, found in self.all_shifts(fight):
            if found.value or found.needs:
                yield name, found

    def all_shifts(self, fight: Fight) -> Iterator[tuple[str, Answer[int]]]:
        yield from self._ground_shifts(fight)
        yield "nations-attack", self._nations(self._attacking_stacks(fight), -1)
        yield "nations-defence", self._nations([fight.defenders], 1)
        yield from self._august(fight)
        yield "hq-attack", self._artillery(fight, fight.hq, fight.attackers, 1)
        yield "hq-defence", self._artillery(fight, fight.defence_hq, fight.defenders, -1)

    def net_shift(self, fight: Fight) -> Answer[int]:
        found = [answer for _, answer in self.shifts(fight)]
        return joined(sum(answer.value or 0 for answer in found), *found)

    def shift(self, fight: Fight, name: str) -> Answer[int]:
        """One shift by its name, 0 for one that does not apply."""
        return next((a for n, a in self.all_shifts(fight) if n == name), Answer(0, (seen(f"shift {name}", "none"),)))

    def defender_shift(self, fight: Fight) -> Answer[bool]:
        """Whether the place itself shifts in the defender's favour (13.14.B)."""
        found = [a for _, a in self._ground_shifts(fight)]
        return joined(any(a.value < 0 for a in found), *found)

    def _ground_shifts(self, fight: Fight) -> Iterator[tuple[str, Answer[int]]]:
        place = fight.place
        terrain, features = self.terrain(place), self.features(place)
        yield terrain.value or "terrain", self._chart(terrain.value, place, terrain)
        waste = self.devastated(place)
        if "city" in features.value:
            city = self._chart("city", place, features)
            yield "city", joined(0 if waste.value else city.value, city, waste)
        elif "town" in features.value:
            yield "town", self._chart("town", place, features)
        fort = self.fort_in(fight)
        if fort.value:
            yield "fort", self._chart("heavy" if fort.value == "heavy" else "fortress", place, fort)
        yield "river", self._river(fight)
        out = [self.devastated(p) for p in fight.hexes]
        left = any(o.value for o in out)
        why = (book("out of a devastated hex", -1, "15.3.A"),) if left else ()
        yield "devastated", joined(-1 if left else 0, *out, more=why)

    def _chart(self, row: str, place: str, because: Answer) -> Answer[int]:
        """A shift of the chart, to the left; it may depend on the weather."""
        if not because.known or not row or row not in self.game.tables["terrain_effects"].rows:
            return joined(0, because)
        where = self.theatre(place)
        skies = self.possible_weather(where.value) if where.known else ("fair", "wet", "snow")
        found = [self.number("terrain_effects", row, f"shift_{sky}") for sky in skies]
        if len({f.value for f in found}) == 1:
            return joined(-found[0].value, because, found[0])
        weather = self.weather(where.value) if where.known else where
        return joined(0, because, weather, *([] if weather.needs else [missing("given", f"weather {where.value}")]))

    def _river(self, fight: Fight) -> Answer[int]:
        """Only when every attacker attacks over one (13.13.1.B)."""
        sides = [self.side(place, fight.place) for place in fight.hexes]
        dry = next((s for s in sides if s.known and "river" not in s.value), None)
        if dry is not None or not sides:
            return Answer(0, dry.reasons if dry else (seen("attackers", "none"),))
        known = joined(frozenset(), *sides)
        return self._chart("river", fight.place, known)

    def _attacking_stacks(self, fight: Fight) -> list[tuple[Unit, ...]]:
        """Everybody in the hexes that attack: a mixed stack pays even where one part of it fights (13.6.B)."""
        return [
            tuple(u for u in self.at(place) if u.side == fight.side or u in fight.attackers) for place in fight.hexes
        ]

    def _nations(self, stacks, columns: int) -> Answer[int]:
        found = self.mixed(stacks)
        return joined(columns if found.value else 0, found, more=(book("several nations", columns, "3.8"),)
                      if found.value else ())  # fmt: skip

    def _august(self, fight: Fight) -> Iterator[tuple[str, Answer[int]]]:
        """French and Russians on turns 1 and 2 (3.4.D)."""
        if self.when.turn not in AUGUST_1914:
            return
        surprised = ("french", "russian")
        if any(u.nation in surprised for u in fight.attackers):
            yield "august-1914-attack", Answer(-1, (self.moment(), book("French or Russian attack", -1, "3.4.D")))
        if any(u.nation in surprised for u in fight.defenders):
            fort = self.fort(fight.place)
            own = fort.value and self.held_by(fight.place, fight.defenders[0].side).value
            yield "august-1914-defence", joined(0 if own else 1, fort, more=(book("outside a fort", 1, "3.4.D"),))

    def _artillery(self, fight: Fight, hq: Unit | None, with_: tuple[Unit, ...], sign: int) -> Answer[int]:
        """The rating of one headquarters (13.13.3; reading E26: as many columns as it prints)."""
        if hq is None:
            return Answer(0, (seen("artillery support", "none"),))
        rating, barred = self.artillery(hq), self.support_barred(fight, hq, with_)
        if barred.value:
            return joined(0, barred)
        return joined(sign * rating.value, rating, barred)

    @remembered
    def cavalry_alone(self, places: tuple[str, ...], names: tuple[str, ...]) -> bool:
        """Whether restricted cavalry fights here without infantry beside it (13.20.B)."""
        for place in places:
            there = [u for u in self.units(names) if u.place == place]
            if any(self.restricted_cavalry(u).value for u in there) and not any(map(self.is_infantry, there)):
                return True
        return False

    def support_barred(self, fight: Fight, hq: Unit, with_: tuple[Unit, ...]) -> Answer[bool]:
        """Whether all its friends in the battle are cavalry that gets no artillery."""
        names = tuple(u.id for u in with_)
        barred = bool(names) and all(self.cavalry_alone((u.place,), names) for u in with_)
        return Answer(barred, (seen("only cavalry", "yes" if barred else "no"),))

    def restricted_cavalry(self, unit: Unit) -> Answer[bool]:
        """Cavalry under 13.20: all but British, and that too from strategic turn D on."""
        if not self.is_cavalry(unit):
            return Answer(False, (seen(f"type of {unit.id}", unit.type),))
        if unit.nation != "british":
            return Answer(True, (seen(f"{unit.id}", f"{unit.nation} cavalry"),))
        letter = self.letter()
        return joined(letter.value >= "D", letter, more=(book("British cavalry from", "D", "13.20.D"),))

    # ---- the result

    def result(self, fight: Fight) -> Answer[str]:
        """The cell as attacker/defender; below 1:2 one result whatever the roll (13.10.B)."""
        table, column = self.table(fight), self.column(fight)
        if column.value == WORSE and not column.needs and not table.needs:
            a, d = (self.cell(TABLES[table.value], WORSE, who) for who in ("attacker", "defender"))
            return joined(f"{a.value}/{d.value}", table, column, a, d)
        die = self.final_die(fight)
        if column.needs or table.needs or die.needs:
            return joined("", table, column, die)
        key = f"{column.value}/{die.value}"
        a, d = (self.cell(TABLES[table.value], key, who) for who in ("attacker", "defender"))
        return joined(f"{a.value}/{d.value}", table, column, die, a, d)

    def recommended_result(self, fight: Fight) -> Answer[str]:
        """The same where the shifts leave the table to the left, by our reading."""
        table, column = self.table(fight), self.column(fight)
        if column.value == WORSE:
            a, d = (self.cell(TABLES[table.value], WORSE, who) for who in ("attacker", "defender"))
            return joined(f"{a.value}/{d.value}", table, a, d)
        return self.result(fight)

    def final_die(self, fight: Fight) -> Answer[int]:
        raise NotImplementedError
