from __future__ import annotations

import io
import math

import pypdfium2
import pytest
from lxml import etree
from PIL import Image, ImageStat

from builder.art import palette
from builder.model import Game
from builder.sheets import SheetStyle, counter_sheet, game_stock, plan_sheets
from builder.sheets.calibration import calibration_sheet
from builder.sheets.cutting import cut_files
from builder.sheets.low_ink import low_ink
from builder.sheets.singles import single_faces
from builder.sheets.stock import Picture
from builder.sheets.style import Paper, paper_named
from tests.sheets.test_layouts import stock


def entities(text: str) -> list[dict[int, str]]:
    """The entities of a DXF: group codes to values, read pair by pair."""
    lines = text.splitlines()
    pairs = [(int(code), value) for code, value in zip(lines[::2], lines[1::2])]
    assert pairs[-1] == (0, "EOF")
    start = pairs.index((2, "ENTITIES")) + 1
    found: list[dict[int, str]] = []
    for code, value in pairs[start:]:
        if code == 0:
            found.append({0: value})
        else:
            found[-1][code] = value
    return [one for one in found if one[0] not in ("ENDSEC", "EOF")]


def test_counters_that_touch_are_cut_once() -> None:
    style = SheetStyle(wide=20, high=20)
    plan = plan_sheets(stock(10), style)  # nine in a row, one below
    files = cut_files(plan)
    assert set(files) == {"cuts-1.svg", "cuts-1.dxf"}
    cuts = [e for e in entities(files["cuts-1.dxf"]) if e[8] == "CUT"]
    level = sorted(float(e[11]) - float(e[10]) for e in cuts if e[20] == e[21])
    upright = sorted(float(e[21]) - float(e[20]) for e in cuts if e[10] == e[11])
    assert level == pytest.approx([20, 180, 180])
    assert upright == pytest.approx([20] * 8 + [40, 40])
    left = min(float(e[10]) for e in cuts)
    assert left == pytest.approx((210 - 180) / 2)


def _around(arc: dict[int, str], degrees: float) -> tuple[float, float]:
    turn, radius = math.radians(degrees), float(arc[40])
    return round(float(arc[10]) + radius * math.cos(turn), 3), round(float(arc[20]) + radius * math.sin(turn), 3)


def test_rounded_counters_have_outlines_of_their_own() -> None:
    plan = plan_sheets(stock(2), SheetStyle(wide=20, high=30, corner=4, gutter=3))
    files = cut_files(plan)
    cuts = [e for e in entities(files["cuts-1.dxf"]) if e[8] == "CUT"]
    arcs = [e for e in cuts if e[0] == "ARC"]
    assert (len(arcs), len(cuts)) == (8, 16)
    assert {float(e[40]) for e in arcs} == {4.0}
    # outlines close: the ends of every line are the ends of arcs
    ends = {_around(e, float(e[code])) for e in arcs for code in (50, 51)}
    lines = [e for e in cuts if e[0] == "LINE"]
    assert {(round(float(e[a]), 3), round(float(e[b]), 3)) for e in lines for a, b in ((10, 20), (11, 21))} == ends
    svg = etree.fromstring(files["cuts-1.svg"].encode())
    assert (svg.get("width"), svg.get("height"), svg.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    assert len(svg.findall(".//{*}path")) == 16


def test_pages_that_are_cut_alike_share_their_files() -> None:
    plan = plan_sheets(stock(400), SheetStyle())
    assert len(plan.pages) == 3 and [len(page) for page in plan.pages] == [176, 176, 48]
    assert set(cut_files(plan)) == {"cuts-1.svg", "cuts-1.dxf", "cuts-3.svg", "cuts-3.dxf"}


def test_single_counters_have_the_size_of_their_resolution(game: Game) -> None:
    few = game_stock(game).only(("de-2-corps", "trench"))
    found = dict(single_faces(few, SheetStyle(), 300))
    assert set(found) == {"de-2-corps-4.png", "de-2-corps-3.png", "de-2-corps-2.png", "de-2-corps-1.png",
                          "trench-front.png", "trench-back.png"}  # fmt: skip
    for data in found.values():
        picture = Image.open(io.BytesIO(data))
        assert picture.size == (188, 188)  # 5/8 inch
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)
    with pytest.raises(ValueError, match="5000 dpi"):
        list(single_faces(few, SheetStyle(), 5000))


def test_a_sheet_that_saves_ink_is_whiter_and_readable(game: Game) -> None:
    few = game_stock(game).only(("de-*-corps",))

    def ink(style: SheetStyle) -> float:
        document = pypdfium2.PdfDocument(counter_sheet(few, style))
        picture = document[0].render(scale=2).to_pil().convert("L")
        document.close()
        return 255 - ImageStat.Stat(picture).mean[0]

    assert ink(SheetStyle(low_ink=True)) < 0.65 * ink(SheetStyle())
    document = pypdfium2.PdfDocument(counter_sheet(few, SheetStyle(low_ink=True)))
    assert "6-7-4" in document[0].get_textpage().get_text_range()
    document.close()


def _colour(svg: str, index: int, name: str) -> str:
    return etree.fromstring(svg.encode())[index].get(name)


def test_words_stay_readable_where_ink_is_saved() -> None:
    """White words on a dark ground, a number in a dark box, a white pip: all are dark on white, or white is below."""
    face = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 150"><rect width="150" height="150" fill="#102040"/>'
        '<rect x="5" y="5" width="27" height="26" fill="#7a1f1f" stroke="#ffffff"/><text fill="#ffffff">5</text>'
        '<rect x="120" y="5" width="9" height="6" fill="#ffffff"/></svg>'
    )
    pale = low_ink(Picture(face)).svg  # ground, frame, box, word, pip
    assert _colour(pale, 0, "fill") == palette.WHITE and _colour(pale, 1, "stroke") == "#102040"
    assert palette.contrast(_colour(pale, 3, "fill"), _colour(pale, 2, "fill")) > 7
    assert palette.contrast(_colour(pale, 4, "fill"), palette.WHITE) > 4.5
    assert palette.contrast(_colour(pale, 2, "stroke"), palette.WHITE) > 4.5


@pytest.mark.parametrize("paper", ["A4", "Letter", "300x400mm", "150x200mm"])
def test_the_calibration_page_has_rules_of_100_mm_around_its_middle(paper: str) -> None:
    size: Paper = paper_named(paper)
    document = pypdfium2.PdfDocument(calibration_sheet(SheetStyle(paper=size)))
    assert len(document) == 2
    share = 20  # pixels a mm
    for number in (0, 1):
        picture = document[number].render(scale=share * 25.4 / 72).to_pil().convert("L")
        y = round((size.high / 2 - 22.5) * share)  # through the end marks of the level rule, below its own line
        dark = [x / share for x in range(picture.width) if picture.getpixel((x, y)) < 128]
        ends = [x for x in dark if abs(abs(x - size.wide / 2) - 50) < 0.5]
        assert max(ends) - min(ends) == pytest.approx(100, abs=0.35)  # hairlines of 0.1 mm
    assert len(pypdfium2.PdfDocument(calibration_sheet(SheetStyle(turn="fold")))) == 1
    document.close()
