"""A chain of logs played again: its steps as events, its events as actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from builder.make.bound import Bound, stands_as_set_up
from builder.make.chain import ChainOfLogs, OpenLog, compared
from builder.make.claimed import Outside
from builder.make.course import Course
from builder.make.inputs import LogFile, log_files
from builder.make.opening import module_places, module_tracker, open_game, rules_of
from builder.model import BadInput, Diagnostic, Event, Game, GameState, Rolled, Scenario, Span, error, warning
from builder.model.events import Event as AnyEvent
from builder.module.making import is_version_of
from builder.replay.board import Board
from builder.replay.interpret import Interpreter
from builder.replay.recreated import without_recreation
from builder.rules.position import Played, Position, Unfinished, Unseen
from builder.rules.ruleset import Given, RuleSet
from builder.rules.setup import scenario_state, start_of_scenario
from builder.sources import games
from builder.vassal.saves import Log
from builder.vassal.turns import TurnTracker

SCENARIO = "Scenario"


@dataclass(slots=True)
class Replay:
    """The stages of one chain of logs, each readable by itself."""

    game: Game
    rules: RuleSet
    course: Course
    notes: list[Diagnostic] = field(default_factory=list)
    steps: int = 0
    interpreter: Interpreter | None = None  # of the log that is open
    begun: int = 0  # logs
    unknown: Counter[str] = field(default_factory=Counter)  # commands that nothing here understands, by how they begin
    bound: Bound | None = None  # the module of other people that the game was played on
    outside: Outside = field(default_factory=Outside)
    fallen: dict[tuple[str, int], tuple[int, ...]] = field(default_factory=dict)  # dice, by file and step
    _board: tuple[Board, TurnTracker] | None = None  # of our own module, for all logs
    _first: Interpreter | None = None  # of the first log, as it begins

    @property
    def chain(self) -> ChainOfLogs:
        return self.course.chain

    @property
    def logs(self) -> Sequence[OpenLog]:
        return self.chain.logs

    def events(self) -> Iterator[AnyEvent]:
        """Interpret: the events of every log in turn."""
        return (one for one in self._told() if not isinstance(one, GameState))

    def played(self) -> Iterator[Played]:
        """Recognise: the actions of the chain."""
        for one in self.seen():
            if not isinstance(one, Unseen):
                yield one.played if isinstance(one, Unfinished) else one

    def seen(self) -> Iterator[Played | Unseen | Unfinished]:
        """The actions, and where something is missing before some. What a log leaves unfinished, a move or a battle,
        goes on in the next one; where that begins on another table, its own counts."""
        if self.rules.recognise is None:
            return
        told = self._told()
        table = next(told, None)
        while table is not None:
            if self._missed(table):
                yield Unseen(table, self._in_turn(table))
            one_game, held = _UntilTable(told), None
            for played in self.rules.recognise(one_game, table, self.game):
                if held is not None:
                    yield held
                held = played
            table = one_game.table
            if held is not None:
                yield held if table is None or not self._missed(table) else Unfinished(held)

    def _missed(self, table: GameState) -> bool:
        """Whether something came before that no file tells: not where two logs were played at the same time, nor where
        the first one begins at a set-up."""
        links = self.chain.chain.links
        if self.begun == 1:
            return not self._at_start(table)
        beside = {log for link in links if link.beside is not None for log in (link.log, link.beside, link.after)}
        return links[self.begun - 1].log not in beside

    def _at_start(self, table: GameState) -> bool:
        """Players set up as they like before turn 1; a scenario that opens later is known by all its units."""
        scenario = self.scenario_on(table)
        if scenario is None or not table.when.turn:
            return True
        set_up = scenario_state(self.game, scenario)
        if (table.when.turn, table.when.side) != (set_up.when.turn, set_up.when.side):
            return False
        if self.bound is not None:
            return stands_as_set_up(self.game, set_up, table)
        there = ((unit, table.units.get(id)) for id, unit in set_up.units.items())
        return all(now is not None and (now.place, now.steps) == (unit.place, unit.steps) for unit, now in there)

    def _in_turn(self, table: GameState) -> bool:
        """Whether the player turn had begun: its first phase is over, or units carry what they did in it."""
        now, marks = table.when, self.rules.turn_marks
        first = next((p.id for p in self.game.phases if p.side in ("", now.side)
                      and (not p.turns or now.turn in p.turns)), now.phase)  # fmt: skip
        return now.phase != first or any(unit.marks & marks for unit in table.units.values())

    def scenario_on(self, table: GameState) -> Scenario | None:
        told = table.properties.get(SCENARIO, "") if self.bound is None else self.bound.mapping.scenario
        return self.game.scenarios.get(told)

    def _told(self) -> Iterator[GameState | Event]:
        """What was followed; on other people's modules, pieces that are deleted and put again stay what they were."""
        return self._followed() if self.bound is None else without_recreation(self._followed())

    def _followed(self) -> Iterator[GameState | Event]:
        """The events of every log, with the table first, and wherever a log begins on another than the last one left.

        Steps that stand twice are carried out, since the table of their log has them, and say nothing.
        """
        before: GameState | None = None
        for interpreter, log, skipped in self._started():
            begun, name = False, interpreter.file
            for step in log.steps:
                now, events = interpreter.state, interpreter.events_of(step)
                if step.number in skipped:
                    continue
                if not begun and (before is None or not _same_table(before, now)):
                    yield now
                begun = True
                self.steps += 1
                events = (*self.outside.events(name, step.number), *events)
                faces = tuple(face for event in events if isinstance(event, Rolled) for face in event.faces)
                if faces:
                    self.fallen[name, step.number] = faces
                yield from events
            if begun:
                before = interpreter.state
            self.notes += interpreter.mismatches
            self.unknown.update(interpreter.unknown)

    def _started(self) -> Iterator[tuple[Interpreter, Log, frozenset[int]]]:
        for name, log, skipped in self.course.logs():
            self.interpreter, self._first = self._first or self._seated(name, log), None
            self.begun += 1
            self.interpreter.watch = self.course.begin(name, log, self.interpreter.table)
            yield self.interpreter, log, skipped

    def first(self) -> GameState:
        """The board as the first log begins."""
        if self._first is None:
            self._first = self._seated(*self.logs[0][:2])
        return self._first.state

    def _seated(self, name: str, log: Log) -> Interpreter:
        """The interpreter of a log, at its start."""
        if self.bound is None:
            if self._board is None:
                self._board = Board(self.game, module_places(self.game)), module_tracker(self.game)
            interpreter = Interpreter(self.game, *self._board, name)
        else:
            table, board = self.bound.seat(self.game, log)
            interpreter = Interpreter(self.game, board, None, name, table)
        interpreter.start(log.save.commands)
        return interpreter

    @property
    def on_our_module(self) -> bool:
        """Whether every log names the very content of these sources as its module's version."""
        if self.bound is not None:
            return False
        return all(name == self.game.name and is_version_of(self.game, version) for name, version in self.chain.modules)


