"""No hex that a rulebook prints goes without an assertion in the tests beside this one."""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.model import Game
from tests.sources.test_maps_tgwie_fronts import printed_lines

HERE = Path(__file__).parent
YEARS = {str(year) for year in (*range(1860, 1921), *range(1990, 2021))}
# numbers of other maps of the series, which 6-4 does not show
OTHER_MAPS = {"3609", "3912", "1204", "1202"}
# game: book, the tests that assert its map
BOOKS = {
    "glorys_end": ("glorys-end.txt", ("test_maps_glorys_end.py", "test_glorys_end.py")),
    "tgwie": ("tgwie.txt", ("test_maps_tgwie.py", "test_maps_tgwie_fronts.py")),
    "italian_front": ("italian-front.txt", ("test_maps_italian_front.py",)),
}


def asserted(modules: tuple[str, ...]) -> Iterator[str]:
    """Every number in the text constants of these tests; docstrings assert nothing."""
    for module in modules:
        tree = ast.parse((HERE / module).read_text(encoding="utf-8"))
        spoken = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in spoken:
                yield from re.findall(r"(?<!\d)\d{4}(?!\d)", node.value)


@pytest.mark.parametrize("game", BOOKS)
def test_no_number_of_the_book_is_left_out(
    game: str, shared: Path, glory: Game, tgwie: Game, italian_front: Game
) -> None:
    book, modules = BOOKS[game]
    text = (shared / "rulebooks" / book).read_text(encoding="utf-8")
    printed = set(re.findall(r"(?<![\d.,])(?<!\d[-/])[EW]?(\d{4})(?![\d]|\.\d)", text))
    printed |= set(re.findall(r"\d{4}[-/](\d{4})(?!\d)", text))
    known = set(asserted(modules))
    if game == "glorys_end":  # test_marne_list_line_by_line reads these
        rows = csv.DictReader((shared / "rules/glorys-end/marne.csv").read_text(encoding="utf-8").splitlines())
        known |= {row["hex"] for row in rows}
    elif game == "tgwie":
        known |= {n for listed in printed_lines(shared).values() for n in re.findall(r"\d{4}", listed)}
    elif game == "italian_front":
        known |= OTHER_MAPS
    assert len(printed - YEARS) > 50
    assert sorted(printed - known - YEARS) == []
    games = {"glorys_end": glory, "tgwie": tgwie, "italian_front": italian_front}
    for sheet in games[game].maps:
        assert {number[len(sheet.grid.prefix) :] for number in sheet.hexes} & printed
