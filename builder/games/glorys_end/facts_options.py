"""What a unit might do from here (12, 13): every hex that its points reach, every enemy that it could come to attack.

The referee decides on each; what stands here only must not leave anything out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from builder.games.glorys_end.facts import Facts
from builder.kit import movement
from builder.kit.movement import Way
from builder.model import Action, Answer, Unit
from builder.rules.options import Proposal

MOVEMENT, COMBAT = "operational-movement", "prepared-combat"
FORCED = "by forced march"
WHOLE = "one hex for its whole allowance"
CROWDED = "every way leads through a full stack"


def moves(unit: Unit, facts: Facts) -> Iterable[Proposal]:
    """Moves first, then prepared assaults from where it stands, then march assaults from where it may come."""
    if not facts.on_map(unit.place):
        return
    found: dict[str, tuple[Way, str]] = {}
    if facts.allowance(unit.id).known:
        found = _reached(unit, facts)
        for way, note in found.values():
            costs = Answer(way.points, way.reasons, way.needs)
            yield Proposal(_move(unit, way), costs, way.sum(), note, phase=MOVEMENT)
    yield from _prepared(unit, facts)
    yield from _marches(unit, facts, found)


def _move(unit: Unit, way: Way) -> Action:
    return Action("move", (unit.id,), way.path)


def _reached(unit: Unit, facts: Facts) -> Mapping[str, tuple[Way, str]]:
    """Goal to (way, what is special about it): clear of full stacks where that can be, else through them."""
    left = max(facts.points_left(unit.id).value, 0)
    fresh = unit.id not in facts.ledger.ways
    start = facts.ledger.started.get(unit.id, unit.place)
    more = facts.may_force_march(unit, start)
    budget = left + facts.limit("forced-march").value if more.value or more.needs else left
    found: dict[str, tuple[Way, str]] = {}
    for crowded in (False, True):
        reach = _reach(unit, facts, budget, fresh, crowded)
        for goal in reach.points:
            path = reach.path(goal)
            if goal in found or goal == unit.place or path is None:
                continue
            way = movement.path_cost(path, facts.step)
            note = CROWDED if crowded else ""
            if way.points > left:
                note = WHOLE if len(path) == 2 and fresh and facts.guaranteed(unit) else FORCED
            found[goal] = way, note
    return found


def _reach(unit: Unit, facts: Facts, budget: int, fresh: bool, crowded: bool) -> movement.Reach:
    most = facts.limit("stack-steps").value

    def may_pass(place: str) -> bool:
        room = crowded or facts.steps_at(place, (unit.id,)) + unit.steps <= most
        return room and facts.may_go_on(unit, place)

    return movement.reach(
        unit.place, facts.neighbours, lambda a, b: facts.step_for(unit, a, b), budget,
        minimum_move=fresh and facts.guaranteed(unit), may_pass=may_pass,
    )  # fmt: skip


def _targets(unit: Unit, facts: Facts, place: str) -> Iterator[str]:
    """Enemy hexes around a place."""
    for near in facts.neighbours(place):
        if any(foe.type != "siege-gun" for foe in facts.foes_at(near, unit.side)):
            yield near


def _prepared(unit: Unit, facts: Facts) -> Iterator[Proposal]:
    for target in _targets(unit, facts, unit.place):
        yield Proposal(_attack((unit.id,), target, "pa"), note="alone", phase=COMBAT)
        friends = _friends(unit, facts, target)
        if friends:
            yield Proposal(_attack((unit.id, *friends), target, "pa"), note="with all beside it", phase=COMBAT)


def _friends(unit: Unit, facts: Facts, target: str) -> tuple[str, ...]:
    """Those around the target who could join: of its nation, free to act, in command."""
    enemy = next((u.side for u in facts.foes_at(target, unit.side)), "")
    prepared = facts.position_of(target, enemy)
    found = []
    for near in facts.neighbours(target):
        for other in facts.at(near):
            fights = facts.is_infantry(other) or (other.type == "cavalry" and not prepared)
            with_us = other.nation == unit.nation or facts.naval_exempt(other) or facts.naval_exempt(unit)
            free = facts.did(other, "move", "rail", "ship", "rebuild", "dig", "ma", "pa") is None
            if other.id != unit.id and other.side == unit.side and fights and with_us and free:
                command = facts.in_command(other)
                if command.known and command.value:
                    found.append(other.id)
    return tuple(sorted(found))


def _marches(unit: Unit, facts: Facts, found: Mapping[str, tuple[Way, str]]) -> Iterator[Proposal]:
    """From the hex it stands in, and from each that leaves points to enter the enemy's."""
    if facts.when.phase in (COMBAT, "attrition"):
        return
    for start, first, spent in ((unit.place, None, 0), *((g, _move(unit, w), w.points) for g, (w, _) in found.items())):
        for target in _targets(unit, facts, start):
            cost = facts.step(start, target)
            if cost is None or (first is not None and spent + cost.points > facts.points_left(unit.id).value):
                continue
            line = (f"{spent} to {start}, {cost.points} to enter {target}",)
            points = Answer(spent + cost.points, cost.reasons, cost.needs)
            yield Proposal(_attack((unit.id,), target, "ma"), points, line, f"from {start}", first, MOVEMENT)


def _attack(units: tuple[str, ...], target: str, kind: str) -> Action:
    return Action("attack", units, place=target, details=(("kind", kind),))
