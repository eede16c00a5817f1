"""A game that is its pictures: it builds, its grid lies where three hexes say, and what is wrong is said."""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path

import pytest
from PIL import Image

from builder.make.build import BuiltModule, build
from builder.make.opening import module_places, open_game, validate_by_rules
from builder.module.windows import map_windows
from builder.sources import lint
from builder.vassal.archive import open_archive
from builder.vassal.examine_modules import Outcome, examine_module

HERE = Path(__file__).resolve().parent / "data" / "bring_your_own"
PRINTED = {"0101": (60, 70), "0601": (320, 100), "0104": (60, 250), "0303": (164, 190), "0604": (320, 280)}
"""Middles of hexes by `make_pictures.py`: columns 52 pixels apart, rows 60, even columns half a row lower."""


@pytest.fixture(scope="module")
def built() -> BuiltModule:
    return build(open_game(HERE))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(HERE, tmp_path / "game"))


def entry(built: BuiltModule, name: str) -> bytes:
    with open_archive(built.content) as archive:
        return archive.read(name)


def test_vassal_has_nothing_to_say_of_it(built):
    assert lint(HERE, validate=validate_by_rules) == ()
    assert examine_module(built.content) == (Outcome.SILENT, ()) and built.warnings == ()


def test_each_printed_hex_lies_where_it_is_printed(built):
    """The picture of 460 x 320 pixels is enlarged; a hex keeps its share of it."""
    picture = Image.open(io.BytesIO(entry(built, "images/map.png")))
    (window,) = map_windows(built.game)
    places = module_places(built.game)["Map"]
    assert picture.size == (window.layout.width, window.layout.height)
    assert len(window.sheet.hexes) == 24 and all(hex_.terrain == "" for hex_ in window.sheet.hexes.values())
    for number, (x, y) in PRINTED.items():
        across, down = x * picture.width / 460, y * picture.height / 320
        assert places.location(round(across), round(down)) == number
        centre = window.centre(number)
        assert abs(centre[0] - across) < 1.5 and abs(centre[1] - down) < 1.5


def test_a_counter_shows_its_front_and_reduced_its_back(built):
    front, back, alone = (Image.open(io.BytesIO(entry(built, f"images/{name}.png"))).convert("RGB")
                          for name in ("n-1-2", "n-1-1", "n-2-1"))  # fmt: skip
    assert front.size == back.size == alone.size == (75, 75)
    assert front.getpixel((4, 4)) == (0x2F, 0x5D, 0x8A) and back.getpixel((4, 4)) == (0x7D, 0x9D, 0xBB)
    assert (built.game.counters["n-1"].steps, built.game.counters["n-2"].steps) == (2, 1)
    marker = Image.open(io.BytesIO(entry(built, "images/marker-fire-front.png"))).convert("RGB")
    assert marker.getpixel((4, 4)) == (0xC4, 0x64, 0x1A)


def test_the_same_bytes_from_another_folder(built, folder):
    assert build(open_game(folder)).content == built.content


@pytest.mark.parametrize(("file", "old", "new", "said"), [
    ("map/map.yaml", '"0601", x: 320, y: 100', '"0601", x: 320, y: 130', "map.yaml:7:.*hex \\d{4} does not fit"),
    ("map/map.yaml", '"0601", x: 320', '"0501", x: 320', "the hexes would be .* wide by"),
    ("map/map.yaml", "  - {hex: \"0104\", x: 60, y: 250}\n", "", "2 hexes are fitted, three are wanted"),
    ("map/map.yaml", '"0104", x: 60, y: 250', '"0102", x: 60, y: 10', "grow the other way"),
    ("map/map.yaml", '"0104", x: 60', '"104", x: 60', "map.yaml:9:.*expected a hex number of four digits"),
    ("map/map.yaml", "picture: map/valley.png", "picture: map/vale.png", "no picture 'map/vale.png'"),
    ("map/map.yaml", "picture: map/valley.png", "picture: ../valley.png", "a picture in the game's folder"),
    ("map/map.yaml", "picture: map/valley.png", "picture: map/map.yaml", "a picture in the game's folder"),
    ("counters.csv", "pictures/n-2.png", "pictures/n-3.png", "counters.csv:3:.*no picture 'pictures/n-3.png'"),
    ("counters.csv", "pictures/n-2.png", "", "counters.csv:3"),
    ("markers.csv", "pictures/fire.png", "pictures/fira.png", "markers.csv:2:.*no picture 'pictures/fira.png'"),
    ("module.yaml", "trait: Delete", "trait: Delet", "module.yaml, traits, trait 2: VASSAL has no trait 'Delet'"),
    ("game.yaml", "maybe picture", "maybe pictur", "did you mean 'picture'"),
])  # fmt: skip
def test_what_is_wrong_is_said(folder, file, old, new, said):
    path = folder / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    found = "\n".join(map(str, lint(folder, validate=validate_by_rules)))
    assert re.search(said, found), found


def test_a_file_that_is_no_picture_is_told(folder):
    (folder / "pictures/n-2.png").write_bytes(b"no picture")
    (one,) = lint(folder)
    assert "cannot be read as a picture" in one.headline and one.span.line == 3


def test_three_hexes_of_one_row_do_not_do(folder):
    path = folder / "map/map.yaml"
    path.write_text(path.read_text("utf-8").replace('"0601", x: 320, y: 100', '"0102", x: 60, y: 130'), "utf-8")
    assert any("stand in one line" in one.headline for one in lint(folder))
