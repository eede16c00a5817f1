"""New units: on their turn, at home or by a headquarters, within the numbers (6.2, chapter 8)."""

from __future__ import annotations

from builder.games.tgwie.checks_base import Rulings, from_log, goal, units_of, verdict
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import joined, seen
from builder.games.tgwie.facts_units import FREE, OFF_BOARD
from builder.model import Action, Answer, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

HOMES = {"russian": ("RU", "RP"), "provisional": ("RU", "RP")}
OVERSEAS = ("british", "american")
OTHER_EDGE = "illegal: the edge is that of the supply sources (6.16.C); 8.1.G speaks of any west or south edge hex"


def nobody_comes_before_the_strategic_turn_of_the_counter(action: Action, facts: Facts) -> Rulings:
    for unit in units_of(action, facts):
        if not unit.counter and facts.stated("due", unit.id) is None:
            continue
        come = facts.has_arrived(unit)
        yield verdict(not come.value, f"{unit.id} enters", come)


def by_headquarters(facts: Facts, unit: Unit, place: str) -> Answer[bool]:
    """Whether a supplied headquarters of its nation stands beside the hex (8.2.A; reading E34: not in it)."""
    for hq in facts.state.units.values():
        if hq.type != "hq" or hq.nation != unit.nation or not hq.steps or not facts.on_map(hq.place):
            continue
        beside = facts.adjacent(hq.place, place)
        same = hq.place == place
        if same or (beside.known and beside.value):
            fed = facts.supplied(hq.id)
            if fed.known and not fed.value:
                continue
            return joined(True, beside if not same else fed, fed)
    return Answer(False, (seen(f"headquarters of {unit.nation} beside {place}", "none"),))


def _home(facts: Facts, unit: Unit, place: str) -> Answer[bool]:
    country = facts.country(place)
    codes = HOMES.get(unit.nation) or tuple(
        r.key for r in facts.game.tables["countries"].rows.values() if r["nation"] == unit.nation
    )
    return joined(country.value in codes, country)


def _enters_the_war(facts: Facts, unit: Unit) -> bool:
    """Whether 7.11.D places it: anywhere at home, or in the hex on its back."""
    entering = facts.enters_now(unit.nation)
    return bool(entering is not None and entering.value) or facts.entry_hex(unit) is not None


def units_appear_at_home_or_by_a_headquarters(action: Action, facts: Facts) -> Rulings:
    """British in ports, Americans off the edge apart (8.1.D, 8.2.A)."""
    place = goal(action)
    for unit in units_of(action, facts):
        if (
            not facts.on_map(place)
            or unit.nation in OVERSEAS
            or _baltic(facts, unit, place)
            or _enters_the_war(facts, unit)
        ):
            continue
        home, staff = _home(facts, unit, place), by_headquarters(facts, unit, place)
        if home.needs and not staff.value:
            yield undecided(f"{unit.id} appears in {place}", home)
        else:
            yield verdict(not home.value and not staff.value, f"{unit.id} appears in {place}", home, staff)


def _baltic(facts: Facts, unit: Unit, place: str) -> bool:
    return unit.nation == "german" and place in facts.region("baltic-ports")


def they_appear_in_a_friendly_supplied_city(action: Action, facts: Facts) -> Rulings:
    place = goal(action)
    for unit in units_of(action, facts):
        if (
            not facts.on_map(place)
            or unit.nation in OVERSEAS
            or _baltic(facts, unit, place)
            or _enters_the_war(facts, unit)
        ):
            continue
        staff = by_headquarters(facts, unit, place)
        if staff.value and staff.known:
            continue
        city, held, fed = facts.has(place, "city"), facts.held_by(place, unit.side), facts.supplied_at(unit, place)
        sure = next((a for a in (city, held, fed) if a.known and not a.value), None)
        answer = sure if sure is not None else joined(True, city, held, fed)
        yield verdict(not answer.value, f"{unit.id} appears in {place}", answer, staff)


