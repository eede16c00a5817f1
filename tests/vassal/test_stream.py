"""The command stream: items, depths, steps, and every sample decoded and written back from its fields."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.vassal import commands as c
from builder.vassal.command_text import encode
from builder.vassal.containers import unveil
from builder.vassal.sequence import decode as items_of
from builder.vassal.sequence import encode as joined
from builder.vassal.stream import (
    LOG,
    Item,
    Node,
    Step,
    decode_item,
    encode_item,
    encode_items,
    encode_step,
    faults,
    is_step,
    item_runs,
    split_items,
    steps_of,
)


def text_of(path: Path) -> str:
    with zipfile.ZipFile(path) as archive:
        return unveil(archive.read("savedGame"))[0]


def cut(text: str) -> list[str]:
    return [item.decode() for item in split_items(text.encode())]


def sample_files(samples: Path) -> list[Path]:
    return sorted(path for folder in ("saves", "logs", "battle") for path in (samples / folder).glob("*.v[sl]*"))


def test_every_save_and_log_is_written_back_from_its_fields(samples):
    files = sample_files(samples)
    assert len(files) >= 45
    for path in files:
        text = text_of(path)
        items = cut(text)
        assert encode_items(decode_item(item) for item in items) == text, path.name
        for item in items:
            if item.startswith(LOG):
                assert encode_step(Step(1, item.encode()).nodes) == item
        assert not list(faults(command for item in items for _, command in decode_item(item))), path.name


def test_the_tree_of_every_step_is_the_engines(samples):
    """Depth and text of every command of all 33 logs, in order, as the engine reported them."""
    for path in sorted((samples / "logs").iterdir()):
        steps = list(steps_of([text_of(path).encode()]))
        lines = gzip.decompress((samples / f"truth/{path.stem}.log.jsonl.gz").read_bytes()).decode().split("\n")
        truth = [record for line in lines if line and (record := json.loads(line))["record"] == "step"]
        assert [step.number for step in steps] == [record["n"] for record in truth], path.name
        for step, record in zip(steps, truth):
            told = [text for _, _, text in record["commands"] if text]
            read = [encode(command) for command in step.commands]
            assert read == told, (path.name, step.number)


# ---- against a slow twin that follows formats 4.3 to the letter


def slow_leaves(text: str) -> list[str]:
    parts = items_of(text, "\x1b")
    if parts[0] == text:
        return [text]
    return [leaf for part in parts for leaf in slow_leaves(part)]


trees = st.recursive(
    st.tuples(st.sampled_from(["", "CHATa b", "D/1/x\t\\\ty/z", "LOG\tnull", "-/7"]), st.just(())),
    lambda deeper: st.tuples(st.sampled_from(["", "CHATa", "M/1"]), st.lists(deeper, max_size=3).map(tuple)),
    max_leaves=12,
)


def slow_text(tree) -> str:
    own, below = tree
    return joined([own, *map(slow_text, below)], "\x1b") if below else own


def flat(tree, depth: int = 0):
    own, below = tree
    yield depth, own
    for sub in below:
        yield from flat(sub, depth + 1)


@given(st.lists(trees, min_size=2, max_size=4))
def test_depths_are_those_of_the_recursive_codec(forest):
    text = joined([slow_text(tree) for tree in forest], "\x1b")
    items = cut(text)
    assert [[(depth, encode(command)) for depth, command in decode_item(item)] for item in items] == [
        list(flat(tree)) for tree in forest
    ]
    assert [encode(command) for item in items for _, command in decode_item(item)] == slow_leaves(text)
    assert encode_items(map(decode_item, items)) == text


@given(st.text(alphabet="ab\\\x1b", max_size=30), st.lists(st.integers(1, 6), min_size=1))
def test_any_text_is_cut_into_the_same_items_in_blocks(text, sizes):
    blocks, rest, turn = [], text, 0
    while rest:
        size = sizes[turn % len(sizes)]
        blocks.append(rest[:size])
        rest, turn = rest[size:], turn + 1
    runs = item_runs(block.encode() for block in blocks)
    assert [item.decode() for run in runs for item in split_items(run)] == cut(text)


@given(st.text(alphabet="CHAT\\\x1bx", max_size=30))
def test_any_item_without_loose_ends_is_written_back(text):
    for item in cut(text):
        if not item.endswith("\\"):
            assert encode_item(decode_item(item)) == item


# ---- steps


def test_a_step_is_one_value_with_its_commands_in_file_order():
    # public report 45: a report, a property and a state change in one step stay together and in order
    text = "LOG\tCHAT*** 1d6 = 4\\\x1bLOG\tMutableProperty\tr\t1\t4\tModule\\\x1bLOG\tD/7/b/a"
    (step,) = steps_of([b"end_save\x1b" + text.encode()])
    assert step.commands == (
        c.Chat("*** 1d6 = 4"),
        c.MutableProperty("r", "1", "4", "Module"),
        c.ChangePiece("7", "b", "a"),
    )
    assert [node.depth for node in step.nodes] == [0, 1, 1]


def test_entries_of_which_nothing_is_left_are_no_steps():
    texts = ["LOG\tnull", "LOG\tFOOBAR\t1", "LOG\tnull\\\x1bLOG\tnull", "CHATnot logged", "LOG\tnull\\\x1bstray"]
    assert [is_step(text.encode()) for text in texts] == [False] * 5
    texts += ["LOG\t", "LOG\tCHATend", "LOG\tnull\\\x1bLOG\tTURNT\t1", "LOG\tnull\\\x1bLOG\t-/1"]
    steps = list(steps_of(["\x1b".join(texts).encode()]))
    assert [(step.number, step.commands) for step in steps] == [
        (1, ()),
        (2, (c.Chat("end"),)),
        (3, (c.Turn("T", "1"),)),
        (4, (c.RemovePiece("1"),)),
    ]


def test_a_chat_line_that_ends_in_a_backslash_swallows_the_next_step():
    # as in VASSAL: the backslash makes the separator one of depth 1
    (item,) = cut("LOG\tCHATback\\\x1bLOG\tCHATnext")
    assert decode_item(item) == (Node(0, c.Logged(c.Chat("back"))), Node(1, c.Logged(c.Chat("next"))))


def test_a_stray_fragment_inside_a_step_is_kept_and_marked():
    step = Step(1, b"LOG\tCHATa\\\x1bb\\\x1bLOG\tCHATc")
    assert step.commands == (c.Chat("a"), c.Bare(c.Unknown("b")), c.Chat("c"))
    assert encode_step(step.nodes) == step.text
    assert list(faults(step.commands)) == [c.Unknown("b")]


def test_what_is_written_cannot_break_the_stream():
    text = encode_items([[(0, c.Chat("a\x1bb\\"))], [(0, c.Chat("c\\")), (1, c.Chat("d"))], [(0, c.Chat("e"))]])
    assert [Item(item).commands for item in split_items(text.encode())] == [
        (c.Chat("ab\\ "),),
        (c.Chat("c\\ "), c.Chat("d")),
        (c.Chat("e"),),
    ]
    with pytest.raises(ValueError, match="head of an item has depth 0"):
        encode_item([(1, c.GROUP)])


def test_bytes_that_are_no_utf8_are_replaced_as_vassal_does():
    assert Step(1, b"LOG\tCHAT Orl\xe9ans").commands == (c.Chat(" Orl\ufffdans"),)
    assert Item(b"CHAT Orl\xe9ans").text == "CHAT Orl\ufffdans"


def test_an_item_that_is_no_log_entry_makes_no_step_among_plain_ones():
    run = b"\x1b".join([b"LOG\tM/1/Map/5/6/null/Map/1/2/null/p", b"XYZ\tMutableProperty\tn\t1\t2\tModule",
                        b"LOG\tMutableProperty\tn\t1\t2\tModule"])  # fmt: skip
    steps = list(steps_of([run]))
    assert [step.number for step in steps] == [1, 2]
    assert [type(step.commands[0]) for step in steps] == [c.MovePiece, c.MutableProperty]
