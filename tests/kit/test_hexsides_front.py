"""Ways along hexsides, outlines and front lines on drawn boards, counted by hand."""

from __future__ import annotations

import pytest

from builder.kit import front, hexsides
from builder.model import Hex, hexside
from tests.kit.boards import Board, at, side


def around(hex_: Hex):
    return hex_.neighbours()


MIDDLE = at(1, 1)
RING = set(MIDDLE.neighbours())


def test_a_hex_has_six_corners_and_each_side_two_of_them():
    six = hexsides.corners(MIDDLE, around)
    assert len(set(six)) == 6
    for number, near in enumerate(around(MIDDLE)):
        assert set(hexsides.ends(hexside(MIDDLE, near), around)) == {six[number - 1], six[number]}
    assert {len(set(hexsides.sides_at(corner))) for corner in six} == {3}
    with pytest.raises(ValueError, match="do not touch"):
        hexsides.ends(side((0, 0), (2, 0)), around)


def test_the_outline_of_a_hex_of_two_and_of_a_ring():
    one = hexsides.outline([MIDDLE], around)
    assert [(len(run.sides), run.closed) for run in one] == [(6, True)]
    assert len(one[0].corners) == 7
    assert [len(run.sides) for run in hexsides.outline([MIDDLE, at(2, 1)], around)] == [10]
    # six hexes of six sides; each shares one with either neighbour in the ring and one with the hole: 6 * 3 outside
    assert sorted(len(run.sides) for run in hexsides.outline(RING, around)) == [6, 18]
    assert len(hexsides.outline([at(0, 0), at(3, 3)], around)) == 2


def test_a_way_along_sides_takes_the_shorter_half():
    six = hexsides.corners(MIDDLE, around)
    own = {hexside(MIDDLE, near) for near in around(MIDDLE)}

    def steps(goal: int, shut: frozenset = frozenset()):
        found = hexsides.path([six[0]], {six[goal]}, around, lambda one: one in own and one not in shut)
        return found if found is None else len(found)

    assert [steps(goal) for goal in range(6)] == [0, 1, 2, 3, 2, 1]
    second = hexside(MIDDLE, around(MIDDLE)[2])  # between corners 1 and 2
    assert steps(2, frozenset({second})) == 4
    assert steps(2, frozenset({second, hexside(MIDDLE, around(MIDDLE)[5])})) is None


def test_a_river_comes_in_walking_order_and_parts_where_another_joins():
    six = around(MIDDLE)
    bank = [hexside(MIDDLE, six[number]) for number in (3, 1, 2)]
    whole = hexsides.runs(bank, around)
    assert len(whole) == 1 and not whole[0].closed
    assert whole[0].sides[1] == bank[2]  # the side in the middle
    joined = hexsides.runs([*bank, hexside(six[1], six[2])], around)  # meets where sides 1 and 2 of the hex meet
    assert sorted(len(run.sides) for run in joined) == [1, 1, 2]
    assert len({corner for run in joined for corner in (run.corners[0], run.corners[-1])}) == 4


def test_a_line_breaks_where_two_hexes_do_not_touch():
    def touch(a, b):
        return a.distance(b) == 1

    assert front.breaks([at(0, 0), at(1, 0), at(1, 1), at(2, 1)], touch) == ()
    assert front.breaks([at(0, 0), at(2, 0), at(3, 0), at(3, 2)], touch) == (
        (at(0, 0), at(2, 0)), (at(3, 0), at(3, 2)))  # fmt: skip


LINE = """
F F . F
 . F F .
"""


def test_a_front_is_unbroken_where_its_hexes_make_a_chain_from_edge_to_edge():
    board = Board(LINE)
    held, west, east = board.all("F"), {at(0, 0), at(0, 1)}, {at(3, 0), at(3, 1)}
    found = front.front(held, west, east, board.neighbours)
    assert found.unbroken and found.line == (at(0, 0), at(1, 0), at(1, 1), at(2, 1), at(3, 0))


def test_a_broken_front_says_which_hexes_would_close_it():
    board = Board(LINE)
    held, west, east = set(board.all("F")), {at(0, 0), at(0, 1)}, {at(3, 0), at(3, 1)}
    ford = {at(1, 1), at(2, 1)}
    found = front.front(held, west, east, board.neighbours, lambda a, b: {a, b} != ford)
    assert not found.unbroken and len(found.missing) == 1 and len(found.line) == 4
    held.remove(at(0, 0))
    found = front.front(held, west, east, board.neighbours)
    assert found.missing in ((at(0, 0),), (at(0, 1),))  # either edge hex closes it
    nobody = front.front((), west, east, board.neighbours)
    assert nobody.missing == nobody.line and len(nobody.line) == 4  # along either row


def test_no_ground_from_edge_to_edge_is_no_front():
    board = Board("F # F")
    found = front.front(board.all("F"), [at(0, 0)], [at(2, 0)], board.neighbours)
    assert found.line == () and not found.unbroken


FACING = """
A A B
 A B B
"""


def test_the_line_between_two_grounds():
    board = Board(FACING)
    ours, theirs = board.all("A"), set(board.all("B"))
    sides = front.facing(ours, theirs, board.neighbours)
    assert set(sides) == {side((1, 0), (2, 0)), side((1, 0), (1, 1)), side((0, 1), (1, 1))}
    assert front.forward(ours, theirs, board.neighbours) == (at(1, 0), at(0, 1))
    walked = hexsides.runs(sides, around)
    assert len(walked) == 1 and walked[0].sides[1] == side((1, 0), (1, 1))
    dry = front.forward(ours, theirs, board.neighbours, lambda a, b: at(0, 1) not in (a, b))
    assert dry == (at(1, 0),)
