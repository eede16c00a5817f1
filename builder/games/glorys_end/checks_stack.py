"""Stacking (6): nine steps, two corps, nations, Paris; at set-up also armies (3.3.d)."""

from __future__ import annotations

from collections.abc import Iterable

from builder.games.glorys_end.checks_base import Rulings, acting, goal_of, names, written
from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.facts_board import PARIS
from builder.model import Action, Answer, Reason, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

ENDS = ("move", "rail", "ship", "arrive", "rebuild", "set-up")  # what ends in a hex
WATCHED = (*ENDS, "end-movement", "end-phase")
PARIS_ENDS = ("move", "rail", "ship", "arrive", "advance", "retreat")
PASSING = "at no moment more than nine steps in a hex, units in passing included"
COMBAT_ENDS = "a retreat or advance ends a movement too, so that only French units may end in Paris by it"
FREE = ("siege-gun", "dummy")
FORTRESS = "whether a fortress counts as a unit of its nation"


def stack_after(action: Action, facts: Facts, place: str) -> tuple[Unit, ...]:
    """Who stands in `place` once the movers are there."""
    movers = acting(action, facts)
    moving = {u.id for u in movers}
    return tuple(u for u in facts.at(place) if u.id not in moving) + movers


def stacks(action: Action, facts: Facts) -> Iterable[tuple[str, tuple[Unit, ...]]]:
    """(hex, units) to look at: where units end, or every own stack when movement or a log's set-up is over."""
    if action.verb == "set-up" and not written(action):
        return  # pieces are dragged to and fro before the first turn
    if action.verb in (*ENDS, "advance"):
        goal = goal_of(action) or next((u.place for u in acting(action, facts)), "")
        if facts.on_map(goal):
            yield goal, stack_after(action, facts, goal)
    elif action.verb == "end-movement" or _over(action, facts):
        for place in (action.place,) if action.place else sorted(facts.state.by_place):
            own = tuple(u for u in facts.at(place) if facts.when.side in ("", u.side))
            if own and facts.on_map(place):
                yield place, own


def _over(action: Action, facts: Facts) -> bool:
    if not written(action):
        return facts.scenario is not None and not facts.when.turn
    return True  # the limits hold at all times (6.4)


def too_many_steps(units: Iterable[Unit], facts: Facts) -> tuple[int, Answer[int], tuple[Reason, ...]]:
    """(steps, limit, one reason a unit): siege guns and dummies are free, a fortress counts."""
    counted = [u for u in units if u.type not in FREE]
    each = tuple(seen(f"steps of {u.id}", u.steps) for u in counted)
    return sum(u.steps for u in counted), facts.limit("stack-steps"), each


def at_most_nine_steps_are_in_a_hex(action: Action, facts: Facts) -> Rulings:
    fine = None
    for place, units in stacks(action, facts):
        steps, limit, each = too_many_steps(units, facts)
        lines = (" + ".join(str(reason.value) for reason in each) + f" = {steps} steps",)
        if steps > limit.value:
            yield illegal(f"{steps} steps in {place}, {limit.value} may stand there", limit, *each, sum=lines)
            return
        fine = legal(f"{steps} of {limit.value} steps in {place}", limit, *each, sum=lines)
    if fine is not None:
        yield fine


def at_most_two_corps_are_in_a_hex(action: Action, facts: Facts) -> Rulings:
    fine = None
    for place, units in stacks(action, facts):
        limit = facts.limit("stack-corps")
        asked = [facts.is_corps(u) for u in units if facts.is_mobile(u) and u.type not in FREE]
        sure = sum(1 for a in asked if a.known and a.value)
        known = [a for a in asked if a.known and a.value]
        if sure > limit.value:
            yield illegal(f"{sure} corps in {place}, {limit.value} may stand there", limit, *known)
            return
        if sure + sum(1 for a in asked if not a.known) > limit.value:
            yield undecided(f"how many corps stand in {place} is not known", *asked)
            return
        fine = legal(f"{sure} of {limit.value} corps in {place}", limit, *known)
    if fine is not None:
        yield fine


def _nations(units: Iterable[Unit], facts: Facts) -> tuple[list[Unit], set[str], list[Unit]]:
    """(Allied units that bind, their nations, the exempt naval ones)."""
    allied = [u for u in units if u.side == "allied"]
    exempt = [u for u in allied if facts.naval_exempt(u)]
    binding = [u for u in allied if u not in exempt]
    return binding, {u.nation for u in binding}, exempt


