"""The notation: three games' examples, what is printed reads back equal, every fault at once with its place."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.model import Action, BadInput, Span
from builder.model.notation import (
    Case,
    DoLine,
    EarlierLine,
    ExpectLine,
    Fact,
    GameLine,
    GivenLine,
    MapLine,
    Only,
    Outcome,
    Phrase,
    Piece,
    RulesLine,
    ScenarioLine,
    Time,
    Variant,
    WhenLine,
    WhyLine,
    action_of,
    expand,
    parse,
    parse_page,
    parse_phrase,
    phrase_of,
    print_case,
    print_cases,
    split_path,
)
from builder.model.notation.variants import key_of


def test_examples_of_three_games_read_and_print_back(shared):
    text = (shared / "rules" / "notation-examples.case").read_text(encoding="utf-8")
    cases = parse(text, "examples.case")
    assert len(cases) == text.count("\ncase ") == 30
    assert {case.game for case in cases} == {"glorys-end", "tgwie", "italian-front"}
    printed = print_cases(cases)
    assert parse(printed) == cases
    written = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert [line for line in printed.splitlines() if line] == written  # the examples are in the printer's own form


def test_each_kind_of_line_becomes_its_value():
    (case,) = parse(
        r"""
        case X-1 "a \"title\""     # a comment
        game g
        rules 1.1, S6-fig7
        scenario may-1915
        why it must be so   # not read
        map blank clear
        when 1915-06-T1, entente, movement
        given A = French infantry XX, steps 2/2, markers [-1  1/2], devastated, in box Dead
        given line A port:1337: 4
        given table rough: attack -3, counter +3
        earlier (turn 6 german-end) vp german: 20
        do m1: french move A+B 2524-2525 make=[4-5 8-5] result=x/3
        expect @m1 illegal 1.1, 1.2 unless consent
        expect undecided reading-of S9-7 reading legal
        expect only
        """
    )
    assert case == Case(
        "X-1",
        'a "title"',
        (
            GameLine("g"),
            RulesLine(("1.1", "S6-fig7")),
            ScenarioLine("may-1915"),
            WhyLine("it must be so"),
            MapLine("blank", "clear"),
            WhenLine(Time("1915-06-T1", ("entente", "movement"))),
            GivenLine(
                Piece(
                    "A",
                    ("French", "infantry", "XX"),
                    (("steps", "2/2"), ("markers", "[-1 1/2]"), ("devastated", ""), ("in", "box Dead")),
                )
            ),
            GivenLine(Fact("line", ("A", "port:1337"), "4")),
            GivenLine(Fact("table", ("rough",), "attack -3, counter +3")),
            EarlierLine(Time("6", ("german-end",)), Fact("vp", ("german",), "20")),
            DoLine(Phrase(("french", "move", "A+B", "2524-2525"), (("make", "[4-5 8-5]"), ("result", "x/3"))), "m1"),
            ExpectLine(Outcome("illegal", ("1.1", "1.2"), consent=True), "m1"),
            ExpectLine(Outcome("undecided", words=("reading-of", "S9-7"), reading="legal")),
            ExpectLine(Only()),
        ),
    )
    assert eval(repr(case), vars(__import__("builder.model.notation.values", fromlist=["Case"]))) == case
    assert (case.game, case.rules, case.why) == ("g", ("1.1", "S6-fig7"), "it must be so")


# ---------------------------------------------------------------- print then parse

LETTERS = string.ascii_letters + string.digits
ids = st.text(LETTERS, min_size=1, max_size=6)
predicates = st.text(string.ascii_lowercase, min_size=1, max_size=6).filter(
    lambda w: w not in {"legal", "illegal", "suspect", "undecided", "only"}
)
plain = st.text(LETTERS + "/+-|.:'äéß", min_size=1, max_size=6).filter(lambda w: not w.endswith(":"))
texts = st.lists(plain, min_size=1, max_size=4).map(" ".join)
times = st.builds(Time, st.integers(1, 40).map(str) | st.just("1915-06-T1"), st.lists(ids, max_size=2).map(tuple))
facts = st.builds(Fact, predicates, st.lists(plain.filter(lambda w: "=" not in w), max_size=3).map(tuple), texts)
attributes = st.tuples(predicates, st.just("") | texts | st.just("[-1 1/2]"))
pieces = st.builds(
    Piece, ids, st.lists(ids, min_size=1, max_size=3).map(tuple), st.lists(attributes, max_size=3).map(tuple)
)
phrases = st.builds(
    Phrase,
    st.lists(ids, min_size=1, max_size=4).map(tuple),
    st.lists(st.tuples(predicates, plain | st.just("[4-5 8-5]")), max_size=2).map(tuple),
)
rule_lists = st.lists(ids, min_size=1, max_size=3).map(tuple)
outcomes = st.builds(Outcome, st.sampled_from(["legal", "illegal", "suspect"]), rule_lists, st.booleans()) | st.builds(
    Outcome,
    st.just("undecided"),
    words=st.lists(ids.filter(lambda w: w != "reading"), max_size=2).map(tuple),
    reading=st.sampled_from(["", "legal", "illegal"]),
)
lines = st.one_of(
    st.builds(GameLine, ids),
    st.builds(ScenarioLine, ids),
    st.builds(RulesLine, rule_lists),
    st.builds(WhenLine, times),
    st.builds(WhyLine, texts),
    st.builds(MapLine, st.just("blank"), st.just("") | ids) | st.just(MapLine("real")),
    st.builds(GivenLine, pieces | facts),
    st.builds(EarlierLine, times, facts),
    st.builds(DoLine, phrases, st.just("") | ids),
    st.builds(ExpectLine, outcomes | facts),
)
blocks = st.lists(lines, max_size=6, unique_by=key_of).map(tuple)
titles = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")) | st.sampled_from(' "\\#'), max_size=8)
variants = st.lists(st.builds(Variant, ids, titles, blocks), max_size=2, unique_by=lambda v: v.id).map(tuple)
cases = st.lists(st.builds(Case, ids, titles, blocks, variants), max_size=2, unique_by=lambda c: c.id).map(tuple)


@given(cases)
def test_what_is_printed_parses_to_an_equal_value(some):
    assert parse(print_cases(some)) == some


@pytest.mark.parametrize(
    "line",
    [
        WhyLine("see #4"),
        GivenLine(Fact("terrain", ("H:", "K"), "clear")),
        GivenLine(Fact("terrain", ("H",), "")),
        ExpectLine(Fact("legal", ("A",), "yes")),
        GivenLine(Piece("A", ("x",), (("steps", "2, 3"),))),
        ScenarioLine("two\nlines"),
    ],
)
def test_what_cannot_be_written_is_refused(line):
    with pytest.raises(ValueError, match="cannot be written"):
        print_case(Case("A", lines=(line,)))


# ---------------------------------------------------------------- faults


def test_all_faults_come_at_once_with_line_column_and_near_miss():
    text = """given A = x
