"""The linked game of South and East (I17, I18): when Italy joins, who comes when, garrisons, when it is over."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.italian_front.facts_arrivals import Arrivals
from builder.games.italian_front.facts_base import book, missing, seen
from builder.model import Answer, Need, Reason, Row, Unit
from builder.rules.memory import remembered

ENTRY = "1915-05-T7"  # the turn of the dates printed in section 6
ARRIVE = "reinforcement"


class Linked(Arrivals):
    # ---- Italy's entry

    def neutral_italy(self) -> Answer[bool]:
        """Whether Italy still stands aside; False in every other game."""
        if not self.linked():
            return Answer(False)
        said = self.said_yes("italy-at-war")
        if said is not None:
            return Answer(not said.value, said.reasons)
        joins = self.stated("italy-joins")
        turn = self.turn_named(joins.value) if joins is not None else None
        if turn is None or not self.when.turn:
            return Answer(False, needs=(Need("given", "italy-at-war"),))
        at_last = self.when.turn == turn.number and not (self.when.side == "entente" and self.when.phase == "movement")
        early = self.when.turn < turn.number or (at_last and self.when.phase in ("", "reinforcement", "movement"))
        return Answer(early, (*joins.reasons, self.moment()))

    def mobilized(self, name: str) -> Answer[bool]:
        """In the linked game the dates of section 6 move with Italy's entry (I17-6.c)."""
        unit = self.unit(name)
        counter = self.counter_like(unit) if unit is not None else None
        printed = counter.attributes.get("mobilized", "") if counter is not None else ""
        if not self.linked() or not printed.isdigit() or self.said_yes("mobilized", name) is not None:
            return super().mobilized(name)
        if self.ledger.note("attacked", name) or "mobilized" in unit.marks:
            return Answer(True, (book(f"{name} was attacked", "free", "I6-u3"),))
        due = self.mobilizes(int(printed))
        turn = self.turn_named(due.value or "")
        if turn is None or not self.when.turn:
            return Answer(False, due.reasons, due.needs or self.needs_of_date())
        reason = Reason(f"{name} mobilized from", turn.label, due.reasons[-1].evidence, "counters.csv")
        return Answer(self.when.turn >= turn.number, (reason, self.moment()))

    def mobilizes(self, printed: int) -> Answer[str]:
        """The turn that a printed date of mobilization becomes."""
        if not self.linked():
            return Answer(self.turn_of(printed).label, (book("mobilized from", self.turn_of(printed).label, "I6"),))
        joins = self.stated("italy-joins")
        entry = self.turn_named(joins.value) if joins is not None else None
        if entry is None:
            return missing("given", "italy-joins", "the turn on which Italy joins")
        later = self.turn_of(printed + entry.number - self.turn_named(ENTRY).number)
        return Answer(later.label, (*joins.reasons, book("mobilized from", later.label, "I17-6.c")))

    # ---- the schedule of I18-2

    def linked_rows(self, item: str = "") -> Iterator[Row]:
        for row in self.game.tables["linked_schedule"].rows.values():
            if item in ("", row["item"]):
                yield row

    def _linked_reason(self, row: Row) -> Reason:
        where = f" (map {row['map']})" if row["map"] else ""
        text = (row["units"] or row["supply"] or row["note"]) + where
        return Reason(row["item"], text, self.weigh(row.evidence_of("count")), f"linked_schedule.csv:{row.key}")

    def scheduled(self, label: str, event: str, nation: str = "") -> Answer[frozenset[str]]:
        found = super().scheduled(label, event, nation)
        turn = self.turn_named(label)
        if not self.linked() or turn is None or event != ARRIVE or nation not in ("", "austro-hungarian"):
            return found
        rows = [row for row in self.linked_rows("units") if row["turn"] == str(turn.number)]
        names = frozenset(name for row in rows for name in row["units"].split())
        return Answer(found.value | names, tuple(map(self._linked_reason, rows)) or found.reasons)

    def scheduled_turn(self, name: str, event: str) -> Answer[str]:
        """Of the linked game the first date counts: who came to the East may have come on from there."""
        if self.linked() and event == ARRIVE:
            for row in self._rows_with(name):
                if row["turn"]:
                    return Answer(self.turn_of(int(row["turn"])).label, (self._linked_reason(row),))
        return super().scheduled_turn(name, event)

    def _rows_with(self, name: str) -> Iterator[Row]:
        unit = self.unit(name)
        counter = self.counter_like(unit) if unit is not None else self.game.counters.get(name)
        return (row for row in self.linked_rows("units") if counter is not None and counter.id in row["units"].split())

    def receives(self, nation: str, label: str) -> Answer[tuple[str, ...]]:
        """In 1914 what the schedule names, from 1915 on by the rates (I17-24)."""
        turn = self.turn_named(label)
        if not self.linked() or turn is None or nation != "austro-hungarian" or label >= "1915":
            return super().receives(nation, label)
        rows = [row for row in self.linked_rows() if row["turn"] == str(turn.number) and row["item"] != "units"]
        items = tuple(
            f"{row['supply']} supply" if row["supply"] else f"{row['count']} RPL {row['note']}" for row in rows
        )
        return Answer(items, tuple(map(self._linked_reason, rows)) or (seen(f"{nation} on {label}", "nothing"),))

    def rpl_division(self, number: int) -> Answer[str]:
        """Strength and origin of the replacement divisions in their order; the cycle begins anew (I17-27, P106)."""
        rows = [r for r in self.game.tables["replacement_cycles"].rows.values() if r.key.startswith("divisions")]
        row = rows[(number - 1) % len(rows)]
        reason = Reason(f"division {number}", row["origin"], self.weigh(row.evidence_of("origin")), row.key)
        return Answer(row["origin"], (reason,))

    # ---- after a surrender

    def gave_up(self, nation: str) -> Answer[bool]:
        stated = self.stated("surrendered", nation)
        if stated is not None:
            return Answer(stated.value not in ("no", "none"), stated.reasons)
        if nation not in self.game.nations:
            return Answer(False, (seen(f"{nation} surrendered", "not said"),))
        level = self.morale(nation)
        return Answer(level.value == "surrender", level.reasons, level.needs)

    @remembered
    def surrender_turn(self, nation: str) -> str:
        """The turn on which a nation gave up, "" where none is said."""
        stated = self.stated("surrendered", nation)
        return stated.value if stated is not None and self.turn_named(stated.value) is not None else ""

    def released(self, months: int) -> Answer[frozenset[str]]:
        """The Austro-Hungarians whom the eastern garrison gives up so many months after Russia's surrender."""
        rows = [row for row in self.linked_rows("units") if row["months_after"] == str(months)]
        names = frozenset(name for row in rows for name in row["units"].split())
        return Answer(names, tuple(map(self._linked_reason, rows)) or (seen("released", "none"),))

    def release_of(self, name: str) -> Answer[str]:
        """The first turn on which the eastern garrison may give a unit up; "" where no row names it."""
        surrender = self.surrender_turn("russian")
        for row in self._rows_with(name):
            if not row["months_after"]:
                continue
            if not surrender:
                return missing("given", "surrendered russian", "the turn")
            label = surrender if row["months_after"] == "0" else months_on(surrender, int(row["months_after"]))
            return Answer(label, (self._linked_reason(row), seen("Russia surrendered", surrender)))
        return Answer("", (seen(f"release of {name}", "not in the schedule"),))

    def in_german_schedule(self, unit: Unit) -> bool:
        """Whether the German schedule of the Italian front names a unit, or another piece of it (I16-2)."""
        counter = self.counter_like(unit)
        family = counter.attributes.get("family", "") if counter is not None else ""
        pieces = {c.id for c in self.game.counters.values() if family and c.attributes.get("family") == family}
        named = {name for row in self.rows_of("german") for name in row["units"].split()}
        return bool(named & (pieces | {counter.id if counter is not None else ""}))

    def garrison_short(self, without: tuple[str, ...] = ()) -> Answer[tuple[str, ...]]:
        """What the garrison of Italy lacks in Italian cities on this map: kind and number (I17-10).

        `without` are units that are about to leave.
        """
        cities = {p for p, h in self.sheet.hexes.items() if h.owner == "IT" and "city" in h.features}
        said = {args[0] for args, value in self.given.all("place") if "city" in value.split()}
        there = [
            u for p in (said or cities) for u in self.at(p) if u.nation == "austro-hungarian" and u.id not in without
        ]
        short, reasons, needs, staff = [], [], [], 0
        for row in self.game.tables["garrisons"].rows.values():
            if row["front"] != "italy":
                continue
            like = [u for u in there if u.type == row["type"] and row["size"] in ("", u.size)]
            full = [u for u in like if row["strength"] in ("", str(self.full(u).value))]
            words = " ".join(part for part in (row["strength"], row["type"], row["size"]) if part)
            reasons.append(seen(f"{words}, of {row['count']}", len(full)))
            if len(full) < int(row["count"]):
                short.append(f"{int(row['count']) - len(full)} {words}")
            if row["supply"]:
                stocks = [self.stock(u.id) for u in like]
                staff = sum(s.value or 0 for s in stocks)
                needs += [need for s in stocks for need in s.needs]
                if staff < int(row["supply"]) and not needs:
                    short.append(f"{int(row['supply']) - staff} supply")
        return Answer(tuple(short), tuple(reasons), tuple(needs))

    def over(self) -> Answer[bool]:
        """Whether the linked game is over: Austria-Hungary gives up, both its foes do, or somebody forfeits."""
        austria = self.gave_up("austro-hungarian") if self.told_of("austro-hungarian") else Answer(False)
        if austria.value:
            return Answer(True, (*austria.reasons, book("the game ends", "at once", "I17-end")))
        foes = [self.gave_up(n) if self.told_of(n) else Answer(False) for n in ("russian", "italian")]
        if all(foe.value for foe in foes):
            return Answer(True, (*(r for foe in foes for r in foe.reasons), book("both gave up", "yes", "I17-end")))
        for nation in ("austro-hungarian", "german"):
            lost = self.forfeits(nation)
            if lost.known and lost.value:
                return Answer(True, (*lost.reasons, book(f"{nation} forfeits", "yes", "I17-21")))
        one = next((foe for foe in foes if foe.value), None)
        if one is not None:
            return Answer(False, (*one.reasons, book("one foe is left", "the game goes on", "I17-9")))
        return Answer(False, (seen("surrender and forfeit", "none"),))

    def told_of(self, nation: str) -> bool:
        """Whether anything is said of how a nation stands."""
        return any(self.stated(word, nation) is not None for word in ("surrendered", "morale", "dm"))


def months_on(label: str, months: int) -> str:
    """The first turn of the month so many later."""
    total = int(label[:4]) * 12 + int(label[5:7]) - 1 + months
    return f"{total // 12}-{total % 12 + 1:02d}-T1"
