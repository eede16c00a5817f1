"""A report about whole games, for eyes that do not see everything: what somebody hid keeps its name to itself.

Reports on rules speak of units far from where they are hidden, so a piece that these eyes could not see at any time in
the files is named nowhere in the report, also not where it was seen.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from builder.make.bound import Bound
from builder.make.check import CheckReport
from builder.make.inputs import LogFile, log_files
from builder.make.moves import SAVES, FoundMoves
from builder.model import BadInput, Game, GameState, error, note
from builder.replay.board import Board
from builder.report.eyes import DIRECTOR, Watcher, eyes_of
from builder.report.modules_near import our_windows, windows_for
from builder.vassal import commands as c
from builder.vassal.module import Module
from builder.vassal.pieces import properties_of
from builder.vassal.saves import Log
from builder.vassal.table import DECK, PIECE, Table

NAMELESS = "a hidden piece"
HEAD = "the director's view: hidden pieces are named"
HIDING = (b"obs;", b"hide;")
Ids = Callable[[str, Sequence[str]], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Veil:
    """`names` are what must not be said; `head` tells whose view a report is."""

    eyes: str
    names: frozenset[str] = frozenset()

    @property
    def head(self) -> str:
        return HEAD if self.eyes == DIRECTOR else ""

    def text(self, line: str) -> str:
        return self._pattern().sub(NAMELESS, line) if self.names else line

    def value(self, value: Any) -> Any:
        """The same of all texts in what is printed as JSON."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {self.value(key): self.value(one) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(one) for one in value]
        return value

    def _pattern(self) -> re.Pattern[str]:
        names = {form for name in self.names for form in (name, html.escape(name))}
        longest_first = sorted(names, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")

    def report(self, report: CheckReport) -> CheckReport:
        """A checked game whose boards show no hidden unit: pictures are drawn of them. The director's says so."""
        if self.eyes == DIRECTOR:
            return replace(report, notes=(note("eyes", HEAD), *report.notes))
        story = report.story
        if story is None or not self.names:
            return report
        boards = {number: position.with_state(self.bare(position.state)) for number, position in story.boards.items()}
        return replace(report, story=replace(story, boards=MappingProxyType(boards)))

    def bare(self, state: GameState) -> GameState:
        """A board without the units that these eyes do not see."""
        for name in self.names & set(state.units):
            state = state.without_unit(name)
        return state

    def refuse(self, lines: Iterable[str], what: str) -> None:
        """BadInput where what is asked for is about a hidden piece, and nothing would be left of it."""
        if self.names and any(self._pattern().search(line) for line in lines):
            raise BadInput(error("eyes-hidden", f"{what} is about a piece that is hidden from these eyes",
                                 help="--eyes SIDE for whose piece it is, or --eyes director"))  # fmt: skip


def ids_of(game: Game, bound: Bound | None = None, log: Log | None = None) -> Ids:
    """What a game calls a piece: the counter's id and name."""
    board = Board(game, {}) if bound is None or log is None else bound.seat(game, log)[1]

    def ids(type_text: str, levels: Sequence[str]) -> Iterable[str]:
        counter = game.counters.get(board.counter_of(type_text, levels))
        return (counter.id, counter.name) if counter is not None else ()

    return ids


def veil_of(
    files: Iterable[LogFile], eyes: str, module: Module | None = None, ids: Ids = lambda type_text, levels: ()
) -> Veil:
    """What these eyes did not see in some files; `ids` gives other names of a piece. BadInput for an unknown side."""
    if eyes == DIRECTOR:
        return Veil(eyes)
    names: set[str] = set()
    for file in files:
        names |= set(_hidden(file.read(), eyes, file.source if isinstance(file.source, Path) else None, module, ids))
    return Veil(eyes, frozenset(name for name in names if len(name) > 1))


def veiled_moves(file: Path, eyes: str, work: Callable[[], FoundMoves]) -> tuple[FoundMoves, Veil]:
    """What a unit of a file may do, its board without the units that are hidden; nothing is hidden in a case. What is
    wrong is told without their names."""
    if file.suffix.lower() not in SAVES:
        return work(), Veil(eyes)
    files = log_files(file)
    bare = veil_of(files, eyes)
    try:
        found = work()
    except BadInput as trouble:
        raise BadInput(*(replace(one, headline=bare.text(one.headline), help=bare.text(one.help))
                         for one in trouble.diagnostics)) from None  # fmt: skip
    veil = veil_of(files, eyes, ids=ids_of(found.standing.game))
    standing = found.standing
    position = standing.position.with_state(veil.bare(standing.position.state))
    return replace(found, standing=replace(standing, position=position)), veil


def _hidden(log: Log, eyes: str, near: Path | None, module: Module | None, ids: Ids) -> Iterator[str]:
    data = log.save.moduledata
    played = (data.name or "") if data else ""
    ours = our_windows(played)
    if ours is not None and not any(trait in item.raw for item in log.save.items for trait in HIDING):
        return  # nothing in it ever can be hidden
    table = Table()
    table.apply_all(log.save.commands)
    windows = ours or windows_for(played, near, table.boards, module)
    windows = replace(windows, known=True)  # without a module masks are known, private windows are not
    watcher = Watcher(table, eyes_of(eyes, table, windows), windows)
    yield from _named(watcher, tuple(table.pieces), ids)
    for step in log.steps:
        table.apply_all(step.commands)
        touched = {one.id for one in step.commands if isinstance(one, c.AddPiece | c.ChangePiece | c.MovePiece)}
        yield from _named(watcher, touched, ids)


def _named(watcher: Watcher, touched: Iterable[str | None], ids: Ids) -> Iterator[str]:
    for id in touched:
        piece = watcher.table.pieces.get(id or "")
        if piece is None:
            continue
        for one in piece.members if piece.kind != PIECE else (piece.id,):
            held = watcher.table.pieces.get(one)
            if held is not None and held.kind == PIECE and _unseen(watcher, one):
                yield properties_of(watcher.traits(one)).get("BasicName", "")
                yield from ids(held.type, held.levels)


def _unseen(watcher: Watcher, id: str) -> bool:
    """Masked, invisible, or in a window that these eyes do not see. What a deck holds everybody may know."""
    holder = watcher.table.holder_of(id)
    if holder is not None and holder.kind == DECK:
        return False
    return not watcher.look(id).shown
