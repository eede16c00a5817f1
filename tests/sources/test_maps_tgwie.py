"""The Great War in Europe: what its book says of hexes, sides, lists and lines, each with its rule."""

from __future__ import annotations

import csv
import itertools
import re
from pathlib import Path

import pytest

from builder.model import Game, MapSheet
from builder.sources import lint
from tests.sources.maps import is_land, kinds, misplaced, pieces

SOURCE = Path(__file__).resolve().parents[2] / "source/tgwie"


def sheet_of(game: Game, number: str) -> MapSheet:
    return game.maps[0 if number[0] == "W" else 1]


@pytest.fixture
def west(tgwie: Game) -> MapSheet:
    return tgwie.maps[0]


@pytest.fixture
def east(tgwie: Game) -> MapSheet:
    return tgwie.maps[1]


def test_sources_are_without_fault() -> None:
    assert lint(SOURCE) == ()


def test_extent(west: MapSheet, east: MapSheet) -> None:
    """Even rows have 34 hexes, odd ones 33: 3933, 7034, 3621 (west), 3034, 7034, 5701 (east) are edge hexes."""
    assert (west.id, east.id) == ("west", "east")
    for sheet, rows in ((west, range(36, 71)), (east, range(10, 71))):
        for row in rows:
            columns = {int(h[3:]) for h in sheet.hexes if int(h[1:3]) == row}
            assert columns == set(range(1, 34 if row % 2 else 35)), (sheet.id, row)
    inset = {h for h in west.hexes if int(h[1:3]) < 36}
    assert inset == set(west.regions["italian-inset"]) and {int(h[1:3]) for h in inset} == set(range(20, 32))


@pytest.mark.parametrize(
    ("hex_", "others", "rule"),
    [
        ("W4905", {"W5006", "W4906"}, "13.3.B"),
        ("W4323", {"W4223"}, "3.2.G"),
        ("W4223", {"W4122"}, "3.2.G"),
        ("W4122", {"W4022"}, "3.2.G"),
        ("W6007", {"W6006"}, "12.9"),
        ("E2717", {"E2618"}, "12.10.B"),
        ("E2617", {"E2618"}, "12.10.B"),
        ("E5205", {"E5206", "E5305"}, "23.4.G"),
        ("E5304", {"E5404", "E5405"}, "12.12.A"),
        ("E5405", {"E5404", "E5406"}, "12.12.A"),
        ("E5715", {"E5615", "E5816"}, "12.12.A"),
        ("E5514", {"E5615"}, "12.12.A"),
        ("E1023", {"E1022", "E1122"}, "7.13"),
        ("E5412", {"E5512"}, "23.4.G"),
    ],
)
def test_adjacency_examples(tgwie: Game, hex_: str, others: set[str], rule: str) -> None:
    assert others <= set(sheet_of(tgwie, hex_).neighbours(hex_)), rule


NAMED = [
    ("W2022", "Venice", "port", "11.13.C"),
    ("W2230", "Trieste", "port", "11.13.C"),
    ("W5113", "Chateau-Thierry", "town", "2.2.2.C"),
    ("W5223", "Verdun", "victory", "4.2.C"),
    ("W5425", "Longwy", "resource", "6.3.B"),
    ("W5603", "Rouen", "inland-port", "11.14.D"),
    ("W6007", "Abbeville", "city", "12.9"),
    ("W6211", "Arras", "victory", "4.2.C"),
    ("W6310", "Bethune", "resource", "6.3.B"),
    ("W6312", "Lens", "resource", "6.3.B"),
    ("W6316", "Mons", "resource", "6.3.B"),
    ("W6413", "Lille", "", "3.2.L"),
    ("W6526", "Aachen", "", "3.3.W"),
    ("W6819", "Antwerp", "inland-port", "11.14.D"),
    ("E1022", "Cape Hellas", "beach", "7.13.C"),
    ("E1122", "ANZAC Cove / Suvla Bay", "beach", "7.13.C"),
    ("E1116", "Salonika", "port", "7.14"),
    ("E1210", "Valona", "port", "7.15"),
    ("E1328", "Constantinople", "", "11.8.B"),
    ("E1709", "Scutari", "victory", "4.4.B"),
    ("E1725", "Burgas", "port", "11.10.B"),
    ("E1819", "Sofia", "city", "2.2.2.B"),
    ("E2027", "Varna", "port", "11.10.B"),
    ("E2328", "Constanta", "port", "11.10.B"),
    ("E2423", "Bucharest", "", "11.8.B"),
    ("E2623", "Ploesti", "resource", "6.3.B"),
    ("E3031", "Odessa", "port", "11.10.B"),
    ("E3310", "Budapest", "", "11.8.A"),
    ("E3606", "Vienna", "", "11.8.A"),
    ("E4129", "Kiev", "resource", "6.3.B"),
    ("E4304", "Prague", "", "11.8.A"),
    ("E4613", "Lodz", "victory", "21.3.2"),
    ("E4816", "Warsaw", "victory", "21.3.2"),
    ("E5102", "Berlin", "", "11.8.A"),
    ("E5205", "Stettin", "port", "8.3"),
    ("E5412", "Danzig", "port", "8.3"),
    ("E5514", "Koenigsberg", "port", "8.3, 12.12"),
    ("E5620", "Kovno", "", "3.2"),
    ("E6116", "Libau", "port", "8.3"),
    ("E6120", "Riga", "port", "8.3"),
    ("E6921", "Reval (Tallinn)", "port", "8.3"),
    ("E6924", "Narva", "port", "8.3"),
    ("E7028", "Kronstadt", "port", "8.3"),
    ("E7030", "Petrograd", "port", "8.3"),
]


