"""The actions of the game, and how each changes the position: the board as played, and the ledger beside it."""

from __future__ import annotations

from dataclasses import replace

from builder.games.glorys_end import verbs_battle as battle
from builder.games.glorys_end.changes import destroy, enter, settle, take
from builder.games.glorys_end.changes_open import narrowed
from builder.games.glorys_end.facts import Facts
from builder.games.glorys_end.facts_units import INFANTRY
from builder.games.glorys_end.hentsch import ordered
from builder.games.glorys_end.rail_or_sea import counted, perhaps_counted
from builder.games.glorys_end.witness import witnessed
from builder.model import Action, GameState, Marker, Unit
from builder.rules.position import Ledger, Position, Scope
from builder.rules.ruleset import Verb, named

TURN_MARKS = frozenset({"moved", "railed", "shipped", "arrived", "forced", "march", "prepared", "rr", "digging", "ooc"})


def move(action: Action, position: Position, facts: Facts) -> Position:
    """Units go along a path, origin first; places that do not touch leave the way between open."""
    for name in action.units:
        unit = position.state.units.get(name)
        if unit is None or len(action.path) < 2:
            continue
        trip = facts.trip(name, action.path)
        fresh = name not in position.ledger.ways
        ledger = position.ledger.with_way(name, action.path).with_acted(name, "move")
        if fresh and unit.side == "german":
            # 12.10 and 7.5.g ask how the unit stood before it moved; only the early turns ever do
            turn = facts.when.turn
            if 2 <= turn <= 6:
                supplied = facts.supplied(name)
                if supplied.known:
                    word = "yes" if supplied.value else "no"
                    ledger = ledger.with_note(Scope.PHASE, ("supplied-at-start", name), word)
        allowance = facts.allowance(name)
        over = trip is not None and allowance.known and trip.way.points > allowance.value and trip.steps > 1
        may = facts.may_force_march(unit, trip.start) if over and trip is not None else None
        said = action.detail("forced") == "yes" and facts.is_infantry(unit)  # riders of the stack force nothing (12.10)
        if (may is not None and (may.value or may.needs)) or said:
            ledger = ledger.with_acted(name, "forced")
        if action.detail("way") == "said":
            ledger = ledger.with_note(Scope.PHASE, ("way-told", name), "yes")
        if facts.zone(action.path[-1]) not in ("", unit.side):
            ledger = ledger.with_note(Scope.PHASE, ("halted", name), action.path[-1])
        position = position.with_ledger(ledger)
    position = enter(action, action.path, _paid(action, position, facts), facts)
    return settle(action.units, action.path[-1] if action.path else "", position)


def _paid(action: Action, position: Position, facts: Facts) -> Position:
    """Units that go on had the points for it: dearer ways before are out of the question."""
    if position.ledger.open is None:
        return position
    trips = (facts.trip(name, action.path) for name in action.units)
    spare = {t.unit.id: facts.spare(t.unit, t.way.points, t.start) for t in trips if t is not None}
    return narrowed(position, {name: left for name, left in spare.items() if left >= 0}, facts)


def rail(action: Action, position: Position, facts: Facts) -> Position:
    """A train; or a march, where it was taken for a train and is none, or perhaps none."""
    if action.verb == "rail":
        return _strategic(action, position, facts)
    if action.detail("by") == "either":
        steps = sum(max(u.steps, 0) for u in facts.units(action.units))
        position = position.with_ledger(perhaps_counted(action, position.ledger, steps))
    return move(action, position, facts)


def ship(action: Action, position: Position, facts: Facts) -> Position:
    return _strategic(action, position, facts)


def _strategic(action: Action, position: Position, facts: Facts) -> Position:
    steps = sum(max(u.steps, 0) for u in facts.units(action.units))
    ledger = counted(action, position.ledger, steps, facts)
    return _put_down(action, action.path[-1] if action.path else action.place, position.with_ledger(ledger), facts)


def _put_down(action: Action, place: str, position: Position, facts: Facts) -> Position:
    """Units that come to a hex without a way hold it as those do that march in (4.7, 4.8)."""
    position = settle(action.units, place, position)
    foot = [u for u in facts.units(action.units) if u.type != "cavalry"]
    return take(position, place, foot[0].side, facts) if foot and facts.on_map(place) else position


