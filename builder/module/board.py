"""The map window: board, hex grid, boxes as zones, and everything that lets people drag, zoom and look."""

from __future__ import annotations

from builder.art.layout import MapLayout, Rectangle
from builder.model import Game, MapSheet
from builder.module import words as w
from builder.module.grid import hex_grid
from builder.vassal.buildfile import Component, component

MAP = "VASSAL.build.module.map."
GRID = MAP + "boardPicker.board."
ZOOMS = (0.2, 0.25, 0.333, 0.4, 0.5, 0.625, 0.75, 1.0, 1.25, 1.6, 2.0)
FIRST_ZOOM = 0.5  # half of a wide map on an ordinary screen, numbers still readable; VASSAL counts from the largest
SLIP = "$pieceName$: $previousLocation$ &rarr; $location$ *"


def map_component(game: Game, sheet: MapSheet, layout: MapLayout, image: str) -> Component:
    """The main map with one board; every report format is said, since absent ones have quirks (formats §2.7)."""
    return component(
        "VASSAL.build.module.Map",
        {
            "mapName": w.MAP, "description": "", "allowMultiple": "false", "edgeWidth": "0", "edgeHeight": "0",
            "backgroundcolor": "255,255,255", "color": "200,30,30", "thickness": "3", "launch": "false",
            "buttonName": "", "tooltip": "", "icon": "", "hotkey": "", "markMoved": "Always",
            "markUnmovedIcon": "", "markUnmovedText": "", "markUnmovedTooltip": "", "markUnmovedHotkey": "",
            "markUnmovedReport": "", "moveWithinFormat": SLIP, "moveToFormat": SLIP,
            "createFormat": "$pieceName$ created in $location$ *", "changeFormat": "$message$",
            "onlyReportChangedLocation": "false", "moveKey": str(w.ON_MOVE),
        },
        (
            component(MAP + "BoardPicker", PICKER, (
                component("setup", {}, (), f"{w.MAP}BoardPicker\t{w.BOARD}\t0\t0"),
                component(MAP + "boardPicker.Board",
                          {"name": w.BOARD, "image": image, "reversible": "false"}, (zoned_grid(sheet, layout),)),
            )),
            component(MAP + "StackMetrics", {
                "disabled": "false", "exSepX": "8", "exSepY": "22", "unexSepX": "3", "unexSepY": "5", "top": "38,0",
                "bottom": "40,0", "up": "39,0", "down": "37,0"}),
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
    """Boxes first (the first zone that holds a point names it), the hex grid behind them."""
    shape, numbering = hex_grid(sheet.grid, layout.centre, layout.width, layout.height, layout.hex_px)
    return component(GRID + "ZonedGrid", {}, (
        component(GRID + "HexGrid", shape, (component(GRID + "mapgrid.HexGridNumbering", numbering),)),
        *(zone(box.label, layout.box(box.id)) for box in sheet.boxes),
    ))  # fmt: skip


def zone(name: str, box: Rectangle) -> Component:
    left, top, right, bottom = (round(v) for v in (box.x, box.y, box.x + box.width, box.y + box.height))
    path = f"{left},{top};{right},{top};{right},{bottom};{left},{bottom}"
    return component(GRID + "mapgrid.Zone", {
        "name": name, "path": path, "locationFormat": "$name$", "useParentGrid": "false", "useHighlight": "false",
        "highlightProperty": ""})  # fmt: skip
