"""Turned counters, markers on the track, air units and boxes: what the recogniser makes of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from builder.games.tgwie import RULES
from builder.games.tgwie.recognise import recognise
from builder.model import Game, GameState, LogRef, Marked, MarkerPlaced, Moved
from builder.rules.setup import start_of_scenario
from builder.sources import load

ROOT = Path(__file__).resolve().parents[3]
PLAIN, TURNED = frozenset(), frozenset({"turned"})
HERE = LogRef("game.vlog", 1), ""


@pytest.fixture(scope="module")
def tgwie() -> Game:
    return load(ROOT / "source" / "tgwie")


def at(game: Game, turn: int, phase: str) -> GameState:
    state = start_of_scenario(game, game.scenarios["1917-example"], RULES)[0].state
    return state.at_moment(replace(state.when, turn=turn, side="", phase=phase))


def acts(game: Game, phase: str, event) -> list[tuple[str, tuple[str, ...], str]]:
    found = recognise([event], at(game, 32, phase), game)
    return [(one.action.verb, one.action.units, one.action.place) for one in found]


def test_turned_counters(tgwie: Game) -> None:
    """A headquarters is turned in the resource phase; elsewhere its turning is a battle's, or a click put right."""
    spent = frozenset({"spent"})
    assert acts(tgwie, "resources", Marked(*HERE, "ge-2-hq", spent, PLAIN)) == [("flip", ("ge-2-hq",), "")]
    assert not acts(tgwie, "first-combat-west", Marked(*HERE, "ge-2-hq", spent, PLAIN))
    rider = next(u for u in at(tgwie, 32, "resources").units.values() if u.nation == "german" and u.type == "cavalry")
    there = ("convert", (rider.id,), rider.place)
    assert acts(tgwie, "new-units-central", Marked(*HERE, rider.id, PLAIN, TURNED)) == [there]


def test_boxes(tgwie: Game) -> None:
    state = at(tgwie, 32, "weather")
    stands = state.units["ge-1g-inf"].place
    back = Moved(*HERE, "ge-1g-inf", (stands, "Available-central"))
    assert acts(tgwie, "weather", back) == [("return", ("ge-1g-inf",), "Available-central")]
    home = Moved(*HERE, "cp-jg-air", ("Ready-central", "Warfare"))
    assert acts(tgwie, "strategic-warfare", home) == [("commit", ("cp-jg-air",), "Warfare")]


def test_the_command_marker_on_the_track(tgwie: Game) -> None:
    old = next(m for m in at(tgwie, 32, "initiative").markers.values() if m.kind == "ohl-oberost")
    onto = MarkerPlaced(*HERE, replace(old, place="TM", face="back"))
    assert acts(tgwie, "initiative", onto) == [("put", (), "TM")]
    assert not acts(tgwie, "initiative", MarkerPlaced(*HERE, replace(old, place="W5520")))
