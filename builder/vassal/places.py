"""Boards laid out on a map: map pixels to location names, snapping, and back (formats §5.1).

A piece's coordinates are map pixels, the margin included. Several boards stand in columns and rows; a reversed one
is turned by half. At the exact point of a deck the place is the deck's name; outside all boards it is `offboard`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from builder.vassal.grids import Grid, HexGrid, Point, Size
from builder.vassal.sequence import decode, encode
from builder.vassal.traits.kinds import whole_number
from builder.vassal.zones import ZonedGrid

OFFBOARD = "offboard"


@dataclass(frozen=True, slots=True)
class Board:
    """A board as the module defines it; a board whose image is missing has no size and holds nothing."""

    name: str
    size: Size
    grid: Grid | None = None
    image: str = ""
    reversible: bool = False


class Placement(NamedTuple):
    """One board of a layout: where in columns and rows, and whether it is turned by half."""

    board: str
    reversed: bool = False
    column: int = 0
    row: int = 0


def read_layout(text: str) -> tuple[Placement, ...]:
    """The placements of a `...BoardPicker⇥board⇥column⇥row⇥...` command, prefix included."""
    items = decode(text, "\t")[1:]
    placements = []
    for start in range(0, len(items), 3):
        name, *turned = decode(items[start], "/")
        column, row = (_number(item) for item in (*items[start + 1 : start + 3], "0", "0")[:2])
        placements.append(Placement(name, turned[:1] == ["rev"], column, row))
    return tuple(placements)


def layout_text(map_name: str, placements: tuple[Placement, ...]) -> str:
    """The command for a layout, as a save and a `<setup>` child hold it."""
    items = [f"{map_name}BoardPicker"]
    for one in placements:
        items += [encode([one.board, "rev"] if one.reversed else [one.board], "/"), str(one.column), str(one.row)]
    return encode(items, "\t")


def _number(text: str) -> int:
    try:
        return whole_number(text)
    except ValueError:
        return 0


class Placed(NamedTuple):
    """A board at its upper left corner on the map."""

    board: Board
    x: int
    y: int
    reversed: bool = False

    def holds(self, point: Point) -> bool:
        return 0 <= point[0] - self.x < self.board.size[0] and 0 <= point[1] - self.y < self.board.size[1]

    def to_board(self, point: Point) -> Point:
        x, y = point[0] - self.x, point[1] - self.y
        return (self.board.size[0] - x, self.board.size[1] - y) if self.reversed else (x, y)

    def to_map(self, point: Point) -> Point:
        x, y = point
        if self.reversed:
            x, y = self.board.size[0] - x, self.board.size[1] - y
        return x + self.x, y + self.y


class DeckPoint(NamedTuple):
    name: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Places:
    """A map with its boards on it: the answers to "where is this pixel" and "where is this place"."""

    boards: tuple[Placed, ...]
    edge: Size = (0, 0)
    decks: tuple[DeckPoint, ...] = ()

    def board_at(self, x: int, y: int) -> Placed | None:
        return next((board for board in self.boards if board.holds((x, y))), None)

    def location(self, x: int, y: int) -> str:
        """The engine's name of this map pixel."""
        for deck in self.decks:
            if (deck.x, deck.y) == (x, y):
                return deck.name
        placed = self.board_at(x, y)
        if placed is None or placed.board.grid is None:
            return OFFBOARD
        name = placed.board.grid.name(placed.to_board((x, y)), placed.board.size)
        return OFFBOARD if name is None else name

    def zone(self, x: int, y: int) -> str:
        """The zone that holds the pixel, or nothing."""
        placed = self.board_at(x, y)
        grid = placed.board.grid if placed is not None else None
        if placed is None or not isinstance(grid, ZonedGrid):
            return ""
        zone = grid.zone(placed.to_board((x, y)))
        return zone.name if zone is not None else ""

    def raw_hex(self, x: int, y: int) -> tuple[int, int] | None:
        """Raw column and row of the hex grid under the pixel (the background grid, where there are zones)."""
        placed = self.board_at(x, y)
        grid = placed.board.grid if placed is not None else None
        if isinstance(grid, ZonedGrid):
            grid = grid.background
        return grid.raw(placed.to_board((x, y))) if placed is not None and isinstance(grid, HexGrid) else None

    def snap(self, x: int, y: int) -> Point:
        """Where a piece dropped at this pixel comes to lie."""
        placed = self.board_at(x, y)
        if placed is None:
            return x, y
        point = self._snapped(placed, (x, y))
        landed = self.board_at(*point)
        if landed is not None and landed != placed:
            point = self._snapped(landed, point)
        return point if self.board_at(*point) is not None else _back_on(placed, point)

    @staticmethod
    def _snapped(placed: Placed, point: Point) -> Point:
        grid = placed.board.grid
        return placed.to_map(grid.snap(placed.to_board(point))) if grid is not None else point

    def pixel(self, name: str, board: str = "", *, engine: bool = False) -> Point | None:
        """The map pixel of a place: a deck, or a name of a grid, on one board or the first that knows it."""
        for deck in self.decks:
            if deck.name == name:
                return deck.x, deck.y
        for placed in self.boards:
            if (board and placed.board.name != board) or placed.board.grid is None:
                continue
            found = placed.board.grid.pixel(name, placed.board.size, engine=engine)
            if found is not None:
                return placed.to_map(found)
        return None

    def origin(self, board: str) -> Point:
        """Upper left corner of the board of that name, or of the first board."""
        return next(((placed.x, placed.y) for placed in self.boards if placed.board.name == board), self.edge)


def _back_on(placed: Placed, point: Point) -> Point:
    """A pixel just off the edge of its board is put back onto it."""
    width, height = placed.board.size
    x, y = point[0] - placed.x, point[1] - placed.y
    x = width - 1 if x == width else 0 if x == -1 else x
    y = height - 1 if y == height else 0 if y == -1 else y
    return x + placed.x, y + placed.y


def lay_out(boards: tuple[Board, ...], layout: tuple[Placement, ...], edge: Size) -> tuple[Placed, ...]:
    """Boards at their pixels; a board that the module does not have is left out, as in the engine."""
    known = {board.name: board for board in boards}
    used = [(known[one.board], one) for one in layout if one.board in known]
    sizes = {(one.column, one.row): board.size for board, one in used}
    placed = []
    for board, one in used:
        x = edge[0] + sum(size[0] for (column, row), size in sizes.items() if row == one.row and column < one.column)
        y = edge[1] + sum(size[1] for (column, row), size in sizes.items() if column == one.column and row < one.row)
        placed.append(Placed(board, x, y, one.reversed))
    return tuple(placed)
