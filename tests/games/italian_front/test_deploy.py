"""Deployments found by the solver: legal by the source rules, and the examples are the nearest ones to our history."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from builder.games.italian_front.deploy import deployment
from builder.games.italian_front.sources import validate_sources
from builder.model import Game
from builder.sources import load

SOURCE = Path(__file__).resolve().parents[3] / "source" / "italian_front"
SCENARIOS = ["may-1915", *(pytest.param(s, marks=pytest.mark.slow) for s in
             ("may-1916", "may-1917", "oct-1917", "june-1918"))]  # fmt: skip


@pytest.fixture(scope="module")
def front() -> Game:
    return load(SOURCE)


def deployed(game: Game, scenario: str, places: dict[str, str]) -> Game:
    """The scenario with its pools emptied into the hexes found."""
    found = game.scenarios[scenario]
    placements = tuple(replace(p, place=places.get(p.what, p.place)) for p in found.placements)
    whole = replace(found, id=f"{scenario}-example", placements=placements)
    return replace(game, scenarios=MappingProxyType({whole.id: whole}))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_from_the_statements_alone_the_deployment_is_legal(front: Game, scenario: str) -> None:
    found = deployment(front, scenario, {})
    waiting = [p.what for p in front.scenarios[scenario].placements if p.place.startswith("Units-")]
    assert sorted(found.places) == sorted(waiting)
    assert validate_sources(deployed(front, scenario, dict(found.places))) == ()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_example_is_what_the_solver_takes(front: Game, scenario: str) -> None:
    """Asked for the example's own hexes it moves nobody: supply lines of artillery (S29-4) hold there too."""
    wished = {p.what: p.place for p in front.scenarios[f"{scenario}-example"].placements if p.what in front.counters}
    found = deployment(front, scenario, wished)
    assert found.moved == 0 and all(wished[unit] == place for unit, place in found.places.items())


def test_a_scenario_that_cannot_be_deployed_is_said(front: Game) -> None:
    """No division in any hex, and no room for what May 1915 sets up."""
    table = front.tables["stacking"]
    rows = {
        key: replace(row, cells=MappingProxyType({**row.cells, "divisions": "0"})) for key, row in table.rows.items()
    }
    tables = {**front.tables, "stacking": replace(table, rows=MappingProxyType(rows))}
    with pytest.raises(ValueError, match="may-1915: no deployment"):
        deployment(replace(front, tables=MappingProxyType(tables)), "may-1915", {})
