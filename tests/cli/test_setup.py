"""`hexwright setup check`: exit codes, text and JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.make.opening import open_game
from tests.make.saves import Table, moved


@pytest.fixture(scope="module")
def broken(tmp_path_factory) -> Path:
    """A Marne with a corps in another hex."""
    folder = tmp_path_factory.mktemp("setup")
    return Table(open_game("glorys-end")).save(folder, "marne", moved("fr-9-corps", "3330"))


def test_a_clean_start_of_a_log(run, log):
    code, out, _ = run("setup", "check", log)
    assert code == 0 and out.rstrip().endswith("clean")
    code, out, _ = run("setup", "check", log, "--json")
    told = json.loads(out)
    assert code == 0 and told["scenario"] == "marne" and told["breaches"] == [] and told["units"] > 40


def test_a_breach_is_named_with_rule_piece_and_place(run, broken):
    code, out, _ = run("setup", "check", broken)
    assert code == 1 and out.startswith("16.2.b  fr-9-corps: stands in 3330, not in 3230") and "1 breach(es)" in out
    code, out, _ = run("setup", "check", broken, "--json")
    (breach,) = json.loads(out)["breaches"]
    assert code == 1 and (breach["rule"], breach["piece"], breach["place"]) == ("16.2.b", "fr-9-corps", "3330")


def test_what_is_no_set_up_is_told(run, broken, module, tmp_path):
    code, _, err = run("setup", "check", broken, "--scenario", "marn")
    assert code == 2 and "did you mean 'marne'" in err
    code, _, err = run("setup", "check", module)
    assert code == 2 and "this is a module" in err
    code, _, err = run("setup", "check", broken, "--game", "tutorial")
    assert code == 2 and "no rules of its set-ups" in err
