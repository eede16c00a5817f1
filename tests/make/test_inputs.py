"""Folders and archives as people send them: what is a log in them, under which name, and what is wrong with it."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from builder.make.chain import open_chain
from builder.make.inputs import log_files
from builder.model import BadInput
from builder.vassal import commands as c
from builder.vassal.saves import log_text, save_text, write_game

OF_A_MAC = b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X"  # an AppleDouble file begins so


def log(path: Path, said: str = "hello") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_game(path, log_text(save_text(()), [(c.Chat(said),)]))
    return path


def packed(files: dict[str, bytes]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return whole.getvalue()


def names(path: Path) -> list[str]:
    return [file.name for file in log_files(path)]


def test_a_zip_in_a_zip(tmp_path):
    one = log(tmp_path / "1.vlog").read_bytes()
    inner = packed({"Zug 2.vlog": one, "Zug 10.vlog": one, "readme.txt": b"hello"})
    (tmp_path / "all.zip").write_bytes(packed({"mail/Anhang für Dich.zip": inner, "mail/Zug 1.vlog": one}))
    assert names(tmp_path / "all.zip") == ["Zug 2.vlog", "Zug 10.vlog", "Zug 1.vlog"]
    assert [len(list(file.read().steps)) for file in log_files(tmp_path / "all.zip")] == [1, 1, 1]


def test_what_a_mac_adds_is_no_log(tmp_path):
    one = log(tmp_path / "mail" / "1.vlog").read_bytes()
    (tmp_path / "mail" / "._1.vlog").write_bytes(OF_A_MAC)
    (tmp_path / "mail" / "b.zip").write_bytes(packed({"2.vlog": one, "__MACOSX/._2.vlog": OF_A_MAC}))
    assert names(tmp_path / "mail") == ["1.vlog", "2.vlog"]


def test_a_folder_may_hold_an_archive_of_other_things(tmp_path):
    log(tmp_path / "1.vlog")
    (tmp_path / "photos.zip").write_bytes(packed({"a.jpg": b"x"}))
    (tmp_path / "notes.txt").write_text("ours")
    assert names(tmp_path) == ["1.vlog"]
    with pytest.raises(BadInput, match=r"no \.vlog file in .*photos\.zip"):
        log_files(tmp_path / "photos.zip")


def test_a_folder_of_saves_alone_says_so(tmp_path):
    log(tmp_path / "1.vlog").rename(tmp_path / "1.vsav")
    with pytest.raises(BadInput, match=r"1 save\(s\) hold a position and no step"):
        log_files(tmp_path)


def test_equal_names_are_told_apart_by_their_folder(tmp_path):
    one = log(tmp_path / "turn 1.vlog").read_bytes()
    log(tmp_path / "old" / "turn 1.vlog")
    (tmp_path / "z.zip").write_bytes(packed({"turn 1.vlog": one}))
    assert sorted(names(tmp_path)) == ["old/turn 1.vlog", "turn 1.vlog", "z.zip/turn 1.vlog"]
    assert [file.name for file in log_files([tmp_path / "turn 1.vlog"] * 2)] == ["turn 1.vlog", "turn 1.vlog (2)"]


def test_all_broken_files_are_told_at_once_and_how_they_broke(tmp_path):
    for number in (1, 2, 3):
        log(tmp_path / f"{number}.vlog")
    whole = (tmp_path / "2.vlog").read_bytes()
    (tmp_path / "2.vlog").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "3.vlog").write_bytes(b"")
    with pytest.raises(BadInput) as trouble:
        open_chain(tmp_path)
    two, three = trouble.value.diagnostics
    assert two.span.path.endswith("2.vlog") and "cut off" in two.headline and "ask for the file again" in two.help
    assert three.span.path.endswith("3.vlog") and "empty" in three.headline and three.help
