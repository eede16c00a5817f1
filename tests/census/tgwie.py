"""Positions of The Great War in Europe by kit, on the maps and charts of the sources.

Movement 12.2 to 12.12; supply 11.3 to 11.14, fortress supply apart. Who holds a hex: the side whose sources alone are
joined to it without passing either front, else its country's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from builder.kit import areas, front, movement
from builder.kit.movement import Cost
from builder.kit.supply_net import Terms, Tier, net
from builder.model import Game, Reason, hexside
from builder.sources import load
from tests.census import tgwie_boards as boards
from tests.census.rows import SOURCE, Count, count

NOTHING: frozenset[str] = frozenset()
PORTS = frozenset({"port", "inland-port"})


@cache
def game() -> Game:
    return load(SOURCE / "tgwie")


class Board:
    """One setting in one weather; what it costs whom, and where lines of supply lead."""

    def __init__(self, name: str, weather: str):
        self.setting, self.weather = boards.BOARDS[name], weather
        self.sheet = next(sheet for sheet in game().maps if sheet.id == self.setting.folder)
        self.hexes, self.near = self.sheet.hexes, {p: self.sheet.neighbours(p) for p in self.sheet.hexes}
        self.along = {side: frozenset(thing.kind for thing in things) for side, things in self.sheet.sides.items()}
        chart = game().tables["terrain_effects"]
        self.points = {
            name: Reason(name, int(row[weather]), row.evidence_of(weather), chart.source(name, weather))
            for name, row in chart.rows.items() if row[weather]
        }  # fmt: skip
        self.shut_sides = {n for n in ("lake", "all-sea") if chart.rows[n][f"closed_{weather}"]}
        barred = boards.NEVER | self.setting.neutral
        self.barred = {p for p, h in self.hexes.items() if h.owner in barred or {"closed", "beach"} & set(h.features)}
        self.held = {side: self._regions(getattr(self.setting, side)) for side in ("allied", "central")}
        if not self.setting.central:
            home = [p for p, h in self.hexes.items() if h.owner == "AH" and p not in self.held["allied"]]
            self.held["central"] = frozenset(front.forward(home, self.held["allied"], self.near.__getitem__))
        self.grounds = {side: self._ground(side) for side in self.held}
        self.fallen = self._regions(self.setting.fallen)

    def _regions(self, names: tuple[str, ...]) -> frozenset[str]:
        return frozenset(place for name in names for place in self.sheet.regions[name])

    def kinds(self, a: str, b: str) -> frozenset[str]:
        return self.along.get(hexside(a, b), NOTHING)

    # ---- who holds what

    def foes(self, side: str) -> frozenset[str]:
        return self.held["central" if side == "allied" else "allied"]

    def sources(self, side: str) -> frozenset[str]:
        """Ultimate sources of a side in this theatre, whoever may use them."""
        found = set(self._regions(boards.EDGES[self.setting.theatre, side]))
        allied = {boards.SALONIKA, boards.BUCHAREST}
        found |= self.setting.joined & allied if side == "allied" else self.setting.joined - allied
        return frozenset(found)

    def _ground(self, side: str) -> frozenset[str]:
        """What lies behind a side's front, the front too."""
        behind = self.hexes.keys() - self.held["allied"] - self.held["central"] - self.barred
        behind = {p for p in behind if self.hexes[p].terrain != "sea"}
        return self.held[side].union(*(
            areas.area(p, self.near.__getitem__, behind, lambda a, b: "all-sea" not in self.kinds(a, b))
            for p in self.sources(side)
        ))  # fmt: skip

    def holder(self, place: str) -> str:
        within = [side for side, ground in self.grounds.items() if place in ground]
        if len(within) == 1:
            return within[0]
        owner = self.hexes[place].owner
        return "allied" if owner in boards.ALLIES else "central" if owner in boards.POWERS else ""

    # ---- movement

    def step(self, side: str, kind: str, a: str, b: str) -> Cost | None:
        hex_, kinds = self.hexes[b], self.kinds(a, b)
        if b in self.barred or b in self.foes(side) or kinds & self.shut_sides or self._enemy_fort(side, b):
            return None
        if "haff" in kinds:
            return self._cost("haff")
        if hex_.terrain == "sea" or self.hexes[a].terrain == "sea" or (hex_.terrain == "alpine" and kind != "mountain"):
            return None
        ground = hex_.terrain
        if "pass" in kinds and self.points["pass"].value < self.points[ground].value:
            ground = "pass"
        return self._cost(ground, "river") if "river" in kinds else self._cost(ground)

    def _cost(self, *names: str) -> Cost:
        reasons = tuple(self.points[name] for name in names)
        return Cost(sum(reason.value for reason in reasons), reasons)

    def _enemy_fort(self, side: str, place: str) -> bool:
        """An intact one: it is gone where the other side holds the hex."""
        return (
            "fortress" in self.hexes[place].features
            and place not in self.fallen
            and self.holder(place) not in ("", side)
        )

    def reach(self, side: str, kind: str, factor: int, start: str) -> movement.Reach:
        budget = factor if self.setting.folder == "east" else 2 * factor
        return movement.reach(start, self.near.__getitem__, lambda a, b: self.step(side, kind, a, b), budget,
                              minimum_move=factor > 0)  # fmt: skip

    # ---- supply

    def terms(self, side: str, kind: str) -> Terms:
        foes = self.foes(side)

        def blocked(place: str) -> bool:
            hex_ = self.hexes[place]
            return (
                place in foes
                or place in self.barred
                or hex_.terrain == "sea"
                or (hex_.terrain == "alpine" and kind != "mountain")
            )

        return Terms(self.near.__getitem__, blocked, lambda a, b: None if "all-sea" in self.kinds(a, b) else 1)

    def _own(self, side: str, places: frozenset[str]) -> list[str]:
        return [place for place in places if self.holder(place) == side]

    def ultimate(self, nation: str, side: str) -> list[str]:
        """Those that this nation may use (11.8, 11.9, 11.11 to 11.14)."""
        found = self.sources(side)
        if self.setting.theatre == "east" and side == "allied":
            if nation in ("russian", "romanian"):
                found -= {boards.SALONIKA}
            elif nation == "italian":
                found = frozenset({boards.VALONA})
            elif nation == "serbian":
                found = frozenset(
                    p for p, h in self.hexes.items() if h.owner == "SE" and {"town", "city"} & set(h.features)
                )
            else:
                found &= {boards.SALONIKA}
        return self._own(side, found)

    def tiers(self, nation: str, side: str) -> Iterator[Tier]:
        towns = frozenset(p for p, h in self.hexes.items() if {"town", "city"} & set(h.features))
        hqs = [p for owner, name in self.setting.hqs if owner == nation for p in self.sheet.regions[name]]
        yield Tier("ultimate source", self.ultimate(nation, side), 4, ultimate=True)
        yield Tier("town", self._own(side, towns), 4)
        yield Tier("headquarters", hqs, 1)
        if self.setting.theatre == "west" and side == "allied":
            yield Tier("port", self._ports(), 4 if nation in ("british", "belgian") else 0, ultimate=True)
        if self.setting.theatre == "italy" and side == "allied":
            yield Tier("port", self._own(side, self._regions(("italian-port-supply",))), 0, ultimate=True)
        if self.setting.theatre == "east" and nation == "german":
            yield Tier("Koenigsberg", self._own(side, frozenset({boards.KONIGSBERG})), 4, ultimate=True)
            yield Tier("Baltic port", self._own(side, self._regions(("baltic-ports",))), 0, ultimate=True)

    def _ports(self) -> list[str]:
        ports = frozenset(p for p, h in self.hexes.items() if PORTS & set(h.features))
        access = {p: self.hexes[p].attributes.get("access", "").split() for p in ports}
        return [p for p in self._own("allied", ports) if all(self.holder(h) == "allied" for h in access[p])]

    def net(self, nation: str, side: str, kind: str):
        return net(tuple(self.tiers(nation, side)), self.terms(side, kind))


@cache
def board(name: str, weather: str) -> Board:
    return Board(name, weather)


def _asked(row: Mapping[str, str]) -> tuple[Board, str]:
    return board(row["board"], row["weather"]), game().side_of(row["nation"])


def reach_of(row: Mapping[str, str]) -> movement.Reach:
    here, side = _asked(row)
    return here.reach(side, row["kind"], int(row["movement"]), row["hex"])


def counts(row: Mapping[str, str]) -> Count:
    """Supply is the length of the first leg, `-` out of supply."""
    here, side = _asked(row)
    legs = here.net(row["nation"], side, row["kind"]).line(row["hex"])
    return count(reach_of(row).points, "-" if legs is None else str(legs[0].length))
