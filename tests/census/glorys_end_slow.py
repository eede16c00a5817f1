"""1914: Glory's End over again, slowly: the Marne from the text of its sources, by plain relaxing (12, 7, 16)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tests.census import raw
from tests.census.rows import Count, count
from tests.kit import twins

FOLDER = ("glorys_end", "map")
OWNERS = {"FR": "allied", "BE": "allied", "GE": "german", "GB": "allied"}
EDGE = {"german": "marne-north", "allied": "marne-south"}
WITHIN = 5


def counts(row: Mapping[str, str]) -> Count:
    scenario = raw.document("glorys_end", "scenarios", row["board"] + ".yaml")
    counters = {line["id"]: line for line in raw.table("glorys_end", "counters.csv")}
    chart = {line["terrain"]: line for line in raw.table("glorys_end", "tables", "terrain.csv")}
    land, between = raw.hexes(*FOLDER), raw.sides(*FOLDER)
    area = set(raw.region(FOLDER, scenario["area"]))
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
    points = twins.reached(unit["at"], area, around, step, budget, lambda a, b: True)

    # supply: the edge of the area, or a town joined to it, within five hexes
    @cache
    def line(start):
        return twins.lengths_from(start, area, around, lambda a, b: 1 if passable(a, b) else None)

    edge = set(raw.region(FOLDER, EDGE[side])) - foes
    held = {c["hex"]: c["side"] for c in scenario["control"]}
    near = {place: length for place, length in line(unit["at"]).items() if length <= WITHIN}
    standing = {p["at"]: counters[what]["side"] for what, p in units.items()}
    supplied, known = bool(edge & set(near)), True
    for place in near:
        recorded = held.get(place, OWNERS.get(land[place]["owner"]))
        now = standing.get(place, recorded)
        town = {"town", "city"} & set(land[place]["features"].split())
        if not town or now != side or not edge & set(line(place)):
            continue
        if recorded == side:
            supplied = True
        else:
            known = False  # units stand there, nothing tells since when
    return count(points, "yes" if supplied else "no" if known else "?")
