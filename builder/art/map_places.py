"""What stands in hexes, drawn: signs, numbers of victory and strength, ways to inland ports; and the names, placed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from builder.art import palette
from builder.art.labels import Crowd, Placed
from builder.art.layout import MapLayout, Rectangle
from builder.art.map_countries import Spot, country_spots
from builder.art.map_geography import Letter, geography_letters
from builder.art.map_ground import NUMBER_SIZE, NUMBER_Y
from builder.art.map_lines import outline_labels
from builder.art.map_marks import CORNERS, marks, number_tag
from builder.art.map_names import name_text, place_names, river_names
from builder.art.map_shapes import between, ends
from builder.art.map_water import WIDTHS
from builder.art.text import CAP_HEIGHT, STYLES, text_width
from builder.model import Game, MapHex

_POINTS_AT = ((31.0, 22.0), (-31.0, 22.0), (31.0, -14.0), (-31.0, -14.0))  # where badges stand in their hex
_STRENGTH_AT = (21.0, -20.0)


class Badge(NamedTuple):
    """What a hex is worth to a side, and where that is written."""

    x: float
    y: float
    text: str
    colour: str


class Written(NamedTuple):
    """All that is written on a map, each clear of the others as far as there is room."""

    badges: tuple[Badge, ...]
    geography: tuple[Letter, ...]
    names: tuple[Placed, ...]
    countries: tuple[Spot, ...]
    rivers: tuple[str, ...]


def write(game: Game, drawn: MapLayout) -> Written:
    """Names of seas and ranges lie where they must, then places, then countries, then rivers where room is left."""
    badges = tuple(victory_badges(game, drawn))
    crowd = crowd_of(drawn, badges)
    geography = geography_letters(game, drawn, crowd)
    for letter in geography:
        crowd.add(letter.room(), 1.2)
    names = place_names(drawn, crowd)
    countries = country_spots(game, drawn, _under(drawn, badges, geography, names))
    for spot in countries:
        for room in spot.rooms():
            crowd.add(room, 1.0)
    return Written(badges, geography, names, countries, tuple(river_names(drawn, crowd)))


def place_layer(game: Game, drawn: MapLayout, written: Written) -> str:
    worth = frozenset(game.tables["victory"].rows) if "victory" in game.tables else frozenset()
    parts = ['<g id="layer-places">', *_ways(drawn)]
    parts += [_symbols(drawn, number, hex_, number in worth) for number, hex_ in drawn.sheet.hexes.items()]
    parts += [_badge(badge) for badge in written.badges]
    parts += ["</g>", '<g id="layer-names">', *written.rivers, *(name_text(p) for p in written.names), "</g>"]
    return "\n".join(part for part in parts if part)


def placed_names(game: Game, drawn: MapLayout) -> tuple[Placed, ...]:
    """The names as the map has them: for tests, and for whoever asks where a name lies."""
    return write(game, drawn).names


def _symbols(drawn: MapLayout, number: str, hex_: MapHex, badges: bool) -> str:
    found = marks(hex_.features, badges) if hex_.features else ""
    if "fortress" in hex_.features and (strength := hex_.attributes.get("fortress")):
        x, y = _STRENGTH_AT
        found += f'<g transform="translate({x} {y})">{number_tag(strength)}</g>'
    if not found:
        return ""
    x, y = drawn.centre(number)
    return f'<g transform="translate({x:.1f} {y:.1f})">{found}</g>'


def _ways(drawn: MapLayout) -> Iterator[str]:
    """From a port up a river to the hexes that it is reached by: a thin dotted line over each hexside on the way."""
    sheet = drawn.sheet
    for number, hex_ in sheet.hexes.items():
        for access in hex_.attributes.get("access", "").split():
            if access in sheet.hexes and access != number:
                (ax, ay), (bx, by) = drawn.centre(number), between(drawn.centre(access), drawn.centre(number), 0.12)
                yield (
                    f'<path d="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}" fill="none" stroke="{palette.RIVER_EDGE}" '
                    'stroke-width="2.4" stroke-dasharray="0.1 6.5" stroke-linecap="round" stroke-opacity="0.8"/>'
                    f'<circle cx="{bx:.1f}" cy="{by:.1f}" r="4" fill="{palette.PAPER}" stroke="{palette.RIVER_EDGE}" '
                    'stroke-width="2"/>'
                )


def victory_badges(game: Game, drawn: MapLayout) -> Iterator[Badge]:
    """One for each row of the table `victory`; a conditional one carries a c, as the book has it.

    The first letter of the side stands in it, for whoever does not see its colour.
    """
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
        text = row["side"][:1].upper() + row["points"] + ("c" if row["conditional"] == "yes" else "")
        yield Badge(x + dx, y + dy, text, colours.get(row["side"], palette.INK))


def _badge(badge: Badge) -> str:
    wide = _badge_width(badge)
    return (
        f'<rect x="{badge.x - wide / 2:.1f}" y="{badge.y - 10:.1f}" width="{wide:.1f}" height="20" rx="9" '
        f'fill="{badge.colour}" stroke="{palette.WHITE}" stroke-width="2"/>'
        f'<text x="{badge.x:.1f}" y="{badge.y + 15 * CAP_HEIGHT / 2:.1f}" {STYLES["condensed"]} font-size="15" '
        f'text-anchor="middle" fill="{palette.readable_on(badge.colour)}">{escape(badge.text)}</text>'
    )


def _badge_width(badge: Badge) -> float:
    return max(26.0, text_width(badge.text, "condensed", 15) + 10)


def crowd_of(drawn: MapLayout, badges: tuple[Badge, ...]) -> Crowd:
    """What names should not cover: numbers, signs, badges, labels of outlines, rivers and borders."""
    crowd = Crowd()
    for room in _number_rooms(drawn):
        crowd.add(room, 9.0)
    for room, weight in (*_signs(drawn), *_badge_rooms(badges)):
        crowd.add(room, weight)
    for room in outline_labels(drawn):
        crowd.add(room, 12.0)
    for side, things in drawn.sheet.sides.items():
        if any(t.kind in WIDTHS or t.kind == "border" for t in things):
            a, b = ends(drawn, side)
            for share in (0.1, 0.3, 0.5, 0.7, 0.9):
                x, y = between(a, b, share)
                crowd.add(Rectangle(x - 6, y - 6, 12, 12), 2.6)
    return crowd


def _under(
    drawn: MapLayout, badges: tuple[Badge, ...], geography: tuple[Letter, ...], names: tuple[Placed, ...]
) -> Crowd:
    """What the names of countries should leave free: all that is written or stands in hexes, numbers least."""
    crowd = Crowd()
    for room, _ in (*_signs(drawn), *_badge_rooms(badges)):
        crowd.add(room, 1.0)
    for room in _number_rooms(drawn):
        crowd.add(room, 0.5)
    for placed in names:
        crowd.add(placed.room, 1.6)
    for letter in geography:
        crowd.add(letter.room(), 2.0)
    return crowd


def _number_rooms(drawn: MapLayout) -> Iterator[Rectangle]:
    for number in drawn.sheet.hexes:
        x, y = drawn.centre(number)
        half = text_width(number, "plain", NUMBER_SIZE) / 2 + 2
        yield Rectangle(x - half, y + NUMBER_Y - 12, 2 * half, NUMBER_SIZE)


def _signs(drawn: MapLayout) -> Iterator[tuple[Rectangle, float]]:
    for number, hex_ in drawn.sheet.hexes.items():
        x, y = drawn.centre(number)
        features = frozenset(hex_.features)
        if "fortress" in features:
            yield Rectangle(x - 25, y - 26, 50, 50), 2.5
            if hex_.attributes.get("fortress"):
                dx, dy = _STRENGTH_AT
                yield Rectangle(x + dx - 13, y + dy - 11, 26, 22), 12.0
        reach = 15 if "city" in features else 9 if "town" in features else 0
        if reach:
            yield Rectangle(x - reach, y - reach, 2 * reach, 2 * reach), 12.0
        for kind in features & set(CORNERS):
            dx, dy = CORNERS[kind]
            yield Rectangle(x + dx - 14, y + dy - 15, 28, 30), 8.0


def _badge_rooms(badges: tuple[Badge, ...]) -> Iterator[tuple[Rectangle, float]]:
    for badge in badges:
        wide = _badge_width(badge) + 4
        yield Rectangle(badge.x - wide / 2, badge.y - 12, wide, 24), 12.0
