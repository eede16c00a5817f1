"""A module of other people, with its mapping: what the replay needs to read a log that was played on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from builder.make.binding import BINDING_FILE, read_binding
from builder.model import Action, Finding, Game, GameState, Moment, Need, Strength, Verdict
from builder.replay.foreign import ForeignBoard
from builder.replay.mapping import ClockBy, ModuleMapping
from builder.vassal import commands as c
from builder.vassal.module import Module
from builder.vassal.places import Placement, Places
from builder.vassal.saves import Log
from builder.vassal.stacking import stacking_of
from builder.vassal.table import Table

READING = "pieces, places and turn are what the binding takes them for"
ALIKE = 0.9  # of the units that a scenario sets up in hexes: what must stand there for a log to be its first
BATTLE = ("attack", "column-attack", "strike", "lose")
UNTOLD = Need(BINDING_FILE, "clock", "pattern")


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

    def trust(self, game: Game) -> Trust:
        """How far verdicts on a game that was played on it are trusted."""
        return Trust(self.mapping, game)


@dataclass(slots=True)
class Trust:
    """Nothing is proven through a mapping; nobody is accused by a guessed battle, nor while the turn is unknown.
    Where nothing tells the turn, it is taken for the one that the game begins with until the first sign that it is
    over: a unit of the other side moves, or one moves again."""

    mapping: ModuleMapping
    game: Game
    _moved: set[str] = field(default_factory=set)
    _over: bool = False

    def of(self, action: Action, before: GameState, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
        if self.mapping.clock.by is ClockBy.NOTHING and not self._over:
            self._over = self._is_over(action, before)
        found = tuple(map(_guessed, as_bound(verdicts)))
        return tuple(map(_untold, found)) if self._over or self._is_unknown(before.when) else found

    def _is_unknown(self, when: Moment) -> bool:
        return not when.turn or (not when.side and self._by_sides(when.turn))

    def _by_sides(self, turn: int) -> bool:
        """Whether a turn is played side after side."""
        return any(phase.side for phase in self.game.phases if not phase.turns or turn in phase.turns)

    def _is_over(self, action: Action, before: GameState) -> bool:
        begins = self.mapping.clock.begins
        if len(action.path) < 2:
            return False
        again = bool(self._moved & set(action.units))
        self._moved.update(action.units)
        sides = {before.units[unit].side for unit in action.units if unit in before.units}
        return again or (self._by_sides(begins.turn) and bool(sides - {begins.side}))


def stands_as_set_up(game: Game, set_up: GameState, table: GameState) -> bool:
    """Whether a table is a scenario's start. A module's maker sets up a little otherwise than we do, and has not all of
    our boxes; but a game that began elsewhere is known by its map."""
    hexes = {number for sheet in game.maps for number in sheet.hexes}
    on_map = [(unit, table.units.get(id)) for id, unit in set_up.units.items() if unit.place in hexes]
    as_set_up = sum(now is not None and (now.place, now.steps) == (unit.place, unit.steps) for unit, now in on_map)
    return as_set_up >= ALIKE * len(on_map)


def _untold(verdict: Verdict) -> Verdict:
    """Illegal in the turn that the binding begins with; but which turn it was is not told."""
    if verdict.finding is not Finding.ILLEGAL:
        return verdict
    message = f"{verdict.message}; but nothing tells which turn it was"
    return verdict._replace(finding=Finding.UNDECIDED, message=message, needs=(*verdict.needs, UNTOLD))


def _guessed(verdict: Verdict) -> Verdict:
    """Such a module tells no battle: one that is guessed from a die, losses and places accuses nobody."""
    guessed = verdict.strength is Strength.INFERRED and verdict.action.verb in BATTLE
    if verdict.finding is not Finding.ILLEGAL or not guessed:
        return verdict
    message = f"{verdict.message}; but the battle is guessed, for this module does not tell it"
    needs = (*verdict.needs, Need("rulings.yaml", verdict.rule.id, "ruling"))
    return verdict._replace(finding=Finding.UNDECIDED, message=message, needs=needs)


def as_bound(verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """Nothing is proven through a mapping that somebody wrote: what would be ILLEGAL is SUSPECT, and says so."""
    return tuple(
        v._replace(strength=Strength.ASSUMED if v.strength is Strength.PROVEN else v.strength,
                reading=v.reading or READING)
        if v.strength is Strength.PROVEN or v.finding is Finding.ILLEGAL else v
        for v in verdicts
    )  # fmt: skip


def bound(folder: Path, module: Module, game: Game) -> Bound:
    """BadInput with every fault of the mapping."""
    return Bound(read_binding(folder, game), module)
