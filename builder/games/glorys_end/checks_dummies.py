"""Dummies, by agreement (15): gone once attacked, and who found nobody else may assault again."""

from __future__ import annotations

from builder.games.glorys_end.checks_base import Rulings, acting, names
from builder.games.glorys_end.facts import Facts, seen
from builder.model import Action
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal

NOBODY = "a dummy has no strength to attack with"


def attackers_of_dummies_assault_again_only_together(action: Action, facts: Facts) -> Rulings:
    """A second prepared assault wants the same force, all of it in the hex that the dummies held (15.2)."""
    if facts.kind_of(action) != "pa":
        return
    for unit in acting(action, facts):
        place = facts.ledger.note("unmasked", unit.id)
        if not place:
            continue
        force = facts.units(facts.ledger.note("unmasked-by", place).split("+"))
        behind = [u for u in force if u.place != place]
        because = (seen(f"dummies alone in {place}", "gone"), *(seen(u.id, u.place) for u in force))
        if behind:
            yield illegal(f"{names(behind)} did not advance into {place}: no second assault", *because)
        else:
            yield legal(f"all who met dummies advanced into {place} and may assault again", *because)
        return


def an_attacked_dummy_leaves_the_game(action: Action, facts: Facts) -> Rulings:
    units = acting(action, facts)
    side = facts.actor(action)
    dummies = [u for u in facts.foes_at(action.place, side) if u.type == "dummy"]
    real = [u for u in units if u.type != "dummy"]
    if dummies and real:
        yield legal(f"{names(dummies)} leaves the game", *(seen(u.id, u.place) for u in dummies))
    elif units and not real:
        yield illegal(f"{names(units)} is nobody: dummies attack nothing", *(seen(u.id, u.type) for u in units),
                      reading=NOBODY)  # fmt: skip


ATTACK = ("attack",)
CHECKS = (
    Check("15.1.c", ATTACK, an_attacked_dummy_leaves_the_game),
    Check("15.2.b", ATTACK, attackers_of_dummies_assault_again_only_together),
)
