"""What the rulebook states, in our own sources; numbers in brackets are its rules."""

from __future__ import annotations

import csv
import time
from collections import Counter as Count
from pathlib import Path

import pytest

from builder.games.glorys_end.sources import validate_sources
from builder.model import Game, Tag, hexside
from builder.sources import compile_sources

SOURCE = Path(__file__).resolve().parents[2] / "source" / "glorys_end"


def test_sources_are_without_fault() -> None:
    assert compile_sources(SOURCE, validate=validate_sources).diagnostics == ()


def test_sources_load_fast_enough() -> None:
    best = min(_seconds() for _ in range(3))
    assert best < 1.5


def _seconds() -> float:
    start = time.perf_counter()
    compile_sources(SOURCE, validate=validate_sources)
    return time.perf_counter() - start


def test_marne_units_and_steps(glory: Game) -> None:
    """16.2: 5 British units with 12 steps, 23 French with 53, 18 German with 46; three forts."""
    units, steps, forts = Count(), Count(), []
    for placement in glory.scenarios["marne"].placements:
        counter = glory.counters.get(placement.what)
        if counter is None:
            continue
        if counter.type == "fortress":
            forts.append(placement.place)
        else:
            units[counter.nation] += 1
            steps[counter.nation] += placement.steps
    assert dict(units) == {"british": 5, "french": 23, "german": 18}
    assert dict(steps) == {"british": 12, "french": 53, "german": 46}
    assert sorted(forts) == ["3036", "3037", "3136"]


def test_marne_list_line_by_line(glory: Game, shared: Path) -> None:
    """The digest of 16.2 and 16.3, row by row: nation, printed name, size, type, steps, hex or turn."""
    sizes = {"Grp": "group", "-": ""}
    rows = csv.DictReader((shared / "rules/glorys-end/marne.csv").read_text(encoding="utf-8").splitlines())
    expected = Count(
        (
            *(r["nation"].lower(), r["id"], sizes.get(r["size"], r["size"]), r["type"]),
            *(int(r["steps"]), r["hex"], r["arrives_turn"], bool(r["starts_out_of_command"])),
        )
        for r in rows
    )
    scenario, found = glory.scenarios["marne"], Count()
    for p in scenario.placements:
        if (c := glory.counters.get(p.what)) is not None:
            key = (c.nation, c.attributes["marne_id"], c.size, c.type, p.steps, p.place, "", "ooc" in p.marks)
            found[key] += 1
    for a in scenario.arrivals:
        c = glory.counters[a.what]
        found[c.nation, c.attributes["marne_id"], c.size, c.type, a.steps, "", str(a.turn), False] += 1
    assert found == expected


def test_marne_frame(glory: Game) -> None:
    """16.2, 16.3: turns 8 to 12, Allies first, three French replacements, arrivals by rail."""
    marne = glory.scenarios["marne"]
    assert (marne.first_turn, marne.last_turn, marne.first_side) == (8, 12, "allied")
    assert {a.what: (a.turn, a.steps, a.place) for a in marne.arrivals} == {
        "fr-7-corps": (8, 4, "rail"),
        "de-15-corps": (10, 4, "rail"),
        "de-7r-corps": (10, 4, "rail"),
    }
    assert marne.facts["replacements french"] == "3"
    assert marne.facts["replacements german"] == "0"
    marked = {p.place for p in marne.placements if p.what == "control-german"}
    assert marked == {"2435", "2331", "2932", "2529", "2829", "2627"}
    assert marked <= marne.control.keys()
    assert {p.place for p in marne.placements if "ooc" in p.marks} == {"3235", "3334", "3333"}


