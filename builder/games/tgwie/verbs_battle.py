"""Battles and what follows them: who attacks, what is owed, who loses, advances, withdraws."""

from __future__ import annotations

from dataclasses import replace

from builder.games.tgwie.changes import dead, enter, fallen, reduced, settle, take
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_battle import Fight
from builder.model import Action, Answer
from builder.rules.position import Position, Scope

ATTACK, DEFENCE = "attack", "defence"
NOT_UNITS = ("steps", "fort", "why", "battle", "dead", "role")


def attack(action: Action, position: Position, facts: Facts) -> Position:
    """The battle stands open with its sums as they were; both sides owe what the result says."""
    fight = facts.fight(action)
    kept = replace(action, place=fight.place, details=(*action.details, *_sums(facts, fight)))
    ledger = position.ledger.with_battle(kept)
    for unit in fight.attackers:
        ledger = ledger.with_acted(unit.id, "attack").with_note(Scope.PHASE, ("attacked", unit.id), fight.place)
    ledger = ledger.with_note(Scope.PHASE, ("defended", fight.place), "yes")
    for hq in (fight.hq, fight.defence_hq):
        if hq is not None:
            ledger = ledger.with_note(Scope.GAME, ("hq-used", hq.id), str(position.state.when.turn))
    for kind in facts.gas_used(fight):
        ledger = ledger.with_note(Scope.GAME, ("gas-used", kind), fight.side)
    ledger = _spent(ledger, fight, facts)
    if any(u.nation == "german" for u in fight.attackers):
        front = facts.theatre(fight.place).value
        count = int(ledger.note("german-attacks", front) or 0) + 1
        ledger = ledger.with_note(Scope.TURN, ("german-attacks", front), str(count))
    ledger = _haig(ledger, fight, facts)
    ledger = _owe(ledger, action.detail("result") or _value(facts.result(fight)), fight, facts)
    return position.with_ledger(ledger)


def _spent(ledger, fight: Fight, facts: Facts):
    """What a battle uses up: chits, air units, the artillery genius, the round of a command marker (chapter 7)."""
    turn, action = str(facts.when.turn), fight.action
    for chit in facts.chits_used(action):
        ledger = ledger.with_note(Scope.GAME, ("chit-used", fight.side, chit), turn)
    for name in (*facts.flyers(action, "air"), *facts.flyers(action, "defair")):
        ledger = ledger.with_note(Scope.GAME, ("flown", name), turn)
    if facts.uses_bruchmueller(action):
        ledger = ledger.with_note(Scope.GAME, ("bruchmueller",), turn)
    if fight.hq is not None and (found := facts.drm(fight, "brusilov")).known and found.value:
        ledger = ledger.with_note(Scope.GAME, ("brusilov-spent", fight.hq.id), turn)
    if action.detail("id"):
        ledger = ledger.with_note(Scope.PHASE, ("begun", action.detail("id")), "yes")
    if marker := facts.commander(fight):
        ledger = ledger.with_note(Scope.GAME, ("commanded", marker), f"{turn}/{facts.when.phase}")
    return ledger


def _haig(ledger, fight: Fight, facts: Facts):
    """British attacks in the west at 1:1 or better, which the Haig Offensive asks for (7.19)."""
    odds = facts.odds(fight)
    british = any(u.nation == "british" for u in fight.attackers)
    if british and facts.theatre(fight.place).value == "west" and odds.known and odds.value.rank >= 0:
        count = int(ledger.note("haig-attacks") or 0) + 1
        ledger = ledger.with_note(Scope.TURN, ("haig-attacks",), str(count))
    return ledger


def _owe(ledger, result: str, fight: Fight, facts: Facts):
    left, _, right = result.partition("/")
    ledger = ledger.with_owed(ATTACK, int(left) if left.isdecimal() else 0)
    whole = sum(u.steps for u in fight.defenders) + (1 if facts.fort_in(fight).value else 0)
    ledger = ledger.with_owed(DEFENCE, whole if right == "E" else int(right) if right.isdecimal() else 0)
    own = sum(u.steps for u in fight.attackers)
    ledger = ledger.with_note(Scope.PHASE, ("could-lose", ATTACK), str(own))
    return ledger.with_note(Scope.PHASE, ("could-lose", DEFENCE), str(whole))


def _value(answer: Answer) -> str:
    return str(answer.value) if answer.known else ""


