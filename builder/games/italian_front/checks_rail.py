"""Rail movement: where one boards, where trains go, how many pass, what a country can carry, repair."""

from __future__ import annotations

from builder.games.italian_front.checks_base import Rulings, Told, acting, told_by
from builder.games.italian_front.facts import Facts, Trip, seen
from builder.games.italian_front.facts_base import given
from builder.model import Action, Answer, Need, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

ALLIES_RIDE = "allies ride on one another's rails, as the Germans do on Austrian ones in Italy"
REPAIR = "legal where 'the following turn' is the one after the engineer came, not the one after its rest"


def _rides(action: Action, facts: Facts) -> list[tuple[Unit, Trip]]:
    found = [(unit, facts.trip_of(action, unit.id)) for unit in acting(action, facts)]
    return [(unit, trip) for unit, trip in found if trip is not None and trip.rode]


def _rode(trip: Trip) -> list[tuple[str, str]]:
    return [(step.start, step.end) for step in trip.steps if step.rail]


def boarding_told(action: Action, facts: Facts) -> Told:
    """S7-2 on working own rail; S7-4 not in an enemy zone but for Germans."""
    for unit, trip in _rides(action, facts):
        a, b = _rode(trip)[0]
        tracks, line = facts.tracks(a, b), facts.line(a, b)
        if not tracks.value:
            yield "S7-2", illegal(f"{unit.id} rides from {a} to {b}: there is no rail", tracks)
            continue
        works, owner = line.value
        message = f"{unit.id} boards in {a}"
        if not works:
            yield "S7-2", illegal(f"{message}: the line is dead", line)
        elif owner in ("own", unit.nation, "") or not unit.nation:
            yield "S7-2", legal(message, tracks, line)
        elif facts.game.side_of(owner) == unit.side:
            yield "S7-2", legal(message, tracks, line, reading=ALLIES_RIDE)
        else:
            yield "S7-2", illegal(f"{message}: the line is {owner}", line)
        if "entrained" not in unit.marks:
            zone = facts.zone(a, unit.side)
            if zone.value:
                german = unit.nation == "german"
                rule = "S37-2" if german else "S7-4"
                yield rule, (legal if german else illegal)(f"{message}, in an enemy zone", zone)


def trains_enter_no_enemy_zone(action: Action, facts: Facts) -> Rulings:
    """S7-6; friends in the hex do not help."""
    for unit, trip in _rides(action, facts):
        for _, b in _rode(trip):
            zone = facts.zone(b, unit.side)
            if zone.value:
                yield illegal(f"{unit.id} rides into {b}, an enemy zone", zone)
                break
        else:
            yield legal(f"{unit.id} rides through no enemy zone", seen("zones on the way", "none"))


def who_rode_enters_no_zone_told(action: Action, facts: Facts) -> Told:
    """S7-8: Germans and British alone walk into an enemy zone in a turn they rode (S37-4, S38-1)."""
    for unit in acting(action, facts):
        trip = facts.trip_of(action, unit.id)
        if trip is None or not (trip.rode or facts.did(unit, "rail") or facts.spent(unit.id).rides):
            continue
        walked = [step.end for step in trip.steps if not step.rail and step.cost is not None]
        zones = [(p, facts.zone(p, unit.side)) for p in walked]
        place, zone = next(((p, z) for p, z in zones if z.value), ("", Answer(False)))
        if not place:
            continue
        may = unit.nation in ("german", "british")
        rule = {"german": "S37-4", "british": "S38-1"}.get(unit.nation, "S7-8")
        yield rule, (legal if may else illegal)(f"{unit.id} rode and walks into {place}, an enemy zone", zone)


