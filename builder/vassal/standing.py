"""What stands where: pieces, stacks and decks by their pixel, and how one joins another (formats §4.7).

Stacks and loose pieces are found by their pixel through an index; empty stacks, of which real games hold tens of
thousands, are kept out of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

PIECE, STACK, DECK = "piece", "stack", "deck"
Spot = tuple[str, int, int]  # map name, x, y


@dataclass(slots=True)
class TablePiece:
    """`levels` is the STATE as it was last set, outermost first; a piece in a stack or deck lies where its `parent`
    lies, so ask `Table.place_of`.

    A stack that was removed while it held pieces stays their `parent`, on no map and not among the table's pieces:
    VASSAL does the same when an undo removes the stack of a piece that cannot go back.
    """

    id: str
    kind: str
    type: str
    levels: list[str]
    map: str | None = None
    x: int = 0
    y: int = 0
    parent: str | None = None
    members: list[str] = field(default_factory=list)  # bottom first
    local: bool = False  # a stack that the replay made itself; VASSAL gives such stacks arbitrary ids
    since: int = 0  # when it came to its map by itself; 0: it is in a stack, or on no map


Stacking = Callable[[TablePiece, str], Hashable]
"""(piece, map) -> the group it stacks with; None: it does not stack there."""


class Standing:
    """All pieces by id, and an index of what stands at each pixel by itself."""

    def __init__(self, stacking: Stacking):
        self.pieces: dict[str, TablePiece] = {}
        self.stacking = stacking
        self._removed: dict[str, TablePiece] = {}  # stacks that were removed under their pieces
        self._spots: dict[Spot, dict[str, None]] = {}
        self._arrivals = 0
        self._made = 0

    def clear(self) -> None:
        self.pieces.clear()
        self._removed.clear()
        self._spots.clear()

    def holder(self, piece: TablePiece) -> TablePiece | None:
        """The stack or deck that a piece is in."""
        if piece.parent is None:
            return None
        return self.pieces.get(piece.parent) or self._removed.get(piece.parent)

    def place(self, piece: TablePiece) -> tuple[str | None, int, int]:
        where = self.holder(piece) or piece
        return where.map, where.x, where.y

    # ---- coming and going

    def add(self, piece: TablePiece) -> None:
        old = self.pieces.get(piece.id)
        if old is not None:
            self.remove(old)
        self.pieces[piece.id] = piece

    def remove(self, piece: TablePiece) -> None:
        """Drop a piece; what a removed stack holds stays in it, on no map."""
        self.leave(piece)
        self._unindex(piece)
        piece.map, piece.since = None, 0
        self.pieces.pop(piece.id, None)
        if piece.members:
            self._removed[piece.id] = piece

    def put(self, piece: TablePiece, place: tuple[str | None, int, int]) -> None:
        """Stand a piece, stack or deck by itself at a place. Moving within a map keeps its age there."""
        self._unindex(piece)
        self.leave(piece)
        if place[0] is None:
            piece.since = 0
        elif not piece.since or piece.map != place[0]:
            self._arrivals += 1
            piece.since = self._arrivals
        piece.map, piece.x, piece.y = place
        self._index(piece)

    def take_off(self, piece: TablePiece) -> None:
        """Out of what its map shows, though it keeps its map and pixel: others find it there no more."""
        self._unindex(piece)
        piece.since = 0

    def leave(self, piece: TablePiece) -> None:
        """Take a piece out of its stack; it keeps the place, but stands nowhere until it is put or joins."""
        holder = self.holder(piece)
        piece.parent = None
        if holder is None:
            return
        piece.map, piece.x, piece.y = holder.map, holder.x, holder.y
        if piece.id in holder.members:
            holder.members.remove(piece.id)
        if not holder.members:
            self._removed.pop(holder.id, None)
            if holder.kind == STACK:
                self._unindex(holder)
                if holder.local:
                    self.pieces.pop(holder.id, None)

    def join(self, piece: TablePiece, holder: TablePiece, index: int) -> None:
        """Insert a piece into a stack or deck, out of wherever it is; `index` counts what is in it before."""
        if piece.parent == holder.id and piece.id in holder.members:
            old = holder.members.index(piece.id)
            holder.members.pop(old)
            holder.members.insert(index - (old < index), piece.id)
            return
        self._unindex(piece)
        self.leave(piece)
        piece.since = 0
        piece.parent = holder.id
        holder.members.insert(index, piece.id)
        if len(holder.members) == 1:
            self._index(holder)

    def refill(self, holder: TablePiece, ids: list[str]) -> list[TablePiece]:
        """Set the contents anew; the pieces that are there now. What is named no more keeps its `parent`, as in VASSAL:
        it lies where the stack lies, but is not in it."""
        holder.members = []
        found = []
        for id in dict.fromkeys(ids):
            piece = self.pieces.get(id)
            if piece is not None and piece.kind == PIECE:
                self.join(piece, holder, len(holder.members))
                found.append(piece)
        if not found and holder.kind == STACK:
            self._unindex(holder)
        return found

    # ---- joining

    def drop(self, piece: TablePiece, spot: Spot, under: str | None) -> None:
        """A move (formats §4.7): above `under`, else into what stands at the very pixel, else alone."""
        below = self.pieces.get(under) if under is not None else None
        if below is not None and self.place(below) == spot:
            self._merge(below, piece)
        elif not self._merged(piece, spot):
            stray = piece.parent is not None
            self.put(piece, spot)
            if piece.kind == PIECE and not stray and self.stacking(piece, spot[0]) is not None:
                self._stack_of(piece)
        holder = self.holder(piece)
        if under is None and holder is not None and piece.id in holder.members:
            self.join(piece, holder, 0)

    def _merged(self, piece: TablePiece, spot: Spot) -> bool:
        """Whether something at the pixel takes the piece; the eldest that can does."""
        here = self._spots.get(spot)
        if not here:
            return False
        group = self._group(piece, spot[0])
        for other in sorted((self.pieces[id] for id in here), key=_age) if len(here) > 1 else map(self.pieces.get, here):
            if other.kind == DECK or (group is not None and self._group(other, spot[0]) == group):
                self._merge(other, piece)
                return True
        return False

    def _group(self, piece: TablePiece, map_name: str) -> Hashable:
        """What a piece stacks with; a stack answers as its top piece."""
        top = self.pieces.get(piece.members[-1]) if piece.members else piece
        return None if top is None or top.kind != PIECE else self.stacking(top, map_name)

    def _merge(self, fixed: TablePiece, moving: TablePiece) -> None:
        """Put `moving`, or all that is in it, right above `fixed`: on its top, where that is a stack."""
        if fixed.members:
            fixed = self.pieces[fixed.members[-1]]
        if moving is fixed or moving is self.holder(fixed):
            return
        holder = fixed if fixed.kind != PIECE else self._stack_of(fixed)
        index = holder.members.index(fixed.id) + 1 if fixed.id in holder.members else 0
        if moving.kind == PIECE:
            self.join(moving, holder, index)
            return
        for number, id in enumerate(list(moving.members)):
            self.join(self.pieces[id], holder, index + number)

    def _stack_of(self, piece: TablePiece) -> TablePiece:
        """The stack a piece stands in; a local one is made where it stands alone."""
        holder = self.holder(piece)
        if holder is not None:
            return holder
        self._made += 1
        stack = TablePiece(f"local-{self._made}", STACK, "stack", [""], local=True)
        self.pieces[stack.id] = stack
        self.put(stack, (piece.map, piece.x, piece.y))
        self.join(piece, stack, 0)
        return stack

    # ---- the index

    def _index(self, piece: TablePiece) -> None:
        if piece.map is not None and piece.since and (piece.members or piece.kind != STACK):
            self._spots.setdefault((piece.map, piece.x, piece.y), {})[piece.id] = None

    def _unindex(self, piece: TablePiece) -> None:
        spot = (piece.map or "", piece.x, piece.y)
        here = self._spots.get(spot)
        if here is not None and here.pop(piece.id, spot) is None and not here:
            del self._spots[spot]


def _age(piece: TablePiece) -> int:
    return piece.since
