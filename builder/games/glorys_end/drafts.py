"""An action in the making: it may be joined with what follows, until something else happens."""

from __future__ import annotations

from dataclasses import dataclass, field

from builder.model import Action, GameState, LogRef
from builder.rules.position import Played


@dataclass(slots=True)
class Draft:
    """One action while it can still grow; `before` and `after` are the tables around its events."""

    verb: str
    before: GameState
    units: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    place: str = ""
    side: str = ""
    details: dict[str, str] = field(default_factory=dict)
    refs: tuple[LogRef, ...] = ()
    inferred: bool = False
    after: GameState | None = None

    def done(self) -> Played:
        details = tuple((key, value) for key, value in self.details.items() if value)
        action = Action(
            self.verb, self.units, self.path, self.place, self.side, details, self.refs, inferred=self.inferred
        )
        return Played(action, self.before, self.after or self.before)


def join(first: Draft, second: Draft) -> bool:
    """Grow the first draft by the second where both are one action; False where they are two."""
    if first.verb == "arrive" and second.verb in ("move", "rail") and second.inferred:
        return _placed_anew(first, second)
    if first.verb != second.verb or first.side != second.side:
        return False
    if first.verb in ("move", "retreat", "rail", "ship"):
        return _join_ways(first, second)
    if first.verb == "lose" or first.verb == "rebuild":
        return first.units == second.units and _add_steps(first, second)
    if first.verb == "command-mark" and first.place == second.place:
        return _gather(first, second)
    return first.verb == "unrecognised" and _gather(first, second)


def cancels(first: Draft, second: Draft) -> bool:
    """Whether the second takes the first back: a key pressed by mistake, and pressed back."""
    if first.verb == "arrive" and second.details.get("to") == first.details.get("from"):
        return first.units == second.units
    opposite = {
        ("lose", "rebuild"),
        ("rebuild", "lose"),
        ("dig", "leave-off"),
        ("command-mark", "command-unmark"),
    }
    same = first.units == second.units and first.details.get("steps") == second.details.get("steps")
    return same and (first.verb, second.verb) in opposite


def without_wobble(path: tuple[str, ...]) -> tuple[str, ...]:
    """A way without its loops: dragged and dragged back is no way at all."""
    kept: list[str] = []
    for place in path:
        if place in kept:
            del kept[kept.index(place) + 1 :]
        else:
            kept.append(place)
    return tuple(kept)


def _join_ways(first: Draft, second: Draft) -> bool:
    if set(first.units) != set(second.units) or first.path[-1] != second.path[0]:
        return False
    whole = first.path + second.path[1:]
    first.path = without_wobble(whole)
    # a player may really go there and back, to take a hex: a verdict on the shortened way is a guess
    first.inferred = first.inferred or second.inferred or first.path != whole
    return _extend(first, second)


def _placed_anew(first: Draft, second: Draft) -> bool:
    """An arrival put down and shifted, while nothing else may move: it arrived where it came to lie."""
    if set(first.units) != set(second.units) or first.place != second.path[0]:
        return False
    first.place, first.inferred = second.path[-1], True
    return _extend(first, second)


def _add_steps(first: Draft, second: Draft) -> bool:
    first.details["steps"] = str(int(first.details["steps"]) + int(second.details["steps"]))
    first.details.update((k, v) for k, v in second.details.items() if k != "steps")
    return _extend(first, second)


def _gather(first: Draft, second: Draft) -> bool:
    first.units = tuple(dict.fromkeys((*first.units, *second.units)))
    return _extend(first, second)


def _extend(first: Draft, second: Draft) -> bool:
    first.refs = tuple(dict.fromkeys((*first.refs, *second.refs)))
    first.after = second.after
    return True
