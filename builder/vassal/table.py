"""The board as VASSAL keeps it while commands are applied: pieces, stacks, decks, properties, turns (formats §4.7).

`standing` keeps what stands where; nothing is looked up by searching, so a replay takes linear time.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import NamedTuple

from builder.vassal import commands as c
from builder.vassal.pieces import (
    PlainState,
    beside,
    join_levels,
    plain_state,
    state_levels,
    type_levels,
)
from builder.vassal.saves import property_of
from builder.vassal.sequence import decode, encode
from builder.vassal.standing import DECK, PIECE, STACK, Stacking, Standing, TablePiece

__all__ = ["DECK", "PIECE", "STACK", "Change", "Stacking", "Table", "TablePiece", "everything_stacks", "never_stacks"]

MODULE = "Module"
Place = tuple[str | None, int, int]  # map name, x, y


class Change(NamedTuple):
    """What one command did to one piece."""

    id: str
    what: str  # added, removed, moved, changed


def everything_stacks(piece: TablePiece, map_name: str) -> Hashable:
    """The stacking of a module that is not at hand: all pieces stack but those whose trait forbids it."""
    return None if never_stacks(piece.type) else ""


@lru_cache(maxsize=4096)
def never_stacks(type_text: str) -> bool:
    """Whether a Does Not Stack trait keeps the piece out of stacks (formats §3.7.4)."""
    for level in type_levels(type_text) if "immob;" in type_text else ():
        if level.startswith("immob;"):
            items = decode(level[6:], ";")
            if (items[2] if len(items) > 2 else "R") != "L":
                return True
    return False


class Table:
    """`apply` commands in order; then read `pieces`, `properties`, `turns`, `players`, `boards`.

    `properties` are by container and name; the container is `Module`, a map, or `map:zone`.
    """

    def __init__(self, stacking: Stacking = everything_stacks):
        self._standing = Standing(stacking)
        self.pieces: dict[str, TablePiece] = self._standing.pieces
        self.properties: dict[tuple[str, str], str] = {}
        self.turns: dict[str, str] = {}  # tracker id -> state
        self.players: dict[c.PlayerId, tuple[str, str]] = {}  # id -> (name, side)
        self.boards: dict[str, tuple[c.BoardAt, ...]] = {}
        self._saved: dict[tuple[str, str], c.GlobalProperty] = {}  # those that a save holds: dice results are not
        self._read: dict[str, PlainState] = {}  # what each piece was changed to last
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

    def place_of(self, id: str) -> Place:
        """Map and pixel; that of the stack or deck for a piece inside one. KeyError for an unknown id."""
        return self._standing.place(self.pieces[id])

    def holder_of(self, id: str) -> TablePiece | None:
        """The stack or deck that a piece is in; it may have been removed (see `TablePiece`)."""
        return self._standing.holder(self.pieces[id])

    def state_text(self, id: str) -> str:
        """The STATE as VASSAL would write it now: innermost level with the present place, containers with contents."""
        piece = self.pieces[id]
        if piece.kind != PIECE:
            return _container_text(piece)
        items = decode(piece.levels[-1], ";")
        items[:3] = _place_items(self.place_of(id))
        return join_levels([*piece.levels[:-1], encode(items, ";")])

    def as_commands(self) -> tuple[c.AddPiece, ...]:
        """The position as a save holds it: contents before the stack or deck that holds them; empty stacks left out.
        A piece that is not quite in its stack (see `TablePiece`) loads where it lies, by itself."""
        loose = [p for p in self.pieces.values() if p.kind == PIECE]
        holders = [p for p in self.pieces.values() if p.kind == DECK or (p.kind == STACK and p.members)]
        return tuple(c.AddPiece(p.id, p.type, self.state_text(p.id)) for p in (*loose, *holders))

    def settings(self) -> tuple[c.Command, ...]:
        """What a save holds beside the pieces: players, boards, turns, and the properties that it began with."""
        return (
            *(c.Player(id, name, side) for id, (name, side) in self.players.items()),
            *(c.Boards(name, boards) for name, boards in self.boards.items()),
            *(c.Turn(tracker, state) for tracker, state in self.turns.items()),
            *(command._replace(value=self.properties[key]) for key, command in self._saved.items()),
        )

    # ---- pieces

    def _add(self, command: c.AddPiece) -> tuple[Change, ...]:
        id = command.id
        if id is None:
            return ()
        kind = STACK if command.type == "stack" else DECK if command.type.startswith("deck;") else PIECE
        piece = TablePiece(id, kind, command.type, [])
        self._read.pop(id, None)  # it may be of another TYPE now
        self._standing.add(piece)
        changes = self._set_all(piece, command.state)
        return (Change(id, "added"), *(change for change in changes if change.id != id))

    def _remove(self, command: c.RemovePiece) -> tuple[Change, ...]:
        piece = self.pieces.get(command.id)
        if piece is None:
            return ()
        members = tuple(piece.members)
        self._standing.remove(piece)
        return (Change(command.id, "removed"), *(Change(member, "moved") for member in members))

    def _change(self, command: c.ChangePiece) -> tuple[Change, ...]:
        piece = self.pieces.get(command.id)
        if piece is None:
            return ()
        if command.old is None:
            return self._set_all(piece, command.new)
        if piece.kind != PIECE:
            return self._set_container(piece, _merged(piece, command.new, command.old))
        shape = self._standing.shape(piece.type)
        before = piece.parent
        moved = False
        for level, new in self._changed_levels(piece.id, command.new, command.old, shape.count):
            if level in shape.properties:
                self._standing.set_property(piece, level, new)
            elif level not in shape.sends or new.strip(";"):  # VASSAL never forgets where a piece was sent from
                piece.levels[level] = new
            if level == shape.count - 1:
                moved = self._set_place(piece, _place(decode(new, ";")))
        return (Change(piece.id, "moved" if moved or piece.parent != before else "changed"),)

    def _changed_levels(self, id: str, new: str, old: str, count: int) -> Iterable[tuple[int, str]]:
        """(level, its new text) where the two differ. Nearly always what a piece leaves is what it came to before."""
        known = self._read.get(id) or plain_state(old, count)
        if known is not None:
            was = beside(old, known)
            now = beside(new, was.state) if was is not None else None
            if now is not None:
                self._read[id] = now.state
                return now.changed
        pairs = zip(_levels(new, count), _levels(old, count))
        return [(level, one) for level, (one, other) in enumerate(pairs) if one != other]

    def _move(self, command: c.MovePiece) -> tuple[Change, ...]:
        piece = self.pieces.get(command.id) if command.id is not None else None
        if piece is None:
            return ()
        if command.map is None:
            if piece.map == command.old_map and piece.since:
                self._standing.take_off(piece)
            return ()
        self._standing.eyes = self._eyes_of(command.player)
        moving = tuple(piece.members)
        self._standing.drop(piece, (command.map, command.x, command.y), command.under, command.player or "")
        return (Change(piece.id, "moved"), *(Change(member, "moved") for member in moving))

    def _eyes_of(self, player: c.PlayerId | None) -> frozenset[str]:
        if player is None:
            return frozenset(("",))
        return frozenset(("", player, *self.players.get(player, ())[1:]))

    # ---- states

    def _set_all(self, piece: TablePiece, state: str) -> tuple[Change, ...]:
        if piece.kind != PIECE:
            return self._set_container(piece, state)
        piece.levels = _levels(state, self._standing.shape(piece.type).count)
        moved = self._set_place(piece, _place(decode(piece.levels[-1], ";")))
        return (Change(piece.id, "moved" if moved else "changed"),)

    def _set_place(self, piece: TablePiece, place: Place) -> bool:
        """The place of a basic piece's state. Inside a stack only another map moves it: VASSAL keeps it there else."""
        holder = self._standing.holder(piece)
        here = self._standing.place(piece)
        if here == place and (piece.since or holder or place[0] is None):
            return False
        if holder is not None and here[0] == place[0]:
            return False
        if place[0] is None and holder is not None:
            return False
        self._standing.put(piece, place)
        return True

    def _set_container(self, piece: TablePiece, text: str) -> tuple[Change, ...]:
        items = decode(text, ";")
        before = (piece.map, piece.x, piece.y)
        place = _place(items)
        if piece.kind == STACK and place[0] is None:
            place = (None, 0, 0)
        places = {id: self.place_of(id) for id in _contents(piece.kind, items) if id in self.pieces}
        piece.levels = [text]
        self._standing.put(piece, place)
        members = self._standing.refill(piece, _contents(piece.kind, items))
        return (
            Change(piece.id, "changed" if before == place else "moved"),
            *(Change(one.id, "changed" if places[one.id] == place else "moved") for one in members),
        )

    # ---- everything else

    def _set(self, command: c.MutableProperty) -> tuple[Change, ...]:
        self.properties[(command.container or "", command.name)] = command.new or ""
        return ()

    def _restore(self, command: c.GlobalProperty) -> tuple[Change, ...]:
        key, value = property_of(command)
        self.properties[key] = value
        self._saved[key] = command
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
        self._standing.clear()
        for held in (self.properties, self._saved, self.turns, self.players, self.boards):
            held.clear()
        return ()