def allied_nations_do_not_stack(action: Action, facts: Facts) -> Rulings:
    fine = None
    for place, units in stacks(action, facts):
        binding, nations, _ = _nations(units, facts)
        because = [seen(u.id, u.nation) for u in binding]
        if len(nations) > 1 and place in PARIS:
            return  # 6.3.a names it better
        if len(nations) > 1:
            mobile = {u.nation for u in binding if facts.is_mobile(u)}
            if len(mobile) > 1:
                yield illegal(f"{' and '.join(sorted(mobile))} units end together in {place}", *because)
            else:
                yield undecided(f"only a fortress in {place} is of another nation", *because, reading=FORTRESS)
            return
        if binding:
            fine = legal(f"one nation in {place}", *because)
    if fine is not None:
        yield fine


def british_naval_units_stack_with_any_ally(action: Action, facts: Facts) -> Rulings:
    for place, units in stacks(action, facts):
        _, nations, exempt = _nations(units, facts)
        if exempt and nations - {"british"}:
            yield legal(f"{names(exempt)} may stand in {place} with any ally", *(seen(u.id, u.type) for u in exempt))
            return


def only_french_units_end_in_paris(action: Action, facts: Facts) -> Rulings:
    if action.verb in ("end-movement", "end-phase"):
        yield from _stayed_in_paris(action, facts)
        return
    goal = goal_of(action)
    units = acting(action, facts)
    if goal not in PARIS:
        passed = [place for place in action.path[1:-1] if place in PARIS]
        others = [u for u in units if u.side == "allied" and u.nation != "french"]
        if passed and others:
            yield legal(f"{names(others)} only cross Paris", seen("way", "-".join(action.path)))
        return
    strangers = [u for u in units if u.side == "allied" and u.nation != "french"]
    if strangers:
        reading = COMBAT_ENDS if action.verb in ("advance", "retreat") else ""
        yield illegal(f"{names(strangers)} may not end in Paris {goal}", *(seen(u.id, u.nation) for u in strangers),
                      reading=reading)  # fmt: skip
    elif any(u.side == "allied" for u in units):
        yield legal(f"French units may end in Paris {goal}", *(seen(u.id, u.nation) for u in units))


def _stayed_in_paris(action: Action, facts: Facts) -> Rulings:
    """Those who stand there though no move of this phase led them in: the others were judged as they came."""
    if not written(action):
        return
    for place, units in stacks(action, facts):
        stayed = [u for u in units if u.side == "allied" and u.nation != "french" and u.id not in facts.ledger.ways]
        if place in PARIS and stayed:
            yield illegal(f"{names(stayed)} may not end in Paris {place}", *(seen(u.id, u.nation) for u in stayed))
            return


def nine_steps_hold_in_passing_too(action: Action, facts: Facts) -> Rulings:
    """Only where somebody said by which hexes the move goes."""
    looked = None
    for place in action.path[1:-1]:
        own = [u for u in facts.at(place) if u.side == facts.actor(action)]
        if not own:
            continue
        steps, limit, each = too_many_steps((*own, *acting(action, facts)), facts)
        if steps > limit.value:
            yield illegal(f"{steps} steps in {place} while passing", limit, *each, reading=PASSING)
            return
        looked = legal(f"{steps} steps in {place} while passing", limit, *each)
    if looked is not None:
        yield looked


def armies_do_not_share_a_starting_hex(action: Action, facts: Facts) -> Rulings:
    if facts.rules_of_play == "marne" or (action.verb == "end-phase" and (written(action) or facts.when.turn)):
        return
    fine = None
    for place, units in stacks(action, facts):
        asked = (facts.army(unit) for unit in units)
        armies = {army.value: army for army in asked if army.known and army.value not in ("", "0")}
        if len(armies) > 1:
            yield illegal(f"armies {' and '.join(sorted(armies))} in {place}", *armies.values())
            return
        if armies:
            fine = legal(f"one army in {place}", *armies.values())
    if fine is not None:
        yield fine


CHECKS = (
    Check("6.1.a", WATCHED, at_most_nine_steps_are_in_a_hex),
    Check("6.1.b", WATCHED, at_most_two_corps_are_in_a_hex),
    Check("6.2.a", (*WATCHED, "advance"), allied_nations_do_not_stack),
    Check("6.2.b", (*WATCHED, "advance"), british_naval_units_stack_with_any_ally),
    Check("6.3.a", (*PARIS_ENDS, "end-movement", "end-phase"), only_french_units_end_in_paris),
    Check("6.4.a", ("move",), nine_steps_hold_in_passing_too),
    Check("3.3.d", ("set-up", "end-phase"), armies_do_not_share_a_starting_hex),
)
