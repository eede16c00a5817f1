"""Every colour that our pictures use, and what is done with colours."""

from __future__ import annotations

import re

PAPER = "#f6f1e1"
INK = "#222222"
FAINT_INK = "#8c8673"
WHITE = "#ffffff"
BLACK = "#000000"

# the map
CLEAR = "#efe6c8"
FOREST = "#c2d3a0"
FOREST_INK = "#4c6b38"
MARSH = "#cfdcc9"
MARSH_INK = "#3f7280"
MOUNTAIN = "#d3ba96"
MOUNTAIN_INK = "#74502c"
SEA = "#a9cbe0"
SEA_INK = "#5f93b5"
COAST_INK = "#3d6f93"
GRID = "#a2997c"
NUMBER = "#6f684f"
RIVER = "#4f8fc0"
RIVER_EDGE = "#24598a"
BORDER = "#8d2f45"
MEUSE_LINE = "#8a5a00"
CITY = "#54493c"
TOWN = "#7a6d58"
FORTRESS = "#6b1f1f"
AREA = "#b3261e"
PERIMETER = "#6a3d9a"
OUTSIDE = "#dcd8cc"  # land that no unit may enter
SUPPLY = "#2f6b3a"

# markers and badges
RED = "#b3261e"
GREEN = "#2f6b3a"
BLUE = "#1f4e8c"
BROWN = "#7a5230"
AMBER = "#f2c230"
MARKER_GROUND = "#f4efdf"

_HEX = re.compile(r"#[0-9a-fA-F]{6}\Z")


def rgb(colour: str) -> tuple[int, int, int]:
    """`#rrggbb` as three numbers; ValueError for any other text."""
    if not _HEX.match(colour):
        raise ValueError(f"{colour!r} is no colour (expected #rrggbb)")
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(a: str, b: str, share: float) -> str:
    """`share` of `b` in `a`, 0 to 1."""
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(rgb(a), rgb(b)))


def luminance(colour: str) -> float:
    """Relative luminance, 0 black to 1 white (the sRGB formula)."""

    def linear(value: int) -> float:
        c = value / 255
        return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4

    r, g, b = (linear(v) for v in rgb(colour))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    """Contrast of two colours, 1 (none) to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def readable_on(ground: str) -> str:
    """Black or white, whichever stands out more."""
    return BLACK if contrast(BLACK, ground) >= contrast(WHITE, ground) else WHITE
