"""The pages of a print kit, read back from the PDF."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType

import pypdfium2
import pytest

from builder.art.charts import charts
from builder.art.layout import COUNTER
from builder.make.kit import print_kit
from builder.model import Arrival, Game, Placement
from builder.sheets import SheetStyle
from builder.sheets.charts_pdf import charts_pdf
from builder.sheets.map_pdf import map_pdf
from builder.sheets.setup_cards import setup_cards_pdf
from builder.sheets.style import PAPERS
from builder.sheets.tracks import tracks_pdf
from builder.sources import load
from tests.sheets.conftest import ROOT


@pytest.fixture(scope="module")
def small() -> Game:
    return load(str(ROOT / "source" / "tutorial"))


def texts(data: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(data)
    found = [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    document.close()
    return found


def test_a_kit_holds_every_part_and_a_page_that_lists_them(small: Game) -> None:
    kit = print_kit(small, SheetStyle())
    assert list(kit) == ["0-contents.pdf", "index.html", "1-map-main.pdf", "2-charts.pdf", "3-tracks.pdf",
                         "4-set-up-cards.pdf", "5-counters.pdf", "6-calibration.pdf"]  # fmt: skip
    assert kit == print_kit(small, SheetStyle())
    (contents,) = texts(kit["0-contents.pdf"])
    page = kit["index.html"].decode()
    total = 0
    for name in list(kit)[2:]:
        document = pypdfium2.PdfDocument(kit[name])
        count = len(document)
        total += count
        assert name in contents and f'href="{name}"' in page
        assert re.search(rf"{count} pages? {re.escape(name)}", contents), (name, contents)
        for sheet in document:
            assert sorted(sheet.get_size()) == pytest.approx([595.28, 841.89], abs=0.01)
        document.close()
    assert f"{total} pages in all" in contents
    assert "over the short edge" in texts(print_kit(small, SheetStyle(turn="short"))["0-contents.pdf"])[0]


def test_counters_of_the_kit_lie_in_the_hexes_of_its_map(small: Game) -> None:
    """A hex is a counter and a third wide, on a map in sheets as on one page."""
    style = SheetStyle(wide=12.7, high=12.7, paper=PAPERS["letter"])
    document = pypdfium2.PdfDocument(print_kit(small, style)["1-map-main.pdf"])
    hex_width = 12.7 / COUNTER / 25.4 * 72
    sheet = small.maps[0]
    a = next(iter(sheet.hexes))
    b = sheet.neighbours(a)[0]
    found = {}
    for page in document:
        text = page.get_textpage()
        for name in (a, b):
            at = text.get_text_range().replace("\r\n", "\n").find(name)
            if at >= 0 and (search := text.search(name).get_next()):
                left, bottom, *_ = text.get_charbox(search[0])
                found.setdefault(id(page), {})[name] = (left, bottom)
    document.close()
    pairs = [places for places in found.values() if len(places) == 2]
    assert pairs, "two neighbours on one sheet"
    dx, dy = (pairs[0][a][i] - pairs[0][b][i] for i in (0, 1))
    assert (dx * dx + dy * dy) ** 0.5 == pytest.approx(hex_width, abs=0.6)


def test_sheets_of_a_map_say_what_is_glued_where(game: Game) -> None:
    pages = texts(map_pdf(game, game.maps[0], 60, (595.28, 841.89)))
    first = next(text for text in pages if text.endswith("A1") or " A1 " in text)
    assert "glue A2 on this strip" in first and "glue B1 on this strip" in first and "cut along" not in first
    last = pages[-1]
    assert "glue" not in last and last.count("cut along this edge") == 2


def test_every_chart_is_printed_whole(game: Game) -> None:
    pages = texts(charts_pdf(game.name, tuple(charts(game)), PAPERS["a4"]))
    everything = " ".join(pages)
    for chart in charts(game):
        assert chart.title in everything
        for part in chart.parts:
            for row in part.rows:
                for cell in row:
                    for word in cell.text.replace("\u2011", "-").split():
                        assert word in everything, (chart.id, word)


def test_set_up_cards_show_every_unit_at_its_place(game: Game) -> None:
    """The Marne: each place is named once for each side that stands in it, and each unit's designation is there."""
    marne = game.scenarios["marne"]
    own = replace(game, scenarios=MappingProxyType({"marne": marne}))
    pages = texts(setup_cards_pdf(own, PAPERS["a4"]))
    everything = " ".join(pages)
    assert pages[0].startswith("The Marne · ")
    units = [p for p in (*marne.placements, *marne.arrivals) if p.what in game.counters]
    for placement in units:
        assert game.counters[placement.what].designation in everything
    for placement in marne.placements:
        if placement.place in game.maps[0].hexes:
            assert placement.place in everything
    assert {f"Turn {arrival.turn}" for arrival in marne.arrivals} <= set(re.findall(r"Turn \d+", everything))


def test_a_long_stack_goes_on_below(small: Game) -> None:
    scenario = next(iter(small.scenarios.values()))
    counter = next(iter(small.counters))
    many = replace(scenario, placements=(Placement(counter, "0101"),) * 400, arrivals=(Arrival(counter, 2, "E"),))
    pages = texts(setup_cards_pdf(replace(small, scenarios=MappingProxyType({"x": many})), PAPERS["a4"]))
    assert len(pages) == 2 and "(continued)" in pages[0] and pages[1].count("Turn 2") == 1


def test_tracks_have_every_box(game: Game) -> None:
    everything = " ".join(texts(tracks_pdf(game, SheetStyle())))
    for box in game.maps[0].boxes:
        assert not box.track or re.search(rf"\b{re.escape(box.name)}\b", everything)
    assert "Game turn" in everything and "Victory points" in everything
    assert len(texts(tracks_pdf(game, SheetStyle(wide=40, high=40)))) > 3
