"""Operational movement (12): points, the way, who may not move, stacks that split."""

from __future__ import annotations

from itertools import pairwise

from builder.games.glorys_end.checks_base import Rulings, acting, goal_of, is_told, names, worst, written
from builder.games.glorys_end.facts import Facts, Trip, Way, seen
from builder.games.glorys_end.facts_base import shared
from builder.model import Action, Answer, Evidence, Reason, Tag, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

GUARANTEE = "the guarantee looks at the printed factor, so that it holds where half of it is nothing"
MINIMUM = Evidence(Tag.BOOK, "12.3")


# ---- points: one measure, several rules to name


@shared
def measured(action: Action, facts: Facts) -> list[tuple[str, Ruling]]:
    """(rule, ruling) for what the move costs each of its units."""
    found: list[tuple[str, Ruling]] = []
    for unit in acting(action, facts):
        trip = facts.trip(unit.id, action.path)
        if trip is None or trip.way.blocked is not None or (written(action) and trip.filled):
            continue  # 12.1.b, 12.3.b and 12.4.a speak of such ways
        found += _measure(action, facts, unit, trip)
    return found


def _measure(action: Action, facts: Facts, unit: Unit, trip: Trip) -> list[tuple[str, Ruling]]:
    allowance = facts.allowance(unit.id)
    way, sloppy = _kindest(action, facts, trip, allowance)
    costs = Answer(way.points, way.reasons, way.needs)
    note = f"; as dragged it would cost {trip.way.points}" if sloppy else ""
    total = f"{unit.id}: {way.points} of {allowance.value} points{note}"
    if not allowance.known:
        return [("12.1.a", undecided(f"the allowance of {unit.id} is not known", allowance, costs))]
    if way.points <= allowance.value:
        rulings = [("12.1.a", legal(total, allowance, costs, sum=way.sum()))]
        if _slowest_of_several(action, facts, unit, allowance.value):
            rulings.append(("12.7.a", legal(f"{total}; the slowest of the stack", allowance, costs, sum=way.sum())))
        if not facts.in_command(unit).value:
            rulings.append(("10.2.a", legal(f"{total}, half the printed factor", allowance, costs, sum=way.sum())))
        return rulings
    if len(way.path) == 2 and trip.fresh and facts.guaranteed(unit):
        reading = GUARANTEE if allowance.value == 0 else ""
        because = Reason("one hex for all its points", allowance.value, MINIMUM)
        return [("12.3.a", legal(f"{unit.id} goes one hex for its whole allowance", allowance, because,
                                 sum=way.sum(), reading=reading))]  # fmt: skip
    return [_too_far(action, facts, unit, trip, way, allowance)]


def _slowest_of_several(action: Action, facts: Facts, unit: Unit, allowance: int) -> bool:
    others = [facts.allowance(name) for name in action.units if name != unit.id]
    return any(other.known and other.value > allowance for other in others)


def _kindest(action: Action, facts: Facts, trip: Trip, allowance: Answer[int]) -> tuple[Way, bool]:
    """The way as gone or as somebody says it went; where a drag went too far about, the cheapest to the same hex."""
    way = trip.way
    if written(action) or is_told(action) or not allowance.known or way.points <= allowance.value:
        return way, False
    best = facts.cheapest(trip.unit.id, trip.start, way.path[-1])
    return (best, True) if best is not None and best.points < way.points else (way, False)


def _too_far(
    action: Action, facts: Facts, unit: Unit, trip: Trip, way: Way, allowance: Answer[int]
) -> tuple[str, Ruling]:
    costs = Answer(way.points, way.reasons)  # the least it can have cost is too much already
    forced = facts.limit("forced-march").value
    over = f"{unit.id} spends {way.points} points and has {allowance.value}"
    may = facts.may_force_march(unit, trip.start)
    if way.points <= allowance.value + forced and (may.value or may.needs):
        if may.needs:
            return "12.10.a", undecided(f"{over}; whether it may force its march is not known", may, allowance, costs)
        more = Answer(way.points, way.reasons, way.needs)
        return "12.10.a", legal(f"{over}, one more by forced march", may, allowance, more, sum=way.sum())
    rule = _blame(action, facts, unit, way, allowance)
    if action.inferred and not facts.when.phase and len(action.path) == 2:
        return rule, undecided(f"{over}; no phase is told, and it may have gone by rail", allowance, costs)
    if action.detail("forced") == "yes" and not may.value:
        return "12.10.a", illegal(f"{over}; it may not force its march", may, allowance, costs, sum=way.sum())
    return rule, illegal(over, allowance, costs, sum=way.sum())


