"""Areas, pockets and zones of control on drawn boards, counted by hand."""

from __future__ import annotations

from builder.kit import areas, movement, zones
from builder.model import Evidence, Reason, Tag
from tests.kit.boards import Board, at

WALL = """
. . x . .
 . x . . .
. . x . E
"""
BOOK = Evidence(Tag.BOOK, "10-7")


def test_a_wall_parts_a_board_in_two():
    board = Board(WALL)
    ground = board.all(".E")
    left = {at(0, 0), at(1, 0), at(0, 1), at(0, 2), at(1, 2)}
    assert [len(one) for one in areas.areas(ground, board.neighbours)] == [7, 5]
    assert areas.area(at(0, 0), board.neighbours, ground) == left
    assert areas.area(at(2, 0), board.neighbours, ground) == frozenset()  # the wall is none of it
    assert areas.pockets(ground, board.neighbours, {board.at("E")}) == (left,)
    assert areas.pockets(ground, board.neighbours, {board.at("E"), at(1, 2)}) == ()


def test_a_side_may_part_as_well():
    board = Board("""
    . .
     .
    """)
    # (0, 1) touches both above it; those two touch one another
    shut = {frozenset((at(0, 0), at(1, 0))), frozenset((at(0, 0), at(0, 1)))}
    found = areas.areas(board.terrain, board.neighbours, lambda a, b: frozenset((a, b)) not in shut)
    assert found == ({at(1, 0), at(0, 1)}, {at(0, 0)})


OPEN = """
. . .
 . G .
. . .
"""


def test_a_zone_is_the_six_hexes_around():
    board = Board(OPEN)
    found = zones.zones([("g", board.at("G"))], board.neighbours, lambda *_: None)
    # in an odd row the hexes above and below a place are those of the same number and the next
    assert set(found.holds) == {at(0, 1), at(2, 1), at(1, 0), at(2, 0), at(1, 2), at(2, 2)}
    assert board.at("G") not in found and at(0, 0) not in found
    assert found.over(at(1, 0)) == (("g", board.at("G")),) and found.over(at(0, 2)) == ()


def test_a_zone_stops_at_a_side_and_says_why():
    board, alpine = Board(OPEN), Reason("side", "alpine", Evidence(Tag.BOOK, "10-6"))

    def stops(piece, a, b):
        return alpine if (a, b) == (at(1, 1), at(2, 1)) and piece != "goat" else None

    found = zones.zones([("g", at(1, 1))], board.neighbours, stops)
    assert at(2, 1) not in found and len(found.holds) == 5
    assert found.stopped == {(at(1, 1), at(2, 1)): alpine}
    both = zones.zones([("g", at(1, 1)), ("goat", at(1, 1))], board.neighbours, stops)
    assert both.over(at(2, 1)) == (("goat", at(1, 1)),) and len(both.over(at(1, 0))) == 2


def test_what_lifts_a_zone_leaves_its_reason():
    board, friend = Board(OPEN), Reason("friend", "there", Evidence(Tag.SEEN))
    found = zones.zones([("g", at(1, 1))], board.neighbours, lambda *_: None)
    free = found.without(lambda place: friend if place == at(1, 0) else None)
    assert at(1, 0) in found and at(1, 0) not in free and free.lifted == {at(1, 0): friend}


def test_entering_a_zone_costs_one_and_going_on_in_it_two():
    """Italian Front 10-7 and its figure 7: into a zone over clear ground 2, on through it 3, five in all."""
    board = Board(OPEN)
    found = zones.zones([("g", at(1, 1))], board.neighbours, lambda *_: None)

    def cost(a, b):
        toll = found.toll(a, b, 1, 1, BOOK)
        return movement.Cost(1 + sum(reason.value for reason in toll), toll)

    way = movement.path_cost((at(0, 0), at(1, 0), at(2, 0)), cost)
    assert [leg.total for leg in way.legs] == [2, 5]
    assert [reason.name for reason in way.legs[1].cost.reasons] == ["leaves the zone of g", "enters the zone of g"]
    assert movement.path_cost((at(1, 0), at(0, 0)), cost).points == 2
