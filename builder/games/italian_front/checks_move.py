"""Movement on foot: points, the one side that may always be crossed, column, enemies, ground that is shut."""

from __future__ import annotations

from itertools import pairwise

from builder.games.italian_front.checks_base import Rulings, Told, acting, goal_of, told_by, written
from builder.games.italian_front.facts import Facts, Trip, seen
from builder.games.italian_front.facts_moves import SOFT
from builder.games.italian_front.facts_units import GUNS
from builder.model import Action, Answer, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

NO_COLUMN = (*GUNS, "headquarters", "supply")
HQ_READING = "a headquarters and a supply marker are no ground combat units and have no column"


def measured(action: Action, facts: Facts) -> Told:
    """(rule, ruling) for what the move costs each of its units."""
    for unit in acting(action, facts):
        trip = facts.trip_of(action, unit.id)
        if trip is None or unit.type == "fortress":
            continue
        if not written(action):
            trip = _kindest(facts, unit, trip)
        yield from _measure(action, facts, unit, trip)


def _measure(action: Action, facts: Facts, unit: Unit, trip: Trip) -> Told:
    stop = trip.blocked
    if stop is not None:
        yield from _stopped(action, facts, unit, trip)
        return
    soft = [foe for place in trip.path[1:] for foe in facts.foes_at(place, unit.side) if foe.type in SOFT]
    if soft and facts.fights(unit):
        yield "S6-11", legal(f"{unit.id} walks over {soft[0].id}", seen(soft[0].id, soft[0].type))
        if soft[0].type == "engineer":
            yield "S9-9", legal(f"{soft[0].id} stood alone and is gone", seen(soft[0].id, "engineer"))
    allowance, spent = facts.allowance(unit.id), trip.answer
    total = f"{unit.id}: {trip.points} of {allowance.value} points"
    if not allowance.known:
        yield "S6-9", undecided(f"the movement allowance of {unit.id} is not known", allowance, spent)
        return
    said_column = action.detail("column") == "yes"
    if trip.points <= allowance.value and not said_column:
        yield "S6-9", legal(total, allowance, spent, sum=trip.sum())
        return
    if trip.points > allowance.value and len(trip.path) == 2 and trip.fresh and not trip.rode:
        yield from _one_side(facts, unit, trip, allowance, total)
        return
    yield from _column(action, facts, unit, trip, allowance)


def _kindest(facts: Facts, unit: Unit, trip: Trip) -> Trip:
    """The way as dragged; where it went too far about, or over a closed side, the cheapest one to the same hex."""
    allowance = facts.allowance(unit.id)
    fits = allowance.known and trip.points <= allowance.value and trip.blocked is None
    if fits or trip.rode or not trip.fresh:
        return trip
    most = allowance.value * 3 // 2 if allowance.known else None
    way = facts.cheapest(unit.id, trip.path[0], trip.path[-1], most)
    other = facts.trip(unit.id, way) if way is not None else None
    return other if other is not None and (trip.blocked is not None or other.points < trip.points) else trip


def _one_side(facts: Facts, unit: Unit, trip: Trip, allowance: Answer[int], total: str) -> Told:
    """More than the allowance for a single hexside: the minimum move, or column where that buys it."""
    rule, may = facts.guaranteed(unit, *trip.path)
    if may.value:
        yield "S6-9", legal(f"{total}; one hexside may always be crossed", allowance, trip.answer, may, sum=trip.sum())
        if rule in ("S6-9.b", "S32-3"):
            yield rule, legal(f"{total}; the ground allows it", allowance, trip.answer, may, sum=trip.sum())
        return
    column = facts.column_allowance(unit.id)
    if trip.points <= column.value and not facts.zone(trip.path[-1], unit.side).value:
        yield "S6-10", legal(f"{total}, in column", column, trip.answer, sum=trip.sum())
        return
    yield rule, illegal(f"{total}; the minimum move is barred", allowance, trip.answer, may, sum=trip.sum())


