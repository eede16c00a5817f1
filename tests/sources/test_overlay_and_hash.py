"""An owner's overlay, the hash of the sources, lasting numbers, and where games are found."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from builder.model import BadInput, Game, PieceId, Tag
from builder.sources import (
    append_gpids,
    content_hash,
    find_game,
    find_templates,
    games,
    lint,
    load,
    new_gpids,
    yamlfile,
)
from builder.sources import find as finding

SOURCE = Path(__file__).resolve().parents[2] / "source"
GLORY = SOURCE / "glorys_end"


def put(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_overlay_rows_replace_by_key(tmp_path: Path, glory: Game) -> None:
    put(tmp_path, "counters.csv", "id,attack_4,ev_values\nde-4-corps,7,chosen\n")
    put(tmp_path, "tables/crt.csv", "key,attacker,defender\n1:2/1,2,1\n1:2/2,,\n")
    put(tmp_path, "map/hexes.csv", "hex,terrain\n2425,forest\n")
    game = load(GLORY, overlay=tmp_path)
    corps = game.counters["de-4-corps"]
    assert str(corps.at(4)) == "7-7-4"
    assert corps.evidence["attack_4"].tag is Tag.OWNER
    assert corps.evidence["defence_4"].tag is Tag.CHOSEN
    assert corps.evidence["attack_3"].tag is Tag.CHOSEN
    crt = game.tables["crt"].rows
    assert crt["1:2/1"]["defender"] == "1"
    assert crt["1:2/1"].evidence_of("defender").tag is Tag.OWNER
    assert crt["1:2/1"].evidence_of("retreat").tag is Tag.CHOSEN
    assert crt["1:2/2"] == glory.tables["crt"].rows["1:2/2"], "blank cells say nothing"
    assert game.maps[0].hexes["2425"].terrain == "forest"
    assert game.maps[0].hexes["2425"].evidence["terrain"].tag is Tag.OWNER
    assert game.counters["de-2-corps"] == glory.counters["de-2-corps"]


def test_overlay_of_yaml_joins_by_key(tmp_path: Path, glory: Game) -> None:
    put(
        tmp_path,
        "scenarios/marne.yaml",
        'placements:\n  - {what: fr-18-corps, at: "3431"}\nfacts: {vp german: 3}\n',
    )
    marne = load(GLORY, overlay=tmp_path).scenarios["marne"]
    before = {p.what: p for p in glory.scenarios["marne"].placements}
    after = {p.what: p for p in marne.placements}
    assert after["fr-18-corps"].place == "3431"
    assert after["fr-18-corps"].steps == 3
    assert after["fr-18-corps"].evidence is not None and after["fr-18-corps"].evidence.tag is Tag.OWNER
    assert len(marne.placements) == len(glory.scenarios["marne"].placements)
    assert after["de-2-corps"] == before["de-2-corps"]
    assert marne.facts["vp german"] == "3" and marne.facts["vp allied"] == "0"


def test_overlay_may_add_whole_rows_only(tmp_path: Path) -> None:
    put(tmp_path, "tables/victory.csv", "key,side,hex,place,points\ngerman/2537,german,2537,Beauvais,1\n")
    game = load(GLORY, overlay=tmp_path)
    assert game.tables["victory"].rows["german/2537"].evidence_of("points").tag is Tag.OWNER
    put(tmp_path, "tables/victory.csv", "key,side\ngerman/2537,german\n")
    assert {d.code for d in lint(GLORY, overlay=tmp_path)} == {"overlay-row"}


def test_overlay_faults_name_the_overlay(tmp_path: Path) -> None:
    path = put(tmp_path, "counters.csv", "id,attack_4\nde-4-corps,seven\n")
    (fault,) = lint(GLORY, overlay=tmp_path)
    assert (fault.span.path, fault.span.line, fault.span.column) == (path.as_posix(), 2, 12)
    put(tmp_path, "counter.csv", "id\n")
    assert "file-unknown" in {d.code for d in lint(GLORY, overlay=tmp_path)}


def test_overlay_changes_the_hash(tmp_path: Path, glory: Game) -> None:
    put(tmp_path, "map/hexes.csv", "hex,terrain\n2425,forest\n")
    assert load(GLORY, overlay=tmp_path).content_hash != glory.content_hash


def test_hash_is_the_same_on_windows_and_in_any_folder(folder: Path, glory: Game) -> None:
    assert content_hash(folder) == glory.content_hash
    for path in folder.rglob("*.csv"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    for path in folder.rglob("*.yaml"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert content_hash(folder) == glory.content_hash
    assert load(folder).content_hash == glory.content_hash


def test_hash_minds_sources_and_nothing_else(folder: Path, glory: Game) -> None:
    put(folder, "README.md", "other words\n")
    put(folder, "rules/1.md", "a page\n")
    put(folder, ".hidden.csv", "x\n")
    put(folder, "counters.csv~", "x\n")
    assert content_hash(folder) == glory.content_hash
    path = folder / "map/hexes.csv"
    path.write_text(path.read_text().replace("2425,clear", "2425,forest"))
    assert content_hash(folder) != glory.content_hash
    assert load(folder).full_version != glory.full_version


def test_moving_bytes_between_files_changes_the_hash(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    put(one, "a.csv", "xy")
    put(one, "b.csv", "z")
    put(two, "a.csv", "x")
    put(two, "b.csv", "yz")
    assert content_hash(one) != content_hash(two)


def test_new_numbers_go_on_and_retired_ones_are_never_used_again(small: Path) -> None:
    path = small / "gpids.csv"
    path.write_text(path.read_text() + "6,mark,mark:old,yes\n")
    game = load(small)
    rows = new_gpids(game, [("slot", "slot:blue-1"), ("mark", "mark:old"), ("replace", "replace:x")])
    assert rows == (PieceId(7, "mark", "mark:old"), PieceId(8, "replace", "replace:x"))
    assert new_gpids(game, [("mark", "mark:new")], overlay=True) == (PieceId(100_000, "mark", "mark:new"),)
    before = path.read_text()
    append_gpids(small, rows)
    assert path.read_text() == before + "7,mark,mark:old,\n8,replace,replace:x,\n"
    assert load(small).gpids[-1] == rows[-1]


def test_numbers_of_an_overlay_begin_at_100000(tmp_path: Path) -> None:
    path = put(tmp_path, "gpids.csv", "gpid,kind,key\n100000,slot,slot:new\n")
    assert load(GLORY, overlay=tmp_path).gpids[-1] == PieceId(100_000, "slot", "slot:new")
    for number in (7, 99_999):  # one that is taken, one that is free
        put(tmp_path, "gpids.csv", f"gpid,kind,key\n{number},slot,slot:new\n")
        found = [d for d in lint(GLORY, overlay=tmp_path) if d.code == "gpid-overlay"]
        assert [d.span.path for d in found] == [path.as_posix()]


def test_games_are_found_by_path_and_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert find_game(GLORY) == GLORY
    monkeypatch.chdir(SOURCE.parent)
    assert find_game("glorys-end") == find_game("glorys_end") == Path("source/glorys_end")
    assert {"glorys_end", "tutorial"} <= set(games())
    # elsewhere the package's own copy serves; here that of the work tree
    monkeypatch.chdir(tmp_path)
    assert find_game("tutorial").resolve() == (SOURCE / "tutorial").resolve()
    with pytest.raises(BadInput, match=r"no game 'glorys-ned' \(did you mean 'glorys-end'\?\)"):
        find_game("glorys-ned")


def test_the_packages_copy_comes_after_the_folder_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A wheel carries source and templates inside the package."""
    package = tmp_path / "site" / "builder"
    put(package, "source/mine/game.yaml", "format: 1\n")
    put(package, "templates/face.svg", "<svg/>")
    monkeypatch.setattr(finding, "PACKAGE", package)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert find_game("mine") == package / "source/mine"
    assert find_templates() == package / "templates"
    put(elsewhere, "source/mine/game.yaml", "format: 1\n")
    put(elsewhere, "templates/face.svg", "<svg/>")
    assert find_game("mine") == Path("source/mine")
    assert find_templates() == Path("templates")


def test_spans_are_relative_where_they_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SOURCE.parent)
    game = load("glorys-end")
    assert game.counters["de-2-corps"].span.path == "source/glorys_end/counters.csv"
    assert game.folder == "source/glorys_end"


def test_the_loader_without_libyaml_reads_the_same(monkeypatch: pytest.MonkeyPatch, glory: Game) -> None:
    monkeypatch.setattr(yamlfile, "LOADER", yaml.SafeLoader)
    game = load(GLORY)
    assert (game.scenarios, game.sides, game.maps) == (glory.scenarios, glory.sides, glory.maps)
