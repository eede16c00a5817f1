"""Planted faults of the campaign: `python -m tests.play.campaign.faults [GAMES]` prints kind by kind what was found."""

from __future__ import annotations

import sys

from tests.play.campaign.planted import KINDS
from tests.play.campaign.player import Campaign
from tests.play.faults import main

TURNS = 14  # player turns in which an act may find its chance

if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:] or ("1",)), kinds=KINDS, who=Campaign, player_turns=TURNS, seeds=6))
