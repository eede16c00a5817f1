"""Levels of a piece found by one split are those found one after another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from builder.vassal.pieces import beside, join_levels, plain_state, state_levels, type_levels
from builder.vassal.sequence import decode

TEXTS = st.text(st.sampled_from("\t\t\\\\\\'ab"), max_size=40)


def one_by_one(text: str, count: int) -> list[str]:
    levels: list[str] = []
    while len(levels) < count - 1:
        items = decode(text, "\t")
        levels.append(items[0])
        if len(items) < 2:
            return levels
        text = items[1]
    return [*levels, text]


@given(TEXTS, st.integers(1, 9))
def test_any_text(text: str, count: int) -> None:
    assert state_levels(text, count) == one_by_one(text, count)


@given(st.lists(st.text(st.sampled_from("ab\\\t'"), max_size=6), min_size=1, max_size=12))
def test_what_was_joined(levels: list[str]) -> None:
    text = join_levels(levels)
    assert state_levels(text, len(levels)) == one_by_one(text, len(levels))
    assert type_levels(text) == one_by_one(text, 1000)


def test_plain_levels_come_back() -> None:
    levels = [f"level {n};x" for n in range(40)]
    assert type_levels(join_levels(levels)) == levels


# ---- what differs between two STATEs of a piece

LEVEL = st.text(st.sampled_from("ab;"), max_size=3) | st.text(st.sampled_from("ab\\\t'"), max_size=3)


@st.composite
def states(draw) -> tuple[list[str], int]:
    """Three texts for one piece, nearly alike, and its number of levels; now and then a text that nobody wrote so."""
    first = draw(st.lists(LEVEL, min_size=1, max_size=7))
    texts = [join_levels(first)]
    for _ in range(2):
        levels = list(first)
        levels[draw(st.integers(0, len(levels) - 1))] = draw(LEVEL)
        texts.append(draw(TEXTS) if draw(st.integers(0, 9)) == 0 else join_levels(levels))
    return texts, draw(st.integers(1, 9)) if draw(st.integers(0, 3)) == 0 else len(first)


@given(states())
def test_only_what_differs_is_looked_at(found: tuple[list[str], int]) -> None:
    (seen, old, new), count = found
    known = plain_state(seen, count)
    was = beside(old, known) if known is not None else None
    now = beside(new, was.state) if was is not None else None
    if now is None:
        return
    then, after = one_by_one(old, count), one_by_one(new, count)
    assert len(then) == len(after)
    assert now.changed == [(at, b) for at, (a, b) in enumerate(zip(then, after)) if a != b]


def test_plain_states_are_known_as_such() -> None:
    levels = [f"{n};x" for n in range(40)]
    known = plain_state(join_levels(levels), 40)
    assert beside(join_levels([*levels[:7], "y", *levels[8:]]), known).changed == [(7, "y")]
    assert beside(join_levels([*levels[:7], "a\tb", *levels[8:]]), known) is None
    assert beside(join_levels([*levels[:7], "'a'", *levels[8:]]), known) is None
    assert beside(join_levels([*levels[:7], "a", "b"]), known) is None
