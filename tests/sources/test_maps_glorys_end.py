"""Glory's End and the west map of The Great War in Europe: one grid turned round, one set of facts."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from builder.model import Game, MapSheet, hexside
from tests.sources.maps import chained, is_land, kinds, misplaced, pieces

# what differs, and why; all else must be equal
OWNERS = {"W6226"}  # Malmedy is German in the sister game, whose markers ask for it
MOVED = {  # places whose hex the books or markers set differently: ours here, ours there
    "Chateau-Thierry": ("2932", "W5113"),  # 16.2's marker; TGWiE 2.2.2.C
    "Strassburg": ("3411", "W4633"),  # 4.2's fortress list; chosen
    "Arras": ("1833", "W6211"),
    "Soissons": ("2631", "W5313"),
    "Noyon": ("2532", "W5513"),
    "Malmedy": ("1918", "W6226"),
}
ONLY_WEST = {"W3932", "W4133", "W4629", "W4632", "W6810"}  # places that the sister game adds: Istein, Freiburg, forts
SAME_PLACE = {"3036": "Paris", "3037": "Paris", "3136": "Paris", "1431": "Kortrijk", "3912": "Volgelsheim"}


def turned(number: str) -> str:
    """geo/fits.md: row004 = 80 - rowW; col004 = 45 - colW on even rows, 44 - colW on odd ones."""
    row, column = int(number[1:3]), int(number[3:])
    return f"{80 - row:02d}{(44 if row % 2 else 45) - column:02d}"


@pytest.fixture
def main(glory: Game) -> MapSheet:
    return glory.maps[0]


@pytest.fixture
def front(tgwie: Game) -> dict[str, str]:
    """Number of the western front's hexes there -> here; the Italian inset is no part of it."""
    inset = set(tgwie.maps[0].regions["italian-inset"])
    return {h: turned(h) for h in tgwie.maps[0].hexes if h not in inset}


def test_one_grid(main: MapSheet, tgwie: Game, front: dict[str, str]) -> None:
    assert sorted(front.values()) == sorted(main.hexes)
    for there, here in front.items():
        assert {turned(n) for n in tgwie.maps[0].neighbours(there)} == set(main.neighbours(here)), there


def test_one_ground(main: MapSheet, tgwie: Game, front: dict[str, str]) -> None:
    """Terrain (this game has no flood plain), country, coast, and who may enter."""
    west = tgwie.maps[0]
    for there, here in front.items():
        a, b = west.hexes[there], main.hexes[here]
        assert a.terrain.replace("flood-plain", "clear") == b.terrain, there
        assert (a.owner == b.owner) != (there in OWNERS), there
        assert {"coast", "closed"} & set(a.features) == {"coast", "closed"} & set(b.features), there


def test_one_set_of_hexsides(main: MapSheet, tgwie: Game, front: dict[str, str]) -> None:
    """Rivers (the sister game has one kind), sea, the boundary of the Meuse; borders but for Malmedy's."""
    west = tgwie.maps[0]

    def sides(sheet: MapSheet, words: tuple[str, ...]) -> set:
        return {side for side, things in sheet.sides.items() if set(words) & {t.kind for t in things}}

    def here(found: set) -> set:
        return {hexside(front[a], front[b]) for a, b in found if a in front}

    for words in (("river", "major-river"), ("all-sea",), ("meuse-line",)):
        assert here(sides(west, words)) == sides(main, words), words
    odd = here(sides(west, ("border",))) ^ sides(main, ("border",))
    assert {side for side in odd if not any(front[h] in side for h in OWNERS)} == set()


def test_one_set_of_places(main: MapSheet, tgwie: Game, front: dict[str, str]) -> None:
    """Names stand in the same hexes, but for those listed above; classes are each game's own."""
    west = tgwie.maps[0]
    moved = {h for pair in MOVED.values() for h in pair}
    for there, here in front.items():
        a, b = west.hexes[there].place, main.hexes[here].place
        if {there, here} & moved or there in ONLY_WEST or here in SAME_PLACE:
            continue
        assert a == b, (there, here)
    for here, place in SAME_PLACE.items():
        assert main.hexes[here].place == place
    for name, (here, there) in MOVED.items():
        assert main.hexes[here].place.replace("Strasbourg", "Strassburg") == name == west.hexes[there].place
        assert turned(there) != here


@pytest.mark.parametrize(
    ("there", "here"),
    [("W6819", "1226"), ("W6413", "1632"), ("W6007", "2038"), ("W5603", "2442"), ("W5223", "2822"), ("W6526", "1518")],
)
def test_places_that_both_books_name(main: MapSheet, tgwie: Game, there: str, here: str) -> None:
    """Antwerp, Lille, Abbeville, Rouen, Verdun, Aachen: geo/fits.md chapter 2."""
    assert turned(there) == here
    assert tgwie.maps[0].hexes[there].place == main.hexes[here].place != ""


def test_border_hexes_of_3_6_come_out(main: MapSheet) -> None:
    """3.6 names 1017, 1117, 1218 and, as the last, 2717: they are the first three and the last that the owners give."""
    neutral = {"NL", "BE", "LU"}
    found = sorted(
        h
        for h, hex_ in main.hexes.items()
        if hex_.owner == "GE" and any(main.hexes[n].owner in neutral for n in main.neighbours(h))
    )
    assert found[:3] == ["1017", "1117", "1218"]
    assert [h for h in found if h <= "2717"][-1] == "2717"
    assert {h for h in found if h > "2717"} <= {"2718", "2719"}, "beyond it only Lorraine on the Luxembourg border"
    assert found == sorted(main.regions["neutral-border"])


