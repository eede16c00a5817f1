"""What the calendar decides: turns and months, winter, mobilization, rail capacity and loads, schedules, rates."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.italian_front.facts_base import SPECIAL, book, missing, seen
from builder.games.italian_front.facts_moves import Moves
from builder.games.italian_front.words import plain
from builder.model import Answer, Counter, Evidence, Need, Reason, Row, Tag, Turn, Unit
from builder.rules.memory import remembered


class Time(Moves):
    # ---- turns

    def turn_after(self, label: str, count: int) -> Answer[str]:
        """The ordinary turn so many after another; special turns are not counted (P109)."""
        labels = [turn.label for turn in self.ordinary]
        if label not in labels:
            return missing("turns.csv", label, "label")
        at = labels.index(label) + count
        if not 0 <= at < len(labels):
            return missing("turns.csv", label, str(count))
        return Answer(labels[at], (book(f"{count} ordinary turns from {label}", labels[at], "S5-u1"),))

    def months_between(self, first: str, last: str) -> tuple[Turn, ...]:
        """The special turns after one turn, up to another."""
        a, b = self.turn_named(first), self.turn_named(last)
        if a is None or b is None:
            return ()
        return tuple(t for t in self.game.turns if a.number < t.number <= b.number and t.part == SPECIAL)

    def winter(self, label: str) -> Answer[bool]:
        """On this map winter lasts from December turn 1 to April turn 7 (S34-1, S34-5)."""
        stated = self.stated("winter")
        if stated is not None:
            return Answer(stated.value not in ("no", "none"), stated.reasons)
        turn = self.turn_named(label)
        if turn is None:
            return missing("position", "when", "turn")
        month = int(label[5:7])
        found = month in (12, 1, 2, 3, 4) and not (month == 12 and turn.part == SPECIAL)
        return Answer(found, (book(f"winter on {label}", "yes" if found else "no", "S34-5"),))

    @remembered
    def phases_of(self, number: int) -> tuple:
        return tuple(phase for phase in self.game.phases if not phase.turns or number in phase.turns)

    def turn_ends(self) -> bool:
        """Whether the phase that is on is the last of its side's half of the turn."""
        order = [(p.side, p.id) for p in self.phases_of(self.when.turn)]
        now = (self.when.side, self.when.phase)
        return now not in order or now == order[-1] or order[order.index(now) + 1][0] != now[0]

    def open_at(self, number: int, side: str, phase: str) -> bool:
        """Whether a moment is one of the scenario's: it does not come before its first (I4-first)."""
        scenario = self.scenario
        if scenario is None or number != scenario.first_turn or not scenario.first_phase:
            return scenario is None or number >= scenario.first_turn or not number
        order = [(p.side, p.id) for p in self.phases_of(number)]
        first = (scenario.first_side, scenario.first_phase)
        if phase:
            return (side, phase) not in order or order.index((side, phase)) >= order.index(first)
        return any(one[0] == side for one in order[order.index(first) :])

    # ---- mobilization (I6)

    def counter_like(self, unit: Unit) -> Counter | None:
        """The counter of a unit drawn in words, by nation, type and designation."""
        own = self.counter(unit)
        if own is not None or not unit.name:
            return own
        return next(
            (
                c
                for c in self.game.counters.values()
                if c.nation == unit.nation
                and c.type == unit.type
                and plain(c.designation) == plain(unit.name)
                and unit.size in ("", c.size)
            ),
            None,
        )

    def mobilized(self, name: str) -> Answer[bool]:
        """Whether a unit of the game of May 1915 may move and attack by now (I6-u1 to I6-u3)."""
        stated = self.said_yes("mobilized", name)
        unit = self.unit(name)
        if stated is not None or unit is None:
            return stated or missing("given", name, "mobilized")
        if self.base not in ("may-1915", "duration", "") or unit.side == "central":
            return Answer(True, (book(f"{name} mobilized", "from the start", "I6-m.AH.1915-05-T7"),))
        attacked = self.ledger.note("attacked", name) or next(
            (str(p.when) for p in self.ledger.past("attacked", name)), ""
        )
        if attacked or "mobilized" in unit.marks:
            return Answer(True, (book(f"{name} was attacked", attacked or "marked", "I6-u3"),))
        if self.ledger.note("arrived", name):
            return Answer(True, (book(f"{name} arrived", "mobilized", "S25-4"),))
        counter = self.counter_like(unit)
        text = counter.attributes.get("mobilized", "") if counter is not None else ""
        if not text.isdigit():
            if counter is not None and counter.nation != "italian":
                return Answer(True, (book(f"{name} mobilized", "no list names it", "I6-u1"),))
            if counter is not None:
                return Answer(True, (book(f"{name} comes later", "mobilized", "S25-4"),))
            return missing("given", f"mobilized {name}")
        if not self.when.turn:
            return missing("position", "when", "turn")
        if self.ledger.note("unseen") and self.when.turn < int(text):
            return missing("log", name, "whether it was attacked before")
        due = self.turn_of(int(text))
        evidence = counter.evidence.get("mobilized") or Evidence(Tag.BOOK, "I6")
        reason = Reason(
            f"{name} mobilized from",
            due.label if due else text,
            self.weigh(evidence),
            f"counters.csv:{counter.id}:mobilized",
        )
        return Answer(self.when.turn >= int(text), (reason, self.moment()))

    def mobilization_list(self, label: str, nation: str) -> Answer[frozenset[str]]:
        """The counters that are free to move from this very turn on."""
        turn = self.turn_named(label)
        if turn is None:
            return missing("turns.csv", label, "label")
        found = frozenset(
            c.id
            for c in self.game.counters.values()
            if c.nation == nation and c.attributes.get("mobilized") == str(turn.number)
        )
        return Answer(found, (book(f"{nation} units free from {label}", len(found), "I6"),))

    # ---- rail capacity and loads

    def capacity(self, nation: str) -> Answer[int]:
        """Divisions that may use a nation's rails this turn."""
        stated = self.said_number("rail-capacity", nation) or self.said_number("rail-capacity")
        if stated is not None:
            return stated
        lost = self.network_lost(nation)
        if lost.value:
            return Answer(0, (*lost.reasons, book(f"{nation} rail capacity", "lost for good", "S8-9")))
        row = self.capacity_row(nation)
        if row is None:
            if not self.when.turn:
                return missing("position", "when", "turn")
            return missing("rail_capacity.csv", nation, "capacity")
        value = int(row["capacity"])
        reason = Reason(
            f"{nation} rail capacity",
            value,
            self.weigh(row.evidence_of("capacity")),
            f"rail_capacity.csv:{row.key}:capacity",
        )
        return Answer(value, (reason,))

    def capacity_row(self, nation: str) -> Row | None:
        """The row in force: of the scenario played, else of the one whose turns these are."""
        base = {"duration": "may-1915"}.get(self.base, self.base)
        rows = [
            row
            for row in self.game.tables["rail_capacity"].rows.values()
            if row["nation"] == nation
            and base in ("", row["scenario"])
            and (self.when.turn or 10**6) >= int(row["first"])
        ]
        return max(rows, key=lambda row: int(row["first"]), default=None)

    def load(self, name: str) -> Answer[int]:
        """What a unit weighs on rails, in divisions (S8-6 to S8-8, S18-4)."""
        unit = self.unit(name)
        if unit is None:
            return missing("given", name)
        if unit.type in ("headquarters", "supply"):
            stock = self.stock(name)
            weight = max(-(-(stock.value or 0) // 10), 1 if unit.type == "headquarters" else 0)
            rule = "S18-4" if unit.type == "headquarters" else "S8-7"
            return Answer(weight, (*stock.reasons, book(f"{name} by tens", weight, rule)), stock.needs)
        weight = 2 if unit.type == "artillery" else 1
        return Answer(weight, (book(f"{name}, {unit.type}", weight, "S8-8"),))

    def networks(self, rode: tuple[tuple[str, str], ...], name: str = "") -> tuple[str, ...]:
        """The nations whose rails these hexsides are; `own` is the rider's (S8-4, S8-5)."""
        unit = self.unit(name)
        mine = (unit.nation if unit is not None else "") or "own"
        owners = [self.line(a, b).value[1] for a, b in rode]
        return tuple(dict.fromkeys(mine if owner == "own" else owner for owner in owners if owner))

    def army_of(self, hq: str) -> str:
        """`2nd` or `3rd`, the two Italian armies that the broad front binds (I3-5); "" for any other."""
        unit = self.unit(hq)
        if unit is None or unit.nation != "italian":
            return ""
        name = f"{unit.name} {unit.counter} {unit.id}".casefold()
        return next((army for army in ("2nd", "3rd") if army in name), "")

    @remembered
    def stock(self, name: str) -> Answer[int]:
        """The supply points of a headquarters; what players hide is not known."""
        stated = self.said_number("supply", name)
        if stated is not None:
            return stated
        noted = self.ledger.note("stock", name)
        if noted:
            return Answer(int(noted), (seen(f"supply of {name}", noted),))
        unit = self.unit(name)
        if unit is not None and self.scenario is not None and not self.given.played:
            placed = next((p for p in self.scenario.placements if p.what == unit.counter and p.stock is not None), None)
            if placed is not None:
                evidence = self.weigh(placed.evidence or Evidence(Tag.CHOSEN))
                return Answer(placed.stock, (Reason(f"supply of {name}", placed.stock, evidence),))
        return missing("log", name, "supply points")

    # ---- the schedule (I16)

    def rows_of(self, nation: str = "", event: str = "") -> Iterator[Row]:
        for row in self.game.tables["schedule"].rows.values():
            if nation in ("", row["nation"]) and event in ("", row["event"]):
                yield row

    def scheduled(self, label: str, event: str, nation: str = "") -> Answer[frozenset[str]]:
        """The units that come or go on a turn."""
        turn = self.turn_named(label)
        if turn is None:
            return missing("turns.csv", label, "label")
        rows = [row for row in self.rows_of(nation, event) if row["turn"] == str(turn.number)]
        names = frozenset(name for row in rows for name in row["units"].split())
        reasons = tuple(self._row_reason(row) for row in rows) or (seen(f"{event} on {label}", "none"),)
        return Answer(names, reasons)

    def scheduled_turn(self, name: str, event: str) -> Answer[str]:
        """The turn on which a unit comes or goes, "" where the schedule has none."""
        unit = self.unit(name)
        counter = self.counter_like(unit) if unit is not None else self.game.counters.get(name)
        if counter is None:
            return missing("given", name)
        for row in self.rows_of(counter.nation, event):
            if counter.id in row["units"].split():
                due = self.turn_of(int(row["turn"])) if row["turn"] else None
                return Answer(due.label if due else f"after {row['after']}", (self._row_reason(row),))
        return Answer("", (seen(f"{event} of {name}", "not in the schedule"),))

    def scheduled_turns(self, name: str, event: str) -> Answer[tuple[str, ...]]:
        """Every turn on which a unit, or another piece of it, comes or goes."""
        unit = self.unit(name)
        counter = self.counter_like(unit) if unit is not None else self.game.counters.get(name)
        if counter is None:
            return missing("given", name)
        family = counter.attributes.get("family", "")
        pieces = {c.id for c in self.game.counters.values() if family and c.attributes.get("family") == family}
        rows = [
            r
            for r in self.rows_of(counter.nation, event)
            if r["turn"] and (pieces | {counter.id}) & set(r["units"].split())
        ]
        turns = tuple(dict.fromkeys(self.turn_of(int(r["turn"])).label for r in rows))
        return Answer(turns, tuple(map(self._row_reason, rows)) or (seen(f"{event} of {name}", "not in the schedule"),))

    def listed_strength(self, unit: Unit) -> Answer[int]:
        """The strength with which the schedule has a unit leave; a need where it lists none."""
        counter = self.counter_like(unit)
        for row in self.rows_of(unit.nation, "withdrawal"):
            if counter is not None and counter.id in row["units"].split() and row["strength"].isdigit():
                return Answer(int(row["strength"]), (self._row_reason(row),))
        return missing("schedule.csv", unit.id, "strength")

    def _row_reason(self, row: Row) -> Reason:
        text = row["units"] or row["count"]
        return Reason(f"{row['event']}", text, self.weigh(row.evidence_of("units")), f"schedule.csv:{row.key}")

    def needs_of_date(self) -> tuple[Need, ...]:
        return () if self.when.turn else (Need("position", "when", "turn"),)
