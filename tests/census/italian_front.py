"""Positions of The Italian Front by kit, on the map and deployments of the sources.

Movement 6-1 to 6-11, 32-1 to 32-3, 33-2, 29-9, 29-12; zones 10; supply lines 19-7, 19-8; communications 20-1; works
22-2, 22-6, 22-13. Left out: rail movement, what only a headquarters may not enter, Austrian column (40-2).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from builder.kit import movement, supply, supply_net, zones
from builder.kit.movement import Cost
from builder.model import Counter, Evidence, Game, Reason, Tag, hexside
from builder.sources import load
from tests.census.rows import SOURCE, Count, count

EXERT = frozenset({"infantry", "mountain", "assault", "mountain-assault", "marine", "cavalry"})
FOOT = EXERT - {"cavalry"}
SUPPORT = frozenset({"headquarters", "engineer", "replacement", "flotilla"})  # no ground combat units
MOUNTAIN = frozenset({"mountain", "mountain-assault"})
ASSAULT = frozenset({"assault", "mountain-assault"})
GUNS = frozenset({"artillery", "siege-artillery"})
SHUT = frozenset({"", "alpine", "lake", "all-sea"})
WORKS = frozenset({"cp-trench", "en-trench", "devastation"})
RAILS = frozenset({"rail-single", "rail-double"})
COUNTRY = {"italian": "IT", "austro-hungarian": "AH"}
ZONE, SHUT_OFF = Evidence(Tag.BOOK, "S10-7"), Evidence(Tag.BOOK, "S10-6")


@cache
def game() -> Game:
    return load(SOURCE / "italian_front")


class Board:
    """One deployment, seen by one side."""

    def __init__(self, scenario: str, side: str):
        self.game, self.side = game(), side
        self.sheet = self.game.maps[0]
        chart = self.game.tables["terrain_effects"]
        self.points = {
            name: Reason(name, int(row["movement"]), row.evidence_of("movement"), chart.source(name, "movement"))
            for name, row in chart.rows.items() if row["movement"]
        }  # fmt: skip
        placed = self.game.scenarios[scenario].placements
        stands = [(self.game.counters[p.what], p.place) for p in placed if p.what in self.game.counters]
        stands = [(counter, place) for counter, place in stands if place in self.sheet.hexes]
        self.at = {counter.id: place for counter, place in stands}
        foes = [(counter, place) for counter, place in stands if counter.side != side]
        friends = [(counter, place) for counter, place in stands if counter.side == side]
        self.foes = {place for _, place in foes}
        self.fighting = {place for counter, place in foes if counter.type not in SUPPORT}
        self.friends = {place for counter, place in friends if counter.type not in SUPPORT}
        self.foot = {place for counter, place in friends if counter.type in FOOT}
        self.hqs = {(counter.nation, place) for counter, place in friends if counter.type == "headquarters"}
        self.works = {p.place for p in placed if p.what in WORKS}
        exerting = [(counter.id, place) for counter, place in foes if counter.type in EXERT]
        self.zones = zones.zones(exerting, self.sheet.neighbours, self._stops)
        self.open_zones = self.zones.without(self._held)

    def _stops(self, _unit: str, a: str, b: str) -> Reason | None:
        terrain = self.sheet.terrain_between(a, b)
        if terrain in ("", "all-sea", "alpine") or self.sheet.hexes[b].owner == "CH":
            return Reason(f"side {a}|{b}", terrain or "sea", SHUT_OFF)
        return None

    def _held(self, place: str) -> Reason | None:
        return Reason(f"friends in {place}", "yes", Evidence(Tag.SEEN)) if place in self.friends else None

    def ground(self, unit: Counter, a: str, b: str) -> Cost | None:
        """What the side and works cost, zones apart; None over closed sides and into closed hexes."""
        terrain = self.sheet.terrain_between(a, b)
        if terrain in SHUT or "closed" in self.sheet.hexes[b].features:
            return None
        kinds = {thing.kind for thing in self.sheet.sides.get(hexside(a, b), ())}
        found = [self.points[terrain]]
        found += [self.points[kind] for kind in ("river", "major-river") if kind in kinds]
        normal = sum(reason.value for reason in found)
        if unit.type in MOUNTAIN and terrain in ("wooded-rough", "mountain"):
            found.append(Reason("mountain unit", -1, Evidence(Tag.BOOK, "S32-1")))
        if "rail-double" in kinds or ("rail-single" in kinds and (unit.type not in MOUNTAIN or normal >= 3)):
            found.append(self.points["single-track-rail"])
        if sum(reason.value for reason in found) < 1:
            found.append(Reason("least cost", 1 - sum(reason.value for reason in found), Evidence(Tag.CHOSEN)))
        if b in self.works and terrain not in ("mountain", "marsh"):
            found.append(self.points["trench"])
        return Cost(sum(reason.value for reason in found), tuple(found))

    def step(self, unit: Counter, a: str, b: str) -> Cost | None:
        ground = None if b in self.fighting else self.ground(unit, a, b)
        if ground is None:
            return None
        free = unit.type in GUNS and b in self.foot
        toll = self.zones.toll(a, b, 0 if free else 1, 0 if unit.type in ASSAULT else 1, ZONE)
        return Cost(ground.points + sum(reason.value for reason in toll), ground.reasons + toll)

    def guaranteed(self, unit: Counter, a: str, b: str) -> bool:
        """Whether the one side that may always be crossed may be this one (6-9, 29-12, 32-3)."""
        kinds = {thing.kind for thing in self.sheet.sides.get(hexside(a, b), ())}
        if unit.type in GUNS and self.sheet.terrain_between(a, b) == "mountain" and not kinds & RAILS:
            return False
        least = 7 if unit.type in MOUNTAIN else 4
        return not (a in self.zones and b in self.zones and self.ground(unit, a, b).points >= least)

    def reach(self, unit: Counter, column: bool) -> movement.Reach:
        allowance = unit.at(unit.steps).movement

        def march(a: str, b: str) -> Cost | None:
            return None if column and b in self.zones else self.step(unit, a, b)

        return movement.reach(
            self.at[unit.id], self.sheet.neighbours, march, allowance * 3 // 2 if column else allowance,
            minimum_move=False if column else lambda a, b: self.guaranteed(unit, a, b),
        )  # fmt: skip

    def terms(self, unit: Counter) -> supply_net.Terms:
        def length(a: str, b: str) -> int | None:
            cost = self.ground(unit, a, b)
            return None if cost is None else cost.points

        return supply_net.Terms(self.sheet.neighbours, lambda p: p in self.foes or p in self.open_zones, length)

    def line(self, unit: Counter) -> int | None:
        """Points from the unit to the nearest headquarters of its nation (19-6 to 19-8)."""
        hqs = [place for nation, place in self.hqs if nation == unit.nation]
        legs = supply_net.net([supply_net.Tier("hq", hqs, None, ultimate=True)], self.terms(unit)).line(
            self.at[unit.id]
        )
        return None if legs is None else legs[0].length

    def home(self, unit: Counter) -> int | None:
        """Hexes to an edge of the map in its own country (20-1); its side's country for guests."""
        code = COUNTRY.get(unit.nation) or ("IT" if self.side == "entente" else "AH")
        rim = {p for p, hex_ in self.sheet.hexes.items() if hex_.owner == code and len(self.sheet.neighbours(p)) < 6}
        line = supply.trace(
            self.at[unit.id], rim, self.sheet.neighbours, lambda p: p in self.fighting or p in self.open_zones,
            lambda a, b: self.sheet.terrain_between(a, b) in SHUT, None,
        )  # fmt: skip
        return None if line is None else len(line) - 1


@cache
def board(scenario: str, side: str) -> Board:
    return Board(scenario, side)


def reach_of(row: Mapping[str, str]) -> movement.Reach:
    unit = game().counters[row["unit"]]
    return board(row["board"], unit.side).reach(unit, row["move"] == "column")


def counts(row: Mapping[str, str]) -> Count:
    """Supply is `line/home`: points to the headquarters, hexes to the edge; `-` for none."""
    unit = game().counters[row["unit"]]
    here = board(row["board"], unit.side)
    found = (here.line(unit), here.home(unit))
    return count(reach_of(row).points, "/".join("-" if one is None else str(one) for one in found))
