"""Whole deployments: what the solver finds is legal by the source rules, and so are the examples that it wrote."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from builder.games.tgwie import deploy
from builder.games.tgwie.deploy import Deployment, deployment, example_text
from builder.games.tgwie.sources import set_up_faults
from builder.games.tgwie.sources_base import POOLS, SetUp, hex_of, set_up_of
from builder.model import Game, Placement, Scenario
from builder.sources import load

SOURCE = Path(__file__).resolve().parents[3] / "source" / "tgwie"
SHORT = ("amiens", "salonika", "st-mihiel", "grand-offensive")
LONG = ("1914", "1915", "1916", "1917", "1918")


@pytest.fixture(scope="module")
def tgwie() -> Game:
    return load(SOURCE)


def changed(scenario: Scenario, places: dict[str, str]) -> Scenario:
    return replace(
        scenario, placements=tuple(replace(p, place=places.get(p.what, p.place)) for p in scenario.placements)
    )


def waiting(at: SetUp) -> list[str]:
    return sorted(i for i, s in at.stands.items() if i in at.units and s.place.startswith(POOLS))


def codes(game: Game, scenario: Scenario) -> set[str]:
    return {d.code.removeprefix("tgwie ") for d in set_up_faults(game, scenario)}


@pytest.mark.parametrize("scenario", [*SHORT, *(pytest.param(s, marks=pytest.mark.slow) for s in LONG)])
def test_from_the_statements_alone_the_deployment_is_legal(
    tgwie: Game, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the long ones the first that the solver comes upon: legal is what it must be, how tidy is not asked here."""
    if scenario in LONG:
        monkeypatch.setattr(deploy, "GAP", 1e6)
    found = deployment(tgwie, scenario)
    assert sorted(found.places) == waiting(set_up_of(tgwie, tgwie.scenarios[scenario]))
    assert set_up_faults(tgwie, changed(tgwie.scenarios[scenario], dict(found.places))) == ()


@pytest.mark.parametrize("scenario", [*SHORT, *LONG])
def test_in_the_example_nobody_waits_and_nothing_is_wrong(tgwie: Game, scenario: str) -> None:
    example = tgwie.scenarios[f"{scenario}-example"]
    assert waiting(set_up_of(tgwie, example)) == []
    assert set_up_faults(tgwie, example) == ()


@pytest.mark.parametrize("scenario", [*SHORT, *LONG])
def test_the_example_is_its_scenario_with_other_places(tgwie: Game, scenario: str) -> None:
    """Written anew from the first set-up and the places alone, the file is the same to the letter."""
    plain, example = tgwie.scenarios[scenario], tgwie.scenarios[f"{scenario}-example"]
    before = {p.what: p.place for p in plain.placements}
    after = {p.what: p.place for p in example.placements if p.what in tgwie.counters and p.place != before[p.what]}
    works = tuple(p.place for p in example.placements if p.what == "hindenburg" and hex_of(tgwie, p.place))
    found = Deployment(after, {"hindenburg": works} if "Forces" in before.get("hindenburg", "") else {})
    folder = SOURCE / "scenarios"
    text = (folder / f"{scenario}.yaml").read_text(encoding="utf-8")
    assert example_text(text, found) == (folder / f"{scenario}-example.yaml").read_text(encoding="utf-8")


def test_1914_the_galician_army_stands_near_the_russian_one(tgwie: Game) -> None:
    """3.3.A: within three hexes of a unit of the Southwest Front."""
    at = set_up_of(tgwie, tgwie.scenarios["1914-example"])
    code = {i: s.counter.attributes.get("setup_code") for i, s in at.stands.items()}
    east = next(sheet for sheet in tgwie.maps if sheet.id == "east")
    russians = {at.stands[i].place for i in code if code[i] == "S"}
    ours = {at.stands[i].place for i in code if code[i] == "A"}
    assert ours and all(min(east.grid.distance(a, s) for s in russians) <= 3 for a in ours)


def test_1914_thirty_germans_stand_in_the_north_and_ten_french(tgwie: Game) -> None:
    """3.3.W: at least 30 infantry divisions north of row 59; 3.2.F: at most ten units north of row 53."""
    at = set_up_of(tgwie, tgwie.scenarios["1914-example"])
    rows = [(s.counter, int(s.place[1:3])) for s in at.stands.values() if s.place[0] == "W" and s.place[1:].isdigit()]
    german = [c for c, row in rows if c.nation == "german" and c.type == "infantry" and row > 59]
    french = [c for c, row in rows if c.attributes.get("setup_code") == "F" and row > 53]
    assert len(german) >= 30 and len(french) <= 10


def stack(at: SetUp, nation: str, kind: str = "infantry", size: int = 1) -> list[str]:
    """Units of a nation in one hex of the map."""
    for found in at.by_hex.values():
        own = [s.counter.id for s in found if (s.counter.nation, s.counter.type) == (nation, kind)]
        if len(own) >= size:
            return own
    raise LookupError(nation)


