"""Grids as components to write: exactly what was asked, every attribute said, nothing drawn unless asked for."""

from __future__ import annotations

from builder.vassal.buildfile import Component, component
from builder.vassal.grids import Axis, Grid, HexGrid, Numbering, RegionGrid, SquareGrid
from builder.vassal.zones import Zone, ZonedGrid

_BOARD = "module.map.boardPicker.board."


def grid_component(grid: Grid, *, lines: bool = False, numbers: bool = False) -> Component:
    """The component of a grid; `lines` and `numbers` are drawn over the map only when asked for."""
    if isinstance(grid, HexGrid | SquareGrid):
        return _regular(grid, lines, numbers)
    if isinstance(grid, RegionGrid):
        regions = [
            component(_BOARD + "Region", {"name": one.name, "originx": one.x, "originy": one.y}) for one in grid.regions
        ]
        return component(_BOARD + "RegionGrid", {"snapto": grid.snaps, "visible": lines, "fontsize": 9}, regions)
    if isinstance(grid, ZonedGrid):
        background = [grid_component(grid.background, lines=lines, numbers=numbers)] if grid.background else []
        return component(_BOARD + "ZonedGrid", {}, [*background, *(zone_component(zone) for zone in grid.zones)])
    raise ValueError(f"not a grid that can be written: {grid!r}")


def zone_component(zone: Zone, children: tuple[Component, ...] = ()) -> Component:
    """A zone with its grid; `children` are its zone properties."""
    inner = [grid_component(zone.grid)] if zone.grid is not None else []
    return component(
        _BOARD + "mapgrid.Zone",
        {
            "name": zone.name, "path": ";".join(f"{x},{y}" for x, y in zone.corners),
            "locationFormat": zone.location_format, "useParentGrid": zone.use_parent, "useHighlight": False,
            "highlightProperty": "",
        },
        [*inner, *children],
    )  # fmt: skip


def _regular(grid: HexGrid | SquareGrid, lines: bool, numbers: bool) -> Component:
    attributes = {
        "dx": float(grid.dx), "dy": float(grid.dy), "x0": grid.x0, "y0": grid.y0, "snapTo": grid.snaps,
        "edgesLegal": grid.edges, "cornersLegal": grid.corners, "visible": lines, "dotsVisible": False,
        "color": "0,0,0",
    }  # fmt: skip
    if isinstance(grid, HexGrid):
        attributes["sideways"] = grid.sideways
    else:
        attributes["range"] = "Metric"
    if grid.snap_scale:
        attributes["snapscale"] = grid.snap_scale
    name = type(grid).__name__
    inner = [_numbering(name, grid.numbering, numbers)] if grid.numbering is not None else []
    return component(_BOARD + name, attributes, inner)


def _numbering(grid: str, numbering: Numbering, visible: bool) -> Component:
    if numbering.custom:
        raise ValueError(f"custom numbering {numbering.custom!r} is not written: 3.7 does not know it")
    attributes = {
        "first": "H" if numbering.columns_first else "V", "sep": numbering.separator,
        **_axis("h", numbering.columns), **_axis("v", numbering.rows),
        "locationFormat": numbering.location_format, "visible": visible, "fontSize": 9, "color": "0,0,0",
        "rotateText": 0, "hDrawOff": 0, "vDrawOff": 0,
    }  # fmt: skip
    if grid == "HexGrid":
        attributes["stagger"] = numbering.stagger
    return component(f"{_BOARD}mapgrid.{grid}Numbering", attributes)


def _axis(mark: str, axis: Axis) -> dict[str, object]:
    return {
        f"{mark}Type": axis.kind, f"{mark}Leading": axis.leading, f"{mark}Off": axis.offset,
        f"{mark}Descend": axis.descending,
    }  # fmt: skip
