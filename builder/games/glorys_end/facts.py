"""The facts of 1914: Glory's End: what checks and predicates ask, answered from the strongest evidence at hand.

Built up in layers, each on the one before: board, units and control, supply, movement, battles, rail and arrivals,
what happened once for good, points, victory.
"""

from __future__ import annotations

from builder.games.glorys_end.facts_base import seen
from builder.games.glorys_end.facts_battle import Battles, Fight, Result, parse_result
from builder.games.glorys_end.facts_moves import Trip, Way
from builder.games.glorys_end.facts_victory import Victory
from builder.kit.combat import parse_odds


class Facts(Victory):
    """Facts(game, position, given); one for each position."""


__all__ = ["Battles", "Facts", "Fight", "Result", "Trip", "Way", "parse_odds", "parse_result", "seen"]
