"""What never changes of a game's map, worked out once a game: where land joins land, what is closed, towns."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import lru_cache

from builder.model import hexside
from builder.rules.memory import Same


def never_closed(_a: str, _b: str) -> bool:
    """The ground map leaves closed sides out already."""
    return False


@dataclass(frozen=True, slots=True)
class Ground:
    land: dict[str, tuple[str, ...]]  # hex -> neighbours over sides with some land, sea hexes left out
    closed: frozenset[str]  # hexes the map closes
    towns: frozenset[str]
    countries: dict[str, frozenset[str]]


@lru_cache(maxsize=8)
def ground_of(key: Same) -> Ground:
    sheet = key.value.maps[0]
    dry = {place for place, hex_ in sheet.hexes.items() if hex_.terrain != "sea"}

    def open_side(a: str, b: str) -> bool:
        return all(s.kind != "all-sea" for s in sheet.sides.get(hexside(a, b), ()))

    countries: dict[str, set[str]] = {}
    for place, hex_ in sheet.hexes.items():
        countries.setdefault(hex_.owner, set()).add(place)
    return Ground(
        {place: tuple(n for n in sheet.neighbours(place) if n in dry and open_side(place, n)) for place in dry},
        frozenset(place for place, hex_ in sheet.hexes.items() if "closed" in hex_.features),
        frozenset(place for place, hex_ in sheet.hexes.items() if {"town", "city"} & set(hex_.features)),
        {country: frozenset(places) for country, places in countries.items()},
    )


@lru_cache(maxsize=64)
def fed_from(key: Same, edge: frozenset[str], blocked: frozenset[str], limit: int | None = None) -> frozenset[str]:
    """Every hex that a line (of any length, or at most `limit`) joins to an edge, while nothing that blocks moves."""
    land = ground_of(key).land
    ring = {place for place in edge if place not in blocked}
    found, length = set(ring), 0
    while ring and length != limit:
        length += 1
        ring = {n for place in ring for n in land.get(place, ()) if n not in found and n not in blocked}
        found |= ring
    return frozenset(found)


def line_over(
    land: Mapping[str, tuple[str, ...]], start: str, sources: Container[str], blocked: Container[str], limit: int
) -> tuple[str, ...] | None:
    """`kit.supply.trace` over the ground map, where no side is closed: asked so often that it is written out."""
    if start in sources:
        return (start,)
    came = {start: ""}
    ring = [start]
    for _ in range(limit):
        found = []
        for place in ring:
            for near in land.get(place, ()):
                if near in came or near in blocked:
                    continue
                came[near] = place
                if near in sources:
                    line = [near]
                    while came[line[-1]]:
                        line.append(came[line[-1]])
                    return tuple(reversed(line))
                found.append(near)
        ring = found
    return None


@lru_cache(maxsize=16)
def barred_by(key: Same, neutral: tuple[str, ...], area: frozenset[str]) -> frozenset[str]:
    """Hexes nobody enters: closed ones, these countries, and what lies outside of an area, where there is one."""
    ground = ground_of(key)
    found = ground.closed.union(*(ground.countries.get(code, ()) for code in neutral))
    return found | (ground.land.keys() - area) if area else found
