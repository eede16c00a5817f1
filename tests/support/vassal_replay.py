"""A table replayed beside the engine's own account of the same log, compared field by field."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from builder.vassal.module import Module
from builder.vassal.pieces import join_levels, state_levels, type_levels
from builder.vassal.places import Placement, Places
from builder.vassal.sequence import decode, encode
from builder.vassal.table import Table
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


class Viewer:
    """Places of a module's maps with the boards that a table lays on them."""

    def __init__(self, module: Module):
        self.module = module
        self._places: dict[Any, Places] = {}

    def location(self, table: Table, map_name: str, x: int, y: int) -> str:
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

    def all(self, table: Table) -> dict[str, Where]:
        return {id: self.where(table, id) for id, piece in table.pieces.items() if not piece.local}


def states(table: Table) -> dict[str, str]:
    return {id: plain_state(p.type, table.state_text(id)) for id, p in table.pieces.items() if not p.local}


def truth_where(record: Record, local: Iterable[str] = ()) -> Where:
    found = Where(*(record.get(name) for name in Where._fields))
    return found._replace(parent=LOCAL) if found.parent in local else found


def plain_state(type_text: str, state: str) -> str:
    """A state without what only the live game knows: persistent properties of the basic piece, owners of `restrict`."""
    if type_text == "stack" or type_text.startswith("deck;"):
        return state
    types = type_levels(type_text)
    return by_name(join_levels([_plain_level(*pair) for pair in zip(types, state_levels(state, len(types)))]))


def _plain_level(type_text: str, state: str) -> str:
    if type_text.startswith("restrict;"):
        return ""
    return encode(decode(state, ";")[:4], ";") if type_text.startswith("piece;") else state