def _merged(piece: TablePiece, new: str, old: str) -> str:
    """The new state of a stack or deck, with what has come into it since the old one, above what it lies on."""
    if old == _container_text(piece):
        return new
    items = decode(new, ";")
    contents = _contents(piece.kind, items)
    known = {*contents, *_contents(piece.kind, decode(old, ";"))}
    if known.issuperset(piece.members):
        return new
    below = ""
    for member in piece.members:
        if member not in known:
            contents.insert(contents.index(below) + 1 if below in contents else 0, member)
        below = member
    if piece.kind == DECK:
        return encode([*items[:4], encode(contents, ",")], ";")
    return encode([*items[:3], *contents, *(item for item in items[3:] if item.startswith("@@"))], ";")


def _contents(kind: str, items: list[str]) -> list[str]:
    """Ids in a stack or deck, bottom first."""
    if kind == STACK:
        return [item for item in items[3:] if item and not item.startswith("@@")]
    return decode(items[4], ",") if len(items) > 4 and items[4] else []


def _container_text(piece: TablePiece) -> str:
    items = decode(piece.levels[0], ";") if piece.levels else []
    place = _place_items((piece.map, piece.x, piece.y))
    if piece.kind == STACK:
        layer = next((item for item in items[3:] if item.startswith("@@")), "@@-1")
        return encode([*place, *piece.members, layer], ";")
    return encode([*place, *(items[3:4] or ["false"]), *([encode(piece.members, ",")] if piece.members else [])], ";")


def _levels(text: str, count: int) -> list[str]:
    """The levels of a STATE; missing ones are empty."""
    levels = state_levels(text, count)
    return levels + [""] * (count - len(levels))


def _place(items: list[str]) -> Place:
    name = items[0] if items else "null"
    return None if name == "null" else name, _int(items, 1), _int(items, 2)


def _place_items(place: Place) -> list[str]:
    return ["null" if place[0] is None else place[0], str(place[1]), str(place[2])]


def _int(items: list[str], index: int) -> int:
    try:
        return int(items[index])
    except (IndexError, ValueError):
        return 0
