"""The pieces of a position as a scenario would state them: what, where, steps, marks, stock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from builder.model import Diagnostic, Game, warning
from builder.module.backs import BACK
from builder.replay.board import Board
from builder.vassal.pieces import decode_piece, properties_of
from builder.vassal.places import Places
from builder.vassal.saves import Save
from builder.vassal.table import PIECE, Table

STEP, OUT_OF_COMMAND, STOCK = "Step", "OocMark", "Supply"  # layers and property of our modules' pieces


class Deployed(NamedTuple):
    """A piece in its place; `what` is the id of a counter or marker, `stock` the supply points that it holds."""

    what: str
    place: str
    steps: int
    marks: tuple[str, ...]
    stock: int | None


def deployed_pieces(
    save: Save, game: Game, places: Mapping[str, Places]
) -> tuple[tuple[Deployed, ...], tuple[Diagnostic, ...]]:
    """Every counter and marker of the game; pieces that are neither are told, once for all."""
    table, board = Table(), Board(game, places)
    table.apply_all(save.commands)
    found: list[Deployed] = []
    strange = 0
    for piece in table.pieces.values():
        if piece.kind != PIECE:
            continue
        place = board.place(*table.place_of(piece.id))
        one = _deployed(game, piece.type, table.state_text(piece.id), place)
        if one is None:
            strange += 1
        else:
            found.append(one)
    if not strange:
        return tuple(found), ()
    return tuple(found), (
        warning("set-up-pieces", f"{strange} piece(s) are no counters of this game, and were passed over"),
    )


def _deployed(game: Game, type_text: str, state_text: str, place: str) -> Deployed | None:
    traits = decode_piece(type_text, state_text)
    own = properties_of(traits)
    counter = game.counters.get(own.get("CounterId", ""))
    if counter is None:
        kind = game.markers.get(own.get("MarkerId", ""))
        return None if kind is None else Deployed(kind.id, place, 0, (), None)
    levels = {t.fields.name: abs(t.state.level) for t in traits if t.prefix == "emb2"}
    steps = min(levels.get(STEP, counter.steps), counter.steps)
    marks = ("ooc",) if levels.get(OUT_OF_COMMAND) == 2 else ()
    if levels.get(BACK) == 2:
        marks = (*marks, "spent" if own.get("BackKind") == "spent" else "turned")
    return Deployed(counter.id, place, steps, marks, _number(own.get(STOCK, "")))


def _number(text: str) -> int | None:
    return int(text) if text.isdigit() else None
