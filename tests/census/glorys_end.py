"""Positions of 1914: Glory's End as its own facts answer them: the Marne and the campaign at their first moments.

A row may put its unit into another hex, to see what that does to its supply.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from builder.games.glorys_end import RULES
from builder.games.glorys_end.facts import Facts
from builder.kit import movement
from builder.model import Game
from builder.rules.position import Position
from builder.rules.ruleset import Given
from builder.rules.setup import scenario_facts, scenario_state
from builder.sources import load
from tests.census.rows import SOURCE, Count, count


@cache
def game() -> Game:
    return load(SOURCE / "glorys_end")


@cache
def given(scenario: str) -> Given:
    return Given(scenario_facts(game().scenarios[scenario]))


@cache
def facts(scenario: str, unit: str = "", place: str = "") -> Facts:
    state = scenario_state(game(), game().scenarios[scenario])
    if place:
        moved = state.units[unit]._replace(place=place)
        state = state.without_unit(unit).with_unit(moved)
    return RULES.facts(game(), Position(state), given(scenario))


def facts_of(row: Mapping[str, str]) -> Facts:
    return facts(row["board"], row["unit"], row["hex"]) if row["hex"] else facts(row["board"])


def reach_of(row: Mapping[str, str]) -> movement.Reach:
    found = facts_of(row).reach(row["unit"])
    assert found is not None
    return found


def counts(row: Mapping[str, str]) -> Count:
    """Supply is yes, no, or `?` where something is not known."""
    supplied = facts_of(row).supplied(row["unit"])
    return count(reach_of(row).points, ("yes" if supplied.value else "no") if supplied.known else "?")
