"""How the dice fell, as bars beside what fair dice would give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from builder.art.render import render
from builder.art.templates import fill
from builder.report.chances import Fairness
from builder.report.dice import Line

WIDTH = 960
MOST = 24  # panels; a game has a few players and a die or two
_PANEL, _BAR_ROOM = (300, 190), 110


class Bar(NamedTuple):
    face: int
    count: int
    x: float
    height: float


class Panel(NamedTuple):
    title: str
    note: str
    x: float
    y: float
    bars: tuple[Bar, ...]
    width: float  # of a bar
    expected: float  # height of the line of fair dice


def picture_svg(lines: Sequence[Line]) -> str:
    """A panel for each player and die, without the kinds of battle; nothing at all is a picture that says so."""
    shown = [line for line in lines if not line.kind and line.fair is not None][:MOST]
    panels = [_panel(line, line.fair, at) for at, line in enumerate(shown) if line.fair is not None]
    height = 60 + _PANEL[1] * max(1, -(-len(panels) // 3))
    return fill("report/dice.svg.j2", None, width=WIDTH, height=height, panels=panels, room=_BAR_ROOM)


def picture_png(svg: str) -> bytes:
    return render(svg, WIDTH)


def _panel(line: Line, fair: Fairness, at: int) -> Panel:
    expected = fair.dice / len(fair.counts)
    scale = _BAR_ROOM / max(*fair.counts, expected, 1)
    step = (_PANEL[0] - 40) / len(fair.counts)
    bars = tuple(Bar(face, count, 8 + step * (face - 1), count * scale) for face, count in enumerate(fair.counts, 1))
    note = f"{fair.dice} dice, mean {fair.mean:.2f} ({fair.expected:.2f})"
    x, y = 20 + at % 3 * (_PANEL[0] + 10), 50 + at // 3 * _PANEL[1]
    return Panel(f"{line.player}, {line.die}", note, x, y, bars, step - 6, expected * scale)
