"""Supply through towns and headquarters on drawn boards, counted by hand."""

from __future__ import annotations

from builder.kit.supply_net import Terms, Tier, lines_to, net
from tests.kit.boards import Board, at

ROAD = ". . . . . T . . . . . E"  # a town five hexes in, the edge six beyond it


def terms(board: Board, blocked=(), length=lambda a, b: 1) -> Terms:
    return Terms(board.neighbours, lambda place: place in blocked, length)


def tiers(board: Board, onward: int | None = None) -> list[Tier]:
    return [Tier("edge", board.all("E"), 4, ultimate=True), Tier("town", board.all("T"), 4, onward)]


def test_a_unit_draws_on_a_town_within_four_and_the_town_on_the_edge_at_any_length():
    """The Great War in Europe 11.3.E, H, I: the source counts, the unit's own hex does not."""
    board = Board(ROAD)
    found = net(tiers(board), terms(board))
    first, second = found.line(at(1, 0))
    assert (first.length, first.to, first.limit) == (4, "town", 4) and first.path == tuple(
        at(x, 0) for x in range(1, 6)
    )
    assert (second.length, second.to, second.limit) == (6, "edge", None)
    assert str(second).endswith("to edge, 6, any length")
    assert found.line(at(0, 0)) is None  # five to the town
    assert [leg.to for leg in found.line(at(9, 0))] == ["edge"]
    assert [(leg.to, leg.length) for leg in found.line(at(5, 0))] == [("town", 0), ("edge", 6)]


def test_a_town_that_is_not_fed_feeds_nobody():
    board = Board(ROAD)
    assert net(tiers(board, onward=5), terms(board)).line(at(4, 0)) is None
    cut = net(tiers(board), terms(board, blocked={at(8, 0)}))
    assert cut.line(at(4, 0)) is None and "town" not in cut.kinds.values()
    assert cut.line(at(9, 0)) is not None
    assert net(tiers(board), terms(board, blocked={at(11, 0)})).line(at(10, 0)) is None  # the edge hex is taken


def test_a_units_own_hex_does_not_block_it():
    board = Board(ROAD)
    inside = net(tiers(board), terms(board, blocked={at(4, 0)}))
    assert [leg.length for leg in inside.line(at(4, 0))] == [1, 6]
    assert inside.line(at(3, 0)) is None


def test_each_kind_of_source_serves_as_far_as_its_own_limit():
    """A headquarters serves next to it alone (11.6.A), and only while it is fed."""
    board = Board(". . H . . . E")
    both = [Tier("edge", board.all("E"), 4, ultimate=True), Tier("hq", board.all("H"), 1)]
    found = net(both, terms(board))
    assert [leg.to for leg in found.line(at(1, 0))] == ["hq", "edge"]
    assert found.line(at(0, 0)) is None
    assert [leg.to for leg in found.line(at(3, 0))] == ["hq", "edge"]  # one to the headquarters, three to the edge


def test_a_chain_of_three_kinds_with_a_limit_for_each():
    board = Board(". H . D . . E")

    def chain(to_depot: int, to_hq: int):
        return net([Tier("edge", board.all("E"), 2, ultimate=True), Tier("depot", board.all("D"), 0, to_depot),
                    Tier("hq", board.all("H"), 1, to_hq)], terms(board)).line(at(0, 0))  # fmt: skip

    assert [(leg.to, leg.length) for leg in chain(3, 2)] == [("hq", 1), ("depot", 2), ("edge", 3)]
    assert chain(2, 2) is None and chain(3, 1) is None


def test_a_source_listed_later_does_not_feed_one_listed_before():
    board = Board("D . H . . E")
    found = net([Tier("edge", board.all("E"), 0, ultimate=True), Tier("depot", board.all("D"), 0, 2),
                 Tier("hq", board.all("H"), 0, 3)], terms(board))  # fmt: skip
    assert found.kinds == {at(5, 0): "edge", at(2, 0): "hq"}


def test_length_may_be_counted_in_something_else():
    """Italian Front 19-15: no more than one mountain hexside, whatever the hexes."""
    board = Board("U . . . E")
    mountains = {frozenset((at(1, 0), at(2, 0)))}

    def length(a, b):
        return int(frozenset((a, b)) in mountains)

    assert lines_to(board.all("E"), terms(board, length=length), 1).line(at(0, 0)) == tuple(at(x, 0) for x in range(5))
    mountains.add(frozenset((at(3, 0), at(4, 0))))
    assert lines_to(board.all("E"), terms(board, length=length), 1).line(at(0, 0)) is None


def test_a_step_may_cost_more_one_way_than_the_other():
    board = Board("A B")
    steep = terms(board, length=lambda a, b: 3 if b == at(1, 0) else 1)
    assert lines_to([at(1, 0)], steep).lengths[at(0, 0)] == 3
    assert lines_to([at(0, 0)], steep).lengths[at(1, 0)] == 1


def test_an_ultimate_source_listed_last_feeds_units_and_no_town():
    """A port that some nations draw on straight (11.14.B), which no town inland may use."""
    board = Board("P . . T . . . . . E")
    ports = Tier("port", board.all("P"), 2, ultimate=True)
    cut = terms(board, blocked={at(7, 0)})
    found = net([*tiers(board), ports], cut)
    assert [leg.to for leg in found.line(at(2, 0))] == ["port"]
    assert found.line(at(3, 0)) is None and found.line(at(4, 0)) is None
    assert [leg.to for leg in net([*tiers(board), ports], terms(board)).line(at(3, 0))] == ["town", "edge"]
