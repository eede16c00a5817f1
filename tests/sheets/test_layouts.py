"""Measured on the rendered pages: where counters begin and end, and whether backs lie behind fronts."""

from __future__ import annotations

import itertools

import pypdfium2
import pytest

from builder.sheets import SheetStyle, Stock, counter_sheet, plan_sheets
from builder.sheets.stock import FaceRef, Picture, Piece
from builder.sheets.style import Drift, Paper, both_lengths, millimetres, paper_named

DPI = 600
MM = DPI / 25.4
RED, BLUE = "#e00000", "#0000e0"
PAGES = ("A4", "Letter", "A3", "300x400mm", "330x250mm")


def _square(face: FaceRef) -> Picture:
    """Red and blue by turns, as a chessboard has them, whatever the number of columns."""
    colour = (RED, BLUE)[int(face.id) % 2]
    return Picture(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" '
                   f'fill="{colour}"/></svg>')  # fmt: skip


def stock(count: int) -> Stock:
    every = (Piece(FaceRef("square", str(i), "front"), FaceRef("square", str(i), "back")) for i in range(count))
    return Stock("squares", "Squares", tuple(every), _square)


def edges(data: bytes, number: int, at_mm: float, upright: bool) -> list[float]:
    """Where the colour changes along a line through the page, in mm from the left or the top; marks do not count."""
    document = pypdfium2.PdfDocument(data)
    sheet = document[number]
    wide, high = sheet.get_size()
    at, half = at_mm * 72 / 25.4, 0.5
    crop = (0, high - at - half, 0, at - half) if upright else (at - half, 0, wide - at - half, 0)
    strip = sheet.render(scale=DPI / 72, crop=crop).to_pil().convert("RGB")
    document.close()
    length, middle = (strip.width, strip.height // 2) if upright else (strip.height, strip.width // 2)
    found, last = [], "w"
    for i in range(length):
        r, g, b = strip.getpixel((i, middle) if upright else (middle, i))
        colour = "r" if r > 150 and b < 90 else "b" if b > 150 and r < 90 else "w" if min(r, g, b) > 170 else last
        if colour != last:
            found.append(i / MM)
        last = colour
    return found


@pytest.mark.parametrize("paper", PAGES)
@pytest.mark.parametrize("turn", ["long", "short", "fold"])
@pytest.mark.parametrize("size", [15.875, 12.7])
def test_counters_are_true_to_size_and_backs_lie_behind_fronts(paper: str, turn: str, size: float) -> None:
    style = SheetStyle(paper=paper_named(paper), wide=size, high=size, turn=turn, bleed=0)
    columns, rows = (len(edge) for edge in (plan_sheets(stock(1), style).xs, plan_sheets(stock(1), style).ys))
    filled = stock(columns * rows)
    plan, data = plan_sheets(filled, style), counter_sheet(filled, style)
    wide, high = plan.page
    y, x = plan.ys[1] + size / 2, plan.xs[1] + size / 3
    turned_y, turned_x = (y, wide - x) if plan.upright else (high - y, x)
    behind = 0 if turn == "fold" else 1
    across, down = edges(data, 0, y, True), edges(data, 0, x, False)
    of_back = edges(data, behind, turned_y, True)
    if turn == "fold":
        of_back = [edge for edge in of_back if edge > wide / 2]
        across = [edge for edge in across if edge < wide / 2]
    down_back = edges(data, behind, turned_x, False)
    over_across = sorted(wide - edge for edge in of_back) if plan.upright else of_back
    over_down = down_back if plan.upright else sorted(high - edge for edge in down_back)
    assert len(across) == columns + 1 and _all_near([b - a for a, b in itertools.pairwise(across)], size)
    assert over_across == pytest.approx(across, abs=0.1)
    assert across[-1] - across[0] == pytest.approx(columns * size, abs=0.1)
    if columns % 2:  # else a column has one colour
        assert len(down) == rows + 1 and _all_near([b - a for a, b in itertools.pairwise(down)], size)
    assert down[-1] - down[0] == pytest.approx(rows * size, abs=0.1)
    assert over_down == pytest.approx(down, abs=0.1)


def _all_near(lengths: list[float], size: float) -> bool:
    return all(abs(length - size) < 0.1 for length in lengths)


@pytest.mark.parametrize("turn", ["long", "short"])
def test_a_drift_that_was_measured_is_taken_back(turn: str) -> None:
    """The printer of this test shrinks both sides and lays backs 1.5 mm right and 0.8 mm too high."""
    drift = Drift(1.5, -0.8, 99.0, 101.0, 98.5, 100.5)
    style = SheetStyle(turn=turn, bleed=0, drift=drift)
    filled = stock(64)
    plan, data = plan_sheets(filled, style), counter_sheet(filled, style)
    wide, high = plan.page

    def printed(edge: float, middle: float, share: float) -> float:
        return middle + (edge - middle) * share / 100

    y, x = plan.ys[2] + 8, plan.xs[2] + 5
    back_y, back_x = (y, wide - x) if plan.upright else (high - y, x)
    front = [printed(e, wide / 2, 99.0) for e in edges(data, 0, y, True)]
    back = [printed(e, wide / 2, 98.5) for e in edges(data, 1, back_y, True)]
    over = sorted((wide - e if plan.upright else e) + 1.5 for e in back)
    assert over == pytest.approx(front, abs=0.1)
    assert _all_near([b - a for a, b in itertools.pairwise(front)], 15.875)
    front = [printed(e, high / 2, 101.0) for e in edges(data, 0, x, False)]
    back = [printed(e, high / 2, 100.5) for e in edges(data, 1, back_x, False)]
    over = sorted((e if plan.upright else high - e) - 0.8 for e in back)
    assert over == pytest.approx(front, abs=0.1)


def test_grounds_run_past_the_cut_where_no_neighbour_lies() -> None:
    style = SheetStyle(bleed=1.5)
    filled = stock(11)  # one row
    plan, data = plan_sheets(filled, style), counter_sheet(filled, style)
    for number in (0, 1):
        found = edges(data, number, plan.ys[0] + 8, True)
        assert found[0] == pytest.approx(plan.xs[0] - 1.5, abs=0.1)
        assert found[-1] == pytest.approx(plan.page[0] - plan.xs[0] + 1.5, abs=0.1)
        assert found[1] == pytest.approx(plan.xs[1], abs=0.1)
        down = edges(data, number, plan.xs[0] + 8, False)
        assert down == pytest.approx([plan.ys[0] - 1.5, plan.ys[0] + 15.875 + 1.5], abs=0.1)


def test_gutters_and_blocks_lie_between_counters() -> None:
    style = SheetStyle(wide=15, high=20, gutter=2, bleed=0.5, block=(2, 1), block_gap=8)
    filled = stock(40)
    plan, data = plan_sheets(filled, style), counter_sheet(filled, style)
    found = edges(data, 0, plan.ys[0] + 10, True)
    pairs = list(zip(found[::2], found[1::2]))
    assert _all_near([b - a for a, b in pairs], 16)  # 15 and half a millimetre of bleed to each side
    assert [b[0] - a[1] for a, b in itertools.pairwise(pairs)] == pytest.approx([1, 7, 1, 7, 1, 7, 1], abs=0.1)
    assert [slot.piece.front.id for slot in plan.pages[0][:4]] == ["0", "1", "2", "3"]
    assert [slot.row for slot in plan.pages[0][:2]] == [0, 0]


def test_rounded_corners_are_white_where_they_are_cut_away() -> None:
    style = SheetStyle(corner=3, bleed=0, marks="none")
    one = stock(1)
    plan, data = plan_sheets(one, style), counter_sheet(one, style)
    x, y = plan.xs[0], plan.ys[0]
    assert edges(data, 0, y + 8, True) == pytest.approx([x, x + 15.875], abs=0.1)
    gone = 3 - (9 - (3 - 0.5) ** 2) ** 0.5  # half a millimetre below the upper edge of a circle of 3 mm
    assert edges(data, 0, y + 0.5, True) == pytest.approx([x + gone, x + 15.875 - gone], abs=0.1)


@pytest.mark.parametrize(("marks", "front", "back"), [("both", 1, 1), ("front", 1, 0), ("back", 0, 1), ("none", 0, 0)])
def test_marks_stand_at_every_cut_on_the_sides_that_were_chosen(marks: str, front: int, back: int) -> None:
    style = SheetStyle(marks=marks, mark_distance=3)
    plan = plan_sheets(stock(5), style)
    data = counter_sheet(stock(5), style)
    document = pypdfium2.PdfDocument(data)
    for number, wanted in enumerate((front, back)):
        picture = document[number].render(scale=DPI / 72).to_pil().convert("L")
        y = round((plan.ys[0] - 3 - 2) * MM)
        dark = [i / MM for i in range(picture.width) if picture.getpixel((i, y)) < 160]
        cuts = plan.cuts(bool(number))[0]
        assert bool(dark) == bool(wanted)
        assert all(min(abs(cut - at) for cut in cuts) < 0.1 for at in dark)
        assert not wanted or all(min(abs(cut - at) for at in dark) < 0.1 for cut in cuts)
        y = round((plan.ys[0] - 2) * MM)  # nearer than was asked
        assert picture.crop((0, y, picture.width, y + 1)).getextrema()[0] > 200
        assert (picture.getpixel((round(plan.page[0] / 2 * MM), round(5 * MM))) < 160) == bool(wanted)
    document.close()


def test_lengths_and_papers_are_read_as_people_write_them() -> None:
    assert millimetres("5/8in") == pytest.approx(15.875)
    assert millimetres('1/2"') == pytest.approx(12.7)
    assert (millimetres("20mm"), millimetres("2cm"), millimetres("20")) == (20, 20, 20)
    assert both_lengths("44x63mm") == (44, 63)
    assert both_lengths("1x1/2in") == (25.4, 12.7)
    assert paper_named("letter").wide == 215.9
    assert paper_named("300x400mm") == Paper("300x400mm", 300, 400)
    for text in ("A5", "3x4mm", "0x100mm", ""):
        with pytest.raises(ValueError, match="no paper"):
            paper_named(text)
    with pytest.raises(ValueError, match="no length"):
        millimetres("wide")


@pytest.mark.parametrize(
    ("said", "match"),
    [
        ({"wide": 400, "high": 400}, "do not fit A4"),
        ({"wide": 3}, "do not fit A4"),
        ({"block": (40, 1)}, "blocks of 40 by 1 counters"),
        ({"gutter": -1}, "gutter of -1 mm"),
        ({"corner": 9}, "corners of 9 mm"),
        ({"drift": Drift(across=50)}, "between 90 and 110"),
        ({"drift": Drift(x=40)}, "no drift of a printer"),
    ],
)
def test_nonsense_is_refused(said: dict, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        plan_sheets(stock(1), SheetStyle(**said))
