"""What VASSAL 3.7.26 makes of a save or log: the outcome of loading it, and all that is odd in it (formats §6, §8).

With the module given, names of maps, boards and turn trackers are looked up in it as well. Players' ids are passwords:
no message quotes a command beyond its first word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from builder.model import BadInput, Diagnostic, Severity, Span, error, near_miss, warning
from builder.vassal import commands as c
from builder.vassal.containers import Container
from builder.vassal.examine_modules import RUNNING, Outcome
from builder.vassal.metadata import minor_version
from builder.vassal.module import Module
from builder.vassal.pieces import state_levels, type_levels
from builder.vassal.saves import Log, Save, contents, is_container, read_log
from builder.vassal.sequence import decode as items_of
from builder.vassal.stream import Item
from builder.vassal.traits import decode_trait

_FATAL = {"command-damaged"}
_NOT_LOADED = {"container-newer", "end-missing", "module-other", "module-unsaid"}
_COMPLAINTS = {"map-unknown", "piece-few-states", "piece-no-basic", "piece-deep", "trait-unknown", "turn-level"}
_NOTICES = {"module-version", "vassal-version"}

_RELEASED = (Container.VCSK, Container.PLAIN)
_WORD = re.compile(r"[+\-DM]/|[A-Za-z_]{1,24}(?=[\t;])|(begin|end)_save")
_FRAME = ("begin_save", "end_save")


def examine_save(
    source: Path | str | bytes, module: Module | None = None, *, path: str = ""
) -> tuple[Outcome, tuple[Diagnostic, ...]]:
    """The outcome of loading this file in VASSAL 3.7.26, and everything found, worst first.

    A file that cannot be read at all is not loaded: VASSAL says so or goes on without a game.
    """
    try:
        log = read_log(source, path=path)
        found = tuple(dict.fromkeys(_placed(problem, log.path) for problem in _problems(log, module)))
    except BadInput as bad:
        return Outcome.NOT_LOADED, bad.diagnostics
    order = list(Outcome).index
    outcome = min(map(save_outcome_of, found), key=order, default=Outcome.SILENT)
    return outcome, tuple(sorted(found, key=lambda problem: order(save_outcome_of(problem))))


def save_outcome_of(problem: Diagnostic) -> Outcome:
    """What this one thing does to the loading of the file."""
    if problem.code in _FATAL:
        return Outcome.FATAL
    if problem.code in _NOT_LOADED:
        return Outcome.NOT_LOADED
    if problem.code in _COMPLAINTS:
        return Outcome.COMPLAINTS
    return Outcome.NOTICE if problem.code in _NOTICES else Outcome.SILENT


def _note(code: str, said: str) -> Diagnostic:
    return Diagnostic(code, Severity.NOTE, said, Span(""))


def _placed(problem: Diagnostic, path: str) -> Diagnostic:
    return replace(problem, span=Span(path))


def _problems(log: Log, module: Module | None) -> Iterator[Diagnostic]:
    pieces = _Pieces(module)
    save = log.save
    yield from save.diagnostics
    yield from _frame(save)
    yield from _origin(save, module)
    yield from _position(save, module, pieces)
    yield from _entries(log, module, pieces)


def _frame(save: Save) -> Iterator[Diagnostic]:
    """The container, and what every position begins and ends with."""
    if save.container not in _RELEASED:
        said = f"saved game in the form {str(save.container)!r}: no released VASSAL reads it, 3.7 starts no game"
        yield error("container-newer", said, help="write it again as '!VCSK'")
    if not save.ended:
        end = save.items[-1].text if save.items else ""
        tail = "; line ends stand behind it: an editor added them" if end.rstrip("\r\n") == "end_save" != end else ""
        yield error("end-missing", f"no 'end_save' at the end of the position: VASSAL starts no game{tail}")
    if not save.items or save.items[0].text != "begin_save":
        first = save.items[0].text if save.items else ""
        mark = " (a byte-order mark hides it)" if first == "\ufeffbegin_save" else ""
        yield warning("begin-missing", f"no 'begin_save' at the start{mark}: pieces of the game before stay")


def _origin(save: Save, module: Module | None) -> Iterator[Diagnostic]:
    """Module and versions: VASSAL compares them only where there is savedata (formats §6.6)."""
    if save.savedata is None:
        yield warning("savedata-missing", "no savedata: VASSAL does not check which module the file belongs to")
        return
    if save.moduledata is None:
        said = "no moduledata: VASSAL takes the module's name as empty, and asks whether to load the file"
        yield error("module-unsaid", said)
        return
    data = save.moduledata
    if module is not None and (data.name or "") != module.name:
        said = f"file of module {data.name or ''!r}, not of {module.name!r}: VASSAL asks whether to load it"
        yield error("module-other", said)
    elif module is not None and data.version != module.version:
        said = f"file of version {data.version!r} of the module, which is now {module.version!r}: VASSAL says so"
        yield warning("module-version", said)
    running = ".".join(map(str, RUNNING[:2]))
    written = minor_version(save.savedata.vassal_version)
    if written and written != running:
        yield warning("vassal-version", f"written by VASSAL {written}: {running} says so and loads it")


def _position(save: Save, module: Module | None, pieces: _Pieces) -> Iterator[Diagnostic]:
    for command in save.commands:
        if not (isinstance(command, c.Unknown) and command.text.strip("\ufeff\r\n") in _FRAME):
            yield from _command(command, "position", module)
    if save.ended:
        yield from _layout(save, module)
    yield from pieces.check(save.pieces, "position")
    for holder in save.pieces:
        for member in contents(holder) if is_container(holder.type) else ():
            if member not in pieces.ids:
                said = f"position: stack or deck {holder.id} holds {member!r}, which is not there: VASSAL skips it"
                yield warning("child-missing", said)


def _layout(save: Save, module: Module | None) -> Iterator[Diagnostic]:
    """Boards and at-start stacks: what a position leaves out comes from the module, or is not there."""
    placed = any(isinstance(command, c.SetupStack) for command in save.commands)
    if not placed and (module is None or any(one.start_stacks or one.decks for one in module.maps)):
        said = "no SETUP_STACK: VASSAL places the module's at-start pieces once more"
        yield warning("setup-missing", said)
    if not save.boards:
        yield warning("boards-missing", "no boards are named: maps show their default boards, or none")
    if module is None:
        return
    for map_name, boards in save.boards.items():
        where = module.map(map_name)
        if where is None:
            hint = near_miss(map_name, [one.name for one in module.maps])
            yield warning("boards-unknown", f"boards for the map {map_name!r}, which is not in the module{hint}")
            continue
        names = [board.name for board in where.boards]
        for board in boards:
            if board.name not in names:
                hint = near_miss(board.name, names)
                said = f"map {map_name!r} has no board {board.name!r}{hint}: VASSAL leaves it out"
                yield warning("board-unknown", said)


def _entries(log: Log, module: Module | None, pieces: _Pieces) -> Iterator[Diagnostic]:
    number = 0
    for number, item in enumerate(log.entries, 1):
        where = f"entry {number}"
        if not item.text.startswith("LOG\t"):
            yield from _unlogged(item, where)
            continue
        yield from _entry(item, where, module, pieces)
    if not number and log.path.endswith(".vlog"):
        yield _note("log-empty", "nothing is logged behind the position: VASSAL opens it as a log of no steps")


def _unlogged(item: Item, where: str) -> Iterator[Diagnostic]:
    yield warning("entry-unlogged", f"{where}: no LOG before it: VASSAL carries it out on loading, before any step")
    for command in item.commands:
        yield from _command(command, where, None)


def _entry(item: Item, where: str, module: Module | None, pieces: _Pieces) -> Iterator[Diagnostic]:
    told = False
    for node in item.nodes:
        command = node.command
        if isinstance(command, c.Damaged):
            yield from _command(command, where, module)
            return
        if not isinstance(command, c.Logged):
            stray = f"{where}: {_word(command)} stands in it without LOG: VASSAL cannot step through the entry"
            unread = f"{where}: a stray fragment is left out"
            yield warning("entry-stray", unread if isinstance(command, c.Unknown) else stray)
            continue
        inner = command.command
        told |= inner != c.UNSAID
        yield from _command(inner, where, module)
        yield from pieces.acts(inner, where)
    if not told:
        yield _note("entry-empty", f"{where}: nothing in it that VASSAL reads: it makes no step")


def _command(command: c.Command, where: str, module: Module | None) -> Iterator[Diagnostic]:
    """What is wrong with a command by itself."""
    if isinstance(command, c.Damaged):
        said = f"{where}: {_word(command)} has {command.reason}: VASSAL does not load the file"
        yield error("command-damaged", said, help="was the file cut off or edited?")
    elif isinstance(command, c.Unknown):
        said = f"{where}: {_word(command)} is no command of VASSAL: it is left out"
        yield warning("command-unknown", said, help="a custom class of the module may read it")
    elif isinstance(command, c.Turn) and module is not None:
        yield from _turn(command, where, module)


def _word(command: c.Command) -> str:
    """The first word of the text, and no more: ids of players follow."""
    text = command.text if isinstance(command, c.Unknown | c.Damaged) else type(command).__name__
    found = _WORD.match(text)
    return repr(found[0]) if found else f"a text of {len(text)} letters"


def _turn(command: c.Turn, where: str, module: Module) -> Iterator[Diagnostic]:
    tracker = next((one for one in module.turn_trackers if one.id == command.tracker), None)
    if tracker is None:
        ids = [one.id for one in module.turn_trackers]
        said = f"{where}: no turn tracker {command.tracker!r} in the module{near_miss(command.tracker, ids)}: left out"
        yield warning("turn-unknown", said)
        return
    state = tracker.read(command.state)
    level, index, below = tracker.name, state.current, state.levels
    while below:
        if not 0 <= index < len(below):
            said = f"{where}: turn level {level!r} stands at sub-level {index}, of which there are {len(below)}"
            yield error("turn-level", f"{said}: VASSAL warns of bad data")
            return
        inner = below[index]
        level, index, below = inner.level.name, inner.child, inner.children


class _Pieces:
    """The ids that exist so far, and the types already looked at: in a log they recur by the thousand."""

    def __init__(self, module: Module | None):
        self.ids: set[str] = set()
        self._maps = None if module is None else {name for one in module.maps for name in (one.name, one.id)}
        self._odd: dict[str, str] = {}  # type of a level -> its prefix, if unknown
        self._told: set[tuple[str, str]] = set()

    def check(self, pieces: Iterable[c.AddPiece], where: str) -> Iterator[Diagnostic]:
        for piece in pieces:
            if piece.id in self.ids and where == "position":
                yield warning("id-twice", f"{where}: two pieces have the id {piece.id}: the later one counts")
            if piece.id is not None:
                self.ids.add(piece.id)
            yield from self._place(piece, where) if is_container(piece.type) else self._built(piece, where)

    def acts(self, command: c.Command, where: str) -> Iterator[Diagnostic]:
        """One logged command upon the pieces that are there by then."""
        if isinstance(command, c.AddPiece):
            yield from self.check((command,), where)
        elif isinstance(command, c.MovePiece | c.ChangePiece | c.RemovePiece):
            if command.id is not None and command.id not in self.ids:
                yield warning("piece-unknown", f"{where}: no piece has the id {command.id}: VASSAL passes over it")
            elif isinstance(command, c.ChangePiece):
                yield from _cut_state(command, where)
            if isinstance(command, c.MovePiece) and not self._known(command.map):
                said = f"{where}: a move to the map {command.map!r}, which is not in the module: the piece is taken off"
                yield warning("move-unknown-map", said)

    def _built(self, piece: c.AddPiece, where: str) -> Iterator[Diagnostic]:
        try:
            types = type_levels(piece.type)
        except BadInput as bad:
            yield from bad.diagnostics
            return
        states = state_levels(piece.state, len(types))
        if len(states) < len(types):
            said = f"{where}: piece {piece.id} has {len(types)} traits but {len(states)} states: VASSAL reports a bug"
            yield error("piece-few-states", said)
            return
        for level, state in zip(types, states):
            if level not in self._odd:
                trait = decode_trait(level, state)
                self._odd[level] = "" if trait.known else trait.prefix
            prefix = self._odd[level]
            if prefix and self._first("trait", prefix):
                said = f"{where}: piece {piece.id} has the unknown trait {prefix!r}: VASSAL puts an empty marker there"
                yield error("trait-unknown", said)
        if not types[-1].startswith("piece;"):
            yield error("piece-no-basic", f"{where}: piece {piece.id} has no basic piece at its end")
        yield from self._place(piece, where, states[-1])

    def _place(self, piece: c.AddPiece, where: str, state: str | None = None) -> Iterator[Diagnostic]:
        name = items_of(piece.state if state is None else state, ";")[0]
        if not self._known(None if name == "null" else name) and self._first("map", name):
            hint = near_miss(name, self._maps or ())
            said = f"{where}: the map {name!r} of piece {piece.id} is not in the module{hint}"
            yield error("map-unknown", f"{said}: all that lies there is on no map")

    def _first(self, what: str, name: str) -> bool:
        """Whether this has not been told yet: a map that is gone is gone for a thousand pieces."""
        before = len(self._told)
        self._told.add((what, name))
        return len(self._told) > before

    def _known(self, map_name: str | None) -> bool:
        return map_name is None or self._maps is None or map_name in self._maps


def _cut_state(command: c.ChangePiece, where: str) -> Iterator[Diagnostic]:
    """A change names the whole state twice; the second one shorter in levels means that the file was cut there."""
    if command.old is None:
        return
    new, old = command.new.count("\t"), command.old.count("\t")
    if old < new:
        said = f"{where}: piece {command.id} had {old + 1} levels of state and gets {new + 1}"
        yield warning("state-cut", f"{said}: VASSAL shows a warning there", help="was the file cut off?")
