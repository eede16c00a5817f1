"""What a hand stands on: the table, its pieces by counter, and commands carried out as they are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from builder.model import Game
from builder.module import battle as b
from builder.module import words as w
from builder.module.hand_pieces import (
    decode_last,
    deed_level,
    level_of,
    mark,
)
from builder.module.units import piece_name
from builder.module.windows import Atlas
from builder.vassal import commands as c
from builder.vassal.pieces import join_levels
from builder.vassal.table import Table, TablePiece

Commands = tuple[c.Command, ...]
DICE = (("result", "1"), ("total", "0"), ("keep", "0"), ("summary", ""))
FIRST = dict(b.global_properties()) | {f"{die}_{k}": v for die in (w.DIE, w.SIEGE_DIE) for k, v in DICE}


@dataclass(slots=True)
class Writer:
    """A table, and the commands that were carried out on it."""

    game: Game
    table: Table
    where: Atlas
    player: c.PlayerId = field(default_factory=lambda: c.PlayerId(""))
    name: str = ""
    moment: tuple[int, str, str] = (0, "", "")
    trench: tuple[str, str] = ("", "")  # TYPE and STATE of the marker that the upkeep puts under diggers
    works: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # side -> the same of works that a key begins
    next_id: int = 1_500_000_000_001
    steps: list[Commands] = field(default_factory=list)
    _ids: dict[str, str] = field(default_factory=dict)  # counter id -> piece id
    _names: dict[str, str] = field(default_factory=dict)
    _undoable: list[tuple[Commands, tuple[int, str, str]]] = field(default_factory=list)  # with the moment before
    _before: tuple[int, str, str] = (0, "", "")

    def __post_init__(self) -> None:
        self._before = self.moment
        for piece in self.table.pieces.values():
            counter = mark(piece, w.COUNTER_ID)
            if counter:
                self._ids[counter] = piece.id

    def piece(self, counter: str) -> TablePiece:
        """The piece of a counter; KeyError where it is not on the table."""
        return self.table.pieces[self._ids[counter]]

    def steps_of(self, counter: str) -> int:
        piece = self.piece(counter)
        return int(piece.levels[level_of(piece.type, "emb2", "Step")])

    def location(self, counter: str) -> str:
        return self.where.location(*self.table.place_of(self._ids[counter]))

    # ---- writing

    def _step(self, commands: Iterable[c.Command], carried: bool = False) -> Commands:
        done = tuple(commands)
        if not carried:
            self.table.apply_all(done)
        self.steps.append(done)
        self._undoable.append((done, self._before))
        self._before = self.moment
        return done

    def _carry(self, done: list[c.Command], commands: Iterable[c.Command]) -> None:
        for command in commands:
            self.table.apply(command)
            done.append(command)

    def _set(self, piece: TablePiece, values: dict[tuple[str, str], str]) -> list[c.Command]:
        """A change of some levels of a piece's state; nothing where they hold that already."""
        old = self.table.state_text(piece.id)
        levels = list(piece.levels)
        levels[-1] = decode_last(old, len(levels))
        for (prefix, name), new_value in values.items():
            level = level_of(piece.type, prefix, name)
            if level >= 0:
                levels[level] = new_value
        deed = values.get(("PROP", w.ACTED))
        if deed is not None:
            for level, shown in ((level_of(piece.type, "rotate", ""), "1" if deed else "0"),
                                 (level_of(piece.type, "emb2", "Deed"), deed_level(deed))):  # fmt: skip
                if level >= 0:
                    levels[level] = shown
        new = join_levels(levels)
        return [] if new == old else [c.ChangePiece(piece.id, new, old)]

    def _say_properties(self, done: list[c.Command], values: dict[str, str]) -> None:
        for name, new in values.items():
            self._carry(done, [self._property(name, new)])

    def _held(self, name: str) -> str:
        """A module property as it stands; what no command has set yet has its first value."""
        return self.table.properties.get(("Module", name), FIRST.get(name, ""))

    def _property(self, name: str, value: str) -> c.MutableProperty:
        return c.MutableProperty(name, self._held(name), value, "Module")

    def _rolled(self, name: str, die: int) -> list[c.Command]:
        results = {"result": str(die), "total": str(die), "keep": "1", "summary": f"{die} x1"}
        return [c.Chat(f"*** {name} = {die} *** &lt;{self.name}&gt;"),
                *(self._property(f"{name}_{what}", value) for what, value in results.items())]  # fmt: skip

    # ---- reading

    def _below(self, piece: TablePiece) -> str | None:
        holder = self.table.pieces.get(piece.parent or "")
        if holder is None:
            return None
        index = holder.members.index(piece.id)
        return holder.members[index - 1] if index else None

    def _height(self, counter: str) -> int:
        """How far up in its stack a piece lies: what is dragged together moves from the bottom up."""
        piece = self.piece(counter)
        holder = self.table.holder_of(piece.id)
        return holder.members.index(piece.id) if holder is not None else 0

    def _units_at(self, place: str) -> list[TablePiece]:
        spot = self._spot(place)
        return [p for p in map(self.table.pieces.get, self._ids.values()) if p and self.table.place_of(p.id) == spot]

    def _spot(self, place: str) -> tuple[str, int, int]:
        """(map, x, y) of a place."""
        try:
            return self.where.spot(place)
        except KeyError:
            raise ValueError(f"no place {place!r} on the map") from None

    def _where(self, piece: TablePiece) -> str:
        return self.where.location(*self.table.place_of(piece.id))

    def _label(self, counter: str, bare: bool = False) -> str:
        row = self.game.counters[counter]
        name = self._names.get(counter) or self._names.setdefault(counter, piece_name(row, self.game))
        if bare:
            return name
        piece, steps = self.piece(counter), self.steps_of(counter)
        layer = level_of(piece.type, "emb2", "OocMark")
        out = layer >= 0 and piece.levels[layer] == "2"
        return name + (f" ({steps})" if steps != row.steps else "") + (" [out of command]" if out else "")
