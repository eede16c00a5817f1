"""The Great War in Europe over again, slowly: the text of the sources, sweeping, and every path of four hexes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tests.census import raw, tgwie_boards
from tests.census.rows import Count, count
from tests.kit import twins

CENTRAL = {"german", "austro-hungarian", "ottoman", "bulgarian"}


def counts(row: Mapping[str, str]) -> Count:
    setting = tgwie_boards.BOARDS[row["board"]]
    folder = ("tgwie", setting.folder)
    land, between = raw.hexes(*folder), raw.sides(*folder)
    chart = {line["terrain"]: line for line in raw.table("tgwie", "tables", "terrain_effects.csv")}
    weather, kind, nation, start = row["weather"], row["kind"], row["nation"], row["hex"]
    side, other = ("central", "allied") if nation in CENTRAL else ("allied", "central")
    features = {place: set(line["features"].split()) for place, line in land.items()}

    @cache
    def around(place):
        return [near for near in raw.around_rows(place) if near in land]

    def things(a, b):
        return between.get(frozenset((a, b)), frozenset())

    def regions(names):
        return {place for name in names for place in raw.region(folder, name)}

    held = {"allied": regions(setting.allied), "central": regions(setting.central)}
    if not setting.central:
        beside = {near for place in held["allied"] for near in around(place)}
        held["central"] = {p for p in beside - held["allied"] if land[p]["owner"] == "AH"}
    shut = {p for p in land if land[p]["owner"] in tgwie_boards.NEVER | setting.neutral}
    shut |= {p for p in land if features[p] & {"closed", "beach"}}
    sea = {p for p in land if land[p]["terrain"] == "sea"}
    alpine = {p for p in land if land[p]["terrain"] == "alpine"}

    def sources(whose):
        found = regions(tgwie_boards.EDGES[setting.theatre, whose])
        for place in setting.joined:
            if (place in ("E1116", "E2423")) == (whose == "allied"):
                found.add(place)
        return found

    def spread(seeds, no_way):
        """All that hangs together with the seeds, ring by ring."""
        found, ring = set(), {p for p in seeds if p not in no_way}
        while ring:
            found |= ring
            ring = {n for p in ring for n in around(p)
                    if n not in found and n not in no_way and "all-sea" not in things(p, n)}  # fmt: skip
        return found

    fronts = held["allied"] | held["central"]
    ground = {who: held[who] | spread(sources(who), fronts | shut | sea) for who in ("allied", "central")}

    @cache
    def holder(place):
        if (place in ground["allied"]) != (place in ground["central"]):
            return "allied" if place in ground["allied"] else "central"
        owner = land[place]["owner"]
        return "allied" if owner in tgwie_boards.ALLIES else "central" if owner in tgwie_boards.POWERS else ""

    fallen = regions(setting.fallen)

    def step(a, b):
        if b in shut or b in held[other] or "all-sea" in things(a, b):
            return None
        if "lake" in things(a, b) and weather != "snow":
            return None
        if "fortress" in features[b] and b not in fallen and holder(b) == other:
            return None
        if "haff" in things(a, b):
            return 1
        if a in sea or b in sea or (b in alpine and kind != "mountain"):
            return None
        points = int(chart[land[b]["terrain"]][weather])
        if "pass" in things(a, b) and weather != "snow":
            points = 1
        if "river" in things(a, b) and weather == "wet":
            points += 1
        return points

    budget = int(row["movement"]) * (2 if setting.folder == "west" else 1)
    points = twins.reached(start, twins.spread(start, around, budget), around, step, budget, lambda a, b: True)

    # supply: every path of at most four hexes, to whatever feeds
    barred = held[other] | shut | sea | (set() if kind == "mountain" else alpine)
    towns = {p for p in land if features[p] & {"town", "city"}}
    ultimate = sources(side)
    if setting.theatre == "east" and side == "allied":
        ultimate = {
            "russian": ultimate - {"E1116"}, "romanian": ultimate - {"E1116"}, "italian": {"E1210"},
            "serbian": {p for p in towns if land[p]["owner"] == "SE"},
        }.get(nation, ultimate & {"E1116"})  # fmt: skip
    ultimate = {p for p in ultimate if holder(p) == side and p not in barred}
    joined = spread(ultimate, barred)
    serves = {p: 4 for p in ultimate} | {p: 4 for p in towns if holder(p) == side and p in joined}
    for whose, name in setting.hqs:
        for place in regions([name]) & joined if whose == nation else ():
            serves.setdefault(place, 1)
    for place, most in _ports(setting, nation, side, land, features, regions, holder).items():
        if place not in barred:
            serves[place] = max(most, serves.get(place, 0))
    best = None
    ways = [(start,)]
    for length in range(5):
        if any(way[-1] in serves and length <= serves[way[-1]] for way in ways):
            best = length
            break
        ways = [(*way, near) for way in ways for near in around(way[-1])
                if near not in barred and near not in way and "all-sea" not in things(way[-1], near)]  # fmt: skip
    return count(points, "-" if best is None else str(best))


def _ports(setting, nation, side, land, features, regions, holder):
    """Ports that serve without a line of their own, and how far."""
    if setting.theatre == "west" and side == "allied":
        most = 4 if nation in ("british", "belgian") else 0
        return {p: most for p in land if features[p] & {"port", "inland-port"} and holder(p) == "allied"
                and all(holder(h) == "allied" for h in land[p]["access"].split())}  # fmt: skip
    if setting.theatre == "italy" and side == "allied":
        return {p: 0 for p in regions(["italian-port-supply"]) if holder(p) == "allied"}
    if setting.theatre == "east" and nation == "german":
        baltic = {p: 0 for p in regions(["baltic-ports"]) if holder(p) == "central"}
        return baltic | ({"E5514": 4} if holder("E5514") == "central" else {})
    return {}
