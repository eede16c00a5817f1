"""What comes by the calendar: replacements by turn and nation (8.6, 16.3), who waits for war (3.7), who left (8.8)."""

from __future__ import annotations

from builder.games.glorys_end.facts_base import seen
from builder.games.glorys_end.facts_history import WITHDRAWN, History
from builder.model import Answer, Evidence, Need, Reason, Tag, Unit

BRITISH_TURNS = (7, 29)  # 8.6
MARKERS = {"french": "fr", "german": "de"}


class Schedule(History):
    def received(self, nation: str) -> Answer[int]:
        """Replacement steps that a nation has been given up to this turn."""
        turn, first = self.turn(), self.stated("replacements", nation)
        if nation == "belgian":
            return Answer(0, (Reason("Belgian replacements", 0, Evidence(Tag.BOOK, "8.6")),))
        each, since = self.stated("replacements-per-turn", nation), self.stated("replacements-from-turn")
        if first is not None and each is not None and since is not None:
            came = int(first.value) + int(each.value) * max(0, turn.value - int(since.value) + 1)
            return Answer(came, first.reasons + each.reasons + since.reasons + turn.reasons, turn.needs)
        if self.rules_of_play == "marne":
            start = int(first.value) if first is not None else 0
            return Answer(start, first.reasons if first is not None else (), turn.needs)
        if nation == "british":
            rows = [(t, self.limit(f"replacements-british-{t}")) for t in BRITISH_TURNS if turn.value >= t]
            reasons = tuple(r for _, row in rows for r in row.reasons)
            return Answer(sum(row.value for _, row in rows), turn.reasons + reasons, turn.needs)
        since, each = self.limit("replacements-first-turn"), self.limit("replacements-a-turn")
        came = each.value * max(0, turn.value - since.value + 1)
        return Answer(came, turn.reasons + since.reasons + each.reasons, turn.needs)

    def stock(self, nation: str) -> Answer[int]:
        """Steps a nation has as its phase opens: as stated, else what it was given less what it spent before.

        With a game before that is not seen this is the most it can be, and the needs say so.
        """
        stated = self.stated("stock", nation)
        if stated is not None:
            return Answer(int(stated.value), stated.reasons)
        came = self.received(nation)
        total = int(self.ledger.note("replaced", nation) or 0)
        earlier = total - self.ledger.sums.get(f"rebuilt {nation}", 0)
        reasons = (*came.reasons, seen(f"{nation} steps spent in earlier turns", earlier))
        unseen = () if self.whole or not came.value else (self.unseen(f"stock {nation}"),)
        return Answer(came.value - earlier, reasons, came.needs + unseen)

    def left_of_stock(self, nation: str) -> Answer[int]:
        """What is left of it at this moment."""
        stock, spent = self.stock(nation), self.ledger.sums.get(f"rebuilt {nation}", 0)
        used = seen(f"{nation} steps spent this turn", spent)
        return Answer(stock.value - spent, (*stock.reasons, used), stock.needs)

    # ---- set-up (3.3)

    def army_marker(self, nation: str, army: str) -> Answer[str]:
        """Where the mobilization marker of an army lies."""
        stated = self.stated("army-marker", nation, army)
        if stated is not None:
            return stated
        kind = f"{MARKERS.get(nation, nation)}-army-{army}"
        marker = next((m for m in self.state.markers.values() if m.kind == kind), None)
        if marker is None or not self.is_number(marker.place):
            return Answer("", needs=(Need("given", f"army-marker {nation} {army}"),))
        return Answer(marker.place, (seen(f"marker of {nation} army {army}", marker.place),))

    def armies_of(self, nation: str) -> frozenset[str]:
        """The armies of a nation whose markers lie on the map, or are stated."""
        stem = f"{MARKERS.get(nation, nation)}-army-"
        said = {args[1] for args, _ in self.given.all("army-marker") if len(args) == 2 and args[0] == nation}
        lying = {m.kind.removeprefix(stem) for m in self.state.markers.values()
                 if m.kind.startswith(stem) and self.is_number(m.place)}  # fmt: skip
        return frozenset(said | lying)

    # ---- who may not come

    def starts_in_play(self, unit: Unit) -> bool:
        """Whether it is a starting unit: one with an army or a start hex (3.1)."""
        counter = self.game.counters.get(unit.counter)
        if counter is None or self.stated("arrival", unit.id) is not None:
            return self.stated("arrival", unit.id) is None
        return not counter.arrival_turn

    def waits_for_war(self, unit: Unit) -> bool:
        """A starting British unit that was held back while Belgium stays out (3.7)."""
        if unit.nation != "british" or not unit.counter or not self.starts_in_play(unit):
            return False
        since = self.britain_since()
        return bool(since.value or since.needs)

    def withdrawn(self, unit: Unit) -> bool:
        return unit.place == WITHDRAWN

    def may_withdraw(self, unit: Unit) -> Answer[bool]:
        """A full infantry corps in supply with an attack of five or more (8.8); False with the reason against it."""
        least = self.limit("withdrawal-attack")
        corps, attack = self.is_corps(unit), self.printed(unit, "attack")
        if unit.type != "infantry" or (corps.known and not corps.value):
            return Answer(False, (seen(unit.id, f"{unit.size} {unit.type}"), *corps.reasons))
        if unit.steps < unit.full_steps:
            return Answer(False, (seen(f"steps of {unit.id}", f"{unit.steps} of {unit.full_steps}"),))
        if attack.known and attack.value < least.value:
            return Answer(False, attack.reasons + least.reasons)
        supplied = self.supplied(unit.id)
        if supplied.known and not supplied.value:
            return Answer(False, supplied.reasons)
        asked = (corps, attack, supplied)
        return Answer(True, tuple(r for a in asked for r in a.reasons), tuple(n for a in asked for n in a.needs))
