"""Levels of a piece found by one split are those found one after another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from builder.vassal.pieces import join_levels, state_levels, type_levels
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
