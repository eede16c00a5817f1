"""The Marne from script to verdicts: a legal game without a finding, a second one with every planted fault found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.make.check import CheckReport, check
from builder.make.judging import read_cases
from builder.make.opening import open_game
from builder.make.record import Recorder, record
from builder.model import Game
from builder.model.notation import parse

ROOT = Path(__file__).resolve().parents[2]
LEGAL = ROOT / "source/glorys_end/examples/marne.case"
PLANTED = Path(__file__).parent / "data/marne-illegal.case"
FINDINGS = ("illegal", "suspect", "undecided", "unchecked")
MARK = re.compile(r"!(\d+\.\d+(?:\.[a-z])?)")


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(ROOT / "source/glorys_end")


@pytest.fixture(scope="module")
def legal(game: Game) -> Recorder:
    return record(read_cases(LEGAL)[0], game)


@pytest.fixture(scope="module")
def judged(legal: Recorder, game: Game, tmp_path_factory: pytest.TempPathFactory) -> CheckReport:
    path = tmp_path_factory.mktemp("marne") / "legal.vlog"
    legal.write(path)
    return check(path, game)


def found(report: CheckReport) -> set[tuple[int, str, str]]:
    """(step, outcome, rule) of all that is not legal."""
    return {
        (action.refs[0].step, verdict.outcome, verdict.rule.id)
        for action, verdicts in report.judged for verdict in verdicts if verdict.outcome != "legal"
    }  # fmt: skip


def played(report: CheckReport) -> list[str]:
    """Each action with what was ruled of it, without its place in a file."""
    return [f"{action.verb} {'+'.join(action.units)} {'-'.join(action.path) or action.place}: "
            + " ".join(f"{v.outcome} {v.rule.id}" for v in verdicts) for action, verdicts in report.judged]  # fmt: skip


def scripted(game: Game, lines: str) -> Recorder:
    return record(parse(f"case x\ngame glorys-end\nscenario marne\n{lines}", "x.case")[0], game)


def checked(recorder: Recorder, game: Game, path: Path) -> CheckReport:
    recorder.write(path)
    return check(path, game)


# ---- the legal game


def test_a_legal_game_has_no_finding(judged: CheckReport) -> None:
    assert found(judged) == set()
    assert judged.notes == () and judged.unknown == () and judged.played_on_ours


def test_the_legal_game_holds_what_a_game_holds(judged: CheckReport) -> None:
    actions = [action for action, _ in judged.judged]
    verbs = {action.verb for action in actions}
    assert verbs >= {"rebuild", "arrive", "rail", "move", "attack", "lose", "retreat", "advance", "command-mark", "dig"}
    assert {a.detail("kind") for a in actions if a.verb == "attack"} == {"ma", "pa"}
    assert any(a.detail("dead") for a in actions) and any(a.detail("before-combat") for a in actions)
    assert "take-back" not in verbs  # what was undone in its phase is folded away
    turns = {(a.detail("turn"), a.side) for a in actions if a.verb == "end-phase"}
    assert turns == {(turn, side) for turn in ("8", "9", "10") for side in ("allied", "german")}


def test_an_undone_die_is_not_counted(judged: CheckReport) -> None:
    first = next(a for a, _ in judged.judged if a.verb == "attack")
    assert (first.units, first.detail("roll")) == (("fr-5r-grp", "fr-m-div"), "6")


# ---- the planted faults


def test_every_planted_fault_is_found_and_nothing_else(game: Game, tmp_path: Path) -> None:
    text = PLANTED.read_text(encoding="utf-8").splitlines()
    recorder = record(read_cases(PLANTED)[0], game)
    report = checked(recorder, game, tmp_path / "planted.vlog")
    first_step = dict(recorder.lines)
    wanted = {(first_step[number], "ILLEGAL", rule)
              for number, line in enumerate(text, 1) for rule in MARK.findall(line)}  # fmt: skip
    assert len(wanted) >= 28
    assert {(line_of(step, recorder), outcome, rule) for step, outcome, rule in found(report)} == {
        (line_of(step, recorder), outcome, rule) for step, outcome, rule in wanted
    }
    assert report.notes == ()


def line_of(step: int, recorder: Recorder) -> int:
    """The line of the script that wrote a step."""
    return max(line for line, first in recorder.lines if first <= step)


# ---- chains of logs, undo


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_a_game_in_two_files_is_judged_as_in_one(
    legal: Recorder, judged: CheckReport, game: Game, tmp_path: Path, share: float
) -> None:
    cut = _at_a_turn(legal, share)
    paths = (tmp_path / "a.vlog", tmp_path / "b.vlog")
    legal.write(paths[0], 0, cut)
    legal.write(paths[1], cut)
    report = check(paths, game)
    assert found(report) == set() and report.notes == ()
    assert played(report) == played(judged)
    assert report.steps == judged.steps


def _at_a_turn(recorder: Recorder, share: float) -> int:
    """A step near a share of the game after which the phase had just changed."""
    turns = [number for number, step in enumerate(recorder.hand.steps, 1) if any("TurnTracker0" in c for c in step)]
    return min(turns, key=lambda number: abs(number - share * len(recorder.hand.steps)))


def test_what_a_unit_did_is_known_in_the_next_file(game: Game, tmp_path: Path) -> None:
    recorder = scripted(
        game,
        """when turn 8, allied, operational-movement
