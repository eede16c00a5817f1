"""The counter sheet as PDF: fronts and backs in register, cut marks, true to size, the same bytes every time."""

from __future__ import annotations

import io

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from builder.art import palette
from builder.art.faces import face_svg
from builder.art.markers import marker_svg
from builder.art.render import render
from builder.model import Game
from builder.sheets.plan import BLANK, FaceRef, SheetPlan, plan_sheets
from builder.sheets.vector import NotVector, draw_svg, pdf_font

PIXEL_DPI = 600  # of faces that can not be drawn as lines
_MARK_FROM, _MARK_TO = 1.5, 5.5  # mm outside the block


def counter_sheet(game: Game, paper: str = "A4", size_mm: float = 15.875) -> bytes:
    """All counters and markers of a game, fronts and backs on alternate pages, to print on both sides of the paper.

    Print at actual size, turned over the long edge. `paper` is A4 or Letter, upright. ValueError as `plan_sheets`.
    """
    plan = plan_sheets(game, paper, size_mm)
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(plan.page[0] * mm, plan.page[1] * mm), invariant=1, pageCompression=1)
    canvas.setTitle(f"{game.name}: counters")
    canvas.setCreator("hexwright")
    canvas.setAuthor("")
    forms = _Forms(canvas, game, size_mm)
    for number, slots in enumerate(plan.pages, 1):
        for reverse in (False, True):
            what = "reverse" if reverse else "front"
            _heading(canvas, plan, f"{game.name} · counters {number} of {len(plan.pages)} · {what}")
            _cut_marks(canvas, plan)
            for slot in slots:
                x = plan.back_x(slot) if reverse else slot.x
                face = slot.piece.back if reverse else slot.piece.front
                forms.place(face, x * mm, (plan.page[1] - slot.y - size_mm) * mm)
            canvas.showPage()
    canvas.save()
    return out.getvalue()


class _Forms:
    """Each face is drawn once, as a form of the PDF, and placed as often as it is needed."""

    def __init__(self, canvas: Canvas, game: Game, size_mm: float):
        self._canvas, self._game, self._size = canvas, game, size_mm * mm
        self._known: dict[FaceRef, str] = {}

    def place(self, face: FaceRef, x: float, y: float) -> None:
        """The lower left corner at (x, y), in points."""
        if face not in self._known:
            self._known[face] = self._define(face)
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.doForm(self._known[face])
        self._canvas.restoreState()

    def _define(self, face: FaceRef) -> str:
        name = f"face{len(self._known)}"
        canvas = self._canvas
        svg = _svg(face, self._game)
        canvas.beginForm(name, 0, 0, self._size, self._size)
        if svg is None:
            canvas.setFillColor(HexColor(_ground(face, self._game)))
            canvas.rect(0, 0, self._size, self._size, stroke=0, fill=1)
        else:
            try:
                draw_svg(canvas, svg, self._size)
            except NotVector:
                pixels = render(svg, round(self._size / 72 * PIXEL_DPI))
                canvas.drawImage(ImageReader(io.BytesIO(pixels)), 0, 0, self._size, self._size, mask="auto")
        canvas.endForm()
        return name


def _svg(face: FaceRef, game: Game) -> str | None:
    if face.kind == BLANK:
        return None
    if face.kind == "counter":
        return face_svg(game.counters[face.id], int(face.face), game)
    return marker_svg(game.markers[face.id], face.face, game)


def _ground(face: FaceRef, game: Game) -> str:
    return game.nations[game.counters[face.id].nation].ground


def _heading(canvas: Canvas, plan: SheetPlan, text: str) -> None:
    """Small, above the marks: it tells the pages of a pile apart."""
    canvas.setFillColor(HexColor(palette.INK))
    canvas.setFont(pdf_font("plain"), 7)
    canvas.drawString(plan.left * mm, (plan.page[1] - plan.top + _MARK_TO + 2) * mm, text)


def _cut_marks(canvas: Canvas, plan: SheetPlan) -> None:
    """Hairlines outside the block at every cut; the block is centred, so the marks of both sides meet."""
    upright, level = plan.cuts
    high = plan.page[1]
    canvas.setStrokeColor(HexColor(palette.BLACK))
    canvas.setLineWidth(0.25)
    for x in upright:
        for y, way in ((level[0], -1), (level[-1], 1)):
            canvas.line(x * mm, (high - y - way * _MARK_FROM) * mm, x * mm, (high - y - way * _MARK_TO) * mm)
    for y in level:
        for x, way in ((upright[0], -1), (upright[-1], 1)):
            canvas.line((x + way * _MARK_FROM) * mm, (high - y) * mm, (x + way * _MARK_TO) * mm, (high - y) * mm)
