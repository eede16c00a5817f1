"""What an owner could settle: listed, written as tables, filled in as a spreadsheet would, and laid over the game."""

from __future__ import annotations

import csv
import dataclasses
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.model import BadInput, Game, Tag
from builder.sources import lint, load
from builder.sources.missing import WEAK, missing_data, write_missing

SOURCE = Path(__file__).resolve().parents[2] / "source"
GAMES = ("glorys_end", "tgwie", "italian_front", "tutorial")
MANGLED = re.compile(r"\d{1,2}[-/.]\d{1,4}([-/.]\d+)?|\d+:\d+(:\d+)?|\d{12,}|\d+[eE]\d+|[=+@-].*|true|false", re.I)
Row = dict[str, str]


def written(folder: str, to: Path, delimiter: str = ",") -> Path:
    write_missing(folder, missing_data(SOURCE / folder), to, delimiter)
    return to


def fill(path: Path, change: Callable[[Row], None], *new: Row, delimiter: str = ";") -> None:
    """A table opened, changed and saved as spreadsheets of the continent do: semicolons, a mark at the start."""
    text = path.read_text(encoding="utf-8-sig")
    lines = csv.DictReader(io.StringIO(text), delimiter=";" if ";" in text.partition("\n")[0] else ",")
    rows = [*lines, *new]
    for row in rows:
        change(row)
    out = io.StringIO()
    writer = csv.DictWriter(out, lines.fieldnames or (), restval="", delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    path.write_bytes(out.getvalue().encode("utf-8-sig"))


def cell(at: str, column: str, value: str, key: str = "hex") -> Callable[[Row], None]:
    def change(row: Row) -> None:
        if row[key] == at:
            row[column] = value

    return change


def bare(game: Game) -> Game:
    """Apart from the hash, which an overlay changes by being there."""
    return dataclasses.replace(game, content_hash="")


# ---- listing


@pytest.mark.parametrize("folder", GAMES)
def test_every_weak_hex_and_counter_of_the_game_is_listed(folder: str):
    """Told from the linked game, not from the files."""
    game, listed = load(SOURCE / folder), {file.name: file for file in missing_data(SOURCE / folder)}
    for sheet in game.maps:
        name = next(name for name in listed if name.endswith("/hexes.csv") and sheet.hexes.keys()
                    & {row.key[0] for row in listed[name].rows})  # fmt: skip
        rows = {row.key[0]: row for row in listed[name].rows}
        for number, hex_ in sheet.hexes.items():
            evidence = hex_.evidence.get("terrain") or hex_.evidence[""]
            weak = "terrain" in rows[number].evidence if number in rows else False
            assert weak == (evidence.tag in WEAK), number
    rows = {row.key[0]: row for row in listed["counters.csv"].rows}
    for counter in game.counters.values():
        evidence = counter.evidence.get("movement") or counter.evidence[""]
        weak = "movement" in rows[counter.id].evidence if counter.id in rows else False
        assert weak == (evidence.tag in WEAK and counter.at(max(counter.steps, 1)).movement is not None), counter.id


def test_what_the_book_prints_is_not_listed():
    files = {file.name: file for file in missing_data(SOURCE / "glorys_end")}
    assert "tables/limits.csv" not in files
    crt = {row.key[0] for row in files["tables/crt.csv"].rows}
    assert len(crt) == 35, "two of the 37 results stand in the book"
    sides = {row.key for row in files["map/hexsides.csv"].rows}
    assert ("1520", "1620", "meuse-line") not in sides and len(sides) == 947
    assert files["map/hexsides.csv"].counts() == {Tag.DEDUCED: 16, Tag.COMPUTED: 213, Tag.CHOSEN: 718}


def test_an_overlay_leaves_less_to_ask(tmp_path: Path):
    before = next(f for f in missing_data(SOURCE / "glorys_end") if f.name == "map/hexes.csv")
    fill(written("glorys_end", tmp_path) / "map/hexes.csv", cell("2534", "printed", "yes"))
    after = next(f for f in missing_data(SOURCE / "glorys_end", tmp_path) if f.name == "map/hexes.csv")
    assert {row.key for row in before.rows} - {row.key for row in after.rows} == {("2534",)}


# ---- what is written


@pytest.mark.parametrize("folder, delimiter", [*((folder, ",") for folder in GAMES), ("glorys_end", ";")])
def test_unfilled_tables_say_nothing(folder: str, delimiter: str, tmp_path: Path):
    written(folder, tmp_path, delimiter)
    plain = load(SOURCE / folder)
    assert lint(SOURCE / folder, overlay=tmp_path) == lint(SOURCE / folder)
    assert bare(load(SOURCE / folder, overlay=tmp_path)) == bare(plain)


@pytest.mark.parametrize("folder", GAMES)
def test_a_spreadsheet_leaves_the_keys_whole(folder: str, tmp_path: Path):
    """No key looks like a date, a time, a formula or a number of another form; hex numbers may lose their zeros."""
    files = missing_data(SOURCE / folder)
    write_missing(folder, files, tmp_path)
    for file in files:
        path, keys = tmp_path / file.name, file.key
        for row in csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))):
            assert not [row[key] for key in keys if MANGLED.fullmatch(row[key])], path
            assert not [text for text in row.values() if text[:1] in tuple("=+-@")], path


