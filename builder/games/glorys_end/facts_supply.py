"""Supply: the full kind of 7.2 and 7.3, and what fortress, coast and port give (7.7 to 7.9)."""

from __future__ import annotations

from collections.abc import Callable

from builder.games.glorys_end.facts_base import remembered, seen
from builder.games.glorys_end.facts_board import ABBEVILLE, BRUSSELS, LIEGE, OTHER
from builder.games.glorys_end.facts_control import Control
from builder.games.glorys_end.facts_ground import Ground, barred_by, fed_from, ground_of
from builder.kit.floods import Bits, Floods
from builder.model import GIVEN, Answer, Evidence, Need, Reason, Tag, Unit
from builder.rules.memory import Same, lasting

EDGES = {"german": ("east-edge",), "allied": ("west-edge", "south-edge")}  # 7.3
PORTS = frozenset({"port", "inland-port"})


class Supply(Control):
    # ---- what blocks

    @property
    @remembered
    def same(self) -> Same:
        return Same(self.game)

    @property
    @remembered
    def ground_map(self) -> Ground:
        return ground_of(self.same)

    @property
    def floods(self) -> Floods:
        return self.ground_map.floods

    def land(self, place: str) -> tuple[str, ...]:
        """The neighbours that a line or a train may go on to, by the map alone."""
        return self.ground_map.land.get(place, ())

    @property
    @remembered
    def barred(self) -> Bits:
        """Hexes nobody enters: closed ones, neutral countries, and what lies outside of the scenario's area."""
        lands = (("NL", "holland"), ("BE", "belgium"), ("LU", "luxembourg"))
        neutral = tuple(code for code, name in lands if not self.violated(name).value)
        return barred_by(self.same, ("CH", *neutral), self.area)

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
        return self.floods.bits(self.ground_map.countries.get("BE", frozenset()) & self._region("west-of-meuse"))

    def _liege_stands(self) -> bool:
        fortress = self.fortress_at(LIEGE)
        return fortress is not None and not self.violated("holland").value

    # ---- sources

    @lasting
    def edge(self, side: str) -> tuple[frozenset[str], Reason]:
        """The friendly edge hexes; the Marne names its own (16.1.c)."""
        named = self.stated("supply-edge", side)
        regions = tuple(named.value.replace(",", " ").split()) if named is not None else EDGES.get(side, ())
        found = frozenset(h for name in regions for h in self._region(name))
        evidence = Evidence(Tag.BOOK, "16.1") if named is not None else Evidence(Tag.BOOK, "7.3")
        return found, Reason(f"{side} edge", " ".join(regions), evidence)

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

    def _near_edge(self, side: str, place: str) -> bool:
        """Whether the edge is near enough to a hex, were nothing in the way."""
        near = fed_from(self.same, self.edge_hexes(side), 0, self.limit("supply-line").value)
        return self.floods.has(near, place)

    def is_fed(self, place: str, side: str) -> bool:
        """Whether a hex is joined to the friendly edge by a line of any length."""
        return self.floods.has(fed_from(self.same, self.edge_hexes(side), self.blocks(side)), place)

    @property
    @lasting
    def towns(self) -> frozenset[str]:
        """Towns and cities of the map, and what a case says of places."""
        said = {args[0]: set(value.replace(",", " ").split()) for args, value in self.given.all("place") if args}
        built = {place for place, words in said.items() if words & {"town", "city"}}
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

    # ---- the questions

    @remembered
    def supplied(self, name: str) -> Answer[bool]:
        """Full supply (7.3): what movement by rail, digging, replacements and march assaults ask for."""
        stated = self.said_yes("supplied", name)
        if stated is not None:
            return stated
        unit = self.unit(name)
        if unit is None:
            return Answer(True, needs=(Need("given", f"supplied {name}"),))
        said = self._lines_said(unit)
        if said is not None:
            return said
        return self.supplied_at(unit.place, unit.side, unit.nation)

    def _lines_said(self, unit: Unit) -> Answer[bool] | None:
        """Supply from the lines a case states: `line A edge: none`, `line A town: 3`."""
        said = {args[1]: value for args, value in self.given.all("line") if len(args) == 2 and args[0] == unit.id}
        if not said:
            return None
        kinds = (BRUSSELS,) if unit.nation == "belgian" else ("edge", "town")
        limit = self.limit("supply-line").value
        for kind, length in said.items():
            if kind.partition(":")[0] in kinds and length.isdecimal() and int(length) <= limit:
                lost = self._brussels_was_german() if kind == BRUSSELS else None
                if lost is not None:
                    return Answer(False, (lost,))
                return Answer(True, (Reason(f"line of {unit.id} to {kind}", length, GIVEN),))
        if all(kind in said for kind in kinds):
            return Answer(False, tuple(Reason(f"line of {unit.id} to {kind}", said[kind], GIVEN) for kind in kinds))
        return Answer(False, needs=tuple(Need("given", f"line {unit.id} {k}") for k in kinds if k not in said))

    @remembered
    def supplied_at(self, place: str, side: str, nation: str) -> Answer[bool]:
        """Whether a unit of this nation standing in `place` would be in full supply."""
        stated = self.said_yes("supplied", place)
        if stated is not None:
            return stated
        if self.given.blank:
            return Answer(True, needs=(Need("given", f"supplied {place}"),))
        limit = self.limit("supply-line")
        if nation == "belgian":
            sources, needs = self._belgian_sources()
        elif side == "allied" and self._cut_by_abbeville(place):
            sources, needs = 0, ()
        else:
            sources, needs = self.edge_hexes(side), ()
        unsure = self._abbeville_needs(place) if side == "allied" and nation != "belgian" else ()
        too_far = sources == self.edge_hexes(side) and not self._near_edge(side, place)
        line = None if too_far else self.line(place, sources, side)
        if line is None and sources and nation != "belgian":
            # the edge is too far: towns with a line of their own
            line, needs = self._line_to_town(place, side)
        edge = self.edge(side)[1]
        if line is not None:
            text = "-".join(line) + f", {len(line) - 1} hexes"
            return Answer(True, (Reason(f"supply line of {place}", text, self.ground), edge, *limit.reasons), unsure)
        if needs:
            return Answer(False, needs=needs)
        return Answer(False, (Reason(f"supply line of {place}", f"none within {limit.value}", self.ground), edge,
                              *limit.reasons))  # fmt: skip

    def _line_to_town(self, place: str, side: str) -> tuple[tuple[str, ...] | None, tuple[Need, ...]]:
        """A line to a town that feeds; else what is missing of one that a line would lead to."""

        def sure(town: str) -> bool:
            return (found := self.feeds(town, side)).known and found.value

        line = self.line(place, self._town_hexes, side, sure)
        if line is not None:
            return line, ()
        doubtful = self.line(place, self._town_hexes, side, lambda town: not self.feeds(town, side).known)
        return None, self.feeds(doubtful[-1], side).needs if doubtful is not None else ()

    def _belgian_sources(self) -> tuple[Bits, tuple[Need, ...]]:
        """Brussels alone, until it was German once (7.10)."""
        if self._brussels_was_german() is not None:
            return 0, ()
        held, perhaps = self.held_since_turn_began(BRUSSELS, "allied"), self.deed("brussels-lost")
        sure = held.known and held.value and perhaps.known
        return (self.floods.bits((BRUSSELS,)) if sure else 0), held.needs + perhaps.needs

    def _brussels_was_german(self) -> Reason | None:
        now = self.control(BRUSSELS)
        if now.known and now.value == "german":
            return Reason("Brussels", "German", GIVEN)
        if self.deed("brussels-lost").value:
            return seen("Brussels", "was German")
        if self.ledger.note("brussels-lost"):
            return seen("Brussels", "was German")
        past = next((p for p in self.ledger.past("control", BRUSSELS) if p.value == "german"), None)
        return None if past is None else Reason("Brussels", f"German, {past.when}", GIVEN)

    def _cut_by_abbeville(self, place: str) -> bool:
        held = self.control(ABBEVILLE)
        return held.value == "german" and self._told(held) and self._north(place)

    def _north(self, place: str) -> bool:
        return self.is_number(place) and self.sheet.grid.split(place)[0] < 20

    def _abbeville_needs(self, place: str) -> tuple[Need, ...]:
        """What is missing to know whether Abbeville cuts the north off."""
        held = self.control(ABBEVILLE)
        return () if self._told(held) or not self._north(place) else held.needs

    def _told(self, held: Answer[str]) -> bool:
        """Whether no open way leaves the holder of a hex in doubt; what a missing file hides is taken as it was."""
        return held.known or self.ledger.open is None

    # ---- other kinds

    @remembered
    def in_port_supply(self, name: str) -> Answer[bool]:
        """A line of five hexes or less to a friendly port; inland ports need their access hexes (7.9)."""
        unit = self.unit(name)
        if unit is None or unit.side != "allied":
            return Answer(False, (seen(f"{name} near a port", "no"),))
        said = {a[1]: v for a, v in self.given.all("line") if len(a) == 2 and a[0] == name and a[1].startswith("port")}
        if said:
            near = any(v.isdecimal() and int(v) <= self.limit("supply-line").value for v in said.values())
            return Answer(near, tuple(Reason(f"line of {name} to {k}", v, GIVEN) for k, v in said.items()))
        if self.given.blank:
            return Answer(False, needs=(Need("given", f"line {name} port"),))
        built = [h for h, hex_ in self.sheet.hexes.items() if hex_.features]
        line = self.line(unit.place, self.floods.bits(h for h in built if self.port_open(h)), "allied")
        needs = self._ports_perhaps(unit.place, built) if line is None else ()
        text = "-".join(line) if line else "none"
        return Answer(line is not None, (Reason(f"line of {name} to a port", text, self.ground),), needs)

    def _ports_perhaps(self, place: str, built: list[str]) -> tuple[Need, ...]:
        """What is missing of a port that a line would lead to, were it open."""
        perhaps = {h: needs for h in built if (needs := self.port(h).needs)}
        line = self.line(place, self.floods.bits(perhaps), "allied") if perhaps else None
        return perhaps[line[-1]] if line is not None else ()

    def port_open(self, place: str) -> bool:
        """Whether the Allies surely hold a port and, inland, its access hexes."""
        found = self.port(place)
        return found.value and found.known

    @remembered
    def port(self, place: str) -> Answer[bool]:
        """Whether a port is open to the Allies; unknown where an open way may have taken it."""
        hex_ = self.sheet.hexes[place]
        if not PORTS & set(hex_.features):
            return Answer(False)
        held = [self.control(h) for h in (place, *hex_.attributes.get("access", "").split())]
        if any(self._told(h) and h.value != "allied" for h in held):
            return Answer(False)
        return Answer(True, (), tuple(need for h in held if not self._told(h) for need in h.needs))

    @remembered
    def supplied_to(self, name: str, purpose: str) -> Answer[bool]:
        """Supply for `attack`, `defend` or `endure` (attrition): full supply, or what stands in for it."""
        full = self.supplied(name)
        unit = self.unit(name)
        if unit is None or (full.known and full.value):
            return full
        others = [self._port_for(unit, purpose)]
        if purpose in ("defend", "endure"):
            others += [self._fortress_for(unit), self._coast_for(unit)]
        for other in others:
            if other.known and other.value:
                return other
        needs = full.needs + tuple(need for other in others for need in other.needs if full.known)
        return Answer(False, full.reasons + tuple(r for other in others for r in other.reasons), needs)

    def _port_for(self, unit: Unit, purpose: str) -> Answer[bool]:
        if unit.side != "allied" or (unit.nation == "french" and purpose != "endure"):
            return Answer(False)
        return self.in_port_supply(unit.id)

    def _fortress_for(self, unit: Unit) -> Answer[bool]:
        fortress = self.fortress_at(unit.place)
        safe = fortress is not None and fortress.nation == unit.nation
        return Answer(safe, (seen(f"fortress with {unit.id}", fortress.id if fortress else "none"),))

    def _coast_for(self, unit: Unit) -> Answer[bool]:
        if unit.side != "allied":
            return Answer(False)
        return self.is_coast(unit.place)
