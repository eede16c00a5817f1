"""What each kind of terrain looks like: a colour, an ink, and a sign that tells it from the others without colour."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from builder.art import palette
from builder.art.text import STYLES

SEA = "sea"


class Ground(NamedTuple):
    """`rank`: of two that meet the higher is drawn over the lower. `sign` is SVG about (0, 0), some 20 units wide."""

    name: str
    rank: int
    fill: str
    ink: str
    sign: str = ""
    size: float = 1.0
    count: int = 9  # of signs in a hex
    layout: str = "scatter"


def _lines(d: str, ink: str, width: float) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{ink}" stroke-width="{width}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _fir(ink: str) -> str:
    return f'<path d="M0 -10 L3.4 -3 L2 -3 L5.6 4 H1 V8 H-1 V4 H-5.6 L-2 -3 L-3.4 -3 Z" fill="{ink}"/>'


def _crown(ink: str, light: str) -> str:
    return (
        f'<path d="M-1 1 H1 V9 H-1 Z" fill="{ink}"/><circle cx="0" cy="-3" r="6.4" fill="{ink}"/>'
        f'<circle cx="-2" cy="-5" r="2.6" fill="{light}"/>'
    )


def _peak(ink: str, light: str, shade: str) -> str:
    """A mountain lit from the north-west."""
    return (
        f'<path d="M-18 12 L-3 -14 L17 12 Z" fill="{light}"/>'
        f'<path d="M-3 -14 L17 12 H5 L-1 4 L2 -2 L-3 -8 Z" fill="{shade}"/>'
        + _lines("M-18 12 L-3 -14 L17 12", ink, 1.9)
    )


def _summit(ink: str, rock: str, shade: str, snow: str) -> str:
    """A high one with a second top, snow on both."""
    return (
        f'<path d="M-20 14 L-4 -19 L4 -5 L9 -11 L22 14 Z" fill="{rock}"/>'
        f'<path d="M-4 -19 L4 -5 L9 -11 L22 14 H6 L1 3 L-2 -2 L-4 -9 Z" fill="{shade}"/>'
        f'<path d="M-4 -19 L-11 -4.5 L-7 -7 L-4 -3 L-1 -7 L2 -4 L2.6 -7.5 Z" fill="{snow}"/>'
        + _lines("M-20 14 L-4 -19 L4 -5 L9 -11 L22 14", ink, 1.7)
    )


_P = palette
GROUNDS: dict[str, Ground] = {
    "clear": Ground("Clear", 0, _P.CLEAR, _P.CLEAR_INK),
    "flood-plain": Ground("Flood plain", 1, _P.FLOOD_PLAIN, _P.FLOOD_PLAIN_INK,
        _lines("M-11 -3 H-2 M2 -3 H8 M-6 3 H-1 M3 3 H12", _P.FLOOD_PLAIN_INK, 1.8), 1.0, 5),
    "marsh": Ground("Marsh", 2, _P.MARSH, _P.MARSH_INK,
        _lines("M-13 0 H13 M-8 5 H7 M-6 -2 L-9 -9 M0 -2 V-12 M6 -2 L9 -9", _P.MARSH_INK, 1.9), 1.0, 5),
    "broken": Ground("Broken", 3, _P.BROKEN, _P.BROKEN_INK,
        _lines("M-9 3 L-5 -2 M-1 -4 L3 0 M5 5 L9 1", _P.BROKEN_INK, 1.9), 1.0, 6),
    "hilly": Ground("Hilly", 4, _P.HILLY, _P.HILLY_INK,
        _lines("M-12 5 Q-2 -11 10 5 M0 -1 L2 4 M4 1 L6 5", _P.HILLY_INK, 1.8), 1.0, 6),
    "woods": Ground("Woods", 5, _P.WOODS, _P.WOODS_INK, _fir(_P.WOODS_INK), 0.95, 5),
    "forest": Ground("Forest", 6, _P.FOREST, _P.FOREST_INK, _crown(_P.FOREST_INK, _P.FOREST), 0.95, 9),
    "rough": Ground("Rough", 7, _P.ROUGH, _P.ROUGH_INK,
        _lines("M-12 6 L-6 -5 L-2 1 L4 -8 L12 6 M4 -8 L5 4 M-6 -5 L-5 3", _P.ROUGH_INK, 1.7), 1.0, 6),
    "wooded-rough": Ground("Wooded rough", 8, _P.WOODED_ROUGH, _P.WOODED_ROUGH_INK,
        '<g transform="translate(-7 -1)">' + _fir(_P.WOODED_ROUGH_INK) + "</g>"
        + _lines("M-1 7 L4 -5 L8 1 L13 7", _P.ROUGH_INK, 1.7), 1.0, 6),
    "urban": Ground("Urban", 9, _P.URBAN, _P.URBAN_INK,
        f'<path d="M-8 -6 H-1 V0 H-8 Z M2 -8 H8 V-1 H2 Z M-5 3 H3 V8 H-5 Z" fill="{_P.URBAN_INK}"/>', 1.0, 7),
    "mountain": Ground("Mountain", 10, _P.MOUNTAIN, _P.MOUNTAIN_INK,
        _peak(_P.MOUNTAIN_INK, "#e3d0ac", "#9a764c"), 1.0, 4, "peaks"),
    "alpine": Ground("Alpine", 11, _P.ALPINE, _P.ALPINE_INK,
        _summit(_P.ALPINE_INK, "#cdc3b8", "#7b6f68", _P.SNOW), 1.0, 3, "peaks"),
    "sea": Ground("Sea", -1, _P.SEA, _P.SEA_INK,
        _lines("M-13 0 Q-6.5 -6 0 0 T13 0", _P.SEA_INK, 1.6), 1.0, 2),
}  # fmt: skip
FILLS = {kind: ground.fill for kind, ground in GROUNDS.items()}


def ground_of(kind: str) -> Ground:
    """The look of a terrain; one with the first letters of its name where we have none for it."""
    return GROUNDS.get(kind) or Ground(
        kind.replace("-", " ").capitalize(), 12, palette.STRANGE, palette.STRANGE_INK,
        f'<text x="0" y="4" {STYLES["condensed"]} font-size="12" text-anchor="middle" '
        f'fill="{palette.STRANGE_INK}">{escape(kind[:3])}?</text>', 1.0, 5,
    )  # fmt: skip


# Where the signs of a hex stand: clear of the number at its top; three ways, so that woods do not look like wallpaper.
# The first ones are taken where a kind has few.
_SCATTERS = (
    ((-30, -16), (26, -18), (2, 12), (-22, 26), (32, 20), (-4, -12), (-38, 6), (8, 38), (16, 0)),
    ((-24, -20), (32, -10), (-10, 10), (20, 26), (-36, 20), (6, -16), (-14, 36), (40, 10), (12, 8)),
    ((-34, -10), (14, -20), (34, 8), (-12, 18), (16, 34), (-10, -18), (-36, 18), (-6, 40), (8, 4)),
)
_PEAKS = (
    ((-22, -10, 1.0), (20, -8, 0.85), (-2, 16, 1.1), (32, 18, 0.7)),
    ((-16, -10, 0.85), (22, -4, 1.05), (-26, 18, 0.95), (8, 24, 0.9)),
    ((-28, -4, 0.9), (12, -14, 0.95), (28, 14, 0.9), (-6, 24, 1.05)),
)
# about the middle of a hexside, where terrain goes by hexsides
_BY_SIDE = (((-12, 0), (12, 4), (0, -12), (0, 14)), ((-10, 4), (13, -3), (-1, 15), (2, -11)))
WAYS = 3


def hex_sign(kind: str, number: str) -> str:
    """The id of the signs of a hex; which of the ways goes by its number."""
    way = sum(int(c) * (3 * i + 1) for i, c in enumerate(number) if c.isdigit()) % WAYS
    return f"{kind}{way}"


def sign_defs(kinds: Iterable[str]) -> str:
    """`<g id="forest0">` for a hex, `<g id="forest-side0">` for a hexside, of each kind."""
    parts = []
    for kind in sorted(kinds):
        ground = ground_of(kind)
        if not ground.sign:
            continue
        for way in range(WAYS):
            parts.append(_group(f"{kind}{way}", ground, _places(ground, way)))
        few = 1 if ground.layout == "peaks" else 2 if ground.count < 7 else 3
        for way, places in enumerate(_BY_SIDE):
            shrunk = ground.size * (0.95 if ground.layout == "peaks" else 0.9)
            spots = ((0, 2),) if few == 1 else places[:few]
            parts.append(_group(f"{kind}-side{way}", ground, tuple((x, y, shrunk) for x, y in spots)))
    return "\n".join(parts)


def _places(ground: Ground, way: int) -> tuple[tuple[float, float, float], ...]:
    if ground.layout == "peaks":
        return tuple((x, y, size * ground.size) for x, y, size in _PEAKS[way][: ground.count])
    return tuple((x, y, ground.size) for x, y in _SCATTERS[way][: ground.count])


def _group(id_: str, ground: Ground, places: tuple[tuple[float, float, float], ...]) -> str:
    ordered = sorted(places, key=lambda p: p[1])  # what stands further south covers
    signs = "".join(f'<g transform="translate({x} {y}) scale({s:g})">{ground.sign}</g>' for x, y, s in ordered)
    return f'<g id="{id_}">{signs}</g>'
