"""Kit on drawn boards: expected values counted by hand; reach against a slow twin on random maps."""

from __future__ import annotations

import itertools
import random

import pytest

from builder.kit import combat, geometry, movement, supply, tables
from builder.model import Answer, Evidence, Hex, Need, Row, Span, Tag, table
from tests.kit.boards import Board


def test_a_ring_has_six_hexes_for_each_step_of_its_radius():
    def around(hex_):
        return hex_.neighbours()

    for radius in range(1, 5):
        assert len(geometry.ring(Hex(0, 0), around, radius)) == 6 * radius
    assert len(geometry.within(Hex(0, 0), around, 3)) == 1 + 6 + 12 + 18
    assert geometry.distance(Hex(0, 0), Hex(2, -3), around) == 3 == Hex(0, 0).distance(Hex(2, -3))
    assert geometry.distance(Hex(0, 0), Hex(9, 0), around, limit=4) is None
    with pytest.raises(ValueError):
        geometry.ring(Hex(0, 0), around, -1)


def test_a_line_steps_from_hex_to_neighbour():
    for goal in (Hex(4, 0), Hex(2, -5), Hex(-3, 1), Hex(2, 2)):
        path = geometry.line(Hex(0, 0), goal)
        assert path[0] == Hex(0, 0) and path[-1] == goal and len(path) == Hex(0, 0).distance(goal) + 1
        assert all(a.distance(b) == 1 for a, b in itertools.pairwise(path))
    assert geometry.line(Hex(1, 1), Hex(1, 1)) == (Hex(1, 1),)


def test_path_cost_shows_its_sum():
    board = Board("A f m B")
    way = movement.path_cost(tuple(Hex(x, 0) for x in range(4)), board.cost)
    assert way.points == 2 + 3 + 1
    assert [leg.total for leg in way.legs] == [2, 5, 6]
    assert way.sum()[1].endswith("m 3; 5 in all")
    assert way.blocked is None and not way.needs


def test_a_path_stops_at_the_first_forbidden_step():
    board = Board("A . x B")
    way = movement.path_cost(tuple(Hex(x, 0) for x in range(4)), board.cost)
    assert way.blocked == (Hex(1, 0), Hex(2, 0)) and way.points == 1


def test_the_cheapest_path_goes_round_the_mountain():
    board = Board("""
    A m B
     . . .
    """)
    found = movement.cheapest_path(board.at("A"), board.at("B"), board.neighbours, board.cost)
    # over the mountain 3 + 1; below it three steps at 1
    assert found is not None and found.points == 3 and len(found.path) == 4


def test_a_river_adds_to_the_side_it_runs_along():
    board = Board("A B", {frozenset((Hex(0, 0), Hex(1, 0))): 1})
    assert movement.path_cost((Hex(0, 0), Hex(1, 0)), board.cost).points == 2
    assert movement.path_cost((Hex(0, 0), Hex(1, 0)), board.cost).sum() == (
        f"{Hex(0, 0)}-{Hex(1, 0)}: B 1, river 1; 2 in all",
    )


def test_minimum_move_is_one_hex_and_leads_no_further():
    board = Board("A m . .")
    poor = movement.reach(board.at("A"), board.neighbours, board.cost, 2)
    assert set(poor.points) == {Hex(0, 0)}
    granted = movement.reach(board.at("A"), board.neighbours, board.cost, 2, minimum_move=True)
    assert set(granted.points) == {Hex(0, 0), Hex(1, 0)} and granted.points[Hex(1, 0)] == 2
    walled = Board("A x")
    shut_in = movement.reach(walled.at("A"), walled.neighbours, walled.cost, 2, minimum_move=True)
    assert set(shut_in.points) == {Hex(0, 0)}


def test_where_one_must_stop_the_way_ends():
    board = Board("A * . B")
    found = movement.reach(Hex(0, 0), board.neighbours, board.cost, 9, may_pass=lambda h: board.terrain[h] != "*")
    assert set(found.points) == {Hex(0, 0), Hex(1, 0)}


