"""A position as a picture: the map around some hexes, the counters as they lie, ways and marked hexes over it."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from builder.art.faces import counter_faces, face_svg
from builder.art.layout import MapLayout, Rectangle, layout
from builder.art.mapdraw import map_png, map_svg
from builder.art.markers import marker_svg
from builder.art.render import render, render_cached
from builder.model import Counter, Game, GameState, MapSheet, Marker, Unit, Values
from builder.module.windows import map_windows

COUNTER = 0.72  # of a hex width
LIFT = 0.07  # what one counter of a stack lies higher and further right than the one below
MOST_SHOWN = 6  # counters of a stack; the number of those below is written
ROOM = 1.6  # hex widths around what is to be seen
LEAST, MOST = (7.0, 5.0), (17.0, 12.0)  # hex widths of a picture


class Mark(NamedTuple):
    """A marked hex: what is written in it, its colour, and whether it is only framed."""

    label: str = ""
    colour: str = "#0072b2"
    framed: bool = False


class Line(NamedTuple):
    """A way over the map with an arrow at its end; dashed where it was not allowed, say."""

    path: tuple[str, ...]
    colour: str = "#c2185b"
    dashed: bool = False


class View(NamedTuple):
    """What a picture shows: a part of one sheet, in pixels of its layout."""

    sheet: MapSheet
    placed: MapLayout
    room: Rectangle


@dataclass(slots=True)
class BoardPainter:
    """Pictures of one game's positions. `px` from hex to hex; `cache` keeps maps and faces as for the module."""

    game: Game
    px: float = 64
    cache: Path | None = None
    _maps: dict[str, Image.Image] = field(default_factory=dict, repr=False)
    _faces: dict[object, str] = field(default_factory=dict, repr=False)

    def png(
        self, state: GameState, places: Iterable[str], marks: Mapping[str, Mark] | None = None,
        lines: Iterable[Line] = (), colours: int = 160,
    ) -> bytes:  # fmt: skip
        """The part of the map that holds the places, as PNG; b"" where none of them lies on a map."""
        view = self.view(places)
        if view is None:
            return b""
        left, top, wide, high = (round(v) for v in view.room)
        picture = self._map(view).crop((left, top, left + wide, top + high)).convert("RGBA")
        over = render(self._svg(view, self._overlay(view, state, marks or {}, lines)), wide)
        picture.alpha_composite(Image.open(io.BytesIO(over)).convert("RGBA").crop((0, 0, wide, high)))
        out = io.BytesIO()
        flat = picture.convert("RGB")
        (flat.quantize(colours, dither=Image.Dither.NONE) if colours else flat).save(out, "PNG", optimize=True)
        return out.getvalue()

    def svg(
        self, state: GameState, places: Iterable[str], marks: Mapping[str, Mark] | None = None,
        lines: Iterable[Line] = (),
    ) -> str:  # fmt: skip
        """The same as SVG, the map's lines and letters in it; "" where none of the places lies on a map."""
        view = self.view(places)
        if view is None:
            return ""
        x, y = -view.room.x, -view.room.y
        ground = map_svg(self.game, view.sheet, self.px).replace("<svg ", f'<svg x="{x:.1f}" y="{y:.1f}" ', 1)
        return self._svg(view, (ground, *self._overlay(view, state, marks or {}, lines)))

    def view(self, places: Iterable[str]) -> View | None:
        """The sheet of the first place that lies on one, and the room around all that lie there too."""
        wanted = tuple(dict.fromkeys(places))
        for window in map_windows(self.game, self.px):
            here = [place for place in wanted if window.holds(place)]
            if here:
                placed = layout(window.sheet, self.px)
                return View(window.sheet, placed, _room(placed, [window.centre(place) for place in here]))
        return None

    # ---- parts

    def _map(self, view: View) -> Image.Image:
        if view.sheet.id not in self._maps:
            data = map_png(self.game, view.sheet, self.px, self.cache)
            self._maps[view.sheet.id] = Image.open(io.BytesIO(data)).convert("RGB")
        return self._maps[view.sheet.id]

    def _svg(self, view: View, parts: Iterable[str]) -> str:
        wide, high = round(view.room.width), round(view.room.height)
        return "\n".join((
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{wide}" '
            f'height="{high}" viewBox="0 0 {wide} {high}" font-family="DejaVu Sans">', *parts, "</svg>",
        ))  # fmt: skip

    def _overlay(self, view: View, state: GameState, marks: Mapping[str, Mark], lines: Iterable[Line]) -> Iterator[str]:
        yield f'<g transform="translate({-view.room.x:.1f} {-view.room.y:.1f})">'
        here = {place: mark for place, mark in marks.items() if place in view.sheet.hexes}
        for place, mark in here.items():
            yield self._hex(view, place, mark)
        markers: dict[str, list[Marker]] = {}
        for marker in state.markers.values():
            markers.setdefault(marker.place, []).append(marker)
        for place in dict.fromkeys((*markers, *state.by_place)):
            point = _spot(view, place)
            if point is not None:
                yield from self._stack(point, (*markers.get(place, ()), *state.at(place)))
        for line in lines:
            yield from self._line(view, line)
        for place, mark in here.items():
            if mark.label:
                yield self._chip(view, place, mark, bool(state.at(place)))
        yield "</g>"

    def _hex(self, view: View, place: str, mark: Mark) -> str:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in view.placed.corners(place))
        width, fill = (5, "none") if mark.framed else (2, mark.colour)
        return (f'<polygon points="{points}" fill="{fill}" fill-opacity=".25" stroke="{mark.colour}" '
                f'stroke-width="{width * self.px / 64:.1f}" stroke-linejoin="round"/>')  # fmt: skip

    def _chip(self, view: View, place: str, mark: Mark, occupied: bool) -> str:
        x, y = view.placed.centre(place)
        y += self.px * (0.36 if occupied else 0.0)
        size = self.px * (0.25 if occupied else 0.3)
        wide = max(size * 1.35, size * (0.5 + 0.64 * len(mark.label)))
        return (f'<rect x="{x - wide / 2:.1f}" y="{y - size * .7:.1f}" width="{wide:.1f}" height="{size * 1.4:.1f}" '
                f'rx="{size * .35:.1f}" fill="#ffffff" stroke="{mark.colour}" stroke-width="{self.px / 40:.1f}"/>'
                f'<text x="{x:.1f}" y="{y + size * .36:.1f}" font-size="{size:.1f}" font-weight="bold" '
                f'text-anchor="middle" fill="#1c2126">{escape(mark.label)}</text>')  # fmt: skip

    def _line(self, view: View, line: Line) -> Iterator[str]:
        points = [p for p in (_spot(view, place) for place in line.path) if p is not None]
        if len(points) < 2:
            return
        width = self.px / 11
        (x1, y1), (x2, y2) = points[-2:]
        away = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1)
        ux, uy = (x2 - x1) / away, (y2 - y1) / away
        head = width * 2.6
        tip = (x2, y2)
        base = (x2 - ux * head, y2 - uy * head)
        points[-1] = base
        text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dash = f' stroke-dasharray="{width * 1.8:.1f} {width * 1.2:.1f}"' if line.dashed else ""
        corners = (tip, (base[0] - uy * head * .6, base[1] + ux * head * .6),
                   (base[0] + uy * head * .6, base[1] - ux * head * .6))  # fmt: skip
        arrow = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
        for colour, more, dashes in (("#ffffff", width * 0.7, ""), (line.colour, 0.0, dash)):
            yield (f'<polyline points="{text}" fill="none" stroke="{colour}" stroke-width="{width + more:.1f}" '
                   f'stroke-linejoin="round" stroke-linecap="butt"{dashes}/>'
                   f'<polygon points="{arrow}" fill="{colour}" stroke="{colour}" stroke-width="{more:.1f}" '
                   f'stroke-linejoin="round"/>')  # fmt: skip

    def _stack(self, point: tuple[float, float], pieces: tuple[Unit | Marker, ...]) -> Iterator[str]:
        size = self.px * COUNTER
        faces = [face for face in map(self._face, pieces) if face]
        hidden, shown = max(len(faces) - MOST_SHOWN, 0), faces[-MOST_SHOWN:]
        x, y = point[0] - size / 2, point[1] - size / 2
        off = self.px * LIFT * (len(shown) - 1) / 2
        for height, face in enumerate(shown):
            lift = self.px * LIFT * height - off
            yield (f'<image x="{x + lift:.1f}" y="{y - lift:.1f}" width="{size:.1f}" height="{size:.1f}" '
                   f'xlink:href="{face}"/>')  # fmt: skip
        if hidden:
            yield (f'<text x="{x - off:.1f}" y="{y + size + off:.1f}" font-size="{self.px * .2:.1f}" fill="#1c2126" '
                   f'stroke="#fff" stroke-width="3" paint-order="stroke">+{hidden}</text>')  # fmt: skip

    def _face(self, piece: Unit | Marker) -> str:
        """A picture's address that holds the picture; "" for a marker that the game draws nowhere."""
        key = (piece.kind, piece.face) if isinstance(piece, Marker) else (piece.counter or piece, piece.steps)
        if key not in self._faces:
            svg = self._marker(piece) if isinstance(piece, Marker) else self._unit(piece)
            data = render_cached(svg, round(self.px * COUNTER * 1.5), self.cache) if svg else b""
            self._faces[key] = _address(data)
        return self._faces[key]

    def _marker(self, marker: Marker) -> str:
        kind = self.game.markers.get(marker.kind)
        if kind is None:
            return ""
        back = bool(kind.back) and (marker.face == "back" or kind.id.startswith("control-"))
        return marker_svg(kind, "back" if back else "front", self.game)

    def _unit(self, unit: Unit) -> str:
        counter = self.game.counters.get(unit.counter)
        if counter is None:
            counter = drawn_counter(unit, self.game)
        if counter is None:
            return _plain(unit)
        faces = counter_faces(counter)
        return face_svg(counter, unit.steps if unit.steps in faces else faces[-1], self.game)


