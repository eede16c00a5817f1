"""Examples that the books work on real hexes, by kit on our maps."""

from __future__ import annotations

import pytest

from builder.kit import front, geometry
from builder.model import MapSheet
from tests.census import tgwie

SHUT = ("NL", "CH", "GB", "")


@pytest.fixture(scope="module")
def west() -> MapSheet:
    return next(sheet for sheet in tgwie.game().maps if sheet.id == "west")


def across(west: MapSheet, held: set[str]) -> front.Front:
    """From the Channel, Holland or the north edge to Switzerland or the south edge, Italy apart (21.1)."""
    land = {p for p, h in west.hexes.items() if h.terrain != "sea" and h.owner not in SHUT and int(p[1:3]) >= 36}
    owners = {p: {west.hexes[n].owner for n in west.neighbours(p)} for p in land}
    start = [p for p in land if "coast" in west.hexes[p].features or "NL" in owners[p] or p.startswith("W70")]
    goal = {p for p in land if "CH" in owners[p] or p.startswith("W36")}
    return front.front(held, sorted(start), goal, lambda p: [n for n in west.neighbours(p) if n in land])


def straight(west: MapSheet, a: str, b: str) -> set[str]:
    return {west.grid.number_of(h) for h in geometry.line(west.grid.hex(a), west.grid.hex(b))}


def test_a_line_from_5701_to_3621_crosses_the_front_and_one_from_5601_does_not(west: MapSheet) -> None:
    """The Great War in Europe 21.1: its own example, and the hex that is wanting."""
    assert across(west, straight(west, "W5701", "W3621")).unbroken
    short = across(west, straight(west, "W5601", "W3621"))
    assert not short.unbroken and short.missing == ("W5701",)


@pytest.mark.parametrize("year", ["1915", "1916", "1917", "1918"])
@pytest.mark.parametrize("side", ["allied", "central"])
def test_the_fronts_of_the_scenarios_cross_the_western_front(west: MapSheet, year: str, side: str) -> None:
    """The Great War in Europe 22.3.1, 24.3.1, 18.3.1, 25.3.1."""
    assert across(west, set(west.regions[f"front-{year}-{side}"])).unbroken


def test_a_front_that_goes_on_along_the_border_wants_the_border_hexes(west: MapSheet) -> None:
    """26.1.4 ends its list at W4430 and leaves the rest to the border of Alsace."""
    found = across(west, set(west.regions["front-sep-1918-allied"]))
    assert found.missing and all(int(place[1:3]) < 44 for place in found.missing)


@pytest.mark.parametrize(
    ("start", "weather", "points"),
    [("E2717", "fair", 1), ("E2717", "wet", 1), ("E2717", "snow", 2), ("E2617", "fair", 2)],
)
def test_a_pass_helps_along_its_course_and_not_in_snow(start: str, weather: str, points: int) -> None:
    """The Great War in Europe 12.10.B and its example; no river runs there."""
    step = tgwie.board("1917-east", weather).step("central", "infantry", start, "E2618")
    assert step is not None and step.points == points


def test_abbeville_costs_as_marsh_and_alpine_ground_is_for_mountain_units() -> None:
    """12.9 note, 12.5.C with the correction of 2.2.2.A."""
    board, italy = tgwie.board("1914-west", "fair"), tgwie.board("1917-italy", "fair")
    assert board.step("allied", "infantry", "W6008", "W6007").points == 2
    near = next(p for p in italy.near["W2927"] if italy.step("allied", "mountain", p, "W2927") is not None)
    assert italy.step("allied", "infantry", near, "W2927") is None


@pytest.mark.parametrize(("start", "end"), [("E5304", "E5405"), ("E5404", "E5405"), ("E5405", "E5406")])
def test_the_haff_is_crossed_both_ways_as_clear_ground(start: str, end: str) -> None:
    """12.12.A."""
    board = tgwie.board("1915-east", "snow")
    for a, b in ((start, end), (end, start)):
        assert board.step("central", "infantry", a, b).points == 1
