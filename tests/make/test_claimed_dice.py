"""Which dice only stand in the chat: a die of a phase falls once, however many stacks are marked after it."""

from __future__ import annotations

from builder.make.claimed import with_claims
from builder.model import Action, LogRef


def at(step: int) -> tuple[LogRef, ...]:
    return (LogRef("a.vlog", step),)


def told(*actions: Action, fallen: dict[int, tuple[int, ...]]) -> list[str]:
    notes = with_claims(((one, ()) for one in actions), {("a.vlog", step): faces for step, faces in fallen.items()})[1]
    return [note.code for note in notes]


def test_marks_rest_on_the_die_of_their_phase() -> None:
    marks = [Action("command-mark", ("a",), details=(("roll", "6"),), refs=at(step)) for step in (12, 19)]
    assert told(*marks, fallen={10: (6,)}) == []
    assert told(*marks, fallen={}) == ["roll-claimed"] * 2


def test_the_die_of_a_battle_falls_near_it() -> None:
    battle = Action("attack", ("a",), details=(("id", "1"), ("roll", "6")), refs=at(19))
    assert told(battle, fallen={10: (6,)}) == ["roll-claimed"]
    assert told(battle, fallen={19: (6,)}) == []


def test_several_guns_at_one_press_each_tell_a_die() -> None:
    guns = [Action("fire", ("g",), details=(("id", "1"), ("roll", die)), refs=at(5)) for die in ("5", "3", "4")]
    assert told(*guns, fallen={5: (5, 3, 4)}) == []
    assert told(*guns[:2], fallen={5: (5, 3, 4)}) == ["roll-otherwise"] * 2
