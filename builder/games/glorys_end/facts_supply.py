"""Supply: the full kind of 7.2 and 7.3, and what fortress, coast and port give (7.7 to 7.9)."""

from __future__ import annotations

from builder.games.glorys_end.facts_base import remembered, seen
from builder.games.glorys_end.facts_board import ABBEVILLE, BRUSSELS
from builder.games.glorys_end.facts_lines import Lines
from builder.kit.floods import Bits
from builder.model import GIVEN, Answer, Evidence, Need, Reason, Tag, Unit

PORTS = frozenset({"port", "inland-port"})
COMPANIONS = "whether a fortress spares companions of another nation: 7.12 says all, 7.7 those of its own"
BELGIANS = Reason("source of the Belgians", "Brussels", Evidence(Tag.BOOK, "7.10"))
# purposes as people say them
WORDS = {"attack": "attack", "defend": "defence", "endure": "attrition", "rail": "rail", "dig": "digging",
         "march": "march-assault"}  # fmt: skip
BY_SEA = "a line to a port may cross all-sea sides and sea hexes (7.2 excepts 7.8 and 7.9)"


class Supply(Lines):
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
        if cut := self._cut_off(unit.place, unit.side, unit.nation):
            return Answer(False, cut)
        kinds = (BRUSSELS,) if unit.nation == "belgian" else ("edge", "town")
        limit, lost = self.limit("supply-line").value, {}
        for said_kind, length in said.items():
            kind, _, where = said_kind.partition(":")
            if kind not in kinds or not length.isdecimal() or int(length) > limit:
                continue
            against = self._brussels_was_german() if kind == BRUSSELS else self._not_ours(where, unit.side)
            if against is None:
                return Answer(True, (Reason(f"line of {unit.id} to {said_kind}", length, GIVEN),))
            lost[kind] = against
        if lost and all(kind in lost or kind in said for kind in kinds):
            return Answer(False, tuple(lost.values()))
        if all(kind in said for kind in kinds):
            return Answer(False, tuple(Reason(f"line of {unit.id} to {kind}", said[kind], GIVEN) for kind in kinds))
        return Answer(False, needs=tuple(Need("given", f"line {unit.id} {k}") for k in kinds if k not in said))

    def _not_ours(self, place: str, side: str) -> Reason | None:
        """Why a source that a case draws a line to gives nothing: the enemy holds it; None where it may give."""
        held = self.control(place) if place else Answer("")
        return next(iter(held.reasons), None) if held.known and held.value not in ("", side) else None

    def _cut_off(self, place: str, side: str, nation: str) -> tuple[Reason, ...]:
        """What leaves British and French in the north to coast and ports while Abbeville is German (7.11), or ()."""
        if side != "allied" or nation == "belgian" or not self._cut_by_abbeville(place):
            return ()
        return self.control(ABBEVILLE).reasons

    @remembered
    def supplied_at(self, place: str, side: str, nation: str) -> Answer[bool]:
        """Whether a unit of this nation standing in `place` would be in full supply."""
        stated = self.said_yes("supplied", place)
        if stated is not None:
            return stated
        if cut := self._cut_off(place, side, nation):
            return Answer(False, cut)
        if self.given.blank:
            return self._supplied_on_drawn_ground(place, side, nation)
        limit = self.limit("supply-line")
        if nation == "belgian":
            sources, needs = self._belgian_sources()
        else:
            sources, needs = self.edge_hexes(side), ()
        unsure = self._abbeville_needs(place) if side == "allied" and nation != "belgian" else ()
        too_far = sources == self.edge_hexes(side) and not self._near_edge(side, place)
        line = None if too_far else self.line(place, sources, side)
        if line is None and sources and nation != "belgian":
            # the edge is too far: towns with a line of their own
            line, needs = self._line_to_town(place, side)
        edge = self.edge(side)[1] if nation != "belgian" else BELGIANS
        if line is not None:
            text = "-".join(line) + f", {len(line) - 1} hexes"
            return Answer(True, (Reason(f"supply line of {place}", text, self.ground), edge, *limit.reasons), unsure)
        if needs:
            return Answer(False, needs=needs)
        return Answer(False, (Reason(f"supply line of {place}", f"none within {limit.value}", self.ground), edge,
                              *limit.reasons))  # fmt: skip

    def _supplied_on_drawn_ground(self, place: str, side: str, nation: str) -> Answer[bool]:
        """On a map that a case drew with a source: a town it calls supplied, an edge of hexes it names, Brussels."""
        edge, limit = self.edge(side)[0], self.limit("supply-line")
        if nation == "belgian":
            towns = {BRUSSELS: self.held_since_turn_began(BRUSSELS, side)}
            drawn, edge = self.stated("control", BRUSSELS) is not None, frozenset()
            if self._brussels_was_german() is not None:
                towns, drawn = {}, True
        else:
            towns = {town: self.feeds(town, side) for town in self.towns}
            drawn = bool(edge) or any(self.said_yes("supplied", town) is not None for town in towns)
        if not drawn:
            return Answer(True, needs=(Need("given", f"supplied {place}"),))
        sure = edge.union(town for town, feeds in towns.items() if feeds.known and feeds.value)
        line = self.drawn_line(place, sure.__contains__, side, limit.value)
        if line is not None:
            text = "-".join(line) + f", {len(line) - 1} hexes"
            return Answer(True, (Reason(f"supply line of {place}", text, GIVEN), *limit.reasons))
        doubtful = {town: feeds.needs for town, feeds in towns.items() if not feeds.known}
        perhaps = self.drawn_line(place, doubtful.__contains__, side, limit.value) if doubtful else None
        reasons = (Reason(f"supply line of {place}", f"none within {limit.value}", GIVEN), *limit.reasons)
        return Answer(False, reasons, doubtful[perhaps[-1]] if perhaps is not None else ())

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
        stated = self.said_yes("port-supply", name)
        if stated is not None:
            return stated
        said = {a[1]: v for a, v in self.given.all("line") if len(a) == 2 and a[0] == name and a[1].startswith("port")}
        if said:
            return self._port_lines_said(name, said)
        if self.given.blank and self._supply_told(name):
            return Answer(False, (seen(f"port near {name}", "none drawn"),))
        if self.given.blank:
            return Answer(False, needs=(Need("given", f"line {name} port"),))
        return self.port_supply_at(unit.place)

    def _supply_told(self, name: str) -> bool:
        """Whether a case says how a unit is supplied: on a map that it drew, what it does not say is not there."""
        return self.stated("supplied", name) is not None or any(a[:1] == (name,) for a, _ in self.given.all("line"))

    def _port_lines_said(self, name: str, said: dict[str, str]) -> Answer[bool]:
        limit = self.limit("supply-line").value
        for kind, length in said.items():
            port = kind.partition(":")[2]
            hex_ = self.sheet.hexes.get(port)
            needed = (port, *(hex_.attributes.get("access", "").split() if hex_ is not None else ()))
            lost = next((r for place in needed if (r := self._not_ours(place, "allied"))), None)
            if lost is None and length.isdecimal() and int(length) <= limit:
                return Answer(True, (Reason(f"line of {name} to {kind}", length, GIVEN),))
            said = {**said, kind: length if lost is None else f"{length}, {lost.name}: {lost.value}"}
        return Answer(False, tuple(Reason(f"line of {name} to {k}", v, GIVEN) for k, v in said.items()))

    @remembered
    def port_supply_at(self, place: str) -> Answer[bool]:
        """Whether a British or Belgian unit would have port supply in a hex of the map."""
        said = {args[0] for args, _ in self.given.all("place") if args}
        built = [h for h, hex_ in self.sheet.hexes.items() if hex_.features or h in said]
        ports = self.floods.bits(h for h in built if self.port_open(h))
        line, reading = self.line(place, ports, "allied"), ()
        if line is None and ports:
            blocks, limit = self.blocks("allied"), self.limit("supply-line").value
            line = self.ground_map.by_sea.line(place, ports, blocks, limit)
            reading = (Reason("reading", BY_SEA, Evidence(Tag.DEDUCED, "7.2")),) if line is not None else ()
        needs = self._ports_perhaps(place, built) if line is None else ()
        text = "-".join(line) if line else "none"
        return Answer(line is not None, (Reason(f"line of {place} to a port", text, self.ground), *reading), needs)

    def _ports_perhaps(self, place: str, built: list[str]) -> tuple[Need, ...]:
        """What is missing of a port that a line would lead to, were it open."""
        perhaps = {h: needs for h in built if (needs := self.port(h).needs)}
        if not perhaps:
            return ()
        blocks, limit = self.blocks("allied"), self.limit("supply-line").value
        line = self.ground_map.by_sea.line(place, self.floods.bits(perhaps), blocks, limit)
        return perhaps[line[-1]] if line is not None else ()

    def port_open(self, place: str) -> bool:
        """Whether the Allies surely hold a port and, inland, its access hexes."""
        found = self.port(place)
        return found.value and found.known

    @remembered
    def port(self, place: str) -> Answer[bool]:
        """Whether a port is open to the Allies; unknown where an open way may have taken it."""
        hex_, found = self.sheet.hexes.get(place), self.features(place)
        if not PORTS & found.value:
            return Answer(False, found.reasons, found.needs)
        access = hex_.attributes.get("access", "").split() if hex_ is not None else ()
        held = [self.control(h) for h in (place, *access)]
        lost = next(
            (h for h in held if h.value != "allied" and (h.value or not self.given.blank) and self._told(h)), None
        )
        if lost is not None:
            return Answer(False, lost.reasons)
        doubt = (need for h in held if self.given.blank or not self._told(h) for need in h.needs)
        return Answer(True, tuple(r for h in held for r in h.reasons), tuple(doubt))

    @remembered
    def supplied_to(self, name: str, purpose: str) -> Answer[bool]:
        """Supply for a purpose (`WORDS`): full supply, or what stands in for it."""
        stated = self.said_yes("supplied-for", name, WORDS[purpose])
        if stated is not None:
            return stated
        full = self.supplied(name)
        unit = self.unit(name)
        if unit is None or (full.known and full.value):
            return full
        others = [self._port_for(unit, purpose)]
        if purpose in ("defend", "endure"):
            others += [self._fortress_for(unit, purpose), self._coast_for(unit)]
        for other in others:
            if other.known and other.value:
                return other
        needs = full.needs + tuple(need for other in others for need in other.needs if full.known)
        return Answer(False, full.reasons + tuple(r for other in others for r in other.reasons), needs)

    def _port_for(self, unit: Unit, purpose: str) -> Answer[bool]:
        if purpose == "rail" or unit.side != "allied" or (unit.nation == "french" and purpose != "endure"):
            return Answer(False)
        return self.in_port_supply(unit.id)

    def _fortress_for(self, unit: Unit, purpose: str = "defend") -> Answer[bool]:
        stated = self.said_yes("fortress-supply", unit.id)
        if stated is not None:
            return stated
        fortress = self.fortress_at(unit.place)
        safe = fortress is not None and fortress.nation == unit.nation
        allied = fortress is not None and fortress.side == unit.side and not safe
        needs = (Need("rulebook", "7.12", reading=COMPANIONS),) if allied and purpose == "endure" else ()
        return Answer(safe, (seen(f"fortress with {unit.id}", fortress.id if fortress else "none"),), needs)

    def _coast_for(self, unit: Unit) -> Answer[bool]:
        """Allied and in a coastal hex; the inland ports are none (7.8, 7.9)."""
        if unit.side != "allied":
            return Answer(False)
        stated = self.said_yes("coastal-supply", unit.id)
        if stated is not None:
            return stated
        found = self.is_coast(unit.place)
        if found.needs and self._supply_told(unit.id):
            return Answer(False, (seen(f"coast at {unit.place}", "none drawn"),))
        return found

    def other_supply(self, kind: str, name: str) -> Answer[bool]:
        """What a fortress (7.7), the coast (7.8) or a port (7.9) gives a unit, by itself."""
        unit = self.unit(name)
        if unit is None:
            return Answer(False, needs=(Need("given", name),))
        if kind == "port":
            return self.in_port_supply(name)
        return self._fortress_for(unit) if kind == "fortress" else self._coast_for(unit)
