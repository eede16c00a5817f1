"""Cavalry that leaves before combat, and what its attackers may do then (13.7, 13.25)."""

from __future__ import annotations

from builder.games.glorys_end.checks_attack import PA, fighters, is_kind
from builder.games.glorys_end.checks_base import Rulings, acting, names, written
from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.facts_battles_open import Open, evades
from builder.model import Action, Evidence, Reason, Tag
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal

ADVANCED = "after cavalry left, those units alone attack anew that advanced into its hex"


def lone_cavalry_may_leave_before_combat_with_no_cavalry_against_it(action: Action, facts: Facts) -> Rulings:
    if not evades(action):
        return
    units = acting(action, facts)
    if any(u.type != "cavalry" for u in units):
        return  # 13.7.b speaks
    battle = next((b for b in facts.battles() if set(action.units) & set(b.defenders)), None)
    if battle is None:
        if written(action) and units:
            yield illegal(f"nobody attacks {names(units)}", seen("attack on it", "none"))
        return
    others = [u for u in facts.units(battle.defenders) if u.type != "cavalry"]
    riders = [u for u in facts.units(battle.attackers) if u.type == "cavalry"]
    book = Reason("cavalry alone against none", "may leave", Evidence(Tag.BOOK, "13.25"))
    if others:
        yield illegal(f"{names(others)} defends with it", *(seen(u.id, u.type) for u in others), book)
    elif facts.ledger.battle is not None and _rolled(action, battle, facts):
        yield illegal("the die of this battle has fallen", seen("die", facts.ledger.battle.detail("roll")), book)
    elif riders:
        yield illegal(f"{names(riders)} attacks it", *(seen(u.id, u.type) for u in riders), book)
    else:
        yield legal("cavalry alone, and no cavalry against it", *(seen(u.id, u.type) for u in units), book)


def _rolled(action: Action, battle: Open, facts: Facts) -> bool:
    """Only where somebody wrote it: a log may tell die and refusal in one breath."""
    fought = facts.ledger.battle
    return written(action) and bool(fought.detail("roll")) and set(fought.units) == set(battle.attackers)


def attackers_of_cavalry_that_left_attack_anew_after_advancing(action: Action, facts: Facts) -> Rulings:
    if not is_kind(action, facts, PA):
        return
    for unit in fighters(action, facts):
        number = facts.ledger.note("again", unit.id)
        if not number:
            continue
        hex_ = next((b.hex for b in facts.battles() if b.number == number), "")
        because = (seen("cavalry left", hex_), seen(unit.id, unit.place))
        if unit.place == hex_:
            yield legal(f"{unit.id} advanced into {hex_} and may attack anew", *because)
        else:
            yield illegal(f"{unit.id} did not advance into {hex_} and attacks anew", *because, reading=ADVANCED)
        return


def nobody_but_lone_cavalry_declines_combat(action: Action, facts: Facts) -> Rulings:
    if not evades(action):
        return
    units = acting(action, facts)
    others = [u for u in units if u.type != "cavalry"]
    because = (seen(u.id, u.type) for u in units)
    if others:
        yield illegal(f"{names(others)} may not decline combat: only lone cavalry leaves before it", *because)
    elif units:
        yield legal("cavalry may decline combat", *because)


RETREAT = ("retreat",)
CHECKS = (
    Check("13.25.b", ("attack",), attackers_of_cavalry_that_left_attack_anew_after_advancing),
    Check("13.7.b", RETREAT, nobody_but_lone_cavalry_declines_combat),
    Check("13.25.a", RETREAT, lone_cavalry_may_leave_before_combat_with_no_cavalry_against_it),
)