def arrive(action: Action, position: Position, facts: Facts) -> Position:
    """Units enter at a place; those that come by rail use the rail of their side (16.3.d)."""
    ledger = position.ledger
    for name in action.units:
        ledger = ledger.with_acted(name, "arrive")
        ledger = ledger.with_note(Scope.GAME, ("arrived", name), str(position.state.when.turn))
    if facts.comes_by_rail(action):
        steps = sum(facts.arriving_steps(name) for name in action.units)
        ledger = ledger.with_sum("rail", steps)
        for name in action.units:
            ledger = ledger.with_acted(name, "rail")
    return _put_down(action, action.place, position.with_ledger(ledger), facts)


def rebuild(action: Action, position: Position, facts: Facts) -> Position:
    """Each unit gains a step, on the map or back from the dead pile (8.6, 8.7)."""
    state, ledger = position.state, position.ledger
    gain = int(action.detail("steps")) if action.detail("steps").isdecimal() else 1
    for name in action.units:
        unit = state.units.get(name)
        if unit is None:
            continue
        steps = (0 if unit.place.startswith("Dead") else unit.steps) + gain
        state = state.with_unit(unit._replace(place=action.place or unit.place, steps=min(steps, unit.full_steps)))
        ledger = ledger.with_acted(name, "rebuild").with_sum(f"rebuilt {unit.nation}", gain)
        spent = int(ledger.note("replaced", unit.nation) or 0) + gain
        ledger = ledger.with_note(Scope.GAME, ("replaced", unit.nation), str(spent))
        before = int(ledger.note("rebuilt", name) or 0)
        ledger = ledger.with_note(Scope.TURN, ("rebuilt", name), str(before + gain))
    position = position.with_ledger(ledger).with_state(state)
    return _put_down(action, action.place, position, facts) if action.place else position


def withdraw(action: Action, position: Position) -> Position:
    return settle(action.units, "Withdrawn", position)


def dig(action: Action, position: Position, facts: Facts) -> Position:
    """A trench is begun under each unit; those beside an entrenched enemy cost nothing of the quota (9.1)."""
    state, ledger = position.state, position.ledger
    if action.detail("roll"):
        ledger = ledger.with_note(Scope.PHASE, ("dig-roll",), action.detail("roll"))
    for unit in facts.units(action.units):
        ledger = ledger.with_acted(unit.id, "dig")
        if not facts.beside_enemy_trench(unit):
            dug = int(ledger.note("dug-on-quota") or 0) + 1
            ledger = ledger.with_note(Scope.PHASE, ("dug-on-quota",), str(dug))
        ledger = ledger.with_note(Scope.GAME, ("trench-of", unit.place), unit.side)
        state = state.with_marker(Marker(f"trench-{unit.place}", "trench", unit.place, unit.side, "back"))
    return position.with_ledger(ledger).with_state(state)


def command_mark(action: Action, position: Position, facts: Facts) -> Position:
    """Stacks are marked out of command, by their hexes or by their units (10.1)."""
    state, ledger = position.state, position.ledger
    chosen: list[Unit] = [*facts.units(action.units)]
    for place in action.path or ((action.place,) if action.place else ()):
        chosen += facts.at(place)
    for place in sorted({u.place for u in chosen}):
        ledger = ledger.with_note(Scope.TURN, ("ooc-stack", place), "yes").with_sum("ooc", 1)
    for unit in chosen:
        state = state.with_unit(unit._replace(marks=unit.marks | {"ooc"}))
        dates = " ".join(d for d in ledger.note("dated", unit.id).split() if not d.startswith("ooc@"))
        ledger = ledger.with_note(Scope.GAME, ("dated", unit.id), dates)
    return position.with_ledger(ordered(action, ledger, facts)).with_state(state)


def set_up(action: Action, position: Position) -> Position:
    """Set-up: put units where they start."""
    return settle(action.units, action.place, position)


def nothing(_action: Action, position: Position) -> Position:
    return position


def end_phase(_action: Action, position: Position) -> Position:
    """The phase is over: battles are closed, finished trenches turned; marks on units are dated."""
    ledger, state = position.ledger, position.state
    for key in tuple(ledger.owed):
        ledger = ledger.with_owed(key, 0)
    ledger = ledger.with_battle(None)
    today = f"{state.when.turn}-{state.when.side}"
    marked = [unit.id for unit in state.units.values() if unit.marks]
    for id in dict.fromkeys((*marked, *ledger.note("dated").split())):
        unit = state.units.get(id)
        if unit is None:
            continue
        said = ledger.note("dated", id)
        dated = dict(token.split("@") for token in said.split())
        dates = {mark: dated.get(mark, today) for mark in sorted(unit.marks & TURN_MARKS)}
        if dates != dated:
            text = " ".join(f"{mark}@{date}" for mark, date in dates.items())
            ledger = ledger.with_note(Scope.GAME, ("dated", unit.id), text)
    ledger = ledger.with_note(Scope.GAME, ("dated",), " ".join(marked))
    if (state.when.side, state.when.phase) == ("german", "victory"):
        ledger = _riders_as_the_turn_begins(state, ledger)
    position = position.with_ledger(ledger)
    return _trenches_at_the_end(position) if state.when.phase == "prepared-combat" else position


