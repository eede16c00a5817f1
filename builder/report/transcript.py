"""A recorded game told step by step: who did what, where, with which dice; for any module, with or without rules.

What was taken back is left out, hops of one drag are one move, and a piece that was put back has not moved.
"""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from builder.make.chain import ChainOfLogs
from builder.model.speech import SUFFIX
from builder.module.words import BOOKKEEPING
from builder.report.dump_steps import Record, step_record, turn_record
from builder.report.eyes import NOWHERE, PUBLIC, Watcher, eyes_of
from builder.report.modules_near import dice_near, module_near, windows_for
from builder.vassal import commands as c
from builder.vassal.module import Module
from builder.vassal.rolls import Roll, rolls_of, speaker
from builder.vassal.saves import Log
from builder.vassal.stacking import stacking_of
from builder.vassal.stream import Step
from builder.vassal.table import Table
from builder.vassal.undo import UndoPointer

STRANGER = "unknown"
"""Who acts under an id that the file gives no name for, as where a log was put together from two players' files."""


@dataclass(frozen=True, slots=True)
class Move:
    """Pieces by name, and the places in order: the first is where they stood."""

    pieces: tuple[str, ...]
    path: tuple[str, ...]

    def __str__(self) -> str:
        return f"{', '.join(self.pieces)}: {' > '.join(self.path)}"


@dataclass(frozen=True, slots=True)
class Entry:
    """What one or several presses of Step did. `number` counts over the whole chain; `steps` are those of the log."""

    number: int
    log: str
    steps: tuple[int, ...]
    turn: str
    player: str
    moves: tuple[Move, ...] = ()
    changes: tuple[str, ...] = ()  # losses, flips, pieces that come and go
    rolls: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()  # properties and states that people do not look at
    turned: bool = False  # whether the turn or the phase changed in it

    @property
    def silent(self) -> bool:
        return not (self.moves or self.changes or self.rolls or self.said or self.turned)

    @property
    def only_moves(self) -> bool:
        return bool(self.moves) and not (self.changes or self.rolls or self.said or self.turned)


@dataclass(slots=True)
class Teller:
    """The entries of a chain of logs, in order; after them `steps` says how many were read, `undone` how many of
    them were taken back."""

    chain: ChainOfLogs
    eyes: str = PUBLIC
    module: Module | None = None
    undone: int = 0
    steps: int = field(default=0, init=False)

    def entries(self, facts: bool = False) -> Iterator[Entry]:
        last: Entry | None = None
        for entry in self._told():
            if entry.silent and not (facts and entry.facts):
                continue
            joined = _joined(last, entry) if last is not None else None
            if joined is None:
                if last is not None:
                    yield last
                last = entry
            else:
                last = joined
        if last is not None:
            yield last

    def _told(self) -> Iterator[Entry]:
        for part in self.chain.parts:
            log = part.file.read()
            near = part.file.source if isinstance(part.file.source, Path) else None
            yield from self._of_log(part.file.name, log, near, part.skipped)

    def _of_log(self, name: str, log: Log, near: Path | None, skipped: frozenset[int]) -> Iterator[Entry]:
        data = log.save.moduledata
        played = (data.name or "") if data else ""
        module = self.module or (module_near(near, played) if near else None)
        table = Table(stacking_of(module)) if module is not None else Table()
        table.apply_all(log.save.commands)
        windows = windows_for(played, near, table.boards, module)
        watcher = Watcher(table, eyes_of(self.eyes, table, windows), windows, set(table.players))
        rolled: dict[int, list[Roll]] = {}
        for roll in rolls_of(name, log, module.dice if module is not None else dice_near(near, played)):
            rolled.setdefault(roll.step, []).append(roll)
        gone = _taken_back(log)
        turn, player, main = _turn(watcher), "", _main_map(table)
        for step in log.steps:
            self.steps += 1
            record = step_record(step, watcher)
            if step.number in gone:
                self.undone += 1
                continue
            was, turn = turn, _turn(watcher) or turn
            acting = _player(step, watcher)
            player = player if acting is None else acting
            if step.number not in skipped:
                entry = Entry(self.steps, name, (step.number,), turn, player)
                yield _filled(entry, record, rolled.get(step.number, []), main, turn != was)


def _taken_back(log: Log) -> frozenset[int]:
    """Steps that were undone, and the undos themselves."""
    pointer = UndoPointer()
    undos = [step.number for step in log.steps if pointer.takes_back(step) is not None]
    return frozenset((*undos, *pointer.undone))


def _turn(watcher: Watcher) -> str:
    told = (turn_record(tracker, state, watcher) for tracker, state in watcher.table.turns.items())
    return ", ".join(record["turn"] for record in told if record.get("turn"))


def _player(step: Step, watcher: Watcher) -> str | None:
    """Who moved a piece, or whose name stands in angle brackets in the chat; None where nothing tells."""
    players = watcher.table.players
    for command in step.commands:
        if isinstance(command, c.MovePiece) and command.player:
            name, side = players.get(command.player, (STRANGER, ""))
            return side or name
    lines = [html.unescape(command.text) for command in step.commands if isinstance(command, c.Chat)]
    return next((who.side or who.name for line in lines if (who := speaker(line, players.values()))), None)


def _main_map(table: Table) -> str:
    """The map on which most pieces lie: its name goes without saying."""
    counted = Counter(table.place_of(id)[0] for id in table.pieces)
    counted.pop(None, None)
    return counted.most_common(1)[0][0] if counted else ""


