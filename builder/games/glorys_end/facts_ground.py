"""What never changes of a map while a game lasts, worked out once: where land joins land, what is closed, towns.

The map is the game's, or the game's with what a case says of its sides, its terrain and its countries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from builder.kit.floods import Bits, Floods
from builder.model import Hexside, MapSheet, hexside
from builder.rules.memory import Same


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    land: dict[str, tuple[str, ...]]  # hex -> neighbours over sides with some land, sea hexes left out
    closed: frozenset[str]  # hexes the map closes
    towns: frozenset[str]
    countries: dict[str, frozenset[str]]
    floods: Floods  # over the land
    by_sea: Floods  # over land and sea, whatever the sides; hexes have the same bits


@lru_cache(maxsize=8)
def ground_of(key: Same) -> Ground:
    return drawn_ground(key.value.maps[0], {}, {}, {})


def drawn_ground(
    sheet: MapSheet, sides: Mapping[Hexside, bool], terrain: Mapping[str, str], owners: Mapping[str, str]
) -> Ground:  # fmt: skip
    """The ground of a map where `sides` says of some whether they are all sea, and so on."""
    dry = {place for place, hex_ in sheet.hexes.items() if terrain.get(place, hex_.terrain) != "sea"}

    def open_side(a: str, b: str) -> bool:
        side = hexside(a, b)
        if side in sides:
            return not sides[side]
        return all(s.kind != "all-sea" for s in sheet.sides.get(side, ()))

    countries: dict[str, set[str]] = {}
    for place, hex_ in sheet.hexes.items():
        countries.setdefault(owners.get(place, hex_.owner), set()).add(place)
    around = {place: tuple(n for n in sheet.neighbours(place) if n in sheet.hexes) for place in sheet.hexes}
    land = {place: tuple(n for n in around[place] if n in dry and open_side(place, n)) for place in dry}
    return Ground(
        land,
        frozenset(place for place, hex_ in sheet.hexes.items() if "closed" in hex_.features),
        frozenset(place for place, hex_ in sheet.hexes.items() if {"town", "city"} & set(hex_.features)),
        {country: frozenset(places) for country, places in countries.items()},
        Floods({place: land.get(place, ()) for place in sheet.hexes}, sheet.grid.hex),
        Floods(around, sheet.grid.hex),
    )


@lru_cache(maxsize=64)
def fed_from(ground: Ground, edge: Bits, blocked: Bits, limit: int | None = None) -> Bits:
    """Every hex that a line (of any length, or at most `limit`) joins to an edge, while nothing that blocks moves."""
    return ground.floods.fed(edge, blocked, limit)


@lru_cache(maxsize=16)
def barred_by(ground: Ground, neutral: tuple[str, ...], area: frozenset[str]) -> Bits:
    """Hexes nobody enters: closed ones, these countries, and what lies outside of an area, where there is one."""
    found = ground.closed.union(*(ground.countries.get(code, ()) for code in neutral))
    return ground.floods.bits(found | (ground.land.keys() - area) if area else found)
