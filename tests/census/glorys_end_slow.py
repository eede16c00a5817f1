"""1914: Glory's End over again, slowly: the Marne from the text of its sources, by plain relaxing (12, 7, 16)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tests.census import raw
from tests.census.rows import Count, count
from tests.kit import twins

FOLDER = ("glorys_end", "map")
OWNERS = {"FR": "allied", "BE": "allied", "GE": "german", "GB": "allied"}
EDGES = {
    ("marne", "german"): ["marne-north"], ("marne", "allied"): ["marne-south"],
    ("campaign", "german"): ["east-edge"], ("campaign", "allied"): ["west-edge", "south-edge"],
}  # fmt: skip
BRUSSELS, LIEGE = "1525", "1621"
WITHIN = 5


def counts(row: Mapping[str, str]) -> Count:
    scenario = raw.document("glorys_end", "scenarios", row["board"] + ".yaml")
    counters = {line["id"]: line for line in raw.table("glorys_end", "counters.csv")}
    chart = {line["terrain"]: line for line in raw.table("glorys_end", "tables", "terrain.csv")}
    land, between = raw.hexes(*FOLDER), raw.sides(*FOLDER)
    area = set(raw.region(FOLDER, scenario["area"])) if "area" in scenario else set(land)
    units = {p["what"]: p for p in scenario["placements"] if p["what"] in counters}
    if row["hex"]:
        units[row["unit"]] = {**units[row["unit"]], "at": row["hex"]}
    unit, side = units[row["unit"]], counters[row["unit"]]["side"]
    hostile = {what for what in units if counters[what]["side"] != side and counters[what]["type"] != "siege-gun"}
    foes = {units[what]["at"] for what in hostile}

    @cache
    def around(place):
        return [near for near in raw.around_rows(place) if near in area]

    def passable(a, b):
        if b in foes or land[b]["owner"] in ("CH", "NL") or "closed" in land[b]["features"].split():
            return False
        return land[b]["terrain"] != "sea" and "all-sea" not in between.get(frozenset((a, b)), ())

    def step(a, b):
        if not passable(a, b):
            return None
        rivers = between.get(frozenset((a, b)), frozenset()) & {"river", "major-river"}
        return int(chart[land[b]["terrain"]]["movement"]) + sum(int(chart[kind]["movement"]) for kind in rivers)

    budget = int(counters[row["unit"]]["movement"])
    if "ooc" in unit.get("marks", ()):
        budget //= 2
    reachable = twins.spread(unit["at"], around, budget)
    points = twins.reached(unit["at"], reachable, around, step, budget, lambda a, b: True)
    return count(points, _supply(row, unit["at"], side, units, counters, foes, around, passable))


def _supply(row, start, side, units, counters, foes, around, passable) -> str:
    """Within five hexes an edge hex, or a town joined to one; for Belgians Brussels alone (7.2, 7.3, 7.10)."""
    land = raw.hexes(*FOLDER)
    held = {c["hex"]: c["side"] for c in raw.document("glorys_end", "scenarios", row["board"] + ".yaml")["control"]}
    standing = {p["at"]: counters[what]["side"] for what, p in units.items()}
    edge = {h for name in EDGES[row["board"], side] for h in raw.region(FOLDER, name)} - foes
    west = set(raw.region(FOLDER, "west-of-meuse"))
    liege = any(p["at"] == LIEGE and counters[what]["type"] == "fortress" for what, p in units.items())

    def open_way(a, b):
        beyond_liege = side == "german" and liege and land[b]["owner"] == "BE" and b in west
        return passable(a, b) and not beyond_liege

    def joined(seeds, rings):
        found, ring = set(seeds), set(seeds)
        while ring and rings != 0:
            ring = {n for p in ring for n in around(p) if n not in found and open_way(p, n)}
            found |= ring
            rings -= 1
        return found

    near = joined({start}, WITHIN)
    if counters[row["unit"]]["nation"] == "belgian":
        return "yes" if BRUSSELS in near and standing.get(BRUSSELS, "allied") == "allied" else "no"
    if near & edge:
        return "yes"
    known = True
    for place in near:
        recorded = held.get(place, OWNERS.get(land[place]["owner"]))
        town = {"town", "city"} & set(land[place]["features"].split())
        if not town or standing.get(place, recorded) != side or (place == BRUSSELS and side == "allied"):
            continue
        if place in foes or not joined({place}, -1) & edge:
            continue
        if recorded == side:
            return "yes"
        known = False  # units stand there, nothing tells since when
    return "no" if known else "?"
