"""What a drag means, from the piece, the two places and the phase; and the battle that may give it another sense."""

from __future__ import annotations

from dataclasses import dataclass, field

from builder.model import Announcement, Game, MapSheet, Moment, Unit
from builder.rules.drafts import Sense

WAITING = ("Available", "Setup", "Forces", "Area", "Due", "US", "Ready", "Cup", "Held", "Committed", "Used")
DEAD, AWAY = "Dead", ("Out-of-game", "Withdrawn")
AIR = ("air", "ace")


@dataclass(slots=True)
class Battle:
    """A battle that stands open: its losses, advances and withdrawals are still being taken."""

    announced: Announcement
    attackers: frozenset[str]
    defenders: frozenset[str]
    side: str  # the attacker's
    rolled: bool
    withdrew: set[str] = field(default_factory=set)

    @property
    def at(self) -> str:
        return self.announced["at"]


class Drags:
    """Knows the maps: which places are hexes, towns, ports."""

    def __init__(self, game: Game):
        self.sheets: dict[str, MapSheet] = {place: sheet for sheet in game.maps for place in sheet.hexes}
        hexes = [h for sheet in game.maps for h in sheet.hexes.values()]
        self.towns = frozenset(h.id for h in hexes if {"town", "city"} & set(h.features))
        self.ports = frozenset(h.id for h in hexes if {"port", "inland-port"} & set(h.features))
        self.inset = frozenset(p for sheet in game.maps for p in sheet.regions.get("italian-inset", ()))

    def is_hex(self, place: str) -> bool:
        return place in self.sheets

    def theatre(self, place: str) -> str:
        return "italy" if place in self.inset else place[:1]

    def adjacent(self, a: str, b: str) -> bool:
        sheet = self.sheets.get(a)
        return sheet is not None and self.sheets.get(b) is sheet and sheet.grid.distance(a, b) == 1

    def sense(self, units: list[Unit], path: tuple[str, ...], when: Moment, battles: list[Battle]) -> Sense:
        origin, goal = path[0], path[-1]
        if all(unit.type in AIR for unit in units):
            if when.turn and "Warfare" in (origin, goal) and origin != goal:
                return Sense("commit" if goal == "Warfare" else "recall", {})
            return Sense("unrecognised", {"what": "air", "to": goal})
        off = self._off_board(origin, goal, when)
        if off is not None:
            return off
        ids = {unit.id for unit in units}
        for battle in battles:
            if ids & battle.withdrew:
                return Sense("withdraw", {"roll": "after" if battle.rolled else "before"})
            if ids <= battle.attackers and battle.at in path[1:]:
                return Sense("advance", {"id": battle.announced["id"]})
        return self._on_map(units, path, when, battles)

    def _off_board(self, origin: str, goal: str, when: Moment) -> Sense | None:
        """A drag from or to a box, or of the set-up; None for one on a map in the course of play."""
        if self.is_hex(origin) and self.is_hex(goal):
            return None if when.turn else Sense("set-up", {})
        if goal.startswith(DEAD):
            return Sense("lose", {"dead": "yes"})
        if origin.startswith(DEAD):
            return Sense("rebuild", {"steps": "1"}, when.phase != "replacement")
        if self.is_hex(goal):
            if not when.turn or origin.startswith(("Setup", "Forces", "Area")):
                return Sense("set-up", {})
            return Sense("arrive", {"from": origin}, guessed="new-units" not in when.phase)
        if self.is_hex(origin) and goal.startswith("Available") and when.turn:
            return Sense("return", {})
        return Sense("unrecognised", {"what": "moved", "to": goal})

    def _on_map(self, units: list[Unit], path: tuple[str, ...], when: Moment, battles: list[Battle]) -> Sense:
        phase, origin, goal = when.phase, path[0], path[-1]
        if phase in ("first-movement", "second-movement"):
            return Sense("move", {})
        if phase.startswith("strategic-movement"):
            return self._strategic(units, origin, goal)
        fought = any({u.id for u in units} <= b.attackers for b in battles)
        if "combat" in phase and fought and len(path) <= 3 and not battles[0].rolled:
            return Sense("move", {}, True)
        # nobody clicked the tracker on, or a march is put right afterwards
        return Sense("move", {}, True)

    def _strategic(self, units: list[Unit], origin: str, goal: str) -> Sense:
        """Allied units between two ports went by sea where no train leads; else nothing on the table tells."""
        ports = origin in self.ports and goal in self.ports and units[0].side == "allied"
        if self.adjacent(origin, goal) and not {origin, goal} <= self.towns:
            return Sense("move", {}, True)  # a march before anybody clicked on: no train goes there
        if self.theatre(origin) != self.theatre(goal):
            by_sea = units[0].side == "allied" and "E" in (origin[:1], goal[:1])
            return Sense("ship" if by_sea else "rail", {}, not by_sea and units[0].side == "allied")
        if ports:
            return Sense("rail" if {origin, goal} <= self.towns else "ship", {}, True)
        return Sense("rail", {})
