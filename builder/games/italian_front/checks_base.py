"""What the checks share: who acts, whether it was written or dragged, and the weightiest of several rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from builder.games.italian_front.facts import Facts
from builder.model import Action, Finding, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling

Rulings = Iterable[Ruling]
Told = Iterable[tuple[str, Ruling]]  # (rule, ruling): one measure that several rules speak of
WEIGHT = (Finding.LEGAL, Finding.UNCHECKED, Finding.UNDECIDED, Finding.ILLEGAL)


def acting(action: Action, facts: Facts) -> tuple[Unit, ...]:
    """The units of an action that are on the table."""
    return facts.units(action.units)


def written(action: Action) -> bool:
    """Whether somebody wrote the action down; a log's actions have references."""
    return not action.refs


def on_table(facts: Facts) -> list[Unit]:
    """All units on the map, in the order of their names."""
    return sorted((u for u in facts.state.units.values() if facts.on_map(u.place)), key=lambda unit: unit.id)


def goal_of(action: Action) -> str:
    return action.path[-1] if action.path else action.place


def worst(rulings: Iterable[Ruling]) -> Iterator[Ruling]:
    """The weightiest ruling, so that a stack has one verdict a rule."""
    found = list(rulings)
    if found:
        yield max(found, key=lambda ruling: WEIGHT.index(ruling.finding))


def names(units: Iterable[Unit]) -> str:
    return ", ".join(unit.id for unit in units)


def told_by(measure: Callable[[Action, Facts], Told], rules: dict[str, str], *verbs: str) -> tuple[Check, ...]:
    """A check for each rule that one measure speaks of; `rules` gives each the sentence that must hold."""

    def bound(rule: str, sentence: str) -> Check:
        def run(action: Action, facts: Facts) -> Rulings:
            return worst(ruling for found, ruling in facts.once(measure, action) if found == rule)

        run.__name__ = sentence
        return Check(rule, verbs, run)

    return tuple(bound(rule, sentence) for rule, sentence in rules.items())
