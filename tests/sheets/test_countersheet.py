from __future__ import annotations

import io
from collections import Counter as Tally
from dataclasses import replace
from types import MappingProxyType

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat
from reportlab.pdfgen.canvas import Canvas

from builder.art.faces import counter_faces, face_svg
from builder.art.markers import marker_svg
from builder.art.render import render
from builder.model import BadInput, Game
from builder.sheets import SheetStyle, counter_sheet, game_stock, plan_sheets
from builder.sheets.stock import pieces
from builder.sheets.style import PAPERS
from builder.sheets.vector import NotVector, draw_svg

DPI = 300
MM = DPI / 25.4


def page(data: bytes, number: int) -> Image.Image:
    document = pypdfium2.PdfDocument(data)
    try:
        return document[number].render(scale=DPI / 72).to_pil().convert("RGB")
    finally:
        document.close()


def test_the_same_game_gives_the_same_bytes(game: Game) -> None:
    few = game_stock(game).only(("de-2-corps", "trench"))
    assert counter_sheet(few) == counter_sheet(few)


def test_all_counters_of_the_book_are_on_two_sheets(game: Game) -> None:
    # 2.1: two sheets of 176, 352 counters of 5/8 inch
    every = list(pieces(game))
    assert len(every) == 352
    plan = plan_sheets(game_stock(game))
    assert (len(plan.xs) * len(plan.ys), len(plan.pages)) == (176, 2)
    assert [slot.piece for page_ in plan.pages for slot in page_] == every
    copies = Tally(piece.front.id for piece in every)
    assert copies["trench"] == game.markers["trench"].count
    assert copies["de-2-corps"] == 2  # 2.11: four steps, two counters


def test_the_reverse_of_a_piece_is_its_own(game: Game) -> None:
    first, substitute = (piece for piece in pieces(game) if piece.front.id == "de-2-corps")
    assert (first.front.face, first.back.face) == ("4", "3")
    assert (substitute.front.face, substitute.back.face) == ("2", "1")
    trench = next(piece for piece in pieces(game) if piece.front.id == "trench")
    assert (trench.front.face, trench.back.face) == ("front", "back")


def test_sheets_of_the_whole_game_hold_letters_not_pixels(game: Game) -> None:
    data = counter_sheet(game_stock(game), SheetStyle(paper=PAPERS["letter"]))
    document = pypdfium2.PdfDocument(data)
    plan = plan_sheets(game_stock(game), SheetStyle(paper=PAPERS["letter"]))
    assert len(document) == 2 * len(plan.pages)
    text = document[0].get_textpage().get_text_range()
    document.close()
    assert "6-7-4" in text and "counters 1 of" in text
    assert b"/Subtype /Image" not in data
    assert len(data) < 1_000_000


def drawn(svg: str, px: int) -> Image.Image:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(px, px), invariant=1)
    draw_svg(canvas, svg, px)
    canvas.save()
    document = pypdfium2.PdfDocument(out.getvalue())
    try:
        return document[0].render(scale=1).to_pil().convert("RGB")
    finally:
        document.close()


def test_lines_look_as_the_renderer_has_them(game: Game) -> None:
    """Each type, and each marker: print and screen differ at soft edges only."""
    svgs = {c.type: face_svg(c, counter_faces(c)[-1], game) for c in game.counters.values()}
    svgs |= {k.id: marker_svg(k, face, game) for k in game.markers.values() for face in ("front", "back")}
    for name, svg in svgs.items():
        screen = Image.open(io.BytesIO(render(svg, 300))).convert("RGB")
        difference = ImageChops.difference(screen, drawn(svg, 300)).convert("L")
        assert ImageStat.Stat(difference).mean[0] < 2.5, name
        far = sum(difference.histogram()[128:])
        assert far < 0.01 * 300 * 300, name  # letters stand half a pixel off: print does not kern


def test_what_is_not_lines_is_printed_as_pixels(game: Game, tmp_path) -> None:
    folder = tmp_path / "templates" / "faces"
    folder.mkdir(parents=True)
    (folder / "counter.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 150"><defs><linearGradient id="g">'
        '<stop offset="0" stop-color="#ff0000"/></linearGradient></defs><rect width="150" height="150" '
        'fill="url(#g)"/></svg>',
        encoding="utf-8",
    )
    few = MappingProxyType({"de-2-corps": game.counters["de-2-corps"]})
    own = replace(game, folder=str(tmp_path), counters=few, markers=MappingProxyType({}))
    with pytest.raises(NotVector):
        drawn(face_svg(own.counters["de-2-corps"], 4, own), 100)
    picture = page(counter_sheet(game_stock(own)), 0)
    plan = plan_sheets(game_stock(own))
    assert picture.getpixel((round((plan.xs[0] + 8) * MM), round((plan.ys[0] + 8) * MM))) == (255, 0, 0)


@pytest.mark.parametrize(
    "svg",
    [
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0 A1 1 0 0 0 1 1"/></svg>',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0"/></svg>',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><g transform="skewX(3)"/></svg>',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect fill="red"/></svg>',
        "<svg",
    ],
)
def test_other_svg_is_refused_before_anything_is_drawn(svg: str) -> None:
    with pytest.raises(NotVector):
        drawn(svg, 10)


def test_a_few_counters_are_chosen_by_id(game: Game) -> None:
    stock = game_stock(game)
    assert {p.front.id for p in stock.only(("de-2-corps",)).pieces} == {"de-2-corps"}
    assert {p.front.id for p in stock.only(("de-*",)).pieces} == {
        i for i in (*game.counters, *game.markers) if i.startswith("de-")
    }
    with pytest.raises(BadInput, match="did you mean 'de-2-corps'"):
        stock.only(("de-2-corp",))


def test_a_counter_of_which_there_are_several_is_printed_as_often(game: Game) -> None:
    model = game.counters["de-2-corps"]
    three = replace(model, attributes=MappingProxyType({**model.attributes, "count": "3"}))
    own = replace(game, counters=MappingProxyType({three.id: three}), markers=MappingProxyType({}))
    assert len(list(pieces(own))) == 6  # four steps: two counters each
