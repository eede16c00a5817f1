"""What people write into a binding: several boards, boxes as windows and rectangles, anchors, faces; and its faults."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
import yaml

from builder.make.bind import Draft, write_draft
from builder.make.bind_pieces import Row
from builder.make.binding import read_binding
from builder.make.opening import open_game
from builder.model import BadInput, Game
from builder.replay.foreign import ForeignBoard, fitted
from builder.replay.mapping import Anchor, ClockBy, ClockRule, MapRule, ModuleMapping, month_of
from builder.vassal.table import Table

ROOT = Path(__file__).resolve().parents[2]
HEADER = ["piece", "picture", "kind", "counter", "steps", "mark", "layer", "levels", "note"]


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(ROOT / "source" / "tgwie")


def written(folder: Path, maps: list[dict[str, object]], rows: list[list[str]]) -> Path:
    binding = {"game": "tgwie", "module": "M", "maps": maps, "clock": {"by": "nothing", "begins": {"turn": 1}}}
    (folder / "binding.yaml").write_text(yaml.safe_dump(binding), encoding="utf-8")
    with (folder / "pieces.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=";").writerows([HEADER, *rows])  # as a spreadsheet writes it here
    return folder


def faults(folder: Path, game: Game) -> str:
    with pytest.raises(BadInput) as caught:
        read_binding(folder, game)
    return "\n".join(map(str, caught.value.diagnostics))


WEST = {"map": "Europe", "board": "West", "sheet": "west", "names": "(?P<hex>.{4})"}


def test_faces_boards_boxes_and_rectangles_are_read(game, tmp_path):
    maps = [
        WEST | {"areas": {"Allied dead pile": "310,120 10,20"}},
        {"map": "Out", "box": "Out of the game"},
    ]
    rows = [
        ["GE 1 HQ", "", "unit", "ge-1-hq", "", "", "Flip", "1 spent", ""],
        ["GE 1G Stoss", "", "unit", "ge-1g-inf", "", "turned", "", "", ""],
        ["-2", "", "strength", "", "-2", "", "", "", ""],
        ["US 1", "", "unit", "us-1-inf", "", "", "SP", "", ""],
    ]
    found = read_binding(written(tmp_path, maps, rows), game)
    assert [(one.steps, one.mark, one.layer, one.levels) for one in found.pieces] == [
        (None, "", "Flip", (1, "spent")), (None, "turned", "", ()), (-2, "", "", ()), (None, "", "SP", ()),
    ]  # fmt: skip
    assert found.maps[0].board == "West" and found.maps[0].areas == (("Dead-allied", 10, 20, 310, 120),)
    assert found.maps[1].box == "Out-of-game"


def test_faults_of_faces_boxes_and_sheets_name_what_was_expected(game, tmp_path):
    maps = [
        WEST | {"areas": {"Allied dead pile": "here"}, "boxes": {"Dead": "Allied dead pill"}},
        {"map": "Out", "box": "Out of game"},
        {"map": "Nowhere"},
    ]
    rows = [
        ["a", "", "unit", "ge-1-hq", "", "spend", "", "", ""],
        ["b", "", "unit", "ge-1-hq", "", "", "Flip", "1 used", ""],
        ["c", "", "unit", "ge-1-hq", "", "", "", "1 spent", ""],
        ["d", "", "strength", "", "", "", "", "", ""],
    ]
    told = faults(written(tmp_path, maps, rows), game)
    for wrong in (
        "'here' is no rectangle", "did you mean 'Allied dead pile'", "no box 'Out of game'", "which map of tgwie is",
        "no mark 'spend'", "'1 used': expected steps, or a mark", "levels need their layer", "'d' tells no steps",
    ):  # fmt: skip
        assert wrong in told, wrong


def test_a_name_that_a_spreadsheet_would_run_is_written_as_text_and_read_as_it_was(game, tmp_path):
    names = ["=1+2", "@sum", "+3 DRM", "-1+A1", "'quoted", "-2", "Ger 1 Corps"]
    draft = Draft(tuple(Row(name, kind="ignore") for name in names), {"game": "tgwie", "module": "M", "maps": []}, ())
    write_draft(draft, tmp_path)
    cells = [row[0] for row in csv.reader((tmp_path / "pieces.csv").read_text("utf-8-sig").splitlines())][1:]
    assert cells == ["'=1+2", "'@sum", "'+3 DRM", "'-1+A1", "'quoted", "-2", "Ger 1 Corps"]
    assert [rule.piece for rule in read_binding(tmp_path, game).pieces] == names


def grid_points(game: Game, *points: tuple[str, int, int]) -> list[tuple[Anchor, tuple[float, float]]]:
    sheet = game.maps[0]
    return [(Anchor(*point), sheet.grid.centre(point[0])) for point in points]


def test_anchors_on_a_line_mirrored_or_mistyped_are_refused(game):
    """W6010, W6020 and W6030 stand in one row. Columns grow east, rows north: mirrored, they would not."""
    row = [("W6010", 100, 500), ("W6020", 1100, 500), ("W6030", 2100, 500)]
    with pytest.raises(ValueError, match="near one line"):
        fitted(grid_points(game, *row))
    good = [("W6010", 100, 500), ("W6030", 2100, 500), ("W4010", 100, 2232)]  # twenty rows of 86.6 pixels
    assert fitted(grid_points(game, *good))[0] == pytest.approx(0.01, rel=1e-3)
    with pytest.raises(ValueError, match="no hexes"):
        fitted(grid_points(game, ("W6010", 2100, 500), ("W6030", 100, 500), ("W4010", 2100, 2232)))
    with pytest.raises(ValueError, match="no hexes"):
        fitted(grid_points(game, *good[:2], ("W4010", 100, 3232)))
    with pytest.raises(ValueError, match="hexes away"):
        fitted(grid_points(game, *good, ("W4030", 2400, 2232)))


def test_a_window_that_is_a_box_and_a_rectangle_are_that_place(game):
    area = ("Dead-central", 10, 20, 310, 120)
    rules = (MapRule("Out", box="Out-of-game"), MapRule("Tray", "west", areas=(area,)))
    board = ForeignBoard(game, ModuleMapping("tgwie", "M", (), rules), Table())
    assert board.place("Out", 5, 5) == "Out-of-game"
    assert board.place("Tray", 310, 20) == "Dead-central" and board.place("Tray", 311, 20) == "offboard"


def test_parts_of_months_are_turns():
    """June 1915 is the month whose special turn is 81; its seven turns follow."""
    italy = open_game(ROOT / "source" / "italian_front")
    board = ForeignBoard(italy, ModuleMapping("italian-front", "M", clock=ClockRule(ClockBy.CHAT)), Table())
    first = next(turn.number for turn in italy.turns if turn.label == "1915-06-special")
    for month in ("June 1915", "Jun 15", "JUNE, 1915"):
        assert board._turn("0", month) == board._turn("special turn", month) == first
        assert [board._turn(text, month) for text in ("1", "turn 3", "T7")] == [first + 1, first + 3, first + 7]
    assert board._turn("8", "June 1915") == 0 and board._turn("1", "June 1925") == 0
    assert month_of("May 1916") != month_of("March 1916")
