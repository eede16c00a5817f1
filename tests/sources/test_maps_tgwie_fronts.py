"""The Great War in Europe: the front lines of its scenarios, and what comes out of map and lines together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.model import Game, MapSheet
from tests.sources.maps import behind, chained, is_land, pieces, walked


def sheet_of(game: Game, number: str) -> MapSheet:
    return game.maps[0 if number[0] == "W" else 1]


@pytest.fixture
def west(tgwie: Game) -> MapSheet:
    return tgwie.maps[0]


@pytest.fixture
def east(tgwie: Game) -> MapSheet:
    return tgwie.maps[1]


def fronts(game: Game) -> list[tuple[MapSheet, str]]:
    return [(sheet, name) for sheet in game.maps for name in sheet.regions if name.startswith("front-")]


def test_front_lines_are_contiguous_and_on_land(tgwie: Game) -> None:
    found = fronts(tgwie)
    assert len(found) == 35
    for sheet, name in found:
        hexes = sheet.regions[name]
        assert len(pieces(sheet, hexes)) == 1, name
        assert all(is_land(sheet, h) and "closed" not in sheet.hexes[h].features for h in hexes), name
        if name.endswith("-allied") and "serbia" not in name:
            assert chained(sheet, hexes) == [], f"{name} is in walking order"


LINES = {
    "18.3.1": "front-1917-allied",
    "18.3.3": "front-1917-allied",
    "18.3.4": "front-1917-salonika-allied",
    "22.3.1": "front-1915-allied",
    "22.3.3": "front-1915-allied",
    "24.3.1": "front-1916-allied",
    "24.3.3": "front-1916-allied",
    "25.3.1": "front-1918-allied",
    "25.3.3": "front-1918-allied",
    "25.3.4": "front-1918-salonika-allied",
    "26.1.4": "front-sep-1918-allied",
    "26.2.2": "front-st-mihiel-allied",
    "26.3.2": "front-amiens-allied",
    "26.4.2": "front-salonika-1918-allied",
}
ITALIAN = {
    "18.3.2": "front-1917-italy-allied",
    "24.3.2": "front-1916-italy-allied",
    "25.3.2": "front-1918-italy-allied",
}


READ_AS = {  # rule: what it prints, what it must mean (source/tgwie/README.md)
    "25.3.2": (("2223-2025", "2223 2123 2024 2025"),),  # not a straight line
    "25.3.3": (("5024-4023", "5024-4823"), ("5922, 5824", "5922, 5923, 5824")),
    "26.2.2": (("2925", "4826"),),  # a hex of the Italian map
}


def printed_lines(shared: Path) -> dict[str, str]:
    """Rule -> the numbers and ranges that the book lists as a front line under that heading."""
    found, rule = {}, ""
    for text in (shared / "rulebooks/tgwie.txt").read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"(\d+\.\d+\.\d+) ", text):
            rule = heading[1] if heading[1] in LINES.keys() | ITALIAN.keys() else ""
        elif rule and len(re.findall(r"\d{4}", text)) > 3:
            listed = ", ".join(re.findall(r"\d{4}(?:-\d{4})?", text))
            for printed, meant in READ_AS.get(rule, ()):
                assert printed in listed, rule
                listed = listed.replace(printed, meant)
            found[rule], rule = listed, ""
    return found


def test_front_lines_are_those_of_the_book(tgwie: Game, shared: Path) -> None:
    """Each list of chapters 18 to 26, its ranges walked hex by hex; Italian ones say where they leave the frontier."""
    printed = printed_lines(shared)
    assert printed.keys() == LINES.keys() | ITALIAN.keys()
    for rule, region in LINES.items():
        sheet = next(sheet for sheet in tgwie.maps if region in sheet.regions)
        if region == "front-1915-allied":
            sheet = tgwie.maps[0 if rule == "22.3.1" else 1]
        elif region in ("front-1916-allied", "front-1917-allied", "front-1918-allied"):
            sheet = tgwie.maps[0 if rule.endswith(".1") else 1]
        assert list(sheet.regions[region]) == walked(sheet, printed[rule]), rule
    west = tgwie.maps[0]
    beyond = set(west.regions["italian-held-1917"])
    for rule, region in ITALIAN.items():
        line, stated = west.regions[region], walked(west, printed[rule])
        assert [h for h in line if h in stated] == stated, rule
        assert set(line) - set(stated) <= set(west.regions["italian-frontier"]) | beyond, rule


def test_italian_frontier(west: MapSheet) -> None:
    """22.3.2: the border is the line of 1915; 25.3.2: W2511 is its last hex in 1918 before the line leaves it."""
    frontier = {
        h
        for h in west.regions["italian-inset"]
        if west.hexes[h].owner == "IT" and any(west.hexes[n].owner == "AH" for n in west.neighbours(h))
    }
    assert frontier == set(west.regions["italian-frontier"])
    assert frontier <= set(west.regions["front-1915-italy-allied"])
    line = west.regions["front-1918-italy-allied"]
    assert set(line[: line.index("W2511") + 1]) <= frontier and line[line.index("W2511") + 1] == "W2412"


def test_small_scenarios_name_hexes_of_their_lines(west: MapSheet) -> None:
    """26.2.1.E: four set-up hexes; 26.3.3: the goal; 26.1.4: the line reaches the frontier."""
    assert {"W4825", "W5023", "W4922", "W4823"} <= set(west.regions["front-st-mihiel-allied"])
    assert "W5911" in west.regions["front-amiens-central"]
    last = west.regions["front-sep-1918-allied"][-1]
    assert last == "W4430" and set(west.regions["setup-f"]) & set(west.neighbours(last))


def test_the_enemy_line_touches_the_allied_one(tgwie: Game) -> None:
    """18.3.B, 24.3.B."""
    for sheet, name in fronts(tgwie):
        if name.endswith("-central"):
            allied = set(sheet.regions[name.replace("-central", "-allied")])
            assert not allied & set(sheet.regions[name])
            assert all(allied & set(sheet.neighbours(h)) for h in sheet.regions[name]), name


def test_hindenburg_hexes_lie_in_the_line(west: MapSheet) -> None:
    """18.18.1."""
    for year in ("1917", "1918"):
        assert set(west.regions["hindenburg-1917"]) <= set(west.regions[f"front-{year}-central"])


def test_italians_hold_their_list(west: MapSheet) -> None:
    """18.6.C: what they must hold lies on their line or right behind it."""
    line = set(west.regions["front-1917-italy-allied"])
    for number in west.regions["italian-held-1917"]:
        assert number in line or line & set(west.neighbours(number)), number


# year: nations of the Central Powers, neutrals, markers of victory points and of Allied-held cities
MARKERS = {
    "1915": ({"GE", "AH", "TU"}, {"RO", "BU", "GR", "AL", "IT"}, 6, 1),  # 22.4
    "1916": ({"GE", "AH", "TU", "BU"}, {"RO", "GR"}, 9, 0),  # 24.4
    "1917": ({"GE", "AH", "TU", "BU"}, {"GR"}, 10, 0),  # 18.4
    "1918": ({"GE", "AH", "TU", "BU"}, {"GR"}, 11, 0),  # 25.4
}


@pytest.mark.parametrize("year", MARKERS)
def test_markers_come_out_of_map_and_lines(tgwie: Game, year: str) -> None:
    """What the Central Powers reach from their supply edges without passing a line holds just the victory hexes that
    the scenario's marker counts, and leaves just the cities that its other marker does."""
    central, neutral, points, cities = MARKERS[year]
    west, east = tgwie.maps
    lines = {
        h for name, hexes in east.regions.items() if re.fullmatch(f"front-{year}(-.*)?-allied", name) for h in hexes
    }
    held = behind(west, west.regions["german-supply-edge"], west.regions[f"front-{year}-allied"])
    held |= behind(east, [*east.regions["german-supply-edge"], "E1328"], lines, neutral)
    assert len(held & set(tgwie.tables["victory"].rows)) == points
    inset = set(west.regions["italian-inset"])
    lost = [
        hex_.place
        for sheet in tgwie.maps
        for number, hex_ in sheet.hexes.items()
        if "city" in hex_.features and hex_.owner in central and number not in held | inset
    ]
    assert len(lost) == cities, lost
    if year == "1915":
        assert lost == ["Lemberg"]  # 22.4.G
