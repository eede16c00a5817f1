"""Our games planned as modules, without drawing anything."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from builder.art.layout import MapLayout
from builder.model import Game
from builder.module.plan import ModulePlan, plan_module
from builder.module.windows import MapWindow, map_windows
from builder.sources import load

SOURCE = Path(__file__).resolve().parents[2] / "source"


class Planned(NamedTuple):
    game: Game
    layout: MapLayout
    plan: ModulePlan

    @property
    def windows(self) -> tuple[MapWindow, ...]:
        return map_windows(self.game)


def planned(folder: str) -> Planned:
    game = load(SOURCE / folder)
    windows = map_windows(game)
    setups = {scenario.name: f"{scenario.id}.vsav" for scenario in game.scenarios.values()}
    return Planned(game, windows[0].layout, plan_module(game, windows, {}, setups, "keys.html"))


@pytest.fixture(scope="session")
def glory() -> Planned:
    return planned("glorys_end")


@pytest.fixture(scope="session")
def tgwie() -> Planned:
    return planned("tgwie")


@pytest.fixture(scope="session")
def tutorial() -> Planned:
    return planned("tutorial")


@pytest.fixture(scope="session", params=["glorys_end", "tutorial"])
def any_game(request: pytest.FixtureRequest, glory: Planned, tutorial: Planned) -> Planned:
    return glory if request.param == "glorys_end" else tutorial
