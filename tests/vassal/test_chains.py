"""Chains of the recorded samples: what follows what was written down when they were recorded (the samples' README)."""

from __future__ import annotations

from itertools import permutations

import pytest

from builder.vassal import commands as c
from builder.vassal.archive import SAVED_GAME, zip_bytes
from builder.vassal.chain_order import chain_of
from builder.vassal.chains import Recorded, record_of, repeated_steps
from builder.vassal.containers import veil
from builder.vassal.fingerprint import Fingerprints
from builder.vassal.saves import log_text, read_log, save_text
from builder.vassal.stream import Step, encode_step
from builder.vassal.table import Table

A, B, C = "L17a-chain-red", "L17b-chain-blue", "L17c-chain-red"


@pytest.fixture(scope="module")
def recorded(samples):
    known: dict[str, Recorded] = {}

    def read(*names: str) -> list[Recorded]:
        for name in names:
            if name not in known:
                known[name] = record_of(name, read_log(samples / "logs" / f"{name}.vlog"))
        return [known[name] for name in names]

    return read


def order(logs: list[Recorded]) -> tuple[list[str], list[str]]:
    chain = chain_of(logs)
    return [logs[link.log].name for link in chain.links], [logs[link.log].name for link in chain.aside]


@pytest.mark.parametrize("given", tuple(permutations((A, B, C))))
def test_the_order_of_play_does_not_depend_on_the_order_of_files(recorded, given):
    logs = recorded(*given)
    assert order(logs) == ([A, B, C], [])
    assert all(not link.skipped and not link.broken for link in chain_of(logs).links)


def test_unrecorded_edits_are_told_piece_by_piece(recorded):
    """L18c starts after L17b and a flip, a move and a deletion that no log holds (and VP, which is no piece)."""
    logs = recorded(A, B, "L18c-broken-chain-red")
    chain = chain_of(logs)
    assert order(logs)[0] == [A, B, "L18c-broken-chain-red"]
    kinds = sorted(
        "deleted" if one.after is None else "moved" if one.before.place != one.after.place else "flipped"
        for one in chain.links[-1].broken
    )
    assert kinds == ["deleted", "flipped", "moved"]


def test_a_log_that_starts_after_two_steps_of_another_leaves_it_there(recorded):
    logs = recorded(A, B, C, "L18d-broken-chain-half")
    chain = chain_of(logs)
    (aside,) = chain.aside
    assert (logs[aside.log].name, logs[aside.after].name, aside.step) == ("L18d-broken-chain-half", B, 2)


def test_a_new_game_follows_nothing(recorded):
    logs = recorded(A, B, "L18e-new-game-instead")
    link = chain_of(logs).links[-1]
    assert logs[link.log].name == "L18e-new-game-instead" and link.after is None


def test_steps_recorded_again_are_counted_once(recorded):
    """L24 holds three steps of L17a; L27 holds L17a's six steps twice."""
    logs = recorded(A, "L24-relogged")
    (aside,) = chain_of(logs).aside
    assert (aside.step, aside.skipped) == (3, {1, 2, 3})
    (twice,) = recorded("L27-continuation")
    assert repeated_steps(twice) == set(range(8, 14))
    logs = recorded(B, A, "L27-continuation")
    chain = chain_of(logs)
    assert order(logs) == ([A, B], ["L27-continuation"])
    assert chain.aside[0].skipped == set(range(2, 14))  # all but the chat lines before and behind


def test_a_missing_file_leaves_the_others_in_order(recorded):
    logs = recorded(C, A)
    chain = chain_of(logs)
    assert order(logs)[0] == [A, C] and chain.links[1].broken


@pytest.mark.parametrize("name", ["L16-long", "L29-undo-mix", "L10-decks", "L04-move-undo", "L03-multi-hop"])
def test_no_step_of_an_ordinary_log_stands_twice(recorded, name):
    assert repeated_steps(recorded(name)[0]) == frozenset()


@pytest.mark.parametrize("name", ["L16-long", "L10-decks", "L29-undo-mix"])
def test_the_fingerprint_kept_step_by_step_is_that_of_the_whole_board(samples, name):
    log = read_log(samples / "logs" / f"{name}.vlog")
    table = Table()
    table.apply_all(log.save.commands)
    prints = Fingerprints(table)
    for step in log.steps:
        prints.apply(step.commands)
        if step.number % 25 == 0:
            assert prints.now == Fingerprints(table).now, step.number


# ---- two players at the same time, on a board of two pieces


def piece(id: str, x: int) -> c.AddPiece:
    return c.AddPiece(id, f"piece;;;;{id}/", f"Map;{x};0;7;0")


def played(name: str, board: dict[str, int], *moves: tuple[str, int]) -> Recorded:
    """A log that begins with the pieces at these pixels and drags them."""
    start = save_text([piece(id, x) for id, x in board.items()])
    at = dict(board)
    steps = []
    for id, x in moves:
        steps.append(encode_step([(0, c.MovePiece(id, "Map", x, 0, None, "Map", at[id], 0, None, c.PlayerId("p")))]))
        at[id] = x
    text = log_text(start, (Step(number, text) for number, text in enumerate(steps, 1)))
    return record_of(name, read_log(zip_bytes({SAVED_GAME: veil(text)})))


def test_two_logs_of_one_time_are_both_followed_where_they_touch_different_pieces():
    start = {"a": 10, "b": 500}
    logs = [
        played("red", start, ("a", 60)),
        played("blue", start, ("b", 560)),
        played("next", {"a": 60, "b": 560}, ("a", 110)),
    ]
    chain = chain_of(logs)
    assert [logs[link.log].name for link in chain.links] == ["red", "blue", "next"]
    assert chain.links[-1].beside is not None and not chain.aside


def test_what_both_changed_alike_is_no_contradiction():
    start = {"a": 10, "b": 500, "c": 900}
    red = played("red", start, ("c", 960), ("a", 60))
    blue = played("blue", start, ("b", 560), ("c", 960))
    chain = chain_of([played("next", {"a": 60, "b": 560, "c": 960}, ("a", 110)), blue, red])
    assert chain.links[-1].log == 0 and {chain.links[-1].after, chain.links[-1].beside} == {1, 2} and not chain.aside
    other = played("blue", start, ("b", 560), ("c", 1010))  # and here they contradict each other
    chain = chain_of([played("next", {"a": 60, "b": 560, "c": 960}, ("a", 110)), other, red])
    assert all(link.beside is None for link in (*chain.links, *chain.aside))


def test_the_same_session_recorded_by_two_counts_once():
    start = {"a": 10, "b": 500}
    whole = played("red", start, ("a", 60), ("b", 560), ("a", 110))
    late = played("blue", {"a": 60, "b": 500}, ("b", 560), ("a", 110))
    logs = [late, whole]
    chain = chain_of(logs)
    assert [logs[link.log].name for link in chain.links] == ["red"]
    assert chain.aside[0].skipped == {1, 2}


def test_a_start_repeated_otherwise_is_a_fork():
    start = {"a": 10, "b": 500}
    logs = [played("one", start, ("a", 60), ("b", 560)), played("other", start, ("a", 60), ("b", 610))]
    chain = chain_of(logs)
    assert [logs[link.log].name for link in chain.links] == ["one"]
    assert (chain.aside[0].step, chain.aside[0].skipped) == (1, {1})
