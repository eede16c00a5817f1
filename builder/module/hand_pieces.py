"""What a hand reads off pieces and writes back: levels by trait, printed marks, trails, the inverse of a command."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from builder.model import Game
from builder.module import words as w
from builder.module import works
from builder.module.markers import marker_traits
from builder.module.plan import ModulePlan, gpids
from builder.vassal import commands as c
from builder.vassal.pieces import encode_piece, expand, slot_text, state_levels, type_levels
from builder.vassal.sequence import decode
from builder.vassal.table import TablePiece
from builder.vassal.traits.trait import Trait, decode_type

HERE = "Map0"  # what VASSAL calls the first map of a module


def decode_last(state: str, count: int) -> str:
    """The innermost level of a STATE of `count` levels."""
    return state_levels(state, count)[-1]


@lru_cache(maxsize=4096)
def level_of(type_text: str, prefix: str, name: str) -> int:
    """The level of a trait by prefix and, where it has one, its name; -1 where the piece has none."""
    for level, text in enumerate(type_levels(type_text)):
        own, fields = decode_type(text)
        if own == prefix and (not name or fields.name == name):
            return level
    return -1


def mark(piece: TablePiece, name: str) -> str:
    if piece.kind != "piece":
        return ""
    for level, text in enumerate(type_levels(piece.type)):
        prefix, fields = decode_type(text)
        if prefix == "mark" and name in fields.names:
            return decode(piece.levels[level], ",")[fields.names.index(name)]
    return ""


def value(piece: TablePiece, name: str) -> str:
    level = level_of(piece.type, "PROP", name)
    return piece.levels[level] if level >= 0 else ""


def factor(piece: TablePiece, letter: str) -> int:
    steps = piece.levels[level_of(piece.type, "emb2", "Step")]
    return int(mark(piece, f"{letter}{steps}") or 0)


def inverse(command: c.Command) -> Iterable[c.Command]:
    if isinstance(command, c.ChangePiece) and command.old is not None:
        return [c.ChangePiece(command.id, command.old, command.new)]
    if isinstance(command, c.MovePiece):
        return [c.MovePiece(command.id, command.old_map, command.old_x, command.old_y, command.old_under,
                            command.map, command.x, command.y, command.under, command.player)]  # fmt: skip
    if isinstance(command, c.AddPiece) and command.id is not None:
        return [c.RemovePiece(command.id)]
    if isinstance(command, c.MutableProperty):
        return [c.MutableProperty(command.name, command.new, command.old, command.container)]
    if isinstance(command, c.Chat):
        return [c.Chat(f"* UNDO: {command.text}")]
    return []


def trailed(trail: str, x: int, y: int) -> str:
    """A movement trail with one more place that was left."""
    shown, start, count, *rest = trail.split(";")
    points = rest[: int(count)] if count.isdecimal() else []
    if points[-1:] != [f"{x},{y}"]:
        points.append(f"{x},{y}")
    return ";".join((shown, start or HERE, str(len(points)), *points, "true"))


def trail_from(trail: str, x: int, y: int) -> str:
    """A movement trail that begins anew."""
    shown, start, *_ = trail.split(";")
    return f"{shown};{start};1;{x},{y};true"


def deed_level(deed: str) -> str:
    """The level of the badge that shows what a unit did."""
    return str(w.DEEDS.index(deed) + 1) if deed in w.DEEDS else "1"


def placed_trench(game: Game, plan: ModulePlan) -> tuple[str, str]:
    """TYPE and STATE of the marker that the upkeep key puts under diggers; two empty texts where there is none."""
    kind = game.markers.get("trench")
    return _texts(marker_traits(kind, game, gpids(game)["mark:trench"]), plan) if kind is not None else ("", "")


def placed_works(game: Game, plan: ModulePlan) -> dict[str, tuple[str, str]]:
    """TYPE and STATE of the marker of works begun that each side's key puts under who digs."""
    return {kind.side: _texts(plan.pieces[f"slot:marker:{kind.id}"], plan) for kind, _ in works.kinds(game)}


def _texts(traits: tuple[Trait, ...], plan: ModulePlan) -> tuple[str, str]:
    prototypes = {name: slot_text(found) for name, found in plan.prototypes.items()}
    type_text, state = encode_piece(expand(traits, prototypes))
    return type_text, state.removesuffix(";0")
