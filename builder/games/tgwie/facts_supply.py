"""Supply in all its states: sources by nation and theatre, lines through towns and headquarters (chapter 11)."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.tgwie.facts_base import joined, missing, seen
from builder.games.tgwie.facts_moves import BEACHES, Moves
from builder.kit.supply_net import Net, SupplyLeg, Terms, Tier, net
from builder.model import GIVEN, Answer, Evidence, Need, Reason, Tag, Unit
from builder.rules.memory import lasting, remembered

BUCHAREST, SOFIA, CONSTANTINOPLE = "E2423", "E1819", "E1328"
SALONIKA, VALONA, KONIGSBERG, ANTWERP = "E1116", "E1210", "E5514", "W6819"
EDGES = {
    ("west", "allied"): ("french-supply-edge",),
    ("west", "central"): ("german-supply-edge", "ruhr"),
    ("italy", "allied"): ("italian-allied-edge",),
    ("italy", "central"): ("italian-central-edge",),
    ("east", "allied"): ("russian-supply-edge",),
    ("east", "central"): ("german-supply-edge", "central-supply-cities"),
}
INLAND = frozenset({"E5102", "E4304", "E3606", "E3310", BUCHAREST, SOFIA, CONSTANTINOPLE})
PORTS = ("port", "inland-port")
SUPPLIED, OUT, FORTRESS, ANTWERP_ONLY = "supplied", "oos", "fortress", "antwerp"


class Supply(Moves):
    # ---- the question

    @remembered
    def supplied(self, name: str) -> Answer[bool]:
        """Whether a unit is in regular supply where it stands."""
        unit = self.unit(name)
        if unit is None:
            stated = self.said_yes("supplied", name)
            return stated if stated is not None else missing("given", f"supplied {name}")
        return self.supplied_at(unit, unit.place)

    @remembered
    def supplied_at(self, unit: Unit, place: str) -> Answer[bool]:
        """The same for a hex where it might stand."""
        stated = self.said_yes("supplied", unit.id) if place == unit.place else None
        stated = stated if stated is not None else self.said_yes("supplied-in", place)
        if stated is not None:
            return stated
        if unit.nation == "montenegrin":
            home = self.country(place)
            if home.value == "MN":
                return joined(True, home, more=(Reason("at home", "always", Evidence(Tag.BOOK, "11.9.E")),))
        drawn = self._drawn_supply(unit, place)
        if drawn is not None:
            return drawn
        if self.given.blank:
            return missing("given", f"supplied {unit.id}")
        return self._on_the_net(unit, place)

    @remembered
    def state_of_supply(self, name: str) -> Answer[str]:
        """supplied, fortress (11.16), antwerp (11.18), or oos."""
        regular = self.supplied(name)
        if regular.known and regular.value:
            return joined(SUPPLIED, regular)
        unit = self.unit(name)
        if unit is None:
            return joined(OUT, regular)
        garrison = self.in_own_fort(unit)
        if garrison.known and garrison.value:
            return joined(FORTRESS, garrison)
        in_antwerp = self.in_antwerp(unit)
        word = ANTWERP_ONLY if in_antwerp.known and in_antwerp.value else OUT
        return joined(word, regular, garrison, in_antwerp)

    def supplied_for_defence(self, name: str) -> Answer[bool]:
        """Fortress supply serves in defence too (11.16.A)."""
        found = self.state_of_supply(name)
        return joined(found.value in (SUPPLIED, FORTRESS), found)

    def survives_attrition(self, name: str) -> Answer[bool]:
        found = self.state_of_supply(name)
        return joined(found.value != OUT, found)

    def in_own_fort(self, unit: Unit) -> Answer[bool]:
        """In an intact work of its own nation; the Hindenburg Line gives no such supply (13.25.C)."""
        kind = self.fort(unit.place)
        if not kind.value:
            return joined(False, kind)
        if self.marker(unit.place, "hindenburg") is not None:
            return joined(False, kind, more=(seen("work", "Hindenburg Line"),))
        nation = self.fort_nation(unit.place)
        return joined(nation.value == unit.nation, kind, nation, more=(seen(f"nation of {unit.id}", unit.nation),))

    def in_antwerp(self, unit: Unit) -> Answer[bool]:
        """Belgians in Antwerp, until the Central Powers first take it (11.18)."""
        if unit.nation != "belgian" or self.place_of(unit.place) != ANTWERP:
            return Answer(False, (seen(f"{unit.id} in", unit.place),))
        lost = self.said_yes("captured", "Antwerp") or self.said_yes("captured", ANTWERP)
        noted = bool(self.ledger.note("captured", ANTWERP))
        gone = noted or (lost is not None and lost.value)
        return Answer(not gone, (seen(f"{unit.id} in", "Antwerp"), *(lost.reasons if lost else ())))

    # ---- what a case draws

    def _drawn_supply(self, unit: Unit, place: str) -> Answer[bool] | None:
        """By the sources that a case links and the distances it states; None where it says nothing of the kind."""
        linked = [(args[0], value) for args, value in self.given.all("linked") if args and value not in ("no", "none")]
        nothing_else = self.stated("other-sources", unit.id)
        if not linked and nothing_else is None:
            return None
        for port in self._ports_of(unit, place):
            if port.known and port.value:
                return port
        for source, end in linked:
            answer = self._reaches(unit, place, source)
            if answer is not None and (not answer.known or answer.value):
                return joined(answer.value, answer, more=(Reason(f"linked {source}", end, GIVEN),))
        if nothing_else is not None and nothing_else.value in ("none", "no"):
            return Answer(False, (*nothing_else.reasons, *(Reason(f"linked {s}", e, GIVEN) for s, e in linked)))
        return None if not self.given.blank else missing("given", f"other-sources {unit.id}")

    def _ports_of(self, unit: Unit, place: str) -> Iterator[Answer[bool]]:
        """Ports that a case speaks of, and Valona: whether they feed the unit (11.9.G, 11.14)."""
        spoken = [args[0] for args, value in self.given.all("place") if args and "port" in value]
        if unit.nation == "italian":
            spoken.append(VALONA)
        for port in spoken:
            held = self.held_by(port, unit.side)
            if not held.value or unit.side != "allied":
                continue
            far = Answer(0, (seen(f"{unit.id} in", port),)) if place == port else self.distance(place, port)
            wide = unit.nation in ("british", "belgian") or (port == VALONA and unit.nation == "italian")
            most = self.limit("supply-range").value if wide else 0
            rule = Reason(f"reach of a port for {unit.nation} units", most, Evidence(Tag.BOOK, "11.14"))
            yield joined(far.value <= most, held, far, more=(rule,))

    def supplied_on_entering(self, unit: Unit, place: str) -> Answer[bool]:
        """In supply there once it has come: a town that it takes is a source at once (11.3.D)."""
        found = self.supplied_at(unit, place)
        if not found.known or found.value or self.given.blank:
            return found
        town = self.is_town(place)
        if not town.value:
            return found
        where = self.theatre(place).value
        lines = net((Tier("ultimate source", self.ultimate(unit.nation, unit.side, where), None, ultimate=True),),
                    self.terms(unit)).line(place)  # fmt: skip
        if lines is None:
            return found
        return joined(True, town, more=(Reason(f"supply line of {place}", str(lines[0]), self.ground),))

    def _reaches(self, unit: Unit, place: str, source: str) -> Answer[bool] | None:
        hq = self.unit(source)
        if hq is not None:
            if hq.nation != unit.nation:
                return None  # 11.6.A: those of its own nation alone
            far = self.distance(place, hq.place) if place != hq.place else Answer(0, (seen(f"{unit.id} with", source),))
            return joined(far.value <= 1, far)
        goal, limit = self.place_of(source), self.limit("supply-range")
        stated = self.said_number("line", unit.id, source)
        if stated is not None:
            return joined(stated.value <= limit.value, stated, limit)
        if self.is_number(place) and self.is_number(goal):
            legs = net((Tier("linked", (goal,), limit.value, ultimate=True),), self.terms(unit)).line(place)
            length = Reason(
                f"line {place} to {goal}", legs[0].length if legs else f"none of {limit.value}", self.ground
            )
            return Answer(legs is not None, (*limit.reasons, length))
        far = self.distance(place, goal)
        return joined(far.value <= limit.value, far, limit)

    # ---- the net on the real maps

    def terms(self, unit: Unit) -> Terms:
        """Lines avoid enemies, the sea, neutral ground, and alpine hexes but for mountain units (11.3, 11.5)."""
        side, climber = unit.side, unit.type == "mountain"
        return Terms(self.neighbours, lambda place: self._closed_to_supply(place, side, climber),
                     lambda a, b: None if self._sea_side(a, b) else 1)  # fmt: skip

    @remembered
    def _closed_to_supply(self, place: str, side: str, climber: bool) -> bool:
        ground = self.terrain(place)
        if ground.value in ("sea", "off the map") or (ground.value == "alpine" and not climber):
            return True
        if self.foes_at(place, side) or self.has(place, "closed").value:
            return True
        if place in BEACHES:
            return side == "central" or not self.foes_or_friends(place, side)
        neutral = self.neutral(place)
        return neutral.known and neutral.value

    def foes_or_friends(self, place: str, side: str) -> bool:
        return any(u.side == side for u in self.at(place))

    @lasting
    def _sea_side(self, a: str, b: str) -> bool:
        return "all-sea" in self.side(a, b).value

    def _on_the_net(self, unit: Unit, place: str) -> Answer[bool]:
        where = self.theatre(place)
        if not self.on_map(place):
            return missing("given", f"supplied {unit.id}")
        legs = self.net(unit.nation, unit.side, unit.type == "mountain", where.value).line(place)
        if legs is None:
            return Answer(False, (Reason(f"supply line of {unit.id} from {place}", "none", self.ground),))
        return Answer(True, tuple(Reason(f"supply line of {unit.id}", str(leg), self.ground) for leg in legs))

    def line(self, unit: Unit, place: str) -> tuple[SupplyLeg, ...] | None:
        return self.net(unit.nation, unit.side, unit.type == "mountain", self.theatre(place).value).line(place)

    @remembered
    def net(self, nation: str, side: str, climber: bool, theatre: str) -> Net:
        kind = "mountain" if climber else "infantry"
        probe = Unit("line", side, nation, kind, "", "", 1, 1)
        return net(tuple(self.tiers(nation, side, theatre)), self.terms(probe))

    def tiers(self, nation: str, side: str, theatre: str) -> Iterator[Tier]:
        """Sources of a nation on one map, each kind fed by those before it."""
        reach = self.limit("supply-range").value
        yield Tier("ultimate source", self.ultimate(nation, side, theatre), reach, ultimate=True)
        yield Tier("town", self._own(side, self._towns(theatre)), reach)
        yield Tier("headquarters", self._headquarters(nation, theatre), 1)
        if theatre == "west" and side == "allied":
            yield Tier("port", self.working_ports(), reach if nation in ("british", "belgian") else 0, ultimate=True)
        if theatre == "italy" and side == "allied":
            yield Tier("port", self._own(side, self.region("italian-port-supply")), 0, ultimate=True)
        if theatre == "east" and nation == "german":
            yield Tier("Koenigsberg", self._own(side, frozenset({KONIGSBERG})), reach, ultimate=True)
            yield Tier("Baltic port", self._own(side, self.region("baltic-ports")), 0, ultimate=True)
        if theatre == "east" and side == "allied":
            yield Tier("port", self._eastern_ports(), 0, ultimate=True)

    def _own(self, side: str, places: frozenset[str]) -> list[str]:
        return [place for place in sorted(places) if self.control(place).value == side]

    @lasting
    def _towns(self, theatre: str) -> frozenset[str]:
        prefix = "E" if theatre == "east" else "W"
        return frozenset(
            h.id for sheet in self.game.maps for h in sheet.hexes.values()
            if h.id[0] == prefix and {"town", "city"} & set(h.features) and self.theatre(h.id).value == theatre
        )  # fmt: skip

    def _headquarters(self, nation: str, theatre: str) -> list[str]:
        return [u.place for u in self.on_board(nation, theatre) if self.is_hq(u)]

    @remembered
    def ultimate(self, nation: str, side: str, theatre: str) -> list[str]:
        """Those that this nation may use, held by its side and not lost for good (11.7 to 11.15)."""
        found = frozenset(p for name in EDGES[theatre, side] for p in self.region(name) if self._in(p, theatre))
        if theatre == "east":
            found |= self._joined(side)
            found = self._of_nation(nation, side, found)
        kept = [p for p in found if p not in INLAND or not self.ledger.note("captured", p)]
        return self._own(side, frozenset(kept))

    def _in(self, place: str, theatre: str) -> bool:
        return self.theatre(place).value == theatre

    def _joined(self, side: str) -> frozenset[str]:
        """Sources that nations and chits brought (11.8.B, 11.9.B)."""
        found = set()
        for nation, place in (("romanian", BUCHAREST), ("bulgarian", SOFIA), ("ottoman", CONSTANTINOPLE)):
            joined_side = self.side_of_nation(nation)
            if joined_side.known and joined_side.value == side and (side == "central" or place == BUCHAREST):
                found.add(place)
        if side == "allied":
            opened = self.salonika_played()
            if opened.known and opened.value:
                found.add(SALONIKA)
            found |= {beach for beach in BEACHES if self.foes_or_friends(beach, "allied")}
        return frozenset(found)

    def _of_nation(self, nation: str, side: str, found: frozenset[str]) -> frozenset[str]:
        if side != "allied":
            return found
        if nation in ("russian", "provisional", "romanian"):
            return found - {SALONIKA} - BEACHES
        if nation == "italian":
            return frozenset({VALONA})
        if nation == "serbian":
            own = frozenset(p for p in self._towns("east") if self.country(p).value == "SE")
            return own | (found & ({SALONIKA} | BEACHES))
        extra = self.region("greek-supply-edge") if nation == "greek" else frozenset()
        return (found & ({SALONIKA} | BEACHES)) | extra

    @remembered
    def working_ports(self) -> list[str]:
        """Allied ports in the west; Rouen and Antwerp need the hexes of their rivers too (11.14)."""
        ports = frozenset(h.id for sheet in self.game.maps for h in sheet.hexes.values()
                          if h.id[0] == "W" and set(PORTS) & set(h.features) and self._in(h.id, "west"))  # fmt: skip
        return [p for p in self._own("allied", ports) if self.port_open(p).value]

    def port_open(self, place: str) -> Answer[bool]:
        """Whether the hexes of its river are Allied, where the port has any."""
        stated = self.said_yes("port-open", place)
        if stated is not None:
            return stated
        sheet = self.sheet(place)
        hex_ = sheet.hexes.get(place) if sheet is not None and not self.given.blank else None
        access = hex_.attributes.get("access", "").split() if hex_ is not None else []
        held = [self.held_by(a, "allied") for a in access]
        return joined(all(h.value for h in held), *held, more=(seen(f"access of {place}", " ".join(access) or "sea"),))

    def _eastern_ports(self) -> list[str]:
        """Salonika and beaches; with Constantinople those of the Black Sea (11.10)."""
        found = self._joined("allied") - {BUCHAREST}
        if self.control(CONSTANTINOPLE).value == "allied":
            found |= self.region("black-sea-ports")
        return self._own("allied", frozenset(found))

    def is_port(self, place: str, side: str = "allied") -> Answer[bool]:
        """Whether units may sail from or to it (14.5.C)."""
        port = self.has(place, *PORTS)
        if place in {*BEACHES, SALONIKA, VALONA}:
            port = Answer(True, port.reasons)
        held = self.held_by(place, side)
        works = self.port_open(place)
        return joined(port.value and held.value and works.value, port, held, works)


__all__ = ["FORTRESS", "OUT", "SUPPLIED", "Need", "Supply"]