def one_unit_a_single_track_told(action: Action, facts: Facts) -> Told:
    """S7-9: one unit a phase over a single-track side; two on German rails (S37-5); a headquarters with ten points."""
    rides = _rides(action, facts)
    for unit, trip in rides:
        for a, b in _rode(trip):
            tracks = facts.tracks(a, b)
            if tracks.value != "single":
                continue
            before = facts.ledger.note("track", *sorted((a, b))).split()
            now = [u.id for u, other in rides if (a, b) in _rode(other)]
            users = list(dict.fromkeys((*before, *now)))
            owner = facts.line(a, b).value[1]
            most = 2 if owner == "german" else 1
            reason = seen(f"units over {a}|{b} this phase", ", ".join(users))
            if len(users) > most:
                yield "S7-9", illegal(f"{len(users)} units over the single track {a}|{b}", tracks, reason)
                break
            stock = facts.stock(unit.id) if unit.type == "headquarters" else Answer(0)
            if stock.known and stock.value > 10:
                yield (
                    "S7-9",
                    illegal(f"{unit.id} with {stock.value} points over the single track {a}|{b}", tracks, stock),
                )
                break
        else:
            yield "S7-9", legal(f"{unit.id} is alone on single tracks", seen("track", "free"))


def points_by_rail_told(action: Action, facts: Facts) -> Told:
    """S7-5: boarding and the ride stay within the allowance."""
    for unit, trip in _rides(action, facts):
        allowance = facts.allowance(unit.id)
        if not allowance.known:
            yield "S7-5", undecided(f"the movement allowance of {unit.id} is not known", allowance)
            continue
        message = f"{unit.id}: {trip.points} of {allowance.value} points, a hexside by rail {trip.rate}"
        fits = trip.points <= allowance.value
        yield "S7-5", (legal if fits else illegal)(message, allowance, sum=trip.sum())


# ---- capacity


def capacity_told(action: Action, facts: Facts) -> Told:
    """The country that is ridden over carries so many divisions a turn (S8-1, S8-4); its scenario's row speaks."""
    rides = _rides(action, facts)
    more: dict[str, int] = {}
    reasons, needs = [], []
    for unit, trip in rides:
        load = facts.load(unit.id)
        needs += load.needs
        reasons += load.reasons
        for nation in facts.networks(tuple(_rode(trip)), unit.id):
            if not facts.ledger.note("loaded", unit.id, nation):
                more[nation] = more.get(nation, 0) + (load.value if load.known else 1)
    for nation, loads in more.items():
        if nation == "own":
            continue
        capacity = facts.capacity(nation)
        if not capacity.known:
            yield "S8-1", undecided(f"what {nation} rails carry is not known", capacity)
            continue
        before = facts.ledger.sums.get(f"rail {nation}", 0) + facts.ledger.sums.get("rail ", 0)
        total = before + loads
        rule = next((r.evidence.rule for r in capacity.reasons if "cap" in r.evidence.rule), "S8-1")
        message = f"{total} divisions over {nation} rails, {capacity.value} at most"
        answer = Answer(loads, tuple(dict.fromkeys(reasons)))
        if total > capacity.value:
            yield rule, illegal(message, capacity, seen("carried before", before), answer)
        elif needs:
            yield rule, undecided(message, capacity, needs=tuple(needs))
        else:
            yield rule, legal(message, capacity, seen("carried before", before), answer)


# ---- repair


def repair_told(action: Action, facts: Facts) -> Told:
    """S9-5: an engineer starts on working track; S9-6 of its own nation."""
    for unit in acting(action, facts):
        if unit.type != "engineer" or len(action.path) < 2:
            continue
        start = action.path[0]
        lines = [(n, facts.line(start, n)) for n in facts.neighbours(start) if facts.tracks(start, n).value]
        working = [(n, line) for n, line in lines if line.value[0] and n not in action.path[1:]]
        said = facts.stated("rail", start)
        if said is not None:
            works = "operative" in said.value.split()
            working = [(start, Answer((works, "own"), said.reasons))] if works else []
        message = f"{unit.id} repairs from {start}"
        if not working:
            yield "S9-5", illegal(f"{message}: no working rail there", given(f"working rail in {start}", "none"))
            continue
        yield "S9-5", legal(message, working[0][1])
        owner = working[0][1].value[1]
        if owner not in ("own", unit.nation, ""):
            yield "S9-6", illegal(f"{message}: the line is {owner}", working[0][1])
        else:
            yield "S9-6", legal(message, working[0][1])


