"""Random campaigns through the writer and the referee: `python -m tests.play.campaign.many 20 [FIRST]`."""

from __future__ import annotations

import sys

from tests.play.campaign.player import Campaign
from tests.play.many import main

if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:] or ("5",)), who=Campaign, player_turns=60))
