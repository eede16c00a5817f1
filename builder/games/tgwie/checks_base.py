"""What all checks share."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.tgwie.facts import Facts
from builder.model import Action, Answer, Reason, Unit
from builder.rules.ruling import Ruling, illegal, legal

Rulings = Iterator[Ruling]


def verdict(broken: bool, message: str, *because: Answer | Reason) -> Ruling:
    """Illegal where the rule is broken, else legal, for the same reasons."""
    return (illegal if broken else legal)(message, *because)


def goal(action: Action) -> str:
    return action.path[-1] if action.path else action.place


def units_of(action: Action, facts: Facts) -> tuple[Unit, ...]:
    return facts.units(action.units)


def first(answers: Iterator[Answer[bool]]) -> Answer[bool] | None:
    """The first that is known and true."""
    return next((a for a in answers if a.known and a.value), None)


def from_log(action: Action) -> bool:
    return bool(action.refs)
