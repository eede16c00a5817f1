"""Random legal games whose every move is one drop: nobody is accused, what is known is true, told ways settle all."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.make.opening import open_game
from tests.census.rows import SOURCE
from tests.habits import long_drags


@pytest.mark.parametrize("seed", [1, 5])
def test_games_in_long_drags(seed: int, tmp_path: Path) -> None:
    game = open_game(SOURCE / "glorys_end")
    player, path = long_drags.play(game, seed, tmp_path, player_turns=4)
    assert len(player.went) > 10
    without = long_drags.found(player, path, game)
    assert [str(v) for v in (*without.report.illegal, *without.report.suspect)] == []
    assert without.wrong == [] and without.open > 5
    assert {need.key for v in without.report.undecided for need in v.needs} <= {"routes"}
    house = tmp_path / "house.yaml"
    house.write_text(player.told(path.name), encoding="utf-8")
    whole = long_drags.found(player, path, game, house)
    assert [str(v) for v in whole.report.verdicts if v.outcome not in ("legal", "unchecked")] == []
    assert whole.report.notes == ()
