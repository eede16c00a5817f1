"""Positions of The Italian Front by the facts of its referee, on the map and deployments of the sources.

Movement 6-1 to 6-11, 32-1 to 32-3, 33-2, 29-9, 29-12; zones 10; supply lines 19-7, 19-8; communications 20-1; works
22-2, 22-6, 22-13. Left out: rail movement, what only a headquarters may not enter, Austrian column (40-2).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from builder.games.italian_front import RULES
from builder.games.italian_front.facts import Facts
from builder.kit import movement
from builder.model import Game
from builder.rules.ruleset import Given
from builder.rules.setup import start_of_scenario
from builder.sources import load
from tests.census.rows import SOURCE, Count, count


@cache
def game() -> Game:
    return load(SOURCE / "italian_front")


@cache
def board(scenario: str) -> Facts:
    """The facts of a deployment as it is set up."""
    position, values = start_of_scenario(game(), game().scenarios[scenario], RULES)
    return RULES.facts(game(), position, Given(values=values))


def reach_of(row: Mapping[str, str]) -> movement.Reach:
    return board(row["board"]).reach(row["unit"], row["move"] == "column")


def nearest(facts: Facts, name: str) -> int | None:
    """Points from the unit to the nearest headquarters of its nation (19-6 to 19-8)."""
    unit = facts.unit(name)
    hqs = [u.id for u in facts.state.units.values() if u.type == "headquarters" and u.nation == unit.nation]
    lines = [facts.line_length(name, hq).value for hq in hqs if facts.on_map(facts.unit(hq).place)]
    return min((length for length in lines if length is not None and length >= 0), default=None)


def counts(row: Mapping[str, str]) -> Count:
    """Supply is `line/home`: points to the headquarters, hexes to the edge; `-` for none."""
    facts = board(row["board"])
    unit = facts.unit(row["unit"])
    home = facts.home_line(unit.place, unit.side)
    found = (nearest(facts, unit.id), None if home is None else len(home) - 1)
    return count(reach_of(row).points, "/".join("-" if one is None else str(one) for one in found))
