"""Towns, cities, ports, fortresses, victory points, and the names of places and rivers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from html import escape

from builder.art import palette
from builder.art.labels import Crowd, Label, Placed, place_labels
from builder.art.layout import MapLayout, Rectangle
from builder.art.map_ground import NUMBER_SIZE, NUMBER_Y
from builder.art.map_lines import WIDTHS, angle, ends
from builder.art.text import CAP_HEIGHT, STYLES, text_width
from builder.model import Game, MapHex

TOWN_SIZE, CITY_SIZE, RIVER_SIZE = 16.5, 19.0, 15.0
GAP = 13.0  # a name's distance from the middle of its hex

_CITY = (
    '<path d="M-15 -9 H-4 V2 H-15 Z M-1 -13 H10 V-2 H-1 Z M-11 5 H0 V14 H-11 Z M3 1 H15 V12 H3 Z" '
    f'fill="{palette.CITY}" stroke="{palette.PAPER}" stroke-width="1.2"/>'
)
_TOWN = f'<rect x="-6" y="-6" width="12" height="12" fill="{palette.TOWN}" stroke="{palette.INK}" stroke-width="2"/>'
_ANCHOR = (
    '<path d="M0 -8 V9 M-5 -4 H5 M-9 2 Q-8 10 0 10 Q8 10 9 2" fill="none" '
    f'stroke="{palette.RIVER_EDGE}" stroke-width="3"/><circle cx="0" cy="-10.5" r="2.6" fill="none" '
    f'stroke="{palette.RIVER_EDGE}" stroke-width="2.2"/>'
)
_FORTRESS = (  # five bastions around the place
    '<path d="M0 -27 L8 -17 L25 -14 L19 1 L23 18 L7 17 L0 27 L-7 17 L-23 18 L-19 1 L-25 -14 L-8 -17 Z" fill="none" '
    f'stroke="{palette.FORTRESS}" stroke-width="4" stroke-linejoin="round"/>'
)
_PORTS = frozenset({"port", "inland-port"})
_POINTS_AT = ((30.0, 24.0), (-30.0, 24.0), (30.0, -18.0))  # where badges of victory points stand in their hex


def place_layer(game: Game, drawn: MapLayout) -> str:
    parts = ['<g id="places">']
    parts += [_symbols(drawn, number, hex_) for number, hex_ in drawn.sheet.hexes.items() if hex_.features]
    points = tuple(_victory(game, drawn))
    crowd = _crowd(drawn, points)
    names = place_labels(_names(drawn), crowd, GAP, drawn.hexes())
    parts += [_points_badge(*point) for point in points]
    parts += list(_river_names(drawn, crowd))
    parts += [_name(placed) for placed in names]
    return "\n".join((*parts, "</g>"))


def placed_names(game: Game, drawn: MapLayout) -> tuple[Placed, ...]:
    """The names as the map has them: for tests, and for whoever asks where a name lies."""
    return place_labels(_names(drawn), _crowd(drawn, tuple(_victory(game, drawn))), GAP, drawn.hexes())


def _symbols(drawn: MapLayout, number: str, hex_: MapHex) -> str:
    features = frozenset(hex_.features)
    x, y = drawn.centre(number)
    parts = []
    if "fortress" in features:
        parts.append(_FORTRESS)
    if "city" in features:
        parts.append(_CITY)
    elif "town" in features:
        parts.append(_TOWN)
    if features & _PORTS:
        parts.append(f'<g transform="translate(-32 -14)">{_ANCHOR}</g>')
    return f'<g transform="translate({x:.1f} {y:.1f})">{"".join(parts)}</g>' if parts else ""


def _victory(game: Game, drawn: MapLayout) -> Iterator[tuple[float, float, str, str, str]]:
    """(x, y, text, side, colour) of each badge; a conditional one carries a c, as the book has it."""
    table = game.tables.get("victory")
    if table is None:
        return
    colours = {side.id: side.colour for side in game.sides}
    taken: dict[str, int] = defaultdict(int)
    for row in table.rows.values():
        number = row["hex"]
        if number not in drawn.sheet.hexes or not row["points"]:
            continue
        dx, dy = _POINTS_AT[taken[number] % len(_POINTS_AT)]
        taken[number] += 1
        x, y = drawn.centre(number)
        text = row["points"] + ("c" if row["conditional"] == "yes" else "")
        yield x + dx, y + dy, text, row["side"], colours.get(row["side"], palette.INK)


def _points_badge(x: float, y: float, text: str, side: str, colour: str) -> str:
    """The first letter of the side stands in it, for whoever does not see its colour."""
    ink = palette.readable_on(colour)
    shown = f"{side[:1].upper()}{text}"
    wide = max(26.0, text_width(shown, "condensed", 15) + 10)
    return (
        f'<rect x="{x - wide / 2:.1f}" y="{y - 10:.1f}" width="{wide:.1f}" height="20" rx="9" fill="{colour}" '
        f'stroke="{palette.WHITE}" stroke-width="2"/><text x="{x:.1f}" y="{y + 15 * CAP_HEIGHT / 2:.1f}" '
        f'{STYLES["condensed"]} font-size="15" text-anchor="middle" fill="{ink}">{escape(shown)}</text>'
    )


def _crowd(drawn: MapLayout, points: tuple[tuple[float, float, str, str, str], ...]) -> Crowd:
    """What names should not cover: numbers, symbols, badges."""
    crowd = Crowd()
    for number, hex_ in drawn.sheet.hexes.items():
        x, y = drawn.centre(number)
        half = text_width(number, "plain", NUMBER_SIZE) / 2 + 2
        crowd.add(Rectangle(x - half, y + NUMBER_Y - 11, 2 * half, NUMBER_SIZE), 3.0)
        features = frozenset(hex_.features)
        reach = 24 if "fortress" in features else 14 if "city" in features else 7 if "town" in features else 0
        if reach:
            crowd.add(Rectangle(x - reach, y - reach, 2 * reach, 2 * reach), 1.5 if reach == 24 else 4.0)
        if features & _PORTS:
            crowd.add(Rectangle(x - 42, y - 27, 20, 25), 4.0)
    for x, y, *_ in points:
        crowd.add(Rectangle(x - 22, y - 12, 44, 24), 12.0)
    return crowd


def _names(drawn: MapLayout) -> tuple[Label, ...]:
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
        label = Label(_lines(hex_.place, font, size, 1.35 * drawn.hex_px), x, y, font, size)
        found.append((0 if city else 1, label, number))
    return tuple(label for _, label, _ in sorted(found, key=rank))


def _lines(name: str, font: str, size: float, room: float) -> tuple[str, ...]:
    """One line, or two where a long name breaks at a space, stroke, bracket or hyphen; the evenest break is taken."""
    if text_width(name, font, size) <= room:
        return (name,)
    breaks = [m.end() for m in re.finditer(r"[ /-]+(?=\S)", name)]
    if not breaks:
        return (name,)
    at = min(breaks, key=lambda i: (max(i, len(name) - i), i))
    return name[:at].rstrip(" /"), name[at:]


def _name(placed: Placed) -> str:
    label = placed.label
    style = (
        f'{STYLES[label.font]} font-size="{label.size}" text-anchor="middle" fill="{palette.INK}" '
        f'stroke="{palette.PAPER}" stroke-width="3.6" stroke-opacity="0.9" stroke-linejoin="round" paint-order="stroke"'
    )
    return "".join(f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(line)}</text>' for line, x, y in placed.baselines())


def _river_names(drawn: MapLayout, crowd: Crowd) -> Iterator[str]:
    """A river's name beside its line, once in about a dozen sides, where it is least in the way."""
    sides: dict[str, list] = defaultdict(list)
    for side, things in drawn.sheet.sides.items():
        for thing in things:
            if thing.kind in WIDTHS and thing.name:
                sides[thing.name].append((side, WIDTHS[thing.kind]))
    for name in sorted(sides):
        found = sides[name]
        for part in range(max(1, round(len(found) / 14))):
            share = len(found) / max(1, round(len(found) / 14))
            stretch = found[int(part * share) : int((part + 1) * share)]
            if len(stretch) >= 2:
                yield _river_name(drawn, crowd, name, stretch)


