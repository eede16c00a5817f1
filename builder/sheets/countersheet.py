"""The counter sheet as PDF: fronts and backs in register, cut marks, true to size, the same bytes every time."""

from __future__ import annotations

import io

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from builder.sheets.forms import Face, FaceForms
from builder.sheets.marks import heading, side_marks
from builder.sheets.plan import SheetPlan, Slot, plan_sheets
from builder.sheets.stock import Stock
from builder.sheets.style import SheetStyle


def counter_sheet(stock: Stock, style: SheetStyle | None = None) -> bytes:
    """All pieces of a stock, fronts and backs, as PDF. Print at actual size. ValueError as `plan_sheets`."""
    plan = plan_sheets(stock, style)
    out = io.BytesIO()
    canvas = new_canvas(out, plan.page, f"{stock.name}: counters")
    draw_sheets(canvas, stock, plan)
    canvas.save()
    return out.getvalue()


def new_canvas(out: io.BytesIO, page_mm: tuple[float, float], title: str) -> Canvas:
    canvas = Canvas(out, pagesize=(page_mm[0] * mm, page_mm[1] * mm), invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator("hexwright")
    canvas.setAuthor("")
    return canvas


def draw_sheets(canvas: Canvas, stock: Stock, plan: SheetPlan) -> None:
    """Onto a canvas that may hold other pages before and after."""
    layer = _Layer(canvas, stock, plan)
    for number, slots in enumerate(plan.pages, 1):
        for reverse in (False, True)[: plan.sides]:
            what = "front and reverse" if plan.sides == 1 else "reverse" if reverse else "front"
            canvas.saveState()
            to_the_printer(canvas, plan, reverse)
            heading(canvas, plan, f"{stock.name} · counters {number} of {len(plan.pages)} · {what}")
            for back in (False, True) if plan.sides == 1 else (reverse,):
                layer.lay(slots, back)
            side_marks(canvas, plan, reverse)
            canvas.restoreState()
            canvas.showPage()


def to_the_printer(canvas: Canvas, plan: SheetPlan, reverse: bool) -> None:
    """The page stretched and moved, so that what the printer makes of it lies where it belongs."""
    drift = plan.style.drift
    across, down = (drift.back_across, drift.back_down) if reverse else (drift.across, drift.down)
    x, y = plan.page[0] / 2 * mm, plan.page[1] / 2 * mm
    if reverse:
        way = 1 if plan.upright else -1  # right on the front is left on the back, or top is bottom
        canvas.translate(way * drift.x * mm, way * drift.y * mm)
    canvas.translate(x, y)
    canvas.scale(100 / across, 100 / down)
    canvas.translate(-x, -y)


class _Layer:
    """The counters of one page after another."""

    def __init__(self, canvas: Canvas, stock: Stock, plan: SheetPlan):
        self._canvas, self._plan = canvas, plan
        self._wide, self._high = plan.style.wide * mm, plan.style.high * mm
        self._forms = FaceForms(canvas, stock, self._wide, self._high, plan.style.low_ink)

    def lay(self, slots: tuple[Slot, ...], reverse: bool) -> None:
        """One side of a page: first all grounds, for a bleed must not cover a neighbour's face."""
        taken = {(slot.column, slot.row) for slot in slots}
        for slot in slots:
            self._bleed(slot, taken, reverse)
        for slot in slots:
            self._place(slot, reverse)

    def _face(self, slot: Slot, reverse: bool) -> Face:
        return self._forms.face(slot.piece.back if reverse else slot.piece.front)

    def _turn(self, slot: Slot, reverse: bool) -> None:
        """The canvas moved so that the counter's lower left corner, as it is read, is the origin."""
        canvas, page = self._canvas, self._plan.page
        x, y, turned = self._plan.back(slot) if reverse else (slot.x, slot.y, False)
        canvas.translate(x * mm, (page[1] - y) * mm - self._high)
        if turned:
            canvas.translate(self._wide, self._high)
            canvas.rotate(180)

    def _bleed(self, slot: Slot, taken: set[tuple[int, int]], reverse: bool) -> None:
        style, plan = self._plan.style, self._plan
        if not style.bleed:
            return

        def room(edges: tuple[float, ...], at: int, way: int, side: float, near: bool) -> float:
            if not near:
                return style.bleed
            return min(style.bleed, (abs(edges[at + way] - edges[at]) - side) / 2)

        left, right = (room(plan.xs, slot.column, w, style.wide, (slot.column + w, slot.row) in taken) for w in (-1, 1))
        above, below = (
            room(plan.ys, slot.row, w, style.high, (slot.column, slot.row + w) in taken) for w in (-1, 1)
        )  # fmt: skip
        if reverse:  # turned over as one turns a counter: left is right
            left, right = right, left
        canvas = self._canvas
        canvas.saveState()
        self._turn(slot, reverse)
        canvas.setFillColor(HexColor(self._face(slot, reverse).ground))
        wide, high = self._wide + (left + right) * mm, self._high + (above + below) * mm
        if style.corner:
            canvas.roundRect(-left * mm, -below * mm, wide, high, style.corner * mm, stroke=0, fill=1)
        else:
            canvas.rect(-left * mm, -below * mm, wide, high, stroke=0, fill=1)
        canvas.restoreState()

    def _place(self, slot: Slot, reverse: bool) -> None:
        canvas = self._canvas
        canvas.saveState()
        self._turn(slot, reverse)
        if radius := self._plan.style.corner * mm:
            shape = canvas.beginPath()
            shape.roundRect(0, 0, self._wide, self._high, radius)
            canvas.clipPath(shape, stroke=0, fill=0)
        canvas.doForm(self._face(slot, reverse).form)
        canvas.restoreState()
