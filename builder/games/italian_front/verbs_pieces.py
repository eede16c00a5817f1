"""Actions on pieces themselves: divisions divided and put together, supply markers, headquarters, works carried off."""

from __future__ import annotations

from builder.games.italian_front.facts import Facts
from builder.games.italian_front.verbs import ACTS, note, settle
from builder.model import Action
from builder.rules.position import Position, Scope
from builder.rules.ruleset import Verb, named


def parts_of(action: Action) -> tuple[str, ...]:
    """The pieces that an action makes: `into=A,B`."""
    return tuple(name for name in action.detail("into").split(",") if name)


def exchange(action: Action, position: Position, facts: Facts) -> Position:
    """Pieces leave the map, others stand in their hex."""
    place = action.place or next((u.place for u in facts.units(action.units)), "")
    state = position.state
    for unit in facts.units(action.units):
        state = state.with_unit(unit._replace(place=f"Units-{unit.side}" if unit.side else "aside"))
    return settle(parts_of(action), place, position.with_state(state))


def absorb(action: Action, position: Position, facts: Facts) -> Position:
    """A supply marker goes into a headquarters, which has handled its points in this phase (S18-6, P56)."""
    for marker in facts.units(action.units):
        to = action.detail("to")
        handled = int(position.ledger.note("handled", to) or 0) + marker.steps
        position = note(position, Scope.PHASE, ("handled", to), str(handled))
        position = position.with_state(position.state.with_unit(marker._replace(steps=0, place="aside")))
    return position


def create(action: Action, position: Position) -> Position:
    return settle(action.units, action.place, position)


def nothing(_action: Action, position: Position) -> Position:
    return position


PIECES = (
    Verb("divide", "divide UNIT into=UNIT,UNIT", "a division is divided into smaller units", exchange, asks=True),
    Verb("unite", "unite UNIT{+UNIT} into=UNIT", "smaller units become a division", exchange, asks=True),
    Verb("absorb", "absorb MARKER to=HQ", "a headquarters takes a supply marker in", absorb, asks=True),
    Verb("receive", "receive HQ{+HQ} points=N", "supply that arrives goes to headquarters", nothing),
    Verb("create", "create HQ HEX", "a corps headquarters is created", create),
    Verb("carry-works", "carry-works PATH", "a construction marker is taken to another hex", nothing),
)
VERBS = named(*ACTS, *PIECES)
