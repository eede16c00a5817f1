"""Names of places beside their signs, and of rivers along their lines."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator
from html import escape

from builder.art import palette
from builder.art.labels import Crowd, Label, Placed, place_labels
from builder.art.layout import MapLayout, Rectangle
from builder.art.map_lines import angle
from builder.art.map_shapes import ends
from builder.art.map_water import WIDTHS
from builder.art.text import STYLES, text_width

TOWN_SIZE, CITY_SIZE, RIVER_SIZE = 17.0, 19.5, 16.0
GAP = 12.0  # a name's distance from the middle of its hex
_FORT_GAP = 27.0
_EVERY = 14  # hexsides of a river from name to name
_TOO_CROWDED = 420.0


def place_names(drawn: MapLayout, crowd: Crowd) -> tuple[Placed, ...]:
    """Cities first, then towns, then what is only named; within each, longer names first: they fit in fewer places."""

    def rank(item: tuple[int, Label, str]) -> tuple:
        return item[0], -item[1].width, item[2]

    found = []
    for number, hex_ in drawn.sheet.hexes.items():
        if not hex_.place:
            continue
        city = "city" in hex_.features
        x, y = drawn.centre(number)
        font, size = ("bold", CITY_SIZE) if city else ("plain", TOWN_SIZE)
        gap = _FORT_GAP if "fortress" in hex_.features else GAP + 6 if city else GAP
        label = Label(_lines(hex_.place, font, size, 1.35 * drawn.hex_px), x, y, font, size, gap)
        found.append((0 if city else 1, label, number))
    return place_labels([label for _, label, _ in sorted(found, key=rank)], crowd, drawn.hexes())


def _lines(name: str, font: str, size: float, room: float) -> tuple[str, ...]:
    """One line, or two where a long name breaks at a space, stroke, bracket or hyphen; the evenest break is taken."""
    if text_width(name, font, size) <= room:
        return (name,)
    breaks = [m.end() for m in re.finditer(r"[ /-]+(?=\S)", name)]
    if not breaks:
        return (name,)
    at = min(breaks, key=lambda i: (max(i, len(name) - i), i))
    return name[:at].rstrip(" /"), name[at:]


def name_text(placed: Placed) -> str:
    label = placed.label
    style = (
        f'{STYLES[label.font]} font-size="{label.size}" text-anchor="middle" fill="{palette.INK}" '
        f'stroke="{palette.PAPER}" stroke-width="4" stroke-opacity="0.85" stroke-linejoin="round" paint-order="stroke"'
    )
    return "".join(f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(line)}</text>' for line, x, y in placed.baselines())


def river_names(drawn: MapLayout, crowd: Crowd) -> Iterator[str]:
    """A river's name beside its line, once in about a dozen sides, where it is least in the way."""
    sides: dict[str, list] = defaultdict(list)
    for side, things in drawn.sheet.sides.items():
        for thing in things:
            if thing.kind in WIDTHS and thing.name:
                sides[thing.name].append((side, WIDTHS[thing.kind]))
    for name in sorted(sides):
        found = sides[name]
        parts = max(1, round(len(found) / _EVERY))
        for part in range(parts):
            stretch = found[int(part * len(found) / parts) : int((part + 1) * len(found) / parts)]
            if len(stretch) >= 2:
                yield _river_name(drawn, crowd, name, stretch)


def _river_name(drawn: MapLayout, crowd: Crowd, name: str, stretch: list) -> str:
    """Above or below the side of the stretch where the name covers least; left out where it would lie on another."""
    wide = text_width(name, "italic", RIVER_SIZE)
    best: tuple[float, int, float, float, float, tuple[Rectangle, ...]] | None = None
    for i, (side, width) in enumerate(stretch):
        a, b = ends(drawn, side)
        slope = angle(a, b)
        if abs(slope) > 75:  # upright text reads badly
            continue
        for k, away in enumerate((-(width / 2 + 6), width / 2 + 6 + RIVER_SIZE * 0.72)):
            x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
            rooms = tuple(_boxes(x, y, away - RIVER_SIZE * 0.3, slope, wide))
            cost = sum(map(crowd.cost, rooms)) + 2 * abs(i - len(stretch) / 2) + k
            if best is None or (cost, i) < best[:2]:
                best = cost, i, x, y, away, rooms
    if best is None or best[0] > _TOO_CROWDED * max(1.0, wide / 60):
        return ""
    _, i, x, y, away, rooms = best
    for room in rooms:
        crowd.add(room, 20.0)
    slope = angle(*ends(drawn, stretch[i][0]))
    return (
        f'<text x="{x:.1f}" y="{y + away:.1f}" transform="rotate({slope:.1f} {x:.1f} {y:.1f})" {STYLES["italic"]} '
        f'font-size="{RIVER_SIZE}" text-anchor="middle" fill="{palette.RIVER_EDGE}" stroke="{palette.PAPER}" '
        f'stroke-width="3" stroke-opacity="0.8" stroke-linejoin="round" paint-order="stroke">{escape(name)}</text>'
    )


def _boxes(x: float, y: float, away: float, slope: float, wide: float) -> Iterator[Rectangle]:
    """A turned line of text as a few upright boxes."""
    c, s = math.cos(math.radians(slope)), math.sin(math.radians(slope))
    count = max(2, math.ceil(wide / 14))
    for k in range(count):
        along = (k + 0.5) / count * wide - wide / 2
        px, py = x + along * c - away * s, y + along * s + away * c
        yield Rectangle(px - 7, py - RIVER_SIZE / 2, 14, RIVER_SIZE)
