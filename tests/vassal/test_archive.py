"""Zip files from strangers: names in old code pages, bombs, paths that lead out, and what each file is."""

from __future__ import annotations

import io
import os
import zipfile

import pytest

from builder.model import BadInput
from builder.vassal.archive import Kind, Limits, open_archive, write_archive, zip_bytes
from builder.vassal.containers import veil


def plain_zip(*entries: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return buffer.getvalue()


def renamed(raw: bytes, name: bytes, new: bytes) -> bytes:
    """The zip with other name bytes of equal length, and without the UTF-8 flag."""
    assert len(name) == len(new)
    return raw.replace(name, new)


def test_old_code_page_is_read_with_a_warning():
    # public report 3: name bytes are not UTF-8 and the flag is off
    raw = renamed(plain_zip(("images/PrXncipe.png", b"x")), b"PrXncipe", b"Pr\xedncipe")
    with open_archive(raw, path="old.vmod") as archive:
        name = b"images/Pr\xedncipe.png".decode("cp437")
        assert archive.names() == (name,)
        assert archive.read(name) == b"x"
        assert [note.code for note in archive.diagnostics] == ["V122"]


def test_utf8_without_the_flag_needs_no_warning():
    raw = renamed(plain_zip(("images/PrXXncipe.png", b"x")), b"PrXXncipe", "Príncipe".encode())
    with open_archive(raw) as archive:
        assert archive.names() == ("images/Príncipe.png",)
        assert archive.diagnostics == ()


def test_a_name_in_another_unicode_form_is_found_and_said():
    # public report 5
    with open_archive(plain_zip(("images/Ocan\u0303a.jpg", b"x"))) as archive:
        found, note = archive.find("images/Oca\u00f1a.jpg")
        assert found == "images/Ocan\u0303a.jpg"
        assert note.code == "V115"
    rewritten = zip_bytes({"images/Ocan\u0303a.jpg": b"x"})
    with open_archive(rewritten) as archive:
        assert archive.names() == ("images/Oca\u00f1a.jpg",)


def test_names_that_differ_in_case_are_two():
    # public report 6
    with open_archive(plain_zip(("images/foo.jpg", b"1"), ("images/foo.JPG", b"2"))) as archive:
        assert archive.find("images/foo.JPG") == ("images/foo.JPG", None)
        assert archive.find("images/foo.jpg") == ("images/foo.jpg", None)
        found, note = archive.find("images/FOO.png")
        assert (found, note) == (None, None)
    with open_archive(plain_zip(("images/foo.jpg", b"1"))) as archive:
        found, note = archive.find("images/foo.JPG")
        assert found == "images/foo.jpg"
        assert "case-sensitive" in note.headline


def test_the_new_build_file_is_preferred():
    # public report 11
    for names, chosen, codes in [
        (("buildFile.xml",), "buildFile.xml", None),
        (("buildFile",), "buildFile", None),
        (("buildFile", "buildFile.xml"), "buildFile.xml", "V119"),
    ]:
        with open_archive(plain_zip(*((name, b"<x/>") for name in names))) as archive:
            name, note = archive.build_file()
            assert name == chosen
            assert (note.code if note else None) == codes


BUILD = b'<?xml version="1.0"?>\n<VASSAL.build.GameModule name="x"/>'
SAVE = veil("begin_save\x1bend_save")


@pytest.mark.parametrize(
    ("entries", "kind"),
    [
        ([("savedGame", SAVE)], Kind.SAVE),
        ([("savedGame", SAVE), ("buildFile.xml", BUILD)], Kind.SAVE),
        ([("savedGame", veil("begin_save\x1bend_save\x1bLOG\tCHATx"))], Kind.LOG),
        ([("images/x.png", b"")], Kind.OTHER),
        ([("buildFile.xml", b"<x/>"), ("extensiondata", b""), ("moduledata", b"")], Kind.EXTENSION),
        ([("buildFile.xml", b"<x/>"), ("moduledata", b"")], Kind.MODULE),
        ([("buildFile", BUILD)], Kind.MODULE),
        ([("buildFile.xml", b"<VASSAL.build.module.ModuleExtension/>")], Kind.EXTENSION),
        ([("buildFile.xml", b"<x/>")], Kind.OTHER),
    ],
)
def test_what_a_file_is_follows_from_its_entries(entries, kind):
    with open_archive(plain_zip(*entries)) as archive:
        assert archive.kind() is kind


def test_the_samples_are_what_they_are(samples):
    for folder, pattern, kind in [
        ("saves", "*.vsav", Kind.SAVE),
        ("logs", "*.vlog", Kind.LOG),
        ("modules", "*.vmod", Kind.MODULE),
    ]:
        for path in (samples / folder).glob(pattern):
            with open_archive(path) as archive:
                assert archive.kind() is kind, path.name
                assert archive.diagnostics == ()


def test_no_entry_leads_out_of_the_folder(tmp_path):
    for name in ("../evil", "/etc/evil", "a/../../evil", "C:/evil", "..\\evil", "a//b"):
        with open_archive(plain_zip((name, b"x"))) as archive, pytest.raises(BadInput, match="leads out"):
            archive.unpack(tmp_path / "out")
    assert not list(tmp_path.rglob("*"))


def test_unpacking(tmp_path):
    with open_archive(plain_zip(("b/c.txt", b"2"), ("a.txt", b"1"), ("b/", b""))) as archive:
        assert [path.relative_to(tmp_path).as_posix() for path in archive.unpack(tmp_path)] == ["a.txt", "b/c.txt"]
    assert (tmp_path / "b/c.txt").read_bytes() == b"2"


def test_bombs_and_crowds_are_refused():
    bomb = plain_zip(("savedGame", bytes(4 << 20)))
    with pytest.raises(BadInput, match="would unpack"):
        open_archive(bomb, limits=Limits(ratio=500))
    with pytest.raises(BadInput, match="unpacks to 4194304 bytes"):
        open_archive(bomb, limits=Limits(entry=1 << 20))
    with pytest.raises(BadInput, match="more than 2 are refused"):
        open_archive(plain_zip(*((str(n), b"") for n in range(3))), limits=Limits(entries=2))


def test_the_first_of_two_equal_names_is_used():
    with pytest.warns(UserWarning, match="Duplicate"):
        raw = plain_zip(("savedGame", b"first"), ("savedGame", b"second"))
    with open_archive(raw) as archive:
        assert archive.read("savedGame") == b"first"
        assert archive.diagnostics[0].code == "V121"


def test_archives_inside_archives_have_an_end():
    raw = plain_zip(("x", b"core"))
    for _ in range(5):
        raw = plain_zip(("help/x.zip", raw))
    archive = open_archive(raw)
    for _ in range(3):
        archive = archive.nested("help/x.zip")
    with pytest.raises(BadInput, match="nested too deep"):
        archive.nested("help/x.zip")


@pytest.mark.parametrize("content", [b"", b"PK", b"no zip at all"])
def test_what_is_no_zip(tmp_path, content):
    (tmp_path / "x.vsav").write_bytes(content)
    with pytest.raises(BadInput, match=r"x\.vsav: not a zip file"):
        open_archive(tmp_path / "x.vsav")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(BadInput, match=r"gone\.vsav: cannot open"):
        open_archive(tmp_path / "gone.vsav")


def test_a_missing_entry_names_its_neighbour():
    with open_archive(plain_zip(("savedGame", b""))) as archive, pytest.raises(BadInput, match="did you mean"):
        archive.read("savedgame")


def test_equal_content_is_equal_bytes(tmp_path):
    write_archive(tmp_path / "a.zip", {"b": b"2", "a": b"1", "ä": b"3"})
    write_archive(tmp_path / "b.zip", {"ä": b"3", "a": b"1", "b": b"2"})
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert archive.namelist() == ["a", "b", "ä"]
        assert all(info.flag_bits & 0x800 for info in archive.infolist())
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert archive.testzip() is None


def test_a_failed_write_leaves_the_old_file_and_names_it(tmp_path, monkeypatch):
    target = tmp_path / "game.vmod"
    target.write_bytes(b"old")

    def locked(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", locked)
    with pytest.raises(BadInput, match=r"game\.vmod: cannot be written: Permission denied"):
        write_archive(target, {"a": b"1"})
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]
    with pytest.raises(BadInput, match="cannot be written"):
        write_archive(tmp_path / "no such folder" / "x.zip", {"a": b"1"})
