"""Recorded games to verdicts: every replay stage in order, over one log or a chain of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from builder.make.bound import Bound, stands_as_set_up
from builder.make.chain import ChainOfLogs, OpenLog, open_chain
from builder.make.claimed import Outside, with_claims
from builder.make.collecting import seldom_collected
from builder.make.house import (
    NO_RULINGS,
    House,
    Rulings,
    as_agreed,
    breaches,
    placed,
    read_house,
    read_rulings,
    sha256_of,
    unused_routes,
    with_routes,
    with_values,
)
from builder.make.judged import Judged
from builder.make.opening import module_dice, module_places, module_tracker, open_game, rules_of
from builder.make.story import Story, Teller
from builder.make.unread import UNRECOGNISED, Unread, unread
from builder.model import Action, BadInput, Diagnostic, Event, Game, GameState, Rolled, Scenario, Tag, Verdict, error
from builder.model.events import Event as AnyEvent
from builder.module.making import is_version_of
from builder.replay.board import Board
from builder.replay.interpret import Interpreter
from builder.replay.recreated import without_recreation
from builder.rules.judge import Referee, judge
from builder.rules.position import Played, Position, Unfinished, Unseen
from builder.rules.ruleset import Given, RuleSet
from builder.rules.setup import scenario_state, start_of_scenario
from builder.sources import games
from builder.vassal.rolls import Roll, rolls_of
from builder.vassal.saves import Log
from builder.vassal.turns import TurnTracker

SCENARIO = "Scenario"


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What `check` found. `judged` are (action, verdicts) in the order of play; `notes` concern the files.

    Of a long game `verdicts` are far too many to be held at once: walk through `judged`, and ask it for counts.
    """

    game: Game
    files: tuple[str, ...]
    steps: int
    played_on_ours: bool
    judged: Judged
    notes: tuple[Diagnostic, ...] = ()
    unknown: tuple[tuple[str, int], ...] = ()
    chain: ChainOfLogs | None = None
    house: House | None = None
    rulings: Rulings = NO_RULINGS
    story: Story | None = None
    unread: tuple[Unread, ...] = ()

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        return tuple(v for _, verdicts in self.judged for v in verdicts)

    @property
    def findings(self) -> tuple[Verdict, ...]:
        """ILLEGAL and SUSPECT verdicts, without those that the director allowed or voided."""
        return tuple(v for v in (*self.illegal, *self.suspect) if not self._let_be(v))

    def _let_be(self, verdict: Verdict) -> bool:
        ruling = self.rulings.of(verdict)
        return ruling is not None and ruling.ruling != "upheld"

    def _with(self, outcome: str) -> tuple[Verdict, ...]:
        return tuple(v for _, verdicts in self.judged.loud for v in verdicts if v.outcome == outcome)

    @property
    def illegal(self) -> tuple[Verdict, ...]:
        return self._with("ILLEGAL")

    @property
    def suspect(self) -> tuple[Verdict, ...]:
        return self._with("SUSPECT")

    @property
    def undecided(self) -> tuple[Verdict, ...]:
        return self._with("undecided")


@dataclass(slots=True)
class Replay:
    """The stages of one chain of logs, each readable by itself."""

    game: Game
    rules: RuleSet
    chain: ChainOfLogs
    logs: Sequence[OpenLog]
    notes: list[Diagnostic] = field(default_factory=list)
    steps: int = 0
    interpreter: Interpreter | None = None  # of the log that is open
    begun: int = 0  # logs
    unknown: Counter[str] = field(default_factory=Counter)  # commands that nothing here understands, by how they begin
    bound: Bound | None = None  # the module of other people that the game was played on
    outside: Outside = field(default_factory=Outside)
    fallen: dict[tuple[str, int], tuple[int, ...]] = field(default_factory=dict)  # dice, by file and step
    _board: tuple[Board, TurnTracker] | None = None  # of our own module, for all logs

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
        for name, log, skipped in self.logs:
            self.interpreter = self.seated(name, log)
            self.begun += 1
            yield self.interpreter, log, skipped

    def seated(self, name: str, log: Log) -> Interpreter:
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