@pytest.mark.parametrize(("number", "place", "feature", "rule"), NAMED, ids=[n[0] for n in NAMED])
def test_named_hexes(tgwie: Game, number: str, place: str, feature: str, rule: str) -> None:
    hex_ = sheet_of(tgwie, number).hexes[number]
    assert hex_.place == place, rule
    assert feature in ("", *hex_.features), rule
    assert {"town", "city", "beach"} & set(hex_.features) and hex_.terrain != "sea"


def test_every_place_that_the_book_ties_to_a_hex(tgwie: Game, shared: Path) -> None:
    """geo/places.csv, but for the misprint of 8.3 (E5414 for Koenigsberg, whose haff path begins beside E5514).

    The map spells Reval as its time did; the book's Talinin is today's Tallinn.
    """
    with (shared / "geo/places.csv").open(encoding="utf-8") as file:
        rows = [r for r in csv.DictReader(file) if r["game"] == "great-war-in-europe" and r["hex"] != "E5414"]
    assert len(rows) == 41
    for row in rows:
        name = re.sub(r" \(.*", "", row["place"]).split("/")[0].replace("Talinin", "Reval (Tallinn)")
        assert name in sheet_of(tgwie, row["hex"]).hexes[row["hex"]].place, row["hex"]


def test_sofia_is_no_victory_hex(tgwie: Game) -> None:
    """2.2.2.B."""
    assert "E1819" not in tgwie.tables["victory"].rows
    assert "victory" not in sheet_of(tgwie, "E1819").hexes["E1819"].features


def test_victory_and_resource_tables_agree_with_the_hexes(tgwie: Game) -> None:
    for table, feature in (("victory", "victory"), ("resources", "resource")):
        marked = {h for sheet in tgwie.maps for h, hex_ in sheet.hexes.items() if feature in hex_.features}
        assert marked == set(tgwie.tables[table].rows)
    points = {h: row["points"] for h, row in tgwie.tables["resources"].rows.items()}
    assert points == {"W6316": "1", "W6312": "1", "W6310": "1", "W5425": "1", "E2623": "1", "E4129": "2"}  # 6.3.B
    assert [h for h, row in tgwie.tables["victory"].rows.items() if row["conditional"] == "yes"] == ["E1709"]  # 4.4.B


def test_errata_and_terrain_of_the_book(west: MapSheet, east: MapSheet) -> None:
    assert west.hexes["W2927"].terrain == west.hexes["W2928"].terrain == "alpine"  # 2.2.2.A
    assert west.hexes["W6410"].terrain == "forest"  # 2.2.2.D
    assert is_land(west, "W6105") and "closed" not in west.hexes["W6105"].features  # 2.2.2.E
    assert "all-sea" in kinds(west, "W6006", "W6106")  # 2.2.2.F
    assert west.hexes["W6007"].terrain == "marsh"  # 12.9
    assert east.hexes["E2618"].terrain in ("mountain", "forest", "marsh")  # 12.10.B: two points without the pass
    assert "pass" in kinds(east, "E2717", "E2618") and "pass" not in kinds(east, "E2617", "E2618")  # 12.10.B
    for number in west.regions["devastated-1917"]:  # 15.0: only such ground is devastated
        assert west.hexes[number].terrain in ("clear", "flood-plain"), number


