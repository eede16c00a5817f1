"""What must hold of the ground of every map, whatever its book says: borders, coast, ports, rivers, evidence."""

from __future__ import annotations

import pytest

from builder.model import Game, MapSheet, Tag
from tests.sources.maps import coast_faults, ends, is_land, kinds, pieces, port_faults, river_parts, unclosed_borders

MAPS = ("glorys_end", "west", "east", "italian_front")


@pytest.fixture(params=MAPS)
def sheet(request: pytest.FixtureRequest, glory: Game, tgwie: Game, italian_front: Game) -> MapSheet:
    west, east = tgwie.maps
    return dict(zip(MAPS, (glory.maps[0], west, east, italian_front.maps[0])))[request.param]


def test_borders_are_closed(sheet: MapSheet) -> None:
    """Wherever land of two countries meets there is a border, and nowhere else."""
    assert list(unclosed_borders(sheet)) == []


def test_coast_and_sea_agree(sheet: MapSheet) -> None:
    assert list(coast_faults(sheet)) == []


def test_ports_are_reached_from_the_sea(sheet: MapSheet) -> None:
    assert list(port_faults(sheet)) == []


def test_all_sea_sides_have_a_coast_on_their_land(sheet: MapSheet) -> None:
    """None lies between two seas, where it would say nothing, and none far from water."""
    for (a, b), things in sheet.sides.items():
        if "all-sea" in {t.kind for t in things}:
            assert is_land(sheet, a) or is_land(sheet, b), f"{a}|{b}"
            assert not {"river", "major-river", "lake", "pass"} & kinds(sheet, a, b), f"{a}|{b}"


def test_rivers_run_on(sheet: MapSheet) -> None:
    """A river of several parts is joined by another that takes its side, or leaves the map between them; no part is
    cut off: it meets a river, a lake, the sea or the map's edge. The Sarca ends where Riva's hex holds the lake."""
    meeting: dict[tuple[float, float], set[str]] = {}
    for side, things in sheet.sides.items():
        for name in {t.name or "water" for t in things if t.kind in ("river", "major-river", "lake", "all-sea")}:
            for end in ends(sheet, *side):
                meeting.setdefault(end, set()).add(name)
    around: dict[tuple[float, float], set[str]] = {}
    for number in sheet.hexes:
        for x, y in sheet.grid.corners(number):
            around.setdefault((round(x, 2), round(y, 2)), set()).add(number)
    for name, parts in river_parts(sheet).items():
        for part in parts:
            points = {end for side in part for end in ends(sheet, *side)}
            joined = any(meeting[p] - {name} for p in points)
            out = any(len(around[p]) < 3 or not all(is_land(sheet, h) for h in around[p]) for p in points)
            assert joined or out or name == "Sarca", f"{name}: {sorted(part)[0]} stands alone"


def test_every_country_hangs_together(sheet: MapSheet) -> None:
    """Its land is one piece; a further one is cut off by the sea, another map part or the map's edge."""
    for owner in {h.owner for h in sheet.hexes.values()} - {""}:
        land = [number for number, hex_ in sheet.hexes.items() if hex_.owner == owner]
        for part in pieces(sheet, land)[1:]:
            rim = {n for h in part for n in sheet.neighbours(h)} - part
            edge = any(len(sheet.neighbours(h)) < 6 for h in part)
            assert edge or any(not is_land(sheet, n) for n in rim), f"{owner}: {sorted(part)}"


def test_every_row_says_where_it_comes_from(sheet: MapSheet) -> None:
    """`book` names its rule; nothing is without evidence."""
    every = [e for hex_ in sheet.hexes.values() for e in hex_.evidence.values()]
    every += [thing.evidence for things in sheet.sides.values() for thing in things]
    assert all(hex_.evidence for hex_ in sheet.hexes.values())
    assert all(e.rule for e in every if e.tag is Tag.BOOK)


def test_regions_name_hexes_of_the_map(sheet: MapSheet) -> None:
    for name, hexes in sheet.regions.items():
        assert set(hexes) <= set(sheet.hexes), name
        assert len(set(hexes)) == len(hexes), f"{name} names a hex twice"


def test_edges_lie_on_the_edge(sheet: MapSheet) -> None:
    """Every region that is called an edge is made of land hexes with a neighbour missing."""
    for name, hexes in sheet.regions.items():
        if name.endswith("-edge") and not name.startswith("marne"):
            assert all(len(sheet.neighbours(h)) < 6 for h in hexes), name
            assert all(is_land(sheet, h) for h in hexes), name
