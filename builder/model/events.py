"""What happened on the table. Each event knows how it changes a position; none knows a rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from builder.model.game import Moment
from builder.model.speech import Announcement
from builder.model.state import GameState, Marker, Unit


class LogRef(NamedTuple):
    """`file#step[.command][~undone]`; step 0 is the start state."""

    file: str
    step: int
    command: int = 0
    undone: bool = False

    def __str__(self) -> str:
        return f"{self.file}#{self.step}" + (f".{self.command}" if self.command else "") + ("~undone" * self.undone)


@dataclass(frozen=True, slots=True)
class Event:
    """`player` is the side that sat at the computer, "" when the log does not say."""

    ref: LogRef
    player: str

    def applied(self, state: GameState) -> GameState:
        return state


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """`path` holds every place the piece was dropped on in this event, origin first."""

    unit: str
    path: tuple[str, ...]

    def applied(self, state: GameState) -> GameState:
        unit = state.units.get(self.unit)
        return state if unit is None else state.with_unit(unit._replace(place=self.path[-1]))


@dataclass(frozen=True, slots=True)
class Appeared(Event):
    unit: Unit

    def applied(self, state: GameState) -> GameState:
        return state.with_unit(self.unit)


@dataclass(frozen=True, slots=True)
class Removed(Event):
    unit: str
    place: str

    def applied(self, state: GameState) -> GameState:
        return state.without_unit(self.unit)


@dataclass(frozen=True, slots=True)
class Stepped(Event):
    """A unit's steps changed: a loss, or a gain."""

    unit: str
    before: int
    after: int

    def applied(self, state: GameState) -> GameState:
        unit = state.units.get(self.unit)
        return state if unit is None else state.with_unit(unit._replace(steps=self.after))


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """What a unit carries or did was set anew."""

    unit: str
    before: frozenset[str]
    after: frozenset[str]

    def applied(self, state: GameState) -> GameState:
        unit = state.units.get(self.unit)
        return state if unit is None else state.with_unit(unit._replace(marks=self.after))


@dataclass(frozen=True, slots=True)
class MarkerPlaced(Event):
    """A marker was put, moved or flipped."""

    marker: Marker

    def applied(self, state: GameState) -> GameState:
        return state.with_marker(self.marker)


@dataclass(frozen=True, slots=True)
class MarkerRemoved(Event):
    marker: str

    def applied(self, state: GameState) -> GameState:
        return state.without_marker(self.marker)


@dataclass(frozen=True, slots=True)
class PropertySet(Event):
    name: str
    before: str
    after: str

    def applied(self, state: GameState) -> GameState:
        return state.with_property(self.name, self.after)


@dataclass(frozen=True, slots=True)
class TurnSet(Event):
    before: Moment
    after: Moment

    def applied(self, state: GameState) -> GameState:
        return state.at_moment(self.after)


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """A die button was pressed; `faces` in order."""

    die: str
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """A module of ours said something for machines."""

    announcement: Announcement


@dataclass(frozen=True, slots=True)
class Said(Event):
    text: str


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """The step took back the one it names; its inverse events stand beside this one."""

    step: int