def test_lost_zeros_are_given_back(tmp_path: Path):
    path = written("tutorial", tmp_path) / "map/hexes.csv"

    def as_number(row: Row) -> None:
        row["hex"] = str(int(row["hex"]))

    fill(path, as_number)
    assert bare(load(SOURCE / "tutorial", overlay=tmp_path)) == bare(load(SOURCE / "tutorial"))
    assert {d.code for d in lint(SOURCE / "tutorial", overlay=tmp_path)} == {"hex-zeros"}


def test_nothing_that_is_there_is_overwritten(tmp_path: Path):
    (tmp_path / "map").mkdir()
    (tmp_path / "map/hexes.csv").write_text("hex,terrain\n0101,forest\n")
    done = write_missing("tutorial", missing_data(SOURCE / "tutorial"), tmp_path)
    assert [path.name for path in done.kept] == ["hexes.csv"]
    assert (tmp_path / "map/hexes.csv").read_text() == "hex,terrain\n0101,forest\n"
    again = write_missing("tutorial", missing_data(SOURCE / "tutorial"), tmp_path)
    assert again.written == () and len(again.kept) == len(done.written) + 1


def test_a_file_in_the_way_is_named(tmp_path: Path):
    (tmp_path / "map").write_text("")
    with pytest.raises(BadInput) as bad:
        write_missing("tutorial", missing_data(SOURCE / "tutorial"), tmp_path)
    assert str(bad.value.diagnostics[0]) == f"{tmp_path / 'map'}: is in the way of what is to be written"


def test_the_page_says_how_and_does_not_count(tmp_path: Path):
    text = (written("tutorial", tmp_path) / "README.md").read_text(encoding="utf-8")
    assert "--overlay FOLDER" in text and "(none)" in text and "printed" in text
    before = load(SOURCE / "tutorial", overlay=tmp_path).content_hash
    (tmp_path / "README.md").unlink()
    assert load(SOURCE / "tutorial", overlay=tmp_path).content_hash == before


# ---- filled in


def test_one_cell_is_the_owners_and_no_other(tmp_path: Path):
    fill(written("glorys_end", tmp_path) / "map/hexes.csv", cell("2534", "terrain", "mountain"))
    plain, game = load(SOURCE / "glorys_end"), load(SOURCE / "glorys_end", overlay=tmp_path)
    found = game.maps[0].hexes["2534"]
    assert (found.terrain, found.evidence["terrain"].tag) == ("mountain", Tag.OWNER)
    before = plain.maps[0].hexes["2534"]
    assert (found.owner, found.evidence[""]) == (before.owner, before.evidence[""])
    assert {n for n, h in game.maps[0].hexes.items() if h != plain.maps[0].hexes[n]} == {"2534"}
    assert game.full_version != plain.full_version


def test_none_empties_a_cell(tmp_path: Path):
    plain = load(SOURCE / "glorys_end").maps[0].hexes["2532"]
    assert (plain.place, plain.features) == ("Noyon", ("town",))
    path = written("glorys_end", tmp_path) / "map/hexes.csv"
    fill(path, cell("2532", "features", "(none)"))
    found = load(SOURCE / "glorys_end", overlay=tmp_path).maps[0].hexes["2532"]
    assert (found.place, found.features, found.evidence["features"].tag) == ("Noyon", (), Tag.OWNER)
    fill(path, cell("2532", "terrain", "(none)"))
    assert {d.code for d in lint(SOURCE / "glorys_end", overlay=tmp_path)} >= {"cell-empty"}


