"""Faces as forms of a PDF: each is drawn once, as lines and letters where that can be, and laid down often."""

from __future__ import annotations

import io
from typing import NamedTuple

from PIL import Image
from reportlab.lib.colors import HexColor
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from builder.art import palette
from builder.art.render import render
from builder.sheets.low_ink import low_ink
from builder.sheets.stock import FaceRef, Picture, Stock
from builder.sheets.vector import NotVector, draw_svg, ground_of

PIXEL_DPI = 600  # of faces that can not be drawn as lines


class Face(NamedTuple):
    """The name of its form, and its ground, `#rrggbb`."""

    form: str
    ground: str


class FaceForms:
    """The faces of a stock on one canvas, `wide` by `high` points."""

    def __init__(self, canvas: Canvas, stock: Stock, wide: float, high: float, saves_ink: bool = False):
        self._canvas, self._stock = canvas, stock
        self._wide, self._high, self._saves_ink = wide, high, saves_ink
        self._known: dict[FaceRef, Face] = {}

    def face(self, ref: FaceRef) -> Face:
        if ref not in self._known:
            self._known[ref] = self._define(ref)
        return self._known[ref]

    def lay(self, ref: FaceRef, x: float, y: float) -> None:
        """Its lower left corner at (x, y), in points."""
        canvas = self._canvas
        canvas.saveState()
        canvas.translate(x, y)
        canvas.doForm(self.face(ref).form)
        canvas.restoreState()

    def _define(self, ref: FaceRef) -> Face:
        picture = self._stock.draw(ref)
        if self._saves_ink:
            picture = low_ink(picture)
        name, canvas = f"face{len(self._known)}", self._canvas
        ground = picture.ground or (ground_of(picture.svg) if picture.svg else "")
        canvas.beginForm(name, 0, 0, self._wide, self._high)
        pixels = self._lines(picture) if picture.svg else picture.png
        if pixels:
            ground = ground or rim_colour(pixels)
            self._pixels(pixels, ground)
        elif not picture.svg:
            self._fill(ground)
        canvas.endForm()
        return Face(name, ground or palette.WHITE)

    def _lines(self, picture: Picture) -> bytes:
        """Draws the SVG in the middle; where it cannot be drawn as lines, the pixels to lay down."""
        canvas, side = self._canvas, min(self._wide, self._high)
        if self._wide != self._high and (ground := ground_of(picture.svg)):
            self._fill(ground)
        canvas.saveState()
        canvas.translate((self._wide - side) / 2, (self._high - side) / 2)
        try:
            draw_svg(canvas, picture.svg, side)
            return b""
        except NotVector:
            return render(picture.svg, round(side / 72 * PIXEL_DPI))
        finally:
            canvas.restoreState()

    def _fill(self, ground: str) -> None:
        self._canvas.setFillColor(HexColor(ground))
        self._canvas.rect(0, 0, self._wide, self._high, stroke=0, fill=1)

    def _pixels(self, png: bytes, ground: str) -> None:
        """As large as the counter holds it, on its own ground."""
        picture = ImageReader(io.BytesIO(png))
        wide, high = picture.getSize()
        share = min(self._wide / wide, self._high / high)
        self._fill(ground)
        x, y = (self._wide - wide * share) / 2, (self._high - high * share) / 2
        self._canvas.drawImage(picture, x, y, wide * share, high * share, mask="auto")


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
