"""A log's events in steps, undone ones folded away, handed on phase by phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from builder.model import Event, LogRef, TurnSet, Undone


@dataclass(frozen=True, slots=True)
class Press:
    """The events of one press of the Step button. `takes_back` names a step that was handed on too early to fold."""

    ref: LogRef
    events: tuple[Event, ...]
    takes_back: int = 0

    @property
    def sets_turn(self) -> bool:
        return any(isinstance(event, TurnSet) for event in self.events)


def presses(events: Iterable[Event]) -> Iterator[Press]:
    """Consecutive events of one file and step."""
    for (file, step), group in groupby(events, key=lambda e: (e.ref.file, e.ref.step)):
        yield Press(LogRef(file, step), tuple(group))


def folded(steps: Iterable[Press]) -> Iterator[Press]:
    """Drop what was undone together with its undoing.

    Steps are held until the phase has changed and play went on: an undo that comes later than that is handed on as
    a step that takes back. Undo and redo leave the table alone, so what is dropped changes no later state.
    """
    held: list[Press] = []
    for press in steps:
        targets = [event.step for event in press.events if isinstance(event, Undone)]
        if targets:
            late = [step for step in targets if not _drop(held, press.ref.file, step)]
            if late:
                held.append(Press(press.ref, press.events, late[-1]))
            continue
        if held and held[-1].sets_turn:
            yield from held
            held = []
        held.append(press)
    yield from held


def _drop(held: list[Press], file: str, step: int) -> bool:
    for index in range(len(held) - 1, -1, -1):
        if held[index].ref.step == step and held[index].ref.file == file:
            del held[index]
            return True
    return False
