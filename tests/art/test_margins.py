"""The margins of every map: what the rules call for stands there, nothing lies on anything else, counters fit."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from lxml import etree

from builder.art.layout import COUNTER, HEADER, Rectangle, layout
from builder.art.map_key import key_room, shown
from builder.art.map_margins import _title_room, margin_layer, taken_rooms
from builder.model import Game, MapSheet, Turn
from builder.sources import load
from tests.art.conftest import ROOT

GAMES = {"glorys_end": ("main",), "italian_front": ("map",), "tgwie": ("west", "east")}
SHEETS = [(game, sheet) for game, sheets in GAMES.items() for sheet in sheets]


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    return {name: load(str(ROOT / "source" / name)) for name in GAMES}


@pytest.fixture(params=SHEETS, ids=[sheet for _, sheet in SHEETS])
def both(request: pytest.FixtureRequest, games: dict[str, Game]) -> tuple[Game, MapSheet]:
    name, id_ = request.param
    return games[name], next(sheet for sheet in games[name].maps if sheet.id == id_)


def names(game: Game, track: str) -> list[str]:
    return [box.name for sheet in game.maps for box in sheet.boxes if box.track == track]


def ids(game: Game) -> set[str]:
    return {box.id for sheet in game.maps for box in sheet.boxes}


# ---- what the rules call for


def test_glorys_end_has_its_tracks(games: dict[str, Game]) -> None:
    game = games["glorys_end"]
    assert names(game, "turn") == [str(n) for n in range(1, 31)]  # 1.2: thirty turns; 3.1: arrivals wait there
    assert names(game, "plan-xvii") == [str(n) for n in range(8)]  # 4.6: seven battles count
    # a German wins at 30 (4.1), so 29 are the most before the last turn, which may add four ports of 5 (4.2)
    reach = 29 + sum(
        int(row.cells["points"]) for row in game.tables["victory"].rows.values() if row.cells.get("conditional")
        and row.cells["side"] == "german"
    )  # fmt: skip
    assert names(game, "vp") == [str(n) for n in range(51)]
    assert reach <= 50
    assert {"Dead-allied", "Dead-german", "British-start", "Withdrawn", "Offmap-allied", "Offmap-german"} <= ids(game)
    armies = {counter.attributes["army"] for counter in game.counters.values() if counter.attributes.get("army")}
    assert armies <= {*names(game, "army-german"), *names(game, "army-allied")}  # 3.3: a pool for each initial army


def test_tgwie_turns_come_in_the_order_of_the_book(games: dict[str, Game]) -> None:
    """51 operational turns; letters where two or three of them lie between (5.1.A); T28 is March 1917 (4.2.C)."""
    track = names(games["tgwie"], "turn")
    assert [name for name in track if name.isdigit()] == [str(n) for n in range(1, 52)]
    letters = [name for name in track if name.isalpha()]
    assert letters == [chr(c) for c in range(ord("A"), ord("U") + 1)]
    gaps = [track.index(b) - track.index(a) - 1 for a, b in pairwise(letters)]
    assert set(gaps) <= {2, 3}
    after = {letter: track[track.index(letter) + 1] for letter in letters[:-1]}
    # 3.4.C: A after turn 2; 22.1: D before April 1915; 24.1, 18.1, 25.1: G, L, O before their scenarios' first turns
    assert (after["A"], after["D"], after["G"], after["L"], after["O"]) == ("3", "9", "17", "29", "37")
    assert track[-1] == "U"  # 4.4.F: the last check comes after turn 51


def test_tgwie_has_its_displays(games: dict[str, Game]) -> None:
    game = games["tgwie"]
    west, east = game.maps
    assert names(game, "records") == [str(n) for n in range(20)]  # 6.2.G: above 19 the marker turns over
    assert {box.track for box in west.boxes} >= {"records"}  # 3.1.B: on the west map
    assert names(game, "trenches") == ["NE", "-1", "-2"]  # 13.16.C
    assert {box.track for box in east.boxes} >= {"trenches", "due-allied", "due-central"}  # 3.1.B, 13.16.A, 6.2.B
    for side in ("allied", "central"):
        assert names(game, f"due-{side}") == [chr(c) for c in range(ord("A"), ord("U") + 1)]
        wanted = {"Available", "Cup", "Ready", "Committed", "Used", "Dead", "Prewar"}
        assert {f"{kind}-{side}" for kind in wanted} <= {box.id for box in west.boxes}
    assert "Warfare" in {box.id for box in west.boxes}  # 6.8.A: on the west map
    for track in ("weather-west", "weather-east"):
        assert names(game, track) == ["Fair", "Wet", "Snow"]  # 9.0.A, 9.0.E
    assert set(names(game, "setup-allied")) == {"BE", "B", "F", "G", "L", "MN", "S", "SR", "V", "1", "2"}  # 3.2
    assert set(names(game, "setup-central")) == {"A", "B", "E", "M", "W", "X", "Y"}  # 3.3


def test_the_italian_front_has_its_tracks(games: dict[str, Game]) -> None:
    game = games["italian_front"]
    assert names(game, "turn") == ["Special", "1", "2", "3", "4", "5", "6", "7"]  # S5: a special turn and seven
    assert len(names(game, "phase")) == 2 + 2 * 4  # S5: two phases of the special turn, four of each side
    months = names(game, "month")
    assert (months[0], months[-1]) == ("May 1915", "November 1918")  # I4, I15
    assert len(months) == 8 + 12 + 12 + 11
    for side in ("central", "entente"):
        assert names(game, f"supply-{side}") == [str(n) for n in range(51)]  # S17-4: turned over above 50
        assert f"Dead-{side}" in ids(game)  # S13-21
    for nation in ("ah", "it"):
        for unit in ("hundreds", "tens", "ones"):  # I15-9, I15-10: 900 is the highest figure the book has
            assert names(game, f"demoralization-{nation}-{unit}") == [str(n) for n in range(10)]


# ---- how it lies


def test_every_box_has_a_name_of_its_own_and_evidence(games: dict[str, Game]) -> None:
    for game in games.values():
        boxes = [box for sheet in game.maps for box in sheet.boxes]
        labels = [box.label for box in boxes]
        assert len(set(labels)) == len(labels)
        assert [box.id for box in boxes if box.evidence is None] == []
        for label in labels:
            assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 .+-]*", label), label  # plain words: zones are called so


def test_nothing_lies_on_anything_else(both: tuple[Game, MapSheet]) -> None:
    """Boxes, headings, title, key and hexes keep apart, and all lies on the paper."""
    _, sheet = both
    drawn = layout(sheet, 100)
    paper = Rectangle(0, 0, drawn.width, drawn.height)
    rooms = [(box.id, drawn.rectangle(box)) for box in sheet.boxes]
    headings = [room for room in taken_rooms(drawn) if room.height == 34.0]
    headings.append(_title_room(drawn))
    key = key_room(drawn, [*taken_rooms(drawn), _title_room(drawn)], len(shown(sheet)))
    assert key is not None
    cells = list(drawn.cells())
    whole = [*rooms, ("key", key), *(("heading", room) for room in headings)]
    for i, (name, room) in enumerate(whole):
        assert room.overlap(paper) == pytest.approx(room.width * room.height), name
        assert not any(room.overlap(cell) > 1 for cell in cells), f"{name} lies on hexes"
        for other, there in whole[i + 1 :]:
            assert room.overlap(there) <= 2, (name, other)


def test_a_counter_fits_into_every_box(both: tuple[Game, MapSheet]) -> None:
    """And a row of three, clear of its name, into a box that is no space of a track."""
    _, sheet = both
    drawn = layout(sheet, 80)
    edge = COUNTER * 80
    for box in sheet.boxes:
        room, inside = drawn.rectangle(box), drawn.inside(box.id)
        assert inside.overlap(room) == pytest.approx(inside.width * inside.height), box.id
        assert min(inside.width, inside.height) >= edge * 1.1, box.id
        if not box.track:
            assert inside.width >= 3 * edge, box.id
            assert inside.y == pytest.approx(room.y + HEADER * 80), box.id


def test_what_many_share_has_room(games: dict[str, Game]) -> None:
    """No set-up heaps more than a dozen counters on a stack in a pool, holding box or pile (cells of 0.9 hexes)."""
    for game in games.values():
        room = {box.id: layout(sheet, 100).inside(box.id) for sheet in game.maps for box in sheet.boxes}
        for scenario in game.scenarios.values():
            places = [p.place for p in scenario.placements if p.place in room]
            places += [game.waiting_box(a.turn) for a in scenario.arrivals]
            for place in set(places):
                cells = max(int(room[place].width // 90), 1) * max(int(room[place].height // 90), 1)
                assert places.count(place) <= 12 * cells, (scenario.id, place, places.count(place), cells)


def test_a_track_is_written_with_its_days_and_years(games: dict[str, Game]) -> None:
    west = games["tgwie"].maps[0]
    last = {1914: 6, 1915: 16, 1916: 26, 1917: 36, 1918: 46, 1919: 51}  # the last turn of each year (1.2, 7.0)
    years = [next(year for year, turn in last.items() if n <= turn) for n in range(1, 52)]
    turns = tuple(Turn(n, f"turn {n}", f"{year}-06-01", f"{year}-06-30") for n, year in enumerate(years, 1))
    texts = _texts(margin_layer(replace(games["tgwie"], turns=turns), layout(west, 100)))
    assert {"Turn Record Track", "Strategic Warfare Box", "6.7", *map(str, last)} <= texts
    main = games["glorys_end"].maps[0]
    texts = _texts(margin_layer(games["glorys_end"], layout(main, 100)))
    assert "4-6 Sep" in texts  # 16.2: turn 8
    assert not texts & {"1914"}  # all in one year


def test_the_key_tells_what_the_map_has_and_keeps_away_where_there_is_no_room(games: dict[str, Game]) -> None:
    main, west = games["glorys_end"].maps[0], games["tgwie"].maps[0]
    assert "meuse-line" in shown(main)
    assert "points" not in shown(main, worth=False)
    assert "major-river" not in shown(west)  # this game has one kind of river
    bare = replace(main, margins=(0.1, 0.1, 0.1, 0.1), boxes=())
    assert key_room(layout(bare, 100), (), len(shown(bare))) is None


def _texts(layer: str) -> set[str]:
    root = etree.fromstring(f'<svg xmlns:xlink="http://www.w3.org/1999/xlink">{layer}</svg>')
    return {"".join(element.itertext()) for element in root.iter("text")}