def test_printed_owns_or_removes_a_river(tmp_path: Path):
    path = written("glorys_end", tmp_path) / "map/hexsides.csv"
    fill(path, cell("2932", "printed", "yes", "a"))
    fill(path, cell("1011", "printed", "no", "a"))
    plain, game = load(SOURCE / "glorys_end").maps[0], load(SOURCE / "glorys_end", overlay=tmp_path).maps[0]
    gone = {side for side in plain.sides if side.a == "1011"}
    assert gone and not gone & game.sides.keys()
    for side, things in game.sides.items():
        for thing, before in zip(things, plain.sides[side]):
            assert (thing.evidence.tag is Tag.OWNER) == (side.a == "2932"), side
            assert side.a == "2932" or thing == before


def test_a_printed_row_is_the_owners_in_every_column(tmp_path: Path):
    fill(written("glorys_end", tmp_path) / "counters.csv", cell("de-4-corps", "printed", "yes", "id"))
    plain, game = load(SOURCE / "glorys_end"), load(SOURCE / "glorys_end", overlay=tmp_path)
    corps, before = game.counters["de-4-corps"], plain.counters["de-4-corps"]
    assert corps.values == before.values and corps.attributes == before.attributes
    assert {evidence.tag for evidence in corps.evidence.values()} == {Tag.OWNER}


def test_what_is_not_there_cannot_be_taken_away(tmp_path: Path):
    path = written("glorys_end", tmp_path) / "map/hexsides.csv"
    fill(path, lambda row: None, {"a": "2534", "b": "2535", "kind": "river", "printed": "no"})
    assert {d.code for d in lint(SOURCE / "glorys_end", overlay=tmp_path)} == {"overlay-row"}


def test_a_river_that_we_lack_is_a_new_row(tmp_path: Path):
    path = written("glorys_end", tmp_path) / "map/hexsides.csv"
    fill(path, lambda row: None, {"a": "2534", "b": "2535", "kind": "river", "printed": "yes"})
    sides = load(SOURCE / "glorys_end", overlay=tmp_path).maps[0].sides
    assert [(t.kind, t.evidence.tag) for s, things in sides.items() for t in things if s == ("2534", "2535")] == [
        ("river", Tag.OWNER)
    ]


def test_a_set_up_is_corrected_in_its_table(tmp_path: Path):
    path = written("tutorial", tmp_path) / "scenarios/crossing.csv"
    fill(path, cell("blue-2", "at", "0201", "what"))
    fill(path, cell("red-2", "printed", "no", "what"))
    fill(path, cell("blue-1", "printed", "yes", "what"))
    plain, game = (load(SOURCE / "tutorial", overlay=over).scenarios["crossing"] for over in (None, tmp_path))
    before, after = ({p.what: p for p in scenario.placements} for scenario in (plain, game))
    assert before.keys() - after.keys() == {"red-2"}
    assert (after["blue-2"].place, after["blue-2"].evidence.tag) == ("0201", Tag.OWNER)
    assert (after["blue-1"].place, after["blue-1"].evidence.tag) == (before["blue-1"].place, Tag.OWNER)
    assert after["red-1"] == before["red-1"]


def test_a_set_up_table_names_its_faults(tmp_path: Path):
    path = tmp_path / "scenarios/crossing.csv"
    path.parent.mkdir()
    path.write_text("list,what,nth,at,turn,printed\nplacements,red-1,1,0301,3,\nplacements,red-9,1,,,no\n"
                    "arrivals,red-2,1,,,\nplacement,red-1,2,0101,,\n")  # fmt: skip
    found = lint(SOURCE / "tutorial", overlay=tmp_path)
    assert {d.code for d in found} >= {"overlay-column", "overlay-row", "value-list"}
    assert {d.span.line for d in found if d.span.path.endswith("crossing.csv")} == {2, 3, 4, 5}


def test_comments_belong_to_overlays_alone(tmp_path: Path):
    import shutil

    folder = tmp_path / "game"
    shutil.copytree(SOURCE / "tutorial", folder)
    path = folder / "map/hexes.csv"
    path.write_text(path.read_text().replace("hex,terrain", "hex,# terrain", 1))
    assert "column-unknown" in {d.code for d in lint(folder)}
