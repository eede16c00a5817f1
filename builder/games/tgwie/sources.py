"""The rules that bind tgwie's sources: the counter mix, the tables, and how every scenario is set up.

Pure functions over the linked game; each fault names its rule and the place of the row.
"""

from __future__ import annotations

from collections.abc import Collection

from builder.games.tgwie.sources_base import POOLS, set_up_of
from builder.games.tgwie.sources_lines import LINES
from builder.games.tgwie.sources_mix import MIX
from builder.games.tgwie.sources_setup import SETUP
from builder.games.tgwie.sources_statements import STATEMENTS, statements_can_be_read
from builder.games.tgwie.sources_tables import TABLES
from builder.model import Diagnostic, Game, Scenario
from builder.rules.deployment import SetUpRules


def validate_sources(game: Game, only: Collection[str] = ()) -> tuple[Diagnostic, ...]:
    """Every fault of the sources against the rulebook; () for sound ones. `only`: the scenarios to look at."""
    found: list[Diagnostic] = []
    for check in (*MIX, *TABLES, *LINES, statements_can_be_read):
        found += check(game)
    for scenario in game.scenarios.values():
        if only and scenario.id not in only:
            continue
        found += set_up_faults(game, scenario)
    return tuple(found)


def set_up_faults(game: Game, scenario: Scenario) -> tuple[Diagnostic, ...]:
    """Every breach of a scenario's set-up, ours or that of players."""
    at = set_up_of(game, scenario)
    return tuple(found for rule in (*STATEMENTS, *SETUP) for found in rule(at))


SET_UP = SetUpRules(set_up_faults, pools=POOLS, named=False)