@pytest.mark.parametrize(
    ("number", "place", "features"),
    [
        ("1226", "Antwerp", {"city", "port", "inland-port"}),
        ("1415", "Cologne", set()),
        ("1525", "Brussels", set()),
        ("1621", "Liege", {"fortress"}),
        ("1632", "Lille", set()),
        ("1032", "Ostend", {"port"}),
        ("1335", "Dunkirk", {"port"}),
        ("1337", "Calais", {"port"}),
        ("1439", "Boulogne", {"port"}),
        ("2031", "Le Cateau", set()),
        ("2038", "Abbeville", set()),
        ("2244", "Le Havre", {"port"}),
        ("2442", "Rouen", {"port", "inland-port"}),
        ("2822", "Verdun", {"fortress"}),
        ("3320", "Toul", {"fortress"}),
        ("3716", "Epinal", {"fortress"}),
        ("4115", "Belfort", {"fortress"}),
        ("3036", "Paris", {"city", "fortress"}),
        ("3037", "Paris", {"city", "fortress"}),
        ("3136", "Paris", {"city", "fortress"}),
        ("3334", "Melun", set()),
        ("3912", "Volgelsheim", set()),
        ("2932", "Chateau-Thierry", set()),
        ("2529", "Laon", set()),
        ("2829", "Reims", set()),
        ("2627", "Rethel", set()),
        ("3027", "Chalons-sur-Marne", set()),
        ("3226", "Vitry-le-Francois", set()),
        ("2928", "Epernay", set()),
    ],
)
def test_named_hexes(glory: Game, number: str, place: str, features: set[str]) -> None:
    hex_ = glory.maps[0].hexes[number]
    assert hex_.place == place
    assert features <= set(hex_.features)
    assert {"town", "city"} & set(hex_.features), "each of them is a town or city"


def test_victory_points_of_the_book(glory: Game) -> None:
    """4.2: Paris 10 a hex, Le Havre 10, Lille 5 for both, Volgelsheim 4; 4.3: the conditional hexes."""
    rows = glory.tables["victory"].rows
    for key, points in {
        "german/3036": "10", "german/3037": "10", "german/3136": "10", "german/2244": "10",
        "german/1632": "5", "allied/1632": "5", "allied/3912": "4",
    }.items():  # fmt: skip
        assert rows[key]["points"] == points
        assert rows[key].evidence_of("points").tag is Tag.BOOK
        assert not rows[key]["conditional"]
    for key in ("german/1439", "german/1337", "german/1335", "german/1032", "allied/2031"):
        assert rows[key]["conditional"] == "yes"


def test_counters_of_the_book(glory: Game) -> None:
    """2.4 and 2.9: printed values; 14.7: guns; facts of the whole mix."""
    assert [str(v) for v in glory.counters["de-2-corps"].values][-1] == "6-7-4"
    assert glory.counters["de-2-corps"].steps == 4
    assert str(glory.counters["fr-13-corps"].at(4)) == "5-4-4"
    assert glory.counters["de-2-corps"].evidence["attack_4"].tag is Tag.BOOK
    assert glory.counters["de-2-corps"].evidence["attack_3"].tag is Tag.CHOSEN
    assert str(glory.counters["fr-1c-corps"].at(3)) == "(6)2-6"
    assert len(glory.counters) == 163
    # 2.1: two sheets of 176
    physical = sum(int(c.attributes["copies"]) for c in glory.counters.values())
    assert physical + sum(m.count for m in glory.markers.values()) == 352


def test_calendar(glory: Game) -> None:
    """Turn 8 is 4-6 September, turn 12 16-18 September (16.2); thirty turns of three days (1.2)."""
    turns = {t.number: t for t in glory.turns}
    assert len(turns) == 30
    assert (turns[8].first_day, turns[8].last_day) == ("1914-09-04", "1914-09-06")
    assert (turns[12].first_day, turns[12].last_day) == ("1914-09-16", "1914-09-18")
    assert turns[8].label == "4-6 September 1914"
    assert turns[27].label == "31 October - 2 November 1914"


def test_order_of_play(glory: Game) -> None:
    """5.2: Allies first; A and C from turn 2, B from turn 10, D from turn 2 for the Allies alone."""

    def letters(side: str, turn: int) -> str:
        return "".join(p.letter for p in glory.phases if p.side == side and (not p.turns or turn in p.turns))

    assert letters("allied", 1) == "EFGH"
    assert letters("german", 1) == "DEFGH"
    assert letters("allied", 9) == "ACDEFGH"
    assert letters("german", 10) == "ABCDEFGH"
    assert letters("german", 30) == "ABCDEFG"
    assert letters("", 30) == "H"
    assert next(p.side for p in glory.phases) == "allied"


