"""The ground: the sea with its shores, terrain by colour and by signs, land that none may enter, grid and numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape

from builder.art import palette
from builder.art.layout import MapLayout
from builder.art.map_shapes import Board, Loop, Point, closed_curve, coast, outline, polygon, uneven
from builder.art.map_signs import SEA, ground_of, hex_sign, sign_defs
from builder.art.text import STYLES
from builder.model import Hex, MapHex, MapSheet

SEA_SIDES = frozenset({"all-sea", "sea"})
WATER_SIDES = SEA_SIDES | {"lake"}  # as terrain of a hexside they leave the ground as the hex has it
NUMBER_Y = -33  # baseline of the printed number, from the hex centre: below a river on the upper sides
NUMBER_SIZE = 14.5

_INSET = 12.5  # how far inside its hexsides the shore runs, so that a strait has some breadth
_UNEVEN = 4.5
_HATCH = 11.0

# stroke widths about the shore, each a line with the next water inside it: drawn below the land, so that half shows
_WATERLINES = ((84.0, palette.SHALLOWS[0]), (52.0, palette.SHALLOWS[1]), (24.0, palette.SHALLOWS[2]))


def ground_defs(board: Board) -> str:
    """The signs to be used by name, and the land that its ground is kept inside."""
    land = _curves(shore_loops(board))
    return "\n".join(
        (
            "<defs>",
            sign_defs(terrains(board.drawn.sheet)),
            f'<clipPath id="land"><path d="{land}"/></clipPath>',
            "</defs>",
        )
    )


def terrains(sheet: MapSheet) -> frozenset[str]:
    """Every kind of terrain on a map, by hex and by hexside."""
    by_hex = {hex_.terrain for hex_ in sheet.hexes.values()}
    by_side = {t.kind for things in sheet.sides.values() for t in things if t.kind in sheet.side_terrain}
    return frozenset(by_hex | by_side - WATER_SIDES)


def ground_layer(board: Board) -> str:
    """Sea and land with what is on them, a hex past the map's edge, and paper over what is past it."""
    land = _curves(shore_loops(board))
    whole = _polygons(outline(board.corners(at) for at, _ in board.everything()))
    parts = ['<g id="layer-sea">', f'<path d="{whole}" fill="{palette.SEA}"/>']
    if any(hex_.terrain == SEA for _, hex_ in board.everything()) or _straits(board.drawn.sheet):
        for width, water in _WATERLINES:
            parts.append(_stroke(land, palette.WATERLINE, width))
            parts.append(_stroke(land, water, width - 2.2))
    parts += list(_haffs(board))
    parts += [_sign(board, at, hex_) for at, hex_ in board.hexes.items() if hex_.terrain == SEA]
    parts += ["</g>", '<g id="layer-terrain">', f'<path d="{land}" fill="{palette.CLEAR}"/>']
    parts += ['<g clip-path="url(#land)">', *_areas(board), *_signs(board), _closed(board), "</g>"]
    parts.append(_stroke(land, palette.COAST_INK, 2.6))
    parts.append(f'<path d="{_past_the_edge(board)}" fill="{palette.PAPER}" fill-rule="evenodd"/>')
    parts.append("</g>")
    return "\n".join(part for part in parts if part)


def _past_the_edge(board: Board) -> str:
    """The paper about the hexes."""
    paper = ((0.0, 0.0), (0.0, board.drawn.height), (board.drawn.width, board.drawn.height), (board.drawn.width, 0.0))
    return polygon(paper) + _polygons(outline(board.corners(at) for at in board.hexes))


def _stroke(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:.1f}" stroke-linejoin="round"/>'


def _polygons(loops: tuple[Loop, ...]) -> str:
    return "".join(polygon(loop) for loop in loops)


def _curves(loops: tuple[Loop, ...]) -> str:
    return "".join(closed_curve(loop) for loop in loops)


def _straits(sheet: MapSheet) -> frozenset[tuple[Hex, Hex]]:
    found = set()
    for side, things in sheet.sides.items():
        if any(t.kind in SEA_SIDES for t in things):
            a, b = sheet.grid.hex(side.a), sheet.grid.hex(side.b)
            found |= {(a, b), (b, a)}
    return frozenset(found)


def shore_loops(board: Board) -> tuple[Loop, ...]:
    """The land of the map and of the ring about it, as closed rows of points to be bent at."""
    straits = _straits(board.drawn.sheet)

    def land(at: Hex) -> bool:
        hex_ = board.ground(at)
        return hex_ is not None and hex_.terrain != SEA

    def wet(at: Hex, i: int) -> bool:
        near = at.neighbour(i)
        return not land(near) or (at, near) in straits

    return coast(board, land, wet, _INSET)


def terrain_at(board: Board, at: Hex, hex_: MapHex, i: int) -> str:
    """The terrain of a hex towards its side i: the hexside's own where the game has it so."""
    sheet = board.drawn.sheet
    near = board.hexes.get(at.neighbour(i))
    if near is None or not sheet.side_terrain:
        return hex_.terrain
    stated = sheet.terrain_between(hex_.id, near.id)
    return stated if stated and stated not in WATER_SIDES else hex_.terrain


