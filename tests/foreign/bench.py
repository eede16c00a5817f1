"""One style of module with its binding in a folder: what the tests of games on foreign modules share."""

from __future__ import annotations

from pathlib import Path

from builder.make.bind import Draft, draft, write_draft
from builder.make.bound import Bound, bound
from builder.model import Game, Moment
from builder.vassal.module import Module
from tests.foreign.again import finished, played_again
from tests.foreign.modules import module_of
from tests.foreign.styles import Style


class Bench:
    """`scenario` and `begins` are what somebody who knows the game that is played fills in."""

    def __init__(self, style: Style, folder: Path, scenario: str, begins: Moment):
        self.style, self.folder, self.game = style, folder, style.game
        self.module: Module = module_of(style, folder)
        self.draft: Draft = draft(self.module, style.game)
        write_draft(finished(self.draft, style, scenario, begins), folder / "binding")

    def bind(self, game: Game) -> Bound:
        return bound(self.folder / "binding", self.module, game)

    def play(self, log: Path, slip: int = 5, again: int = 0) -> Path:
        """The log played again on this module."""
        return played_again(log, self.game, self.style, self.module, self.folder / log.name, slip, again)
