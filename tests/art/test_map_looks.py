"""Every kind has a look, each unlike the others, also for an eye that sees no colour."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from builder.art.layout import layout
from builder.art.map_countries import lands
from builder.art.map_looks import NAMES, check_map, kinds_of, strange_kinds, swatch
from builder.art.map_places import placed_names
from builder.art.map_rail import rail_lines
from builder.art.map_signs import GROUNDS
from builder.art.mapdraw import map_svg
from builder.art.palette import PAPER
from builder.art.render import render
from builder.model import Game, hexside
from builder.sources import load
from tests.art.conftest import ROOT

MAPS = (("glorys_end", 0), ("tgwie", 0), ("tgwie", 1), ("italian_front", 0), ("tutorial", 0))


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    return {name: load(str(ROOT / "source" / name)) for name in {name for name, _ in MAPS}}


def _picture(kind: str) -> Image.Image:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-34 -21 68 42" width="136" height="84">'
        f'<rect x="-34" y="-21" width="68" height="42" fill="{PAPER}"/>{swatch(kind)}</svg>'
    )
    return Image.open(io.BytesIO(render(svg, 136))).convert("L")


def test_each_kind_is_told_from_every_other_in_grey() -> None:
    pictures = {kind: _picture(kind) for kind in NAMES}
    for a, b in combinations(pictures, 2):
        apart = ImageStat.Stat(ImageChops.difference(pictures[a], pictures[b])).mean[0]
        assert apart > 2.0, (a, b, apart)


def test_each_terrain_has_its_pattern_whatever_its_shade() -> None:
    """Each levelled to the same mean grey: what is left is the pattern."""
    level = {}
    for kind in GROUNDS:
        picture = _picture(kind)
        mean = ImageStat.Stat(picture).mean[0]
        level[kind] = picture.point([max(0, min(255, round(v - mean + 150))) for v in range(256)])
    for a, b in combinations(level, 2):
        apart = ImageStat.Stat(ImageChops.difference(level[a], level[b])).mean[0]
        assert apart > 1.2, (a, b, apart)


@pytest.mark.parametrize(("name", "index"), MAPS)
def test_the_maps_have_nothing_without_a_look(games: dict[str, Game], name: str, index: int) -> None:
    sheet = games[name].maps[index]
    assert not list(strange_kinds(sheet))
    assert set(kinds_of(sheet)) <= set(NAMES)


def test_what_has_no_look_is_shown_and_said(games: dict[str, Game]) -> None:
    game = games["tutorial"]
    sheet = game.maps[0]
    number = next(iter(sheet.hexes))
    odd = replace(sheet.hexes[number], terrain="lava", features=("geyser",))
    side, things = next(iter(sheet.sides.items()))
    sides = {**sheet.sides, side: (replace(things[0], kind="canyon"),)}
    strange = replace(sheet, hexes={**sheet.hexes, number: odd}, sides=sides)
    found = check_map(replace(game, maps=(strange,)))
    assert [d.code for d in found] == ["A102"] * 3
    assert all(word in " ".join(str(d) for d in found) for word in ("lava", "geyser", "canyon"))
    svg = map_svg(game, strange, 50)
    assert all(f">{start}?</text>" in svg for start in ("lav", "gey", "can"))
    assert swatch("lava") != swatch("geyser")


@pytest.mark.parametrize(("name", "index"), MAPS)
def test_names_keep_off_each_other_and_near_their_hexes(games: dict[str, Game], name: str, index: int) -> None:
    game = games[name]
    placed = placed_names(game, layout(game.maps[index], 100))
    for a, b in combinations(placed, 2):
        assert a.room.overlap(b.room) == 0, (a.label.lines, b.label.lines)
    for a in placed:
        dx = max(a.room.x - a.label.x, 0, a.label.x - a.room.x - a.room.width)
        dy = max(a.room.y - a.label.y, 0, a.label.y - a.room.y - a.room.height)
        assert math.hypot(dx, dy) < 55, a.label.lines  # it begins in its own hex


def test_every_railway_side_is_on_one_line(games: dict[str, Game]) -> None:
    drawn = layout(games["italian_front"].maps[0], 100)
    kinds = ("rail-single", "rail-double")
    sides = [s for s, things in drawn.sheet.sides.items() if any(t.kind in kinds for t in things)]
    lines = list(rail_lines(drawn))
    assert sum(len(line) for _, line in lines) >= len(sides)
    assert len(lines) < len(sides) / 1.5
    milan = drawn.centre("1421")
    assert any(milan in (line[0], line[-1]) for _, line in lines)  # a junction: lines end in it


def test_a_country_in_two_parts_is_named_in_both(games: dict[str, Game]) -> None:
    west = layout(games["tgwie"].maps[0], 100)
    parts = [part for owner, part in lands(west) if owner == "IT"]
    assert sum(len(p) for p in parts) <= sum(h.owner == "IT" for h in west.sheet.hexes.values())
    for part in parts:
        for number in part[1:]:
            assert any(near in part for near in west.sheet.neighbours(number))


def test_hexes_and_layers_can_be_found(games: dict[str, Game]) -> None:
    game = games["italian_front"]
    svg = map_svg(game, game.maps[0], 50)
    for layer in ("sea", "terrain", "closed", "grid", "countries", "rivers", "borders", "rail", "numbers", "places",
                  "names", "hexes"):  # fmt: skip
        assert svg.count(f'id="layer-{layer}"') == 1, layer
    assert all(f'id="hex-{number}"' in svg for number in game.maps[0].hexes)
    assert hexside("3217", "3218") in game.maps[0].sides  # I3-5


@pytest.mark.slow
@pytest.mark.parametrize(("name", "index"), MAPS)
def test_pictures_stay_small(games: dict[str, Game], name: str, index: int) -> None:
    from builder.art.mapdraw import map_png

    assert len(map_png(games[name], games[name].maps[index])) <= 8_000_000
