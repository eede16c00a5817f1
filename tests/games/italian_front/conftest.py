"""The game as its sources say it, read once."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.model import Game
from builder.sources.compiling import load

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def italian_front() -> Game:
    return load(ROOT / "source" / "italian_front")
