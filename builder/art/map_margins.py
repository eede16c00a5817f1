"""Beside the map: boxes, tracks and the title. Lengths are hundredths of a hex width."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby

from builder.art import palette
from builder.art.layout import HEADER, MapLayout, Rectangle
from builder.art.map_key import key_layer
from builder.art.map_lines import words
from builder.art.text import STYLES, fit, text_width, wrap
from builder.model import Box, Game, Turn

_FRAME, _ROUND = 2.4, 7.0
_ABOVE = 34.0  # the room of a heading over its boxes
_STRATEGIC = palette.mix(palette.AMBER, palette.PAPER, 0.62)  # letters among figures: another kind of turn
_PLAIN_HEADER = palette.mix(palette.INK, palette.PAPER, 0.3)


def margin_layer(game: Game, drawn: MapLayout) -> str:
    taken = [*taken_rooms(drawn), _title_room(drawn)]
    insets = tuple(_insets(drawn))
    taken += [room for _, room in insets]
    parts = (*_boxes(game, drawn), *_title(game, drawn), *map(_inset, insets), *key_layer(game, drawn, taken))
    return "\n".join(('<g id="margins">', *parts, "</g>"))


def taken_rooms(drawn: MapLayout) -> Iterator[Rectangle]:
    """What the boxes cover, with their headings."""
    for box in drawn.sheet.boxes:
        room = drawn.rectangle(box)
        yield room
        if box.heading:
            wide = text_width(box.heading, "bold", 24) + 60
            yield Rectangle(room.x, room.y - _ABOVE, max(wide, room.width), _ABOVE)


def _boxes(game: Game, drawn: MapLayout) -> Iterator[str]:
    for track, group in groupby(drawn.sheet.boxes, key=lambda box: box.track):
        boxes = tuple(group)
        if track:
            yield from _track(game, drawn, boxes)
        else:
            for box in boxes:
                yield from _box(game, drawn, box)


# ---- single boxes


def _box(game: Game, drawn: MapLayout, box: Box) -> Iterator[str]:
    """A frame with its name in a bar of its side's colour; the rule stands at the bar's end."""
    room, high = drawn.rectangle(box), HEADER * drawn.hex_px
    yield from _heading(game, drawn, (box,))
    ground = _side_colour(game, box) or _PLAIN_HEADER
    ink = palette.readable_on(ground)
    yield _frame(room, palette.WHITE)
    x, y, right = room.x, room.y, room.x + room.width
    yield (
        f'<path d="M{x:.1f} {y + high:.1f} V{y + _ROUND:.1f} Q{x:.1f} {y:.1f} {x + _ROUND:.1f} {y:.1f} '
        f'H{right - _ROUND:.1f} Q{right:.1f} {y:.1f} {right:.1f} {y + _ROUND:.1f} V{y + high:.1f} Z" fill="{ground}"/>'
    )
    rule = _rule(box)
    beside = text_width(rule, "plain", 15) + 16 if rule else 0.0
    yield _text(box.name, x + 12, y + high - 11, room.width - 24 - beside, 21, "bold", "start", ink)
    if rule:
        yield _text(rule, right - 10, y + high - 11, 120, 15, "plain", "end", ink, 0.8)


# ---- tracks


def _track(game: Game, drawn: MapLayout, boxes: tuple[Box, ...]) -> Iterator[str]:
    turns = {turn.number: turn for turn in game.turns if boxes[0].track == "turn" and not turn.month}
    sizes = [_name_size(box.name, drawn.rectangle(box)) for box in boxes]
    if len({box.width for box in boxes}) == 1:  # alike in boxes that are alike
        sizes = [min(sizes)] * len(boxes)
    nations = {nation.name: nation.ground for nation in game.nations.values()}
    down = 15.0 if any(_nation(nations, box) for box in boxes) else 0.0
    yield from _heading(game, drawn, boxes)
    for box, size in zip(boxes, sizes):
        room = drawn.rectangle(box)
        other = box.track == "turn" and box.name.isalpha()
        yield _frame(room, _STRATEGIC if other else palette.WHITE, 1.0 if other else 0.6, 0.0)
        if nation := _nation(nations, box):
            inside = f'x="{room.x + 6:.1f}" y="{room.y + 6:.1f}" width="{room.width - 12:.1f}" height="8"'
            yield f'<rect {inside} fill="{nation}" stroke="{palette.INK}" stroke-width="1"/>'
        yield from _name(box.name, room, size, down)
        if turn := turns.get(int(box.name)) if box.name.isdigit() else None:
            middle, foot = room.x + room.width / 2, room.y + room.height - 11
            yield _text(_short_days(turn), middle, foot, room.width - 8, 18, "condensed")
    yield from _years(drawn, boxes, turns)


def _nation(nations: dict[str, str], box: Box) -> str:
    """The colour of the nation that the box is called by."""
    return next((nations[name] for name in nations if len(box.name) > 3 and name.startswith(box.name)), "")


def _name_size(name: str, room: Rectangle) -> float:
    """Great for figures and letters, less for words; least where those take two lines."""
    if len(name) <= 3:
        return 32.0
    return 22.0 if fit(name, "bold", room.width - 14, 22, 18).fits else 17.0


def _name(name: str, room: Rectangle, size: float, down: float) -> Iterator[str]:
    """At the top of a track's box, on as many lines as its words need."""
    faint = palette.mix(palette.FAINT_INK, palette.INK, 0.25)
    for i, line in enumerate(wrap(name, "bold", room.width - 10, size)):
        baseline = room.y + down + 8 + size * (0.85 + 1.1 * i)
        yield _text(line, room.x + room.width / 2, baseline, room.width - 10, size, "bold", fill=faint)


