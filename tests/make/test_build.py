"""Whole builds: the same bytes twice, another version after a change, nothing overwritten by a failure."""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.make.build import BuiltModule, build
from builder.make.opening import open_game
from builder.model import BadInput
from builder.module.verify import verify_module
from builder.vassal.archive import open_archive, zip_bytes
from builder.vassal.examine_modules import Outcome, examine_module

SOURCE = Path(__file__).resolve().parents[2] / "source"
GAMES = ["tutorial", pytest.param("glory", marks=pytest.mark.slow)]  # drawing 480 pictures takes its time


@pytest.fixture(scope="module")
def glory() -> BuiltModule:
    return build(open_game(SOURCE / "glorys_end"))


@pytest.fixture(scope="module")
def tutorial() -> BuiltModule:
    return build(open_game(SOURCE / "tutorial"))


@pytest.fixture
def copy_of(tmp_path: Path) -> Callable[[str, str], Path]:
    def copy(game: str, where: str = "copy") -> Path:
        return Path(shutil.copytree(SOURCE / game, tmp_path / where / game))

    return copy


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file.name}"
    file.write_text(text.replace(old, new), "utf-8")


def entries(content: bytes) -> dict[str, bytes]:
    with open_archive(content) as archive:
        return {name: archive.read(name) for name in archive.names()}


# ---- the same sources, the same bytes


def test_two_folders_and_two_times_give_the_same_bytes(copy_of, tmp_path, monkeypatch):
    first = build(open_game(copy_of("tutorial", "one"))).save(tmp_path / "out one")
    later = time.time() + 86_400 * 400
    monkeypatch.setattr(time, "time", lambda: later)
    second_folder = copy_of("tutorial", "two/deeper")
    for file in second_folder.rglob("*"):
        os.utime(file, (1_000_000_000, 1_000_000_000))
    second = build(open_game(second_folder)).save(tmp_path / "two")
    assert first.name == second.name and first.read_bytes() == second.read_bytes()


@pytest.mark.slow
def test_the_same_for_the_whole_game(copy_of, glory):
    assert build(open_game(copy_of("glorys_end", "elsewhere"))).content == glory.content


def test_pictures_from_the_cache_are_the_same_bytes(tmp_path, tutorial):
    game = open_game(SOURCE / "tutorial")
    assert build(game, cache=tmp_path).content == tutorial.content  # filled
    assert build(game, cache=tmp_path).content == tutorial.content  # used


@pytest.mark.parametrize("file, old, new", [
    ("counters.csv", "blue-1,blue,blue,1,First Division,infantry,XX,2,3,4,",
     "blue-1,blue,blue,1,First Division,infantry,XX,2,3,5,"),
    ("scenarios/crossing.yaml", 'red-2, at: "0301"', 'red-2, at: "0302"'),
])  # fmt: skip
def test_one_changed_cell_is_another_version(copy_of, tutorial, file, old, new):
    """VASSAL keeps map tiles by name and version: a changed module must never carry the old one."""
    folder = copy_of("tutorial")
    edit(folder / file, old, new)
    changed = build(open_game(folder))
    assert changed.plan.version != tutorial.plan.version
    assert changed.plan.version.split("+")[0] == tutorial.plan.version.split("+")[0]
    for name in ("buildFile.xml", "moduledata"):
        assert changed.plan.version.encode() in entries(changed.content)[name]


# ---- what is in the archive


@pytest.mark.parametrize("name", GAMES)
def test_vassal_has_nothing_to_say_of_it(request, name):
    built = request.getfixturevalue(name)
    assert examine_module(built.content) == (Outcome.SILENT, ()) and built.warnings == ()


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_shipped_that_the_module_does_not_name(request, name):
    """That everything named is there is what the examination says."""
    built = request.getfixturevalue(name)
    files = entries(built.content)
    text = files["buildFile.xml"].decode("utf-8")
    assert {f"{scenario.id}.vsav" for scenario in built.game.scenarios.values()} <= files.keys()
    assert [file for file in files if file.removeprefix("images/") not in text] == ["buildFile.xml", "moduledata"]


def test_the_stages_are_named_and_told_as_they_end():
    told: list[str] = []
    built = build(open_game(SOURCE / "tutorial"), progress=lambda stage, seconds: told.append(stage))
    assert told == [stage for stage, _ in built.stages]
    assert told[0] == "draw counters" and told[-1] == "verify"


# ---- failures overwrite nothing


def test_broken_sources_leave_the_old_module_whole(copy_of, tmp_path):
    folder = copy_of("tutorial")
    path = build(open_game(folder)).save(tmp_path / "out")
    before = path.read_bytes()
    edit(folder / "scenarios/crossing.yaml", 'red-2, at: "0301"', 'red-2, at: "0999"')
    with pytest.raises(BadInput) as bad:
        build(open_game(folder)).save(tmp_path / "out")
    assert "0999" in str(bad.value)
    assert path.read_bytes() == before and os.listdir(tmp_path / "out") == [path.name]


def test_a_file_that_another_program_holds_is_named(tmp_path, tutorial, monkeypatch):
    path = tutorial.save(tmp_path)
    path.write_bytes(b"old")

    def held(source, target):
        raise PermissionError(errno.EACCES, "Permission denied", str(target))

    monkeypatch.setattr(os, "replace", held)
    with pytest.raises(BadInput) as bad:
        tutorial.save(tmp_path)
    (one,) = bad.value.diagnostics
    assert one.span.path == str(path) and "Permission denied" in one.headline and "open in another program" in one.help
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == [path.name]


def test_a_folder_in_the_way_is_named(tmp_path, tutorial):
    (tmp_path / tutorial.file_name).mkdir()
    with pytest.raises(BadInput) as bad:
        tutorial.save(tmp_path)
    assert bad.value.diagnostics[0].span.path == str(tmp_path / tutorial.file_name)
    assert os.listdir(tmp_path) == [tutorial.file_name]


def test_a_target_folder_that_is_a_file_is_named(tmp_path, tutorial):
    (tmp_path / "dist").write_text("mine")
    with pytest.raises(BadInput) as bad:
        tutorial.save(tmp_path / "dist")
    assert bad.value.diagnostics[0].span.path == str(tmp_path / "dist")
    assert (tmp_path / "dist").read_text() == "mine"


# ---- verification: a module that is not what was planned is refused


def spoilt(content: bytes, name: str, old: str, new: str) -> bytes:
    files = entries(content)
    text = files[name].decode("utf-8")
    assert old in text
    return zip_bytes({**files, name: text.replace(old, new, 1).encode("utf-8")})


@pytest.mark.parametrize("old, new, code", [
    ('x0="', 'x0="1', "verify-grid"),
    ('name="Blue losses"', 'name="Blue loses"', "verify-zone"),
    ("Blue First Division", "Blue Third Division", "verify-slot"),
])  # fmt: skip
def test_a_spoilt_module_does_not_pass(tutorial, old, new, code):
    from builder.module.windows import map_windows

    content = spoilt(tutorial.content, "buildFile.xml", old, new)
    with pytest.raises(BadInput) as bad:
        verify_module(content, tutorial.game, tutorial.plan, map_windows(tutorial.game))
    assert code in {one.code for one in bad.value.diagnostics}
