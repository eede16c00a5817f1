"""What never changes of a game's map, worked out once a game: where land joins land, what is closed, towns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from builder.kit.floods import Bits, Floods
from builder.model import hexside
from builder.rules.memory import Same


@dataclass(frozen=True, slots=True)
class Ground:
    land: dict[str, tuple[str, ...]]  # hex -> neighbours over sides with some land, sea hexes left out
    closed: frozenset[str]  # hexes the map closes
    towns: frozenset[str]
    countries: dict[str, frozenset[str]]
    floods: Floods  # over the land


@lru_cache(maxsize=8)
def ground_of(key: Same) -> Ground:
    sheet = key.value.maps[0]
    dry = {place for place, hex_ in sheet.hexes.items() if hex_.terrain != "sea"}

    def open_side(a: str, b: str) -> bool:
        return all(s.kind != "all-sea" for s in sheet.sides.get(hexside(a, b), ()))

    countries: dict[str, set[str]] = {}
    for place, hex_ in sheet.hexes.items():
        countries.setdefault(hex_.owner, set()).add(place)
    land = {place: tuple(n for n in sheet.neighbours(place) if n in dry and open_side(place, n)) for place in dry}
    return Ground(
        land,
        frozenset(place for place, hex_ in sheet.hexes.items() if "closed" in hex_.features),
        frozenset(place for place, hex_ in sheet.hexes.items() if {"town", "city"} & set(hex_.features)),
        {country: frozenset(places) for country, places in countries.items()},
        Floods(land, sheet.grid.hex),
    )


@lru_cache(maxsize=64)
def fed_from(key: Same, edge: Bits, blocked: Bits, limit: int | None = None) -> Bits:
    """Every hex that a line (of any length, or at most `limit`) joins to an edge, while nothing that blocks moves."""
    return ground_of(key).floods.fed(edge, blocked, limit)


@lru_cache(maxsize=16)
def barred_by(key: Same, neutral: tuple[str, ...], area: frozenset[str]) -> Bits:
    """Hexes nobody enters: closed ones, these countries, and what lies outside of an area, where there is one."""
    ground = ground_of(key)
    found = ground.closed.union(*(ground.countries.get(code, ()) for code in neutral))
    return ground.floods.bits(found | (ground.land.keys() - area) if area else found)
