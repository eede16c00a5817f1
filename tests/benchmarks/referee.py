"""Replay and judge long games: seconds, memory, cost per step along the game. `python -m tests.benchmarks.referee`.

The historical campaign is played at random from turn 1 to turn 30, the Marne played on until turn 30. Each log is
judged by `check` in a process of its own: what it takes counts from the start of that process to the end of its report,
sources read. `python -m tests.benchmarks.referee LOG...` measures logs there are.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from bisect import bisect_right
from pathlib import Path
from typing import NamedTuple

from builder.make.check import check
from builder.make.opening import open_game
from builder.model import Game
from tests.census.rows import SOURCE
from tests.play.campaign.player import Campaign
from tests.play.player import Player

SEED = 102  # a campaign of about 6,000 steps
EACH = 1000  # steps between two points of the curve
ONE = "--one"


class Figures(NamedTuple):
    steps: int
    verdicts: int
    seconds: float  # of the processor, all in all
    opening: float  # of these, until the first action was judged
    megabytes: float
    curve: tuple[tuple[int, float], ...]  # steps so far, milliseconds a step since the last point

    def __str__(self) -> str:
        head = (f"{self.steps} steps, {self.verdicts} verdicts: {self.seconds:.1f} s, "
                f"{self.opening:.1f} s of them to open, {self.megabytes:.0f} MB")  # fmt: skip
        return "\n".join((head, *(f"  up to step {at}: {cost:.2f} ms a step" for at, cost in self.curve)))


def campaign(game: Game, path: Path, player_turns: int = 60, seed: int = SEED) -> int:
    """A log of the campaign of 1914; how many steps it has."""
    player = Campaign(game, seed)
    player.play(player_turns)
    player.write(path)
    return len(player.hand.steps)


def marne(game: Game, path: Path) -> int:
    """A log of the Marne that goes on to turn 30; few battles, so that both sides live to see it."""
    player = Player(game, 1, lambda p, moment, context: moment.startswith("attack") and p.dice.random() < 0.85)
    for number in range(2 * (30 - 8) + 2):
        player.side, player.turn = ("allied", "german")[number % 2], 8 + number // 2
        player.player_turn(last=False)
    player.write(path)
    return len(player.hand.steps)


def measure(path: Path, each: int = EACH) -> Figures:
    """Judge a log of Glory's End; the clock is that of this process, from its start."""
    game = open_game(SOURCE / "glorys_end")
    clock: list[float] = []
    report = check(path, game, progress=lambda actions: clock.append(time.process_time()))
    seconds = time.process_time()
    steps = [action.refs[-1].step if action.refs else 0 for action, _ in report.judged]
    return Figures(report.steps, sum(len(v) for _, v in report.judged), seconds, clock[0], _peak(),
                   curve(steps, clock, each))  # fmt: skip


def curve(steps: list[int], clock: list[float], each: int) -> tuple[tuple[int, float], ...]:
    """What a step cost, from one full thousand to the next; what is left at the end of the game is no whole point."""
    found, then, before = [], clock[0], steps[0] - 1
    for mark in range(each, steps[-1] + 1, each):
        now = clock[bisect_right(steps, mark) - 1]
        found.append((mark, 1000 * (now - then) / (mark - before)))
        then, before = now, mark
    return tuple(found)


def _peak() -> float:
    """Most memory that this process held, in MB; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def alone(path: Path) -> str:
    """The figures of a log, measured by a fresh process."""
    call = [sys.executable, "-m", "tests.benchmarks.referee", ONE, str(path)]
    return subprocess.run(call, check=True, capture_output=True, text=True).stdout.strip()


def main(*paths: str) -> None:
    for path in paths:
        print(f"{path}: {alone(Path(path))}")
    if paths:
        return
    game = open_game(SOURCE / "glorys_end")
    with tempfile.TemporaryDirectory() as folder:
        for name, write in (("campaign", campaign), ("Marne", marne)):
            path = Path(folder) / f"{name}.vlog"
            write(game, path)
            print(f"{name}: {alone(path)}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == [ONE]:
        print(measure(Path(sys.argv[2])))
    else:
        main(*sys.argv[1:])
