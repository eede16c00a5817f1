"""What an undo takes back as the referee counts it (formats §4.9: an undo of an undo plays the step again)."""

from __future__ import annotations

from builder.replay.undo import UndoPointer
from builder.vassal.stream import Step

THERE = "LOG\tM/1/Map/5/6/null/Map/1/2/null/p"
BACK = "LOG\tM/1/Map/1/2/null/Map/5/6/null/p"


def undo_of(inverse: str) -> str:
    return f"LOG\tUNDO\ttrue\\\x1b{inverse}\\\x1bLOG\tUNDO\tfalse"


def test_an_undo_names_its_step_and_a_redo_takes_nothing_back():
    pointer = UndoPointer()
    texts = (THERE, undo_of(BACK), undo_of(THERE))
    assert [pointer.takes_back(Step(number, text)) for number, text in enumerate(texts, 1)] == [0, 1, 0]


def test_two_undos_in_a_row_go_back_two_steps():
    pointer = UndoPointer()
    further = "LOG\tM/1/Map/9/9/null/Map/5/6/null/p"
    back = "LOG\tM/1/Map/5/6/null/Map/9/9/null/p"
    found = [pointer.takes_back(Step(n, t)) for n, t in enumerate((THERE, further, undo_of(back), undo_of(BACK)), 1)]
    assert found == [0, 0, 2, 1]
