"""After the die: losses owed and paid (13.17, 13.18, 13.20, 14.2.d), advances (13.21), attrition (7.5.i, 7.12)."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.glorys_end.checks_base import Rulings, acting, goal_of, names, worst, written
from builder.games.glorys_end.checks_stack import too_many_steps
from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.facts_battles_open import ROLES, Open
from builder.games.glorys_end.verbs_battle import losses
from builder.model import Action, Evidence, Reason, Tag, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

UNSURE = Evidence(Tag.CHOSEN, note="the result rests on data that are not proven")
FIGHTING = ("operational-movement", "prepared-combat")


def of_battle(action: Action) -> bool:
    return action.detail("why") in ("", "battle")


def result_of(battle: Open) -> Reason:
    evidence = seen("", "").evidence if battle.sure else UNSURE
    return Reason(f"result in {battle.hex}", str(battle.result), evidence)


# ---- losses


def each_side_loses_the_steps_it_owes(action: Action, facts: Facts) -> Rulings:
    if action.verb == "end-phase":
        yield from _still_owed(facts)
        return
    if not of_battle(action):
        return
    others = [u for u in acting(action, facts) if written(action) and _owes_nothing(u, facts)]
    if others:
        stand = (seen(u.id, f"in {u.place}, in no battle") for u in others)
        yield illegal(f"{names(others)} took no part in the battle and pays nothing of it", *stand)
        return
    taken: dict[tuple[str, str], int] = {}
    parties: dict[tuple[str, str], tuple[Open, list[Unit]]] = {}
    for name, steps in losses(action, facts):
        battle, unit = facts.battle_of(name, action.detail("battle")), facts.unit(name)
        if battle is None or unit is None or battle.result is None or facts.newcomer_of(name) is not None:
            continue
        if unit.type == "siege-gun" or facts.ledger.note("gave-up", name) or facts.dead(name).value:
            continue  # guns never pay (14.7.d); a fortress given up by a retreat has paid (14.5)
        key = (battle.number, battle.role_of(name))
        taken[key] = taken.get(key, 0) + steps
        parties.setdefault(key, (battle, []))[1].append(unit)
    for key, steps in taken.items():
        battle, units = parties[key]
        yield from _paid(action, facts, battle, key[1], units, steps)


def _owes_nothing(unit: Unit, facts: Facts) -> bool:
    """Whether a unit of no battle gives up steps while its side owes some in one; newcomers are 13.18.f's."""
    if any(unit.id in (*b.attackers, *b.defenders, *b.newcomers) for b in facts.battles()):
        return False
    roles = ((b, "attacker" if unit.side == b.side else "defender") for b in facts.battles())
    return any(facts.owed(b, role) > 0 for b, role in roles)


def _paid(action: Action, facts: Facts, battle: Open, role: str, units: list[Unit], steps: int) -> Rulings:
    owed = facts.owed(battle, role)
    because = (result_of(battle), seen(f"{role} still owes", owed), seen("steps given up", steps))
    told = (f"{battle.hex}: {battle.result}; the {role} owes {owed}, gives up {steps}, {max(owed - steps, 0)} left",)
    if steps == 0 and owed:
        if not any(facts.ledger.note("retreated", u.id) for u in units):
            yield illegal(f"the {role} owes {owed} and gives up nothing", *because, sum=told)
    elif steps <= owed:
        yield legal(f"the {role} pays {steps} of {owed}", *because, sum=told)
    elif not _may_die_unpaid(action, battle, role, units):
        yield illegal(f"the {role} gives up {steps}, and owes {owed}", *because, sum=told)


def _may_die_unpaid(action: Action, battle: Open, role: str, units: list[Unit]) -> bool:
    """Defenders who must retreat and cannot are eliminated beyond what they owe (13.19.b); a die not yet told, too."""
    gone = all(u.type == "siege-gun" or _all_of(action, u) for u in units)
    return role == "defender" and battle.retreat == "must" and gone