def _heading(game: Game, drawn: MapLayout, boxes: tuple[Box, ...]) -> Iterator[str]:
    """What stands over the first box, a bar of the side's colour before it, its rule after it."""
    first = boxes[0]
    if not first.heading:
        return
    rooms = [drawn.rectangle(box) for box in boxes]
    row = [r for r in rooms if abs(r.y - rooms[0].y) < 1]
    x, y = row[0].x, row[0].y - 10
    if colour := _side_colour(game, first):
        yield f'<rect x="{x:.1f}" y="{y - 18:.1f}" width="9" height="21" fill="{colour}"/>'
        x += 17
    rule = _rule(first)
    size = fit(first.heading, "bold", max(row[-1].x + row[-1].width - x, 300), 24, 12).size
    yield _text(first.heading, x, y, 4000, size, "bold", "start")
    if rule:
        after = x + text_width(first.heading, "bold", size) + 12
        yield _text(rule, after, y, 200, 15, "plain", "start", palette.FAINT_INK)


def _years(drawn: MapLayout, boxes: tuple[Box, ...], turns: dict[int, Turn]) -> Iterator[str]:
    """Where a turn track goes over several years with a row for each: the year before the row."""
    rows: dict[float, tuple[Rectangle, set[str]]] = {}
    for box in boxes:
        room = drawn.rectangle(box)
        _, years = rows.setdefault(room.y, (room, set()))
        if box.name.isdigit() and (turn := turns.get(int(box.name))) and turn.first_day:
            years.add(turn.first_day[:4])
    if len(rows) < 2 or len({min(years) for _, years in rows.values() if years}) != len(rows):
        return
    for room, years in rows.values():
        x, y = room.x - 12, room.y + room.height / 2
        yield f'<g transform="translate({x:.1f} {y:.1f}) rotate(-90)">{_text(min(years), 0, 0, 120, 24, "bold")}</g>'


def _short_days(turn: Turn) -> str:
    """`4-6 September 1914` as a small box can hold it."""
    return re.sub(r"([A-Z][a-z]{2})[a-z]+", r"\1", re.sub(r",? \d{4}$", "", turn.label))


# ---- the title


def _title_room(drawn: MapLayout) -> Rectangle:
    hexes = drawn.hexes()
    return Rectangle(hexes.x, hexes.y - 94, hexes.width, 94)


def _title(game: Game, drawn: MapLayout) -> Iterator[str]:
    """The game's and the map's name above the map, and that it is rebuilt where it is; nothing where boxes stand."""
    room = _title_room(drawn)
    if room.y < 0 or any(drawn.rectangle(box).overlap(room) for box in drawn.sheet.boxes):
        return
    hexes, y = drawn.hexes(), room.y + 53
    name = f"{game.name} — {drawn.sheet.name}" if drawn.sheet.name not in game.name else game.name
    yield _text(name, hexes.x, y, hexes.width * 0.55, 40, "bold", "start")
    if any(not e.tag.proven for hex_ in drawn.sheet.hexes.values() for e in hex_.evidence.values()):
        note = "Terrain rebuilt from open map data and the rules; not the published map"
        yield _text(note, hexes.x + hexes.width, y, hexes.width * 0.4, 20, "italic", "end")


def _insets(drawn: MapLayout) -> Iterator[tuple[str, Rectangle]]:
    """The name of each region that is an inset, `italian-inset`, and where it is written: over its hexes."""
    for name, hexes in drawn.sheet.regions.items():
        if name.endswith("-inset"):
            corners = [p for number in hexes for p in drawn.corners(number)]
            x, y = min(p[0] for p in corners), min(p[1] for p in corners)
            yield words(name), Rectangle(x, y - 74, 600, 60)


def _inset(found: tuple[str, Rectangle]) -> str:
    name, room = found
    return _text(name, room.x, room.y + 44, room.width, 36, "bold", "start")


# ---- pieces


def _side_colour(game: Game, box: Box) -> str:
    """Of the side whose id is a part of the track's or box's (`Dead-allied`), or whose nation begins its name."""
    parts = set((box.track or box.id).lower().split("-"))
    called = box.word or box.name
    nations = (n for n in game.nations.values() if n.id in parts or called.startswith(n.name + " "))
    parts |= {nation.side for nation in nations}
    return next((side.colour for side in game.sides if side.id in parts), "")


def _rule(box: Box) -> str:
    return box.evidence.rule if box.evidence else ""


def _frame(room: Rectangle, ground: str, solid: float = 0.6, round_: float = _ROUND) -> str:
    return (
        f'<rect x="{room.x:.1f}" y="{room.y:.1f}" width="{room.width:.1f}" height="{room.height:.1f}" rx="{round_:g}" '
        f'fill="{ground}" fill-opacity="{solid}" stroke="{palette.INK}" stroke-width="{_FRAME}"/>'
    )


def _text(
    text: str,
    x: float,
    y: float,
    room: float,
    size: float,
    font: str = "plain",
    anchor: str = "middle",
    fill: str = palette.INK,
    solid: float = 1.0,
) -> str:
    shrunk = fit(text, font, room, size, size / 2).size
    faint = f' fill-opacity="{solid}"' if solid < 1 else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" {STYLES[font]} font-size="{shrunk}" text-anchor="{anchor}" '
        f'fill="{fill}"{faint}>{escape(text)}</text>'
    )
