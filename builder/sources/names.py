"""The names a game declares, and the one way of asking for them: a fault with a near miss where there is none."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from builder.model import Nation, Side, Span, near_miss
from builder.sources.faults import Faults


@dataclass(slots=True)
class Names:
    """What may be named. `places` fills while maps are linked: hexes and boxes."""

    faults: Faults
    sides: tuple[Side, ...] = ()
    nations: dict[str, Nation] = field(default_factory=dict)
    turns: tuple[int, ...] = ()
    places: set[str] = field(default_factory=set)
    hexes: set[str] = field(default_factory=set)

    @property
    def side_ids(self) -> tuple[str, ...]:
        return tuple(side.id for side in self.sides)

    def known(self, word: str, choices: Collection[str], what: str, span: Span, code: str, who: str = "") -> bool:
        """Whether the word is one of the choices; says so where not. `who` begins the message."""
        if word in choices:
            return True
        head = f"{who}: " if who else ""
        self.faults.error(f"{code}-unknown", f"{head}unknown {what} {word!r}{near_miss(word, choices)}", span)
        return False

    def side(self, word: str, span: Span, who: str = "") -> bool:
        return self.known(word, self.side_ids, "side", span, "side", who)

    def hex(self, number: str, span: Span, who: str = "") -> bool:
        """Whether a hex is on a map."""
        if number in self.hexes:
            return True
        head = f"{who}: " if who else ""
        self.faults.error("hex-unknown", f"{head}hex {number!r} is on no map", span)
        return False

    def place(self, place: str, span: Span, who: str = "") -> bool:
        """Whether a hex or box is there."""
        if place in self.places:
            return True
        if place[-4:].isdigit():
            return self.hex(place, span, who)
        boxes = self.places - self.hexes
        return self.known(place, boxes, "place", span, "place", who)

    def turn(self, number: int | None, span: Span, who: str = "") -> bool:
        if number is None or number in self.turns:
            return True
        head = f"{who}: " if who else ""
        last = f"the game has turns 1 to {self.turns[-1]}" if self.turns else "the game has no turns"
        self.faults.error("turn-unknown", f"{head}there is no turn {number} ({last})", span)
        return False


def listed(words: Iterable[str]) -> str:
    """`a, b and c`."""
    found = list(words)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"
