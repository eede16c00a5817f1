"""The tracker of a game without player turns stops at exactly the phases that each turn has, both ways."""

from __future__ import annotations

import pytest

from builder.module import words as w
from builder.module.toolbar import tracker, tracker_state
from builder.sources import load
from builder.vassal.turns import read_tracker
from tests.module.beanshell import evaluate
from tests.module.conftest import SOURCE


@pytest.mark.parametrize("way", [1, -1])
def test_every_phase_of_the_calendar_is_met_in_order(way: int) -> None:
    game = load(SOURCE / "tgwie")
    part = tracker(game)
    (phases,) = (level.get("list").split(",") for level in part.all("ListTurnLevel"))
    keys = {part.get("nexthotkey"): 1, part.get("prevhotkey"): -1}
    skips = [(one.get("match"), keys[one.get("hotkey")]) for one in part.all("TurnGlobalHotkey")]
    wanted = [
        (turn.number, f"{p.letter} {p.name}")
        for turn in game.turns
        for p in game.phases
        if not p.turns or turn.number in p.turns
    ]
    met, at = [], 0 if way > 0 else len(game.turns) * len(phases) - 1
    while 0 <= at < len(game.turns) * len(phases):
        turn, phase = divmod(at, len(phases))
        values = {w.TURN_NUMBER: str(turn + 1), w.PHASE: phases[phase], w.LAST_PRESS: "Next" if way > 0 else "Prev"}
        again = [step for match, step in skips if evaluate(match, values) is True]
        assert all(step == way for step in again)
        if not again:
            met.append((turn + 1, phases[phase]))
        at += way
    assert met == wanted[::way]


def test_state_names_the_moment() -> None:
    game = load(SOURCE / "tgwie")
    state = tracker_state(game, 29, "allied", "chit-pull")
    assert "29" in state and read_tracker(tracker(game), 0) is not None
