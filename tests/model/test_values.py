"""Evidence, diagnostics, speech, positions."""

from __future__ import annotations

import pytest

from builder.model import (
    Action,
    Answer,
    Evidence,
    Finding,
    GameState,
    LogRef,
    Moved,
    Need,
    Reason,
    RuleRef,
    Span,
    Strength,
    Tag,
    Unit,
    Values,
    Verdict,
    announce,
    error,
    near_miss,
)
from builder.model.speech import find

BOOK = Evidence(Tag.BOOK, "12.8")
CHOSEN = Evidence(Tag.CHOSEN)


@pytest.mark.parametrize("text", ["book:12.8", "chosen", "deduced; from the note", "book:4.2; Paris"])
def test_evidence_reads_and_prints(text):
    assert str(Evidence.parse(text)) == text


def test_an_unknown_tag_is_refused():
    with pytest.raises(ValueError):
        Evidence.parse("hearsay")


def test_an_answer_is_as_strong_as_its_weakest_reason():
    book, chosen = Reason("cost", 1, BOOK), Reason("river", 1, CHOSEN)
    assert Answer(1, (book,)).proven()
    assert not Answer(2, (book, chosen)).proven()
    assert Answer(2, (book, chosen)).proven(frozenset({Tag.CHOSEN}))
    assert not Answer(None, (book,), (Need("map/hexes.csv", "2719", "terrain"),)).proven()


def test_a_diagnostic_says_where_what_and_what_to_do():
    fault = error("x", f"unknown type 'inf'{near_miss('infantr', ['infantry'])}", Span("a.csv", 118, 22), help="fix it")
    assert str(fault) == "a.csv:118:22: unknown type 'inf' (did you mean 'infantry'?)\n    help: fix it"


def test_speech_comes_back_and_ignores_what_people_write():
    said = announce("battle", id="3", by="u12,u14", at="3130", kind="ma")
    assert str(said) == "[hw1 battle id=3 by=u12,u14 at=3130 kind=ma]"
    found = find(f"* Battle 3 on 3130, die 5 {said}")
    assert found == said and found.ids("by") == ("u12", "u14") and found["unheard"] == ""
    assert find("* [hw battle] [hwx] nothing for machines") is None


def unit(id="a", place="3130", **more):
    return Unit(id, "german", "German", "infantry", "XXX", place, 3, 4, (Values(2, 2, 4),) * 4, **more)


def test_a_stack_is_a_view_bottom_first_and_states_do_not_disturb_each_other():
    start = GameState().with_unit(unit("a")).with_unit(unit("b"))
    moved = start.after(Moved(LogRef("x.vlog", 1), "german", "a", ("3130", "3131")))
    assert [u.id for u in start.at("3130")] == ["a", "b"]
    assert [u.id for u in moved.at("3130")] == ["b"] and [u.id for u in moved.at("3131")] == ["a"]
    assert moved.without_unit("b").at("3130") == () and "3130" not in moved.without_unit("b").by_place


def test_log_references_print():
    assert str(LogRef("a.vlog", 12, 3, True)) == "a.vlog#12.3~undone"


def test_rules_sort_naturally_and_select_by_component():
    ids = [RuleRef("g", i) for i in ("12.10.a", "12.8.a", "2.1.a")]
    assert [r.id for r in sorted(ids, key=lambda r: r.sort_key)] == ["2.1.a", "12.8.a", "12.10.a"]
    assert RuleRef("g", "12").selects("12.8.a") and not RuleRef("g", "12").selects("120.1")


@pytest.mark.parametrize(
    "finding, strength, consent, outcome",
    [
        (Finding.ILLEGAL, Strength.PROVEN, False, "ILLEGAL"),
        (Finding.ILLEGAL, Strength.ASSUMED, False, "SUSPECT"),
        (Finding.ILLEGAL, Strength.INFERRED, False, "SUSPECT"),
        (Finding.ILLEGAL, Strength.PROVEN, True, "SUSPECT"),  # what consent allows is never proven
        (Finding.LEGAL, Strength.ASSUMED, False, "legal"),
    ],
)
def test_outcomes(finding, strength, consent, outcome):
    action = Action("move", ("a",), ("3130", "3131"))
    verdict = Verdict(RuleRef("g", "12.1.a"), finding, strength, action, "…", unless_consent=consent)
    assert verdict.outcome == outcome and verdict.as_json()["action"] == "move a 3130-3131"
