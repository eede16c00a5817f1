"""Checks where a way is open: what every way agrees on stands, what only some of them say is undecided.

A check is run as it is: facts say themselves what is not known, and what is legal so is legal by every way. Where it
finds otherwise and asked by which hexes an open way led, it is run anew for each answer that some way gives, question
by question; one way of answering all of them is a world. Where nothing is open this costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import wraps

from builder.games.glorys_end.facts import Facts
from builder.games.glorys_end.facts_base import World
from builder.model import Action, Finding, Need
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, Unknown

Run = Callable[[Action, Facts], Iterable[Ruling]]
MOST_WORLDS = 24
WORSE = (Finding.ILLEGAL, Finding.UNDECIDED, Finding.UNCHECKED)


def by_every_way(*checks: Check) -> tuple[Check, ...]:
    """The checks, each asked by every way that is open."""
    return tuple(replace(check, run=_open(check.run)) for check in checks)


def _open(run: Run) -> Run:
    @wraps(run)
    def ask(action: Action, facts: Facts) -> Iterable[Ruling]:
        action = facts.told(action)
        if facts.leans is None:
            return run(action, facts)
        facts.leans = {}
        said = _said(run, action, facts)
        keys = tuple(facts.leans)
        return _weighed(run, action, facts, keys, said) if keys and _bad(said) else said

    return ask


def _said(run: Run, action: Action, facts: Facts) -> tuple[Ruling, ...]:
    try:
        return tuple(run(action, facts) or ())
    except Unknown as unknown:
        told = f"cannot be told: {unknown}"
        return (Ruling(Finding.UNDECIDED, told, unknown.reasons, needs=unknown.needs),)


def _weighed(
    run: Run, action: Action, facts: Facts, keys: tuple[str, ...], said: tuple[Ruling, ...]
) -> tuple[Ruling, ...]:  # fmt: skip
    """What the check says in every world, as long as the worlds agree. Of too many worlds: what it says by itself, an
    accusation apart."""
    todo: list[tuple[bool, ...]] = [()]
    found: list[tuple[Ruling, ...]] = []
    asked = dict.fromkeys(keys)
    while todo:
        if len(found) == MOST_WORLDS:
            accused = any(r.finding is Finding.ILLEGAL for r in said)
            return (_undecided(said, found[0], tuple(asked), facts),) if accused else said
        answers = todo.pop()
        world = type(facts)(facts.game, facts.position, facts.given)
        world.leans, world.world = None, World(answers)
        found.append(_said(run, action, world))
        asked.update(dict.fromkeys(world.world.asked))
        if _bad(found[-1]) != _bad(found[0]):
            return (_undecided(found[0], found[-1], tuple(asked), facts),)
        new = range(len(answers), len(world.world.asked))
        todo += [(*answers, *(False,) * (n - len(answers)), True) for n in new]
    return max(found, key=len)


def _bad(rulings: Iterable[Ruling]) -> tuple[Finding, ...]:
    return tuple(r.finding for r in rulings if r.finding in WORSE)


def _undecided(one: tuple[Ruling, ...], other: tuple[Ruling, ...], keys: tuple[str, ...], facts: Facts) -> Ruling:
    """Two worlds that differ in one ruling."""
    worst = next((r for r in (*one, *other) if r.finding is Finding.ILLEGAL), None)
    worst = worst or next((r for r in (*one, *other) if r.finding in WORSE), None) or (*one, *other)[0]
    needs: list[Need] = [facts.need_of(key) for key in keys]
    needs += [need for ruling in (*one, *other) for need in ruling.needs]
    told = f"it depends on a way that nobody saw: by one, {worst.message}"
    return Ruling(Finding.UNDECIDED, told, worst.facts, worst.sum, tuple(dict.fromkeys(needs)), worst.reading)
