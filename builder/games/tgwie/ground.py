"""Who holds the ground at a scenario's start: what the Central Powers reach without crossing a front line."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from types import MappingProxyType

from builder.games.tgwie.pool import facts
from builder.model import Game, MapSheet, Scenario, hexside
from builder.rules.memory import Same

ITALY = "italian-inset"  # the region of the Italian theatre
GERMAN_EDGE = "german-supply-edge"
CONSTANTINOPLE = "E1328"
PLACES = frozenset({"town", "city", "port", "fortress", "heavy", "victory", "resource", "ruhr"})
OUTSIDE = frozenset({"NL", "CH", "DK", "SW", ""})  # countries that nobody enters (3.6)


GROUND_FACTS = ("front", "ground central", "ground neutral", "ground open", "at-war allied")


def central_ground(game: Game, scenario: Scenario) -> frozenset[str]:
    """Hexes of both maps, the Italian theatre left out, that are Central; empty where the scenario has no front."""
    return _central_ground(Same(game), tuple(scenario.facts.get(name, "") for name in GROUND_FACTS))


@lru_cache(maxsize=32)
def _central_ground(of: Same, stated: tuple[str, ...]) -> frozenset[str]:
    """Worked out once for what a scenario states: all set-ups that players try have the same ground."""
    game = of.value
    front, central, *words = stated
    neutral, opened, allies = (frozenset(text.split()) for text in words)
    if not central or not front:
        return frozenset()
    neutral |= {"IT"} if "italian" not in allies else set()
    found: set[str] = set()
    for sheet in game.maps:
        lines = {h for name, hexes in sheet.regions.items() if is_allied_line(name, front) for h in hexes}
        facing = {h for name, hexes in sheet.regions.items() if is_central_line(name, front) for h in hexes}
        found |= {h for h in facing if sheet.hexes[h].owner in opened}  # neutral ground that both may enter (3.6.C)
        starts = [*sheet.regions.get(GERMAN_EDGE, ()), *([CONSTANTINOPLE] if CONSTANTINOPLE in sheet.hexes else [])]
        found |= reached(sheet, starts, lines, neutral)
    return frozenset(found)


def is_allied_line(region: str, front: str) -> bool:
    """Whether a region is one of a year's Allied lines: `front-1915-allied`, `front-1915-gallipoli`."""
    return re.fullmatch(f"{front}(-.*)?", region) is not None and not region.endswith("-central")


def is_central_line(region: str, front: str) -> bool:
    return region.startswith(front) and region.endswith("-central")


def reached(sheet: MapSheet, starts: Collection[str], line: Collection[str], neutral: Collection[str]) -> set[str]:
    """Land reached from `starts` without entering the line or a neutral country, or crossing an all-sea side."""
    part: set[str] = set()
    new = set(starts) - set(line)
    while new:
        part |= new
        new = {
            n
            for h in new
            for n in sheet.neighbours(h)
            if n not in part and n not in line and _open(sheet, n, neutral) and not _sea_between(sheet, h, n)
        }
    return part


def _open(sheet: MapSheet, number: str, neutral: Collection[str]) -> bool:
    hex_ = sheet.hexes[number]
    return hex_.terrain != "sea" and "closed" not in hex_.features and hex_.owner not in neutral


def _sea_between(sheet: MapSheet, a: str, b: str) -> bool:
    return any(thing.kind == "all-sea" for thing in sheet.sides.get(hexside(a, b), ()))


def changed_hands(game: Game, scenario: Scenario, held: frozenset[str]) -> Mapping[str, str]:
    """Named places that their owner's side does not hold: hex to side. The Italian theatre is left out."""
    central = frozenset(facts(scenario, "ground central"))
    shut = OUTSIDE | frozenset(facts(scenario, "ground neutral"))
    found: dict[str, str] = {}
    for sheet in game.maps:
        inset = frozenset(sheet.regions.get(ITALY, ()))
        for number, hex_ in sheet.hexes.items():
            if number in inset or hex_.owner in shut or "closed" in hex_.features or not PLACES & set(hex_.features):
                continue
            side = "central" if number in held else "allied"
            if side != ("central" if hex_.owner in central else "allied"):
                found[number] = side
    return MappingProxyType(found)


def victory_points(game: Game, held: frozenset[str]) -> int:
    """Victory hexes in Central hands (4.4.B)."""
    return len(held & set(game.tables["victory"].rows)) if "victory" in game.tables else 0


def allied_cities(game: Game, scenario: Scenario, held: frozenset[str]) -> tuple[str, ...]:
    """Cities of the Central Powers that the Allies hold (4.4.C)."""
    central = frozenset(facts(scenario, "ground central"))
    return tuple(
        number
        for sheet in game.maps
        for number, hex_ in sheet.hexes.items()
        if "city" in hex_.features
        and hex_.owner in central
        and number not in held
        and number not in sheet.regions.get(ITALY, ())
    )
