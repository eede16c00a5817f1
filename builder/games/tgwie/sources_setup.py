"""How a scenario of tgwie may begin: stacks, sides, arrivals, chits, tracks, ground."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable, Iterator

from builder.games.tgwie.ground import allied_cities, changed_hands, victory_points
from builder.games.tgwie.pool import LETTERS, last_letter
from builder.games.tgwie.sources_base import WAITING, Faults, SetUp, fault, hex_of
from builder.model import Placement, Row

STACK, SMALL_STACK = 6, 4  # 10.2.A, 10.2.B
SMALL = ("american", "bulgarian")
SINGLE = ("hq", "tank", "anti-tank")  # 10.2.C
CARRY_OVER = 10  # 6.2.H
TRENCH_MARKERS = {"trench-ge": "german", "trench-ocp": "other-central", "trench-brbe": "british-belgian",
                  "trench-fr": "french", "trench-oal": "other-allied"}  # fmt: skip
RECORDS = {"cp-vp": ("vp central", "4.4.B"), "allied-cities": ("cities allied", "4.4.C"),
           "vp-retaken": ("vp retaken", "4.2.C")}  # fmt: skip
RESOURCES = {"be": "belgian", "br": "british", "fr": "french", "ru": "russian", "se": "serbian", "it": "italian",
             "gr": "greek", "ro": "romanian", "us": "american", "ge": "german", "ah": "austro-hungarian",
             "tu": "ottoman", "bu": "bulgarian"}  # fmt: skip


def stacks_keep_to_six(at: SetUp) -> Faults:
    """Six units; four of America or Bulgaria; HQs, tanks and anti-tank regiments are free, one of each."""
    for place, stack in at.by_hex.items():
        counted = [s for s in stack if s.counter.type not in SINGLE]
        if len(counted) > STACK:
            yield fault(
                "10.2.A", f"{place}: {len(counted)} units in a hex (at most {STACK})", counted[-1].placement.span
            )
        for nation in SMALL:
            own = [s for s in counted if s.counter.nation == nation and s.counter.type == "infantry"]
            if len(own) > SMALL_STACK:
                yield fault("10.2.B", f"{place}: {len(own)} {nation} divisions in a hex (at most {SMALL_STACK})",
                            own[-1].placement.span)  # fmt: skip
        for kind in SINGLE:
            own = [s for s in stack if s.counter.type == kind]
            if len(own) > 1:
                yield fault("10.2.C", f"{place}: {len(own)} units of type {kind} in a hex", own[-1].placement.span)


def opponents_do_not_share_a_hex(at: SetUp) -> Faults:
    for place, stack in at.by_hex.items():
        if len({s.counter.side for s in stack}) > 1:
            yield fault("12.5.A", f"{place}: units of both sides in a hex", stack[-1].placement.span)


def units_stand_on_open_land(at: SetUp) -> Faults:
    for place, stack in at.by_hex.items():
        hex_ = hex_of(at.game, place)
        if hex_ and hex_.terrain == "sea":
            yield fault("12.5.A", f"{stack[0].counter.id}: {place} is sea", stack[0].placement.span)
        elif hex_ and "closed" in hex_.features:
            yield fault("3.6.A", f"{stack[0].counter.id}: {place} is closed to all", stack[0].placement.span)
        for s in stack:
            if hex_ and hex_.terrain == "alpine" and s.counter.type != "mountain":
                yield fault("12.5.C", f"{s.counter.id}: only mountain units enter alpine {place}", s.placement.span)


def neutrals_stay_off_the_map(at: SetUp) -> Faults:
    """A nation that is not at war has nobody on the map; nobody stands in its country (3.6.B)."""
    war = set(at.nations())
    opened = at.scenario.facts.get("ground open", "").split()  # Greece and Albania by the Salonika chit (3.6.C)
    shut = set(at.scenario.facts.get("ground neutral", "").split()).difference(opened)
    for place, stack in at.by_hex.items():
        hex_ = hex_of(at.game, place)
        for s in stack:
            if s.counter.nation not in war and s.counter.nation != "provisional":
                yield fault("3.6.A", f"{s.counter.id}: {s.counter.nation} units are not at war", s.placement.span)
            if hex_ and hex_.owner in shut:
                yield fault("3.6.B", f"{s.counter.id}: {place} lies in a neutral country", s.placement.span)


def units_arrive_once_and_not_before_their_turn(at: SetUp) -> Faults:
    """Who is in play does not wait in a box of arrivals; who has not come stands nowhere else (3.1.B)."""
    for i, stand in at.stands.items():
        if stand.counter.type in ("air", "ace") or stand.counter.attributes.get("via"):
            continue
        waits = stand.place.startswith(WAITING)
        letter = stand.counter.attributes.get("letter", "")
        on_map = hex_of(at.game, stand.place) is not None or stand.place.startswith("Dead-")
        if i in at.units and waits:
            yield fault("3.1.B", f"{i}: has come, but waits in {stand.place}", stand.placement.span)
        elif i not in at.units and on_map and stand.counter.nation in at.nations():
            yield fault(
                "3.1.B", f"{i}: arrives with {letter or 'its code'}, but stands in {stand.place}", stand.placement.span
            )
        elif waits and letter and not stand.place.endswith(letter):
            yield fault("6.2.B", f"{i}: arrives with {letter}, but waits in {stand.place}", stand.placement.span)
    for arrival in at.scenario.arrivals:
        if arrival.what in at.stands:
            yield fault("3.1.B", f"{arrival.what}: both set up and arriving", arrival.span)


def scenario_opens_after_its_letter(at: SetUp) -> Faults:
    """The last letter that has come is that of the calendar (6.2.A)."""
    table = at.game.tables.get("strategic")
    if table is None:
        return
    come = [row.key for row in table.rows.values() if row["before"] and int(row["before"]) <= at.scenario.first_turn]
    wanted = come[-1] if come else ""
    if (said := last_letter(at.scenario)) != wanted:
        message = (
            f"{at.scenario.id}: arrivals up to {said or 'none'} on turn {at.scenario.first_turn}, the calendar has"
        )
        yield fault("6.2.A", f"{message} {wanted or 'none'}", at.scenario.span)


# ---- chits and tracks


def chits(at: SetUp) -> Iterator[tuple[Placement, Row]]:
    """Every chit of the set-up, as the marker or the unit that it is."""
    table = at.game.tables.get("chits")
    rows = {name: row for row in table.rows.values() for name in _pieces(at, row)} if table else {}
    return ((p, rows[p.what]) for p in at.scenario.placements if p.what in rows)


def _pieces(at: SetUp, row: Row) -> tuple[str, ...]:
    return (row.key,) if row.key in at.game.markers else tuple(row["counters"].split())


def chits_are_of_their_side_and_time(at: SetUp) -> Faults:
    """A cup holds chits of its side whose letter has come (7.1.B); no cup holds any before 1915 (7.1.A)."""
    last = last_letter(at.scenario)
    for placement, row in chits(at):
        cup = placement.place.startswith("Cup-")
        side = placement.place.rpartition("-")[2]
        if cup and side != row["side"]:
            yield fault(
                "7.1.C", f"{placement.what}: a chit of the {row['side']} side, in the {side} cup", placement.span
            )
        if row["kind"] == "prewar" or at.partial:
            continue
        if row["letter"] > last and not placement.place.startswith("Due"):
            message = f"{placement.what}: enters with {row['letter']}, but lies in {placement.place}"
            yield fault("7.1.B", message, placement.span)
        if placement.place.startswith("Due") and row["letter"] <= last:
            yield fault("7.1.B", f"{placement.what}: its letter {row['letter']} has come, but it waits", placement.span)


def every_chit_lies_somewhere(at: SetUp) -> Faults:
    table = at.game.tables.get("chits")
    if table is None or at.partial:
        return
    have = Count(placement.what for placement, _ in chits(at))
    for row in table.rows.values():
        for name in _pieces(at, row):
            wanted = int(row["count"]) if name == row.key else 1
            if row["kind"] != "prewar" and have[name] != wanted:
                yield fault("7.1.B", f"{at.scenario.id}: {have[name]} of {name}, there are {wanted}", at.scenario.span)


def records_are_as_stated(at: SetUp) -> Faults:
    """The markers of victory and resource points stand on their fact's space; no nation keeps more than ten."""
    stated = at.scenario.facts
    wanted = {marker: (stated.get(fact, ""), rule) for marker, (fact, rule) in RECORDS.items()}
    wanted |= {f"rp-{code}": (stated.get(f"resources {nation}", ""), "6.2.G") for code, nation in RESOURCES.items()}
    places = {p.what: p for p in at.scenario.placements}
    for marker, (value, rule) in wanted.items():
        here = places.get(marker)
        if (here.place if here else "") != (f"R{value}" if value else ""):
            said = f"{marker} stands in {here.place if here else 'no box'}, its fact says {value or 'nothing'}"
            yield fault(rule, f"{at.scenario.id}: {said}", here.span if here else at.scenario.span)
        if marker.startswith("rp-") and value and int(value) > CARRY_OVER:
            yield fault("6.2.H", f"{at.scenario.id}: {marker} {value} (at most {CARRY_OVER})", at.scenario.span)


