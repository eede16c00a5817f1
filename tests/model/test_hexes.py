"""Grids: printed numbers to hexes and back. Expected neighbours stand in the rulebooks' examples."""

from __future__ import annotations

import math

import pytest

from builder.model import Grid, Hex, hexside

GLORYS_END = Grid(True, (10, 44), (11, 44), row_sign=1, column_sign=-1, shifted="odd", shift_sign=-1)
WEST = Grid(True, (36, 70), (1, 34), row_sign=-1, shifted="odd", shift_sign=1, prefix="W")
ITALY = Grid(False, (1, 30), (1, 40), row_first=False, shifted="even", shift_sign=1)
GRIDS = {"glorys-end": GLORYS_END, "west": WEST, "italy": ITALY}


def test_neighbours_of_1520_are_those_of_case_GE_002():
    assert sorted(GLORYS_END.neighbours("1520")) == ["1420", "1421", "1519", "1521", "1620", "1621"]


def test_round_1820_goes_the_way_of_case_GE_067():
    assert GLORYS_END.neighbours("1820") == ("1819", "1719", "1720", "1821", "1920", "1919")


@pytest.mark.parametrize(
    "grid, hex_, others",
    [
        ("west", "W4905", {"W5006", "W4906"}),  # the attack example of the Great War in Europe, 13.x
        ("italy", "2815", {"2716"}),  # figures of Part One of the Italian Front
        ("italy", "1611", {"1511", "1512"}),
        ("italy", "1713", {"1712", "1812"}),
    ],
)
def test_examples_of_the_other_books(grid, hex_, others):
    assert others <= set(GRIDS[grid].neighbours(hex_))


def test_one_grid_turned_round():
    """geo/fits.md: row004 = 80 - rowW; col004 = 45 - colW on even rows, 44 - colW on odd ones."""

    def turned(number: str) -> str:
        row, column = WEST.split(number)
        return GLORYS_END.number(80 - row, (44 if row % 2 else 45) - column)

    for number in ("W4905", "W5006", "W6819", "W6413", "W5603"):
        assert {turned(n) for n in WEST.neighbours(number)} == set(GLORYS_END.neighbours(turned(number)))


@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
def test_every_number_comes_back(grid):
    for number in grid.numbers():
        assert grid.number_of(grid.hex(number)) == number


@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
def test_neighbours_stand_one_unit_away_where_their_direction_says(grid):
    number = grid.number(grid.rows[0] + 4, grid.columns[0] + 5)
    x, y = grid.centre(number)
    for name, other in zip(grid.directions, grid.neighbours(number)):
        ox, oy = grid.centre(other)
        assert math.isclose(math.hypot(ox - x, oy - y), 1)
        assert ("N" in name) == (oy < y - 0.1) and ("S" in name) == (oy > y + 0.1)
        assert ("W" in name) == (ox < x - 0.1) and ("E" in name) == (ox > x + 0.1)


@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
def test_corners_bound_the_side_of_their_direction(grid):
    number = grid.number(grid.rows[0] + 4, grid.columns[0] + 5)
    corners = grid.corners(number)
    for i, other in enumerate(grid.neighbours(number)):
        middle = [(a + b) / 2 for a, b in zip(corners[i], corners[(i + 1) % 6])]
        expected = [(a + b) / 2 for a, b in zip(grid.centre(number), grid.centre(other))]
        assert middle == pytest.approx(expected)


def test_distance():
    assert GLORYS_END.distance("1520", "1520") == 0
    assert GLORYS_END.distance("1520", "1620") == 1
    assert Hex(0, 0).distance(Hex(2, -3)) == 3


def test_a_number_of_another_map_is_refused():
    with pytest.raises(ValueError, match=r"'1520' is no hex number of this map \(expected WNNNN\)"):
        WEST.split("1520")


def test_a_hexside_is_equal_both_ways():
    assert hexside("1620", "1520") == hexside("1520", "1620")
    assert str(hexside("1620", "1520")) == "1520|1620"
