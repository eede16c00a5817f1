"""Games that are not whole yet, several maps in one game, and terrain by hexside."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.model import Game
from builder.sources import compile_sources, load

HEXSIDES = "a,b,kind,name,evidence\n"


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def bare(small: Path) -> Path:
    """The tutorial's map alone: no turns, phases, counters, scenarios."""
    _edit(small / "game.yaml", "maps: [map]", "maps: [map]\nwithout: [turns, phases, counters]")
    for name in ("turns.csv", "phases.csv", "counters.csv", "gpids.csv", "markers.csv"):
        (small / name).unlink()
    for path in (small / "scenarios").glob("*.yaml"):
        path.unlink()
    return small


def test_a_game_may_be_its_map_alone(bare: Path) -> None:
    game = load(bare)
    assert (game.turns, game.phases, dict(game.counters), dict(game.scenarios)) == ((), (), {}, {})
    assert game.maps[0].hexes


def test_a_file_that_is_missing_unsaid_is_a_fault(bare: Path) -> None:
    _edit(bare / "game.yaml", "without: [turns, phases, counters]", "without: [turns]")
    messages = [str(d) for d in compile_sources(bare).errors]
    assert [m for m in messages if "phases.csv" in m and "missing" in m]
    assert [m for m in messages if "counters.csv" in m and "missing" in m]
    assert not [m for m in messages if "turns.csv" in m]


def test_a_file_that_is_there_and_said_not_to_be_is_a_fault(bare: Path) -> None:
    (bare / "turns.csv").write_text("turn,label\n1,One\n", encoding="utf-8")
    (found,) = compile_sources(bare).errors
    assert found.code == "file-unknown" and "turns.csv" in found.headline


def test_only_known_parts_may_be_left_out(bare: Path) -> None:
    _edit(bare / "game.yaml", "without: [turns, ", "without: [hexes, turns, ")
    assert any("'hexes'" in d.headline for d in compile_sources(bare).errors)


def _with_side_terrain(folder: Path, rows: str) -> Path:
    game = folder / "game.yaml"
    _edit(game, "  hexsides: ", "  side_terrain: [woods, hilly]\n  hexsides: ")
    hexsides = folder / "map/hexsides.csv"
    hexsides.write_text(hexsides.read_text(encoding="utf-8").rstrip() + "\n" + rows, encoding="utf-8")
    return folder


def _pairs(game: Game) -> list[tuple[str, str]]:
    sheet = game.maps[0]
    return [(a, b) for a in sheet.hexes for b in sheet.neighbours(a) if a < b]


def test_terrain_by_hexside(small: Path) -> None:
    (a, b), (c, d) = _pairs(load(small))[:2]
    sheet = load(_with_side_terrain(small, f"{a},{b},woods,,chosen\n")).maps[0]
    assert sheet.terrain_between(a, b) == sheet.terrain_between(b, a) == "woods"
    assert sheet.terrain_between(c, d) == ""


def test_a_side_has_one_terrain(small: Path) -> None:
    a, b = _pairs(load(small))[0]
    folder = _with_side_terrain(small, f"{a},{b},woods,,chosen\n{b},{a},hilly,,chosen\n")
    (found,) = compile_sources(folder).errors
    assert found.code == "side-terrain" and "a side has one terrain" in found.headline
    assert "is hilly, but woods in line" in found.headline


def test_a_game_without_terrain_by_hexside_has_none(glory: Game) -> None:
    assert glory.maps[0].side_terrain == ()
    assert glory.maps[0].terrain_between("1520", "1620") == ""


def test_two_maps_may_not_share_a_number(small: Path) -> None:
    second = small / "second"
    second.mkdir()
    for path in (small / "map").glob("*"):
        (second / path.name).write_bytes(path.read_bytes())
    _edit(small / "game.yaml", "maps: [map]", "maps: [map, second]")
    assert any(d.code == "hex-twice" and "another map" in d.headline for d in compile_sources(small).errors)
