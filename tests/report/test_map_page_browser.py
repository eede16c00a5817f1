"""The map page under real mouse, wheel, fingers and keys; what a hex holds is expected from the rulebook."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from builder.art.layout import layout
from builder.make.opening import open_game
from builder.report.map_layers import costs
from builder.report.map_page import UNITS, map_page
from tests.report.browser import Shown, started

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = """</script><script>window.hit=1</script><img src=x onerror="window.hit=2">"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser():
    with started() as context:
        yield context


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> dict[str, Path]:
    """The pages of the games, each made when first asked for."""
    folder = tmp_path_factory.mktemp("pages")

    class Made(dict):
        def __missing__(self, name: str) -> Path:
            path = folder / f"{name}.html"
            path.write_bytes(map_page(open_game(ROOT / "source" / name)).encode("utf-8"))
            self[name] = path
            return path

    return Made()


@pytest.fixture
def show(browser, files):
    """`show("glorys_end")` opens its page; at the end no page has erred or asked for anything."""
    opened: list[Shown] = []

    def call(name: str | Path, hash_: str = "", size=(1400, 900)) -> Shown:
        page = browser.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        shown = Shown(page, name if isinstance(name, Path) else files[name]).listen()
        opened.append(shown)
        return shown.open(hash_)

    yield call
    for shown in opened:
        assert shown.troubles == []
        assert shown.asked == []
        shown.page.close()


@pytest.fixture(scope="module")
def marne():
    """The layout of the map of Glory's End."""
    return layout(open_game(ROOT / "source" / "glorys_end").maps[0], UNITS)


def test_hovering_tells_a_hexs_facts_and_evidence(show, marne):
    shown = show("glorys_end")
    shown.hover(marne, "3036")  # 4.2: Paris, ten points to the German; 6.3, 16.2: a fortress
    card = shown.card
    assert card.startswith("3036") and "Paris" in card and "fortress" in card
    assert "side german; points 10" in card and "book, rule 4.2" in card and "book, rule 6.3, 16.2" in card
    assert "3036 · Paris" in shown.page.inner_text("#tip")
    shown.hover(marne, "2822")  # 14.10: Verdun and its modifier
    assert "Verdun" in shown.card and "modifier 3" in shown.card and "book, rule 14.10" in shown.card
    shown.page.mouse.move(700, 20)
    shown.rest()
    assert "Verdun" not in shown.card


def test_a_click_pins_and_the_address_leads_there(show, marne):
    shown = show("glorys_end")
    shown.click(marne, "2822")
    assert shown.hash == "#2822"
    shown.hover(marne, "3036")
    assert shown.card.startswith("2822"), "what is pinned stays"
    assert "Paris" in shown.page.inner_text("#tip")
    shown.page.keyboard.press("Escape")
    assert shown.hash == ""
    again = show("glorys_end", "#2822")
    assert again.card.startswith("2822")
    x, y = again.at(marne, "2822")
    assert abs(x - 524) < 30 and abs(y - 475) < 40, "in the middle of the stage"
    again.page.evaluate("location.hash = '#%E0%A4%A'")
    again.page.evaluate("location.hash = '#9999'")
    again.rest()
    assert again.card.startswith("2822")


def test_the_distance_between_two_hexes(show, marne):
    shown = show("glorys_end")
    shown.click(marne, "3036")
    shown.page.keyboard.down("Shift")
    shown.click(marne, "3030")  # six columns along one row
    shown.page.keyboard.up("Shift")
    assert "3036 to 3030: 6 hexes" in shown.card and shown.hash == "#3036,3030"
    assert "6 hexes" in show("glorys_end", "#3036,3030").card
    shown.page.click("#measure")
    shown.click(marne, "3133")  # one row down, half a hex west: 2.5 hexes across, of which the row gives half
    assert "3036 to 3133: 3 hexes" in shown.card


def test_search_goes_to_numbers_places_rivers_and_areas(show, marne):
    shown = show("glorys_end")
    shown.find("verd")
    assert shown.card.startswith("2822") and shown.hash == "#2822"
    x, y = shown.at(marne, "2822")
    assert abs(x - 524) < 30 and abs(y - 475) < 40
    shown.find("1621")
    assert shown.card.startswith("1621") and "Liege" in shown.card
    shown.page.keyboard.press("/")
    shown.page.keyboard.type("paris")
    rows = shown.page.locator("#found li").all_inner_texts()
    assert rows[0].startswith("Paris") and any("3137" in row or "3136" in row for row in rows)
    shown.page.keyboard.press("ArrowDown")
    assert shown.page.get_attribute("#search", "aria-activedescendant") == "found-1"
    shown.page.keyboard.press("Escape")
    assert shown.page.locator("#found").is_hidden()
    shown.find("marne area")
    assert shown.page.locator("#marks path.found").count() == 1
    shown.find("nowhere at all")
    assert shown.page.locator("#found").inner_text() == "Nothing of that name"


