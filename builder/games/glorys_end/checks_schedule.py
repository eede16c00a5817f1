"""What the calendar asks: the eastern withdrawal (8.1.c, 8.8), arrivals that Holland keeps away, attrition's phase."""

from __future__ import annotations

from builder.games.glorys_end.checks_base import Rulings, acting, goal_of, names, worst, written
from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.facts_history import WITHDRAWN
from builder.model import Action, Answer, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

DUTCH_TURNS = (5, 14)  # 3.6
COAST = "whether a French unit that only the coast or a port feeds may end a strategic move there"


# ---- the withdrawal


def only_germany_withdraws_and_last(action: Action, facts: Facts) -> Rulings:
    """What enters or is rebuilt after the withdrawal came too late; the phase itself is the order of play."""
    units = acting(action, facts)
    if action.verb == "withdraw":
        others = [u for u in units if u.side != "german"]
        if others:
            yield illegal(f"{names(others)} is not German: only Germany withdraws", seen(others[0].id, others[0].side))
        return
    done = facts.ledger.note("withdrew-now")
    if done and any(u.side == "german" for u in units) and facts.when.phase == "arrivals":
        message = "the withdrawal closes the phase, and it was made"
        yield illegal(message, seen("withdrawn in this phase", done), unless_consent=True)


def the_withdrawal_is_made_on_turn_5_and_whole(action: Action, facts: Facts) -> Rulings:
    turn, corps = facts.turn(), facts.limit("withdrawal-corps")
    due = facts.limit("withdrawal-turn")
    if action.verb == "withdraw":
        gone = {u.id for u in facts.state.at(WITHDRAWN)} | set(action.units)
        if turn.known and turn.value != due.value:
            yield illegal(f"units are withdrawn on turn {turn.value}", turn, due)
        elif len(gone) > corps.value:
            yield illegal(f"{len(gone)} corps are withdrawn, not {corps.value}", corps, seen("withdrawn", names(gone)))
        else:
            yield legal(f"{len(gone)} of {corps.value} corps are withdrawn on turn {due.value}", turn, due, corps)
        return
    when = facts.when
    done, said = facts.ledger.note("withdrew-now"), facts.ledger.note("withdrew-cavalry")
    horse = said or facts.ledger.note("cavalry-reduced")
    # people put the cavalry's step right later in their turn
    last = "arrivals" if written(action) else "victory"
    if when.phase != last or when.side != "german" or when.turn != due.value or not (done or said):
        return
    gone = facts.state.at(WITHDRAWN)
    told = (seen("corps withdrawn", names(gone)), seen("cavalry reduced", horse or "none"))
    if len(gone) != corps.value or not horse:
        yield illegal("the withdrawal is made in part, and it is whole or not at all", corps, *told)
    else:
        yield legal("the withdrawal is whole", corps, *told)


