"""A judged game in player turns: which actions, what the table was like before and after, what each side lost and took.

Kept while the game is judged: the position before each player turn and before each action that a report will show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from builder.model import Action, GameState, Moment, Verdict
from builder.rules.judge import Referee
from builder.rules.position import Position
from builder.rules.score import Score

DEAD = "Dead"


class Die(NamedTuple):
    verb: str
    value: str
    action: Action


class Loss(NamedTuple):
    """`steps` lost, and whether the unit is gone."""

    unit: str
    side: str
    steps: int
    gone: bool


class Taken(NamedTuple):
    """A hex that changed hands; "" for nobody."""

    place: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class PlayerTurn:
    """Actions `first` to `last` (exclusive) of the judged ones, and the positions around them."""

    when: Moment
    first: int
    last: int
    before: Position
    after: Position

    def losses(self) -> tuple[Loss, ...]:
        """Steps that units have less than before, the same units compared; what was rebuilt counts not."""
        return tuple(_losses(self.before.state, self.after.state))

    def taken(self) -> tuple[Taken, ...]:
        """Hexes whose recorded holder changed."""
        then, now = _control(self.before), _control(self.after)
        return tuple(
            Taken(place, then.get(place, ""), now[place])
            for place in sorted(now) if now[place] != then.get(place, "")
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Story:
    """`boards`: action's number -> the position before it, for actions with a verdict that is not legal."""

    turns: tuple[PlayerTurn, ...]
    boards: Mapping[int, Position]
    moments: tuple[Moment, ...]
    referee: Referee

    def score(self, position: Position) -> tuple[Score, ...]:
        """Points of each side; () where the game counts none or cannot."""
        try:
            return self.referee.score(position)
        except Exception:
            return ()  # a sum that fails must not cost the report


@dataclass(slots=True)
class Teller:
    """Listens to a game being judged, action by action."""

    keep: int = 400  # positions of findings; beyond that nobody looks at pictures
    step: int | None = None  # a step whose position is kept in any case
    _moments: list[Moment] = field(default_factory=list)
    _openings: list[tuple[int, Position]] = field(default_factory=list)
    _boards: dict[int, Position] = field(default_factory=dict)

    def hear(self, action: Action, position: Position, verdicts: Iterable[Verdict]) -> None:
        number, when = len(self._moments), position.state.when
        self._moments.append(when)
        known = self._moments[self._openings[-1][0]] if self._openings else None
        if known is None or (known.turn, known.side) != (when.turn, when.side):
            self._openings.append((number, position))
        asked = self.step is not None and any(ref.step == self.step for ref in action.refs)
        if asked or (len(self._boards) < self.keep and any(v.outcome != "legal" for v in verdicts)):
            self._boards[number] = position

    def finish(self, last: Position, referee: Referee) -> Story:
        ends = [*self._openings[1:], (len(self._moments), last)]
        turns = tuple(
            PlayerTurn(Moment(p.state.when.turn, p.state.when.side), first, end, p, after)
            for (first, p), (end, after) in zip(self._openings, ends)
        )
        return Story(turns, MappingProxyType(self._boards), tuple(self._moments), referee)


def dice_of(actions: Iterable[Action]) -> Iterator[Die]:
    for action in actions:
        value = action.detail("roll") or action.detail("die")
        if value:
            yield Die(action.verb, value, action)


def verbs_of(actions: Iterable[Action]) -> Counter:
    return Counter(action.verb for action in actions)


def _losses(before: GameState, after: GameState) -> Iterator[Loss]:
    for _, unit in sorted(before.units.items()):
        then = _alive(unit)
        now = after.units.get(unit.id)
        left = _alive(now) if now is not None else 0
        if then > left:
            yield Loss(unit.id, unit.side, then - left, left == 0)


def _alive(unit) -> int:
    return 0 if unit.place.startswith(DEAD) else unit.steps


def _control(position: Position) -> dict[str, str]:
    """Who holds what as far as it was recorded: the set-up's word, then the ledger's."""
    found = dict(position.state.control)
    for key, value in position.ledger.notes.items():
        if len(key) == 2 and key[0] == "control":
            found[key[1]] = value.partition("@")[0].rstrip("?")
    return found
