"""Which step an undo takes back (formats §4.9): by VASSAL's pointer into its log, verified by what the undo says.

Undone steps need no care on replay, since the inverse commands stand in the log; statistics and reports need to know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from builder.vassal import commands as c
from builder.vassal.stream import Step

WINDOW = 256
"""How far back a target is looked for by content, where the pointer fails: keeps a damaged log linear."""


class _Entry(NamedTuple):
    """One step, as far as an undo of it can be told: hashes of its commands, its chat, and what it took back."""

    marks: frozenset[int]
    chat: tuple[str, ...]
    root: int | None  # an undo: the ordinary step at the end of the chain of undos


class UndoPointer:
    """Fed with all steps of one log in order. A log that is continued in another starts with a pointer of its own."""

    def __init__(self) -> None:
        self.undone: set[int] = set()
        """Numbers of ordinary steps that are taken back, and not redone, as of now."""
        self.partial: set[int] = set()
        """Undos that say less than the step they take back did: where a step is undone, redone and undone again, VASSAL
        writes only the first inverse command, often the chat line. The players' boards went back, and their next moves
        start from there; the file does not carry it, so a replay, VASSAL's own included, keeps what the step did."""
        self.unverified: set[int] = set()
        """Undos whose commands have nothing to do with the step that the pointer gives."""
        self._entries: dict[int, _Entry] = {}
        self._numbers: list[int] = []
        self._at = -1  # index in `_numbers` of what the next undo takes back

    def takes_back(self, step: Step, commands: Sequence[c.Command] | None = None) -> int | None:
        """The number of the step that this one takes back, which may be an undo itself; None for any other step.

        Give the step's `commands` if they are decoded already.
        """
        commands = step.commands if commands is None else commands
        chat = tuple(one.text for one in commands if type(one) is c.Chat)
        target: int | None = None
        marked = any(type(one) is c.Undo for one in commands)
        if marked or self._looks_undone(chat):
            back = frozenset(mark for one in commands if (mark := _mark(one, inverse=True)) is not None)
            target = self._target(step.number, back, chat, marked)
        forward = frozenset(mark for one in commands if (mark := _mark(one)) is not None)
        self._keep(step.number, forward, chat, target)
        return target

    def _target(self, number: int, back: frozenset[int], chat: tuple[str, ...], marked: bool) -> int | None:
        """By the pointer, if what it points at is mirrored; else the newest step that is; else by the pointer."""
        pointed = self._entries[self._numbers[self._at]] if self._at >= 0 else None
        if pointed is not None and _mirrored(pointed, back, chat):
            return self._take(self._at)
        if not marked:
            return None
        if pointed is not None and (
            self._numbers[self._at] in self.partial
            or (back <= pointed.marks and (not chat or _chat_mirrored(pointed.chat, chat)))
        ):
            self.partial.add(number)
            return self._take(self._at)
        # steps that were recorded again, or that VASSAL logged and does not read, put the pointer elsewhere
        for at in range(len(self._numbers) - 1, max(-1, len(self._numbers) - WINDOW), -1):
            if _mirrored(self._entries[self._numbers[at]], back, chat):
                return self._take(at)
        self.unverified.add(number)
        return self._take(self._at) if pointed is not None else None

    def _take(self, at: int) -> int:
        self._at = at - 1
        return self._numbers[at]

    def _keep(self, number: int, marks: frozenset[int], chat: tuple[str, ...], target: int | None) -> None:
        root = None
        if target is not None:
            known = self._entries[target].root
            root = target if known is None else known
            self.undone ^= {root}  # an undo of an undo brings the step back
        self._numbers.append(number)
        self._entries[number] = _Entry(marks, chat, root)
        if target is None and (marks or chat):
            self._at = len(self._numbers) - 1

    def _looks_undone(self, chat: tuple[str, ...]) -> bool:
        """VASSAL before 3.6 marks an undo by its chat only, in the language of the player."""
        if not chat or self._at < 0:
            return False
        before = self._entries[self._numbers[self._at]].chat
        return bool(before) and _chat_mirrored(before, chat)


def undo_targets(steps: Iterable[Step]) -> dict[int, int]:
    """For each undo among the steps of a log, by number: the number of the step that it takes back."""
    pointer = UndoPointer()
    return {step.number: target for step in steps if (target := pointer.takes_back(step)) is not None}


def undone_steps(steps: Iterable[Step]) -> frozenset[int]:
    """Numbers of the ordinary steps that stay taken back at the end of a log: their dice, for one, do not count."""
    pointer = UndoPointer()
    for step in steps:
        pointer.takes_back(step)
    return frozenset(pointer.undone)


def _mirrored(entry: _Entry, back: frozenset[int], chat: tuple[str, ...]) -> bool:
    """Whether an undo with these commands takes an entry back: it may hold more, such as stacks that it fills again."""
    return entry.marks <= back and _chat_mirrored(entry.chat, chat) and bool(entry.marks or entry.chat)


def _chat_mirrored(said: tuple[str, ...], unsaid: tuple[str, ...]) -> bool:
    """Each line comes back, last one first, behind a word for "undo": `* UNDO: * Red 1 moves`."""
    return len(said) == len(unsaid) and all(
        len(new) > len(old) and new.endswith(old) and new.startswith("* ") and new[: -len(old) or None].endswith(": ")
        for old, new in zip(reversed(said), unsaid)
    )


def _mark(command: c.Command, inverse: bool = False) -> int | None:
    """A hash of what a command does, or of what it takes back; None for what cannot be undone."""
    kind = type(command)
    if kind is c.MovePiece:
        new, old = (command.map, command.x, command.y), (command.old_map, command.old_x, command.old_y)
        return hash(("move", command.id, *((old, new) if inverse else (new, old))))
    if kind is c.ChangePiece:
        if command.new == command.old:
            return None
        return hash(("change", command.id, *((command.old, command.new) if inverse else (command.new, command.old))))
    if kind is c.AddPiece:
        return hash(("remove" if inverse else "add", command.id))
    if kind is c.RemovePiece:
        return hash(("add" if inverse else "remove", command.id))
    if kind is c.MutableProperty:
        values = (command.old, command.new) if inverse else (command.new, command.old)
        return hash(("property", command.container, command.name, *values))
    if kind is c.Turn:
        return hash(("turn", command.tracker))  # the state before is not written
    return None
