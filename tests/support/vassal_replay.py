"""A table replayed beside the engine's own account of the same log, compared field by field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from builder.vassal.module import Module
from builder.vassal.pieces import (
    decode_piece,
    encode_piece,
    join_levels,
    layer_level,
    properties_of,
    state_levels,
    type_levels,
)
from builder.vassal.places import Placement, Places
from builder.vassal.sequence import decode, encode
from builder.vassal.table import PIECE, STACK, Table
from builder.vassal.traits import Trait, decode_trait
from tests.support.vassal_truth import by_name

Record = dict[str, Any]
LOCAL = "local"


class Where(NamedTuple):
    """Where something stands, as the engine reports it. Ids of local stacks are arbitrary, so `LOCAL` is all of it."""

    map: str | None
    x: int
    y: int
    location: str | None
    parent: str | None
    index: int | None


class Position(NamedTuple):
    """All ids but those of local stacks; where and how all stands, empty stacks left out."""

    ids: frozenset[str]
    where: dict[str, Where]
    state: dict[str, str]


class Viewer:
    """Places of a module's maps with the boards that a table lays on them."""

    def __init__(self, module: Module):
        self.module = module
        self._places: dict[Any, Places] = {}
        self._locations: dict[Any, str] = {}

    def location(self, table: Table, map_name: str, x: int, y: int) -> str:
        key = map_name, table.boards.get(map_name), x, y
        if key not in self._locations:
            self._locations[key] = self._location(table, map_name, x, y)
        return self._locations[key]

    def _location(self, table: Table, map_name: str, x: int, y: int) -> str:
        boards = table.boards.get(map_name)
        key = map_name, boards
        if key not in self._places:
            one = self.module.map(map_name)
            assert one is not None
            layout = None if boards is None else tuple(Placement(b.name, b.reversed, b.column, b.row) for b in boards)
            self._places[key] = one.places(layout)
        return self._places[key].location(x, y)

    def where(self, table: Table, id: str) -> Where:
        name, x, y = table.place_of(id)
        holder = table.holder_of(id)
        index = parent = None
        if holder is not None:
            index = holder.members.index(id) if id in holder.members else -1
            parent = LOCAL if holder.local else holder.id
        return Where(name, x, y, None if name is None else self.location(table, name, x, y), parent, index)


def shown_state(table: Table, id: str) -> str:
    """The plain state, with layers that follow a property at the level they show: the engine sets it as it draws."""
    piece, state = table.pieces[id], table.state_text(id)
    if follows(piece.type):
        traits = decode_piece(piece.type, state)
        own = {name: value for (_, name), value in table.properties.items()} | properties_of(traits)
        state = encode_piece(tuple(_shown(trait, own) for trait in traits))[1]
    return plain_state(piece.type, state)


@cache
def follows(type_text: str) -> bool:
    """Whether a piece has a layer that follows a property."""
    return any(decode_trait(text, "1").fields.follow for text in type_levels(type_text) if text.startswith("emb2;"))


def _shown(trait: Trait, own: dict[str, str]) -> Trait:
    if trait.prefix != "emb2" or not trait.fields.follow:
        return trait
    return trait.with_state(level=layer_level(trait, own))


def differences(
    table: Table, viewer: Viewer, step: Record, was: Position, local: set[str]
) -> Iterator[tuple[Any, ...]]:
    """What the table did in one step and the engine did not, or the other way round."""
    now = position(table, viewer)
    for what, before, after in (("added", was, now), ("removed", now, was)):
        told = {one["id"]: truth_where(one, local) for one in step.get(what, ()) if one["id"] not in local}
        if told.keys() != after.ids - before.ids:
            yield what, told.keys() ^ (after.ids - before.ids)
        for id in told.keys() & after.where.keys():
            if told[id] != after.where[id]:
                yield what, after.where[id], told[id]
    theirs = {
        one["id"]: (truth_where(one["from"], local), truth_where(one["to"], local)) for one in step.get("moved", ())
    }
    ours = {
        id: (was.where[id], now.where[id])
        for id in was.where.keys() & now.where.keys()
        if was.where[id] != now.where[id] and table.pieces[id].kind == PIECE
    }
    if ours != theirs:
        yield "moved", ours, theirs
    told = {one["id"]: one for name in ("changed", "stacks_changed") for one in step.get(name, ())}
    for id in told.keys() - local:
        theirs = plain_state(table.pieces[id].type, told[id]["state_after"])
        if shown_state(table, id) != theirs:
            yield "state", id, shown_state(table, id), theirs
    untold = {id for id in was.state.keys() & now.state.keys() - told.keys() if was.state[id] != now.state[id]}
    if untold:
        yield "state untold", untold


def position(table: Table, viewer: Viewer) -> Position:
    own = {id: piece for id, piece in table.pieces.items() if not piece.local}
    full = [id for id, piece in own.items() if piece.kind != STACK or piece.members]
    return Position(
        frozenset(own),
        {id: viewer.where(table, id) for id in full},
        {id: shown_state(table, id) for id in full},
    )


def local_stacks(records: Iterable[Record]) -> set[str]:
    """Ids of the stacks that the replaying engine made itself."""
    found = set()
    for record in records:
        for one in (record, *record.get("added", ()), *record.get("removed", ())):
            if one.get("local"):
                found.add(one["id"])
    return found


def truth_where(record: Record, local: Iterable[str] = ()) -> Where:
    found = Where(*(record.get(name) for name in Where._fields))
    return found._replace(parent=LOCAL) if found.parent in local else found


@lru_cache(maxsize=4096)
def plain_state(type_text: str, state: str) -> str:
    """A state without what only the live game knows: persistent properties of the basic piece, owners of `restrict`."""
    if type_text == "stack" or type_text.startswith("deck;"):
        return state
    types = type_levels(type_text)
    return by_name(join_levels([_plain_level(*pair) for pair in zip(types, state_levels(state, len(types)))]))


def _plain_level(type_text: str, state: str) -> str:
    if type_text.startswith("restrict;"):
        return ""
    if type_text.startswith("emb2;") and decode_trait(type_text, "1").fields.follow_property.startswith("{"):
        return ""  # nothing here computes an expression
    return encode(decode(state, ";")[:4], ";") if type_text.startswith("piece;") else state