case A-1 untitled
case A-2 "fine"
gvien A = French infantry
given terrain H2 mountain
when turn
map green
do m1: french move A 1-2 loose
do m/2: move A 1-2
expect @m2 legal 1.1
expect illegal
expect ilegal 1.1
given A = French infantry XX,, at 1
given B =
earlier turn 3 x: y
given terrain H3:
rules 1.1, ?2
case A-2
"""
    with pytest.raises(BadInput) as caught:
        parse(text, "x.case")
    assert [str(d).splitlines()[0] for d in caught.value.diagnostics] == [
        "x.case:1:1: 'given' stands outside any case",
        "x.case:2:10: a title stands in quotes, not 'untitled'",
        "x.case:4:1: no line begins with 'gvien' (did you mean 'given'?)",
        "x.case:5:7: no colon ends the question (expected 'predicate …: value')",
        "x.case:6:10: 'turn' needs its number",
        "x.case:7:5: a map is 'real' or 'blank', not 'green'",
        "x.case:8:26: 'loose' is one word too many (expected [player] verb units place)",
        "x.case:9:4: 'm/2' is no id",
        "x.case:10:1: no action is called 'm2'",
        "x.case:11:15: a rule's id is missing",
        "x.case:12:8: no colon ends the question (expected 'predicate …: value') (did you mean 'illegal'?)",
        "x.case:13:30: an attribute of 'A' is empty",
        "x.case:14:10: 'B' is nothing (expected a counter's id or words)",
        "x.case:15:9: 'earlier' needs its time in parentheses",
        "x.case:16:18: 'terrain' has no value after the colon",
        "x.case:17:12: '?2' is no rule id",
        "x.case:18:1: case 'A-2' is there already",
    ]


def test_the_same_thing_twice_is_a_fault_that_names_the_first():
    with pytest.raises(BadInput) as caught:
        parse("case A\ngiven X = a\ngiven X = b\nvariant b\ngiven X = c\nvariant b\n", "x.case")
    assert [str(d) for d in caught.value.diagnostics] == [
        "x.case:3:1: this is said twice\n    the first is at x.case:2:1",
        "x.case:6:1: variant 'b' is there already\n    the first is at x.case:4:1",
    ]


def test_an_expectation_may_name_an_action_of_the_base_in_a_variant():
    (case,) = parse("case A\ndo m4: move X 1-2\nvariant b\nexpect @m4 legal 1\n")
    assert case.variants[0].lines[0].target == "m4"
    with pytest.raises(BadInput, match="did you mean 'm4'"):
        parse("case A\ndo m4: move X 1-2\nvariant b\nexpect @m44 legal 1\n")


def test_a_page_keeps_its_positions():
    page = "# Stacking\n\n```case\ncase P-1\ngame g\n```\n\n```text\ncase no\n```\nprose\n```\ncase no\n```\n"
    (case,) = parse_page(page, "s.md")
    assert (case.id, case.span) == ("P-1", Span("s.md", 4, 1))
    with pytest.raises(BadInput, match=r"s.md:5:1: no line begins with 'gme'"):
        parse_page(page.replace("game g", "gme g"), "s.md")
    with pytest.raises(BadInput, match=r"s.md:3:1: a case block opens with 'case ID'"):
        parse_page("x\n```case\ngame g\n```\n", "s.md")


# ---------------------------------------------------------------- variants


def test_a_variant_replaces_lines_of_its_keys_and_keeps_the_rest():
    (case,) = parse(
        """case A "base"
