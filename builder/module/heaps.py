"""Where the pieces of a set-up come to lie: a stack in a hex, in a wide box as many stacks as fit side by side."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from builder.art.layout import Rectangle
from builder.model import Game, Placement, Scenario
from builder.module.cups import CUP, Cup, cups
from builder.module.windows import Atlas, window_of

CELL = 0.9  # hex widths: a counter and the edge of the stack below it


class Heap(NamedTuple):
    """One stack of a set-up, bottom first, on a map at a pixel."""

    map: str
    x: int
    y: int
    placements: tuple[Placement, ...]
    cup: Cup | None = None  # a deck instead of a stack


def heaps(game: Game, scenario: Scenario, where: Atlas) -> Iterator[Heap]:
    """Every stack, those that arrive later in the boxes of their turns."""
    by_place: dict[str, list[Placement]] = {}
    for placement in (*scenario.placements, *waiting(game, scenario)):
        by_place.setdefault(placement.place, []).append(placement)
    for cup in cups(game, where.windows):
        inside = tuple(by_place.pop(f"{CUP}{cup.side}", ()))
        yield Heap(cup.map, cup.x, cup.y, inside, cup)
    for place, placements in by_place.items():
        placements.sort(key=lambda p: _height(game, p.what))
        window = window_of(where.windows, place)
        if place in window.sheet.hexes:
            yield Heap(*where.spot(place), tuple(placements))
            continue
        points = list(_cells(window.layout.inside(place), len(placements), window.layout.hex_px))
        for (x, y), group in zip(points, _dealt(placements, len(points))):
            yield Heap(window.name, *where.places[window.name].snap(round(x), round(y)), group)


def _height(game: Game, what: str) -> int:
    """Works that module.yaml lists as `under` lie below units, other markers above them."""
    if what not in game.markers:
        return 1
    under = game.module.get("under", ())
    return 0 if isinstance(under, list | tuple) and what in under else 2


def waiting(game: Game, scenario: Scenario) -> Iterator[Placement]:
    """Those who come later, where they wait."""
    for arrival in scenario.arrivals:
        yield Placement(arrival.what, game.waiting_box(arrival.turn), arrival.steps, stock=arrival.stock)


def _cells(box: Rectangle, count: int, hex_px: float) -> Iterator[tuple[float, float]]:
    """The middles of the cells that are used, row by row, the whole centred in the box."""
    cell = CELL * hex_px
    columns, rows = max(int(box.width // cell), 1), max(int(box.height // cell), 1)
    used = min(count, columns * rows)
    high = math.ceil(used / columns)
    wide = math.ceil(used / high)
    for i in range(used):
        down, across = divmod(i, wide)
        yield (
            box.x + box.width / 2 + (across - (wide - 1) / 2) * cell,
            box.y + box.height / 2 + (down - (high - 1) / 2) * cell,
        )


def _dealt(placements: list[Placement], heaps_: int) -> Iterator[tuple[Placement, ...]]:
    """The pieces in their order, dealt to so many heaps as evenly as they go."""
    done = 0
    for i in range(heaps_):
        size = math.ceil((len(placements) - done) / (heaps_ - i))
        yield tuple(placements[done : done + size])
        done += size