def test_haffs(east: MapSheet) -> None:
    """12.12.A: the two paths, each side of them and no other."""
    paths = (["E5304", "E5405", "E5406"], ["E5404", "E5405"], ["E5615", "E5715", "E5816"])
    wanted = {frozenset(pair) for path in paths for pair in itertools.pairwise(path)}
    found = {frozenset(side) for side, things in east.sides.items() if "haff" in {t.kind for t in things}}
    assert found == wanted
    assert {h for h, hex_ in east.hexes.items() if "haff" in hex_.features} == {"E5405", "E5715"}


def test_meuse(west: MapSheet) -> None:
    """3.2.G: the continuation lies on the western bank; W6424 and W6524 would belong to it but are barred."""
    area = set(west.regions["west-of-meuse"])
    assert {"W4323", "W4223", "W4122", "W4022"} <= area
    assert not {"W6424", "W6524"} & set(west.regions["setup-g"])
    for a in area:
        for b in set(west.neighbours(a)) - area:
            if is_land(west, a) and is_land(west, b) and int(b[1:3]) < 67:
                assert {"river", "meuse-line"} & kinds(west, a, b), f"{a}|{b} is open ground"


LISTS = [
    ("west", "resource-hexes", "W6316 W6312 W6310 W5425", "6.3.B"),
    ("west", "devastated-1917", "W6012 W5912 W5812 W5813 W5711 W5712 W5612 W5613", "18.4.H"),
    ("west", "hindenburg-1917", "W5713 W5614 W5814 W5913", "18.18.1"),
    ("west", "belgians-1915", "W6810 W6811", "18.7.B"),
    ("west", "setup-be", "W6819", "3.2"),
    ("west", "setup-be-4th-division", "W6221", "3.2"),
    ("west", "setup-l", "W6413", "3.2"),
    ("west", "italian-port-supply", "W2022 W2230", "11.13.C"),
    (
        "west",
        "italian-held-1917",
        "W2412 W2413 W2414 W2415 W2416 W2417 W2618 W2920 W3021 W3022 W2927 W2829 W2729 W2629 W2529 W2429 W2328",
        "18.6.C",
    ),
    ("east", "central-supply-cities", "E5102 E4304 E3606 E3310", "11.8.A"),
    ("east", "central-supply-if-entered", "E1328 E1819 E2423", "11.8.B"),
    ("east", "allied-supply-if-entered", "E2423 E1116 E1122 E1022", "11.9.B"),
    ("east", "greek-supply-edge", "E1012 E1013 E1014 E1015 E1016", "11.9.C"),
    ("east", "italian-supply", "E1210", "11.9.G"),
    ("east", "black-sea-ports", "E1725 E2027 E2328 E3031", "11.10.B"),
    ("east", "baltic-ports", "E5205 E5412 E5514 E6116 E6120 E6921 E6924 E7028 E7030", "8.3"),
    ("east", "stettin-access", "E5206 E5305 E5306 E5406", "23.4.G"),
    ("east", "danzig-access", "E5512", "23.4.G"),
    ("east", "gallipoli-beaches", "E1022 E1122", "7.13"),
    ("east", "turks-1915", "E1024 E1023", "22.16"),
    ("east", "german-hqs-1915", "E3914 E3418 E5418 E5316 E5114 E4613", "22.15"),
    ("east", "austro-hungarian-hqs-1915", "E4312 E3714 E3616 E3319", "22.13.F"),
    ("east", "resource-hexes", "E2623 E4129", "6.3.B"),
]


@pytest.mark.parametrize(("map_", "region", "hexes", "rule"), LISTS, ids=[f"{r[0]}-{r[1]}" for r in LISTS])
def test_lists_of_the_book(tgwie: Game, map_: str, region: str, hexes: str, rule: str) -> None:
    sheet = tgwie.maps[("west", "east").index(map_)]
    assert sorted(sheet.regions[region]) == sorted(hexes.split()), rule
    assert all(is_land(sheet, h) for h in hexes.split()), rule


@pytest.mark.parametrize(
    ("map_", "region", "ends"),
    [
        ("west", "german-supply-edge", {"W3933", "W7034"}),  # 11.11
        ("west", "french-supply-edge", {"W5701", "W3629"}),  # 11.14.A
        ("east", "german-supply-edge", {"E3501", "E5701"}),  # 11.8.A
        ("east", "russian-supply-edge", {"E3034", "E7034"}),  # 11.9.A
    ],
)
def test_supply_edges(tgwie: Game, map_: str, region: str, ends: set[str]) -> None:
    sheet = tgwie.maps[("west", "east").index(map_)]
    edge = sheet.regions[region]
    assert ends <= set(edge)
    assert all(len(sheet.neighbours(h)) < 6 for h in edge), "an edge hex has a neighbour missing"
    assert len(pieces(sheet, edge)) == 1


