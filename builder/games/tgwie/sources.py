"""The rules that bind tgwie's sources: the counter mix, the tables, and how every scenario is set up.

Pure functions over the linked game; each fault names its rule and the place of the row.
"""

from __future__ import annotations

from collections.abc import Collection

from builder.games.tgwie.sources_base import POOLS, Faults, fault, set_up_of
from builder.games.tgwie.sources_lines import LINES
from builder.games.tgwie.sources_mix import MIX
from builder.games.tgwie.sources_setup import SETUP
from builder.games.tgwie.sources_statements import STATEMENTS, statements_can_be_read
from builder.games.tgwie.sources_tables import TABLES
from builder.model import Diagnostic, Game, Scenario
from builder.rules.deployment import SetUpRules

YEARS = ("18", "22", "24", "25")  # chapters of scenarios whose paragraph 4.B turns the marker


def validate_sources(game: Game, only: Collection[str] = ()) -> tuple[Diagnostic, ...]:
    """Every fault of the sources against the rulebook; () for sound ones. `only`: the scenarios to look at."""
    found: list[Diagnostic] = []
    for check in (*MIX, *TABLES, *LINES, statements_can_be_read):
        found += check(game)
    for scenario in game.scenarios.values():
        if only and scenario.id not in only:
            continue
        found += (*set_up_faults(game, scenario), *the_turn_marker_shows_the_initiative(scenario))
    return tuple(found)


def the_turn_marker_shows_the_initiative(scenario: Scenario) -> Faults:
    """Its front is that of the Central Powers in the west, its back that of the Allies (18.4.B, 22.4.B).

    A save of players does not tell the side of a marker: it is asked of the sources alone.
    """
    west, number = scenario.facts.get("initiative west", ""), scenario.first_turn
    for p in scenario.placements:
        if p.what != "turn":
            continue
        rule = f"{scenario.rule}.4.B" if scenario.rule in YEARS else "1.2"
        if p.place != f"T{number}":
            yield fault(rule, f"{scenario.id}: the turn marker lies on {p.place}, play begins on {number}", p.span)
        if west and (p.face == "back") != (west == "allied"):
            said = f"{scenario.id}: the wrong side of the turn marker, the {west} side begins in the west"
            yield fault(rule, said, p.span)


def set_up_faults(game: Game, scenario: Scenario) -> tuple[Diagnostic, ...]:
    """Every breach of a scenario's set-up, ours or that of players."""
    at = set_up_of(game, scenario)
    return tuple(found for rule in (*STATEMENTS, *SETUP) for found in rule(at))


SET_UP = SetUpRules(set_up_faults, pools=POOLS, named=False)
