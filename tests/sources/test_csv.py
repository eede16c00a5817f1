"""Tables as spreadsheets leave them: separators, marks, line ends, quotes, lost zeros, dates."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from builder.sources import compile_sources, content_hash, lint, load
from builder.sources.csvfile import read_csv
from builder.sources.faults import Faults
from builder.sources.kinds import damaged

TABLE = 'hex,place,evidence\n0101,"Here, or there",chosen\n0102,"two\nlines",chosen\n0103,last,chosen\n'


def _read(path: Path, data: bytes) -> tuple[tuple[str, ...], list[list[str]]]:
    path.write_bytes(data)
    faults = Faults()
    file = read_csv(path, "t.csv", faults)
    assert file is not None and not faults.found
    return file.header, [line.cells for line in file.lines]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "bom"])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("separator", [b",", b";"], ids=["comma", "semicolon"])
def test_all_dialects_read_the_same(tmp_path: Path, mark: bytes, ends: bytes, separator: bytes) -> None:
    text = TABLE.replace(", or", "@").replace(",", separator.decode()).replace("@", ", or")
    data = mark + text.encode().replace(b"\n", ends)
    header, lines = _read(tmp_path / "t.csv", data)
    assert header == ("hex", "place", "evidence")
    assert lines == [["0101", "Here, or there", "chosen"], ["0102", "two\nlines", "chosen"], ["0103", "last", "chosen"]]


def test_places_of_cells_after_quotes_and_line_breaks(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(TABLE, encoding="utf-8")
    file = read_csv(path, "t.csv", Faults())
    assert file is not None
    places = [(line.number, [(s.line, s.column) for s in (file.span(line.number, i) for i in range(3))])
              for line in file.lines]  # fmt: skip
    assert places == [
        (2, [(2, 1), (2, 6), (2, 23)]),
        (3, [(3, 1), (3, 6), (4, 8)]),
        (5, [(5, 1), (5, 6), (5, 11)]),
    ]


def test_lost_zeros_come_back_with_a_warning(small: Path) -> None:
    path = small / "map/hexes.csv"
    path.write_text(path.read_text().replace("0202,clear", "202,clear"))
    found = compile_sources(small)
    assert [str(d.severity) for d in found.diagnostics] == ["warning"]
    assert "read as '0202'" in found.diagnostics[0].headline
    assert (found.diagnostics[0].span.line, found.diagnostics[0].span.column) == (5, 1)
    assert found.game is not None and found.game.maps[0].hexes["0202"].place == "Crossing"


def test_lost_zeros_in_a_list(small: Path) -> None:
    path = small / "map/regions.csv"
    path.write_text(path.read_text().replace("0101 0102", "101 0102"))
    found = compile_sources(small)
    assert found.game is not None and found.game.maps[0].regions["west-edge"] == ("0101", "0102")
    assert [d.code for d in found.diagnostics] == ["hex-zeros"]


@pytest.mark.parametrize("text", ["4-Mar", "Mar-04", "04.03.2014", "3/4/14", "2014-03-04", "4. Mar".replace(" ", ""),
                                  "1.2E+05", "2014-03-04 00:00:00"])  # fmt: skip
def test_damage_is_known(text: str) -> None:
    assert damaged(text)


@pytest.mark.parametrize("text", ["4", "3036", "2..6", "book:4.2", "XXX", "6-7-4", "1:2/3", "Marne", "0.5", "3.3"])
def test_ordinary_cells_are_no_damage(text: str) -> None:
    assert not damaged(text)


def test_a_damaged_number_is_told(small: Path) -> None:
    path = small / "counters.csv"
    path.write_text(
        path.read_text().replace("2,5,,,2,1,chosen", "2,5,,,1,2-Jan,chosen").replace("1,5,,,2,1", "1,5,,,2-Jan,1")
    )
    (fault,) = [d for d in lint(small) if d.code == "spreadsheet"]
    assert "2-Jan" in fault.headline and "text" in fault.help


def test_latin_text_is_refused_with_its_line(small: Path) -> None:
    path = small / "map/hexes.csv"
    path.write_bytes(path.read_bytes().replace(b"Crossing", b"Kreuzberg \xfcber"))
    (fault, *_) = [d for d in lint(small) if d.code == "file-encoding"]
    assert fault.span.line == 5 and "0xfc" in fault.headline


def test_every_dialect_loads_the_same_game(small: Path, copy_of, tmp_path: Path) -> None:
    """Semicolons, a byte-order mark, CRLF, trailing empty columns: the game is the same, and so is a Windows hash."""
    before = load(small)
    for path in small.rglob("*.csv"):
        text = path.read_text()
        path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(text.split("\n")).encode())
    assert content_hash(small) == before.content_hash
    for path in small.rglob("*.csv"):
        rows = list(csv.reader(path.read_text(encoding="utf-8-sig").splitlines()))
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, delimiter=";").writerows([*([*row, "", ""] for row in rows), ["", "", "", ""]])
    after = load(small)
    for name in ("counters", "markers", "turns", "phases", "gpids", "scenarios"):
        assert getattr(after, name) == getattr(before, name), name
    assert after.maps == before.maps
    assert after.content_hash != before.content_hash
