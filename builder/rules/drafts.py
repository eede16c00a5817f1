"""What recognisers of all games share: actions in the making, drags that go together, phases that end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from builder.model import Action, Event, Game, GameState, LogRef, Moment, Moved, Phase, TurnSet
from builder.rules.position import Played


class Sense(NamedTuple):
    """What a drag means."""

    verb: str
    details: dict[str, str]
    guessed: bool = False


@dataclass(slots=True)
class Draft:
    """One action while it can still grow; `before` and `after` are the tables around its events."""

    verb: str
    before: GameState
    units: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    place: str = ""
    side: str = ""
    details: dict[str, str] = field(default_factory=dict)
    refs: tuple[LogRef, ...] = ()
    inferred: bool = False
    after: GameState | None = None

    def done(self) -> Played:
        details = tuple((key, value) for key, value in self.details.items() if value)
        action = Action(
            self.verb, self.units, self.path, self.place, self.side, details, self.refs, inferred=self.inferred
        )
        return Played(action, self.before, self.after or self.before)

    def goes_on(self, other: Draft) -> bool:
        """Join the way of another draft to this one where the same units go on from where they are."""
        if set(self.units) != set(other.units) or not self.path or not other.path or self.path[-1] != other.path[0]:
            return False
        whole = self.path + other.path[1:]
        self.path = without_wobble(whole)
        # a player may really go there and back, to take a hex: a verdict on the shortened way is a guess
        self.inferred = self.inferred or other.inferred or self.path != whole
        self.extend(other)
        return True

    def extend(self, other: Draft) -> None:
        self.refs = tuple(dict.fromkeys((*self.refs, *other.refs)))
        self.after = other.after


def without_wobble(path: tuple[str, ...]) -> tuple[str, ...]:
    """A way without its loops: dragged and dragged back is no way at all."""
    kept: list[str] = []
    for place in path:
        if place in kept:
            del kept[kept.index(place) + 1 :]
        else:
            kept.append(place)
    return tuple(kept)


def chunks(events: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """The events of a step in order, but drags along one way together: a stack."""
    dragged: dict[tuple[str, ...], list[Moved]] = {}
    for event in events:
        if isinstance(event, Moved):
            dragged.setdefault(event.path, []).append(event)
    for event in events:
        if not isinstance(event, Moved):
            yield (event,)
        elif event.path in dragged:
            yield tuple(dragged.pop(event.path))


def phases_of(game: Game, turn: int) -> tuple[Phase, ...]:
    """The phases that a game turn has, in order."""
    return tuple(phase for phase in game.phases if not phase.turns or turn in phase.turns)


def skipped(game: Game, before: Moment, after: Moment, most: int, *, sides: bool = True) -> tuple[Moment, ...]:
    """The moments strictly between two of a log; none where the tracker went back, or is not known. More than `most`
    are a correction of the tracker, not play that was skipped. `sides` tell phases of one name apart."""
    between: list[Moment] = []
    turn, seen = before.turn, False
    while 0 < turn <= after.turn and len(between) <= most:
        for phase in phases_of(game, turn):
            now = Moment(turn, phase.side, phase.id)
            if seen and _same(now, after, sides):
                return tuple(between) if len(between) <= most else ()
            if seen:
                between.append(now)
            seen = seen or _same(now, before, sides)
        turn += 1
    return ()


def _same(one: Moment, other: Moment, sides: bool) -> bool:
    return (one.turn, one.phase) == (other.turn, other.phase) and (not sides or one.side == other.side)


def ended(state: GameState, event: TurnSet, ref: LogRef, between: tuple[Moment, ...]) -> Iterator[Played]:
    """The ends of the phase on a table and of those `between`, where a tracker is turned. Phases that nobody clicked
    through end too, so that what they ask is asked."""
    if state.when == event.after:
        return
    for index, (here, there) in enumerate(pairwise((state.when, *between, event.after))):
        details = (("turn", str(here.turn)), ("phase", here.phase))
        action = Action("end-phase", side=here.side, details=details, refs=(ref,), inferred=index > 0)
        yield Played(action, state, state.at_moment(there))
        state = state.at_moment(there)
