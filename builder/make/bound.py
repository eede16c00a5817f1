"""A module of other people, with its mapping: what the replay needs to read a log that was played on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from builder.make.binding import read_binding
from builder.model import Game, Strength, Verdict
from builder.replay.foreign import ForeignBoard
from builder.replay.mapping import ModuleMapping
from builder.vassal import commands as c
from builder.vassal.module import Module
from builder.vassal.places import Placement, Places
from builder.vassal.saves import Log
from builder.vassal.stacking import stacking_of
from builder.vassal.table import Table

READING = "pieces, places and turn are what the binding takes them for"


@dataclass(frozen=True, slots=True)
class Bound:
    mapping: ModuleMapping
    module: Module

    def seat(self, game: Game, log: Log) -> tuple[Table, ForeignBoard]:
        """An empty table for one log, and the board that reads it."""
        table = Table(stacking_of(self.module))
        laid = {command.map: command.boards for command in log.save.commands if isinstance(command, c.Boards)}
        trackers = {tracker.name: tracker for tracker in self.module.turn_trackers}
        return table, ForeignBoard(game, self.mapping, table, self._places(laid), trackers)

    def _places(self, boards: Mapping[str, tuple[c.BoardAt, ...]]) -> dict[str, Places]:
        found = {}
        for one in self.module.maps:
            laid = boards.get(one.name)
            found[one.name] = one.places(tuple(Placement(*board) for board in laid) if laid else None)
        return found


def as_bound(verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """Nothing is proven through a mapping that somebody wrote: what would be ILLEGAL is SUSPECT."""
    return tuple(
        replace(v, strength=Strength.ASSUMED, reading=v.reading or READING) if v.strength is Strength.PROVEN else v
        for v in verdicts
    )


def bound(folder: Path, module: Module, game: Game) -> Bound:
    """BadInput with every fault of the mapping."""
    return Bound(read_binding(folder, game), module)
