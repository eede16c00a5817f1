"""Every hex of every map: what the module's grids say of its centre and of points near its corners is the printed
number, and its number leads back to its centre. Asked of our reader and, apart from it, of the formulas of formats §5.
"""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path
from typing import NamedTuple

import pytest

from builder.module.board import map_component
from builder.module.grid import parts
from builder.module.windows import Atlas, MapWindow, atlas, map_windows
from builder.sources import load
from builder.vassal.buildfile import Component, component
from tests.module.formulas import HexFormulas, Pixel

SOURCE = Path(__file__).resolve().parents[2] / "source"
MAPS = (("glorys_end", "main"), ("tgwie", "west"), ("tgwie", "east"), ("italian_front", "map"), ("tutorial", "main"))
NEAR = 0.93  # of the way from the centre to a corner


class Aligned(NamedTuple):
    """A map, the components of its window, and what our reader makes of them."""

    window: MapWindow
    part: Component
    where: Atlas

    @property
    def size(self) -> Pixel:
        return self.window.layout.width, self.window.layout.height


@pytest.fixture(scope="module", params=MAPS, ids=lambda pair: "-".join(pair))
def aligned(request: pytest.FixtureRequest) -> Aligned:
    return one_map(*request.param)


def one_map(folder: str, sheet: str) -> Aligned:
    windows = map_windows(load(SOURCE / folder))
    window = next(window for window in windows if window.sheet.id == sheet)
    parts_ = tuple(map_component(each, each is windows[0]) for each in windows)
    where = atlas(component("VASSAL.build.GameModule", {}, parts_), windows)
    return Aligned(window, parts_[windows.index(window)], where)


def near_corners(window: MapWindow, number: str) -> list[Pixel]:
    cx, cy = window.layout.centre(number)
    return [(math.floor(cx + (x - cx) * NEAR), math.floor(cy + (y - cy) * NEAR))
            for x, y in window.layout.corners(number)]  # fmt: skip


def whole(point: tuple[float, float]) -> Pixel:
    return round(point[0]), round(point[1])


def off(point: Pixel, centre: tuple[float, float]) -> bool:
    return max(abs(point[0] - centre[0]), abs(point[1] - centre[1])) > 1


def test_our_reader_finds_every_hex(aligned: Aligned):
    window, places = aligned.window, aligned.where.places[aligned.window.name]
    wrong = []
    for number in window.sheet.hexes:
        centre = window.layout.centre(number)
        spot = places.snap(*whole(centre))
        if (places.location(*whole(centre)), places.location(*spot)) != (number, number) or off(spot, centre):
            wrong.append(f"{number} is called {places.location(*whole(centre))} and snaps to {spot}")
        if (places.pixel(number), places.pixel(number, engine=True)) != (spot, spot):
            wrong.append(f"{number} is found at {places.pixel(number)}, not at {spot}")
        for point in near_corners(window, number):
            if places.snap(*point) != spot:
                wrong.append(f"{point}, near a corner of {number}, falls to {places.location(*places.snap(*point))}")
        if aligned.where.spot(number) != (window.name, *spot):
            wrong.append(f"a piece for {number} is put at {aligned.where.spot(number)}")
    assert wrong == []


def test_the_formulas_find_every_hex(aligned: Aligned):
    window, wrong = aligned.window, []
    asked = 0
    for formulas, hexes in grids_of(aligned):
        for number in hexes:
            centre = window.layout.centre(number)
            spot = formulas.snap(whole(centre))
            if (formulas.number(whole(centre)), formulas.number(spot)) != (number, number) or off(spot, centre):
                wrong.append(f"{number} is called {formulas.number(whole(centre))} and snaps to {spot}")
            if formulas.pixel(number) != spot:
                wrong.append(f"{number} is found at {formulas.pixel(number)}, not at {spot}")
            for point in near_corners(window, number):
                if formulas.snap(point) != spot:
                    wrong.append(
                        f"{point}, near a corner of {number}, falls to {formulas.number(formulas.snap(point))}"
                    )
            asked += 1
    assert wrong == []
    assert asked == len(window.sheet.hexes)


def grids_of(aligned: Aligned) -> list[tuple[HexFormulas, list[str]]]:
    """Each hex grid of the board by its formulas, with the hexes whose names it gives: those of its zone, the rest."""
    zoned = next(aligned.part.all("ZonedGrid"))
    left, found = dict.fromkeys(aligned.window.sheet.hexes), []
    for zone in (child for child in zoned.children if child.short == "Zone"):
        corners = [tuple(map(int, corner.split(","))) for corner in zone.get("path").split(";")]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        held = [n for n in left if inside(aligned.window, n, (min(xs), min(ys), max(xs), max(ys)))]
        for grid in (child for child in zone.children if child.short == "HexGrid"):
            assert zone.get("locationFormat") == "$gridLocation$"
            found.append((formulas_of(grid, (max(xs) - min(xs), max(ys) - min(ys))), held))
        for number in held:
            del left[number]
    main = next(child for child in zoned.children if child.short == "HexGrid")
    return [*found, (formulas_of(main, aligned.size), list(left))]


