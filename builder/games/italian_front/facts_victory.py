"""Who has won, at which level: the conditions of victory_levels.csv read clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from builder.games.italian_front.facts_base import OTHER, book, seen
from builder.games.italian_front.facts_morale import Morale
from builder.model import Answer, Need, Reason, Row

LEVELS = ("marginal", "substantial", "decisive")
DRAW = "draw"
HEX = re.compile(r"\d{4}")
COMPARED = re.compile(
    r"(more than|fewer than|at least|at most) (?:(twice|[\d.]+ times) )?(\d+|Italian|Austro-Hungarian|Entente|German)?"
)
TIMES = {"twice": 2.0}
LINKED = (  # (below this total, level), the first that holds; I17-v
    (-15, "central decisive", "I17-v.CP.dec"),
    (-7, "central substantial", "I17-v.CP.sub"),
    (-3, "central marginal", "I17-v.CP.mar"),
    (5, "entente marginal", "I17-v.EN.mar"),
    (10, "entente substantial", "I17-v.EN.sub"),
    (10**6, "entente decisive", "I17-v.EN.dec"),
)
GAPS = {-7: "central substantial", -3: "central marginal"}  # totals that no level names (P113)


@dataclass(frozen=True, slots=True)
class Met:
    """Whether a level's condition holds, and why."""

    row: Row
    value: bool
    reasons: tuple[Reason, ...]
    needs: tuple[Need, ...]