def _all_of(action: Action, unit: Unit) -> bool:
    said = action.detail(unit.id) or action.detail("steps") or "1"
    return said == "all" or (said.isdecimal() and int(said) >= unit.steps)


def _still_owed(facts: Facts) -> Rulings:
    if facts.when.phase not in FIGHTING:
        return
    fine, found = None, False
    for battle in facts.battles():
        if battle.result is None:
            continue
        for role in ROLES:
            owed, left = facts.owed(battle, role), facts.survivors(battle, role)
            steps = sum(u.steps for u in left)
            if owed and steps:
                found = True
                yield illegal(f"the {role} of {battle.hex} still owes {owed} of its losses",
                              result_of(battle), seen(f"{role}s left", names(left)))  # fmt: skip
        fine = legal("all losses were taken", result_of(battle))
    if fine is not None and not found:
        yield fine


def retreat_saves_no_losses(action: Action, facts: Facts) -> Rulings:
    if not of_battle(action):
        return
    for name, steps in losses(action, facts):
        battle = facts.battle_of(name)
        if steps or battle is None or battle.result is None or not facts.owed(battle, "defender"):
            continue
        if facts.ledger.note("retreated", name):
            yield illegal(f"{name} retreated and still owes its losses", result_of(battle))
            return


def units_that_retreated_in_pay_nothing(action: Action, facts: Facts) -> Rulings:
    for name, _ in losses(action, facts):
        battle, unit = facts.newcomer_of(name), facts.unit(name)
        if unit is None or not of_battle(action):
            continue
        fought = facts.battle_of(name)
        if battle is None and fought is not None and fought.newcomers and fought.role_of(name) == "defender":
            yield legal(f"{name} belongs to the defence", seen("fled into the hex", names(fought.newcomers)))
            return
        if battle is None:
            continue
        because = seen(f"{name} retreated this phase into", battle.hex)
        if unit.place.startswith("Dead") or not _all_of(action, unit):
            yield illegal(f"{name} has no part in the defence of {battle.hex} and pays nothing", because)
        else:
            yield legal(f"{name} is destroyed with the hex it had fled into, and pays nothing", because)
        return


def newcomers_die_when_their_new_hex_takes_a_loss(action: Action, facts: Facts) -> Rulings:
    if facts.when.phase not in FIGHTING:
        return
    for battle in facts.battles():
        if battle.result is None or not battle.result.defender or not battle.newcomers:
            continue
        left = [u for u in map(facts.alive, battle.newcomers) if u is not None]
        if left:
            message = f"{names(left)} fled into {battle.hex}, which took losses, and still lives"
            yield illegal(message, result_of(battle))
        else:
            yield legal(f"{names(battle.newcomers)} died with the loss of {battle.hex}", result_of(battle))
        return


def the_fortress_is_the_last_step_lost(_action: Action, facts: Facts) -> Rulings:
    """Looked at when the phase ends: before, nobody can tell whether the others will retreat (14.5) or fall too."""
    if facts.when.phase not in FIGHTING:
        return
    fine = None
    for battle in facts.battles():
        defenders = facts.units(battle.defenders)
        forts = [u for u in defenders if u.type == "fortress"]
        others = [u for u in facts.survivors(battle, "defender")
                  if not _stays(u) and u.place == battle.hex and not facts.ledger.note("retreated", u.id)]  # fmt: skip
        fallen = [u for u in forts if facts.dead(u.id).value]
        if fallen and others:
            because = (seen(fallen[0].id, "fallen"), *(seen(u.id, f"{u.steps} steps left") for u in others))
            yield illegal(f"{names(fallen)} fell while {names(others)} stands", *because)
            return
        if forts:
            fine = legal(f"no fortress fell before its companions in {battle.hex}", seen(battle.hex, names(defenders)))
    if fine is not None:
        yield fine