def trenches_are_those_of_the_schedule(at: SetUp) -> Faults:
    table = at.game.tables.get("trenches")
    if table is None or at.partial:
        return
    last = last_letter(at.scenario)
    places = {p.what: p for p in at.scenario.placements}
    for marker, who in TRENCH_MARKERS.items():
        row, here = table.rows.get(who), places.get(marker)
        if row is None:
            continue
        level = next((n for n, column in ((2, "minus_2"), (1, "minus_1")) if row[column] and row[column] <= last), 0)
        wanted = f"Trench-{level}" if level else "TrenchNE"
        rule = "13.17" if who in ("german", "other-central") else "13.18"
        if here is None or here.place != wanted:
            said = f"{marker} stands in {here.place if here else 'no box'}, the schedule has {wanted}"
            yield fault(rule, f"{at.scenario.id}: {said}", here.span if here else at.scenario.span)
        if at.scenario.facts.get(f"trench {who}") != ("NE" if not level else f"-{level}"):
            yield fault(rule, f"{at.scenario.id}: trench {who}: the schedule has {wanted}", at.scenario.span)


# ---- ground


def ground_gives_the_victory_markers(at: SetUp) -> Faults:
    """Victory hexes and lost cities come out of map and front lines."""
    held = at.held
    if not held:
        return
    points, cities = victory_points(at.game, held), len(allied_cities(at.game, at.scenario, held))
    for fact, number, rule in (("vp central", points, "4.4.B"), ("cities allied", cities, "4.4.C")):
        said = at.scenario.facts.get(fact, "")
        if said != str(number):
            message = f"{at.scenario.id}: {fact} is {said or 'not stated'}, map and front lines give {number}"
            yield fault(rule, message, at.scenario.span)


