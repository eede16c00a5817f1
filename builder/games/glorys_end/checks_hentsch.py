"""What Lt. Col. Hentsch's order asks of the Germans, by agreement (10.4)."""

from __future__ import annotations

from builder.games.glorys_end.checks_base import Rulings, acting, goal_of, names
from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.hentsch import in_force, inside, way_out
from builder.model import Action, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal

STRAIGHT = "as straight as possible means at least that each move ends nearer to the edge of the perimeter"


def _bound(action: Action, facts: Facts) -> list[Unit]:
    """The acting Germans while the order stands."""
    return [u for u in acting(action, facts) if u.side == "german"] if in_force(facts).value else []


def germans_inside_march_out_and_make_no_march_assault(action: Action, facts: Facts) -> Rulings:
    if action.verb == "end-phase":
        yield from _stayed(facts)
        return
    for unit in _bound(action, facts):
        start = facts.ledger.started.get(unit.id, unit.place)
        within = inside(start, facts)
        if not within.value:
            continue
        order = in_force(facts)
        if action.verb == "attack":
            if facts.kind_of(action) == "ma":
                yield illegal(f"{unit.id} is ordered out of the perimeter and makes no march assault", order, within)
            return
        goal = goal_of(action)
        before, after = way_out(start, facts), way_out(goal, facts)
        lines = (f"{before} hexes to the edge before, {after} after",)
        if after >= before:
            yield illegal(f"{unit.id} is ordered out and goes from {start} to {goal}", order, within,
                          inside(goal, facts), sum=lines, reading=STRAIGHT)  # fmt: skip
        else:
            yield legal(f"{unit.id} marches out of the perimeter", order, within, sum=lines)
        return


def _stayed(facts: Facts) -> Rulings:
    if facts.when.phase != "operational-movement" or not in_force(facts).value:
        return
    stayed = []
    for _, unit in sorted(facts.state.units.items()):
        if unit.side != "german" or not facts.on_map(unit.place) or unit.id in facts.ledger.ways:
            continue
        if not facts.is_mobile(unit) or not facts.guaranteed(unit) or not inside(unit.place, facts).value:
            continue
        reach = facts.reach(unit.id)
        far = way_out(unit.place, facts)
        if reach is not None and any(way_out(place, facts) < far for place in reach.points):
            stayed.append(unit)
    if stayed:
        places = (inside(u.place, facts) for u in stayed[:3])
        yield illegal(f"{names(stayed)} was ordered out of the perimeter and stayed", in_force(facts), *places)


def germans_outside_keep_out(action: Action, facts: Facts) -> Rulings:
    for unit in _bound(action, facts):
        start = facts.ledger.started.get(unit.id, unit.place)
        if inside(start, facts).value:
            continue
        way = (goal_of(action),) if action.verb == "attack" else action.path[1:]
        entered = next((place for place in way if inside(place, facts).value), None)
        order = in_force(facts)
        if entered is None and action.verb == "move":
            entered = _by_every_way(action, facts)
        if entered is not None:
            what = "attacks" if action.verb == "attack" else "goes"
            yield illegal(f"{unit.id} {what} into the perimeter at {entered}", order, inside(entered, facts))
        else:
            yield legal(f"{unit.id} keeps out of the perimeter", order, seen("way", "-".join(way)))
        return


def _by_every_way(action: Action, facts: Facts) -> str | None:
    """A hex of the perimeter on a drag's way, if no way leads round the perimeter."""
    for leg in facts.legs(action):
        places = frozenset(p for p in leg.way.possible if inside(p, facts).value) if leg.way is not None else None
        if places and leg.way.avoiding(places) is None:
            return min(places)
    return None


CHECKS = (
    Check("10.4.c", ("move", "attack", "end-phase"), germans_inside_march_out_and_make_no_march_assault),
    Check("10.4.d", ("move", "attack", "advance"), germans_outside_keep_out),
)
