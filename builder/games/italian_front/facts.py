"""The facts of The Italian Front: what checks and predicates ask, answered from the strongest evidence at hand.

Built up in layers, each on the one before: ground, units and zones, movement and rail, calendar and schedules, victory,
supply, battles, retreats and losses, the linked game.
"""

from __future__ import annotations

from builder.games.italian_front.facts_base import seen
from builder.games.italian_front.facts_linked import Linked
from builder.games.italian_front.facts_moves import Spent, Trip
from builder.games.italian_front.facts_retreat import Stand
from builder.games.italian_front.fight import Fight


class Facts(Linked):
    """Facts(game, position, given); one for each position."""


__all__ = ["Facts", "Fight", "Spent", "Stand", "Trip", "seen"]
