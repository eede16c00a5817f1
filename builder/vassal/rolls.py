"""Every roll that a log holds: which dice, what they showed, who rolled, and whether it was taken back (formats 4.11).

The numbers come from properties and special-dice commands; chat only tells who rolled and for what.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from builder.model import speech
from builder.vassal import commands as c
from builder.vassal.dice import DiceButton, SpecialDice
from builder.vassal.saves import Log
from builder.vassal.stream import Step
from builder.vassal.table import Table
from builder.vassal.undo import UndoPointer

_RESULT = "_result"
_SIDES = re.compile(r"\b\d*\s*[dDwW](\d{1,3})\b")
_SPEAKS = re.compile(r"<([^<>]{1,80})> - |\*\*\* .* \*\*\* <([^<>]{1,80})>$")
_WHOLE = re.compile(r"-?\d{1,6}")

_Fallen = tuple[str, tuple[int, ...], tuple[str, ...], int | None, int]  # the fields of a roll from `button` on
Buttons = Sequence[DiceButton | SpecialDice]


class Roll(NamedTuple):
    """One press of a dice button. `faces` are the numbers on the dice as they fell, without what is added to each die;
    of a button that tells only the sum they hold the sum; `dice` is how many fell. `sides` is None where neither the
    module nor the button's name tells it."""

    log: str
    step: int
    button: str
    faces: tuple[int, ...]
    words: tuple[str, ...]  # of dice with named faces
    sides: int | None
    dice: int
    player: str
    side: str
    kind: str  # of battle or other purpose, where a machine suffix tells it
    undone: bool = False
    told: str = ""  # the result in the button's own words, with what it adds to each die

    @property
    def told_apart(self) -> bool:
        """Whether each die is known by itself."""
        return len(self.faces) == self.dice


def rolls_of(name: str, log: Log, buttons: Buttons | None = None) -> tuple[Roll, ...]:
    """The rolls of a log in order; `buttons` are the module's, where it is at hand."""
    table, pointer = Table(), UndoPointer()
    for command in log.save.commands:
        if isinstance(command, c.Player):
            table.apply(command)
    found: list[Roll] = []
    for step in log.steps:
        commands = step.commands
        for command in commands:
            if isinstance(command, c.Player | c.PlayerRemoved):
                table.apply(command)
        if pointer.takes_back(step, commands) is None:
            found += _of_step(name, step, commands, table, buttons)
    return tuple(roll._replace(undone=roll.step in pointer.undone) for roll in found)


def _of_step(
    name: str, step: Step, commands: Sequence[c.Command], table: Table, buttons: Buttons | None
) -> Iterator[Roll]:
    lines = [html.unescape(command.text) for command in commands if isinstance(command, c.Chat)]
    player, side = _who(lines, table)
    kind = _kind(lines)
    special: set[str] = set()
    for command in commands:
        if isinstance(command, c.ShowResults):
            special.add(command.button)
            yield Roll(name, step.number, *_special(command, buttons), player, side, kind)
    for command in commands:
        if not isinstance(command, c.MutableProperty) or not command.name.endswith(_RESULT):
            continue
        button = command.name.removesuffix(_RESULT)
        if button in special or not _is_dice(button, command, commands, lines, buttons):
            continue
        text = command.new or ""
        told = ", ".join(part.strip() for part in text.split(","))
        yield Roll(name, step.number, *_plain(button, text, buttons), player, side, kind, told=told)


def _is_dice(
    button: str, command: c.MutableProperty, commands: Iterable[c.Command], lines: list[str], buttons: Buttons | None
) -> bool:
    """A property may be called so by chance: dice are known by the module, else by what a button sets beside it or by
    the chat line that tells the result."""
    if buttons is not None:
        return any(one.name == button for one in buttons)
    beside = {f"{button}_total", f"{button}_summary", f"{button}_keep"}
    if any(isinstance(one, c.MutableProperty) and one.name in beside for one in commands):
        return True
    return any(f"{button} = {command.new}" in line for line in lines)


def _plain(button: str, text: str, buttons: Buttons | None) -> _Fallen:
    made = next((one for one in buttons or () if isinstance(one, DiceButton) and one.name == button), None)
    parts = tuple(part.strip() for part in text.split(","))
    numbers = tuple(int(part) for part in parts if _WHOLE.fullmatch(part))
    if made is not None and made.faces:
        return (
            button,
            tuple(made.faces.index(p) + 1 for p in parts if p in made.faces),
            parts,
            len(made.faces),
            len(parts),
        )
    if len(numbers) < len(parts):
        return button, (), parts, None, len(parts)
    if made is None:
        named = _SIDES.search(button)
        return button, numbers, (), int(named[1]) if named else None, len(numbers)
    if made.report_total and made.count > 1:
        return button, numbers, (), made.sides, made.count
    # of dice that a button keeps, the highest say, those that it does not show are missing: `dice` counts them
    return button, tuple(number - made.plus for number in numbers), (), made.sides, max(made.count, len(numbers))


def _special(command: c.ShowResults, buttons: Buttons | None) -> _Fallen:
    numbers = tuple(face + 1 for face in command.faces)
    made = next((o for o in buttons or () if isinstance(o, SpecialDice) and command.button in (o.name, o.id)), None)
    if made is None:
        return command.button, numbers, (), None, len(numbers)
    rolled = made.faces(tuple(map(str, command.faces)))
    sizes = {len(die.faces) for die in made.dice}
    return made.name, numbers, tuple(one.text for one in rolled), sizes.pop() if len(sizes) == 1 else None, len(numbers)


class Who(NamedTuple):
    name: str = ""
    side: str = ""


def speaker(line: str, players: Iterable[tuple[str, str]]) -> Who | None:
    """The player (name, side) whom a chat line names in angle brackets, as VASSAL's own formats do. Of one who is not
    among the players the name alone: the file was put together from others."""
    for name, side in players:
        own = name.removesuffix(f" [{side}]")  # some saves put the side behind the name
        if own and f"<{own}>" in line:
            return Who(own, side)
    named = _SPEAKS.match(line)
    return Who(named[1] or named[2]) if named else None


def _who(lines: Iterable[str], table: Table) -> Who:
    """The player whom the chat of a step names."""
    return next((who for line in lines if (who := speaker(line, table.players.values()))), Who())


def _kind(lines: Iterable[str]) -> str:
    for line in lines:
        said = speech.find(line)
        if said is not None:
            return " ".join(filter(None, (said.verb, said["kind"])))
    return ""