def _stays(unit: Unit) -> bool:
    return unit.type in ("fortress", "siege-gun")


# ---- advances


def _advance(action: Action, facts: Facts) -> Iterator[tuple[Unit, Open]]:
    for unit in acting(action, facts):
        for battle in facts.battles():
            if battle.role_of(unit.id) and battle.hex == goal_of(action):
                yield unit, battle
                break


def attackers_advance_into_the_vacated_hex(action: Action, facts: Facts) -> Rulings:
    goal = goal_of(action)
    found = []
    for unit in acting(action, facts) if written(action) else ():
        if facts.dead(unit.id).value:
            found.append(illegal(f"{unit.id} did not survive", seen(unit.id, unit.place or "dead")))
        elif _took_no_part(unit, goal, facts):
            found.append(illegal(f"{unit.id} did not attack {goal}", seen(unit.id, unit.place)))
    for unit, battle in _advance(action, facts):
        if battle.role_of(unit.id) != "attacker":
            continue
        foes = [u for u in facts.foes_at(goal, unit.side) if u.type != "siege-gun"]
        if foes and not written(action) and _about_to_go(battle, foes, facts):
            continue  # the hand that advanced was quicker than the one that clears the hex
        if foes:
            found.append(illegal(f"{names(foes)} still holds {goal}", *(seen(u.id, goal) for u in foes)))
        else:
            found.append(legal(f"{unit.id} advances into the empty {goal}", seen(goal, "vacated")))
    yield from worst(found)


def _took_no_part(unit: Unit, goal: str, facts: Facts) -> bool:
    """Whether a unit attacked some other hex or none; who enters what guns opened is 14.9.b's, defenders 13.21.c's."""
    battle = facts.battle_of(unit.id)
    if battle is not None and battle.role_of(unit.id) == "defender":
        return False
    opened = facts.ledger.note("opened", goal) and not any(b.hex == goal for b in facts.battles())
    mine = any(b.hex == goal and b.role_of(unit.id) == "attacker" for b in facts.battles())
    return bool(facts.battles()) and not opened and not mine


def _about_to_go(battle: Open, foes: list[Unit], facts: Facts) -> bool:
    """Whether the losses that the defenders still owe empty the hex."""
    if battle.result is None:
        return True
    mine = [u for u in foes if u.id in (*battle.defenders, *battle.newcomers)]
    return len(mine) == len(foes) and facts.owed(battle, "defender") >= sum(u.steps for u in mine)


def defenders_never_advance(action: Action, facts: Facts) -> Rulings:
    for unit in acting(action, facts):
        battle = facts.battle_of(unit.id)
        if battle is not None and battle.role_of(unit.id) == "defender":
            yield illegal(f"{unit.id} defended and does not advance", seen(unit.id, f"defended {battle.hex}"))
            return
        if battle is not None:
            yield legal(f"{unit.id} attacked", seen(unit.id, f"attacked {battle.hex}"))
            return


def advances_keep_within_the_stack(action: Action, facts: Facts) -> Rulings:
    goal = goal_of(action)
    movers = acting(action, facts)
    units = tuple(u for u in facts.at(goal) if u not in movers and u.side == facts.actor(action)) + movers
    if not movers:
        return
    steps, limit, each = too_many_steps(units, facts)
    corps = [a for a in (facts.is_corps(u) for u in units if u.type not in ("fortress", "siege-gun", "dummy"))]
    most = facts.limit("stack-corps")
    sure = [a for a in corps if a.known and a.value]
    if steps > limit.value:
        yield illegal(f"{steps} steps advance into {goal}", limit, *each)
    elif len(sure) > most.value:
        yield illegal(f"{len(sure)} corps advance into {goal}", most, *sure)
    elif any(not a.known for a in corps) and len(corps) > most.value:
        yield undecided(f"how many corps stand in {goal} is not known", *corps)
    else:
        yield legal(f"{steps} steps, {len(sure)} corps in {goal}", limit, most, *each)


