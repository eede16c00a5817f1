"""Saves as players leave them after setting up: a scenario with other placements, written as VASSAL would."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from builder.make.build import KEYS_FILE
from builder.model import Game, Placement, Scenario
from builder.module.plan import plan_module
from builder.module.setup import Mint, setup_bytes
from builder.module.windows import map_windows

Edit = Callable[[tuple[Placement, ...]], tuple[Placement, ...]]


class Table:
    """Sets up scenarios of a game on its module, without drawing anything."""

    def __init__(self, game: Game):
        self.game = game
        self.windows = map_windows(game)
        setups = {s.name: f"{s.id}.vsav" for s in game.scenarios.values()}
        self.plan = plan_module(game, self.windows, {}, setups, KEYS_FILE)
        self.mint = Mint(game, self.plan, self.windows)

    def save(self, folder: Path, scenario: str, *edits: Edit, **changes: object) -> Path:
        """A save of a scenario whose pieces were changed."""
        set_up: Scenario = self.game.scenarios[scenario]
        placements = set_up.placements
        for edit in edits:
            placements = edit(placements)
        path = folder / f"{scenario}.vsav"
        changed = replace(set_up, placements=placements, **changes)
        path.write_bytes(setup_bytes(self.game, changed, self.plan, self.windows, self.mint))
        return path


def moved(what: str, place: str, **changes: object) -> Edit:
    """The first piece of that name elsewhere."""

    def edit(placements: tuple[Placement, ...]) -> tuple[Placement, ...]:
        at = next(i for i, p in enumerate(placements) if p.what == what)
        return (*placements[:at], replace(placements[at], place=place, **changes), *placements[at + 1 :])

    return edit


def changed(what: str, **changes: object) -> Edit:
    """A piece where it is, otherwise than it was."""
    return lambda placements: tuple(replace(p, **changes) if p.what == what else p for p in placements)


def without(what: str) -> Edit:
    return lambda placements: tuple(p for p in placements if p.what != what)


def added(what: str, place: str, **changes: object) -> Edit:
    return lambda placements: (*placements, Placement(what, place, **changes))
