"""How a scenario of Glory's End may be set up: stacks, nations, forts, arrivals, armies by their markers."""

from __future__ import annotations

from collections import Counter as Count
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from builder.model import Counter, Diagnostic, Game, Placement, Scenario, Span, error

PARIS = ("3036", "3037", "3136")
STACK_STEPS, STACK_CORPS = 9, 2  # 6.1
RAIL_STEPS = 8  # 11.1
SETUP_RADIUS = 3  # 3.3
OOC_STACKS = 3  # 10.1
BY_RAIL = ("infantry", "naval-infantry", "siege-gun")  # 11.1
# 16.2: units, steps by nation; the three Paris forts stand beside them
MARNE = {"british": (5, 12), "french": (23, 53), "german": (18, 46)}
MARNE_OOC = ("3235", "3333", "3334")  # 16.3

Faults = Iterator[Diagnostic]


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit of a scenario in its hex."""

    counter: Counter
    placement: Placement
    steps: int


Stands = dict[str, list[Stand]]


def fault(rule: str, headline: str, span: Span) -> Diagnostic:
    """A fault that names its rule, in the code and in the message."""
    return error(f"glorys-end {rule}", f"{headline} (rule {rule})", span)


def owner_of(game: Game, place: str) -> str:
    """The country of a hex, "" for none."""
    return next((sheet.hexes[place].owner for sheet in game.maps if place in sheet.hexes), "")


def stands_of(game: Game, scenario: Scenario) -> dict[str, list[Stand]]:
    """Units by hex, in the order of the file."""
    found: dict[str, list[Stand]] = defaultdict(list)
    for placement in scenario.placements:
        counter = game.counters.get(placement.what)
        if counter is not None:
            found[placement.place].append(Stand(counter, placement, placement.steps or counter.steps))
    return {place: stands for place, stands in found.items() if any(place in sheet.hexes for sheet in game.maps)}


def stacks_keep_to_nine_steps(_game: Game, _scenario: Scenario, stands: Stands) -> Faults:
    """Siege guns, zones, trenches and markers are free (6.1.c); a fortress counts (14.2.c)."""
    for place, stack in stands.items():
        steps = sum(s.steps for s in stack if s.counter.type != "siege-gun")
        if steps > STACK_STEPS:
            yield fault("6.1.a", f"{place}: {steps} steps in a hex (at most {STACK_STEPS})", stack[-1].placement.span)


def stacks_keep_to_two_corps(_game: Game, _scenario: Scenario, stands: Stands) -> Faults:
    for place, stack in stands.items():
        corps = [s for s in stack if s.counter.attributes.get("corps") == "yes"]
        if len(corps) > STACK_CORPS:
            names = ", ".join(s.counter.id for s in corps)
            yield fault("6.1.b", f"{place}: {len(corps)} corps in a hex ({names})", corps[-1].placement.span)


def nations_do_not_share_a_hex(game: Game, _scenario: Scenario, stands: Stands) -> Faults:
    """British naval infantry may stack with any Allied unit (6.2.b)."""
    for place, stack in stands.items():
        bound = [s for s in stack if not (s.counter.nation == "british" and s.counter.type == "naval-infantry")]
        for side in ("allied", "german"):
            here = (s.counter.nation for s in bound if s.counter.side == side)
            nations = [n for n in dict.fromkeys(here) if n in game.nations]  # an unknown one is a fault already
            if len(nations) > 1:
                names = " and ".join(nations)
                yield fault("6.2.a", f"{place}: {names} units share a hex", bound[-1].placement.span)


def opponents_do_not_share_a_hex(_game: Game, _scenario: Scenario, stands: Stands) -> Faults:
    for place, stack in stands.items():
        if len({s.counter.side for s in stack}) > 1:
            yield fault("12.4.a", f"{place}: units of both sides in a hex", stack[-1].placement.span)


def allies_in_paris_are_french(_game: Game, _scenario: Scenario, stands: Stands) -> Faults:
    for place in PARIS:
        for stand in stands.get(place, ()):
            if stand.counter.side == "allied" and stand.counter.nation != "french":
                yield fault("6.3.a", f"{stand.counter.id}: not French, in Paris {place}", stand.placement.span)


def units_stand_on_open_land(game: Game, _scenario: Scenario, stands: Stands) -> Faults:
    """No unit in the sea, in Switzerland (3.2.c) or where the map is closed."""
    for sheet in game.maps:
        for place, stack in stands.items():
            hex_ = sheet.hexes.get(place)
            if hex_ is None:
                continue
            if hex_.terrain == "sea":
                yield fault("12.3.b", f"{stack[0].counter.id}: {place} is sea", stack[0].placement.span)
            elif "closed" in hex_.features:
                yield fault("3.2.c", f"{stack[0].counter.id}: {place} is closed to all", stack[0].placement.span)


def fortresses_stand_in_their_hex(_game: Game, _scenario: Scenario, stands: Stands) -> Faults:
    for place, stack in stands.items():
        for s in stack:
            if s.counter.type == "fortress" and s.counter.start != place:
                yield fault("14.1.a", f"{s.counter.id}: stands in {place}, not {s.counter.start}", s.placement.span)


def zones_stay_off_fortresses(game: Game, scenario: Scenario, stands: Stands) -> Faults:
    """A hex is a fortress or a fortified zone, and a trench is neither's (9.2.a)."""
    forts = {place for place, stack in stands.items() if any(s.counter.type == "fortress" for s in stack)}
    for placement in scenario.placements:
        if placement.what in ("fortified-zone", "trench") and placement.place in forts:
            yield fault("9.2.a", f"{placement.place}: a {placement.what} on a fortress", placement.span)