def an_advance_is_made_before_the_next_battle(action: Action, facts: Facts) -> Rulings:
    for _, battle in _advance(action, facts):
        newest = next(iter(facts.battles()), None)
        if newest is not None and newest.number != battle.number:
            because = seen("battle since then", newest.hex)
            yield illegal("another battle was fought in between", because, unless_consent=True)
        else:
            yield legal("no other battle was fought in between", seen("last battle", battle.hex))
        return


def guns_never_advance(action: Action, facts: Facts) -> Rulings:
    for unit in acting(action, facts):
        if unit.type == "siege-gun":
            yield illegal(f"{unit.id} is a siege gun and stays", seen(unit.id, unit.type))
            return
    if acting(action, facts):
        yield legal("no gun is among them", *(seen(u.id, u.type) for u in acting(action, facts)))


# ---- attrition


def attrition_takes_a_step_of_the_unsupplied_alone(action: Action, facts: Facts) -> Rulings:
    attrition = action.detail("why") == "attrition" or (not action.detail("why") and facts.when.phase == "attrition")
    if not attrition:
        return
    found = []
    for name, steps in losses(action, facts):
        supplied = facts.supplied_to(name, "endure")
        taken = steps + bool(facts.ledger.note("attrition", name))
        if taken > 1 and written(action):  # in a log hands slip and put back
            given_up = seen(f"steps given up by {name}", taken)
            found.append(illegal(f"{name} gives up {taken} steps, and attrition takes one", given_up))
        elif not supplied.known:
            found.append(undecided(f"whether {name} is supplied is not known", supplied))
        elif supplied.value:
            found.append(illegal(f"{name} is supplied and loses nothing", supplied))
        else:
            found.append(legal(f"{name} is not supplied and loses a step", supplied))
    return worst(found)


def unsupplied_units_lose_a_step_as_the_phase_opens(action: Action, facts: Facts) -> Rulings:
    if facts.when.phase != "attrition" or not facts.when.side:
        return
    units = [u for _, u in sorted(facts.state.units.items()) if u.side == facts.when.side and facts.alive(u.id)]
    looked, open_ = [], None
    for unit in units:
        if not facts.is_mobile(unit) or unit.type == "siege-gun" or facts.ledger.note("attrition", unit.id):
            continue
        supplied = facts.supplied_to(unit.id, "endure")
        if supplied.known and not supplied.value:
            yield illegal(f"{unit.id} is unsupplied and lost no step", supplied)
            return
        if supplied.known:
            looked.append(unit)
        elif open_ is None:
            open_ = undecided(f"whether {unit.id} is fed is not known, and it lost no step", supplied)
    if open_ is not None:
        yield open_
    elif looked:
        yield legal("every unsupplied unit lost its step", seen("supplied", names(looked)))


LOSE, ADVANCE, END = ("lose",), ("advance",), ("end-phase",)
CHECKS = (
    Check("13.17.b", ("lose", "end-phase"), each_side_loses_the_steps_it_owes),
    Check("13.18.b", LOSE, retreat_saves_no_losses),
    Check("13.18.f", LOSE, units_that_retreated_in_pay_nothing),
    Check("13.18.g", END, newcomers_die_when_their_new_hex_takes_a_loss),
    Check("14.2.d", END, the_fortress_is_the_last_step_lost),
    Check("13.21.a", ADVANCE, attackers_advance_into_the_vacated_hex),
    Check("13.21.c", ADVANCE, defenders_never_advance),
    Check("13.21.b", ADVANCE, advances_keep_within_the_stack),
    Check("13.21.d", ADVANCE, an_advance_is_made_before_the_next_battle),
    Check("14.7.d", ADVANCE, guns_never_advance),
    Check("7.12.a", LOSE, attrition_takes_a_step_of_the_unsupplied_alone),
    Check("7.5.i", END, unsupplied_units_lose_a_step_as_the_phase_opens),
)
