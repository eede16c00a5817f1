"""Who may attack what: march and prepared assaults, their limits, nations, cavalry (13, 7.5.c, 10.2.c, 12.10.b)."""

from __future__ import annotations

from collections.abc import Callable

from builder.games.glorys_end.checks_base import Rulings, acting, goal_of, names, worst, written
from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.facts_board import OTHER
from builder.model import Action, Answer, Need, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

FIRST_STEP = "legal if the one-hex guarantee serves a march assault as the first and only step"
MARCH_PHASE = "illegal if the movement phase is a combat phase too, in which a unit is attacked once"
AS_DRAGGED = "illegal if the hexes that the piece was dragged over are the way it went"
ONE_STACK = "illegal if units that came by different ways are not one moving stack"
MA, PA = "ma", "pa"


def is_kind(action: Action, facts: Facts, kind: str) -> bool:
    return facts.kind_of(action) == kind


def fighters(action: Action, facts: Facts) -> tuple[Unit, ...]:
    """The attackers but for siege guns, which bring no strength and may lie in any stack."""
    units = acting(action, facts)
    return tuple(u for u in units if u.type != "siege-gun") or units


# ---- both kinds


def a_prepared_assault_strikes_one_hex_from_those_around_it(action: Action, facts: Facts) -> Rulings:
    if is_kind(action, facts, PA):
        yield from _beside(action, facts)


def a_march_assault_is_made_by_one_stack_beside_its_target(action: Action, facts: Facts) -> Rulings:
    if not is_kind(action, facts, MA):
        return
    units = fighters(action, facts)
    hexes = sorted({u.place for u in units})
    if len(hexes) > 1:
        yield illegal(f"one stack makes a march assault, not {len(hexes)}", *(seen(u.id, u.place) for u in units))
        return
    starts = {facts.ledger.started.get(u.id, u.place) for u in units}
    if len(starts) > 1:
        because = (seen(f"{u.id} began in", facts.ledger.started.get(u.id, u.place)) for u in units)
        yield undecided("they came by different ways into one hex", *because, reading=ONE_STACK)
        return
    yield from _beside(action, facts)


def _beside(action: Action, facts: Facts) -> Rulings:
    target = goal_of(action)
    found = []
    for unit in fighters(action, facts):
        touch = facts.adjacent(unit.place, target)
        if touch.known and not touch.value:
            found.append(illegal(f"{unit.id} in {unit.place} does not touch {target}", touch))
        else:
            found.append(legal(f"{unit.id} stands beside {target}", touch))
    return worst(found)


