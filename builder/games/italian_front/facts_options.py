"""What a unit might do from here: march to each hex in reach, in column too, and attack the enemies beside it."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.italian_front.facts import Facts
from builder.model import Action, Answer, Unit
from builder.rules.options import Proposal

NEVER = ("fortress", "rail-hex", "flotilla")
NO_ATTACK = ("headquarters", "engineer", "replacement", "supply")


def moves(unit: Unit, facts: Facts) -> Iterator[Proposal]:
    """Every goal with its points; from each goal the attacks that it opens."""
    if unit.type in NEVER or not facts.on_map(unit.place):
        return
    goals: dict[str, tuple[str, ...]] = {unit.place: ()}
    for column in (False, True):
        reach = facts.reach(unit.id, column)
        if reach is None:
            return
        for goal in sorted(reach.points):
            path = reach.path(goal)
            if goal in goals or path is None or len(path) < 2:
                continue
            goals[goal] = path
            yield _march(unit, facts, path, column)
    if unit.type in NO_ATTACK:
        return
    for goal, path in goals.items():
        first = Action("move", (unit.id,), path) if path else None
        note = f"from {goal}"
        for target in facts.neighbours(goal):
            if facts.foes_at(target, unit.side):
                yield Proposal(Action("attack", (unit.id,), place=target), note=note, first=first, phase="combat")


def _march(unit: Unit, facts: Facts, path: tuple[str, ...], column: bool) -> Proposal:
    trip = facts.trip(unit.id, path)
    points = Answer(trip.whole, trip.answer.reasons, trip.answer.needs)
    note = "in column" if column else ""
    return Proposal(Action("move", (unit.id,), path), points, trip.sum(), note, phase="movement")
