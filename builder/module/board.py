"""The map window: board, hex grid, boxes as zones, and everything that lets people drag, zoom and look."""

from __future__ import annotations

import math
from dataclasses import replace

from builder.art.layout import MapLayout, Rectangle
from builder.model import Grid, MapSheet
from builder.module import words as w
from builder.module.grid import Part, hex_grid, parts
from builder.module.windows import MapWindow
from builder.vassal.buildfile import Component, component
from builder.vassal.places import Placement, layout_text

MAP = "VASSAL.build.module.map."
GRID = MAP + "boardPicker.board."
ZOOMS = (0.2, 0.25, 0.333, 0.4, 0.5, 0.625, 0.75, 1.0, 1.25, 1.6, 2.0)
FIRST_ZOOM = 0.5  # half of a wide map on an ordinary screen, numbers still readable; VASSAL counts from the largest
SLIP = "$pieceName$: $previousLocation$ &rarr; $location$ *"


def map_component(window: MapWindow, first: bool = True, decks: tuple[Component, ...] = ()) -> Component:
    """A map with one board; every report format is said, since absent ones have quirks (formats §2.7).

    The first map fills the main window, further ones have a button in the toolbar.
    """
    button = "" if first else window.name
    return component(
        "VASSAL.build.module.Map",
        {
            "mapName": window.name, "description": "", "allowMultiple": "false", "edgeWidth": "0", "edgeHeight": "0",
            "backgroundcolor": "255,255,255", "color": "200,30,30", "thickness": "3", "launch": str(not first).lower(),
            "buttonName": button, "tooltip": button and f"Show or hide the map {button}", "icon": "", "hotkey": "",
            "markMoved": "Always",
            "markUnmovedIcon": "", "markUnmovedText": "", "markUnmovedTooltip": "", "markUnmovedHotkey": "",
            "markUnmovedReport": "", "moveWithinFormat": SLIP, "moveToFormat": SLIP,
            "createFormat": "$pieceName$ created in $location$ *", "changeFormat": "$message$",
            "onlyReportChangedLocation": "false", "moveKey": str(w.ON_MOVE),
        },
        (
            component(MAP + "BoardPicker", PICKER, (
                component("setup", {}, (), layout_text(window.name, (Placement(window.board),))),
                component(MAP + "boardPicker.Board",
                          {"name": window.board, "image": window.image, "reversible": "false"},
                          (zoned_grid(window.sheet, window.layout),)),
            )),
            component(MAP + "StackMetrics", {
                "disabled": "false", "exSepX": "8", "exSepY": "22", "unexSepX": "3", "unexSepY": "5", "top": "38,0",
                "bottom": "40,0", "up": "39,0", "down": "37,0"}),
            *decks,
            *(component(MAP + name) for name in LISTENERS),
            component(MAP + "SelectionHighlighters"),
            component(MAP + "HighlightLastMoved", {"enabled": "true", "color": "255,140,0", "thickness": "3"}),
            component(MAP + "CounterDetailViewer", VIEWER),
            component(MAP + "Zoomer", {
                "zoomLevels": ",".join(map(str, ZOOMS)), "zoomStart": str(len(ZOOMS) - ZOOMS.index(FIRST_ZOOM)),
                "zoomInKey": "61,65", "zoomOutKey": "45,0", "zoomPickKey": "61,0",
                "inTooltip": "Zoom in", "outTooltip": "Zoom out", "pickTooltip": "Choose the zoom",
                "inButtonText": "", "outButtonText": "", "pickButtonText": ""}),
            component(MAP + "GlobalMap", {"tooltip": "Small map of the whole board", "buttonText": "Overview",
                                          "icon": "", "hotkey": "", "scale": "0.1", "color": "255,0,0"}),
            component(MAP + "HidePiecesButton", {"buttonText": "Map only", "tooltip": "Hide or show all counters",
                                                 "hotkey": "", "showingIcon": "", "hiddenIcon": ""}),
            component(MAP + "ImageSaver", {"buttonText": "Save picture", "tooltip": "Save the map as a picture",
                                           "icon": "", "hotkey": ""}),
            component(MAP + "Flare", {
                "flareName": "Look here", "flareKey": "keyAlt", "circleSize": "100", "circleColor": "255,0,0",
                "circleScale": "true", "flarePulses": "6", "flarePulsesPerSec": "3", "reportFormat": ""}),
        ),
    )  # fmt: skip