def _column(action: Action, facts: Facts, unit: Unit, trip: Trip, allowance: Answer[int]) -> Told:
    """Half as much again, for who may march in column (S6-10)."""
    column = facts.column_allowance(unit.id)
    half_more = allowance.value * 3 // 2
    over = f"{unit.id} spends {trip.points} points and has {allowance.value}"
    if trip.points > half_more:
        yield (
            "S6-9",
            illegal(
                f"{over}, {half_more} in column", allowance, Answer(trip.whole, trip.answer.reasons), sum=trip.sum()
            ),
        )
        return
    if unit.type in NO_COLUMN:
        reading = "" if unit.type in GUNS else HQ_READING
        yield (
            "S6-10",
            illegal(f"{over}; {unit.type} has no column", column, trip.answer, sum=trip.sum(), reading=reading),
        )
        return
    if trip.rode or facts.did(unit, "rail"):
        yield "S7-10", illegal(f"{over}; who rides does not march in column", column, trip.answer, sum=trip.sum())
        return
    entered = next((p for p in trip.path[1:] if facts.zone(p, unit.side).value), "")
    if entered:
        yield (
            "S6-10",
            illegal(
                f"{over}; a column enters no enemy zone",
                column,
                facts.zone(entered, unit.side),
                trip.answer,
                sum=trip.sum(),
            ),
        )
        return
    if facts.did(unit, "column-attack"):
        yield (
            "S6-10",
            illegal(f"{over}; it made a column attack", column, facts.did(unit, "column-attack"), trip.answer),
        )
        return
    yield "S6-10", legal(f"{over}; {column.value} in column", column, trip.answer, sum=trip.sum())
    if unit.nation == "austro-hungarian":
        yield from _towards_the_enemy(facts, unit, trip, column)


def _towards_the_enemy(facts: Facts, unit: Unit, trip: Trip, column: Answer[int]) -> Told:
    """S40-2: an Austro-Hungarian column does not end nearer the enemy."""
    start, goal = trip.path[0], trip.path[-1]
    before, after = _nearest(facts, start, unit), _nearest(facts, goal, unit)
    if before is None or after is None:
        yield "S40-2", undecided(f"how far the enemy is from {goal} is not known", column)
        return
    closer = after.value < before.value
    message = f"{unit.id}: the nearest enemy is {before.value} hexes off, then {after.value}"
    yield "S40-2", (illegal if closer else legal)(message, before, after, column)


def _nearest(facts: Facts, place: str, unit: Unit) -> Answer[int] | None:
    stated = facts.said_number("nearest-enemy", place)
    if stated is not None:
        return stated
    if not facts.is_number(place):
        return None
    foes = [
        u
        for u in facts.state.units.values()
        if facts.is_number(u.place) and facts.foes_at(u.place, unit.side) and u in facts.foes_at(u.place, unit.side)
    ]
    far = [facts.sheet.grid.distance(place, foe.place) for foe in foes]
    if not far:
        return Answer(99, (seen("enemies on the map", "none"),))
    return Answer(min(far), (seen(f"nearest enemy of {place}", min(far)),))


def _stopped(action: Action, facts: Facts, unit: Unit, trip: Trip) -> Told:
    """The first step that nobody may take: a barred side, or the enemy."""
    stop = trip.blocked
    a, b = stop.start, stop.end
    apart = facts.adjacent(a, b)
    if facts.is_number(a) and facts.is_number(b) and not apart.value and facts.barred_by(unit, b) is not None:
        foe = facts.barred_by(unit, b)
        yield "S6-11", illegal(f"{unit.id} enters {b}, where {foe.id} stands", seen(foe.id, b))
        return
    if facts.is_number(a) and facts.is_number(b) and not apart.value:
        message = f"{a} and {b} do not touch" if written(action) else f"no way leads {unit.id} from {a} to {b}"
        yield "S6-6", illegal(message, apart, *(r for n in facts.neighbours(b) for r in facts.side(n, b).reasons))
        return
    if stop.why == "S6-9.a":
        side = facts.side(a, b)
        reasons = facts.country(b).reasons if facts.closed(b) else side.reasons
        yield "S6-9.a", illegal(f"{unit.id} crosses {a}|{b}: {side.terrain}", *reasons)
        return
    foe = facts.barred_by(unit, b)
    if foe is None:
        return
    reading = "a headquarters has strength and must be attacked" if foe.type == "headquarters" else ""
    yield "S6-11", illegal(f"{unit.id} enters {b}, where {foe.id} stands", seen(foe.id, b), reading=reading)


