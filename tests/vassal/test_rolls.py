"""Every roll of the samples, against the engine's own lines of chat."""

from __future__ import annotations

import pytest

from builder.vassal.module import open_module
from builder.vassal.rolls import rolls_of
from builder.vassal.saves import read_log
from tests.support.vassal_truth import records

DICE = (
    "L05-dice-undo", "L07-dice", "L08-turns", "L14-global-properties", "L16-long", "L17a-chain-red", "L17b-chain-blue",
    "L17c-chain-red", "L18c-broken-chain-red", "L20-both-players", "L21-trait-tour", "L22-second-grids",
    "L27-continuation",
)  # fmt: skip


@pytest.fixture(scope="module")
def buttons(samples):
    return {name: open_module(samples / "modules" / f"{name}.vmod").dice for name in ("hexmini", "second")}


def standing(samples, name: str) -> int:
    """Rolls that the engine told and did not take back: every undo takes one, every undo of an undo gives it back."""
    count = 0
    for step in records(samples / "truth" / f"{name}.log.jsonl.gz"):
        for line in step.get("chat", ()) if step["record"] == "step" else ():
            undone = line.count("* UNDO: ")
            if line.replace("* UNDO: ", "").startswith("*** "):
                count += 1 - 2 * (undone % 2)
    return count


@pytest.mark.parametrize("with_module", [True, False])
@pytest.mark.parametrize("name", DICE)
def test_as_many_rolls_stand_as_in_the_engine(samples, buttons, name, with_module):
    known = buttons["second" if "second" in name else "hexmini"] if with_module else None
    rolls = rolls_of(name, read_log(samples / "logs" / f"{name}.vlog"), known)
    assert sum(not roll.undone for roll in rolls) == standing(samples, name)
    assert "red-id" not in str(rolls) and "blue-id" not in str(rolls)


def test_no_undone_die_is_counted_where_undos_are_undone(samples, buttons):
    """L29: by the chat seven rolls stand, but one of them was undone, redone and undone again, of which VASSAL wrote
    no chat line: six."""
    rolls = rolls_of("L29", read_log(samples / "logs" / "L29-undo-mix.vlog"), buttons["hexmini"])
    assert (len(rolls), sum(not roll.undone for roll in rolls)) == (19, 6)
    assert standing(samples, "L29-undo-mix") == 7


def test_what_the_dice_showed(samples, buttons):
    """The first rolls of L07 as its chat tells them: `1d6 = 4`, `2d6 = 6,5`, `2d6 = 3,6`, `Élan (3) / Miss (0)`."""
    first = rolls_of("L07", read_log(samples / "logs" / "L07-dice.vlog"), buttons["hexmini"])[:5]
    assert [(roll.button, roll.faces, roll.sides) for roll in first[:3]] == [
        ("1d6", (4,), 6), ("2d6", (6, 5), 6), ("2d6", (3, 6), 6),
    ]  # fmt: skip
    assert (first[3].button, first[3].words, first[3].faces) == ("Battle", ("Élan", "Miss"), (6, 1))
    assert (first[4].button, first[4].words) == ("Weather roll", ("Clear",))
    assert {(roll.player, roll.side) for roll in first} == {("Red player", "Red")}
    # without the module the button's name tells the sides of plain dice
    bare = rolls_of("L07", read_log(samples / "logs" / "L07-dice.vlog"))
    assert (bare[1].faces, bare[1].sides, bare[3].sides) == ((6, 5), 6, None)


def test_dice_that_are_kept_are_not_taken_for_all_that_fell(samples, buttons):
    """The module's 3d10 adds 2 to each die and keeps two of three: 5 and 10 were 3 and 8."""
    (roll,) = rolls_of("L22", read_log(samples / "logs" / "L22-second-grids.vlog"), buttons["second"])
    assert (roll.faces, roll.sides, roll.dice, roll.told_apart) == ((3, 8), 10, 3, False)
    assert roll.side == 'Blue; "2nd"'
