"""The scenario files of the campaigns and the Marne: each rule finds its own fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

import pytest

from builder.games.glorys_end.sources import set_up_faults, validate_sources
from builder.model import Game, Placement, Scenario


def codes(game: Game, scenario: Scenario) -> list[str]:
    return sorted({d.code.removeprefix("glorys-end ") for d in set_up_faults(game, scenario)})


def moved(unit: str, place: str) -> Callable[[Placement], Placement]:
    return lambda p: replace(p, place=place) if p.what == unit else p


def changed(scenario: Scenario, change: Callable[[Placement], Placement]) -> Scenario:
    return replace(scenario, placements=tuple(map(change, scenario.placements)))


def test_the_sources_are_sound(glorys_end: Game) -> None:
    assert validate_sources(glorys_end) == ()


@pytest.mark.parametrize(
    ("scenario", "change", "expected"),
    [
        ("campaign", lambda p: replace(p, steps=1) if p.what == "de-2-corps" else p, ["3.8.b"]),
        ("short-campaign", lambda p: replace(p, steps=2) if p.what == "fr-1-corps" else p, ["3.8.b"]),
        ("campaign", moved("be-3-div", "1425"), ["3.3.a"]),  # printed 1424
        ("free-set-up", moved("be-3-div", "1425"), ["3.5.a"]),
        ("free-set-up", moved("uk-1-corps", "British-start"), []),  # 3.7
        ("free-set-up", moved("uk-1-corps", "2130"), ["3.5.a"]),
        ("free-set-up", moved("de-army-1", "1518"), ["3.6.g"]),  # beside Holland and Belgium
        ("free-set-up", moved("de-army-1", "1412"), []),
        ("free-set-up", moved("fr-army-4", "3525"), []),  # 3223 is printed for the historical campaign alone
        ("free-set-up", moved("fr-army-4", "1625"), ["3.5.b"]),  # Belgium
        ("campaign", moved("fr-1c-corps", "2828"), ["3.4.b"]),  # four hexes and more from every marker
    ],
)
def test_a_change_is_found_by_its_rule(glorys_end: Game, scenario: str, change, expected: list[str]) -> None:
    assert codes(glorys_end, changed(glorys_end.scenarios[scenario], change)) == expected


def test_two_french_zero_units_go_with_one_army(glorys_end: Game) -> None:
    """The mix has one such unit; a second beside another army's marker is one too many (3.4)."""
    counters = {**glorys_end.counters, "fr-8-corps": replace(glorys_end.counters["fr-8-corps"], army="0")}
    game = replace(glorys_end, counters=MappingProxyType(counters))
    assert codes(game, game.scenarios["campaign"]) == ["3.4.a"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"first_side": "german"}, ["16.3.a"]),
        ({"first_turn": 7}, ["16.3.a"]),
        ({"facts": {"replacements french": "4"}}, ["16.2.d"]),
    ],
)
def test_the_marne_opens_as_printed(glorys_end: Game, changes: dict, expected: list[str]) -> None:
    marne = glorys_end.scenarios["marne"]
    if "facts" in changes:
        changes = {"facts": MappingProxyType({**marne.facts, **changes["facts"]})}
    assert codes(glorys_end, replace(marne, **changes)) == expected


def test_belgium_never_joins_germany(glorys_end: Game) -> None:
    turncoat = replace(glorys_end.counters["be-3-div"], side="german")
    game = replace(glorys_end, counters=MappingProxyType({**glorys_end.counters, "be-3-div": turncoat}))
    assert "glorys-end 2.4.d" in {d.code for d in validate_sources(game)}
