"""Units that become others: cavalry on foot, shock divisions for points, Provisional troops (6.14.A, 16)."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.tgwie.checks_base import Rulings, units_of, verdict
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import seen
from builder.games.tgwie.facts_units import TURNED
from builder.model import Action, Answer, Unit
from builder.rules.ruleset import Check


def _riders(action: Action, facts: Facts) -> Iterator[Unit]:
    return (u for u in units_of(action, facts) if u.type == "cavalry")


def german_cavalry_on_the_map_is_converted(action: Action, facts: Facts) -> Rulings:
    """Not what is dead or waits (16.3.A)."""
    for unit in _riders(action, facts):
        good = unit.nation == "german" and facts.on_map(unit.place) and unit.steps > 0
        yield verdict(not good, f"{unit.id}, {unit.nation} cavalry in {unit.place}, is converted",
                      seen(f"{unit.id} stands in", unit.place))  # fmt: skip


def converted_cavalry_never_rides_again(action: Action, facts: Facts) -> Rulings:
    for unit in _riders(action, facts):
        if unit.nation != "german":
            continue
        back = TURNED in unit.marks or action.detail("to") == "cavalry"
        yield verdict(back, f"{unit.id} becomes {'cavalry again' if back else 'infantry'}",
                      seen(f"{unit.id} shows", "infantry" if TURNED in unit.marks else "cavalry"))  # fmt: skip


def conversion_is_paid_for(action: Action, facts: Facts) -> Rulings:
    """The price of the chit, once for all divisions of a turn, besides what was spent before (16.1.1.B)."""
    if not any(facts.back(u) == "shock" for u in units_of(action, facts)):
        return
    there = facts.said_number("resources", "german")
    if there is None:
        return
    second = facts.said_yes("played", "stoss-second")
    price = facts.number("costs", "shock-second" if second is not None and second.value else "shock-first", "points")
    paid = facts.bill()
    total = price.value + paid.value
    yield verdict(total > there.value, f"{total} points for {there.value}", price, paid, there)


# ---- Provisional troops


def _fallen(facts: Facts) -> Answer[bool] | None:
    """Whether the Czar has fallen, where that is known."""
    found = facts.czar_fallen()
    return found if found.known else None


def the_divisions_of_the_czar_are_gone(action: Action, facts: Facts) -> Rulings:
    """Once he has fallen they act no more: Provisional divisions stand in their place (6.14.A.1)."""
    yield from _exchanged(action, facts, waiting=False)


def exchanged_divisions_never_return(action: Action, facts: Facts) -> Rulings:
    """Neither from the dead nor from a box (16.4.C)."""
    yield from _exchanged(action, facts, waiting=True)


def _exchanged(action: Action, facts: Facts, waiting: bool) -> Rulings:
    fallen = _fallen(facts)
    if fallen is None:
        return
    for unit in units_of(action, facts):
        if unit.nation not in ("russian", "provisional") or facts.on_map(unit.place) == waiting:
            continue
        gone = facts.exchanged(unit)
        if fallen.value:
            yield verdict(gone.value, f"{unit.id} acts after the fall of the Czar", fallen, gone)


def provisional_troops_wait_for_the_fall_of_the_czar(action: Action, facts: Facts) -> Rulings:
    """What is left after the exchange enters from the box (16.4.D)."""
    fallen = _fallen(facts)
    if fallen is None:
        return
    for unit in units_of(action, facts):
        if unit.nation == "provisional":
            yield verdict(not fallen.value, f"{unit.id} enters", fallen)


CHECKS = (
    Check("16.1.1.B", ("convert",), conversion_is_paid_for),
    Check("16.3.A", ("convert",), german_cavalry_on_the_map_is_converted),
    Check("16.3.C", ("convert",), converted_cavalry_never_rides_again),
    Check("6.14.A.1", ("move", "rail", "attack", "advance"), the_divisions_of_the_czar_are_gone),
    Check("16.4.C", ("arrive", "rebuild"), exchanged_divisions_never_return),
    Check("16.4.D", ("arrive",), provisional_troops_wait_for_the_fall_of_the_czar),
)
