"""The board of a random game: plain pieces, who holds what, supply. Slow and simple on purpose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.census import raw
from tests.play import ground

WITHIN = 5


@dataclass(slots=True)
class Piece:
    id: str
    side: str
    nation: str
    type: str
    size: str
    corps: bool
    full: int
    movement: int
    factors: dict[tuple[str, int], int]
    at: str = ""  # "" off the map
    steps: int = 0
    ooc: bool = False
    did: str = ""  # what it did this player turn
    dead: bool = False

    @property
    def mobile(self) -> bool:
        return self.type != "fortress"

    @property
    def rides(self) -> bool:
        return self.type == "cavalry"

    def factor(self, kind: str) -> int:
        return self.factors.get((kind, self.steps), 0)


@dataclass(slots=True)
class Board:
    pieces: dict[str, Piece]
    owner: dict[str, str]  # who last entered with more than cavalry, or held it from the start (4.7, 4.8)
    at_turn_start: dict[str, str] = field(default_factory=dict)
    trenches: dict[str, str] = field(default_factory=dict)
    zones: dict[str, str] = field(default_factory=dict)  # fortified zones, by who built them
    fed: dict[str, bool] = field(default_factory=dict)  # who was supplied as operational movement began

    # ---- who stands where

    def on(self, place: str) -> list[Piece]:
        return [p for p in self.pieces.values() if p.at == place]

    def side_on(self, place: str) -> str:
        return next((p.side for p in self.pieces.values() if p.at == place), "")

    def of(self, side: str) -> list[Piece]:
        return [p for p in self.pieces.values() if p.side == side and p.at]

    def enemy_places(self, side: str) -> set[str]:
        return {p.at for p in self.pieces.values() if p.at and p.side != side}

    def beside_enemy(self, place: str, side: str) -> bool:
        foes = self.enemy_places(side)
        return any(near in foes for near in raw.around_rows(place))

    def fortress(self, place: str) -> bool:
        return any(not p.mobile for p in self.on(place))

    def position(self, place: str) -> bool:
        """A prepared position of those who stand there."""
        return self.fortress(place) or place in self.trenches or place in self.zones

    # ---- control (4.7, 4.8)

    def holder(self, place: str) -> str:
        return self.side_on(place) or self.owner[place]

    def enter(self, piece: Piece, place: str) -> None:
        piece.at = place
        if not piece.rides:
            self.owner[place] = piece.side

    def new_turn(self) -> None:
        self.at_turn_start = {place: self.holder(place) for place in ground.towns()}

    # ---- stacking (6)

    def fits(self, place: str, group: Iterable[Piece], more: int = 0) -> bool:
        """Whether the group could stay there."""
        group = list(group)
        units = [p for p in self.on(place) if p not in group] + group
        if sum(p.steps for p in units) + more > 9 or sum(p.corps for p in units if p.mobile) > 2:
            return False
        nations = {p.nation for p in units}
        return len(nations) == 1 and (place not in ground.PARIS or nations <= {"french", "german"})

    def passes(self, place: str, group: Iterable[Piece]) -> bool:
        group = list(group)
        return sum(p.steps for p in self.on(place) if p not in group) + sum(p.steps for p in group) <= 9

    # ---- supply (7.2, 7.3, 7.7)

    def joined(self, seeds: Iterable[str], side: str, rings: int = -1) -> set[str]:
        foes = self.enemy_places(side)
        found = set(seeds)
        ring = set(found)
        while ring and rings:
            ring = {n for p in ring for n in ground.around(p) if n not in found and n not in foes}
            found |= ring
            rings -= 1
        return found

    def linked(self, side: str) -> set[str]:
        """All that is joined to the side's edge by ways of any length."""
        foes = self.enemy_places(side)
        return self.joined([h for h in ground.edge(side) if h not in foes], side)

    def supplied(self, piece: Piece) -> bool:
        near = self.joined([piece.at], piece.side, WITHIN)
        foes = self.enemy_places(piece.side)
        if near & (ground.edge(piece.side) - foes):
            return True
        linked = self.linked(piece.side)
        return any(
            ground.is_town(place) and place in linked and self.holder(place) == piece.side == self.at_turn_start[place]
            for place in near
        )

    def endures(self, piece: Piece) -> bool:
        """Supply for defence and attrition: fortresses and their nation's units in them have it always (7.7)."""
        forts = {p.nation for p in self.on(piece.at) if not p.mobile}
        return not piece.mobile or piece.nation in forts or self.supplied(piece)

    def defends(self, piece: Piece) -> bool:
        """Supply for defence, which a port of the French does not give (7.9)."""
        return self.endures(piece)

    # ---- trains (11)

    def rail_net(self, side: str) -> set[str]:
        """Hexes that trains may run through."""
        shut = self.enemy_places(side) | {n for p in self.enemy_places(side) for n in raw.around_rows(p)}
        return set(ground.area()) - shut

    def by_rail(self, seeds: Iterable[str], side: str) -> set[str]:
        net = self.rail_net(side)
        found = {h for h in seeds if h in net}
        ring = set(found)
        while ring:
            ring = {n for p in ring for n in ground.around(p) if n in net and n not in found}
            found |= ring
        return found


def marne() -> Board:
    """The set-up of 16.2, from the plain text of the scenario."""
    scenario = raw.document(ground.GAME, "scenarios", "marne.yaml")
    rows = {row["id"]: row for row in raw.table(ground.GAME, "counters.csv")}
    sides = {"FR": "allied", "BE": "allied"}
    owner = {place: sides.get(ground.land()[place]["owner"], "german") for place in ground.area()}
    owner |= {line["hex"]: line["side"] for line in scenario["control"]}
    pieces: dict[str, Piece] = {}
    for line in scenario["placements"]:
        if line["what"] in rows:
            ooc = "ooc" in line.get("marks", ())
            pieces[line["what"]] = piece_of(rows[line["what"]], line["steps"], line["at"], ooc)
    for line in scenario["arrivals"]:
        pieces[line["what"]] = piece_of(rows[line["what"]], line["steps"], "", False)
    for piece in pieces.values():  # riders alone hold nothing for good
        if piece.at and piece.rides and all(p.rides for p in pieces.values() if p.at == piece.at):
            owner[piece.at] = owner[piece.at] if piece.side == "allied" else "allied"
    return Board(pieces, owner)


def piece_of(row, steps: int, at: str, ooc: bool) -> Piece:
    factors = {
        (kind, n): int(row[f"{kind}_{n}"])
        for kind in ("attack", "defence", "cavalry") for n in range(1, 5) if row[f"{kind}_{n}"]
    }  # fmt: skip
    return Piece(row["id"], row["side"], row["nation"], row["type"], row["size"], row["corps"] == "yes",
                 int(row["steps"]), int(row["movement"]), factors, at, steps, ooc)  # fmt: skip
