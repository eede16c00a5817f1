"""What comes and goes by the schedules: arrivals, income, resource hexes, chits, costs; counts of the counter mix."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from builder.games.tgwie.facts_base import book, joined, missing, seen
from builder.games.tgwie.facts_drm import Modifiers
from builder.games.tgwie.pool import ENTRY_LATER, LETTERS
from builder.games.tgwie.setup_words import CLASSES, printed_value
from builder.model import Answer, Counter, Evidence, Reason, Row, Tag, Unit
from builder.rules.memory import lasting, remembered

DEFAULT_US_ENTRY = "O"
PLOESTI = "E2623"
WAIT = "resource-wait"
CHIT_ALIASES = {"czar-takes-command": "czar-commands", "mutiny": "french-mutiny", "brusilov-offensive": "brusilov",
                "foch": "foch", "zimmermann-telegram": "zimmermann", "haig": "haig-offensive",
                "typhus": "serb-typhus"}  # fmt: skip


class Schedule(Modifiers):
    # ---- arrivals

    @remembered
    def us_entry(self) -> Answer[str]:
        """The strategic turn on which America joins: O unless moved forward (6.16.A)."""
        stated = self.stated("us-entered")
        if stated is not None:
            return stated
        marker = next((m for m in self.state.markers.values() if m.kind == "us-entry"), None)
        if marker is not None and marker.place[1:] in LETTERS:
            return Answer(marker.place[1:], (seen("US entry marker", marker.place),))
        if self.given.blank or self.scenario is None:
            return Answer(DEFAULT_US_ENTRY, (book("US entry", DEFAULT_US_ENTRY, "6.16.A"),))
        return missing("given", "us-entered")

    def due(self, unit: Unit) -> Answer[str]:
        """The strategic turn a unit comes on; `start`, `entry` or the chit's name where it is none."""
        stated = self.stated("due", unit.id)
        if stated is not None:
            return stated
        counter = self.game.counters.get(unit.counter)
        return self.due_of(counter) if counter is not None else missing("given", f"due {unit.id}")

    def due_of(self, counter: Counter) -> Answer[str]:
        has = counter.attributes.get
        evidence = counter.evidence.get("place") or counter.evidence.get("") or Evidence(Tag.CHOSEN)

        def told(value: str, column: str) -> Answer[str]:
            source = f"counters.csv:{counter.id}:{column}"
            return Answer(value, (Reason(f"{counter.id} comes", value, self.weigh(evidence), source),))

        if letter := has("letter"):
            return told(letter, "letter")
        if after := has("after_entry"):
            entry, plus = self.us_entry(), told(after, "after_entry")
            at = LETTERS.index(entry.value) + int(after) if entry.known and entry.value in LETTERS else 0
            return joined(LETTERS[at] if at < len(LETTERS) else "never", entry, plus)
        if code := has("setup_code"):
            return told("entry" if code == ENTRY_LATER else "start", "setup_code")
        return told(has("via") or "start", "via")

    def has_arrived(self, unit: Unit) -> Answer[bool]:
        """Whether its strategic turn has come."""
        due = self.due(unit)
        if due.value not in LETTERS or not due.known:
            return joined(True, due)
        now = self.letter()
        return joined(bool(now.value) and now.value >= due.value, due, now)

    # ---- income

    @lasting
    def income(self, nation: str, letter: str) -> Answer[int]:
        """Points of the schedule for a nation on a strategic turn (6.2.D)."""
        if nation == "american":
            entry = self.us_entry()
            after = max(LETTERS.index(letter) - LETTERS.index(entry.value), -1) if entry.known else -1
            if after < 0:
                return joined(0, entry)
            rows = self.game.tables["us_income"].rows
            return joined(0, entry) if not rows else self.number("us_income", str(min(after, len(rows) - 1)), "points")
        column = nation.replace("-", "_")
        if column not in self.game.tables["income"].rows["A"].cells:
            return missing("tables/income.csv", letter, column)
        return self.number("income", letter, column)

    def resource_points(self, place: str, letter: str) -> Answer[int]:
        """What a resource hex gives Germany on a strategic turn: nothing until four turns after capture (6.3.C)."""
        place = self.place_of(place)
        worth = self.number("resources", place, "points")
        start, because = self._resource_since(place)
        if start is None:
            return joined(0, worth, because) if because.known else joined(0, because)
        wait = self.number("costs", WAIT, "points")
        first = LETTERS.index(start) + wait.value
        return joined(worth.value if LETTERS.index(letter) >= first else 0, worth, because, wait)

    def first_paying(self, place: str) -> Answer[str]:
        start, because = self._resource_since(self.place_of(place))
        if start is None:
            return missing("given", f"captured {place}")
        wait = self.number("costs", WAIT, "points")
        at = LETTERS.index(start) + wait.value
        return joined(LETTERS[at] if at < len(LETTERS) else "never", because, wait)

    def _resource_since(self, place: str) -> tuple[str | None, Answer]:
        """The strategic turn from which the wait counts: capture, recapture, or supply restored (6.3.D, 6.3.E)."""
        if place == PLOESTI and (sold := self._romania_for_the_central_powers()) is not None:
            return sold
        best: tuple[str | None, Answer] = (None, missing("given", f"captured {place}"))
        for predicate in ("captured", "recaptured", "supply-restored"):
            for args, value in self.given.all(predicate):
                if not args or self.place_of(args[0]) != place:
                    continue
                letter = self._letter_word(value)
                if letter and (best[0] is None or letter > best[0]):
                    best = letter, Answer(letter, (Reason(f"{predicate} {args[0]}", value, Evidence(Tag.GIVEN)),))
        return best if best[0] is not None else self._taken_earlier(place)

    def _romania_for_the_central_powers(self) -> tuple[str, Answer] | None:
        """The letter from which Ploesti's wait would count, so that it pays on the turn after the entry (6.3.F)."""
        chit, wait = "romania-entry-central", self.number("costs", WAIT, "points")
        said, noted = self.said_number("played-on", chit), self.ledger.note("played-on", chit)
        if said is None and not noted.isdecimal():
            return None
        turn = said.value if said is not None else int(noted)
        side, now = self.side_of_nation("romanian"), self.letter_of_turn(turn)
        if not side.known or side.value != "central" or not now.value:
            return None
        at = LETTERS.index(now.value) + 1 - wait.value
        return (
            (LETTERS[at], joined(LETTERS[at], side, now, more=(seen("Romania joined on turn", turn),)))
            if at >= 0
            else None
        )

    def _taken_earlier(self, place: str) -> tuple[str | None, Answer]:
        """By `earlier (turn 3) control Mons: central`, the last one told."""
        for past in (*self.ledger.past("control"), *self.ledger.past("captured")):
            taken = past.predicate == "captured" or self.side_word(past.value) == "central"
            if past.args and self.place_of(past.args[0]) == place and taken and past.when.turn:
                found = self.letter_of_turn(past.when.turn)
                return found.value or None, joined(found.value, found)
        return None, missing("given", f"captured {place}")

    def _letter_word(self, value: str) -> str:
        """`A`, or the letter that has come by `turn 3`."""
        if value in LETTERS and value:
            return value
        number = re.search(r"\d+", value)
        return self.letter_of_turn(int(number[0])).value if number else ""

    # ---- chits

    def chit(self, word: str, side: str = "") -> Row | None:
        """The row of a chit by its id, or by its name without the side."""
        rows = self.game.tables["chits"].rows
        word = CHIT_ALIASES.get(word, word)
        if word in rows:
            return rows[word]
        found = [row for key, row in rows.items() if key.partition("-")[2] == word and side in ("", row["side"])]
        return found[0] if len(found) == 1 else None

    def chit_fact(self, word: str, column: str) -> Answer[str]:
        row = self.chit(word)
        if row is None:
            return missing("tables/chits.csv", word, column)
        return self.cell("chits", row.key, column)

    @lasting
    def chits_of(self, side: str, letter: str) -> Answer[frozenset[str]]:
        """The chits that a strategic turn brings a side's cup, No Effect once (7.1)."""
        table = self.game.tables["chits"]
        rows = [r for r in table.rows.values() if r["side"] == side and r["letter"] == letter]
        reasons = tuple(Reason(r.key, letter, self.weigh(r.evidence_of("letter")), table.source(r.key, "letter"))
                        for r in rows)  # fmt: skip
        return Answer(frozenset(r.key for r in rows), reasons)

    def in_play(self, chit: str) -> Answer[bool]:
        """Whether a chit's strategic turn has come, so that it may lie in the cup."""
        letter = self.chit_fact(chit, "letter")
        if not letter.known or not letter.value:
            return joined(True, letter)
        now = self.letter()
        return joined(bool(now.value) and now.value >= letter.value, letter, now)

    # ---- counts

    def count_in_mix(self, words: Iterable[str]) -> Answer[int]:
        """Counters that every word fits: nation, type or class, letter, code, value, size, contingent, name."""
        tests = [self._test(word) for word in words]
        strange = [word for word, test in zip(words, tests, strict=True) if test is None]
        if strange:
            raise ValueError(f"{strange[0]!r} selects no counters")
        found = [c for c in self.game.counters.values() if all(test(c) for test in tests if test)]
        evidence = self.weigh(Evidence(Tag.CHOSEN, "", "counted in counters.csv"))
        return Answer(len(found), (Reason("counters", len(found), evidence, "counters.csv"),))

    def _test(self, word: str) -> Callable[[Counter], bool] | None:
        nation, side = self.nation_of(word), self.side_word(word)
        types = {c.type for c in self.game.counters.values()}
        if nation:
            return lambda c: c.nation == nation
        if side in ("allied", "central"):
            return lambda c: c.side == side
        if word in CLASSES:
            return lambda c: c.type in CLASSES[word]
        if word in types:
            return lambda c: c.type == word
        if len(word) == 1 and word in LETTERS:
            return lambda c: c.attributes.get("letter", "") == word
        if word.startswith("code:"):
            return lambda c: c.attributes.get("setup_code", "") == word[5:]
        if word.startswith("entry+"):
            return lambda c: c.attributes.get("after_entry", "") == word[6:]
        if word in ("shock-able", "stoss-able"):
            return lambda c: c.attributes.get("shock") == "yes"
        if word in ("two-step", "one-step"):
            return lambda c: c.steps == (2 if word == "two-step" else 1)
        if re.fullmatch(r"\d+(-\d+){1,2}", word):
            return lambda c: printed_value(c) == word
        contingents = {c.attributes.get("contingent", "") for c in self.game.counters.values()} - {""}
        if word in contingents:
            return lambda c: c.attributes.get("contingent", "") == word
        names = {c.designation for c in self.game.counters.values()}
        return (lambda c: c.designation == word) if word in names else None

    def count_on_table(self, words: Iterable[str]) -> Answer[int]:
        """The same of the pieces on the table; words may also be a place, a map, `on-map` or `dead`."""
        kept = []
        for word in words:
            kept.append(self._place_test(word) or self._unit_test(word))
        if None in kept:
            raise ValueError(f"{list(words)[kept.index(None)]!r} selects no pieces")
        found = [u for u in self.state.units.values() if all(test(u) for test in kept if test)]
        evidence = Evidence(Tag.GIVEN) if self.scenario is None else self._set_up_evidence()
        return Answer(len(found), (Reason("pieces", len(found), evidence),))

    def _set_up_evidence(self) -> Evidence:
        scenario = self.scenario
        return self.weigh(Evidence(Tag.DEDUCED, scenario.rule if scenario else ""))

    def _place_test(self, word: str) -> Callable[[Unit], bool] | None:
        if word in ("west", "east", "italy"):
            return lambda u: self.on_map(u.place) and self.theatre(u.place).value == word
        if word == "on-map":
            return lambda u: self.on_map(u.place)
        if word == "dead":
            return lambda u: u.place.startswith("Dead")
        place = self.place_of(word)
        if place in self._sheets or place in self._boxes:
            return lambda u: u.place == place
        region = self.region(word)
        return (lambda u: u.place in region) if region else None

    def _unit_test(self, word: str) -> Callable[[Unit], bool] | None:
        test = self._test(word)
        if test is None:
            return None
        if re.fullmatch(r"\d+(-\d+){1,2}", word):  # as the piece shows itself
            return lambda u: word in _shown(u)

        def fits(unit: Unit) -> bool:
            counter = self.game.counters.get(unit.counter)
            return counter is not None and test(counter)

        return fits


def _shown(unit: Unit) -> tuple[str, ...]:
    """The values of the face that shows, `2-4` too where attack and defence are alike."""
    face = unit.at_steps()
    whole = f"{face.attack}-{face.defence}-{face.movement}"
    return (whole, f"{face.attack}-{face.movement}") if face.attack == face.defence else (whole,)
