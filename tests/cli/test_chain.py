"""hexwright chain, and what check makes of a folder: the order of play, faults in a line, each step counted once."""

from __future__ import annotations

import json
import shutil
import zipfile

import pytest

from builder.make.check import check
from builder.make.inputs import log_files
from builder.vassal.cutting import cut_at, shortened
from builder.vassal.saves import log_text, read_log, write_game

A, B, C = "L17a-chain-red.vlog", "L17b-chain-blue.vlog", "L17c-chain-red.vlog"


@pytest.fixture
def logs(samples):
    return samples / "logs"


def faults(run, *words) -> dict[str, list[str]]:
    code, out, _ = run("chain", *words, "--json")
    found: dict[str, list[str]] = {}
    for one in json.loads(out)["faults"]:
        found.setdefault(one["code"], []).append(one["headline"])
    assert code == int(any(code != "chain-players" and code != "chain-repeated" for code in found))
    return found


def test_a_whole_chain(run, logs):
    code, out, _ = run("chain", logs / C, logs / A, logs / B)
    assert code == 0 and out.splitlines()[-1] == "whole"
    assert [line.split()[0] for line in out.splitlines()[:3]] == [A, B, C]
    assert "Blue player (Blue) came" in out and "blue-id" not in out  # an id is a password


def test_each_broken_chain_at_its_first_piece(run, logs, samples):
    module = ("--module", samples / "modules" / "hexmini.vmod")
    (edited,) = faults(run, logs / A, logs / B, logs / "L18c-broken-chain-red.vlog", *module)["chain-edited"]
    assert "3 piece(s)" in edited and "Red 3, left in Main Map 0304, now in Main Map 0707" in edited
    (fork,) = faults(run, logs / A, logs / B, logs / C, logs / "L18d-broken-chain-half.vlog", *module)["chain-fork"]
    assert "after step 2" in fork
    assert "chain-other-game" in faults(run, logs / A, logs / B, logs / "L18e-new-game-instead.vlog", *module)
    assert "L17a" in faults(run, logs / A, logs / C, *module)["chain-gap"][0]


def test_zip_archives_and_folders(run, logs, tmp_path):
    with zipfile.ZipFile(tmp_path / "turns.zip", "w") as archive:
        for name in (C, A, B):
            archive.write(logs / name, f"mail/{name}")
    code, out, _ = run("chain", tmp_path / "turns.zip")
    assert code == 0 and [line.split()[0] for line in out.splitlines()[:3]] == [A, B, C]
    for number, name in ((2, B), (10, C), (1, A)):
        shutil.copy(logs / name, tmp_path / f"game {number}.vlog")
    (tmp_path / "turns.zip").unlink()
    assert [file.name for file in log_files(tmp_path)] == ["game 1.vlog", "game 2.vlog", "game 10.vlog"]
    code, _, err = run("chain", tmp_path / "none")
    assert code == 2 and "none" in err
    (tmp_path / "empty").mkdir()
    code, _, err = run("chain", tmp_path / "empty")
    assert code == 2 and "no .vlog file" in err


def test_a_log_given_twice_is_judged_once(run, log, tmp_path):
    copy = tmp_path / "copy.vlog"
    shutil.copy(log, copy)
    alone, both = check(log), check([log, copy])
    steps = sum(1 for _ in read_log(log).steps)
    assert (alone.steps, both.steps) == (steps, steps)
    assert len(both.illegal) == len(alone.illegal) == 1
    code, out, _ = run("check", log, copy)
    assert code == 1 and "a second recording" in out


def test_a_log_cut_in_two_is_judged_as_one(run, log, tmp_path):
    """The first half as a log, the second begins at the position there: the same actions and verdicts."""
    whole = read_log(log)
    steps = list(whole.steps)
    at = len(steps) - 6  # before the last move, which goes too far
    data = {"savedata": whole.save.savedata, "moduledata": whole.save.moduledata}
    write_game(tmp_path / "b.vlog", shortened(whole, at), **data)
    write_game(tmp_path / "a.vlog", log_text(cut_at(whole, at).text, steps[at:]), **data)
    code, out, _ = run("chain", tmp_path / "a.vlog", tmp_path / "b.vlog")
    assert code == 0 and out.splitlines()[0].startswith("b.vlog")
    found, one = check(tmp_path), check(log)
    assert [str(action) for action, _ in found.judged] == [str(action) for action, _ in one.judged]
    assert [v.rule.id for v in found.illegal] == [v.rule.id for v in one.illegal] == ["12.1.a"]
