"""What a drag means, from the piece, the two places and the phase; and the battle that may give it another sense."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from builder.model import Announcement, Game, Marked, Moment, Unit
from builder.rules.drafts import Sense
from builder.rules.steps import Press

ARRIVALS, ENTRENCHING, COMMAND = "arrivals", "entrenching", "command"
STRATEGIC, OPERATIONAL, PREPARED = "strategic-movement", "operational-movement", "prepared-combat"
UNTOLD = ""  # the phase where a module tells none
FIGHTING = (OPERATIONAL, PREPARED, UNTOLD)
DEAD, WITHDRAWN, OFF_MAP = "Dead", "Withdrawn", "Offmap"


@dataclass(slots=True)
class Battle:
    """A battle that stands open: its losses, retreats and advances are still being taken."""

    announced: Announcement
    attackers: frozenset[str]
    defenders: frozenset[str]
    side: str  # the attacker's
    rolled: bool
    fired: bool = False
    withdrew: frozenset[str] = frozenset()
    marks: Mapping[str, frozenset[str]] = field(default_factory=dict)  # of the attackers, before they declared

    @property
    def id(self) -> str:
        return self.announced["id"]

    @property
    def at(self) -> str:
        return self.announced["at"]

    def sense(self, units: list[Unit], goal: str) -> Sense | None:
        """A retreat of defenders or an advance of attackers; None for a drag that is neither."""
        ids = {unit.id for unit in units}
        if ids <= self.defenders and units[0].side != self.side:
            return Sense("retreat", {"battle": self.id, "before-combat": "yes" if ids & self.withdrew else ""})
        if ids <= self.attackers and goal == self.at:
            return Sense("advance", {"battle": self.id})
        return None


class Drags:
    """Knows the map: which places are hexes, which are ports."""

    def __init__(self, game: Game):
        self.maps = game.maps
        self.hexes = frozenset(place for sheet in game.maps for place in sheet.hexes)
        self.towns = frozenset(
            place for sheet in game.maps for place, h in sheet.hexes.items() if {"town", "city"} & {*h.features}
        )
        self.ports = frozenset(
            place for sheet in game.maps for place, h in sheet.hexes.items() if {"port", "inland-port"} & {*h.features}
        )

    def off_board(self, units: list[Unit], origin: str, goal: str, when: Moment) -> Sense | None:
        """A drag from or to a box, or of the set-up; None for one on the map in the course of play."""
        if goal in self.hexes and origin not in self.hexes:
            if origin.startswith(DEAD):
                return Sense("rebuild", {"steps": str(units[0].steps)})
            if origin.startswith(OFF_MAP) and when.phase == STRATEGIC:
                return Sense("rail", {})
            return Sense("arrive" if when.turn else "set-up", {})
        if goal == WITHDRAWN:
            return Sense("withdraw", {})
        if goal not in self.hexes and not goal.startswith(OFF_MAP):
            return Sense("unrecognised", {"what": "moved", "to": goal})
        return None if when.turn else Sense("set-up", {})

    def on_map(self, units: list[Unit], path: tuple[str, ...], when: Moment, press: Press, vacated: str = "") -> Sense:
        """A drag on the map outside of any battle; `vacated` is the hex that losses were just taken in."""
        ours = units[0].side == when.side
        marks = new_marks(press, units)
        if ours and when.phase == OPERATIONAL:
            return Sense("move", {"forced": "yes"} if "forced" in marks else {})
        if ours and when.phase == STRATEGIC:
            if "shipped" in marks:
                return Sense("ship", {})
            if self.one_hex(path) and not {path[0], path[-1]} <= self.towns:
                return Sense("move", {}, True)  # a march before anybody clicked on: no train goes there
            # nothing on the table tells a ship from a train between two ports
            ports = path[0] in self.ports and path[-1] in self.ports and units[0].side == "allied"
            return Sense("ship", {}, True) if ports else Sense("rail", {})
        return Sense(self._guess(units, path, ours, when.phase, vacated), {}, True)

    def _guess(self, units: list[Unit], path: tuple[str, ...], ours: bool, phase: str, vacated: str) -> str:
        """The verb in a phase that has no such drag: people seldom click through all phases, and some modules have
        none."""
        one_hex = self.one_hex(path)
        if not ours and one_hex and phase in FIGHTING:
            return "retreat"
        if ours and one_hex and phase in (PREPARED, UNTOLD) and path[1] == vacated:
            return "advance"
        if ours and phase == UNTOLD and len(path) == 2 and self.far(units, *path):
            return "rail"  # one drop, farther than they march
        return "rail" if ours and phase in (ARRIVALS, ENTRENCHING, COMMAND) and not one_hex else "move"

    def one_hex(self, path: tuple[str, ...]) -> bool:
        return len(path) == 2 and self.adjacent(*path)

    def far(self, units: list[Unit], a: str, b: str) -> bool:
        """Whether a place is farther than the slowest of the units marches over clear ground."""
        march = min((unit.at_steps().movement or 0 for unit in units), default=0)
        return any(a in s.hexes and b in s.hexes and s.grid.distance(a, b) > march for s in self.maps)

    def adjacent(self, a: str, b: str) -> bool:
        return any(a in s.hexes and b in s.hexes and s.grid.distance(a, b) == 1 for s in self.maps)


def new_marks(press: Press, units: list[Unit]) -> frozenset[str]:
    """What these units were marked with in this very step."""
    ids = {unit.id for unit in units}
    return frozenset(
        mark for e in press.events if isinstance(e, Marked) and e.unit in ids for mark in e.after - e.before
    )
