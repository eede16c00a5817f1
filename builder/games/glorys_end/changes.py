"""Changes of the position that several actions share: who holds a hex, who stands where, who is dead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from builder.games.glorys_end import changes_open
from builder.games.glorys_end.facts import Facts
from builder.games.glorys_end.facts_board import BRUSSELS
from builder.games.glorys_end.hentsch import kept_out
from builder.games.glorys_end.open_ways import Deed, OpenWay
from builder.games.glorys_end.unseen import DOUBT, UNSEEN
from builder.model import Action, GameState
from builder.rules.position import Position, Scope


def enter(action: Action, path: tuple[str, ...], position: Position, facts: Facts) -> Position:
    """Control of every hex on the way (4.7); cavalry alone holds only where it stands (4.8)."""
    movers = facts.units(action.units)
    foot = [u for u in movers if u.type != "cavalry"]
    if not foot or len(path) < 2:
        return position
    side = foot[0].side
    for leg in facts.legs(action if path == action.path else replace(action, path=path)):
        if leg.way is not None:
            position = _across(position, action, leg.way, side, facts)
        if facts.on_map(leg.b):
            position = take(position, leg.b, side, facts)
        position = trampled(position, leg.b, side, facts)
    return position


def _across(position: Position, action: Action, way: OpenWay, side: str, facts: Facts) -> Position:
    """What every way enters is entered; of what some enter it is carried that it may have been."""
    way = kept_out(way, facts.units(action.units), facts)
    for place in sorted(way.possible - way.around):
        if not facts.on_map(place):
            continue
        held = facts.recorded_control(place)
        theirs = place in facts.open.claims or not held.known or held.value != side
        things = _fallen(place, side, facts)
        if not theirs and not things:
            continue
        here = frozenset({place})
        went = way.passes(here)
        if went:
            position = trampled(take(position, place, side, facts, False), place, side, facts)
        if went is not None:
            continue
        position, key = changes_open.carried(position, action, way, facts)
        if theirs:
            position = changes_open.claimed(position, place, side, key, facts)
        for thing in things:
            position = changes_open.noted(position, _this_turn(facts), Deed(key, here, thing))
        if place == BRUSSELS and side == "german":
            position = changes_open.noted(position, ("brussels-lost",), Deed(key, here, f"turn {facts.when.turn}"))
    return position


def _this_turn(facts: Facts) -> tuple[str, str]:
    return "gone", f"{facts.when.turn}-{facts.when.side}"


def _fallen(place: str, side: str, facts: Facts) -> list[str]:
    """What would be gone if the side entered an undefended hex: as `gone` notes it."""
    foes = facts.foes_at(place, side)
    if any(foe.type != "siege-gun" for foe in foes):
        return []
    trench = [f"9.3.b:trench:{place}"] if facts.trench(place) not in ("", side) else []
    zone = [f"14.3.c:fortified-zone:{place}"] if facts.zone(place) not in ("", side) else []
    return trench + zone


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


def take(position: Position, place: str, side: str, facts: Facts, seen: bool = True) -> Position:
    """Note that a side holds a hex from this turn on; one it holds already keeps its date. Not `seen`: it follows from
    the points that the unit had."""
    ledger = position.ledger
    if ledger.open is not None and place in ledger.open.claims:
        return _taken_back(position, place, side, facts)
    noted, _, since = ledger.note("control", place).partition("@")
    recorded = facts.recorded_control(place)
    lost = not noted and bool(ledger.note(UNSEEN)) and not recorded.known
    holder = DOUBT if lost else noted.rstrip("?") or recorded.value
    if holder == side:
        return position
    turn = str(position.state.when.turn)
    if since != turn and not ledger.note("turn-began", place).endswith(f"@{turn}"):
        ledger = ledger.with_note(Scope.GAME, ("turn-began", place), f"{holder}@{turn}")
    value = f"{side}{'' if seen else '?'}@{turn}"
    ledger = ledger.with_note(Scope.GAME, ("control", place), value)
    if place == BRUSSELS and side == "german":
        ledger = ledger.with_note(Scope.GAME, ("brussels-lost",), "yes")
    return position.with_ledger(ledger)


def _taken_back(position: Position, place: str, side: str, facts: Facts) -> Position:
    position = changes_open.retaken(position, place, side, facts)
    if place == BRUSSELS and side == "german":
        return position.with_ledger(position.ledger.with_note(Scope.GAME, ("brussels-lost",), "yes"))
    return position


def settle(units: Iterable[str], place: str, position: Position) -> Position:
    """Put units on their last place; an empty enemy zone or trench there is gone (9.3, 14.3)."""
    state = position.state
    side = ""
    for name in units:
        unit = state.units.get(name)
        if unit is not None and place:
            state = state.with_unit(unit._replace(place=place))
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
    return state.with_unit(unit._replace(place=f"Dead-{unit.side}", steps=0))
