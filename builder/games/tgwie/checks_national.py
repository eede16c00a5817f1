"""National limits of theatres, and stacks (3.7, 10.2)."""

from __future__ import annotations

from collections.abc import Callable

from builder.games.tgwie.checks_base import Rulings, from_log, goal, units_of
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import book
from builder.model import Action
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

GOING = ("move", "rail", "ship", "arrive", "advance", "set-up")
FIGHTING = ("3.7.Bulgaria", "3.7.Greece")  # these may not attack out either
RULES = ("3.7.AustriaHungary.west", "3.7.AustriaHungary.north", "3.7.Bulgaria", "3.7.Greece", "3.7.Italy",
         "3.7.ItalianTheater", "3.7.Montenegro", "3.7.Ottoman.map", "3.7.Ottoman.balkans", "3.7.Ottoman.entry",
         "3.7.Romania", "3.7.Russia", "3.7.Serbia", "3.7.US")  # fmt: skip
STACKS = ("10.2.A", "10.2.B.US", "10.2.B.Bulgaria", "10.2.C", "7.7a.H", "7.7b.E")
ENFORCED = ("movement", "new-units", "combat", "attrition")  # the phases of 10.1.A


def _restricted(rule: str) -> Callable[[Action, Facts], Rulings]:
    """Units keep to the theatres of their nation."""

    def check(action: Action, facts: Facts) -> Rulings:
        places = action.path[1:] if action.verb == "move" and rule in ("3.7.Ottoman.entry", "3.7.Montenegro") else (
            goal(action),)  # fmt: skip
        for unit in units_of(action, facts):
            for place in places:
                if not facts.on_map(place):
                    continue
                for found in facts.restrictions_on(unit, place):
                    if found.rule != rule:
                        continue
                    if found.broken.needs:
                        yield undecided(f"{unit.id} in {place}: {found.text}", found.broken)
                    elif found.broken.value:
                        yield illegal(f"{unit.id} in {place}: {found.text}", found.broken)
                    else:
                        yield legal(f"{unit.id} may be in {place}", found.broken)

    check.__name__ = "units_keep_to_the_theatres_of_" + rule.removeprefix("3.7.").replace(".", "_").lower()
    return check


def _stack(rule: str) -> Callable[[Action, Facts], Rulings]:
    """No hex holds more than may stand in it when limits are enforced."""

    def check(action: Action, facts: Facts) -> Rulings:
        if action.verb == "end-phase" and not any(word in facts.when.phase for word in ENFORCED):
            return
        if action.verb == "set-up" and from_log(action):
            return
        if action.verb == "set-up":
            facts = facts.after_placing(action)
        asked = (action.place,) if action.place else ()
        places = asked or tuple(p for p in facts.state.by_place if facts.on_map(p))
        bad = 0
        for place in places:
            over = [(unit, why) for r, unit, why in facts.surplus(place) if r == rule]
            for unit, why in over:
                bad += 1
                yield illegal(f"{unit} is more than may stand in {place}", why)
        if not bad:
            yield legal("no hex holds too many", book("places looked at", len(places), rule))

    check.__name__ = "no_hex_holds_more_than_" + rule.replace(".", "_").lower()
    return check


CHECKS = (
    *(Check(rule, (*GOING, "attack") if rule in FIGHTING else GOING, _restricted(rule)) for rule in RULES),
    *(Check(rule, ("end-movement", "end-phase", "set-up"), _stack(rule)) for rule in STACKS),
)