def out_of_command_nobody_attacks(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit in fighters(action, facts):
        command = facts.in_command(unit)
        if not command.known:
            found.append(undecided(f"whether {unit.id} is in command is not known", command))
        elif command.value:
            found.append(legal(f"{unit.id} is in command", command))
        else:
            found.append(illegal(f"{unit.id} is out of command", command))
    return worst(found)


def a_unit_attacks_once_a_phase(action: Action, facts: Facts) -> Rulings:
    kind = facts.kind_of(action)
    found = []
    for unit in fighters(action, facts):
        did = facts.did(unit, kind) if kind else None
        if did is None:
            found.append(legal(f"{unit.id} has not attacked", seen(unit.id, "first attack")))
        elif facts.ledger.note("unmasked", unit.id):
            found.append(legal(f"{unit.id} met dummies alone", did))  # 15.2.b says whether it may assault again
        elif facts.ledger.note("again", unit.id):
            found.append(legal(f"{unit.id} attacked cavalry that left before combat", did))  # 13.25.b says more
        else:
            found.append(illegal(f"{unit.id} has attacked already", did))
    return worst(found)


def a_unit_is_attacked_once_a_phase(action: Action, facts: Facts) -> Rulings:
    target = goal_of(action)
    defenders, _ = facts.defenders_of(target, facts.actor(action))
    before = [u for u in defenders if facts.ledger.note("attacked", u.id)]
    if not before:
        if defenders:
            yield legal(f"nobody in {target} was attacked before", seen(target, names(defenders)))
        return
    because = [seen(f"{u.id} was attacked", f"battle {facts.ledger.note('attacked', u.id)}") for u in before]
    if is_kind(action, facts, MA):
        yield undecided(f"{names(before)} was attacked before", *because, reading=MARCH_PHASE)
    else:
        yield illegal(f"{names(before)} was attacked before in this phase", *because)


# ---- what is allowed


def the_rest_of_a_stack_may_stay_out(action: Action, facts: Facts) -> Rulings:
    units = fighters(action, facts)
    out = [u for place in sorted({u.place for u in units}) for u in facts.at(place)
           if u not in units and u.side == units[0].side and facts.is_mobile(u)]  # fmt: skip
    if out:
        yield legal(f"{names(out)} stays out of it", *(seen(u.id, u.place) for u in out))


def _assaulted(rule_kind: tuple[str, ...], name: str) -> Callable[[Action, Facts], Rulings]:
    """That a prepared assault is made on such a position; a march assault is 13.23.e's."""

    def run(action: Action, facts: Facts) -> Rulings:
        target = goal_of(action)
        position = facts.position_of(target, OTHER.get(facts.actor(action), ""))
        if is_kind(action, facts, PA) and position in rule_kind:
            yield legal(f"the {position} of {target} is attacked by prepared assault", seen(f"in {target}", position))

    run.__name__ = name
    return run


# ---- prepared assaults


def units_that_moved_or_acted_make_no_prepared_assault(action: Action, facts: Facts) -> Rulings:
    if not is_kind(action, facts, PA):
        return
    found = []
    for unit in fighters(action, facts):
        did = facts.did(unit, "move", "rail", "ship", "rebuild", "dig")
        if did is None:
            found.append(legal(f"{unit.id} has not acted", seen(f"{unit.id} this player turn", "nothing")))
        else:
            found.append(illegal(f"{unit.id} {did.value} this player turn", did))
    return worst(found)


def march_attackers_make_no_prepared_assault(action: Action, facts: Facts) -> Rulings:
    if not is_kind(action, facts, PA):
        return
    for unit in fighters(action, facts):
        did = facts.did(unit, MA)
        if did is not None and facts.did(unit, "move", "rail", "ship", "rebuild", "dig") is None:
            yield illegal(f"{unit.id} made a march assault this player turn", did)
            return
    if fighters(action, facts):
        yield legal("none of them made a march assault", seen(names(action.units), "no march assault"))


def allied_nations_share_no_prepared_assault(action: Action, facts: Facts) -> Rulings:
    if not is_kind(action, facts, PA):
        return
    units = [u for u in fighters(action, facts) if u.side == "allied"]
    binding = [u for u in units if not facts.naval_exempt(u)]
    nations = {u.nation for u in binding}
    because = [seen(u.id, u.nation) for u in units]
    if len(nations) > 1:
        yield illegal(f"{' and '.join(sorted(nations))} units attack together", *because)
    elif len({u.nation for u in units}) == 1:
        yield legal("one nation attacks", *because)


def british_naval_units_join_any_ally(action: Action, facts: Facts) -> Rulings:
    units = [u for u in fighters(action, facts) if u.side == "allied"]
    exempt = [u for u in units if facts.naval_exempt(u)]
    others = {u.nation for u in units if u not in exempt}
    if exempt and others - {"british"} and len(others) == 1:
        yield legal(f"{names(exempt)} may join any ally", *(seen(u.id, u.type) for u in exempt))


def cavalry_assaults_no_prepared_position(action: Action, facts: Facts) -> Rulings:
    cavalry = [u for u in fighters(action, facts) if u.type == "cavalry"]
    if not cavalry:
        return
    target = goal_of(action)
    enemy = {"allied": "german", "german": "allied"}.get(cavalry[0].side, "")
    position = facts.position_of(target, enemy)
    because = seen(f"in {target}", position or "no prepared position")
    if position:
        yield illegal(f"{names(cavalry)} is cavalry, and {target} has a {position}", because)
    else:
        yield legal(f"{target} has no prepared position", because)


# ---- march assaults


def prepared_positions_are_not_march_assaulted(action: Action, facts: Facts) -> Rulings:
    if not is_kind(action, facts, MA):
        return
    side, target = facts.actor(action), goal_of(action)
    position = facts.position_of(target, {"allied": "german", "german": "allied"}.get(side, ""))
    because = seen(f"in {target}", position or "no prepared position")
    if position:
        yield illegal(f"{target} has a {position}: prepared assaults only", because)
    else:
        yield legal(f"{target} has no prepared position", because)


def march_attackers_could_still_enter(action: Action, facts: Facts) -> Rulings:
    if is_kind(action, facts, MA):
        yield from worst(_could_enter(action, facts, unit) for unit in fighters(action, facts))


def _could_enter(action: Action, facts: Facts, unit: Unit) -> Ruling:
    target = goal_of(action)
    cost = facts.step(unit.place, target)
    if cost is None:
        side, terrain = facts.side(unit.place, target), facts.terrain(target)
        return illegal(f"nobody goes from {unit.place} to {target}", side, terrain)
    gone = facts.points_left(unit.id)
    left = (
        gone if written(action) or facts.ledger.note("way-told", unit.id) else facts.points_left(unit.id, cheapest=True)
    )
    price = Answer(cost.points, cost.reasons, cost.needs)
    line = (f"{left.value} points left, {cost.points} to enter {target}",)
    if not left.known:
        return undecided(f"how many points {unit.id} has left is not known", left, price)
    if left.value >= cost.points > gone.value and facts.went_hex_by_hex(unit.id):
        told = f"by the way it was dragged {unit.id} has {gone.value} points left, by the shortest {left.value}"
        return undecided(f"{told}; it needs {cost.points}", gone, left, price,
                         needs=(Need("log", unit.id, "by which hexes it went"),), reading=AS_DRAGGED)  # fmt: skip
    if left.value >= cost.points:
        return legal(f"{unit.id} has {left.value} points left and needs {cost.points}", left, price, sum=line)
    if unit.id not in facts.ledger.ways and left.value == facts.allowance(unit.id).value:
        return undecided(f"{unit.id} could enter {target} by the one-hex guarantee alone", left, price,
                         needs=(Need("rulebook", "13.23", reading=FIRST_STEP),), reading=FIRST_STEP)  # fmt: skip
    least = Answer(cost.points, cost.reasons)  # what is unknown can only cost more
    return illegal(f"{unit.id} has {left.value} points left and needs {cost.points}", left, least, sum=line)


def a_march_assault_is_fought_at_once(action: Action, facts: Facts) -> Rulings:
    if not is_kind(action, facts, MA):
        return
    names_ = set(action.units)
    since = None
    for done in facts.ledger.done:
        if done.verb != "move":
            continue
        if names_ & set(done.units):
            if since is not None:
                because = seen("moved in between", "+".join(since.units))
                yield illegal("others moved between the approach and the assault", because, unless_consent=True)
            else:
                yield legal("nothing moved in between", seen("last move", "+".join(done.units)))
            return
        since = since or done


def unsupplied_units_make_no_march_assault(action: Action, facts: Facts) -> Rulings:
    if is_kind(action, facts, MA):
        yield from worst(_supplied(facts, unit) for unit in fighters(action, facts))


def _supplied(facts: Facts, unit: Unit) -> Ruling:
    """Supply where the move began counts for all of it (7.5.g); supply at the spot will do as well."""
    start, now = facts.supply_at_start(unit), facts.supplied(unit.id)
    ports = (facts.port_supply_at_start(unit), facts.supplied_to(unit.id, "march"))
    for answer in (start, now, *ports):
        if answer.known and answer.value:
            return legal(f"{unit.id} is supplied", answer)
    if any(answer.needs for answer in (start, now, *ports)):
        return undecided(f"whether {unit.id} is supplied is not known", start, now, *ports)
    return illegal(f"{unit.id} is not supplied", start, now)


def units_on_forced_march_make_no_march_assault(action: Action, facts: Facts) -> Rulings:
    if not is_kind(action, facts, MA):
        return
    for unit in fighters(action, facts):
        did = facts.did(unit, "forced")
        if did is not None:
            yield illegal(f"{unit.id} is on forced march", did)
            return
    if facts.when.turn and 2 <= facts.when.turn <= 6 and facts.actor(action) == "german":
        yield legal("nobody is on forced march", seen("forced march", "none"))


def diggers_do_not_attack(action: Action, facts: Facts) -> Rulings:
    yield from _did_before(action, facts, "dig", "digs and does not attack")


def railed_units_do_not_march_assault(action: Action, facts: Facts) -> Rulings:
    yield from _did_before(action, facts, "rail", "went by rail and does nothing else")


def _did_before(action: Action, facts: Facts, deed: str, what: str) -> Rulings:
    """For march assaults; what bars a prepared one is 13.22.a."""
    if not is_kind(action, facts, MA):
        return
    for unit in fighters(action, facts):
        did = facts.did(unit, deed)
        if did is not None:
            yield illegal(f"{unit.id} {what}", did)
            return
    if fighters(action, facts):
        yield legal("none of them did", seen(names(action.units), f"no {deed}"))


ATTACK = ("attack",)
CHECKS = (
    Check("13.5.a", ATTACK, a_prepared_assault_strikes_one_hex_from_those_around_it),
    Check("13.23.a", ATTACK, a_march_assault_is_made_by_one_stack_beside_its_target),
    Check("10.2.c", ATTACK, out_of_command_nobody_attacks),
    Check("13.6.b", ATTACK, a_unit_attacks_once_a_phase),
    Check("13.6.c", ATTACK, a_unit_is_attacked_once_a_phase),
    Check("13.22.a", ATTACK, units_that_moved_or_acted_make_no_prepared_assault),
    Check("13.23.f", ATTACK, march_attackers_make_no_prepared_assault),
    Check("13.26.a", ATTACK, allied_nations_share_no_prepared_assault),
    Check("13.26.b", ATTACK, british_naval_units_join_any_ally),
    Check("13.24.b", ATTACK, cavalry_assaults_no_prepared_position),
    Check("13.23.e", ATTACK, prepared_positions_are_not_march_assaulted),
    Check("13.23.b", ATTACK, march_attackers_could_still_enter),
    Check("13.23.c", ATTACK, a_march_assault_is_fought_at_once),
    Check("7.5.c", ATTACK, unsupplied_units_make_no_march_assault),
    Check("12.10.b", ATTACK, units_on_forced_march_make_no_march_assault),
    Check("9.2.c", ATTACK, diggers_do_not_attack),
    Check("11.1.c", ATTACK, railed_units_do_not_march_assault),
    Check("13.7.a", ATTACK, the_rest_of_a_stack_may_stay_out),
    Check("9.5.a", ATTACK, _assaulted(("trench",), "trenches_are_attacked_by_prepared_assault")),
    Check("14.1.b", ATTACK, _assaulted(("fortress", "fortified zone"), "positions_are_attacked_by_prepared_assault")),
)