given F = x, at 1
given B = y, at 2
given control 7: allied
do m1: move F 1-2
do move B 1-2
do move B 2-3
expect legal 1.1
expect cost B: 2
expect @m1 legal 2
variant b "other"
given B = z, at 3
given control 8: allied
do move B 3-4
expect illegal 1.1
"""
    )
    base, other = expand(case)
    assert base.id == "A" and base.lines == case.lines and not base.variants
    assert print_case(other) == (
        'case A.b "base: other"\n'
        "given F = x, at 1\ngiven B = z, at 3\ngiven control 7: allied\ndo m1: move F 1-2\n"
        "do move B 3-4\nexpect illegal 1.1\nexpect @m1 legal 2\ngiven control 8: allied\n"
    )


def test_a_moment_between_the_actions_of_a_variant_stays_there():
    (case,) = parse(
        """case A
when turn 9, german, one
do r: move F 1-2
expect legal 1.1
variant later "the same, and more in the next phase"
do r: move F 1-2
when turn 9, german, two
do s: move F 2-3
variant other "at another time"
when turn 10, german, one
variant course "its last part anew"
do r: move F 1-3
when turn 9, german, two
do r2: move F 3-4
when turn 9, german, three
"""
    )
    _, later, other, course = expand(case)
    assert print_case(later).splitlines()[1:] == [
        "when turn 9, german, one", "do r: move F 1-2", "expect legal 1.1", "when turn 9, german, two",
        "do s: move F 2-3",
    ]  # fmt: skip
    assert print_case(other).splitlines()[1:3] == ["when turn 10, german, one", "do r: move F 1-2"]
    assert print_case(course).splitlines()[-3:] == [
        "when turn 9, german, two", "do r2: move F 3-4", "when turn 9, german, three",
    ]  # fmt: skip


def test_a_moment_goes_with_the_action_it_leads_to():
    (case,) = parse(
        """case A
when turn 9, german, one
do a: move F 1-2
when turn 9, german, two
do b: move F 2-3
variant c
do a: move F 1-3
when turn 10, german, one
do b: move F 3-4
"""
    )
    assert print_case(expand(case)[1]).splitlines()[1:] == [
        "when turn 9, german, one", "do a: move F 1-3", "when turn 10, german, one", "do b: move F 3-4",
    ]  # fmt: skip


# ---------------------------------------------------------------- phrases

VERBS = ("move", "lose", "attack", "arrive", "support")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("move X+Y 2524-2525", Action("move", ("X", "Y"), ("2524", "2525"))),
        ("french lose X steps=1", Action("lose", ("X",), side="french", details=(("steps", "1"),))),
        ("lose X=1 Y=2", Action("lose", details=(("X", "1"), ("Y", "2")))),
        ("arrive fr-5 1337", Action("arrive", ("fr-5",), place="1337")),
        ("attack X Dead-allied", Action("attack", ("X",), place="Dead-allied")),
        ("move X Dead-allied-1337", Action("move", ("X",), ("Dead-allied", "1337"))),
        ("support fr-5", Action("support", ("fr-5",))),
        ("support H", Action("support", place="H")),
    ],
)
def test_a_phrase_becomes_an_action_when_names_are_known_and_back(text, action):
    phrase = parse_phrase(text)
    assert action_of(phrase, VERBS, {"X", "Y", "fr-5"}, {"Dead-allied"}) == action
    assert phrase_of(action) == phrase


def test_unknown_verbs_and_units_are_told_with_a_near_miss():
    with pytest.raises(BadInput, match=r"'atack' is no verb \(did you mean 'attack'\?\)"):
        action_of(parse_phrase("atack X H"), VERBS, {"X"})
    with pytest.raises(BadInput, match=r"no unit is called 'fr-6' \(did you mean 'fr-5'\?\)"):
        action_of(parse_phrase("move fr-6 1-2"), VERBS, {"fr-5"})
    assert action_of(parse_phrase("move K 1-2"), VERBS, {"X"}, strict=False).units == ("K",)


def test_a_path_splits_at_hyphens_but_not_within_known_places():
    assert split_path("A0-A1-A2") == ("A0", "A1", "A2")
    assert split_path("British-start-1337", {"British-start"}) == ("British-start", "1337")
    assert split_path("") == ()
