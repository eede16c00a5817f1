"""SVG of our own templates onto a PDF canvas as lines and letters, so that print is as sharp as the printer.

It knows what the face templates use and no more. Whatever else a picture holds raises `NotVector`, and the caller
prints that picture as pixels instead: a game's own template may use all of SVG.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from lxml import etree
from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from builder.art.text import FONT_FILES

SVG = "{http://www.w3.org/2000/svg}"
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_INHERITED = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin")
_START: Mapping[str, str] = {"fill": "#000000", "stroke": "none", "stroke-width": "1"}
_KNOWN = frozenset(
    {*_INHERITED, "{http://www.w3.org/XML/1998/namespace}space", "x", "y", "width", "height", "rx", "cx", "cy", "r",
     "ry", "d", "transform", "viewBox", "font-family", "font-size", "font-weight", "font-style", "font-stretch",
     "text-anchor"}
)  # fmt: skip
_TOKEN = re.compile(r"([MLHVQTCZ])|(-?\d*\.?\d+)|[\s,]+")
_TRANSFORM = re.compile(r"(translate|rotate|scale)\(([^)]*)\)")


class NotVector(Exception):
    """The picture holds something that only the renderer draws."""


def draw_svg(canvas: Canvas, svg: str, width: float) -> None:
    """Draw at the origin, `width` points wide, y upward as the canvas has it; NotVector before anything is drawn."""
    root = parse(svg)
    _check(root)
    box = [float(v) for v in root.get("viewBox", "").replace(",", " ").split()]
    if len(box) != 4 or not box[2] > 0:
        raise NotVector("no viewBox")
    scale = width / box[2]
    canvas.saveState()
    canvas.transform(scale, 0, 0, -scale, -box[0] * scale, (box[1] + box[3]) * scale)
    for child in root:
        _draw(canvas, child, _START)
    canvas.restoreState()


def parse(svg: str) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
    try:
        return etree.fromstring(svg.encode(), parser)
    except etree.XMLSyntaxError as fault:
        raise NotVector(str(fault)) from fault


def ground_of(svg: str) -> str:
    """The colour of the rectangle that covers the whole of a picture, `#rrggbb`; "" where there is none."""
    root = parse(svg)
    box = [float(v) for v in root.get("viewBox", "").replace(",", " ").split()]
    for element in root:
        if element.tag != f"{SVG}rect" or len(box) != 4 or not element.get("fill", "").startswith("#"):
            return ""
        covers = all(_number(element, side) >= length for side, length in (("width", box[2]), ("height", box[3])))
        return element.get("fill") if covers else ""
    return ""


def _check(root: etree._Element) -> None:
    for element in root.iter():
        tag = element.tag if isinstance(element.tag, str) else ""
        if tag.removeprefix(SVG) not in _DRAWERS and element is not root:
            raise NotVector(f"element {tag}")
        strange = set(element.attrib) - _KNOWN
        if strange:
            raise NotVector(f"attribute {sorted(strange)[0]}")
        for name in ("fill", "stroke"):
            if not re.fullmatch(r"none|#[0-9a-fA-F]{6}", element.get(name, "none")):
                raise NotVector(f"{name} {element.get(name)}")
        if element.get("d") is not None:
            tuple(_steps(element.get("d")))
        if element.get("transform") and _TRANSFORM.sub("", element.get("transform")).strip():
            raise NotVector(f"transform {element.get('transform')}")


def _draw(canvas: Canvas, element: etree._Element, above: Mapping[str, str]) -> None:
    style = {**above, **{k: element.get(k) for k in _INHERITED if element.get(k) is not None}}
    draw, transform = _DRAWERS[element.tag.removeprefix(SVG)], element.get("transform", "")
    if not transform:  # every shape says all of its own inks
        draw(canvas, element, style)
        return
    canvas.saveState()
    _transform(canvas, transform)
    draw(canvas, element, style)
    canvas.restoreState()


def _transform(canvas: Canvas, text: str) -> None:
    for name, values in _TRANSFORM.findall(text):
        v = [float(x) for x in values.replace(",", " ").split()]
        if name == "translate":
            canvas.translate(v[0], v[1] if len(v) > 1 else 0)
        elif name == "scale":
            canvas.scale(v[0], v[1] if len(v) > 1 else v[0])
        else:
            x, y = (v[1], v[2]) if len(v) == 3 else (0, 0)
            canvas.translate(x, y)
            canvas.rotate(v[0])
            canvas.translate(-x, -y)


def _ink(canvas: Canvas, style: Mapping[str, str]) -> dict[str, int]:
    fill, stroke = style["fill"], style["stroke"]
    if fill != "none":
        canvas.setFillColor(HexColor(fill))
    if stroke != "none":
        canvas.setStrokeColor(HexColor(stroke))
        canvas.setLineWidth(float(style["stroke-width"]))
        canvas.setLineCap(_CAPS.get(style.get("stroke-linecap", "butt"), 0))
        canvas.setMiterLimit(4)  # SVG's; PDF's own is 10
        canvas.setLineJoin(_JOINS.get(style.get("stroke-linejoin", "miter"), 0))
    return {"fill": int(fill != "none"), "stroke": int(stroke != "none")}


def _number(element: etree._Element, name: str, default: float = 0.0) -> float:
    return float(element.get(name, default))


def _group(canvas: Canvas, element: etree._Element, style: Mapping[str, str]) -> None:
    for child in element:
        _draw(canvas, child, style)


def _rect(canvas: Canvas, element: etree._Element, style: Mapping[str, str]) -> None:
    x, y, w, h = (_number(element, k) for k in ("x", "y", "width", "height"))
    how = _ink(canvas, style)
    if radius := _number(element, "rx"):
        canvas.roundRect(x, y, w, h, radius, **how)
    else:
        canvas.rect(x, y, w, h, **how)


def _circle(canvas: Canvas, element: etree._Element, style: Mapping[str, str]) -> None:
    canvas.circle(_number(element, "cx"), _number(element, "cy"), _number(element, "r"), **_ink(canvas, style))


def _ellipse(canvas: Canvas, element: etree._Element, style: Mapping[str, str]) -> None:
    cx, cy, rx, ry = (_number(element, k) for k in ("cx", "cy", "rx", "ry"))
    canvas.ellipse(cx - rx, cy - ry, cx + rx, cy + ry, **_ink(canvas, style))


def _path(canvas: Canvas, element: etree._Element, style: Mapping[str, str]) -> None:
    canvas.drawPath(path_of(canvas, element.get("d", "")), **_ink(canvas, style))


def path_of(canvas: Canvas, text: str) -> PDFPathObject:
    """Path data as the PDF's own path."""
    path = canvas.beginPath()
    for name, points in _steps(text):
        if name == "M":
            path.moveTo(*points)
        elif name == "L":
            path.lineTo(*points)
        elif name == "C":
            path.curveTo(*points)
        else:
            path.close()
    return path