def stacks_set_out_and_end_together(action: Action, facts: Facts) -> Rulings:
    """S6-5: who moves as a stack sets out from one hex; the goal is one since the path is."""
    units = [u for u in acting(action, facts) if u.place]
    if len(units) < 2 or len(action.path) < 2:
        return
    apart = [u for u in units if u.place != action.path[0]]
    message = f"{', '.join(u.id for u in units)} move together from {action.path[0]}"
    if apart:
        yield illegal(f"{message}; {apart[0].id} stands elsewhere", seen(apart[0].id, apart[0].place))
    else:
        yield legal(message, seen("all stand in", action.path[0]))


# ---- what only some units may not


def fortresses_never_move(action: Action, facts: Facts) -> Rulings:
    for unit in acting(action, facts):
        if unit.type == "fortress":
            yield illegal(f"{unit.id} is a fortress", seen(unit.id, "fortress"))


def guns_go_not_from_works_to_works_in_zones(action: Action, facts: Facts) -> Rulings:
    """S29-16."""
    for unit in acting(action, facts):
        if unit.type not in GUNS:
            continue
        trip = facts.trip_of(action, unit.id)
        for a, b in pairwise(trip.path if trip is not None else action.path):
            out, into = facts.works(a), facts.works(b)
            if out is None or into is None:
                continue
            zones = facts.zone(a, unit.side), facts.zone(b, unit.side)
            barred = all(zone.value for zone in zones)
            message = f"{unit.id} goes from {out.value} in {a} to {into.value} in {b}"
            yield (illegal if barred else legal)(message, out, into, *zones)


def headquarters_enter_works_by_rail_or_behind_engineers(action: Action, facts: Facts) -> Rulings:
    """S18-3."""
    for unit in acting(action, facts):
        trip = facts.trip_of(action, unit.id) if unit.type == "headquarters" else None
        for a, b in pairwise(trip.path) if trip is not None else ():
            works = facts.works(b)
            if works is None:
                continue
            by_rail = bool(facts.tracks(a, b).value) and facts.line(a, b).value[0]
            engineer = next((u for u in facts.friends_at(b, unit.side) if u.type == "engineer"), None)
            zone = facts.zone(b, unit.side)
            message = f"{unit.id} enters {b}, which holds {works.value}"
            if by_rail:
                yield legal(f"{message}; the rail works", works, facts.tracks(a, b))
            elif engineer is not None and not zone.value:
                yield legal(f"{message}; {engineer.id} is there, and no enemy zone", works, zone, seen(engineer.id, b))
            else:
                yield illegal(message, works, zone, seen(f"engineers in {b}", engineer.id if engineer else "none"))


def garrisons_stay(action: Action, facts: Facts) -> Rulings:
    """I3-4: Trieste, Fiume and Pola."""
    homes = facts.region("garrisons")
    scenario = facts.scenario
    for unit in acting(action, facts):
        placed = next((p for p in scenario.placements if p.what == unit.counter), None) if scenario else None
        start = placed.place if placed is not None else ""
        named = unit.counter in ("ah-trste-bde", "ah-112l-bde", "ah-fium-bde")
        at_home = unit.place in homes and (named or start == unit.place)
        if at_home and goal_of(action) != unit.place:
            yield illegal(
                f"{unit.id} is the garrison of {unit.place}", seen(f"start of {unit.id}", start or unit.place)
            )


