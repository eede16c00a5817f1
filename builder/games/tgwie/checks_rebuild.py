"""Replacements: who may be bought back, as what, and where it comes (6.11, 6.12, 16.3.C)."""

from __future__ import annotations

from builder.games.tgwie.changes import FELL_AS
from builder.games.tgwie.checks_base import Rulings, from_log, units_of, verdict
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import seen
from builder.games.tgwie.facts_strategic_turn import NOT_THERE
from builder.games.tgwie.facts_units import TURNED
from builder.model import Action, Need, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import undecided


def _dead(unit: Unit) -> bool:
    return unit.place.startswith("Dead")


def steps_are_regained_in_supply(action: Action, facts: Facts) -> Rulings:
    """A reduced unit on the map gets its step back where it stands (6.11.B)."""
    for unit in units_of(action, facts):
        if _dead(unit) or facts.is_hq(unit) or not facts.on_map(unit.place):
            continue
        fed = facts.supplied(unit.id)
        told = f"{unit.id} in {unit.place} regains a step {'in' if fed.value else 'out of'} supply"
        whole = unit.steps >= unit.full_steps
        if whole:
            told = f"{unit.id} has lost no step"
        yield verdict(whole or not fed.value, told, *(() if whole else (fed,)),
                      seen(f"steps of {unit.id}", f"{unit.steps} of {unit.full_steps}"))  # fmt: skip


def the_dead_return_to_the_box(action: Action, facts: Facts) -> Rulings:
    for unit in units_of(action, facts):
        if _dead(unit) and action.place:
            bad = facts.on_map(action.place)
            yield verdict(bad, f"{unit.id} is bought back into {action.place}", seen(unit.id, unit.place))


def _fell_as(action: Action, unit: Unit, facts: Facts) -> str:
    """The side that a unit showed as it fell, where that is not its front: `shock`, `infantry`; "" for its front."""
    if action.verb == "arrive":
        return facts.ledger.note(FELL_AS, unit.id)
    return facts.back(unit) if _dead(unit) and TURNED in unit.marks else ""


def shock_divisions_return_as_regulars(action: Action, facts: Facts) -> Rulings:
    """The Alpenkorps apart. In a log the counter may be turned after its drag: its face is looked at as it enters."""
    for unit in units_of(action, facts):
        if _fell_as(action, unit, facts) != "shock" or (action.verb == "rebuild" and from_log(action)):
            continue
        shown = TURNED in unit.marks if action.verb == "arrive" else action.detail("to") == "shock"
        yield verdict(shown, f"{unit.id}, a shock division, returns as {'such' if shown else 'a regular one'}",
                      seen(f"{unit.id} fell as", "shock"))  # fmt: skip


def converted_cavalry_returns_as_infantry(action: Action, facts: Facts) -> Rulings:
    for unit in units_of(action, facts):
        if _fell_as(action, unit, facts) != "infantry" or (action.verb == "rebuild" and from_log(action)):
            continue
        rides = TURNED not in unit.marks if action.verb == "arrive" else action.detail("to") == "cavalry"
        yield verdict(rides, f"{unit.id}, converted, returns as {'cavalry' if rides else 'infantry'}",
                      seen(f"{unit.id} fell as", "infantry"))  # fmt: skip


def the_first_five_british_lost_in_the_east_stay_dead(action: Action, facts: Facts) -> Rulings:
    """Canadians, Australians and New Zealanders apart (6.12.A). Whether headquarters count among the five is not said:
    what hangs on it is undecided."""
    for unit in units_of(action, facts):
        if unit.nation != "british" or not _dead(unit) or facts.contingent(unit) in ("CND", "ANZAC"):
            continue
        rank, most = facts.lost_in_the_east(unit), facts.number("costs", "british-east", "points")
        if not rank.known:
            yield undecided(f"{unit.id} is bought back", rank)
            continue
        early, late = rank.value
        if early <= most.value and (late > most.value or facts.is_hq(unit)):
            yield undecided(f"{unit.id} is bought back", rank, most,
                            needs=(Need("given", f"lost-in-east {unit.id}", "its number among them"),))  # fmt: skip
        else:
            where = f"{late}. of the British lost in the east" if early < NOT_THERE else "not lost in the east"
            yield verdict(late <= most.value, f"{unit.id}, {where}, is bought back", rank, most)


CHECKS = (
    Check("6.11.B", ("rebuild",), steps_are_regained_in_supply),
    Check("6.11.D", ("rebuild", "arrive"), shock_divisions_return_as_regulars),
    Check("6.11.E", ("rebuild", "arrive"), converted_cavalry_returns_as_infantry),
    Check("6.11.G", ("rebuild",), the_dead_return_to_the_box),
    Check("6.12.A", ("rebuild",), the_first_five_british_lost_in_the_east_stay_dead),
)
