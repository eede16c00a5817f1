"""Copies of our sources to plant faults in."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.model import Game
from builder.sources import load

SOURCE = Path(__file__).resolve().parents[2] / "source"


@pytest.fixture(scope="session")
def glory() -> Game:
    return load(SOURCE / "glorys_end")


@pytest.fixture(scope="session")
def tgwie() -> Game:
    return load(SOURCE / "tgwie")


@pytest.fixture(scope="session")
def italian_front() -> Game:
    return load(SOURCE / "italian_front")


@pytest.fixture
def copy_of(tmp_path: Path) -> Callable[[str], Path]:
    def copy(game: str) -> Path:
        return Path(shutil.copytree(SOURCE / game, tmp_path / game))

    return copy


@pytest.fixture
def folder(copy_of: Callable[[str], Path]) -> Path:
    """A copy of Glory's End."""
    return copy_of("glorys_end")


@pytest.fixture
def small(copy_of: Callable[[str], Path]) -> Path:
    """A copy of the tutorial game."""
    return copy_of("tutorial")
