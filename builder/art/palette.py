"""Every colour that our pictures use, and what is done with colours."""

from __future__ import annotations

import re

PAPER = "#f6f1e1"
INK = "#222222"
FAINT_INK = "#8c8673"
WHITE = "#ffffff"
BLACK = "#000000"

# the map: ground and the ink of its signs
CLEAR = "#f1e9d1"
CLEAR_INK = "#b3a680"
FLOOD_PLAIN = "#dfe6c6"
FLOOD_PLAIN_INK = "#6f9089"
BROKEN = "#ebdfb9"
BROKEN_INK = "#a38a52"
HILLY = "#e5d3a4"
HILLY_INK = "#95743a"
WOODS = "#d9e0b8"
WOODS_INK = "#7c935a"
FOREST = "#c4d3a2"
FOREST_INK = "#5a7846"
ROUGH = "#dcc69c"
ROUGH_INK = "#7d6038"
WOODED_ROUGH = "#c3c391"
WOODED_ROUGH_INK = "#566339"
MARSH = "#d0dfd3"
MARSH_INK = "#42777f"
URBAN = "#d8ccbe"
URBAN_INK = "#6b5a4c"
MOUNTAIN = "#d2b890"
MOUNTAIN_INK = "#6d4c2a"
ALPINE = "#bbb3a5"
ALPINE_INK = "#4b423d"
STRANGE = "#ecdcdf"  # what a game declares and we have no look for
STRANGE_INK = "#8b3a62"
SNOW = "#fdfcf8"
SEA = "#b5d0dd"
SEA_INK = "#6f9fb8"
SHALLOWS = ("#bdd6e1", "#c7dde5", "#d3e5ea")  # from the open sea to the shore
WATERLINE = "#8db5c9"
HAFF = "#d7e6e2"
COAST_INK = "#3f6a82"
GRID = "#7f7557"
NUMBER = "#6b6349"
RIVER = "#5b96bd"
RIVER_EDGE = "#2b5f8a"
BORDER = "#8a2a40"
INNER_BORDER = "#96596a"
MEUSE_LINE = "#9a6400"
RAIL = "#3a3634"
PASS = "#4b2f17"
CITY = "#443a32"
TOWN = "#443a32"
FORTRESS = "#7a1f1f"
COUNTRY = "#6e3a30"
WATER_NAME = "#356a8c"
RANGE_NAME = "#5d4526"
AREA = "#b3261e"
PERIMETER = "#6a3d9a"
OUTSIDE = "#dcd8cc"  # land that no unit may enter
SUPPLY = "#3c6b3f"

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