def rail_arrivals_fit_the_limit(game: Game, scenario: Scenario, _stands: Stands) -> Faults:
    """What arrives by rail counts against the eight steps of its player turn (11.1, 16.3.d)."""
    steps: Count[tuple[int, str]] = Count()
    for arrival in scenario.arrivals:
        counter = game.counters.get(arrival.what)
        if counter is None or arrival.place != "rail":
            continue
        if counter.type not in BY_RAIL:
            yield fault("11.1.b", f"{counter.id}: {counter.type} does not go by rail", arrival.span)
        key = (arrival.turn, counter.side)
        before, steps[key] = steps[key], steps[key] + (arrival.steps or counter.steps)
        if before <= RAIL_STEPS < steps[key]:
            message = f"turn {arrival.turn}: {steps[key]} {counter.side} steps arrive by rail (at most {RAIL_STEPS})"
            yield fault("16.3.d", message, arrival.span)


def one_side_is_out_of_command(_game: Game, _scenario: Scenario, stands: Stands) -> Faults:
    """Three stacks at most (10.1), of one side (10.3.b), marked as whole stacks."""
    sides: dict[str, list[str]] = defaultdict(list)
    for place, stack in stands.items():
        marked = [s for s in stack if "ooc" in s.placement.marks]
        if not marked:
            continue
        sides[marked[0].counter.side].append(place)
        if len(marked) < len([s for s in stack if s.counter.type != "fortress"]):
            span = next(s.placement.span for s in stack if s not in marked and s.counter.type != "fortress")
            yield fault("10.1.a", f"{place}: a stack is out of command as a whole", span)
        if len(sides[marked[0].counter.side]) == OOC_STACKS + 1:
            message = f"{place}: a fourth stack out of command (at most {OOC_STACKS})"
            yield fault("10.1.a", message, marked[0].placement.span)
        if len(sides) > 1:
            yield fault("10.3.b", f"{place}: both sides are out of command", marked[0].placement.span)


def the_marne_starts_as_printed(game: Game, scenario: Scenario, stands: Stands) -> Faults:
    """Numbers of units and steps, three forts and no zones (16.2), three stacks out of command (16.3.b)."""
    if scenario.id != "marne":
        return
    units: Count[str] = Count()
    steps: Count[str] = Count()
    for stand in (s for stack in stands.values() for s in stack):
        if stand.counter.type == "fortress":
            if stand.placement.place not in PARIS:
                yield fault("16.2.a", f"{stand.counter.id}: only the Paris forts are used", stand.placement.span)
            continue
        units[stand.counter.nation] += 1
        steps[stand.counter.nation] += stand.steps
    for nation, (count, total) in MARNE.items():
        if units[nation] != count or steps[nation] != total:
            have = f"{units[nation]} {nation} units with {steps[nation]} steps"
            yield fault("16.2.b", f"{have} (expected {count} with {total})", scenario.span)
    for placement in scenario.placements:
        if placement.what == "fortified-zone":
            yield fault("16.2.a", f"{placement.place}: no fortified zone is used", placement.span)
    ooc = {place for place, stack in stands.items() if any("ooc" in s.placement.marks for s in stack)}
    for place in sorted(ooc.symmetric_difference(MARNE_OOC)):
        span = stands[place][0].placement.span if place in stands else scenario.span
        verb = "is" if place in ooc else "is not"
        yield fault("16.3.b", f"{place}: {verb} out of command; {', '.join(MARNE_OOC)} are", span)


