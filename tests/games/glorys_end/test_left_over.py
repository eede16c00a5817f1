"""What fell and still lies on the map as the player turn ends: only a log can show it, a written action clears it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.model import Marker
from tests.games.glorys_end.test_referee import Table, bad

OP, PA, VC = (f"when 12 german {phase}" for phase in ("operational-movement", "prepared-combat", "victory"))
AT12 = "when 12 allied attrition"


def table_with(glorys_end, *markers: Marker, **places: str) -> Table:
    """The Marne with these markers, and units put elsewhere; `at_3129` style names give no unit away."""
    table = Table(glorys_end)
    state = table.position.state
    for marker in markers:
        state = state.with_marker(marker)
    for unit, place in places.items():
        state = state.with_unit(state.units[unit.replace("_", "-")]._replace(place=place))
    table.position = table.position.with_state(state)
    return table


def put_back(table: Table, marker: Marker) -> None:
    """The hand forgot to take it off: in a log the board is as the hand left it."""
    table.position = table.position.with_state(table.position.state.with_marker(marker))


TRENCH = Marker("t1", "trench", "3125", "german")
FOES_TRENCH = Marker("t2", "trench", "3127", "allied")
ZONE = Marker("z1", "fortified-zone", "3129", "german")


def test_an_empty_trench_left_on_the_map(glorys_end):
    table = table_with(glorys_end, TRENCH)
    table.play((AT12, PA, "end-phase"))
    assert TRENCH.id not in table.position.state.markers
    assert bad(table.play((VC, "end-phase"))) == []
    table = table_with(glorys_end, TRENCH)
    table.play((AT12, PA, "end-phase"))
    put_back(table, TRENCH)
    assert bad(table.play((VC, "end-phase"))) == [("9.3.a", "ILLEGAL")]


def test_a_trench_emptied_by_attrition_may_stay(glorys_end):
    """It goes when the owner's next combat phase ends, not before (9.3)."""
    table = table_with(glorys_end, replace(TRENCH, place="3123"), de_3c_corps="2525", de_12_corps="3123")
    found = table.play((AT12, PA, "end-phase", "when 12 german attrition", "lose de-12-corps steps=all why=attrition",
                        VC, "end-phase"))  # fmt: skip
    assert "9.3.a" not in {rule for rule, _ in bad(found)}
    assert TRENCH.id in table.position.state.markers


@pytest.mark.parametrize("forgotten", [True, False])
def test_an_entered_trench(glorys_end, forgotten):
    table = table_with(glorys_end, FOES_TRENCH)
    table.play((AT12, OP, "move de-12r-corps 2928-3028-3127"))
    assert FOES_TRENCH.id not in table.position.state.markers
    if forgotten:
        put_back(table, FOES_TRENCH)
    found = bad(table.play((VC, "end-phase")))
    assert found == ([("9.3.b", "ILLEGAL")] if forgotten else [])


def test_a_zone_whose_last_defender_fell(glorys_end):
    table = table_with(glorys_end, ZONE)
    turn = ("when 12 allied prepared-combat", "attack fr-9-corps+fr-11-corps+fr-42-div 3129 kind=pa roll=5 result=1/9")
    table.play(turn)
    names = [u.id for u in table.position.state.at("3129") if u.side == "german"]
    table.play(f"lose {name} steps=all" for name in names)
    assert ZONE.id not in table.position.state.markers
    put_back(table, ZONE)
    found = bad(table.play(("when 12 allied victory", "end-phase")))
    assert ("14.3.g", "ILLEGAL") in found


def test_a_trench_given_up_by_a_retreat(glorys_end):
    trench = replace(TRENCH, place="3129")
    table = table_with(glorys_end, trench)
    table.play(("when 12 allied prepared-combat",
                "attack fr-9-corps+fr-11-corps+fr-42-div 3129 kind=pa roll=5 result=1/1",
                "lose de-g-corps steps=1", "retreat de-g-corps 3129-3029"))  # fmt: skip
    assert trench.id not in table.position.state.markers
    put_back(table, trench)
    assert bad(table.play(("when 12 allied victory", "end-phase"))) == [("14.5.a", "ILLEGAL")]


def test_a_dug_trench_is_its_diggers_though_the_marker_names_no_side(glorys_end):
    """Markers of a module carry no side: who was seen digging owns it."""
    table = table_with(glorys_end)
    table.play(("when 12 german entrenching", "dig de-12-corps roll=2"))
    place = table.position.state.units["de-12-corps"].place
    state = table.position.state
    for marker in state.markers_at(place):
        state = state.without_marker(marker.id)
    state = state.with_marker(Marker("777", "trench", place, "", "front"))
    table.position = table.position.with_state(state)
    facts = table.referee.facts(table.position)
    assert facts.trench(place) == "german"