def test_supply_edges_are_the_whole_edge(west: MapSheet, east: MapSheet) -> None:
    """11.8.A, 11.9.A, 11.11: every hex of the map's rim between the named ends; 11.14.A: what of it lies in France."""

    def rim(sheet: MapSheet, rows: range, last: bool) -> set[str]:
        found = {f"{sheet.grid.prefix}{r}{(33 if r % 2 else 34) if last else 1:02d}" for r in rows}
        return {h for h in found if is_land(sheet, h)}

    assert set(east.regions["german-supply-edge"]) == rim(east, range(35, 58), last=False)
    assert set(east.regions["russian-supply-edge"]) == rim(east, range(30, 71), last=True)
    assert set(west.regions["german-supply-edge"]) == rim(west, range(39, 71), last=True)
    assert {west.hexes[h].owner for h in west.regions["german-supply-edge"]} == {"GE"}
    south = {f"W36{column:02d}" for column in range(1, 30)}
    assert set(west.regions["french-supply-edge"]) == rim(west, range(36, 58), last=False) | south
    assert {west.hexes[h].owner for h in west.regions["french-supply-edge"]} == {"FR"}
    for name, owner in (("italian-central-edge", "AH"), ("italian-allied-edge", "IT")):  # 11.12, 11.13.A
        inset = [h for h in west.regions["italian-inset"] if west.hexes[h].owner == owner]
        outer = {h for h in inset if len(west.neighbours(h)) < 6 and west.hexes[h].terrain != "alpine"}
        assert set(west.regions[name]) == outer, name


def test_west_edge_and_the_channel(west: MapSheet) -> None:
    """21.1: a line from W5701 to W3621 reaches from the Channel to the south edge, one from W5601 does not."""
    assert "coast" in west.hexes["W5701"].features and "coast" not in west.hexes["W5601"].features
    assert len(west.neighbours("W3621")) < 6 and west.hexes["W3621"].owner == "FR"


def test_hexes_that_events_name(east: MapSheet) -> None:
    """4.5.E: E1124 is Turkish, beside E1024; 23.4.B: ships reach E5403; 7.13: the beaches touch E1023."""
    for number, owner in (("E1124", "TU"), ("E5403", "GE"), ("E1023", "TU"), ("E1122", "TU"), ("E1022", "TU")):
        assert east.hexes[number].owner == owner and "coast" in east.hexes[number].features, number
    assert "E1024" in east.neighbours("E1124")
    assert {"E1122", "E1022"} <= set(east.neighbours("E1023"))


@pytest.mark.parametrize(
    ("place", "owner", "rule"),
    [
        ("Calais", "FR", "22.8"),
        ("Dunkirk", "FR", "23.3"),
        ("Boulogne", "FR", "23.3"),
        ("Ostend", "BE", "23.3"),
        ("Cambrai", "FR", "26.1.3"),
        ("St Quentin", "FR", "26.1.3"),
        ("Reims", "FR", "26.1.3"),
        ("Amiens", "FR", "26.3.1"),
        ("St Mihiel", "FR", "26.2"),
        ("Trent", "AH", "4.5"),
        ("Belgrade", "SE", "26.4.3"),
        ("Uskub (Skopje)", "SE", "26.4.3"),
        ("Loetzen", "GE", "21.6"),
        ("Lodz", "RP", "21.3.2"),
    ],
)
def test_places_named_without_a_hex(tgwie: Game, place: str, owner: str, rule: str) -> None:
    found = [hex_ for sheet in tgwie.maps for hex_ in sheet.hexes.values() if hex_.place == place]
    assert [hex_.owner for hex_ in found] == [owner], rule


def test_cities_of_several_hexes(west: MapSheet) -> None:
    """4.2: Paris; 11.11: four cities of the Ruhr, so that two of them can be lost."""
    assert len(west.regions["paris"]) == 3 and len(pieces(west, west.regions["paris"])) == 1
    ruhr = west.regions["ruhr"]
    assert len(ruhr) == 4
    assert all({"ruhr", "city"} <= set(west.hexes[h].features) and west.hexes[h].owner == "GE" for h in ruhr)


