"""Random games cut into the files that players mail each other: each begins where the last one ended."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from builder.make.check import CheckReport
from builder.model import Game
from builder.vassal.cutting import cut_at
from builder.vassal.saves import Log, log_text, read_log, write_game
from builder.vassal.stream import Step
from tests.play.player import Player, Twist


class Diarist(Player):
    """Keeps the number of steps at which each player turn began."""

    def __init__(self, game: Game, seed: int, twist: Twist | None = None):
        self.turns: list[int] = []
        super().__init__(game, seed, twist)

    def seat(self, side: str) -> None:
        self.turns.append(len(self.hand.steps))
        super().seat(side)


@dataclass(frozen=True, slots=True)
class Whole:
    """A game as one log, and the steps between which it may be cut: player turns, and anywhere."""

    log: Log
    steps: tuple[Step, ...]
    turns: tuple[int, ...]
    player: Diarist

    @property
    def path(self) -> Path:
        return Path(self.log.path)

    def letters(self, folder: Path, seed: int = 1, least: int = 21) -> list[Path]:
        """The game in files: each player turn in two or three, cut wherever it may be, a battle left open too."""
        dice = random.Random(seed)
        cuts = set(self.turns[1:])
        while len(cuts) < least - 1:
            cuts.add(dice.randrange(1, len(self.steps)))
        return [self.write(folder / f"letter {n}.vlog", a, b) for n, (a, b) in enumerate(self.between(cuts), 1)]

    def between(self, cuts: Iterable[int]) -> list[tuple[int, int]]:
        marks = [0, *sorted(cuts), len(self.steps)]
        return list(pairwise(marks))

    def write(self, path: Path, first: int, last: int, steps: Sequence[Step] = ()) -> Path:
        """Steps after the first up to the last, then `steps`, as recorded by somebody who replayed what was before."""
        return write_log(path, self.log, cut_at(self.log, first).text, (*self.steps[first:last], *steps))


def write_log(path: Path, like: Log, start: str, steps: Iterable) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_game(path, log_text(start, steps), savedata=like.save.savedata, moduledata=like.save.moduledata)
    return path


def play_whole(game: Game, seed: int, folder: Path, twist: Twist | None = None, player_turns: int = 10) -> Whole:
    player = Diarist(game, seed, twist)
    player.play(player_turns)
    player.write(folder / f"whole-{seed}.vlog")
    log = read_log(folder / f"whole-{seed}.vlog")
    return Whole(log, tuple(log.steps), tuple(player.turns), player)


def told(report: CheckReport) -> list[str]:
    return [str(action) for action, _ in report.judged]


def accused(report: CheckReport) -> list[str]:
    return [f"{v.outcome} {v.rule.id} {v.message} {v.action}" for v in (*report.illegal, *report.suspect)]


def outcomes(report: CheckReport) -> list[tuple[str, str]]:
    return [(v.rule.id, v.outcome) for v in report.verdicts]
