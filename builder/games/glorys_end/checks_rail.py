"""Strategic movement (11): by rail, what ships share with trains, and the trains of the Marne's arrivals (16.3.d)."""

from __future__ import annotations

from itertools import pairwise

from builder.games.glorys_end.checks_base import Rulings, acting, goal_of, names, worst, written
from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.facts_history import CROSSED
from builder.model import Action, Answer, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

MELUN = "cut off means that the town itself can trace no line to a friendly edge when the trains run"
ZONE = "whoever enters an enemy zone stops there (14.3), so that no train runs through it"
BRIGADE = "whether the Naval Brigade, free to use any coastal hex, keeps away from enemies beside it too"
RAIL, TRAINS, ALL = ("rail",), ("rail", "arrive"), ("rail", "ship", "arrive")
DEEDS = ("rail", "ship", "move", "rebuild", "dig", "ma", "pa")


def by_train(action: Action, facts: Facts) -> bool:
    return action.verb == "rail" or (action.verb == "arrive" and facts.comes_by_rail(action))


def goes_strategically(action: Action, facts: Facts) -> bool:
    return action.verb == "ship" or by_train(action, facts)


def start_of(action: Action, unit: Unit) -> str:
    return action.path[0] if len(action.path) > 1 else unit.place


def trains_carry_no_more_than_the_limit(action: Action, facts: Facts) -> Rulings:
    if not by_train(action, facts):
        return
    side = facts.actor(action)
    units = acting(action, facts)
    steps = sum(facts.arriving_steps(u.id) if action.verb == "arrive" else u.steps for u in units)
    before = facts.ledger.sums.get("rail", 0)
    full, capacity = facts.limit("rail-steps"), facts.rail_capacity(side)
    total = before + steps
    moved = (seen("steps railed before", before), seen("steps of this train", steps))
    lines = (f"{before} + {steps} = {total} steps",)
    if total > full.value:
        yield illegal(f"{total} steps by rail, {full.value} at most", full, *moved, sum=lines)
    elif total + facts.either().value > full.value:
        yield undecided(f"{total} steps by rail, if no more went", full, facts.either(), *moved)
    elif side == "allied" and total > capacity.value:
        return  # 11.3.a speaks of what Melun and Paris cost
    else:
        yield legal(f"{total} of {full.value} steps by rail", full, *moved, sum=lines)


def melun_and_paris_cost_the_allies_four_steps_each(action: Action, facts: Facts) -> Rulings:
    side = facts.actor(action)
    if side != "allied" or not by_train(action, facts):
        return
    capacity = facts.rail_capacity(side)
    full = facts.limit("rail-steps")
    units = acting(action, facts)
    total = facts.ledger.sums.get("rail", 0) + sum(u.steps for u in units)
    if not capacity.known:
        yield undecided("how many steps the Allies may move by rail is not known", capacity)
        return
    if total > full.value:
        return  # 11.1.a speaks
    cut = any(r.name.endswith("cut off") and r.value == "yes" for r in capacity.reasons)
    reading = MELUN if cut else ""
    if capacity.value < total:
        yield illegal(f"{total} steps by rail, {capacity.value} are left", capacity, reading=reading)
    elif total + facts.either().value <= capacity.value:
        yield legal(f"{total} of {capacity.value} steps by rail", capacity, reading=reading)
    elif total <= capacity.value:
        yield undecided(f"{total} steps by rail, if no more went", capacity, facts.either())


def infantry_and_guns_alone_go_by_rail_or_sea(action: Action, facts: Facts) -> Rulings:
    if goes_strategically(action, facts):
        how = "by sea" if action.verb == "ship" else "by rail"
        yield from worst(_fit(unit, how, facts) for unit in acting(action, facts))


def _fit(unit: Unit, how: str, facts: Facts) -> Ruling:
    kind = seen(unit.id, unit.type)
    if facts.is_infantry(unit) or unit.type == "siege-gun":
        return legal(f"{unit.id} may go {how}", kind)
    return illegal(f"{unit.id} is {unit.type}: only infantry and siege guns go {how}", kind)