def drawn_counter(unit: Unit, game: Game) -> Counter | None:
    """A unit that a case drew as if it were a counter; None where its nation is not known."""
    nation = unit.nation or next((n for s in game.sides if s.id == unit.side for n in s.nations), "")
    if nation not in game.nations:
        return None
    steps = max(unit.full_steps, unit.steps, 1)
    values = (unit.values + unit.values[-1:] * steps or (Values(),) * steps)[:steps]
    return Counter("drawn", unit.side, nation, unit.id, unit.id, unit.type or "other", unit.size, steps, values)


def _plain(unit: Unit) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 150" font-family="DejaVu Sans" font-weight="bold">'
        '<rect width="150" height="150" rx="12" fill="#e4dfcf" stroke="#1c2126" stroke-width="4"/>'
        f'<text x="75" y="88" font-size="40" text-anchor="middle">{escape(unit.id[:6])}</text></svg>'
    )


def _address(data: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(data).decode('ascii')}" if data else ""


def _spot(view: View, place: str) -> tuple[float, float] | None:
    """The middle of a place in the view; None for one that is elsewhere, or well outside."""
    if place in view.sheet.hexes:
        x, y = view.placed.centre(place)
    elif any(box.id == place for box in view.sheet.boxes):
        x, y = view.placed.box(place).centre
    else:
        return None
    room, edge = view.room, view.placed.hex_px
    inside = (room.x - edge <= x <= room.x + room.width + edge) and (room.y - edge <= y <= room.y + room.height + edge)
    return (x, y) if inside else None


def _room(placed: MapLayout, points: list[tuple[float, float]]) -> Rectangle:
    """The points with room around them, neither too small nor too large, inside the paper."""
    px = placed.hex_px
    sizes = []
    for axis, paper in ((0, placed.width), (1, placed.height)):
        low, high = min(p[axis] for p in points) - ROOM * px, max(p[axis] for p in points) + ROOM * px
        length = min(max(high - low, LEAST[axis] * px), MOST[axis] * px, paper)
        start = min(max((low + high - length) / 2, 0), paper - length)
        sizes.append((start, length))
    (x, wide), (y, high) = sizes
    return Rectangle(x, y, wide, high)
