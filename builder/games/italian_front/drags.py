"""What a drag means, from the piece, the two places, the phase, and the battle that stands open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from builder.games.italian_front.facts_units import SUPPORT
from builder.model import Announcement, Game, GameState, Unit

MOVEMENT, COMBAT, REINFORCEMENT = "movement", "combat", "reinforcement"
RAILED = "railed"  # the mark of a unit that goes by rail this turn


class Sense(NamedTuple):
    verb: str
    details: tuple[tuple[str, str], ...] = ()
    guessed: bool = False


@dataclass(slots=True)
class Battle:
    """A battle that was declared or rolled: its retreats and advances are still being made."""

    words: Announcement
    attackers: frozenset[str]
    defenders: frozenset[str]
    side: str
    rolled: bool = False

    @property
    def at(self) -> str:
        return self.words["at"]

    def sense(self, units: list[Unit], goal: str, before: GameState) -> Sense | None:
        """A retreat of defenders or an advance of attackers; None for a drag that is neither."""
        ids = {unit.id for unit in units}
        if ids <= self.defenders and units[0].side != self.side:
            early = (("before-combat", "yes"),) if not self.rolled else ()
            return Sense("retreat", (("battle", self.words["id"]), *early))
        left = self.rolled or self.defenders  # cavalry may have left before the dice (S30-3)
        if ids <= self.attackers and goal == self.at and left and not _held(before, goal, self.side):
            return Sense("advance", (("battle", self.words["id"]),))
        return None


def _held(state: GameState, place: str, side: str) -> bool:
    return any(u.side != side and u.type not in SUPPORT for u in state.at(place))


class Drags:
    """Knows which places are hexes of the map."""

    def __init__(self, game: Game):
        self.hexes = frozenset(place for sheet in game.maps for place in sheet.hexes)
        self.sheet = game.maps[0]

    def sense(self, units: list[Unit], path: tuple[str, ...], before: GameState, battles: list[Battle]) -> Sense:
        origin, goal, when = path[0], path[-1], before.when
        if goal.startswith("Dead"):
            return Sense("lose", (("dead", "yes"),))
        if goal.startswith("Withdrawn"):
            return Sense("withdraw")
        if goal not in self.hexes:
            return Sense("unrecognised", (("what", "moved"), ("to", goal)))
        if origin not in self.hexes:
            if not when.turn or origin.startswith("Units-"):
                return Sense("set-up")
            if origin.startswith("Dead"):
                return Sense("recombine", (("back", "yes"),), True)
            return Sense("arrive", (), when.phase != REINFORCEMENT)
        for battle in battles:
            found = battle.sense(units, goal, before)
            if found is not None:
                return found
        if not when.turn:
            return Sense("set-up")
        ours = units[0].side == when.side
        by_rail = all(RAILED in before.units[u.id].marks for u in units)
        # people seldom click through all phases: a drag in another phase is read as a march, and proves nothing
        guessed = not (ours and when.phase == MOVEMENT)
        return Sense("move", (("by", "rail"),) if by_rail else (), guessed)
