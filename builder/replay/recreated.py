"""A unit that is deleted and put again from the palette is the unit that it was: nothing was lost and nothing arrived.

Only where no die fell and no turn began between: a unit that is lost may come back as a replacement, and is new then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from builder.model import Appeared, Event, GameState, Marked, Moved, Removed, Rolled, Said, Stepped, TurnSet, Undone

MOST = 60  # events that are held back for it


def without_recreation(told: Iterable[GameState | Event]) -> Iterator[GameState | Event]:
    """Events of somebody else's module, with each deletion that was put right left out."""
    state = GameState()
    held: list[Event] = []
    for step in _by_step(told):
        if isinstance(step, GameState):
            yield from held
            held, state = [], step
            yield step
            continue
        for one in _as_it_came(step):
            held.append(one)
            if isinstance(one, Appeared):
                held = _put_again(held, state)
        if not _waits(held):
            for event in held:
                state = state.after(event)
                yield event
            held = []
    yield from held


def _by_step(told: Iterable[GameState | Event]) -> Iterator[GameState | list[Event]]:
    step: list[Event] = []
    for one in told:
        if step and (isinstance(one, GameState) or one.ref[:2] != step[-1].ref[:2]):
            yield step
            step = []
        if isinstance(one, GameState):
            yield one
        else:
            step.append(one)
    if step:
        yield step


def _as_it_came(step: list[Event]) -> Iterator[Event]:
    """A unit that is put down together with its strength marker came with that strength."""
    came = {one.unit.id: one for one in step if isinstance(one, Appeared)}
    told = {one.unit: one.after for one in step if isinstance(one, Stepped) and one.unit in came}
    for one in step:
        if isinstance(one, Appeared) and one.unit.id in told:
            yield replace(one, unit=replace(one.unit, steps=told[one.unit.id]))
        elif not (isinstance(one, Stepped) and one.unit in told):
            yield one


def _waits(held: list[Event]) -> bool:
    """Whether a deletion may still be put right."""
    gone = any(isinstance(one, Removed) for one in held)
    return gone and len(held) < MOST and not any(isinstance(one, Rolled | TurnSet | Undone) for one in held)


def _put_again(held: list[Event], state: GameState) -> list[Event]:
    """The events without the deletion of the unit that came last; as they are where it is not the same again."""
    came = held[-1]
    assert isinstance(came, Appeared)
    at = next((n for n, one in enumerate(held) if isinstance(one, Removed) and one.unit == came.unit.id), None)
    if at is None:
        return held
    for event in held[:at]:
        state = state.after(event)
    old, new = state.units.get(came.unit.id), came.unit
    if old is None:
        return held
    between = held[at + 1 : -1]
    ref, player = came.ref, came.player
    if old.place == new.place:
        more: list[Event] = []
        if old.steps != new.steps:
            more.append(Stepped(ref, player, new.id, old.steps, new.steps))
        if old.marks != new.marks:
            more.append(Marked(ref, player, new.id, old.marks, new.marks))
        return [*held[:at], *between, *more]
    if old.steps == new.steps and all(isinstance(one, Said) for one in between):
        return [*held[:at], *between, Moved(ref, player, new.id, (old.place, new.place))]
    return held
