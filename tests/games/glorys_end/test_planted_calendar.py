"""Illegal acts of set-up, calendar and ports in a log of our own module: each found with its rule and nothing else."""

from __future__ import annotations

import pytest

from builder.model import Game
from tests.games.glorys_end.table import Table

# what is done, who stands elsewhere, scenario -> (rule, outcome)
PLANTED = {
    "a Belgian corps is rebuilt": (
        "campaign", {"be-1-corps": "Dead-allied"},
        ["end-phase -> 5 allied arrivals", "rebuild be-1-corps 1226"], [("8.6.e", "ILLEGAL")]),
    "a German corps returns in Cologne": (
        "campaign", {"de-2-corps": "Dead-german"}, ["end-phase -> 4 german arrivals", "rebuild de-2-corps 1415"],
        [("8.7.d", "ILLEGAL")]),
    "four replacements on turn 4": (
        "campaign", {u: "Dead-german" for u in ("de-2-corps", "de-3-corps", "de-4-corps", "de-9-corps")},
        ["end-phase -> 4 german arrivals", "rebuild de-2-corps 1411", "rebuild de-3-corps 1411",
         "rebuild de-4-corps 1511", "rebuild de-9-corps 1511"], [("8.6.a", "ILLEGAL")]),
    "the withdrawal on turn 6": (
        "campaign", {}, ["end-phase -> 6 german arrivals", "withdraw de-1b-corps"], [("8.8.a", "ILLEGAL")]),
    "three corps leave": (
        "campaign", {}, ["end-phase -> 5 german arrivals", "withdraw de-1b-corps", "withdraw de-2b-corps",
                         "withdraw de-3b-corps"], [("8.8.a", "ILLEGAL")]),
    "a brigade leaves": (
        "campaign", {}, ["end-phase -> 5 german arrivals", "withdraw de-9bl-bde"], [("8.8.b", "ILLEGAL")]),
    "a French corps leaves": (
        "campaign", {}, ["end-phase -> 5 allied arrivals", "withdraw fr-1-corps"], [("8.1.c", "ILLEGAL")]),
    "two steps of cavalry for the east": (
        "campaign", {}, ["end-phase -> 5 german arrivals", "withdraw de-1b-corps", "withdraw de-2b-corps",
                         "lose de-3c-corps steps=2"], [("8.8.d", "ILLEGAL")]),
    "back from the east": (
        "campaign", {}, ["end-phase -> 5 german arrivals", "withdraw de-1b-corps", "withdraw de-2b-corps",
                         "lose de-3c-corps steps=1", "end-phase -> 5 german operational-movement",
                         "move de-1b-corps 3215-3214"], [("8.8.c", "SUSPECT")]),
    "rebuilt when the withdrawal was made": (
        "campaign", {"de-2-corps": "Dead-german"},
        ["end-phase -> 5 german arrivals", "withdraw de-1b-corps", "withdraw de-2b-corps",
         "lose de-3c-corps steps=1", "rebuild de-2-corps 1411"], [("8.1.c", "SUSPECT")]),
    "a stop in Abbeville": (
        "campaign", {"de-2-corps": "2037"},
        ["end-phase -> 9 german operational-movement", "move de-2-corps 2037-2038",
         "end-phase -> 9 german prepared-combat"], [("7.13.a", "ILLEGAL")]),
    "a stop in Calais": (
        "short-campaign", {"de-2-corps": "1336"},
        ["end-phase -> 9 german operational-movement", "move de-2-corps 1336-1337",
         "end-phase -> 9 german prepared-combat"], [("17.2.a", "ILLEGAL")]),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_act_is_found_with_its_rule_and_nothing_else(glorys_end: Game, name: str) -> None:
    scenario, places, lines, expected = PLANTED[name]
    assert sorted(set(Table(glorys_end, scenario, places).play(*lines).found)) == expected
