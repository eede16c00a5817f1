"""What battles do to the position: losses owed and paid, retreats, advances, siege fire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from builder.games.glorys_end import changes
from builder.games.glorys_end.facts import Facts
from builder.games.glorys_end.facts_battles_open import Open, battles_of, evades, with_battle
from builder.games.glorys_end.facts_board import OTHER
from builder.games.glorys_end.verbs_positions import given_up, lost_gun, without_dummies
from builder.model import Action, GameState, Unit
from builder.rules.position import Ledger, Position, Scope

COMBAT = ("operational-movement", "prepared-combat")


def attack(action: Action, position: Position, facts: Facts) -> Position:
    """The battle is opened: what is owed is noted; newcomers of a hex that takes a loss are gone (13.18.g)."""
    fight = facts.fight(action)
    number = str(int(position.ledger.note("battles") or 0) + 1)
    result = fight.result.value if fight.result.known else None
    if not action.detail("result") and _prepaid(action, position, fight.target, facts):
        result = None  # with which steps the battle was fought nobody can tell any more
    must = "" if result is None else "must" if result.retreat else "may" if result.defender else "no"
    opened = Open(
        number, action.detail("id"), fight.kind, fight.target, facts.actor(action), tuple(action.units),
        tuple(u.id for u in fight.defenders), tuple(u.id for u in fight.newcomers), result,
        fight.result.proven() and not fight.reading, must, False,
    )  # fmt: skip
    position = _less_prepaid(with_battle(position, opened), opened, facts)
    ledger = position.ledger.with_battle(_with_sums(action, facts))
    for name in action.units:
        ledger = ledger.with_acted(name, fight.kind or "attack")
    for unit in fight.defenders:
        ledger = ledger.with_note(Scope.PHASE, ("attacked", unit.id), number)
    position = without_dummies(action, position.with_ledger(ledger), facts)
    if result is not None and result.defender:
        state = position.state
        for unit in fight.newcomers:
            state = changes.dead(state, unit.id)
        position = position.with_state(state)
    return position


def _prepaid(action: Action, position: Position, target: str, facts: Facts) -> bool:
    """Whether steps were given up in this phase where the battle is, before it was told."""
    side = facts.actor(action)
    places = {(side, u.place) for u in facts.units(action.units)} | {(OTHER.get(side, ""), target)}
    return any(int(position.ledger.note("prepaid", *place) or 0) for place in places)


def _less_prepaid(position: Position, opened: Open, facts: Facts) -> Position:
    """Losses that were taken before the battle was announced count (hands are quicker than words)."""
    ledger = position.ledger
    hexes = {"attacker": {u.place for u in facts.units(opened.attackers)}, "defender": {opened.hex}}
    for role, places in hexes.items():
        side = opened.side if role == "attacker" else OTHER.get(opened.side, "")
        key = f"{opened.number}:{role}"
        for place in places:
            paid = min(int(ledger.note("prepaid", side, place) or 0), ledger.owed.get(key, 0))
            if paid:
                ledger = ledger.with_owed(key, ledger.owed[key] - paid)
                left = int(ledger.note("prepaid", side, place)) - paid
                ledger = ledger.with_note(Scope.PHASE, ("prepaid", side, place), str(left))
    return position.with_ledger(ledger)


def _with_sums(action: Action, facts: Facts) -> Action:
    """The action with what it came to, as later questions will see it; what is unknown is left out."""
    fight = facts.fight(action)
    sums = [("=kind", fight.kind)]
    for name, answer in (("attack", fight.attack), ("defence", fight.defence), ("odds", fight.odds),
                         ("final", fight.final), ("result", fight.result), ("drm", fight.drm)):  # fmt: skip
        if answer.known:
            sums.append((f"={name}", str(answer.value)))
    sums += [(f"=drm {name}", str(answer.value)) for name, answer in fight.modifiers if answer.known]
    return replace(action, details=(*action.details, *sums))


def losses(action: Action, facts: Facts) -> Iterator[tuple[str, int]]:
    """(unit, steps given up): `steps=N` for each, or `A=1 B=2`; `all` is whatever is left."""
    for name in action.units:
        unit = facts.unit(name)
        said = action.detail(name) or action.detail("steps") or "1"
        left = unit.steps if unit is not None else 0
        yield name, left if said == "all" else int(said) if said.isdecimal() else 1


def lose(action: Action, position: Position, facts: Facts) -> Position:
    state, ledger = position.state, position.ledger
    why = action.detail("why")
    for name, steps in losses(action, facts):
        unit = state.units.get(name)
        if unit is None or unit.place.startswith("Dead"):
            continue
        if unit.type == "fortress" and opened_by_guns(unit, ledger):
            ledger = ledger.with_note(Scope.PHASE, ("opened", unit.place), "yes")
            state = changes.dead(state, name)
            continue
        if unit.type == "siege-gun" or ledger.note("gave-up", name):  # these pay nothing, or have paid (14.5, 14.7)
            state = changes.dead(state, name)
            continue
        left = unit.steps - steps
        state = changes.dead(state, name) if left <= 0 else state.with_unit(unit._replace(steps=left))
        if why in ("", "battle"):
            found = facts.battle_of(name, action.detail("battle"))
            if found is None and state.when.phase in COMBAT:
                paid = int(ledger.note("prepaid", unit.side, unit.place) or 0) + steps
                ledger = ledger.with_note(Scope.PHASE, ("prepaid", unit.side, unit.place), str(paid))
            elif found is not None:
                key = f"{found.number}:{found.role_of(name)}"
                ledger = ledger.with_owed(key, ledger.owed.get(key, 0) - min(steps, max(unit.steps, 0)))
        if why == "attrition" or (why == "" and state.when.phase == "attrition"):
            ledger = ledger.with_note(Scope.PHASE, ("attrition", name), "yes")
    for unit in facts.units(action.units):
        if unit.type == "fortress" and state.units[unit.id].place.startswith("Dead"):
            ledger = ledger.with_note(Scope.GAME, ("razed", unit.place), unit.id)
    position = _without_guns(action, position.with_ledger(ledger).with_state(state), facts)
    for place, side in dict.fromkeys((u.place, u.side) for u in facts.units(action.units)):
        if facts.zone(place) == side and not _mobile(position.state, place, side):
            position = changes.destroy(position, place, "fortified-zone", "14.3.g")
    return position


def opened_by_guns(fortress: Unit, ledger: Ledger) -> bool:
    """Whether a fortress taken off the map fell to siege fire: guns fired at it, and nobody has assaulted it yet."""
    place = fortress.place
    return bool(ledger.note("fired-at", place)) and not any(b.hex == place for b in battles_of(ledger))


def _mobile(state: GameState, place: str, side: str) -> bool:
    """Whether mobile steps of a side stand there."""
    return any(u.side == side and u.type not in ("fortress", "siege-gun", "dummy") for u in state.at(place))


def _without_guns(action: Action, position: Position, facts: Facts) -> Position:
    """In defence, guns go with the last mobile step of their hex; those of attackers stay on alone (14.7)."""
    if action.detail("why") not in ("", "battle"):
        return position
    for place, side in dict.fromkeys((u.place, u.side) for u in facts.units(action.units) if _defended(u, facts)):
        if not _mobile(facts.state, place, side) or _mobile(position.state, place, side):
            continue
        for unit in position.state.at(place):
            if unit.type == "siege-gun" and unit.side == side:
                position = lost_gun(position, unit.id)
    return position


def _defended(unit: Unit, facts: Facts) -> bool:
    """Whether a unit that gives up steps was attacked: by its battle, else because it is not its player turn."""
    battle = facts.battle_of(unit.id)
    if battle is not None:
        return battle.role_of(unit.id) == "defender"
    when = facts.when
    return when.phase in COMBAT and bool(when.side) and unit.side != when.side


def retreat(action: Action, position: Position, facts: Facts) -> Position:
    """Defenders go back: after the die, or as cavalry before it."""
    if evades(action):
        return given_up(action, _evade(action, position), facts)
    return given_up(action, _retreat(action, position, facts), facts)


def _retreat(action: Action, position: Position, facts: Facts) -> Position:
    goal = action.path[-1] if action.path else action.place
    ledger = position.ledger
    company = [u for u in facts.at(goal) if u.id not in action.units]
    side = facts.actor(action)
    for name in action.units:
        ledger = ledger.with_note(Scope.PHASE, ("retreated", name), goal)
        if any(u.side == side for u in company):
            ledger = ledger.with_note(Scope.PHASE, ("newcomer", name), goal)
    position = position.with_ledger(ledger)
    if not facts.on_map(goal):
        return changes.settle(action.units, goal or f"Offmap-{side}", position)
    position = changes.enter(action, action.path, position, facts)
    return changes.settle(action.units, goal, position)


def _evade(action: Action, position: Position) -> Position:
    """The attack it fled from is off: nobody owes anything, and the attackers may fight anew (13.25)."""
    ledger = position.ledger
    for battle in battles_of(ledger):
        if set(action.units) & set(battle.defenders):
            ledger = ledger.with_note(Scope.PHASE, ("battle", battle.number, "evaded"), "yes")
            ledger = ledger.with_note(Scope.PHASE, ("battle", battle.number, "retreat"), "no")
            ledger = ledger.with_owed(f"{battle.number}:attacker", 0).with_owed(f"{battle.number}:defender", 0)
            for name in battle.attackers if battle.kind == "pa" else ():
                ledger = ledger.with_note(Scope.PHASE, ("again", name), battle.number)
            for name in action.units:
                ledger = ledger.with_note(Scope.PHASE, ("attacked", name), "")
            break
    for name in action.units:
        ledger = ledger.with_note(Scope.PHASE, ("retreated", name), action.path[-1] if action.path else "")
    return changes.settle(action.units, action.path[-1] if action.path else action.place, position.with_ledger(ledger))


def advance(action: Action, position: Position, facts: Facts) -> Position:
    goal = action.path[-1] if action.path else action.place
    ledger = position.ledger
    for name in action.units:
        ledger = ledger.with_acted(name, "advance")
    position = position.with_ledger(ledger)
    origin = next((u.place for u in facts.units(action.units)), "")
    position = changes.enter(action, action.path or (origin, goal), position, facts)
    return changes.settle(action.units, goal, position)


def fire(action: Action, position: Position, facts: Facts) -> Position:
    """A zone is gone; a fortress where the table, or what was announced, says so (14.8, 14.9)."""
    state, ledger = position.state, position.ledger
    for name in action.units:
        ledger = ledger.with_acted(name, "fire")
        ledger = ledger.with_note(Scope.PHASE, ("fired", name), action.place)
        dice = f"{ledger.note('siege-dice', action.place)} {name}={action.detail('roll')}".strip()
        ledger = ledger.with_note(Scope.PHASE, ("siege-dice", action.place), dice)
    fortress = facts.fortress_at(action.place)
    what = "fortress" if fortress is not None or ledger.note("fired-at", action.place) == "fortress" else "zone"
    ledger = ledger.with_note(Scope.PHASE, ("fired-at", action.place), what)
    if fortress is not None and _opens(action, facts):
        state = changes.dead(state, fortress.id)
        ledger = ledger.with_note(Scope.PHASE, ("opened", action.place), "yes")
        ledger = ledger.with_note(Scope.GAME, ("razed", action.place), fortress.id)
    position = position.with_ledger(ledger).with_state(state)
    if facts.zone(action.place):
        position = changes.destroy(position, action.place, "fortified-zone", "14.3.e")
    return position


def _opens(action: Action, facts: Facts) -> bool:
    """As announced; where only the die was told in writing, as the table says. A log shows what became of it."""
    said, roll = action.detail("effect").upper(), action.detail("roll")
    if said or action.refs or not roll.isdecimal():
        return said == "E"
    return any(bool(facts.siege_result(gun, action.place, int(roll)).value) for gun in facts.units(action.units)[:1])
