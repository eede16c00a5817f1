"""Railways: a line through each hex from side to side, single with ticks, double with two rails."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from builder.art import palette
from builder.art.layout import MapLayout
from builder.art.map_shapes import Point, between, ends, open_curve
from builder.model import hexside

RAILS = ("rail-double", "rail-single")


def rail_layer(drawn: MapLayout) -> str:
    paths: dict[str, list[str]] = {}
    for kind, points in rail_lines(drawn):
        paths.setdefault(kind, []).append(open_curve(points))
    if not paths:
        return ""
    parts = ['<g id="layer-rail">']
    for kind in RAILS[::-1]:
        if kind in paths:
            parts += rail_strokes(kind, "".join(paths[kind]))
    return "\n".join((*parts, "</g>"))


def rail_strokes(kind: str, path: str) -> tuple[str, ...]:
    halo = _stroke(path, palette.PAPER, 7.5, 'stroke-opacity="0.5" stroke-linecap="round"')
    if kind == "rail-double":
        return (
            halo,
            _stroke(path, palette.RAIL, 5.0, 'stroke-linecap="round"'),
            _stroke(path, palette.PAPER, 2.2, 'stroke-dasharray="9 7"'),
        )
    return (
        halo,
        _stroke(path, palette.RAIL, 1.8, 'stroke-linecap="round"'),
        _stroke(path, palette.RAIL, 7.0, 'stroke-dasharray="1.5 11"'),
    )


def rail_lines(drawn: MapLayout) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """(kind, points to bend at) of each line: through hexes with two tracks, from centre to centre of the others."""
    sheet = drawn.sheet
    tracks: dict[str, dict[str, str]] = {}
    for side, things in sheet.sides.items():
        for kind in RAILS:
            if any(t.kind == kind for t in things):
                tracks.setdefault(side.a, {})[side.b] = kind
                tracks.setdefault(side.b, {})[side.a] = kind
                break

    def passes(number: str) -> bool:
        found = tracks.get(number, {})
        hex_ = sheet.hexes.get(number)
        stop = hex_ is not None and {"town", "city"} & set(hex_.features)
        return len(found) == 2 and len(set(found.values())) == 1 and not stop

    done: set[tuple[str, str]] = set()
    starts = [n for n in tracks if not passes(n)] + list(tracks)  # rings last: they have no end
    for start in starts:
        for there in tracks[start]:
            if hexside(start, there) in done:
                continue
            kind, line = tracks[start][there], [start, there]
            done.add(hexside(start, there))
            while passes(line[-1]):
                onward = next(n for n in tracks[line[-1]] if n != line[-2])
                if hexside(line[-1], onward) in done:
                    break
                done.add(hexside(line[-1], onward))
                line.append(onward)
            yield kind, tuple(_points(drawn, line))


def _points(drawn: MapLayout, line: list[str]) -> Iterator[Point]:
    """Over the middles of the hexsides, drawn towards the centres between."""
    sheet = drawn.sheet
    if line[0] in sheet.hexes:
        yield drawn.centre(line[0])
    for i, (a, b) in enumerate(pairwise(line)):
        middle = between(*ends(drawn, hexside(a, b)))
        yield middle
        if 0 < i + 1 < len(line) - 1:
            yield between(drawn.centre(b), between(middle, _after(drawn, b, line[i + 2])), 0.35)
    if line[-1] in sheet.hexes:
        yield drawn.centre(line[-1])


def _after(drawn: MapLayout, a: str, b: str) -> Point:
    return between(*ends(drawn, hexside(a, b)))


def _stroke(path: str, colour: str, width: float, more: str) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round" {more}/>'
