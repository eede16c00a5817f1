"""What stands on a page beside the counters: cut marks, registration marks, the fold, a line of words."""

from __future__ import annotations

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from builder.art import palette
from builder.sheets.plan import MARK, SheetPlan, mark_from
from builder.sheets.vector import pdf_font

_HAIR = 0.25  # points
_REGISTER = 5.0  # mm from the edge of the paper


def heading(canvas: Canvas, plan: SheetPlan, text: str) -> None:
    """Small, above the marks: it tells the pages of a pile apart."""
    canvas.setFillColor(HexColor(palette.INK))
    canvas.setFont(pdf_font("plain"), 7)
    top = plan.page[1] - max(plan.ys[0] - mark_from(plan.style) - MARK - 2, 6)
    canvas.drawString(plan.xs[0] * mm, top * mm, text)


def side_marks(canvas: Canvas, plan: SheetPlan, reverse: bool) -> None:
    """The marks of one side of the paper; both sides of a sheet to fold lie on one page."""
    wanted = plan.style.marks
    fold = plan.style.turn == "fold"
    for back in (False, True) if fold else (reverse,):
        if wanted == "both" or wanted == ("back" if back else "front"):
            _cut_marks(canvas, plan, back)
    if not fold and (wanted == "both" or wanted == ("back" if reverse else "front")):
        _registration(canvas, plan)
    if fold:
        _fold(canvas, plan)


def _pen(canvas: Canvas) -> None:
    canvas.setStrokeColor(HexColor(palette.BLACK))
    canvas.setLineWidth(_HAIR)
    canvas.setDash()


def _cut_marks(canvas: Canvas, plan: SheetPlan, reverse: bool) -> None:
    """Hairlines outside the counters at every cut; those of both sides meet when the paper is turned over."""
    upright, level = plan.cuts(reverse)
    near, far, high = mark_from(plan.style), mark_from(plan.style) + MARK, plan.page[1]
    _pen(canvas)
    for x in upright:
        for y, way in ((level[0], -1), (level[-1], 1)):
            canvas.line(x * mm, (high - y - way * near) * mm, x * mm, (high - y - way * far) * mm)
    for y in level:
        for x, way in ((upright[0], -1), (upright[-1], 1)):
            canvas.line((x + way * near) * mm, (high - y) * mm, (x + way * far) * mm, (high - y) * mm)


def _registration(canvas: Canvas, plan: SheetPlan) -> None:
    """Rings with a cross in the middle of each edge: held to the light, those of both sides lie on one another."""
    wide, high = plan.page
    _pen(canvas)
    for x, y in ((wide / 2, _REGISTER), (wide / 2, high - _REGISTER), (_REGISTER, high / 2),
                 (wide - _REGISTER, high / 2)):  # fmt: skip
        cross(canvas, x, y, 2.0)
        canvas.circle(x * mm, y * mm, 1.2 * mm, stroke=1, fill=0)


def cross(canvas: Canvas, x: float, y: float, arm: float) -> None:
    """Centred at (x, y), in mm from the lower left."""
    canvas.line((x - arm) * mm, y * mm, (x + arm) * mm, y * mm)
    canvas.line(x * mm, (y - arm) * mm, x * mm, (y + arm) * mm)


def _fold(canvas: Canvas, plan: SheetPlan) -> None:
    _pen(canvas)
    canvas.setDash(6, 4)
    x = plan.page[0] / 2 * mm
    canvas.line(x, 4 * mm, x, (plan.page[1] - 4) * mm)
    canvas.setDash()
    canvas.saveState()
    canvas.translate(x - 3, 6 * mm)
    canvas.rotate(90)
    canvas.setFillColor(HexColor(palette.INK))
    canvas.setFont(pdf_font("plain"), 6)
    canvas.drawString(0, 0, "fold here, printed sides out, and glue")
    canvas.restoreState()
