"""What checks share: how an action was told, and how several units make one ruling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.games.glorys_end.facts import Facts
from builder.model import Action, Finding, Unit
from builder.rules.ruling import Ruling

Rulings = Iterator[Ruling]


def written(action: Action) -> bool:
    """Whether somebody wrote the action down. A drag of a log leaves its way open, and hands slip; so does a move
    that is written as one (`way=open`)."""
    return not action.refs and action.detail("way") != "open"


def is_told(action: Action) -> bool:
    """Whether the hexes of a drag are those that the director, or the case, says it went by."""
    return action.detail("way") == "said"


def goal_of(action: Action) -> str:
    return action.path[-1] if action.path else action.place


def names(units: Iterable[Unit | str]) -> str:
    return ", ".join(u if isinstance(u, str) else u.id for u in units) or "nobody"


def worst(rulings: Iterable[Ruling]) -> Rulings:
    """One ruling for an action of several units: an illegal one, else an undecided one, else the last legal one."""
    order = {Finding.ILLEGAL: 0, Finding.UNDECIDED: 1, Finding.UNCHECKED: 2, Finding.LEGAL: 3}
    found = list(rulings)
    if found:
        least = min(order[r.finding] for r in found)
        same = [r for r in found if order[r.finding] == least]
        yield same[-1] if least == 3 else same[0]


def acting(action: Action, facts: Facts) -> tuple[Unit, ...]:
    return facts.units(action.units)
