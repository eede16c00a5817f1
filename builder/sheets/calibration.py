"""A page that shows how a printer drifts: rules of 100 mm, and a scale on which the back's cross is read."""

from __future__ import annotations

import io

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from builder.sheets.countersheet import new_canvas
from builder.sheets.style import SheetStyle
from builder.sheets.vector import pdf_font

RULE = 100.0  # mm
_SCALE = 8  # mm to each side of the centre

_FRONT = (
    "1. Print both pages on one sheet, at actual size (100 %), {turn}.",
    "2. Measure the two long rules on both sides. Where one is not 100 mm, say what it is:",
    "    --scale-x (across) and --scale-y (down) for this side, --back-scale-x and --back-scale-y for the other.",
    "3. Hold the sheet to the light, this side towards you. Read on the scale where the cross of the other side lies:",
    "    --shift-x in mm to the right, --shift-y in mm down; left and up with a minus sign.",
    "4. Give these figures whenever you print with this printer and this paper.",
)
_TURN = {"long": "turned over the long edge", "short": "turned over the short edge", "fold": "one side only"}


def calibration_sheet(style: SheetStyle | None = None) -> bytes:
    """Two pages, front and back, as PDF; they are printed without any correction."""
    style = style or SheetStyle()
    wide, high = style.paper.wide, style.paper.high
    out = io.BytesIO()
    canvas = new_canvas(out, (wide, high), "calibration of a printer")
    _rules(canvas, wide, high)
    _scale(canvas, wide, high)
    _words(canvas, wide, high, [line.format(turn=_TURN[style.turn]) for line in _FRONT], "front")
    canvas.showPage()
    if style.turn != "fold":
        _rules(canvas, wide, high)
        _thin_cross(canvas, wide, high)
        _words(canvas, wide, high, ["Its cross is read on the scale of the front."], "back")
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _rules(canvas: Canvas, wide: float, high: float) -> None:
    """Rules of 100 mm across and down, clear of the scale in the middle."""
    canvas.setLineWidth(0.3)
    x, y = wide / 2 - RULE / 2, high / 2 + 20
    canvas.line(x * mm, y * mm, (x + RULE) * mm, y * mm)
    for at in range(0, 101, 10):
        arm = 3 if at in (0, 100) else 1.5
        canvas.line((x + at) * mm, (y - arm) * mm, (x + at) * mm, (y + arm) * mm)
    x, y = wide / 2 + min(65, wide / 2 - 15), high / 2 - RULE / 2
    canvas.line(x * mm, y * mm, x * mm, (y + RULE) * mm)
    for at in range(0, 101, 10):
        arm = 3 if at in (0, 100) else 1.5
        canvas.line((x - arm) * mm, (y + at) * mm, (x + arm) * mm, (y + at) * mm)
    canvas.setFont(pdf_font("plain"), 7)
    canvas.drawString((wide / 2 - RULE / 2) * mm, (high / 2 + 25) * mm, "100 mm across")
    canvas.drawString((x - 21) * mm, (y + 2) * mm, "100 mm down")


def _scale(canvas: Canvas, wide: float, high: float) -> None:
    """Ticks of half a millimetre both ways through the middle of the page."""
    x, y = wide / 2, high / 2
    canvas.setLineWidth(0.2)
    canvas.line((x - _SCALE) * mm, y * mm, (x + _SCALE) * mm, y * mm)
    canvas.line(x * mm, (y - _SCALE) * mm, x * mm, (y + _SCALE) * mm)
    canvas.setFont(pdf_font("plain"), 5)
    for half in range(-2 * _SCALE, 2 * _SCALE + 1):
        at = half / 2
        arm = 1.6 if half % 10 == 0 else 1.1 if half % 2 == 0 else 0.6
        canvas.line((x + at) * mm, y * mm, (x + at) * mm, (y + arm) * mm)
        canvas.line(x * mm, (y + at) * mm, (x - arm) * mm, (y + at) * mm)
        if half % 10 == 0 and half:
            canvas.drawCentredString((x + at) * mm, (y + 2.2) * mm, f"{at:g}")
            canvas.drawRightString((x - 2.2) * mm, (y - at - 0.6) * mm, f"{at:g}")


def _thin_cross(canvas: Canvas, wide: float, high: float) -> None:
    canvas.setLineWidth(0.3)
    canvas.line((wide / 2 - 12) * mm, high / 2 * mm, (wide / 2 + 12) * mm, high / 2 * mm)
    canvas.line(wide / 2 * mm, (high / 2 - 12) * mm, wide / 2 * mm, (high / 2 + 12) * mm)


def _words(canvas: Canvas, wide: float, high: float, lines: list[str], side: str) -> None:
    canvas.setFont(pdf_font("bold"), 11)
    left = 14 * mm
    canvas.drawString(left, (high - 20) * mm, f"hexwright · calibration · {side}")
    size = min(8.0, 8.0 * (wide - 28) / 182)
    canvas.setFont(pdf_font("plain"), size)
    for number, line in enumerate(lines):
        canvas.drawString(left, (high - 28) * mm - number * size * 1.5, line)
