"""What the hand writes for a drag, held against what VASSAL 3.7.26 did when the same was dragged there."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.make.opening import open_game
from builder.make.record import Recorder
from builder.model import Game
from builder.module.toolbar import tracker_text
from builder.vassal import commands as c

SOURCE = Path(__file__).resolve().parents[2] / "source"


def moved(step: tuple[c.Command, ...]) -> int:
    return sum(type(one) is c.MovePiece for one in step)


def test_units_of_several_hexes_take_a_drag_each() -> None:
    """Dragged together, III Corps of 3232 came to 3231 and IX Corps of 3131 to 3130: VASSAL keeps the distance."""
    game = open_game(SOURCE / "glorys_end")
    hand = Recorder(game, game.scenarios["marne"]).hand
    hand.drag(("de-3-corps", "de-9-corps", "de-7-corps"), "3231")
    assert [moved(step) for step in hand.steps] == [1, 2]
    assert {hand.location(unit) for unit in ("de-3-corps", "de-9-corps", "de-7-corps")} == {"3231"}


@pytest.mark.parametrize(
    ("source", "moment", "shown"),
    (
        ("glorys_end", (8, "allied", "arrivals"), "Turn 8 Allied: A Reinforcement and replacement"),
        ("tgwie", (10, "allied", "new-units-allied"), "Turn 10: 2a Allied new units"),
        ("italian_front", ("May 1915, turn 7", "entente", "movement"), "May 1915, turn 7, Entente: 2 Movement"),
    ),
)
def test_the_tracker_says_what_vassal_shows(source: str, moment: tuple, shown: str) -> None:
    game: Game = open_game(SOURCE / source)
    turn, side, phase = moment
    if isinstance(turn, str):
        turn = next(one.number for one in game.turns if f"{one.month}, {one.part}" == turn)
    assert tracker_text(game, turn, side, phase) == shown
