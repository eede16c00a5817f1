"""The module's hex grid: our numbering expressed in VASSAL's attributes (formats §5), exact for every hex."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from builder.model import Grid, MapSheet

Centre = Callable[[str], tuple[float, float]]


class Part(NamedTuple):
    """Hexes that hang together; `name` is "" for the main map, else that of the inset."""

    name: str
    hexes: tuple[str, ...]


def parts(sheet: MapSheet) -> tuple[Part, ...]:
    """The main map first, then its insets: what touches no hex of the rest. An inset is called after the region that
    holds just its hexes."""
    left, found = dict.fromkeys(sheet.hexes), []
    while left:
        part, edge = [], [next(iter(left))]
        del left[edge[0]]
        while edge:
            part.append(edge.pop())
            for near in sheet.neighbours(part[-1]):
                if near in left:
                    del left[near]
                    edge.append(near)
        found.append(tuple(sorted(part)))
    found.sort(key=len, reverse=True)
    named = {tuple(sorted(hexes)): id_.replace("-", " ").capitalize() for id_, hexes in sheet.regions.items()}
    insets = (Part(named.get(hexes, f"Inset {n}"), hexes) for n, hexes in enumerate(found[1:], 1))
    return (*(Part("", hexes) for hexes in found[:1]), *insets)


def hex_grid(
    grid: Grid, centre: Centre, width: int, height: int, hex_px: float
) -> tuple[dict[str, str], dict[str, str]]:
    """Attributes of HexGrid and HexGridNumbering for a board, or a zone, of width x height pixels.

    `centre` gives the pixel of a printed number, `hex_px` the distance between neighbours. VASSAL counts lines from a
    raw 0 of its own and shifts the odd ones; the bases are chosen so that those are the lines our map shifts.
    """
    pitch = hex_px * math.sqrt(3) / 2
    max_rows, max_columns = math.floor(height / pitch + 0.5), math.floor(width / hex_px + 0.5)
    row, column = grid.rows[0], grid.columns[0]
    lines, others = (grid.rows, grid.columns) if grid.pointy else (grid.columns, grid.rows)
    line_sign, other_sign = (grid.row_sign, grid.column_sign) if grid.pointy else (grid.column_sign, grid.row_sign)
    line_base = _line_base(grid, lines, line_sign)
    other_base = min(n * other_sign for n in others)
    line, other = (row, column) if grid.pointy else (column, row)
    raw_line, raw_other = line * line_sign - line_base, other * other_sign - other_base
    x, y = centre(grid.number(row, column))
    along, across = (y, x) if grid.pointy else (x, y)
    shift = hex_px / 2 if raw_line % 2 else 0.0
    # The line axis descends by max_rows on a sideways grid, by max_columns on an upright one; see formats §5.3.
    line_max, other_max = (max_rows, max_columns) if grid.pointy else (max_columns, max_rows)
    line_offset = line_base if line_sign > 0 else -line_base - line_max
    other_offset = other_base if other_sign > 0 else -other_base - other_max
    line_flag, other_flag = ("vDescend", "hDescend") if grid.pointy else ("hDescend", "vDescend")
    lines_first = grid.row_first == grid.pointy
    shape = {
        "dx": decimal(pitch),
        "dy": decimal(hex_px),
        # VASSAL cuts centres down to whole pixels: half a pixel more makes that rounding
        "x0": str(round(along - pitch * raw_line + 0.5)),
        "y0": str(round(across - hex_px * raw_other - shift + 0.5)),
        "sideways": "true" if grid.pointy else "false",
        "snapTo": "true",
        "edgesLegal": "false",
        "cornersLegal": "false",
        "visible": "false",
        "dotsVisible": "false",
        "color": "0,0,0",
    }
    numbering = {
        "first": "H" if lines_first else "V",
        "sep": "",
        "hType": "N",
        "vType": "N",
        "hLeading": "1",
        "vLeading": "1",
        "hOff": str(line_offset),
        "vOff": str(other_offset),
        line_flag: "true" if line_sign < 0 else "false",
        other_flag: "true" if other_sign < 0 else "false",
        "stagger": "false",
        "visible": "false",
        "fontSize": "9",
        "color": "0,0,0",
        "rotateText": "0",
        "hDrawOff": "0",
        "vDrawOff": "0",
        "locationFormat": f"{grid.prefix}$gridLocation$",
    }
    return shape, numbering


def _line_base(grid: Grid, lines: tuple[int, int], sign: int) -> int:
    """The raw 0 of the line axis: at or just before the first line, so that shifted lines come out odd."""
    shifted_parity = grid.shifted if grid.shift_sign > 0 else ("even" if grid.shifted == "odd" else "odd")
    first = min(n * sign for n in lines)
    first_is_shifted = (first % 2 == 1) == (shifted_parity == "odd")
    return first - 1 if first_is_shifted else first


def decimal(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")
