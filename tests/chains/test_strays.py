"""What else lies in a folder of logs: another game's, an empty one, one that was changed by hand."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest

from builder.make.chain import open_chain
from builder.make.check import check
from builder.make.opening import open_game
from builder.model import Game
from builder.report import summary, verdicts
from builder.report.chain import chain_report
from builder.report.html import page
from builder.vassal import commands as c
from builder.vassal.cutting import cut_at
from builder.vassal.saves import read_log, write_game
from tests.census.rows import SOURCE
from tests.chains.letters import outcomes, told, write_log
from tests.habits.bare_hand import BareHand

MARCH = ["phase allied operational-movement", "drag fr-45-div 2936", "drag fr-4t-corps 3135", "phase german arrivals"]


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(SOURCE / "glorys_end")


@pytest.fixture(scope="module")
def whole(game, tmp_path_factory):
    hand = BareHand(game)
    hand.play(MARCH)
    path = tmp_path_factory.mktemp("whole") / "whole.vlog"
    hand.recorder.write(path)
    return read_log(path)


@pytest.fixture
def mail(whole, tmp_path):
    steps = [tuple(step.commands) for step in whole.steps]
    write_log(tmp_path / "mail" / "1.vlog", whole, whole.save.text, steps[:2])
    write_log(tmp_path / "mail" / "3.vlog", whole, cut_at(whole, 2).text, steps[2:])
    return tmp_path / "mail"


@pytest.mark.parametrize("name", ["0.vlog", "2.vlog", "4.vlog"])
def test_the_log_of_another_game_changes_nothing(game, mail, shared, name):
    """Also where it is the first of the folder, and no game is named."""
    expected = check(mail, game)
    shutil.copy(shared / "vassal-samples/logs/L01-single-moves.vlog", mail / name)
    for found in (check(mail, game), check(mail), check(mail, "glorys-end")):
        assert told(found) == told(expected) and outcomes(found) == outcomes(expected)
        assert found.played_on_ours and found.steps == expected.steps
        assert [(one.code, one.span.path) for one in found.notes] == [("other-game", name)]
        assert "Hexmini" in found.notes[0].headline


def test_an_empty_log_is_no_fork(whole, mail):
    write_log(mail / "2 empty.vlog", whole, cut_at(whole, 2).text, [])
    report = chain_report(open_chain(mail))
    assert [(one.code, one.span.path) for one in report.faults] == [("chain-empty", "2 empty.vlog")]
    assert not report.broken and "step 2" in report.faults[0].headline


def test_a_step_changed_by_hand_is_told_by_piece_and_place(game, whole, mail):
    """The file says that the division came from elsewhere than it stands (3037, by the set-up of 16.2)."""
    log = read_log(mail / "3.vlog")
    before = cut_at(whole, 2)
    steps = [tuple(step.commands) for step in log.steps]
    drag = next((n, one) for n, step in enumerate(steps) for one in step if type(one) is c.MovePiece)
    number, old = drag
    other = next(one for step in whole.steps for one in step.commands if type(one) is c.MovePiece and one.id != old.id)
    changed = old._replace(old_x=other.old_x, old_y=other.old_y)
    steps[number] = tuple(changed if one is old else one for one in steps[number])
    write_log(mail / "3.vlog", whole, before.text, steps)
    (note,) = check(mail, game).notes
    assert note.span.path == "3.vlog" and note.headline.startswith(
        f"step {number + 1}: fr-4t-corps is dragged from 3037"
    )
    assert "stands in 3136" in note.headline and "by hand" in note.help


def test_a_newer_version_is_still_the_same_game(game, mail):
    last = read_log(mail / "3.vlog")
    newer = replace(last.save.moduledata, version="99.1")
    write_game(mail / "3.vlog", last.text, savedata=last.save.savedata, moduledata=newer)
    found = check(mail, game)
    assert len(found.files) == 2 and not found.played_on_ours
    assert any("99.1" in str(note) for note in verdicts.notes_of(found))


def test_what_is_wrong_with_the_files_leads_every_report(game, whole, mail):
    """A file is missing: whoever reads only the summary, or the head of the page, learns of it."""
    steps = [tuple(step.commands) for step in whole.steps]
    write_log(mail / "3.vlog", whole, cut_at(whole, 3).text, steps[3:])
    found = check(mail, game)
    (fault,) = chain_report(open_chain(mail)).faults
    assert fault.code in ("chain-edited", "chain-gap")
    short = list(summary.text(found))
    assert short.index(str(fault)) < next(n for n, line in enumerate(short) if line.startswith("turn 8"))
    assert summary.as_json(found)["notes"] == [fault.as_json()]
    shown = page(found)
    assert shown.index("About the files") < shown.index("Findings") and "3.vlog" in shown
