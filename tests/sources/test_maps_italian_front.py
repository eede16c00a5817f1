"""The Italian Front, map 6-4: what its book says of hexes, sides and lists, each with its rule."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from builder.model import Game, MapSheet
from builder.sources import lint
from tests.sources.maps import is_land, kinds, misplaced, pieces

SOURCE = Path(__file__).resolve().parents[2] / "source/italian_front"
SCENARIOS = ("may-1915", "may-1916", "may-1917", "oct-1917", "june-1918")


@pytest.fixture
def sheet(italian_front: Game) -> MapSheet:
    return italian_front.maps[0]


def land_sides(sheet: MapSheet) -> list[tuple[str, str]]:
    land = [h for h in sheet.hexes if is_land(sheet, h)]
    return [(a, b) for a in land for b in sheet.neighbours(a) if a < b and is_land(sheet, b)]


def holders(sheet: MapSheet, scenario: str) -> dict[str, str]:
    """Who holds each land hex at a scenario's start."""
    held = {h: hex_.owner for h, hex_ in sheet.hexes.items() if hex_.owner}
    for side, word in (("AH", "austrian"), ("IT", "italian")):
        held |= dict.fromkeys(sheet.regions.get(f"{word}-held-{scenario}", ()), side)
    return held


def test_sources_are_without_fault() -> None:
    assert lint(SOURCE) == ()


@pytest.mark.parametrize(
    ("hex_", "others", "rule"),
    [
        ("2815", {"2716"}, "figure 3"),
        ("2915", {"2815"}, "figure 3"),
        ("2716", {"2717"}, "figure 3"),
        ("1915", {"2015", "1815"}, "figure 4: the way by rail"),
        ("1716", {"1815", "1615", "1616"}, "figure 4"),
        ("1816", {"1815"}, "figure 4: a railhead on the way"),
        ("2016", {"2015"}, "figure 4"),
        ("2007", {"2107", "1908"}, "figure 5: the engineers' way"),
        ("1907", {"1908"}, "figure 5"),
        ("2106", {"2107", "2206"}, "figure 5: railheads side by side"),
        ("2207", {"2107", "2206"}, "figure 5"),
        ("1010", {"1110", "0911", "0910"}, "figures 6 and 7"),
        ("0911", {"0910"}, "figure 7: still in the zone"),
        ("2817", {"2816", "2917", "2918"}, "figure 9"),
        ("1611", {"1511", "1512"}, "figure 10"),
        ("1609", {"1510", "1509", "1610"}, "figure 10"),
        ("1710", {"1610"}, "figure 10: its zone bars the way"),
        ("1713", {"1613", "1612"}, "figure 10"),
        ("1609", {"1608", "1709", "1710"}, "supply, example 1"),
        ("1713", {"1712", "1812"}, "supply, example 2"),
        ("1711", {"1712", "1710"}, "supply, example 2: the line of the first"),
        ("1810", {"1710", "1811", "1809"}, "supply, example 2"),
        ("1812", {"1811"}, "supply, example 2: the line of the second"),
        ("1513", {"1613", "1412"}, "supply, example 2: the defender's line"),
        ("1411", {"1412"}, "supply, example 2"),
        ("2107", {"2106", "2108", "2206", "2207"}, "figure 12: four sides of a fortress"),
        ("3217", {"3218"}, "I3-5.a"),
        ("3318", {"3317", "3319", "3217", "3218", "3417", "3418"}, "I11-v"),
        ("3419", {"3418", "3420", "3319", "3320", "3519", "3520"}, "I9-v"),
    ],
)
def test_adjacency_examples(sheet: MapSheet, hex_: str, others: set[str], rule: str) -> None:
    """Figures of Part One stand on another map with the same grid."""
    assert others <= set(sheet.grid.neighbours(hex_)), rule


NAMED = [
    ("1421", "Milan", "city", "I15-18"),
    ("2326", "Bologna", "city", "I15-18"),
    ("2019", "Riva", "fortress", "I5-1.fort"),
    ("2118", "Trient", "fortress", "I5-1.fort"),
    ("2721", "Venice", "fortress", "I5-3.fort"),
    ("3318", "Gorizia", "city", "I4-v"),
    ("3419", "Trieste", "port", "I3-4"),
    ("3423", "Pola", "fortress", "I3-4"),
    ("3616", "Laibach (Ljubljana)", "city", "I4-v"),
    ("3620", "Fiume", "port", "I3-4"),
]