def _blame(action: Action, facts: Facts, unit: Unit, way: Way, allowance: Answer[int]) -> str:
    """The rule that names the fault best."""
    printed = facts.printed(unit, "movement")
    if len(way.legs) > 1 and way.legs[-1].cost.points > allowance.value:
        return "12.3.a"  # the one hex for everything comes first or not at all
    if not facts.in_command(unit).value and printed.known and way.points <= printed.value:
        return "10.2.a"
    for name in action.units:
        other = facts.allowance(name)
        if name != unit.id and other.known and other.value >= way.points:
            return "12.7.a"
    return "12.1.a"


def _points(rule: str, name: str):
    def run(action: Action, facts: Facts) -> Rulings:
        return worst(ruling for found, ruling in measured(action, facts) if found == rule)

    run.__name__ = name
    return run


# ---- the way


def each_step_goes_to_a_neighbour(action: Action, facts: Facts) -> Rulings:
    for unit in acting(action, facts)[:1]:
        trip = facts.trip(unit.id, action.path)
        if trip is None:
            continue
        apart = [(a, b) for a, b in pairwise(action.path) if a != b]
        answers = [facts.adjacent(a, b) for a, b in apart]
        gap = next((pair for pair, touch in zip(apart, answers, strict=True) if touch.known and not touch.value), None)
        if gap is None:
            yield legal("each hex touches the one before", *answers)
        elif written(action):
            yield illegal(f"{gap[0]} and {gap[1]} do not touch", *answers)
        elif trip.way.blocked is None or trip.way.blocked != gap:
            yield legal("the way between was left open, and there is one", seen("way", "-".join(trip.way.path)),
                        *_open(action, facts))  # fmt: skip
        else:
            ground = Reason("the map", "no permitted way", facts.ground)
            yield illegal(f"no permitted way leads from {gap[0]} to {gap[1]}", ground)


def _open(action: Action, facts: Facts) -> list[Reason]:
    """Some of the ways, where hexes that the side does not hold lie on them."""
    told = []
    for leg in facts.legs(action):
        if leg.way is not None and facts.strange(leg.way, facts.actor(action)):
            ways = " or ".join("-".join(path) for path in leg.way.ways())
            told.append(seen(f"ways open for {leg.way.budget} points", ways))
    return told


def nobody_crosses_what_is_closed(action: Action, facts: Facts) -> Rulings:
    """All-sea sides, sea, closed hexes; countries nobody invaded are 3.2.c, 3.2.b and 3.6.h."""
    for a, b in pairwise(action.path):
        side, terrain = facts.side(a, b), facts.terrain(b)
        if not facts.adjacent(a, b).value:
            continue
        if "all-sea" in side.value:
            yield illegal(f"the side {a}|{b} is all sea", side)
        elif terrain.value == "sea":
            yield illegal(f"{b} is sea", terrain)
        elif side.needs or terrain.needs:
            yield undecided(f"what lies between {a} and {b} is not known", side, terrain)
        else:
            continue
        return
    if len(action.path) > 1:
        steps = [facts.side(a, b) for a, b in pairwise(action.path)]
        yield legal("no side on the way is closed", *steps)


def _closed_country(rule: str, name: str):
    def run(action: Action, facts: Facts) -> Rulings:
        looked = None
        for place in action.path[1:] or ((action.place,) if action.place else ()):
            if not facts.on_map(place) or (facts.given.blank and facts.stated("country", place) is None):
                continue
            country, shut = facts.country(place), facts.shut(place)
            owner = {"CH": "3.2.c", "NL": "3.2.b"}.get(country.value, "3.6.h")
            if shut.value and country.value in ("CH", "NL", "BE", "LU") and owner == rule:
                yield illegal(f"{place} lies in a country nobody may enter", shut)
                return
            looked = legal("the way keeps out of it", country)
        if looked is not None:
            yield looked

    run.__name__ = name
    return run


