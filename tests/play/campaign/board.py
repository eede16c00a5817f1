"""The board of a random campaign: who holds what, zones, supply of every kind (7), trains and ships (11)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.census import raw
from tests.play import ground
from tests.play.board import WITHIN, Board, Piece, piece_of
from tests.play.campaign import ground as west


@dataclass(slots=True)
class Front(Board):
    brussels_lost: bool = False
    known: dict = field(default_factory=dict)  # lines worked out before, by all they depend on

    # ---- control

    def enter(self, piece: Piece, place: str) -> None:
        piece.at = place
        if not piece.rides:
            self.owner[place] = piece.side
        if place == west.BRUSSELS and piece.side == "german":
            self.brussels_lost = True

    def new_turn(self) -> None:
        self.at_turn_start = {place: self.holder(place) for place in west.towns()}

    def since_start(self, place: str, side: str) -> bool:
        return self.holder(place) == side == self.at_turn_start.get(place)

    def loads(self) -> dict[str, int]:
        """Steps in each hex."""
        found: dict[str, int] = {}
        for p in self.pieces.values():
            if p.at:
                found[p.at] = found.get(p.at, 0) + p.steps
        return found

    # ---- lines (7.2, 7.11)

    def blocks(self, side: str) -> frozenset[str]:
        """Enemy units, fortresses, zones; while Liege stands, Belgium beyond the Meuse to Germans."""
        found = self.enemy_places(side) | {place for place, owner in self.zones.items() if owner != side}
        if side == "german" and any(p.id == "be-liege-fort" and p.at for p in self.pieces.values()):
            found |= west.behind_liege()
        return frozenset(found)

    def joined(self, seeds: Iterable[str], side: str, rings: int = -1) -> set[str]:
        return _spread(set(seeds), self.blocks(side), rings)

    def linked(self, side: str) -> set[str]:
        """All that lines of any length join to the side's edge."""
        shut = self.blocks(side)
        key = ("linked", side, shut)
        if key not in self.known:
            self.known[key] = _spread(set(west.edge(side)) - shut, shut)
        return self.known[key]

    def near(self, place: str, side: str) -> set[str]:
        key = (place, side, self.blocks(side))
        if key not in self.known:
            self.known[key] = _spread({place}, key[2], WITHIN)
        return self.known[key]

    # ---- supply

    def full(self, place: str, side: str, nation: str) -> bool:
        """Full supply (7.3) of a unit of this nation that stands there."""
        if nation == "belgian":
            open_ = not self.brussels_lost and self.since_start(west.BRUSSELS, "allied")
            return open_ and west.BRUSSELS in self.near(place, side)
        if side == "allied" and self.holder(west.ABBEVILLE) == "german" and west.north(place):
            return False
        near = self.near(place, side)
        if near & west.edge(side) - self.blocks(side):
            return True
        linked = self.linked(side)
        return any(
            ground.is_town(town) and town in linked and self.since_start(town, side)
            and not (town == west.BRUSSELS and side == "allied") for town in near
        )  # fmt: skip

    def port_open(self, port: str) -> bool:
        return all(self.holder(place) == "allied" for place in (port, *west.access(port)))

    def by_port(self, piece: Piece) -> bool:
        """A line to a friendly port (7.9)."""
        return piece.side == "allied" and any(map(self.port_open, self.near(piece.at, "allied") & west.ports()))

    def in_full(self, piece: Piece) -> bool:
        return self.full(piece.at, piece.side, piece.nation)

    def supplied(self, piece: Piece) -> bool:
        """For attacks: a port serves British and Belgians for all but trains."""
        return self.in_full(piece) or (piece.nation != "french" and self.by_port(piece))

    def defends(self, piece: Piece) -> bool:
        forts = {p.nation for p in self.on(piece.at) if not p.mobile}
        coast = piece.side == "allied" and west.coast(piece.at)
        return not piece.mobile or piece.nation in forts or coast or self.supplied(piece)

    def endures(self, piece: Piece) -> bool:
        return self.defends(piece) or self.by_port(piece)

    # ---- trains (11)

    def rail_net(self, side: str) -> set[str]:
        foes = self.enemy_places(side) | {place for place, owner in self.zones.items() if owner != side}
        return set(west.area()) - foes - {n for p in self.enemy_places(side) for n in raw.around_rows(p)}

    def by_rail(self, seeds: Iterable[str], side: str, closed: Iterable[str] = ()) -> set[str]:
        """Where trains come to; those that reach an edge of theirs may come in by another hex of it (11.4)."""
        net = self.rail_net(side) - set(closed)
        found = _spread({s for s in seeds if s in net}, frozenset(west.area() - net))
        rim = west.edge(side) & net
        return _spread(found | rim, frozenset(west.area() - net)) if found & rim else found


def _spread(seeds: set[str], shut: frozenset[str] | set[str], rings: int = -1) -> set[str]:
    found, ring = set(seeds), set(seeds)
    while ring and rings:
        ring = {n for place in ring for n in west.around(place) if n not in found and n not in shut}
        found |= ring
        rings -= 1
    return found


def campaign(scenario_id: str = "campaign") -> Front:
    """The set-up of 3.3, from the plain text of the scenario."""
    scenario = raw.document(ground.GAME, "scenarios", f"{scenario_id}.yaml")
    rows = {row["id"]: row for row in raw.table(ground.GAME, "counters.csv")}
    owner = {place: "german" if west.country(place) == "GE" else "allied" for place in west.area()}
    built = dict(owner)
    pieces, zones = {}, {}
    for line in scenario["placements"]:
        if line["what"] in rows:
            row = rows[line["what"]]
            pieces[row["id"]] = piece_of(row, line.get("steps", int(row["steps"])), line["at"], False)
        elif line["what"] == "fortified-zone":
            zones[line["at"]] = built[line["at"]]
    for line in scenario["arrivals"]:
        pieces[line["what"]] = piece_of(rows[line["what"]], int(rows[line["what"]]["steps"]), "", False)
    owner |= {line["hex"]: line["side"] for line in scenario["control"]}
    return Front(pieces, owner, zones=zones)
