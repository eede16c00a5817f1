"""Measuring text in the bundled fonts: what is written fits its room, or says that it does not."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import ImageFont

FONTS = Path(__file__).parent / "fonts"
FONT_FILES = {
    "plain": str(FONTS / "DejaVuSans.ttf"),
    "bold": str(FONTS / "DejaVuSans-Bold.ttf"),
    "condensed": str(FONTS / "DejaVuSansCondensed-Bold.ttf"),
    "italic": str(FONTS / "DejaVuSans-Oblique.ttf"),
}
# how each font is asked for in SVG; the renderer finds the condensed cut by its stretch alone
STYLES = {
    "plain": 'font-family="DejaVu Sans"',
    "bold": 'font-family="DejaVu Sans" font-weight="bold"',
    "condensed": 'font-family="DejaVu Sans" font-weight="bold" font-stretch="condensed"',
    "italic": 'font-family="DejaVu Sans" font-style="italic"',
}
CAP_HEIGHT = 0.729  # of the font size, for all four

_UNITS = 1000  # measured at this size, then scaled: hinting plays no part


@lru_cache(maxsize=4)
def _font(name: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT_FILES[name], _UNITS, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=20_000)
def _advance(text: str, font: str) -> float:
    return _font(font).getlength(text) / _UNITS


def text_width(text: str, font: str, size: float) -> float:
    """The advance width in the units of `size`."""
    return _advance(text, font) * size


class Ink(NamedTuple):
    """The rectangle that ink covers, y downward from the baseline or from a face's upper left corner."""

    left: float
    top: float
    right: float
    bottom: float
    advance: float


def ink_box(text: str, font: str, size: float) -> Ink:
    """What the letters of `text` really cover, drawn from (0, 0) to the right."""
    share = size / _UNITS
    left, top, right, bottom = _ink(text, font)
    return Ink(left * share, top * share, right * share, bottom * share, text_width(text, font, size))


@lru_cache(maxsize=20_000)
def _ink(text: str, font: str) -> tuple[float, float, float, float]:
    return _font(font).getbbox(text, anchor="ls")


class Fit(NamedTuple):
    """A font size, and whether the text is inside its room at it."""

    size: float
    fits: bool


def fit(text: str, font: str, room: float, size: float, least: float) -> Fit:
    """The greatest size up to `size` at which `text` is no wider than `room`, never below `least`."""
    wanted = _advance(text, font) * size
    if wanted <= room:
        return Fit(size, True)
    shrunk = int(size * room / wanted * 10) / 10  # to tenths, downward, so that the text stays inside
    return Fit(shrunk, True) if shrunk >= least else Fit(least, False)


def wrap(text: str, font: str, room: float, size: float) -> tuple[str, ...]:
    """Lines no wider than `room` where the words allow it; a word that is too wide stands alone."""
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(joined, font, size) <= room:
            lines[-1] = joined
        else:
            lines.append(word)
    return tuple(lines)
