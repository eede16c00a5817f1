"""hexwright moves: cases, saves and logs; the table, JSON, pictures and the map page; bad input in lines."""

from __future__ import annotations

import io
import json

import pytest
from PIL import Image

CASE = """\
case ford
game glorys-end
map blank clear
when turn 8, german, operational-movement
given G = German infantry XXX, steps 3, mf 2, at 2934
given F = French infantry XX, 3-3-4, steps 2, at 2932
given terrain 2935: forest
case other
game tutorial
scenario crossing
when turn 1, blue, movement
"""


@pytest.fixture
def case(tmp_path):
    path = tmp_path / "ford.case"
    path.write_text(CASE, encoding="utf-8")
    return path


def test_the_table(run, case):
    code, out, _ = run("moves", case, "G", "--sums")
    lines = out.splitlines()
    assert code == 0 and lines[0] == "G, 3 steps in 2934: turn 8, german, operational-movement"
    assert "  2935     2  2934-2935" in lines and "              2934-2935: forest 2; 2 in all" in lines
    assert "movement points: 2" in lines and any(line.startswith("  2932") and "march" in line for line in lines)


def test_json_says_the_same(run, case):
    code, out, _ = run("moves", case, "G", "--json")
    told = json.loads(out)
    assert code == 0 and told["allowance"] == 2 and told["unit"] == "G"
    by = {m["to"]: m for m in told["moves"]}
    assert by["2935"]["points"] == 2 and by["2935"]["sum"] == ["2934-2935: forest 2; 2 in all"] and by["2935"]["may"]
    assert all(m["points"] == len(m["path"]) - 1 for to, m in by.items() if "2935" not in m["path"])


def test_the_case_that_has_the_unit_is_taken(run, case):
    code, out, _ = run("moves", case, "blue-1")
    assert code == 0 and "3 hexes in reach" in out and "odds 1:1" in out
    code, out, _ = run("moves", case, "blue-1", "--case", "ford")
    assert code == 2


def test_pictures(run, case, tmp_path):
    code, _, err = run("moves", case, "blue-1", "--png", tmp_path / "a.png", "--svg", tmp_path / "a.svg", "--px", 40)
    assert code == 0 and "a.png" in err
    picture = Image.open(io.BytesIO((tmp_path / "a.png").read_bytes()))
    assert picture.width > 100 and picture.height > 100
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert text.startswith("<svg") and "data:image/png" in text and 'id="hex-0101"' in text


def test_the_map_page_opens_with_the_position(run, case, tmp_path):
    code, _, _ = run("moves", case, "blue-1", "--html", tmp_path / "m.html")
    text = (tmp_path / "m.html").read_text(encoding="utf-8")
    assert code == 0 and '"open":{"scenario":"position","hex":"0101"}' in text
    assert "blue-1 may go" in text and "blue-1 may attack" in text


def test_a_log_after_a_step(run, log):
    """The 18th corps went one hex, took that back and went two: two of its four points are left (3431 is clear)."""
    code, out, _ = run("moves", log, "fr-18-corps", "--json")
    start = json.loads(out)
    assert code == 0 and start["place"] == "3631" and start["allowance"] == 4
    after = {}
    for step in range(1, 12):
        code, out, err = run("moves", log, "fr-18-corps", "--at", step, "--json")
        if code:
            assert "the log ends with step" in err
            break
        after[step] = json.loads(out)
    places = [told["place"] for told in after.values()]
    assert "3531" in places and places[-1] == "3431"
    assert len(after[max(after)]["moves"]) < len(start["moves"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("GG",), "no unit is called 'GG'"),
        (("G", "--case", "fjord"), "did you mean 'ford'?"),
        (("G", "--at", "3"), "--at is for a log"),
    ],
)
def test_bad_input_in_lines(run, case, words, said):
    code, _, err = run("moves", case, *words)
    assert code == 2 and said in err and "Traceback" not in err


def test_a_case_of_a_game_without_rules(run, tmp_path, monkeypatch):
    path = tmp_path / "x.case"
    path.write_text("case x\ngame tutorial\n", encoding="utf-8")
    monkeypatch.setattr("builder.make.moves.rules_of", lambda game: None)
    code, _, err = run("moves", path, "x")
    assert code == 2 and "names no rule set" in err
