"""An attack and its counterattack: strengths, columns, modifiers, supply to pay, result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from builder.games.italian_front.facts_base import book, given, hostile, missing, seen
from builder.games.italian_front.facts_units import FOOT, GUNS, SUPPORT
from builder.model import Action, Answer, Need, Reason, Unit

COUNTED_IN_WINTER = ("clear", "broken", "woods", "rough")  # attacks there lose a quarter (S34-5)
COLUMN = "column"


@dataclass
class Fight:
    """One attack as declared; every sum an answer with its reasons."""

    facts: Any  # the game's facts
    action: Action

    # ---- who and where

    @cached_property
    def target(self) -> str:
        return self.action.place or (self.action.path[-1] if self.action.path else "")

    @cached_property
    def column_attack(self) -> bool:
        return self.action.verb == "column-attack" or self.action.detail("kind") == COLUMN

    @cached_property
    def side(self) -> str:
        return self.facts.actor(self.action)

    @cached_property
    def attackers(self) -> tuple[Unit, ...]:
        return tuple(u for u in self.facts.units(self.action.units) if u.type != "headquarters")

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        return tuple(u for u in self.facts.at(self.target) if hostile(u.side, self.side) or not self.attackers)

    @cached_property
    def origins(self) -> tuple[str, ...]:
        """The hexes that it comes from; those said where the units are not drawn."""
        said = self.action.detail("from")
        found = said.split(",") if said else [u.place for u in self.attackers]
        return tuple(dict.fromkeys(p for p in found if p))

    def across(self) -> list[tuple[str, str]]:
        return [(a, self.target) for a in self.origins]

    def paid_by(self, unit: Unit) -> str:
        """The headquarters that pays for a unit: `none` for nobody, "" where nothing is said."""
        named = self.action.detail("sup").split(",") if self.action.detail("sup") else []
        at = list(self.action.units).index(unit.id) if unit.id in self.action.units else -1
        if 0 <= at < len(named):
            return named[at]
        if self.action.detail("unsupplied") == "yes":
            return "none"
        hq = self.action.detail("hq")
        return hq.split(",")[0] if hq else ""

    def supplied(self, unit: Unit, counter: bool = False) -> Answer[bool]:
        stated = self.facts.said_yes("supplied", unit.id)
        if stated is not None:
            return stated
        if unit.type == "fortress":
            return Answer(True, (book("fortresses need no supply", "yes", "S21-3"),))
        if counter:
            word = self.action.detail("counter-supply") or self.facts.ledger.note("struck-with", unit.id)
            if word:
                return Answer(word not in ("no", "none", "0"), (seen(f"supply for {unit.id}", word),))
        else:
            payer = self.paid_by(unit)
            if payer:
                return Answer(payer != "none", (seen(f"{unit.id} paid by", payer),))
            if self.action.detail("pay"):
                return Answer(True, (seen("paid", self.action.detail("pay")),))
        always = self.facts.always_supplied(unit)
        if always.known and always.value:
            return always
        return Answer(False, needs=(Need("given", f"supplied {unit.id}"),))

    # ---- the attack

    def attack_strength(self) -> Answer[int]:
        """The column's total: strengths less distance, halves for want of supply, winter, column attack (S13-2)."""
        stated = self.facts.said_number("attack-total")
        loss = self.facts.said_number("loss-by-distance")
        if stated is not None:
            return Answer(stated.value - (loss.value if loss else 0), stated.reasons + (loss.reasons if loss else ()))
        total, reasons, needs = 0, [], []
        for group in self._groups():
            part = self._group_strength(group)
            total += part.value
            reasons += part.reasons
            needs += part.needs
        if not self.attackers:
            needs.append(Need("given", "attack-total"))
        if loss is not None:
            total, reasons = total - loss.value, [*reasons, *loss.reasons]
        total, more = self._changed_as_a_whole(total)
        return Answer(max(total, 0), (*reasons, *more), tuple(needs))

    def _changed_as_a_whole(self, total: int) -> tuple[int, tuple[Reason, ...]]:
        reasons = []
        if self._doubled_guns():
            total *= 2
            reasons.append(book("guns on a weak fortress", "doubled", "S29-11"))
        if self.column_attack and any(self._is_supplied(u) for u in self.attackers):
            total //= 2
            reasons.append(book("column attack", "half", "S16-8"))
        ground = self.ground()
        facts = self.facts
        winter = facts.winter(facts.label) if facts.label or facts.stated("winter") else Answer(False)
        if winter.value and ground.known and ground.value in COUNTED_IN_WINTER:
            cut = -(-total // 4)
            total -= cut
            reasons.append(book("winter, a quarter", -cut, "S34-5"))
        return total, tuple(reasons)

    def _is_supplied(self, unit: Unit) -> bool:
        found = self.supplied(unit)
        return found.value or bool(found.needs)

    def _groups(self) -> list[tuple[Unit, ...]]:
        """Units that share one loss for distance: two Austrian brigades of a hex, AlpK, parts of a division."""
        groups: dict[tuple, list[Unit]] = {}
        for unit in self.attackers:
            brigade = unit.nation == "austro-hungarian" and unit.size == "X" and unit.type in FOOT
            alpine = "alpk" in f"{unit.id} {unit.counter} {unit.name}".casefold()
            counter = self.facts.counter(unit)
            whole = counter.attributes.get("part_of", "") if counter is not None else ""
            what = "AlpK" if alpine else whole or ("brigades" if brigade else unit.id)
            groups.setdefault((unit.place, what, self._is_supplied(unit)), []).append(unit)
        found = []
        for (_, what, _), units in groups.items():
            step = 2 if what == "brigades" else 3 if what == "AlpK" else len(units)
            found += [tuple(units[at : at + step]) for at in range(0, len(units), step)]
        return found

    def _group_strength(self, group: tuple[Unit, ...]) -> Answer[int]:
        total, reasons, needs = 0, [], []
        longest: Answer[int] = Answer(0)
        for unit in group:
            raw = self.facts.raw(unit.id)
            points, why = self._as_field_guns(unit, raw.value)
            supplied = self.supplied(unit)
            reasons += (*raw.reasons, *why, *supplied.reasons)
            needs += (*raw.needs, *supplied.needs)
            if not supplied.value and supplied.known:
                total += 0 if unit.type in GUNS else points // (4 if self.column_attack else 2)
                continue
            total += points
            loss = self._loss(unit)
            needs += loss.needs
            if loss.known and loss.value >= longest.value:
                longest = loss
        return Answer(max(total - longest.value, 0), (*reasons, *longest.reasons), tuple(needs))

    def _loss(self, unit: Unit) -> Answer[int]:
        if self.facts.stated("loss-by-distance") is not None:
            return Answer(0)
        stated = self.facts.said_number("distance-loss", unit.id)
        if stated is not None:
            return stated
        payer = self.paid_by(unit)
        known = self.facts.stated("line", unit.id) is not None or self.facts.stated("line", unit.id, payer) is not None
        if known or (payer and self.facts.unit(payer) is not None):
            return self.facts.distance_loss(unit.id, payer if payer != "none" else "")
        if self.facts.given.blank:
            return Answer(0, (given(f"line of {unit.id}", "nothing said of it"),))
        return Answer(0, needs=(Need("given", f"line {unit.id}"),))

    def _as_field_guns(self, unit: Unit, points: int) -> tuple[int, tuple[Reason, ...]]:
        """Siege guns that fire as field guns on the entrenched have half their strength (S29-15)."""
        as_field = self.action.detail("as") == "field" or "as-field" in unit.marks
        if unit.type != "siege-artillery" or not as_field:
            return points, ()
        return points // 2, (book(f"{unit.id} as field artillery", points // 2, "S29-15"),)

    def _doubled_guns(self) -> bool:
        """Guns alone against a fortress with less than four infantry a hexside (S29-11)."""
        if not self.guns_alone or not any(u.type == "fortress" for u in self.defenders):
            return False
        infantry = sum(self.facts.raw(u.id).value for u in self.defenders if u.type in FOOT)
        return infantry < 4 * self.gun_sides()

    @cached_property
    def guns_alone(self) -> bool:
        return bool(self.attackers) and all(u.type in GUNS for u in self.attackers)

    def gun_sides(self) -> int:
        said = self.facts.said_number("attacked-sides")
        return said.value if said is not None else len(self.origins)

    # ---- supply to pay

    def attack_cost(self) -> Answer[int]:
        """Points that the attackers' headquarters pay, fractions up, each by itself (S19-2, S29-6)."""
        per: dict[str, int] = {}
        reasons, needs = [], []
        for unit in self.attackers:
            raw, supplied = self.facts.raw(unit.id), self.supplied(unit)
            needs += (*raw.needs, *supplied.needs)
            always = self.facts.always_supplied(unit)
            if not supplied.value or always.value:
                continue
            points, why = self._as_field_guns(unit, raw.value)
            reasons += (*raw.reasons, *why)
            payer = self.paid_by(unit)
            per[payer] = per.get(payer, 0) + self.facts.quarters(unit, points, False)
        total = sum(-(-quarters // 4) for quarters in per.values())
        return Answer(total, (*reasons, book("a point for four, for two of artillery", total, "S19-2")), tuple(needs))

    def counter_cost(self) -> Answer[int]:
        quarters, reasons, needs = 0, [], []
        for unit in self.defenders:
            raw, supplied = self.facts.raw(unit.id), self.supplied(unit, True)
            if supplied.known and not supplied.value:
                continue
            reasons += raw.reasons
            needs += raw.needs
            quarters += self.facts.quarters(unit, raw.value, True)
        return Answer(-(-quarters // 4), tuple(reasons), tuple(needs))

    # ---- the counterattack

    def counter_strength(self) -> Answer[int]:
        """Raw less distance, half without supply, tripled or doubled (S13-15, S14-13, S16-8, S29-5)."""
        stated = self.facts.said_number("counter-total")
        if stated is not None:
            return stated
        total, reasons, needs = 0, [], []
        retreats = self.action.detail("answer") == "retreat"
        for unit in self.defenders:
            if unit.type in SUPPORT or not self._strikes(unit):
                continue
            raw, supplied = self.facts.raw(unit.id), self.supplied(unit, True)
            reasons += (*raw.reasons, *supplied.reasons)
            needs += (*raw.needs, *supplied.needs)
            points = raw.value
            if supplied.known and not supplied.value:
                points = 0 if unit.type in GUNS else points // 2
            else:
                points = max(points - self._counter_loss(unit), 0)
            times, rule = self._times(unit, retreats)
            reasons.append(book(f"{unit.id} strikes back", f"{times} times", rule))
            total += points * times
        return Answer(total, tuple(reasons), tuple(needs))

    def _strikes(self, unit: Unit) -> bool:
        """Guns alone are answered by guns and forts alone (S29-7); fresh retreaters do not strike (S14-15)."""
        strikers = self.action.detail("strikers")
        if self.facts.retreated(unit.id) or (strikers and unit.id not in strikers.split(",")):
            return False
        return not self.guns_alone or unit.type in (*GUNS, "fortress")

    def _counter_loss(self, unit: Unit) -> int:
        if self.facts.stated("line", unit.id) is None or self.facts.stated("loss-by-distance") is not None:
            return 0
        return self.facts.distance_loss(unit.id, "", True).value

    def _times(self, unit: Unit, retreats: bool) -> tuple[int, str]:
        if "entrained" in unit.marks or self.facts.stated("entrained", unit.id) is not None:
            return 1, "S7-11"
        if unit.type == "fortress":
            return 3, "S21-3"
        times, rule = (2, "S29-5") if unit.type in GUNS else (2, "S14-13") if retreats else (3, "S13-15")
        return (times * 2, "S16-8") if self.column_attack else (times, rule)

    # ---- ground and modifiers

    def ground(self) -> Answer[str]:
        """The terrain that the defender chose (S13-3)."""
        said = self.action.detail("ground") or self.action.detail("terrain")
        if said:
            return Answer(said, (seen("terrain chosen", said),))
        stated = self.facts.stated("terrain-chosen") or self.facts.stated("terrain-chosen", self.target)
        return stated or missing("given", "terrain-chosen")

    def choices(self) -> Answer[frozenset[str]]:
        """What he may choose: attacked sides and those beside them, not the barred ones (S13-3, S13-4, S21-4)."""
        around = self.facts.around(self.target)
        places = set(self.origins)
        for origin in self.origins:
            if origin in around:
                at = around.index(origin)
                places |= {around[at - 1], around[(at + 1) % 6]}
        sides = [
            self.facts.side(p, self.target)
            for p in sorted(places)
            if (self.facts.given.blank or p in self.facts.sheet.hexes) and not self.facts.closed(p)
        ]
        kinds = {side.terrain for side in sides if not side.shut}
        if self.facts.fortress_at(self.target) is not None and "urban" in kinds:
            kinds = (kinds - {"urban"}) or {"broken"}
        return Answer(frozenset(kinds), tuple(r for side in sides for r in side.reasons))

    def all_cross(self) -> str:
        """`river` or `major-river` where every attacker crosses one, "" otherwise (S13-5)."""
        if self.guns_alone or not self.origins:
            return ""
        rivers = [self.facts.side(a, b).river for a, b in self.across()]
        if not all(rivers):
            return ""
        return "major-river" if all(r == "major-river" for r in rivers) else "river"

    def modifiers(self, counter: bool) -> Answer[tuple[tuple[str, int], ...]]:
        """Every modifier of a roll with its name, before the cap."""
        facts, column = self.facts, "counterattack_drm" if counter else "attack_drm"
        found: list[tuple[str, int]] = []
        reasons, needs = [], []
        ground = self.ground()
        needs += ground.needs
        if ground.known:
            points = facts.terrain_drm(ground.value, counter)
            found.append((ground.value, points.value))
            reasons += (*ground.reasons, *points.reasons)
            needs += points.needs
        river = self.all_cross()
        if river:
            points = facts.number("terrain_effects", river, column)
            found.append((river, points.value))
            reasons += points.reasons
        if not counter and facts.trench_counts(self).value:
            points = facts.number("drm", "trench", "attack_drm")
            found.append(("trench", points.value))
            reasons += points.reasons
        solid = facts.solid_drm(self, counter)
        if solid.value:
            found.append(("solid defence", solid.value))
            reasons += solid.reasons
        if not counter and self.guns_alone and any(u.type == "fortress" for u in self.defenders):
            found.append(("guns on a fortress", self.gun_sides()))
            reasons.append(book("guns on a fortress, a hexside", self.gun_sides(), "S29-10"))
        if counter and (winter := facts.winter_drm(self)).value:
            found.append(("winter", winter.value))
            reasons += winter.reasons
        return Answer(tuple(found), tuple(reasons), tuple(needs))

    def modifier(self, counter: bool) -> Answer[int]:
        """Their sum, no more than four either way (S13-25)."""
        found = self.modifiers(counter)
        cap = self.facts.number("drm", "cap", "attack_drm")
        total = max(-cap.value, min(cap.value, sum(points for _, points in found.value)))
        return Answer(total, (*found.reasons, *cap.reasons), found.needs)

    def roll(self, counter: bool) -> Answer[int]:
        """The die with its modifiers, held between -1 and 8 (S13-12, S13-16)."""
        die = self.action.detail("counter-roll" if counter else "roll")
        modifier = self.modifier(counter)
        if not die.lstrip("-").isdecimal():
            return Answer(0, modifier.reasons, (*modifier.needs, Need("log", "counter-roll" if counter else "roll")))
        low, high = (self.facts.number("drm", key, "attack_drm").value for key in ("least", "most"))
        value = max(low, min(high, int(die) + modifier.value))
        return Answer(value, (seen("die", int(die)), *modifier.reasons), modifier.needs)

    def loss(self, counter: bool) -> Answer[int]:
        """What the table takes: whole columns of fifty, then the rest, at one roll (S13-13, S13-17, S13-19)."""
        column, roll = (self.counter_strength() if counter else self.attack_strength()), self.roll(counter)
        if column.needs or roll.needs:
            return Answer(0, column.reasons + roll.reasons, column.needs + roll.needs)
        return self.facts.table_loss(column, roll)