@pytest.mark.parametrize(("number", "place", "feature", "rule"), NAMED, ids=[n[1] for n in NAMED])
def test_named_hexes(sheet: MapSheet, number: str, place: str, feature: str, rule: str) -> None:
    hex_ = sheet.hexes[number]
    assert (hex_.place, is_land(sheet, number)) == (place, True), rule
    assert feature in hex_.features and {"town", "city"} & set(hex_.features), rule


def test_every_place_that_the_book_ties_to_a_hex(sheet: MapSheet, shared: Path) -> None:
    """geo/places.csv; the book's Milano and Ljubljana stand as Milan and Laibach (Ljubljana)."""
    with (shared / "geo/places.csv").open(encoding="utf-8") as file:
        rows = [r for r in csv.DictReader(file) if r["game"] == "italian-front"]
    assert len(rows) == 19
    for row in rows:
        here = sheet.hexes[row["hex"]]
        if "DEDUCED" in row["note"]:  # an unnamed fortress hex: only the fortress is certain
            assert "fortress" in here.features, row["hex"]
        else:
            assert row["place"].rstrip("o") in here.place or row["place"] in here.place, row["hex"]


FORTRESSES = {
    "austrian": ("1917 2019 2118 2218 3115 3215 3423", (2, 2, 8, 4, 2, 2, 16)),
    "italian": ("2320 2419 2716 2721 3016 3018", (2, 2, 2, 16, 4, 4)),
}


def test_fortresses(sheet: MapSheet) -> None:
    """I5-1.fort, I5-3.fort for May 1915; later lists lose 3016 and 3018 (1916, 1917), then 2716 (1918)."""
    printed = {}
    for side, (hexes, strengths) in FORTRESSES.items():
        assert sheet.regions[f"{side}-fortresses-may-1915"] == tuple(hexes.split())
        printed |= dict(zip(hexes.split(), strengths))
    assert {h: int(x.attributes["fortress"]) for h, x in sheet.hexes.items() if "fortress" in x.attributes} == printed
    assert {h for h, x in sheet.hexes.items() if "fortress" in x.features} == printed.keys()
    for scenario in SCENARIOS:
        assert set(sheet.regions[f"austrian-fortresses-{scenario}"]) == set(FORTRESSES["austrian"][0].split())
    for scenario, gone in (("may-1916", "3016 3018"), ("may-1917", "3016 3018"), ("june-1918", "3016 3018 2716")):
        left = set(FORTRESSES["italian"][0].split()) - set(gone.split())
        assert set(sheet.regions[f"italian-fortresses-{scenario}"]) == left, scenario


LISTS = [
    ("victory-hexes", "3318 2019 2118 3419 3616 3119", "I4-v"),
    ("garrisons", "3419 3620 3423", "I3-4"),
    ("italian-arrival-cities", "1421 2326", "I15-18"),
    ("devastated-may-1916", "3118 3119", "I7-3"),
    ("devastated-may-1917", "3118 3119 3218", "I9-3"),
    ("devastated-oct-1917", "3118 3119 3217", "I11-4"),
    ("devastated-june-1918", "3118 3119 3218", "I13-3"),
    ("german-set-up-1917", "3115 3214 3215", "I12-2"),
    ("french-set-up-1918", "2320 2321", "I14-3"),
    ("british-set-up-1918", "2320 2420 2321", "I14-4"),
    ("next-to-trieste", "3418 3420 3319 3320 3519 3520", "I9-v"),
    ("gorizia-and-round-it", "3318 3317 3319 3217 3218 3417 3418", "I11-v"),
    ("austrian-set-up-may-1915", "1917 1918 1919 2019 2119 2215 2218 2318", "I5-1"),
    ("italian-set-up-may-1915", "1722 1818 1820 2120 2121 2122", "I5-3"),
    ("austrian-set-up-oct-1917", "1917 1918 1919 2019 2118 2119", "I12-1"),
    ("italian-set-up-june-1918", "1322 1722 1817 1818 1819 1920 2020 2120", "I14-2"),
]


