"""Changes of the position that several actions share: who holds a hex, who stands where, who is dead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from builder.games.glorys_end.facts import Facts
from builder.games.glorys_end.facts_board import BRUSSELS
from builder.games.glorys_end.unseen import DOUBT, UNSEEN
from builder.model import GameState
from builder.rules.position import Position, Scope


def enter(units: Iterable[str], path: tuple[str, ...], position: Position, facts: Facts) -> Position:
    """Control of every hex on the way (4.7); cavalry alone holds only where it stands (4.8)."""
    movers = facts.units(units)
    foot = [u for u in movers if u.type not in ("cavalry", "siege-gun")]
    if not foot or len(path) < 2:
        return position
    trip = facts.trip(foot[0].id, path)
    sure = set(path)
    way = trip.way.path if trip is not None and trip.filled else path
    for place in way[1:]:
        if facts.on_map(place):
            position = take(position, place, foot[0].side, facts, place in sure)
        if place in sure:
            position = trampled(position, place, foot[0].side, facts)
    return position


def trampled(position: Position, place: str, side: str, facts: Facts) -> Position:
    """What nobody defends and `side` enters is gone: trenches, zones (9.3, 14.3), siege guns alone (14.7)."""
    foes = facts.foes_at(place, side)
    if any(foe.type != "siege-gun" for foe in foes):
        return position
    if facts.trench(place) not in ("", side):
        position = destroy(position, place, "trench", "9.3.b")
    if facts.zone(place) not in ("", side):
        position = destroy(position, place, "fortified-zone", "14.3.c")
    state = position.state
    for gun in foes:
        state = dead(state, gun.id)
    return position.with_state(state)


def destroy(position: Position, place: str, kind: str, rule: str) -> Position:
    """Take a prepared position off the map, and note by which rule: a log may show it there all the same."""
    state = position.state
    for marker in state.markers_at(place):
        if marker.kind == kind:
            state = state.without_marker(marker.id)
    noted = (*position.ledger.note("gone").split(), f"{rule}:{kind}:{place}")
    return Position(state, position.ledger.with_note(Scope.TURN, ("gone",), " ".join(dict.fromkeys(noted))))


def take(position: Position, place: str, side: str, facts: Facts, sure: bool = True) -> Position:
    """Note that a side holds a hex from this turn on; one it holds already keeps its date."""
    ledger = position.ledger
    noted, _, since = ledger.note("control", place).partition("@")
    recorded = facts.recorded_control(place)
    lost = not noted and bool(ledger.note(UNSEEN)) and not recorded.known
    holder = DOUBT if lost else noted.rstrip("?") or recorded.value
    if holder == side:
        return position
    turn = str(position.state.when.turn)
    if since != turn and not ledger.note("turn-began", place).endswith(f"@{turn}"):
        ledger = ledger.with_note(Scope.GAME, ("turn-began", place), f"{holder}@{turn}")
    value = f"{side}{'' if sure else '?'}@{turn}"
    ledger = ledger.with_note(Scope.GAME, ("control", place), value)
    if place == BRUSSELS and side == "german" and sure:
        ledger = ledger.with_note(Scope.GAME, ("brussels-lost",), "yes")
    return position.with_ledger(ledger)


def settle(units: Iterable[str], place: str, position: Position) -> Position:
    """Put units on their last place; an empty enemy zone or trench there is gone (9.3, 14.3)."""
    state = position.state
    side = ""
    for name in units:
        unit = state.units.get(name)
        if unit is not None and place:
            state = state.with_unit(replace(unit, place=place))
            side = unit.side
    if side and not any(u.side != side for u in state.at(place)):
        for marker in state.markers_at(place):
            if marker.kind in ("trench", "fortified-zone") and marker.side and marker.side != side:
                rule = "9.3.b" if marker.kind == "trench" else "14.3.c"
                position = destroy(position, place, marker.kind, rule)
                state = state.without_marker(marker.id)
    return position.with_state(state)


def dead(state: GameState, name: str) -> GameState:
    unit = state.units.get(name)
    if unit is None:
        return state
    return state.with_unit(replace(unit, place=f"Dead-{unit.side}", steps=0))