def inside(window: MapWindow, number: str, zone: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = zone
    points = (window.layout.centre(number), *near_corners(window, number))
    return all(left <= x < right and top <= y < bottom for x, y in points)


def formulas_of(grid: Component, size: Pixel) -> HexFormulas:
    (numbering,) = (child for child in grid.children if child.short == "HexGridNumbering")
    return HexFormulas(dict(grid.attributes), dict(numbering.attributes), size)


def test_boxes_are_zones_with_names(aligned: Aligned):
    window, places = aligned.window, aligned.where.places[aligned.window.name]
    names = [box.label for box in window.sheet.boxes]
    assert len(set(names)) == len(names)
    for box in window.sheet.boxes:
        x, y, wide, high = window.layout.rectangle(box)
        for across, down in ((0.5, 0.5), (0.03, 0.03), (0.97, 0.03), (0.03, 0.97), (0.97, 0.97)):
            assert places.location(round(x + wide * across), round(y + high * down)) == box.label
        assert places.location(*places.pixel(box.label)) == box.label
        assert places.location(*aligned.where.spot(box.id)[1:]) == box.label


def test_no_box_covers_a_hex(aligned: Aligned):
    """A box over a hex would take the pieces that are dropped there."""
    for box in aligned.window.sheet.boxes:
        x, y, wide, high = aligned.window.layout.rectangle(box)
        covered = [n for n in aligned.window.sheet.hexes for cx, cy in (aligned.window.layout.centre(n),)
                   if x - 30 < cx < x + wide + 30 and y - 30 < cy < y + high + 30]  # fmt: skip
        assert covered == [], box.label


# ---- what the books say of each numbering (geo/fits.md): neighbours lie one hex apart, in the right direction

SIDE_BY_SIDE = (
    ("glorys_end", "main", "1820", "1919", "SE", "GE 13.5"),
    ("glorys_end", "main", "1820", "1920", "SW", "GE 13.5"),
    ("tgwie", "west", "W4905", "W5006", "NE", "TGWiE 13"),
    ("tgwie", "west", "W4905", "W4906", "E", "TGWiE 13"),
    ("tgwie", "west", "W2415", "W2416", "E", "the inset runs as the map does"),
    ("tgwie", "east", "E2717", "E2618", "SE", "TGWiE 12.12"),
    ("tgwie", "east", "E5304", "E5405", "NE", "TGWiE 12.12"),
    ("italian_front", "map", "3217", "3218", "S", "IF 3-5"),
    ("italian_front", "map", "2815", "2716", "SW", "IF figures"),
    ("italian_front", "map", "1713", "1812", "NE", "IF figures"),
)
TOWARDS = {"E": 0, "NE": 60, "N": 90, "NW": 120, "W": 180, "SW": 240, "S": 270, "SE": 300}
FLAT_TOWARDS = TOWARDS | {"NE": 30, "NW": 150, "SW": 210, "SE": 330}


@pytest.mark.parametrize("folder, sheet, one, other, way, rule", SIDE_BY_SIDE)
def test_neighbours_of_the_books_are_neighbours_on_the_board(folder, sheet, one, other, way, rule):
    _, _, where = aligned = one_map(folder, sheet)
    places = where.places[aligned.window.name]
    (x1, y1), (x2, y2) = places.pixel(one), places.pixel(other)
    assert math.dist((x1, y1), (x2, y2)) == pytest.approx(aligned.window.layout.hex_px, abs=2)
    degrees = (TOWARDS if aligned.window.sheet.grid.pointy else FLAT_TOWARDS)[way]
    assert math.degrees(math.atan2(y1 - y2, x2 - x1)) % 360 == pytest.approx(degrees, abs=2)


# ---- several maps, and the inset


def test_two_maps_are_two_windows_with_names_of_their_own():
    game = load(SOURCE / "tgwie")
    west, east = map_windows(game)
    assert (west.name, east.name) == ("The Western Front", "The Eastern Front")
    assert len({west.image, east.image}) == 2
    assert not set(west.sheet.hexes) & set(east.sheet.hexes)
    first, second = map_component(west), map_component(east, first=False)
    assert (first.get("launch"), second.get("launch")) == ("false", "true")
    assert second.get("buttonName") == second.get("mapName") == "The Eastern Front"


def test_the_italian_inset_is_a_zone_with_its_own_grid():
    window, part, where = one_map("tgwie", "west")
    (zone,) = (zone for zone in part.all("Zone") if zone.get("name") == "Italian inset")
    assert [child.short for child in zone.children] == ["HexGrid"]
    places = where.places[window.name]
    inset = set(window.sheet.regions["italian-inset"])
    for number in window.sheet.hexes:
        named = places.zone(*places.pixel(number)) == "Italian inset"
        assert named == (number in inset), number


def test_only_the_west_has_an_inset():
    assert [len(parts(one_map(*pair).window.sheet)) for pair in MAPS] == [1, 2, 1, 1, 1]


def test_an_inset_without_a_region_still_has_a_name():
    window = one_map("tgwie", "west").window
    bare = dataclasses.replace(window.sheet, regions={})
    assert [part.name for part in parts(bare)] == ["", "Inset 1"]


def test_the_map_of_a_game_with_one_map_keeps_its_name():
    """Recorded games name the map in every move."""
    assert [window.name for window in map_windows(load(SOURCE / "glorys_end"))] == ["Map"]