def coded(at: SetUp, code: str, nation: str) -> list[str]:
    return [
        i for i, s in at.stands.items() if s.counter.nation == nation and s.counter.attributes.get("setup_code") == code
    ]


def test_planted_in_1914(tgwie: Game) -> None:
    example = tgwie.scenarios["1914-example"]
    at = set_up_of(tgwie, example)
    three = dict.fromkeys(coded(at, "V", "french")[:3], "W4908")
    assert codes(tgwie, changed(example, three)) == {"3.2.V"}
    assert codes(tgwie, changed(example, {coded(at, "V", "french")[0]: "E4617"})) == {"3.2.V"}
    tall = dict.fromkeys(coded(at, "W", "german")[:8], "W5030")
    assert "10.2.A" in codes(tgwie, changed(example, tall))
    north = dict.fromkeys((i for i in coded(at, "F", "french") if at.stands[i].counter.type != "hq"), "W5522")
    assert {"3.2.F", "10.2.A"} <= codes(tgwie, changed(example, north))
    west = {i: "W4030" for i in coded(at, "W", "german")}
    assert "3.3.W.north" in codes(tgwie, changed(example, west))


def test_planted_in_1915(tgwie: Game) -> None:
    """French beside British, an empty front hex, too many Germans in the north, a Russian at the beaches."""
    example = tgwie.scenarios["1915-example"]
    at = set_up_of(tgwie, example)
    british = next(p for p, s in at.by_hex.items() if p[:2] == "W6" and {x.counter.nation for x in s} == {"british"}
                   and 0 < sum(x.counter.type != "hq" for x in s) < 6 and p != "W6707")  # fmt: skip
    french = stack(at, "french", size=2)[0]
    assert codes(tgwie, changed(example, {french: british})) == {"22.9.F"}
    russians = [s.counter.id for s in at.by_hex["E5816"]]
    assert codes(tgwie, changed(example, dict.fromkeys(russians, "E5932"))) == {"22.6.D"}
    assert "22.11.C" in codes(tgwie, changed(example, {stack(at, "russian")[0]: "E1022"}))
    south = [s.counter.id for p, f in at.by_hex.items() for s in f if s.counter.nation == "german" and p[0] == "E"
             and int(p[1:3]) < 51 and s.counter.type == "infantry"]  # fmt: skip
    north = [p for p in at.by_hex if p[0] == "E" and int(p[1:3]) > 50 and p in at.held and len(at.by_hex[p]) < 4]
    moved = dict(zip(south, (p for p in north for _ in range(2)), strict=False))
    assert "22.15.F" in codes(tgwie, changed(example, moved))


def test_planted_in_1917(tgwie: Game) -> None:
    """18.16.E: Austro-Hungarians in the north stand with Germans; 18.15.C: the Salonika front's units stay there."""
    example = tgwie.scenarios["1917-example"]
    at = set_up_of(tgwie, example)
    north = [s.counter.id for p, f in at.by_hex.items() for s in f
             if s.counter.nation == "austro-hungarian" and p[0] == "E" and int(p[1:3]) > 42]  # fmt: skip
    assert len(north) == 2
    assert codes(tgwie, changed(example, dict.fromkeys(north, "E4909"))) == {"18.16.E"}
    salonika = [s.counter.id for p, f in at.by_hex.items() for s in f
                if s.counter.nation == "german" and at.inside(p, ({"country": ("AL", "SE", "BU", "GR")},))]  # fmt: skip
    assert len(salonika) == 3
    assert "18.18.3" in codes(tgwie, changed(example, dict.fromkeys(salonika, "E4022")))


def test_a_scenario_that_cannot_be_deployed_is_said(tgwie: Game) -> None:
    """Twenty-nine divisions and one hex of the line."""
    table = tgwie.tables["setup"]
    rows = dict(table.rows)
    for key, row in table.rows.items():
        if (row["scenario"], row["do"]) == ("salonika", "place"):
            rows[key] = replace(row, cells=MappingProxyType({**row.cells, "where": "hexes=E1314"}))
    tables = {**tgwie.tables, "setup": replace(table, rows=MappingProxyType(rows))}
    with pytest.raises(ValueError, match="salonika: no"):
        deployment(replace(tgwie, tables=MappingProxyType(tables)), "salonika")


def test_markers_of_the_line_wait_no_longer(tgwie: Game) -> None:
    """26.1.3: four Hindenburg markers, in the line of the Central Powers (18.18.1.C)."""
    pieces: list[Placement] = [
        p for p in tgwie.scenarios["grand-offensive-example"].placements if p.what == "hindenburg"
    ]
    west = next(sheet for sheet in tgwie.maps if sheet.id == "west")
    assert len({p.place for p in pieces}) == 4
    assert all(p.place in west.regions["front-sep-1918-central"] for p in pieces)