# ---- the campaign's armies: wherever a scenario places army markers


def armies_start_by_their_markers(game: Game, scenario: Scenario, stands: Stands) -> Faults:
    """Within three hexes, in the countries of their nation; armies do not mix in a hex (3.3)."""
    markers = {p.what: p.place for p in _army_markers(game, scenario)}
    if not markers:
        return
    sheet, free = game.maps[0], scenario.rule == "3.5"
    yield from _markers_at_home(game, scenario, free)
    for place, stack in stands.items():
        armies: dict[str, Stand] = {}
        for stand in stack:
            counter = stand.counter
            if counter.army in ("", "0") or counter.nation not in game.nations:  # an unknown one is a fault already
                continue
            name = f"{'de' if counter.nation == 'german' else 'fr'}-army-{counter.army}"
            armies.setdefault(name, stand)
            marker = markers.get(name, "")
            if marker not in sheet.hexes or place not in sheet.hexes:
                continue
            if (away := sheet.grid.distance(marker, place)) > SETUP_RADIUS:
                rule = "3.3.e" if counter.nation == "german" else "3.3.b"
                message = f"{counter.id}: {away} hexes from its army marker in {marker} (at most {SETUP_RADIUS})"
                yield fault(rule, message, stand.placement.span)
        if len(armies) > 1:
            names = " and ".join(armies)
            yield fault("3.3.d", f"{place}: {names} share a starting hex", list(armies.values())[-1].placement.span)
        yield from _in_their_countries(game, place, stack, free)
    for country, name in (("LU", "Luxembourg"), ("BE", "Belgium")):
        if not free and not any(
            owner_of(game, place) == country and any(s.counter.nation == "german" and s.counter.army for s in stack)
            for place, stack in stands.items()
        ):
            yield fault("3.3.f", f"no German army unit starts in {name}", scenario.span)


def _army_markers(game: Game, scenario: Scenario) -> Iterator[Placement]:
    """Those that a scenario puts on the map; in the free set-up they wait in a box (3.5)."""
    for placement in scenario.placements:
        marker = placement.what.startswith(("de-army-", "fr-army-"))
        if marker and any(placement.place in sheet.hexes for sheet in game.maps):
            yield placement


def _in_their_countries(game: Game, place: str, stack: list[Stand], free: bool) -> Faults:
    owner = owner_of(game, place)
    invaded = ("LU", "BE", "NL") if free else ("LU", "BE")
    for stand in stack:
        counter, span = stand.counter, stand.placement.span
        if counter.nation == "german" and owner == "FR":
            yield fault("3.3.g", f"{counter.id}: a German unit starts in France ({place})", span)
        elif counter.nation == "german" and counter.army and owner not in ("GE", *invaded):
            yield fault("3.3.e", f"{counter.id}: {place} is neither in Germany nor in an invaded country", span)
        elif counter.nation == "french" and counter.army and owner != "FR":
            yield fault("3.3.b", f"{counter.id}: {place} is not in France", span)


def _markers_at_home(game: Game, scenario: Scenario, free: bool) -> Faults:
    seen: set[str] = set()
    for placement in _army_markers(game, scenario):
        home = "GE" if placement.what.startswith("de") else "FR"
        if owner_of(game, placement.place) != home:
            yield fault("3.5.c" if home == "GE" else "3.5.b", f"{placement.what}: stands abroad", placement.span)
        if placement.place in seen:
            yield fault("3.5.d", f"{placement.place}: two army markers in a hex", placement.span)
        seen.add(placement.place)
        if not free and placement.what == "fr-army-4" and placement.place != "3223":
            yield fault("3.4.c", f"fr-army-4: stands on 3223, not {placement.place}", placement.span)


SETUP: tuple[Callable[[Game, Scenario, Stands], Faults], ...] = (
    stacks_keep_to_nine_steps,
    stacks_keep_to_two_corps,
    nations_do_not_share_a_hex,
    opponents_do_not_share_a_hex,
    allies_in_paris_are_french,
    units_stand_on_open_land,
    fortresses_stand_in_their_hex,
    zones_stay_off_fortresses,
    rail_arrivals_fit_the_limit,
    one_side_is_out_of_command,
    the_marne_starts_as_printed,
    armies_start_by_their_markers,
)
