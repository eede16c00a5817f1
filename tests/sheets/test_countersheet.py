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
from builder.model import Game, Nation
from builder.sheets import counter_sheet, plan_sheets
from builder.sheets.plan import PAPERS, pieces
from builder.sheets.vector import NotVector, draw_svg

DPI = 600
MM = DPI / 25.4
RED, BLUE = "#e00000", "#0000e0"


@pytest.fixture(scope="module")
def chequered(game: Game) -> Game:
    """Ten counters of two steps, red and blue by turns, so that every edge between neighbours shows."""
    nations = {n: Nation(n, n, "allied", colour, colour) for n, colour in (("red", RED), ("blue", BLUE))}
    model = game.counters["de-ge-div"]
    counters = {
        f"c{i}": replace(model, id=f"c{i}", nation=("red", "blue")[i % 2], designation="", size="", arrival_turn=0,
                         arrival_place="", army="", start="", type="cavalry")
        for i in range(10)
    }  # fmt: skip
    return replace(
        game, nations=MappingProxyType(nations), counters=MappingProxyType(counters), markers=MappingProxyType({})
    )


def page(data: bytes, number: int) -> Image.Image:
    document = pypdfium2.PdfDocument(data)
    try:
        return document[number].render(scale=DPI / 72).to_pil().convert("RGB")
    finally:
        document.close()


def edges(picture: Image.Image, at_mm: float, upright: bool) -> list[float]:
    """Where the colour of the ground changes along a line, in mm; `upright` edges are found along a level line."""
    at = round(at_mm * MM)
    length = picture.width if upright else picture.height
    found, last = [], None
    for i in range(length):
        r, g, b = picture.getpixel((i, at) if upright else (at, i))
        colour = "w" if min(r, g, b) > 200 else "r" if r > b else "b"
        if last is not None and colour != last:
            found.append(i / MM)
        last = colour
    return found


@pytest.mark.parametrize("paper", list(PAPERS))
@pytest.mark.parametrize("size", [15.875, 12.7])
def test_counters_are_true_to_size_and_backs_lie_behind_fronts(chequered: Game, paper: str, size: float) -> None:
    data = counter_sheet(chequered, paper, size)
    front, back = page(data, 0), page(data, 1)
    wide, high = PAPERS[paper]
    assert front.size == pytest.approx((wide * MM, high * MM), abs=2)
    plan = plan_sheets(chequered, paper, size)
    y = plan.top + size * 0.93  # below the figures, above the rim of the next row
    of_front, of_back = edges(front, y, True), edges(back, y, True)
    in_row = min(plan.columns, 10)
    assert len(of_front) == len(of_back) == in_row + 1
    for i, edge in enumerate(of_front):
        assert edge == pytest.approx(plan.left + size * i, abs=0.1)
    turned = sorted(wide - edge for edge in of_back)
    assert turned == pytest.approx(of_front, abs=0.1)
    x = plan.left + size * 0.04
    level = [edge for edge in edges(front, x, False) if edge > plan.top - 1]  # the heading stands above
    assert level[0] == pytest.approx(plan.top, abs=0.1)
    back_x = wide - plan.left - size * 0.04
    assert [edge for edge in edges(back, back_x, False) if edge > plan.top - 1] == pytest.approx(level, abs=0.1)


def test_cut_marks_stand_at_the_edges_of_both_sides(chequered: Game) -> None:
    data = counter_sheet(chequered)
    plan = plan_sheets(chequered)
    for number in (0, 1):
        picture = page(data, number).convert("L")
        y = round((plan.top - 3.5) * MM)
        dark = [x / MM for x in range(picture.width) if picture.getpixel((x, y)) < 160]
        for cut in plan.cuts[0]:
            assert min(abs(cut - x) for x in dark) < 0.1
        assert all(min(abs(cut - x) for cut in plan.cuts[0]) < 0.15 for x in dark)


def test_the_same_game_gives_the_same_bytes(chequered: Game) -> None:
    assert counter_sheet(chequered) == counter_sheet(chequered)


def test_all_counters_of_the_book_are_on_two_sheets(game: Game) -> None:
    # 2.1: two sheets of 176, 352 counters of 5/8 inch
    every = list(pieces(game))
    assert len(every) == 352
    plan = plan_sheets(game)
    assert (plan.columns * plan.rows, len(plan.pages)) == (176, 2)
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
    data = counter_sheet(game, "Letter")
    document = pypdfium2.PdfDocument(data)
    plan = plan_sheets(game, "Letter")
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
    picture = page(counter_sheet(own), 0)
    plan = plan_sheets(own)
    assert picture.getpixel((round((plan.left + 8) * MM), round((plan.top + 8) * MM))) == (255, 0, 0)


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


def test_nonsense_is_refused(game: Game) -> None:
    with pytest.raises(ValueError, match="unknown paper 'A5'"):
        plan_sheets(game, "A5")
    with pytest.raises(ValueError, match="do not fit"):
        plan_sheets(game, "A4", 400)
