"""Glory's End and the west map of The Great War in Europe: one grid turned round, one set of facts."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from builder.model import Game, MapSheet, hexside
from tests.sources.maps import kinds, misplaced

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


def test_ground_is_sound(main: MapSheet) -> None:
    assert list(misplaced(main)) == []