def repaired_works_told(action: Action, facts: Facts) -> Told:
    """S9-7: under works the engineer sits a whole turn, and the line is ready as the following turn ends."""
    for place in action.path:
        if not facts.devastated(place) and not facts.trench(place):
            continue
        entered = next((p for p in facts.ledger.past("entered") if place in p.args), None)
        if entered is None:
            continue
        stayed = {p.when.turn for p in facts.ledger.past("stayed") if place in p.args}
        now, came = facts.when.turn, entered.when.turn
        came_seen = seen("the engineer came", f"turn {came}")
        message = f"the line in {place} is used on turn {now}"
        if not now or now <= came + 1 or came + 1 not in stayed:
            yield "S9-7", illegal(f"{message}: repair is not finished", came_seen)
        elif now == came + 2:
            yield "S9-7", undecided(message, came_seen, needs=(Need("reading-of", "S9-7"),), reading=REPAIR)
        else:
            yield "S9-7", legal(message, came_seen)


def dead_rail_is_repaired_first(action: Action, facts: Facts) -> Rulings:
    """S9-4: a line that was cut in play carries nobody until an engineer has been along it."""
    for unit, trip in _rides(action, facts):
        hexes = dict.fromkeys(place for leg in _rode(trip) for place in leg)
        dead = next((p for p in hexes if facts.rail_cut(p)), "")
        mended = next((p for p in hexes if facts.ledger.note("rail-mended", p)), "")
        if dead:
            by = seen(f"rail of {dead}", f"dead, {facts.rail_cut(dead)} went in; no engineer has been there since")
            yield illegal(f"{unit.id} rides through {dead}", by)
        elif mended:
            by = seen(f"rail of {mended}", f"repaired by {facts.ledger.note('rail-mended', mended)}")
            yield legal(f"{unit.id} rides through {mended}", by)


def engineers_keep_out_of_enemy_zones(action: Action, facts: Facts) -> Rulings:
    """S9-8: no repair in an enemy zone but in a trench."""
    for unit in acting(action, facts):
        if unit.type != "engineer" or len(action.path) < 2:
            continue
        zones = [(p, facts.zone(p, unit.side)) for p in action.path[1:]]
        inside = [(p, zone) for p, zone in zones if zone.value]
        bare = next(((p, zone) for p, zone in inside if not facts.trench(p)), None)
        if bare is not None:
            place, zone = bare
            yield illegal(f"{unit.id} repairs in {place}, an enemy zone", zone, seen(f"trench in {place}", "none"))
        elif inside:
            place, zone = inside[0]
            yield legal(f"{unit.id} repairs in {place}, where a trench is", zone, seen(f"trench in {place}", "yes"))
        else:
            yield legal(f"{unit.id} repairs outside of enemy zones", seen("zones on the way", "none"))


CAPS = tuple(f"{chapter}-cap.{nation}" for chapter in ("I4", "I7", "I9", "I11", "I13") for nation in ("AH", "IT"))
RIDES = ("move", "rail")
CHECKS = (
    *told_by(
        boarding_told,
        {
            "S7-2": "trains_leave_from_working_own_rail",
            "S7-4": "nobody_boards_in_an_enemy_zone",
            "S37-2": "germans_may_board_in_an_enemy_zone",
        },
        *RIDES,
    ),
    Check("S7-6", RIDES, trains_enter_no_enemy_zone),
    *told_by(
        who_rode_enters_no_zone_told,
        {
            "S7-8": "who_rode_walks_into_no_enemy_zone",
            "S37-4": "germans_may_walk_into_one",
            "S38-1": "the_british_may_walk_into_one",
        },
        *RIDES,
    ),
    *told_by(one_unit_a_single_track_told, {"S7-9": "one_unit_a_phase_over_a_single_track"}, *RIDES),
    *told_by(points_by_rail_told, {"S7-5": "a_ride_costs_no_more_than_the_allowance"}, *RIDES),
    *told_by(
        capacity_told,
        {"S8-1": "a_country_carries_no_more_than_it_can"}
        | {rule: "a_country_carries_what_the_scenario_says" for rule in CAPS},
        *RIDES,
    ),
    *told_by(
        repair_told,
        {"S9-5": "repair_starts_on_working_rail", "S9-6": "repair_starts_on_rail_of_the_own_nation"},
        "repair",
    ),
    Check("S9-4", RIDES, dead_rail_is_repaired_first),
    Check("S9-8", ("repair",), engineers_keep_out_of_enemy_zones),
    *told_by(repaired_works_told, {"S9-7": "rail_under_works_takes_an_engineer_whole_turns"}, *RIDES),
)
