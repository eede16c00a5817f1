"""What a director reads first: player turns with dice, losses and hexes taken; the first illegal act; rule by rule."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from builder.cli import main
from builder.make.check import CheckReport, check
from builder.make.record import record_file
from builder.report import summary
from builder.report.html import page, sum_rows

SCRIPT = """\
case battle "a march assault, then a move too far, by either side"
game glorys-end
scenario marne
when turn 8, allied, operational-movement
do move fr-5r-grp+fr-m-div 2936-2935
do attack fr-5r-grp+fr-m-div 2934 kind=ma roll=6
do lose de-4r-corps steps=1
do retreat de-4r-corps 2934-2933
do lose fr-m-div steps=1
do advance fr-5r-grp+fr-m-div 2935-2934
do move fr-11-corps 3229-3328-3428-3427-3426-3425-3424
when turn 8, german, operational-movement
do move de-2-corps 3133-3132
do move de-18-corps 3124-3123
"""
HOUSE = "bid: <b>two</b> points\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("summary")
    (made / "battle.case").write_text(SCRIPT, encoding="utf-8")
    record_file(made / "battle.case", made / "game" / "battle.vlog")
    (made / "game" / "house.yaml").write_text(HOUSE, encoding="utf-8")
    return made / "game"


@pytest.fixture(scope="module")
def report(folder) -> CheckReport:
    return check(folder, house=folder / "house.yaml")


def test_player_turns(report):
    allied, german = summary.turns_of(report)
    assert (allied.turn.when.turn, allied.turn.when.side) == (8, "allied")
    assert dict(allied.verbs) == {"move": 2, "attack": 1, "lose": 2, "retreat": 1, "advance": 1}
    assert [die.value for die in allied.dice] == ["6"] and not german.dice
    assert {(x.unit, x.side, x.steps, x.gone) for x in allied.losses} == {
        ("de-4r-corps", "german", 1, False), ("fr-m-div", "allied", 1, False)}  # fmt: skip
    assert ("2934", "german", "allied") in {(t.place, t.before or "german", t.after) for t in allied.taken}
    assert not german.losses and dict(german.verbs) == {"move": 2}
    assert allied.outcomes["ILLEGAL"] == 1


def test_lines(report):
    lines = list(summary.text(report))
    assert lines[0] == "house rule, bid: <b>two</b> points"
    assert lines[1].startswith("first illegal act: battle.vlog#") and "12.1.a  move fr-11-corps" in lines[1]
    assert any(line.startswith("turn 8, allied: 2 move, 2 lose, 1 attack") for line in lines)
    assert "  dice       6" in lines and "  losses     german 1 step" in lines
    first = next(i for i, line in enumerate(lines) if line.startswith("rule "))
    examined = sum(1 for v in report.verdicts if v.rule.id == "12.1.a")
    assert lines[first + 1].split()[:4] == ["12.1.a", str(examined), "1", "0"]  # findings stand on top


def test_json(report):
    told = json.loads(json.dumps(summary.as_json(report)))
    assert told["first_illegal"]["rule"] == "12.1.a" and told["house"] == ["house rule, bid: <b>two</b> points"]
    assert [(t["turn"], t["side"]) for t in told["turns"]] == [(8, "allied"), (8, "german")]
    assert told["rules"]["12.1.a"]["ILLEGAL"] == 1
    assert sum(r["examined"] for r in told["rules"].values()) == len(report.verdicts)
    assert {s["unit"] for s in told["turns"][0]["losses"]} == {"de-4r-corps", "fr-m-div"}


def test_points_follow_the_rule_set(report):
    """Where the game counts points they are those of its own reckoning after the player turn."""
    allied, _ = summary.turns_of(report)
    scores = {s.side: s for s in report.story.referee.score(allied.turn.after)}
    assert {s.side: s.total for s in allied.points} == {side: s.total for side, s in scores.items()}


def test_a_sum_that_fails_costs_no_report(report):
    class Broken:
        def score(self, _position):
            raise KeyError("vp")

    crippled = replace(report, story=replace(report.story, referee=Broken()))
    assert all(not turn.points for turn in summary.turns_of(crippled))
    assert "Player turn by player turn" in page(crippled)


def test_the_page(report, folder):
    text = page(report)
    assert "<b>two</b>" not in text and "&lt;b&gt;two&lt;/b&gt;" in text
    assert text.index("What the players agreed") < text.index("The first illegal act") < text.index('id="findings"')
    assert "data:image/png;base64," in text and 'class="finding ILLEGAL"' in text
    for goal in set(re.findall(r'href="#(\w+)"', text)):
        assert f'id="{goal}"' in text
    assert not re.search(r'(?:src|href)="https?:', text)


def test_the_page_of_a_game_without_findings(tmp_path):
    (tmp_path / "a.case").write_text("\n".join(SCRIPT.splitlines()[:5]) + "\n", encoding="utf-8")
    record_file(tmp_path / "a.case", tmp_path / "a.vlog")
    text = page(check(tmp_path / "a.vlog"))
    assert "every action that was examined is legal" in text and "<figure>" not in text


def test_a_ruling_stands_beside(folder, report, tmp_path):
    for file in folder.iterdir():
        shutil.copy(file, tmp_path / file.name)
    step = report.illegal[0].refs[0].step
    (tmp_path / "rulings.yaml").write_text(
        f"- {{log: battle.vlog, step: {step}, rule: 12.1.a, ruling: allowed, reason: agreed <i>, by: TD}}\n", "utf-8"
    )
    ruled = page(check(tmp_path, rulings=tmp_path / "rulings.yaml"))
    assert "Ruling: allowed by TD." in ruled and "agreed &lt;i&gt;" in ruled


def test_the_addition_as_columns(report):
    rows = sum_rows(report.illegal[0])
    assert [row.what for row in rows][:2] == ["3229-3328", "3328-3428"] and rows[0].total == "1 in all"


def test_the_command(folder, capsys):
    def run(*words) -> tuple[int, str]:
        with pytest.raises(SystemExit) as left:
            main([*map(str, words)])
        return int(left.value.code or 0), capsys.readouterr().out

    code, out = run("check", folder, "--summary")
    assert code == 1 and "first illegal act" in out and "turn 8, german" in out
    code, out = run("check", folder, "--summary", "--json")
    assert code == 1 and json.loads(out)["turns"][0]["side"] == "allied"
