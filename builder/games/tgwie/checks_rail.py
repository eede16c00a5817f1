"""Strategic and sea movement: from town to town, within the limits, not beside the enemy (chapter 14)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from builder.games.tgwie.checks_base import Rulings, from_log, units_of, verdict
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import book, joined, seen
from builder.games.tgwie.facts_strategic import RUSSIANS
from builder.model import Action, Need
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

LIMITS = {"14.3.A": ("rail", "rail-central"), "14.4.A": ("rail", "rail-russian"), "14.4.B": ("rail", "rail-allied"),
          "14.5.A": ("ship", "sea")}  # fmt: skip
LANDINGS = ("E1022", "E1122", "E1116")


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
    foes = [u for u in facts.foes_beside(end, side) if not facts.newly_mobilised(u)]  # 14.2.H
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
                      "14.2.C.3": "the_path_avoids_enemy_heavy_forts", "14.2.C.5": "the_path_avoids_enemy_cities",
                      "14.2.C.4": "the_path_avoids_enemy_towns", "14.2.C.6": "the_path_avoids_neutral_ground",
                      "14.2.C.7": "the_path_avoids_alpine_hexes"}[rule]  # fmt: skip
    return check


def the_path_crosses_no_closed_side(action: Action, facts: Facts) -> Rulings:
    """No sea, haff or lake; whether a frozen lake is closed to trains the book leaves open (14.2.D)."""
    steps = [(a, b) for a, b in pairwise(action.path) if facts.adjacent(a, b).value]
    if len(steps) < len(action.path) - 1 or not steps:
        return
    lakes = []
    for a, b in steps:
        side = facts.side(a, b)
        if {"all-sea", "haff"} & side.value:
            yield illegal(f"{a}|{b} is closed to trains", side)
            return
        shut = facts.lake_shut(a, b)
        if "lake" in side.value and shut.known and shut.value:
            yield illegal(f"{a}|{b} is a lake", side, shut)
            return
        if "lake" in side.value:
            lakes.append(joined(True, side, shut))
    if lakes:
        open_ = Need("14.2.D", "lakes in snow", "", "legal as a march over them is (12.5.B)")
        yield undecided("the path crosses a lake", *lakes, needs=(open_,))
    else:
        yield legal("no side of the path is closed", seen("path", "-".join(action.path)))


EDGES = {"14.3.D": "central", "14.4.C": "allied"}


def _by_the_edges(rule: str) -> Callable[[Action, Facts], Rulings]:
    """Trains leave one map and enter another by friendly edge hexes (14.3.D, 14.4.C)."""
    side = EDGES[rule]

    def check(action: Action, facts: Facts) -> Rulings:
        start, end = facts.ends(action)
        if facts.actor(action) != side or not (facts.is_number(start) and facts.is_number(end)):
            return
        maps = facts.theatre(start).value, facts.theatre(end).value
        # of trains of the Central Powers between the western front and Italy the book does not speak
        bound = start[0] != end[0] if side == "central" else set(maps) == {"west", "italy"}
        if not bound:
            return
        if len(action.path) > 2:
            yield from _edges_of(action, facts, side)
            return
        both = [facts.edge_leads(side, place) for place in (start, end)]
        shut = next((b for b in both if b.known and not b.value), None)
        if shut is not None:
            yield illegal(f"{start}-{end}: no friendly edge hex", shut)
        else:
            yield legal(f"{start}-{end} by the edges of the maps", *both)

    check.__name__ = f"{side}_trains_change_maps_by_friendly_edges"
    return check


def _edges_of(action: Action, facts: Facts, side: str) -> Rulings:
    """The two hexes of a written path between which it changes maps."""
    for a, b in pairwise(action.path):
        here, there = facts.theatre(a), facts.theatre(b)
        if here.value == there.value:
            continue
        off = next((p for p, on in ((a, here), (b, there)) if p not in facts.edge(side, on.value)), "")
        held = [facts.held_by(p, side) for p in (a, b)]
        lost = next((h for h in held if h.known and not h.value), None)
        if off:
            yield illegal(f"{a}-{b}: {off} is no edge hex of supply", here, there)
        elif lost is not None:
            yield illegal(f"{a}-{b}: not both are friendly", lost)
        else:
            yield legal(f"{a}-{b} from edge to edge", *held)
        return


def nobody_marches_from_map_to_map(action: Action, facts: Facts) -> Rulings:
    """Trains and ships alone join the western front, Italy and the east (14.1.E)."""
    places = [p for p in action.path if facts.is_number(p)]
    if len(places) < 2:
        return
    here, there = facts.theatre(places[0]), facts.theatre(places[-1])
    if here.value == there.value:
        yield legal(f"{places[-1]} is on the same map", here, there)
    elif from_log(action) and not facts.ledger.note("clicked"):
        yield undecided(f"from the {here.value} map to the {there.value} map", here, there,
                        needs=(Need("log", "phase", "whether strategic movement had begun"),))  # fmt: skip
    else:
        yield illegal(f"marches from the {here.value} map to the {there.value} map", here, there,
                      inferred=from_log(action))  # fmt: skip


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


def _takes_all_ships(chit: str) -> Callable[[Action, Facts], Rulings]:
    """No other sea movement on the turn of its play (7.13.B, 7.14.B, 14.5.F; reading E4)."""

    def check(action: Action, facts: Facts) -> Rulings:
        on, turn = facts.played_turn(chit), facts.turn()
        if on is None or not turn.known:
            return
        _, end = facts.ends(action)
        told = f"by sea on turn {turn.value}, {chit} played on turn {on.value}"
        yield verdict(on.value == turn.value and end not in LANDINGS, told, turn, on)

    check.__name__ = f"{chit}_takes_all_ships"
    return check


def no_ally_sails_in_the_baltic(action: Action, facts: Facts) -> Rulings:
    ports = [p for p in facts.ends(action) if p in facts.region("baltic-ports")]
    for place in facts.ends(action):
        if facts.is_number(place):
            inside = facts.region_reason("baltic-ports", place, place in ports)
            yield verdict(place in ports, f"by sea to or from {place}", inside)


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
      ("14.2.C.1", "14.2.C.2", "14.2.C.3", "14.2.C.4", "14.2.C.5", "14.2.C.6", "14.2.C.7")),
    Check("14.2.D", ("rail",), the_path_crosses_no_closed_side),
    *(Check(rule, ("rail",), _by_the_edges(rule)) for rule in EDGES),
    Check("14.1.E", ("move",), nobody_marches_from_map_to_map),
    Check("14.2.E", ("rail",), a_free_path_leads_there),
    *(Check(rule, (verb,), _limit(rule)) for rule, (verb, _) in LIMITS.items()),
    Check("14.4.A", ("rail",), russians_go_by_rail_at_home),
    Check("14.5.B", ("rail", "ship"), sea_movers_take_no_train),
    Check("14.5.C", ("ship",), ships_go_from_port_to_port),
    Check("14.1.B", ("ship",), the_allies_alone_go_by_sea),
    Check("14.5.E", ("ship",), the_black_sea_needs_constantinople),
    Check("14.5.D", ("ship",), no_ally_sails_in_the_baltic),
    Check("7.13.B", ("ship",), _takes_all_ships("gallipoli")),
    Check("7.14.B", ("ship",), _takes_all_ships("salonika")),
    Check("3.4.E", ("rail", "ship"), nobody_goes_by_rail_on_turn_1),
)  # fmt: skip
