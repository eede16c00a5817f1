"""Empty fortified zones of the set-up: their markers name no side, and they block lines all the same (7.2, 14.3)."""

from __future__ import annotations

import pytest

from builder.games.glorys_end import RULES
from builder.rules.judge import Referee
from builder.rules.ruleset import Given
from builder.rules.setup import start_of_scenario

FRENCH, GERMAN = "3816", "2718"  # a zone in France, and one in Germany once its brigades have left


@pytest.mark.parametrize(("place", "owner"), [(FRENCH, "allied"), (GERMAN, "german")])
def test_an_empty_zone_blocks_the_lines_of_the_enemy_alone(glorys_end, place: str, owner: str) -> None:
    position, values = start_of_scenario(glorys_end, glorys_end.scenarios["campaign"], RULES)
    state = position.state
    for unit in state.at(place):
        state = state.without_unit(unit.id)
    facts = Referee(glorys_end, RULES, Given(values=values, played=True)).facts(position.with_state(state))
    assert [m.side for m in state.markers_at(place) if m.kind == "fortified-zone"] == [""]
    other = {"allied": "german", "german": "allied"}[owner]
    has = facts.floods.has
    assert has(facts.blocks(other), place) and has(facts.rail_blocks(other), place)
    assert not has(facts.blocks(owner), place)
