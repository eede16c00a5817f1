"""The ground of all facts: what was stated, what the position shows, how much each datum weighs, and the calendar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from builder.games.italian_front.words import ENEMY, nation_of
from builder.kit.tables import cell
from builder.model import GIVEN, SEEN, Answer, Evidence, Game, Need, Reason, Scenario, Tag, Turn
from builder.rules.memory import Same, ground_memory, remembered
from builder.rules.position import Position
from builder.rules.ruleset import Given

PLAYED = Evidence(Tag.PLAYED)
OTHER = {"central": "entente", "entente": "central"}
SPECIAL = "special turn"


class Base:
    """Facts of one position. `memory` is private to it and dies with it; `ground_memory` goes on to the next."""

    def __init__(self, game: Game, position: Position, given: Given):
        self.game = game
        self.position = position
        self.state = position.state
        self.ledger = position.ledger
        self.when = position.state.when
        self.given = given
        self.sheet = game.maps[0]
        self.memory: dict[tuple, Any] = {}
        self.ground_memory = ground_memory("italian-front", Same(game), Same(given))

    def once(self, measure: Callable, action: Any) -> tuple:
        """What one measure says of an action, for the several rules that it speaks of."""
        key = ("once", measure, action)
        if key not in self.memory:
            self.memory[key] = tuple(measure(action, self))
        return self.memory[key]

    # ---- evidence

    def weigh(self, evidence: Evidence) -> Evidence:
        """A datum of the very module that was played on binds the players, however we came by it."""
        return PLAYED if self.given.played and not evidence.tag.proven else evidence

    def stated(self, predicate: str, *args: str) -> Answer[str] | None:
        return self.given.answer(predicate, *args)

    def said_yes(self, predicate: str, *args: str) -> Answer[bool] | None:
        """A stated yes or no."""
        found = self.stated(predicate, *args)
        return None if found is None else Answer(found.value not in ("no", "none"), found.reasons)

    def said_number(self, predicate: str, *args: str) -> Answer[int] | None:
        found = self.stated(predicate, *args)
        if found is None or not found.value.lstrip("+-").isdecimal():
            return None
        return Answer(int(found.value), found.reasons)

    def in_case(self, predicate: str, *args: str) -> Answer[str] | None:
        """What a case says itself, what its scenario says apart."""
        found = self.stated(predicate, *args)
        return None if found is None or found.reasons[0].source.startswith("scenario ") else found

    def cell(self, table: str, key: str, column: str) -> Answer[str]:
        return cell(self.game.tables.get(table), key, column, self.weigh)

    def number(self, table: str, key: str, column: str) -> Answer[int]:
        """A whole number of a table; a need where the cell is empty."""
        found = self.cell(table, key, column)
        if not found.known:
            return Answer(0, found.reasons, found.needs)
        if not found.value.lstrip("-").isdecimal():
            return Answer(0, needs=(Need(self.game.tables[table].file, key, column),))
        return Answer(int(found.value), found.reasons)

    # ---- scenario and moment

    @property
    @remembered
    def scenario(self) -> Scenario | None:
        """The scenario whose facts were laid under this position, or None."""
        for stated in self.given.values.values():
            if stated.source.startswith("scenario "):
                return self.game.scenarios.get(stated.source.removeprefix("scenario "))
        return None

    @property
    def base(self) -> str:
        """The scenario of the book that is played: an example is its own, the duration game begins as May 1915."""
        if self.scenario is None:
            stated = self.stated("game")
            return stated.value if stated is not None else ""
        return self.scenario.id.removesuffix("-example")

    def linked(self) -> bool:
        """Whether the linked game of South and East is played (I17)."""
        return self.base == "linked"

    def moment(self) -> Reason:
        return Reason("now", self.said_moment() or "not known", SEEN)

    def said_moment(self) -> str:
        label = self.label
        return ", ".join(part for part in (label, self.when.side, self.when.phase) if part)

    @property
    def label(self) -> str:
        """The turn as cases name it: 1915-06-T3; "" where none is known."""
        turn = self.turn_of(self.when.turn)
        return turn.label if turn is not None else ""

    def turn_of(self, number: int) -> Turn | None:
        return self.game.turns[number - 1] if 0 < number <= len(self.game.turns) else None

    @property
    def year(self) -> int:
        """The year of the moment, 0 where it is not known."""
        return int(self.label[:4]) if self.label else 0

    @property
    def month(self) -> int:
        return int(self.label[5:7]) if self.label else 0

    def dated(self) -> Answer[str]:
        """The turn's label, a need where no moment is said."""
        if not self.label:
            return Answer("", needs=(Need("position", "when", "turn"),))
        return Answer(self.label, (self.moment(),))

    def turn_named(self, label: str) -> Turn | None:
        return self._labels.get(label)

    @property
    @remembered
    def _labels(self) -> dict[str, Turn]:
        return {turn.label: turn for turn in self.game.turns}

    @property
    @remembered
    def ordinary(self) -> tuple[Turn, ...]:
        """The turns that dates count: special turns are none (P109)."""
        return tuple(turn for turn in self.game.turns if turn.part != SPECIAL)

    # ---- who is who

    def nation(self, word: str) -> str:
        return nation_of(word, self.game.nations)

    def side_word(self, word: str) -> str:
        """The side that a word names: itself, or a nation's; `enemy` and `own` by whose turn it is."""
        if word in (side.id for side in self.game.sides):
            return word
        nation = self.nation(word)
        if nation:
            return self.game.side_of(nation)
        if word == ENEMY:
            return OTHER.get(self.when.side, ENEMY)
        return self.when.side if word in ("own", "friend", "friendly") else ""


def seen(name: str, value: object) -> Reason:
    """A fact that lies open on the table."""
    return Reason(name, value, SEEN)


def given(name: str, value: object) -> Reason:
    return Reason(name, value, GIVEN)


def book(name: str, value: object, rule: str) -> Reason:
    """A number or permission of the rulebook."""
    return Reason(name, value, Evidence(Tag.BOOK, rule))


def missing(file: str, key: str, column: str = "", reading: str = "") -> Answer[Any]:
    return Answer(None, needs=(Need(file, key, column, reading),))


def hostile(one: str, other: str) -> bool:
    """Whether two sides are at war; a piece of no said side is of our own, one called enemy is of the other."""
    if ENEMY in (one, other):
        return one != other
    return bool(one and other) and one != other
