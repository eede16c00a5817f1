"""Who is at war with whom, and who holds which hex (3.5, 3.6)."""

from __future__ import annotations

from builder.games.tgwie.facts_base import OTHER, joined, missing, seen
from builder.games.tgwie.facts_board import CLOSED
from builder.games.tgwie.facts_units import Units
from builder.games.tgwie.ground import ITALY, central_ground
from builder.model import GIVEN, Answer, Evidence, Need, Reason, Tag, Unit
from builder.rules.memory import lasting, remembered

FIRST = {  # at war from the start (3.6.A)
    "german": "central", "austro-hungarian": "central", "belgian": "allied", "british": "allied", "french": "allied",
    "russian": "allied", "provisional": "allied", "serbian": "allied", "montenegrin": "allied",
}  # fmt: skip
ENTRY_CHITS = {"italian": ("italy-entry", "allied"), "greek": ("greece-entry", "allied"),
               "bulgarian": ("bulgaria-entry", "central"), "romanian": ("", "")}  # fmt: skip
TURKEY_JOINS = 5  # the turn of October 1914 (7.11.B)
HOME = {"GE": "central", "AH": "central", "LU": "central", "FR": "allied", "BE": "allied", "GB": "allied",
        "RU": "allied", "RP": "allied", "SE": "allied", "MN": "allied"}  # fmt: skip


