"""The ground of all facts: what was stated, what the position shows, and how much each datum weighs."""

from __future__ import annotations

from typing import Any

from builder.kit.tables import cell, number
from builder.model import GIVEN, SEEN, Answer, Evidence, Game, Need, Reason, Scenario, Tag
from builder.rules.memory import Same, ground_memory, lasting
from builder.rules.position import Position
from builder.rules.ruleset import Given

PLAYED = Evidence(Tag.PLAYED)
YES_WORDS = {"yes": True, "no": False, "none": False}
OTHER = {"allied": "central", "central": "allied"}


class Base:
    """Facts of one position. `memory` is private to it and dies with it; `ground_memory` goes on to the next."""

    def __init__(self, game: Game, position: Position, given: Given):
        self.game, self.given = game, given
        self.position, self.state, self.ledger = position, position.state, position.ledger
        self.when = position.state.when
        self.memory: dict[tuple, Any] = {}
        self.ground_memory = ground_memory("tgwie", Same(game), Same(given))

    # ---- evidence

    def weigh(self, evidence: Evidence) -> Evidence:
        """A datum of the very module that was played on binds the players, however we came by it."""
        return PLAYED if self.given.played and not evidence.tag.proven else evidence

    @property
    def ground(self) -> Evidence:
        """How much a word about a map as a whole weighs (a line that exists nowhere on it)."""
        return GIVEN if self.given.blank else self.weigh(Evidence(Tag.COMPUTED))

    def stated(self, predicate: str, *args: str) -> Answer[str] | None:
        return self.given.answer(predicate, *args)

    def said_yes(self, predicate: str, *args: str) -> Answer[bool] | None:
        """A stated yes or no."""
        found = self.stated(predicate, *args)
        return None if found is None else Answer(found.value not in ("no", "none"), found.reasons)

    def said_number(self, predicate: str, *args: str) -> Answer[int] | None:
        found = self.stated(predicate, *args)
        return None if found is None else Answer(int(found.value), found.reasons)

    # ---- tables

    def cell(self, table: str, key: str, column: str) -> Answer[str]:
        return cell(self.game.tables.get(table), key, column, self.weigh)

    def number(self, table: str, key: str, column: str) -> Answer[int]:
        return number(self.game.tables.get(table), key, column, self.weigh)

    @lasting
    def limit(self, key: str) -> Answer[int]:
        """A number of the table of limits."""
        return self.said_number("limit", key) or self.number("limits", key, "value")

    # ---- moment and scenario

    @property
    @lasting
    def scenario(self) -> Scenario | None:
        """The scenario whose facts were laid under this position, or None."""
        for stated in self.given.values.values():
            if stated.source.startswith("scenario "):
                return self.game.scenarios.get(stated.source.removeprefix("scenario "))
        return None

    def moment(self) -> Reason:
        return Reason("now", str(self.when) or "not known", SEEN)

    def turn(self) -> Answer[int]:
        if not self.when.turn:
            return Answer(0, needs=(Need("position", "when", "turn"),))
        return Answer(self.when.turn, (self.moment(),))


def seen(name: str, value: object) -> Reason:
    """A fact that lies open on the table."""
    return Reason(name, value, SEEN)


def book(name: str, value: object, rule: str) -> Reason:
    """A fact that the rulebook states."""
    return Reason(name, value, Evidence(Tag.BOOK, rule))


def missing(file: str, key: str, column: str = "", reading: str = "") -> Answer[Any]:
    return Answer(None, needs=(Need(file, key, column, reading),))


def joined(value: Any, *answers: Answer, more: tuple[Reason, ...] = ()) -> Answer[Any]:
    """A value that rests on these answers: their reasons and needs, each once."""
    reasons = dict.fromkeys(reason for answer in answers for reason in answer.reasons)
    needs = dict.fromkeys(need for answer in answers for need in answer.needs)
    return Answer(value, (*reasons, *more), tuple(needs))


def yes(value: bool) -> str:
    return "yes" if value else "no"
