"""The ground of 1914: Glory's End from the plain text of its sources: neighbours, costs, what is shut, directions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tests.census import raw

GAME = "glorys_end"
MAP = (GAME, "map")
RETREATS = {"german": ("E", "NE", "NW"), "allied": ("W", "SW", "SE")}  # tables/retreat.csv, chosen (13.19)
PARIS = frozenset({"3036", "3037", "3136"})
EDGES = {"german": "marne-north", "allied": "marne-south"}  # 16.1


def way(place: str, direction: str) -> str:
    """The next hex in a direction. Rows count southward, columns westward, odd rows lie half a hex further west."""
    row, column = int(place[:2]), int(place[2:])
    if direction in ("W", "E"):
        return f"{row:02d}{column + (1 if direction == 'W' else -1):02d}"
    low = column if row % 2 else column - 1
    return f"{row + (1 if direction[0] == 'S' else -1):02d}{low + (1 if direction[1] == 'W' else 0):02d}"


@cache
def land() -> Mapping[str, Mapping[str, str]]:
    return raw.hexes(*MAP)


@cache
def area() -> frozenset[str]:
    return frozenset(raw.region(MAP, "marne-area"))


@cache
def edge(side: str) -> frozenset[str]:
    return frozenset(raw.region(MAP, EDGES[side]))


@cache
def west_of_meuse() -> frozenset[str]:
    return frozenset(raw.region(MAP, "west-of-meuse"))


@cache
def around(place: str) -> tuple[str, ...]:
    """The neighbours inside the playing area that a unit could enter."""
    return tuple(near for near in raw.around_rows(place) if near in area() and cost(place, near) is not None)


@cache
def river(a: str, b: str) -> frozenset[str]:
    return raw.sides(*MAP).get(frozenset((a, b)), frozenset()) & {"river", "major-river"}


@cache
def cost(a: str, b: str) -> int | None:
    """Points to enter b from a (12.8, 12.9); None over the sea and into shut ground."""
    chart = {row["terrain"]: row for row in raw.table(GAME, "tables", "terrain.csv")}
    ground = land()[b]
    if ground["terrain"] == "sea" or ground["owner"] in ("CH", "NL") or "closed" in ground["features"].split():
        return None
    if "all-sea" in raw.sides(*MAP).get(frozenset((a, b)), ()):
        return None
    return int(chart[ground["terrain"]]["movement"]) + sum(int(chart[kind]["movement"]) for kind in river(a, b))


@cache
def features(place: str) -> frozenset[str]:
    return frozenset(land()[place]["features"].split())


@cache
def is_town(place: str) -> bool:
    return bool(features(place) & {"town", "city"})


@cache
def towns() -> tuple[str, ...]:
    return tuple(place for place in sorted(area()) if is_town(place))


@cache
def modifier(place: str) -> int:
    """The die modifier of terrain alone (13.14)."""
    terrain = land()[place]["terrain"]
    return {"marsh": -1, "mountain": -2}.get(terrain, 0) - ("city" in features(place))


@cache
def result(odds: str, die: int) -> tuple[int, int, bool]:
    """(attacker's loss, defender's loss, R) of the table in play."""
    row = next(r for r in raw.table(GAME, "tables", "crt.csv") if r["key"] == (f"{odds}/{die}" if odds else "worse"))
    return int(row["attacker"]), int(row["defender"]), row["retreat"] == "yes"
