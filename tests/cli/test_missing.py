"""An owner's afternoon: the tables written, one hex corrected in a spreadsheet, and every command follows."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from PIL import Image, ImageChops

CASE = """\
case owner "five hexes and a river"
game glorys-end
rules 12.1.a
map real
when turn 8, german, operational-movement
given G = German infantry XXX, steps 3, mf 4, at 2535
do move G 2535-2534-2533-2532
"""
HEX = "2534"


def filled(path: Path, cells: dict[tuple[str, ...], dict[str, str]], keys: int) -> None:
    """The table with some cells filled, saved with semicolons."""
    text = path.read_text(encoding="utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=";" if ";" in text.partition("\n")[0] else ","))
    head = rows[0]
    for row in rows[1:]:
        for column, value in cells.get(tuple(row[:keys]), {}).items():
            row[head.index(column)] = value
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows(rows)
    path.write_bytes(out.getvalue().encode("utf-8-sig"))


@pytest.fixture
def overlay(run, tmp_path: Path) -> Path:
    folder = tmp_path / "ours"
    code, out, _ = run("missing", "glorys-end", "--write", folder)
    assert code == 0 and "README.md there says how" in out
    return folder


def test_the_list_counts_by_file_and_evidence(run, tmp_path: Path):
    code, out, _ = run("missing", "glorys-end")
    assert code == 0 and "map/hexsides.csv" in out and "947 rows" in out and "data that an owner could settle" in out
    code, out, _ = run("missing", "glorys-end", "--json", "--write", tmp_path / "a")
    told = json.loads(out)
    sides = next(file for file in told["files"] if file["file"] == "map/hexsides.csv")
    assert sides["rows"] == 947 and sides["data"] == {"deduced": 16, "computed": 213, "chosen": 718}
    assert {Path(path).name for path in told["written"]} >= {"hexsides.csv", "README.md"}
    assert told["kept"] == []


def test_written_twice_keeps_what_was_filled(run, overlay: Path):
    filled(overlay / "map/hexes.csv", {(HEX,): {"terrain": "mountain"}}, 1)
    before = (overlay / "map/hexes.csv").read_bytes()
    code, _, err = run("missing", "glorys-end", "--write", overlay)
    assert code == 0 and "hexes.csv is there already and stays as it is" in err
    assert (overlay / "map/hexes.csv").read_bytes() == before


def test_semicolons_where_they_are_asked_for(run, tmp_path: Path):
    run("missing", "tutorial", "--write", tmp_path, "--semicolon")
    assert (tmp_path / "map/hexes.csv").read_text(encoding="utf-8-sig").startswith("hex;terrain;# terrain;")


def test_the_referee_follows(run, overlay: Path, tmp_path: Path):
    case = tmp_path / "owner.case"
    case.write_text(CASE, encoding="utf-8")
    assert "legal 12.1.a" in run("judge", case)[1]
    filled(overlay / "map/hexes.csv", {(HEX,): {"terrain": "mountain"}}, 1)
    told = run("judge", case, "--overlay", overlay)[1]
    assert "SUSPECT 12.1.a" in told, "the other two hexes and the river are still ours"
    assert "terrain 2534: mountain (owner)" in told
    filled(overlay / "map/hexes.csv", {("2533",): {"printed": "yes"}, ("2532",): {"printed": "yes"}}, 1)
    filled(overlay / "map/hexsides.csv", {("2532", "2533", "major-river"): {"printed": "yes"}}, 3)
    told = run("judge", case, "--overlay", overlay)[1]
    assert "ILLEGAL 12.1.a" in told and "side 2532|2533: major-river (owner)" in told


def test_the_drawing_follows(run, overlay: Path, tmp_path: Path):
    from builder.art.layout import layout
    from builder.sources import find_game, load

    filled(overlay / "map/hexes.csv", {(HEX,): {"terrain": "mountain"}}, 1)
    drawn = []
    for name, extra in (("plain", ()), ("owned", ("--overlay", overlay))):
        assert run("map", "glorys-end", "-o", tmp_path / name, "--px", "24", *extra)[0] == 0
        drawn.append(Image.open(next((tmp_path / name).glob("*.png"))).convert("RGB"))
    x, y = layout(load(find_game("glorys-end")).maps[0], 24).centre(HEX)
    changed = ImageChops.difference(*drawn)
    assert changed.crop((int(x) - 6, int(y) - 6, int(x) + 6, int(y) + 6)).getbbox(), "the hex is drawn otherwise"
    left, top, right, bottom = changed.getbbox()
    assert x - 60 < left and right < x + 60 and y - 60 < top and bottom < y + 60, "nothing changes far from it"


def test_the_drawing_as_text_follows(run, overlay: Path, tmp_path: Path):
    filled(overlay / "map/hexes.csv", {(HEX,): {"terrain": "mountain"}}, 1)
    texts = []
    for name, extra in (("plain", ()), ("owned", ("--overlay", overlay))):
        assert run("map", "glorys-end", "-o", tmp_path / name, "--svg", *extra)[0] == 0
        texts.append(next((tmp_path / name).glob("*.svg")).read_text(encoding="utf-8"))
    assert texts[0] != texts[1]


def test_the_module_follows(run, tmp_path: Path):
    overlay = tmp_path / "ours"
    run("missing", "tutorial", "--write", overlay)
    filled(overlay / "map/hexes.csv", {("0101",): {"terrain": "forest"}}, 1)
    told = []
    for name, extra in (("plain", ()), ("owned", ("--overlay", overlay))):
        code, out, _ = run("build", "tutorial", "-o", tmp_path / name, "--json", *extra)
        assert code == 0
        told.append(json.loads(out))
    assert told[0]["version"] != told[1]["version"]
    assert Path(told[0]["module"]).read_bytes() != Path(told[1]["module"]).read_bytes()


def test_every_command_that_opens_a_game_takes_an_overlay(run, overlay: Path, made: Path, tmp_path: Path):
    for words in (
        ("lint", "glorys-end"),
        ("missing", "glorys-end"),
        ("gpids", "glorys-end"),
        ("sheets", "glorys-end", "-o", tmp_path),
        ("counters", "glorys-end", "-o", tmp_path, "--px", "24"),
        ("record", made / "short.case", "-o", tmp_path / "a.vlog"),
    ):
        code, out, err = run(*words, "--overlay", overlay)
        assert code == 0, (words, out, err)
    code, out, _ = run("check", made / "short.vlog", "--overlay", overlay)
    assert code in (0, 1) and "12.1.a" in out
    assert run("check", made / "short.vlog", "--overlay", overlay, "--stage", "recognise")[0] == 0


def test_a_new_counter_of_the_owner_gets_a_number_of_its_own(run, tmp_path: Path):
    overlay = tmp_path / "ours"
    overlay.mkdir()
    head = "id,side,nation,designation,name,type,steps,movement,attack_1,defence_1\n"
    (overlay / "counters.csv").write_text(head + "blue-3,blue,blue,3,Third Division,infantry,1,4,1,1\n")
    code, out, err = run("gpids", "tutorial", "--overlay", overlay, "--write")
    assert (code, out.splitlines()[0]) == (0, "100000,slot,slot:blue-3"), err
    assert "100000,slot,slot:blue-3" in (overlay / "gpids.csv").read_text(encoding="utf-8")
    assert run("build", "tutorial", "-o", tmp_path, "--overlay", overlay)[0] == 0
    assert run("gpids", "tutorial")[0] == 0, "the game's own table is untouched"