def test_wheel_zooms_to_the_pointer_and_dragging_moves(show, marne):
    shown = show("glorys_end")
    wide = shown.scale
    x, y = shown.at(marne, "2822")
    shown.page.mouse.move(x, y)
    for _ in range(4):
        shown.page.mouse.wheel(0, -200)
    assert shown.scale > 2 * wide
    now = shown.at(marne, "2822")
    assert abs(now[0] - x) < 2 and abs(now[1] - y) < 2, "the hex under the pointer stays there"
    shown.page.mouse.down()
    shown.page.mouse.move(x - 150, y + 80, steps=5)
    shown.page.mouse.up()
    moved = shown.at(marne, "2822")
    assert abs(moved[0] - (x - 150)) < 2 and abs(moved[1] - (y + 80)) < 2
    assert shown.hash == "", "a drag is no click"
    shown.page.click("#fit")
    assert shown.comes_to(wide)


def test_two_fingers_zoom_and_a_tap_pins(show, marne):
    shown = show("glorys_end", size=(820, 1100))
    x, y = shown.at(marne, "2822")
    shown.page.touchscreen.tap(x, y)
    shown.rest()
    assert shown.hash == "#2822"
    wide = shown.scale
    fingers = shown.page.context.new_cdp_session(shown.page)

    def touch(kind: str, *xs: float) -> None:
        points = [{"x": px, "y": 500, "id": i} for i, px in enumerate(xs)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 200, 300)
    for step in range(1, 6):
        touch("touchMove", 200 - 10 * step, 300 + 10 * step)
    touch("touchEnd")
    assert shown.scale == pytest.approx(2 * wide, rel=0.1), "the fingers are twice as far apart"


def test_keys_move_from_hex_to_hex(show):
    shown = show("glorys_end", "#3036")
    shown.page.focus("#stage")
    shown.page.keyboard.press("Shift+ArrowRight")  # columns count westward
    assert shown.card.startswith("3035")
    shown.page.keyboard.press("Shift+ArrowLeft")
    shown.page.keyboard.press("Shift+ArrowLeft")
    assert shown.card.startswith("3037")
    shown.page.keyboard.press("Enter")
    assert shown.hash == "#3037"
    assert "3037" in shown.page.inner_text("#said")


def test_layers_change_the_picture_and_bring_their_legend(show, marne):
    shown = show("glorys_end")
    before = _picture(shown)
    shown.layer("evidence")
    assert ImageChops.difference(before, _picture(shown)).getbbox() is not None
    assert "computed: from open geodata" in shown.page.inner_text("#layers")
    ids = shown.page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids)), "two paints of one name would leave a legend blank"
    shown.layer("terrain")  # the whole-map layers take turns
    assert shown.page.locator("#overlay g[data-layer]").count() == 1
    assert "Forest" in shown.page.inner_text("#layers")
    shown.layer("terrain")
    assert ImageChops.difference(before, _picture(shown)).getbbox() is None
    shown.layer("paris")
    assert "book, rule 6.3" in shown.page.inner_text("#layers")


def test_the_set_up_of_the_marne(show, marne):
    shown = show("glorys_end")
    shown.page.select_option("#scenario", "marne")
    shown.click(marne, "3131")  # 16.2: 9th and 7th Corps, three steps each
    assert "The Marne" in shown.card and "book, rule 16.2" in shown.card
    assert shown.page.locator("#card .pieces img").count() == 2
    assert shown.card.count("3 steps") == 2
    shown.page.keyboard.press("Escape")
    box = shown.page.locator("#world").bounding_box()
    eight = marne.box("T8").centre  # 16.2: play begins with turn 8
    shown.page.mouse.move(
        box["x"] + box["width"] * eight[0] / marne.width, box["y"] + box["height"] * eight[1] / marne.height
    )
    shown.rest()
    assert shown.card.startswith("Turn 8") and "Set-up: The Marne" in shown.card


