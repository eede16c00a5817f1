"""What the campaigns and the Marne ask of their scenario files besides stacks and armies (3.3 to 3.8, 16.2, 16.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from builder.games.glorys_end.sources_setup import SETUP_RADIUS, Faults, Stand, Stands, fault
from builder.model import Game, Scenario

FREE = "3.5"
CAMPAIGNS = ("3.3", FREE, "17")  # the rules that set them up
WAITING = "British-start"  # 3.7
MARNE_OPENS = (8, 12, "allied")  # 16.2, 16.3: first turn, last turn, first side
MARNE_STARTS = {"vp german": "0", "vp allied": "0", "replacements french": "3", "replacements german": "0",
                "replacements british": "0"}  # fmt: skip
BORDER = "neutral-border"


def units_start_at_full_strength(_game: Game, scenario: Scenario, stands: Stands) -> Faults:
    if scenario.rule not in CAMPAIGNS:
        return
    for stand in (s for stack in stands.values() for s in stack):
        if stand.steps < stand.counter.steps:
            message = f"{stand.counter.id}: starts with {stand.steps} of {stand.counter.steps} steps"
            yield fault("3.8.b", message, stand.placement.span)


def printed_hexes_hold_their_units(game: Game, scenario: Scenario, _stands: Stands) -> Faults:
    """British units may wait beside the map, should Belgium stay neutral (3.7)."""
    if scenario.rule not in CAMPAIGNS:
        return
    rule = "3.5.a" if scenario.rule == FREE else "3.3.a"
    placed = {p.what: p for p in scenario.placements}
    for counter in game.counters.values():
        if counter.start not in game.maps[0].hexes:  # none, or one that is a fault already
            continue
        placement = placed.get(counter.id)
        if placement is None:
            yield fault(rule, f"{counter.id}: is not placed; it starts in {counter.start}", scenario.span)
        elif placement.place != counter.start and not (counter.nation == "british" and placement.place == WAITING):
            message = f"{counter.id}: starts in {counter.start}, not {placement.place}"
            yield fault(rule, message, placement.span)


def german_markers_keep_off_the_border(game: Game, scenario: Scenario, _stands: Stands) -> Faults:
    """In the free set-up; the historical markers print their hexes."""
    border = set(game.maps[0].regions.get(BORDER, ())) if scenario.rule == FREE else set()
    for placement in scenario.placements:
        if placement.what.startswith("de-army-") and placement.place in border:
            message = f"{placement.what}: stands along the border of a neutral, {placement.place}"
            yield fault("3.6.g", message, placement.span)


def zero_units_stand_by_an_army(game: Game, scenario: Scenario, stands: Stands) -> Faults:
    """Each within three hexes of a marker of its nation; the French ones all of the same army (3.4)."""
    for nation, stem in (("german", "de-army-"), ("french", "fr-army-")):
        markers = {p.what: p.place for p in scenario.placements
                   if p.what.startswith(stem) and p.place in game.maps[0].hexes}  # fmt: skip
        zero = list(_zero(stands, nation)) if markers else []
        near = [(stand, _armies_near(game, stand, markers)) for stand in zero]
        for stand, armies in near:
            if not armies:
                message = f"{stand.counter.id}: no army marker within {SETUP_RADIUS} hexes of {stand.placement.place}"
                yield fault("3.4.b", message, stand.placement.span)
        fitting = [armies for _, armies in near if armies]
        if nation == "french" and fitting and not set.intersection(*fitting):
            yield fault("3.4.a", "French units of army 0 go with more than one army", zero[-1].placement.span)


def _zero(stands: Stands, nation: str) -> Iterator[Stand]:
    return (s for stack in stands.values() for s in stack if s.counter.army == "0" and s.counter.nation == nation)


def _armies_near(game: Game, stand: Stand, markers: dict[str, str]) -> set[str]:
    grid, place = game.maps[0].grid, stand.placement.place
    return {army for army, hex_ in markers.items() if grid.distance(hex_, place) <= SETUP_RADIUS}


def the_marne_opens_as_printed(_game: Game, scenario: Scenario, _stands: Stands) -> Faults:
    if scenario.id != "marne":
        return
    opens = (scenario.first_turn, scenario.last_turn, scenario.first_side)
    if opens != MARNE_OPENS:
        message = "it lasts from the {2} player turn of turn {0} to turn {1}".format(*MARNE_OPENS)
        yield fault("16.3.a", message, scenario.span)
    for fact, value in MARNE_STARTS.items():
        if scenario.facts.get(fact) != value:
            message = f"{fact} is {scenario.facts.get(fact, 'not said')} at the start (expected {value})"
            yield fault("16.2.d", message, scenario.span)


CAMPAIGN: tuple[Callable[[Game, Scenario, Stands], Faults], ...] = (
    units_start_at_full_strength,
    printed_hexes_hold_their_units,
    german_markers_keep_off_the_border,
    zero_units_stand_by_an_army,
    the_marne_opens_as_printed,
)
