"""What is written on the maps: names of countries, seas and ranges, tags of outlines, the key, headings of insets."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest

from builder.art.labels import Crowd
from builder.art.layout import MapLayout, Rectangle, layout
from builder.art.map_geography import LOOKS, geography_letters
from builder.art.map_ground import NUMBER_Y
from builder.art.map_key import shown
from builder.art.map_lines import outline_labels
from builder.art.map_places import write
from builder.art.map_shapes import ends, key
from builder.art.map_water import WIDTHS, river_layer, springs
from builder.art.mapdraw import map_svg
from builder.model import Game
from builder.sources import load
from tests.art.conftest import ROOT

MAPS = (("glorys_end", 0), ("tgwie", 0), ("tgwie", 1), ("italian_front", 0))


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    return {name: load(str(ROOT / "source" / name)) for name in ("glorys_end", "tgwie", "italian_front")}


@pytest.fixture(scope="module", params=MAPS, ids=lambda m: f"{m[0]}-{m[1]}")
def both(request: pytest.FixtureRequest, games: dict[str, Game]) -> tuple[Game, MapLayout]:
    game = games[request.param[0]]
    return game, layout(game.maps[request.param[1]], 100)


def test_names_of_countries_lie_on_their_land_and_off_towns(both: tuple[Game, MapLayout]) -> None:
    game, drawn = both
    written = write(game, drawn)
    assert len(written.countries) >= 3
    signs = [
        Rectangle(x - 12, y - 12, 24, 24)
        for number, hex_ in drawn.sheet.hexes.items() if {"town", "city"} & set(hex_.features)
        for x, y in (drawn.centre(number),)
    ]  # fmt: skip
    for spot in written.countries:
        rooms = tuple(spot.rooms())
        covered = sum(room.overlap(sign) > 40 for room in rooms for sign in signs)
        assert covered <= 1, (spot.lines, covered)
        names = sum(room.overlap(placed.room) for room in rooms for placed in written.names)
        assert names < 0.15 * sum(room.width * room.height for room in rooms), spot.lines
    for a, b in combinations(written.countries, 2):
        assert not any(p.overlap(q) for p in a.rooms() for q in b.rooms()), (a.lines, b.lines)


def test_a_great_country_is_written_larger_than_a_small_one(games: dict[str, Game]) -> None:
    east = layout(games["tgwie"].maps[1], 100)
    size = {"".join(s.lines): s.size for s in write(games["tgwie"], east).countries}
    assert size["RUSSIA"] == max(size.values()) > 1.3 * size["SERBIA"] > 1.3 * size["MONTENEGRO"]


def test_names_of_seas_and_ranges_run_along_their_lines(games: dict[str, Game]) -> None:
    """Each within a hex of where the table has it, reading from left to right."""
    game = games["tgwie"]
    drawn = layout(game.maps[1], 100)
    letters = geography_letters(game, drawn, Crowd())  # nothing in the way: they stay
    carpathians = [letter for letter in letters if letter.look is LOOKS["range"]][: len("Carpathians")]
    assert "".join(letter.text for letter in carpathians) == "CARPATHIANS"
    assert all(a.x < b.x for a, b in pairwise(carpathians))
    row = game.tables["geography"].rows["east/carpathians"]
    assert min(math.dist((at.x, at.y), drawn.centre(row["via"])) for at in carpathians) < 60
    assert carpathians[0].turn < carpathians[-1].turn  # the arc bends southward
    shown_ = write(game, drawn).geography
    assert len(shown_) == len(letters)
    for stays, moved in zip(letters, shown_):
        assert math.dist((stays.x, stays.y), (moved.x, moved.y)) < 75


def test_tags_of_outlines_leave_numbers_free(games: dict[str, Game]) -> None:
    drawn = layout(games["glorys_end"].maps[0], 100)
    tags = tuple(outline_labels(drawn))
    assert len(tags) == 2  # 9.2, 16.1
    for tag in tags:
        for number in drawn.sheet.hexes:
            x, y = drawn.centre(number)
            assert not tag.overlap(Rectangle(x - 17, y + NUMBER_Y - 12, 34, 14)), number
    assert tags[0].overlap(tags[1]) == 0


def test_rivers_begin_thin_on_land_only(both: tuple[Game, MapLayout]) -> None:
    drawn = both[1]
    sheet = drawn.sheet
    water = {key(p) for n, h in sheet.hexes.items() if h.terrain == "sea" for p in drawn.corners(n)}
    rivers = [key(p) for s, things in sheet.sides.items() if any(t.kind in WIDTHS for t in things)
              for p in ends(drawn, s)]  # fmt: skip
    found = springs(drawn)
    assert found and not found & water
    assert all(rivers.count(corner) == 1 for corner in found)
    edge = {key(p) for n in sheet.hexes if len(sheet.neighbours(n)) < 6 for p in drawn.corners(n)}
    assert len(found - edge) >= len(found) / 2  # one at the edge may come from beyond it
    layer = river_layer(drawn)
    for width in {WIDTHS[t.kind] for things in sheet.sides.values() for t in things if t.kind in WIDTHS}:
        assert f'stroke-width="{width:.1f}"' in layer and f'stroke-width="{round(width * 0.6, 1):.1f}"' in layer


def test_the_key_shows_the_maps_own_badge_and_no_star_beside_it(games: dict[str, Game]) -> None:
    tgwie = games["tgwie"]
    assert "victory" in shown(tgwie.maps[0], worth=False)
    assert "victory" not in shown(tgwie.maps[0]) and "points" in shown(tgwie.maps[0])
    for sheet in tgwie.maps:
        svg = map_svg(tgwie, sheet, 50)
        assert ">C1<" in svg and "G5c" not in svg


def test_an_inset_has_a_heading_over_it(games: dict[str, Game]) -> None:
    west, east = games["tgwie"].maps
    assert ">Italian inset</text>" in map_svg(games["tgwie"], west, 50)
    assert "inset</text>" not in map_svg(games["tgwie"], east, 50)
