from __future__ import annotations

import pypdfium2
import pytest

from builder.art.layout import layout
from builder.art.mapdraw import map_svg
from builder.model import Game
from builder.sheets.map_pdf import MARGIN, OVERLAP, map_pdf
from builder.sheets.vector import NotVector
from builder.sources import load
from tests.art.conftest import ROOT


@pytest.fixture(scope="module")
def game() -> Game:
    return load(str(ROOT / "source" / "tutorial"))


def test_the_page_has_the_size_of_its_hexes(game: Game) -> None:
    sheet = game.maps[0]
    data = map_pdf(game, sheet, 60)
    assert data == map_pdf(game, sheet, 60)
    pages = pypdfium2.PdfDocument(data)
    placed = layout(sheet, 100)
    assert len(pages) == 1
    assert pages[0].get_size() == pytest.approx((placed.width * 0.6, placed.height * 0.6), abs=0.01)
    text = pages[0].get_textpage().get_text_bounded()
    assert set(sheet.hexes) <= set(text.split())  # letters, not pixels


def test_sheets_of_a_printer_cover_the_map(game: Game) -> None:
    sheet = game.maps[0]
    pages = pypdfium2.PdfDocument(map_pdf(game, sheet, 200, "a4"))
    wide, high = (v * 2 for v in (layout(sheet, 100).width, layout(sheet, 100).height))
    w, h = (v - 2 * MARGIN - OVERLAP for v in pages[0].get_size())
    assert len(pages) * w * h + OVERLAP * (wide + high) * 2 >= wide * high
    seen = set()
    for page in pages:
        assert sorted(page.get_size()) == pytest.approx([595.28, 841.89], abs=0.01)
        seen |= set(page.get_textpage().get_text_bounded().split())
    assert set(sheet.hexes) <= seen


def test_nonsense_is_refused(game: Game) -> None:
    with pytest.raises(ValueError, match="no paper"):
        map_pdf(game, game.maps[0], 60, "a0")
    with pytest.raises(ValueError, match="can not be opened"):
        map_pdf(game, game.maps[0], 9000)


def test_what_the_drawer_does_not_know_is_said(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A filter or a mask left out would be a wrong map, so nothing is printed."""
    svg = map_svg(game, game.maps[0], 100)
    odd = svg.replace("<rect ", '<rect filter="url(#soft)" ', 1)
    assert odd != svg
    monkeypatch.setattr("builder.sheets.map_pdf.map_svg", lambda *_: odd)
    with pytest.raises(NotVector, match="attribute filter of element rect"):
        map_pdf(game, game.maps[0], 60)