def slow_reach(start, neighbours, cost, budget):
    """The twin: every simple path tried, no cleverness."""
    best = {start: 0}

    def walk(place, spent, seen):
        for near in neighbours(place):
            step = cost(place, near)
            if near in seen or step is None or spent + step.points > budget:
                continue
            best[near] = min(best.get(near, budget), spent + step.points)
            walk(near, spent + step.points, seen | {near})

    walk(start, 0, {start})
    return best


@pytest.mark.parametrize("seed", range(40))
def test_reach_agrees_with_the_slow_twin_on_random_maps(seed):
    dice = random.Random(seed)
    rows = [" ".join(dice.choice("...fmx#") for _ in range(6)) for _ in range(6)]
    rows[2] = "A " + rows[2][2:]
    board = Board("\n".join(rows))
    for a in board.terrain:
        for b in board.neighbours(a):
            if a < b and dice.random() < 0.2:
                board.sides[frozenset((a, b))] = dice.choice((1, 1, None))
    start, budget = board.at("A"), dice.randint(0, 5)
    fast = movement.reach(start, board.neighbours, board.cost, budget)
    assert dict(fast.points) == slow_reach(start, board.neighbours, board.cost, budget)
    for goal, points in fast.points.items():
        assert movement.path_cost(fast.path(goal), board.cost).points == points


def test_a_supply_line_counts_the_source_and_not_the_unit():
    board = Board("A . . . B")
    sources = {board.at("B")}

    def line(limit):
        return supply.trace(board.at("A"), sources, board.neighbours, lambda h: False, lambda a, b: False, limit)

    assert len(line(4)) == 5  # four steps
    assert line(3) is None
    assert len(line(None)) == 5


def test_a_supply_line_goes_past_no_block_and_over_no_closed_side():
    board = Board("A . B")
    a, b = board.at("A"), board.at("B")

    def line(blocked=(), closed=()):
        return supply.trace(a, {b}, board.neighbours, lambda h: h in blocked, lambda x, y: {x, y} in closed, 5)

    assert line() == (a, Hex(1, 0), b)
    assert line(blocked=(Hex(1, 0),)) is None
    assert line(blocked=(b,)) is None
    assert line(blocked=(a,)) == (a, Hex(1, 0), b)  # the unit's own hex is not traced into
    assert line(closed=[{Hex(1, 0), b}]) is None


def test_what_is_fed_is_what_can_trace():
    for seed in range(20):
        dice = random.Random(seed)
        board = Board("\n".join(" ".join(dice.choice("...x#") for _ in range(6)) for _ in range(6)))
        hexes = list(board.terrain)
        seeds = {h for h in dice.sample(hexes, 2)}

        def blocked(h, board=board):
            return board.terrain[h] == "x"

        fed = supply.fed(seeds, board.neighbours, blocked, lambda a, b: False, 3)
        for h in hexes:
            if blocked(h):
                continue
            line = supply.trace(h, seeds - {s for s in seeds if blocked(s)}, board.neighbours, blocked,
                                lambda a, b: False, 3)  # fmt: skip
            assert (line is not None) == (h in fed)


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [(26, 7, "3:1"), (9, 11, "1:2"), (9, 19, "1:3"), (7, 7, "1:1"), (13, 7, "1:1"), (14, 7, "2:1"), (7, 8, "1:2"),
     (30, 4, "7:1"), (5, 0, "5:1"), (1, 3, "1:3")],
)  # fmt: skip
def test_odds(attack, defence, expected):
    assert str(combat.odds(attack, defence)) == expected
    assert combat.parse_odds(expected) == combat.odds(attack, defence)


def test_nonsense_has_no_odds():
    for attack, defence in ((0, 3), (-1, 3), (3, -1)):
        with pytest.raises(ValueError):
            combat.odds(attack, defence)
    with pytest.raises(ValueError):
        combat.parse_odds("3-1")


def test_better_odds_rank_higher():
    order = ["1:4", "1:3", "1:2", "1:1", "2:1", "5:1", "7:1"]
    ranks = [combat.parse_odds(text).rank for text in order]
    assert ranks == sorted(ranks) and len(set(ranks)) == len(ranks)


COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1")


