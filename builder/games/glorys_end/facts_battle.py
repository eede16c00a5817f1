"""Battles: who fights with what, the odds, the die's modifiers, the result and what each side owes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from builder.games.glorys_end.facts_base import remembered, seen
from builder.games.glorys_end.facts_routes import Routes
from builder.kit import combat
from builder.kit.combat import Odds
from builder.kit.tables import cell, number
from builder.model import Action, Answer, Evidence, Need, Reason, Tag, Unit

BEST, WORST = Odds(5, 1), Odds(1, 2)  # 13.11
RESULT = re.compile(r"(\d+)\s*/\s*(\d+)\s*(R?)", re.IGNORECASE)
AS_PRINTED = "an announced result is the cell of the table, without what a fortress adds (14.2)"
HIGH_ODDS = "high-odds"
HALVING = "each unsupplied unit is halved by itself, fractions dropped (7.6)"


@dataclass(frozen=True, slots=True)
class Result:
    """Loss points of attacker and defender, and whether the defender must retreat."""

    attacker: int
    defender: int
    retreat: bool = False

    def __str__(self) -> str:
        return f"{self.attacker}/{self.defender}" + "R" * self.retreat


def parse_result(text: str) -> Result | None:
    """`0/2R`; None for anything else (a cell of some other table)."""
    match = RESULT.fullmatch(text.strip())
    return Result(int(match[1]), int(match[2]), bool(match[3])) if match else None


@dataclass(frozen=True, slots=True)
class Fight:
    """One declared attack with its sums. Answers with needs are unknown."""

    kind: str  # "ma" or "pa"
    target: str
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    newcomers: tuple[Unit, ...]  # retreated in this phase: no part of the defence (13.18)
    attack: Answer[int]
    defence: Answer[int]
    odds: Answer[Odds]
    modifiers: tuple[tuple[str, Answer[int]], ...]
    roll: Answer[int]
    final: Answer[int]
    printed: Answer[Result]  # the cell of the table
    result: Answer[Result]  # with the fortress's addition; an announced result comes first
    reading: str = ""

    @property
    def drm(self) -> Answer[int]:
        return total("modifiers", [answer for _, answer in self.modifiers])

    def modifier(self, name: str) -> Answer[int]:
        return next((answer for key, answer in self.modifiers if key == name), Answer(0))

    def sum(self) -> tuple[str, ...]:
        """The battle for people: totals, odds, each modifier, the die, the result."""
        lines = [f"attack {shown(self.attack)} to defence {shown(self.defence)}: odds {shown(self.odds)}"]
        lines += [f"{name} {answer.value:+d}" for name, answer in self.modifiers if answer.known and answer.value]
        if self.roll.known:
            lines.append(f"die {self.roll.value}, modified {shown(self.final)}")
        lines.append(f"result {shown(self.result)}")
        return tuple(lines)


def shown(answer: Answer) -> str:
    return str(answer.value) if answer.known else "?"


def total(_name: str, answers: list[Answer[int]]) -> Answer[int]:
    return Answer(
        sum(a.value for a in answers),
        tuple(dict.fromkeys(r for a in answers for r in a.reasons)),
        tuple(dict.fromkeys(n for a in answers for n in a.needs)),
    )


class Battles(Routes):
    def kind_of(self, action: Action) -> str:
        """March or prepared: as said, else by the phase; "" where neither tells."""
        by_phase = {"operational-movement": "ma", "prepared-combat": "pa"}
        return action.detail("kind") or by_phase.get(self.when.phase, "")

    def defenders_of(self, target: str, side: str) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
        """(defenders, newcomers): who retreated in this phase beside others has no part in the defence."""
        foes = tuple(u for u in self.foes_at(target, side) if u.type != "dummy")
        new = tuple(u for u in foes if self.ledger.note("newcomer", u.id) == target)
        if len(new) == len(foes):
            return foes, ()
        return tuple(u for u in foes if u not in new), new

    # ---- factors

    @remembered
    def attack_factor(self, name: str, against: str = "") -> Answer[int]:
        """What a unit attacks with: halved out of supply (7.6); cavalry by what it meets in hex `against` (13.24)."""
        return self._factor(name, "attack", against)

    @remembered
    def defence_factor(self, name: str, attackers: tuple[str, ...] = ()) -> Answer[int]:
        return self._factor(name, "defence", attackers)

    def _factor(self, name: str, what: str, against: object) -> Answer[int]:
        stated = self.stated(f"{what}-factor", name)
        if stated is not None:
            return Answer(int(stated.value), stated.reasons)
        unit = self.unit(name)
        if unit is None:
            return Answer(0, needs=(Need("given", name, what),))
        if unit.type == "siege-gun" or (unit.type == "fortress" and what == "attack"):
            return Answer(0, (seen(name, unit.type),))
        face = self._face(unit, what, against)
        supplied = self.supplied_to(name, "attack" if what == "attack" else "defend")
        if what == "attack" and self.when.phase == "operational-movement" and unit.side == self.when.side:
            for start in (
                self.supply_at_start(unit),
                self.port_supply_at_start(unit),
            ):  # it counts for all of the march (7.5.g)
                supplied = start if start.known and start.value else supplied
        if not supplied.known:
            return Answer(face.value, face.reasons, face.needs + supplied.needs)
        if supplied.value:
            return Answer(face.value, face.reasons + supplied.reasons, face.needs)
        half = Reason(f"{name} unsupplied, halved", face.value // 2, Evidence(Tag.BOOK, "7.6"))
        return Answer(face.value // 2, (*face.reasons, *supplied.reasons, half), face.needs)

    def _face(self, unit: Unit, what: str, against: object) -> Answer[int]:
        if unit.type != "cavalry":
            return self.printed(unit, what)
        foes = self.defenders_of(against, unit.side)[0] if isinstance(against, str) else self.units(against)
        foes = tuple(foe for foe in foes if foe.type not in ("siege-gun", "dummy"))  # they have no step
        only_cavalry = bool(foes) and all(foe.type == "cavalry" for foe in foes)
        # the second number serves attack and defence alike
        return self.printed(unit, "against_cavalry" if only_cavalry else "attack")

    # ---- the whole battle

    @remembered
    def fight(self, action: Action) -> Fight:
        """Everything about one attack, as the position before it shows."""
        side, target = self.actor(action), action.place or (action.path[-1] if action.path else "")
        attackers = self.units(action.units)
        defenders, newcomers = self.defenders_of(target, side)
        kind = self.kind_of(action)
        attack, defence = self._totals(action, target, defenders)
        odds = self._odds(attack, defence)
        modifiers = self._modifiers(kind, target, side, attackers, defenders, odds)
        roll = self._roll(action)
        final = self._final(roll, modifiers)
        printed = self._printed(odds, final)
        result, unclear = self._result(action, printed, target, side)
        halves = [u for u in attackers if self._odd_half(u, "attack")] + [
            u for u in defenders if self._odd_half(u, "defence")
        ]
        reading = HALVING if len(halves) > 1 else unclear
        return Fight(kind, target, attackers, defenders, newcomers, attack, defence, odds, modifiers, roll, final,
                     printed, result, reading)  # fmt: skip

    def _odd_half(self, unit: Unit, what: str) -> bool:
        supplied = self.supplied_to(unit.id, "attack" if what == "attack" else "defend")
        return supplied.known and not supplied.value and self.printed(unit, what).value % 2 == 1

    def _totals(self, action: Action, target: str, defenders: tuple[Unit, ...]) -> tuple[Answer[int], Answer[int]]:
        attack = self._stated_total("attack-total") or total(
            "attack", [self.attack_factor(name, target) for name in action.units]
        )
        defence = self._stated_total("defence-total")
        if defence is None:
            defence = total("defence", [self.defence_factor(u.id, action.units) for u in defenders])
            if not defenders:
                defence = Answer(0, needs=(Need("given", f"defenders of {target}"),))
        return attack, defence

    def _stated_total(self, predicate: str) -> Answer[int] | None:
        found = self.stated(predicate)
        return None if found is None else Answer(int(found.value), found.reasons)

    def _odds(self, attack: Answer[int], defence: Answer[int]) -> Answer[Odds]:
        stated = self.stated("odds")
        if stated is not None:
            return Answer(combat.parse_odds(stated.value), stated.reasons)
        reasons, needs = attack.reasons + defence.reasons, attack.needs + defence.needs
        if needs:
            return Answer(WORST, reasons, needs)
        if attack.value <= 0:
            return Answer(WORST, reasons, (Need("rulebook", "13.9", reading="odds of an attack without strength"),))
        return Answer(combat.odds(attack.value, defence.value), reasons)

    def odds_of(self, attack: int, defence: int) -> Odds:
        """The odds of two totals, whoever told them."""
        return combat.odds(attack, defence)

    def _modifiers(
        self, kind: str, target: str, side: str, attackers: tuple[Unit, ...], defenders: tuple[Unit, ...],
        odds: Answer[Odds],
    ) -> tuple[tuple[str, Answer[int]], ...]:  # fmt: skip
        chart = self.game.tables["terrain"]
        terrain, features = self.terrain(target), self.features(target)
        found: list[tuple[str, Answer[int]]] = []

        def chart_row(key: str, why: Answer) -> None:
            row = number(chart, key, "drm", self.weigh)
            found.append((key, Answer(row.value, why.reasons + row.reasons, why.needs + row.needs)))

        if not terrain.known:
            found.append(("terrain", Answer(0, needs=terrain.needs)))
        elif terrain.value in chart.rows:
            chart_row(terrain.value, terrain)
        if "city" in features.value or not features.known:
            chart_row("city", features)
        river = self._river(target, attackers)
        if river.value or not river.known:
            chart_row("river", river)
        if self.position_of(target, next((u.side for u in defenders), "")) == "fortified zone":
            chart_row("fortified-zone", Answer(True, (seen(f"fortified zone in {target}", "yes"),)))
        found.append(("concentric", self.concentric(kind, target, side, attackers)))
        if odds.known and odds.value.rank > BEST.rank:
            per = self.limit("drm-per-multiple")
            found.append((HIGH_ODDS, Answer((odds.value.attack - BEST.attack) * per.value, per.reasons)))
        whole = self._stated_total("drm")
        if whole is not None:
            return (("stated", whole),)
        stated = {args[0]: value for args, value in self.given.all("drm") if args}
        return tuple((k, Answer(int(stated[k]), self.stated("drm", k).reasons) if k in stated else a) for k, a in found)

    def _river(self, target: str, attackers: tuple[Unit, ...]) -> Answer[bool]:
        """Whether every attacker comes over a river of either class (13.15)."""
        sides = [self.side(place, target) for place in sorted({u.place for u in attackers})]
        reasons = tuple(dict.fromkeys(r for s in sides for r in s.reasons))
        if any(s.known and not s.value & {"river", "major-river"} for s in sides) or not sides:
            return Answer(False, reasons)
        return Answer(True, reasons, tuple(n for s in sides for n in s.needs))

    def concentric(self, kind: str, target: str, side: str, attackers: tuple[Unit, ...]) -> Answer[int]:
        """Plus two from all sides (13.16); never for march assaults (13.23) nor against fortresses (14.2)."""
        if kind == "ma":
            return Answer(0, (Reason("march assault, no concentric bonus", 0, Evidence(Tag.BOOK, "13.23")),))
        if any(u.type == "fortress" for u in self.foes_at(target, side)):
            return Answer(0, (Reason("fortress, no concentric bonus", 0, Evidence(Tag.BOOK, "14.2")),))
        around, hexes = self.around(target), {u.place for u in attackers}
        if not around:
            few = len(hexes) < 2
            return Answer(0, (seen("attacked from one hex", "yes"),) if few else (),
                          () if few else (Need("given", "drm concentric"),))  # fmt: skip
        why = combat.concentric(hexes, around)
        bonus = self.limit("concentric-drm")
        reason = Reason("concentric", why or "no: " + " ".join(sorted(hexes)), Evidence(Tag.BOOK, "13.16"))
        return Answer(bonus.value if why else 0, (reason, *(bonus.reasons if why else ())))

    def _roll(self, action: Action) -> Answer[int]:
        roll = action.detail("roll") or action.detail("die")
        if not roll.isdecimal():
            return Answer(0, needs=(Need("log", "roll", "the die of this battle"),))
        return Answer(int(roll), (seen("die", int(roll)),))

    def _final(self, roll: Answer[int], modifiers: tuple[tuple[str, Answer[int]], ...]) -> Answer[int]:
        drm = total("modifiers", [answer for _, answer in modifiers])
        value = combat.final_die(roll.value, (drm.value,)) if roll.known else 0
        return Answer(value, roll.reasons + drm.reasons, roll.needs + drm.needs)

    def _printed(self, odds: Answer[Odds], final: Answer[int]) -> Answer[Result]:
        """The cell of the combat results table; worse than 1:2 needs no die (13.11)."""
        nothing = Result(0, 0)
        if not odds.known:
            return Answer(nothing, odds.reasons, odds.needs)
        key = "worse"
        if odds.value.rank >= WORST.rank:
            if not final.known:
                return Answer(nothing, odds.reasons + final.reasons, final.needs)
            column = odds.value if odds.value.rank <= BEST.rank else BEST
            key = f"{column}/{final.value}"
        crt = self.game.tables["crt"]
        cells = (number(crt, key, "attacker", self.weigh), number(crt, key, "defender", self.weigh),
                 cell(crt, key, "retreat", self.weigh))  # fmt: skip
        reasons = odds.reasons + (final.reasons if key != "worse" else ()) + tuple(r for c in cells for r in c.reasons)
        needs = tuple(n for c in cells for n in c.needs)
        return Answer(Result(cells[0].value, cells[1].value, cells[2].value == "yes"), reasons, needs)

    def _result(
        self, action: Action, printed: Answer[Result], target: str, side: str
    ) -> tuple[Answer[Result], str]:  # fmt: skip
        """The announced result, else the table's; a fortress adds to the attacker's number (14.2.e).

        Also the reading taken: somebody who announces a result may have added that number himself.
        """
        said = parse_result(action.detail("result"))
        base = printed if said is None else Answer(said, (seen("result announced", action.detail("result")),))
        if not base.known or not any(u.type == "fortress" for u in self.foes_at(target, side)):
            return base, ""
        extra = number(self.game.tables["terrain"], "fortress", "attacker_loss", self.weigh)
        value = _more(base.value, extra.value)
        if said is not None and printed.known and said == _more(printed.value, extra.value):
            value = said
        unclear = AS_PRINTED if said is not None and not printed.known else ""
        return Answer(value, base.reasons + extra.reasons, extra.needs), unclear


def _more(result: Result, extra: int) -> Result:
    return Result(result.attacker + extra, result.defender, result.retreat)
