"""Overstacked hexes (6.5): the opponent takes the fewest steps that bring the stack within its limits."""

from __future__ import annotations

from itertools import combinations

from builder.games.glorys_end.checks_base import Rulings, acting
from builder.games.glorys_end.checks_stack import FREE, too_many_steps
from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.verbs_battle import losses
from builder.model import Action, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided


def fewest_steps(units: tuple[Unit, ...], facts: Facts) -> int:
    """How many steps must go: what is above nine, or enough whole corps for two to be left, whichever is more."""
    steps, most, _ = too_many_steps(units, facts)
    over = max(steps - most.value, 0)
    corps = [u for u in units if u.type not in (*FREE, "fortress") and facts.is_corps(u).value]
    excess = len(corps) - facts.limit("stack-corps").value
    if excess <= 0:
        return over
    return min(max(over, sum(u.steps for u in chosen)) for chosen in combinations(corps, excess))


def an_overstacked_hex_loses_the_fewest_steps(action: Action, facts: Facts) -> Rulings:
    units = acting(action, facts)
    if not units or (action.detail("why") != "overstack" and (action.detail("why") or _explained(action, facts))):
        return
    place, side = units[0].place, units[0].side
    stack = tuple(u for u in facts.at(place) if u.side == side)
    asked = [facts.is_corps(u) for u in stack if u.type not in (*FREE, "fortress")]
    need = fewest_steps(stack, facts)
    told = action.detail("why") == "overstack"
    stand = (seen(f"steps of {u.id}", u.steps) for u in stack)
    if not need and not told:
        return
    if any(not a.known for a in asked) and len(asked) > facts.limit("stack-corps").value:
        yield undecided(f"how many corps stand in {place} is not known", *asked)
        return
    if not need:
        yield illegal(f"{place} is not overstacked", *stand, *asked)
        return
    lost = dict(losses(action, facts))
    left = tuple(
        u._replace(steps=u.steps - lost.get(u.id, 0)) for u in stack if u.steps > lost.get(u.id, 0) or not u.steps
    )
    gone = sum(min(steps, u.steps) for u in stack for name, steps in lost.items() if name == u.id)
    still = fewest_steps(left, facts)
    limits = (facts.limit("stack-steps"), facts.limit("stack-corps"))
    lines = (f"{need} must go, {gone} go, {still} are left to go",)
    if gone + still > need and told:
        yield illegal(f"{gone} steps of {place} go where {need} would do", *limits, *stand, sum=lines)
    elif gone + still == need:
        yield legal(f"{gone} of {need} steps of {place} go", *limits, *stand, sum=lines)


def _explained(action: Action, facts: Facts) -> bool:
    """Whether a battle or want of supply may be why a unit loses steps."""
    if facts.when.phase == "attrition" or action.detail("battle"):
        return True
    return any(facts.battle_of(name) or facts.newcomer_of(name) for name in action.units)


CHECKS = (Check("6.5.a", ("lose",), an_overstacked_hex_loses_the_fewest_steps),)
