"""Drags of which nothing on the table says what they were: train or ship between two ports, march or train where
nobody clicked through the phases.

Such a drag is judged as what is legal: a ship where a ship may go, else a train; a march, else a train. Where both may
be, its steps count for neither limit as long as nothing rests on it; then it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from builder.games.glorys_end import checks_move, checks_rail, checks_sea
from builder.games.glorys_end.facts import Facts
from builder.model import Action, Finding
from builder.rules.position import Ledger, Scope
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, Unknown

MOVE, RAIL, SHIP = "move", "rail", "ship"
CHECKS = {MOVE: checks_move.CHECKS, RAIL: checks_rail.CHECKS, SHIP: checks_rail.CHECKS + checks_sea.CHECKS}
STRATEGIC = "strategic-movement"
EITHER = ("by", "either")
Run = Callable[[Action, Facts], Iterable[Ruling]]


def ways_of(action: Action, facts: Facts) -> tuple[str, ...]:
    """What it can have been: what was told, else what is legal; as it was guessed where nothing is."""
    perhaps = _perhaps(action, facts)
    if len(perhaps) == 1:
        return perhaps
    key = ("ways of", action)
    if key not in facts.memory:
        told = facts.told_how(action)
        legal = (told,) if told in perhaps else tuple(verb for verb in perhaps if _legal(verb, action, facts))
        facts.memory[key] = legal or (action.verb,)
    return facts.memory[key]


def _perhaps(action: Action, facts: Facts) -> tuple[str, ...]:
    if action.inferred and action.verb == SHIP:
        return SHIP, RAIL
    if action.inferred and action.verb == RAIL and facts.when.phase != STRATEGIC and len(action.path) > 1:
        return MOVE, RAIL
    return (action.verb,)


def as_gone(action: Action, facts: Facts) -> Action:
    """The action as what it is judged as; `by=either` where it may have been a march or a train."""
    how = ways_of(action, facts)
    if how[0] == action.verb:
        return action
    return replace(action, verb=how[0], details=(*action.details, EITHER) if len(how) > 1 else action.details)


def _legal(verb: str, action: Action, facts: Facts) -> bool:
    tried = replace(action, verb=verb)
    return not any(
        ruling.finding is Finding.ILLEGAL
        for check in CHECKS[verb] if verb in check.verbs for ruling in _said(check.run, tried, facts)
    )  # fmt: skip


def _said(run: Run, action: Action, facts: Facts) -> tuple[Ruling, ...]:
    try:
        return tuple(run(action, facts) or ())
    except Unknown:
        return ()


def by_rail_or_sea(*checks: Check) -> tuple[Check, ...]:
    """The checks, each also for what was taken for something else and may have been its matter."""
    return tuple(_either(check) if {MOVE, RAIL, SHIP} & set(check.verbs) else check for check in checks)


def _either(check: Check) -> Check:
    def run(action: Action, facts: Facts) -> Iterable[Ruling]:
        if action.verb in (RAIL, SHIP):
            action = as_gone(action, facts)
        return check.run(action, facts) if action.verb in check.verbs else ()

    run.__name__ = check.name
    return Check(check.rule, tuple(dict.fromkeys((*check.verbs, RAIL, SHIP))), run)


def counted(action: Action, ledger: Ledger, steps: int, facts: Facts) -> Ledger:
    """The ledger with the steps that went: by rail, by sea, or by either of them."""
    how = ways_of(action, facts)
    ledger = ledger.with_sum(how[0], steps) if len(how) == 1 else perhaps_counted(action, ledger, steps, how)
    for name in action.units:
        ledger = ledger.with_acted(name, how[0])
    return ledger


def perhaps_counted(action: Action, ledger: Ledger, steps: int, how: tuple[str, ...] = (MOVE, RAIL)) -> Ledger:
    """Steps that count for a limit if the drag was what this limits: the verb comes first in each line."""
    label = str(action.refs[0]) if action.refs else "-"
    told = f"{how[0]} {steps} {label} {action.units[0] if action.units else ''}"
    return ledger.with_note(Scope.TURN, ("either",), "\n".join((*ledger.note("either").splitlines(), told)))
