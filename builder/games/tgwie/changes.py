"""Changes of the position that several actions share: who holds a hex, who stands where, who is dead."""

from __future__ import annotations

from collections.abc import Iterable

from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_supply import ANTWERP, INLAND
from builder.games.tgwie.facts_units import TURNED
from builder.model import GameState
from builder.rules.position import Position, Scope

LOST_IN_EAST, FELL_AS = "lost-in-east", "fell-as"  # notes of units: see `fallen`


def enter(units: Iterable[str], path: tuple[str, ...], position: Position, facts: Facts) -> Position:
    """Every hex on the way becomes friendly (3.5.E); enemy headquarters alone in one are dead (13.13.3.G)."""
    movers = facts.units(units)
    if not movers or len(path) < 2:
        return position
    side, fighters = movers[0].side, any(map(facts.is_combat_unit, movers))
    for place in path[1:]:
        if not facts.on_map(place):
            continue
        position = take(position, place, side, facts)
        if fighters and not any(map(facts.is_combat_unit, facts.foes_at(place, side))):
            for foe in facts.foes_at(place, side):
                position = fallen(position, foe.id, facts).with_state(dead(position.state, foe.id))
    return position


def take(position: Position, place: str, side: str, facts: Facts) -> Position:
    """Note that a side holds a hex; what falls for good with it is noted too (11.15.B, 11.18.B, 13.24.G)."""
    before = facts.control(place)
    ledger = position.ledger.with_note(Scope.GAME, ("control", place), side)
    if before.value != side or not before.known:
        kind = facts.fort(place)
        if kind.known and kind.value:
            ledger = ledger.with_note(Scope.GAME, ("fort-gone", place), side)
        if place in INLAND or (place == ANTWERP and side == "central"):
            ledger = ledger.with_note(Scope.GAME, ("captured", place), side)
    return position.with_ledger(ledger)


def settle(units: Iterable[str], place: str, position: Position) -> Position:
    """Put units on their last place."""
    state = position.state
    for name in units:
        unit = state.units.get(name)
        if unit is not None and place:
            state = state.with_unit(unit._replace(place=place))
    return position.with_state(state)


def dead(state: GameState, name: str) -> GameState:
    unit = state.units.get(name)
    return state if unit is None else state.with_unit(unit._replace(place=f"Dead-{unit.side}", steps=0))


def fallen(position: Position, name: str, facts: Facts) -> Position:
    """Note of a British unit about to die whether it does so on the east map, and in what order (6.12.A)."""
    unit, ledger = position.state.units.get(name), position.ledger
    if unit is None or unit.nation != "british" or not facts.on_map(unit.place):
        return position
    if ledger.note(LOST_IN_EAST, name) == "yes":
        return position
    counts = facts.contingent(unit) not in ("CND", "ANZAC")
    east = counts and facts.theatre(unit.place).value == "east"
    earlier = ledger.note(LOST_IN_EAST).split()
    if east:
        ledger = ledger.with_note(Scope.GAME, (LOST_IN_EAST,), " ".join((*earlier, name)))
    return position.with_ledger(ledger.with_note(Scope.GAME, (LOST_IN_EAST, name), "yes" if east else "no"))


def bought_back(position: Position, name: str, facts: Facts) -> Position:
    """Note the side that a dead unit showed, where that is not its front (6.11.D, 6.11.E)."""
    unit = position.state.units.get(name)
    if unit is None or not unit.place.startswith("Dead") or TURNED not in unit.marks or facts.is_hq(unit):
        return position
    return position.with_ledger(position.ledger.with_note(Scope.GAME, (FELL_AS, name), facts.back(unit)))


def reduced(state: GameState, name: str, steps: int) -> GameState:
    """A unit that many steps weaker; without any it is dead."""
    unit = state.units.get(name)
    if unit is None:
        return state
    left = unit.steps - steps
    return state.with_unit(unit._replace(steps=left)) if left > 0 else dead(state, name)