class _UntilTable:
    """Events up to the next table of their own, which is kept."""

    def __init__(self, told: Iterator[GameState | Event]):
        self._told, self.table = told, None

    def __iter__(self) -> Iterator[Event]:
        for one in self._told:
            if isinstance(one, GameState):
                self.table = one
                return
            yield one


def _same_table(one: GameState, other: GameState) -> bool:
    """Whether the same units and markers stand and show the same, at the same moment. What is not on the table, and
    how pieces that share a hex lie, a file may tell otherwise."""
    return (one.when, one.units, one.markers) == (other.when, other.units, other.markers)


def open_replay(
    paths: Iterable[str | Path] | str | Path,
    game: Game | str | None = None,
    overlay: Path | None = None,
    bind: Callable[[Game], Bound] | None = None,
) -> Replay:
    """The logs and the game they are judged by. BadInput where a file is none, or no game fits."""
    files, others = of_one_game(log_files(paths), game)
    replay = replay_of(compared(files), game, overlay, bind)
    replay.notes += others
    return replay


def replay_of(
    chain: ChainOfLogs | Course,
    game: Game | str | None = None,
    overlay: Path | None = None,
    bind: Callable[[Game], Bound] | None = None,
) -> Replay:
    """The same of a chain that is open, or that is found as it is played."""
    course = chain if isinstance(chain, Course) else Course(chain)
    if not isinstance(game, Game):
        game = open_game(game, overlay) if game else game_of(*course.chain.logs[0][:2], overlay)
    rules = rules_of(game)
    if rules is None:
        raise BadInput(error("no-rules", f"{game.id} names no rule set, so nothing can be judged",
                             help="give game.yaml a line  rules: package.module:RULES"))  # fmt: skip
    return Replay(game, rules, course, bound=bind(game) if bind is not None else None)


def of_one_game(files: tuple[LogFile, ...], game: Game | str | None) -> tuple[tuple[LogFile, ...], list[Diagnostic]]:
    """The logs of the game that is asked for, or of the first one that is known here; and what is said of others that
    lie beside them. Where none names its module they are left as they are: it may be somebody else's."""
    names = [file.module for file in files]
    if len(set(names)) < 2:
        return files, []
    if game is None:
        known = {open_game(folder).name for folder in games()}
        wanted = next((name for name in names if name in known), "")
    else:
        wanted = (game if isinstance(game, Game) else open_game(game)).name
    if wanted not in names:
        return files, []
    others = [warning("other-game", f"played on the module {name!r}: another game, left out of this report",
                      Span(file.name), help="check it by itself")
              for file, name in zip(files, names) if name not in ("", wanted)]  # fmt: skip
    return tuple(file for file, name in zip(files, names) if name in ("", wanted)), others


def first_position(replay: Replay, ours: bool) -> tuple[Position, Given]:
    """The position before the first step, with what the scenario states."""
    state = replay.first()
    scenario = replay.scenario_on(state)
    if scenario is None:
        return Position(state), Given(played=ours)
    position, values = start_of_scenario(replay.game, scenario, replay.rules)
    for place, side in position.state.control.items():
        state = state.with_control(place, side)
    return position.with_state(state), Given(values=values, played=ours)


def game_of(file: str, log: Log, overlay: Path | None = None) -> Game:
    """The game whose module the log was played on, told by the module's name."""
    name = _module_of(log)[0]
    for folder in games():
        game = open_game(folder)
        if game.name == name:
            return game if overlay is None else open_game(folder, overlay)
    raise BadInput(error("game-unknown", f"{file}: played on the module {name!r}, which is none of the games here",
                         help="name the game: --game GAME"))  # fmt: skip


def _module_of(log: Log) -> tuple[str, str]:
    data = log.save.moduledata
    return ("", "") if data is None else (data.name or "", data.version or "")
