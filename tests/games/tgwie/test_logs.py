"""Logs of our own module: a legal turn is accused of nothing, planted acts are found each under its rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import builder
from builder.games.tgwie import RULES
from builder.make.record import record
from builder.model import Finding, Game, LogRef
from builder.model.notation import action_of, parse, parse_phrase
from builder.rules.judge import Referee
from builder.rules.ruleset import Given
from builder.rules.setup import start_of_scenario
from builder.sources import load

ROOT = Path(__file__).resolve().parents[3]
LEGAL = """
case march "two turns of 1916 without battles"
game tgwie
scenario 1916-example
when turn 17, first-movement
do move ge-101-inf+ge-121-inf W6012-W6013
do move ge-101-inf W6013-W6014
do move ge-103-inf W6112-W6113-W6114
do move ge-105-inf W6112-W6114 drag=direct
do move br-42-inf E1316-E1417
do move fr-10-inf E1317-E1318
do move ge-107-inf W6112-W6113
do move ge-107-inf W6113-W6112
when turn 17, first-combat-west
when turn 17, second-movement
do move br-8-inf W5910-W5909
do move ge-6-inf E4722-E4721
when turn 17, strategic-movement-central
do rail ge-3-inf E4122-E5102 drag=direct
when turn 18, first-movement
do move ge-10r-inf W4031-W4131
"""
PLANTED = """
case planted "acts that no rule allows"
game tgwie
scenario 1916-example
when turn 17, new-units-central
do arrive ge-236-inf W5126
when turn 17, first-movement
do move ge-10b-inf W6312-W6322 drag=direct
do move ge-11b-inf W6312-W6030 drag=direct
do move ah-10-inf W2515-W2415
do move ah-13l-inf W2617-W2717
do move ge-187-inf W6911-W7011
do move ru-22-inf E3524-E3424
do move br-8-inf W5910-W5909
do move it-1-inf E1315-E1314
do move ge-121-inf+ge-123-inf+ge-101-inf W6012-W6013
do move ge-103-inf+ge-105-inf+ge-107-inf W6112-W6013 drag=direct
do move ge-119-inf W5911-W6013 drag=direct
when turn 17, first-combat-west
when turn 17, strategic-movement-allied
do rail fr-63-inf W5120-W5223 drag=direct
do rail ru-3-inf E3624-W6707 drag=direct
when turn 17, strategic-movement-central
do rail ah-54-inf E4121-W5126 drag=direct
do rail ge-10r-inf W4031-W5126 drag=direct
when turn 18, chit-pull
"""
FOUND = {
    ("6.2.A", "ge-236-inf"), ("12.1.A", "ge-10b-inf"), ("12.1.B", "ge-11b-inf"), ("12.5.A.1", "ah-10-inf"),
    ("12.5.C", "ah-13l-inf"), ("12.5.A.2", "ge-187-inf"), ("12.5.A.3", "ru-22-inf"), ("12.1.C", "br-8-inf"),
    ("11.19.A", "it-1-inf"), ("10.2.A", "W6013"), ("14.2.F", "fr-63-inf"), ("3.7.Russia", "ru-3-inf"),
    ("14.5.C", "ru-3-inf"), ("11.19.A", "ge-187-inf"), ("3.7.AustriaHungary.west", "ah-54-inf"),
    ("14.2.A", "ge-10r-inf"),
}  # fmt: skip


@pytest.fixture(scope="module")
def tgwie() -> Game:
    return load(ROOT / "source" / "tgwie")


def accusations(script: str, game: Game, folder: Path) -> Iterator:
    (case,) = parse(script, "script.case")
    log = folder / "game.vlog"
    record(case, game).write(log)
    report = builder.check(log, game)
    assert not [v for v in report.verdicts if v.finding is Finding.UNCHECKED]
    assert len(report.verdicts) > 50
    return [v for v in report.verdicts if v.finding is Finding.ILLEGAL]


def test_a_legal_turn_is_accused_of_nothing(tgwie: Game, tmp_path: Path) -> None:
    assert not [str(v) for v in accusations(LEGAL, tgwie, tmp_path)]


def test_each_planted_act_is_found_under_its_rule(tgwie: Game, tmp_path: Path) -> None:
    found = set()
    for verdict in accusations(PLANTED, tgwie, tmp_path):
        assert verdict.outcome == "ILLEGAL", str(verdict)  # the board in play binds, however we came by it
        words = (*verdict.action.units, *verdict.message.split())
        found.add((verdict.rule.id, next((u for _, u in FOUND if u in words), verdict.message)))
    assert found == FOUND


# ---- battles, as the keys of the module tell them


class Table:
    """A scenario with some units put elsewhere, played action by action as a log tells it."""

    def __init__(self, game: Game, phase: tuple[int, str], places: dict[str, str]):
        self.position, values = start_of_scenario(game, game.scenarios["1916-example"], RULES)
        state = self.position.state
        for unit, place in places.items():
            state = state.with_unit(state.units[unit]._replace(place=place))
        when = replace(state.when, turn=phase[0], side="", phase=phase[1])
        self.position = self.position.with_state(state.at_moment(when))
        self.referee = Referee(game, RULES, Given(values=values, played=True))
        self.found: list[tuple[str, str]] = []

    def play(self, *lines: str) -> Table:
        for step, line in enumerate(lines, 1):
            action = action_of(parse_phrase(line), RULES.verbs, self.position.state.units)
            action = replace(action, refs=(LogRef("game.vlog", step),))
            verdicts = self.referee.verdicts(action, self.position)
            self.found += [
                (v.rule.id, v.outcome) for v in verdicts if v.finding in (Finding.ILLEGAL, Finding.UNCHECKED)
            ]
            self.position, trouble = self.referee.after(action, self.position)
            assert not trouble, trouble
        return self


WEST = (20, "first-combat-west")
BATTLES = {
    "from afar": ("13.3.A", {"ge-121-inf": "W6020"}, ("attack ge-121-inf W5910 roll=3",)),
    "twice in a round": ("13.4.C", {}, ("attack ge-119-inf W5910 roll=3", "attack ge-119-inf W5811 roll=3")),
    "two of a side": ("13.13.3.C", {"ge-2-hq": "W5911", "ge-6-hq": "W5911"}, (
        "attack ge-119-inf W5910 hq=ge-2-hq,ge-6-hq roll=3",)),
    "cavalry alone": ("13.20.A", {"ge-1k-cav": "W5911"}, ("attack ge-1k-cav W5910 roll=3",)),
    "a tank by itself": ("7.7a.C", {"ge-tank-tank": "W5911"}, ("attack ge-tank-tank W5910 roll=3",)),
    "gas and flames": ("7.9.C", {}, ("attack ge-119-inf W5910 chits=cp-gas-chlorine,cp-flamethrower roll=3",)),
    "the other table": ("13.11.A", {}, ("attack ge-119-inf W5910 table=B roll=3",)),
    "a defender advances": ("13.21.C", {}, ("attack ge-119-inf W5910 result=1/0", "advance br-8-inf W5910-W5911")),
    "a headquarters for a loss": ("13.12.D", {"ge-2-hq": "W5911"}, (
        "attack ge-119-inf W5910 result=1/0", "lose ge-2-hq steps=1")),
    "more steps than owed": ("13.12.B", {"ge-121-inf": "W5911"}, (
        "attack ge-119-inf+ge-121-inf W5910 result=1/0", "lose ge-119-inf steps=1", "lose ge-121-inf steps=1")),
    "nothing given up": ("13.12.B", {}, ("attack ge-119-inf W5910 result=1/0", "end-phase")),
    "the 11th Army in the west": ("13.13.3.H", {"ge-11-hq": "W5911"}, ("attack ge-119-inf W5910 hq=ge-11-hq roll=3",)),
}  # fmt: skip


@pytest.mark.parametrize("name", BATTLES)
def test_planted_acts_of_battles(tgwie: Game, name: str) -> None:
    rule, places, lines = BATTLES[name]
    table = Table(tgwie, WEST, places).play(*lines)
    assert [found for found in table.found if found[0] == rule], table.found
    assert {r for r, _ in table.found} == {rule}, table.found


def test_battles_and_pulls_of_a_log_of_the_engine_are_known(tgwie: Game) -> None:
    """Four battles on both maps and four chits that stood; it begins on a table of its own, so nothing is proven."""
    report = builder.check(ROOT / "tests" / "make" / "data" / "tgwie-engine.vlog", tgwie)
    assert not [str(v) for v in report.verdicts if v.finding in (Finding.ILLEGAL, Finding.UNCHECKED)]
    acts = {(v.action.verb, v.action.refs): v.action for v in report.verdicts}
    battles = [a for a in acts.values() if a.verb == "attack"]
    assert {(a.place, a.detail("hq"), a.detail("defhq")) for a in battles} >= {
        ("W6011", "br-3-hq", "ge-2-hq"), ("E4322", "ru-1-hq", ""), ("E4425", "ge-8-hq", "")}  # fmt: skip
    assert {a.detail("chit") for a in acts.values() if a.verb == "draw"} >= {"al-gas-phosgene", "cp-jutland"}


def test_a_battle_as_it_should_be_is_accused_of_nothing(tgwie: Game) -> None:
    table = Table(tgwie, WEST, {}).play(
        "attack ge-119-inf W5910 table=A result=1/0", "lose ge-119-inf steps=1", "end-phase")  # fmt: skip
    assert not table.found
