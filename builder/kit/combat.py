"""Odds, die and modifiers."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Odds:
    """Attack to defence; one of the two is 1."""

    attack: int
    defence: int

    def __str__(self) -> str:
        return f"{self.attack}:{self.defence}"

    @property
    def rank(self) -> int:
        """Orders odds: 1:1 is 0, 3:1 is 2, 1:2 is -1."""
        return self.attack - self.defence


def odds(attack: int, defence: int) -> Odds:
    """N:1 with the fraction dropped; 1:N with the fraction raised where the attacker is weaker.

    Nothing defending gives the attack at full number to 1; no attack at all has no odds: ValueError.
    """
    if attack <= 0 or defence < 0:
        raise ValueError(f"no odds of {attack} to {defence}")
    if attack >= defence:
        return Odds(attack // max(defence, 1), 1)
    return Odds(1, -(-defence // attack))


def parse_odds(text: str) -> Odds:
    """`3:1`; ValueError for anything else."""
    attack, colon, defence = text.strip().partition(":")
    if not (colon and attack.isdecimal() and defence.isdecimal()):
        raise ValueError(f"{text!r} is no odds (expected N:1 or 1:N)")
    return Odds(int(attack), int(defence))


def odds_column(found: Odds, columns: Sequence[str]) -> tuple[str, int]:
    """The column of a table that the odds fall in, and how far they lie beyond it.

    `columns` stand from the worst to the best. Beyond is 0 within the table, -1, -2… left of it, 1, 2… right of it.
    """
    ranks = [parse_odds(column).rank for column in columns]
    under = [at for at, rank in enumerate(ranks) if rank <= found.rank]
    at = under[-1] if under else 0
    beyond = min(0, found.rank - ranks[0]) or max(0, found.rank - ranks[-1])
    return columns[at], beyond


def shifted(column: str, by: int, columns: Sequence[str]) -> tuple[str, int]:
    """The column `by` places to the right (left where negative), and how many of those the table does not have."""
    goal = columns.index(column) + by
    held = max(0, min(len(columns) - 1, goal))
    return columns[held], goal - held


def final_die(roll: int, modifiers: Sequence[int], least: int = 1, most: int = 6) -> int:
    """The roll with all modifiers, held between the limits at the end (never in between)."""
    return max(least, min(most, roll + sum(modifiers)))


def concentric(attackers: Collection[P], around: Sequence[P]) -> str:
    """Why an attack comes from all sides, or "" where it does not.

    `around` are the six neighbours of the defender in circular order. Opposite hexes, three with one between each and
    the next, or more than three.
    """
    taken = {index for index, place in enumerate(around) if place in attackers}
    if len(taken) > 3:
        return "more than three hexes"
    for index in sorted(taken):
        if (index + 3) % 6 in taken:
            return f"opposite hexes {around[index]} and {around[(index + 3) % 6]}"
    for first in (0, 1):
        if taken >= {first, first + 2, first + 4}:
            return "three hexes with one between each and the next"
    return ""


def front_and_rear(attackers: Collection[P], friends: Collection[P], around: Sequence[P]) -> str:
    """Why a hex under attack from opposite sides has no friends to lean on, or "" where it has or is not.

    `around` as above. Two friends next to the hex that touch one another cover it; nothing covers three attackers
    with one hex between each and the next. Italian Front 22-18.
    """
    taken = {index for index, place in enumerate(around) if place in attackers}
    for first in (0, 1):
        if taken >= {first, first + 2, first + 4}:
            return "three hexes with one between each and the next"
    near = {index for index, place in enumerate(around) if place in friends}
    if any((index + 1) % 6 in near for index in near):
        return ""
    for index in sorted(taken):
        if (index + 3) % 6 in taken:
            return f"opposite hexes {around[index]} and {around[(index + 3) % 6]}"
    return ""