def test_tabs_layers_and_numbers_of_two_maps(show):
    shown = show("tgwie")
    west, east = (layout(sheet, UNITS) for sheet in open_game(ROOT / "source" / "tgwie").maps)
    assert shown.page.get_attribute("#tab-west", "aria-selected") == "true"
    shown.hover(west, "W6424")  # 3.2.G names it
    assert "Liege" in shown.card
    shown.page.click("#tab-east")
    shown.page.wait_for_selector("body[data-ready=east]")
    shown.hover(east, "E5620")  # 3.2
    assert "Kovno" in shown.card and "fortress" in shown.card
    shown.layer("setup-1")  # 3.2: Kovno and what touches it
    assert shown.page.locator('#overlay g[data-layer="setup-1"] path').get_attribute("d").count("M") == 7
    shown.layer("front-1917")
    assert "Allied" in shown.page.inner_text("#layers") and "18.3.3" in shown.page.inner_text("#layers")
    shown.find("w6424")
    assert shown.page.get_attribute("#tab-west", "aria-selected") == "true" and shown.hash == "#W6424"


def test_the_italian_map_is_flat_topped_and_its_sides_are_terrain(show):
    shown = show("italian_front")
    drawn = layout(open_game(ROOT / "source" / "italian_front").maps[0], UNITS)
    shown.hover(drawn, "1917")  # I5-1.fort: a fortress of two
    assert shown.card.startswith("1917") and "book, rule I5-1.fort" in shown.card
    assert {"N, 1916", "S, 1918"} <= set(shown.page.locator("#card th").all_inner_texts())


def test_hostile_names_stay_text(show, tmp_path):
    folder = tmp_path / "game"
    shutil.copytree(ROOT / "source" / "tutorial", folder)
    for file, old in (("map/hexes.csv", "Crossing"), ("map/hexsides.csv", "Brook"), ("game.yaml", "Seven Hexes")):
        text = (folder / file).read_text(encoding="utf-8")
        new = f"'{HOSTILE}'" if file.endswith("yaml") else '"' + HOSTILE.replace('"', '""') + '"'
        assert old in text
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    game = open_game(folder)
    path = tmp_path / "hostile.html"
    path.write_bytes(map_page(game).encode("utf-8"))
    shown = show(path)
    shown.click(layout(game.maps[0], UNITS), "0202")
    assert HOSTILE in shown.card and shown.page.inner_text("h1") == HOSTILE
    shown.find("</script>")
    assert shown.page.evaluate("window.hit") is None
    assert shown.page.locator("img[src=x]").count() == 0


def test_a_layer_of_costs_is_shown_and_told(show, tmp_path):
    game = open_game(ROOT / "source" / "tutorial")
    layer = costs("moves", "blue infantry", {"0201": "2", "0202": "1"}, {"0201": "forest 2"})
    path = tmp_path / "moves.html"
    path.write_bytes(map_page(game, {"main": (layer,)}).encode("utf-8"))
    shown = show(path)
    drawn = layout(game.maps[0], UNITS)
    assert shown.page.locator('#overlay g[data-layer="moves"] text').all_text_contents() == ["2", "1"]
    shown.hover(drawn, "0201")
    assert "blue infantry: 2 forest 2" in shown.card


def test_the_row_to_correct_is_the_hexs_own_and_corrects_it(show, tmp_path):
    shown = show("glorys_end", "#2822")
    shown.page.click("#correct summary")
    assert shown.page.inner_text("#correct-file") == "map/hexes.csv"
    head, row = shown.page.inner_text("#correct-row").strip().split("\n")
    assert head.startswith("hex,terrain,owner,place,features") and row.startswith("2822,forest,FR,Verdun,city fortress")
    (tmp_path / "map").mkdir()
    (tmp_path / "map" / "hexes.csv").write_text(f"{head}\n{row.replace('forest', 'clear')}\n", encoding="utf-8")
    corrected = open_game(ROOT / "source" / "glorys_end", overlay=tmp_path)
    assert corrected.maps[0].hexes["2822"].terrain == "clear"
    path = tmp_path / "corrected.html"
    path.write_bytes(map_page(corrected).encode("utf-8"))
    card = show(path, "#2822").page.inner_text("#card tr:first-child")
    assert "clear" in card and "owner" in card


def test_every_control_has_a_name_and_the_narrow_page_fits(show):
    shown = show("glorys_end", "#2822", size=(390, 780))
    nameless = shown.page.evaluate(
        "[...document.querySelectorAll('button, input, select')].filter(e => !(e.textContent.trim() || e.labels?.length"
        " || e.getAttribute('aria-label'))).length"
    )
    assert nameless == 0
    assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert shown.page.locator("#stage").bounding_box()["height"] > 200


def _picture(shown: Shown) -> Image.Image:
    """The stage without the pointer over it."""
    shown.page.mouse.move(700, 20)
    shown.page.wait_for_timeout(400)
    return Image.open(io.BytesIO(shown.page.locator("#stage").screenshot())).convert("RGB")
