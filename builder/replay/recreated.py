"""A unit that is deleted and put again from the palette is the unit that it was: nothing was lost and nothing arrived.

So people replace a counter by hand: the one is deleted and the other put, or put first. Only where no die fell and no
turn began between: a unit that is lost may come back as a replacement, and is new then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from builder.model import (
    Appeared,
    Event,
    GameState,
    Marked,
    Moved,
    Removed,
    Rolled,
    Said,
    Stepped,
    TurnSet,
    Undone,
    Unit,
)

MOST = 60  # events that are held back for it


def without_recreation(told: Iterable[GameState | Event]) -> Iterator[GameState | Event]:
    """Events of somebody else's module, with each deletion that was put right left out."""
    state = GameState()
    held: list[Event] = []
    names: dict[str, str] = {}  # of a unit that was put beside itself -> the one that it is
    for step in _by_step(told):
        if isinstance(step, GameState):
            yield from held
            held, state, names = [], step, {}
            yield step
            continue
        for one in _as_it_came(step):
            held.append(_named(one, names, _before(held, state)) if isinstance(one, Appeared) or names else one)
            if isinstance(one, Appeared):
                held = _put_again(held, state)
            elif isinstance(one, Removed):
                held = _put_before(held, state, names)
        if not _waits(held, state):
            for event in held:
                state = state.after(event)
                yield event
            held = []
    yield from held


def _named(event: Event, names: dict[str, str], state: GameState) -> Event:
    """The event by the name that the unit keeps; one that comes while its namesake stands gets another meanwhile."""
    if isinstance(event, Appeared):
        own = event.unit.id
        names.pop(own, None)
        if own not in state.units:
            return event
        names[own] = f"{own}#{event.ref.step}"
        return replace(event, unit=event.unit._replace(id=names[own]))
    if isinstance(event, Moved | Stepped | Marked | Removed) and event.unit in names:
        return replace(event, unit=names.pop(event.unit) if isinstance(event, Removed) else names[event.unit])
    return event


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
            yield replace(one, unit=one.unit._replace(steps=told[one.unit.id]))
        elif not (isinstance(one, Stepped) and one.unit in told):
            yield one


def _waits(held: list[Event], state: GameState) -> bool:
    """Whether a deletion may still be put right, or a unit that stands twice deleted."""
    open_ = any(isinstance(one, Removed) or (isinstance(one, Appeared) and _is_twin(one, state)) for one in held)
    return open_ and len(held) < MOST and not any(isinstance(one, Rolled | TurnSet | Undone) for one in held)


def _is_twin(came: Appeared, state: GameState) -> bool:
    return came.unit.id != came.unit.counter and came.unit.counter in state.units


def _put_again(held: list[Event], state: GameState) -> list[Event]:
    """The events without the deletion of the unit that came last; as they are where it is not the same again."""
    came = held[-1]
    assert isinstance(came, Appeared)
    at = next((n for n, one in enumerate(held) if isinstance(one, Removed) and one.unit == came.unit.id), None)
    if at is None:
        return held
    between = held[at + 1 : -1]
    changes = _changes(_before(held[:at], state).units.get(came.unit.id), came.unit, between, came)
    return held if changes is None else [*held[:at], *between, *changes]


def _put_before(held: list[Event], state: GameState, names: dict[str, str]) -> list[Event]:
    """The same where the unit was put first and deleted then: what stands there now bears its name."""
    gone = held[-1]
    assert isinstance(gone, Removed)
    at = next((n for n, one in enumerate(held) if isinstance(one, Appeared) and one.unit.id != gone.unit
               and one.unit.counter == gone.unit), None)  # fmt: skip
    if at is None:
        return held
    came = held[at]
    assert isinstance(came, Appeared)
    between = held[at + 1 : -1]
    if any(getattr(one, "unit", "") in (came.unit.id, gone.unit) for one in between):
        return held
    changes = _changes(_before(held[:at], state).units.get(gone.unit), came.unit, between, gone)
    if changes is None:
        return held
    names[next((own for own, name in names.items() if name == came.unit.id), came.unit.id)] = gone.unit
    return [*held[:at], *between, *changes]


def _before(events: list[Event], state: GameState) -> GameState:
    """The state after events that are held back."""
    for event in events:
        state = state.after(event)
    return state


def _changes(old: Unit | None, new: Unit, between: list[Event], at: Event) -> list[Event] | None:
    """What became of a unit that is there anew; None where that is another one, or not to be told."""
    if old is None:
        return None
    ref, player = at.ref, at.player
    if old.place == new.place:
        changes: list[Event] = []
        if old.steps != new.steps:
            changes.append(Stepped(ref, player, old.id, old.steps, new.steps))
        if old.marks != new.marks:
            changes.append(Marked(ref, player, old.id, old.marks, new.marks))
        return changes
    if old.steps == new.steps and all(isinstance(one, Said) for one in between):
        return [Moved(ref, player, old.id, (old.place, new.place))]
    return None
