"""hexwright transcript on a game with secret supply: who pays is told, what a headquarters has left is not (S17-5)."""

from __future__ import annotations

import re
from pathlib import Path

FRONT = Path(__file__).resolve().parents[1] / "make/data/italian-front-engine.vlog"


def test_a_battle_is_told_and_no_stock(run) -> None:
    code, out, _ = run("transcript", FRONT)
    assert code == 0
    assert "Italian 3rd Army pays 1, Italian 2nd Army pays 4; die" in out and "hw1" not in out
    assert not re.search(r": (Supply|Due|Pays|Picked|SupBy|Role) ", out)
