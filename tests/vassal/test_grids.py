"""Grids and places: names, snapping and inverses against the engine's recorded positions, and the worked table."""

import json
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.vassal.grids import Axis, HexGrid, Numbering, Region, RegionGrid, SquareGrid
from builder.vassal.module import open_module
from builder.vassal.places import OFFBOARD, Board, DeckPoint, Placement, Places, lay_out, layout_text, read_layout
from builder.vassal.zones import Zone, ZonedGrid
from tests.support.vassal_truth import records

SIZE = (800, 600)


@pytest.fixture(scope="module")
def modules(samples):
    return {name: open_module(samples / "modules" / f"{name}.vmod") for name in ("hexmini", "second")}


def positions(samples):
    """(module, map, x, y, the engine's location) of every piece, stack and deck in the truth, moves included."""
    for path in sorted((samples / "truth").glob("*.save.jsonl.gz")) + sorted(
        (samples / "truth").glob("*.log.jsonl.gz")
    ):
        found, module = set(), "hexmini"
        for record in records(path):
            if record.get("record") == "game":
                module = "hexmini" if record["module"].startswith("Hexmini") else "second"
            spots = [record] if "kind" in record else []
            spots += [one.get(end) or {} for one in record.get("moved", ()) for end in ("from", "to")]
            found |= {(s["map"], s["x"], s["y"], s["location"]) for s in spots if s.get("map") and "location" in s}
        for spot in found:
            yield module, *spot


def test_every_location_of_the_truth(samples, modules):
    places = {(name, one.name): one.places() for name, module in modules.items() for one in module.maps}
    checked = 0
    for module, map_name, x, y, location in positions(samples):
        assert places[module, map_name].location(x, y) == location, (module, map_name, x, y)
        checked += 1
    assert checked > 1500


@pytest.mark.parametrize(
    "log, module, drops",
    [("L26-random-drops", "hexmini", 120), ("L22-second-grids", "second", 40), ("L23-reversed-board", "hexmini", 60)],
)
def test_random_drops_snap_where_the_engine_put_them(samples, modules, log, module, drops):
    """Unaligned drops: hex centres, edges and corners, regions, zones, margins, a reversed board, off the board."""
    import gzip

    actions = json.loads(gzip.decompress((samples / "truth" / "actions.json.gz").read_bytes()))[log]
    moves = [shlex.split(action) for action in actions if action.startswith("move ")]
    steps = [record["moved"] for record in records(samples / "truth" / f"{log}.log.jsonl.gz") if record.get("moved")]
    assert len(moves) == drops <= len(steps)
    onto_decks = 0
    for (_, piece, map_name, x, y), moved in zip(moves, steps):
        name = piece.removeprefix("basic=")
        there = next(one["to"] for one in moved if one["name"].startswith(name))
        places = modules[module].map(map_name).places()
        if there["location"] in {deck.name for deck in places.decks}:
            onto_decks += 1  # a deck takes what is dropped on its picture
            continue
        assert places.snap(int(x), int(y)) == (there["x"], there["y"]), (map_name, x, y)
    assert onto_decks <= 2


@pytest.mark.parametrize("save, module", [("hex-start", "hexmini"), ("second-start", "second")])
def test_at_start_stacks_lie_where_the_engine_put_them(samples, modules, save, module):
    path = samples / "truth" / f"{save}.save.jsonl.gz"
    pieces = {record["gpid"]: record for record in records(path) if record.get("kind") == "piece"}
    for one in modules[module].maps:
        places = one.places()
        for stack in one.start_stacks:
            for slot in stack.slots:
                there = pieces[slot.gpid]
                assert one.start(stack, places) == (there["x"], there["y"]), stack.name


