"""Rail, ships and arrivals: where a train may run, who arrives when and where."""

from __future__ import annotations

from builder.games.glorys_end.facts_base import remembered, seen
from builder.games.glorys_end.facts_battles_open import OpenBattles
from builder.games.glorys_end.facts_board import ABBEVILLE, MELUN, PARIS, PARIS_SOUTH
from builder.games.glorys_end.facts_supply import PORTS
from builder.kit.floods import Bits
from builder.kit.tables import cell, number
from builder.model import Action, Answer, Evidence, Need, Reason, Tag, Unit
from builder.rules.memory import lasting

EDGE_WORDS = {"E": ("east-edge",), "S": ("south-edge",), "W": ("west-edge",)}


class Entries(OpenBattles):
    # ---- arrivals

    @remembered
    def arrival(self, name: str) -> Answer[tuple[int, str, int]]:
        """(turn, entry word, steps) of a unit that enters play; turn 0 where it does not."""
        stated = self.stated("arrival", name)
        if stated is not None:
            turn, _, place = stated.value.removeprefix("turn ").partition(" ")
            return Answer((int(turn) if turn.isdecimal() else 0, place, 0), stated.reasons)
        unit = self.unit(name)
        if unit is None or not unit.counter:
            return Answer((0, "", 0), needs=(Need("given", f"arrival {name}"),))
        for row in self.scenario.arrivals if self.scenario is not None else ():
            if row.what == unit.counter:
                evidence = row.evidence or Evidence(Tag.BOOK, self.scenario.rule)
                reason = Reason(f"arrival of {name}", f"turn {row.turn}, {row.place}", evidence)
                return Answer((row.turn, row.place, row.steps), (reason,))
        counter = self.game.counters.get(unit.counter)
        if counter is None or not counter.arrival_turn:
            return Answer((0, "", 0), (seen(f"arrival of {name}", "none"),))
        evidence = counter.evidence.get("arrival_turn") or counter.evidence.get("") or Evidence(Tag.CHOSEN)
        text = f"turn {counter.arrival_turn}, {counter.arrival_place}"
        return Answer((counter.arrival_turn, counter.arrival_place, counter.steps),
                      (Reason(f"arrival of {name}", text, self.weigh(evidence)),))  # fmt: skip

    def comes_by_rail(self, action: Action) -> bool:
        return any(self.arrival(name).value[1] == "rail" for name in action.units)

    def arriving_steps(self, name: str) -> int:
        unit = self.unit(name)
        return self.arrival(name).value[2] or (unit.steps if unit is not None else 0)

    def entry_hexes(self, word: str) -> frozenset[str]:
        """The hexes an entry word names: an edge, Paris, or the hex itself; ports and rail are asked otherwise."""
        if word == "P":
            return frozenset(PARIS)
        if word in EDGE_WORDS:
            return frozenset(h for region in EDGE_WORDS[word] for h in self._region(region))
        return frozenset({word})

    def is_port(self, place: str) -> Answer[bool]:
        found = self.features(place)
        return Answer(bool(found.value & {"port", "inland-port"}), found.reasons, found.needs)

    def any_port_held(self) -> bool:
        """Whether the Allies hold a port city, or may do: units enter there whoever holds its access hexes (8.3)."""
        ports = (h for h, hex_ in self.sheet.hexes.items() if PORTS & set(hex_.features))
        held = (self.control(h) for h in ports) if not self.given.blank else ()
        return self.given.blank or any(h.value == "allied" or not self._told(h) for h in held)

    def beside_enemy_trench(self, unit: Unit) -> bool:
        """Whether a unit stands next to an entrenched enemy (9.1)."""
        return any(self.trench(near) not in ("", unit.side) and self.foes_at(near, unit.side)
                   for near in self.neighbours(unit.place))  # fmt: skip

    def access(self, place: str) -> tuple[str, ...]:
        """The river hexes that lead to an inland port; the book names them, so that they hold on a drawn board too."""
        drawn = self.given.blank and "inland-port" not in self.features(place).value
        hex_ = None if drawn else self.sheet.hexes.get(place)
        return tuple(hex_.attributes.get("access", "").split()) if hex_ is not None else ()

    # ---- the compass and the siege table

    @remembered
    def may_retreat_by(self, side: str, a: str, b: str) -> Answer[bool]:
        """Whether the step from a to b is one of the side's retreat directions (13.19)."""
        stated = self.stated("direction", f"{a}-{b}")
        direction = stated.value if stated is not None else self.direction(a, b)
        if not direction:
            return Answer(False, needs=(Need("given", f"direction {a}-{b}"),))
        table = self.game.tables["retreat"]
        mine = [row for row in table.rows.values() if row["side"] == side]
        row = next((row for row in mine if row["direction"] == direction), None)
        evidence = self.weigh((row or next(iter(mine))).evidence_of("direction")) if mine else Evidence(Tag.CHOSEN)
        reason = Reason(f"{side} retreat to the {direction}", "yes" if row else "no", evidence, table.file)
        return Answer(row is not None, (reason, *(stated.reasons if stated else ())))

    def designated(self, place: str) -> frozenset[str]:
        """Who is said to have been named for the assault behind siege fire."""
        return frozenset(args[0] for args, value in self.given.all("designated") if args and value == place)

    def siege_result(self, gun: Unit, place: str, roll: int) -> Answer[bool]:
        """Whether a gun's roll eliminates the fortress: die and the fortress's modifier on the siege table (14.10)."""
        calibre = next((c for c in ("420", "305") if c in f"{gun.id} {gun.name} {gun.counter}"), "")
        if not calibre:
            return Answer(False, needs=(Need("given", gun.id, "calibre"),))
        modifiers, table = self.game.tables["siege_modifiers"], self.game.tables["siege"]
        extra = number(modifiers, place, "modifier", self.weigh) if place in modifiers.rows else Answer(0)
        final = roll + extra.value
        found = cell(table, f"{calibre}/{min(final, 9)}", "eliminated", self.weigh)
        return Answer(found.value == "yes", (seen("siege die", roll), *extra.reasons, *found.reasons), found.needs)

    # ---- rail

    def beside_enemies(self, place: str, side: str) -> Answer[bool]:
        """Whether an enemy unit stands next to a hex; a lone fortress leaves it open whether it counts."""
        foes = self.foes_beside(place, side)
        mobile = tuple(u for u in foes if u.type != "fortress")
        if mobile:
            return Answer(True, tuple(seen(f"{u.id} beside {place}", u.place) for u in mobile))
        if foes:
            needed = Need("rulebook", "11.2", reading="whether a fortress alone counts as an enemy unit")
            return Answer(False, tuple(seen(f"{u.id} beside {place}", u.place) for u in foes), (needed,))
        return Answer(False, (seen(f"enemies beside {place}", "none"),))

    def rail_ban(self, unit: Unit, place: str) -> tuple[str, Answer[bool]]:
        """The rule that closes a hex to this unit's trains, and whether it does: 11.2.d, 11.2.f, 11.2.g, or ""."""
        country = self.country(place)
        if unit.side == "german":
            turn, invaded = self.turn(), self.violated("belgium")
            if (turn.known and turn.value >= 10) or not invaded.value or (country.known and country.value != "FR"):
                return "", Answer(False)
            west = self.west_of_meuse(place)
            if west.known and not west.value:
                return "", Answer(False)
            return "11.2.d", Answer(west.value and country.value == "FR", turn.reasons + country.reasons + west.reasons,
                                    turn.needs + country.needs + west.needs + invaded.needs)  # fmt: skip
        if country.known and (country.value == "BE") != (unit.nation == "belgian"):
            return "11.2.f", Answer(True, country.reasons)
        if unit.nation != "belgian" and self._north(place):
            held = self.control(ABBEVILLE)
            if held.value == "german" or not self._told(held):
                return "11.2.g", Answer(held.value == "german", held.reasons, held.needs)
        return "", Answer(False, country.reasons, country.needs)

    def closed_to_trains(self, unit: Unit, rule: str) -> Bits:
        """All hexes that a rule closes to the unit's trains: 11.2.d, 11.2.f, or 11.2.g with those of 11.2.f."""
        if rule == "11.2.d":
            turn = self.turn()
            free = (turn.known and turn.value >= 10) or not self.violated("belgium").value
            return 0 if free else self._hexes_of("FR") & self._west_of_meuse_hexes
        belgium = self._hexes_of("BE")
        if unit.nation == "belgian":
            return self._land_hexes & ~belgium
        north = rule == "11.2.g" and self.control(ABBEVILLE).value == "german"
        return belgium | (self._northern_hexes if north else 0)

    def beyond_the_meuse(self, place: str) -> bool:
        """Whether a hex surely lies in France west of the river."""
        west = self.west_of_meuse(place)
        return west.known and west.value and self.country(place).value == "FR"

    @property
    @lasting
    def _land_hexes(self) -> Bits:
        return self.floods.bits(self.ground_map.land)

    @lasting
    def _hexes_of(self, country: str) -> Bits:
        return self.floods.bits(place for place in self.ground_map.land if self.country(place).value == country)

    @property
    @lasting
    def _west_of_meuse_hexes(self) -> Bits:
        return self.floods.bits(place for place in self.ground_map.land if self.west_of_meuse(place).value)

    @property
    @lasting
    def _northern_hexes(self) -> Bits:
        return self.floods.bits(filter(self._north, self.ground_map.land))

    @remembered
    def rail_blocks(self, side: str) -> Bits:
        """Hexes no train of this side passes: those a supply line may not, and all beside enemy units."""
        foes = (p for p in self.foe_places(side) if any(u.type != "fortress" for u in self.foes_at(p, side)))
        return self.blocks(side) | self.floods.bits({near for place in foes for near in self.neighbours(place)})

    @remembered
    def rail_path(self, name: str, start: str, goal: str, banned: str = "") -> Answer[tuple[str, ...] | None]:
        """A path for a train: crossable sides, no hex beside enemies, no enemy zone; edges may be left and re-entered.

        The hexes that the rule `banned` closes to the unit are shunned as well.
        """
        unit = self.unit(name)
        stated = self.said_yes("rail-path", f"{start}-{goal}") or self.said_yes("rail-path", f"{goal}-{start}")
        if stated is not None:
            return Answer((start, goal) if stated.value else None, stated.reasons)
        if unit is None or self.given.blank:
            return Answer(None, needs=(Need("given", f"rail-path {start}-{goal}"),))
        blocked, edge = self.rail_blocks(unit.side), self.edge_hexes(unit.side)
        if banned:
            blocked |= self.closed_to_trains(unit, banned)
        line = self.floods.line(start, self.floods.bits((goal,)), blocked, leap=edge)
        text = f"{len(line) - 1} hexes" if line else "none"
        return Answer(line, (Reason(f"rail path {start}-{goal}", text, self.ground),))

    def rail_capacity(self, side: str) -> Answer[int]:
        """Steps a player turn: eight, less four each for Melun and for Paris 3136 lost or cut off (11.1, 11.3)."""
        limit, stated = self.limit("rail-steps"), self.stated("rail-capacity", side)
        if stated is not None:
            return Answer(int(stated.value), stated.reasons)
        if side != "allied":
            return limit
        value, reasons, needs = limit.value, [*limit.reasons], [*limit.needs]
        for place, key in ((MELUN, "rail-loss-melun"), (PARIS_SOUTH, "rail-loss-paris")):
            lost = self._lost(place)
            if lost.needs:
                needs += lost.needs
            elif lost.value:
                loss = self.limit(key)
                value -= loss.value
                reasons += (*lost.reasons, *loss.reasons)
        return Answer(max(value, 0), tuple(reasons), tuple(needs))

    def _lost(self, place: str) -> Answer[bool]:
        """German-held, or without a supply line of its own (the reading of problem 8)."""
        held, fed = self.control(place), self.said_yes("supplied", place)
        if self.given.blank and not held.known and fed is None:
            return Answer(False)  # the case says nothing of it
        if held.value == "german" or not (self.given.blank or self._told(held)):
            return Answer(True, held.reasons, held.needs)
        if fed is not None:
            cut = Reason(
                f"{place} cut off", "no" if fed.value else "yes", fed.reasons[0].evidence, fed.reasons[0].source
            )
            return Answer(not fed.value, (cut,))
        if self.given.blank:
            return Answer(False, held.reasons)
        cut = not self.is_fed(place, "allied")
        return Answer(cut, (Reason(f"{place} cut off", "yes" if cut else "no", self.ground),))
