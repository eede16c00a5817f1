"""Recordings of bad habits: what the referee makes of each, and that it accuses nobody who only played untidily."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from builder.make.check import check
from builder.make.opening import open_game
from builder.model import Game
from tests.habits.bare_hand import BareHand

ROOT = Path(__file__).resolve().parents[2]
FACTORS = re.compile(r" af=\d+ df=\d+")  # the module's business, not the referee's reading


class Habit(NamedTuple):
    name: str
    lines: list[str]
    actions: list[str]
    findings: list[str]


def habits() -> list[Habit]:
    found: list[Habit] = []
    for line in (Path(__file__).parent / "habits.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            found.append(Habit(line[3:], [], [], []))
        elif line.startswith("= "):
            found[-1].actions.append(line[2:])
        elif line.startswith("! "):
            found[-1].findings.append(line[2:])
        elif line and not line.startswith("#"):
            found[-1].lines.append(line)
    return found


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(ROOT / "source/glorys_end")


def test_there_are_thirty() -> None:
    named = habits()
    assert len(named) >= 30 and len({one.name for one in named}) == len(named)
    assert sum(not one.findings for one in named) > len(named) * 2 // 3


@pytest.mark.parametrize("habit", habits(), ids=lambda habit: habit.name)
def test_habit(habit: Habit, game: Game, tmp_path: Path) -> None:
    hand = BareHand(game)
    hand.play(habit.lines)
    turn, side, _ = hand.hand.moment
    hand.hand.turn(turn, side, "victory")  # so that what ends with a phase is asked
    path = tmp_path / "habit.vlog"
    hand.recorder.write(path)
    report = check(path, game)
    said = [
        FACTORS.sub("", f"{'~' * action.inferred}{action}") for action, _ in report.judged if action.verb != "end-phase"
    ]
    assert said == habit.actions
    found = [f"{v.outcome} {v.rule.id}" for _, vs in report.judged for v in vs if v.outcome in ("ILLEGAL", "SUSPECT")]
    assert found == habit.findings
