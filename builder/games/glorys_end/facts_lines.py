"""Lines of supply (7.2, 7.3): what blocks them, where they may lead, on the map or on ground that a case drew."""

from __future__ import annotations

from collections.abc import Callable

from builder.games.glorys_end.facts_base import remembered
from builder.games.glorys_end.facts_board import BRUSSELS, LIEGE, OTHER
from builder.games.glorys_end.facts_control import Control
from builder.games.glorys_end.facts_ground import Ground, barred_by, drawn_ground, fed_from, ground_of
from builder.kit.floods import Bits, Floods
from builder.kit.supply import Such, trace
from builder.model import Answer, Evidence, Reason, Tag, hexside
from builder.rules.memory import Same, lasting

EDGES = {"german": ("east-edge",), "allied": ("west-edge", "south-edge")}  # 7.3
FAR = 60  # hexes: longer than any line of a drawn map, which has no end


class Lines(Control):
    # ---- the ground

    @property
    @lasting
    def ground_map(self) -> Ground:
        """The land of the map, with what a case says of its sides, its terrain, its countries."""
        sides = {}
        for args, value in self.given.all("side"):
            a, _, b = args[0].partition("|") if args else ("", "", "")
            if self.is_number(a) and self.is_number(b):
                sides[hexside(a, b)] = "all-sea" in value.replace(",", " ").split()
        terrain = {args[0]: value for args, value in self.given.all("terrain") if args}
        owners = {args[0]: self.country(args[0]).value for args, _ in self.given.all("country") if args}
        if not (sides or terrain or owners):
            return ground_of(Same(self.game))
        return drawn_ground(self.sheet, sides, terrain, owners)

    @property
    def floods(self) -> Floods:
        return self.ground_map.floods

    # ---- what blocks

    @property
    @remembered
    def barred(self) -> Bits:
        """Hexes nobody enters: closed ones, neutral countries, and what lies outside of the scenario's area."""
        lands = (("NL", "holland"), ("BE", "belgium"), ("LU", "luxembourg"))
        neutral = tuple(code for code, name in lands if not self.violated(name).value)
        return barred_by(self.ground_map, ("CH", *neutral), self.area)

    @remembered
    def blocks(self, side: str) -> Bits:
        """Hexes that stop a supply line of this side: enemy units, fortresses, zones (7.2), closed ground."""
        found = self.barred | self.floods.bits(self.foe_places(side))
        for marker in self.state.markers.values():
            if marker.kind == "fortified-zone" and self.zone(marker.place) == OTHER.get(side):
                found |= self.floods.bits((marker.place,))
        if side == "german" and self._liege_stands():
            found |= self._belgium_beyond_the_meuse
        return found

    @property
    @lasting
    def _belgium_beyond_the_meuse(self) -> Bits:
        belgium = self.ground_map.countries.get("BE", frozenset())
        return self.floods.bits(place for place in belgium if self.west_of_meuse(place).value)

    def _liege_stands(self) -> bool:
        fortress = self.fortress_at(LIEGE)
        return fortress is not None and not self.violated("holland").value

    def _bars_drawn(self, place: str, side: str) -> bool:
        """The same of one hex of a map that a case drew."""
        if place in self.foe_places(side) or self.zone(place) == OTHER.get(side) or self.shut(place).value:
            return True
        beyond = side == "german" and self._liege_stands() and self.country(place).value == "BE"
        return (beyond and self.west_of_meuse(place).value) or self.terrain(place).value == "sea"

    # ---- sources

    @lasting
    def edge(self, side: str) -> tuple[frozenset[str], Reason]:
        """The friendly edge hexes; the Marne names its own (16.1.c), and a case may."""
        named = self.stated("supply-edge", side)
        words = tuple(named.value.replace(",", " ").split()) if named is not None else EDGES.get(side, ())
        regions = [w for w in words if w in self.sheet.regions and not self.given.blank]
        found = frozenset(h for name in regions for h in self._region(name)).union(
            word for word in words if named is not None and word not in self.sheet.regions
        )
        evidence = Evidence(Tag.BOOK, "16.1") if named is not None else Evidence(Tag.BOOK, "7.3")
        return found, Reason(f"{side} edge", " ".join(words), evidence)

    @lasting
    def edge_hexes(self, side: str) -> Bits:
        return self.floods.bits(self.edge(side)[0])

    def line(
        self, start: str, sources: Bits, side: str, sure: Callable[[str], bool] = lambda place: True
    ) -> tuple[str, ...] | None:
        """A shortest supply line within the limit (7.2)."""
        if not sources:
            return None
        return self.floods.line(start, sources, self.blocks(side), self.limit("supply-line").value, sure)

    def drawn_line(self, start: str, leads: Callable[[str], bool], side: str, limit: int) -> tuple[str, ...] | None:
        """The same on a map that a case drew, where hexes may have names for numbers."""
        return trace(
            start, Such(leads), self.neighbours, lambda place: self._bars_drawn(place, side),
            lambda a, b: "all-sea" in self.side(a, b).value, limit,
        )  # fmt: skip

    def _near_edge(self, side: str, place: str) -> bool:
        """Whether the edge is near enough to a hex, were nothing in the way."""
        near = fed_from(self.ground_map, self.edge_hexes(side), 0, self.limit("supply-line").value)
        return self.floods.has(near, place)

    def is_fed(self, place: str, side: str) -> bool:
        """Whether a hex is joined to the friendly edge by a line of any length."""
        stated = self.said_yes("supplied", place)
        if stated is not None:
            return stated.value
        if self.given.blank:
            edge = self.edge(side)[0]
            return bool(edge) and self.drawn_line(place, edge.__contains__, side, FAR) is not None
        return self.floods.has(fed_from(self.ground_map, self.edge_hexes(side), self.blocks(side)), place)

    @property
    @lasting
    def towns(self) -> frozenset[str]:
        """Towns and cities of the map, and what a case says of places."""
        said = {args[0]: set(value.replace(",", " ").split()) for args, value in self.given.all("place") if args}
        built = frozenset(place for place, words in said.items() if words & {"town", "city"})
        if self.given.blank:
            return built
        return (self.ground_map.towns - said.keys()) | built if said else self.ground_map.towns

    @property
    @lasting
    def _town_hexes(self) -> Bits:
        return self.floods.bits(self.towns)

    @remembered
    def feeds(self, place: str, side: str) -> Answer[bool]:
        """Whether a town feeds units: joined to the edge, and held since the turn began (7.3.d, 7.3.e)."""
        if place not in self.towns or (place == BRUSSELS and side == "allied"):  # 7.10.c
            return Answer(False)
        if not self.is_fed(place, side):
            return Answer(False)
        return self.held_since_turn_began(place, side)