def a_unit_that_goes_by_rail_does_nothing_else(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit in acting(action, facts):
        did = facts.did(unit, *(deed for deed in DEEDS if deed not in ("rail", "ship")))
        if did is not None:
            found.append(illegal(f"{unit.id} {did.value} this player turn", did))
        else:
            found.append(legal(f"{unit.id} did nothing else", seen(f"{unit.id} this player turn", "nothing else")))
    return worst(found)


def a_unit_takes_one_train_or_one_ship(action: Action, facts: Facts) -> Rulings:
    other = "ship" if action.verb == "rail" else "rail"
    found = []
    for unit in acting(action, facts):
        did = facts.did(unit, other)
        if did is not None and any(unit.id in need.column.split(":")[0].split() for need in facts.either("ship").needs):
            found.append(undecided(f"{unit.id} went by rail or by sea before", did, facts.either("ship")))
        elif did is not None:
            found.append(illegal(f"{unit.id} went by rail and by sea", did))
        elif facts.did(unit, action.verb) is None:
            found.append(legal(f"{unit.id} goes by {action.verb} alone", seen(unit.id, "not yet")))
    return worst(found)


def out_of_command_nobody_goes_by_rail(action: Action, facts: Facts) -> Rulings:
    for unit in acting(action, facts):
        command = facts.in_command(unit)
        if command.needs:
            yield undecided(f"whether {unit.id} is in command is not known", command)
            return
        if not command.value:
            yield illegal(f"{unit.id} is out of command", command)
            return
    units = acting(action, facts)
    if units:
        yield legal(f"{names(units)} is in command", *(facts.in_command(u) for u in units))


def unsupplied_units_do_not_go_by_rail(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit in acting(action, facts):
        supplied = facts.supplied(unit.id)
        if not supplied.known:
            found.append(undecided(f"whether {unit.id} is supplied is not known", supplied))
        elif supplied.value:
            found.append(legal(f"{unit.id} is supplied", supplied))
        else:
            found.append(illegal(f"{unit.id} is not in full supply", supplied))
    return worst(found)


def is_naval_brigade(unit: Unit) -> bool:
    """The Naval Brigade, which lands on any coast; the Naval Division does not."""
    return unit.type == "naval-infantry" and unit.size == "X" and unit.nation == "british"


def trains_and_ships_start_in_a_held_town_without_enemies_beside(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit in acting(action, facts):
        start = start_of(action, unit)
        if _open_coast(action, unit, start, facts):
            found.append(_from_coast(unit, start, facts))
            continue
        held = facts.held_since_turn_began(start, unit.side)
        beside = facts.beside_enemies(start, unit.side)
        found.append(_station(start, _stop(action, start, facts), held, beside, "held since the turn began"))
    return worst(found)


def trains_and_ships_end_in_a_friendly_town_without_enemies_beside(action: Action, facts: Facts) -> Rulings:
    if not goes_strategically(action, facts):
        return
    goal = goal_of(action)
    side = facts.actor(action)
    if not facts.on_map(goal):
        return  # left by a friendly edge (11.4)
    if facts.foes_at(goal, side):
        if action.verb != "ship":  # 11.5.g
            yield illegal(f"{goal} is occupied by the enemy", *(seen(u.id, goal) for u in facts.foes_at(goal, side)))
        return
    control = facts.control(goal)
    held = Answer(control.value == side, control.reasons, control.needs)
    found = []
    for unit in acting(action, facts):
        if _open_coast(action, unit, goal, facts):
            found.append(_from_coast(unit, goal, facts))
        else:
            beside = facts.beside_enemies(goal, side)
            found.append(_station(goal, _stop(action, goal, facts), held, beside, "friendly"))
    yield from worst(found)


def _stop(action: Action, place: str, facts: Facts) -> Answer[bool]:
    """Whether trains stop there; that ships need a port is 11.5.c."""
    return Answer(True) if action.verb == "ship" else facts.is_town(place)


def _open_coast(action: Action, unit: Unit, place: str, facts: Facts) -> bool:
    """Whether the Naval Brigade uses a coast that is no port (11.5)."""
    return action.verb == "ship" and is_naval_brigade(unit) and not facts.is_port(place).value


def _from_coast(unit: Unit, place: str, facts: Facts) -> Ruling:
    beside = facts.beside_enemies(place, unit.side)
    if beside.value or beside.needs:
        return undecided(f"{unit.id} uses the coast of {place} with enemies beside it", beside, reading=BRIGADE)
    return legal(f"{unit.id} may use any coast", beside)


def _station(place: str, town: Answer[bool], held: Answer[bool], beside: Answer[bool], how: str) -> Ruling:
    for answer, bad, trouble in (
        (town, False, "is no town or city"),
        (held, False, f"is not {how}"),
        (beside, True, "has enemies beside it"),
    ):
        if answer.known and answer.value is bad:
            return illegal(f"{place} {trouble}", answer)
    return legal(f"{place} is {how}, without enemies beside it", town, held, beside)


def a_path_without_enemies_beside_it_leads_there(action: Action, facts: Facts) -> Rulings:
    if len(action.path) < 2 or not facts.on_map(action.path[-1]) or not facts.on_map(action.path[0]):
        return
    for unit in acting(action, facts)[:1]:
        stopped = _stopped_on_the_way(action, unit, facts) if written(action) else None
        if stopped is not None:
            yield stopped
            return
        goal = action.path[-1]
        if facts.foes_at(goal, unit.side) or facts.beside_enemies(goal, unit.side).value:
            return  # 11.2.b speaks
        if facts.control(goal).known and facts.control(goal).value != unit.side:
            return
        path = facts.rail_path(unit.id, action.path[0], goal)
        gone = [facts.adjacent(a, b) for a, b in pairwise(action.path)]
        if not path.known and len(gone) > 1 and all(touch.known and touch.value for touch in gone):
            yield legal("the path that was written keeps away from enemies", *gone)
        elif not path.known:
            yield undecided("whether a path is open is not known", path)
        elif path.value is None:
            yield illegal(f"no path free of enemies leads from {action.path[0]} to {action.path[-1]}", path)
        else:
            yield legal(f"a path leads from {action.path[0]} to {action.path[-1]}", path)


def _stopped_on_the_way(action: Action, unit: Unit, facts: Facts) -> Ruling | None:
    """What closes the path that somebody wrote down, hex by hex."""
    for place in action.path[1:-1]:
        foes, beside = facts.foes_at(place, unit.side), facts.beside_enemies(place, unit.side)
        if foes:
            return illegal(f"{names(foes)} stands on the way", *(seen(u.id, place) for u in foes))
        if beside.known and beside.value:
            return illegal(f"the way passes {place}, beside enemies", beside)
        if facts.zone(place) not in ("", unit.side):
            zone = seen(f"fortified zone in {place}", facts.zone(place))
            return illegal(f"the way passes the zone of {place}", zone, reading=ZONE)
    for a, b in pairwise(action.path):
        side, terrain = facts.side(a, b), facts.terrain(b)
        if facts.adjacent(a, b).value and ("all-sea" in side.value or terrain.value == "sea"):
            return illegal(f"the way from {a} to {b} leads over the sea", side, terrain)
    return None


def _banned(rule: str, name: str):
    def run(action: Action, facts: Facts) -> Rulings:
        if goes_strategically(action, facts):
            nations = {unit.nation: unit for unit in reversed(acting(action, facts))}
            yield from worst(r for unit in nations.values() for r in _closed_to(unit, rule, action, facts))

    run.__name__ = name
    return run


def _closed_to(unit: Unit, rule: str, action: Action, facts: Facts) -> Rulings:
    start, goal = start_of(action, unit), goal_of(action)
    between = action.path[1:-1] if action.verb == "rail" and written(action) else ()
    for place in dict.fromkeys((start, goal, *between)):
        if not facts.on_map(place):
            continue
        found, ban = facts.rail_ban(unit, place)
        if action.verb == "ship" and found == "11.2.f" and unit.nation == "british":
            continue  # 11.5.d
        if found == rule and not ban.known:
            yield undecided(f"whether {place} is closed to {unit.nation} trains is not known", ban)
            return
        if found == rule and ban.value:
            yield illegal(f"{unit.nation} units may not use strategic movement in {place}", ban)
            return
    around = _way_round(rule, action, facts, unit, start, goal) or _both_ends_open(rule, facts, unit, start, goal)
    if around is not None:
        yield around


def _concerns(rule: str, unit: Unit) -> bool:
    return {"11.2.d": unit.side == "german", "11.2.f": unit.side == "allied",
            "11.2.g": unit.nation in ("british", "french")}[rule]  # fmt: skip


def _both_ends_open(rule: str, facts: Facts, unit: Unit, start: str, goal: str) -> Ruling | None:
    if not _concerns(rule, unit):
        return None
    if rule == "11.2.g":
        return legal("neither end lies north of row 20 with Abbeville German", seen("way", f"{start}-{goal}"))
    countries = [facts.country(place) for place in (start, goal) if facts.on_map(place)]
    if not countries or not all(country.known for country in countries):
        return None
    return legal(f"neither end lies on ground closed to {unit.nation} units", *countries)


def _way_round(rule: str, action: Action, facts: Facts, unit: Unit, start: str, goal: str) -> Ruling | None:
    """Whether the train must pass closed ground on its way; only the rule that closes some of it speaks."""
    if action.verb != "rail" or not _concerns(rule, unit) or not facts.on_map(start) or not facts.on_map(goal):
        return None
    turn = facts.turn()
    if rule == "11.2.d" and turn.known and turn.value >= 10:
        return legal("German trains run everywhere from turn 10", turn)
    free, kept = facts.rail_path(unit.id, start, goal), facts.rail_path(unit.id, start, goal, rule)
    if not free.known or free.value is None:
        return None  # 11.2.c speaks
    if kept.value is None and rule == "11.2.g" and facts.rail_path(unit.id, start, goal, "11.2.f").value is None:
        return None
    if kept.value is None:
        return illegal(f"every path from {start} to {goal} passes ground closed to these trains", kept)
    return None if rule == "11.2.g" else legal("a path keeps to open ground", kept)


def french_trains_cross_the_meuse_westward_only_after_germans(action: Action, facts: Facts) -> Rulings:
    for unit in acting(action, facts)[:1]:
        invaded = facts.violated("belgium")
        if unit.nation != "french" or not invaded.value:
            return
        start, goal = start_of(action, unit), goal_of(action)
        if not facts.on_map(start) or not facts.on_map(goal):
            return
        west = (facts.west_of_meuse(start), facts.west_of_meuse(goal))
        if any(a.needs for a in west):
            if not any(a.known and a.value for a in west[:1]) and not any(a.known and not a.value for a in west[1:]):
                yield undecided("on which side of the Meuse these hexes lie is not known", *west)
            return
        if west[0].value or not west[1].value:
            yield legal("the train does not cross the Meuse westward", *west)
            return
        came = _germans_beyond_the_meuse(action, facts)
        if came.known and came.value:
            yield legal("Germans came into France west of the Meuse", *west, came)
        else:
            yield illegal("no German is in France west of the Meuse yet", *west, came, invaded)


def _germans_beyond_the_meuse(action: Action, facts: Facts) -> Answer[bool]:
    """Whether Germans are, or ever were, in France west of the river: the ban holds until they come, and no longer."""
    stated = facts.ever("germans-west-of-meuse")
    if stated is not None:
        return stated
    came = facts.ledger.note(CROSSED)
    if came:
        return Answer(True, (seen("Germans in France west of the Meuse", came),))
    for place in sorted(facts.state.by_place):
        units = [u for u in facts.at(place) if u.side == "german"]
        if units and facts.on_map(place) and facts.beyond_the_meuse(place):
            return Answer(True, (seen(units[0].id, place),))
    if facts.scenario is not None and facts.scenario.first_turn > 1:
        return Answer(True, (seen("the scenario", "opens after they crossed"),))
    perhaps = facts.deed(CROSSED)
    if perhaps.value:
        return Answer(True, perhaps.reasons)
    unseen = (facts.unseen("germans-west-of-meuse"),) if action.refs and not facts.whole else ()
    return Answer(False, (seen("Germans in France west of the Meuse", "none"),), (*perhaps.needs, *unseen))


CHECKS = (
    Check("11.1.a", TRAINS, trains_carry_no_more_than_the_limit),
    Check("11.3.a", TRAINS, melun_and_paris_cost_the_allies_four_steps_each),
    Check("11.1.b", ALL, infantry_and_guns_alone_go_by_rail_or_sea),
    Check("11.1.c", ("rail", "ship"), a_unit_that_goes_by_rail_does_nothing_else),
    Check("11.5.b", ("rail", "ship"), a_unit_takes_one_train_or_one_ship),
    Check("10.2.b", ("rail", "ship", "rebuild"), out_of_command_nobody_goes_by_rail),
    Check("7.5.d", ("rail", "ship"), unsupplied_units_do_not_go_by_rail),
    Check("11.2.a", ("rail", "ship"), trains_and_ships_start_in_a_held_town_without_enemies_beside),
    Check("11.2.b", ALL, trains_and_ships_end_in_a_friendly_town_without_enemies_beside),
    Check("11.2.c", RAIL, a_path_without_enemies_beside_it_leads_there),
    Check("11.2.d", TRAINS, _banned("11.2.d", "german_trains_keep_out_of_france_west_of_the_meuse_before_turn_10")),
    Check("11.2.e", RAIL, french_trains_cross_the_meuse_westward_only_after_germans),
    Check("11.2.f", ("rail", "ship"), _banned("11.2.f", "each_allied_nation_keeps_to_its_own_railways")),
    Check("11.2.g", ("rail", "ship"), _banned("11.2.g", "with_abbeville_german_nobody_rails_north_of_row_20")),
)
