"""The whole map of 1914 from the plain text of its sources: open land, edges, countries, ports."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tests.census import raw
from tests.play import ground

ABBEVILLE, LIEGE, BRUSSELS, MELUN, PARIS_SOUTH = "2038", "1621", "1525", "3334", "3136"
EDGES = {"german": ("east-edge",), "allied": ("west-edge", "south-edge")}  # 7.3
OTHER = {"german": "allied", "allied": "german"}


@cache
def region(name: str) -> frozenset[str]:
    return frozenset(raw.region(ground.MAP, name))


@cache
def area() -> frozenset[str]:
    """Hexes that a unit may stand in: land, and no neutral's (3.2)."""
    return frozenset(
        place for place, row in ground.land().items()
        if row["terrain"] != "sea" and row["owner"] not in ("CH", "NL", "GB")
        and "closed" not in row["features"].split()
    )  # fmt: skip


@cache
def around(place: str) -> tuple[str, ...]:
    return tuple(n for n in raw.around_rows(place) if n in area() and ground.cost(place, n) is not None)


@cache
def edge(side: str) -> frozenset[str]:
    return frozenset().union(*(region(name) for name in EDGES[side])) & area()


@cache
def country(place: str) -> str:
    return ground.land()[place]["owner"]


@cache
def ports() -> frozenset[str]:
    return frozenset(place for place in area() if {"port", "inland-port"} & ground.features(place))


@cache
def access(place: str) -> tuple[str, ...]:
    return tuple(ground.land()[place]["access"].split())


@cache
def coast(place: str) -> bool:
    return bool({"coast", "port"} & ground.features(place))


@cache
def towns() -> tuple[str, ...]:
    return tuple(place for place in sorted(area()) if ground.is_town(place))


@cache
def behind_liege() -> frozenset[str]:
    """Belgium west of the Meuse, shut to German lines while Liege stands (7.11)."""
    return frozenset(p for p in area() if country(p) == "BE" and p in ground.west_of_meuse())


def north(place: str) -> bool:
    return int(place[:2]) < 20


@cache
def _cube(place: str) -> tuple[int, int]:
    row, column = int(place[:2]), int(place[2:])
    return column + (row + (row & 1)) // 2, row  # an odd row lies half a hex towards the greater columns


@cache
def distance(a: str, b: str) -> int:
    (qa, ra), (qb, rb) = _cube(a), _cube(b)
    dq, dr = qa - qb, ra - rb
    return max(abs(dq), abs(dr), abs(dq - dr))


def nearest(place: str, others: Iterable[str]) -> int:
    return min((distance(place, other) for other in others), default=99)
