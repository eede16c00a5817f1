"""Dice buttons: plain, special with named faces, and text dice (formats §2.3, §4.11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from builder.vassal.buildfile import Component
from builder.vassal.sequence import decode
from builder.vassal.traits.kinds import whole_number


@dataclass(frozen=True, slots=True)
class DiceButton:
    """Plain or text dice; the button's name leads its properties: `2d6_result`, `2d6_total`."""

    name: str
    count: int
    sides: int
    plus: int = 0
    add_to_total: int = 0
    report_total: bool = False
    faces: tuple[str, ...] = ()


class Face(NamedTuple):
    text: str
    value: int
    icon: str = ""


class SpecialDie(NamedTuple):
    name: str
    faces: tuple[Face, ...]


class Rolled(NamedTuple):
    """One die of a SHOW_RESULTS command; `face` is None where the module knows no such die or face."""

    index: str
    die: str
    face: Face | None

    @property
    def text(self) -> str:
        return self.face.text if self.face is not None else f"unknown ({self.index})"


@dataclass(frozen=True, slots=True)
class SpecialDice:
    """Dice with own faces; a command names the button or its id, then one 0-based face index for each die."""

    id: str
    name: str
    dice: tuple[SpecialDie, ...]

    def faces(self, indices: tuple[str, ...]) -> tuple[Rolled, ...]:
        """What was rolled; a log may hold more dice or faces than the module has now."""
        rolled = []
        for at, index in enumerate(indices):
            die = self.dice[at] if at < len(self.dice) else None
            number = _int(index, -1)
            known = die is not None and 0 <= number < len(die.faces)
            rolled.append(Rolled(index, die.name if die else "", die.faces[number] if die and known else None))
        return tuple(rolled)


def read_dice(root: Component) -> tuple[DiceButton | SpecialDice, ...]:
    """Every dice button in document order; special ones are numbered in that order, as the engine does."""
    found: list[DiceButton | SpecialDice] = []
    special = 0
    for part in root.all("DiceButton", "RandomTextButton", "InternetDiceButton", "SpecialDiceButton"):
        if part.short == "SpecialDiceButton":
            dice = tuple(_die(child) for child in part.children if child.short == "SpecialDie")
            found.append(SpecialDice(f"SpecialDiceButton{special}", part.get("name"), dice))
            special += 1
            continue
        faces = part.get("faces") if part.short == "RandomTextButton" else ""
        found.append(
            DiceButton(
                part.get("name"), _int(part.get("nDice"), 2), _int(part.get("nSides"), 6), _int(part.get("plus"), 0),
                _int(part.get("addToTotal"), 0), part.flag("reportTotal"), tuple(decode(faces, ",")) if faces else (),
            )
        )  # fmt: skip
    return tuple(found)


def _die(part: Component) -> SpecialDie:
    faces = [child for child in part.children if child.short == "SpecialDieFace"]
    return SpecialDie(
        part.get("name"), tuple(Face(face.get("text"), _int(face.get("value"), 0), face.get("icon")) for face in faces)
    )


def _int(text: str, default: int) -> int:
    try:
        return whole_number(text)
    except ValueError:
        return default
