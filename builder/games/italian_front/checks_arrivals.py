"""Arrivals: hexes that are barred, what headquarters bring, where supply comes in, corps headquarters."""

from __future__ import annotations

from builder.games.italian_front.checks_base import Rulings, Told, acting, told_by, written
from builder.games.italian_front.facts import Facts, seen
from builder.games.italian_front.facts_base import book
from builder.model import Action, Need, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

NEAREST = "the nearest hex is counted in hexes from those in which the unit should arrive"
BEGINNING = "a turn begins for each side with its own first phase"
WITH_CORPS = ("duration", "linked")


def barred_hexes_told(action: Action, facts: Facts) -> Told:
    """S25-3: not among enemies, in their hexes, on cut rail; where all hexes are so, the nearest that is not."""
    for unit in acting(action, facts):
        if not action.place or not facts.on_map(action.place) or unit.type == "supply":
            continue
        barred = facts.bars_arrival(action.place, unit.side)
        message = f"{unit.id} arrives in {action.place}"
        if barred.value:
            yield "S25-3", illegal(message, barred)
        elif action.place in facts.entries(unit) or not facts.all_entries_barred(unit.nation, unit.side):
            yield "S25-3", legal(message, barred)
        else:
            near = facts.next_best(unit)
            could = seen("nearest working rail", " ".join(sorted(near)) or "none")
            right = action.place in near
            yield "S25-3", (legal if right else illegal)(message, barred, could, reading=NEAREST)


def headquarters_bring_what_is_listed(action: Action, facts: Facts) -> Rulings:
    """S25-6."""
    for unit in acting(action, facts):
        if unit.type != "headquarters":
            continue
        listed, has = facts.listed_stock(unit), facts.stock(unit.id)
        if listed is None or not has.known:
            continue
        message = f"{unit.id} arrives with {has.value} supply points, {listed.value} listed"
        yield (illegal if has.value > listed.value else legal)(message, listed, has)


def supply_told(action: Action, facts: Facts) -> Told:
    """S25-7: to headquarters on working rail, or as a marker on friendly rail at the edge of the map."""
    for unit in acting(action, facts):
        if action.verb == "receive":
            rail = facts.own_rail(unit.place, unit.side)
            message = f"{unit.id} in {unit.place} receives supply points"
            yield "S25-7", (legal if rail.value else illegal)(message, rail)
        elif unit.type == "supply" and action.place:
            yield "S25-7", _marker(facts, unit, action.place)


def _marker(facts: Facts, unit: Unit, place: str) -> Ruling:
    rail, barred = facts.own_rail(place, unit.side), facts.bars_arrival(place, unit.side)
    drawn = "edge" in facts.features(place).value
    edge = drawn if facts.given.blank else len(facts.sheet.neighbours(place)) < 6
    message = f"{unit.id} arrives in {place}"
    right = rail.value and edge and not barred.value
    return (legal if right else illegal)(message, rail, barred, seen("edge of the map", "yes" if edge else "no"))


def corps_headquarters_told(action: Action, facts: Facts) -> Told:
    """S18-17: on top of an army headquarters as a turn begins, in the long games alone (P58)."""
    for unit in acting(action, facts):
        if unit.type != "headquarters" or unit.size != "XXX" or not action.place:
            continue
        army = next((u for u in facts.friends_at(action.place, unit.side) if _commands(u, unit)), None)
        if action.verb == "create" or army is not None:  # of other arrivals the schedule's row may be lost (P6, P7)
            yield "S18-17", _created(action, facts, unit, army)


def _created(action: Action, facts: Facts, unit: Unit, army: Unit | None) -> Ruling:
    message = f"{unit.id} is created in {action.place}"
    told = seen(f"army headquarters in {action.place}", army.id if army else "none")
    if facts.base and facts.base not in WITH_CORPS:
        game = book("corps headquarters are created", "in linked, duration and campaign games", "S18-17")
        if written(action) and action.verb == "create":
            return illegal(message, game, seen("game", facts.base))
        return undecided(message, game, needs=(Need("schedule.csv", unit.id, "turn"),))
    if army is None:
        return illegal(message, told)
    if facts.when.phase in ("", "reinforcement"):
        return legal(message, told, facts.moment())
    message = f"{message} in the {facts.when.phase} phase"
    if action.inferred:
        return undecided(message, facts.moment(), needs=(Need("log", "which phase was played"),))
    return illegal(message, facts.moment(), reading=BEGINNING)


def _commands(army: Unit, corps: Unit) -> bool:
    return army.type == "headquarters" and army.size == "XXXX" and army.nation == corps.nation and army.id != corps.id


CHECKS = (
    *told_by(barred_hexes_told, {"S25-3": "nobody_arrives_in_a_barred_hex"}, "arrive"),
    Check("S25-6", ("arrive",), headquarters_bring_what_is_listed),
    *told_by(supply_told, {"S25-7": "supply_arrives_at_working_rail"}, "arrive", "receive"),
    *told_by(corps_headquarters_told, {"S18-17": "corps_headquarters_are_created_on_an_army"}, "create", "arrive"),
)
