"""Where the record ends in the midst of a march nothing is proven by where it stopped: the next file may go on."""

from __future__ import annotations

import pytest

from builder.make.check import check
from builder.make.opening import open_game
from builder.model import Game
from builder.vassal.cutting import cut_at
from builder.vassal.saves import read_log
from tests.census.rows import SOURCE
from tests.chains.letters import accused, outcomes, write_log
from tests.habits.bare_hand import BareHand

INTO_A_FULL_HEX = ["phase allied operational-movement", "drag fr-9-corps 3231"]  # two corps stand there (16.2)
AND_ON = "drag fr-9-corps 3331"


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(SOURCE / "glorys_end")


def played(game, path, lines):
    hand = BareHand(game)
    hand.play(lines)
    hand.recorder.write(path)
    return path


def found(game, path) -> set[tuple[str, str]]:
    return {(rule, outcome) for rule, outcome in outcomes(check(path, game)) if outcome not in ("legal", "unchecked")}


def test_a_third_corps_may_only_pass_through(game, tmp_path):
    """6.1.b: at most two corps; but this one may be on its way."""
    report = check(played(game, tmp_path / "a.vlog", INTO_A_FULL_HEX), game)
    assert accused(report) == []
    (verdict,) = [v for v in report.undecided if v.rule.id == "6.1.b"]
    assert "may go on" in verdict.message and verdict.needs


@pytest.mark.parametrize("next_act", ["phase allied prepared-combat", "drag fr-45-div 2936"])
def test_it_stays_there_as_soon_as_anything_else_is_done(game, tmp_path, next_act):
    assert ("6.1.b", "ILLEGAL") in found(game, played(game, tmp_path / "a.vlog", [*INTO_A_FULL_HEX, next_act]))


def test_the_next_file_goes_on(game, tmp_path):
    whole = read_log(played(game, tmp_path / "whole.vlog", [*INTO_A_FULL_HEX, AND_ON, "phase allied prepared-combat"]))
    steps, mail = [tuple(step.commands) for step in whole.steps], tmp_path / "mail"
    at = next(n for n, step in enumerate(steps, 1) if any(getattr(one, "map", None) for one in step))
    write_log(mail / "1.vlog", whole, whole.save.text, steps[:at])
    assert ("6.1.b", "undecided") in found(game, mail)
    write_log(mail / "2.vlog", whole, cut_at(whole, at).text, steps[at:])
    assert not any(rule.startswith("6.") for rule, _ in found(game, mail))


def test_what_no_way_on_can_heal_is_illegal_at_the_end_too(game, tmp_path):
    far = ["phase allied operational-movement", "drag fr-45-div 3537"]  # five hexes; no infantry has five points
    assert ("12.1.a", "ILLEGAL") in found(game, played(game, tmp_path / "a.vlog", far))
