"""A drag between two ports in the strategic phase: by train or by ship, nothing on the table says which.

It is judged as what is legal: a ship where a ship may go, else a train, if one may. Where both may, its steps count
for neither limit as long as nothing rests on it; then it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from builder.games.glorys_end import checks_rail
from builder.games.glorys_end.facts import Facts
from builder.model import Action, Finding
from builder.rules.position import Ledger, Scope
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, Unknown

RAIL, SHIP = "rail", "ship"
Run = Callable[[Action, Facts], Iterable[Ruling]]


def ways_of(action: Action, facts: Facts) -> tuple[str, ...]:
    """How it can have gone: what was told, else what is legal; a ship where neither is."""
    if action.verb != SHIP or not action.inferred:
        return (action.verb,)
    key = ("rail or sea", action)
    if key not in facts.memory:
        told = facts.told_how(action)
        facts.memory[key] = (told,) if told else tuple(v for v in (SHIP, RAIL) if _legal(v, action, facts)) or (SHIP,)
    return facts.memory[key]


def _legal(verb: str, action: Action, facts: Facts) -> bool:
    tried = replace(action, verb=verb)
    return not any(
        ruling.finding is Finding.ILLEGAL
        for check in checks_rail.CHECKS if verb in check.verbs for ruling in _said(check.run, tried, facts)
    )  # fmt: skip


def _said(run: Run, action: Action, facts: Facts) -> tuple[Ruling, ...]:
    try:
        return tuple(run(action, facts) or ())
    except Unknown:
        return ()


def by_rail_or_sea(*checks: Check) -> tuple[Check, ...]:
    """The checks, those of trains also for what was taken for a ship and may have been one."""
    return tuple(_either(check) if {RAIL, SHIP} & set(check.verbs) else check for check in checks)


def _either(check: Check) -> Check:
    def run(action: Action, facts: Facts) -> Iterable[Ruling]:
        if action.verb != SHIP:
            return check.run(action, facts)
        how = ways_of(action, facts)[0]
        return check.run(replace(action, verb=how), facts) if how in check.verbs else ()

    run.__name__ = check.name
    return Check(check.rule, tuple(dict.fromkeys((*check.verbs, SHIP))), run)


def counted(action: Action, ledger: Ledger, steps: int, facts: Facts) -> Ledger:
    """The ledger with the steps that went: by rail, by sea, or by either of them."""
    how = ways_of(action, facts)
    if len(how) == 1:
        ledger = ledger.with_sum(how[0], steps)
    else:
        label = str(action.refs[0]) if action.refs else "-"
        told = f"{steps} {label} {action.units[0] if action.units else ''}"
        ledger = ledger.with_note(Scope.TURN, ("either",), "\n".join((*ledger.note("either").splitlines(), told)))
    for name in action.units:
        ledger = ledger.with_acted(name, how[0])
    return ledger
