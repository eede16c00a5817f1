"""Beside the map: boxes, tracks, the title, and a key to the signs where there is room for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from builder.art import palette
from builder.art.layout import MapLayout, Rectangle
from builder.art.map_ground import FILLS
from builder.art.map_lines import MAJOR, MINOR, words
from builder.art.map_places import _ANCHOR, _CITY, _FORTRESS, _TOWN
from builder.art.text import STYLES, fit, wrap
from builder.model import Box, Game

TRACK_NAMES = {"turn": "Game turn", "vp": "Victory points", "replacements": "Replacements"}


def margin_layer(game: Game, drawn: MapLayout) -> str:
    parts = ['<g id="margins">', *_boxes(game, drawn), *_title(game, drawn)]
    if (room := legend_room(drawn)) is not None:
        parts.append(_legend(drawn, room))
    return "\n".join((*parts, "</g>"))


def _boxes(game: Game, drawn: MapLayout) -> Iterator[str]:
    turns = {turn.number: turn for turn in game.turns}
    named: set[str] = set()
    for box in drawn.sheet.boxes:
        room = drawn.rectangle(box)
        yield (
            f'<rect x="{room.x:.1f}" y="{room.y:.1f}" width="{room.width:.1f}" height="{room.height:.1f}" rx="5" '
            f'fill="{palette.WHITE}" fill-opacity="0.55" stroke="{palette.INK}" stroke-width="2.5"/>'
        )
        if not box.track:
            yield _text(box.name or box.id, *_top(room, 26), room.width - 12, 24, "bold")
            continue
        if box.track not in named:
            named.add(box.track)
            title = TRACK_NAMES.get(box.track, words(box.track))
            yield _text(title, room.x, room.y - 9, 10 * drawn.hex_px, 24, "bold", "start")
        number = _number(box)
        yield _text(number, *_top(room, 38), room.width - 12, 34, "bold", fill=palette.FAINT_INK)
        turn = turns.get(int(number)) if box.track == "turn" and number.isdigit() else None
        if turn is not None:
            yield _text(
                _short_days(turn.label), room.x + room.width / 2, room.y + room.height - 10, room.width - 10, 16
            )


def _number(box: Box) -> str:
    """What a box of a track counts: the figures at the end of its id, with the minus of a negative one."""
    found = re.search(r"(-?\d+)$", box.id)
    return str(int(found[1])) if found else box.name or box.id


def _short_days(label: str) -> str:
    """`4-6 September 1914` as a small box can hold it."""
    return re.sub(r"([A-Z][a-z]{2})[a-z]+", r"\1", re.sub(r",? \d{4}$", "", label))


def _title_room(drawn: MapLayout) -> Rectangle:
    hexes = drawn.hexes()
    return Rectangle(hexes.x, hexes.y - 76, hexes.width, 76)


def _title(game: Game, drawn: MapLayout) -> Iterator[str]:
    """The game's and the map's name above the map, and that it is rebuilt where it is; nothing where boxes stand."""
    room = _title_room(drawn)
    if room.y < 0 or any(drawn.rectangle(box).overlap(room) for box in drawn.sheet.boxes):
        return
    hexes, y = drawn.hexes(), room.y + 40
    name = f"{game.name} — {drawn.sheet.name}" if drawn.sheet.name != game.name else game.name
    yield _text(name, hexes.x, y, hexes.width * 0.45, 40, "bold", "start")
    if any(not e.tag.proven for hex_ in drawn.sheet.hexes.values() for e in hex_.evidence.values()):
        note = "Terrain rebuilt from open map data and the rules; not the published map"
        yield _text(note, hexes.x + hexes.width, y, hexes.width * 0.45, 20, "italic", "end")


_LEGEND = (
    ("clear", "Clear"), ("forest", "Forest"), ("marsh", "Marsh"), ("mountain", "Mountain"), ("sea", "Sea"),
    ("closed", "Closed land"), ("major", "Major river"), ("minor", "Minor river"), ("border", "Border"),
    ("meuse", "Meuse line"), ("all-sea", "All-sea side"), ("town", "Town"), ("city", "City"), ("fortress", "Fortress"),
    ("port", "Port"), ("points", "VP (c conditional)"),
)  # fmt: skip
_ROW, _COLUMN, _HEAD = 43.0, 290.0, 44.0


def legend_room(drawn: MapLayout) -> Rectangle | None:
    """A free place in a margin for the key, the upper left of those there are; None where nothing is free."""
    boxes = [drawn.rectangle(box) for box in drawn.sheet.boxes]
    titles = [Rectangle(r.x, r.y - 34, r.width, 34) for r, box in zip(boxes, drawn.sheet.boxes) if box.track]
    taken = [drawn.hexes(), _title_room(drawn), *boxes, *titles]
    for columns in (2, 4, 8, 1):
        rows = -(-len(_LEGEND) // columns)
        wide, high = columns * _COLUMN, rows * _ROW + _HEAD
        step = drawn.hex_px / 4
        for j in range(1, int((drawn.height - high) / step)):
            for i in range(1, int((drawn.width - wide) / step)):
                room = Rectangle(i * step, j * step, wide, high)
                apart = Rectangle(room.x - step, room.y - step, wide + 2 * step, high + 2 * step)
                if not any(apart.overlap(other) for other in taken):
                    return room
    return None


def _legend(drawn: MapLayout, room: Rectangle) -> str:
    columns = round(room.width / _COLUMN)
    rows = -(-len(_LEGEND) // columns)
    parts = [
        f'<rect x="{room.x:.1f}" y="{room.y:.1f}" width="{room.width:.1f}" height="{room.height:.1f}" rx="5" '
        f'fill="{palette.WHITE}" fill-opacity="0.4" stroke="{palette.INK}" stroke-width="1.5"/>',
        _text("Key", room.x + 14, room.y + 31, 200, 24, "bold", "start"),
    ]
    for i, (sign, name) in enumerate(_LEGEND):
        x = room.x + (i // rows) * _COLUMN + 44
        y = room.y + _HEAD + (i % rows + 0.5) * _ROW
        parts.append(f'<g transform="translate({x:.1f} {y:.1f})">{_legend_sign(sign)}</g>')
        lines = wrap(name, "plain", _COLUMN - 100, 19)
        for k, text in enumerate(lines):
            baseline = y + 7 + (k - (len(lines) - 1) / 2) * 20
            parts.append(_text(text, x + 44, baseline, _COLUMN - 96, 19, "plain", "start"))
    return "\n".join(parts)


def _legend_sign(sign: str) -> str:
    tile = '<clipPath id="tile"><rect x="-32" y="-19" width="64" height="38"/></clipPath>'
    frame = f'<rect x="-32" y="-19" width="64" height="38" fill="none" stroke="{palette.GRID}" stroke-width="1.6"/>'
    line = '<path d="M-32 6 Q-12 -12 0 0 T32 -6" fill="none" '
    straight = '<path d="M-32 0 H32" fill="none" '
    if sign == "closed":
        return f'<rect x="-32" y="-19" width="64" height="38" fill="{palette.CLEAR}"/>' + (
            f'<rect x="-32" y="-19" width="64" height="38" fill="url(#closed)"/>{frame}'
        )
    if sign in FILLS:
        signs = f'<use xlink:href="#{sign}0"/>' if sign != "clear" else ""
        return (
            f'{tile}<rect x="-32" y="-19" width="64" height="38" fill="{FILLS[sign]}"/>'
            f'<g clip-path="url(#tile)">{signs}</g>{frame}'
        )
    return {
        "major": f'{line}stroke="{palette.RIVER_EDGE}" stroke-width="{MAJOR + 2.4}"/>'
        f'{line}stroke="{palette.RIVER}" stroke-width="{MAJOR}"/>',
        "minor": f'{line}stroke="{palette.RIVER_EDGE}" stroke-width="{MINOR + 2.4}"/>'
        f'{line}stroke="{palette.RIVER}" stroke-width="{MINOR}"/>',
        "border": f'{straight}stroke="{palette.BORDER}" stroke-width="11" stroke-opacity="0.22"/>'
        f'{straight}stroke="{palette.BORDER}" stroke-width="3.6" stroke-dasharray="16 6 4 6"/>',
        "meuse": f'{straight}stroke="{palette.MEUSE_LINE}" stroke-width="8" stroke-dasharray="9 5"/>',
        "all-sea": f'{straight}stroke="{palette.COAST_INK}" stroke-width="11"/>'
        f'{straight}stroke="{palette.WHITE}" stroke-width="3" stroke-dasharray="3 7"/>',
        "town": _TOWN,
        "city": _CITY,
        "fortress": f'<g transform="scale(0.72)">{_FORTRESS}</g>',
        "port": _ANCHOR,
        "points": f'<rect x="-18" y="-10" width="36" height="20" rx="9" fill="{palette.INK}"/>'
        f'<text x="0" y="5.5" {STYLES["condensed"]} font-size="15" text-anchor="middle" '
        f'fill="{palette.WHITE}">G5c</text>',
    }[sign]


def _top(room: Rectangle, down: float) -> tuple[float, float]:
    return room.x + room.width / 2, room.y + down


def _text(
    text: str,
    x: float,
    y: float,
    room: float,
    size: float,
    font: str = "plain",
    anchor: str = "middle",
    fill: str = palette.INK,
) -> str:
    shrunk = fit(text, font, room, size, size / 2).size
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" {STYLES[font]} font-size="{shrunk}" text-anchor="{anchor}" '
        f'fill="{fill}">{escape(text)}</text>'
    )
