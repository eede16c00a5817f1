"""Strategic and sea movement: from town to town, within the limits, not beside the enemy (chapter 14)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from builder.games.tgwie.checks_base import Rulings, units_of, verdict
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import book, seen
from builder.games.tgwie.facts_strategic import RUSSIANS
from builder.model import Action, Need
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

LIMITS = {"14.3.A": ("rail", "rail-central"), "14.4.A": ("rail", "rail-russian"), "14.4.B": ("rail", "rail-allied"),
          "14.5.A": ("ship", "sea")}  # fmt: skip


def a_unit_starts_in_a_supplied_friendly_town(action: Action, facts: Facts) -> Rulings:
    start, _ = facts.ends(action)
    for unit in units_of(action, facts):
        if not facts.on_map(start) or unit.place.startswith("US"):
            continue
        town, held, fed = facts.is_town(start), facts.held_by(start, unit.side), facts.supplied(unit.id)
        waste = facts.devastated(start)
        good = town.value and held.value and fed.value and not waste.value
        sure = next((a for a in (town, held, fed) if a.known and not a.value), None)
        if sure is not None or waste.value:
            yield illegal(f"{unit.id} starts in {start}", sure or waste)
        else:
            yield verdict(not good, f"{unit.id} starts in {start}", town, held, fed, waste)


def it_ends_in_another_such_town(action: Action, facts: Facts) -> Rulings:
    _, end = facts.ends(action)
    side = facts.actor(action)
    if not facts.on_map(end):
        return
    town, held, waste = facts.is_town(end), facts.held_by(end, side), facts.devastated(end)
    sure = next((a for a in (town, held) if a.known and not a.value), None)
    if sure is not None or waste.value:
        yield illegal(f"ends in {end}", sure or waste)
    else:
        yield verdict(not (town.value and held.value), f"ends in {end}", town, held, waste)


def units_out_of_supply_stay(action: Action, facts: Facts) -> Rulings:
    """Nor those in fortress supply (11.2.A)."""
    for unit in units_of(action, facts):
        if facts.on_map(unit.place):
            fed = facts.supplied(unit.id)
            yield verdict(not fed.value, f"{unit.id} goes by rail {'in' if fed.value else 'out of'} supply", fed)


def nobody_ends_beside_an_enemy(action: Action, facts: Facts) -> Rulings:
    _, end = facts.ends(action)
    side = facts.actor(action)
    foes = facts.foes_beside(end, side)
    yield verdict(bool(foes), f"ends in {end}" + (f" beside {foes[0].id}" if foes else ""),
                  seen(f"enemies beside {end}", foes[0].id if foes else "none"))  # fmt: skip


def the_path_avoids_what_bars_it(rule: str) -> Callable[[Action, Facts], Rulings]:
    """A path that is given hex by hex; of a goal alone whether any free path leads there (14.2.C)."""

    def check(action: Action, facts: Facts) -> Rulings:
        side = facts.actor(action)
        for a, b in pairwise(action.path):
            if not facts.adjacent(a, b).value:
                return
            found = facts.rail_bar(side, b)
            if found is not None and found[0] == rule:
                yield illegal(f"{b}: {found[1]}", found[2])
                return
        if len(action.path) > 2:
            yield legal("nothing bars the path", seen("path", "-".join(action.path)))

    check.__name__ = {"14.2.C.1": "the_path_avoids_enemy_units", "14.2.C.2": "the_path_avoids_enemy_forts",
                      "14.2.C.4": "the_path_avoids_enemy_towns", "14.2.C.6": "the_path_avoids_neutral_ground",
                      "14.2.C.7": "the_path_avoids_alpine_hexes"}[rule]  # fmt: skip
    return check


def a_free_path_leads_there(action: Action, facts: Facts) -> Rulings:
    """Of start and goal alone: some path keeps off enemies, their forts and towns, and from beside them (14.2.E)."""
    start, end = facts.ends(action)
    side = facts.actor(action)
    if (
        len(action.path) > 2
        or facts.given.blank
        or start[:1] != end[:1]
        or not (facts.on_map(start) and facts.on_map(end))
    ):
        return
    if facts.theatre(start).value != facts.theatre(end).value:
        return
    found = facts.rail_leads(side, start, end)
    if found.value:
        yield legal(f"a path leads from {start} to {end}", found)
    else:
        yield undecided(f"no free path from {start} to {end} is seen", found,
                        needs=(Need("log", f"{start}-{end}", "the path of the rail movement"),))  # fmt: skip


def _limit(rule: str) -> Callable[[Action, Facts], Rulings]:
    verb, name = LIMITS[rule]

    def check(action: Action, facts: Facts) -> Rulings:
        if action.verb != verb or facts.capacity_name(action) != name:
            return
        load, used, most = facts.load_of(action), facts.used(name), facts.capacity(name)
        total = load.value + used.value
        text = f"{total} of {most.value} used"
        if load.needs and total <= most.value:
            yield undecided(text, load, used, most)
        else:
            yield verdict(total > most.value, text, load, used, most)

    check.__name__ = f"no_more_than_the_limit_of_{name.replace('-', '_')}"
    return check


def russians_go_by_rail_at_home(action: Action, facts: Facts) -> Rulings:
    """Only inside Russia and Russian Poland (14.4.A)."""
    if not any(u.nation in RUSSIANS for u in units_of(action, facts)):
        return
    for place in facts.ends(action):
        country = facts.country(place)
        yield verdict(country.value not in ("RU", "RP"), f"Russians by rail in {place}", country)


def sea_movers_take_no_train(action: Action, facts: Facts) -> Rulings:
    other = "rail" if action.verb == "ship" else "ship"
    for unit in units_of(action, facts):
        both = facts.ledger.has_acted(unit.id, other)
        told = f"{unit.id} goes by {'sea' if action.verb == 'ship' else 'rail'}" + (" after the other" if both else "")
        yield verdict(both, told, seen(f"{unit.id} by {other}", "yes" if both else "no"))


def ships_go_from_port_to_port(action: Action, facts: Facts) -> Rulings:
    for place in facts.ends(action):
        if not facts.on_map(place):
            continue
        port = facts.is_port(place)
        yield verdict(not port.value, f"{place} is {'a' if port.value else 'no'} friendly port", port)


def the_allies_alone_go_by_sea(action: Action, facts: Facts) -> Rulings:
    side = facts.actor(action)
    yield verdict(side == "central", f"{side} goes by sea", book("sea movement", "Allied", "14.1.B"))


def the_black_sea_needs_constantinople(action: Action, facts: Facts) -> Rulings:
    ports = [p for p in facts.ends(action) if p in facts.region("black-sea-ports")]
    if ports:
        held = facts.held_by("E1328", "allied")
        yield verdict(not held.value, f"by the Black Sea to or from {ports[0]}", held)


def gallipoli_and_salonika_take_all_ships(action: Action, facts: Facts) -> Rulings:
    """No other sea movement on the turn of their play (7.13.B, 7.14.B, 14.5.F; reading E4)."""
    turn = facts.turn()
    for chit in ("gallipoli", "salonika"):
        said = facts.said_number("played-on", chit)
        noted = facts.ledger.note("played-on", chit)
        if (said is None and not noted) or not turn.known:
            continue
        on = said.value if said is not None else int(noted)
        _, end = facts.ends(action)
        landing = end in ("E1022", "E1122", "E1116")
        told = f"by sea on turn {turn.value}, {chit} played on turn {on}"
        yield verdict(on == turn.value and not landing, told, turn, *(said.reasons if said else (seen(chit, on),)))


def nobody_goes_by_rail_on_turn_1(action: Action, facts: Facts) -> Rulings:
    turn = facts.turn()
    if turn.known:
        yield verdict(turn.value == 1, f"strategic movement on turn {turn.value}", turn)


CHECKS = (
    Check("14.2.A", ("rail",), a_unit_starts_in_a_supplied_friendly_town),
    Check("14.2.B", ("rail",), it_ends_in_another_such_town),
    Check("11.2.A", ("rail", "ship"), units_out_of_supply_stay),
    Check("14.2.F", ("rail",), nobody_ends_beside_an_enemy),
    *(Check(rule, ("rail",), the_path_avoids_what_bars_it(rule)) for rule in
      ("14.2.C.1", "14.2.C.2", "14.2.C.4", "14.2.C.6", "14.2.C.7")),
    Check("14.2.E", ("rail",), a_free_path_leads_there),
    *(Check(rule, (verb,), _limit(rule)) for rule, (verb, _) in LIMITS.items()),
    Check("14.4.A", ("rail",), russians_go_by_rail_at_home),
    Check("14.5.B", ("rail", "ship"), sea_movers_take_no_train),
    Check("14.5.C", ("ship",), ships_go_from_port_to_port),
    Check("14.1.B", ("ship",), the_allies_alone_go_by_sea),
    Check("14.5.E", ("ship",), the_black_sea_needs_constantinople),
    Check("7.13.B", ("ship",), gallipoli_and_salonika_take_all_ships),
    Check("3.4.E", ("rail", "ship"), nobody_goes_by_rail_on_turn_1),
)  # fmt: skip
