"""The judge: streams, strength, crash isolation, the ledger, and how rulings gather their reasons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.model import (
    Action,
    Answer,
    BadInput,
    Evidence,
    Finding,
    GameState,
    LogRef,
    Moment,
    Need,
    Reason,
    Strength,
    Tag,
    Unit,
)
from builder.rules.judge import judge, strength_of
from builder.rules.position import Ledger, Played, Position, Scope
from builder.rules.ruleset import Given, Stated, Verb, fact_key, load_ruleset, named
from builder.rules.ruling import Unknown, illegal, legal, require, undecided
from tests.rules.tiny import GAME, RULES

CLEAR = Given(map="blank", terrain="clear")


def unit(id: str, place: str, *marks: str) -> Unit:
    return Unit(id, "red", "ruritania", "infantry", "XX", place, 1, 1, marks=frozenset(marks))


MOVING = Moment(1, "red", "moving")


def board(*units: Unit, when: Moment = MOVING) -> GameState:
    state = GameState(when=when)
    for one in units:
        state = state.with_unit(one)
    return state


def test_judge_yields_one_by_one_and_applies_what_is_illegal():
    taken = []

    def actions():
        for path in ("AB", "BC", "CD"):
            taken.append(path)
            yield Action("move", ("F",), tuple(path))

    start = Position(board(unit("F", "A"), unit("G", "B"), unit("H", "B")))
    stream = judge(actions(), start, GAME, RULES, CLEAR)
    _, before, verdicts = next(stream)
    assert taken == ["AB"] and before is start
    assert [(v.rule.id, v.finding) for v in verdicts] == [("1.1", "illegal"), ("1.2", "legal")]
    _, before, verdicts = next(stream)
    assert before.state.units["F"].place == "B"
    assert [v.rule.id for v in verdicts if v.finding is Finding.ILLEGAL] == ["1.3"]
    assert verdicts[-1].outcome == "SUSPECT" and verdicts[-1].unless_consent


def test_a_played_action_brings_the_log_board_and_the_ledger_is_carried():
    first = Played(
        Action("move", ("F",), ("A", "B"), refs=(LogRef("x", 3),)), board(unit("F", "A")), board(unit("F", "C"))
    )
    moved = board(unit("F", "C"), unit("G", "C"), unit("H", "C"))
    second = Played(Action("move", ("F",), ("C", "B")), moved, moved)
    (_, before, verdicts), (_, later, again) = judge([first, second], Position(), GAME, RULES, CLEAR)
    assert before.state.units["F"].place == "A" and verdicts[0].refs == (LogRef("x", 3),)
    assert later.state is moved  # the log's table, not what the verb would have made
    assert "1.3" in [v.rule.id for v in again]  # and yet the ledger knows that F moved


def test_a_new_player_turn_in_the_log_clears_what_ended():
    turn = board(unit("F", "B"), when=Moment(1, "blue", "moving"))
    stream = judge(
        [
            Played(Action("move", ("F",), ("A", "B")), board(unit("F", "A")), turn),
            Played(Action("move", ("F",), ("B", "A")), turn, turn),
        ],
        Position(),
        GAME,
        RULES,
        CLEAR,
    )
    assert [[v.rule.id for v in verdicts] for _, _, verdicts in stream] == [["1.1", "1.2"], ["1.1", "1.2"]]


def test_a_crashing_check_or_effect_is_a_finding_and_the_run_goes_on():
    mist = replace(CLEAR, values={fact_key("mist", ("B",)): Stated("yes")})
    stream = list(
        judge(
            [Action("stumble"), Action("move", ("F",), ("A", "B")), Action("move", ("F",), ("B", "C"))],
            Position(board(unit("F", "A"))),
            GAME,
            RULES,
            mist,
        )
    )
    (stumbled,) = stream[0][2]
    assert (stumbled.finding, stumbled.rule.id) == (Finding.UNCHECKED, "verb.stumble")
    assert "ZeroDivisionError" in stumbled.message
    assert [(v.rule.id, v.finding) for v in stream[1][2]][-1] == ("2.1", "unchecked")
    assert "lost in the mist" in stream[1][2][-1].message
    assert stream[2][1].state.units["F"].place == "B"


def test_facts_are_made_once_a_position():
    made = []
    counted = replace(RULES, facts=lambda *a: made.append(a) or RULES.facts(*a))
    list(
        judge(
            [Action("move", ("F",), ("A", "B")), Action("nothing")],
            Position(board(unit("F", "A"))),
            GAME,
            counted,
            CLEAR,
        )
    )
    assert len(made) == 1


def test_marks_of_the_turn_end_with_it():
    end = Verb("go", "go", "", lambda a, p: p.at_moment(Moment(1, "blue", "moving")))
    rules = replace(RULES, verbs=named(end), checks=())
    actions = [Action("go"), Action("go")]
    start = Position(board(unit("F", "A", "moved", "tired")))
    (_, _, _), (_, after, _) = judge(actions, start, GAME, rules, CLEAR)
    assert after.state.units["F"].marks == {"tired"}


# ---------------------------------------------------------------- strength


def reason(tag: Tag) -> Reason:
    return Reason("r", 1, Evidence(tag))


@pytest.mark.parametrize(
    ("ruling", "action", "trusted", "strength"),
    [
        (legal("m", reason(Tag.SEEN), reason(Tag.BOOK)), Action("move"), frozenset(), Strength.PROVEN),
        (legal("m", reason(Tag.CHOSEN)), Action("move"), frozenset(), Strength.ASSUMED),
        (legal("m", reason(Tag.CHOSEN)), Action("move"), frozenset({Tag.CHOSEN}), Strength.PROVEN),
        (legal("m", reason(Tag.BOOK), reading="r"), Action("move"), frozenset(), Strength.ASSUMED),
        (illegal("m", reason(Tag.BOOK)), Action("move", inferred=True), frozenset(), Strength.INFERRED),
        (illegal("m", inferred=True), Action("move"), frozenset(), Strength.INFERRED),
    ],
)
def test_strength(ruling, action, trusted, strength):
    assert strength_of(ruling, action, trusted) is strength


def test_rulings_gather_reasons_and_needs_once_and_unknown_answers_undecide():
    known = Answer(3, (reason(Tag.BOOK), reason(Tag.SEEN)))
    missing = Answer(0, (reason(Tag.BOOK),), (Need("crt.csv", "3:1", "4"),))
    assert legal("m", known, known, reason(Tag.SEEN)).facts == (reason(Tag.BOOK), reason(Tag.SEEN))
    open_ = illegal("m", known, missing)
    assert (open_.finding, open_.needs) == (Finding.UNDECIDED, missing.needs)
    assert undecided("m", missing).needs == missing.needs
    assert require(known) == 3
    with pytest.raises(Unknown):
        require(missing)


# ---------------------------------------------------------------- ledger


def test_ways_join_and_remember_where_a_unit_set_out():
    ledger = Ledger().with_way("F", ("A", "B")).with_way("F", ("B", "C")).with_way("F", ())
    assert ledger.ways["F"] == ("A", "B", "C") and ledger.started["F"] == "A"


def test_the_ledger_clears_by_scope():
    full = (
        Ledger()
        .with_way("F", ("A", "B"))
        .with_acted("F", "move", "ma")
        .with_sum("rail", 3)
        .with_sum("rail", 2)
        .with_owed("F", 2)
        .with_note(Scope.PHASE, ("p",), "1")
        .with_note(Scope.TURN, ("t",), "2")
        .with_note(Scope.GAME, ("g",), "3")
        .with_past(Moment(1), "control", ("A",), "red")
        .recorded(Action("move"))
    )
    assert full.sums["rail"] == 5 and full.has_acted("F", "ma") and full.has_acted("F") and not full.has_acted("G")
    phase = full.at_moment(Moment(1, "red", "moving"), Moment(1, "red", "fighting"))
    assert (phase.note("p"), phase.note("t"), phase.note("g"), len(phase.ways)) == ("", "2", "3", 0)
    assert phase.has_acted("F") and next(iter(phase.done)).verb == "move"
    turn = phase.at_moment(Moment(1, "red", "fighting"), Moment(1, "blue", "moving"))
    assert (turn.note("t"), turn.note("g"), turn.has_acted("F"), len(turn.sums)) == ("", "3", False, 0)
    assert turn.owed["F"] == 2 and [p.value for p in turn.past("control", "A")] == ["red"]
    assert "F" not in turn.with_owed("F", 0).owed


# ---------------------------------------------------------------- rule sets


def test_sides_are_equal_both_ways_but_numbered_ones_stay():
    assert fact_key("side", ("B|A",)) == fact_key("side", ("A|B",))
    assert fact_key("side", ("W5|1",)) == ("side", ("W5|1",))
    given = Given({fact_key("side", ("A|B",)): Stated("river"), fact_key("side", ("C|D",)): Stated("lake")})
    assert given.get("side", "B|A") == "river" and given.get("side", "B|C") is None
    assert dict(given.all("side")) == {("A|B",): "river", ("C|D",): "lake"}


def test_a_rule_set_is_loaded_by_name():
    assert load_ruleset("tests.rules.tiny:RULES") is RULES
    for where, said in (
        ("tests.rules.tiny", "names no rule set"),
        ("tests.rules.tinny:RULES", "no module 'tests.rules.tinny'"),
        ("tests.rules.tiny:RULEZ", "did you mean 'RULES'"),
        ("tests.rules.tiny:GAME", "holds no rule set 'GAME'"),
    ):
        with pytest.raises(BadInput, match=said):
            load_ruleset(where)
    with pytest.raises(ValueError, match="two entries"):
        named(Verb("a", "", "", None), Verb("a", "", "", None))
