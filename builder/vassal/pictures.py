"""The size of a picture, read from its first bytes; a board without a picture has no size (formats §1.2)."""

from __future__ import annotations

import io
import re
import warnings

from lxml import etree
from PIL import Image, UnidentifiedImageError

from builder.vassal.grids import Size
from builder.vassal.metadata import parser

SUFFIXES = (".gif", ".png", ".svg", ".jpg", ".jpeg")
_FORMATS = ("PNG", "GIF", "JPEG", "BMP", "WEBP", "TIFF")
_LENGTH = re.compile(r"\s*([0-9.]+)\s*(px|pt|pc|mm|cm|in|)\s*")
_PIXELS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}


def picture_size(data: bytes, name: str = "") -> Size | None:
    """Width and height in pixels, or None where the bytes are no picture. Nothing is decoded beyond the header."""
    if name.lower().endswith(".svg"):
        return _svg_size(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
                return image.size
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def _svg_size(data: bytes) -> Size | None:
    try:
        root = etree.fromstring(data, parser())
    except etree.XMLSyntaxError:
        return None
    if etree.QName(root).localname != "svg":
        return None
    width, height = _length(root.get("width")), _length(root.get("height"))
    if width is None or height is None:
        box = (root.get("viewBox") or "").replace(",", " ").split()
        width, height = (_length(box[2]), _length(box[3])) if len(box) == 4 else (None, None)
    return (round(width), round(height)) if width and height else None


def _length(text: str | None) -> float | None:
    found = _LENGTH.fullmatch(text or "")
    try:
        return float(found[1]) * _PIXELS[found[2]] if found else None
    except ValueError:
        return None
