"""The sequence encoder against a slow twin written from the rules of formats 3.1, one character at a time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.vassal.sequence import decode, encode


def slow_encode(items: list[str], delimiter: str) -> str:
    out = []
    for item in items:
        body = "".join("\\" + char if char == delimiter else char for char in item)
        if item and (item[0] == "\\" or (item[0] == "'" and item[-1] == "'")):
            body = "'" + body + "'"
        out.append(body)
    return delimiter.join(out)


def slow_decode(text: str, delimiter: str) -> list[str]:
    items, current, previous = [], "", ""
    for char in text:
        if char == delimiter and previous == "\\":
            current = current[:-1] + delimiter
        elif char == delimiter:
            items.append(current)
            current = ""
        else:
            current += char
        previous = char
    items.append(current)
    return [item[1:-1] if len(item) > 1 and item[0] == "'" == item[-1] else item for item in items]


awkward = st.text(alphabet="\\',;/\t|abé", max_size=9)
delimiters = st.sampled_from(",;/\t|\x1b")


@given(st.lists(awkward, min_size=1, max_size=5), delimiters)
def test_encode_equals_the_slow_twin(items, delimiter):
    assert encode(items, delimiter) == slow_encode(items, delimiter)


@given(awkward, delimiters)
def test_decode_equals_the_slow_twin(text, delimiter):
    assert decode(text, delimiter) == slow_decode(text, delimiter)


@given(st.lists(awkward.filter(lambda item: not item.endswith("\\")), min_size=1, max_size=5), delimiters)
def test_what_was_encoded_is_read_back(items, delimiter):
    assert decode(encode(items, delimiter), delimiter) == items


@pytest.mark.parametrize(
    ("items", "delimiter", "text"),
    [
        (["A", "B,C"], ",", "A,B\\,C"),
        (["a,b", "", "c"], ",", "a\\,b,,c"),
        (["\\x", "'q'", "/"], "/", "'\\x'/''q''/\\/"),
    ],
)
def test_worked_examples_of_the_format(items, delimiter, text):
    assert encode(items, delimiter) == text
    assert decode(text, delimiter) == items


def test_nesting_with_one_delimiter_is_linear():
    text = encode(["1", encode(["2", encode(["3", "4"], "\t")], "\t")], "\t")
    assert text == "1\t2\\\t3\\\\\t4"


def test_an_item_ending_in_a_backslash_swallows_the_next():
    assert decode(encode(["end\\", "next"], ","), ",") == ["end,next"]
