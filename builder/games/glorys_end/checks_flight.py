"""Retreats that cannot be made, and stacks that part on the way (13.19)."""

from __future__ import annotations

from builder.games.glorys_end.checks_after import FIGHTING, of_battle, result_of
from builder.games.glorys_end.checks_base import Rulings, acting, goal_of, names, written
from builder.games.glorys_end.checks_retreat import battle_fled, exits, overstacked, rank, rooms
from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.facts_battles_open import Open
from builder.games.glorys_end.verbs_battle import losses
from builder.model import Action, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal

FIXED = ("fortress", "siege-gun", "dummy")


def a_forced_retreat_without_a_way_destroys_the_units(action: Action, facts: Facts) -> Rulings:
    if action.verb == "end-phase":
        yield from _still_there(facts)
        return
    if not of_battle(action):
        return
    units = acting(action, facts)
    battle = next((facts.battle_of(u.id) for u in units), None)
    if battle is None or battle.result is None or battle.retreat != "must":
        return
    lost = dict(losses(action, facts))
    mine = [u for u in units if battle.role_of(u.id) == "defender" and u.type not in FIXED and u.place == battle.hex]
    paid = sum(min(lost.get(u.id, 0), u.steps) for u in mine)
    if not mine or paid <= facts.owed(battle, "defender") or any(lost.get(u.id, 0) < u.steps for u in mine):
        return
    way = exits(mine, battle.hex, facts)
    if not way.known:
        return
    if way.value:
        yield illegal(f"{names(mine)} had to retreat from {battle.hex}, where a way was open", result_of(battle), way)
    else:
        yield legal(f"no way led out of {battle.hex}, and {names(mine)} is destroyed", result_of(battle), way)


def _still_there(facts: Facts) -> Rulings:
    if facts.when.phase not in FIGHTING:
        return
    for battle in facts.battles():
        if battle.retreat != "must" or battle.result is None:
            continue
        here = [u for u in facts.survivors(battle, "defender") if u.place == battle.hex and u.type not in FIXED]
        if not here or facts.position_of(battle.hex, here[0].side):
            continue
        way = exits(here, battle.hex, facts)
        if way.known and not way.value:
            yield illegal(f"{names(here)} had to retreat from {battle.hex}, had no way, and still lives",
                          result_of(battle), way)  # fmt: skip
            return


def retreating_stacks_stay_together(action: Action, facts: Facts) -> Rulings:
    battle = battle_fled(action, facts)
    if battle is None or len(action.path) != 2:
        return
    a, goal = action.path[0], goal_of(action)
    movers = acting(action, facts)
    rest = [u for u in facts.units(battle.defenders) if u not in movers and facts.on_map(u.place)]
    before = [u for u in rest if facts.ledger.note("retreated", u.id) == u.place]
    others = sorted({u.place for u in before} - {goal})
    together = _room_for_all(action, battle, facts) if written(action) else ""
    if together:
        yield illegal(f"{names(movers)} leaves its stack, and {together} had room for all of it",
                      seen(together, "room for all"))  # fmt: skip
        return
    if not others:
        if len(movers) + len(before) > 1:
            yield legal(f"they go to {goal} together", *(seen(u.id, goal) for u in (*movers, *before)))
        return
    for place in others:
        where = (seen(u.id, f"retreated to {place}") for u in before if u.place == place)
        if _could_join(movers, a, place, facts):
            yield illegal(f"{names(movers)} leaves its stack, and {place} has room for it", *where)
        else:
            yield legal(f"{place} has no room for {names(movers)}", *where)
        return


def _room_for_all(action: Action, battle: Open, facts: Facts) -> str:
    """A hex no worse than the one chosen that takes those too whom the movers leave behind, or ""."""
    a, goal = action.path
    movers = acting(action, facts)
    left = [u for u in facts.survivors(battle, "defender")
            if u.place == battle.hex and u not in movers and u.type not in FIXED]  # fmt: skip
    company = [*movers, *left]
    if not left or not overstacked(goal, company, facts):
        return ""  # that they part at all is 13.18.d's
    side, ids = facts.actor(action), {u.id for u in company}
    chosen = rank(goal, side, ids, facts)
    better = (b for b in rooms(tuple(company), a, facts) if rank(b, side, ids, facts) <= chosen)
    return next(better, "")


def _could_join(movers: tuple[Unit, ...], a: str, place: str, facts: Facts) -> bool:
    return not overstacked(place, list(movers), facts) and all(
        facts.adjacent(a, place).value and facts.step_for(u, a, place) is not None for u in movers
    )


CHECKS = (
    Check("13.19.b", ("lose", "end-phase"), a_forced_retreat_without_a_way_destroys_the_units),
    Check("13.19.e", ("retreat",), retreating_stacks_stay_together),
)
