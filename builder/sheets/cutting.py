"""The cuts of a page for cutting machines, as SVG and as DXF (release 12), in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from builder.sheets.plan import SheetPlan, Slot

_CUT, _PAPER = "CUT", "PAPER"


class Line(NamedTuple):
    x1: float
    y1: float
    x2: float
    y2: float


class Corner(NamedTuple):
    """A quarter of a circle from `start` degrees on, counted as DXF does: counterclockwise, y upward."""

    x: float
    y: float
    radius: float
    start: int


def cut_lines(plan: SheetPlan, slots: tuple[Slot, ...]) -> tuple[Line | Corner, ...]:
    """Millimetres from the lower left corner of the page, y upward.

    Square counters that touch share their cuts, each a single line; else every counter has an outline of its own.
    """
    if plan.style.corner:
        return tuple(part for slot in slots for part in _rounded(plan, slot))
    return tuple(_shared(plan, slots))


def _shared(plan: SheetPlan, slots: tuple[Slot, ...]) -> Iterator[Line]:
    """Every edge once, edges in a row joined."""
    level: dict[float, set[tuple[float, float]]] = {}
    upright: dict[float, set[tuple[float, float]]] = {}
    for slot in slots:
        left, right = round(slot.x, 4), round(slot.x + plan.style.wide, 4)
        top, bottom = (round(plan.page[1] - v, 4) for v in (slot.y, slot.y + plan.style.high))
        for y in (top, bottom):
            level.setdefault(y, set()).add((left, right))
        for x in (left, right):
            upright.setdefault(x, set()).add((bottom, top))
    for y, parts in sorted(level.items(), reverse=True):
        yield from (Line(a, y, b, y) for a, b in _joined(parts))
    for x, parts in sorted(upright.items()):
        yield from (Line(x, a, x, b) for a, b in _joined(parts))


def _joined(parts: set[tuple[float, float]]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for start, end in sorted(parts):
        if found and start <= found[-1][1] + 0.001:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _rounded(plan: SheetPlan, slot: Slot) -> Iterator[Line | Corner]:
    r = plan.style.corner
    left, right = slot.x, slot.x + plan.style.wide
    top, bottom = plan.page[1] - slot.y, plan.page[1] - slot.y - plan.style.high
    yield Line(left + r, bottom, right - r, bottom)
    yield Corner(right - r, bottom + r, r, 270)
    yield Line(right, bottom + r, right, top - r)
    yield Corner(right - r, top - r, r, 0)
    yield Line(right - r, top, left + r, top)
    yield Corner(left + r, top - r, r, 90)
    yield Line(left, top - r, left, bottom + r)
    yield Corner(left + r, bottom + r, r, 180)


def cuts_svg(plan: SheetPlan, slots: tuple[Slot, ...]) -> str:
    """A drawing of the page's size with the cuts as hairlines."""
    wide, high = plan.page
    drawn = [_svg_part(part, high) for part in cut_lines(plan, slots)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}mm" height="{high:g}mm" '
        f'viewBox="0 0 {wide:g} {high:g}">\n<g id="cut" fill="none" stroke="#ff0000" stroke-width="0.1">\n'
        + "\n".join(f'<path d="{part}"/>' for part in drawn) + "\n</g>\n</svg>\n"
    )  # fmt: skip


def _svg_part(part: Line | Corner, high: float) -> str:
    if isinstance(part, Line):
        return f"M{part.x1:.4f} {high - part.y1:.4f} L{part.x2:.4f} {high - part.y2:.4f}"
    (x1, y1), (x2, y2) = _ends(part)
    return f"M{x1:.4f} {high - y1:.4f} A{part.radius:.4f} {part.radius:.4f} 0 0 0 {x2:.4f} {high - y2:.4f}"


def _ends(part: Corner) -> tuple[tuple[float, float], tuple[float, float]]:
    around = ((1, 0), (0, 1), (-1, 0), (0, -1))
    (a, b), (c, d) = around[part.start // 90], around[(part.start // 90 + 1) % 4]
    r = part.radius
    return (part.x + a * r, part.y + b * r), (part.x + c * r, part.y + d * r)


def cuts_dxf(plan: SheetPlan, slots: tuple[Slot, ...]) -> str:
    """Layer CUT has the cuts, layer PAPER the edge of the page to lay them by."""
    wide, high = plan.page
    edge = [*pairwise(((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high), (0.0, 0.0)))]
    pairs: list[tuple[int, object]] = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"),
                                       (70, 4), (0, "ENDSEC"), (0, "SECTION"), (2, "TABLES"), (0, "TABLE"),
                                       (2, "LAYER"), (70, 2)]  # fmt: skip
    for layer, colour in ((_CUT, 1), (_PAPER, 8)):
        pairs += [(0, "LAYER"), (2, layer), (70, 0), (62, colour), (6, "CONTINUOUS")]
    pairs += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for a, b in edge:
        pairs += _dxf_part(Line(*a, *b), _PAPER)
    for part in cut_lines(plan, slots):
        pairs += _dxf_part(part, _CUT)
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:>3}\n{value}\n" for code, value in pairs)


def _dxf_part(part: Line | Corner, layer: str) -> list[tuple[int, object]]:
    if isinstance(part, Line):
        return [(0, "LINE"), (8, layer), (10, f"{part.x1:.4f}"), (20, f"{part.y1:.4f}"), (30, "0.0"),
                (11, f"{part.x2:.4f}"), (21, f"{part.y2:.4f}"), (31, "0.0")]  # fmt: skip
    return [(0, "ARC"), (8, layer), (10, f"{part.x:.4f}"), (20, f"{part.y:.4f}"), (30, "0.0"),
            (40, f"{part.radius:.4f}"), (50, f"{part.start:.1f}"),
            (51, f"{(part.start + 90) % 360:.1f}")]  # fmt: skip


def cut_files(plan: SheetPlan) -> dict[str, str]:
    """`cuts-1.svg`, `cuts-1.dxf`: by the first page that is cut so; pages with the same cuts share their files."""
    found: dict[str, str] = {}
    seen: set[tuple[tuple[int, int], ...]] = set()
    for number, slots in enumerate(plan.pages, 1):
        shape = tuple((slot.column, slot.row) for slot in slots)
        if shape not in seen:
            seen.add(shape)
            found[f"cuts-{number}.svg"] = cuts_svg(plan, slots)
            found[f"cuts-{number}.dxf"] = cuts_dxf(plan, slots)
    return found