def test_geometry(glory: Game) -> None:
    """The neighbours that the book names: 12.1, 13.5, 3.8, 3.6."""
    grid = glory.maps[0].grid
    assert set(grid.neighbours("1520")) == {"1519", "1521", "1420", "1421", "1620", "1621"}
    assert {"1919", "1920"} <= set(grid.neighbours("1820"))
    for a, b in (("1520", "1620"), ("3621", "3720"), ("3921", "3922"), ("1117", "1218"), ("1839", "1939")):
        assert grid.distance(a, b) == 1


def test_named_hexsides(glory: Game) -> None:
    """3.8: the Meuse boundary; 12.3: the all-sea side."""
    sides = glory.maps[0].sides

    def kinds(a: str, b: str) -> set[str]:
        return {thing.kind for thing in sides[hexside(a, b)]}

    assert "major-river" in kinds("1520", "1620")
    assert "major-river" in kinds("3621", "3720")
    assert "meuse-line" in kinds("3921", "3922")
    assert "all-sea" in kinds("1839", "1939")


def test_rivers_join_neighbours_and_towns_stand_on_land(glory: Game) -> None:
    sheet = glory.maps[0]
    for side in sheet.sides:
        assert sheet.grid.distance(*side) == 1
    for hex_ in sheet.hexes.values():
        if hex_.terrain == "sea":
            assert not hex_.place and not hex_.features and not hex_.owner
        else:
            assert hex_.owner in glory.tables["countries"].rows


def test_west_of_the_meuse_is_shut_off_by_its_boundary(glory: Game) -> None:
    """3.8: nobody comes from one bank to the other but over the Meuse, the marked line or a foreign country."""
    sheet = glory.maps[0]
    west = set(sheet.regions["west-of-meuse"])
    assert {"1520", "3621", "3922", "3036", "2244"} <= west
    assert not {"1620", "3720", "3921", "3318"} & west
    crossed = 0
    for number in west:
        for other in sheet.neighbours(number):
            if other not in west and sheet.hexes[other].owner in ("FR", "BE", "LU"):
                things = sheet.sides.get(hexside(number, other), ())
                assert any(t.name == "Meuse" or t.kind == "meuse-line" for t in things), (number, other)
                crossed += 1
    assert crossed > 50


def test_access_hexes_lie_around_their_port(glory: Game) -> None:
    """7.9: access hexes touch each other or the port, so that ships can come up the river."""
    sheet = glory.maps[0]
    assert sheet.hexes["1226"].attributes["access"].split() == ["1126", "1127", "1227"]
    assert sheet.hexes["2442"].attributes["access"].split() == ["2243", "2244", "2342", "2343", "2443"]


def test_boxes_do_not_cover_each_other(glory: Game) -> None:
    boxes = glory.maps[0].boxes
    assert {"Dead-allied", "Dead-german", "British-start", "T1", "T30", "VP0", "RP3"} <= {b.id for b in boxes}
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            apart = (
                a.x + a.width <= b.x + 1e-6
                or b.x + b.width <= a.x + 1e-6
                or a.y + a.height <= b.y + 1e-6
                or b.y + b.height <= a.y + 1e-6
            )
            assert apart, (a.id, b.id)


def test_combat_table_holds_what_the_book_says(glory: Game) -> None:
    """13.11: worse than 1:2 costs the attacker two; 13.3: 3:1 with a six is 0/2R; six columns, six rows."""
    crt = glory.tables["crt"].rows
    assert len(crt) == 37
    assert (crt["worse"]["attacker"], crt["worse"]["defender"]) == ("2", "0")
    cell = crt["3:1/6"]
    assert (cell["attacker"], cell["defender"], cell["retreat"]) == ("0", "2", "yes")
    assert cell.evidence_of("defender").tag is Tag.BOOK
    assert glory.tables["siege_modifiers"].rows["2822"]["modifier"] == "3"


def test_marne_area_holds_every_piece(glory: Game) -> None:
    marne = glory.scenarios["marne"]
    on_map = {p.place for p in marne.placements if p.place in glory.maps[0].hexes}
    assert on_map <= set(marne.area)
    assert len(marne.area) == 14 * 16


def test_every_piece_has_a_lasting_number(glory: Game) -> None:
    keys = {p.key for p in glory.gpids}
    slots = {f"slot:{c}" for c in glory.counters} | {f"slot:marker:{m}" for m in glory.markers}
    assert keys == slots | {"mark:trench"}  # the trench that a digging unit leaves behind
    assert len({p.gpid for p in glory.gpids}) == len(glory.gpids)
