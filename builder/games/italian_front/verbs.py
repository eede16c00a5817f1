"""The actions of the game, and how each changes the position: the board as played, and the ledger beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from builder.games.italian_front.facts import Facts
from builder.games.italian_front.facts_ground import DIGGING
from builder.games.italian_front.facts_units import FOOT, SUPPORT
from builder.games.italian_front.fight import Fight
from builder.model import Action, Answer, Marker, Unit
from builder.rules.position import Ledger, Position, Scope
from builder.rules.ruleset import Verb

TURN_MARKS = frozenset({"moved", "railed", "arrived", "march", "prepared"})
DEAD = {"central": "Dead-central", "entente": "Dead-entente"}


def settle(names: Iterable[str], place: str, position: Position) -> Position:
    """Units stand in a place."""
    state = position.state
    for name in names:
        if name in state.units and place:
            state = state.with_unit(state.units[name]._replace(place=place))
    return position.with_state(state)


def note(position: Position, scope: Scope, key: tuple[str, ...], value: str) -> Position:
    return position.with_ledger(position.ledger.with_note(scope, key, value))


def move(action: Action, position: Position, facts: Facts) -> Position:
    """Units go along a path, origin first; `by=rail:A-B` says which part goes by rail."""
    for name in action.units:
        trip = facts.trip_of(action, name)
        if trip is None:
            continue
        ledger = position.ledger.with_way(name, trip.path).with_acted(name, "move", *(["rail"] if trip.rode else []))
        ledger = ledger.with_note(Scope.PHASE, ("spent", name), str(trip.after))
        column = _in_column(facts, name, trip.whole)
        if column:
            ledger = ledger.with_acted(name, "column")
        position = position.with_ledger(ledger)
        if trip.rode:
            rode = tuple((step.start, step.end) for step in trip.steps if step.rail)
            position = position.with_ledger(_railed(position.ledger, facts, name, rode))
    goal = action.path[-1] if action.path else action.place
    position = repaired(action, position, facts)
    return entered(action.units, action.path[1:], settle(action.units, goal, position), facts)


def repaired(action: Action, position: Position, facts: Facts) -> Position:
    """An engineer that walks along dead rail repairs it, for its own nation (S9-5).

    Of a drag only its ends are known: what lies on the rails between them counts as repaired too.
    """
    for unit in facts.units(action.units):
        trip = facts.trip_of(action, unit.id) if unit.type == "engineer" and len(action.path) > 1 else None
        if trip is None or trip.rode:
            continue
        ends = trip.path[0], trip.path[-1]
        for place in dict.fromkeys((*trip.path, *(facts.rail_way(*ends) or ()))):
            if facts.rail_cut(place):
                position = note(position, Scope.GAME, ("rail-mended", place), unit.id)
                position = note(position, Scope.GAME, ("rail-net", place), unit.nation or "own")
    return position


def _in_column(facts: Facts, name: str, points: int) -> bool:
    usual = facts.allowance(name)
    return usual.known and points > usual.value


def _railed(ledger: Ledger, facts: Facts, name: str, rode: tuple[tuple[str, str], ...]) -> Ledger:
    """The load counts once a turn against each country whose hexes are ridden (S8-4); sides are used up (S7-9)."""
    load = facts.load(name)
    for nation in facts.networks(rode, name):
        if not ledger.note("loaded", name, nation):
            ledger = ledger.with_sum(f"rail {nation}", load.value if load.known else 1)
            ledger = ledger.with_note(Scope.TURN, ("loaded", name, nation), "yes")
    for a, b in rode:
        key = ("track", *sorted((a, b)))
        ledger = ledger.with_note(Scope.PHASE, key, f"{ledger.note(*key)} {name}".strip())
    return ledger


def entered(names: tuple[str, ...], way: tuple[str, ...], position: Position, facts: Facts) -> Position:
    """Who walks into hexes takes them, and what dies or is ruined there (S6-11, S9-3, S22-10)."""
    units = [u for u in facts.units(names) if u.side and facts.fights(u)]
    if not units:
        return position
    side = units[0].side
    breaks = any(u.type in FOOT and u.size == "XX" for u in units) or sum(u.type in FOOT for u in units) > 1
    for place in way:
        before = facts.control(place) if not facts.given.blank else None
        if before is not None and before.value and before.value != side:
            position = note(position, Scope.GAME, ("control", place), side)
            if breaks and not facts.own_rail(place, side).value:  # who comes home breaks no rail of his own
                position = note(position, Scope.GAME, ("rail-dead", place), names[0])
                position = note(position, Scope.GAME, ("rail-mended", place), "")
        state = position.state
        for marker in list(state.markers_at(place)):
            if marker.kind in ("cp-trench", "en-trench") and facts.trench(place) not in ("", side):
                state = state.without_marker(marker.id)
                state = state.with_marker(Marker(f"devastation-{place}", "devastation", place))
        position = position.with_state(state)
        for soft in facts.foes_at(place, side):
            if soft.type in ("engineer", "replacement", "supply"):
                position = kill(soft, position)
    return position


def kill(unit: Unit, position: Position) -> Position:
    state = position.state
    if unit.id in state.units:
        state = state.with_unit(state.units[unit.id]._replace(steps=0, place=DEAD.get(unit.side, "dead")))
    return position.with_state(state)


def arrive(action: Action, position: Position) -> Position:
    ledger = position.ledger
    for name in action.units:
        ledger = ledger.with_acted(name, "arrive").with_note(
            Scope.GAME, ("arrived", name), str(position.state.when.turn)
        )
    return settle(action.units, action.place, position.with_ledger(ledger))


def withdraw(action: Action, position: Position) -> Position:
    for name in action.units:
        unit = position.state.units.get(name)
        if unit is not None:
            position = settle((name,), f"Withdrawn-{unit.side}" if unit.side else "withdrawn", position)
    return position


def attack(action: Action, position: Position, facts: Facts) -> Position:
    """The battle is open; attacked units are mobilized (I6-u3), headquarters have paid."""
    fight = facts.fight(action)
    kind = "column-attack" if fight.column_attack else "attack"
    ledger = position.ledger.with_battle(action)
    for unit in fight.attackers:
        ledger = ledger.with_acted(unit.id, kind)
        payer = fight.paid_by(unit)
        if payer and payer != "none":
            ledger = ledger.with_note(Scope.PHASE, ("supplied-by", unit.id), payer)
    for unit in fight.defenders:
        ledger = ledger.with_note(Scope.GAME, ("attacked", unit.id), str(position.state.when))
    times = int(ledger.note(kind, fight.target) or 0) + 1
    ledger = ledger.with_note(Scope.PHASE, (kind, fight.target), str(times))
    if facts.full_assault(fight).value:
        for nation in {u.nation for u in fight.defenders if u.nation}:
            if not ledger.note("first-assault", nation):
                ledger = ledger.with_note(Scope.GAME, ("first-assault", nation), str(position.state.when.turn))
    ledger = _due(ledger, fight, "defender", fight.loss(False), action.detail("roll"))
    ledger = _due(ledger, fight, "attacker", fight.loss(True), action.detail("counter-roll"))
    return position.with_ledger(_armies(action, ledger, facts, fight))


def _due(ledger: Ledger, fight: Fight, party: str, loss: Answer[int], die: str) -> Ledger:
    """What the table takes is noted as the dice fall: number, who pays, and whether all of it is proven."""
    if not die or not loss.known:
        return ledger
    sure = all(reason.evidence.tag.proven for reason in loss.reasons)
    units = fight.defenders if party == "defender" else fight.attackers
    there = sum(unit.steps for unit in units)
    text = f"{min(loss.value, there)} {'sure' if sure else 'likely'} {','.join(u.id for u in units)}"
    return ledger.with_note(Scope.TURN, ("due", party, fight.target), text)


def strike(action: Action, position: Position, facts: Facts) -> Position:
    """The defenders strike back: what they rolled and who paid joins the battle."""
    battle = position.ledger.battle
    if battle is None:
        return position
    ledger = position.ledger
    named = action.detail("sup").split(",") if action.detail("sup") else []
    for name, payer in zip(action.units, named):
        ledger = ledger.with_note(Scope.PHASE, ("struck-with", name), payer)
        if payer != "none":
            ledger = ledger.with_note(Scope.PHASE, ("supplied-by", name), payer)
    more = (
        ("counter-roll", action.detail("roll")),
        ("answer", action.detail("answer")),
        ("strikers", ",".join(action.units)),
    )
    battle = replace(battle, details=(*battle.details, *(pair for pair in more if pair[1])))
    position = position.with_ledger(ledger.with_battle(battle))
    fight = type(facts)(facts.game, position, facts.given).fight(battle)
    ledger = _due(position.ledger, fight, "attacker", fight.loss(True), action.detail("roll"))
    return position.with_ledger(ledger)


def _armies(action: Action, ledger: Ledger, facts: Facts, fight) -> Ledger:
    """How much each Italian army has attacked with this turn (I3-5.c)."""
    for unit in fight.attackers:
        army = facts.army_of(fight.paid_by(unit))
        if unit.nation == "italian":
            ledger = ledger.with_sum(f"attacked {army or 'by others'}", facts.raw(unit.id).value)
    return ledger


def lose(action: Action, position: Position, facts: Facts) -> Position:
    """Units give up strength: `lose A loss=2`, or `lose A=2 B=1`."""
    state, ledger = position.state, position.ledger
    if action.detail("dead") == "yes" and not action.detail("role"):
        ledger = given_up(facts.units(action.units), ledger, facts)
    for name, points in losses_of(action, position):
        unit = state.units[name]
        left = max(unit.steps - points, 0)
        state = state.with_unit(unit._replace(steps=left, place=unit.place if left else DEAD.get(unit.side, "dead")))
        ledger = ledger.with_note(Scope.TURN, ("lost", name), str(int(ledger.note("lost", name) or 0) + points))
    return position.with_ledger(ledger).with_state(state)


def given_up(units: tuple[Unit, ...], ledger: Ledger, facts: Facts) -> Ledger:
    """Whoever is taken off the map while he is surrounded has surrendered (S20-6)."""
    fight = facts.open_fight()
    fighting = {u.id for u in (*fight.attackers, *fight.defenders)} if fight is not None else set()
    for unit in units:
        if (
            unit.id not in fighting
            and facts.on_map(unit.place)
            and unit.type != "fortress"
            and facts.surrounded(unit.place, unit.side).value
        ):
            ledger = ledger.with_note(Scope.GAME, ("surrendered", unit.id), facts.label or "yes")
    return ledger


def losses_of(action: Action, position: Position) -> list[tuple[str, int]]:
    """(unit, strength points) of a `lose` line."""
    units = position.state.units
    found = [(name, int(value)) for name, value in action.details if name in units and value.isdecimal()]
    each = action.detail("loss") or action.detail("steps")
    if each.isdecimal():
        found += [(name, int(each)) for name in action.units if name in units]
    elif action.detail("dead") == "yes" or (not found and not each):
        found += [(name, units[name].steps) for name in action.units if name in units]
    return found


def retreat(action: Action, position: Position, facts: Facts) -> Position:
    ledger = position.ledger
    for name in action.units:
        ledger = ledger.with_note(Scope.PHASE, ("retreated", name), "yes")
        unit = facts.unit(name)
        if unit is not None and unit.place:
            ledger = ledger.with_note(Scope.TURN, ("vacated", unit.place), "yes")
            stays = [u for u in facts.friends_at(unit.place, unit.side, action.units) if u.type not in SUPPORT]
            if action.detail("before-combat") == "yes" and not stays:
                ledger = ledger.with_note(Scope.PHASE, ("left-early", unit.place), name)
    goal = action.path[-1] if action.path else action.place
    position = position.with_ledger(ledger)
    if action.detail("loss").isdecimal():  # what shut ground takes of them (S14-16)
        position = lose(replace(action, verb="lose"), position, facts)
    return settle([u.id for u in facts.units(action.units) if position.state.units[u.id].steps], goal, position)


def advance(action: Action, position: Position, facts: Facts) -> Position:
    goal = action.path[-1] if action.path else action.place
    ledger = position.ledger
    fought = bool(ledger.note("left-early", goal))  # they count as having fought (S30-3)
    for name in action.units:
        ledger = ledger.with_acted(name, "advance", *(["attack"] if fought else []))
    return entered(action.units, (goal,), settle(action.units, goal, position.with_ledger(ledger)), facts)


def without_idle_works(position: Position) -> Position:
    """Works that are begun vanish where nobody who could dig stands (S22-4)."""
    state = position.state
    for marker in tuple(state.markers.values()):
        side = DIGGING.get(marker.kind)
        if side is not None and not any(u.type in FOOT and u.side in (side, "") for u in state.at(marker.place)):
            state = state.without_marker(marker.id)
    return position if state is position.state else position.with_state(state)


def tidied(effect: Callable[..., Position]) -> Callable[..., Position]:
    """The effect, and what it leaves of works without men."""
    return lambda *args: without_idle_works(effect(*args))


def dig(action: Action, position: Position, facts: Facts) -> Position:
    """Works are begun under units; at the set-up they stand finished."""
    state = position.state
    for place in dict.fromkeys([u.place for u in facts.units(action.units)] or [action.place]):
        side = next((u.side for u in facts.at(place) if u.type in FOOT), "") or action.side
        code = "en" if side == "entente" else "cp"
        kind = f"{code}-trench" if action.detail("at") == "set-up" else f"{code}-construction"
        state = state.with_marker(Marker(f"{kind}-{place}", kind, place, side))
    return position.with_state(state)


def transfer(action: Action, position: Position) -> Position:
    """Supply points from one headquarters to another; each handles at most ten a phase (S18-6)."""
    ledger = position.ledger
    points = int(action.detail("points") or 0)
    for name in (*action.units, action.detail("to")):
        if name:
            handled = int(ledger.note("handled", name) or 0) + points
            ledger = ledger.with_note(Scope.PHASE, ("handled", name), str(handled))
    return position.with_ledger(ledger)


def recombine(action: Action, position: Position, facts: Facts) -> Position:
    ledger = position.ledger
    for name in action.units:
        ledger = ledger.with_acted(name, "recombine")
    return position.with_ledger(ledger)


def remove(action: Action, position: Position, facts: Facts) -> Position:
    position = position.with_ledger(given_up(facts.units(action.units), position.ledger, facts))
    for unit in facts.units(action.units):
        position = kill(unit, position)
    return position


def set_up(action: Action, position: Position) -> Position:
    return settle(action.units, action.place, position)


def nothing(_action: Action, position: Position) -> Position:
    return position


def end_phase(_action: Action, position: Position) -> Position:
    ledger = position.ledger
    for key in tuple(ledger.owed):
        ledger = ledger.with_owed(key, 0)
    return position.with_ledger(ledger.with_battle(None))


ACTS = (
    Verb(
        "move",
        "move UNIT{+UNIT} PATH [by=rail:A-B] [detrain=B] [column=yes]",
        "a march; part of it may go by rail",
        tidied(move),
        asks=True,
    ),
    Verb("rail", "rail UNIT{+UNIT} PATH [detrain=B]", "by rail all the way", tidied(move), asks=True),
    Verb("end-movement", "end-movement", "movement is over", nothing),
    Verb("end-phase", "end-phase", "the phase is over: stacks and losses are looked at", end_phase),
    Verb(
        "attack",
        "attack UNIT{+UNIT} HEX [kind=attack|column] [hq=HQ] [pay=N,N] [sup=HQ,none] [unsupplied=yes] "
        "[ground=TERRAIN] [roll=N] [counter-roll=N] [answer=stand|retreat] [counter-supply=N] [as=field] "
        "[river=yes] [breakout=yes] [empty=yes] [from=HEX,HEX]",
        "an attack on one hex, with its counterattack",
        attack,
        asks=True,
    ),
    Verb(
        "column-attack",
        "column-attack UNIT{+UNIT} HEX [hq=HQ] [pay=N,N] [sup=HQ,none] [unsupplied=yes] [ground=TERRAIN] "
        "[roll=N] [counter-roll=N] [answer=stand|retreat] [counter-supply=N] [from=HEX,HEX]",
        "an attack on the march (S16)",
        attack,
        asks=True,
    ),
    Verb(
        "choose", "choose HEX ground=TERRAIN [from=HEX,HEX]", "the defender chooses the ground he defends on", nothing
    ),
    Verb(
        "stay",
        "stay UNIT{+UNIT}|HEX loss=N [ground=TERRAIN] [by=UNIT,UNIT] [from=HEX,HEX]",
        "defenders stay after a loss",
        nothing,
    ),
    Verb(
        "lose",
        "lose [UNIT{+UNIT}] [loss=N] [UNIT=N] [role=attacker|defender] [dead=yes]",
        "units give up strength",
        tidied(lose),
        asks=True,
    ),
    Verb(
        "retreat",
        "retreat UNIT{+UNIT} PATH [before-combat=yes] [column-attack=no] [loss=N]",
        "defenders retreat",
        tidied(retreat),
        asks=True,
    ),
    Verb("advance", "advance UNIT{+UNIT} PATH", "attackers go into the hex that was left", tidied(advance), asks=True),
    Verb("arrive", "arrive UNIT{+UNIT} HEX", "reinforcements enter", arrive),
    Verb("withdraw", "withdraw UNIT{+UNIT} [paid=N]", "units leave for another front", tidied(withdraw)),
    Verb("keep", "keep UNIT{+UNIT} [short=yes]", "units due to leave stay on the map", nothing),
    Verb("set-up", "set-up UNIT{+UNIT} HEX", "a unit is put where it starts", set_up),
    Verb("dig", "dig UNIT{+UNIT} [at=set-up]", "works are begun, or stand at the set-up", dig, asks=True),
    Verb("repair", "repair UNIT PATH", "an engineer repairs the rail that it walks along", tidied(move), asks=True),
    Verb("line", "line HQ PATH", "a supply line is run along hexes, from the unit to the headquarters", nothing),
    Verb("transfer", "transfer HQ to=HQ points=N", "supply points go from one headquarters to another", transfer),
    Verb(
        "recombine",
        "recombine UNIT{+UNIT} HEX make=[N-N N-N]",
        "units are made anew from their strength",
        recombine,
        asks=True,
    ),
    Verb("remove", "remove UNIT{+UNIT}", "a fortress or a pocket is taken off the map", tidied(remove), asks=True),
    Verb(
        "strike",
        "strike UNIT{+UNIT} HEX [sup=HQ,none] [pay=N,N] [answer=stand|retreat] [roll=N]",
        "defenders strike back in the battle of the hex",
        strike,
        asks=True,
    ),
    Verb("take-back", "take-back", "a step was undone", nothing),
    Verb("unrecognised", "unrecognised [UNIT{+UNIT}]", "something nobody can read", nothing),
)
