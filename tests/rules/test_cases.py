"""Cases run against a tiny rule set: what passes, and that everything that must fail does, with an account."""

from __future__ import annotations

import pytest

from builder.model import BadInput, Finding, Moment, Strength
from builder.model.notation import Time, expand, parse
from builder.rules.cases import judge_case, run_cases
from builder.rules.setup import moment_of, start_of
from tests.rules.tiny import GAME, RULES


def results(text: str):
    return run_cases(parse(text, "x.case"), GAME, RULES)


def only(text: str):
    (result,) = results(text)
    return result


PASSING = """
case A "ways and stacks"
rules 1.1, 1.2
map blank clear
when turn 1, red, moving
given F = Ruritanian infantry XX, steps 2, at H1
given G = ru-1, at H3
given terrain H2: forest
do move F H1-H2-H3
expect legal 1.1, 1.2
expect cost F: 3
expect units H3: G F
variant b "a third unit"
given K = Freedonian infantry XX, at H3
expect illegal 1.1
expect units H3: F K G
variant c "too far"
given terrain H2: mountain
given terrain H3: mountain
expect illegal 1.2
expect suspect 1.2

case B "twice, agreed"
rules 1.3
map blank clear
given F = infantry, at A
do m1: move F A-B
do m2: move F B-A
expect @m2 illegal 1.3 unless consent
expect @m1 legal 1.2

case C "unknown ground"
rules 1.2, 2.1
map blank
given F = infantry, at A
do move F A-B
expect undecided hexes.csv B terrain
do lose F
expect undecided reading-of 2.1 reading legal
expect lost: F
expect cost F: unknown

case D "what was and what is"
scenario dawn
given control 0101 0102: blue
earlier (turn 1 red-end) was 0101: blue
earlier (turn 1 blue) was 0101: red
expect control 0102: blue
expect control 0104: blue
expect was 0101: red blue
expect bread red: 3
expect units 0101: ru-1

case E "a phase ends between actions"
rules 3.1
map blank clear
when turn 1, red, moving
given F = infantry, at A
do move F A-B
when turn 1, red, fighting
expect legal 3.1.a
"""


def test_cases_that_hold():
    found = results(PASSING)
    assert [r.case.id for r in found] == ["A", "A.b", "A.c", "B", "C", "D", "E"]
    assert [str(r) for r in found if not r.ok] == []


def test_the_end_of_a_phase_is_an_action_and_the_moment_moves_after_it():
    case = expand(parse(PASSING)[4])[0]
    move, end = judge_case(case, GAME, RULES)
    assert str(end.action) == "end-phase turn=1 phase=moving"
    assert end.before.state.when == Moment(1, "red", "moving")
    assert end.after.state.when == Moment(1, "red", "fighting")
    assert "F" in move.after.ledger.ways and "F" not in end.after.ledger.ways
    assert end.after.ledger.has_acted("F", "move")  # the same player turn


MOVE = "map blank clear\ngiven F = infantry, at A\ndo m: move F A-B\n"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("expect illegal 1.1", "expected illegal 1.1"),
        ("expect suspect 1.2", "expected suspect 1.2"),
        ("expect legal 1.3", "no check of 1.3 spoke"),
        ("expect undecided", "expected undecided"),
        ("expect legal 1.1, 1.3", "expected legal 1.1, 1.3: 1.3"),
        ("expect @m cost F: 2", "expected cost F: 2 after @m"),
        ("expect units B: none", "came: F"),
        (
            "given terrain B: mountain\ngiven terrain A: mountain\ngiven mist B: yes",
            "check 'no_march_ends_in_mist' crash",
        ),
    ],
)
def test_what_does_not_hold_fails_with_its_account(lines, said):
    result = only(f"case A\n{MOVE}{lines}\n")
    assert not result.ok
    assert said in str(result)


def test_an_account_shows_message_sum_and_facts():
    result = only(f"case A\n{MOVE}expect illegal 1.1\n")
    assert str(result) == (
        "x.case:1:1: A: not as expected\n"
        "x.case:5:8: expected illegal 1.1\n"
        "    came: legal 1.1 (proven) of 'move F A-B': 1 units of 2 at most\n"
        "              0 + 1 = 1\n"
        "              units there: 1 (seen)"
    )


TOO_MANY = (
    "map blank clear\ngiven F = infantry, at A\ngiven G = infantry, at B\ngiven H = infantry, at B\ndo move F A-B\n"
)


def test_an_unannounced_finding_of_a_listed_rule_fails_of_others_only_when_asked():
    assert "nobody announced" in str(only(f"case A\nrules 1.1\n{TOO_MANY}expect cost F: 1\n"))
    assert only(f"case A\nrules 1.2\n{TOO_MANY}expect cost F: 1\n").ok
    assert not only(f"case A\nrules 1.2\n{TOO_MANY}expect only\n").ok
    assert only(f"case A\nrules 1.2\n{TOO_MANY}expect only\nexpect illegal 1.1\n").ok


def test_consent_is_part_of_the_finding():
    twice = "map blank clear\ngiven F = infantry, at A\ndo move F A-B\ndo move F B-A\n"
    assert not only(f"case A\n{twice}expect illegal 1.3\n").ok
    assert only(f"case A\n{twice}expect suspect 1.3 unless consent\n").ok
    assert not only(f"case A\n{twice}expect illegal 1.1 unless consent\n").ok