def _areas(board: Board) -> Iterator[str]:
    """Each kind as one soft shape, the lower ones run on below the higher, so that no gap shows between."""
    cells: list[tuple[int, str, tuple]] = []
    for at, hex_ in board.everything():
        if hex_.terrain == SEA:
            continue
        corners = board.corners(at)
        kinds = [terrain_at(board, at, hex_, i) for i in range(6)]
        if len(set(kinds)) == 1:
            cells.append((ground_of(kinds[0]).rank, kinds[0], corners))
        else:
            centre = board.centre(at)
            for i, kind in enumerate(kinds):
                cells.append((ground_of(kind).rank, kind, (centre, corners[i], corners[(i + 1) % 6])))
    for rank, kind in sorted({(rank, kind) for rank, kind, _ in cells}):
        if kind == "clear":
            continue
        ground = ground_of(kind)
        over = (cell for other, named, cell in cells if other > rank or named == kind)
        path = "".join(closed_curve(uneven(loop, _UNEVEN)) for loop in outline(over))
        yield (
            f'<path class="terrain-{escape(kind)}" d="{path}" fill="{ground.fill}" stroke="{ground.ink}" '
            'stroke-opacity="0.3" stroke-width="1.4"/>'
        )


def _signs(board: Board) -> Iterator[str]:
    sheet = board.drawn.sheet
    if not sheet.side_terrain:
        for at, hex_ in board.hexes.items():
            if hex_.terrain != SEA:
                yield _sign(board, at, hex_)
        return
    for at, hex_ in board.everything():
        if hex_.terrain == SEA:
            continue
        corners = board.corners(at)
        for i in range(6):
            kind = terrain_at(board, at, hex_, i)
            if (at.neighbour(i) in board.hexes and i >= 3) or not ground_of(kind).sign:
                continue  # each side once
            x = (corners[i][0] + corners[(i + 1) % 6][0]) / 2
            y = (corners[i][1] + corners[(i + 1) % 6][1]) / 2
            yield f'<use xlink:href="#{escape(kind)}-side{(at.q + 2 * at.r + i) % 2}" x="{x:.1f}" y="{y:.1f}"/>'


def _sign(board: Board, at: Hex, hex_: MapHex) -> str:
    if not ground_of(hex_.terrain).sign:
        return ""
    x, y = board.centre(at)
    return f'<use xlink:href="#{escape(hex_sign(hex_.terrain, hex_.id))}" x="{x:.1f}" y="{y:.1f}"/>'


def _haffs(board: Board) -> Iterator[str]:
    """A lagoon: paler water with dots."""
    for at, hex_ in board.hexes.items():
        if "haff" in hex_.features:
            x, y = board.centre(at)
            inner = tuple((x + (cx - x) * 0.84, y + (cy - y) * 0.84) for cx, cy in board.corners(at))
            yield f'<path d="{closed_curve(uneven(inner, 3.0))}" fill="{palette.HAFF}"/>'
            for i in range(-2, 3):
                for j in range(-2, 3):
                    dx, dy = 16 * i + (8 if j % 2 else 0), 14 * j
                    if dx * dx + dy * dy < 36 * 36:
                        yield f'<circle cx="{x + dx:.1f}" cy="{y + dy:.1f}" r="1.7" fill="{palette.SEA_INK}"/>'


def _closed(board: Board) -> str:
    """A veil with thin slanting lines over land that no unit may enter."""
    cells = [board.corners(at) for at, hex_ in board.hexes.items() if "closed" in hex_.features]
    if not cells:
        return ""
    hatch = "".join(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}" for cell in cells for (ax, ay), (bx, by) in hatches(cell))
    return (
        f'<g id="layer-closed"><path d="{_polygons(outline(cells))}" fill="{palette.OUTSIDE}" fill-opacity="0.62"/>'
        f'<path d="{hatch}" fill="none" stroke="{palette.FAINT_INK}" stroke-width="1.2" stroke-opacity="0.6"/></g>'
    )


def hatches(cell: Loop) -> Iterator[tuple[Point, Point]]:
    """Slanting lines through a convex cell, those of neighbours in one row with them."""
    slants = [x + y for x, y in cell]
    for k in range(math.ceil(min(slants) / _HATCH), math.floor(max(slants) / _HATCH) + 1):
        line, met = k * _HATCH, []
        for i, (ax, ay) in enumerate(cell):
            bx, by = cell[(i + 1) % len(cell)]
            if (ax + ay - line) * (bx + by - line) < 0:
                share = (line - ax - ay) / (bx + by - ax - ay)
                met.append((ax + (bx - ax) * share, ay + (by - ay) * share))
        if len(met) == 2:
            yield met[0], met[1]


def grid_layer(board: Board) -> str:
    """Every hexside once."""
    seen: set[frozenset[Hex]] = set()
    path = []
    for at in board.hexes:
        corners = board.corners(at)
        for i in range(6):
            pair = frozenset((at, at.neighbour(i)))
            if pair not in seen:
                seen.add(pair)
                (ax, ay), (bx, by) = corners[i], corners[(i + 1) % 6]
                path.append(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}")
    return (
        f'<g id="layer-grid"><path d="{"".join(path)}" fill="none" stroke="{palette.GRID}" stroke-width="1.4" '
        'stroke-opacity="0.55" stroke-linecap="round"/></g>'
    )


def number_layer(drawn: MapLayout) -> str:
    """The printed numbers, as the book has them."""
    style = f'{STYLES["plain"]} font-size="{NUMBER_SIZE}" text-anchor="middle" fill="{palette.NUMBER}" ' + (
        f'stroke="{palette.PAPER}" stroke-width="2.6" stroke-opacity="0.7" stroke-linejoin="round" paint-order="stroke"'
    )
    parts = [f'<g id="layer-numbers" {style}>']
    for number in drawn.sheet.hexes:
        x, y = drawn.centre(number)
        parts.append(f'<text x="{x:.1f}" y="{y + NUMBER_Y:.1f}">{escape(number)}</text>')
    return "\n".join((*parts, "</g>"))
