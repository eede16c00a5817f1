"""The rules of Seven Hexes as checks: plain functions, each bound to its rule, each named as what must hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from builder.games.tutorial.facts import STACK, Facts
from builder.model import SEEN, Action, Evidence, Reason, Tag
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, require, undecided

Rulings = Iterator[Ruling]
PHASE = {"move": "movement", "attack": "combat"}


def seen(name: str, value: object) -> Reason:
    return Reason(name, value, SEEN)


def each_side_acts_in_its_own_phase(action: Action, facts: Facts) -> Rulings:
    side = next((u.side for u in facts.units(action)), action.side)
    if not side or not facts.when.phase:
        return
    fits = (side, PHASE[action.verb]) == (facts.when.side, facts.when.phase)
    verdict = legal if fits else illegal
    yield verdict(f"{side} {action.verb}s in {facts.when}", seen("now", str(facts.when)))


def a_move_costs_no_more_than_the_movement_factor(action: Action, facts: Facts) -> Rulings:
    gaps = [facts.touch(a, b) for a, b in pairwise(action.path)]
    if not all(gap.value for gap in gaps):
        yield illegal("units go from hex to neighbour", *gaps)
        return
    way = facts.way(action.path)
    for unit in facts.units(action):
        allowance = facts.printed(unit, "movement")
        points = require(allowance)
        text = f"{unit.id} spends {way.points} of {points} points"
        if way.points > points:
            yield illegal(text, allowance, *way.reasons, sum=way.sum())
        elif way.needs:
            yield undecided("the ground is not known", allowance, needs=way.needs)
        else:
            yield legal(text, allowance, *way.reasons, sum=way.sum())


def nobody_enters_a_hex_with_enemies(action: Action, facts: Facts) -> Rulings:
    side = next((u.side for u in facts.units(action)), "")
    for place in action.path[1:]:
        for enemy in facts.enemies(place, side):
            yield illegal(f"{enemy.id} stands in {place}", seen(enemy.id, place))
            return
    yield legal("no enemy stands on the way", seen("way", "-".join(action.path)))


def at_most_two_units_end_in_a_hex(action: Action, facts: Facts) -> Rulings:
    if not action.path:
        return
    goal = action.path[-1]
    there = {u.id for u in facts.state.at(goal)} | set(action.units)
    limit = Reason("units in a hex", STACK, Evidence(Tag.BOOK, "2.3"))
    verdict = illegal if len(there) > STACK else legal
    yield verdict(f"{len(there)} units in {goal}", limit, *(seen(name, goal) for name in sorted(there)))


def attackers_stand_beside_their_target(action: Action, facts: Facts) -> Rulings:
    for unit in facts.units(action):
        touch = facts.touch(unit.place, action.place)
        if not touch.value:
            yield illegal(f"{unit.id} does not stand beside {action.place}", touch)
            return
        yield legal(f"{unit.id} stands beside {action.place}", touch)


def the_result_is_the_one_of_the_chart(action: Action, facts: Facts) -> Rulings:
    said = action.detail("result")
    if not said:
        return
    answer = facts.result(action)
    found = require(answer)
    verdict = legal if found == said else illegal
    yield verdict(f"{said} announced, the chart gives {found}", answer)


CHECKS = (
    Check("1.2", ("move", "attack"), each_side_acts_in_its_own_phase),
    Check("2.1", ("move",), a_move_costs_no_more_than_the_movement_factor),
    Check("2.2", ("move",), nobody_enters_a_hex_with_enemies),
    Check("2.3", ("move",), at_most_two_units_end_in_a_hex),
    Check("3.1", ("attack",), attackers_stand_beside_their_target),
    Check("3.2", ("attack",), the_result_is_the_one_of_the_chart),
)
