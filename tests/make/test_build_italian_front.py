"""The whole module of The Italian Front: built twice the same, all set-ups decode, every chart is inside."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.art.charts import charts_for
from builder.make.build import BuiltModule, build
from builder.make.opening import open_game
from builder.vassal.archive import open_archive
from builder.vassal.examine_modules import Outcome, examine_module
from builder.vassal.saves import read_save
from builder.vassal.table import PIECE, Table

SOURCE = Path(__file__).resolve().parents[2] / "source" / "italian_front"
pytestmark = pytest.mark.slow  # 1400 faces and a map


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("drawn")


@pytest.fixture(scope="module")
def built(cache: Path) -> BuiltModule:
    return build(open_game(SOURCE), cache)


def test_nothing_to_complain_of(built: BuiltModule) -> None:
    assert examine_module(built.content) == (Outcome.SILENT, ()) and built.warnings == ()


def test_the_same_bytes_twice(built: BuiltModule, cache: Path) -> None:
    assert build(open_game(SOURCE), cache).content == built.content


def test_every_set_up_holds_its_pieces(built: BuiltModule) -> None:
    with open_archive(built.content) as archive:
        for scenario in built.game.scenarios.values():
            table = Table()
            table.apply_all(read_save(archive.read(f"{scenario.id}.vsav")).commands)
            pieces = sum(piece.kind == PIECE for piece in table.pieces.values())
            assert pieces == len(scenario.placements) + len(scenario.arrivals)


def test_every_chart_is_inside(built: BuiltModule) -> None:
    with open_archive(built.content) as archive:
        for name, text in charts_for(built.game).items():
            assert archive.read(name).decode("ascii") == text
