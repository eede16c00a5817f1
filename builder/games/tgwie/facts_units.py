"""Units: what they are, what their faces print, where they stand; forts and markers in a hex."""

from __future__ import annotations

from collections.abc import Iterable

from builder.games.tgwie.facts_base import Base, joined, missing, seen
from builder.games.tgwie.facts_board import Board
from builder.model import GIVEN, SEEN, Action, Answer, Evidence, Marker, Need, Reason, Tag, Unit
from builder.rules.memory import lasting, remembered

FORTS = ("fort", "fortress", "heavy", "heavy-fort")
FREE = ("hq", "tank", "anti-tank")  # no stacking value, one of each (10.2.C)
NO_COMBAT_UNIT = ("hq", "air", "ace", *FORTS)
TURNED = "turned"
CONTINGENTS = {
    "canadian": "CND", "cnd": "CND", "anzac": "ANZAC", "australian": "ANZAC", "as": "ANZAC", "nz": "ANZAC",
    "new-zealand": "ANZAC", "indian": "IN", "portuguese": "PT",
}  # fmt: skip
OFF_BOARD = ("Dead", "Out-of-game", "Withdrawn")


class Units(Board):
    # ---- who is who

    def unit(self, name: str) -> Unit | None:
        return self.state.units.get(name)

    def units(self, names: Iterable[str]) -> tuple[Unit, ...]:
        """Those of the names that are units on the table."""
        return tuple(u for u in map(self.state.units.get, names) if u is not None)

    def actor(self, action: Action) -> str:
        """The side whose units act, "" where none is known."""
        return next((u.side for u in self.units(action.units) if u.side), action.side)

    def is_hq(self, unit: Unit) -> bool:
        return unit.type == "hq"

    def is_fort(self, unit: Unit) -> bool:
        return unit.type in FORTS

    def is_combat_unit(self, unit: Unit) -> bool:
        """One that fights and blocks; headquarters, air units and forts are none (2.5)."""
        return unit.type not in NO_COMBAT_UNIT

    def is_cavalry(self, unit: Unit) -> bool:
        """German cavalry on its back is infantry (16.3)."""
        return unit.type == "cavalry" and not (TURNED in unit.marks and self.back(unit) == "infantry")

    def is_infantry(self, unit: Unit) -> bool:
        return unit.type in ("infantry", "shock", "mountain") or (unit.type == "cavalry" and not self.is_cavalry(unit))

    def back(self, unit: Unit) -> str:
        counter = self.game.counters.get(unit.counter)
        return counter.attributes.get("back", "") if counter is not None else ""

    def attribute(self, unit: Unit, name: str) -> str:
        counter = self.game.counters.get(unit.counter)
        return counter.attributes.get(name, "") if counter is not None else ""

    def designation(self, unit: Unit) -> str:
        """What the counter is called: 11, Sud, RTC; of a drawn unit its further words."""
        counter = self.game.counters.get(unit.counter)
        return counter.designation if counter is not None else unit.name

    def contingent(self, unit: Unit) -> str:
        """CND, ANZAC, IN, PT… of the British Empire; "" for the rest."""
        found = self.attribute(unit, "contingent")
        if found:
            return found
        return next((CONTINGENTS[w] for w in unit.name.casefold().split() if w in CONTINGENTS), "")

    @remembered
    def is_shock(self, name: str) -> Answer[bool]:
        """A shock division by its face; the Alpenkorps in the east, in the west after the first chit (16.1.2)."""
        unit = self.state.units[name]
        if unit.type == "shock" or (TURNED in unit.marks and self.back(unit) == "shock"):
            return Answer(True, (seen(f"{name} is", "a shock division"),))
        if unit.nation == "german" and self.designation(unit) == "AK":
            where = self.theatre(unit.place)
            if where.known and where.value == "east":
                return Answer(True, (seen(f"{name} is", "the Alpenkorps"), *where.reasons))
            played = self.played("stoss")
            return joined(bool(played.value), where, played)
        return Answer(False, (seen(f"{name} is", unit.type or "no shock division"),))

    def played(self, chit: str) -> Answer[bool]:
        """Whether a chit has been played: stated, noted as it was, or brought by the scenario."""
        found = self.said_yes("played", chit)
        if found is not None:
            return found
        noted = self.ledger.note("played", chit)
        if noted:
            return Answer(noted == "yes", (seen(f"{chit} played", noted),))
        return Answer(False, needs=(Need("given", f"played {chit}"),))

    # ---- what their faces print

    def printed(self, unit: Unit, what: str) -> Answer[int]:
        """A number of the face that shows: attack, defence, movement."""
        if TURNED in unit.marks and (text := self.attribute(unit, f"back_{what}")):
            return Answer(int(text), (self._printed_reason(unit, what, int(text), f"back_{what}"),))
        value = getattr(unit.at_steps(), what)
        if value is None:
            file = "counters.csv" if unit.counter else "given"
            return Answer(0, needs=(Need(file, unit.counter or unit.id, what),))
        return Answer(value, (self._printed_reason(unit, what, value, what),))

    def _printed_reason(self, unit: Unit, what: str, value: int, column: str) -> Reason:
        counter, name = self.game.counters.get(unit.counter), f"{what} of {unit.id}"
        if counter is None or (column == what and counter.at(unit.steps) != unit.at_steps()):
            return Reason(name, value, GIVEN)
        group = {"movement": "movement"}.get(what, "values" if column == what else "back")
        evidence = counter.evidence.get(group) or counter.evidence.get("") or Evidence(Tag.CHOSEN)
        return Reason(name, value, self.weigh(evidence), f"counters.csv:{counter.id}:{column}")

    def artillery(self, unit: Unit) -> Answer[int]:
        """The support strength that shows: none on the back of a headquarters (2.12)."""
        stated = self.said_number("artillery", unit.id)
        spent = unit.marks & {"spent", TURNED}
        if spent:
            return Answer(0, (seen(f"artillery of {unit.id}", "its back shows"),))
        if stated is not None:
            return stated
        text = self.attribute(unit, "artillery")
        if not text:
            return Answer(0, needs=(Need("given", f"artillery {unit.id}"),))
        counter = self.game.counters[unit.counter]
        evidence = counter.evidence.get("artillery") or counter.evidence.get("") or Evidence(Tag.CHOSEN)
        return Answer(int(text), (Reason(f"artillery of {unit.id}", int(text), self.weigh(evidence),
                                         f"counters.csv:{counter.id}:artillery"),))  # fmt: skip

    def tank_bonus(self, unit: Unit) -> Answer[int]:
        """The modifier of a tank; that of the Royal Tank Corps is 2 by erratum (2.3.2)."""
        stated = self.said_number("tank-drm", unit.id)
        if stated is not None:
            return stated
        if unit.nation == "british" and self.designation(unit) == "RTC":
            return Answer(2, (Reason(f"modifier of {unit.id}", 2, Evidence(Tag.BOOK, "2.3.2.A")),))
        text = self.attribute(unit, "drm")
        if not text:
            return missing("given", f"tank-drm {unit.id}")
        counter = self.game.counters[unit.counter]
        evidence = counter.evidence.get("drm") or counter.evidence.get("") or Evidence(Tag.CHOSEN)
        return Answer(int(text), (Reason(f"modifier of {unit.id}", int(text), self.weigh(evidence)),))

    # ---- where they stand

    def at(self, place: str) -> tuple[Unit, ...]:
        return tuple(u for u in self.state.at(place) if u.steps and not self.is_fort(u))

    def foes_at(self, place: str, side: str) -> tuple[Unit, ...]:
        return tuple(u for u in self.at(place) if side and u.side and u.side != side)

    def foes_beside(self, place: str, side: str) -> tuple[Unit, ...]:
        return tuple(u for near in self.neighbours(place) for u in self.foes_at(near, side))

    def on_board(self, nation: str, *theatres: str) -> tuple[Unit, ...]:
        """Units of a nation that stand on these maps."""
        found = []
        for unit in self.state.units.values():
            if unit.nation == nation and unit.steps and self.on_map(unit.place) and unit.place:
                where = self.theatre(unit.place)
                if where.known and (not theatres or where.value in theatres):
                    found.append(unit)
        return tuple(found)

    # ---- what lies in a hex

    @property
    @remembered
    def _markers(self) -> dict[str, tuple[Marker, ...]]:
        found: dict[str, tuple[Marker, ...]] = {}
        for marker in self.state.markers.values():
            found[marker.place] = (*found.get(marker.place, ()), marker)
        return found

    def marker(self, place: str, kind: str) -> Marker | None:
        return next((m for m in self._markers.get(place, ()) if m.kind == kind), None)

    @remembered
    def fort(self, place: str) -> Answer[str]:
        """What intact work stands in a hex: fortress, heavy, or "" (13.24.G)."""
        if self.ledger.note("fort-gone", place):
            return Answer("", (seen(f"fort in {place}", "destroyed"),))
        drawn = next((u for u in self.state.at(place) if self.is_fort(u)), None)
        if drawn is not None:
            kind = "heavy" if drawn.type.startswith("heavy") or "heavy" in drawn.name else "fortress"
            return Answer(kind if drawn.steps else "", (Reason(f"fort in {place}", kind, GIVEN),))
        stated = self.stated("fort", place)
        if stated is not None:
            words = {"no": "", "none": "", "destroyed": "", "heavy": "heavy"}
            return Answer(words.get(stated.value, "fortress"), stated.reasons)
        if self.marker(place, "hindenburg") is not None:
            return Answer("heavy", (seen(f"marker in {place}", "Hindenburg Line"),))
        if self.marker(place, "destroyed-fort") is not None:
            return Answer("", (seen(f"fort in {place}", "destroyed"),))
        found = self.features(place)
        kind = "heavy" if "heavy" in found.value else "fortress" if "fortress" in found.value else ""
        if kind and self.scenario is not None and not self.given.blank:
            gone = self._fallen_before(place)
            if gone is not None:
                return Answer("", (*found.reasons, gone))
        return Answer(kind, found.reasons, found.needs)

    @lasting
    def _fallen_before(self, place: str) -> Reason | None:
        """A fort that the enemy of its country has held before the scenario began is gone."""
        scenario = self.scenario
        if place in self.region("forts-fallen-1914"):
            return Reason(f"fort in {place}", "fallen at the start", self.weigh(Evidence(Tag.DEDUCED)))
        if scenario is None or not scenario.facts.get("front"):
            return None
        country = self.country(place)
        holder, owner = self.ground_at_start(place), self.home_side(country.value)
        if holder and owner and holder != owner:
            return Reason(f"fort in {place}", "held by the enemy at the start", self.weigh(Evidence(Tag.DEDUCED)))
        return None

    def fort_nation(self, place: str) -> Answer[str]:
        """Whose an intact work is: its country's, or that of the piece that stands for it."""
        drawn = next((u for u in self.state.at(place) if self.is_fort(u)), None)
        if drawn is not None:
            return Answer(drawn.nation, (Reason(f"fort in {place}", drawn.nation, GIVEN),))
        stated = self.stated("fort", place)
        if stated is not None and self.nation_of(stated.value):
            return Answer(self.nation_of(stated.value), stated.reasons)
        if self.marker(place, "hindenburg") is not None:
            return Answer("german", (seen(f"marker in {place}", "Hindenburg Line"),))
        country = self.country(place)
        row = self.game.tables["countries"].rows.get(country.value)
        return Answer(row["nation"] if row is not None else "", country.reasons, country.needs)

    def devastated(self, place: str) -> Answer[bool]:
        stated = self.said_yes("devastated", place)
        if stated is not None:
            return stated
        found = self.marker(place, "devastated") is not None
        return Answer(found, (seen(f"marker in {place}", "devastated" if found else "none"),))

    def ground_at_start(self, place: str) -> str:
        raise NotImplementedError

    def home_side(self, country: str) -> str:
        raise NotImplementedError


def alive(unit: Unit) -> bool:
    return unit.steps > 0 and not unit.place.startswith(OFF_BOARD)


__all__ = ["FORTS", "FREE", "OFF_BOARD", "SEEN", "TURNED", "Base", "Units", "alive"]
