"""Random legal games through the writer and the referee: `python -m tests.play.many 200`. Nothing may be found."""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from builder.make.check import CheckReport, check
from builder.make.opening import open_game
from builder.model import Game
from tests.census.rows import SOURCE
from tests.play.player import Player, Twist


@dataclass(frozen=True, slots=True)
class PlayedGame:
    player: Player
    report: CheckReport | None

    @property
    def found(self) -> list[tuple[int, str, str, str]]:
        """(step, outcome, rule, message) of every accusation."""
        return [
            (action.refs[0].step, verdict.outcome, verdict.rule.id, f"{verdict.message} [{self.told(action)}]")
            for action, verdicts in self.report.judged for verdict in verdicts
            if verdict.outcome in ("ILLEGAL", "SUSPECT")
        ]  # fmt: skip

    def told(self, action) -> str:
        step = action.refs[0].step
        return max((n for n in self.player.notes if n[0] <= step), default=(0, ""))[1]


def play(
    game: Game, seed: int, folder: Path, twist: Twist | None = None, player_turns: int = 10, judged: bool = True,
    who: type[Player] = Player,
) -> PlayedGame:  # fmt: skip
    player = who(game, seed, twist)
    player.play(player_turns)
    if not judged:
        return PlayedGame(player, None)
    path = folder / f"game-{seed}.vlog"
    player.write(path)
    return PlayedGame(player, check(path, game))


def main(count: int, first: int = 0, who: type[Player] = Player, player_turns: int = 10) -> int:
    game = open_game(SOURCE / "glorys_end")
    looked, undecided, actions = Counter(), Counter(), Counter()
    accused = steps = 0
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            one = play(game, seed, Path(folder), player_turns=player_turns, who=who)
            steps += one.report.steps
            for verdict in one.report.verdicts:
                looked[verdict.rule.id] += 1
                undecided[verdict.rule.id] += verdict.outcome == "undecided"
            for action, _ in one.report.judged:
                actions[action.verb] += 1
            for step, outcome, rule, message in one.found:
                accused += 1
                print(f"seed {seed} step {step}: {outcome} {rule}  {message}")
            for note in one.report.notes:
                print(f"seed {seed}: {note}")
    print(f"{count} games, {steps} steps, {sum(actions.values())} actions, {sum(looked.values())} verdicts, "
          f"{accused} accusations, {time.perf_counter() - began:.0f} s")  # fmt: skip
    print("actions: " + ", ".join(f"{verb} {n}" for verb, n in actions.most_common()))
    print(f"rules looked at: {len(looked)}: " + ", ".join(f"{rule} {n}" for rule, n in sorted(looked.items())))
    print("undecided: " + (", ".join(f"{rule} {n}" for rule, n in undecided.most_common() if n) or "none"))
    return 1 if accused else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:] or ("20",))))
