"""Units: what they are, where they stand, whose zones reach where, what they did, who holds a hex."""

from __future__ import annotations

from collections.abc import Iterable

from builder.games.italian_front.facts_base import book, hostile, seen
from builder.games.italian_front.facts_ground import Ground
from builder.games.italian_front.words import ENEMY
from builder.kit import zones as kit_zones
from builder.model import GIVEN, SEEN, Action, Answer, Counter, Evidence, Need, Reason, Tag, Unit
from builder.rules.memory import remembered

FOOT = frozenset({"infantry", "mountain", "assault", "mountain-assault", "marine", "bicycle"})
EXERT = FOOT | {"cavalry"}
MOUNTAIN = frozenset({"mountain", "mountain-assault"})
ASSAULT = frozenset({"assault", "mountain-assault"})
GUNS = frozenset({"artillery", "siege-artillery"})
SUPPORT = frozenset({"headquarters", "engineer", "replacement", "flotilla", "supply", "rail-hex"})  # no combat units
SHUT_OFF = Evidence(Tag.BOOK, "S10-6")
POOLS = ("Units-", "Dead-", "Withdrawn-", "Aside-", "Replacements-")


class Units(Ground):
    def unit(self, name: str) -> Unit | None:
        return self.state.units.get(name)

    def units(self, names: Iterable[str]) -> tuple[Unit, ...]:
        """Those of the names that are units on the table."""
        return tuple(u for u in map(self.state.units.get, names) if u is not None)

    def counter(self, unit: Unit) -> Counter | None:
        return self.game.counters.get(unit.counter)

    def fights(self, unit: Unit) -> bool:
        """A ground combat unit (S3-u7), fortresses apart."""
        return unit.type not in SUPPORT and unit.type != "fortress"

    def actor(self, action: Action) -> str:
        """The side whose units act, "" where none is known."""
        return next((u.side for u in self.units(action.units) if u.side), action.side)

    # ---- numbers on the counter

    def printed(self, unit: Unit, what: str) -> Answer[int]:
        """A number of the face that shows: movement or attack."""
        value = getattr(unit.at_steps(), what)
        if value is None:
            file = "counters.csv" if unit.counter else "given"
            return Answer(0, needs=(Need(file, unit.counter or unit.id, what),))
        return Answer(value, (self._printed_reason(unit, what, value),))

    def _printed_reason(self, unit: Unit, what: str, value: object) -> Reason:
        name, counter = f"{what} of {unit.id}", self.counter(unit)
        if counter is None or getattr(counter.at(unit.steps), what, None) != value:
            return Reason(name, value, GIVEN)
        column = "movement" if what == "movement" else "attack_1"
        evidence = counter.evidence.get(column) or counter.evidence.get("") or Evidence(Tag.CHOSEN)
        return Reason(name, value, self.weigh(evidence), f"counters.csv:{counter.id}:{column}")

    def full(self, unit: Unit) -> Answer[int]:
        """The strength printed on the front."""
        counter = self.counter(unit)
        if counter is not None:
            evidence = counter.evidence.get("steps") or counter.evidence.get("") or Evidence(Tag.CHOSEN)
            reason = Reason(
                f"full strength of {unit.id}", counter.steps, self.weigh(evidence), f"counters.csv:{counter.id}:steps"
            )
            return Answer(counter.steps, (reason,))
        if unit.at_steps().attack is None and unit.type not in SUPPORT:
            return Answer(0, needs=(Need("given", unit.id, "strength"),))
        return Answer(unit.full_steps, (Reason(f"full strength of {unit.id}", unit.full_steps, GIVEN),))

    def back(self, unit: Unit) -> Answer[int]:
        """The strength on the reverse side."""
        stated = self.said_number("reverse", unit.id) or self.said_number("back", unit.id)
        if stated is not None:
            return stated
        counter = self.counter(unit)
        text = counter.attributes.get("back", "") if counter is not None else ""
        if not text.isdigit():
            return Answer(
                0, needs=(Need("counters.csv" if unit.counter else "given", unit.counter or unit.id, "back"),)
            )
        evidence = counter.evidence.get("back") or counter.evidence.get("") or Evidence(Tag.CHOSEN)
        return Answer(
            int(text),
            (Reason(f"reverse of {unit.id}", int(text), self.weigh(evidence), f"counters.csv:{counter.id}:back"),),
        )

    def colour(self, unit: Unit) -> Answer[str]:
        """The colour group of its symbol, "" where nothing is known of it (S3-u11)."""
        stated = self.stated("colour", unit.id)
        if stated is not None:
            return stated
        counter = self.counter(unit)
        group = counter.attributes.get("group", "") if counter is not None else ""
        evidence = (counter.evidence.get("group") if counter is not None else None) or Evidence(Tag.CHOSEN)
        return Answer(group, (Reason(f"group of {unit.id}", group or "none", self.weigh(evidence)),))

    @remembered
    def raw(self, name: str) -> Answer[int]:
        """The strength points a unit has now, markers counted (S13-22), before terrain and supply."""
        unit = self.unit(name)
        if unit is None:
            return Answer(0, needs=(Need("given", name, "strength"),))
        if unit.type == "headquarters" and unit.place and not self._armed_company(unit):
            return Answer(1, (book(f"{name} alone", 1, "S18-15"),))
        if unit.type in SUPPORT:
            return Answer(0, (seen(f"strength of {name}", f"0, {unit.type}"),))
        if not unit.counter and unit.at_steps().attack is None and unit.steps:
            return Answer(0, needs=(Need("given", name, "strength"),))
        now = Answer(unit.steps, (seen(f"strength of {name}", unit.steps),))
        markers = self.stated("markers", name)
        if markers is None:
            return now
        value: float = unit.steps
        for word in reversed(markers.value.strip("[]").split()):  # the last one lies on top and counts first
            value = value / 2 if word in ("1/2", "-1/2", "half") else value - abs(int(word))
        return Answer(max(int(value), 0), now.reasons + markers.reasons)

    def _armed_company(self, unit: Unit) -> bool:
        """Whether anybody with strength stands with a headquarters."""
        return any(
            u.id != unit.id and u.type not in SUPPORT and not hostile(u.side, unit.side) for u in self.at(unit.place)
        )

    # ---- where they stand

    def at(self, place: str) -> tuple[Unit, ...]:
        return tuple(u for u in self.state.at(place) if u.type != "rail-hex")

    def foes_at(self, place: str, side: str) -> tuple[Unit, ...]:
        return tuple(u for u in self.at(place) if hostile(u.side, side))

    def friends_at(self, place: str, side: str, without: Iterable[str] = ()) -> tuple[Unit, ...]:
        out = set(without)
        return tuple(u for u in self.at(place) if not hostile(u.side, side) and u.id not in out)

    def held(self, place: str, side: str, without: Iterable[str] = ()) -> Answer[bool]:
        """Whether a friendly ground combat unit or fortress stands there (S19-7, S14-8)."""
        stated = self.said_yes("friend", place)
        if stated is not None:
            return stated
        found = [u for u in self.friends_at(place, side, without) if u.type not in SUPPORT]
        return Answer(bool(found), (seen(f"friends in {place}", found[0].id if found else "none"),))

    def fortress_at(self, place: str, side: str = "") -> Unit | None:
        return next((u for u in self.at(place) if u.type == "fortress" and not (side and hostile(u.side, side))), None)

    # ---- zones

    def exerts(self, unit: Unit) -> bool:
        """Infantry types and cavalry do, not while entrained (S7-11, S10-2, S10-3)."""
        return unit.type in EXERT and unit.steps > 0 and "entrained" not in unit.marks and self.on_map(unit.place)

    @remembered
    def _zones_against(self, side: str) -> kit_zones.Zones:
        foes = [(u.id, u.place) for u in self.state.units.values() if hostile(u.side, side) and self.exerts(u)]

        def stops(_unit: str, a: str, b: str) -> Reason | None:
            between = self.side(a, b)
            if between.shut or self.closed(b):
                return Reason(f"side {a}|{b}", between.terrain, SHUT_OFF)
            return None

        return kit_zones.zones(foes, self.neighbours, stops)

    def zone(self, place: str, side: str) -> Answer[bool]:
        """Whether the enemy of a side controls a hex."""
        stated = self.stated("zoc", place)
        if stated is not None:
            word = stated.value
            if word in ("none", "no", "free"):
                return Answer(False, stated.reasons)
            named = self.side_word(word)
            return Answer(word in (ENEMY, "yes") or hostile(named, side), stated.reasons)
        holds = self._zones_against(side).over(place)
        if not holds:
            return Answer(False, (seen(f"enemy zone in {place}", "none"),))
        evidence = self._zone_evidence(place, holds)
        return Answer(True, (Reason(f"enemy zone in {place}", ", ".join(str(h.by) for h in holds), evidence),))

    def _zone_evidence(self, place: str, holds: tuple[kit_zones.Hold, ...]) -> Evidence:
        """A zone is as sure as the side that it passes: the firmest of several counts."""
        weak = None
        for hold in holds:
            found = [r.evidence for r in self.side(str(hold.source), place).reasons if not r.evidence.tag.proven]
            if not found:
                return SEEN
            weak = found[0]
        return weak or SEEN

    # ---- what a unit did

    def did(self, unit: Unit, *deeds: str) -> Reason | None:
        """The first of these deeds that the unit did this player turn, or None."""
        stated = self.stated("did", unit.id)
        words = set(stated.value.replace(",", " ").split()) if stated is not None else set()
        for deed in deeds:
            if deed in words:
                return stated.reasons[0]
            if self.ledger.has_acted(unit.id, deed):
                return Reason(f"{unit.id} this player turn", deed, SEEN)
        return None

    def moved(self, unit: Unit) -> Answer[bool]:
        stated = self.said_yes("moved", unit.id)
        if stated is not None:
            return stated
        did = self.did(unit, "move", "rail")
        return Answer(did is not None, (did or seen(f"{unit.id} this player turn", "not moved"),))

    # ---- control

    @remembered
    def control(self, place: str) -> Answer[str]:
        """The side that holds a hex: as stated, by who went in last, as the scenario or the country has it."""
        stated = self.stated("control", place)
        noted = self.ledger.note("control", place)
        if noted:
            return Answer(noted, (seen(f"control of {place}", noted),))
        if stated is not None:
            return Answer(self.side_word(stated.value) or stated.value, stated.reasons)
        standing = next((u for u in self.at(place) if u.type not in SUPPORT and u.side), None)
        if standing is not None and standing.side != ENEMY:
            return Answer(standing.side, (seen(f"in {place}", standing.id),))
        return self.control_at_start(place)

    def control_at_start(self, place: str) -> Answer[str]:
        if self.scenario is not None and place in self.scenario.control:
            side = self.scenario.control[place]
            evidence = self._control_evidence(place)
            return Answer(side, (Reason(f"control of {place}", side, evidence),))
        country = self.country(place)
        side = {"IT": "entente", "AH": "central"}.get(country.value, "")
        return Answer(side, country.reasons, country.needs)

    def _control_evidence(self, place: str) -> Evidence:
        for name in (f"italian-held-{self.base}", f"austrian-held-{self.base}"):
            region = self.sheet.region_facts.get(name)
            if region is not None and place in region.hexes:
                return self.weigh(region.evidence)
        return self.weigh(Evidence(Tag.CHOSEN))
