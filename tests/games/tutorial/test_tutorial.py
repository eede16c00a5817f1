"""The tutorial game: its pages run, its catalogue agrees, and a log of it is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.games.tutorial import RULES
from builder.model import Announced, LogRef, Moment, Moved, TurnSet, announce
from builder.model.notation import expand
from builder.rules.cases import run_case
from builder.rules.judge import Referee, judge
from builder.rules.options import options
from builder.rules.pages import coverage, read_pages
from builder.rules.ruleset import Given
from builder.rules.setup import start_of_scenario
from builder.sources.compiling import load

SOURCE = Path(__file__).resolve().parents[3] / "source" / "tutorial"
pages = read_pages(SOURCE / "rules")
examples = [full for page in pages for entry in page.entries for case in entry.cases for full in expand(case)]


@pytest.fixture(scope="module")
def tutorial():
    return load(SOURCE)


@pytest.mark.parametrize("case", examples, ids=lambda case: case.id)
def test_examples_of_the_page(case, tutorial):
    result = run_case(case, tutorial, RULES)
    assert result.ok, str(result)


def test_catalogue_checks_and_pages_agree(tutorial):
    found = coverage(tutorial, RULES, pages)
    assert not found.faults, "\n".join(map(str, found.faults))
    assert found.checked == 6


def test_a_log_is_read_and_judged_by_the_board_in_play(tutorial):
    position, values = start_of_scenario(tutorial, tutorial.scenarios["crossing"], RULES)
    position = position.at_moment(Moment(1, "blue", "movement"))
    events = (
        Moved(LogRef("t.vlog", 1), "blue", "blue-1", ("0101", "0201")),
        Moved(LogRef("t.vlog", 2), "blue", "blue-2", ("0102", "0202")),  # into the enemy
        TurnSet(LogRef("t.vlog", 3), "blue", Moment(1, "blue", "movement"), Moment(1, "blue", "combat")),
        Announced(LogRef("t.vlog", 4), "blue", announce("battle", by="blue-1", at="0202", die="6")),
    )
    played = RULES.recognise(events, position.state, tutorial)
    judged = list(judge(played, position, tutorial, RULES, Given(values=values, played=True)))
    assert [action.verb for action, _, _ in judged] == ["move", "move", "end-phase", "attack"]
    found = [v for _, _, verdicts in judged for v in verdicts if v.finding != "legal"]
    assert [(v.rule.id, v.outcome, str(v.refs[0])) for v in found] == [("2.2", "ILLEGAL", "t.vlog#2")]


def test_where_a_unit_may_go_and_whom_it_may_attack(tutorial):
    """blue-1 has two points: 0102 costs one, 0201 and 0203 two; red stands in 0202 and 0301 (rules 2.1, 2.2, 3.1)."""
    position, values = start_of_scenario(tutorial, tutorial.scenarios["crossing"], RULES)
    position = position.at_moment(Moment(1, "blue", "movement"))
    found = options(position.state.units["blue-1"], position, Referee(tutorial, RULES, Given(values=values)))
    assert {o.place: o.proposal.points.value for o in found.goals} == {"0102": 1, "0201": 2, "0203": 2}
    assert {(o.place, o.proposal.note) for o in found.attacks if o.may} >= {
        ("0202", "from 0101"),
        ("0301", "from 0201"),
    }
    assert all(str(o.odds.value) == "1:1" for o in found.attacks)