def british_appear_in_ports_or_by_a_headquarters(action: Action, facts: Facts) -> Rulings:
    place = goal(action)
    for unit in units_of(action, facts):
        if unit.nation != "british" or not facts.on_map(place):
            continue
        port, staff = facts.is_port(place), by_headquarters(facts, unit, place)
        good = port if port.known and port.value else staff if staff.value else joined(False, port, staff)
        yield verdict(not good.value, f"{unit.id} appears in {place}", good)


def one_stack_a_headquarters(action: Action, facts: Facts) -> Rulings:
    by = action.detail("by")
    if by:
        before = facts.ledger.note("arrived-by", by)
        yield verdict(bool(before) and before != goal(action), f"by {by} in {goal(action)}",
                      seen(f"placed by {by}", before or "nobody"))  # fmt: skip


def six_by_headquarters_in_the_east(action: Action, facts: Facts) -> Rulings:
    """British, French and Italians (8.2.C)."""
    place = goal(action)
    came = [u for u in units_of(action, facts) if u.nation in ("british", "french", "italian")]
    if not came or not action.detail("by") or facts.theatre(place).value != "east":
        return
    used, most = facts.used("by-hq-east"), facts.limit("place-by-hq-east")
    total = used.value + len(came)
    yield verdict(total > most.value, f"{total} by headquarters in the east, {most.value} may", used, most)


def influenza_keeps_everybody_in_the_box(action: Action, facts: Facts) -> Rulings:
    said = facts.said_number("played-on", "influenza")
    noted = facts.ledger.note("played-on", "influenza")
    ill = facts.said_yes("played", "influenza")
    turn = facts.turn()
    if said is None and not noted and ill is None:
        return
    on = said.value if said is not None else int(noted) if noted else turn.value if ill is not None and ill.value else 0
    yield verdict(on == turn.value, "units enter in the phase of the Influenza" if on == turn.value else "no Influenza",
                  *(said.reasons if said else ill.reasons if ill else (seen("Influenza on turn", on),)))  # fmt: skip


def americans_enter_by_the_western_edge(action: Action, facts: Facts) -> Rulings:
    """A friendly edge source in France, or beside a supplied American headquarters (6.16.C); Italy has its own edge."""
    place = goal(action)
    for unit in units_of(action, facts):
        if unit.nation != "american" or not facts.on_map(place) or facts.theatre(place).value == "italy":
            continue
        edge = place in facts.region("french-supply-edge")
        held, staff = facts.held_by(place, "allied"), by_headquarters(facts, unit, place)
        good = joined(edge and held.value, held) if edge else staff
        if not edge and not staff.value and facts.on_the_edge_of_the_west(place):
            yield undecided(f"{unit.id} enters in {place}", staff, held, reading=OTHER_EDGE)
        else:
            yield verdict(not good.value, f"{unit.id} enters in {place}", good)


def americans_enter_italy_from_the_south(action: Action, facts: Facts) -> Rulings:
    """By a friendly hex of its south edge, or beside a supplied American headquarters (8.1.G, 8.2.A)."""
    place = goal(action)
    for unit in units_of(action, facts):
        if unit.nation != "american" or not facts.on_map(place) or facts.theatre(place).value != "italy":
            continue
        edge, staff = facts.on_the_south_edge_of_italy(place), by_headquarters(facts, unit, place)
        held = facts.held_by(place, "allied")
        good = joined(held.value, edge, held) if edge.value else staff if staff.value else joined(False, edge, staff)
        yield verdict(not good.value, f"{unit.id} enters in {place}", good)


def units_enter_from_their_box(action: Action, facts: Facts) -> Rulings:
    """Not from the dead, nor from among those out of the game; whose turn has come may skip the box (8.1.A)."""
    for unit in units_of(action, facts):
        if facts.on_map(unit.place) or not unit.place:
            continue
        gone = unit.place.startswith(OFF_BOARD)
        yield verdict(gone, f"{unit.id} enters from {unit.place}", seen(f"{unit.id} stands in", unit.place))


