"""Units: what they are, what they did this player turn, where they stand, and who holds which hex."""

from __future__ import annotations

from collections.abc import Iterable, Set

from builder.games.glorys_end.facts_base import remembered, seen
from builder.games.glorys_end.facts_board import OTHER, Board
from builder.model import GIVEN, SEEN, Action, Answer, Evidence, Need, Reason, Tag, Unit

DEEDS = {  # what the ledger calls a deed -> the mark the module's counter shows for it
    "move": "moved", "rail": "railed", "ship": "shipped", "rebuild": "rr", "dig": "digging", "ma": "march",
    "pa": "prepared", "forced": "forced",
}  # fmt: skip
SAID = {  # a deed as a sentence about a unit ends
    "move": "moved", "rail": "went by rail", "ship": "went by sea", "rebuild": "took replacements",
    "dig": "began to dig", "ma": "made a march assault", "pa": "made a prepared assault",
    "forced": "forced its march",
}  # fmt: skip
NOWHERE: frozenset[str] = frozenset()
INFANTRY = ("infantry", "naval-infantry", "fortress-infantry")
COLUMN = {"attack": "attack", "defence": "defence", "movement": "movement", "against_cavalry": "cavalry"}


class Units(Board):
    # ---- who is who

    def unit(self, name: str) -> Unit | None:
        return self.state.units.get(name)

    def units(self, names: Iterable[str]) -> tuple[Unit, ...]:
        """Those of the names that are units on the table."""
        return tuple([u for u in map(self.state.units.get, names) if u is not None])

    def actor(self, action: Action) -> str:
        """The side whose units act, "" where none is known."""
        return next((u.side for u in self.units(action.units)), action.side)

    def is_infantry(self, unit: Unit) -> bool:
        return unit.type in INFANTRY

    def is_mobile(self, unit: Unit) -> bool:
        return unit.type != "fortress"

    def naval_exempt(self, unit: Unit) -> bool:
        """The two British naval units, which go with any ally (6.2, 13.26)."""
        return unit.type == "naval-infantry" and unit.nation == "british"

    def is_corps(self, unit: Unit) -> Answer[bool]:
        """Whether the unit counts against the two corps of a hex; a bracketed group as its counter says."""
        counter = self.game.counters.get(unit.counter)
        if counter is not None:
            evidence = counter.evidence.get("corps") or counter.evidence.get("") or Evidence(Tag.CHOSEN)
            if unit.size == "group":
                evidence = counter.evidence.get("corps", Evidence(Tag.CHOSEN))
            corps = counter.attributes.get("corps") == "yes"
            return Answer(corps, (Reason(f"{unit.id} is a corps", "yes" if corps else "no", self.weigh(evidence),
                                         f"counters.csv:{counter.id}:corps"),))  # fmt: skip
        if unit.size in ("", "group"):
            return Answer(False, needs=(Need("given", unit.id, "size"),))
        return Answer(unit.size == "XXX", (Reason(f"size of {unit.id}", unit.size or "none", GIVEN),))

    def army(self, unit: Unit) -> Answer[str]:
        """The army a unit starts in, "0" for one free to be assigned, "" for none."""
        stated = self.stated("army", unit.id)
        if stated is not None:
            return stated
        counter = self.game.counters.get(unit.counter)
        if counter is None:
            return Answer("", (seen(f"army of {unit.id}", "none"),))
        evidence = counter.evidence.get("army") or counter.evidence.get("") or Evidence(Tag.CHOSEN)
        source = f"counters.csv:{counter.id}:army"
        return Answer(counter.army, (Reason(f"army of {unit.id}", counter.army, self.weigh(evidence), source),))

    def printed(self, unit: Unit, what: str) -> Answer[int]:
        """A number of the face that shows: attack, defence, movement, against_cavalry."""
        value = getattr(unit.at_steps(), what)
        if value is None:
            file = "counters.csv" if unit.counter else "given"
            return Answer(0, needs=(Need(file, unit.counter or unit.id, self._column(unit, what)),))
        return Answer(value, (self._printed_reason(unit, what, value),))

    def _column(self, unit: Unit, what: str) -> str:
        return COLUMN[what] if what == "movement" or not unit.counter else f"{COLUMN[what]}_{max(unit.steps, 1)}"

    def _printed_reason(self, unit: Unit, what: str, value: int) -> Reason:
        name = f"{what.replace('_', ' ')} of {unit.id}"
        counter = self.game.counters.get(unit.counter)
        if counter is None or counter.at(unit.steps) != unit.at_steps():
            return Reason(name, value, GIVEN)
        column = self._column(unit, what)
        evidence = counter.evidence.get(column) or counter.evidence.get("") or Evidence(Tag.CHOSEN)
        return Reason(name, value, self.weigh(evidence), f"counters.csv:{counter.id}:{column}")

    # ---- what a unit did in this player turn

    def did(self, unit: Unit, *deeds: str) -> Reason | None:
        """The first of these deeds that the unit did this player turn, or None.

        A mark counts like a deed, but not one of an earlier player turn that nobody cleared.
        """
        for deed in deeds:
            if self.ledger.has_acted(unit.id, deed):
                return Reason(f"{unit.id} this player turn", SAID.get(deed, deed), SEEN)
            mark = DEEDS.get(deed, deed)
            if mark in unit.marks and not self.stale(unit, mark):
                return Reason(f"{unit.id} is marked {mark}", SAID.get(deed, deed), SEEN)
        return None

    def stale(self, unit: Unit, mark: str) -> bool:
        """Whether the mark was there already when an earlier player turn ended."""
        dated = dict(token.split("@") for token in self.ledger.note("dated", unit.id).split())
        return dated.get(mark, "") not in ("", f"{self.when.turn}-{self.when.side}")

    def in_command(self, unit: Unit) -> Answer[bool]:
        stated = self.said_yes("in-command", unit.id)
        if stated is not None:
            return stated
        if "ooc" not in unit.marks:
            return Answer(True, (seen(f"{unit.id} out of command", "no marker"),))
        if self.stale(unit, "ooc"):
            return Answer(True, needs=(Need("log", unit.id, "whether its command marker is of this turn"),))
        return Answer(False, (seen(f"{unit.id} out of command", "marked"),))

    # ---- where they stand

    def at(self, place: str) -> tuple[Unit, ...]:
        return self.state.at(place)

    def foes_at(self, place: str, side: str) -> tuple[Unit, ...]:
        foe = OTHER.get(side)
        return tuple([u for u in self.state.at(place) if u.side == foe])

    def foe_places(self, side: str) -> Set[str]:
        """Every place with an enemy unit: for who asks of many hexes."""
        return self._stood.get(OTHER.get(side, ""), NOWHERE)

    @property
    @remembered
    def _stood(self) -> dict[str, set[str]]:
        """The places of each side's units."""
        found: dict[str, set[str]] = {}
        for unit in self.state.units.values():
            found.setdefault(unit.side, set()).add(unit.place)
        return found

    def foes_beside(self, place: str, side: str) -> tuple[Unit, ...]:
        """Enemy units in the hexes around."""
        return tuple(u for near in self.neighbours(place) for u in self.foes_at(near, side))

    def fortress_at(self, place: str) -> Unit | None:
        return next((u for u in self.state.at(place) if u.type == "fortress"), None)

    def position_of(self, place: str, side: str) -> str:
        """The prepared position that protects `side` there: fortress, fortified zone, trench, or ""."""
        if any(u.type == "fortress" and u.side == side for u in self.state.at(place)):
            return "fortress"
        if self.zone(place) == side:
            return "fortified zone"
        return "trench" if self.trench(place) == side else ""

    def steps_at(self, place: str, without: Iterable[str] = ()) -> int:
        """Stacking steps in a hex: siege guns and markers are free, a fortress counts (6.1.c, 14.2.c)."""
        out = set(without)
        return sum(u.steps for u in self.state.at(place) if u.type != "siege-gun" and u.id not in out)
