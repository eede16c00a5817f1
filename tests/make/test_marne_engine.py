"""A game played in VASSAL 3.7.26 itself: read and judged like our own record of the same script, step by step.

`marne-engine.vlog` was recorded on a module built here (its entries were deflated anew to save room). The module's
version changes with its sources; from then on the map is no longer the board in play, and verdicts are assumed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.make.check import CheckReport, check
from builder.make.judging import read_cases
from builder.make.opening import open_game
from builder.make.record import Recorder, record
from builder.model import Game
from builder.vassal import commands as c
from builder.vassal.pieces import type_levels
from builder.vassal.saves import read_log
from builder.vassal.stream import Step
from builder.vassal.table import PIECE, Table
from builder.vassal.undo import undo_targets

DATA = Path(__file__).parent / "data"
ENGINE = DATA / "marne-engine.vlog"
LAZY = ";Deed;"  # a layer that follows a property: VASSAL turns it when it paints, we as we write


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(Path(__file__).resolve().parents[2] / "source/glorys_end")


@pytest.fixture(scope="module")
def ours(game: Game) -> Recorder:
    return record(read_cases(DATA / "marne-engine.case")[0], game)


@pytest.fixture(scope="module")
def judged(game: Game) -> CheckReport:
    return check(ENGINE, game)


def test_the_engines_log_is_judged_without_a_finding(judged: CheckReport) -> None:
    wrong = [(str(action), str(v)) for action, verdicts in judged.judged for v in verdicts if v.outcome != "legal"]
    assert [text for text in wrong if "ILLEGAL" in text[1] or "SUSPECT" in text[1]] == []
    assert judged.notes == () and judged.unknown == ()


def test_our_record_of_the_script_means_the_same(
    judged: CheckReport, ours: Recorder, game: Game, tmp_path: Path
) -> None:
    ours.write(tmp_path / "ours.vlog")
    assert actions(judged) == actions(check(tmp_path / "ours.vlog", game))


def actions(report: CheckReport) -> list[tuple[str, ...]]:
    return [(a.verb, "+".join(a.units), "-".join(a.path), a.place, a.side, *map("=".join, a.details))
            for a, _ in report.judged]  # fmt: skip


def test_our_hand_says_what_the_engine_says(ours: Recorder, tmp_path: Path) -> None:
    ours.write(tmp_path / "ours.vlog")
    theirs = [said(step) for step in lasting(ENGINE)]
    assert [said(step) for step in lasting(tmp_path / "ours.vlog")] == theirs


def said(step: Step) -> list[str]:
    """The chat of a step; one person held both sides in the engine."""
    return [one.text.replace("&lt;German&gt;", "&lt;Allied&gt;") for one in step.commands if isinstance(one, c.Chat)]


def test_a_press_without_a_target_touches_no_piece_in_the_engine() -> None:
    """Only module properties and one line; the script's next battle is number 1 all the same."""
    failed = [s for s in read_log(ENGINE).steps if any(text.startswith("* no battle") for text in said(s))]
    assert [{type(one) for one in step.commands} for step in failed] == [{c.MutableProperty, c.Chat}]


def lasting(path: Path) -> list[Step]:
    """The steps that were not taken back."""
    steps = tuple(read_log(path).steps)
    targets = undo_targets(steps)
    return [step for step in steps if step.number not in targets and step.number not in targets.values()]


def test_our_hand_leaves_the_table_that_the_engine_leaves(ours: Recorder) -> None:
    log, table = read_log(ENGINE), Table()
    table.apply_all(log.save.commands)
    for step in log.steps:
        table.apply_all(step.commands)
    assert standing(ours.hand.table) == standing(table)


def standing(table: Table) -> dict[str, tuple[object, ...]]:
    """Each piece with its place and every level but the innermost, in which the engine notes old places besides."""
    found: dict[str, tuple[object, ...]] = {}
    for piece in table.pieces.values():
        if piece.kind == PIECE:
            traits = type_levels(piece.type)[:-1]
            pairs = zip(traits, piece.levels, strict=False)
            levels = [f"{trait.partition(';')[0]} {level}" for trait, level in pairs if LAZY not in trait]
            found[piece.id] = (table.place_of(piece.id), *levels)
    return found
