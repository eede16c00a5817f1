"""hexwright cut: positions and shortened logs, nothing overwritten."""

from __future__ import annotations

import json

from builder.make.check import check
from builder.vassal.saves import read_log, read_save


def test_a_position_is_cut_out_and_read_back(run, log, tmp_path):
    steps = sum(1 for _ in read_log(log).steps)
    out = tmp_path / "fix.vsav"
    code, said, _ = run("cut", log, "--at", 1, "-o", out, "--json")
    assert code == 0 and json.loads(said) == {"schema": 1, "file": str(out), "step": 1, "notes": []}
    save = read_save(out)
    assert save.ended and len(save.pieces) == len(read_log(log).save.pieces)
    assert save.moduledata == read_log(log).save.moduledata
    # before step 1 is the start
    assert run("cut", log, "--before", 1, "-o", tmp_path / "a.vsav")[0] == 0
    assert run("cut", log, "--at", 0, "-o", tmp_path / "b.vsav")[0] == 0
    assert read_save(tmp_path / "a.vsav").text == read_save(tmp_path / "b.vsav").text
    code, _, err = run("cut", log, "--at", steps + 1, "-o", tmp_path / "c.vsav")
    assert code == 2 and f"the log has {steps}" in err and not (tmp_path / "c.vsav").exists()


def test_a_shortened_log_is_judged_as_far_as_it_goes(run, log, tmp_path):
    steps = sum(1 for _ in read_log(log).steps)
    out = tmp_path / "short.vlog"
    assert run("cut", log, "--upto", steps - 6, "-o", out)[:2] == (0, f"{out}\n")
    assert sum(1 for _ in read_log(out).steps) == steps - 6
    assert check(log).illegal and not check(out).illegal  # the last six hexes are the move too far


def test_nothing_is_overwritten_and_one_cut_is_asked_for(run, log, tmp_path):
    mine = tmp_path / "mine.vsav"
    mine.write_bytes(b"mine")
    code, _, err = run("cut", log, "--at", 1, "-o", mine)
    assert code == 2 and "mine.vsav" in err and mine.read_bytes() == b"mine"
    assert run("cut", log, "-o", tmp_path / "x.vsav")[0] == 2
    assert run("cut", log, "--at", 1, "--upto", 2, "-o", tmp_path / "x.vsav")[0] == 2


def test_a_folder_that_is_not_there_is_made(run, samples, tmp_path):
    code, _, err = run(
        "cut", samples / "logs" / "L01-single-moves.vlog", "--at", "2", "-o", tmp_path / "new" / "a.vsav"
    )
    assert code == 0 and not err and (tmp_path / "new" / "a.vsav").is_file()
