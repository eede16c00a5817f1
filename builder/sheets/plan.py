"""Which counter goes where on which page: plain figures, in millimetres from the page's upper left corner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from builder.art.faces import sheet_faces
from builder.model import Game

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
LEAST_MARGIN = 13.0  # room for cut marks and what printers can not reach
HEADER = 7.0
UNLIMITED = 12  # copies of a marker that the game has no limit for

BLANK = "blank"  # a reverse without a picture: the ground of its front


class FaceRef(NamedTuple):
    """What a face shows: a counter at steps, or a marker's front or back; `kind` is counter, marker or blank."""

    kind: str
    id: str
    face: str


class Piece(NamedTuple):
    front: FaceRef
    back: FaceRef


class Slot(NamedTuple):
    """The place of one counter on its page: the upper left corner, fronts as seen from the front."""

    piece: Piece
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """Pages of slots. Backs lie mirrored, left to right, for duplex over the long edge of an upright page."""

    paper: str
    page: tuple[float, float]
    size: float
    columns: int
    rows: int
    left: float
    top: float
    pages: tuple[tuple[Slot, ...], ...]

    def back_x(self, slot: Slot) -> float:
        """Where its reverse begins on the page behind."""
        return self.page[0] - slot.x - self.size

    @property
    def cuts(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Upright cuts by x, level cuts by y."""
        return (
            tuple(self.left + self.size * i for i in range(self.columns + 1)),
            tuple(self.top + self.size * i for i in range(self.rows + 1)),
        )


def pieces(game: Game) -> Iterator[Piece]:
    """Every piece of cardboard: each unit's counters, a substitute being one of them, and every copy of each marker."""
    for counter in game.counters.values():
        for front, back in sheet_faces(counter, game.numbers):
            reverse = FaceRef(BLANK if back is None else "counter", counter.id, str(front if back is None else back))
            yield Piece(FaceRef("counter", counter.id, str(front)), reverse)
    for kind in game.markers.values():
        back = FaceRef("marker", kind.id, "back" if kind.back else "front")
        for _ in range(kind.count or UNLIMITED):
            yield Piece(FaceRef("marker", kind.id, "front"), back)


def plan_sheets(game: Game, paper: str = "A4", size_mm: float = 15.875) -> SheetPlan:
    """ValueError for an unknown paper, and for counters that are too small to print or too large for the page."""
    if paper not in PAPERS:
        raise ValueError(f"unknown paper {paper!r} ({', '.join(PAPERS)})")
    wide, high = PAPERS[paper]
    if not 6 <= size_mm <= min(wide, high) - 2 * LEAST_MARGIN - HEADER:
        raise ValueError(f"counters of {size_mm} mm do not fit {paper} (6 mm to {min(wide, high) - 33:.0f} mm)")
    columns = int((wide - 2 * LEAST_MARGIN) / size_mm + 1e-9)
    rows = int((high - 2 * LEAST_MARGIN - HEADER) / size_mm + 1e-9)
    left = (wide - columns * size_mm) / 2
    top = HEADER + (high - HEADER - rows * size_mm) / 2
    every = tuple(pieces(game))
    per_page = columns * rows
    pages = tuple(
        tuple(
            Slot(piece, left + size_mm * (i % columns), top + size_mm * (i // columns))
            for i, piece in enumerate(every[start : start + per_page])
        )
        for start in range(0, len(every), per_page)
    )
    return SheetPlan(paper, (wide, high), size_mm, columns, rows, left, top, pages)
