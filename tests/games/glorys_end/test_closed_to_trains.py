"""The hexes closed to a unit's trains, taken together and asked one by one (11.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.games.glorys_end import RULES
from builder.games.glorys_end.facts_board import ABBEVILLE
from builder.rules.judge import Referee
from builder.rules.ruleset import Given
from builder.rules.setup import start_of_scenario


@pytest.mark.parametrize("turn", [2, 9, 10])
@pytest.mark.parametrize("abbeville", ["allied", "german"])
@pytest.mark.parametrize("unit", ["de-2-corps", "fr-9-corps", "be-3-div"])
def test_one_by_one_and_together(glorys_end, unit: str, abbeville: str, turn: int) -> None:
    position, values = start_of_scenario(glorys_end, glorys_end.scenarios["campaign"], RULES)
    state = position.state.at_moment(replace(position.state.when, turn=turn)).with_control(ABBEVILLE, abbeville)
    facts = Referee(glorys_end, RULES, Given(values=values, played=True)).facts(position.with_state(state))
    mover = state.units[unit]
    bans = {place: found[0] for place in facts.ground_map.land if (found := facts.rail_ban(mover, place))[1].value}
    closed = set(facts.floods.places(facts.closed_to_trains(mover, "11.2.d" if mover.side == "german" else "11.2.g")))
    assert closed == set(bans)
    if mover.side == "allied":
        belgium = set(facts.floods.places(facts.closed_to_trains(mover, "11.2.f")))
        assert belgium == {place for place, rule in bans.items() if rule == "11.2.f"}
    assert bool(closed) == (unit[:2] != "de" or turn < 10)
