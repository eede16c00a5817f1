from __future__ import annotations

import io
import math
import re
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

import pytest
from lxml import etree
from PIL import Image

from builder.art import palette
from builder.art.labels import Crowd, Label, place_labels
from builder.art.layout import MapLayout, Rectangle, layout
from builder.art.map_ground import shore_loops
from builder.art.map_places import placed_names
from builder.art.map_shapes import board, ends
from builder.art.map_water import river_lines
from builder.art.mapdraw import map_png, map_svg
from builder.model import Game, MapSheet, hexside


@pytest.fixture(scope="module")
def sheet(game: Game) -> MapSheet:
    return game.maps[0]


@pytest.fixture(scope="module")
def drawn(sheet: MapSheet) -> MapLayout:
    return layout(sheet, 100)


@pytest.fixture(scope="module")
def small(game: Game, sheet: MapSheet) -> Image.Image:
    """The whole map at 40 pixels a hex: enough to look at colours."""
    return Image.open(io.BytesIO(map_png(game, sheet, 40))).convert("RGB")


def test_hexes_lie_where_the_formula_says(sheet: MapSheet, drawn: MapLayout) -> None:
    left, top = sheet.margins[:2]
    # 1044 is the north-western hex; 1143 touches it from the south-east, since 1144 is not on the map
    assert drawn.centre("1044") == pytest.approx(((left + 0.5) * 100, top * 100 + 100 / math.sqrt(3)))
    assert drawn.centre("1143") == pytest.approx(((left + 1.0) * 100, top * 100 + 100 / math.sqrt(3) + 100 * 0.75**0.5))
    x, y = drawn.centre("1520")
    assert math.dist((x, y), drawn.centre("1620")) == pytest.approx(100)  # 3.8: the Meuse runs between these two
    assert drawn.centre("1519")[0] == pytest.approx(x + 100)  # columns grow westward


def test_layout_scales_and_only_the_whole_is_rounded(sheet: MapSheet, drawn: MapLayout) -> None:
    other = layout(sheet, 88)
    assert other.centre("3036") == pytest.approx(tuple(0.88 * v for v in drawn.centre("3036")))
    left, top, right, bottom = sheet.margins
    assert drawn.width == math.ceil(round(100 * (left + 34 + right), 6))
    assert drawn.height == math.ceil(100 * (top + 34 * math.sqrt(3) / 2 + 2 / math.sqrt(3) + bottom))
    box = sheet.boxes[0]
    assert other.box(box.id) == pytest.approx((88 * box.x, 88 * box.y, 88 * box.width, 88 * box.height))
    with pytest.raises(KeyError):
        other.box("Nowhere")
    with pytest.raises(ValueError, match="too small"):
        layout(sheet, 2)
    with pytest.raises(ValueError, match="no hexes"):
        layout(replace(sheet, hexes=MappingProxyType({})), 50)


def test_boxes_lie_on_the_paper_and_off_the_hexes(sheet: MapSheet, drawn: MapLayout) -> None:
    paper = Rectangle(0, 0, drawn.width, drawn.height)
    for box in sheet.boxes:
        room = drawn.rectangle(box)
        assert room.overlap(paper) == pytest.approx(room.width * room.height), box.id
        assert room.overlap(drawn.hexes()) == 0, box.id


def test_the_picture_has_the_layouts_size_and_its_colours_at_the_hexes(sheet: MapSheet, small: Image.Image) -> None:
    found = layout(sheet, 40)
    assert small.size == (found.width, found.height)
    colours = {
        "clear": palette.CLEAR, "forest": palette.FOREST, "mountain": palette.MOUNTAIN, "sea": palette.SEA,
    }  # fmt: skip
    right = wrong = 0
    for number, hex_ in sheet.hexes.items():
        if hex_.terrain not in colours or hex_.features or hex_.place:
            continue
        x, y = found.centre(number)
        near = [small.getpixel((round(x + dx), round(y + dy))) for dx in (-9, 0, 9) for dy in (-3, 5, 12)]
        good = max(near, key=near.count) == palette.rgb(colours[hex_.terrain])
        right, wrong = right + good, wrong + (not good)
    assert right > 900
    assert wrong < 0.03 * right  # the country names, and woods that stand thick


def test_the_same_map_is_the_same_text_and_shows_every_number(game: Game, sheet: MapSheet) -> None:
    svg = map_svg(game, sheet, 100)
    assert svg == map_svg(game, sheet, 100)
    root = etree.fromstring(svg.encode())
    shown = {"".join(e.itertext()) for e in root.iter("{http://www.w3.org/2000/svg}text")}
    assert set(sheet.hexes) <= shown
    assert {"Paris", "Verdun", "Meuse", "G10", "A4", "G5", "A5c"} <= shown  # 4.2, 4.3
    assert not re.search(r"[\" ,]nan", svg)


