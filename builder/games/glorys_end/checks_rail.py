"""Strategic movement (11): by rail and by sea, and the trains on which the Marne's arrivals come (16.3.d)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from builder.games.glorys_end.checks_base import Rulings, acting, goal_of, names, worst
from builder.games.glorys_end.facts import Facts, seen
from builder.model import Action, Answer, Finding, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

MELUN = "cut off means that the town itself can trace no line to a friendly edge when the trains run"
RAIL, TRAINS = ("rail",), ("rail", "arrive")
DEEDS = ("rail", "ship", "move", "rebuild", "dig", "ma", "pa")


def by_train(action: Action, facts: Facts) -> bool:
    return action.verb == "rail" or (action.verb == "arrive" and facts.comes_by_rail(action))


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
    if capacity.known and capacity.value == full.value:
        return
    units = acting(action, facts)
    total = facts.ledger.sums.get("rail", 0) + sum(u.steps for u in units)
    if not capacity.known:
        yield undecided("how many steps the Allies may move by rail is not known", capacity)
        return
    cut = any(r.name.endswith("cut off") and r.value == "yes" for r in capacity.reasons)
    reading = MELUN if cut else ""
    if capacity.value < total <= full.value:
        yield illegal(f"{total} steps by rail, {capacity.value} are left", capacity, reading=reading)
    elif total + facts.either().value <= capacity.value:
        yield legal(f"{total} of {capacity.value} steps by rail", capacity, reading=reading)
    elif total <= capacity.value:
        yield undecided(f"{total} steps by rail, if no more went", capacity, facts.either())


def infantry_and_guns_alone_go_by_rail(action: Action, facts: Facts) -> Rulings:
    if by_train(action, facts):
        yield from worst(_fit(unit, facts) for unit in acting(action, facts))


def _fit(unit: Unit, facts: Facts) -> Ruling:
    kind = seen(unit.id, unit.type)
    if facts.is_infantry(unit) or unit.type == "siege-gun":
        return legal(f"{unit.id} may go by rail", kind)
    return illegal(f"{unit.id} is {unit.type}: only infantry and siege guns go by rail", kind)


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


def trains_start_in_a_held_town_without_enemies_beside(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit in acting(action, facts):
        start = start_of(action, unit)
        town, held = facts.is_town(start), facts.held_since_turn_began(start, unit.side)
        found.append(_station(start, town, held, facts.beside_enemies(start, unit.side), "held since the turn began"))
    return worst(found)


def trains_end_in_a_friendly_town_without_enemies_beside(action: Action, facts: Facts) -> Rulings:
    if not by_train(action, facts):
        return
    goal = goal_of(action)
    side = facts.actor(action)
    if not facts.on_map(goal):
        return  # left by a friendly edge (11.4)
    control = facts.control(goal)
    held = Answer(control.value == side, control.reasons, control.needs)
    if facts.foes_at(goal, side):
        yield illegal(f"{goal} is occupied by the enemy", *(seen(u.id, goal) for u in facts.foes_at(goal, side)))
        return
    yield _station(goal, facts.is_town(goal), held, facts.beside_enemies(goal, side), "friendly")


def _station(place: str, town: Answer[bool], held: Answer[bool], beside: Answer[bool], how: str) -> Ruling:
    for answer, bad, trouble in (
        (town, False, "is no town or city"),
        (held, False, f"is not {how}"),
        (beside, True, "has enemies beside it"),
    ):
        if answer.known and answer.value is bad:
            return illegal(f"{place} {trouble}", answer)
    return legal(f"{place} is a town, {how}, without enemies beside it", town, held, beside)


def a_path_without_enemies_beside_it_leads_there(action: Action, facts: Facts) -> Rulings:
    if len(action.path) < 2 or not facts.on_map(action.path[-1]) or not facts.on_map(action.path[0]):
        return
    for unit in acting(action, facts)[:1]:
        for place in action.path[1:-1]:
            beside = facts.beside_enemies(place, unit.side)
            if beside.known and beside.value and facts.given.blank:
                yield illegal(f"the way passes {place}, beside enemies", beside)
                return
        goal = action.path[-1]
        if facts.foes_at(goal, unit.side) or facts.beside_enemies(goal, unit.side).value:
            return  # 11.2.b speaks
        if facts.control(goal).known and facts.control(goal).value != unit.side:
            return
        path = facts.rail_path(unit.id, action.path[0], goal, False)
        gone = [facts.adjacent(a, b) for a, b in pairwise(action.path)]
        if not path.known and len(gone) > 1 and all(touch.known and touch.value for touch in gone):
            yield legal("the path that was written keeps away from enemies", *gone)
        elif not path.known:
            yield undecided("whether a path is open is not known", path)
        elif path.value is None:
            yield illegal(f"no path free of enemies leads from {action.path[0]} to {action.path[-1]}", path)
        else:
            yield legal(f"a path leads from {action.path[0]} to {action.path[-1]}", path)


def _banned(rule: str, name: str):
    def run(action: Action, facts: Facts) -> Rulings:
        if not by_train(action, facts) and action.verb != "ship":
            return
        goal = goal_of(action)
        for unit in acting(action, facts)[:1]:
            start = start_of(action, unit)
            for place in dict.fromkeys((start, goal)):
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
            around = _way_round(rule, action, facts, unit, start, goal)
            if around is not None:
                yield around
            elif rule == "11.2.g" and unit.nation in ("british", "french"):
                way = seen("way", f"{start}-{goal}")
                yield legal("neither end lies north of row 20 with Abbeville German", way)

    run.__name__ = name
    return run


def _way_round(rule: str, action: Action, facts: Facts, unit: Unit, start: str, goal: str) -> Ruling | None:
    """Whether the train must pass closed ground on its way; only the rule that closes some of it speaks."""
    mine = {"11.2.d": unit.side == "german", "11.2.f": unit.side == "allied", "11.2.g": False}[rule]
    if action.verb != "rail" or not mine or not facts.on_map(start) or not facts.on_map(goal):
        return None
    turn = facts.turn()
    if rule == "11.2.d" and turn.known and turn.value >= 10:
        return legal("German trains run everywhere from turn 10", turn)
    free, kept = facts.rail_path(unit.id, start, goal, False), facts.rail_path(unit.id, start, goal, True)
    if not free.known or free.value is None:
        return None  # 11.2.c speaks
    if kept.value is None:
        return illegal(f"every path from {start} to {goal} passes ground closed to these trains", kept)
    return legal("a path keeps to open ground", kept)


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
        came = _germans_beyond_the_meuse(facts)
        if came.known and came.value:
            yield legal("Germans are in France west of the Meuse", *west, came)
        else:
            yield illegal("no German is in France west of the Meuse yet", *west, came, invaded)


def _germans_beyond_the_meuse(facts: Facts) -> Answer[bool]:
    stated = facts.said_yes("germans-west-of-meuse")
    if stated is not None:
        return stated
    for place in sorted(facts.state.by_place):
        units = [u for u in facts.at(place) if u.side == "german"]
        if units and facts.on_map(place) and facts.country(place).value == "FR" and facts.west_of_meuse(place).value:
            return Answer(True, (seen(units[0].id, place),))
    if facts.scenario is not None and facts.scenario.first_turn > 1:
        return Answer(True, (seen("the scenario", "opens after they crossed"),))
    return Answer(False, (seen("Germans in France west of the Meuse", "none"),))


# ---- by sea


def ships_carry_no_more_than_four_steps(action: Action, facts: Facts) -> Rulings:
    units = acting(action, facts)
    if any(u.side != "allied" for u in units):
        yield illegal("only the Allies move by sea", *(seen(u.id, u.side) for u in units))
        return
    first, limit = facts.limit("sea-first-turn"), facts.limit("sea-steps")
    turn = facts.turn()
    if turn.known and turn.value < first.value:
        yield illegal(f"ships sail from turn {first.value} on", turn, first)
        return
    total = facts.ledger.sums.get("ship", 0) + sum(u.steps for u in units)
    each = tuple(seen(f"steps of {u.id}", u.steps) for u in units)
    if total <= limit.value < total + facts.either("ship").value:
        yield undecided(f"{total} steps by sea, if no more sailed", limit, facts.either("ship"), *each)
        return
    verdict = illegal if total > limit.value else legal
    yield verdict(f"{total} of {limit.value} steps by sea", limit, turn, *each)


def is_naval_brigade(unit: Unit) -> bool:
    """The Naval Brigade, which lands on any coast; the Naval Division does not."""
    return unit.type == "naval-infantry" and unit.size == "X"


def ships_run_from_port_to_port(action: Action, facts: Facts) -> Rulings:
    """Where the Naval Brigade finds no coast 11.5.e speaks."""
    for ruling in worst(_berths(action, facts)):
        if ruling.finding is not Finding.ILLEGAL or not any(map(is_naval_brigade, acting(action, facts))):
            yield ruling


def the_naval_brigade_ships_from_coast_to_coast(action: Action, facts: Facts) -> Rulings:
    if any(map(is_naval_brigade, acting(action, facts))):
        yield from worst(_berths(action, facts))


def _berths(action: Action, facts: Facts) -> Iterator[Ruling]:
    for unit in acting(action, facts):
        for place in (start_of(action, unit), goal_of(action)):
            if not is_naval_brigade(unit):
                yield _berth(place, facts.is_port(place), "a port")
                continue
            features = facts.features(place)
            fits = bool(features.value & {"coast", "port", "inland-port"})
            yield _berth(place, Answer(fits, features.reasons, features.needs), "on the coast")


def _berth(place: str, fits: Answer[bool], what: str) -> Ruling:
    if fits.known and not fits.value:
        return illegal(f"{place} is not {what}", fits)
    return legal(f"{place} is {what}", fits)


def british_ships_run_to_belgian_ports(action: Action, facts: Facts) -> Rulings:
    """Others keep out of Belgium by 11.2.f."""
    units = acting(action, facts)
    for place in (start_of(action, units[0]), goal_of(action)) if units else ():
        country = facts.country(place)
        if country.known and country.value == "BE" and all(u.nation == "british" for u in units):
            yield legal(f"British ships run to {place}", country, *(seen(u.id, u.nation) for u in units))
            return


def inland_ports_need_access_hexes_free_of_germans(action: Action, facts: Facts) -> Rulings:
    for unit in acting(action, facts)[:1]:
        for place in (start_of(action, unit), goal_of(action)):
            access = facts.access(place)
            held = [u for h in access for u in facts.at(h) if u.side == "german"]
            if held:
                there = seen(held[0].id, held[0].place)
                yield illegal(f"{place} is closed: {held[0].id} stands in {held[0].place}", there)
                return
            if access:
                yield legal(f"the way to {place} is free of Germans", seen("access hexes", " ".join(access)))
                return


def nobody_lands_among_germans(action: Action, facts: Facts) -> Rulings:
    goal = goal_of(action)
    foes = facts.foes_at(goal, facts.actor(action))
    if foes:
        yield illegal(f"{names(foes)} holds {goal}", *(seen(u.id, goal) for u in foes))
    else:
        yield legal(f"no enemy stands in {goal}", seen(f"enemies in {goal}", "none"))


CHECKS = (
    Check("11.1.a", TRAINS, trains_carry_no_more_than_the_limit),
    Check("11.3.a", TRAINS, melun_and_paris_cost_the_allies_four_steps_each),
    Check("11.1.b", TRAINS, infantry_and_guns_alone_go_by_rail),
    Check("11.1.c", ("rail", "ship"), a_unit_that_goes_by_rail_does_nothing_else),
    Check("11.5.b", ("rail", "ship"), a_unit_takes_one_train_or_one_ship),
    Check("10.2.b", ("rail", "ship", "rebuild"), out_of_command_nobody_goes_by_rail),
    Check("7.5.d", ("rail", "ship"), unsupplied_units_do_not_go_by_rail),
    Check("11.2.a", RAIL, trains_start_in_a_held_town_without_enemies_beside),
    Check("11.2.b", TRAINS, trains_end_in_a_friendly_town_without_enemies_beside),
    Check("11.2.c", RAIL, a_path_without_enemies_beside_it_leads_there),
    Check("11.2.d", TRAINS, _banned("11.2.d", "german_trains_keep_out_of_france_west_of_the_meuse_before_turn_10")),
    Check("11.2.e", RAIL, french_trains_cross_the_meuse_westward_only_after_germans),
    Check("11.2.f", ("rail", "ship"), _banned("11.2.f", "each_allied_nation_keeps_to_its_own_railways")),
    Check("11.2.g", ("rail", "ship"), _banned("11.2.g", "with_abbeville_german_nobody_rails_north_of_row_20")),
    Check("11.5.a", ("ship",), ships_carry_no_more_than_four_steps),
    Check("11.5.c", ("ship",), ships_run_from_port_to_port),
    Check("11.5.d", ("ship",), british_ships_run_to_belgian_ports),
    Check("11.5.e", ("ship",), the_naval_brigade_ships_from_coast_to_coast),
    Check("11.5.g", ("ship",), nobody_lands_among_germans),
    Check("11.5.f", ("ship",), inland_ports_need_access_hexes_free_of_germans),
)
