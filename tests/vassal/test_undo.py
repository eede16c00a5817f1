"""Which step an undo takes back, against what was done in the recorded games and what the engine said about it."""

from __future__ import annotations

import pytest

from builder.vassal import commands as c
from builder.vassal.saves import read_log
from builder.vassal.stream import Step, encode_step
from builder.vassal.undo import UndoPointer, undo_targets, undone_steps
from tests.support.vassal_truth import records

UNDO = "* UNDO: "


def log_of(samples, name: str):
    return read_log(samples / "logs" / f"{name}.vlog")


@pytest.mark.parametrize(
    "name, targets",
    [
        # counted by hand along the actions that were sent to the engine (truth/actions.json.gz)
        ("L04-move-undo", {2: 1, 5: 4, 6: 3, 9: 8, 11: 10, 12: 9, 14: 13}),
        ("L05-dice-undo", {2: 1, 5: 4, 6: 3}),
        ("L06-chat", {14: 13}),
        ("L17a-chain-red", {}),
    ],
)
def test_targets_of_games_that_can_be_followed_by_hand(samples, name, targets):
    assert undo_targets(log_of(samples, name).steps) == targets


def test_an_undo_of_an_undo_brings_the_step_back(samples):
    """L04: step 8 is undone by 9, and 9 by 12."""
    assert undone_steps(log_of(samples, "L04-move-undo").steps) == {1, 3, 4, 10, 13}


@pytest.mark.parametrize(
    "name, rolls, undone", [("L05-dice-undo", 3, 3), ("L16-long", 136, 9), ("L29-undo-mix", 19, 13)]
)
def test_dice_of_undone_steps_do_not_count(samples, name, rolls, undone):
    steps = list(log_of(samples, name).steps)
    taken = undone_steps(steps)
    rolled = [
        step.number
        for step in steps
        if any(isinstance(one, c.Chat) and one.text.startswith("***") for one in step.commands)
    ]
    assert (len(rolled), len(taken.intersection(rolled))) == (rolls, undone)


@pytest.mark.parametrize("name, undos", [("L16-long", 131), ("L29-undo-mix", 305)])
def test_the_engine_chats_the_target_of_every_undo(samples, name, undos):
    chat = {
        one["n"]: one["chat"] for one in records(samples / "truth" / f"{name}.log.jsonl.gz") if one["record"] == "step"
    }
    pointer = UndoPointer()
    found = 0
    for step in log_of(samples, name).steps:
        target = pointer.takes_back(step)
        if target is None:
            assert not any(line.startswith(UNDO) for line in chat[step.number])
            continue
        found += 1
        if step.number in pointer.partial:
            assert len(chat[step.number]) <= len(chat[target]) or target in pointer.partial
        else:
            assert chat[step.number] == [UNDO + line for line in reversed(chat[target])]
    assert found == undos and not pointer.unverified


def test_undone_moves_come_back_as_the_engine_moved_them(samples):
    """Where undo and target stand side by side, what the engine moved from A to B it moves from B to A. It may lose
    others on the way: those in a stack that the undo removes."""
    truth = {
        one["n"]: one for one in records(samples / "truth" / "L29-undo-mix.log.jsonl.gz") if one["record"] == "step"
    }
    pointer, back_again, astray = UndoPointer(), 0, []
    for step in log_of(samples, "L29-undo-mix").steps:
        target = pointer.takes_back(step)
        if target == step.number - 1 and step.number not in pointer.partial:
            there, back = truth[target].get("moved", ()), truth[step.number].get("moved", ())
            gone = {one["id"]: (pixel(one["from"]), pixel(one["to"])) for one in there if one["repositioned"]}
            come = {one["id"]: (pixel(one["to"]), pixel(one["from"])) for one in back if one["repositioned"]}
            if gone and all(map_ is not None for places in gone.values() for map_, *_ in places):
                if gone.items() <= come.items():
                    back_again += 1
                else:
                    astray.append(step.number)
    assert back_again == 111
    # these pieces' last moves had been taken back by partial undos, which no replay can follow
    assert astray == [309, 467, 513, 568]


def test_the_players_boards_followed_partial_undos_although_the_file_does_not(samples):
    """The next move of a piece starts where it stood before the step that was taken back."""
    steps = list(log_of(samples, "L29-undo-mix").steps)
    pointer = UndoPointer()
    targets = {step.number: pointer.takes_back(step) for step in steps}
    followed = 0
    for number in pointer.partial:
        for taken in (one for one in steps[targets[number] - 1].commands if isinstance(one, c.MovePiece)):
            later = (one for step in steps[number:] if targets[step.number] is None for one in step.commands)
            move = next((one for one in later if isinstance(one, c.MovePiece) and one.id == taken.id), None)
            if move is not None:
                start = move.old_map, move.old_x, move.old_y
                assert start == taken[5:8]
                followed += 1
    assert followed == 9


def pixel(place: dict) -> tuple:
    return place["map"], place["x"], place["y"]


def test_every_undo_of_every_log_is_found_and_mirrors_its_target(samples):
    for path in sorted((samples / "logs").glob("*.vlog")):
        pointer = UndoPointer()
        for step in read_log(path).steps:
            marked = any(isinstance(one, c.Undo) for one in step.commands)
            assert (pointer.takes_back(step) is not None) == marked
        assert not pointer.unverified, path.name


# ---- by hand


def steps(*entries: tuple[c.Command, ...]) -> list[Step]:
    return [step(number, *commands) for number, commands in enumerate(entries, 1)]


def step(number: int, *commands: c.Command) -> Step:
    return Step(number, encode_step((min(at, 1), command) for at, command in enumerate(commands)).encode())


def moved(id: str, x: int, old: int) -> c.MovePiece:
    return c.MovePiece(id, "M", x, 0, None, "M", old, 0, None)


def undo(*commands: c.Command) -> tuple[c.Command, ...]:
    return (c.Undo(True), *commands, c.Undo(False))


def test_what_cannot_be_undone_is_passed_over():
    notes = (c.Notes("a"),)
    assert undo_targets(steps((moved("1", 2, 1),), notes, undo(moved("1", 1, 2)))) == {3: 1}


def test_without_an_undo_mark_the_chat_and_the_commands_tell(samples):
    """VASSAL before 3.6; the word for undo is the player's."""
    there, back = (moved("1", 2, 1), c.Chat("* A moves")), (moved("1", 1, 2), c.Chat("* FORTRYD: * A moves"))
    assert undo_targets(steps(there, back)) == {2: 1}
    assert undo_targets(steps(there, (moved("1", 1, 2), c.Chat("* A moves")))) == {}
    assert undo_targets(steps(there, (moved("1", 9, 2), c.Chat("* X: * A moves")))) == {}


def test_a_target_that_the_pointer_misses_is_found_by_content():
    """Steps recorded again leave the pointer at the wrong step."""
    entries = steps((moved("1", 2, 1),), (moved("2", 2, 1),), undo(moved("1", 1, 2)))
    assert undo_targets(entries) == {3: 1}


def test_an_undo_with_nothing_to_take_back_takes_back_nothing():
    pointer = UndoPointer()
    assert [pointer.takes_back(one) for one in steps(undo(moved("1", 1, 2)))] == [None]
    assert pointer.unverified == {1} and not pointer.undone


def test_an_undo_that_says_less_than_its_target_is_partial():
    pointer = UndoPointer()
    for one in steps((moved("1", 2, 1), c.Chat("* A moves")), undo(c.Chat("* UNDO: * A moves"))):
        pointer.takes_back(one)
    assert pointer.partial == {2} and pointer.undone == {1}