# Formats §5.3: raw (column, row), centre, stagger off, stagger on, both descending (800 by 600).
WORKED = [
    ((0, 0), (30, 30), "0101", "0101", "1715"),
    ((1, 0), (73, 55), "0201", "0202", "1615"),
    ((2, 0), (116, 30), "0301", "0301", "1515"),
    ((1, 1), (73, 105), "0202", "0203", "1614"),
    ((3, 4), (159, 255), "0405", "0406", "1411"),
    ((10, 9), (463, 480), "1110", "1110", "0706"),
    ((1, -1), (73, 5), "0200", "0201", "1616"),
]


def hexes(stagger=False, descending=False, **grid):
    axis = Axis(descending=descending)
    return HexGrid(43.3, 50.0, 30, 30, numbering=Numbering(axis, axis, stagger=stagger), **grid)


@pytest.mark.parametrize("raw, centre, plain, staggered, descending", WORKED)
def test_worked_table(raw, centre, plain, staggered, descending):
    assert hexes().centre(*raw) == centre and hexes().raw(centre) == raw
    for grid, name in ((hexes(), plain), (hexes(True), staggered), (hexes(descending=True), descending)):
        assert grid.name(centre, SIZE) == name
        assert grid.pixel(name, SIZE) == centre


def test_public_report_33_stagger_shifts_alternate_columns_only():
    for column in range(6):
        centre = hexes().centre(column, 2)
        plain, staggered = hexes().name(centre, SIZE), hexes(True).name(centre, SIZE)
        assert int(staggered) - int(plain) == column % 2


def test_sideways_rows_run_across():
    """Formats §5.3: raw (1,0) is at (55,73) and prints 0201; raw (0,1) at (80,30) prints 0102."""
    grid = hexes(sideways=True)
    assert grid.centre(1, 0) == (55, 73) and grid.name((55, 73), SIZE) == "0201"
    assert grid.name((80, 30), SIZE) == "0102"


@given(
    st.booleans(), st.booleans(), st.booleans(), st.booleans(), st.integers(-5, 40), st.integers(-5, 40),
    st.sampled_from(["NN", "NA", "AN"]), st.sampled_from(["", "-", "."]), st.booleans(),
)  # fmt: skip
def test_names_and_pixels_are_inverse(stagger, across, down, sideways, column, row, kinds, separator, first):
    numbering = Numbering(
        Axis(kinds[0], 1, 10, across), Axis(kinds[1], 1, 10, down), first, separator, stagger,
    )  # fmt: skip
    grid = HexGrid(43.3, 50.0, 30, 30, sideways=sideways, numbering=numbering)
    centre = grid.centre(column, row)
    assert grid.pixel(grid.name(centre, SIZE), SIZE) == centre
    assert grid.snap(centre) == centre


def test_the_engines_own_inverse_tests_the_displayed_column():
    """Formats §5.3: off by one row with stagger and a column axis that descends from an odd maximum."""
    grid = HexGrid(43.3, 50.0, 30, 30, numbering=Numbering(Axis(descending=True), Axis(), stagger=True))
    size = (850, 600)  # 17 columns
    centre = grid.centre(2, 3)
    name = grid.name(centre, size)
    assert grid.pixel(name, size) == centre
    assert grid.pixel(name, size, engine=True) == (centre[0], centre[1] - 50)


def test_letters():
    assert [Axis("A", offset=0).text(n) for n in (0, 25, 26, 27, 52, -1)] == ["A", "Z", "AA", "BB", "AAA", "-B"]
    assert [Axis("A", offset=0).index(text) for text in ("A", "Z", "AA", "BB", "AAA", "-B")] == [0, 25, 26, 27, 52, -1]
    assert [Axis("N", 2, 0).text(n) for n in (0, 7, 1234, -3)] == ["000", "007", "1234", "-003"]


def test_public_report_35_custom_numbering_gives_column_and_row():
    grid = HexGrid(43.3, 50.0, 30, 30, numbering=Numbering(custom="ak.ObliqueHexGridNumbering"))
    assert grid.name(grid.centre(3, 4), SIZE) == "column 3 row 4"
    assert grid.pixel("column 3 row 4", SIZE) == grid.centre(3, 4)


