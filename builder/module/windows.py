"""A game's maps as windows of its module: what VASSAL calls each, its board and picture, and what lies where."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from builder.art.layout import HEX_PX, MapLayout, layout
from builder.model import Game, MapSheet
from builder.module import words as w
from builder.vassal.buildfile import Component
from builder.vassal.maps import read_maps
from builder.vassal.places import OFFBOARD, Places

_UNSAFE = re.compile(r"[;/:,|$\\\t\n]+")  # a map's name travels inside all of VASSAL's codecs (formats §6.1)


class MapWindow(NamedTuple):
    """One map of the game as a map window with one board; `image` is the picture's entry below images/."""

    name: str
    board: str
    image: str
    sheet: MapSheet
    layout: MapLayout

    def holds(self, place: str) -> bool:
        return place in self.sheet.hexes or any(box.id == place for box in self.sheet.boxes)

    def centre(self, place: str) -> tuple[float, float]:
        """The middle of a hex or box in pixels; KeyError for a place that is not on this map."""
        return self.layout.centre(place) if place in self.sheet.hexes else self.layout.box(place).centre


def map_windows(game: Game, hex_px: float = HEX_PX) -> tuple[MapWindow, ...]:
    """A window for each map. The only map of a game is called Map; several bear their own names."""
    if len(game.maps) == 1:
        sheet = game.maps[0]
        return (MapWindow(w.MAP, w.BOARD, "map.png", sheet, layout(sheet, hex_px)),)
    return tuple(
        MapWindow(name, name, f"map-{sheet.id}.png", sheet, layout(sheet, hex_px))
        for sheet in game.maps
        for name in (_UNSAFE.sub(" ", sheet.name).strip(),)
    )


def window_of(windows: tuple[MapWindow, ...], place: str) -> MapWindow:
    """The window that shows a hex or box; KeyError where none does."""
    for window in windows:
        if window.holds(place):
            return window
    raise KeyError(place)


@dataclass(frozen=True, slots=True)
class Atlas:
    """The windows with the module's own answers to "where is this pixel" and "where is this place"."""

    windows: tuple[MapWindow, ...]
    places: Mapping[str, Places]  # by the map's name

    def location(self, map_name: str | None, x: int, y: int) -> str:
        """What the module calls a pixel."""
        places = self.places.get(map_name or "")
        return places.location(x, y) if places is not None else OFFBOARD

    def spot(self, place: str) -> tuple[str, int, int]:
        """(map, x, y) where a piece comes to lie: the very pixel to which VASSAL snaps, so that dropped pieces join
        the stack. KeyError for an unknown place."""
        window = window_of(self.windows, place)
        x, y = window.centre(place)
        return (window.name, *self.places[window.name].snap(round(x), round(y)))


def atlas(root: Component, windows: tuple[MapWindow, ...]) -> Atlas:
    """The atlas of a module's components, read as VASSAL reads them."""
    sizes = {window.image: (window.layout.width, window.layout.height) for window in windows}
    places = {one.name: one.places() for one in read_maps(root, sizes.get, [])}
    return Atlas(windows, MappingProxyType(places))
