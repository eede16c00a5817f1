"""The Italian Front over again, slowly: from the text of the sources alone, by plain relaxing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tests.census import raw
from tests.census.rows import Count, count
from tests.kit import twins

GAME = "italian_front"
GROUND = {"clear", "broken", "hilly", "woods", "rough", "wooded-rough", "marsh", "mountain", "urban"}
NO_FIGHTERS = {"headquarters", "engineer", "replacement", "flotilla"}
WITH_ZONE = {"infantry", "mountain", "assault", "mountain-assault", "marine", "cavalry"}


def counts(row: Mapping[str, str]) -> Count:
    counters = {line["id"]: line for line in raw.table(GAME, "counters.csv")}
    land, between = raw.hexes(GAME, "map"), raw.sides(GAME, "map")
    chart = {line["terrain"]: int(line["movement"] or 0) for line in raw.table(GAME, "tables", "terrain_effects.csv")}
    placed = raw.document(GAME, "scenarios", row["board"] + ".yaml")["placements"]
    unit = counters[row["unit"]]
    start = next(p["at"] for p in placed if p["what"] == row["unit"])
    on_map = [(counters[p["what"]], p["at"]) for p in placed if p["what"] in counters and p["at"] in land]
    foes = [(c["type"], at) for c, at in on_map if c["side"] != unit["side"]]
    friends = [(c["type"], at) for c, at in on_map if c["side"] == unit["side"]]
    works = {p["at"] for p in placed if p["what"] in ("cp-trench", "en-trench", "devastation")}
    allowance = int(unit["movement"])
    kind, mountaineer = unit["type"], unit["type"] in ("mountain", "mountain-assault")
    gun = kind in ("artillery", "siege-artillery")

    @cache
    def around(place):
        return [p for p in raw.around_columns(place) if p in land]

    def things(a, b):
        return between.get(frozenset((a, b)), frozenset())

    def ground_of(a, b):
        return next(iter(things(a, b) & (GROUND | {"alpine", "lake", "all-sea"})), "none")

    def controlled(place):
        if land[place]["owner"] == "CH":
            return False
        for type_, at in foes:
            if type_ in WITH_ZONE and place in around(at) and ground_of(at, place) in GROUND | {"lake"}:
                return True
        return False

    zone = {place for place in land if controlled(place)}
    fighters = {at for type_, at in foes if type_ not in NO_FIGHTERS}
    manned = {at for type_, at in friends if type_ not in NO_FIGHTERS}
    infantry = {at for type_, at in friends if type_ in WITH_ZONE and type_ != "cavalry"}

    @cache
    def terrain(a, b):
        ground = ground_of(a, b)
        if ground not in GROUND or "closed" in land[b]["features"].split():
            return None
        chart_cost = chart[ground]
        if "river" in things(a, b):
            chart_cost += chart["river"]
        if "major-river" in things(a, b):
            chart_cost += chart["major-river"]
        points = chart_cost
        if mountaineer and ground in ("mountain", "wooded-rough"):
            points -= 1
        if "rail-double" in things(a, b) or ("rail-single" in things(a, b) and not (mountaineer and chart_cost < 3)):
            points -= 1
        points = max(points, 1)
        if b in works and ground != "mountain" and ground != "marsh":
            points += 2
        return points

    def step(a, b):
        points = terrain(a, b)
        if points is None or b in fighters or (row["move"] == "column" and b in zone):
            return None
        if a in zone and kind not in ("assault", "mountain-assault"):
            points += 1
        if b in zone and not (gun and b in infantry):
            points += 1
        return points

    def may_always(a, b):
        if row["move"] == "column":
            return False
        if gun and ground_of(a, b) == "mountain" and not things(a, b) & {"rail-single", "rail-double"}:
            return False
        if a in zone and b in zone:
            return terrain(a, b) <= (6 if mountaineer else 3)
        return True

    budget = allowance + allowance // 2 if row["move"] == "column" else allowance
    points = twins.reached(start, land, around, step, budget, may_always)

    def barred(place):
        return place in {at for _, at in foes} or (place in zone and place not in manned)

    to_hq = twins.lengths_from(start, land, around, lambda a, b: None if barred(b) else terrain(a, b))
    hqs = [at for c, at in on_map if c["type"] == "headquarters" and c["nation"] == unit["nation"]]
    line = min((to_hq[at] for at in hqs if at in to_hq), default=None)

    def open_way(a, b):
        cut = b in fighters or (b in zone and b not in manned)
        return None if cut or ground_of(a, b) not in GROUND else 1

    home = "IT" if unit["side"] == "entente" else "AH"
    to_edge = twins.lengths_from(start, land, around, open_way)
    edge = min((n for p, n in to_edge.items() if land[p]["owner"] == home and len(around(p)) < 6), default=None)
    return count(points, "/".join("-" if one is None else str(one) for one in (line, edge)))