class Victory(Morale):
    def victory(self) -> Answer[str]:
        """`central substantial`, or unknown where the book's levels leave a gap or both sides reach one.

        The best level of a side counts. Where neither has one, or both, the reading is a draw (P91, P92, P95, P97).
        """
        base = self.base
        rows = [r for r in self.game.tables["victory_levels"].rows.values() if r["scenario"] == base]
        if not rows:
            return Answer("", needs=(Need("victory_levels.csv", base or "scenario", "when"),))
        met = [self.level_met(row) for row in rows]
        reached = {
            side: max(
                (LEVELS.index(m.row["level"]) for m in met if m.value and not m.needs and m.row["side"] == side),
                default=-1,
            )
            for side in OTHER
        }
        open_ = [m for m in met if m.needs and LEVELS.index(m.row["level"]) > reached[m.row["side"]]]
        reasons = tuple(r for m in met if m.value for r in m.reasons)
        if open_:
            return Answer("", reasons, tuple(dict.fromkeys(n for m in open_ for n in m.needs)))
        sides = [side for side, level in reached.items() if level >= 0]
        if len(sides) == 1:
            return Answer(f"{sides[0]} {LEVELS[reached[sides[0]]]}", reasons or (seen("levels", "one side"),))
        why = "no level is reached" if not sides else "both sides reach a level"
        return Answer(DRAW, reasons, (self._draw(base, why),))

    @staticmethod
    def _draw(base: str, why: str) -> Need:
        return Need("victory_levels.csv", base, "when", f"draw: {why}, and the book does not say what then")

    def level_met(self, row: Row) -> Met:
        """Each clause of `when` in turn; what is not known of one does not matter where another fails."""
        side, value, reasons, needs = row["side"], True, [], []
        rule = row.evidence_of("when").rule
        clauses = [clause.strip() for clause in row["when"].split(";")]
        exempt = frozenset(h for c in clauses if c.startswith("but ") for h in HEX.findall(c))
        for clause in clauses:
            if clause.startswith("but "):
                continue
            found = self._clause(clause, side, exempt)
            if found.known and not found.value:
                return Met(row, False, found.reasons, ())
            value = value and bool(found.value)
            reasons += found.reasons
            needs += found.needs
        return Met(row, value, (*reasons, book(f"{side} {row['level']}", row["when"], rule)), tuple(needs))

    def _clause(self, clause: str, side: str, exempt: frozenset[str]) -> Answer[bool]:
        head, _, rest = clause.partition(": ")
        if head == "demoralization points":
            return self._all(rest, lambda who: self.suffered(who))
        if head == "strength points lost":
            return self._all(rest, lambda who: self.strength_lost(who))
        if clause.startswith("holds"):
            return self._holds(clause, side, exempt)
        if "of the start" in clause:
            return self._of_the_start(clause, side)
        if clause.startswith("the enemy holds at most"):
            most = int(re.search(r"\d+", clause)[0])
            found = self._count(
                OTHER[side], [p for p in self._land("IT") if p[:2] <= clause.rsplit(" ", 1)[-1]], most + 1
            )
            return Answer(not found.value, found.reasons, found.needs)
        if clause.startswith("an unsurrounded unit"):
            return self._unsurrounded(HEX.findall(clause), side)
        if clause.startswith("no ") and clause.endswith("level is reached"):
            return self._none_of(OTHER[side])
        return self._duration(clause, side)

    # ---- sums

    def suffered(self, who: str) -> Answer[int]:
        """Demoralization points of the scenario; the Entente's are those of its nations together (P100)."""
        for name in (who, {"austro-hungarian": "central", "italian": "entente"}.get(who, who)):
            stated = self.in_case("dm", name) or self.in_case("dm-suffered", name)
            if stated is not None and stated.value.lstrip("+-").isdecimal():
                return Answer(int(stated.value), stated.reasons)
        return Answer(0, needs=(Need("given", f"dm {who}"),))

    def strength_lost(self, who: str) -> Answer[int]:
        for name in (who, "central") if who in ("german", "austro-hungarian") else (who,):
            stated = self.in_case("lost", name)
            if stated is not None and stated.value.isdecimal():
                return Answer(int(stated.value), stated.reasons)
        return Answer(0, needs=(Need("given", f"lost {who}"),))

    def _all(self, text: str, sum_of) -> Answer[bool]:
        """`Italian at least 30 and Italian at least twice Austro-Hungarian`, every part of it."""
        together = re.fullmatch(r"(\S+) and (\S+) together (.+)", text)
        if together:
            return self._together(together[1], together[2], together[3], sum_of)
        value, reasons, needs = True, [], []
        for part in re.split(r" and (?=[A-Z])", text):
            who, _, words = part.partition(" ")
            found = self._compared(who.casefold(), words, sum_of)
            if found.known and not found.value:
                return found
            value = value and found.value
            reasons += found.reasons
            needs += found.needs
        return Answer(value, tuple(reasons), tuple(needs))

    def _together(self, one: str, other: str, words: str, sum_of) -> Answer[bool]:
        stated = self.in_case("lost", "central")
        if stated is not None and stated.value.isdecimal():
            total = Answer(int(stated.value), stated.reasons)
        else:
            a, b = sum_of(one.casefold()), sum_of(other.casefold())
            total = Answer(a.value + b.value, a.reasons + b.reasons, a.needs + b.needs)
        match = COMPARED.match(words)
        return Answer(_holds_number(match[1], total.value, float(match[3])), total.reasons, total.needs)

    def _compared(self, who: str, words: str, sum_of) -> Answer[bool]:
        match = COMPARED.match(words)
        mine = sum_of(who)
        if match[3] and match[3].isdigit():
            return Answer(_holds_number(match[1], mine.value, float(match[3])), mine.reasons, mine.needs)
        factor = TIMES.get(match[2] or "", float((match[2] or "1 times").split()[0]) if match[2] != "twice" else 2.0)
        his = sum_of(match[3].casefold())
        value = _holds_number(match[1], mine.value, factor * his.value)
        return Answer(value, mine.reasons + his.reasons, mine.needs + his.needs)

    # ---- hexes

    def _land(self, country: str) -> list[str]:
        return [p for p, h in self.sheet.hexes.items() if h.owner == country and h.terrain != "sea"]

    def _holds(self, clause: str, side: str, exempt: frozenset[str]) -> Answer[bool]:
        named = HEX.findall(clause.split(" of 1914")[0])
        if clause.startswith("holds every"):
            country = "AH" if "Austro-Hungarian" in clause else "IT"
            return self._count(side, [p for p in self._land(country) if p not in exempt], None)
        if clause.startswith("holds one of"):
            return self._count(side, named, 1)
        if "of column" in clause:
            column = clause.rsplit(" ", 1)[-1]
            return self._count(side, [p for p in self._land("AH") if p.startswith(column)], 1)
        if clause == "holds an Italian city":
            cities = [p for p in self._land("IT") if "city" in self.sheet.hexes[p].features]
            return self._count(side, cities, 1)
        number = re.match(r"holds (\d+) of: (.*)", clause)
        if number:
            places = self._land("IT")
            if "clear terrain" in number[2]:
                places = [p for p in places if self.clear_ground(p)]
            return self._count(side, places, int(number[1]))
        return self._count(side, named, None)

    def _count(self, side: str, places: list[str], wanted: int | None) -> Answer[bool]:
        """Whether a side holds so many of these hexes, or all of them."""
        reasons: list[Reason] = []
        held = 0
        for place in places:
            found = self.control(place)
            if found.value == side:
                held += 1
                reasons += found.reasons if wanted is not None and held <= wanted else ()
            elif wanted is None:
                return Answer(False, found.reasons, found.needs)
        if wanted is None:
            return Answer(True, (seen("hexes held", held),))
        return Answer(held >= wanted, tuple(reasons) or (seen(f"hexes held by {side}", held),))

    def _of_the_start(self, clause: str, side: str) -> Answer[bool]:
        lost = self._changed(side if "lost" in clause else OTHER[side])
        reason = seen("hexes of the start that changed hands", lost)
        if clause.startswith("no "):
            return Answer(lost == 0, (reason,))
        number = int(re.search(r"\d+", clause)[0])
        return Answer(lost <= number if "at most" in clause else lost >= number, (reason,))

    def _changed(self, loser: str) -> int:
        """How many hexes that a side held at the start the other holds now."""
        stated = self.said_number("hexes-lost", loser)
        if stated is not None:
            return stated.value
        return sum(
            self.control_at_start(p).value == loser and self.control(p).value == OTHER[loser]
            for p, hex_ in self.sheet.hexes.items()
            if hex_.terrain != "sea"
        )

    def _unsurrounded(self, places: list[str], side: str) -> Answer[bool]:
        """A unit in one of the hexes; whether it is cut off has to be said where one stands there."""
        for place in places:
            for unit in self.at(place):
                if unit.side == side and self.fights(unit):
                    said = self.said_yes("surrounded", unit.id)
                    here = seen(unit.id, place)
                    if said is None:
                        return Answer(True, (here,), (Need("given", f"surrounded {unit.id}"),))
                    if not said.value:
                        return Answer(True, (here, *said.reasons))
        return Answer(False, (seen(f"{side} units in {' '.join(places)}", "none"),))

    def _none_of(self, side: str) -> Answer[bool]:
        rows = [
            r
            for r in self.game.tables["victory_levels"].rows.values()
            if r["scenario"] == self.base and r["side"] == side
        ]
        met = [self.level_met(row) for row in rows]
        if any(m.value and not m.needs for m in met):
            return Answer(False, tuple(r for m in met if m.value for r in m.reasons))
        return Answer(True, (seen(f"levels of {side}", "none"),), tuple(n for m in met for n in m.needs))

    # ---- the duration and the linked game

    def _duration(self, clause: str, side: str) -> Answer[bool]:
        loser = "italian" if side == "central" else "austro-hungarian"
        own = "austro-hungarian" if side == "central" else "italian"
        if clause.endswith("surrender"):
            said = self.stated("surrendered", loser)
            if said is None:
                level = self.morale(loser)
                return Answer(level.value == "surrender", level.reasons, level.needs)
            return Answer(said.value not in ("no", "none"), said.reasons)
        if clause.startswith("by "):
            said = self.stated("surrendered", loser)
            date = said.value if said is not None and self.turn_named(said.value) else self.label
            if not date:
                return Answer(False, needs=self.needs_of_date())
            return Answer(date <= clause.removeprefix("by "), (seen("surrender", date),))
        state = self.morale(own)
        worst = ("shaken", "economic-collapse") if "shaken" in clause else ("economic-collapse",)
        return Answer(state.value not in worst, state.reasons, state.needs)

    def linked_victory(self, total: int, year: int = 0) -> Answer[str]:
        """The level of a total of victory points; an Austro-Hungarian surrender shifts it (I17-end.shift)."""
        order = [name for _, name, _ in LINKED]
        if total in GAPS:
            reading = f"{GAPS[total]}: {total} lies between the bounds of two levels"
            return Answer(GAPS[total], needs=(Need("victory", str(total), "level", reading),))
        name, rule = next((name, rule) for most, name, rule in LINKED if total < most)
        reasons = [book("victory points", total, rule)]
        if year and year < 1918:
            shift = 1918 - year
            name = order[min(order.index(name) + shift, len(order) - 1)]
            reasons.append(book("Austria-Hungary surrendered in", year, "I17-end.shift"))
        return Answer(name, tuple(reasons))

    def italy_enters(self, roll: int) -> Answer[str]:
        """When Italy joins after the monthly die of the linked game: turn 7 two months on, "" for not yet (I17-6)."""
        if not self.label:
            return Answer("", needs=self.needs_of_date())
        serbia = self.said_yes("serbia-at-home")
        points = self.said_number("dm", "austro-hungarian")
        if serbia is None or points is None:
            wanted = [n for n, a in (("serbia-at-home", serbia), ("dm austro-hungarian", points)) if a is None]
            return Answer("", needs=tuple(Need("given", name) for name in wanted))
        total = roll - (2 if serbia.value else 0) - points.value // 100
        reasons = (*serbia.reasons, *points.reasons, seen("roll", roll), book("modified", total, "I17-6"))
        if total >= 1 or self.label < "1915-03":
            return Answer("", reasons)
        month = self.month + 2
        year = self.year + (month - 1) // 12
        return Answer(f"{year}-{(month - 1) % 12 + 1:02d}-T7", reasons)

    def levels(self) -> Iterator[Met]:
        for row in self.game.tables["victory_levels"].rows.values():
            if row["scenario"] == self.base:
                yield self.level_met(row)


def _holds_number(word: str, mine: float, other: float) -> bool:
    return {"more than": mine > other, "fewer than": mine < other, "at least": mine >= other, "at most": mine <= other}[
        word
    ]
