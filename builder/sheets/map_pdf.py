"""A map as PDF of lines and letters: whole on one page, or cut onto sheets of a printer, overlapping."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from lxml import etree
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A3, A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfdoc import PDFResourceDictionary
from reportlab.pdfgen.canvas import Canvas

from builder.art.layout import layout
from builder.art.mapdraw import map_svg
from builder.model import Game, MapSheet
from builder.sheets.vector import SVG, NotVector, _transform, path_of, pdf_font

PAPERS: Mapping[str, tuple[float, float] | None] = {"whole": None, "a4": A4, "a3": A3, "letter": LETTER}
MARGIN, OVERLAP = 9 * mm, 6 * mm
MOST = 14_400  # points: what readers of PDF take as a page

_HREF = "{http://www.w3.org/1999/xlink}href"
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_START = {"fill": "#000000", "stroke": "none", "stroke-width": "1"}
_OWN = frozenset(
    {"x", "y", "width", "height", "rx", "cx", "cy", "r", "d", "transform", "clip-path", "id", "class", _HREF}
)
_STYLES = frozenset(
    {"fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap",
     "stroke-linejoin", "stroke-dasharray", "paint-order", "font-family", "font-size", "font-weight", "font-style",
     "font-stretch", "letter-spacing", "text-anchor", "pointer-events"}
)  # fmt: skip


def map_pdf(game: Game, sheet: MapSheet, hex_width: float, paper: str | tuple[float, float] = "whole") -> bytes:
    """`hex_width` in points from hex to hex; `paper` of `PAPERS`, or its size in points. The same bytes every time.

    ValueError for a paper that is not in `PAPERS`, and for a whole page beyond what PDF readers open.
    """
    if isinstance(paper, str) and paper not in PAPERS:
        raise ValueError(f"no paper {paper!r} (expected {', '.join(PAPERS)})")
    placed = layout(sheet, 100)
    wide, high = (v * hex_width / 100 for v in (placed.width, placed.height))
    size = PAPERS[paper] if isinstance(paper, str) else paper
    if size is None and max(wide, high) > MOST:
        raise ValueError(f"a page {max(wide, high) / 72:.0f} inches long can not be opened ({MOST / 72:.0f} at most)")
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=size or (wide, high), invariant=1, pageCompression=1)
    canvas.setTitle(f"{game.name}: {sheet.name}")
    root = etree.fromstring(map_svg(game, sheet, 100).encode())
    if size is None:
        _Drawing(canvas, root).draw(wide / placed.width, high)
        canvas.showPage()
    else:
        canvas.beginForm("map", 0, 0, wide, high)
        _Drawing(canvas, root).draw(wide / placed.width, high)
        canvas.endForm(Resources=_resources(canvas))
        for tile in _tiles(wide, high, size):
            _page(canvas, tile, sheet.name)
    canvas.save()
    return out.getvalue()


def _resources(canvas: Canvas) -> PDFResourceDictionary:
    """What the whole drawing refers to; the library forgets the opacities of a drawing that is laid down by name."""
    found = PDFResourceDictionary()
    found.basicFonts()
    found.basicProcs()
    found.ExtGState = canvas._extgstate.getState()
    return found


class _Tile(NamedTuple):
    """One sheet of many: its paper, where its window begins on the drawing (from the left, from the top)."""

    size: tuple[float, float]
    high: float  # of the whole drawing
    left: float
    down: float
    row: int
    column: int
    rows: int
    columns: int

    def name(self, right: int = 0, below: int = 0) -> str:
        """`B3`, or that of a neighbour; "" where there is none."""
        row, column = self.row + below, self.column + right
        return f"{chr(65 + row % 26)}{column + 1}" if 0 <= row < self.rows and 0 <= column < self.columns else ""


def _tiles(wide: float, high: float, paper: tuple[float, float]) -> Iterator[_Tile]:
    """Each sheet, upright or across, whichever takes fewer."""

    def count(size: tuple[float, float]) -> tuple[int, int]:
        across, down = (v - 2 * MARGIN - OVERLAP for v in size)
        return max(1, math.ceil((wide - OVERLAP) / across)), max(1, math.ceil((high - OVERLAP) / down))

    best = min((paper, paper[::-1]), key=lambda size: math.prod(count(size)))
    columns, rows = count(best)
    across, down = (v - 2 * MARGIN - OVERLAP for v in best)
    for row in range(rows):
        for column in range(columns):
            yield _Tile(best, high, column * across, row * down, row, column, rows, columns)


def _page(canvas: Canvas, tile: _Tile, name: str) -> None:
    size = tile.size
    wide, tall = size[0] - 2 * MARGIN, size[1] - 2 * MARGIN
    canvas.setPageSize(size)
    canvas.saveState()
    window = canvas.beginPath()
    window.rect(MARGIN, MARGIN, wide, tall)
    canvas.clipPath(window, stroke=0, fill=0)
    canvas.translate(MARGIN - tile.left, size[1] - MARGIN - tile.high + tile.down)
    canvas.doForm("map")
    canvas.restoreState()
    canvas.setLineWidth(0.4)
    for x in (MARGIN, MARGIN + wide - OVERLAP, size[0] - MARGIN):
        canvas.line(x, MARGIN - 6, x, MARGIN - 2)
        canvas.line(x, size[1] - MARGIN + 2, x, size[1] - MARGIN + 6)
    for y in (MARGIN, MARGIN + OVERLAP, size[1] - MARGIN):
        canvas.line(MARGIN - 6, y, MARGIN - 2, y)
        canvas.line(size[0] - MARGIN + 2, y, size[0] - MARGIN + 6, y)
    _glue(canvas, tile, wide, tall)
    canvas.setFont(pdf_font("plain"), 7)
    canvas.drawCentredString(size[0] / 2, MARGIN / 3, f"{name}  {tile.name()}")
    canvas.showPage()


def _glue(canvas: Canvas, tile: _Tile, wide: float, tall: float) -> None:
    """The strips that the next sheets cover are hatched; words in the margin say which sheet, and where to cut it."""
    right, below = tile.name(right=1), tile.name(below=1)
    strips = ((right, MARGIN + wide - OVERLAP, MARGIN, OVERLAP, tall), (below, MARGIN, MARGIN, wide, OVERLAP))
    for neighbour, x, y, w, h in strips:
        if neighbour:
            _hatch(canvas, x, y, w, h)
    words = (
        (right and f"glue {right} on this strip", tile.size[0] - MARGIN + 9, tile.size[1] / 2, 90),
        (below and f"glue {below} on this strip", tile.size[0] / 4, MARGIN - 14, 0),
        (tile.name(right=-1) and "cut along this edge", MARGIN - 4, tile.size[1] / 2, 90),
        (tile.name(below=-1) and "cut along this edge", tile.size[0] / 4, tile.size[1] - MARGIN + 8, 0),
    )
    canvas.setFont(pdf_font("plain"), 6)
    for text, x, y, turn in words:
        if text:
            canvas.saveState()
            canvas.translate(x, y)
            canvas.rotate(turn)
            canvas.drawCentredString(0, 0, text)
            canvas.restoreState()


def _hatch(canvas: Canvas, x: float, y: float, wide: float, high: float) -> None:
    canvas.saveState()
    strip = canvas.beginPath()
    strip.rect(x, y, wide, high)
    canvas.clipPath(strip, stroke=0, fill=0)
    canvas.setLineWidth(0.3)
    for at in range(0, int(wide + high), 8):
        canvas.line(x + at - high, y, x + at, y + high)
    canvas.restoreState()


class _Drawing:
    """The map's own SVG onto a canvas; signs that are used often are laid down once."""

    def __init__(self, canvas: Canvas, root: etree._Element) -> None:
        self.canvas = canvas
        self.root = root
        self.named = {e.get("id"): e for defs in root.iter(f"{SVG}defs") for e in defs if e.get("id")}

    def draw(self, scale: float, high: float) -> None:
        canvas = self.canvas
        box = [float(v) for v in self.root.get("viewBox").split()]
        share = scale * float(self.root.get("width")) / box[2]
        canvas.saveState()
        canvas.transform(share, 0, 0, -share, 0, high)
        for child in self.root:
            self._element(child, _START)
        canvas.restoreState()

    def _element(self, element: etree._Element, above: Mapping[str, str]) -> None:
        tag = element.tag.removeprefix(SVG)
        if tag in ("defs", "clipPath") or element.get("id") == "layer-hexes":
            return
        own = {k: v for k, v in element.attrib.items() if k not in _OWN}
        if strange := sorted(own.keys() - _STYLES):
            raise NotVector(f"attribute {strange[0]} of element {tag}")
        style = {**above, **own}
        canvas = self.canvas
        canvas.saveState()
        _transform(canvas, element.get("transform", ""))
        if clip := element.get("clip-path"):
            area = self.named[clip.removeprefix("url(#").removesuffix(")")]
            canvas.clipPath(path_of(canvas, area[0].get("d")), stroke=0, fill=0)
        if tag == "g":
            for child in element:
                self._element(child, style)
        elif tag == "use":
            canvas.translate(_figure(element, "x"), _figure(element, "y"))
            self._element(self.named[element.get(_HREF)[1:]], style)
        elif tag == "text":
            self._text(element, style)
        elif tag in ("path", "rect", "circle"):
            _SHAPES[tag](canvas, element, style, _ink(canvas, style))
        else:
            raise NotVector(f"element {tag}")
        canvas.restoreState()

    def _text(self, element: etree._Element, style: Mapping[str, str]) -> None:
        canvas, text = self.canvas, "".join(element.itertext())
        how = _ink(canvas, style)
        font, size = pdf_font(_font(style)), float(style.get("font-size", 16))
        spaced = float(style.get("letter-spacing", 0))
        wide = canvas.stringWidth(text, font, size) + spaced * len(text)
        start = {"middle": -wide / 2, "end": -wide}.get(style.get("text-anchor", ""), 0.0)
        canvas.translate(_figure(element, "x") + start, _figure(element, "y"))
        canvas.scale(1, -1)
        if how["stroke"]:  # the halo, below the letters
            canvas.saveState()
            self._letters(text, font, size, spaced, 1)
            canvas.restoreState()
        if how["fill"]:
            self._letters(text, font, size, spaced, 0)

    def _letters(self, text: str, font: str, size: float, spaced: float, mode: int) -> None:
        line = self.canvas.beginText(0, 0)
        line.setFont(font, size)
        line.setCharSpace(spaced)
        if mode:
            line.setTextRenderMode(mode)
        line.textOut(text)
        self.canvas.drawText(line)