@pytest.mark.parametrize(("region", "hexes", "rule"), LISTS, ids=[r[0] for r in LISTS])
def test_lists_of_the_book(sheet: MapSheet, region: str, hexes: str, rule: str) -> None:
    assert sorted(sheet.regions[region]) == sorted(hexes.split()), rule
    assert all(is_land(sheet, h) for h in hexes.split()), rule


def test_army_boundary(sheet: MapSheet) -> None:
    """I3-5: an east-west line through hexside 3217|3218: one army south, one north, odd columns cut in two."""
    south, north, cut = (
        set(sheet.regions[name]) for name in ("third-army-isonzo", "second-army-isonzo", "army-boundary")
    )
    middle = sum(sheet.grid.centre(h)[1] for h in ("3217", "3218")) / 2
    assert "3218" in south and "3217" in north and {"3118", "3318"} <= cut
    assert all(sheet.grid.centre(h)[1] > middle + 0.4 for h in south)
    assert all(sheet.grid.centre(h)[1] < middle - 0.4 for h in north)
    assert all(abs(sheet.grid.centre(h)[1] - middle) < 0.1 for h in cut)
    assert {h[:2] for h in sheet.regions["hexrow-33"]} == {"33"}  # I4-v
    assert max(h[:2] for h in sheet.regions["west-of-29"]) == "28"  # I3-6


def test_terrain_by_hexside(sheet: MapSheet, italian_front: Game) -> None:
    """Every side between two land hexes has one terrain, of the words the game declares; none between hex and sea."""
    sides = land_sides(sheet)
    bare = [f"{a}|{b}" for a, b in sides if not sheet.terrain_between(a, b)]
    assert bare == [] and len(sides) > 1000
    for (a, b), things in sheet.sides.items():
        terrains = [thing.kind for thing in things if thing.kind in sheet.side_terrain]
        assert len(terrains) <= 1
        if not (is_land(sheet, a) and is_land(sheet, b)):
            assert set(terrains) <= {"all-sea"}, f"{a}|{b}"


def test_railways(sheet: MapSheet) -> None:
    """A railway crosses land, single or double, never an alpine side; each of its hexes leads on or is a place."""
    rails = {"rail-single", "rail-double"}
    found = {side: {t.kind for t in things} for side, things in sheet.sides.items() if rails & {t.kind for t in things}}
    for (a, b), what in found.items():
        assert len(what & rails) == 1 and is_land(sheet, a) and is_land(sheet, b), f"{a}|{b}"
        assert sheet.terrain_between(a, b) not in ("alpine", "lake", "all-sea"), f"{a}|{b}"
    edge = {*sheet.regions["austrian-rail-edge"], *sheet.regions["italian-rail-edge"]}
    networks = pieces(sheet, {h for side in found for h in side})
    assert len(networks) == 2 and all(network & edge for network in networks), "the Inn line joins the rest off the map"
    for city in ("1421", "2326", "2118", "3318", "3419", "3616", "3620", "3423", "2721"):
        assert any(city in side for side in found), city


def test_ground_is_sound(sheet: MapSheet) -> None:
    """No named town in the sea, all land owned, every river side between neighbours and beside land."""
    assert list(misplaced(sheet)) == []
    for number in ("3220", "3323", "3524", "3726", "3825", "3826"):
        assert not is_land(sheet, number), "next to no land lies there"


