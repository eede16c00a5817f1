"""What is kept packed comes back to the letter, and the counts are those of the whole."""

from __future__ import annotations

from collections import Counter

import pytest

from builder.make.judged import BLOCK, Judged
from builder.model import SEEN, Action, Evidence, Finding, LogRef, Need, Reason, RuleRef, Strength, Tag, Verdict

VALUES = ("open", 3, ("2524", "2525"), frozenset({"zoc"}), None, 1.5)


def verdict(action: Action, number: int, value: object) -> Verdict:
    finding = (Finding.LEGAL, Finding.LEGAL, Finding.ILLEGAL, Finding.LEGAL, Finding.UNDECIDED)[number % 5]
    facts = (
        Reason(f"terrain {number}", value, SEEN, f"a.vlog#{number}"),
        Reason("forest", 2, Evidence(Tag.BOOK, "12.8", "printed"), "terrain.csv:forest:movement"),
    )
    refs = action.refs if number % 3 else (LogRef("other.vlog", number),)
    needs = (Need("counters.csv", "x", "movement", "as printed"),) if finding is Finding.UNDECIDED else ()
    return Verdict(RuleRef("game", f"12.{number % 4}"), finding, tuple(Strength)[number % 3], action, f"move {number}",
                   facts[: number % 3], ("a-b: 2",) * (number % 2), needs, "a reading" * (number % 2),
                   number % 7 == 0, refs)  # fmt: skip


def game(actions: int, value: object = None) -> list[tuple[Action, tuple[Verdict, ...]]]:
    played = []
    for number in range(actions):
        action = Action("move", (f"u{number}",), ("a", "b"), refs=(LogRef("a.vlog", number),))
        shown = VALUES[number % len(VALUES)] if value is None else value
        played.append((action, tuple(verdict(action, number + n, shown) for n in range(number % 6))))
    return played


@pytest.mark.parametrize("actions", (0, 1, BLOCK - 1, BLOCK, 3 * BLOCK + 5))
def test_it_is_what_was_put_in(actions):
    played = game(actions)
    judged = Judged(played)
    assert len(judged) == actions and list(judged) == played
    assert [judged[n] for n in reversed(range(actions))] == played[::-1]
    assert list(judged.actions) == [action for action, _ in played]
    assert all(v.action is action for action, verdicts in judged for v in verdicts)


def test_it_is_read_as_any_sequence():
    played = game(BLOCK + 3)
    judged = Judged(played)
    assert judged[-1] == played[-1] and judged[BLOCK - 1 : BLOCK + 2] == played[BLOCK - 1 : BLOCK + 2]
    with pytest.raises(IndexError):
        judged[BLOCK + 3]


def test_counts_are_those_of_the_whole():
    played = game(2 * BLOCK)
    judged = Judged(played)
    for first, last in ((0, None), (5, 90), (BLOCK, BLOCK + 1), (7, 7)):
        naive = Counter((v.rule.id, v.outcome) for _, verdicts in played[first:last] for v in verdicts)
        assert judged.counts(first, last) == naive


def test_what_is_not_legal_may_be_put_otherwise():
    played = game(2 * BLOCK)
    softer = [
        (action, tuple(v if v.finding is Finding.LEGAL else v._replace(strength=Strength.ASSUMED) for v in verdicts))
        for action, verdicts in played
    ]
    loud = [(a, tuple(v for v in verdicts if v.finding is not Finding.LEGAL)) for a, verdicts in softer]
    judged = Judged(played)
    assert list(judged.with_loud(loud)) == softer
    assert list(judged) == played and list(judged.with_loud(judged.loud)) == played


def test_facts_that_cannot_be_written_down_are_kept_as_they_are():
    def strange() -> None: ...

    played = game(BLOCK + 1, strange)
    assert list(Judged(played)) == played


def test_little_is_held_of_many():
    """Verdicts of a campaign take some thirty bytes each, not a kilobyte."""
    judged = Judged(game(4 * BLOCK))
    held = sum(map(len, judged._packed))
    assert held < 60 * sum(1 for _, verdicts in judged for v in verdicts if v.finding is Finding.LEGAL)
