"""The board as VASSAL keeps it while commands are applied: pieces, stacks, decks, properties, turns (formats §4.7).

Nothing is looked up by searching: stacks and loose pieces are found by their pixel through an index, so a replay
takes linear time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from builder.vassal import commands as c
from builder.vassal.pieces import join_levels, state_levels, type_levels
from builder.vassal.sequence import decode, encode

PIECE, STACK, DECK = "piece", "stack", "deck"
Spot = tuple[str, int, int]  # map name, x, y


@dataclass(slots=True)
class TablePiece:
    """`levels` is the STATE, outermost first; a piece in a stack or deck lies where its `parent` lies."""

    id: str
    kind: str
    type: str
    levels: list[str]
    map: str | None = None
    x: int = 0
    y: int = 0
    parent: str | None = None
    members: list[str] = field(default_factory=list)
    local: bool = False  # a stack that the replay made itself; VASSAL gives such stacks arbitrary ids


class Change(NamedTuple):
    """What one command did to one piece."""

    id: str
    what: str  # added, removed, moved, changed


Stacking = Callable[[TablePiece, str], Hashable]
"""(piece, map) -> the group it stacks with; None: it does not stack there."""


def everything_stacks(piece: TablePiece, map_name: str) -> Hashable:
    return None if "immob;" in piece.type and never_stacks(piece.type) else ""


def never_stacks(type_text: str) -> bool:
    """Whether a Does Not Stack trait keeps the piece out of stacks (formats §3.7.4)."""
    for level in type_levels(type_text):
        if level.startswith("immob;"):
            items = decode(level[6:], ";")
            if (items[2] if len(items) > 2 else "R") != "L":
                return True
    return False


class Table:
    """`apply` commands in order; then read `pieces`, `properties`, `turns`, `players`, `boards`."""

    def __init__(self, stacking: Stacking = everything_stacks):
        self.pieces: dict[str, TablePiece] = {}
        self.properties: dict[tuple[str, str], str] = {}  # (container, name) -> value
        self.turns: dict[str, str] = {}  # tracker id -> state
        self.players: dict[c.PlayerId, tuple[str, str]] = {}  # id -> (name, side)
        self.boards: dict[str, tuple[c.BoardAt, ...]] = {}
        self._stacking = stacking
        self._spots: dict[Spot, list[str]] = {}  # what stands at a pixel by itself, oldest first
        self._made = 0
        self._handlers = {
            c.AddPiece: self._add, c.RemovePiece: self._remove, c.MovePiece: self._move, c.ChangePiece: self._change,
            c.MutableProperty: self._set, c.GlobalProperty: self._restore, c.Turn: self._turn, c.Player: self._player,
            c.PlayerRemoved: self._player_left, c.Boards: self._boards, c.BeginSave: self._begin,
        }  # fmt: skip

    def apply(self, command: c.Command) -> tuple[Change, ...]:
        """Carry out one command; what changed on the board, in order. Unknown ids are passed over, as in VASSAL."""
        handler = self._handlers.get(type(command))
        return handler(command) if handler is not None else ()

    def apply_all(self, commands: Iterable[c.Command]) -> None:
        for command in commands:
            self.apply(command)

    def place_of(self, id: str) -> tuple[str | None, int, int]:
        """Map and pixel; that of the stack or deck for a piece inside one. KeyError for an unknown id."""
        piece = self.pieces[id]
        holder = self.pieces.get(piece.parent) if piece.parent else None
        holder = holder or piece
        return holder.map, holder.x, holder.y

    def state_text(self, id: str) -> str:
        """The STATE as VASSAL would write it now: innermost level with the present place, containers with contents."""
        piece = self.pieces[id]
        if piece.kind != PIECE:
            return self._container_text(piece)
        map_name, x, y = self.place_of(id)
        items = decode(piece.levels[-1], ";")
        items[:3] = [map_name if map_name is not None else "null", str(x), str(y)]
        return join_levels([*piece.levels[:-1], encode(items, ";")])

    def as_commands(self) -> tuple[c.AddPiece, ...]:
        """The position as a save holds it: contents before the stack or deck that holds them; empty stacks left out."""
        loose = [p for p in self.pieces.values() if p.kind == PIECE]
        holders = [p for p in self.pieces.values() if p.kind == DECK or (p.kind == STACK and p.members)]
        return tuple(c.AddPiece(p.id, p.type, self.state_text(p.id)) for p in (*loose, *holders))

    # ---- pieces

    def _add(self, command: c.AddPiece) -> tuple[Change, ...]:
        id = command.id
        if id is None:
            return ()
        if id in self.pieces:
            self._forget(self.pieces[id])
        kind = STACK if command.type == "stack" else DECK if command.type.startswith("deck;") else PIECE
        piece = TablePiece(id, kind, command.type, [])
        self.pieces[id] = piece
        return (Change(id, "added"), *self._set_state(piece, command.state, None))

    def _remove(self, command: c.RemovePiece) -> tuple[Change, ...]:
        piece = self.pieces.get(command.id)
        if piece is None:
            return ()
        self._forget(piece)
        del self.pieces[command.id]
        return (Change(command.id, "removed"),)

    def _change(self, command: c.ChangePiece) -> tuple[Change, ...]:
        piece = self.pieces.get(command.id)
        return () if piece is None else self._set_state(piece, command.new, command.old)

    def _set_state(self, piece: TablePiece, new: str, old: str | None) -> tuple[Change, ...]:
        if piece.kind != PIECE:
            return self._set_container(piece, new)
        count = len(piece.levels) or len(type_levels(piece.type))
        levels = _levels(new, count)
        first = not piece.levels
        before = None if first or old is None else _levels(old, count)
        if before is None:
            moved = self._set_innermost(piece, levels[-1], None)
            piece.levels = levels
            return (Change(piece.id, "changed"), *moved)
        moved: tuple[Change, ...] = ()
        for level in range(min(count, len(levels), len(before))):
            if levels[level] != before[level]:
                if level == count - 1:
                    moved = self._set_innermost(piece, levels[level], before[level])
                piece.levels[level] = levels[level]
        return (Change(piece.id, "changed"), *moved)

    def _set_innermost(self, piece: TablePiece, text: str, before: str | None) -> tuple[Change, ...]:
        """Map and position of a basic piece's state; inside a stack VASSAL leaves the piece where it is."""
        items = decode(text, ";")
        place = _place(items)
        if before is not None and _place(decode(before, ";")) == place:
            return ()
        map_name, x, y = place
        if before is None and piece.parent is None and not piece.levels:
            piece.map, piece.x, piece.y = map_name, x, y
            self._index(piece)
            return ()
        if self.place_of(piece.id) == place:
            return ()
        self._leave(piece)
        piece.map, piece.x, piece.y = map_name, x, y
        self._index(piece)
        return (Change(piece.id, "moved"),)

    def _set_container(self, piece: TablePiece, text: str) -> tuple[Change, ...]:
        items = decode(text, ";")
        place = _place(items)
        if piece.kind == STACK:
            members = [item for item in items[3:] if item and not item.startswith("@@")]
        else:
            members = decode(items[4], ",") if len(items) > 4 and items[4] else []
        moved = (piece.map, piece.x, piece.y) != place
        self._unindex(piece)
        piece.levels = [text]
        piece.map, piece.x, piece.y = place
        self._index(piece)
        # the contents are set anew, in their order; what is not named any more stays where it is, without a stack
        dropped = [m for m in piece.members if m not in set(members)]
        changes = [Change(piece.id, "moved" if moved else "changed")]
        for member in dropped:
            child = self.pieces.get(member)
            if child is not None and child.parent == piece.id:
                child.parent = None
                child.map, child.x, child.y = place
                self._index(child)
        piece.members = []
        for member in members:
            child = self.pieces.get(member)
            if child is None or child.kind != PIECE:
                continue
            was = self.place_of(member)
            if child.parent != piece.id:
                self._leave(child)
            child.parent = piece.id
            piece.members.append(member)
            changes.append(Change(member, "changed" if was == place else "moved"))
        return tuple(changes)

    def _container_text(self, piece: TablePiece) -> str:
        items = decode(piece.levels[0], ";") if piece.levels else []
        place = [piece.map if piece.map is not None else "null", str(piece.x), str(piece.y)]
        if piece.kind == STACK:
            layer = next((i for i in items[3:] if i.startswith("@@")), "@@-1")
            return encode([*place, *piece.members, layer], ";")
        face_down = items[3:4] or ["false"]
        return encode([*place, *face_down, *([encode(piece.members, ",")] if piece.members else [])], ";")

    # ---- moves

    def _move(self, command: c.MovePiece) -> tuple[Change, ...]:
        piece = self.pieces.get(command.id) if command.id is not None else None
        if piece is None:
            return ()
        if command.map is None:
            self._leave(piece)
            piece.map = None
            return (Change(piece.id, "moved"),)
        if piece.kind != PIECE:
            self._unindex(piece)
            piece.map, piece.x, piece.y = command.map, command.x, command.y
            self._index(piece)
            return (Change(piece.id, "moved"), *(Change(m, "moved") for m in piece.members))
        self._place_piece(piece, (command.map, command.x, command.y), command.under)
        return (Change(piece.id, "moved"),)

    def _place_piece(self, piece: TablePiece, spot: Spot, under: str | None) -> None:
        """Rules 2 to 4 of formats §4.7: above `under`, into what stands at the very pixel, or alone."""
        below = self.pieces.get(under) if under is not None else None
        if below is not None and below.id != piece.id and self.place_of(below.id) == spot:
            holder = below if below.kind != PIECE else self._holder_of(below)
            index = len(holder.members) if below.kind != PIECE else holder.members.index(below.id) + 1
            self._join(piece, holder, index)
            return
        group = self._stacking(piece, spot[0])
        target = self._target(piece, spot, group)
        if target is not None:
            # with nothing named below it, the piece goes to the bottom
            self._join(piece, target, 0 if under is None else len(target.members))
            return
        self._leave(piece)
        piece.map, piece.x, piece.y = spot
        self._index(piece)
        if group is not None:
            self._holder_of(piece)

    def _target(self, piece: TablePiece, spot: Spot, group: Hashable) -> TablePiece | None:
        """The stack or deck at a pixel that takes the piece; a single piece there is put into a stack of its own."""
        for id in reversed(self._spots.get(spot, ())):
            other = self.pieces[id]
            if other.id == piece.id or other.id == piece.parent and other.members == [piece.id]:
                continue
            if other.kind == DECK:
                return other
            if group is None:
                continue
            top = self.pieces.get(other.members[-1]) if other.kind == STACK and other.members else other
            if top is None or top.kind == STACK:
                continue  # an empty stack is a left-over
            if self._stacking(top, spot[0]) == group:
                return other if other.kind == STACK else self._holder_of(other)
        return None

    def _join(self, piece: TablePiece, holder: TablePiece, index: int) -> None:
        if piece.parent == holder.id:
            old = holder.members.index(piece.id)
            holder.members.pop(old)
            index -= old < index
        else:
            self._leave(piece)
        piece.parent = holder.id
        holder.members.insert(index, piece.id)

    def _holder_of(self, piece: TablePiece) -> TablePiece:
        """The stack a piece stands in; a local one is made where it stands alone."""
        if piece.parent is not None:
            return self.pieces[piece.parent]
        self._made += 1
        stack = TablePiece(f"local-{self._made}", STACK, "stack", [""], piece.map, piece.x, piece.y, local=True)
        self.pieces[stack.id] = stack
        self._unindex(piece)
        self._index(stack)
        piece.parent = stack.id
        stack.members.append(piece.id)
        return stack

    # ---- where things stand

    def _leave(self, piece: TablePiece) -> None:
        """Take a piece out of its stack or off its pixel; a local stack left empty is forgotten."""
        if piece.parent is None:
            self._unindex(piece)
            return
        holder = self.pieces.get(piece.parent)
        piece.parent = None
        if holder is None:
            return
        piece.map, piece.x, piece.y = holder.map, holder.x, holder.y
        if piece.id in holder.members:
            holder.members.remove(piece.id)
        if holder.local and not holder.members:
            self._unindex(holder)
            del self.pieces[holder.id]

    def _forget(self, piece: TablePiece) -> None:
        self._leave(piece)
        for member in piece.members:
            child = self.pieces.get(member)
            if child is not None and child.parent == piece.id:
                child.parent = None
                child.map, child.x, child.y = piece.map, piece.x, piece.y
                self._index(child)

    def _index(self, piece: TablePiece) -> None:
        if piece.map is not None:
            self._spots.setdefault((piece.map, piece.x, piece.y), []).append(piece.id)

    def _unindex(self, piece: TablePiece) -> None:
        spot = (piece.map or "", piece.x, piece.y)
        here = self._spots.get(spot)
        if here and piece.id in here:
            here.remove(piece.id)
            if not here:
                del self._spots[spot]

    # ---- everything else

    def _set(self, command: c.MutableProperty) -> tuple[Change, ...]:
        self.properties[(command.container or "", command.name)] = command.new or ""
        return ()

    def _restore(self, command: c.GlobalProperty) -> tuple[Change, ...]:
        self.properties[(command.container or "", command.name)] = command.value or ""
        return ()

    def _turn(self, command: c.Turn) -> tuple[Change, ...]:
        self.turns[command.tracker] = command.state
        return ()

    def _player(self, command: c.Player) -> tuple[Change, ...]:
        self.players[command.id] = (command.name, command.side)
        return ()

    def _player_left(self, command: c.PlayerRemoved) -> tuple[Change, ...]:
        self.players.pop(command.id, None)
        return ()

    def _boards(self, command: c.Boards) -> tuple[Change, ...]:
        self.boards[command.map] = command.boards
        return ()

    def _begin(self, command: c.BeginSave) -> tuple[Change, ...]:
        self.pieces.clear()
        self._spots.clear()
        return ()


def _levels(text: str, count: int) -> list[str]:
    """The levels of a STATE; missing ones are empty."""
    levels = state_levels(text, count)
    return levels + [""] * (count - len(levels))


def _place(items: list[str]) -> Spot:
    name = items[0] if items else "null"
    return (None if name == "null" else name, _int(items, 1), _int(items, 2))  # type: ignore[return-value]


def _int(items: list[str], index: int) -> int:
    try:
        return int(items[index])
    except (IndexError, ValueError):
        return 0
