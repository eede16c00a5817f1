"""Nations that come and go: entry, Gallipoli's beaches, Indians, Turkey, typhus (7.11, 7.13, 7.18, 7.21, 7.28)."""

from __future__ import annotations

from itertools import pairwise

from builder.games.tgwie.checks_base import Rulings, goal, units_of, verdict
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import joined, seen
from builder.games.tgwie.facts_moves import BEACHES, BEYOND_THE_BEACHES
from builder.model import Action, Need
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

INDIANS = ("3IN", "7IN")
ACTS = ("move", "attack", "rail", "ship", "arrive")


def newcomers_are_placed_at_home(action: Action, facts: Facts) -> Rulings:
    """Anywhere inside their country, on the turn of their entry (7.11.D)."""
    place = goal(action)
    for unit in units_of(action, facts):
        entering = facts.enters_now(unit.nation)
        if entering is None or not entering.value or not facts.on_map(place) or unit.nation == "ottoman":
            continue
        country = facts.country(place)
        home = facts.nation_of(country.value) == unit.nation if country.known else False
        yield verdict(not home, f"{unit.id} is placed in {place}", country, entering)


def greeks_are_placed_off_enemy_ground(action: Action, facts: Facts) -> Rulings:
    place = goal(action)
    for unit in units_of(action, facts):
        entering = facts.enters_now(unit.nation) if unit.nation == "greek" else None
        if entering is not None and entering.value and facts.on_map(place):
            held = facts.control(place)
            yield verdict(held.value == "central", f"{unit.id} is placed in {place}", held, entering)


def turks_are_placed_where_their_counters_say(action: Action, facts: Facts) -> Rulings:
    """Those that wait for their country to be entered (7.11.D)."""
    place = goal(action)
    for unit in units_of(action, facts):
        named = facts.entry_hex(unit)
        if named is not None and facts.on_map(place):
            yield verdict(place != named.value, f"{unit.id} is placed in {place}, not {named.value}"
                          if place != named.value else f"{unit.id} is placed in {place}", named)  # fmt: skip


def entering_nations_stand_still(action: Action, facts: Facts) -> Rulings:
    """Neither they nor anybody into their country, on the turn of their entry (7.11.E; reading E3)."""
    for unit in units_of(action, facts):
        entering = facts.enters_now(unit.nation)
        if entering is not None:
            yield verdict(bool(entering.value), f"{unit.id} acts on the turn of its entry", entering)
            continue
        into = action.path[1:] if action.path else (action.place,)
        for place in into:
            found = facts.entering_country(place) if facts.on_map(place) else None
            if found is not None:
                yield verdict(bool(found[1].value), f"{unit.id} goes or attacks into {place}", found[1])


def a_beach_that_was_left_stays_shut(action: Action, facts: Facts) -> Rulings:
    """Once the Allies have left one and Turkey holds E1023, nobody lands (7.13.K)."""
    end, turn, since = goal(action), facts.turn(), facts.played_turn("gallipoli")
    if end not in BEACHES or since is None or not turn.known:
        return
    if action.path and action.path[-2:-1] == (BEYOND_THE_BEACHES,):
        return
    if since.value >= turn.value:
        yield legal(f"a landing in {end}", since, turn)
        return
    held = facts.control(BEYOND_THE_BEACHES)
    empty = [b for b in sorted(BEACHES) if not any(u.side == "allied" for u in facts.at(b))]
    left = [b for b in empty if facts.ledger.note("control", b) == "allied"]
    reasons = (since, turn, held, seen("beaches without Allies", " ".join(empty) or "none"))
    if held.known and held.value != "central":
        yield legal(f"a landing in {end}", *reasons)
    elif len(empty) == len(BEACHES) or left:
        yield verdict(True, f"a landing in {end} after the beaches were left", *reasons)
    elif empty:
        yield undecided(f"a landing in {end}", *reasons,
                        needs=(Need("log", empty[0], "whether Allies landed there and left"),))  # fmt: skip
    else:
        yield legal(f"a landing in {end}", *reasons)


def the_indian_divisions_are_gone(action: Action, facts: Facts) -> Rulings:
    """The 3rd and the 7th, from the draw of their chit on (7.18)."""
    on = facts.played_turn("indian-withdrawal")
    for unit in units_of(action, facts):
        if unit.nation != "british" or facts.designation(unit) not in INDIANS:
            continue
        if on is not None:
            yield illegal(f"{unit.id} acts after its withdrawal", on)
        elif not facts.ledger.note("unseen"):
            yield legal(f"{unit.id} acts", seen("Indian Corps Withdrawal", "not drawn"))


def turks_are_gone_once_turkey_surrenders(action: Action, facts: Facts) -> Rulings:
    on = facts.played_turn("turkey-surrenders")
    for unit in units_of(action, facts):
        if unit.nation == "ottoman":
            if on is not None:
                yield illegal(f"{unit.id} acts after the surrender", on)
            elif not facts.ledger.note("unseen"):
                yield legal(f"{unit.id} acts", seen("Turkey Surrenders", "not played"))


def _serbian(facts: Facts, place: str):
    found = facts.country(place)
    return joined(found.value == "SE", found)


def typhus_closes_serbia(action: Action, facts: Facts) -> Rulings:
    """Nobody moves or attacks across its border for three turns (7.28.C)."""
    bound = facts.typhus()
    if bound is None:
        return
    if action.verb == "attack":
        steps = [(u.place, action.place) for u in units_of(action, facts) if not facts.is_hq(u)]
    else:
        steps = list(pairwise(action.path))
    for a, b in steps:
        inside, beyond = _serbian(facts, a), _serbian(facts, b)
        if inside.value != beyond.value:
            yield verdict(bool(bound.value), f"{a}-{b} crosses the Serbian border", bound, inside, beyond)
            return


def nobody_attacks_inside_serbia_under_typhus(action: Action, facts: Facts) -> Rulings:
    bound = facts.typhus()
    if bound is None:
        return
    for unit in units_of(action, facts):
        inside, beyond = _serbian(facts, unit.place), _serbian(facts, action.place)
        if inside.value and beyond.value and not facts.is_hq(unit):
            yield verdict(bool(bound.value), f"{unit.id} attacks {action.place} inside Serbia", bound, inside, beyond)


CHECKS = (
    Check("7.11.D", ("arrive", "set-up"), newcomers_are_placed_at_home),
    Check("7.11.D.exc", ("arrive", "set-up"), turks_are_placed_where_their_counters_say),
    Check("7.11.E", ("move", "attack", "advance"), entering_nations_stand_still),
    Check("7.11.F.greece", ("arrive", "set-up"), greeks_are_placed_off_enemy_ground),
    Check("7.13.K", ("ship", "arrive"), a_beach_that_was_left_stays_shut),
    Check("7.18", ACTS, the_indian_divisions_are_gone),
    Check("7.21.A", ACTS, turks_are_gone_once_turkey_surrenders),
    Check("7.28.C", ("move", "attack"), typhus_closes_serbia),
    Check("7.28.D", ("attack",), nobody_attacks_inside_serbia_under_typhus),
)
