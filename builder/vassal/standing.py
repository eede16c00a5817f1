"""What stands where: pieces, stacks and decks by their pixel, and how one joins another (formats §4.7).

Stacks and loose pieces are found by their pixel through an index; empty stacks, of which real games hold tens of
thousands, are kept out of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

from builder.vassal.pieces import type_levels

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


class Shape(NamedTuple):
    """What of a TYPE matters here: the number of its levels, and where among them some traits are."""

    count: int
    hide: int  # the level of an Invisible trait, or -1
    properties: frozenset[int]
    sends: frozenset[int]


class Standing:
    """All pieces by id, and an index of what stands at each pixel by itself."""

    def __init__(self, stacking: Stacking):
        self.pieces: dict[str, TablePiece] = {}
        self.stacking = stacking
        self.eyes: frozenset[str] = frozenset(("",))  # whose invisible pieces are seen: VASSAL stacks what is seen
        self._shapes: dict[str, Shape] = {}
        self._removed: dict[str, TablePiece] = {}  # stacks that were removed under their pieces
        self._spots: dict[Spot, dict[str, None]] = {}
        self._arrivals = 0
        self._made = 1  # VASSAL's own ids are far greater numbers

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

    def drop(self, piece: TablePiece, spot: Spot, under: str | None, mover: str) -> None:
        """A move (formats §4.7): above `under`, else into what stands at the very pixel, else alone."""
        below = self.pieces.get(under) if under is not None else None
        if below is not None and self.place(below) == spot:
            self._merge(below, piece)
        elif not self._merged(piece, spot, ("", mover)):
            stray = piece.parent is not None
            self.put(piece, spot)
            if not stray:
                self._stacked(piece)
        holder = self.holder(piece)
        if under is None and holder is not None and piece.id in holder.members:
            self.join(piece, holder, 0)

    def set_property(self, piece: TablePiece, level: int, value: str) -> None:
        """Set a dynamic property. Since it may be what tells layers apart, VASSAL then puts the piece down anew: a
        loose one gets a stack or joins one, one that stacks with its neighbours no more leaves them."""
        holder = self.holder(piece)
        map_name, x, y = self.place(piece)
        neighbour = self._neighbour(piece, holder) if holder is not None else None
        piece.levels[level] = value
        if map_name is None or (holder is not None and holder.kind == DECK):
            return
        moving = piece
        if holder is not None:
            if neighbour is None:
                moving = holder
            elif self._stack_together(neighbour, piece, map_name):
                return
        self.take_off(moving)
        if not self._merged(moving, (map_name, x, y)):
            self.put(moving, (map_name, x, y))
            self._stacked(moving)

    def _neighbour(self, piece: TablePiece, holder: TablePiece) -> TablePiece | None:
        """The nearest seen piece beneath, else above."""
        at = holder.members.index(piece.id) if piece.id in holder.members else 0
        for id in (*reversed(holder.members[:at]), *holder.members[at + 1 :]):
            if self._seen(self.pieces[id]):
                return self.pieces[id]
        return None

    def _stacked(self, piece: TablePiece) -> None:
        """Give a piece that stands alone a stack of its own, if it stacks at all."""
        if piece.kind == PIECE and self.stacking(piece, piece.map or "") is not None:
            self._stack_of(piece)

    def _merged(self, piece: TablePiece, spot: Spot, owners: tuple[str, ...] = ()) -> bool:
        """Whether something at the pixel takes the piece; the eldest that can does. On a move it must hold something
        that is invisible for none but these `owners`: VASSAL does not count the mover's side here."""
        here = self._spots.get(spot)
        if not here:
            return False
        top = self._top(piece)
        for other in sorted((self.pieces[id] for id in here), key=_age):
            if other.kind == DECK or (
                (not owners or any(self._hidden_by(self.pieces[id]) in owners for id in other.members or (other.id,)))
                and self._stack_together(self._top(other), top, spot[0])
            ):
                self._merge(other, piece)
                return True
        return False

    def _merge(self, fixed: TablePiece, moving: TablePiece) -> None:
        """Put `moving`, or all that is in it, right above `fixed`: on its top, where that is a stack."""
        fixed = self._top(fixed) or fixed
        if moving is fixed or moving is self.holder(fixed):
            return
        if fixed.kind == PIECE:
            holder = self._stack_of(fixed)
            index = holder.members.index(fixed.id) + 1 if fixed.id in holder.members else 0
        else:
            holder, index = fixed, len(fixed.members)
        if moving.kind == PIECE:
            self.join(moving, holder, index)
            return
        for number, id in enumerate(list(moving.members)):
            self.join(self.pieces[id], holder, index + number)

    def _top(self, piece: TablePiece) -> TablePiece | None:
        """The topmost seen piece of a stack or deck; a piece is its own."""
        if piece.kind == PIECE:
            return piece
        return next((one for id in reversed(piece.members) if self._seen(one := self.pieces[id])), None)

    def _stack_together(self, one: TablePiece | None, other: TablePiece | None, map_name: str) -> bool:
        if one is None or other is None:
            return False
        group = self.stacking(other, map_name)
        if group is None or self.stacking(one, map_name) != group:
            return False
        return self._hidden_by(one) == self._hidden_by(other) or (self._seen(one) and self._seen(other))

    def _seen(self, piece: TablePiece) -> bool:
        return self._hidden_by(piece) in self.eyes

    def _hidden_by(self, piece: TablePiece) -> str:
        """The player or side that made the piece invisible to others; else nothing."""
        level = self.shape(piece.type).hide
        return "" if level < 0 or piece.levels[level] == "null" else piece.levels[level]

    def shape(self, type_text: str) -> Shape:
        found = self._shapes.get(type_text)
        if found is None:
            levels = type_levels(type_text)
            hide = next((at for at, text in enumerate(levels) if text.startswith("hide;")), -1)
            at = {
                prefix: frozenset(at for at, text in enumerate(levels) if text.startswith(prefix))
                for prefix in ("PROP;", "sendto;")
            }
            found = self._shapes[type_text] = Shape(len(levels), hide, at["PROP;"], at["sendto;"])
        return found

    def _stack_of(self, piece: TablePiece) -> TablePiece:
        """The stack a piece stands in; a local one is made where it stands alone."""
        holder = self.holder(piece)
        if holder is not None:
            return holder
        while str(self._made) in self.pieces:
            self._made += 1
        stack = TablePiece(str(self._made), STACK, "stack", [""], local=True)
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
