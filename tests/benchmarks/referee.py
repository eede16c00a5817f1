"""Replay and judge long games: seconds, memory, cost per step along the game. `python -m tests.benchmarks.referee`.

The Marne is played on at random until turn 30, or until the log is as long as asked.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from builder.make.check import first_position, open_replay
from builder.make.opening import open_game
from builder.model import Game
from builder.rules.judge import judge
from tests.census.rows import SOURCE
from tests.play.player import Player

STEPS = 6000


class Figures(NamedTuple):
    steps: int
    verdicts: int
    seconds: float
    megabytes: float
    curve: tuple[tuple[int, float], ...]  # steps so far, milliseconds a step since the last point


def long_log(game: Game, path: Path, steps: int) -> int:
    """A log of random play that goes on to turn 30; few battles, so that both sides live to see it."""
    player = Player(game, 1, lambda p, moment, context: moment.startswith("attack") and p.dice.random() < 0.85)
    number = 0
    while len(player.hand.steps) < steps:
        player.side = ("allied", "german")[number % 2]
        player.turn = min(8 + number // 2, 30)
        player.player_turn(last=False)
        number += 1
        if player.turn == 30 and player.side == "german":
            break
    player.write(path)
    return len(player.hand.steps)


def measure(path: Path, game: Game, points: int = 6) -> Figures:
    began = time.process_time()
    replay = open_replay(path, game)
    position, given = first_position(replay, replay.on_our_module)
    total = len(list(replay.logs[0][1].steps)) if points else 0
    marks = [total * n // points for n in range(1, points + 1)] if points else []
    began = last = time.process_time() if points else began
    verdicts, curve, before = 0, [], 0
    for action, _, found in judge(replay.played(), position, replay.game, replay.rules, given):
        verdicts += len(found)
        step = action.refs[-1].step
        while marks and step >= marks[0]:
            now = time.process_time()
            curve.append((marks[0], 1000 * (now - last) / max(1, marks[0] - before)))
            before, last = marks.pop(0), now
    return Figures(replay.steps, verdicts, time.process_time() - began, _peak(), tuple(curve))


def _peak() -> float:
    """Most memory that this process held, in MB; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def main(steps: int = STEPS) -> None:
    game = open_game(SOURCE / "glorys_end")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.vlog"
        long_log(game, path, steps)
        figures = measure(path, game)
    print(f"{figures.steps} steps, {figures.verdicts} verdicts: {figures.seconds:.1f} s, {figures.megabytes:.0f} MB")
    for at, cost in figures.curve:
        print(f"  up to step {at}: {cost:.2f} ms a step")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
