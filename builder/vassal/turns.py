"""Turn trackers: levels as the module defines them, state strings to named values and back (formats §2.8, §4.10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from builder.vassal.buildfile import Component
from builder.vassal.grids import filled
from builder.vassal.sequence import decode, encode
from builder.vassal.traits.kinds import whole_number


@dataclass(frozen=True, slots=True)
class Level:
    """One level: a counter (`values` empty) or a list of values; `property` is the global property it sets."""

    name: str
    property: str
    format: str = "$value$"
    values: tuple[str, ...] = ()
    start: int = 1
    step: int = 1
    loops: bool = False
    loop_limit: int = -1
    children: tuple[Level, ...] = ()
    is_list: bool = False


class LevelState(NamedTuple):
    """Where one level stands; `rest` keeps the items between its place and its children as they are."""

    level: Level
    current: int
    child: int
    rest: tuple[str, str]
    children: tuple[LevelState, ...]

    @property
    def value(self) -> str:
        if not self.level.is_list:
            return str(self.current)
        return self.level.values[self.current] if 0 <= self.current < len(self.level.values) else ""


class TurnState(NamedTuple):
    """Where the whole tracker stands."""

    current: int
    levels: tuple[LevelState, ...]

    def active(self) -> tuple[LevelState, ...]:
        """The levels that make up the present turn, outermost first."""
        path: list[LevelState] = []
        levels, at = self.levels, self.current
        while 0 <= at < len(levels):
            path.append(levels[at])
            levels, at = levels[at].children, levels[at].child
        return tuple(path)

    def values(self) -> dict[str, str]:
        """Value by global property, of every level, active or not."""
        found: dict[str, str] = {}
        todo = list(self.levels)
        while todo:
            one = todo.pop(0)
            if one.level.property:
                found[one.level.property] = one.value
            todo += one.children
        return found


@dataclass(frozen=True, slots=True)
class TurnTracker:
    """`id` (`TurnTracker0`) is what commands call it: its number in build order."""

    id: str
    name: str
    levels: tuple[Level, ...]
    format: str = "$level1$ $level2$ $level3$ $level4$"

    def read(self, text: str) -> TurnState:
        """The state of a TURN command; what is missing or no number falls back to the start, as in the engine."""
        items = decode(text, "|")
        states = [*items[1:], *[""] * len(self.levels)]
        return TurnState(_int(items[0], 0), tuple(map(_read, self.levels, states)))

    def start(self) -> TurnState:
        """The first turn of a new game."""
        return self.read("0")

    def write(self, state: TurnState) -> str:
        """The text of a state, as a TURN command holds it."""
        return encode([str(state.current), *map(_write, state.levels)], "|")

    def at(self, values: Mapping[str, object], state: TurnState | None = None) -> TurnState:
        """The state with these values by property (or level name); raises ValueError for one that does not exist."""
        before = state or self.start()
        unknown = set(values) - {key for level in _all(self.levels) for key in (level.property, level.name)}
        if unknown:
            raise ValueError(f"turn tracker {self.name!r} has no level {', '.join(sorted(unknown))}")
        return TurnState(before.current, tuple(_set(one, values) for one in before.levels))

    def text(self, state: TurnState) -> str:
        """The turn as the tracker shows it: `Turn 1 Red: Combat`."""
        shown = {f"level{number}": "" for number in range(1, 16)}
        for number, one in enumerate(state.active(), 1):
            shown[f"level{number}"] = filled(one.level.format, {"value": one.value})
        return filled(self.format, shown).strip()


def read_tracker(part: Component, number: int) -> TurnTracker:
    """A TurnTracker component, the `number`-th of its class."""
    return TurnTracker(
        f"TurnTracker{number}", part.get("name", "Turn"), _levels(part),
        part.get("turnFormat", "$level1$ $level2$ $level3$ $level4$"),
    )  # fmt: skip


def _levels(part: Component) -> tuple[Level, ...]:
    return tuple(_level(child) for child in part.children if child.short in ("CounterTurnLevel", "ListTurnLevel"))


def _level(part: Component) -> Level:
    is_list = part.short == "ListTurnLevel"
    text = part.get("list")
    return Level(
        part.get("name"), part.get("property"), part.get("turnFormat", "$value$"),
        tuple(decode(text, ",")) if is_list and text else (), _int(part.get("start"), 1), _int(part.get("incr"), 1),
        part.flag("loop"), _int(part.get("loopLimit"), -1), _levels(part), is_list,
    )  # fmt: skip


def _int(text: str, default: int) -> int:
    try:
        return whole_number(text)
    except ValueError:
        return default


def _read(level: Level, text: str) -> LevelState:
    items = decode(text, ";")
    if level.is_list:
        plain = ("0", encode(["true"] * len(level.values), ","))
    else:
        plain = ("true" if level.loops else "false", str(level.loop_limit))
    rest = (*items[2:4], *plain[len(items[2:4]) :])
    states = [*items[4:], *[""] * len(level.children)]
    start = 0 if level.is_list else level.start
    child = _int(items[1], 0) if len(items) > 1 else 0
    return LevelState(
        level, _int(items[0], start), child, (rest[0], rest[1]), tuple(map(_read, level.children, states))
    )


def _write(state: LevelState) -> str:
    return encode([str(state.current), str(state.child), *state.rest, *map(_write, state.children)], ";")


def _set(state: LevelState, values: Mapping[str, object]) -> LevelState:
    level = state.level
    said = values.get(level.property, values.get(level.name)) if level.property or level.name else None
    current = state.current
    if said is not None:
        text = str(said)
        if level.is_list:
            if text not in level.values:
                raise ValueError(f"level {level.name!r} has no value {text!r}: one of {', '.join(level.values)}")
            current = level.values.index(text)
        else:
            current = int(text)
    return state._replace(current=current, children=tuple(_set(one, values) for one in state.children))


def _all(levels: tuple[Level, ...]) -> list[Level]:
    return [one for level in levels for one in (level, *_all(level.children))]
