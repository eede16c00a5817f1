"""Time: strategic turns, weather, initiative, trenches, and who acts in which phase on which map."""

from __future__ import annotations

from datetime import date

from builder.games.tgwie.facts_base import OTHER, Base, book, joined, missing, seen
from builder.games.tgwie.pool import LETTERS
from builder.model import Answer, Need, Reason
from builder.rules.memory import lasting, remembered

WEATHERS = ("fair", "wet", "snow")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
WHOLE_MOVES, WHOLE_FIGHTS = ("first-movement", "second-movement"), ("first-combat", "second-combat")
FREE_WORDS = frozenset({
    "movement", "east-movement", "west-movement", "combat", "east-combat", "west-combat", "first-combat",
    "second-combat", "new-units", "strategic-movement", "attrition",
})  # fmt: skip
"""What a case may call a phase of which it does not matter whether it is the first or the second."""
TRENCH = {"german": "german", "british": "british-belgian", "belgian": "british-belgian", "french": "french"}
TRENCHES = ("german", "other-central", "british-belgian", "french", "other-allied")


class Calendar(Base):
    # ---- strategic turns

    @remembered
    def letter(self) -> Answer[str]:
        """The strategic turn that has come last; "" before A."""
        stated = self.stated("strategic-turn")
        if stated is not None:
            return stated
        turn = self.turn()
        if not turn.known:
            return Answer("", turn.reasons, turn.needs)
        return self.letter_of_turn(turn.value)

    @lasting
    def letter_of_turn(self, turn: int) -> Answer[str]:
        table = self.game.tables["strategic"]
        rows = [r for r in table.rows.values() if r["before"] and int(r["before"]) <= turn]
        if not rows:
            return Answer("", (seen("turn", turn),))
        row = rows[-1]
        reason = Reason(f"strategic turn before turn {turn}", row.key, self.weigh(row.evidence_of("before")),
                        table.source(row.key, "before"))  # fmt: skip
        return Answer(row.key, (reason,))

    @lasting
    def turn_of_letter(self, letter: str) -> Answer[int]:
        """The operational turn that follows a strategic turn; 0 for the last one."""
        found = self.cell("strategic", letter, "before")
        return Answer(int(found.value) if found.value else 0, found.reasons, found.needs)

    def has_come(self, letter: str) -> Answer[bool]:
        now = self.letter()
        return joined(bool(now.value) and now.value >= letter, now)

    @lasting
    def label(self, turn: int) -> Answer[str]:
        if not 0 < turn <= len(self.game.turns):
            return missing("turns.csv", str(turn), "label")
        return Answer(self.game.turns[turn - 1].label, (seen("turn", turn),))

    def strategic_between(self, earlier: int, later: int) -> Answer[bool]:
        """Whether a strategic turn lies after operational turn `earlier` and before or at `later`."""
        upcoming = self.stated("next-strategic-turn")
        if upcoming is not None:
            first = self.turn_of_letter(upcoming.value)
            return joined(first.value <= later, upcoming, first)
        a, b = self.letter_of_turn(earlier), self.letter_of_turn(later)
        return joined(a.value != b.value, a, b)

    # ---- weather

    @remembered
    def weather(self, which: str) -> Answer[str]:
        """Fair, wet or snow on one of the two maps (`west`, with the Italian theatre, or `east`)."""
        which = "west" if which == "italy" else which
        shown, turn = self.weather_shown(which), self.turn()
        if shown is not None and (self.stated("weather", which) is not None or not turn.known):
            return shown
        if not turn.known:
            return missing("given", f"weather {which}")
        if shown is None:
            return self.weather_of_turn(which, turn.value)
        may = self.weather_by_chart(which, self.month_of(turn.value))
        if shown.value not in may.value and all(reason.evidence.tag.proven for reason in may.reasons):
            left = Need(
                "log", f"weather {which}", f"the marker shows {shown.value}, the chart {' or '.join(may.value)}"
            )
            return Answer("", (*shown.reasons, *may.reasons), (left,))
        return shown

    def weather_shown(self, which: str) -> Answer[str] | None:
        """What was stated, or the marker shows; None for neither."""
        stated = self.stated("weather", which)
        if stated is not None:
            return stated
        box = "WeatherW" if which == "west" else "WeatherE"
        for marker in self.state.markers.values():
            if marker.kind == f"weather-{which}" and marker.place.startswith(box):
                word = marker.place.removeprefix(box).lower()
                return Answer(word, (seen(f"weather {which}", word),))
        return None

    @lasting
    def month_of(self, turn: int) -> str:
        return MONTHS[date.fromisoformat(self.game.turns[turn - 1].first_day).month - 1]

    @lasting
    def weather_by_chart(self, which: str, month: str) -> Answer[tuple[str, ...]]:
        """All that the chart allows, whatever the die (9.0.F)."""
        cell = self.cell("weather", month, which)
        return joined(("wet", "fair") if cell.value == "die" else (cell.value,), cell)

    @lasting
    def weather_of_turn(self, which: str, turn: int) -> Answer[str]:
        return self.weather_of_month(which, self.month_of(turn))

    def weather_of_month(self, which: str, month: str, die: int = 0) -> Answer[str]:
        """By the chart; where it asks for a die, the one stated: odd is wet, even fair (9.0.F)."""
        found = self.cell("weather", month, "west" if which == "italy" else which)
        if found.value != "die":
            return found
        rolled = self.stated("weather-die")
        value = die or (int(rolled.value) if rolled is not None else 0)
        if not value:
            return Answer("", found.reasons, (Need("given", f"weather {which}", "die"),))
        word = "wet" if value % 2 else "fair"
        return Answer(word, (*found.reasons, *(rolled.reasons if rolled else (seen("weather die", value),))))

    def possible_weather(self, which: str) -> tuple[str, ...]:
        """What the weather may be, as far as is known."""
        found = self.weather(which)
        if found.known:
            return (found.value,)
        turn = self.turn()
        if not turn.known:
            return WEATHERS
        which = "west" if which == "italy" else which
        shown = self.weather_shown(which)
        by_chart = self.weather_by_chart(which, self.month_of(turn.value)).value
        return tuple(dict.fromkeys((*by_chart, *((shown.value,) if shown is not None else ()))))

    # ---- initiative and the order of play

    @remembered
    def initiative(self, which: str) -> Answer[str]:
        """The side that moves first on a map (6.17)."""
        which = "west" if which == "italy" else which
        for name in (which, "east" if which == "west" else "west"):
            stated = self.stated("initiative", name)
            if stated is None or self._declared_since(stated):
                continue
            value = stated.value if name == which else OTHER[stated.value]
            return Answer(value, stated.reasons)
        turn = self.turn()
        if turn.known and turn.value <= 2:
            value = "central" if which == "west" else "allied"
            return Answer(value, (self.moment(), book("initiative on turns 1 and 2", value, "3.4")))
        return missing("given", f"initiative {which}")

    def _declared_since(self, stated: Answer[str]) -> bool:
        """Whether a scenario's own word is out of date: a strategic turn has come since it opened."""
        scenario = self.scenario
        turn = self.turn()
        of_scenario = any(reason.source.startswith("scenario ") for reason in stated.reasons)
        if not of_scenario or scenario is None or not turn.known:
            return False
        return self.letter_of_turn(scenario.first_turn).value != self.letter_of_turn(turn.value).value

    def mover(self, which: str) -> Answer[str]:
        """The side that moves on a map in this phase; "" where nobody does."""
        return self._active(which, "movement")

    def attacker(self, which: str) -> Answer[str]:
        """The side that attacks on a map in this phase; "" where nobody does."""
        return self._active(which, "combat")

    def _active(self, which: str, what: str) -> Answer[str]:
        phase, which = self.when.phase, "west" if which == "italy" else which
        if not phase:
            return missing("position", "when", "phase")
        ordinal, _, rest = phase.partition("-")
        if phase in FREE_WORDS and what in phase and "strategic" not in phase:
            on = phase.removesuffix(f"-{what}")
            if on in ("east", "west") and on != which:
                return Answer("", (self.moment(),))
            if self.when.side:  # the case says whose phase it is
                return Answer(self.when.side, (self.moment(),))
            return missing("position", "when", "side")
        if ordinal not in ("first", "second") or not rest.startswith(what):
            return Answer("", (self.moment(),))
        if what == "combat" and not rest.startswith(f"combat-{which}"):
            return Answer("", (self.moment(),))
        if self.when.side:
            return Answer(self.when.side, (self.moment(),))
        first = self.initiative(which)
        side = first.value if ordinal == "first" or not first.known else OTHER[first.value]
        return Answer(side, (self.moment(), *first.reasons), first.needs)

    # ---- trenches

    @lasting
    def trench_by_letter(self, who: str, letter: str) -> Answer[int]:
        """What the schedule gives a marker once a strategic turn has come (13.17, 13.18)."""
        first, second = (self.cell("trenches", who, column) for column in ("minus_1", "minus_2"))
        level = -2 if second.value and letter >= second.value else -1 if letter >= first.value else 0
        return joined(level if letter else 0, first, second)

    @remembered
    def trench(self, who: str) -> Answer[int]:
        """The level of one marker of the trench track: 0, -1 or -2."""
        stated = self.stated("trench", who)
        if stated is not None and not any(r.source.startswith("scenario ") for r in stated.reasons):
            return Answer(int(stated.value) if stated.value != "NE" else 0, stated.reasons)
        now = self.letter()
        if not now.known:
            return Answer(0, now.reasons, now.needs)
        by_schedule = self.trench_by_letter(who, now.value)
        return joined(by_schedule.value, now, by_schedule)

    def trench_marker(self, nation: str, side: str) -> str:
        return TRENCH.get(nation, "other-central" if side == "central" else "other-allied")


def before(letter: str, other: str) -> bool:
    """Whether a strategic turn comes before another."""
    return LETTERS.index(letter) < LETTERS.index(other)
