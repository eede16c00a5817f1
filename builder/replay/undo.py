"""Which step an undo takes back, as the referee wants it: a redo plays the step again, and takes nothing back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from builder.vassal import undo
from builder.vassal.commands import Command
from builder.vassal.stream import Step


@dataclass(slots=True)
class UndoPointer:
    """Ask for each step in order; the pointer itself is VASSAL's (vassal.undo)."""

    _pointer: undo.UndoPointer = field(default_factory=undo.UndoPointer)
    _undos: set[int] = field(default_factory=set)

    def takes_back(self, step: Step, commands: Sequence[Command] | None = None) -> int:
        """The number of the step that this one takes back; 0 for an ordinary step and for a redo. Give its `commands`
        if they are decoded already."""
        target = self._pointer.takes_back(step, commands)
        if target is None:
            return 0
        self._undos.add(step.number)
        return 0 if target in self._undos else target
