"""The page of counters: what it holds, and what it does with mouse and keys in a browser."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import pytest
from PIL import Image

from builder.art.faces import counter_faces
from builder.model import Game
from builder.report.gallery import gallery_page
from builder.sources import load
from tests.report.browser import Shown, started

SOURCE = Path(__file__).resolve().parents[2] / "source"
GAMES = ("glorys_end", "tgwie", "italian_front", "tutorial")
HOSTILE = """</script><script>window.hit=1</script><img src=x onerror="window.hit=2">"""


@lru_cache(maxsize=4)
def game_of(name: str) -> Game:
    return load(str(SOURCE / name))


def unpacked(page: str) -> dict:
    (packed,) = re.findall(r'<script type="text/plain" id="data">([^<]*)</script>', page)
    return json.loads(gzip.decompress(base64.b64decode(packed)))


@pytest.mark.parametrize("name", GAMES)
def test_the_page_holds_every_piece_with_all_its_faces_and_is_small(name: str) -> None:
    game = game_of(name)
    page = gallery_page(game)
    data = unpacked(page)
    assert [piece["id"] for piece in data["pieces"]] == [*game.counters, *game.markers]
    by_id = {piece["id"]: piece for piece in data["pieces"]}
    for counter in game.counters.values():
        assert len(by_id[counter.id]["faces"]) >= len(counter_faces(counter))
    assert {n for piece in data["pieces"] for _, n in piece["faces"]} == set(range(len(data["faces"])))
    assert len(page.encode("utf-8")) < 400_000
    assert page == gallery_page(game)  # the same bytes each time


def test_the_page_says_where_a_counter_stands_without_the_folders_of_its_maker() -> None:
    page = gallery_page(game_of("glorys_end"))
    corps = next(piece for piece in unpacked(page)["pieces"] if piece["id"] == "de-2-corps")
    assert corps["row"] == "counters.csv, line 2"
    assert str(SOURCE.parent) not in json.dumps(unpacked(page))
    assert ["Values", "6-7-4 / 5-5-4 / 3-4-4 / 2-2-4"] in corps["facts"]
    assert [caption for caption, _ in corps["faces"]] == ["4 steps", "3 steps", "2 steps", "1 step"]


def test_a_picture_that_a_game_brings_is_in_the_page(tmp_path: Path) -> None:
    game = game_of("tutorial")
    Image.new("RGB", (40, 40), (1, 200, 3)).save(tmp_path / "mine.png")
    counter = game.counters["blue-2"]
    own = replace(counter, attributes=MappingProxyType({**counter.attributes, "front_picture": "mine.png"}))
    changed = replace(game, folder=str(tmp_path), counters=MappingProxyType({own.id: own}))
    data = unpacked(gallery_page(changed))
    face = data["faces"][data["pieces"][0]["faces"][0][1]]
    picture = Image.open(io.BytesIO(base64.b64decode(face.partition(",")[2]))).convert("RGB")
    assert picture.getpixel((150, 150)) == (1, 200, 3)


def test_the_command_writes_the_page_beside_nothing_else(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from builder.cli.pictures import counters

    said = CliRunner().invoke(counters, ["tutorial", "--gallery", "-o", str(tmp_path)])
    assert said.exit_code == 0, said.output
    assert [path.name for path in tmp_path.iterdir()] == ["tutorial-counters.html"]
    assert "tutorial-counters.html" in said.output


@pytest.fixture(scope="module")
def browser():
    with started() as context:
        yield context


@pytest.fixture
def show(browser, tmp_path):
    """`show(game)` opens its page; at the end no page has erred or asked for anything."""
    opened: list[Shown] = []

    def call(game: Game, hash_: str = "") -> Shown:
        file = tmp_path / f"{game.id}.html"
        file.write_bytes(gallery_page(game).encode("utf-8"))
        page = browser.new_page()
        page.set_viewport_size({"width": 1300, "height": 800})
        shown = Shown(page, file).listen()
        opened.append(shown)
        return shown.open(hash_)

    yield call
    for shown in opened:
        assert shown.troubles == []
        assert shown.asked == []


@pytest.mark.slow
def test_counters_are_filtered_searched_and_drawn_as_they_come_into_view(show) -> None:
    game = game_of("tgwie")
    page = show(game).page
    assert page.inner_text("#count") == f"{len(game.counters) + len(game.markers)} of 1037"
    page.wait_for_selector(".piece img")
    drawn = page.locator(".piece img").count()
    assert 50 < drawn < 600  # what lies far below waits
    page.select_option("#nation", "Russian")
    page.select_option("#type", "cavalry")
    russian = sum(c.nation == "russian" and c.type == "cavalry" for c in game.counters.values())
    assert page.locator(".piece").count() == russian == 7
    page.select_option("#nation", "")
    page.select_option("#type", "")
    page.keyboard.press("Escape")
    page.fill("#search", "alpenkorps")
    assert page.locator(".piece").count() == 1
    page.fill("#search", "no such unit")
    assert page.locator(".piece").count() == 0 and "No counter" in page.inner_text("#table")


@pytest.mark.slow
def test_a_counter_opens_and_turns_over_and_all_turn_at_once(show) -> None:
    page = show(game_of("glorys_end")).page
    corps = page.locator(".piece[aria-label^='II Corps, German']")
    assert corps.get_attribute("title") == "II Corps: 4 steps"
    front = corps.locator("img").get_attribute("src")
    corps.click()
    assert "6-7-4 / 5-5-4 / 3-4-4 / 2-2-4" in page.inner_text("#card")
    assert page.evaluate("location.hash") == "#de-2-corps"
    corps.click()
    assert corps.get_attribute("title") == "II Corps: 3 steps"
    assert corps.locator("img").get_attribute("src") != front
    page.keyboard.press("Escape")
    assert page.locator("#card").is_hidden()
    page.keyboard.press("b")
    assert page.locator("#turn").get_attribute("aria-pressed") == "true"
    assert page.locator(".piece[aria-label^='IV Corps, German']").get_attribute("title") == "IV Corps: 3 steps"


@pytest.mark.slow
def test_sizes_change_and_the_address_leads_to_a_counter(show) -> None:
    shown = show(game_of("italian_front"), "#it-2320-fort")
    page = shown.page
    assert "it-2320-fort" in shown.card
    for size in ("48", "150", "220"):
        page.select_option("#size", size)
        assert page.locator(".piece").first.bounding_box()["width"] == float(size)
    page.keyboard.press("Tab")
    page.click("#grey")
    assert "grayscale" in page.locator(".piece img").first.evaluate("e => getComputedStyle(e).filter")


@pytest.mark.slow
def test_pictures_show_our_letters(show) -> None:
    """A face in the browser is the face that the renderer draws, within what two renderers differ."""
    from PIL import ImageChops, ImageStat

    from builder.art.faces import face_svg
    from builder.art.render import render

    game = game_of("glorys_end")
    page = show(game).page
    page.select_option("#size", "150")
    corps = page.locator(".piece[aria-label^='II Corps, German']")
    page.mouse.move(1200, 700)
    page.wait_for_timeout(300)
    seen = Image.open(io.BytesIO(corps.screenshot())).convert("RGB").crop((5, 5, 145, 145))
    ours = Image.open(io.BytesIO(render(face_svg(game.counters["de-2-corps"], 4, game), 150)))
    difference = ImageStat.Stat(ImageChops.difference(seen, ours.convert("RGB").crop((5, 5, 145, 145)))).mean
    assert max(difference) < 4  # another font differs by more than 8


@pytest.mark.slow
def test_names_of_units_are_text_whatever_they_hold(show) -> None:
    game = game_of("tutorial")
    counter = replace(game.counters["blue-1"], name=HOSTILE, designation=HOSTILE[:9])
    page = show(replace(game, counters=MappingProxyType({counter.id: counter}))).page
    page.wait_for_selector(".piece img")
    page.locator(".piece").first.click()
    assert HOSTILE in page.inner_text("#card h3")
    assert page.evaluate("window.hit") is None
