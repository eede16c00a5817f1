"""Signs of what stands in a hex: towns, cities, fortresses, ports, resources, beaches; each told by its form."""

from __future__ import annotations

from html import escape

from builder.art import palette
from builder.art.text import STYLES

_P = palette

TOWN = (
    f'<circle cx="0" cy="0" r="7" fill="{_P.WHITE}" stroke="{_P.TOWN}" stroke-width="3"/>'
    f'<circle cx="0" cy="0" r="2" fill="{_P.TOWN}"/>'
)
CITY = (  # blocks about a square
    f'<rect x="-15" y="-14" width="30" height="28" rx="4" fill="{_P.PAPER}" fill-opacity="0.85"/>'
    '<path d="M-13 -12 H-3 V-3 H-13 Z M0 -12 H13 V-5 H0 Z M-13 0 H-6 V12 H-13 Z M-3 0 H4 V5 H-3 Z M7 -2 H13 V12 H7 Z '
    f'M-3 8 H4 V12 H-3 Z" fill="{_P.CITY}"/>'
)
_STAR = "M0 -27 L8 -17 L25 -14 L19 1 L23 18 L7 17 L0 27 L-7 17 L-23 18 L-19 1 L-25 -14 L-8 -17 Z"
FORTRESS = (  # bastions about the place
    f'<path d="{_STAR}" fill="{_P.PAPER}" fill-opacity="0.55" stroke="{_P.FORTRESS}" stroke-width="3.4" '
    'stroke-linejoin="round"/>'
)
HEAVY = (  # thick walls, and a second line inside
    f'<path d="{_STAR}" fill="{_P.PAPER}" fill-opacity="0.55" stroke="{_P.FORTRESS}" stroke-width="7.5" '
    'stroke-linejoin="round"/>'
    f'<path d="{_STAR}" fill="none" stroke="{_P.PAPER}" stroke-width="1.5" stroke-linejoin="round"/>'
)
KEEP = f'<path d="M-6 -6 H6 V6 H-6 Z" fill="{_P.FORTRESS}"/>'  # of a fort that is no town
_ANCHOR = (
    '<path d="M0 -9 V10 M-6 -4.5 H6 M-10 2 Q-9 11 0 11 Q9 11 10 2" fill="none" stroke="{ink}" stroke-width="{wide}" '
    'stroke-linecap="round"/><circle cx="0" cy="-12" r="3" fill="none" stroke="{ink}" stroke-width="2.4"/>'
)
PORT = _ANCHOR.format(ink=_P.PAPER, wide=7) + _ANCHOR.format(ink=_P.RIVER_EDGE, wide=3.2)
INLAND_PORT = (
    f'<circle cx="0" cy="0" r="16" fill="{_P.PAPER}" stroke="{_P.RIVER_EDGE}" stroke-width="2.2"/>'
    f'<g transform="scale(0.78)">{_ANCHOR.format(ink=_P.RIVER_EDGE, wide=3.2)}</g>'
)
RESOURCE = (  # hammer and pick crossed
    f'<circle cx="0" cy="0" r="14" fill="{_P.PAPER}" stroke="{_P.INK}" stroke-width="2"/>'
    f'<path d="M-7 8 L6 -6 M7 8 L-6 -6" fill="none" stroke="{_P.INK}" stroke-width="2.8" stroke-linecap="round"/>'
    f'<path d="M2 -9 L10 -2 L7 1 L-1 -6 Z" fill="{_P.INK}"/>'
    f'<path d="M-10 -2 Q-8 -8 -1 -9" fill="none" stroke="{_P.INK}" stroke-width="3" stroke-linecap="round"/>'
)
RUHR = (  # a works with two chimneys
    f'<path d="M-13 10 V-2 L-7 2 V-2 L-1 2 V-12 H3 V0 H6 V-9 H10 V10 Z" fill="{_P.INK}" stroke="{_P.PAPER}" '
    'stroke-width="1.6" stroke-linejoin="round"/>'
)
BEACH = (  # an arrow ashore, over a wave
    f'<path d="M-14 9 Q-9 4 -4 9 T6 9 T14 9" fill="none" stroke="{_P.RIVER_EDGE}" stroke-width="2.4"/>'
    f'<path d="M-3.5 4 V-4 H-9 L0 -14 L9 -4 H3.5 V4 Z" fill="{_P.FORTRESS}" stroke="{_P.PAPER}" stroke-width="1.4"/>'
)
STAR = (
    f'<path d="M0 -11 L3 -3.6 L10.5 -3.4 L4.6 1.4 L6.6 9 L0 4.6 L-6.6 9 L-4.6 1.4 L-10.5 -3.4 L-3 -3.6 Z" '
    f'fill="{_P.AMBER}" stroke="{_P.INK}" stroke-width="1.5" stroke-linejoin="round"/>'
)
MOUNTAIN_PASS = (
    f'<path d="M-12 -11 Q-3 0 -12 11 M12 -11 Q3 0 12 11" fill="none" stroke="{_P.PASS}" stroke-width="3.6" '
    'stroke-linecap="round"/>'
)

