"""The letters that a drawing uses, carried inside it: so that a browser far from our fonts shows the same names."""

from __future__ import annotations

import base64
import html
import io
import logging
import re

from fontTools import subset
from fontTools.ttLib import TTFont

from builder.art.text import FONT_FILES

_FACES = {
    "plain": "font-weight:400;font-style:normal;font-stretch:normal",
    "bold": "font-weight:700;font-style:normal;font-stretch:normal",
    "condensed": "font-weight:700;font-style:normal;font-stretch:condensed",
    "italic": "font-weight:400;font-style:italic;font-stretch:normal",
}
_TEXT = re.compile(r">([^<>]+)<")
_OPEN = re.compile(r"<svg\b[^>]*>")


def with_letters(svg: str) -> str:
    """The drawing with the letters of our four fonts that it uses in a style of its own; other text is not changed."""
    letters = {letter for text in _TEXT.findall(svg) for letter in html.unescape(text) if letter.isprintable()}
    opened = _OPEN.search(svg)
    if not letters or opened is None:
        return svg
    return f"{svg[: opened.end()]}<style>{font_rules(letters)}</style>{svg[opened.end() :]}"


def font_rules(letters: set[str]) -> str:
    """Rules of CSS that carry these letters of our four fonts inside."""
    return "".join(
        f'@font-face{{font-family:"DejaVu Sans";{_FACES[name]};src:url(data:font/ttf;base64,{_subset(file, letters)})}}'
        for name, file in FONT_FILES.items()
    )


def _subset(file: str, letters: set[str]) -> str:
    options = subset.Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=[1, 2])
    logging.getLogger("fontTools.subset").setLevel(logging.ERROR)  # it tells of tables that it leaves out
    with TTFont(file, lazy=True, recalcTimestamp=False) as font:
        chosen = subset.Subsetter(options)
        chosen.populate(text="".join(sorted(letters)))
        chosen.subset(font)
        out = io.BytesIO()
        font.save(out)
    return base64.b64encode(out.getvalue()).decode("ascii")