def _steps(text: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Path data as M, L, C and Z with absolute points; Q and T become cubics. NotVector for any other letter."""
    tokens = list(_tokens(text))
    needs = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "T": 2, "C": 6, "Z": 0}
    at = 0
    x = y = 0.0
    control: tuple[float, float] | None = None  # of the last quadratic, which T mirrors
    command = ""
    while at < len(tokens):
        if isinstance(tokens[at], str):
            command = tokens[at]
            at += 1
        if not command:
            raise NotVector(f"path {text}")
        v = tokens[at : at + needs[command]]
        if len(v) < needs[command] or any(isinstance(n, str) for n in v):
            raise NotVector(f"path {text}")
        at += needs[command]
        if command in "HV":
            v = [v[0], y] if command == "H" else [x, v[0]]
        if command in "QT":
            if command == "Q":
                qx, qy, ex, ey = v
            else:
                (qx, qy), (ex, ey) = (2 * x - control[0], 2 * y - control[1]) if control else (x, y), v
            yield (
                "C",
                (x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3, ex + (qx - ex) * 2 / 3, ey + (qy - ey) * 2 / 3, ex, ey),
            )
            control = qx, qy
        else:
            control = None
            yield ("L" if command in "HV" else command), tuple(v)
        if command == "Z":
            command = ""
        else:
            x, y = (ex, ey) if command in "QT" else (v[-2], v[-1])
            command = "L" if command == "M" else command


def _tokens(text: str) -> Iterator[str | float]:
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            raise NotVector(f"path {text}")
        at = match.end()
        if match[1]:
            yield match[1]
        elif match[2]:
            yield float(match[2])


def _text(canvas: Canvas, element: etree._Element, style: Mapping[str, str]) -> None:
    text, font = "".join(element.itertext()), pdf_font(_font_name(element))
    size, x = float(element.get("font-size", 16)), _number(element, "x")
    _ink(canvas, style)
    if anchor := {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", "")):
        x -= anchor * pdfmetrics.stringWidth(text, font, size)
    line = canvas.beginText()
    line.setTextTransform(1, 0, 0, -1, x, _number(element, "y"))
    line.setFont(font, size)
    line.textOut(text)
    canvas.drawText(line)


def _font_name(element: etree._Element) -> str:
    if element.get("font-style") == "italic":
        return "italic"
    if element.get("font-weight") == "bold":
        return "condensed" if element.get("font-stretch") == "condensed" else "bold"
    return "plain"


@lru_cache(maxsize=8)
def pdf_font(name: str) -> str:
    """The name under which the PDF library knows one of the bundled fonts."""
    registered = f"hexwright-{name}"
    pdfmetrics.registerFont(TTFont(registered, FONT_FILES[name]))
    return registered


_DRAWERS = {
    "g": _group, "rect": _rect, "circle": _circle, "ellipse": _ellipse, "path": _path, "text": _text,
}  # fmt: skip