def _font(style: Mapping[str, str]) -> str:
    if style.get("font-style") == "italic":
        return "italic"
    if style.get("font-weight") == "bold":
        return "condensed" if style.get("font-stretch") == "condensed" else "bold"
    return "plain"


def _figure(element: etree._Element, name: str) -> float:
    return float(element.get(name, 0))


def _ink(canvas: Canvas, style: Mapping[str, str]) -> dict[str, int]:
    fill, stroke = style["fill"], style["stroke"]
    if fill != "none":
        canvas.setFillColor(HexColor(fill))
        if "fill-opacity" in style:
            canvas.setFillAlpha(float(style["fill-opacity"]))
    if stroke != "none":
        canvas.setStrokeColor(HexColor(stroke))
        if "stroke-opacity" in style:
            canvas.setStrokeAlpha(float(style["stroke-opacity"]))
        canvas.setLineWidth(float(style["stroke-width"]))
        canvas.setLineCap(_CAPS[style.get("stroke-linecap", "butt")])
        canvas.setLineJoin(_JOINS[style.get("stroke-linejoin", "miter")])
        canvas.setMiterLimit(4)
        if dashes := style.get("stroke-dasharray"):
            canvas.setDash([float(v) for v in dashes.split()])
    return {"fill": int(fill != "none"), "stroke": int(stroke != "none")}


def _draw_path(canvas: Canvas, element: etree._Element, style: Mapping[str, str], how: dict[str, int]) -> None:
    mode = 0 if style.get("fill-rule") == "evenodd" else 1
    canvas.drawPath(path_of(canvas, element.get("d")), fillMode=mode, **how)


def _draw_rect(canvas: Canvas, element: etree._Element, style: Mapping[str, str], how: dict[str, int]) -> None:
    x, y, w, h = (_figure(element, k) for k in ("x", "y", "width", "height"))
    if radius := _figure(element, "rx"):
        canvas.roundRect(x, y, w, h, radius, **how)
    else:
        canvas.rect(x, y, w, h, **how)


def _draw_circle(canvas: Canvas, element: etree._Element, style: Mapping[str, str], how: dict[str, int]) -> None:
    canvas.circle(*(_figure(element, k) for k in ("cx", "cy", "r")), **how)


_SHAPES = {"path": _draw_path, "rect": _draw_rect, "circle": _draw_circle}
