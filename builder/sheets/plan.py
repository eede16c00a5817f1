"""Which counter goes where on which page: plain figures, in millimetres from the page's upper left corner."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from builder.sheets.stock import Piece, Stock
from builder.sheets.style import SheetStyle

LEAST_MARGIN = 13.0  # room for cut marks and what printers can not reach
HEADER = 7.0
MARK = 4.0  # length of a cut mark
FOLD = 10.0  # from the fold to the counters


class Slot(NamedTuple):
    """The place of one counter on its page, as seen from the front: the upper left corner, its column and row."""

    piece: Piece
    x: float
    y: float
    column: int
    row: int


class Spot(NamedTuple):
    """Where a reverse lies: the upper left corner, and whether it stands on its head."""

    x: float
    y: float
    turned: bool


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """Pages of slots; `xs` and `ys` are the left and upper edges of columns and rows, `page` the page as printed."""

    style: SheetStyle
    page: tuple[float, float]
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    pages: tuple[tuple[Slot, ...], ...]

    @property
    def upright(self) -> bool:
        """Whether paper is turned about an upright line: left becomes right. Else top becomes bottom."""
        return self.style.turn == "fold" or (self.style.turn == "long") == (self.page[1] >= self.page[0])

    @property
    def sides(self) -> int:
        """Printed pages for each page of slots."""
        return 1 if self.style.turn == "fold" else 2

    def back(self, slot: Slot) -> Spot:
        """Where its reverse begins, on the page behind or beyond the fold: exactly behind it when turned over."""
        if self.upright:
            return Spot(self.page[0] - slot.x - self.style.wide, slot.y, False)
        return Spot(slot.x, self.page[1] - slot.y - self.style.high, True)

    def cuts(self, reverse: bool = False) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Upright cuts by x, level cuts by y, each once; on the reverse where the back's cuts lie."""
        across = sorted({round(v, 4) for x in self.xs for v in (x, x + self.style.wide)})
        down = sorted({round(v, 4) for y in self.ys for v in (y, y + self.style.high)})
        if reverse and self.upright:
            across = sorted(self.page[0] - x for x in across)
        elif reverse:
            down = sorted(self.page[1] - y for y in down)
        return tuple(across), tuple(down)


def plan_sheets(stock: Stock, style: SheetStyle | None = None) -> SheetPlan:
    """ValueError for a style that cannot be printed, and for counters that do not fit the page."""
    style = style or SheetStyle()
    if faults := style.faults():
        raise ValueError("; ".join(faults))
    page = _page(style)
    margin = max(LEAST_MARGIN, mark_from(style) + MARK + 7)
    level = (style.turn == "long") != (page[1] >= page[0]) and style.turn != "fold"
    wide = page[0] / 2 - margin - FOLD if style.turn == "fold" else page[0] - 2 * margin
    high = page[1] - 2 * margin - HEADER * (2 if level else 1)
    columns, rows = style.block or (0, 0)
    xs = _steps(wide, style.wide, style.gutter, columns, style.block_gap)
    ys = _steps(high, style.high, style.gutter, rows, style.block_gap)
    if min(style.wide, style.high) < 6 or not xs or not ys:
        what = f"blocks of {columns} by {rows} counters" if style.block else "counters"
        raise ValueError(
            f"{what} of {style.size_text} do not fit {style.paper.name} (6 mm to {_most(wide, high, style)})"
        )
    left = margin + (wide - xs[-1] - style.wide) / 2
    top = (page[1] - ys[-1] - style.high) / 2 + (0 if level else HEADER / 2)
    places = [(left + xs[c], top + ys[r], c, r) for c, r in _order(len(xs), len(ys), style.block)]
    pages = tuple(
        tuple(Slot(piece, *place) for piece, place in zip(stock.pieces[start : start + len(places)], places))
        for start in range(0, len(stock.pieces), len(places))
    )
    return SheetPlan(style, page, tuple(left + x for x in xs), tuple(top + y for y in ys), pages)


def mark_from(style: SheetStyle) -> float:
    """Where cut marks begin: at the distance that was chosen, but past the bleed."""
    return max(style.mark_distance, style.bleed + 0.5)


def _page(style: SheetStyle) -> tuple[float, float]:
    """As printed: a sheet to fold lies across, so that the fold is short."""
    sides = style.paper.wide, style.paper.high
    return (max(sides), min(sides)) if style.turn == "fold" else sides


def _steps(room: float, side: float, gutter: float, block: int, gap: float) -> tuple[float, ...]:
    """Where counters begin along a line of `room` millimetres; `block` of them lie together, 0 for all."""
    many = math.floor((room + gutter) / (side + gutter) + 1e-9)
    if not block:
        return tuple(i * (side + gutter) for i in range(max(many, 0)))
    length = block * side + (block - 1) * gutter
    blocks = math.floor((room + gap) / (length + gap) + 1e-9)
    return tuple(b * (length + gap) + i * (side + gutter) for b in range(max(blocks, 0)) for i in range(block))


def _order(columns: int, rows: int, block: tuple[int, int] | None) -> list[tuple[int, int]]:
    """Columns and rows in reading order; block after block where there are blocks."""
    wide, high = block or (columns, rows)
    return [
        (c, r)
        for top, left in product(range(0, rows, high), range(0, columns, wide))
        for r, c in product(range(top, top + high), range(left, left + wide))
    ]


def _most(wide: float, high: float, style: SheetStyle) -> str:
    columns, rows = style.block or (1, 1)
    across = (wide - (columns - 1) * style.gutter) / columns
    down = (high - (rows - 1) * style.gutter) / rows
    return f"{across:.0f} × {down:.0f} mm" if style.block else f"{min(across, down):.0f} mm"
