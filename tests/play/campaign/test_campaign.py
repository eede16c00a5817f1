"""Random campaigns, from the first turn on, find nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.make.opening import open_game
from builder.model import Game
from tests.census.rows import SOURCE
from tests.play.campaign.faults import TURNS
from tests.play.campaign.planted import KINDS
from tests.play.campaign.player import Campaign
from tests.play.faults import faults_of, plant
from tests.play.many import play
from tests.play.planted import Kind

SLOW = pytest.mark.slow
EARLY = ("further than the points go", "into Holland", "an arrival in another hex")  # found in the first turns


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(SOURCE / "glorys_end")


@pytest.mark.parametrize(
    ("seed", "player_turns"), [(1, 6), *(pytest.param(seed, 60, marks=SLOW) for seed in (100, 101, 102, 103))]
)
def test_a_legal_campaign_is_not_accused(seed: int, player_turns: int, game: Game, tmp_path: Path) -> None:
    one = play(game, seed, tmp_path, player_turns=player_turns, who=Campaign)
    assert one.found == []
    assert one.report.notes == () and one.report.unknown == ()
    turns = {(a.detail("turn"), a.side) for a, _ in one.report.judged if a.verb == "end-phase"}
    assert len(turns) == player_turns


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, id=kind.name, marks=() if kind.name in EARLY else SLOW) for kind in KINDS],
)
def test_a_planted_fault_is_found_and_nothing_else(kind: Kind, game: Game, tmp_path: Path) -> None:
    (one,) = plant(game, kind, tmp_path, player_turns=TURNS, seeds=6, who=Campaign)
    assert faults_of(one) == kind.found
    assert one.report.notes == ()


def test_the_twin_and_the_module_hold_the_same_table(game: Game, tmp_path: Path) -> None:
    player = play(game, 3, tmp_path, player_turns=8, judged=False, who=Campaign).player
    for piece in player.board.pieces.values():
        if piece.at:
            assert player.hand.location(piece.id) == piece.at
            assert not piece.steps or player.hand.steps_of(piece.id) == piece.steps