@seldom_collected
def check(
    paths: Iterable[str | Path] | str | Path,
    game: Game | str | None = None,
    trusted: frozenset[Tag] = frozenset(),
    progress: Callable[[int], None] = lambda actions: None,
    overlay: Path | None = None,
    house: Path | None = None,
    rulings: Path | None = None,
    step: int | None = None,
    bind: Callable[[Game], Bound] | None = None,
    rolls: Iterable[Roll] = (),
) -> CheckReport:
    """Replay and judge logs. The game is told from the first log's module where it is not named; an owner's overlay
    is laid over it. The report keeps the board before each finding, and before the actions of `step` if it is given.
    `bind` gives the mapping of a module of other people; `rolls` were made outside VASSAL and count as seen."""
    replay = open_replay(paths, game, overlay, bind)
    replay.outside = Outside(rolls)
    ours = replay.on_our_module
    agreed = read_house(house, replay.game, replay.rules) if house else None
    ruled = read_rulings(rulings) if rulings else ()
    if agreed is not None:
        replay.game = with_values(replay.game, agreed)
    position, given = first_position(replay, ours)
    asked = ruled or (agreed is not None and agreed.routes)
    hashes = {file.name: sha256_of(file.source) for file in replay.chain.files} if asked else {}
    given = with_routes(given, agreed, hashes)
    judged, teller, before = Judged(), Teller(step=step), position
    trust = replay.bound.trust(replay.game) if replay.bound is not None else None
    odd: list[tuple[Action, GameState]] = []
    stretches: list[tuple[Action, GameState, GameState]] = []
    for action, before, verdicts in judge(replay.seen(), position, replay.game, replay.rules, given, trusted):
        verdicts = verdicts if trust is None else trust.of(action, before.state, verdicts)
        verdicts = verdicts if agreed is None else as_agreed(verdicts, agreed)
        judged.add(action, verdicts)
        teller.hear(action, before, verdicts)
        stretches += [(one, then, before.state) for one, then in odd]
        odd = [(action, before.state)] if action.verb == UNRECOGNISED else []
        progress(len(judged))
    last = before if replay.interpreter is None else before.with_state(replay.interpreter.state)
    stretches += [(one, then, last.state) for one, then in odd]
    story = teller.finish(last, Referee(replay.game, replay.rules, given, trusted))
    loud, claims = with_claims(judged.loud, replay.fallen)  # what is legal stays so, whoever told of the die
    judged = judged.with_loud(loud)
    beside = placed(ruled, (v for _, verdicts in judged for v in verdicts) if ruled else (), hashes)
    strays = unused_routes(agreed, judged.actions, hashes)
    notes = (*beside.faults, *strays, *replay.outside.unused(), *claims, *_taken_back(replay, agreed), *replay.notes)
    return CheckReport(
        replay.game, tuple(part.file.name for part in replay.chain.parts), replay.steps, ours, judged, notes,
        tuple(replay.unknown.items()), replay.chain, agreed, beside, story, unread(stretches),
    )  # fmt: skip


def _taken_back(replay: Replay, agreed: House | None) -> tuple[Diagnostic, ...]:
    """Rolls taken back against what was agreed; the logs are looked at only where something was."""
    if agreed is None or not agreed.take_back:
        return ()
    rolls = (roll for name, log, _ in replay.logs for roll in rolls_of(name, log, module_dice(replay.game)))
    return breaches(agreed, (roll for roll in rolls if roll.undone))


def open_replay(
    paths: Iterable[str | Path] | str | Path,
    game: Game | str | None = None,
    overlay: Path | None = None,
    bind: Callable[[Game], Bound] | None = None,
) -> Replay:
    """The logs and the game they are judged by. BadInput where a file is none, or no game fits."""
    return replay_of(open_chain(paths), game, overlay, bind)


def replay_of(
    chain: ChainOfLogs,
    game: Game | str | None = None,
    overlay: Path | None = None,
    bind: Callable[[Game], Bound] | None = None,
) -> Replay:
    """The same of a chain that is open."""
    logs = chain.logs
    if not isinstance(game, Game):
        game = open_game(game, overlay) if game else game_of(*logs[0][:2], overlay)
    rules = rules_of(game)
    if rules is None:
        raise BadInput(error("no-rules", f"{game.id} names no rule set, so nothing can be judged",
                             help="give game.yaml a line  rules: package.module:RULES"))  # fmt: skip
    return Replay(game, rules, chain, logs, bound=bind(game) if bind is not None else None)


def first_position(replay: Replay, ours: bool) -> tuple[Position, Given]:
    """The position before the first step, with what the scenario states."""
    name, log, _ = replay.logs[0]
    state = replay.seated(name, log).state
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
