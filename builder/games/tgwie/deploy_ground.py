"""The ground of each side for a whole deployment: where a unit may stand, and how far behind the front that is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from builder.games.tgwie.ground import ITALY, OUTSIDE, is_allied_line, is_central_line, reached
from builder.games.tgwie.pool import facts
from builder.games.tgwie.sources_base import SetUp, hex_of, sheet_of
from builder.model import Counter, Game, MapSheet

ITALIAN_EDGES = (("central", "italian-central-edge"), ("allied", "italian-allied-edge"))
DEEP = 3  # hexes behind the front: nobody is sent further back where a front line is stated
FAR = 99


@dataclass(frozen=True, slots=True)
class Ground:
    """Hexes by side, the front lines that each is to man, and how far from its own front a hex lies."""

    game: Game
    sides: Mapping[str, frozenset[str]]
    lines: Mapping[str, tuple[str, ...]]
    depths: Mapping[tuple[str, str], int]  # (side, hex)
    staged: bool  # whether front lines are stated; else units stand where their code says

    def depth(self, side: str, place: str) -> int:
        return self.depths.get((side, place), FAR)

    def distance(self, a: str, b: str) -> int:
        sheet = sheet_of(self.game, a)
        return sheet.grid.distance(a, b) if sheet is not None and b in sheet.hexes else FAR

    def open(self, counter: Counter) -> tuple[str, ...]:
        """The hexes that a unit may enter, in the order of the maps."""
        own = self.sides[counter.side]
        return tuple(h for sheet in self.game.maps for h in sheet.hexes if h in own
                     and (sheet.hexes[h].terrain != "alpine" or counter.type == "mountain"))  # fmt: skip


def ground_of(at: SetUp) -> Ground:
    lines = {side: tuple(_lines(at, side)) for side in ("allied", "central")}
    staged = bool(lines["allied"])
    sides = {side: frozenset(_open_ground(at, side, lines)) for side in lines}
    fronts = {side: (*lines[side], *_facing(at, sides[side])) if staged else tuple(_border(at, side)) for side in lines}
    depths = {
        (side, place): min((sheet.grid.distance(place, f) for f in fronts[side] if f in sheet.hexes), default=FAR)
        for side, places in sides.items()
        for sheet in at.game.maps
        for place in places
        if place in sheet.hexes
    }
    lines = {side: tuple(h for h in hexes if h in sides[side]) for side, hexes in lines.items()}
    return Ground(at.game, sides, lines, depths, staged)


def _lines(at: SetUp, side: str) -> Iterable[str]:
    """The hexes of a side's front lines; in Italy, where the book gives one, the Central line lies opposite."""
    front = at.scenario.facts.get("front", "")
    for sheet in at.game.maps if front else ():
        for name, hexes in sheet.regions.items():
            if (is_allied_line if side == "allied" else is_central_line)(name, front):
                yield from hexes
            if side == "central" and name == f"{front}-italy-allied":
                ours = _italian(at, sheet)["central"]
                yield from dict.fromkeys(n for h in hexes for n in sheet.neighbours(h) if n in ours)


def _italian(at: SetUp, sheet: MapSheet) -> Mapping[str, frozenset[str]]:
    """The two sides of the Italian theatre, parted by the Allied line of the year."""
    inset = frozenset(sheet.regions.get(ITALY, ()))
    line = frozenset(sheet.regions.get(f"{at.scenario.facts.get('front', '')}-italy-allied", ()))
    if not line:
        return {"allied": frozenset(), "central": frozenset()}
    found = {side: frozenset(reached(sheet, sheet.regions.get(edge, ()), line, ())) & inset
             for side, edge in ITALIAN_EDGES}  # fmt: skip
    return {"central": found["central"], "allied": (found["allied"] | line) - found["central"]}


def _open_ground(at: SetUp, side: str, lines: Mapping[str, tuple[str, ...]]) -> Iterable[str]:
    shut = OUTSIDE | frozenset(facts(at.scenario, "ground neutral")) - frozenset(facts(at.scenario, "ground open"))
    central = frozenset(facts(at.scenario, "ground central"))
    enemies = {s.place for s in at.stands.values() if s.counter.side != side}
    for sheet in at.game.maps:
        inset = frozenset(sheet.regions.get(ITALY, ()))
        italian = _italian(at, sheet)[side]
        for number, hex_ in sheet.hexes.items():
            if hex_.terrain == "sea" or "closed" in hex_.features or hex_.owner in shut or number in enemies:
                continue
            if number in inset:
                ours = number in italian
            elif at.held:
                ours = (number in at.held) == (side == "central")
            elif lines[side]:
                ours = _nearer(sheet, number, lines[side], lines["central" if side == "allied" else "allied"])
            else:
                ours = (hex_.owner in central) == (side == "central") or hex_.owner == "BE"
            if ours:
                yield number


def _nearer(sheet: MapSheet, place: str, own: Iterable[str], other: Iterable[str]) -> bool:
    """Where a scenario states a line and no more: the hexes nearer to it than to the enemy's."""
    near = [
        min((sheet.grid.distance(place, f) for f in line if f in sheet.hexes), default=FAR) for line in (own, other)
    ]
    return near[0] < near[1]


def _facing(at: SetUp, own: frozenset[str]) -> Iterable[str]:
    """Where no line is stated before Salonika (24.3.4.A): hexes next to neutral ground that both may enter."""
    opened = frozenset(facts(at.scenario, "ground open")) & frozenset(facts(at.scenario, "ground neutral"))
    front = at.scenario.facts.get("front", "")
    for sheet in at.game.maps if opened else ():
        if f"{front}-salonika-central" not in sheet.regions:
            shared = {n for n, hex_ in sheet.hexes.items() if hex_.owner in opened} - own
            yield from (h for h in sheet.hexes if h in own and shared.intersection(sheet.neighbours(h)))


def _border(at: SetUp, side: str) -> Iterable[str]:
    """Hexes of a side next to a country that the enemy holds at the start."""
    central = frozenset(facts(at.scenario, "ground central"))
    shut = OUTSIDE | frozenset(facts(at.scenario, "ground neutral"))
    for sheet in at.game.maps:
        for number, hex_ in sheet.hexes.items():
            if hex_.owner in shut or (hex_.owner in central) != (side == "central"):
                continue
            around = (hex_of(at.game, n) for n in sheet.neighbours(number))
            if any(n and n.owner not in shut and (n.owner in central) != (side == "central") for n in around):
                yield number
