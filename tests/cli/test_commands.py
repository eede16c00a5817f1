"""Every command: a good run, and bad input told in a line with exit code 2."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.cli import COMMANDS

PATTERN = Path(__file__).resolve().parents[2] / "source" / "tutorial"


def test_help_lists_every_command_and_near_misses_are_offered(run):
    code, out, _ = run("--help")
    assert code == 0 and all(f"  {name} " in out for name in COMMANDS)
    code, _, err = run("chek")
    assert code == 2 and "did you mean 'check'" in err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(run, name):
    code, out, _ = run(name, "--help")
    assert code == 0
    assert "Example" in out and f"hexwright {name}" in out


# ---- sources


def test_lint(run, tmp_path):
    assert run("lint", "tutorial")[:2] == (0, "clean\n")
    code, out, _ = run("lint", "tutorial", "--json")
    assert code == 0 and json.loads(out)["diagnostics"] == []
    case = tmp_path / "a.case"
    case.write_text("case a\ngame tutorial\ngivn X: 1\n", encoding="utf-8")
    code, out, _ = run("lint", case)
    assert code == 1 and "a.case:3" in out and "did you mean 'given'" in out


@pytest.mark.parametrize("command", ["lint", "build", "sheets", "map", "counters", "gpids", "rules"])
def test_a_wrong_game_is_named_with_its_near_miss(run, command):
    code, out, err = run(command, "glory-end")
    assert code == 2
    assert "no game 'glory-end' (did you mean 'glorys-end'?)" in out + err


def test_build(run, tmp_path):
    code, out, err = run("build", "tutorial", "-o", tmp_path, "--json", "--fresh")
    told = json.loads(out)
    assert code == 0 and Path(told["module"]).stat().st_size == told["bytes"]
    assert "draw counters" in err and set(told["stages"]) >= {"plan", "write", "verify"}


def test_build_twice_gives_the_same_bytes(run, tmp_path):
    run("build", "tutorial", "-o", tmp_path / "a")
    run("build", "tutorial", "-o", tmp_path / "b", "--fresh")
    first, second = (next((tmp_path / name).glob("*.vmod")).read_bytes() for name in "ab")
    assert first == second


def test_sheets(run, tmp_path):
    code, out, _ = run("sheets", "tutorial", "-o", tmp_path, "--paper", "letter", "--size", "20", "--json")
    told = json.loads(out)
    assert code == 0 and told["paper"] == "Letter" and told["size_mm"] == 20 and told["pages"] == 2
    assert Path(told["sheet"]).read_bytes().startswith(b"%PDF")
    code, _, err = run("sheets", "tutorial", "-o", tmp_path, "--size", "500")
    assert code == 2 and "500 mm do not fit A4" in err


def test_pictures(run, tmp_path):
    assert run("map", "tutorial", "-o", tmp_path, "--px", "40")[0] == 0
    assert run("map", "tutorial", "-o", tmp_path, "--px", "40", "--svg")[0] == 0
    assert run("map", "tutorial", "-o", tmp_path, "--px", "40", "--scenario", "crossing", "--around", "0202")[0] == 0
    assert run("counters", "tutorial", "-o", tmp_path, "--px", "40")[0] == 0
    made = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert {"tutorial-main.png", "tutorial-main.svg", "tutorial-crossing.png", "blue-1-2.png"} <= made
    code, _, err = run("map", "tutorial", "-o", tmp_path, "--scenario", "crosing")
    assert code == 2 and "did you mean 'crossing'" in err
    assert run("map", "tutorial", "-o", tmp_path, "--around", "0202")[0] == 2


def test_gpids(run):
    assert run("gpids", "tutorial")[:2] == (0, "every piece has its number\n")


def test_lint_tells_what_the_pictures_can_not_show(run, tmp_path):
    folder = tmp_path / "mine"
    assert run("new", folder)[0] == 0
    game, hexes = folder / "game.yaml", folder / "map" / "hexes.csv"
    game.write_text(game.read_text(encoding="utf-8").replace("terrain: [", "terrain: [lava, "), encoding="utf-8")
    first, row, rest = hexes.read_text(encoding="utf-8").split("\n", 2)
    cells = row.split(",")
    cells[1] = "lava"
    hexes.write_text("\n".join((first, ",".join(cells), rest)), encoding="utf-8")
    code, out, _ = run("lint", folder)
    assert code == 0 and "'lava' has no look" in out and "hexes.csv:2" in out


def test_new_game_is_clean_and_nothing_is_overwritten(run, tmp_path):
    folder = tmp_path / "My_Game"
    code, out, _ = run("new", folder)
    copied = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    assert code == 0 and len(out.splitlines()) == len(copied)
    assert copied == {path.relative_to(PATTERN) for path in PATTERN.rglob("*") if path.is_file()}
    assert "\nid: my-game\nname: My Game\n" in (folder / "game.yaml").read_text(encoding="utf-8")
    assert run("lint", folder)[0] == 0
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    code, _, err = run("new", folder)
    assert code == 2 and "not empty; nothing was written" in err
    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    (tmp_path / "file").write_text("x")
    assert run("new", tmp_path / "file")[0] == 2
    assert run("new", tmp_path / "---")[0] == 2


def test_a_game_below_source_is_known_by_its_name_with_hyphen_or_underscore(run, tmp_path, monkeypatch):
    for name in ("my-game", "your_game"):
        assert run("new", tmp_path / "source" / name)[0] == 0
    monkeypatch.chdir(tmp_path)
    for name in ("my-game", "my_game", "your-game", "your_game"):
        assert run("lint", name)[:2] == (0, "clean\n")


# ---- rules


def test_explain_and_rules(run):
    code, out, _ = run("explain", "12.1.a")
    assert code == 0 and out.startswith("12.1.a")
    assert run("explain", "glorys-end", "12.1.a")[1] == out
    assert json.loads(run("explain", "12.1.a", "--json")[1])["text"] + "\n" == out
    assert run("explain", "99.99")[0] == 2
    code, out, _ = run("rules", "glorys-end", "--json")
    told = json.loads(out)
    assert code == 0 and sum(told["counts"].values()) == len(told["rules"]) > 100


def test_judge(run, tmp_path):
    case = tmp_path / "a.case"
    text = "case a\ngame glorys-end\nrules 12.1.b\nexpect neighbours 1520: 1519 1521 1420 1421 1620 1621\n"
    case.write_text(text, encoding="utf-8")
    code, out, _ = run("judge", case)
    assert code == 0 and out.startswith("a: holds\n  neighbours 1520: 1420 1421 1519 1521 1620 1621\n")
    case.write_text(text.replace("1621\n", "1622\n"), encoding="utf-8")
    assert run("judge", case)[0] == 1
    assert run("judge", tmp_path / "none.case")[0] == 2
    assert run("judge", tmp_path)[0] == 2
    case.write_bytes(b"\xff\xfe\x00")
    code, _, err = run("judge", case)
    assert code == 2 and "not UTF-8" in err


# ---- recorded games


def test_check_tells_findings_by_its_exit_code(run, log, tmp_path):
    page = tmp_path / "report.html"
    code, out, _ = run("check", log, "--json", "--html", page)
    told = json.loads(out)
    loud = [(v["outcome"], v["rule"]) for a in told["actions"] for v in a["verdicts"] if v["outcome"] != "legal"]
    assert code == 1 and told["game"] == "glorys-end" and told["played_on_ours"]
    assert loud == [("ILLEGAL", "12.1.a")]
    assert "12.1.a" in run("check", log)[1]
    assert "<html" in page.read_text(encoding="utf-8")
    code, _, err = run("check", log, "--trust", "chozen")
    assert code == 2 and "chosen" in err


@pytest.mark.parametrize(
    ("stage", "line"),
    [
        ("split", "step 1: "),
        ("decode", "  moves French"),
        ("interpret", "short.vlog#3."),
        ("settle", "short.vlog#3"),
        ("recognise", "allied move fr-18-corps 3631-3530-3431"),
    ],
)
def test_each_stage_is_shown(run, log, stage, line):
    code, out, _ = run("check", log, "--stage", stage)
    assert code == 0 and any(line in one for one in out.splitlines())


def test_an_undone_step_is_settled_away(run, log):
    """The example takes back its first drag of fr-18-corps: the events have it, the settled steps do not."""
    events = run("check", log, "--stage", "interpret")[1]
    settled = run("check", log, "--stage", "settle")[1]
    assert "fr-18-corps, path 3631-3531" in events and "fr-18-corps, path 3631-3531" not in settled


def test_record(run, tmp_path, made):
    script = tmp_path / "s.case"
    code, out, _ = run("record", made / "short.case", "-o", tmp_path / "deep" / "a.vlog", "--json")
    assert code == 0 and json.loads(out)["bytes"] > 1000
    assert (tmp_path / "deep" / "a.vlog").read_bytes() == (made / "short.vlog").read_bytes()
    script.write_text("case a\ngame glorys-end\nscenario marn\n", encoding="utf-8")
    code, _, err = run("record", script, "-o", tmp_path / "b.vlog")
    assert code == 2 and "did you mean 'marne'" in err and not (tmp_path / "b.vlog").exists()


def test_examine(run, module, log, tmp_path):
    assert run("examine", module)[:2] == (0, "outcome in VASSAL 3.7.26: silent; 0 found\n")
    code, out, _ = run("examine", log, "--json")
    assert code == 0 and json.loads(out)["found"] == []
    broken = tmp_path / "broken.vmod"
    broken.write_bytes(module.read_bytes()[:5000])
    code, out, _ = run("examine", broken, "--json")
    assert code == 1 and json.loads(out)["outcome"] == "fatal"


@pytest.mark.parametrize("command", ["check", "dump", "examine"])
def test_what_cannot_be_opened_is_named(run, command, tmp_path):
    """Nothing there, a folder, no zip, a zip with nothing of VASSAL's in it."""
    code, _, err = run(command, tmp_path / "none.vlog")
    assert code == 2 and "none.vlog" in err
    assert run(command, tmp_path)[0] == 2
    text = tmp_path / "text.vlog"
    text.write_text("no zip", encoding="utf-8")
    code, out, err = run(command, text)
    assert code == (1 if command == "examine" else 2) and "not a zip file" in out + err


