"""The order within combat: one battle is finished before the next, the defender pays first (13.2, 13.3).

In a log hands are slower than words, and battles overlap: only what somebody wrote down is judged.
"""

from __future__ import annotations

from builder.games.glorys_end.checks_base import Rulings, acting, names, written
from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.facts_battles_open import ROLES, Open
from builder.model import Action
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal


def unfinished(battle: Open, facts: Facts) -> str:
    """What is still to be done in a battle, or ""."""
    if battle.result is None or battle.evaded:
        return ""
    for role in ROLES:
        owed = facts.owed(battle, role)
        if owed and any(u.steps for u in facts.survivors(battle, role)):
            return f"the {role} owes {owed}"
    here = [u for u in facts.survivors(battle, "defender")
            if u.place == battle.hex and u.type not in ("fortress", "siege-gun")]  # fmt: skip
    if battle.retreat == "must" and here and not facts.position_of(battle.hex, here[0].side):
        return f"{names(here)} must retreat"
    return ""


def one_attack_is_finished_before_the_next(action: Action, facts: Facts) -> Rulings:
    if not written(action):
        return
    before = tuple(facts.battles())
    for battle in before:
        left = unfinished(battle, facts)
        if left:
            yield illegal(f"the battle of {battle.hex} is not finished: {left}", seen(f"battle of {battle.hex}", left))
            return
    if before:
        yield legal("every battle before is finished", *(seen("battle of", b.hex) for b in before))


def the_defender_pays_before_the_attacker(action: Action, facts: Facts) -> Rulings:
    if not written(action) or action.detail("why") not in ("", "battle"):
        return
    for unit in acting(action, facts):
        battle = facts.battle_of(unit.id, action.detail("battle"))
        if battle is None or battle.result is None or battle.role_of(unit.id) != "attacker":
            continue
        owed = facts.owed(battle, "defender")
        because = seen("the defender still owes", owed)
        if owed and any(u.steps for u in facts.survivors(battle, "defender")):
            yield illegal(f"the defender of {battle.hex} owes {owed} and pays first", because)
        elif action.verb == "advance" and facts.owed(battle, "attacker"):
            owed = facts.owed(battle, "attacker")
            yield illegal(f"the attacker of {battle.hex} owes {owed}, and advances come last",
                          seen("the attacker still owes", owed))  # fmt: skip
        else:
            yield legal(f"the defender of {battle.hex} has paid", because)
        return


CHECKS = (
    Check("13.2.a", ("attack",), one_attack_is_finished_before_the_next),
    Check("13.3.c", ("lose", "advance"), the_defender_pays_before_the_attacker),
)