def two_boards(reversed=False):
    """Public report 38: 2 x 1 boards, margin 50; each 200 x 150 with a zone in its upper left quarter."""
    grid = ZonedGrid(
        (Zone("Box", ((0, 0), (100, 0), (100, 75), (0, 75)), "$name$/$gridLocation$", use_parent=True),),
        SquareGrid(50, 50, 25, 25, numbering=Numbering(separator=".")),
    )
    boards = (Board("Left", (200, 150), grid), Board("Right", (200, 150), grid, reversible=True))
    layout = (Placement("Left"), Placement("Right", reversed, 1, 0))
    return Places(lay_out(boards, layout, (50, 50)), (50, 50), (DeckPoint("Cup", 60, 60),))


def test_public_report_38_zone_and_hex_of_the_right_hand_board():
    places = two_boards()
    assert places.zone(275, 75) == "Box" and places.location(275, 75) == "Box/01.01"
    assert places.location(50 + 200 + 125, 50 + 125) == "03.03"
    assert places.zone(375, 175) == ""
    assert places.location(49, 60) == OFFBOARD and places.location(50, 50) == "Box/01.01"
    assert places.location(60, 60) == "Cup" and places.pixel("Cup") == (60, 60)
    assert places.pixel("03.03", "Right") == (375, 175)


def test_a_reversed_board_is_turned_by_half():
    places = two_boards(reversed=True)
    assert places.location(250 + 200 - 25, 50 + 150 - 25) == "Box/01.01"
    assert places.pixel("03.03", "Right") == (250 + 75, 50 + 25)


def test_layout_commands():
    layout = (Placement("North/1", True), Placement("South", False, 1, 0))
    text = layout_text("Side Map", layout)
    assert text == "Side MapBoardPicker\tNorth\\/1/rev\t0\t0\tSouth\t1\t0"
    assert read_layout(text) == layout
    assert lay_out((Board("South", (10, 10)),), layout, (5, 6))[0][1:] == (5, 6, False)  # unknown boards are left out
    far = lay_out((Board("South", (10, 10)),), (Placement("South", False, 2**31 - 1, 0),), (0, 0))
    assert far[0].x == 0


def test_regions_name_the_nearest():
    grid = RegionGrid((Region("A", 10, 10), Region("B", 50, 10)))
    assert grid.name((29, 10), SIZE) == "A" and grid.name((31, 10), SIZE) == "B"
    assert grid.snap((31, 40)) == (50, 10) and grid.pixel("B", SIZE) == (50, 10)
    assert RegionGrid(()).name((1, 1), SIZE) is None


def test_the_first_zone_wins_and_names_by_its_format():
    square = ((0, 0), (100, 0), (100, 100), (0, 100))
    grid = ZonedGrid((Zone("First", square), Zone("Second", square, "other")), hexes())
    assert grid.name((50, 50), SIZE) == "First"
    assert grid.name((100, 50), SIZE) == hexes().name((100, 50), SIZE)  # the right border is outside
    assert grid.pixel("First", SIZE) == (50, 50)


def test_distances():
    grid = hexes()
    assert grid.distance(grid.centre(0, 0), grid.centre(3, 1)) == 3
    assert grid.distance(grid.centre(2, 2), grid.centre(2, 7)) == 5
    assert grid.distance(grid.centre(1, 1), grid.centre(0, 1)) == 1
    assert grid.distance(grid.centre(1, 1), grid.centre(0, 0)) == 2


def test_a_name_without_separator_is_read_so_that_it_lies_on_the_board():
    """`10101` with widths of at least two: VASSAL tries 101|01 first, 31 hexes off a board of 13 columns."""
    grid = HexGrid(43.3, 50.0, 30, 30, numbering=Numbering(Axis(), Axis(), stagger=False))
    size = (600, 6000)
    centre = grid.centre(9, 100)
    assert grid.name(centre, size) == "10101"
    assert grid.pixel("10101", size) == centre
    assert grid.pixel("10101", size, engine=True) == grid.centre(100, 0)
