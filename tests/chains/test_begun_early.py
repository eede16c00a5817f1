"""A log begun before the other player's was stepped through to its end: VASSAL records the rest of it once more."""

from __future__ import annotations

import pytest

from builder.make.chain import open_chain
from builder.make.check import check
from builder.make.opening import open_game
from builder.model import Game
from builder.report.chain import chain_report
from builder.vassal import commands as c
from tests.census.rows import SOURCE
from tests.chains.letters import Whole, play_whole


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(SOURCE / "glorys_end")


@pytest.fixture(scope="module")
def whole(game, tmp_path_factory) -> Whole:
    return play_whole(game, 12, tmp_path_factory.mktemp("whole"))


@pytest.mark.parametrize("late", (0, 7), ids=("at its start", "seven steps later"))
def test_no_tracker_was_set_and_no_step_counts_twice(game, whole, tmp_path, late):
    one, two = whole.turns[1:3]
    files = [whole.write(tmp_path / "a.vlog", 0, one), whole.write(tmp_path / "b.vlog", late, two)]
    report = chain_report(open_chain(files))
    assert [fault.code for fault in report.faults] == ["chain-repeated"] and not report.broken
    assert check(files, game).steps == two


def test_a_tracker_that_was_set_between_two_logs_is_told(game, whole, tmp_path):
    """The second log begins on the board that the first one ends on, in a phase that is not the first one's last."""
    one, two = whole.turns[1:3]
    clicked = next(n for n in range(one, two) if any(type(done) is c.Turn for done in whole.steps[n].commands))
    files = [whole.write(tmp_path / "a.vlog", 0, clicked), whole.write(tmp_path / "b.vlog", clicked + 1, two)]
    assert "chain-turn" in [fault.code for fault in chain_report(open_chain(files)).faults]