class Control(Units):
    # ---- war and peace

    @remembered
    def side_of_nation(self, nation: str) -> Answer[str]:
        """The side that a nation fights on, "" while it is neutral."""
        country = next((r.key for r in self.game.tables["countries"].rows.values() if r["nation"] == nation), "")
        for args, value in self.given.all("side-of"):
            if args and self.nation_of(args[0]) == nation:
                return Answer("" if value in ("neutral", "none") else value,
                              (Reason(f"side of {nation}", value, GIVEN),))  # fmt: skip
        if nation in FIRST:
            return Answer(FIRST[nation], (Reason(f"side of {nation}", FIRST[nation], Evidence(Tag.BOOK, "3.1.A")),))
        noted = self.ledger.note("joined", nation)
        if noted:
            return Answer("" if noted == "neutral" else noted, (seen(f"{nation} joined", noted),))
        scenario = self.scenario
        if scenario is not None:
            for side in ("allied", "central"):
                if nation in scenario.facts.get(f"at-war {side}", "").split():
                    return Answer(side, (Reason(f"side of {nation}", side, Evidence(Tag.BOOK, scenario.rule)),))
        if nation == "ottoman":
            turn = self.turn()
            side = "central" if turn.value >= TURKEY_JOINS else ""
            return joined(
                side, turn, more=(Reason("Turkey joins on turn", TURKEY_JOINS, Evidence(Tag.BOOK, "7.11.B")),)
            )
        if scenario is not None and not self._chits_unseen():
            return Answer("", (Reason(f"side of {nation}", "neutral", Evidence(Tag.BOOK, scenario.rule)),))
        return missing("given", f"side-of {country or nation}")

    def _chits_unseen(self) -> bool:
        """Whether play may have brought nations in that nobody told us of."""
        scenario, turn = self.scenario, self.when.turn
        return scenario is None or bool(self.ledger.note("unseen")) or turn > scenario.first_turn

    def home_side(self, country: str) -> str:
        """The side of a country at war from the start, else "" ."""
        if country in HOME:
            return HOME[country]
        row = self.game.tables["countries"].rows.get(country)
        if row is None or not row["nation"]:
            return ""
        found = self.side_of_nation(row["nation"])
        return found.value if found.known and found.value else ""

    @remembered
    def neutral(self, place: str) -> Answer[bool]:
        """Ground that nobody may enter because its country is not at war (3.6.B, 3.6.C, 7.11.G)."""
        if self.given.blank and self.stated("country", place) is None:
            return Answer(False, (Reason(f"place {place}", "open", GIVEN),))
        country = self.country(place)
        if not country.known:
            return Answer(False, country.reasons, country.needs)
        return self.neutral_country(country.value, country)

    def neutral_country(self, code: str, because: Answer) -> Answer[bool]:
        if code in CLOSED:
            return joined(True, because, more=(Reason(code, "never enters", Evidence(Tag.BOOK, "7.11.G")),))
        if code in HOME or not code:
            return joined(False, because)
        if code in ("AL", "GR"):
            opened = self.salonika_played()
            if opened.known and opened.value:
                return joined(False, because, opened)
            if code == "AL":
                return joined(not opened.value, because, opened)
        row = self.game.tables["countries"].rows.get(code)
        side = self.side_of_nation(row["nation"]) if row is not None else missing("countries.csv", code, "nation")
        return joined(not side.value, because, side)

    def salonika_played(self) -> Answer[bool]:
        found = self.played("salonika")
        scenario = self.scenario
        if found.known or scenario is None:
            return found
        if "GR" in scenario.facts.get("ground open", "").split():
            return Answer(True, (Reason("Salonika", "played", Evidence(Tag.BOOK, scenario.rule)),))
        if scenario.first_turn < 7 and self.when.turn < 7:  # chits come with C
            return Answer(False, (Reason("Salonika", "no chit yet", Evidence(Tag.BOOK, "7.1.A")),))
        return found

    # ---- who holds a hex

    @lasting
    def _central_at_start(self) -> frozenset[str]:
        return central_ground(self.game, self.scenario) if self.scenario is not None else frozenset()

    @lasting
    def ground_at_start(self, place: str) -> str:
        """The side that holds a hex as the scenario opens, "" where it does not say."""
        scenario = self.scenario
        if scenario is None or self.given.blank:
            return ""
        if place in scenario.control:
            return scenario.control[place]
        held = self._central_at_start()
        if not held or place in self.region(ITALY):
            return ""
        return "central" if place in held else "allied"

    @remembered
    def control(self, place: str) -> Answer[str]:
        """The side that holds a hex, "" for none: units in it, the last to enter, what was said, the start."""
        place = self.place_of(place)
        standing = next((u for u in self.at(place) if u.side), None)
        if standing is not None:
            return Answer(standing.side, (seen(f"in {place}", standing.id),))
        noted = self.ledger.note("control", place)
        if noted:
            return Answer(noted, (seen(f"last in {place}", noted),))
        for args, value in self.given.all("control"):
            if args and self.place_of(args[0]) == place:
                return Answer(self.side_word(value), (Reason(f"control of {place}", value, GIVEN),))
        for past in self.ledger.past("control"):
            if past.args and self.place_of(past.args[0]) == place:
                told = Reason(f"control of {place}", f"{past.value} since {past.when}", GIVEN)
                return Answer(self.side_word(past.value), (told,))
        return self._control_at_start(place)

    def side_word(self, word: str) -> str:
        """A side by its own word or by one of its nations'."""
        word = {"cp": "central", "allies": "allied", "none": ""}.get(word.casefold(), word)
        return self.game.nations[word].side if word in self.game.nations else word

    def _control_at_start(self, place: str) -> Answer[str]:
        side = self.ground_at_start(place)
        if side and self._belligerent(place):
            scenario = self.scenario
            evidence = Evidence(Tag.DEDUCED, scenario.rule if scenario else "")
            return Answer(side, (Reason(f"control of {place}", side, self.weigh(evidence)),))
        country = self.country(place)
        if not country.known:
            return Answer("", needs=(Need("given", f"control {place}"),))
        side = HOME.get(country.value, "")
        if side:
            tag = Tag.BOOK if self.scenario is None or self.scenario.first_turn == 1 else Tag.DEDUCED
            return Answer(side, (*country.reasons, Reason(f"control of {place}", side, Evidence(tag, "3.5"))))
        row = self.game.tables["countries"].rows.get(country.value)
        nation = row["nation"] if row is not None else ""
        if not nation:
            return Answer("", country.reasons)
        joined_side = self.side_of_nation(nation)
        return joined(joined_side.value, country, joined_side)

    def _belligerent(self, place: str) -> bool:
        country = self.country(place)
        neutral = self.neutral_country(country.value, country) if country.known else None
        return neutral is not None and neutral.known and not neutral.value

    def held_by(self, place: str, side: str) -> Answer[bool]:
        found = self.control(place)
        return joined(found.value == side, found)

    # ---- nations that have given up

    def enemy_of(self, unit: Unit) -> str:
        return OTHER.get(unit.side, "")
