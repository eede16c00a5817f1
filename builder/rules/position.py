"""The position a rule judges: the board, and the ledger of what the board does not show.

The ledger is a value like the state: every change gives a new one that shares the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from rpds import HashTrieMap, List

from builder.model import Action, GameState, Moment
from builder.model.state import EMPTY_MAP

NOBODY: List = List()


class Scope(StrEnum):
    """How long a note stands."""

    PHASE = "phase"
    TURN = "turn"  # the player turn
    GAME = "game"


class Past(NamedTuple):
    """A fact of an earlier moment: `earlier (turn 4 german) control 1525: german`."""

    when: Moment
    predicate: str
    args: tuple[str, ...]
    value: str


class Played(NamedTuple):
    """An action as a log tells it, with the table before its first and after its last event."""

    action: Action
    before: GameState
    after: GameState


class Unseen(NamedTuple):
    """Between two actions: the table as play is seen again, after something that no file tells. `turn_too` says that
    the player turn had begun by then."""

    state: GameState
    turn_too: bool
    why: str = "a file before this is missing"


class Unfinished(NamedTuple):
    """The last action before something unseen: it may have gone on there."""

    played: Played
    why: str = "a file after this is missing"


class Ledger(NamedTuple):
    """What the rules need beyond the board. Fields name their scope; `at_moment` clears what has ended."""

    # the phase
    started: HashTrieMap[str, str] = EMPTY_MAP  # unit -> where it stood before it first acted in this phase
    ways: HashTrieMap[str, tuple[str, ...]] = EMPTY_MAP  # unit -> way gone in this phase, origin first
    phase_notes: HashTrieMap[tuple[str, ...], str] = EMPTY_MAP
    # the player turn
    acted: HashTrieMap[str, frozenset[str]] = EMPTY_MAP  # unit -> what it did: move, rail, ma, pa, dig…
    sums: HashTrieMap[str, int] = EMPTY_MAP  # running totals: "rail" -> steps railed
    done: List[Action] = NOBODY  # actions of this player turn, the newest first
    turn_notes: HashTrieMap[tuple[str, ...], str] = EMPTY_MAP
    # until settled, and for the whole game
    battle: Action | None = None  # the open battle
    owed: HashTrieMap[str, int] = EMPTY_MAP  # unit or party -> losses not yet taken
    notes: HashTrieMap[tuple[str, ...], str] = EMPTY_MAP
    history: List[Past] = NOBODY  # newest first
    open: Any = None  # a game's own: what it carries of moves whose way nobody saw

    def with_acted(self, unit: str, *what: str) -> Ledger:
        return self._replace(acted=self.acted.insert(unit, self.acted.get(unit, frozenset()) | set(what)))

    def has_acted(self, unit: str, *what: str) -> bool:
        """Whether the unit did any of these this player turn; without `what`, anything at all."""
        did = self.acted.get(unit, frozenset())
        return bool(did.intersection(what)) if what else bool(did)

    def with_way(self, unit: str, path: tuple[str, ...]) -> Ledger:
        """Join a path to the way the unit went in this phase; remembers where it set out."""
        if not path:
            return self
        way = self.ways.get(unit, ())
        joined = way + (path[1:] if way and way[-1] == path[0] else path)
        started = self.started if unit in self.started else self.started.insert(unit, path[0])
        return self._replace(ways=self.ways.insert(unit, joined), started=started)

    def with_sum(self, name: str, amount: int) -> Ledger:
        return self._replace(sums=self.sums.insert(name, self.sums.get(name, 0) + amount))

    def with_owed(self, party: str, amount: int) -> Ledger:
        """Set what a unit or party owes; 0 settles it."""
        owed = self.owed.insert(party, amount) if amount > 0 else self.owed.discard(party)
        return self._replace(owed=owed)

    def with_battle(self, battle: Action | None) -> Ledger:
        return self._replace(battle=battle)

    def with_note(self, scope: Scope, key: tuple[str, ...], value: str) -> Ledger:
        name = {Scope.PHASE: "phase_notes", Scope.TURN: "turn_notes", Scope.GAME: "notes"}[scope]
        return self._replace(**{name: getattr(self, name).insert(key, value)})

    def note(self, *key: str) -> str:
        """A note of any scope, the shortest-lived first; "" where there is none."""
        for notes in (self.phase_notes, self.turn_notes, self.notes):
            found = notes.get(key)
            if found is not None:
                return found
        return ""

    def with_past(self, when: Moment, predicate: str, args: tuple[str, ...], value: str) -> Ledger:
        return self._replace(history=self.history.push_front(Past(when, predicate, args, value)))

    def past(self, predicate: str, *args: str) -> Iterator[Past]:
        """What was recorded of this fact, the newest first."""
        return (p for p in self.history if p.predicate == predicate and (not args or p.args == args))

    def recorded(self, action: Action) -> Ledger:
        return self._replace(done=self.done.push_front(action))

    def at_moment(self, before: Moment, after: Moment) -> Ledger:
        """Clear what ends with the phase, and what ends with the player turn."""
        if before == after:
            return self
        cleared = self._replace(started=EMPTY_MAP, ways=EMPTY_MAP, phase_notes=EMPTY_MAP)
        if (before.turn, before.side) == (after.turn, after.side):
            return cleared
        return cleared._replace(acted=EMPTY_MAP, sums=EMPTY_MAP, done=NOBODY, turn_notes=EMPTY_MAP)


class Position(NamedTuple):
    state: GameState = GameState()
    ledger: Ledger = Ledger()

    def with_state(self, state: GameState) -> Position:
        """The same ledger over another board; a new moment clears what ended with the old one."""
        return Position(state, self.ledger.at_moment(self.state.when, state.when))

    def with_ledger(self, ledger: Ledger) -> Position:
        return Position(self.state, ledger)

    def at_moment(self, when: Moment) -> Position:
        return self.with_state(self.state.at_moment(when))

    def after_action(self, action: Action, effect, facts: object = None) -> Position:
        """What an action leaves: the verb's effect (a `ruleset.Verb`, None for an unknown one), and its record.

        The action is recorded before the effect, so that an effect which moves the moment also clears it.
        """
        recorded = self.with_ledger(self.ledger.recorded(action))
        if effect is None:
            return recorded
        if effect.asks:
            return effect.effect(action, recorded, facts)
        return effect.effect(action, recorded)
