from __future__ import annotations

from pathlib import Path

import pytest

from builder.model import Game
from builder.sources import load

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="session")
def game() -> Game:
    """A whole game: 163 counters, a map of 1,173 hexes."""
    return load(str(ROOT / "source" / "glorys_end"))
