"""Planted faults, each in a random game: `python -m tests.play.faults [games]` prints kind by kind what was found."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from builder.make.opening import open_game
from builder.model import Game
from tests.census.rows import SOURCE
from tests.play.many import PlayedGame, play
from tests.play.planted import KINDS, Kind, Planting


def plant(
    game: Game, kind: Kind, folder: Path, wanted: int = 1, first: int = 0, seeds: int = 400, **how: Any
) -> list[PlayedGame]:
    """The first games, by seed, in which the fault finds its chance; `how` goes to `play`."""
    found = []
    for seed in range(first, first + seeds):
        planting = Planting(kind)
        play(game, seed, folder, planting, judged=False, **how)
        if planting.step:
            found.append(play(game, seed, folder, Planting(kind), **how))
            if len(found) == wanted:
                break
    return found


def faults_of(one: PlayedGame) -> tuple[str, ...]:
    return tuple(sorted({f"{outcome} {rule}" for _, outcome, rule, _ in one.found}))


def main(wanted: int = 2, kinds: tuple[Kind, ...] = KINDS, **how: Any) -> int:
    game, wrong = open_game(SOURCE / "glorys_end"), 0
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds:
            games = plant(game, kind, Path(folder), wanted, **how)
            good = bool(games) and all(faults_of(one) == kind.found for one in games)
            wrong += not good
            print(f"{'ok  ' if good else 'FAIL'} {kind.name}: {len(games)} games, {', '.join(kind.found)}", flush=True)
            for one in games if not good else ():
                for step, outcome, rule, message in one.found:
                    print(f"       seed {one.player.recorder.seed} step {step}: {outcome} {rule} {message}")
                if not one.found:
                    last = [note for note in one.player.notes if "PLANTED" in note[1]]
                    print(f"       seed {one.player.recorder.seed}: nothing found, {last}")
    print(f"{len(kinds)} kinds, {wrong} not as stated")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