def _riders_as_the_turn_begins(state: GameState, ledger: Ledger) -> Ledger:
    """Cavalry holds where it stands (4.8): where it stands as the next game turn begins counts for that turn (7.3)."""
    for unit in state.units.values():
        if unit.type == "cavalry" and unit.steps and unit.place:
            ledger = ledger.with_note(Scope.GAME, ("turn-began", unit.place), f"{unit.side}@{state.when.turn + 1}")
    return ledger


def _trenches_at_the_end(position: Position) -> Position:
    """Of the side whose combat phase ends: those without infantry go (9.3), those begun are finished (9.2)."""
    for marker in position.state.markers.values():
        if marker.kind != "trench":
            continue
        owner = marker.side or position.ledger.note("trench-of", marker.place)
        if owner != position.state.when.side:
            continue
        held = any(u.side == owner and u.type in INFANTRY and u.steps for u in position.state.at(marker.place))
        if not held:
            position = destroy(position, marker.place, "trench", "9.3.a")
        elif marker.face == "back" and marker.side:
            position = position.with_state(position.state.with_marker(replace(marker, face="front")))
    return position


ACTS = (
    Verb("move", "move UNIT{+UNIT} PATH [forced=yes] [way=open]",
         "operational movement; way=open is a drag of which nobody says by which hexes it went", move, asks=True),
    Verb("end-movement", "end-movement [PLACE]", "movement is over: stacks are looked at", nothing),
    Verb("end-phase", "end-phase", "the phase is over: stacks, losses and retreats are looked at", end_phase),
    Verb("attack", "attack UNIT{+UNIT} PLACE [kind=ma|pa] [roll=1..6] [odds=N:N] [drm=N] [final=N] [result=N/N[R]]",
         "a march or prepared assault on one hex", battle.attack, asks=True),
    Verb("cancel-attack", "cancel-attack UNIT{+UNIT} PLACE", "an announced assault is called off", nothing),
    Verb("lose", "lose UNIT{+UNIT} [steps=N|all] [UNIT=N|all] [why=battle|attrition|overstack|withdrawal]",
         "units give up steps", battle.lose, asks=True),
    Verb("retreat", "retreat UNIT{+UNIT} PATH [before-combat=yes] [edge=east|west|north|south]", "defenders retreat",
         battle.retreat, asks=True),
    Verb("advance", "advance UNIT{+UNIT} PATH", "attackers advance after combat", battle.advance, asks=True),
    Verb("fire", "fire GUN{+GUN} PLACE [roll=1..6] [effect=E|none]", "siege guns fire", battle.fire, asks=True),
    Verb("arrive", "arrive UNIT{+UNIT} PLACE", "units enter play", arrive, asks=True),
    Verb("rail", "rail UNIT{+UNIT} PATH", "strategic movement by rail; a path may be start and goal alone", rail,
         asks=True),
    Verb("ship", "ship UNIT{+UNIT} PATH", "strategic movement by sea", ship, asks=True),
    Verb("rebuild", "rebuild UNIT{+UNIT} [PLACE] [steps=N]", "replacement steps for units", rebuild, asks=True),
    Verb("withdraw", "withdraw UNIT{+UNIT}", "units leave for the eastern front", withdraw),
    Verb("dig", "dig UNIT{+UNIT} [roll=1..6]", "units begin trenches", dig, asks=True),
    Verb("command-mark", "command-mark UNIT{+UNIT}|PATH [roll=1..6]", "stacks are marked out of command", command_mark,
         asks=True),
    Verb("set-up", "set-up UNIT{+UNIT} PLACE", "a unit is put where it starts", set_up),
    Verb("take-back", "take-back", "a step was undone", nothing),
    Verb("unrecognised", "unrecognised [UNIT{+UNIT}]", "something nobody can read", nothing),
)  # fmt: skip
VERBS = named(*map(witnessed, ACTS))
