"""Rivers as continuous lines along hexsides, and crossings of lagoons."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterator
from typing import NamedTuple

from builder.art import palette
from builder.art.layout import MapLayout
from builder.art.map_lakes import LAKE, lake_shapes
from builder.art.map_shapes import Point, between, chance, ends, key, nudged, open_curve

MAJOR, MINOR = 11.0, 5.5
WIDTHS = {"major-river": MAJOR, "river": MINOR, "stream": 3.0}
SEA_KINDS = frozenset({"all-sea", "sea"})
_MEANDER = 4.5
_TAPER = (0.45, 0.6, 0.8, 1.0)  # shares of a river's width from its spring on
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


def river_layer(drawn: MapLayout) -> str:
    parts = ['<g id="layer-rivers">', *lake_shapes(drawn)]
    strokes: dict[float, list[str]] = {}
    starts, major = springs(drawn), []
    for width, points in river_lines(drawn):
        if width == MAJOR:
            major.append(open_curve(points))
        for share, path in _tapered(points, key(points[0]) in starts, key(points[-1]) in starts):
            strokes.setdefault(round(width * share, 1), []).append(path)
    for edge in (True, False):
        for width in sorted(strokes):
            colour, wide = (palette.RIVER_EDGE, width + 2.2) if edge else (palette.RIVER, width)
            parts.append(_line("".join(strokes[width]), colour, wide))
    if major:  # a light thread in the great ones, so that breadth is not all that tells them
        parts.append(_line("".join(major), palette.SHALLOWS[2], 1.8))
    parts += list(_crossings(drawn))
    return "\n".join((*parts, "</g>"))


def springs(drawn: MapLayout) -> frozenset[Corner]:
    """Corners on land where a river begins: one hexside of it ends there, and no water, nor the map's edge."""
    sheet = drawn.sheet
    hexes = Counter(key(p) for number in sheet.hexes for p in drawn.corners(number))
    met: Counter[Corner] = Counter()
    for side, things in sheet.sides.items():
        if any(t.kind in WIDTHS for t in things):
            met.update(key(p) for p in ends(drawn, side))
    return frozenset(c for c, n in met.items() if n == 1 and hexes[c] == 3) - _wet(drawn)


def _tapered(points: tuple[Point, ...], first: bool, last: bool) -> Iterator[tuple[float, str]]:
    """(share of the width, path) of the stretches of a bent line that grows from its spring."""
    n = len(points)
    if n < 4 or not (first or last):
        yield 1.0, open_curve(points)
        return
    pieces = []
    for i in range(1, n - 1):
        a = points[0] if i == 1 else between(points[i - 1], points[i])
        b = points[-1] if i == n - 2 else between(points[i], points[i + 1])
        pieces.append((a, points[i], b))
    for i, (a, bend, b) in enumerate(pieces):
        share = min(_TAPER[min(i, 3)] if first else 1.0, _TAPER[min(len(pieces) - 1 - i, 3)] if last else 1.0)
        yield share, f"M{a[0]:.1f} {a[1]:.1f}Q{bend[0]:.1f} {bend[1]:.1f} {b[0]:.1f} {b[1]:.1f}"


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
    return _wet(drawn) & set(meeting)


def _wet(drawn: MapLayout) -> set[Corner]:
    sheet = drawn.sheet
    wet = {key(p) for number, hex_ in sheet.hexes.items() if hex_.terrain == "sea" for p in drawn.corners(number)}
    for side, things in sheet.sides.items():
        if any(t.kind == LAKE or t.kind in SEA_KINDS for t in things):
            wet |= {key(p) for p in ends(drawn, side)}
    return wet


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
