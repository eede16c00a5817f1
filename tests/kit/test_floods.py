"""Floods of bits against the tracing of single lines, on random boards."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from builder.kit import supply
from builder.kit.floods import Floods
from builder.model import Hex
from tests.kit.boards import Board
from tests.kit.test_random_maps import crossed, drawn, some

SEEDS = range(80)


class Names:
    """The board by names, as maps have them; sides that nobody crosses are left out of what is joined."""

    def __init__(self, board: Board):
        self.of = {place: f"{place.q},{place.r}" for place in board.terrain}
        self.hexes: dict[str, Hex] = {name: place for place, name in self.of.items()}
        opened = crossed(board)
        self.joined = {name: tuple(self.of[near] for near in board.neighbours(place) if opened(place, near))
                       for name, place in self.hexes.items()}  # fmt: skip

    def few(self, dice: random.Random, board: Board, most: int) -> set[str]:
        return {self.of[place] for place in some(dice, board, most)}


@pytest.mark.parametrize("seed", SEEDS)
def test_lines_are_as_short_as_those_traced_one_by_one(seed: int) -> None:
    dice = random.Random(seed)
    board = drawn(dice)
    names = Names(board)
    floods = Floods(names.joined, names.hexes.__getitem__)
    sources, barred = names.few(dice, board, 4), names.few(dice, board, 6)
    unsure, leap = names.few(dice, board, 2), names.few(dice, board, 5) if seed % 2 else set()
    limit = dice.choice((None, 1, 3, 5))

    def near(place: str) -> tuple[str, ...]:
        return names.joined[place] + (tuple(leap) if place in leap else ())

    for start in names.joined:
        slow = supply.trace(start, sources - unsure, near, barred.__contains__, lambda a, b: False, limit)
        fast = floods.line(start, floods.bits(sources), floods.bits(barred), limit, lambda p: p not in unsure,
                           floods.bits(leap))  # fmt: skip
        assert (fast is None) == (slow is None)
        if fast is not None:
            assert len(fast) == len(slow) and fast[0] == start and fast[-1] in sources - unsure
            assert all(b in near(a) and b not in barred for a, b in pairwise(fast))


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_fed(seed: int) -> None:
    dice = random.Random(seed)
    board = drawn(dice)
    names = Names(board)
    floods = Floods(names.joined, names.hexes.__getitem__)
    seeds, barred, limit = names.few(dice, board, 3), names.few(dice, board, 6), dice.choice((None, 0, 2, 4))
    slow = supply.fed(sorted(seeds), names.joined.__getitem__, barred.__contains__, lambda a, b: False, limit)
    found = floods.fed(floods.bits(seeds), floods.bits(barred), limit)
    assert set(floods.places(found)) == slow
    assert {place for place in names.joined if floods.has(found, place)} == slow


def test_what_is_no_hex_of_the_map():
    floods = Floods({"a": ("b",), "b": ("a",)}, {"a": (0, 0), "b": (0, 1)}.__getitem__)
    assert floods.bits(("box", "a")) == floods.bits("a") and not floods.has(floods.all, "box")
    assert floods.line("box", floods.bits("b"), 0) is None and floods.line("a", 0, 0) is None
    assert floods.line("a", floods.bits("b"), floods.bits("a")) == ("a", "b")  # the unit's own hex may be blocked
    assert Floods({}, {}.__getitem__).fed(0, 0) == 0