def _river_name(drawn: MapLayout, crowd: Crowd, name: str, stretch: list) -> str:
    """Beside the side of the stretch where the name covers least; the middle ones are tried first."""
    wide = text_width(name, "italic", RIVER_SIZE)
    best: tuple[float, int, float, float, float, Rectangle] | None = None
    for i, (side, width) in enumerate(stretch):
        a, b = ends(drawn, side)
        slope = angle(a, b)
        if abs(slope) > 80:  # upright text reads badly
            continue
        x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - width / 2 - 5
        high = RIVER_SIZE + wide * abs(slope) / 90 * 0.7
        room = Rectangle(x - wide / 2, y - high / 2 - 4, wide, high)
        cost = crowd.cost(room) + 2 * abs(i - len(stretch) / 2)
        if best is None or (cost, i) < best[:2]:
            best = cost, i, x, y, slope, room
    if best is None:
        return ""
    _, _, x, y, slope, room = best
    crowd.add(room, 20.0)
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" transform="rotate({slope:.1f} {x:.1f} {y:.1f})" {STYLES["italic"]} '
        f'font-size="{RIVER_SIZE}" text-anchor="middle" fill="{palette.RIVER_EDGE}" stroke="{palette.PAPER}" '
        f'stroke-width="3" stroke-opacity="0.85" paint-order="stroke">{escape(name)}</text>'
    )
