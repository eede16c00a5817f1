"""The rules that bind Glory's End's sources: the counter mix, the map, and how every scenario is set up.

Pure functions over the linked game; each fault names its rule and the place of the row.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable, Iterator

from builder.games.glorys_end.sources_campaign import CAMPAIGN
from builder.games.glorys_end.sources_setup import SETUP, fault, owner_of, stands_of
from builder.model import Diagnostic, Game, MapSide, Placement, Scenario, Span
from builder.rules.deployment import SetUpRules

ARMIES = {"german": 7, "french": 5}  # 3.5, 4.6
GUNS = {"420": 1, "305": 2}  # 14.7

Faults = Iterator[Diagnostic]


def validate_sources(game: Game) -> tuple[Diagnostic, ...]:
    """Every fault of the sources against the rulebook; () for sound ones."""
    found: list[Diagnostic] = []
    for check in (*MIX, *MAP):
        found += check(game)
    for scenario in game.scenarios.values():
        found += set_up_faults(game, scenario)
    return tuple(found)


def set_up_faults(game: Game, scenario: Scenario) -> tuple[Diagnostic, ...]:
    """Every breach of a scenario's set-up, ours or that of players."""
    stands = stands_of(game, scenario)
    return tuple(found for check in (*SETUP, *CAMPAIGN) for found in check(game, scenario, stands))


def fixed_start(game: Game, scenario: Scenario, placement: Placement) -> str:
    """The Marne puts everything (16.2); else what prints its hex, on the counter, starts in it (3.3.a, 3.5.a)."""
    evidence, counter = placement.evidence, game.counters.get(placement.what)
    if counter is None:
        return ""
    if evidence is not None and evidence.rule.startswith("16."):
        return "16.2.b"
    if counter.start and counter.start == placement.place:
        return "3.5.a" if scenario.id.startswith("free") else "3.3.a"
    return ""


SET_UP = SetUpRules(set_up_faults, pools=("Offmap-",), fixed=fixed_start)


def _features(game: Game, place: str) -> tuple[str, ...]:
    return next((sheet.hexes[place].features for sheet in game.maps if place in sheet.hexes), ())


# ---- the counter mix


def every_counter_has_one_kind_of_start(game: Game) -> Faults:
    """A starting unit has an army number or a hex (3.1.b), an arrival a turn (3.1.c)."""
    for counter in game.counters.values():
        kinds = bool(counter.army) + bool(counter.start) + bool(counter.arrival_turn)
        if kinds != 1:
            yield fault("3.1.b", f"{counter.id}: army, start hex or arrival turn, one of them", counter.span)
        if counter.arrival_turn and not counter.arrival_place:
            yield fault("8.5.a", f"{counter.id}: arrives on turn {counter.arrival_turn} nowhere", counter.span)


def belgium_is_allied(game: Game) -> Faults:
    """She may stay neutral, and never goes with Germany."""
    for counter in game.counters.values():
        if counter.nation == "belgian" and counter.side != "allied":
            yield fault("2.4.d", f"{counter.id}: a Belgian unit is Allied, not {counter.side}", counter.span)


def armies_exist(game: Game) -> Faults:
    for counter in game.counters.values():
        last = ARMIES.get(counter.nation, 0)
        if (
            counter.army
            and counter.nation in game.nations
            and not (counter.army.isdigit() and int(counter.army) <= last)
        ):
            yield fault("3.3.a", f"{counter.id}: no {counter.nation} army {counter.army!r}", counter.span)


def arrivals_enter_where_their_nation_may(game: Game) -> Faults:
    """German 1415 or E; British a port, Indian Corps S; French S, P or a hex in France; Belgian none (8.2 to 8.4)."""
    for counter in game.counters.values():
        if not counter.arrival_turn:
            continue
        entry, nation = counter.arrival_place, counter.nation
        if nation == "german" and entry not in ("1415", "E"):
            yield fault("8.2.a", f"{counter.id}: German arrivals use 1415 or E, not {entry!r}", counter.span)
        elif nation == "british" and entry not in (("S",) if counter.designation == "I" else ("port",)):
            yield fault("8.3.a", f"{counter.id}: a British arrival does not enter at {entry!r}", counter.span)
        elif nation == "french" and entry not in ("S", "P") and owner_of(game, entry) != "FR":
            yield fault("8.4.c", f"{counter.id}: {entry!r} is no French entry", counter.span)
        elif nation == "belgian":
            yield fault("8.4.d", f"{counter.id}: there are no Belgian arrivals", counter.span)


def two_arrivals_enter_at_paris(game: Game) -> Faults:
    entering = [c for c in game.counters.values() if c.arrival_place == "P"]
    if len(entering) != 2:
        span = entering[-1].span if entering else Span(f"{game.folder}/counters.csv")
        yield fault("8.4.b", f"{len(entering)} arrivals are marked P, two are", span)


