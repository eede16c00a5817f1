"""What no rule set could read: stretches of play that are no known action, with the board before and after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from builder.model import Action, GameState, Unit

UNRECOGNISED = "unrecognised"
MOST_UNITS = 12


class Unread(NamedTuple):
    """One stretch: where it stands in the logs, what was seen, and each unit it touched before and after (None where
    it was not, or is not, on the table)."""

    action: Action
    units: tuple[tuple[str, Unit | None, Unit | None], ...]

    def lines(self) -> Iterator[str]:
        place = ", ".join(map(str, self.action.refs)) or "-"
        yield f"{place}: not understood: {self.action.detail('what') or self.action}"
        for id, before, after in self.units[:MOST_UNITS]:
            yield f"    {id}: {_stood(before)} > {_stood(after)}"
        if len(self.units) > MOST_UNITS:
            yield f"    and {len(self.units) - MOST_UNITS} more"


def _stood(unit: Unit | None) -> str:
    if unit is None:
        return "not there"
    return f"{unit.place}, {unit.steps} steps" + (f" ({', '.join(sorted(unit.marks))})" if unit.marks else "")


def unread(stretches: Iterable[tuple[Action, GameState, GameState]]) -> tuple[Unread, ...]:
    """The unrecognised ones among actions with the table before and after them."""
    return tuple(
        Unread(action, _touched(action, before, after))
        for action, before, after in stretches if action.verb == UNRECOGNISED
    )  # fmt: skip


def _touched(action: Action, before: GameState, after: GameState) -> tuple[tuple[str, Unit | None, Unit | None], ...]:
    changed = (id for id in {**before.units, **after.units} if before.units.get(id) != after.units.get(id))
    ids = dict.fromkeys((*action.units, *sorted(changed)))
    return tuple((id, before.units.get(id), after.units.get(id)) for id in ids)
