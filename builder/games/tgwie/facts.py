"""The facts of The Great War in Europe: what checks and predicates ask, answered from the strongest evidence at hand.

Built up in layers, each on the one before: calendar, maps, units, control, movement, supply, nations, battles,
modifiers, schedules, points and collapse, chits.
"""

from __future__ import annotations

from builder.games.tgwie.facts_chits import Chits
from builder.kit.combat import parse_odds


class Facts(Chits):
    """Facts(game, position, given); one for each position."""


__all__ = ["Facts", "parse_odds"]
