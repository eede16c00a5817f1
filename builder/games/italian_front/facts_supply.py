"""Supply: the line from a unit to the headquarters that pays, what its length costs, who may pay for whom."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from builder.games.italian_front.facts_base import book, given, hostile, missing, seen
from builder.games.italian_front.facts_units import GUNS
from builder.games.italian_front.facts_victory import Victory
from builder.kit import supply, supply_net
from builder.model import Answer, Evidence, Need, Reason, Tag, Unit
from builder.rules.memory import remembered

SERVES = {  # whom the headquarters of a nation may pay for besides its own (S37-8, S38-3, S39-2, S40-7, S42-4)
    "german": {"austro-hungarian": "S37-8", "bulgarian": "S37-8", "ottoman": "S37-8"},
    "austro-hungarian": {"bulgarian": "S40-7", "ottoman": "S40-7"},
    "italian": {"serbian": "S42-4"},
    "british": {},
    "french": {},
}
SERVES_SHAKEN = {"british": "S38-3", "french": "S39-2"}  # they serve Italy once it is shaken
MAIN_ALLY = {"german": "austro-hungarian", "french": "italian", "british": "italian"}
SUMMER = (7, 8, 9, 10)  # months in which cavalry finds its fodder


class Supply(Victory):
    # ---- lines

    @remembered
    def line_length(self, name: str, hq: str = "") -> Answer[int]:
        """Points from a unit to a headquarters, zones not counted (S19-8)."""
        stated = self.said_number("line", name, hq) if hq else None
        stated = stated or self.said_number("line", name)
        if stated is not None:
            return stated
        unit, staff = self.unit(name), self.unit(hq)
        if unit is None or staff is None:
            return missing("given", f"line {name}")
        if unit.place == staff.place:
            return Answer(0, (seen(f"{name} stands with {hq}", 0),))
        return self._line_to(name, unit, staff.place)

    def _line_to(self, name: str, unit: Unit, goal: str) -> Answer[int]:
        if self.given.blank and not self.is_number(unit.place) and goal not in self.neighbours(unit.place):
            return missing("given", f"line {name}")

        def length(a: str, b: str) -> int | None:
            cost = self.ground(name, a, b)
            return None if cost is None else cost.points

        terms = supply_net.Terms(self.neighbours, lambda p: self._blocks_line(p, unit), length)
        legs = supply_net.net([supply_net.Tier("hq", [goal], None, ultimate=True)], terms).line(unit.place)
        if legs is None:
            return Answer(-1, (seen(f"line of {name} to {goal}", "none"),))
        path, reasons = legs[0].path, []
        for a, b in pairwise(path):
            cost = self.ground(name, a, b)
            reasons += cost.reasons if cost is not None else ()
        text = "-".join(path)
        return Answer(legs[0].length, (*dict.fromkeys(reasons), seen(f"line of {name}", f"{text}: {legs[0].length}")))

    def _blocks_line(self, place: str, unit: Unit) -> bool:
        """Enemy units, and enemy zones where no friendly combat unit or fortress stands (S19-7)."""
        if self.foes_at(place, unit.side):
            return True
        return self.zone(place, unit.side).value and not self.held(place, unit.side, (unit.id,)).value

    def blocked_line(self, path: tuple[str, ...], side: str) -> Reason | None:
        """Why a line may not run over these hexes, None where it may."""
        for place in path[1:-1] if len(path) > 2 else path[1:]:
            foes = self.foes_at(place, side)
            if foes:
                return seen(f"enemy in {place}", foes[0].id)
            zone = self.zone(place, side)
            if zone.value and not self.held(place, side).value:
                return zone.reasons[0]
        for a, b in pairwise(path):
            between = self.side(a, b)
            if between.shut:
                return Reason(f"side {a}|{b}", between.terrain, between.reasons[0].evidence)
        return None

    def communications(self, name: str) -> Answer[bool]:
        """Whether a headquarters has a clean line to working rail or a depot (S19-15)."""
        stated = self.said_yes("communications", name)
        hq = self.unit(name)
        if stated is not None:
            return stated
        if hq is None:
            return Answer(True, (given(f"communications of {name}", "nothing said"),))
        if self.given.blank:
            return Answer(True, (given(f"communications of {name}", "nothing cuts them"),))

        def blocked(place: str) -> bool:
            return bool(self.foes_at(place, hq.side)) or (
                self.zone(place, hq.side).value and not self.held(place, hq.side).value
            )

        rails = supply.Such(lambda p: self.has_rail(p) and not self.rail_cut(p))
        line = supply.trace(
            hq.place,
            rails,
            self.neighbours,
            blocked,
            lambda a, b: self.side(a, b).terrain in ("mountain", "alpine", "lake", "all-sea"),
            None,
        )
        if line is not None:
            return Answer(True, (Reason(f"{name} to rail", "-".join(line), self.weigh(Evidence(Tag.COMPUTED))),))
        return Answer(False, needs=(Need("given", f"communications {name}"),))

    def free_length(self, hq: str, counter: bool) -> Answer[int]:
        """How long a line costs nothing: 4 and 8, less in winter, least for a headquarters cut off."""
        column = "counterattack" if counter else "attack"
        clean = self.communications(hq) if hq else Answer(True)
        winter = self.winter(self.label) if self.label or self.stated("winter") else Answer(False)
        key = "line" if clean.value else "cut-off"
        if clean.value and winter.value:
            key = "winter"
        found = self.number("supply_costs", key, column)
        return Answer(found.value, (*found.reasons, *clean.reasons), (*found.needs, *clean.needs))

    @remembered
    def distance_loss(self, name: str, hq: str = "", counter: bool = False) -> Answer[int]:
        """Strength points lost for the length of the line (S19-9, S19-10); a neighbouring HQ waives it (S19-13)."""
        length = self.line_length(name, hq)
        if not length.known:
            return length
        unit, staff = self.unit(name), self.unit(hq)
        clean = self.communications(hq) if hq else Answer(True)
        beside = self.said_yes("adjacent-hq", name)
        if beside is None and unit is not None and staff is not None:
            beside = Answer(unit.place == staff.place or self.adjacent(unit.place, staff.place).value)
        if not counter and beside is not None and beside.value and clean.value:
            return Answer(0, (*length.reasons, *beside.reasons, book("headquarters beside it", 0, "S19-13")))
        free = self.free_length(hq, counter)
        return Answer(max(0, length.value - free.value), (*length.reasons, *free.reasons), free.needs)

    # ---- who pays for whom

    def may_pay(self, hq: str, name: str) -> tuple[str, Answer[bool]]:
        """Whether a headquarters may pay for a unit, and the rule that says so (S18-13 and the nations')."""
        staff, unit = self.unit(hq), self.unit(name)
        if staff is None or unit is None or not staff.nation or not unit.nation:
            return "S18-13", missing("given", f"{hq} {name}", "nation")
        if staff.nation == unit.nation:
            return "S18-13", Answer(True, (seen(f"nation of {hq} and {name}", unit.nation),))
        served = SERVES.get(staff.nation, {}).get(unit.nation)
        if served:
            return served, Answer(True, (book(f"{staff.nation} headquarters serve", unit.nation, served),))
        if unit.nation == "italian" and staff.nation in SERVES_SHAKEN:
            morale = self.morale("italian")
            rule = SERVES_SHAKEN[staff.nation]
            return rule, Answer(morale.value not in ("calm",), morale.reasons, morale.needs)
        if MAIN_ALLY.get(unit.nation) == staff.nation:
            return "S18-13", self._small_contingent(unit)
        reason = book(f"{staff.nation} headquarters do not serve", unit.nation, "S18-13")
        return SERVES_SHAKEN.get(staff.nation, "S18-13"), Answer(False, (reason,))

    def _small_contingent(self, unit: Unit) -> Answer[bool]:
        """A nation with fewer than two divisions and no headquarters on the map draws on its main ally."""
        own = [u for u in self.state.units.values() if u.nation == unit.nation and self.on_map(u.place)]
        staffs = [u for u in own if u.type == "headquarters"]
        if staffs:
            return Answer(False, (seen(f"{unit.nation} headquarters on the map", staffs[0].id),))
        places = {u.place for u in own}
        total = sum(self._divisions_of(place, unit.nation) for place in places)
        return Answer(total < 2, (seen(f"{unit.nation} divisions on the map", f"{total:g}"),))

    def _divisions_of(self, place: str, nation: str) -> float:
        others = tuple(u.id for u in self.at(place) if u.nation != nation)
        return self.divisions(place, others).value

    def barred_unsupplied(self, unit: Unit) -> tuple[str, Answer[bool]] | None:
        """The ban on attacking without supply that binds a unit, the strictest first (P89); None for none."""
        if unit.nation in ("french", "british") and self.year in (1917, 1918):
            return "I3-8", Answer(True, (book(f"{unit.nation} attacks without supply", "barred 1917-18", "I3-8"),))
        if self.base == "oct-1917" and unit.nation and unit.nation != "german":
            return "I11-5", Answer(True, (book("attacks without supply", "Germans alone", "I11-5"),))
        if self.base == "june-1918":
            return "I13-5", Answer(True, (book("attacks without supply", "nobody", "I13-5"),))
        if not unit.nation or unit.nation in ("german", "french", "british"):
            return None
        morale = self.morale(unit.nation)
        if morale.known and morale.value in ("shaken", "economic-collapse"):
            return "S26-6", Answer(True, morale.reasons)
        return None

    # ---- cost

    def quarters(self, unit: Unit, points: int, counter: bool) -> int:
        """What a unit costs in quarters of a supply point (S19-2, S29-6); fortresses strike back free (S21-3)."""
        if unit.type == "fortress":
            return 0
        return 2 * points if counter or unit.type in GUNS else points

    def always_supplied(self, unit: Unit) -> Answer[bool]:
        """Cavalry with the small symbol: 1, of the British and Germans 2 (S30-1)."""
        if unit.type != "cavalry":
            return Answer(False)
        symbol = self.symbol(unit)
        most = 2 if unit.nation in ("british", "german") else 1
        return Answer(symbol.value <= most, symbol.reasons, symbol.needs)

    def symbol(self, unit: Unit) -> Answer[int]:
        """The full-strength symbol, where assault counts apart; the printed strength where nothing is said."""
        stated = self.said_number("symbol", unit.id)
        if stated is not None:
            return stated
        counter = self.counter(unit)
        family = counter.attributes.get("family", "") if counter is not None else ""
        plain = next((c for c in self.game.counters.values() if family and c.id == family), None)
        if plain is not None:
            evidence = self.weigh(plain.evidence.get("") or Evidence(Tag.CHOSEN))
            return Answer(
                plain.steps, (Reason(f"symbol of {unit.id}", plain.steps, evidence, f"counters.csv:{plain.id}"),)
            )
        return self.full(unit)

    # ---- surrounded

    def surrounded(self, place: str, side: str) -> Answer[bool]:
        """Whether units there have no line home (S20-1); fortress companions never are (S20-9)."""
        units = [u for u in self.at(place) if not hostile(u.side, side)]
        for name in (place, *(u.id for u in units)):
            stated = self.said_yes("surrounded", name)
            if stated is not None and not (stated.value and self.fortress_at(place, side)):
                return stated
            if stated is not None:
                return Answer(False, (*stated.reasons, book("with a fortress", "not surrounded", "S20-9")))
        if self.given.blank:
            return Answer(False, (given(f"{place} surrounded", "nothing said"),))
        return self._cut_off(place, side)

    def home_line(self, place: str, side: str) -> tuple[str, ...] | None:
        """The shortest way to the edge of the map in the side's own country, past no enemy that counts (S20-1)."""
        code = "IT" if side == "entente" else "AH"
        rim = {p for p, h in self.sheet.hexes.items() if h.owner == code and len(self.sheet.neighbours(p)) < 6}

        def blocked(p: str) -> bool:
            foes = [u for u in self.foes_at(p, side) if self.fights(u) or u.type == "fortress"]
            return bool(foes) or (self.zone(p, side).value and not self.held(p, side).value)

        return supply.trace(place, rim, self.neighbours, blocked, lambda a, b: self.side(a, b).shut, None)

    def _cut_off(self, place: str, side: str) -> Answer[bool]:
        line = self.home_line(place, side)
        if line is not None:
            return Answer(False, (seen(f"{place} to the edge", f"{len(line) - 1} hexes"),))
        return Answer(True, (Reason(f"{place} to the edge", "no line", self.weigh(Evidence(Tag.COMPUTED))),))

    @remembered
    def pocket(self, place: str, side: str) -> Answer[frozenset[str]]:
        """Friendly hexes that hang together, all in enemy zones and without a friendly port; () for none (S20-14)."""
        found, waiting = {place}, [place]
        reasons: list[Reason] = []
        while waiting:
            here = waiting.pop()
            zone, open_ = self.zone(here, side), self.features(here)
            if not zone.value or "port" in open_.value:
                why = open_.reasons if zone.value else zone.reasons
                return Answer(frozenset(), (*why, seen(f"pocket of {place}", f"open in {here}")))
            reasons += zone.reasons
            for near in self.neighbours(here):
                if near not in found and not self.side(here, near).shut and self._ours(near, side):
                    found.add(near)
                    waiting.append(near)
        return Answer(frozenset(found), tuple(reasons))

    def _ours(self, place: str, side: str) -> bool:
        if self.foes_at(place, side):
            return False
        if self.friends_at(place, side):
            return True
        return self.on_map(place) and self.control(place).value == side

    def surrounded_fort(self, unit: Unit) -> Answer[bool]:
        """Whether a fortress itself is cut off (S21-8, S21-10)."""
        stated = self.said_yes("surrounded", unit.id) or self.said_yes("surrounded", unit.place)
        return stated if stated is not None else self.surrounded(unit.place, unit.side)

    def breakout_loss(self, names: Iterable[str]) -> Answer[int]:
        """Points given up before the surrounded attack unsupplied: one a division, one for two smaller (S20-3)."""
        units = [u for u in self.units(names) if u.type not in GUNS]
        divisions = sum(u.size == "XX" for u in units)
        pairs, odd = divmod(len(units) - divisions, 2)
        reasons = (book("divisions", divisions, "S20-3"), book("pairs of smaller units", pairs, "S20-3"))
        needs = (Need("reading-of", "S20-3", reading="an odd brigade gives up nothing"),) if odd else ()
        return Answer(divisions + pairs, reasons, needs)

    def cavalry_loss(self, name: str) -> Answer[int]:
        """From November to June cavalry loses a point for each point of its line beyond eight (S30-4)."""
        unit, turn = self.unit(name), self.turn_named(self.label)
        if unit is None or turn is None:
            return missing("given", name, "turn")
        season = book("November to June", "yes" if int(self.label[5:7]) not in SUMMER else "no", "S30-4")
        if unit.type != "cavalry" or season.value == "no":
            return Answer(0, (seen(f"type of {name}", unit.type), season))
        length = self.said_number("line", name)
        if length is None:
            return missing("given", f"line {name}")
        return Answer(min(unit.steps, max(0, length.value - 8)), (*length.reasons, season))
