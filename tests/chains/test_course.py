"""Logs that are one line as given are played without being compared first; all others as if they had been."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.make import check as checking
from builder.make import course as courses
from builder.make.chain import compared
from builder.make.check import check
from builder.make.opening import open_game
from builder.model import Game
from builder.report import verdicts
from builder.vassal import commands as c
from builder.vassal.chains import is_odd
from builder.vassal.saves import read_log
from builder.vassal.table import Table
from tests.census.rows import SOURCE
from tests.chains.letters import Whole, play_whole, write_log


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(SOURCE / "glorys_end")


@pytest.fixture(scope="module")
def whole(game, tmp_path_factory) -> Whole:
    return play_whole(game, 12, tmp_path_factory.mktemp("whole"))


@pytest.fixture
def mail(whole, tmp_path) -> list[Path]:
    return whole.letters(tmp_path / "mail", 12)


def said(files, game) -> list[str]:
    return list(verdicts.text(check(files, game), everything=True))


def said_of_compared(files, game, monkeypatch) -> list[str]:
    """The same with every log read to its end before the first is played."""
    with monkeypatch.context() as patched:
        patched.setattr(checking, "AsGiven", lambda files: courses.Course(compared(files)))
        return said(files, game)


def test_a_whole_line_is_never_compared(game, mail, monkeypatch):
    expected = said_of_compared(mail, game, monkeypatch)

    def never(files):
        raise AssertionError("compared")

    for where in (checking, courses):
        monkeypatch.setattr(where, "compared", never)
    assert said(mail, game) == expected
    assert check(mail[:1], game).chain.records[0].said == range(sum(1 for _ in read_log(mail[0]).steps))


@pytest.mark.parametrize("order", [
    lambda mail: mail[::-1],
    lambda mail: [*mail[:9], *mail[11:]],
    lambda mail: [*mail[:12], mail[4], *mail[12:]],
    lambda mail: [*mail[:5], mail[7], mail[5], mail[6], *mail[8:]],
], ids=["from the last", "two are missing", "one comes twice", "one came too early"])  # fmt: skip
def test_any_other_order_is_judged_as_if_all_had_been_compared(game, mail, monkeypatch, order):
    files = order(mail)
    assert said(files, game) == said_of_compared(files, game, monkeypatch)


def test_a_step_that_was_recorded_twice(game, whole, tmp_path, monkeypatch):
    """The same moves stand in the log again: the board does not stand where they begin."""
    moves = [tuple(step.commands) for step in whole.steps if any(type(one) is c.MovePiece for one in step.commands)]
    steps = [tuple(step.commands) for step in whole.steps]
    at = steps.index(moves[3]) + 1
    write_log(tmp_path / "twice.vlog", whole.log, whole.log.save.text, [*steps[:at], *steps[at - 3 : at], *steps[at:]])
    found = said([tmp_path / "twice.vlog"], game)
    assert found == said_of_compared([tmp_path / "twice.vlog"], game, monkeypatch)
    assert check([tmp_path / "twice.vlog"], game).steps == len(steps)


def test_a_piece_that_is_taken_away_and_put_down_in_one_step_is_not_odd():
    table = Table()
    piece = c.AddPiece("p", "piece;;;;", "null;0;0;p")
    table.apply(piece)
    assert is_odd((piece,), table) and not is_odd((c.RemovePiece("p"), piece), table)
