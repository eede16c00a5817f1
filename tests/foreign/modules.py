"""A module written in a style: boards, grids, boxes, palette, turn tracker."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from builder.model import Box
from builder.module.grid import hex_grid
from builder.vassal.archive import MODULE_DATA, zip_bytes
from builder.vassal.buildfile import Component, component, write_buildfile
from builder.vassal.metadata import Metadata, write_metadata
from builder.vassal.module import Module, open_module
from builder.vassal.pieces import slot_text
from builder.vassal.traits import Trait, make
from tests.foreign.europe import EuropeFans, EuropePlain
from tests.foreign.italy import ItalyFans, ItalyPlain
from tests.foreign.styles import Fans, Ground, Plain, Style

STYLES: dict[str, tuple[type[Style], type[Style]]] = {
    "glorys-end": (Fans, Plain), "tgwie": (EuropeFans, EuropePlain), "italian-front": (ItalyFans, ItalyPlain),
}  # fmt: skip
BUILD = "VASSAL.build."
MAP, PICKER = BUILD + "module.map.", BUILD + "module.map.boardPicker."


def module_of(style: Style, folder: Path) -> Module:
    return open_module(write_module(style, folder))


def write_module(style: Style, folder: Path) -> Path:
    parts = [
        component(BUILD + "module.BasicCommandEncoder"), component(BUILD + "module.PlayerRoster", {}, tuple(
            component("entry", {}, (), side) for side in style.sides)),
        component(BUILD + "module.GlobalOptions"), component(BUILD + "module.PrototypesContainer"),
        *_maps(style),
        component(BUILD + "module.DiceButton", {"name": "1d6", "nDice": "1", "nSides": "6"}),
        component(BUILD + "module.PieceWindow", {"name": "Pieces"}, (component(
            BUILD + "widget.ListWidget", {"entryName": "Units"}, tuple(_slots(style))),)),
    ]  # fmt: skip
    if style.shows:
        parts.append(component(BUILD + "module.turn.TurnTracker", {
            "name": "Turns", "turnFormat": style.shows}, _levels(style)))  # fmt: skip
    root = component(
        BUILD + "GameModule", {"name": style.module, "version": "1.3", "VassalVersion": "3.6.7"}, tuple(parts)
    )
    sizes = {_image(ground.board): ground.size for ground in style.grounds}
    entries = {
        "buildFile.xml": write_buildfile(root),
        **{f"images/{name}": _png(size) for name, size in sizes.items()},
        "images/c.png": _png((60, 60)), "images/box.png": _png((300, 300)),
        MODULE_DATA: write_metadata(Metadata(name=style.module, version="1.3", vassal_version="3.6.7")),
    }  # fmt: skip
    path = folder / style.file
    path.write_bytes(zip_bytes(entries))
    return path


def _image(board: str) -> str:
    return f"{board.lower().replace(' ', '-')}.png"


def _png(size: tuple[int, int]) -> bytes:
    out = io.BytesIO()
    Image.new("1", size).save(out, "PNG")
    return out.getvalue()


# ---- maps


def _maps(style: Style) -> Iterator[Component]:
    by_window: dict[str, list[Ground]] = {}
    for ground in style.grounds:
        by_window.setdefault(ground.window, []).append(ground)
    for window, grounds in by_window.items():
        laid = "".join(f"\t{ground.board}\t{column}\t0" for column, ground in enumerate(grounds))
        boards = tuple(
            component(PICKER + "Board", {"name": ground.board, "image": _image(ground.board), "reversible": "false"},
                      (_grid(style, ground),) if style.numbers else ())
            for ground in grounds
        )  # fmt: skip
        picker = component(MAP + "BoardPicker", {}, (component("setup", {}, (), f"{window}BoardPicker{laid}"), *boards))
        decks = (_deck(ground, box) for ground in grounds for box in ground.sheet.boxes if style.is_deck(box.id))
        yield component(BUILD + "module.Map", {"mapName": window}, (picker, *decks))
    for place in style.windows:
        name = style.window(place)
        board = component(PICKER + "Board", {"name": "Box", "image": "box.png", "reversible": "false"})
        setup = component("setup", {}, (), f"{name}BoardPicker\tBox\t0\t0")
        yield component(BUILD + "module.Map", {"mapName": name}, (component(MAP + "BoardPicker", {}, (setup, board)),))


def _grid(style: Style, ground: Ground) -> Component:
    attributes, numbering = hex_grid(ground.sheet.grid, ground.centre, *ground.size, ground.hex_px)
    letter = ground.sheet.grid.prefix if style.prefixed else ""
    numbered = numbering | {"locationFormat": style.numbers.replace("$grid", f"{letter}$grid")}
    hexes = component(PICKER + "board.HexGrid", attributes, (
        component(PICKER + "board.mapgrid.HexGridNumbering", numbered),))  # fmt: skip
    zones = (_zone(style, ground, box) for box in ground.sheet.boxes if not style.is_deck(box.id))
    return component(PICKER + "board.ZonedGrid", {}, (hexes, *zones))


def _zone(style: Style, ground: Ground, box: Box) -> Component:
    """A box as people make one: a zone with a name much like ours."""
    x, y = ground.on_board(box.id)
    corners = ";".join(
        f"{cx},{cy}" for cx, cy in ((x - 28, y - 18), (x + 28, y - 18), (x + 28, y + 18), (x - 28, y + 18))
    )
    return component(PICKER + "board.mapgrid.Zone", {
        "name": style.box_name(box), "path": corners, "locationFormat": "$name$",
        "useParentGrid": "false", "useHighlight": "false", "highlightProperty": ""})  # fmt: skip


def _deck(ground: Ground, box: Box) -> Component:
    x, y = ground.on_board(box.id)
    return component(MAP + "DrawPile", {
        "name": box.label.title(), "owningBoard": ground.board, "x": str(x), "y": str(y), "width": "60",
        "height": "60", "faceDown": "Always", "shuffle": "Always"})  # fmt: skip


# ---- pieces


def _slots(style: Style) -> Iterator[Component]:
    for gpid, (name, traits) in enumerate(pieces(style).items(), 1):
        size = {"width": "60", "height": "60"}
        yield component(
            BUILD + "widget.PieceSlot", {"entryName": name, "gpid": str(gpid), **size}, (), slot_text(traits)
        )


def pieces(style: Style) -> dict[str, tuple[Trait, ...]]:
    """Every piece by its name: a unit's for each strength or side that has its own, markers, what lies on units."""
    found: dict[str, tuple[Trait, ...]] = {}

    def add(name: str, *more: Trait) -> None:
        found.setdefault(name, (*more, make.basic("c.png", name, len(found) + 1)))

    for id, row in style.game.counters.items():
        for steps in range(max(row.steps, 1), 0, -1):
            traits = []
            if style.layer and row.attributes.get("back"):
                traits.append(make.layer(("c.png", "c.png"), style.layer))
            if style.number and row.steps:
                traits.append(make.dynamic_property(style.number, row.steps))
            add(style.shown(id, steps).piece, *traits)
        if row.attributes.get("back") in style.backs:
            add(style.shown(id, row.steps, ("spent",)).piece)
    for name in style.strengths():
        add(name)
    for id, kind in style.game.markers.items():
        turns = kind.back and kind.back != kind.front
        add(style.marker(id), *((make.layer(("c.png", "c.png"), "Side"),) if turns else ()))
    return found


# ---- the tracker


def _levels(style: Style) -> tuple[Component, ...]:
    inner: tuple[Component, ...] = ()
    for name, values in reversed(style.levels()):
        kind = "ListTurnLevel" if values else "CounterTurnLevel"
        more = {"list": ",".join(values)} if values else {"start": "1"}
        inner = (component(BUILD + f"module.turn.{kind}", {"name": name, "property": name, **more}, inner),)
    return inner
