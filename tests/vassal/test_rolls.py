"""Every roll of the samples, against the engine's own lines of chat."""

from __future__ import annotations

import re

import pytest

from builder.vassal.module import open_module
from builder.vassal.rolls import rolls_of
from builder.vassal.saves import read_log
from tests.support.recorded import ALL, Recorded, recorded

ROLLED = re.compile(r"\*\*\* (.+?)(?: =|:) (.*?)(?: total -?\d+)? \*\*\*(?: <(.*)>)?")


@pytest.fixture(scope="module")
def buttons(samples):
    places = {"hexmini": "modules", "second": "modules", "battle-odds": "battle", "battle-supply": "battle"}
    return {name: open_module(samples / place / f"{name}.vmod").dice for name, place in places.items()}


def standing(log: Recorded) -> int:
    """Rolls that the engine told and did not take back: every undo takes one, every undo of an undo gives it back."""
    lines = [line for press in log.presses for line in press.chat if line.replace("* UNDO: ", "").startswith("*** ")]
    return sum(1 - 2 * (line.count("* UNDO: ") % 2) for line in lines)


@pytest.mark.parametrize("with_module", [True, False])
@pytest.mark.parametrize("name", ALL)
def test_every_roll_is_the_engines(samples, buttons, name, with_module):
    """Which stand, with the faces that the chat told and who rolled. Without a module a plain property may be a text
    die's (`Weather roll`), and special dice are numbers."""
    log = recorded(samples, name)
    rolls = rolls_of(name, read_log(log.log), buttons[log.module.stem] if with_module else None)
    told = {press.n: [found for line in press.chat if (found := ROLLED.fullmatch(line))] for press in log.presses}
    stand = {press.n for press in log.standing}
    assert [(roll.step, not roll.undone) for roll in rolls] == [
        (n, n in stand) for n, lines in told.items() for _ in lines
    ]  # fmt: skip
    if name != "L29-undo-mix":
        assert sum(not roll.undone for roll in rolls) == standing(log)
    for roll, found in zip(rolls, (line for lines in told.values() for line in lines), strict=True):
        assert roll.player == (found[3] or "") and roll.side == log.sides.get(roll.player, "")
        if with_module:
            assert roll.button == found[1]
            assert shown(roll) == (found[2].replace(", ", ",") if roll.told else words(found[2]))
    assert "red-id" not in str(rolls) and "blue-id" not in str(rolls)


def words(text: str) -> str:
    """`Attacker: Retreat (-1) / Defender: Miss (0)` without the names and values of the dice."""
    return re.sub(r"(?:Attacker|Defender): | \(-?\d+\)", "", text)


def shown(roll) -> str:
    return roll.told.replace(", ", ",") or " / ".join(roll.words)


def test_no_undone_die_is_counted_where_undos_are_undone(samples, buttons):
    """L29: by the chat seven rolls stand, but one of them was undone, redone and undone again, of which VASSAL wrote
    no chat line: six."""
    rolls = rolls_of("L29", read_log(samples / "logs" / "L29-undo-mix.vlog"), buttons["hexmini"])
    assert (len(rolls), sum(not roll.undone for roll in rolls)) == (19, 6)
    assert standing(recorded(samples, "L29-undo-mix")) == 7


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
