"""Charts on paper: several to a page, long ones over several, their letters never smaller than can be read."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from builder.art.chart_values import Chart
from builder.art.charts_picture import chart_svg
from builder.sheets.countersheet import new_canvas
from builder.sheets.style import Paper
from builder.sheets.vector import draw_svg, pdf_font

SCALE = 0.6  # points to a unit: letters of 8.4 points
_MARGIN, _GAP, _FOOT = 12 * mm, 5 * mm, 5 * mm
_ACROSS = 1150  # units: wider charts have a page that lies across


class _Drawing(NamedTuple):
    svg: str
    wide: float  # points
    high: float
    across: bool


def charts_pdf(name: str, charts: tuple[Chart, ...], paper: Paper) -> bytes:
    """Charts in their order, as letters and lines; the same bytes every time."""
    sides = sorted((paper.wide, paper.high))
    out = io.BytesIO()
    canvas = new_canvas(out, (sides[0], sides[1]), f"{name}: charts")
    page = 0
    for across in (False, True):
        size = tuple(v * mm for v in (reversed(sides) if across else sides))
        room = size[0] - 2 * _MARGIN, size[1] - 2 * _MARGIN - _FOOT
        drawings = [d for chart in charts for d in _drawings(chart, room, across) if d.across == across]
        for shelves in _pages(drawings, room):
            page += 1
            canvas.setPageSize(size)
            canvas.setFont(pdf_font("plain"), 7)
            canvas.drawCentredString(size[0] / 2, _MARGIN - 3 * mm, f"{name} · charts · {page}")
            _lay(canvas, shelves, size[1] - _MARGIN)
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def _drawings(chart: Chart, room: tuple[float, float], across: bool) -> Iterator[_Drawing]:
    if (chart_svg(chart)[1] > _ACROSS) != across:
        return
    for part in _split(chart, room):
        svg, wide = chart_svg(part)
        share = min(SCALE, room[0] / wide)
        yield _Drawing(_plain(svg), wide * share, min(_height(svg) * share, room[1]), across)


def _split(chart: Chart, room: tuple[float, float]) -> list[Chart]:
    """The chart in pieces that fit a page each, cut between rows."""
    rows = [(i, j) for i, part in enumerate(chart.parts) for j in range(max(len(part.rows), 1))]
    found, start = [], 0
    while start < len(rows):
        low, high = start + 1, len(rows)  # at least a row; halve until the most that fit are known
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if _fits(_piece(chart, rows, start, middle), room) else (low, middle - 1)
        found.append(_piece(chart, rows, start, low))
        start = low
    return found or [chart]


def _piece(chart: Chart, rows: list[tuple[int, int]], start: int, end: int) -> Chart:
    if (start, end) == (0, len(rows)):
        return chart
    wanted = rows[start:end]
    parts = []
    for i in dict.fromkeys(i for i, _ in wanted):
        part = chart.parts[i]
        kept = [j for k, j in wanted if k == i]
        last = not part.rows or kept[-1] == len(part.rows) - 1
        parts.append(replace(part, rows=part.rows[kept[0] : kept[-1] + 1], notes=part.notes if last else ()))
    title = chart.title if not start else f"{chart.title} (continued)"
    return replace(chart, title=title, parts=tuple(parts))


def _fits(chart: Chart, room: tuple[float, float]) -> bool:
    svg, wide = chart_svg(chart)
    return _height(svg) * min(SCALE, room[0] / wide) <= room[1]


def _height(svg: str) -> float:
    return float(re.search(r'viewBox="0 0 [\d.]+ ([\d.]+)"', svg)[1])


def _plain(svg: str) -> str:
    """Without its ground: paper has a colour of its own."""
    return re.sub(r'<rect width="100%" height="100%" fill="#[0-9a-f]{6}"/>', "", svg)


def _pages(drawings: list[_Drawing], room: tuple[float, float]) -> list[list[list[_Drawing]]]:
    """Pages of shelves, drawings side by side on each: every one on the first page that has room."""
    pages: list[list[list[_Drawing]]] = []
    for one in drawings:
        if not any(_put(page, one, room) for page in pages):
            pages.append([[one]])
    return pages


def _put(page: list[list[_Drawing]], one: _Drawing, room: tuple[float, float]) -> bool:
    heights = [max(d.high for d in shelf) for shelf in page]
    used = sum(heights) + _GAP * (len(page) - 1)
    for shelf, high in zip(page, heights):
        beside = sum(d.wide + _GAP for d in shelf) + one.wide <= room[0]
        if beside and used - high + max(high, one.high) <= room[1]:
            shelf.append(one)
            return True
    if used + _GAP + one.high > room[1]:
        return False
    page.append([one])
    return True


def _lay(canvas: Canvas, shelves: list[list[_Drawing]], top: float) -> None:
    for shelf in shelves:
        x = _MARGIN
        for one in shelf:
            canvas.saveState()
            canvas.translate(x, top - one.high)
            draw_svg(canvas, one.svg, one.wide)
            canvas.restoreState()
            x += one.wide + _GAP
        top -= max(d.high for d in shelf) + _GAP
