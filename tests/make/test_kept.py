"""A module taken as it was: only where nothing that a build can see has changed."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from builder.make import build as making
from builder.make import kept
from builder.make.build import build, build_unchanged, save_module
from builder.make.course import Course
from builder.make.kept import find_kept, key_of, may_be_kept
from builder.make.opening import open_game
from builder.make.replaying import Replay
from builder.model import BadInput
from builder.module.making import code_hash, is_version_of, makers_hash, module_version
from builder.vassal.archive import open_archive

SOURCE = Path(__file__).resolve().parents[2] / "source"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SOURCE / "tutorial", tmp_path / "tutorial"))


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "pictures"


def stages(folder: Path, cache: Path | None, overlay: Path | None = None) -> list[str]:
    """The stages that a build went through."""
    told: list[str] = []
    build_unchanged(folder, overlay, cache, lambda stage, seconds: told.append(stage))
    return told


def test_an_unchanged_game_is_taken_over_byte_for_byte(folder, cache):
    first = build_unchanged(folder, cache=cache)
    assert stages(folder, cache) == ["compare"]
    again = build_unchanged(folder, cache=cache)
    assert again == first and again.content == build(open_game(folder)).content
    assert "verify" in stages(folder, None)  # no cache: from nothing


@pytest.mark.parametrize("file", ["counters.csv", "scenarios/crossing.yaml", "rules/catalogue.csv", "map/hexes.csv"])
def test_a_changed_byte_builds_anew(folder, cache, file):
    stages(folder, cache)
    path = folder / file
    path.write_bytes(path.read_bytes() + b"\n")
    assert "verify" in stages(folder, cache)


def test_so_do_a_new_file_an_overlay_code_and_libraries(folder, cache, tmp_path, monkeypatch):
    stages(folder, cache)
    own = folder / "templates" / "faces"
    own.mkdir(parents=True)
    (own / "note.txt").write_text("a template of the game's own")
    assert "verify" in stages(folder, cache)
    assert stages(folder, cache) == ["compare"]
    overlay = tmp_path / "overlay"
    overlay.mkdir()
    (overlay / "counters.csv").write_text("id,attack_2\nblue-1,4\n")
    assert "verify" in stages(folder, cache, overlay)
    assert stages(folder, cache, overlay) == ["compare"]
    (overlay / "counters.csv").write_text("id,attack_2\nblue-1,5\n")
    assert "verify" in stages(folder, cache, overlay)
    with monkeypatch.context() as other:
        other.setattr(kept, "code_hash", lambda folders: "other code")
        assert "verify" in stages(folder, cache)
    with monkeypatch.context() as other:
        other.setattr(kept, "_version", lambda library: "9.9")
        assert "verify" in stages(folder, cache)


def test_broken_sources_are_told_each_time(folder, cache):
    stages(folder, cache)
    path = folder / "scenarios/crossing.yaml"
    path.write_text(path.read_text("utf-8").replace('"0301"', '"0999"', 1), "utf-8")
    for _ in range(2):
        with pytest.raises(BadInput, match="0999"):
            build_unchanged(folder, cache=cache)


def test_a_damaged_keep_is_built_anew(folder, cache):
    first = build_unchanged(folder, cache=cache)
    module = next((cache.parent / "modules").glob("*.vmod"))
    module.write_bytes(first.content[:-1] + b"?")
    assert "verify" in stages(folder, cache) and stages(folder, cache) == ["compare"]
    module.with_suffix(".json").write_text("{}")
    assert build_unchanged(folder, cache=cache) == first


def test_rules_of_others_are_never_taken_for_unchanged(folder):
    game = open_game(folder)
    assert may_be_kept(game)
    assert not may_be_kept(dataclasses.replace(game, rules="my_rules:RULES"))
    assert not may_be_kept(dataclasses.replace(game, validation="builders.mine:check"))


def test_old_modules_go(folder, cache, monkeypatch):
    monkeypatch.setattr(kept, "MOST_KEPT", 2)
    for turn in range(4):
        (folder / "README.md").write_text(f"{turn}")
        stages(folder, cache)
        for path in (cache.parent / "modules").iterdir():
            os.utime(path, (turn, turn)) if path.stat().st_mtime > 1_000 else None
    names = sorted(path.suffix for path in (cache.parent / "modules").iterdir())
    assert names == [".json", ".json", ".vmod", ".vmod"]
    assert find_kept(cache.parent / "modules", key_of(folder, None)) is not None


def test_warnings_come_with_the_module(tmp_path):
    from builder.model import Span, warning

    module = kept.Kept("a.vmod", "A", "1", b"bytes", (warning("X1", "odd", Span("a", 1, 2), help="do", notes=("n",)),))
    kept.keep(tmp_path, "k", module)
    assert find_kept(tmp_path, "k") == module
    assert json.loads((tmp_path / "k.json").read_text("utf-8"))["version"] == "1"


def test_a_file_with_the_same_bytes_is_left_alone(tmp_path):
    path = save_module(tmp_path, "a.vmod", b"one")
    os.utime(path, (1, 1))
    assert save_module(tmp_path, "a.vmod", b"one").stat().st_mtime == 1
    assert save_module(tmp_path, "a.vmod", b"two").read_bytes() == b"two"


# ---- the version: the sources and what was made of them


def test_other_code_is_another_version_of_the_same_game(tmp_path, monkeypatch):
    game = open_game(SOURCE / "tutorial")
    plain = module_version(game)
    assert plain.startswith(game.full_version + ".") and len(plain) == len(game.full_version) + 5
    monkeypatch.setattr("builder.module.making.makers_hash", lambda: "f" * 64)
    other = module_version(game)
    assert other != plain
    assert is_version_of(game, plain) and is_version_of(game, other) and is_version_of(game, game.full_version)
    assert not is_version_of(game, "0.1.0+00000000.ffff") and not is_version_of(game, game.full_version + "0")
    built = making.build(game)
    with open_archive(built.content) as archive:
        assert other.encode() in archive.read("moduledata") and other.encode() in archive.read("buildFile.xml")


def test_the_hash_of_code_sees_code_and_nothing_else(tmp_path):
    (tmp_path / "a.py").write_bytes(b"one\ntwo\n")
    before = code_hash((tmp_path,))
    (tmp_path / "a.py").write_bytes(b"one\r\ntwo\r\n")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_bytes(b"x")
    assert code_hash((tmp_path,)) == before
    assert code_hash((tmp_path,), "another renderer") != before
    (tmp_path / "b.j2").write_text("x")
    assert code_hash((tmp_path,)) != before
    assert len(makers_hash()) == 64


@pytest.mark.parametrize("version, ours", [
    ("{full}.ffff", True), ("{full}", True), ("{full}0.ffff", False), ("0.0.1+00000000.ffff", False), ("", False),
])  # fmt: skip
def test_a_game_played_on_a_module_of_other_code_is_on_ours(version, ours):
    """What it was played on is the sources' content, whoever drew it."""
    game = open_game(SOURCE / "tutorial")
    chain = SimpleNamespace(modules={(game.name, version.format(full=game.full_version))})
    assert Replay(game, None, Course(chain)).on_our_module == ours
