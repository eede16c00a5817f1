"""Random legal games in which every move is one drop, however far: the player knows by which hexes it went.

`python -m tests.habits.long_drags 40 [FIRST]`: nobody may be accused, and what the referee takes for known of hexes
must be true; with every way told nothing may be left open.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from builder.make.check import CheckReport, check
from builder.make.opening import open_game
from builder.make.replaying import first_position, open_replay
from builder.model import Game
from builder.rules.judge import Referee, judge
from tests.census.rows import SOURCE
from tests.play.board import Piece
from tests.play.player import Player


class LongHand(Player):
    """Drops each group where it ends; `went` holds the way of each such step."""

    def __init__(self, game: Game, seed: int):
        super().__init__(game, seed)
        self.went: list[tuple[int, str, tuple[str, ...]]] = []

    def drag(self, group: list[Piece], path: tuple[str, ...], budget: int) -> list[Piece] | None:
        ids = [piece.id for piece in group]
        self.note(f"move {'+'.join(ids)} {'-'.join(path)}")
        self.hand.drag(ids, path[-1])
        if len(path) > 2:
            self.went.append((len(self.hand.steps), ids[0], path))
        for hop in path[1:]:
            for piece in group:
                self.board.enter(piece, hop)
        for piece in group:
            piece.did = "moved"
        return group

    def told(self, log: str) -> str:
        """Every way, as house.yaml says it."""
        lines = (f"  - {{log: {log}, step: {n}, unit: {unit}, way: {'-'.join(way)}}}\n" for n, unit, way in self.went)
        return "routes:\n" + "".join(lines)


class Found(NamedTuple):
    report: CheckReport
    wrong: list[str]  # hexes whose holder the referee knows otherwise than it is
    open: int  # hexes whose holder it does not know


def play(game: Game, seed: int, folder: Path, player_turns: int = 10) -> tuple[LongHand, Path]:
    player = LongHand(game, seed)
    player.play(player_turns)
    path = folder / f"long-{seed}.vlog"
    player.write(path)
    return player, path


def found(player: LongHand, path: Path, game: Game, house: Path | None = None) -> Found:
    report = check(path, game, house=house)
    if house is not None:
        return Found(report, [], 0)
    replay = open_replay(path, game)
    position, given = first_position(replay, replay.on_our_module)
    *_, (action, last, _) = judge(replay.played(), position, replay.game, replay.rules, given)
    referee = Referee(replay.game, replay.rules, given)
    facts = referee.facts(referee.after(action, last)[0])
    held = {place: facts.control(place) for place in sorted(facts.area)}
    wrong = [
        f"{place}: {now.value}, but it is {player.board.holder(place)}"
        for place, now in held.items() if now.known and now.value and now.value != player.board.holder(place)
    ]  # fmt: skip
    return Found(report, wrong, sum(not now.known for now in held.values()))


def main(count: int, first: int = 0) -> int:
    game = open_game(SOURCE / "glorys_end")
    undecided, told, trouble = Counter(), Counter(), 0
    drags = open_ = steps = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            player, path = play(game, seed, Path(folder))
            house = Path(folder) / "house.yaml"
            house.write_text(player.told(path.name), encoding="utf-8")
            without, whole = found(player, path, game), found(player, path, game, house)
            for one, counted in ((without, undecided), (whole, told)):
                accused = [*one.report.illegal, *one.report.suspect]
                for line in (*map(str, accused), *one.wrong, *map(str, one.report.notes)):
                    trouble += 1
                    print(f"seed {seed}{' told' if one is whole else ''}: {line}")
                counted.update(v.rule.id for v in one.report.undecided)
            drags, open_, steps = drags + len(player.went), open_ + without.open, steps + without.report.steps
    print(
        f"{count} games, {steps} steps, {drags} drags of several hexes, {open_} hexes open at the end, {trouble} faults"
    )
    print(f"undecided: {dict(undecided.most_common())}; with every way told: {dict(told.most_common())}")
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:] or ("10",))))