PICKER = {
    "addColumnText": "Add column", "addRowText": "Add row", "boardPrompt": "Select board", "slotHeight": "125",
    "slotScale": "0.2", "slotWidth": "350", "title": "Boards",
}  # fmt: skip
LISTENERS = ("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander",
             "PieceMover", "KeyBufferer")  # fmt: skip
"""Without these a map shows pieces but cannot be played (formats §2.7)."""

VIEWER = {
    "version": "4", "delay": "400", "minDisplayPieces": "1", "zoomlevel": "1.0", "showgraph": "true",
    "graphicsZoom": "1.0", "showtext": "true", "summaryReportFormat": "$LocationName$",
    "counterReportFormat": "$BasicName$", "emptyHexReportForma": "$LocationName$",
    "display": "from all layers", "borderWidth": "4", "borderThickness": "2", "borderInnerThickness": "1",
    "fontSize": "12", "showDeck": "false", "unrotatePieces": "true", "description": "", "hotkey": "32,130",
    "showNoStack": "true", "showMoveSelectde": "true", "showNonMovable": "true", "layerList": "",
    "propertyFilter": "", "bgColor": "255,255,240", "fgColor": "0,0,0", "borderColor": "90,90,90",
    "centerText": "true", "showOverlap": "false", "showTerrainBeneath": "never",
}  # fmt: skip


def zoned_grid(sheet: MapSheet, layout: MapLayout) -> Component:
    """Boxes first (the first zone that holds a point names it), then insets, the main map's hex grid behind them."""
    main, *insets = parts(sheet)
    return component(GRID + "ZonedGrid", {}, (
        _hexes(sheet, layout, main, layout.width, layout.height),
        *(zone(box.label, layout.box(box.id)) for box in sheet.boxes),
        *(_inset(sheet, layout, part) for part in insets),
    ))  # fmt: skip


def _hexes(sheet: MapSheet, layout: MapLayout, part: Part, width: int, height: int) -> Component:
    shape, numbering = hex_grid(part_grid(sheet.grid, part), layout.centre, width, height, layout.hex_px)
    return component(GRID + "HexGrid", shape, (component(GRID + "mapgrid.HexGridNumbering", numbering),))


def part_grid(grid: Grid, part: Part) -> Grid:
    """The numbering of a part alone: between the least and greatest row and column of its hexes."""
    rows, columns = zip(*(grid.split(number) for number in part.hexes))
    return replace(grid, rows=(min(rows), max(rows)), columns=(min(columns), max(columns)))


def _inset(sheet: MapSheet, layout: MapLayout, part: Part) -> Component:
    """A zone around the inset's hexes with a grid of its own; a place in it is called by its number alone."""
    xs, ys = zip(*(corner for number in part.hexes for corner in layout.corners(number)))
    left, top, right, bottom = math.floor(min(xs)), math.floor(min(ys)), math.ceil(max(xs)) + 1, math.ceil(max(ys)) + 1
    grid = _hexes(sheet, layout, part, right - left, bottom - top)
    return zone(part.name, Rectangle(left, top, right - left, bottom - top), "$gridLocation$", (grid,))


def zone(name: str, box: Rectangle, format_: str = "$name$", inside: tuple[Component, ...] = ()) -> Component:
    left, top, right, bottom = (round(v) for v in (box.x, box.y, box.x + box.width, box.y + box.height))
    path = f"{left},{top};{right},{top};{right},{bottom};{left},{bottom}"
    return component(GRID + "mapgrid.Zone", {
        "name": name, "path": path, "locationFormat": format_, "useParentGrid": "false", "useHighlight": "false",
        "highlightProperty": ""}, inside)  # fmt: skip
