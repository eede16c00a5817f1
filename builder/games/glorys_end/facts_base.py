"""The ground of all facts: what was stated, what the position shows, and how much each datum weighs."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any

from builder.games.glorys_end.facts_ground import Same
from builder.model import SEEN, Answer, Evidence, Game, Need, Reason, Tag
from builder.rules.position import Position
from builder.rules.ruleset import Given

PLAYED = Evidence(Tag.PLAYED)
GRID = Evidence(Tag.BOOK, "13.5")  # its examples fix how the numbers lie


def remembered(method: Callable) -> Callable:
    """Each question is worked out once a position."""
    name = method.__name__

    @wraps(method)
    def ask(self: Base, *args: Any) -> Any:
        key = (name, *args)
        if key not in self.memory:
            self.memory[key] = method(self, *args)
        return self.memory[key]

    return ask


def lasting(method: Callable) -> Callable:
    """A question of the ground alone, which no position changes: worked out once for a game and what was given."""
    name = method.__name__

    @wraps(method)
    def ask(self: Base, *args: Any) -> Any:
        key = (name, *args)
        if key not in self.ground_memory:
            self.ground_memory[key] = method(self, *args)
        return self.ground_memory[key]

    return ask


@lru_cache(maxsize=8)
def _ground_memory(_game: Same, _given: Same) -> dict[tuple, Any]:
    """What `lasting` questions were answered; the few games judged last."""
    return {}


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
        self.ground_memory = _ground_memory(Same(game), Same(given))

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

    @property
    def ground(self) -> Evidence:
        """How much a word about the map as a whole weighs (a line that exists nowhere on it)."""
        if self.given.blank:
            return Evidence(Tag.GIVEN)
        return self.weigh(Evidence(Tag.COMPUTED))

    @lasting
    def limit(self, key: str) -> Answer[int]:
        """A number of the table of limits."""
        found = self.stated("limit", key)
        if found is not None:
            return Answer(int(found.value), found.reasons)
        table = self.game.tables["limits"]
        row = table.rows.get(key)
        if row is None:
            return Answer(0, needs=(Need(table.file, key, "value"),))
        value = int(row["value"])
        return Answer(value, (Reason(key, value, self.weigh(row.evidence_of("value")), table.source(key, "value")),))

    # ---- moment and scenario

    @property
    @remembered
    def scenario(self):
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


def missing(file: str, key: str, column: str = "", reading: str = "") -> Answer[Any]:
    return Answer(None, needs=(Need(file, key, column, reading),))
