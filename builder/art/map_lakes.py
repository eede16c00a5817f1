"""Lakes on hexsides: water with a shore, broad in the middle and narrow at both ends."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from builder.art import palette
from builder.art.layout import MapLayout
from builder.art.map_shapes import Point, between, chains, chance, closed_curve, ends, key

LAKE = "lake"
_HALF = 17.0  # of the breadth, in the middle
_PAST = 6.0  # a lake reaches a little past the corners it ends at
_PARTS = 4  # of a hexside


def lake_shapes(drawn: MapLayout) -> Iterator[str]:
    found = drawn.sheet.sides.items()
    sides = tuple(ends(drawn, side) for side, things in found if any(t.kind == LAKE for t in things))
    met = Counter(key(p) for side in sides for p in side)
    lines = tuple((tuple(_course(c)), met[key(c[0])] < 2, met[key(c[-1])] < 2) for c in chains(sides))
    for share, fill, edge in (
        (1.0, palette.WATERLINE, f' stroke="{palette.COAST_INK}" stroke-width="2.4"'),
        (0.82, palette.SHALLOWS[1], ""),
        (0.42, palette.SEA, ""),
    ):
        if path := "".join(closed_curve(_banks(*line, share)) for line in lines):
            yield f'<path d="{path}" fill="{fill}"{edge}/>'


def _course(line: Sequence[Point]) -> Iterator[Point]:
    """The middle of the water: the corners cut a little, so that it bends as lakes do."""
    line = list(line)
    line[0], line[-1] = _beyond(line[1], line[0]), _beyond(line[-2], line[-1])
    yield line[0]
    for i, (a, b) in enumerate(pairwise(line)):
        for k in range(1, _PARTS + 1):
            at = between(a, b, k / _PARTS)
            if k == _PARTS and i + 2 < len(line):
                at = between(at, between(a, line[i + 2]), 0.5)
            yield at


def _beyond(a: Point, b: Point) -> Point:
    return between(a, b, 1 + _PAST / math.dist(a, b))


def _banks(course: Sequence[Point], first: bool, last: bool, share: float) -> tuple[Point, ...]:
    """Both shores about a course, from end to end and back; `first`, `last`: whether the lake ends there."""
    n = len(course) - 1
    left, right = [], []
    for i, at in enumerate(course):
        a, b = course[max(i - 1, 0)], course[min(i + 1, n)]
        long = math.dist(a, b) or 1.0
        nx, ny = -(b[1] - a[1]) / long, (b[0] - a[0]) / long
        from_end = min(i if first else n, n - i if last else n) / min(_PARTS, n / 2)
        swell = math.sin(math.pi / 2 * min(1.0, 0.15 + 0.85 * from_end))
        for found, way, salt in ((left, 1, 11), (right, -1, 12)):
            half = _HALF * share * swell * (1 + 0.28 * chance(at, salt))
            found.append((at[0] + way * nx * half, at[1] + way * ny * half))
    return (*left, *reversed(right))
