"""What a game's rules count for each side, part by part."""

from __future__ import annotations

from typing import NamedTuple

from builder.model import Answer


class Part(NamedTuple):
    """One line of a sum. `points` is unknown where a fact is missing."""

    name: str  # "Le Havre 2244"
    rule: str
    points: Answer[int]

    def __str__(self) -> str:
        points = f"{self.points.value:+d}" if self.points.known else "?"
        return f"{self.name} {points} ({self.rule})"


class Score(NamedTuple):
    """A side's points at one moment: the total, its parts in the order of the rules, and what the track shows.

    `total` is unknown where one of the parts is. `final` is what the total would be if the game ended now, with
    what counts at the end alone; the same as `total` where nothing does. `shown` is None where no marker tells.
    """

    side: str
    total: Answer[int]
    parts: tuple[Part, ...]
    final: Answer[int]
    final_parts: tuple[Part, ...] = ()
    shown: int | None = None


def added(parts: tuple[Part, ...]) -> Answer[int]:
    """The sum of all parts with every reason; unknown where one part is."""
    return Answer(
        sum(part.points.value for part in parts if part.points.known),
        tuple(dict.fromkeys(reason for part in parts for reason in part.points.reasons)),
        tuple(dict.fromkeys(need for part in parts for need in part.points.needs)),
    )
