"""Rivers as continuous lines along hexsides, lakes on hexsides, crossings of lagoons."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from builder.art import palette
from builder.art.layout import MapLayout
from builder.art.map_shapes import Point, between, chance, key, nudged, open_curve
from builder.model import Hexside

MAJOR, MINOR = 11.0, 5.5
WIDTHS = {"major-river": MAJOR, "river": MINOR, "stream": 3.0}
LAKE, SEA_KINDS = "lake", frozenset({"all-sea", "sea"})
_MEANDER = 4.5
_MOUTH = 13.0  # a river ends where the shore runs

Corner = tuple[int, int]


class Arm(NamedTuple):
    """One hexside of a river, from corner to corner."""

    a: Corner
    b: Corner
    width: float
    name: str

    def other(self, corner: Corner) -> Corner:
        return self.b if corner == self.a else self.a


def ends(drawn: MapLayout, side: Hexside) -> tuple[Point, Point]:
    """The two corners that a hexside runs between; ValueError for two hexes that do not touch."""
    around = drawn.sheet.grid.neighbours(side.a)
    if side.b not in around:
        raise ValueError(f"{side} is no hexside: the hexes do not touch")
    i = around.index(side.b)
    corners = drawn.corners(side.a)
    return corners[i], corners[(i + 1) % 6]


def river_layer(drawn: MapLayout) -> str:
    parts = ['<g id="layer-rivers">', *_lakes(drawn)]
    strokes: dict[float, list[str]] = {}
    for width, points in river_lines(drawn):
        strokes.setdefault(width, []).append(open_curve(points))
    for edge in (True, False):
        for width in sorted(strokes):
            colour, wide = (palette.RIVER_EDGE, width + 2.2) if edge else (palette.RIVER, width)
            parts.append(_line("".join(strokes[width]), colour, wide))
    if MAJOR in strokes:  # a light thread in the great ones, so that breadth is not all that tells them
        parts.append(_line("".join(strokes[MAJOR]), palette.SHALLOWS[2], 1.8))
    parts += list(_crossings(drawn))
    return "\n".join((*parts, "</g>"))


def _line(path: str, colour: str, width: float) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:.1f}" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
    )


def river_lines(drawn: MapLayout) -> Iterator[tuple[float, tuple[Point, ...]]]:
    """(width, points to bend at) of each line: as few and as long as can be, each hexside in one of them.

    Where three meet, the two of one name (or the widest) run through, and the third bends into the one that leads
    to the sea.
    """
    at: dict[Corner, Point] = {}
    meeting: dict[Corner, list[Arm]] = {}
    for side, things in drawn.sheet.sides.items():
        found = max((t for t in things if t.kind in WIDTHS), key=lambda t: WIDTHS[t.kind], default=None)
        if found is None:
            continue
        a, b = ends(drawn, side)
        arm = Arm(key(a), key(b), WIDTHS[found.kind], found.name)
        at[arm.a], at[arm.b] = a, b
        meeting.setdefault(arm.a, []).append(arm)
        meeting.setdefault(arm.b, []).append(arm)
    mouths = _mouths(drawn, meeting)
    far = _far(meeting, mouths or {c for c, arms in meeting.items() if len(arms) == 1})
    through = {corner: _through(corner, arms, far) for corner, arms in meeting.items()}
    done: set[tuple[Corner, Corner]] = set()
    for corner in meeting:
        for arm in meeting[corner]:
            if (arm.a, arm.b) in done:
                continue
            line = _walk(arm, through)
            done |= {(x.a, x.b) for x in line.arms}
            yield arm.width, tuple(_points(line, at, meeting, mouths, far))


def _mouths(drawn: MapLayout, meeting: dict[Corner, list[Arm]]) -> set[Corner]:
    """Corners of rivers that touch the sea or a lake."""
    sheet = drawn.sheet
    wet = {key(p) for number, hex_ in sheet.hexes.items() if hex_.terrain == "sea" for p in drawn.corners(number)}
    for side, things in sheet.sides.items():
        if any(t.kind == LAKE or t.kind in SEA_KINDS for t in things):
            wet |= {key(p) for p in ends(drawn, side)}
    return wet & set(meeting)


def _far(meeting: dict[Corner, list[Arm]], mouths: set[Corner]) -> dict[Corner, int]:
    """Hexsides to the mouth; rivers that reach none on this map count from their ends."""
    far = dict.fromkeys(sorted(mouths), 0)
    todo = deque(far)
    for corner in (None, *sorted(c for c, arms in meeting.items() if len(arms) == 1)):
        if corner is not None and corner not in far:
            far[corner] = 0
            todo.append(corner)
        while todo:
            here = todo.popleft()
            for arm in meeting[here]:
                there = arm.other(here)
                if there not in far:
                    far[there] = far[here] + 1
                    todo.append(there)
    return far


def _through(corner: Corner, arms: list[Arm], far: dict[Corner, int]) -> dict[Arm, Arm]:
    """Which arm goes on as which other at this corner; the third of three goes nowhere."""
    if len(arms) == 2:
        a, b = arms
        return {a: b, b: a} if a.width == b.width else {}
    if len(arms) != 3:
        return {}

    def worth(pair: tuple[Arm, Arm]) -> tuple:
        a, b = pair
        down = min(far.get(a.other(corner), 99), far.get(b.other(corner), 99))
        return a.width == b.width, a.name == b.name != "", a.width + b.width, -down, (a.a, a.b, b.a, b.b)

    a, b = max(((arms[0], arms[1]), (arms[0], arms[2]), (arms[1], arms[2])), key=worth)
    return {a: b, b: a} if a.width == b.width else {}


class _Line(NamedTuple):
    arms: tuple[Arm, ...]
    corners: tuple[Corner, ...]


def _walk(arm: Arm, through: dict[Corner, dict[Arm, Arm]]) -> _Line:
    """The whole line that an arm is part of; a ring ends where it began."""

    def follow(start: Arm, corner: Corner) -> Iterator[tuple[Arm, Corner]]:
        here, at = start, corner
        while (after := through[at].get(here)) is not None and after != start:
            here, at = after, after.other(at)
            yield here, at

    onward = list(follow(arm, arm.b))
    if onward and onward[-1][1] == arm.a and through[arm.a].get(onward[-1][0]) == arm:  # a ring
        return _Line((arm, *(a for a, _ in onward)), (arm.a, arm.b, *(c for _, c in onward)))
    back = list(follow(arm, arm.a))
    arms = (*(a for a, _ in reversed(back)), arm, *(a for a, _ in onward))
    corners = (*(c for _, c in reversed(back)), arm.a, arm.b, *(c for _, c in onward))
    return _Line(arms, corners)


def _points(
    line: _Line, at: dict[Corner, Point], meeting: dict[Corner, list[Arm]], mouths: set[Corner], far: dict[Corner, int]
) -> Iterator[Point]:
    first, last = line.corners[0], line.corners[-1]
    yield from reversed(tuple(_end(line.arms[0], first, at, meeting, mouths, far)))
    for i, arm in enumerate(line.arms):
        if i:
            yield nudged(at[line.corners[i]], _MEANDER)
        yield _middle(at[arm.a], at[arm.b])
    yield from _end(line.arms[-1], last, at, meeting, mouths, far)


def _middle(a: Point, b: Point) -> Point:
    """The middle of a hexside, a little off it, so that a straight stretch does not look ruled."""
    a, b = min(a, b), max(a, b)
    x, y = between(a, b)
    long = math.dist(a, b)
    off = _MEANDER * chance((x, y), 3)
    return x - (b[1] - a[1]) / long * off, y + (b[0] - a[0]) / long * off


def _end(
    arm: Arm, corner: Corner, at: dict[Corner, Point], meeting: dict[Corner, list[Arm]], mouths: set[Corner],
    far: dict[Corner, int],
) -> Iterator[Point]:  # fmt: skip
    """The last points of a line at a corner: at the shore, into the river it joins, or the spring."""
    here, others = at[corner], [a for a in meeting[corner] if a != arm]
    if not others:
        yield between(here, at[arm.other(corner)], _MOUTH / 58) if corner in mouths else here
        return
    into = min(others, key=lambda a: (far.get(a.other(corner), 99), -a.width, a))
    yield nudged(here, _MEANDER)
    yield between(nudged(here, _MEANDER), _middle(at[into.a], at[into.b]), 0.75)


def _lakes(drawn: MapLayout) -> Iterator[str]:
    """Water that fills a hexside, with a shore."""
    path = []
    for side, things in drawn.sheet.sides.items():
        if any(t.kind == LAKE for t in things):
            a, b = ends(drawn, side)
            a, b = min(a, b), max(a, b)
            path.append(open_curve((between(a, b, 0.04), _middle(a, b), between(a, b, 0.96))))
    if path:
        d = "".join(path)
        yield _line(d, palette.COAST_INK, 29)
        yield _line(d, palette.WATERLINE, 24.2)
        yield _line(d, palette.SHALLOWS[1], 21.6)
        yield _line(d, palette.SEA, 10)


def _crossings(drawn: MapLayout) -> Iterator[str]:
    """Where troops may pass over a lagoon: a row of dots across the hexside, with a head at each end."""
    for side, things in drawn.sheet.sides.items():
        if not any(t.kind == "haff" for t in things):
            continue
        a, b = ends(drawn, side)
        x, y = between(a, b)
        turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) + 90
        yield f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})">{CROSSING}</g>'


CROSSING = (
    f'<path d="M-16 0 H16" fill="none" stroke="{palette.PAPER}" stroke-width="7" stroke-linecap="round"/>'
    f'<path d="M-12 0 H12" fill="none" stroke="{palette.RIVER_EDGE}" stroke-width="2.6" stroke-dasharray="4 3"/>'
    f'<path d="M-13 -5 L-21 0 L-13 5 Z M13 -5 L21 0 L13 5 Z" fill="{palette.RIVER_EDGE}"/>'
)
