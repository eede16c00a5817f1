"""The map page as text: what it carries, that it asks for nothing, that NOTICE and page agree on whose data it is."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from builder.art.webfont import with_letters
from builder.cli import main
from builder.make.opening import open_game
from builder.model import Evidence, Tag
from builder.report.attributions import MAP_DATA, attributions
from builder.report.map_layers import layers_of, weakest
from builder.report.map_page import SCRIPTS, map_page

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("glorys_end", "tgwie", "italian_front")


@pytest.fixture(scope="module")
def tutorial() -> str:
    return map_page(open_game(ROOT / "source" / "tutorial"))


def test_notice_and_page_name_the_same_sources():
    notice = " ".join((ROOT / "NOTICE").read_text(encoding="utf-8").split())
    maps = notice.partition("MAP DATA")[2].partition("COUNTERS, CHARTS")[0]
    sources = attributions("tgwie")
    for one in sources:
        for part in (one.what, one.through, one.terms, one.link, one.said, f"Used for {one.used}"):
            assert part in maps, part
    assert maps.count("(PyPI)") == sum(one.through.count("(PyPI)") for one in sources), "NOTICE names no other"
    for name in GAMES:
        assert f"source/{name}/" in maps
        assert open_game(ROOT / "source" / name).id in MAP_DATA


def test_the_page_says_whose_data_it_is():
    page = map_page(open_game(ROOT / "source" / "glorys_end"))
    for one in attributions("glorys-end"):
        assert one.what in page and one.terms in page and one.through in page
    assert "DejaVu" in page


def test_a_game_of_ones_own_claims_none_of_our_sources(tutorial):
    assert "GeoNames" not in tutorial and "reconstruction, not the printed map" not in tutorial


def test_the_same_game_gives_the_same_page(tutorial):
    assert map_page(open_game(ROOT / "source" / "tutorial")) == tutorial


def test_nothing_is_fetched(tutorial):
    outside = re.findall(r"""(?:src|href|action)\s*=\s*["']?(https?:|//)[^"' >]*""", re.sub(r"<a [^>]*>", "", tutorial))
    assert outside == []
    assert "default-src 'none'" in tutorial and "@import" not in tutorial


def test_scripts_make_no_markup_from_text():
    for name in SCRIPTS:
        text = (ROOT / "templates" / "map_page" / name).read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|</script", text), name


def test_the_data_can_not_end_their_element(tutorial):
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', tutorial, re.DOTALL)[1]
    assert not set("<>&") & set(data)
    assert json.loads(data)["game"] == "Seven Hexes"


def test_a_drawing_brings_the_letters_it_uses(tutorial):
    packed = re.search(r'id="drawing-main">([^<]*)<', tutorial)[1]
    drawing = gzip.decompress(base64.b64decode(packed)).decode("utf-8")
    fonts = re.findall(r"url\(data:font/ttf;base64,([^)]*)\)", drawing)
    assert len(fonts) == 4
    for font in fonts:
        held = TTFont(io.BytesIO(base64.b64decode(font))).getBestCmap()
        assert set(map(ord, "Crossing0202")) <= held.keys() and ord("ж") not in held


def test_a_drawing_without_text_is_left_alone():
    assert with_letters("<svg><path/></svg>") == "<svg><path/></svg>"


def test_letters_written_as_entities_count():
    made = with_letters("<svg><text>A&amp;B</text></svg>")
    assert made.endswith("<text>A&amp;B</text></svg>")
    font = re.findall(r"base64,([^)]*)\)", made)[0]
    assert ord("&") in TTFont(io.BytesIO(base64.b64decode(font))).getBestCmap()


def test_the_weakest_evidence_counts():
    book, computed, chosen = Evidence(Tag.BOOK, "1"), Evidence(Tag.COMPUTED), Evidence(Tag.CHOSEN)
    assert weakest([book, computed]) is Tag.COMPUTED and weakest([chosen, book]) is Tag.CHOSEN
    assert weakest([book]) is Tag.BOOK and weakest([]) is Tag.CHOSEN


@pytest.mark.parametrize("name", GAMES)
def test_whole_map_layers_hold_every_hex_once_and_names_are_unique(name):
    game = open_game(ROOT / "source" / name)
    for sheet in game.maps:
        layers = layers_of(game, sheet)
        assert len({layer.id for layer in layers}) == len(layers)
        for layer in layers:
            found = [one.number for part in layer.parts for one in part.hexes]
            if layer.id in ("evidence", "terrain"):
                assert sorted(found) == sorted(sheet.hexes)
                styles = [(part.colour, part.hatch) for part in layer.parts]
                hatches = [(part.hatch, part.name) for part in layer.parts]
                assert len(set(styles)) == len(styles), f"{layer.id}: {hatches}"


@pytest.mark.parametrize(("name", "groups"), [
    ("glorys_end", {"Supply sources", "Map edges"}),
    ("tgwie", {"Front lines", "Set-up areas", "Supply sources", "Victory and resources"}),
    ("italian_front", {"Front lines", "Set-up areas", "Victory and resources", "Fortresses"}),
])  # fmt: skip
def test_groups_of_layers(name, groups):
    game = open_game(ROOT / "source" / name)
    for sheet in game.maps:
        assert groups <= {layer.group for layer in layers_of(game, sheet)}


def test_a_front_lies_between_its_sides():
    """18.3.3: in the east of 1917 every listed hex looks at the enemy's over the line, and the line is one."""
    game = open_game(ROOT / "source" / "tgwie")
    east = next(sheet for sheet in game.maps if sheet.id == "east")
    front = next(layer for layer in layers_of(game, east) if layer.id == "front-1917")
    allied, central = ({one.number for one in part.hexes} for part in front.parts)
    along = {number for side in front.front for number in side}
    assert allied <= along and along <= allied | central
    assert all(len({side.a, side.b} & allied) == 1 for side in front.front)


def test_the_command(tmp_path, capsys):
    with pytest.raises(SystemExit) as left:
        main(["map", "tutorial", "--html", "-o", str(tmp_path)])
    assert left.value.code == 0
    assert (tmp_path / "tutorial-map.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "tutorial-map.html" in capsys.readouterr().out
    with pytest.raises(SystemExit) as left:
        main(["map", "tutorial", "--html", "--svg", "-o", str(tmp_path)])
    assert left.value.code == 2 and "--html goes alone" in capsys.readouterr().err