def fortresses_have_one_step_and_stay(game: Game) -> Faults:
    for counter in game.counters.values():
        if counter.type != "fortress":
            continue
        if counter.steps != 1:
            yield fault("14.5.a", f"{counter.id}: a fortress has one step, not {counter.steps}", counter.span)
        full = counter.at(counter.steps)
        if full.attack or full.movement:
            yield fault("14.2.b", f"{counter.id}: a fortress neither attacks nor moves", counter.span)
        if "fortress" not in _features(game, counter.start):
            yield fault("14.1.a", f"{counter.id}: {counter.start or 'no hex'} is no fortress hex", counter.span)


def siege_guns_are_three_without_steps(game: Game) -> Faults:
    guns = [c for c in game.counters.values() if c.type == "siege-gun"]
    count = Count(c.designation[:3] for c in guns)
    if count != GUNS:
        span = guns[-1].span if guns else Span(f"{game.folder}/counters.csv")
        have = ", ".join(f"{n} of {name} mm" for name, n in sorted(count.items())) or "none"
        yield fault("14.7.a", f"siege guns: {have}; there are 2 of 305 mm and 1 of 420 mm", span)
    for gun in guns:
        if gun.steps or gun.nation != "german" or gun.at(1).attack is not None:
            yield fault("14.7.a", f"{gun.id}: siege guns are German, without step or factor", gun.span)


def values_fall_with_the_steps(game: Game) -> Faults:
    """A reduced unit is never stronger than before its loss (2.11)."""
    for counter in game.counters.values():
        for n in range(1, len(counter.values)):
            low, high = counter.values[n - 1], counter.values[n]
            pairs = zip(
                (low.attack, low.defence, low.against_cavalry), (high.attack, high.defence, high.against_cavalry)
            )
            if any(a is not None and b is not None and a > b for a, b in pairs):
                yield fault("2.11", f"{counter.id}: stronger at {n} steps than at {n + 1}", counter.span)


def cavalry_alone_has_a_number_against_cavalry(game: Game) -> Faults:
    for counter in game.counters.values():
        if (counter.type == "cavalry") != any(v.against_cavalry is not None for v in counter.values):
            yield fault("2.9", f"{counter.id}: cavalry, and it alone, has a number against cavalry", counter.span)


# ---- the map


def no_town_lies_in_the_sea(game: Game) -> Faults:
    countries = game.tables["countries"].rows if "countries" in game.tables else {}
    for sheet in game.maps:
        for hex_ in sheet.hexes.values():
            if hex_.terrain == "sea" and (hex_.place or hex_.features or hex_.owner):
                yield fault("12.3.b", f"{hex_.id}: a sea hex holds {hex_.place or 'something of the land'}", hex_.span)
            elif hex_.terrain != "sea" and hex_.owner not in countries:
                yield fault("4.7.a", f"{hex_.id}: no country {hex_.owner!r} in countries.csv", hex_.span)


def coast_touches_the_sea(game: Game) -> Faults:
    """Land beside a sea hex is coastal (7.8); a coastal hex has sea beside it, an all-sea side, or the map's edge."""
    for sheet in game.maps:
        sea = {number for number, hex_ in sheet.hexes.items() if hex_.terrain == "sea"}
        beside = {place for number in sea for place in sheet.neighbours(number)} - sea
        beside_sea_side = {end for side, things in sheet.sides.items() if _all_sea(things) for end in side}
        for number, hex_ in sheet.hexes.items():
            if "coast" not in hex_.features:
                if number in beside:
                    yield fault("7.8.a", f"{number}: the sea is beside it, but it is not marked coast", hex_.span)
            elif number not in beside | beside_sea_side and len(sheet.neighbours(number)) == 6:
                yield fault("7.8.a", f"{number}: marked coast, but no sea is beside it", hex_.span)


def _all_sea(things: tuple[MapSide, ...]) -> bool:
    return any(thing.kind == "all-sea" for thing in things)


def inland_ports_have_access_hexes(game: Game) -> Faults:
    for sheet in game.maps:
        for hex_ in sheet.hexes.values():
            inland = "inland-port" in hex_.features
            if inland != bool(hex_.attributes.get("access")) or (inland and "port" not in hex_.features):
                yield fault("7.9.c", f"{hex_.id}: an inland port is a port with access hexes", hex_.span)


MIX: tuple[Callable[[Game], Faults], ...] = (
    every_counter_has_one_kind_of_start,
    belgium_is_allied,
    armies_exist,
    arrivals_enter_where_their_nation_may,
    two_arrivals_enter_at_paris,
    fortresses_have_one_step_and_stay,
    siege_guns_are_three_without_steps,
    values_fall_with_the_steps,
    cavalry_alone_has_a_number_against_cavalry,
)
MAP: tuple[Callable[[Game], Faults], ...] = (
    no_town_lies_in_the_sea,
    coast_touches_the_sea,
    inland_ports_have_access_hexes,
)