do move fr-5r-grp 2936-2935
do attack fr-5r-grp 2934 roll=5
do lose de-4r-corps
do lose fr-5r-grp
do move fr-45-div 3037-2936
do move fr-5r-grp 2935-2936
""",
    )
    cut = len(recorder.hand.steps) - 2
    paths = (tmp_path / "a.vlog", tmp_path / "b.vlog")
    recorder.write(paths[0], 0, cut)
    recorder.write(paths[1], cut)
    assert {rule for _, outcome, rule in found(check(paths, game)) if outcome == "ILLEGAL"} == {"13.23.f"}


def test_a_move_beyond_the_allowance_that_is_undone_is_no_fault(game: Game, tmp_path: Path) -> None:
    recorder = scripted(
        game,
        """when turn 8, allied, operational-movement
do move fr-45-div 3037-3537 drag=direct
do undo
do move fr-45-div 3037-2936
""",
    )
    report = checked(recorder, game, tmp_path / "x.vlog")
    assert found(report) == set()
    assert [a.path for a, _ in report.judged if a.verb == "move"] == [("3037", "2936")]


def test_several_undos_take_back_step_after_step(game: Game, tmp_path: Path) -> None:
    recorder = scripted(
        game,
        """when turn 8, allied, operational-movement
do move fr-5r-grp+fr-m-div 2936-2935
do attack fr-5r-grp+fr-m-div 2934 roll=1
do lose fr-m-div
do undo
do undo
do undo
do move fr-m-div 2936-2935
""",
    )
    report = checked(recorder, game, tmp_path / "x.vlog")
    assert found(report) == set()
    assert [(a.verb, a.units) for a, _ in report.judged if a.verb != "end-phase"] == [("move", ("fr-m-div",))]


def test_a_phase_that_is_undone_goes_on(game: Game, tmp_path: Path) -> None:
    """The tracker pressed too early and taken back: what is moved then belongs to the phase that goes on."""
    recorder = scripted(
        game,
        """when turn 8, allied, operational-movement
do move fr-5r-grp+fr-m-div 2936-2935
when turn 8, allied, prepared-combat
do undo
do move fr-45-div 3037-2936
""",
    )
    report = checked(recorder, game, tmp_path / "x.vlog")
    assert found(report) == set()
    assert report.notes == ()


def test_finished_trenches_keep_march_assaults_off(game: Game, tmp_path: Path) -> None:
    """The trench that the end-of-turn key puts down protects from then on (14.1, 13.23)."""
    recorder = scripted(
        game,
        """when turn 10, allied, entrenching
do roll roll=1
do dig fr-12-corps
when turn 10, german, operational-movement
do move de-8-corps 3226-3227
do attack de-8-corps 3326 roll=3
do lose fr-12-corps
do lose de-8-corps
""",
    )
    report = checked(recorder, game, tmp_path / "x.vlog")
    assert {(outcome, rule) for _, outcome, rule in found(report)} == {("ILLEGAL", "13.23.e")}


def test_a_log_that_lost_a_step_says_so(game: Game, tmp_path: Path) -> None:
    recorder = scripted(
        game,
        """when turn 8, allied, operational-movement
do move fr-5r-grp 2936-2935
do move fr-5r-grp 2935-2836
""",
    )
    del recorder.hand.steps[-2]
    report = checked(recorder, game, tmp_path / "x.vlog")
    assert [note.code for note in report.notes] == ["replay-mismatch"]
