"""A battle whose result was not carried out: proven where the die fell, suspected where it was only told in chat."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.make.check import CheckReport, check
from builder.make.opening import open_game
from builder.make.outside_rolls import read_rolls
from builder.model import Game
from builder.vassal import commands as c
from builder.vassal.saves import read_log
from tests.census.rows import SOURCE
from tests.chains.letters import write_log
from tests.play.faults import plant
from tests.play.planted import KINDS

RESULTS = ("attackers lose nothing", "an R that nobody heeds", "a retreat of two hexes")


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(SOURCE / "glorys_end")


def found(report: CheckReport) -> set[str]:
    return {f"{v.outcome} {v.rule.id}" for v in (*report.illegal, *report.suspect)}


def without_die(source: Path, step: int) -> Path:
    """The same game, where no button threw the die of a step: its chat alone tells it."""
    log = read_log(source)
    steps = [one.commands for one in log.steps]
    steps[step - 1] = tuple(one for one in steps[step - 1] if not is_die(one))
    return write_log(source.with_name("typed.vlog"), log, log.save.text, steps)


def is_die(one: c.Command) -> bool:
    return isinstance(one, c.MutableProperty) and one.name.endswith("_result")


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_that_was_not_carried_out(name: str, game: Game, tmp_path: Path) -> None:
    kind = next(kind for kind in KINDS if kind.name == name)
    (one,) = plant(game, kind, tmp_path)
    assert found(one.report) == set(kind.found)  # the die fell: ILLEGAL
    wrong = next(action for action, verdicts in one.report.judged if any(v.outcome == "ILLEGAL" for v in verdicts))
    battle = [a for a, _ in one.report.judged if a.verb == "attack" and a.refs[0].step <= wrong.refs[-1].step][-1]
    step, roll = battle.refs[-1].step, battle.detail("roll")
    source = next(tmp_path.glob("game-*.vlog"))
    typed = without_die(source, step)
    claimed = check(typed, game)
    assert found(claimed) == {text.replace("ILLEGAL", "SUSPECT") for text in kind.found}
    assert [note.code for note in claimed.notes] == ["roll-claimed"]
    rolls = tmp_path / "rolls.csv"
    rolls.write_text(f"log,step,player,sides,result\n{typed.name},{step},Allied,6,{roll}\n", encoding="utf-8")
    assert found(check(typed, game, rolls=read_rolls(rolls))) == set(kind.found)


def test_what_rests_on_no_die_stays_proven(game: Game, tmp_path: Path) -> None:
    """A march too far, in a game in which every die of the battles was only told."""
    kind = next(kind for kind in KINDS if kind.name == "further than the points go")
    (one,) = plant(game, kind, tmp_path, first=1)
    assert battles(one.report)
    one.player.write(tmp_path / "whole.vlog")
    typed = tmp_path / "whole.vlog"
    for battle in battles(one.report):
        typed = without_die(typed, battle.refs[-1].step)
    claimed = check(typed, game)
    assert found(claimed) == set(kind.found)
    assert {note.code for note in claimed.notes} == {"roll-claimed"}


def battles(report: CheckReport) -> list:
    return [action for action, _ in report.judged if action.verb == "attack" and action.detail("roll")]
