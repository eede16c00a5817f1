"""The whole modules of The Great War in Europe and The Italian Front: built twice alike, every piece in its place."""

from __future__ import annotations

from collections import Counter as Count
from pathlib import Path

import pytest

from builder.art.charts import charts_for
from builder.make.build import BuiltModule, build
from builder.make.deployed import deployed_pieces
from builder.make.opening import module_places, open_game
from builder.vassal.archive import open_archive
from builder.vassal.examine_modules import Outcome, examine_module
from builder.vassal.saves import read_save

SOURCE = Path(__file__).resolve().parents[2] / "source"
SET_UPS = {"tgwie": 18, "italian_front": 12}
pytestmark = pytest.mark.slow  # 1300 faces each, and three maps


@pytest.fixture(scope="module", params=SET_UPS)
def folder(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("drawn")


@pytest.fixture(scope="module")
def built(folder: str, cache: Path) -> BuiltModule:
    return build(open_game(SOURCE / folder), cache)


def test_nothing_to_complain_of(built: BuiltModule) -> None:
    assert examine_module(built.content) == (Outcome.SILENT, ()) and built.warnings == ()


def test_the_same_bytes_twice(built: BuiltModule, folder: str, cache: Path) -> None:
    assert build(open_game(SOURCE / folder), cache).content == built.content


def test_every_piece_stands_where_its_source_says(built: BuiltModule, folder: str) -> None:
    """Read back from each save: the same pieces, in the hexes and boxes of the file."""
    game = built.game
    places = module_places(game)
    assert len(game.scenarios) == SET_UPS[folder]
    with open_archive(built.content) as archive:
        for scenario in game.scenarios.values():
            pieces, notes = deployed_pieces(read_save(archive.read(f"{scenario.id}.vsav")), game, places)
            wanted = Count((p.what, p.place) for p in scenario.placements)
            wanted.update((a.what, game.waiting_box(a.turn)) for a in scenario.arrivals)
            found = Count((p.what, p.place) for p in pieces)
            assert notes == () and (wanted - found, found - wanted) == (Count(), Count()), scenario.id


def test_every_chart_is_inside(built: BuiltModule) -> None:
    with open_archive(built.content) as archive:
        for name, text in charts_for(built.game).items():
            assert archive.read(name).decode("ascii") == text
