"""The counter sheet as PDF: fronts and backs in register, cut marks, true to size, the same bytes every time."""

from __future__ import annotations

import io
from typing import NamedTuple

from PIL import Image
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from builder.art import palette
from builder.art.render import render
from builder.sheets.low_ink import low_ink
from builder.sheets.marks import heading, side_marks
from builder.sheets.plan import SheetPlan, Slot, plan_sheets
from builder.sheets.stock import FaceRef, Stock
from builder.sheets.style import SheetStyle
from builder.sheets.vector import NotVector, draw_svg, ground_of

PIXEL_DPI = 600  # of faces that can not be drawn as lines


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
    forms = _Forms(canvas, stock, plan)
    for number, slots in enumerate(plan.pages, 1):
        for reverse in (False, True)[: plan.sides]:
            what = "front and reverse" if plan.sides == 1 else "reverse" if reverse else "front"
            canvas.saveState()
            to_the_printer(canvas, plan, reverse)
            heading(canvas, plan, f"{stock.name} · counters {number} of {len(plan.pages)} · {what}")
            for back in (False, True) if plan.sides == 1 else (reverse,):
                forms.lay(slots, back)
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


class _Face(NamedTuple):
    form: str
    ground: str


class _Forms:
    """Each face is drawn once, as a form of the PDF, and placed as often as it is needed."""

    def __init__(self, canvas: Canvas, stock: Stock, plan: SheetPlan):
        self._canvas, self._stock, self._plan = canvas, stock, plan
        self._wide, self._high = plan.style.wide * mm, plan.style.high * mm
        self._known: dict[FaceRef, _Face] = {}

    def lay(self, slots: tuple[Slot, ...], reverse: bool) -> None:
        """One side of a page: first all grounds, for a bleed must not cover a neighbour's face."""
        taken = {(slot.column, slot.row) for slot in slots}
        for slot in slots:
            self._bleed(slot, taken, reverse)
        for slot in slots:
            self._place(slot, reverse)

    def _face(self, slot: Slot, reverse: bool) -> _Face:
        ref = slot.piece.back if reverse else slot.piece.front
        if ref not in self._known:
            self._known[ref] = self._define(ref)
        return self._known[ref]

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

    def _define(self, ref: FaceRef) -> _Face:
        picture = self._stock.draw(ref)
        if self._plan.style.low_ink:
            picture = low_ink(picture)
        name, canvas = f"face{len(self._known)}", self._canvas
        ground = picture.ground or (ground_of(picture.svg) if picture.svg else "")
        canvas.beginForm(name, 0, 0, self._wide, self._high)
        side = min(self._wide, self._high)
        canvas.saveState()
        canvas.translate((self._wide - side) / 2, (self._high - side) / 2)
        pixels = picture.png
        if picture.svg:
            try:
                draw_svg(canvas, picture.svg, side)
            except NotVector:
                pixels = render(picture.svg, round(side / 72 * PIXEL_DPI))
        canvas.restoreState()
        if pixels:
            ground = ground or rim_colour(pixels)
            self._pixels(pixels, ground)
        elif not picture.svg:
            canvas.setFillColor(HexColor(ground))
            canvas.rect(0, 0, self._wide, self._high, stroke=0, fill=1)
        canvas.endForm()
        return _Face(name, ground or palette.WHITE)

    def _pixels(self, png: bytes, ground: str) -> None:
        """As large as the counter holds it, on its own ground."""
        canvas, picture = self._canvas, ImageReader(io.BytesIO(png))
        wide, high = picture.getSize()
        share = min(self._wide / wide, self._high / high)
        canvas.setFillColor(HexColor(ground))
        canvas.rect(0, 0, self._wide, self._high, stroke=0, fill=1)
        x, y = (self._wide - wide * share) / 2, (self._high - high * share) / 2
        canvas.drawImage(picture, x, y, wide * share, high * share, mask="auto")


def rim_colour(png: bytes) -> str:
    """The commonest opaque colour along the rim of a picture; white where the rim is clear."""
    face = Image.open(io.BytesIO(png)).convert("RGBA")
    wide, high = face.size
    inset = max(min(wide, high) // 50, 0)
    strips = (
        (inset, inset, wide - inset, inset + 1),
        (inset, high - inset - 1, wide - inset, high - inset),
        (inset, inset, inset + 1, high - inset),
        (wide - inset - 1, inset, wide - inset, high - inset),
    )
    seen: dict[tuple[int, ...], int] = {}
    for strip in strips:
        for count, colour in face.crop(strip).getcolors(wide + high) or ():
            if colour[3] > 127:
                seen[colour[:3]] = seen.get(colour[:3], 0) + count
    if not seen:
        return palette.WHITE
    return "#{:02x}{:02x}{:02x}".format(*max(sorted(seen), key=lambda colour: seen[colour]))