def test_a_folder_that_refuses_is_named(run, tmp_path, log):
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    for words in (("build", "tutorial", "-o", file), ("sheets", "tutorial", "-o", file), ("demo", "-o", file)):
        code, _, err = run(*words)
        assert code == 2 and "file" in err
    code, _, err = run("sheets", "tutorial", "-o", file / "below")
    assert code == 2 and "file" in err
    code, _, err = run("check", log, "--html", file / "a.html")
    assert code == 2 and "file" in err
    assert file.read_text(encoding="utf-8") == "x"


def test_demo_says_where_the_results_lie(run, tmp_path):
    code, out, err = run("demo", "-o", tmp_path)
    assert code == 0
    assert sum(line.startswith("[") for line in err.splitlines()) == 5
    for name in ("glorys-end-0.1.0.vmod", "glorys-end-counters-A4.pdf", "marne.vlog", "report.html"):
        assert str(tmp_path / name) in out and (tmp_path / name).stat().st_size > 1000


def test_a_map_is_drawn_as_svg_png_and_pdf_at_the_size_of_counters(run, tmp_path):
    import pypdfium2

    assert run("map", "tutorial", "-o", tmp_path, "--format", "svg", "--px", "40")[0] == 0
    assert (tmp_path / "tutorial-main.svg").read_text(encoding="utf-8").startswith("<svg")
    assert run("map", "tutorial", "-o", tmp_path, "--counter", "1/2in")[0] == 0
    assert (tmp_path / "tutorial-main.png").read_bytes().startswith(b"\x89PNG")
    for size, inches in (("1/2in", 0.5), ("5/8in", 0.625), ("12.7mm", 0.5)):
        assert run("map", "tutorial", "-o", tmp_path, "--format", "pdf", "--counter", size)[0] == 0
        wide, _ = pypdfium2.PdfDocument((tmp_path / "tutorial-main.pdf").read_bytes())[0].get_size()
        hexes = 0.5 + 2 * 3**0.5 / 2 + 2 / 3**0.5 + 2.5  # left margin, three columns of flat tops, right margin
        assert abs(wide - hexes * inches / 0.75 * 72) < 1  # a counter is three quarters of a hex
    for wrong in (["--counter", "huge"], ["--counter", "3in"], ["--paper", "a4"]):
        assert run("map", "tutorial", "-o", tmp_path, *wrong)[0] == 2
