"""What happened once and counts for good: seen from the start or not, Paris endangered, Plan XVII, the withdrawal."""

from __future__ import annotations

from builder.games.glorys_end.facts_base import remembered, seen
from builder.games.glorys_end.facts_entry import Entries
from builder.games.glorys_end.unseen import UNSEEN
from builder.model import GIVEN, Answer, Evidence, Need, Reason, Tag, Unit
from builder.rules.memory import lasting

PERIMETER = "paris-perimeter"
WITHDRAWN = "Withdrawn"
CROSSED = "germans-crossed"  # the Meuse, into France (11.2)
TOLD = Evidence(Tag.DEDUCED, "3.7")
SET_UP_BY = {"16": "marne", "17": "short", "3.5": "free"}  # the rule of a scenario's set-up -> what is played


class History(Entries):
    # ---- which game, and how much of it was seen

    @property
    def rules_of_play(self) -> str:
        """`marne`, `short`, `free`, or `campaign`: also where no scenario is named."""
        return SET_UP_BY.get(self.scenario.rule if self.scenario is not None else "", "campaign")

    @property
    @remembered
    def whole(self) -> bool:
        """Whether everything since the set-up was seen, so that what is not noted did not happen."""
        since = self.ledger.note("watched-from")
        return since == "start" if since else self.at_start()

    def at_start(self) -> bool:
        """Whether this is the set-up, or the very first player turn."""
        first = (self.scenario.first_turn, self.scenario.first_side) if self.scenario is not None else (1, "allied")
        if self.when.turn == 0:
            return self.scenario is not None
        return (self.when.turn, self.when.side) == first

    def ever(self, predicate: str, *args: str) -> Answer[bool] | None:
        """A yes or no that was stated, of now or of an earlier moment; None where nobody said."""
        past = next((p for p in self.ledger.past(predicate, *args) if p.value != "no"), None)
        if past is not None:
            return Answer(True, (Reason(" ".join((predicate, *args)), f"{past.value} on {past.when}", GIVEN),))
        return self.said_yes(predicate, *args)

    def unseen(self, what: str) -> Need:
        return Need("given", what, "the game before is not seen")

    # ---- Paris (4.3)

    @remembered
    def paris_endangered(self) -> Answer[bool]:
        """Whether a supplied German unit was ever inside the perimeter; once is enough."""
        stated = self.ever("paris-endangered")
        noted = self.ledger.note("paris-endangered")
        if noted:
            return Answer(True, (Reason("Paris endangered", noted, self.perimeter_evidence()),))
        if stated is not None:
            return stated
        inside = self._supplied_inside()
        if inside.known and inside.value:
            return inside
        perhaps = self.deed("paris-endangered")
        if perhaps.value or perhaps.needs:
            return Answer(bool(perhaps.value), (*perhaps.reasons, Reason("Paris", "inside", self.perimeter_evidence())),
                          perhaps.needs)  # fmt: skip
        maybe = self.ledger.note("paris-maybe")
        if maybe or not self.whole:
            return Answer(False, needs=(Need("given", "paris-endangered", maybe or "the game before is not seen"),))
        return Answer(False, (Reason("Germans inside the perimeter", "never", self.perimeter_evidence()),))

    def _supplied_inside(self) -> Answer[bool]:
        """Whether a supplied German unit stands inside the perimeter now."""
        for place in sorted(self.perimeter):
            for unit in self.at(place):
                supplied = self.supplied(unit.id) if unit.side == "german" else Answer(False)
                if supplied.known and supplied.value:
                    return Answer(True, (Reason(unit.id, f"inside in {place}", self.perimeter_evidence()),
                                         *supplied.reasons))  # fmt: skip
        return Answer(False)

    def perimeter_evidence(self) -> Evidence:
        region = self.sheet.region_facts.get(PERIMETER)
        return self.weigh(region.evidence if region is not None else Evidence(Tag.CHOSEN))

    @property
    @lasting
    def perimeter(self) -> frozenset[str]:
        """The hexes round Paris; what a case says goes before the map."""
        drawn = frozenset() if self.given.blank else self._region(PERIMETER)
        said = {args[0]: value for args, value in self.given.all("in-perimeter") if args}
        inside = drawn.union(place for place, value in said.items() if value not in ("no", "none"))
        return frozenset(place for place in inside if said.get(place) not in ("no", "none"))

    def in_perimeter(self, place: str) -> bool:
        return place in self.perimeter

    # ---- Plan XVII (4.6)

    @remembered
    def plan_xvii(self) -> Answer[int]:
        """Battles that count so far, seven at most."""
        most = self.limit("plan-xvii-most")
        noted = int(self.ledger.note("plan-xvii") or 0)
        doubtful = self.ledger.note("plan-xvii-maybe")
        counted = Answer(min(noted, most.value), (seen("Plan XVII battles", noted), *most.reasons))
        if noted >= most.value:
            return counted
        if doubtful:
            return Answer(counted.value, counted.reasons, (Need("log", doubtful, "whether it counts for Plan XVII"),))
        if not self.whole and self.stated("plan-xvii") is None:
            return Answer(counted.value, counted.reasons, (self.unseen("plan-xvii"),))
        return counted

    # ---- Belgium's army (4.5)

    def counts_as_lost(self, unit: Unit) -> Answer[bool]:
        """A Belgian division or corps that is gone, or was ever outside of Belgium."""
        stated = self.ever("belgian-left", unit.id)
        if stated is not None and stated.value:
            return stated
        left = self.ledger.note("belgian-left", unit.id)
        if left:
            return Answer(True, (seen(f"{unit.id} left Belgium", left),))
        perhaps = self.deed("belgian-left", unit.id)
        if perhaps.value:
            return Answer(True, perhaps.reasons)
        if self.dead(unit.id).value or unit.place.startswith("Offmap"):
            return Answer(True, (seen(unit.id, unit.place or "gone"),))
        if self.on_map(unit.place) and not self.given.blank:
            country = self.country(unit.place)
            if country.value not in ("BE", ""):
                return Answer(True, country.reasons)
            return Answer(False, country.reasons, perhaps.needs)
        return Answer(False, (seen(unit.id, unit.place),), perhaps.needs)

    # ---- the eastern front (8.8)

    @remembered
    def withdrew(self) -> Answer[bool]:
        """Whether Germany made the withdrawal of turn 5."""
        stated = self.ever("withdrew")
        if stated is not None:
            return stated
        gone = [u for u in self.state.at(WITHDRAWN) if u.side == "german"]
        if len(gone) >= 2:
            return Answer(True, tuple(seen(u.id, "withdrawn") for u in gone))
        turn = self.turn()
        if gone or not turn.known or not self.whole:
            return Answer(False, turn.reasons, (*turn.needs, Need("given", "withdrew")))
        return Answer(False, (*turn.reasons, seen("units withdrawn", 0)))

    # ---- Britain (3.7)

    def _britain_by_the_total(self, invaded: Answer[bool], level: int) -> Answer[int]:
        """Where the game before is not seen, but the total of now is said: what the Allied player turn finds was
        reached before, and of a lower one nothing says that it was ever higher."""
        said = self.given.answer("vp", "german")
        told = said is not None and not said.reasons[0].source.startswith("scenario ")
        unsure = not told or bool(self.ledger.note(UNSEEN)) or self.when.side != "allied"
        if unsure or (int(said.value) >= level and any(self.ledger.past("vp", "german"))):
            return Answer(99, invaded.reasons, (self.unseen(f"earlier vp german: {level}"),))
        if int(said.value) >= level:
            return Answer(self.when.turn - 1, (*invaded.reasons, *said.reasons))
        reason = Reason("German victory points", f"{said.value}, and nothing says that they were {level}", TOLD)
        return Answer(99, (*invaded.reasons, reason))

    @remembered
    def britain_since(self) -> Answer[int]:
        """0 where Britain is in from the start; else the turn after which her units may come, 99 while never."""
        invaded, level = self.violated("belgium"), self.limit("british-entry-vp").value
        if invaded.value or invaded.needs:
            return Answer(0, invaded.reasons, invaded.needs)
        for past in sorted(self.ledger.past("vp", "german"), key=lambda p: p.when.turn):
            if past.value.isdecimal() and int(past.value) >= level:
                reached = Reason("German victory points", f"{past.value} on {past.when}", GIVEN)
                return Answer(past.when.turn, (*invaded.reasons, reached))
        noted = self.ledger.note("german-20")
        if noted:
            return Answer(int(noted), (*invaded.reasons, seen("German victory points", f"{level} on turn {noted}")))
        if not self.whole:
            return self._britain_by_the_total(invaded, level)
        return Answer(99, (*invaded.reasons, seen("German victory points", f"never {level} so far")))
