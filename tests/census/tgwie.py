"""Positions of The Great War in Europe by the game's own facts, on the maps and charts of the sources.

Movement 12.2 to 12.12; supply 11.3 to 11.14, fortress supply apart. Who holds a hex: the side whose sources alone are
joined to it without passing either front, else its country's. Each hex of the enemy's front has a unit in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from builder.games.tgwie.facts import Facts
from builder.kit import areas, front, movement
from builder.model import Game, GameState, Moment, Unit, Values, hexside
from builder.rules.position import Position
from builder.rules.ruleset import Given, Stated, fact_key
from builder.sources import load
from tests.census import tgwie_boards as boards
from tests.census.rows import SOURCE, Count, count

PLAY = Moment(20, "", "first-movement")


@cache
def game() -> Game:
    return load(SOURCE / "tgwie")


class Board:
    """One setting in one weather: who holds what, as facts that a case might state."""

    def __init__(self, name: str, weather: str):
        self.setting, self.weather = boards.BOARDS[name], weather
        self.sheet = next(sheet for sheet in game().maps if sheet.id == self.setting.folder)
        self.hexes, self.near = self.sheet.hexes, {p: self.sheet.neighbours(p) for p in self.sheet.hexes}
        barred = boards.NEVER | self.setting.neutral
        self.barred = {p for p, h in self.hexes.items() if h.owner in barred or {"closed", "beach"} & set(h.features)}
        self.held = {side: self._regions(getattr(self.setting, side)) for side in ("allied", "central")}
        if not self.setting.central:
            home = [p for p, h in self.hexes.items() if h.owner == "AH" and p not in self.held["allied"]]
            self.held["central"] = frozenset(front.forward(home, self.held["allied"], self.near.__getitem__))
        self.grounds = {side: self._ground(side) for side in self.held}
        self.given = Given(MappingProxyType(dict(self._stated())))

    def _regions(self, names: tuple[str, ...]) -> frozenset[str]:
        return frozenset(place for name in names for place in self.sheet.regions[name])

    def foes(self, side: str) -> frozenset[str]:
        return self.held["central" if side == "allied" else "allied"]

    def _sources(self, side: str) -> frozenset[str]:
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
            areas.area(p, self.near.__getitem__, behind, self._open)
            for p in self._sources(side)
        ))  # fmt: skip

    def _open(self, a: str, b: str) -> bool:
        return all(thing.kind != "all-sea" for thing in self.sheet.sides.get(hexside(a, b), ()))

    def _holder(self, place: str) -> str:
        within = [side for side, ground in self.grounds.items() if place in ground]
        if len(within) == 1:
            return within[0]
        owner = self.hexes[place].owner
        return "allied" if owner in boards.ALLIES else "central" if owner in boards.POWERS else ""

    # ---- as a case states it

    def _stated(self):
        neutral = self.setting.neutral
        for row in game().tables["countries"].rows.values():
            if row["nation"] and row.key != "RP":
                side = "neutral" if row.key in neutral else "allied" if row.key in boards.ALLIES else "central"
                yield fact_key("side-of", (row["nation"],)), Stated(side)
        yield fact_key("played", ("salonika",)), Stated("no" if "AL" in neutral else "yes")
        yield fact_key("weather", (self.setting.folder,)), Stated(self.weather)
        for place in self.hexes:
            yield fact_key("control", (place,)), Stated(self._holder(place))
        for place in self._regions(self.setting.fallen):
            yield fact_key("fort", (place,)), Stated("destroyed")

    def step(self, side: str, kind: str, a: str, b: str) -> movement.Cost | None:
        """What a step costs, None where something bars it."""
        unit = Unit("probe", side, "", kind, "", a, 1, 1)
        return self.facts(side, unit).open_step(unit, a, b)

    def facts(self, side: str, *units: Unit) -> Facts:
        state = GameState(when=PLAY)
        for unit in units:
            state = state.with_unit(unit)
        enemy = "central" if side == "allied" else "allied"
        for place in self.foes(side):
            state = state.with_unit(Unit(f"foe-{place}", enemy, "", "infantry", "", place, 1, 1))
        for owner, name in self.setting.hqs:
            for place in self.sheet.regions[name]:
                state = state.with_unit(Unit(f"hq-{place}", game().side_of(owner), owner, "hq", "", place, 1, 1))
        return Facts(game(), Position(state), self.given)


@cache
def board(name: str, weather: str) -> Board:
    return Board(name, weather)


def _asked(row: Mapping[str, str]) -> tuple[Board, Unit]:
    values = (Values(3, 3, int(row["movement"])),)
    unit = Unit("probe", game().side_of(row["nation"]), row["nation"], row["kind"], "", row["hex"], 1, 1, values)
    return board(row["board"], row["weather"]), unit


def reach_of(row: Mapping[str, str]) -> movement.Reach:
    here, unit = _asked(row)
    return here.facts(unit.side, unit).reach("probe")


def counts(row: Mapping[str, str]) -> Count:
    """Supply is the length of the first leg, `-` out of supply; a headquarters does not feed itself here."""
    here, unit = _asked(row)
    legs = here.facts(unit.side).line(unit, unit.place)
    return count(reach_of(row).points, "-" if legs is None else str(legs[0].length))