# Where a sign stands in its hex, from the centre; what is not here is drawn at the centre.
CORNERS = {
    "port": (-31.0, -9.0), "inland-port": (-29.0, -8.0), "resource": (30.0, -10.0), "ruhr": (31.0, 6.0),
    "beach": (-26.0, 16.0), "victory": (28.0, 22.0), "pass": (0.0, 0.0),
}  # fmt: skip
MARKS = {
    "town": TOWN, "city": CITY, "fortress": FORTRESS, "heavy": HEAVY, "port": PORT, "inland-port": INLAND_PORT,
    "resource": RESOURCE, "ruhr": RUHR, "beach": BEACH, "victory": STAR, "pass": MOUNTAIN_PASS,
}  # fmt: skip
GROUND = frozenset({"coast", "haff", "closed"})  # the ground itself shows these


def marks(features: tuple[str, ...], badges: bool) -> str:
    """The signs of a hex about its centre; with `badges` a number says what it is worth, so it has no star."""
    found = set(features)
    parts = []
    if "fortress" in found or "heavy" in found:
        parts.append(HEAVY if "heavy" in found else FORTRESS)
    if "pass" in found:
        parts.append(MOUNTAIN_PASS)
    if "city" in found:
        parts.append(CITY)
    elif "town" in found:
        parts.append(TOWN)
    elif "fortress" in found and "pass" not in found:
        parts.append(KEEP)
    for kind in ("port", "inland-port", "resource", "ruhr", "beach", "victory"):
        if kind in found and not (kind == "victory" and badges):
            x, y = CORNERS[kind]
            parts.append(f'<g transform="translate({x} {y})">{MARKS[kind]}</g>')
    for i, kind in enumerate(sorted(found - set(MARKS) - GROUND)):
        parts.append(f'<g transform="translate(-26 {24 - 15 * i})">{stranger(kind)}</g>')
    return "".join(parts)


def stranger(kind: str) -> str:
    """A feature that we have no sign for: the first letters of its name on a tag."""
    return (
        f'<rect x="-17" y="-7.5" width="34" height="15" fill="{_P.STRANGE}" stroke="{_P.STRANGE_INK}" '
        f'stroke-width="1.6"/><text x="0" y="4.2" {STYLES["condensed"]} font-size="11.5" text-anchor="middle" '
        f'fill="{_P.STRANGE_INK}">{escape(kind[:3])}?</text>'
    )


def number_tag(text: str) -> str:
    """A small figure in a square, such as the strength of a fortress."""
    return (
        f'<rect x="-11" y="-9" width="22" height="18" fill="{_P.FORTRESS}" stroke="{_P.PAPER}" stroke-width="1.8"/>'
        f'<text x="0" y="5" {STYLES["condensed"]} font-size="14" text-anchor="middle" fill="{_P.WHITE}">'
        f"{escape(text)}</text>"
    )