def full_supplied_corps_with_attack_5_are_withdrawn(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit in acting(action, facts):
        if unit.side != "german":
            continue
        fit = facts.may_withdraw(unit)
        if fit.known and not fit.value:
            found.append(illegal(f"{unit.id} may not be withdrawn", fit))
        else:
            found.append(legal(f"{unit.id} is a full corps in supply", fit))
    return worst(found)


def the_withdrawn_never_return(action: Action, facts: Facts) -> Rulings:
    """A piece put back at once may be a slip of the hand that both agreed on."""
    units = acting(action, facts)
    back = [u for u in units if facts.withdrawn(u)]
    if action.verb == "withdraw" and units and not back:
        yield legal(f"{names(units)} leaves for good from where it stands", *(seen(u.id, u.place) for u in units))
    elif back and action.verb != "withdraw":
        yield illegal(
            f"{names(back)} was withdrawn for good", *(seen(u.id, u.place) for u in back), unless_consent=True
        )


def one_supplied_cavalry_corps_loses_a_step(action: Action, facts: Facts) -> Rulings:
    if not for_the_east(action, facts):
        return
    found = []
    for unit in acting(action, facts):
        corps, supplied = facts.is_corps(unit), facts.supplied(unit.id)
        steps = action.detail(unit.id) or action.detail("steps") or "1"
        if unit.side != "german" or unit.type != "cavalry" or (corps.known and not corps.value):
            found.append(illegal(f"{unit.id} is no German cavalry corps", seen(unit.id, unit.type), corps))
        elif steps != "1" or facts.ledger.note("withdrew-cavalry"):
            found.append(illegal("one cavalry corps loses one step", seen("steps", steps)))
        elif supplied.known and not supplied.value:
            found.append(illegal(f"{unit.id} is not in supply", supplied))
        else:
            found.append(legal(f"{unit.id} loses its step to the east", corps, supplied))
    return worst(found)


def for_the_east(action: Action, facts: Facts) -> bool:
    """Whether a loss is that of the withdrawal: said so, or German cavalry's after corps left in that phase."""
    if action.detail("why"):
        return action.detail("why") == "withdrawal"
    when = facts.when
    now = (when.turn, when.side, when.phase) == (facts.limit("withdrawal-turn").value, "german", "arrivals")
    if not now or not facts.ledger.note("withdrew-now"):
        return False
    return all(u.type == "cavalry" and u.side == "german" for u in acting(action, facts))


# ---- Holland, attrition, strategic moves


def holland_keeps_the_germans_of_turns_5_and_14(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit in acting(action, facts):
        due = facts.arrival(unit.id)
        if unit.side != "german" or not due.known or due.value[0] not in DUTCH_TURNS:
            continue
        invaded = facts.violated("holland")
        if not invaded.known:
            found.append(undecided("whether Holland was invaded is not known", due, invaded))
        elif invaded.value:
            found.append(illegal(f"{unit.id} fights the Dutch and never comes", due, invaded))
        else:
            found.append(legal(f"Holland is not invaded, and {unit.id} comes", due, invaded))
    return worst(found)


def attrition_is_taken_in_ones_own_attrition_phase(action: Action, facts: Facts) -> Rulings:
    if action.detail("why") != "attrition" or not facts.when.phase or not facts.when.side:
        return
    side = facts.actor(action)
    if facts.when.phase == "attrition" and facts.when.side == side:
        yield legal(f"it is the {side} attrition phase", facts.moment())
    else:
        yield illegal(f"attrition of {side} units is taken in their own attrition phase", facts.moment())


def strategic_moves_end_in_supply(action: Action, facts: Facts) -> Rulings:
    goal, found = goal_of(action), []
    for unit in acting(action, facts):
        supplied = _supplied_there(unit, goal, facts)
        if supplied is None:
            continue
        if not supplied.known:
            found.append(undecided(f"whether {goal} is in supply is not known", supplied))
        elif supplied.value:
            found.append(legal(f"{unit.id} is in supply in {goal}", supplied))
        elif unit.nation == "french" and facts.features(goal).value & {"coast", "port", "inland-port"}:
            found.append(undecided(f"{unit.id} has coastal or port supply alone", supplied, reading=COAST))
        else:
            found.append(illegal(f"{unit.id} ends out of supply in {goal}", supplied))
    return worst(found)


def _supplied_there(unit: Unit, goal: str, facts: Facts) -> Answer[bool] | None:
    """Full supply in the goal, and for British and Belgians port supply too; None where nothing is said of it."""
    stated = facts.said_yes("supplied", goal)
    if stated is not None:
        return stated
    if facts.given.blank or not facts.on_map(goal):
        return None
    full = facts.supplied_at(goal, unit.side, unit.nation)
    if full.value or unit.nation not in ("british", "belgian"):
        return full
    there = facts.position.with_state(facts.state.with_unit(unit._replace(place=goal)))
    port = type(facts)(facts.game, there, facts.given).in_port_supply(unit.id)
    return port if port.known and port.value else full


CHECKS = (
    Check("8.1.c", ("withdraw", "arrive", "rebuild"), only_germany_withdraws_and_last),
    Check("8.8.a", ("withdraw", "end-phase"), the_withdrawal_is_made_on_turn_5_and_whole),
    Check("8.8.b", ("withdraw",), full_supplied_corps_with_attack_5_are_withdrawn),
    Check("8.8.c", ("withdraw", "arrive", "rebuild", "move"), the_withdrawn_never_return),
    Check("8.8.d", ("lose",), one_supplied_cavalry_corps_loses_a_step),
    Check("3.6.e", ("arrive",), holland_keeps_the_germans_of_turns_5_and_14),
    Check("5.2.g", ("lose",), attrition_is_taken_in_ones_own_attrition_phase),
    Check("7.4.a", ("rail", "ship"), strategic_moves_end_in_supply),
)
