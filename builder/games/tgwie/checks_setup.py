"""Set-ups: each placing against the statements of its scenario (3.2, 3.3, 18, 22, 24 to 26).

One check a rule; what they ask stands in tables/setup.csv, and the same rules hold our own set-ups at lint.
"""

from __future__ import annotations

from collections.abc import Callable

from builder.games.tgwie.changes import settle
from builder.games.tgwie.checks_base import Rulings, from_log, verdict
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import book, seen
from builder.games.tgwie.sources_base import POOLS
from builder.model import Action
from builder.rules.position import Position
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal

STATED = tuple(
    rule
    for line in (
        "3.2.1 3.2.2 3.2.B 3.2.BE 3.2.F 3.2.G 3.2.L 3.2.MN 3.2.S 3.2.SR 3.2.V 3.3.A 3.3.B 3.3.E 3.3.M 3.3.W 3.3.X",
        "3.3.W.north 3.3.Y 3.6.A",
        "18.4.I 18.6.B 18.6.C 18.6.E 18.7.B 18.8.B 18.8.C 18.8.D 18.8.E 18.8.F 18.8.G 18.9.B 18.9.C 18.9.D 18.9.E",
        "18.10.B 18.10.C 18.11.B 18.11.C 18.12.B 18.12.D 18.12.E 18.13.B 18.13.C 18.15.B 18.15.C 18.15.D 18.15.E",
        "18.16.B 18.16.C 18.16.D 18.16.E 18.16.F 18.17.B 18.17.C 18.18.1.A 18.18.1.B 18.18.1.C 18.18.2.A",
        "18.18.2.B 18.18.3 18.18.B 18.18.D 18.19.B 18.19.C",
        "22.3.1 22.6.B 22.6.D 22.6.E 22.6.F 22.7.B 22.8.B 22.8.C 22.8.D 22.8.E 22.9.B 22.9.C 22.9.D 22.9.E 22.9.F",
        "22.10.B 22.11.B 22.11.C 22.12.B 22.13.B 22.13.C 22.13.D 22.13.E 22.13.F 22.13.G 22.15.B 22.15.C 22.15.D",
        "22.15.E 22.15.F 22.15.G 22.16.B 22.16.C 22.16.D",
        "24.3.4.B 24.6.B 24.6.C 24.6.D 24.6.E 24.7.B 24.8.B 24.8.C 24.8.D 24.8.E 24.8.F 24.9.B 24.9.C 24.9.D",
        "24.9.E 24.10.B 24.10.C 24.11.B 24.11.C 24.12.A 24.12.C 24.12.D 24.13.B 24.13.C 24.14.B 24.14.C 24.14.D",
        "24.14.E 24.14.F 24.15.B 24.15.C 24.15.D 24.16.B 24.16.C 24.16.D 24.17.B",
        "25.6.B 25.6.C 25.7.B 25.8.B 25.8.C 25.8.D 25.8.E 25.8.F 25.8.G 25.9.B 25.9.C 25.10.B 25.11.B 25.11.C",
        "25.12.B 25.12.C 25.13.B 25.14.B 25.14.C 25.15.B 25.16.B 25.16.D 25.17.B 25.17.C 25.18.B 25.18.C 25.19.C",
        "25.19.D 25.20.B 25.20.C 25.20.D",
        "26.1.2.Allies 26.1.2.CP 26.1.3.AlliesCambrai 26.1.3.AlliesFrench 26.1.3.AlliesStMihiel 26.1.3.CPCambrai",
        "26.1.3.CPFrench 26.2.1.C 26.2.1.D 26.2.1.E 26.3.1.D 26.3.1.E 26.3.1.F 26.4.1.C 26.4.1.D",
    )
    for rule in line.split()
)
"""Rules whose statements say where units begin."""


def news_of(action: Action, facts: Facts) -> tuple[tuple[tuple[str, str], ...], frozenset[str]] | None:
    """(rule, fault) that the placing adds, and the rules that are broken after it; None without a scenario."""
    key = ("set-up", action.units, action.place)
    if key not in facts.memory:
        before = facts.faults_of_state(facts.state)
        if before is None:
            facts.memory[key] = None
        else:
            after = facts.faults_of_state(settle(action.units, action.place, Position(facts.state)).state)
            new = tuple(one for one in after or () if one not in before)
            facts.memory[key] = new, frozenset(rule for rule, _ in after or ())
    return facts.memory[key]


def _statement(rule: str) -> Callable[[Action, Facts], Rulings]:
    def check(action: Action, facts: Facts) -> Rulings:
        if from_log(action):
            return  # half a set-up breaks much; `setup check` looks at the whole
        news = news_of(action, facts)
        if news is None:
            return
        new, broken = news
        found = [text for code, text in new if code == rule]
        if found:
            yield illegal(found[0], book(f"statement {rule}", "broken", rule))
        elif rule not in broken and any(rule in facts.statements_for(u) for u in facts.units(action.units)):
            yield legal(f"{'+'.join(action.units)} in {action.place}", book(f"statement {rule}", "kept", rule))

    check.__name__ = "the_placing_keeps_to_" + rule.replace(".", "_").lower()
    return check


ORDER = {"3": ("3.2", "3.3"), "18": ("18.6.A", "18.15.A")}  # chapter: the Allies first, the Central Powers second


def _order(chapter: str, side: str) -> Callable[[Action, Facts], Rulings]:
    """The Allies set up first on both maps, the Central Powers second; in a log both may sort units as they like."""

    def check(action: Action, facts: Facts) -> Rulings:
        scenario = facts.scenario
        if from_log(action) or scenario is None or scenario.rule.partition(".")[0] != chapter:
            return
        if facts.actor(action) != side or not facts.on_map(action.place):
            return
        done = [a for a in facts.ledger.done if a.verb == "set-up" and facts.actor(a) == "central"]
        waiting = [
            u.id
            for u in facts.state.units.values()
            if u.place.startswith(POOLS) and u.nation in scenario.facts.get("at-war allied", "").split()
        ]
        if side == "allied":
            told = f"the Allies set up {'after' if done else 'before'} the Central Powers"
            yield verdict(bool(done), told, seen("Central units set up", len(done)))
        else:
            told = f"the Central Powers set up {'before' if waiting else 'after'} the Allies"
            yield verdict(bool(waiting), told, seen("Allied units to set up", waiting[0] if waiting else "none"))

    check.__name__ = "the_allies_set_up_first" if side == "allied" else "the_central_powers_set_up_second"
    return check


CHECKS = (
    *(Check(rule, ("set-up",), _statement(rule)) for rule in STATED),
    *(Check(rule, ("set-up",), _order(chapter, side))
      for chapter, rules in ORDER.items() for rule, side in zip(rules, ("allied", "central"), strict=True)),
)  # fmt: skip