def supply_markers_walk_from_or_to_a_headquarters(action: Action, facts: Facts) -> Rulings:
    """S18-9: off the rails they begin or end with a headquarters."""
    for unit in acting(action, facts):
        if unit.type != "supply" or len(action.path) < 2:
            continue
        start, goal = action.path[0], action.path[-1]
        if all(facts.tracks(a, b).value for a, b in pairwise(action.path)):
            continue
        ends = [u for p in (start, goal) for u in facts.at(p) if u.type == "headquarters"]
        message = f"{unit.id} walks from {start} to {goal}"
        here = seen("headquarters at either end", ends[0].id if ends else "none")
        yield (legal if ends else illegal)(message, here)


# ---- Germans, and who is not mobilized


def germans_stay_out_of_italy_until_august_1916(action: Action, facts: Facts) -> Rulings:
    """I3-9: up to turn 5 of August 1916, unless the linked game has declared war."""
    germans = [u for u in acting(action, facts) if u.nation == "german"]
    if not germans or not facts.label:
        return
    places = action.path[1:] or ((action.place,) if action.place else ())
    for place in places:
        country = facts.country(place)
        if country.known and country.value != "IT":
            continue
        early = facts.label < "1916-08-T6"
        message = f"{germans[0].id} goes into {place} on {facts.label}"
        declared = facts.said_yes("declared-war")
        if declared is not None and declared.value:
            early = False
        yield (illegal if early else legal)(message, country, facts.moment())
        return


def mobilized_told(action: Action, facts: Facts) -> Told:
    """I6-u1 for units that wait; I6-u3 for those that were attacked."""
    for unit in acting(action, facts):
        if unit.type in ("fortress", "supply", "replacement"):
            continue
        free = facts.mobilized(unit.id)
        if not free.known and not _in_may_1915(facts):
            continue
        rules = [r.evidence.rule for r in free.reasons]
        rule = "I6-u3" if "I6-u3" in rules else "I6-u1"
        if rule == "I6-u1" and not _in_may_1915(facts):
            continue
        message = f"{unit.id} acts on {facts.label}"
        yield rule, (legal if free.value or free.needs else illegal)(message, free)


def _in_may_1915(facts: Facts) -> bool:
    return facts.base in ("may-1915", "duration") or (facts.linked() and facts.stated("italy-joins") is not None)


MOVES = ("move", "rail")
POINTS = {
    "S6-9": "a_move_costs_no_more_than_the_allowance",
    "S6-9.a": "nobody_crosses_a_barred_side",
    "S6-9.b": "the_minimum_move_is_barred_from_zone_to_zone_over_hard_ground",
    "S6-10": "columns_keep_to_their_terms",
    "S6-11": "enemies_with_strength_bar_a_hex",
    "S6-6": "a_way_leads_from_hex_to_hex",
    "S9-9": "a_lone_engineer_dies",
    "S7-10": "rail_and_column_exclude_one_another",
    "S29-12": "guns_cross_mountains_by_rail_alone",
    "S32-3": "mountain_units_cross_up_to_six_points",
    "S40-2": "austrian_columns_end_no_nearer_the_enemy",
}
CHECKS = (
    *told_by(measured, POINTS, *MOVES),
    Check("S6-5", MOVES, stacks_set_out_and_end_together),
    Check("S21-1", (*MOVES, "retreat"), fortresses_never_move),
    Check("S29-16", MOVES, guns_go_not_from_works_to_works_in_zones),
    Check("S18-3", MOVES, headquarters_enter_works_by_rail_or_behind_engineers),
    Check("I3-4", MOVES, garrisons_stay),
    Check("S18-9", MOVES, supply_markers_walk_from_or_to_a_headquarters),
    Check("I3-9", (*MOVES, "attack", "column-attack", "advance"), germans_stay_out_of_italy_until_august_1916),
    *told_by(
        mobilized_told,
        {"I6-u1": "who_is_not_mobilized_neither_moves_nor_attacks", "I6-u3": "who_was_attacked_is_free"},
        *MOVES,
        "attack",
        "column-attack",
    ),
)