def test_names_do_not_lie_on_each_other_nor_off_the_map(game: Game, drawn: MapLayout) -> None:
    placed = placed_names(game, drawn)
    assert len(placed) == sum(1 for hex_ in drawn.sheet.hexes.values() if hex_.place)
    for i, a in enumerate(placed):
        assert a.room.overlap(drawn.hexes()) == pytest.approx(a.room.width * a.room.height), a.label.lines
        near = math.dist(a.room.centre, (a.label.x, a.label.y))
        assert near < 100, a.label.lines  # no further than the next hex
        for b in placed[i + 1 :]:
            assert a.room.overlap(b.room) == 0, (a.label.lines, b.label.lines)


def test_names_leave_most_numbers_free(game: Game, drawn: MapLayout) -> None:
    covered = 0
    for placed in placed_names(game, drawn):
        for number in drawn.sheet.hexes:
            x, y = drawn.centre(number)
            covered += Rectangle(x - 17, y - 45, 34, 12).overlap(placed.room) > 60
    assert covered <= 5


def test_a_second_name_yields_to_the_first() -> None:
    crowd = Crowd()
    labels = [Label((name,), 100, 100, "plain", 16) for name in ("Here", "There")]
    a, b = place_labels(labels, crowd, Rectangle(0, 0, 400, 400))
    assert a.room.overlap(b.room) == 0


def _inside(point: tuple[float, float], loops: tuple) -> bool:
    """Whether a point lies in an area with holes: a ray to the east crosses its rim an odd number of times."""
    x, y = point
    crossed = 0
    for loop in loops:
        for (ax, ay), (bx, by) in zip(loop, (*loop[1:], loop[0])):
            crossed += (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax)
    return crossed % 2 == 1


def test_land_is_land_and_sea_is_sea(drawn: MapLayout) -> None:
    shores = shore_loops(board(drawn))
    for number, hex_ in drawn.sheet.hexes.items():
        assert _inside(drawn.centre(number), shores) == (hex_.terrain != "sea"), number
    for side in (hexside("1839", "1939"), hexside("1938", "2039")):  # all sea: water between two land hexes
        (ax, ay), (bx, by) = ends(drawn, side)
        assert not _inside(((ax + bx) / 2, (ay + by) / 2), shores), side
    (ax, ay), (bx, by) = ends(drawn, hexside("3036", "3136"))  # Paris
    assert _inside(((ax + bx) / 2, (ay + by) / 2), shores)


def test_rivers_run_on_round_corners_and_each_hexside_once(drawn: MapLayout) -> None:
    kinds = ("river", "major-river", "stream")
    sides = [s for s, things in drawn.sheet.sides.items() if any(t.kind in kinds for t in things)]
    lines = list(river_lines(drawn))
    assert len(lines) < len(sides) / 4  # long lines, not stretches
    for side in sides:
        (ax, ay), (bx, by) = ends(drawn, side)
        near = [p for _, line in lines for p in line if math.dist(p, ((ax + bx) / 2, (ay + by) / 2)) < 5]
        assert len(near) == 1, side
    for _, line in lines:
        for a, b in pairwise(line):
            assert math.dist(a, b) < 45


def test_a_hexside_has_two_ends_and_others_none(drawn: MapLayout) -> None:
    a, b = ends(drawn, hexside("1520", "1620"))
    assert math.dist(a, b) == pytest.approx(100 / math.sqrt(3))
    with pytest.raises(ValueError, match="do not touch"):
        ends(drawn, hexside("1520", "3036"))


def test_a_map_of_columns_is_drawn_too(game: Game, sheet: MapSheet) -> None:
    """Flat-topped hexes, no tables, no boxes: what other games have."""
    grid = replace(sheet.grid, pointy=False)
    hexes = {n: h for n, h in sheet.hexes.items() if n[:2] in ("10", "11", "12", "13")}
    flat = replace(sheet, grid=grid, hexes=hexes, sides=MappingProxyType({}), regions=MappingProxyType({}), boxes=())
    bare = replace(game, tables=MappingProxyType({}))
    picture = Image.open(io.BytesIO(map_png(bare, flat, 20)))
    assert picture.size == (layout(flat, 20).width, layout(flat, 20).height)


@pytest.mark.slow
def test_the_whole_map_at_full_size(game: Game, sheet: MapSheet, tmp_path) -> None:
    data = map_png(game, sheet, cache=tmp_path)
    assert len(data) <= 8_000_000
    assert data == map_png(game, sheet) == map_png(game, sheet, cache=tmp_path)