def control_follows_the_lines(at: SetUp) -> Faults:
    """The list of places in other hands is that of map and lines, and each fort in it is destroyed (22.3.C)."""
    held = at.held
    if not held:
        return
    wanted = changed_hands(at.game, at.scenario, held)
    for place in sorted(wanted.keys() ^ at.scenario.control.keys()):
        said = f"{wanted[place]} by the lines, not listed" if place in wanted else "listed, but its owner holds it"
        yield fault("3.5.A", f"{at.scenario.id}: {place} is {said}", at.scenario.span)
    broken = {p.place for p in at.scenario.placements if p.what == "destroyed-fort"}
    for place in wanted:
        hex_ = hex_of(at.game, place)
        if hex_ and {"fortress", "heavy"} & set(hex_.features) and place not in broken:
            yield fault("22.3.C", f"{at.scenario.id}: the fort of {place} is not marked destroyed", at.scenario.span)


def units_stand_behind_their_line(at: SetUp) -> Faults:
    held = at.held
    for place, stack in at.by_hex.items() if held else ():
        hex_ = hex_of(at.game, place)
        if hex_ is None or at.inside(place, ({"map": ("italy",)},)):
            continue
        for s in stack:
            if (s.counter.side == "central") != (place in held):
                yield fault("3.5.A", f"{s.counter.id}: {place} is on the other side of the line", s.placement.span)


def markers_lie_where_they_may(at: SetUp) -> Faults:
    """Destroyed forts on forts, devastation in Belgium and France (15.1), Hindenburg markers on the Central line."""
    for p in at.scenario.placements:
        hex_ = hex_of(at.game, p.place)
        if hex_ is None or p.what not in at.game.markers:
            continue
        if p.what == "destroyed-fort" and not {"fortress", "heavy"} & set(hex_.features):
            yield fault("13.24.G", f"{p.place}: no fort to destroy", p.span)
        if p.what == "devastated" and hex_.owner not in ("BE", "FR"):
            yield fault("15.1", f"{p.place}: only hexes of Belgium and France are devastated", p.span)
        if (
            p.what == "resource-hex"
            and "resources" in at.game.tables
            and p.place not in at.game.tables["resources"].rows
        ):
            yield fault("6.3.B", f"{p.place}: no resource hex", p.span)
        line = f"{at.scenario.facts.get('front', '')}-central"
        if p.what == "hindenburg" and not any(p.place in sheet.regions.get(line, ()) for sheet in at.game.maps):
            yield fault("18.18.1.C", f"{p.place}: not in the line of the Central Powers", p.span)


SETUP: tuple[Callable[[SetUp], Faults], ...] = (
    stacks_keep_to_six,
    opponents_do_not_share_a_hex,
    units_stand_on_open_land,
    neutrals_stay_off_the_map,
    units_arrive_once_and_not_before_their_turn,
    scenario_opens_after_its_letter,
    chits_are_of_their_side_and_time,
    every_chit_lies_somewhere,
    records_are_as_stated,
    trenches_are_those_of_the_schedule,
    ground_gives_the_victory_markers,
    control_follows_the_lines,
    units_stand_behind_their_line,
    markers_lie_where_they_may,
)

__all__ = ["LETTERS", "SETUP", "chits"]