def test_set_up_areas_round_a_place(west: MapSheet, east: MapSheet) -> None:
    """3.2: Mons, Kovno, Warsaw or next to them; 3.3: within six of Budapest; 18.11.C: within two of E2726."""
    for sheet, region, centre in ((west, "setup-b", "W6316"), (east, "setup-1", "E5620"), (east, "setup-2", "E4816")):
        assert set(sheet.regions[region]) == {centre, *sheet.neighbours(centre)}
    for region, centre, most in (("setup-b", "E3310", 6), ("romanian-remnant", "E2726", 2)):
        assert max(east.grid.distance(centre, h) for h in east.regions[region]) <= most
    assert all(west.hexes[h].owner == "BE" for h in west.regions["setup-w-belgium"])
    assert max(west.grid.distance("W6526", h) for h in west.regions["setup-w-belgium"]) <= 3  # 3.3.W


def test_set_up_areas_of_countries(west: MapSheet, east: MapSheet) -> None:
    """3.2 F and S touch the enemy between their named ends; 3.3 M touches Serbia or Montenegro; E is Germany."""

    def touches(sheet: MapSheet, number: str, *owners: str) -> bool:
        return any(sheet.hexes[n].owner in owners for n in sheet.neighbours(number))

    assert {"W5622", "W3830"} <= set(west.regions["setup-f"])
    assert all(west.hexes[h].owner == "FR" and touches(west, h, "BE", "LU", "GE") for h in west.regions["setup-f"])
    assert {"E4216", "E3524"} <= set(east.regions["setup-s"])
    assert all(east.hexes[h].owner in ("RU", "RP") and touches(east, h, "AH") for h in east.regions["setup-s"])
    assert all(touches(east, h, "SE", "MN") for h in east.regions["setup-m"])
    for region, owner in (("setup-e", "GE"), ("setup-m", "AH"), ("setup-mn", "MN"), ("setup-sr", "SE")):
        assert {east.hexes[h].owner for h in east.regions[region]} == {owner}


def test_forts_of_the_set_up(west: MapSheet, east: MapSheet) -> None:
    """3.2, 3.3 codes V, X and Y: a fort stands in each hex, and a heavy one for X; Lotzen is one (21.6)."""
    for sheet in (west, east):
        for code in ("setup-v", "setup-x", "setup-y"):
            for number in sheet.regions.get(code, ()):
                assert "fortress" in sheet.hexes[number].features, (code, number)
    assert all("heavy" in west.hexes[h].features for h in west.regions["setup-x"])
    assert "E5316" in east.regions["setup-y"] and east.hexes["E5316"].place == "Loetzen"


def test_access_hexes(west: MapSheet, east: MapSheet) -> None:
    """11.14.D, 23.4.G: they lie around their port or lead to it; the regions say the same."""
    for sheet, port, region in (
        (west, "W6819", "antwerp-access"),
        (west, "W5603", "rouen-access"),
        (east, "E5412", "danzig-access"),
        (east, "E5205", "stettin-access"),
    ):
        access = sheet.hexes[port].attributes["access"].split()
        assert sorted(access) == sorted(sheet.regions[region])
        assert len(pieces(sheet, {port, *access})) == 1


def test_ground_is_sound(west: MapSheet, east: MapSheet) -> None:
    """No named town in the sea, all land owned, every river side between neighbours and beside land."""
    assert [*misplaced(west), *misplaced(east)] == []


def test_owners_are_countries(tgwie: Game) -> None:
    owners = {hex_.owner for sheet in tgwie.maps for hex_ in sheet.hexes.values()} - {""}
    assert owners == set(tgwie.tables["countries"].rows) | {"GB"} and "GB" in tgwie.tables["countries"].rows


def test_who_held_what_in_1914(tgwie: Game) -> None:
    """Owners that rules state: resource hexes are Allied (6.3.B), set-ups at home (3.2, 3.3), frontier ends (3.2.S)."""
    wanted = {"W6316": "BE", "W6312": "FR", "W5425": "FR", "E2623": "RO", "E4129": "RU", "E5620": "RU", "E4816": "RP"}
    wanted |= {"W6526": "GE", "E3310": "AH", "E1819": "BU", "E1328": "TU", "E2912": "AH", "E3524": "RU", "E1116": "GR"}
    for number, owner in wanted.items():
        assert sheet_of(tgwie, number).hexes[number].owner == owner, number
