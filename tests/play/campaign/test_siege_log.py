"""Three siege guns that fire at one press, as the module writes it: each die counts, and none is only claimed."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.make.check import CheckReport, check
from builder.make.opening import open_game
from builder.make.record import Recorder
from builder.model import Game
from tests.census.rows import SOURCE
from tests.play.campaign import twin
from tests.play.campaign.board import campaign

GUNS, CORPS, FORT, LIEGE = ("de-420-gun", "de-305a-gun", "de-305b-gun"), "de-7-corps", "be-liege-fort", "1621"
MISSES, HIT = (6, 5, 4), (6, 3, 4)  # tables/siege.csv: the 420 mm ends a fortress on 1 to 4, a 305 mm on 1 to 3


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(SOURCE / "glorys_end")


def siege(
    game: Game, folder: Path, dice: tuple[int, ...], falls: bool, resolved: bool, advances: str = ""
) -> CheckReport:
    recorder = Recorder(game, game.scenarios["campaign"])
    hand = recorder.hand
    hand.turn(1, "german", "prepared-combat")
    hand.battle((CORPS, *GUNS), LIEGE, 0, siege=dice)
    if falls:
        hand.lose(FORT)
    if advances:
        hand.drag([advances], LIEGE)
    if resolved:
        board = campaign()
        board.new_turn()
        fought = twin.fight(board, [board.pieces[CORPS]], LIEGE, "pa", 3)
        hand.resolve(3)
        for _ in range(min(fought.defender, 1)):
            hand.lose(FORT)
        for _ in range(fought.attacker):
            hand.lose(CORPS)
    hand.turn(1, "german", "attrition")
    recorder.write(folder / "siege.vlog")
    return check(folder / "siege.vlog", game)


@pytest.mark.parametrize(
    ("dice", "falls", "resolved", "found"),
    [
        (MISSES, False, True, set()),
        (HIT, True, False, set()),
        (MISSES, True, False, {"ILLEGAL 14.9.a"}),
        (HIT, False, False, {"ILLEGAL 14.9.a"}),
        (MISSES, False, False, {"ILLEGAL 14.9.d"}),
    ],
)
def test_guns_fire_at_one_press(game: Game, tmp_path, dice, falls: bool, resolved: bool, found: set[str]) -> None:
    report = siege(game, tmp_path, dice, falls, resolved)
    assert {f"{v.outcome} {v.rule.id}" for v in (*report.illegal, *report.suspect)} == found
    assert report.notes == ()
    assert sum(action.verb == "fire" for action, _ in report.judged) == len(GUNS)


def test_who_was_declared_with_the_guns_enters_what_they_opened(game: Game, tmp_path) -> None:
    """Its mark is that of the assault which is off now (14.9)."""
    report = siege(game, tmp_path, HIT, True, False, CORPS)
    assert not report.illegal and not report.suspect
    assert any(v.rule.id == "14.9.b" and v.outcome == "legal" for v in report.verdicts)
