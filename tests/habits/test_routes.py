"""One long drag in a log: what every way agrees on stands, what rests on the way is asked for, and may be answered.

The Marne, turn 8. The 2nd corps of 3133 has four points and is dropped in 2833. That costs all four, by three ways:
3033-2932, 3033-2933 (German ground and fields) or 3034-2933: 3034 is Meaux, held by the Allies. On turn 9 a French
division goes by train from Paris to Meaux, which it may only where Meaux is friendly (11.2).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.make.check import CheckReport, check
from builder.make.opening import open_game
from builder.model import BadInput, Game, Verdict
from builder.report.verdicts import text
from tests.habits.bare_hand import BareHand

ROOT = Path(__file__).resolve().parents[2]
MARCH = ["phase german operational-movement 8", "drag de-2-corps 2833", "drag de-4r-corps 2834"]
TRAIN = ["phase allied strategic-movement 9", "drag fr-61r-div 3034"]


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(ROOT / "source/glorys_end")


def played(game: Game, folder: Path, lines: list[str], house: str = "") -> CheckReport:
    hand = BareHand(game)
    hand.play(lines)
    turn, side, _ = hand.hand.moment
    hand.hand.turn(turn, side, "victory")
    hand.recorder.write(folder / "game.vlog")
    if not house:
        return check(folder / "game.vlog", game)
    (folder / "house.yaml").write_text(house, encoding="utf-8")
    return check(folder / "game.vlog", game, house=folder / "house.yaml")


def of(report: CheckReport, rule: str, verb: str = "rail") -> Verdict:
    (found,) = [v for v in report.verdicts if v.rule.id == rule and v.action.verb == verb]
    return found


def step_of(report: CheckReport, unit: str) -> int:
    return next(action.refs[0].step for action, _ in report.judged if action.units == (unit,))


def told(report: CheckReport, way: str, unit: str = "de-2-corps") -> str:
    return f"routes:\n  - {{log: game.vlog, step: {step_of(report, unit)}, unit: {unit}, way: {way}, why: asked}}\n"


def test_a_verdict_that_rests_on_the_way_is_undecided_and_names_the_move(game, tmp_path):
    report = played(game, tmp_path, MARCH + TRAIN)
    verdict = of(report, "11.2.b")
    assert verdict.outcome == "undecided"
    (need,) = verdict.needs
    step = step_of(report, "de-2-corps")
    assert (need.file, need.key) == ("house.yaml", "routes")
    assert need.column.startswith(f"game.vlog#{step} de-2-corps 3133-2833, ") and "by 3034 2933" in need.column
    assert not report.illegal and not report.suspect
    assert {v.rule.id for v in report.undecided} == {"11.2.b"}


def test_the_director_says_which_way_it_went(game, tmp_path):
    report = played(game, tmp_path, MARCH + TRAIN)
    through = played(game, tmp_path, MARCH + TRAIN, told(report, "3133-3034-2933-2833"))
    assert [str(v.rule.id) for v in through.illegal] == ["11.2.b"] and not through.undecided
    beside = played(game, tmp_path, MARCH + TRAIN, told(report, "3133-3033-2932-2833"))
    assert of(beside, "11.2.b").outcome == "legal" and not beside.undecided and not beside.notes
    step = step_of(report, "de-2-corps")
    assert f"way told, game.vlog step {step}: de-2-corps went 3133-3033-2932-2833 (asked)" in list(text(beside))


def test_a_way_that_is_told_is_judged_to_the_letter(game, tmp_path):
    """3133-3134-3034-2933-2833 costs one point more than it has."""
    report = played(game, tmp_path, MARCH)
    far = played(game, tmp_path, MARCH, told(report, "3133-3134-3034-2933-2833"))
    assert [v.rule.id for v in far.illegal] == ["12.1.a"]


def test_a_verdict_that_does_not_rest_on_it_stands(game, tmp_path):
    """The train stays in Paris: nobody asks which way the corps went."""
    report = played(game, tmp_path, [*MARCH, "phase allied strategic-movement 9", "drag fr-61r-div 3136"])
    assert of(report, "11.2.b").outcome == "legal" and not report.undecided


@pytest.mark.parametrize(("hex_", "outcome"), [("3034", "ILLEGAL"), ("3033", "legal")])
def test_a_control_marker_put_down_afterwards_tells_the_way(game, tmp_path, hex_, outcome):
    """In Meaux it was; in 3033 it was, and from there no way with these points leads by Meaux."""
    report = played(game, tmp_path, [*MARCH, f"marker control-german 2932 {hex_}", *TRAIN])
    assert of(report, "11.2.b").outcome == outcome
    assert not report.undecided


def test_hop_by_hop_nothing_is_open(game, tmp_path):
    march = ["phase german operational-movement 8", "drag de-2-corps 3034", "drag de-2-corps 2933",
             "drag de-2-corps 2833", "drag de-4r-corps 2834"]  # fmt: skip
    report = played(game, tmp_path, march + TRAIN)
    assert [v.rule.id for v in report.illegal] == ["11.2.b"] and not report.undecided


def test_a_drag_that_no_way_allows_is_illegal(game, tmp_path):
    report = played(game, tmp_path, ["phase german operational-movement 8", "drag de-2-corps 2733"])
    assert [v.rule.id for v in report.illegal] == ["12.1.a"]


def test_what_was_told_of_nothing_is_reported(game, tmp_path):
    report = played(game, tmp_path, MARCH + TRAIN)
    step = step_of(report, "de-2-corps")
    house = (
        "routes:\n"
        f"  - {{log: game.vlog, step: {step + 1}, unit: de-2-corps, way: 3133-3034-2933-2833}}\n"
        f"  - {{log: game.vlog, step: {step}, unit: de-2-corps, way: 3133-3034-2934}}\n"
        f"  - {{log: gane.vlog, step: {step}, way: 3133-3034-2933-2833}}\n"
        f"  - {{log: game.vlog, sha256: '00', step: {step}, way: 3133-3034-2933-2833}}\n"
    )
    strays = played(game, tmp_path, MARCH + TRAIN, house)
    assert [note.code for note in strays.notes] == ["route-unused", "route-unused", "route-unused", "route-log"]
    assert of(strays, "11.2.b").outcome == "undecided"


def test_faults_of_what_was_told_come_all_at_once(game, tmp_path):
    house = (
        "routes:\n"
        "  - {log: game.vlog, step: 3, unit: de-2-corp, way: 3133-3034}\n"
        "  - {log: game.vlog, step: 3, way: 3133-9999}\n"
        "  - {log: game.vlog, step: 3, way: 3133}\n"
    )
    with pytest.raises(BadInput) as caught:
        played(game, tmp_path, MARCH, house)
    assert [d.code for d in caught.value.diagnostics] == ["house-unit", "house-way", "house-way"]