def test_owners_that_the_book_settles(sheet: MapSheet) -> None:
    """Set-up lists of May 1915 stand at home (I5-1, I5-3); 3217 is an exception among Austrian hexes (I11-rail)."""
    for region, owner in (
        ("austrian-set-up-may-1915", "AH"),
        ("italian-set-up-may-1915", "IT"),
        ("austrian-fortresses-may-1915", "AH"),
        ("italian-fortresses-may-1915", "IT"),
        ("garrisons", "AH"),
    ):
        assert {sheet.hexes[h].owner for h in sheet.regions[region]} == {owner}, region
    assert sheet.hexes["3217"].owner == "AH"
    assert sheet.hexes["3119"].owner == "AH"  # I4-v.AH.dec


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_side_sets_up_in_what_it_holds(sheet: MapSheet, scenario: str) -> None:
    held = holders(sheet, scenario)
    for side, word in (("AH", "austrian"), ("IT", "italian")):
        for region in (f"{word}-set-up-{scenario}", f"{word}-fortresses-{scenario}"):
            assert {held[h] for h in sheet.regions[region]} == {side}, region


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_front_lines_are_contiguous_and_on_land(sheet: MapSheet, scenario: str) -> None:
    """They are the hexes that touch the other side's; devastation lies off them (I7-3, I9-3, I11-4)."""
    held = holders(sheet, scenario)
    lines = {}
    for side, word, other in (("AH", "austrian", "IT"), ("IT", "italian", "AH")):
        line = sheet.regions[f"front-{scenario}-{word}"]
        lines[word] = set(line)
        assert len(pieces(sheet, line)) == 1 and all(is_land(sheet, h) for h in line)
        expected = {h for h in held if held[h] == side and any(held.get(n) == other for n in sheet.neighbours(h))}
        assert lines[word] == expected
    if scenario in ("may-1916", "may-1917", "oct-1917"):
        assert not {"3118", "3119"} & lines["italian"]


def test_hexes_of_broken_off_lists(sheet: MapSheet) -> None:
    """The ninth row of a set-up list keeps its hex only: I5-1 2318, I5-3 2122, I8-1 2119, I8-2 2020, I10-1 2118,
    I10-2 2120, I12-1 2119, I12-3 2020, I14-1 2119, I14-2 2120. I5-2 has Germans in 2314, I8-2 cavalry in 1321."""
    for side, rows in (
        ("AH", "may-1915 2318 may-1915 2314 may-1916 2119 may-1917 2118 oct-1917 2119 june-1918 2119"),
        ("IT", "may-1915 2122 may-1916 2020 may-1916 1321 may-1917 2120 oct-1917 2020 june-1918 2120"),
    ):
        words = rows.split()
        for scenario, number in zip(words[::2], words[1::2]):
            assert holders(sheet, scenario)[number] == side, (scenario, number)


def test_3219_goes_with_3119(sheet: MapSheet) -> None:
    """I7-3, I9-3, I11-4: 3118 and 3119 are devastated, behind the line; 3219 beyond them is Italian then."""
    assert [holders(sheet, s)["3219"] for s in SCENARIOS] == ["AH", "IT", "IT", "IT", "AH"]


def test_3217_is_on_the_italian_network(sheet: MapSheet) -> None:
    """I11-rail: Austro-Hungarian ground behind the Italian line, joined by rail to a hex that was Italian in 1914."""
    rails = [n for n in sheet.neighbours("3217") if {"rail-single", "rail-double"} & kinds(sheet, "3217", n)]
    assert "IT" in {sheet.hexes[n].owner for n in rails}
    assert holders(sheet, "oct-1917")["3217"] == "IT"


def test_clear_ground_in_italy(sheet: MapSheet) -> None:
    """I3-6, I7-v.AH.sub: the plain has hexes with clear sides; none of it is the Trentino."""
    clear = {
        h
        for h, hex_ in sheet.hexes.items()
        if hex_.owner == "IT" and any(sheet.terrain_between(h, n) == "clear" for n in sheet.neighbours(h))
    }
    assert {"1421", "2326", "2420"} <= clear
    assert not {"2019", "2118", "2218"} & clear


def test_who_holds_the_named_hexes(sheet: MapSheet) -> None:
    """Gorizia fell in 1916 and was lost again in 1917; Trient, Trieste, Ljubljana were never Italian (I4-v, I9-v)."""
    gorizia = [holders(sheet, s)["3318"] for s in SCENARIOS]
    assert gorizia == ["AH", "AH", "IT", "IT", "AH"]
    for number in ("2019", "2118", "3419", "3616"):
        assert {holders(sheet, s)[number] for s in SCENARIOS} == {"AH"}


def test_isonzo(sheet: MapSheet) -> None:
    """I7-3, I9-3, I11-4: the river parts 3217 and 3218 from the hexes that fell later."""
    for a, b in (("3217", "3317"), ("3217", "3318"), ("3218", "3318"), ("3218", "3319")):
        assert {"river", "major-river"} & kinds(sheet, a, b), f"{a}|{b}"
