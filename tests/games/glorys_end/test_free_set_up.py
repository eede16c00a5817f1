"""In the free set-up the German placing decides who was invaded (3.6): what is not on the table is asked for."""

from __future__ import annotations

import pytest

from builder.games.glorys_end import RULES
from builder.model import Action, Game, Moment
from builder.model.notation import action_of, parse_phrase
from builder.rules.judge import Referee
from builder.rules.position import Position
from builder.rules.ruleset import Given
from builder.rules.setup import start_of_scenario


def findings(game: Game, scenario: str, places: dict[str, str], when: Moment, act: str) -> dict[str, str]:
    """Rule -> finding of one action in a scenario, with these units put on the map first."""
    position, values = start_of_scenario(game, game.scenarios[scenario], RULES)
    state = position.state
    for unit, place in places.items():
        state = state.with_unit(state.units[unit]._replace(place=place))
    position = Position(state).at_moment(when)
    action: Action = action_of(parse_phrase(act), RULES.verbs, state.units)
    verdicts = Referee(game, RULES, Given(values=values, played=True)).verdicts(action, position)
    return {v.rule.id: str(v.finding) for v in verdicts}


@pytest.mark.parametrize(
    ("scenario", "beside", "finding"),
    [
        ("free-set-up", {}, "undecided"),  # nobody stands in Holland: who knows
        ("free-set-up", {"de-9-corps": "1420"}, "legal"),  # a German corps does
        ("campaign", {}, "illegal"),  # 3.2.b
    ],
)
def test_going_into_holland(glorys_end: Game, scenario: str, beside: dict[str, str], finding: str) -> None:
    when = Moment(2, "german", "operational-movement")
    found = findings(glorys_end, scenario, {"de-2-corps": "1418", **beside}, when, "move de-2-corps 1418-1419")
    assert found["3.2.b"] == finding


@pytest.mark.parametrize(
    ("scenario", "beside", "finding"),
    [
        ("free-set-up", {}, "undecided"),
        ("free-set-up", {"de-9-corps": "1420", "de-4-corps": "1621"}, "illegal"),
        ("campaign", {}, "illegal"),
    ],
)
def test_french_trains_westward(glorys_end: Game, scenario: str, beside: dict[str, str], finding: str) -> None:
    """11.2.e binds only where Belgium was invaded."""
    when = Moment(2, "allied", "strategic-movement")
    places = {"fr-20-corps": "3318", **beside}
    found = findings(glorys_end, scenario, places, when, "rail fr-20-corps 3318-2829")
    assert found["11.2.e"] == finding


@pytest.mark.parametrize("scenario", ["campaign", "short-campaign"])
def test_the_campaign_opens(glorys_end: Game, scenario: str) -> None:
    """The first moves of the German wing break no rule: 2nd Corps takes two hexes into Belgium towards Liege."""
    when = Moment(1, "german", "operational-movement")
    found = findings(glorys_end, scenario, {}, when, "move de-2-corps 1517-1518")
    assert "illegal" not in found.values()