def test_every_place_that_the_book_ties_to_a_hex(main: MapSheet, shared: Path) -> None:
    """geo/places.csv; Le Cateau is 2031, whose digits 4.3 swaps."""
    with (shared / "geo/places.csv").open(encoding="utf-8") as file:
        rows = [r for r in csv.DictReader(file) if r["game"] == "glorys-end" and "DEDUCED" not in r["note"]]
    assert len(rows) == 22
    for row in rows:
        number = "2031" if row["hex"] == "2013" else row["hex"]
        assert main.hexes[number].place == row["place"].split(" (")[0], number


def test_sides_of_the_book(main: MapSheet) -> None:
    """3.8: the Meuse at 1520|1620, its line from 3621|3720, the Marne at 3921|3922; 12.3: 1839|1939 is all sea."""
    wanted = {("1520", "1620"): "major-river", ("3621", "3720"): "major-river"}
    wanted |= {("3921", "3922"): "meuse-line", ("1839", "1939"): "all-sea"}
    for (a, b), kind in wanted.items():
        assert kind in kinds(main, a, b), (a, b)


def test_entry_edges(main: MapSheet) -> None:
    """8.2: Germans enter from 1015, round the north-east corner, to 4111; 8.3: others by the south and west edges."""
    east = main.regions["east-edge"]
    assert (east[0], east[-1]) == ("1015", "4111") and chained(main, east) == []
    column = {f"{row:02d}11" for row in range(10, 42)}
    assert set(east) == column | {"1015", "1014", "1013", "1012"}
    assert {main.hexes[h].owner for h in east} == {"GE"}
    french = {h for h, hex_ in main.hexes.items() if hex_.owner == "FR"}
    assert set(main.regions["south-edge"]) == {h for h in french if h[:2] == "44"}
    west = {h for h in french if h[2:] == ("43" if int(h[:2]) % 2 else "44")}
    assert set(main.regions["west-edge"]) == west - {h for h in west if "closed" in main.hexes[h].features}


@pytest.mark.parametrize(
    ("hex_", "others", "rule"),
    [
        ("1820", {"1919", "1920"}, "13.5"),
        ("1117", {"1017", "1218"}, "3.6"),
        ("1621", {"1520", "1620"}, "3.8: Liege stands on the western bank where the boundary begins"),
        ("3130", {"3030", "3031", "3129", "3131"}, "16.2: the 42nd faces four German hexes"),
        ("3332", {"3232", "3233"}, "16.2"),
        ("3235", {"3334"}, "16.2: the British stand together"),
        ("3334", {"3333"}, "16.2"),
        ("3136", {"3036", "3037"}, "6.3: Paris hangs together"),
        ("1227", {"1226", "1127"}, "7.9"),
        ("1126", {"1226", "1127"}, "7.9"),
        ("2443", {"2442", "2343"}, "7.9"),
        ("2342", {"2442", "2343"}, "7.9"),
        ("2243", {"2244", "2343", "2342"}, "7.9"),
    ],
)
def test_adjacency_that_the_book_needs(main: MapSheet, hex_: str, others: set[str], rule: str) -> None:
    assert others <= set(main.neighbours(hex_)), rule


@pytest.mark.parametrize(
    ("number", "owner", "rule"),
    [
        ("3223", "FR", "3.4: where the 4th Army gathers; 3.3: only in France"),
        ("1415", "GE", "8.2"),
        ("1525", "BE", "7.10"),
        ("1621", "BE", "7.11"),
        ("1226", "BE", "7.9"),
        ("1032", "BE", "4.3"),
        ("1335", "FR", "3.7, 4.3: a French port"),
        ("1337", "FR", "3.7, 4.3"),
        ("1439", "FR", "3.7, 4.3"),
        ("1632", "FR", "4.2"),
        ("2031", "FR", "4.3"),
        ("2038", "FR", "7.11"),
        ("2244", "FR", "4.2: German points"),
        ("3912", "GE", "4.2: Allied points lie in German land"),
        ("2822", "FR", "14.10"),
        ("3320", "FR", "14.10"),
        ("3716", "FR", "14.10"),
        ("4115", "FR", "14.10"),
    ],
)
def test_countries_that_the_book_implies(main: MapSheet, number: str, owner: str, rule: str) -> None:
    assert main.hexes[number].owner == owner, rule


def test_access_hexes_of_the_sister_game_are_these(tgwie: Game, main: MapSheet) -> None:
    """7.9 there lists what TGWiE 11.14.D marks with a letter: one set, two numberings."""
    west = tgwie.maps[0]
    for there, here in (("W6819", "1226"), ("W5603", "2442")):
        access = main.hexes[here].attributes["access"].split()
        assert sorted(turned(h) for h in west.hexes[there].attributes["access"].split()) == sorted(access)
        assert all("closed" not in main.hexes[h].features and is_land(main, h) for h in access)


def test_perimeter_is_a_ring_round_paris(main: MapSheet) -> None:
    """4.3: a printed line round the city; ours holds every hex next to Paris and hangs together."""
    ring, paris = set(main.regions["paris-perimeter"]), main.regions["paris"]
    assert set(paris) == {"3036", "3037", "3136"} < ring
    assert {n for h in paris for n in main.neighbours(h)} <= ring
    assert len(pieces(main, ring)) == 1


def test_belgium_west_of_the_meuse(main: MapSheet) -> None:
    """7.11: Brussels, Antwerp and Namur lie there; Liege, the lock, stands on its bank and in it."""
    west = set(main.regions["west-of-meuse"])
    for number in ("1525", "1226", "1032", "1621"):
        assert number in west and main.hexes[number].owner == "BE", number
    assert {main.hexes[h].owner for h in main.hexes if h not in west and main.hexes[h].owner == "BE"} == {"BE"}


def test_ground_is_sound(main: MapSheet) -> None:
    assert list(misplaced(main)) == []
