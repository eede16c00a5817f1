"""Which step an undo takes back: VASSAL keeps a pointer, not a mark in the file (formats §4.9)."""

from __future__ import annotations

from dataclasses import dataclass, field

from builder.vassal import commands as c
from builder.vassal.stream import Step

INVERTIBLE = (c.AddPiece, c.RemovePiece, c.ChangePiece, c.MovePiece, c.Chat, c.MutableProperty, c.Turn)
"""Commands that VASSAL can take back; a step of others alone does not move the pointer."""


@dataclass(slots=True)
class UndoPointer:
    """Ask for each step in order; an undo of an undo is a redo, and takes nothing back."""

    _at: int = 0
    _undos: set[int] = field(default_factory=set)

    def takes_back(self, step: Step) -> int:
        """The number of the step that this one takes back; 0 for an ordinary step and for a redo."""
        commands = step.commands
        if any(type(command) is c.Undo for command in commands):
            self._undos.add(step.number)
            target, self._at = self._at, self._at - 1
            return 0 if target in self._undos else max(target, 0)
        if any(isinstance(command, INVERTIBLE) for command in commands):
            self._at = step.number
        return 0
