"""Our numbering in VASSAL's attributes: what the module's grid says of every hex is the printed number, both ways."""

from __future__ import annotations

import itertools
import math

import pytest

from builder.art.layout import MapLayout, layout
from builder.model import Grid, MapHex, MapSheet
from builder.module.board import zoned_grid
from builder.vassal.buildfile import component
from builder.vassal.grid_reading import read_grid
from builder.vassal.zones import ZonedGrid
from tests.module.conftest import Planned

RANGES = (((1, 6), (1, 7)), ((10, 15), (23, 29)), ((11, 16), (24, 31)))
KINDS = list(itertools.product((True, False), (True, False), (1, -1), (1, -1), ("odd", "even"), (1, -1)))


def module_grid(placed: MapLayout) -> ZonedGrid:
    problems: list = []
    grid = read_grid(
        component("VASSAL.build.module.map.boardPicker.Board", {}, (zoned_grid(placed.sheet, placed),)), problems
    )
    assert isinstance(grid, ZonedGrid) and not problems
    return grid


def sheet(grid: Grid) -> MapSheet:
    hexes = {number: MapHex(number, "clear", "") for number in grid.numbers()}
    return MapSheet("m", "Map", grid, hexes, {}, {}, ())


def towards(point: tuple[float, float], other: tuple[float, float], share: float) -> tuple[int, int]:
    return tuple(math.floor(a + (b - a) * share) for a, b in zip(point, other))  # type: ignore[return-value]


def faults(placed: MapLayout, corners: float) -> list[str]:
    """Every hex that the module's grid names wrongly, or finds in the wrong spot, or does not snap to from near its
    corners."""
    grid, size, found = module_grid(placed), (placed.width, placed.height), []
    for number in placed.sheet.hexes:
        centre = placed.centre(number)
        spot = (round(centre[0]), round(centre[1]))
        if grid.name(spot, size) != number:
            found.append(f"the centre of {number} is called {grid.name(spot, size)}")
        snapped = grid.snap(spot)
        if max(abs(a - b) for a, b in zip(snapped, centre)) > 1:
            found.append(f"{number} snaps to {snapped}, drawn at {centre}")
        if grid.pixel(number, size) != snapped:
            found.append(f"{number} is found at {grid.pixel(number, size)}, not at {snapped}")
        for corner in placed.corners(number):
            near = towards(centre, corner, corners)
            if grid.name(grid.snap(near), size) != number:
                found.append(f"{near}, near a corner of {number}, falls to {grid.name(grid.snap(near), size)}")
    return found


@pytest.mark.parametrize("pointy, row_first, row_sign, column_sign, shifted, shift_sign", KINDS)
def test_every_kind_of_numbering(pointy, row_first, row_sign, column_sign, shifted, shift_sign):
    for rows, columns in RANGES:
        grid = Grid(pointy, rows, columns, row_first, row_sign, column_sign, shifted, shift_sign)
        assert faults(layout(sheet(grid), 60), 0.9) == []


def test_a_prefix_stands_before_every_number():
    grid = Grid(True, (10, 14), (20, 24), prefix="W")
    assert "W1020" in sheet(grid).hexes
    assert faults(layout(sheet(grid), 60), 0.9) == []


@pytest.mark.parametrize("hex_px", [75, 100, 150])
def test_the_real_map_at_every_size(glory: Planned, hex_px: int):
    assert faults(layout(glory.game.maps[0], hex_px), 0.9) == []


def test_boxes_are_zones_with_names_of_their_own(any_game: Planned):
    game, placed, _ = any_game
    grid, size = module_grid(placed), (placed.width, placed.height)
    boxes = game.maps[0].boxes
    assert len({box.label for box in boxes}) == len(boxes)
    for box in boxes:
        x, y, wide, high = placed.box(box.id)
        for across, down in ((0.5, 0.5), (0.05, 0.05), (0.95, 0.95)):
            assert grid.name((round(x + wide * across), round(y + high * down)), size) == box.label


def test_the_printed_marne_stands_where_the_map_says(glory: Planned):
    """Rows grow to the south, columns to the west: 3036 Paris lies west of 3035 and north of 3136."""
    _, placed, _ = glory
    grid, size = module_grid(placed), (placed.width, placed.height)
    paris, east, south = (grid.pixel(number, size) for number in ("3036", "3035", "3136"))
    assert paris[0] == east[0] - 100 and paris[1] == east[1]
    assert south[1] - paris[1] in (86, 87) and abs(south[0] - paris[0]) == 50
