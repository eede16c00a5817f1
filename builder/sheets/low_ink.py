"""Faces that save ink: white ground with a frame of its colour, words and lines dark on it."""

from __future__ import annotations

import io

from lxml import etree
from PIL import Image

from builder.art import palette
from builder.sheets.stock import Picture
from builder.sheets.vector import SVG, NotVector, ground_of, parse

_READABLE = 7.0  # contrast of what is to be read
_PALER = 0.8  # share of white in what lies below the words
_FRAME = 4  # hundredths of the face
_LARGE = 0.02  # of the face: a larger rectangle is ground for words rather than a sign
_PIXELS = 0.6


def low_ink(picture: Picture) -> Picture:
    """The same face with less ink. Pixels are made paler; of a drawing every colour is chosen anew."""
    if picture.svg:
        try:
            return Picture(_pale_svg(picture.svg), ground=palette.WHITE)
        except NotVector:
            return picture
    if picture.png:
        face = Image.open(io.BytesIO(picture.png)).convert("RGBA")
        pale = Image.blend(face.convert("RGB"), Image.new("RGB", face.size, palette.WHITE), _PIXELS)
        pale.putalpha(face.getchannel("A"))
        out = io.BytesIO()
        pale.save(out, "PNG")
        return Picture(png=out.getvalue(), ground=palette.WHITE)
    return Picture(ground=palette.mix(picture.ground, palette.WHITE, _PALER))


def _pale_svg(svg: str) -> str:
    root = parse(svg)
    box = [float(v) for v in root.get("viewBox", "").replace(",", " ").split()]
    ground = ground_of(svg)
    if len(box) != 4 or not ground:
        raise NotVector("no ground")
    for element in root.iter(f"{SVG}*"):
        words = element.tag == f"{SVG}text"
        fill, line = element.get("fill", "none"), element.get("stroke", "none")
        if words and fill.startswith("#"):
            element.set("fill", fill if palette.contrast(fill, palette.WHITE) >= _READABLE else palette.INK)
        elif fill.startswith("#"):
            large = _share(element, box) > _LARGE
            element.set("fill", _paler(fill, ground) if large else _darker(fill, ground))
        if line.startswith("#"):
            element.set("stroke", _darker(line, ground))
    _frame(root, box, ground)
    return etree.tostring(root, encoding="unicode")


def _frame(root: etree._Element, box: list[float], ground: str) -> None:
    """The colour that tells nations apart, along the rim, above the ground and below all else."""
    wide = box[2] * _FRAME / 100
    frame = etree.Element(f"{SVG}rect", {
        "x": f"{box[0] + wide / 2:g}", "y": f"{box[1] + wide / 2:g}", "width": f"{box[2] - wide:g}",
        "height": f"{box[3] - wide:g}", "fill": "none", "stroke": ground, "stroke-width": f"{wide:g}",
    })  # fmt: skip
    root.insert(1, frame)


def _share(element: etree._Element, box: list[float]) -> float:
    """How much of the face a rectangle covers; other shapes are signs."""
    if element.tag != f"{SVG}rect":
        return 0.0
    return float(element.get("width", 0)) * float(element.get("height", 0)) / (box[2] * box[3])


def _paler(colour: str, ground: str) -> str:
    return palette.WHITE if colour.lower() == ground.lower() else palette.mix(colour, palette.WHITE, _PALER)


def _darker(colour: str, ground: str) -> str:
    """Dark enough to be read on white; the ground's own colour stays, for it covers what lies below."""
    if colour.lower() == ground.lower():
        return palette.WHITE
    for share in (0.0, 0.2, 0.4, 0.6, 0.8):
        found = palette.mix(colour, palette.BLACK, share)
        if palette.contrast(found, palette.WHITE) >= _READABLE:
            return found
    return palette.INK
