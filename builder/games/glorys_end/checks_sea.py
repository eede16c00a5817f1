"""Sea movement (11.5): how many steps, from which turn, between which ports. What ships share with trains is in
`checks_rail`."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.glorys_end.checks_base import Rulings, acting, goal_of, names, worst
from builder.games.glorys_end.checks_rail import is_naval_brigade, start_of
from builder.games.glorys_end.facts import Facts, seen
from builder.model import Action, Answer, Finding
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided


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
    Check("11.5.a", ("ship",), ships_carry_no_more_than_four_steps),
    Check("11.5.c", ("ship",), ships_run_from_port_to_port),
    Check("11.5.d", ("ship",), british_ships_run_to_belgian_ports),
    Check("11.5.e", ("ship",), the_naval_brigade_ships_from_coast_to_coast),
    Check("11.5.g", ("ship",), nobody_lands_among_germans),
    Check("11.5.f", ("ship",), inland_ports_need_access_hexes_free_of_germans),
)