def test_what_cannot_be_linked_comes_all_at_once_and_stops_no_other_case():
    bad, good = results(
        """case A
when turn 1, redd, moving
scenario down
given F = Ruritanian infantri, at 0101
given G = ru-1, at 0109
given K = ru-1, at 0101, steps 3
given L = ru-1, at 0101, mf x
given terain 0101: clear
earlier (turn 9 nobody) was 1: x
do move F 0101-0102
case B
map blank clear
given F = infantry, at A
do move F A-B
expect legal 1.1
"""
    )
    assert good.ok
    assert [str(d) for d in bad.diagnostics] == [
        "x.case:3:1: no scenario is called 'down' (did you mean 'dawn'?)",
        "x.case:2:1: 'redd' is neither a side nor a phase (did you mean 'red'?)",
        "x.case:4:7: 'F' has the unknown word 'infantri' (did you mean 'infantry'?)",
        "x.case:5:7: 'G' stands on no place of the map: '0109' (did you mean '0104'?)",
        "x.case:6:7: 'K' has 2 steps at most, not 3",
        "x.case:7:7: mf of 'L' is no number: 'x'",
        "x.case:8:7: no predicate is called 'terain' (did you mean 'terrain'?)",
        "x.case:9:1: 'nobody' is neither a side nor a phase\n    help: sides: blue, red; phases: moving, fighting",
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("do moove F 0101-0102", "3:4: 'moove' is no verb (did you mean 'move'?)"),
        ("do move G 0101-0102", "no unit is called 'G'"),
        ("do move F 0101-0105", "'0105' is no place of the map"),
        ("expect mist 0101: yes", "'mist' can only be stated, not asked"),
        ("expect terain 0101: clear", "'terain' is no predicate (did you mean 'terrain'?)"),
        ("expect legal 1.9", "no rule '1.9' in the catalogue"),
        ("rules 3, 3.1, 4", "no rule '4' in the catalogue"),
    ],
)
def test_faults_of_actions_and_expectations(line, said):
    result = only(f"case A\ngiven F = ru-1, at 0101\n{line}\n")
    assert [said in str(d) for d in result.diagnostics] == [True]


def test_on_the_real_map_facts_carry_their_evidence_into_the_strength():
    text = "case A\ngiven F = ru-1, at 0101\ndo move F 0101-0102\ndo move F 0102-0103\ndo move F 0103-0104\n"
    steps = judge_case(parse(text)[0], GAME, RULES)
    ways = [next(v for v in step.verdicts if v.rule.id == "1.2") for step in steps]
    assert [(v.finding, v.strength) for v in ways] == [
        (Finding.LEGAL, Strength.ASSUMED),  # the forest is our choice
        (Finding.LEGAL, Strength.PROVEN),  # the mountain stands in the book
        (Finding.UNDECIDED, Strength.PROVEN),
    ]
    assert [str(n) for n in ways[2].needs] == ["hexes.csv:0104:terrain"]


def test_a_piece_is_read_from_counter_or_words():
    text = """case A
map blank clear
given F = ru-1, steps 1, mf 3, at A, tired
given G = Sylvanian cavalry XX big, steps 2/3, attack 6, in box Dead
given H = red infantry 2-3-4, strength 5, at B
"""
    (case,) = parse(text)
    start = start_of(case, GAME, RULES)
    units = start.position.state.units
    f, g, h = units["F"], units["G"], units["H"]
    assert (f.counter, f.steps, f.full_steps, f.side, f.marks) == ("ru-1", 1, 2, "red", {"tired"})
    assert (f.at_steps().attack, f.at_steps().movement) == (2, 3)
    assert (g.side, g.nation, g.type, g.size, g.name, g.place) == ("blue", "sylvania", "cavalry", "XX", "big", "Dead")
    assert (g.steps, g.full_steps, g.at_steps().attack, len(g.values)) == (2, 3, 6, 3)
    assert (h.side, h.nation, str(h.at_steps())) == ("red", "", "2-3-4")
    assert start.given.get("strength", "H") == "5"


def test_a_scenario_sets_the_table_with_marks_steps_and_moment():
    (case,) = parse("case A\nscenario dawn\ngiven X = sy-1, at 0102\n")
    start = start_of(case, GAME, RULES)
    state = start.position.state
    assert state.when == Moment(1, "red", "moving")
    assert (state.units["ru-1"].steps, state.units["ru-1"].marks) == (1, {"tired"})
    assert "sy-1" not in state.units and state.units["X"].place == "0102"  # one counter, one place
    assert str(start.given.answer("bread", "red").reasons[0]) == "bread red: 3 (book:9.1)"


def test_turn_labels_and_ends_of_player_turns():
    assert moment_of(Time("1915-06-T1", ("red",)), GAME) == Moment(2, "red", "")
    assert moment_of(Time("1", ("red-end",)), GAME) == Moment(1, "red", "end")
    with pytest.raises(BadInput, match="no turn is called '1915-06-T2'"):
        moment_of(Time("1915-06-T2"), GAME)
