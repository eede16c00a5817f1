"""House rules and rulings: what they change, what they say first, and every fault in them."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from builder.make.check import check
from builder.make.house import House, as_agreed, read_house, read_rulings
from builder.make.opening import open_game, rules_of
from builder.make.record import record_file
from builder.model import BadInput
from builder.report.verdicts import as_json, text

SCRIPT = """\
case short "one move too far"
game glorys-end
scenario marne
when turn 8, allied, operational-movement
do move fr-11-corps 3229-3328-3428-3427-3426-3425-3424
"""


@pytest.fixture(scope="module")
def log(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    (folder / "a.case").write_text(SCRIPT, encoding="utf-8")
    record_file(folder / "a.case", folder / "a.vlog")
    return folder / "a.vlog"


@pytest.fixture
def folder(log, tmp_path) -> Path:
    shutil.copy(log, tmp_path / "a.vlog")
    return tmp_path


def house(folder: Path, content: str) -> Path:
    path = folder / "house.yaml"
    path.write_text(content, encoding="utf-8")
    return path


def step_of(report) -> int:
    (verdict,) = report.illegal
    return verdict.refs[0].step


def test_rules_that_are_not_played_say_nothing(folder):
    assert [v.rule.id for v in check(folder).illegal] == ["12.1.a"]
    report = check(folder, house=house(folder, "not-played: [12.1]\nbid: two points to the French\n"))
    assert not report.illegal and not report.suspect
    assert list(text(report))[:2] == ["house rule, not played: 12.1", "house rule, bid: two points to the French"]
    assert as_json(report)["house"] == list(report.house.lines())


def test_what_consent_allows_is_never_proven(folder):
    report = check(folder, house=house(folder, "agreed: [12.1.a]\n"))
    assert not report.illegal and [v.rule.id for v in report.suspect] == ["12.1.a"]
    assert "unless agreed" in str(report.suspect[0])


def test_a_changed_number_is_judged_by_and_shown(folder):
    """The corps has four points and spends more over six hexes; where clear hexes cost nothing it does not."""
    changed = "values:\n  - {table: terrain, row: clear, column: movement, value: 0, why: a fast game}\n"
    report = check(folder, house=house(folder, changed))
    assert "house rule, changed: terrain clear movement is 0 (a fast game)" in list(text(report))
    told = [v for v in report.verdicts if v.rule.id == "12.1.a"]
    assert told and not report.illegal


def test_faults_of_house_rules_come_all_at_once(folder):
    game = open_game("glorys-end")
    path = house(folder, "not-played: [99.1]\ntake-back: {policy: perhaps}\nvalues:\n"
                 "  - {table: terain, row: clear, column: movement, value: 1}\n"
                 "  - {table: terrain, row: clea, column: movement, value: 1}\nbidd: x\ngame: tgwie\n")  # fmt: skip
    with pytest.raises(BadInput) as caught:
        read_house(path, game, rules_of(game))
    found = {d.code: str(d) for d in caught.value.diagnostics}
    assert {"house-rule", "value-policy", "house-table", "house-row", "key-unknown"} <= found.keys()
    assert "did you mean 'terrain'" in found["house-table"] and "house.yaml:4:" in found["house-table"]
    assert "did you mean 'bid'" in found["key-unknown"]


def test_nothing_agreed_changes_nothing(folder):
    report = check(folder)
    assert as_agreed(report.verdicts, House("")) == report.verdicts


def test_a_ruling_stands_beside_its_verdict(folder):
    step = step_of(check(folder))
    digest = hashlib.sha256((folder / "a.vlog").read_bytes()).hexdigest()
    path = folder / "rulings.yaml"
    ruled = (f"- {{log: a.vlog, sha256: {digest[:16]}, step: {step}, rule: 12.1.a, ruling: allowed, "
                    "reason: a slip that both saw, by: Anna}\n"
                    "- {log: a.vlog, step: 1, rule: 6.1.a, ruling: upheld, reason: no such verdict}\n"
                    "- {log: b.vlog, step: 1, rule: 6.1.a, ruling: upheld, reason: no such log}\n")  # fmt: skip
    path.write_text(ruled, encoding="utf-8")
    report = check(folder, rulings=path)
    assert report.illegal and not report.findings  # the verdict stays; nothing is left to answer for
    assert "    ruling: allowed by Anna: a slip that both saw" in list(text(report))
    assert sum(note.code == "ruling-unused" for note in report.notes) == 2
    told = [v for action in as_json(report)["actions"] for v in action["verdicts"] if "ruling" in v]
    assert told and told[0]["ruling"]["by"] == "Anna"


def test_a_ruling_on_another_file_is_told(folder):
    step = step_of(check(folder))
    path = folder / "rulings.yaml"
    path.write_text(f"- {{log: a.vlog, sha256: '{'0' * 64}', step: {step}, rule: 12.1.a, ruling: void, reason: x}}\n",
                    encoding="utf-8")  # fmt: skip
    report = check(folder, rulings=path)
    assert [note.code for note in report.notes] == ["ruling-log"] and report.findings


def test_faults_of_rulings(folder):
    path = folder / "rulings.yaml"
    path.write_text("- {log: a.vlog, step: one, rule: 12.1.a, ruling: maybe}\n", encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        read_rulings(path)
    assert {d.code for d in caught.value.diagnostics} == {"value-int", "value-ruling", "key-missing"}


def test_a_roll_that_was_taken_back_against_the_agreement(samples, tmp_path):
    """L05 takes back three rolls; the policy is what decides whether that is told."""
    from builder.make.house import breaches
    from builder.vassal.rolls import rolls_of
    from builder.vassal.saves import read_log

    undone = [r for r in rolls_of("L05", read_log(samples / "logs" / "L05-dice-undo.vlog")) if r.undone]
    assert len(breaches(House("", take_back="until-roll"), undone)) == 3
    assert not breaches(House("", take_back="free"), undone) and not breaches(House(""), undone)
    first = breaches(House("", take_back="never"), undone)[0]
    assert "2d6 = 4 3" in first.headline  # as the engine shows it: what was given up is the matter


def test_moves_that_were_taken_back_where_nothing_may_be(samples):
    """L04: of its 14 steps two moves stay at the end; never means moves too, until-roll means dice alone."""
    from builder.make.house import breaches
    from builder.vassal.saves import read_log
    from builder.vassal.undo import undone_steps

    steps = {"L04": tuple(sorted(undone_steps(read_log(samples / "logs" / "L04-move-undo.vlog").steps)))}
    found = breaches(House("", take_back="never"), (), steps)
    assert found and [one.headline.split()[1] for one in found] == list(map(str, steps["L04"]))
    assert not breaches(House("", take_back="until-roll"), (), steps)