def _filled(entry: Entry, record: Record, rolls: list[Roll], main: str, turned: bool) -> Entry:
    moves, changes, chat, facts = [], [], [], []
    come: set[str] = set()  # where these stand is told as they come

    def short(place: str) -> str:
        return place.removeprefix(f"{main} ")

    for one in record["commands"]:
        do = one["do"]
        if do == "move":
            moves.append(Move(tuple(one["pieces"]), (short(one["from"]), short(one["to"]))))
        elif do == "add":
            come.add(one["piece"])
            changes.append(f"{one['piece']} comes" + (f" to {short(one['at'])}" if one["at"] else ""))
        elif do == "remove":
            changes.append(f"{one['piece']} goes")
        elif do == "deck":
            facts.append(f"{one['piece']} holds {one['cards']} cards")
        elif do == "change":
            shown, more = _changes(one)
            changes += shown
            facts += more
        elif do == "chat":
            chat.append(one["text"])
        elif do == "property":
            facts.append(f"{one['name']}: {one['from']} > {one['to']}")
        elif do == "note":
            chat.append(f"note: {one.get('text') or one.get('name') or ''}")
        elif do in ("player", "unknown"):
            facts.append(" ".join(str(value) for value in one.values()))
    told = tuple(f"{roll.button} = {', '.join(roll.words) or roll.told or ', '.join(map(str, roll.faces))}"
                 for roll in rolls)  # fmt: skip
    together = _put_together(move for move in moves if move.path[0] != NOWHERE or not come.issuperset(move.pieces))
    known = {roll.button for roll in rolls}, {move.path[-1] for move in moves}, entry.turn if turned else ""
    said = tuple(line for text in chat if (line := _said(text, *known)))
    return replace(entry, moves=together, changes=tuple(dict.fromkeys(changes)), rolls=told, said=said,
                   facts=tuple(facts), turned=turned)  # fmt: skip


_ASIDE = frozenset({"Movement Trail", "Mark When Moved", *BOOKKEEPING})
"""Traits whose state follows from a move or a battle: no news to people."""
_MASKS = {"masked": ("is masked", "is unmasked"), "invisible": ("becomes invisible", "becomes visible")}


def _changes(record: Record) -> tuple[list[str], list[str]]:
    shown, facts = [], []
    for change in record["changes"]:
        trait, was, now = change["trait"], change["from"], change["to"]
        if trait in _MASKS:
            shown.append(f"{record['piece']} {_MASKS[trait][now == 'no']}")
            continue
        line = f"{record['piece']}: {trait} {was} > {now}" if was else f"{record['piece']}: {trait} {now}"
        levels = all(text.lstrip("-").isdigit() for text in (was, now) if text)  # other states are for machines
        (shown if levels and trait not in _ASIDE else facts).append(line)
    return shown, facts


def _said(text: str, buttons: set[str], reached: set[str], turn: str) -> str:
    """A chat line without its machine suffix and VASSAL's marks; empty where dice, moves or the heading tell it."""
    line = html.unescape(SUFFIX.sub("", text)).strip()
    if not line.startswith("*"):
        return line
    told = any(f"{button} =" in line for button in buttons) or (turn and turn in line)
    moved = any(mark in line for mark in ("->", "→")) and any(place in line for place in reached)
    return "" if told or moved else line.strip("* ")


def _put_together(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Pieces that are moved one by one over the same way go together; hops of the same pieces are one move."""
    by_way: dict[tuple[str, ...], list[str]] = {}
    for move in moves:
        by_way.setdefault(move.path, []).extend(move.pieces)
    found: list[Move] = []
    for path, pieces in by_way.items():
        move = Move(tuple(dict.fromkeys(pieces)), path)
        if found and found[-1].pieces == move.pieces and found[-1].path[-1] == path[0]:
            found[-1] = replace(found[-1], path=(*found[-1].path, *path[1:]))
        else:
            found.append(move)
    return tuple(move for move in found if move.path[0] != move.path[-1] or len(set(move.path)) > 2)


def _joined(last: Entry, entry: Entry) -> Entry | None:
    """One entry of two, where the second goes on with the first one's move; without the move where all is put back."""
    if (last.log, last.turn, last.player) != (entry.log, entry.turn, entry.player):
        return None
    if not (last.only_moves and entry.only_moves and len(last.moves) == len(entry.moves) == 1):
        return None
    before, behind = last.moves[0], entry.moves[0]
    if before.pieces != behind.pieces or before.path[-1] != behind.path[0]:
        return None
    path = (*before.path, *behind.path[1:])
    moves = () if path[0] == path[-1] else (Move(before.pieces, path),)
    return replace(last, steps=last.steps + entry.steps, moves=moves, facts=last.facts + entry.facts)


def as_json(entry: Entry, facts: bool) -> dict[str, Any]:
    told = {
        "number": entry.number, "log": entry.log, "steps": list(entry.steps), "turn": entry.turn,
        "player": entry.player,
        "moves": [{"pieces": list(move.pieces), "path": list(move.path)} for move in entry.moves],
        "changes": list(entry.changes), "rolls": list(entry.rolls), "said": list(entry.said), "turned": entry.turned,
    }  # fmt: skip
    return told | ({"facts": list(entry.facts)} if facts else {})
