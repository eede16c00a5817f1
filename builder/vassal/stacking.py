"""Which pieces of a module stack with which: maps without stacking, layers of a map, pieces that never stack (§4.7)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from builder.vassal.module import Module
from builder.vassal.pieces import type_levels
from builder.vassal.sequence import decode
from builder.vassal.standing import Stacking, TablePiece
from builder.vassal.table import never_stacks
from builder.vassal.traits import decode_trait

Reading = Callable[[Sequence[str]], str]
"""A property of a piece, from the levels of its STATE."""


def stacking_of(module: Module) -> Stacking:
    """The rule for `Table`: pieces of one layer stack where their map allows it.

    A layer's property is looked for among markers and dynamic properties; VASSAL also knows computed ones.
    """
    maps = {one.id: one for one in module.maps} | {one.name: one for one in module.maps}
    never: dict[str, bool] = {}
    readings: dict[tuple[str, str], Reading] = {}

    def read(piece: TablePiece, name: str) -> str:
        key = piece.type, name
        if key not in readings:
            readings[key] = _reading(piece.type, name)
        return readings[key](piece.levels)

    def group(piece: TablePiece, map_name: str) -> Hashable:
        where = maps.get(map_name)
        if where is not None and not where.stacking:
            return None
        if piece.type not in never:
            never[piece.type] = never_stacks(piece.type)
        if never[piece.type]:
            return None
        layer = read(piece, where.layer_property) if where is not None and where.layers else ""
        return layer if where is not None and layer in where.layers else ""  # the highest takes all others

    return group


def _reading(type_text: str, name: str) -> Reading:
    """How a piece of this type answers a property: its outermost marker or dynamic property of that name."""
    for level, text in enumerate(type_levels(type_text)):
        if text.startswith("PROP;") and decode(text[5:], ";")[0] == name:
            return lambda states, level=level: states[level]
        elif text.startswith("mark;") and name in decode_trait(text, "").fields.names:
            return lambda states, level=level, text=text: dict(
                zip(decode_trait(text, "").fields.names, decode_trait(text, states[level]).state["values"])
            )[name]
    return lambda states: ""