def no_unit_enters_an_enemy_occupied_hex(action: Action, facts: Facts) -> Rulings:
    side = facts.actor(action)
    if not side:
        return
    for place in action.path[1:]:
        foes = tuple(u for u in facts.foes_at(place, side) if u.type != "siege-gun")
        if foes:
            yield illegal(f"{place} holds {names(foes)}", *(seen(f"in {place}", u.id) for u in foes))
            return
    if len(action.path) > 1:
        yield legal("no enemy stands on the way", seen("way", "-".join(action.path)))


# ---- who may not move


def units_that_rested_dug_or_railed_stay(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit in acting(action, facts):
        did = facts.did(unit, "rebuild", "dig", "rail", "ship")
        if did is None:
            free = seen(f"{unit.id} this player turn", "nothing that bars it")
            found.append(legal(f"{unit.id} is free to move", free))
        else:
            found.append(illegal(f"{unit.id} {did.value} and stays", did))
    return worst(found)


def march_attackers_move_no_farther(action: Action, facts: Facts) -> Rulings:
    for unit in acting(action, facts):
        did = facts.did(unit, "ma")
        if did is not None:
            yield illegal(f"{unit.id} made a march assault and goes no farther", did)
            return
    if acting(action, facts):
        yield legal("none of them made a march assault", seen(names(action.units), "no march assault"))


# ---- stacks


def units_that_move_together_began_together(action: Action, facts: Facts) -> Rulings:
    units = acting(action, facts)
    if len(units) < 2:
        return
    starts = {facts.ledger.started.get(u.id, u.place) for u in units}
    because = tuple(seen(f"{u.id} began in", facts.ledger.started.get(u.id, u.place)) for u in units)
    if len(starts) == 1:
        yield legal("they began the phase together", *because)
    elif written(action):
        yield illegal("they did not begin the phase together", *because)
    else:
        yield legal("dragged together; each could have gone the same way alone", *because)


def _interrupted(action: Action, facts: Facts) -> tuple[Unit, Action, Reason] | None:
    """A unit that moves again after another from elsewhere has moved: it, its earlier move, the other's."""
    for unit in acting(action, facts):
        if unit.id not in facts.ledger.ways:
            continue
        start = facts.ledger.started.get(unit.id, "")
        other = None
        for done in facts.ledger.done:
            if done.verb != "move":
                continue
            if unit.id in done.units:
                if other is not None:
                    return unit, done, other
                break
            between = next((n for n in done.units if facts.ledger.started.get(n, start) != start), None)
            if between is not None:
                other = seen(f"{between} moved meanwhile, from", facts.ledger.started[between])
    return None


def a_stack_is_not_resumed_after_another_has_begun(action: Action, facts: Facts) -> Rulings:
    found = _interrupted(action, facts)
    if found is not None:
        unit, earlier, other = found
        if len(earlier.units) > 1 or len(action.units) > 1:
            yield illegal(f"{unit.id} resumes its move after another stack began", other, unless_consent=True)
    elif any(u.id in facts.ledger.ways or len(action.units) > 1 for u in acting(action, facts)):
        yield legal("no other stack has moved in between", seen("moves so far", len(tuple(facts.ledger.ways))))


def one_unit_is_finished_before_the_next_begins(action: Action, facts: Facts) -> Rulings:
    found = _interrupted(action, facts)
    if found is not None:
        unit, earlier, other = found
        if len(earlier.units) == 1 and len(action.units) == 1:
            yield illegal(f"{unit.id} moves again after another unit moved", other, unless_consent=True)
    elif len(action.units) == 1 and action.units[0] in facts.ledger.ways:
        yield legal("it goes on before any other has moved", seen(action.units[0], "moves on"))


# ---- positions on the way


def cavalry_enters_no_enemy_trench(action: Action, facts: Facts) -> Rulings:
    for unit in acting(action, facts):
        if unit.type != "cavalry":
            continue
        for place in action.path[1:]:
            owner = facts.trench(place)
            if owner and owner != unit.side:
                yield illegal(f"{unit.id} is cavalry, and {place} an enemy trench", seen(f"trench in {place}", owner))
                return
        yield legal(f"{unit.id} meets no enemy trench", seen("way", "-".join(action.path)))
        return


def cavalry_does_not_stop_in_a_trench(action: Action, facts: Facts) -> Rulings:
    goal = goal_of(action)
    for unit in acting(action, facts):
        if unit.type == "cavalry" and facts.trench(goal) == unit.side:
            trench = seen(f"trench in {goal}", unit.side)
            yield illegal(f"{unit.id} is cavalry and stops in the trench of {goal}", trench)
            return
        if unit.type == "cavalry" and any(facts.trench(p) == unit.side for p in action.path[1:-1]):
            yield legal(f"{unit.id} only passes a trench", seen("way", "-".join(action.path)))


def only_infantry_enters_an_enemy_zone(action: Action, facts: Facts) -> Rulings:
    units = acting(action, facts)
    for place in action.path[1:]:
        owner = facts.zone(place)
        if not owner or not units or owner == units[0].side:
            continue
        zone = seen(f"fortified zone in {place}", owner)
        cavalry = [u for u in units if not facts.is_infantry(u)]
        if cavalry and not any(facts.is_infantry(u) for u in units):
            yield illegal(f"{names(cavalry)} may not enter the zone of {place}", zone)
        elif not any(u.type == "cavalry" for u in units):
            yield legal("infantry may enter an empty zone", zone)
        return


def infantry_stops_in_the_zone_it_enters(action: Action, facts: Facts) -> Rulings:
    units = acting(action, facts)
    if not any(facts.is_infantry(unit) for unit in units):
        return  # 14.3.b speaks
    for unit in units:
        halted = facts.ledger.note("halted", unit.id)
        if halted and halted == unit.place:
            entered = seen(f"{unit.id} entered a zone in", halted)
            yield illegal(f"{unit.id} stopped in the zone of {halted} and goes on", entered)
            return
    for place in action.path[1:]:
        owner = facts.zone(place)
        if owner and units and owner != units[0].side and not facts.foes_at(place, units[0].side):
            zone = seen(f"fortified zone in {place}", owner)
            if place != action.path[-1]:
                yield illegal(f"the move goes on through the zone of {place}", zone)
            else:
                yield legal(f"the move ends in the zone of {place}", zone)
            return


MOVE = ("move",)
CHECKS = (
    Check("12.1.a", MOVE, _points("12.1.a", "a_move_costs_no_more_than_its_allowance")),
    Check("10.2.a", MOVE, _points("10.2.a", "out_of_command_the_allowance_is_halved")),
    Check("12.3.a", MOVE, _points("12.3.a", "the_one_hex_guarantee_takes_all_points_at_the_start")),
    Check("12.7.a", MOVE, _points("12.7.a", "a_stack_goes_as_far_as_its_slowest_unit")),
    Check("12.10.a", MOVE, _points("12.10.a", "only_eligible_germans_force_their_march")),
    Check("12.1.b", MOVE, each_step_goes_to_a_neighbour),
    Check("12.3.b", MOVE, nobody_crosses_what_is_closed),
    Check("3.2.b", MOVE, _closed_country("3.2.b", "nobody_enters_holland")),
    Check("3.2.c", MOVE, _closed_country("3.2.c", "nobody_enters_switzerland")),
    Check("3.6.h", MOVE, _closed_country("3.6.h", "a_neutral_not_violated_at_set_up_stays_closed")),
    Check("12.4.a", MOVE, no_unit_enters_an_enemy_occupied_hex),
    Check("12.2.b", MOVE, units_that_rested_dug_or_railed_stay),
    Check("13.23.f", MOVE, march_attackers_move_no_farther),
    Check("12.5.a", MOVE, units_that_move_together_began_together),
    Check("12.6.a", MOVE, a_stack_is_not_resumed_after_another_has_begun),
    Check("12.2.c", MOVE, one_unit_is_finished_before_the_next_begins),
    Check("9.4.a", MOVE, cavalry_enters_no_enemy_trench),
    Check("9.4.b", MOVE, cavalry_does_not_stop_in_a_trench),
    Check("14.3.b", MOVE, only_infantry_enters_an_enemy_zone),
    Check("14.3.c", MOVE, infantry_stops_in_the_zone_it_enters),
)