def nobody_goes_back_to_the_box(action: Action, facts: Facts) -> Rulings:
    """But who was placed in this very phase, and is put right before it ends (8.1.B)."""
    for unit in units_of(action, facts):
        placed = facts.ledger.note("placed", unit.id)
        told = f"{unit.id} goes back to {action.place}"
        why = seen(f"{unit.id} placed in this phase", placed or "no")
        if placed:
            yield legal(told, why)
        else:
            yield illegal(told, why, inferred=from_log(action))


def the_headquarters_named_is_of_their_nation_supplied_and_beside(action: Action, facts: Facts) -> Rulings:
    """Its own hex is not refused: the book says beside it (8.2.A; reading E34)."""
    hq = facts.unit(action.detail("by"))
    if hq is None:
        return
    place = goal(action)
    beside, fed = facts.near(hq.place, place), facts.supplied(hq.id)
    for unit in units_of(action, facts):
        told = f"{unit.id} appears in {place} by {hq.id} in {hq.place}"
        if unit.nation != hq.nation or not facts.is_hq(hq):
            yield verdict(True, f"{told}, {hq.nation} {hq.type}", seen(f"nation of {unit.id}", unit.nation))
            continue
        sure = next((a for a in (beside, fed) if a.known and not a.value), None)
        answer = sure if sure is not None else joined(True, beside, fed)
        yield verdict(not answer.value, told, answer)


def germans_land_in_baltic_ports_of_the_central_powers(action: Action, facts: Facts) -> Rulings:
    """A stack a port and phase; a home city is open to them besides (8.3)."""
    place = goal(action)
    units = [u for u in units_of(action, facts) if _baltic(facts, u, place)]
    if not units or any(by_headquarters(facts, u, place).value for u in units):
        return
    held, most = facts.held_by(place, "central"), facts.limit("stack")
    came = {u.id for u in facts.units(facts.ledger.note("landed", place).split()) if u.place == place}
    number = len(came | {u.id for u in units if u.type not in FREE})
    told = f"{number} units land in {place} in this phase"
    yield verdict(number > most.value or not held.value, told, held, most)


def russians_keep_off_polish_cities(action: Action, facts: Facts) -> Rulings:
    """But on strategic turn A, and by headquarters (8.4)."""
    place = goal(action)
    for unit in units_of(action, facts):
        if unit.nation not in HOMES or not facts.on_map(place):
            continue
        country, staff, letter = facts.country(place), by_headquarters(facts, unit, place), facts.letter()
        bad = country.value == "RP" and not staff.value and letter.value != "A"
        yield verdict(bad, f"{unit.id} appears in {place}", country, *((letter,) if country.value == "RP" else ()))


CHECKS = (
    Check("8.1.A", ("arrive",), units_enter_from_their_box),
    Check("8.1.B", ("return",), nobody_goes_back_to_the_box),
    Check("8.1.G", ("arrive",), americans_enter_italy_from_the_south),
    Check("8.2.A", ("arrive",), the_headquarters_named_is_of_their_nation_supplied_and_beside),
    Check("8.3", ("arrive",), germans_land_in_baltic_ports_of_the_central_powers),
    Check("6.2.A", ("arrive",), nobody_comes_before_the_strategic_turn_of_the_counter),
    Check("8.1.D", ("arrive",), units_appear_at_home_or_by_a_headquarters),
    Check("8.1.E", ("arrive",), they_appear_in_a_friendly_supplied_city),
    Check("8.1.F", ("arrive",), british_appear_in_ports_or_by_a_headquarters),
    Check("8.2.B", ("arrive",), one_stack_a_headquarters),
    Check("8.2.C", ("arrive",), six_by_headquarters_in_the_east),
    Check("8.4", ("arrive",), russians_keep_off_polish_cities),
    Check("6.16.C", ("arrive",), americans_enter_by_the_western_edge),
    Check("7.27.B", ("arrive",), influenza_keeps_everybody_in_the_box),
)
