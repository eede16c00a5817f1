"""Random legal games find nothing; a fault planted in one is found, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.make.opening import open_game
from builder.model import Game
from tests.census.rows import SOURCE
from tests.play.faults import faults_of, plant
from tests.play.many import play
from tests.play.planted import KINDS, Kind

SLOW = pytest.mark.slow


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(SOURCE / "glorys_end")


@pytest.mark.parametrize("seed", [71, *(pytest.param(n, marks=SLOW) for n in range(100, 120))])
def test_a_legal_game_is_not_accused(seed: int, game: Game, tmp_path: Path) -> None:
    one = play(game, seed, tmp_path)
    assert one.found == []
    assert one.report.notes == () and one.report.unknown == ()
    turns = {(a.detail("turn"), a.side) for a, _ in one.report.judged if a.verb == "end-phase"}
    assert len(turns) == 10


def test_the_twin_and_the_module_hold_the_same_table(game: Game, tmp_path: Path) -> None:
    player = play(game, 3, tmp_path, judged=False).player
    for piece in player.board.pieces.values():
        if piece.at:
            assert (player.hand.location(piece.id), player.hand.steps_of(piece.id)) == (piece.at, piece.steps)


def test_kinds_are_many_and_differ() -> None:
    assert len(KINDS) >= 30 and len({kind.name for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, id=kind.name, marks=SLOW if n % 8 else ()) for n, kind in enumerate(KINDS)],
)
def test_a_planted_fault_is_found_and_nothing_else(kind: Kind, game: Game, tmp_path: Path) -> None:
    (one,) = plant(game, kind, tmp_path)
    assert faults_of(one) == kind.found
    assert one.report.notes == ()