def _sums(facts: Facts, fight: Fight) -> tuple[tuple[str, str], ...]:
    """What was true as the attack was declared, for questions asked after it."""
    found = [("attack", facts.attack_strength(fight)), ("defence", facts.defence_strength(fight)),
             ("odds", facts.odds(fight)), ("table", facts.table(fight)), ("base", facts.base_column(fight)),
             ("column", facts.column(fight)), ("net", facts.net_shift(fight)), ("drm", facts.total_drm(fight)),
             ("positive", facts.positive_drm(fight)), ("modified", facts.modified_die(fight)),
             ("final", facts.final_die(fight)), ("result", facts.result(fight))]  # fmt: skip
    found += [(f"shift {name}", answer) for name, answer in facts.all_shifts(fight)]
    found += [(f"drm {name}", answer) for name, answer in facts.drms(fight)]
    return tuple((f"={name}", str(answer.value)) for name, answer in found if answer.known)


def support(action: Action, position: Position, facts: Facts) -> Position:
    """A headquarters joins the battle for a hex."""
    hq = next(iter(facts.units(action.units)), None)
    if hq is None:
        return position
    there = facts.at(action.place)
    side = action.detail("as") or (DEFENCE if any(u.side == hq.side for u in there) else ATTACK)
    ledger = position.ledger.with_note(Scope.PHASE, ("support", action.place, side), hq.id)
    count = int(ledger.note("supports", action.place, side) or 0) + 1
    ledger = ledger.with_note(Scope.PHASE, ("supports", action.place, side), str(count))
    return position.with_ledger(ledger.with_note(Scope.GAME, ("hq-used", hq.id), str(position.state.when.turn)))


def losses(action: Action) -> tuple[tuple[str, int], ...]:
    """(unit, steps) of a loss: each by `UNIT=N`, or all alike by `steps=N`."""
    each = [(k, int(v)) for k, v in action.details if v.isdecimal() and k not in NOT_UNITS]
    steps = int(action.detail("steps") or 1) if action.detail("steps").isdecimal() or not each else 1
    named = {name for name, _ in each}
    return (*each, *((u, steps) for u in action.units if u not in named))


def party(action: Action, facts: Facts) -> str:
    """Whether the attacker or the defender of the open battle loses."""
    role = action.detail("role")
    if role:
        return ATTACK if role == "attacker" else DEFENCE
    battle = facts.ledger.battle
    units = facts.units(name for name, _ in losses(action))
    if battle is not None and any(u.id in battle.units for u in units):
        return ATTACK
    side = next((u.side for u in units), action.side)
    attacker = next((u.side for u in facts.units(battle.units)), battle.side) if battle is not None else ""
    return ATTACK if attacker and side == attacker else DEFENCE


def lose(action: Action, position: Position, facts: Facts) -> Position:
    for name, steps in losses(action):
        unit = position.state.units.get(name)
        if unit is not None and unit.steps <= steps:
            position = fallen(position, name, facts)
    state, ledger = position.state, position.ledger
    total = 0
    who = party(action, facts)
    for name, steps in losses(action):
        state = reduced(state, name, steps)
        total += steps
        ledger = ledger.with_note(Scope.PHASE, ("first-loss", who), ledger.note("first-loss", who) or name)
    if action.detail("fort"):
        total += 1
        place = ledger.battle.place if ledger.battle is not None else action.place
        ledger = ledger.with_note(Scope.GAME, ("fort-gone", place), who)
    paid = int(ledger.note("paid", who) or 0) + total
    ledger = ledger.with_note(Scope.PHASE, ("paid", who), str(paid)).with_owed(who, ledger.owed.get(who, 0) - total)
    return position.with_state(state).with_ledger(ledger)


def advance(action: Action, position: Position, facts: Facts) -> Position:
    position = enter(action.units, action.path, position, facts)
    return settle(action.units, action.path[-1] if action.path else "", position)


def withdraw(action: Action, position: Position, facts: Facts) -> Position:
    if action.path:
        position = take(position, action.path[-1], facts.actor(action), facts)
        position = position.with_ledger(
            position.ledger.with_note(Scope.PHASE, ("vacated", action.path[0]), "withdrawn"))  # fmt: skip
    return settle(action.units, action.path[-1] if action.path else "", position)


def attrition(action: Action, position: Position, facts: Facts) -> Position:
    """Those named die; without names everybody who is known to be out of supply."""
    state = position.state
    names = action.units or tuple(u.id for u in state.units.values() if facts.on_map(u.place))
    for name in names:
        fate = facts.survives_attrition(name)
        if fate.known and not fate.value:
            position, state = fallen(position, name, facts), dead(state, name)
    return position.with_state(state)