@pytest.mark.parametrize(
    ("attack", "defence", "column", "beyond"),
    [(7, 2, "3:1", 0), (5, 5, "1:1", 0), (4, 7, "1:2", 0), (4, 9, "1:2", -1), (1, 4, "1:2", -2), (5, 1, "5:1", 0),
     (11, 1, "5:1", 6)],
)  # fmt: skip
def test_odds_fall_in_a_column_or_beyond_the_table(attack, defence, column, beyond):
    assert combat.odds_column(combat.odds(attack, defence), COLUMNS) == (column, beyond)


def test_odds_between_two_columns_fall_in_the_lower_one():
    assert combat.odds_column(combat.odds(9, 2), ("1:1", "3:1", "6:1")) == ("3:1", 0)


def test_a_column_shifts_as_far_as_the_table_goes():
    assert combat.shifted("3:1", -2, COLUMNS) == ("1:1", 0)
    assert combat.shifted("1:1", -3, COLUMNS) == ("1:2", -2)
    assert combat.shifted("4:1", 3, COLUMNS) == ("5:1", 2)


# Italian Front 22-18 and its figure: A to F round X in a circle; opposite are A D, B E and C F
FIGURE = tuple("ABCDEF")


@pytest.mark.parametrize(
    ("attackers", "friends", "bare"),
    [("EB", "AF", False), ("EB", "CD", False), ("EB", "AC", True), ("EB", "", True), ("AB", "", False),
     ("AEC", "FD", True), ("FBD", "A", True)],
)  # fmt: skip
def test_front_and_rear(attackers, friends, bare):
    assert bool(combat.front_and_rear(set(attackers), set(friends), FIGURE)) is bare


def test_the_die_is_held_at_the_end_only():
    assert combat.final_die(3, (-1, -1, -1)) == 1
    assert combat.final_die(6, (2, -3)) == 5  # not 6 - 3
    assert combat.final_die(5, (2,)) == 6


# rule 13.16, the six around 1820 in their circle, and the sets of the project's case 067
AROUND = ("1819", "1719", "1720", "1821", "1920", "1919")


@pytest.mark.parametrize(
    ("attackers", "yes"),
    [("1719 1920", True), ("1719 1919", False), ("1719 1821 1919", True), ("1719 1819 1919", False),
     ("1719 1819 1919 1720", True), ("1820", False), ("", False)],
)  # fmt: skip
def test_concentric(attackers, yes):
    assert bool(combat.concentric(attackers.split(), AROUND)) is yes


def test_concentric_for_every_set_of_hexes():
    for size in range(7):
        for taken in itertools.combinations(range(6), size):
            around = tuple(range(6))
            opposite = any((a + 3) % 6 in taken for a in taken)
            alternate = {0, 2, 4} <= set(taken) or {1, 3, 5} <= set(taken)
            assert bool(combat.concentric(taken, around)) == (opposite or alternate or size > 3)


def test_a_cell_brings_its_evidence_and_a_missing_one_its_need():
    rows = (Row("3:1/6", {"defender": "2", "retreat": ""}, {"": Evidence(Tag.BOOK, "13.3")}, Span("")),)
    crt = table("crt", "crt.csv", ("key", "defender", "retreat"), rows)
    assert tables.number(crt, "3:1/6", "defender").value == 2
    assert tables.cell(crt, "3:1/6", "retreat").value == ""
    assert tables.cell(crt, "3:1/6", "defender").proven()
    missing = tables.number(crt, "9:1/6", "defender")
    assert missing == Answer(0, needs=(Need("crt.csv", "9:1/6", "defender"),))
    assert tables.cell(None, "a", "b").needs


def test_a_number_falls_under_one_heading():
    bands = ("..-1", "0", "1..3", "4..")
    assert [tables.band(bands, value) for value in (-5, 0, 1, 3, 4, 99)] == ["..-1", "0", "1..3", "1..3", "4..", "4.."]
    assert tables.band(("1..3", "5"), 4) == ""
    with pytest.raises(ValueError):
        tables.band(("few",), 4)


def test_a_strength_above_the_table_is_taken_in_portions():
    assert tables.portions(123, 50) == (50, 50, 23)  # Italian Front 13-19
    assert tables.portions(50, 50) == (50,) and tables.portions(0, 50) == ()
    with pytest.raises(ValueError):
        tables.portions(-1, 50)
