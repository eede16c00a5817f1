"""The source rules of The Italian Front: each finds its own planted fault, at its place, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from builder.games.italian_front.sources import validate_sources
from builder.games.italian_front.sources_base import land_sides
from builder.model import Arrival, Evidence, Game, Placement, Row, Scenario, Tag
from builder.sources import load

SOURCE = Path(__file__).resolve().parents[3] / "source" / "italian_front"
CHOSEN = Evidence(Tag.CHOSEN)
Change = Callable[[Game], Game]


@pytest.fixture(scope="module")
def front() -> Game:
    return load(SOURCE)


def codes(game: Game) -> list[str]:
    return sorted({d.code.removeprefix("italian-front ") for d in validate_sources(game)})


def scene(game: Game, name: str, **changes: object) -> Game:
    """The game with one scenario, changed."""
    found = replace(game.scenarios[name], **changes)
    return replace(game, scenarios=MappingProxyType({name: found}))


def placed(name: str, edit: Callable[[tuple[Placement, ...]], tuple[Placement, ...]]) -> Change:
    return lambda game: scene(game, name, placements=edit(game.scenarios[name].placements))


def moved(name: str, what: str, to: str) -> Change:
    return placed(name, lambda ps: tuple(replace(p, place=to) if p.what == what else p for p in ps))


def without(name: str, what: str, place: str = "") -> Change:
    return placed(name, lambda ps: tuple(p for p in ps if p.what != what or (place and p.place != place)))


def added(name: str, what: str, place: str, **more: object) -> Change:
    return placed(name, lambda ps: (*ps, Placement(what, place, evidence=CHOSEN, **more)))


def stocked(name: str, what: str, stock: int | None) -> Change:
    return placed(name, lambda ps: tuple(replace(p, stock=stock) if p.what == what else p for p in ps))


def counter(id: str, **changes: object) -> Change:
    def change(game: Game) -> Game:
        return replace(game, counters=MappingProxyType({**game.counters, id: replace(game.counters[id], **changes)}))

    return change


def with_cell(table: str, key: str, **cells: str) -> Change:
    def change(game: Game) -> Game:
        found = game.tables[table]
        row = found.rows[key]
        new = Row(key, MappingProxyType({**row.cells, **cells}), row.evidence, row.span)
        tables = {**game.tables, table: replace(found, rows=MappingProxyType({**found.rows, key: new}))}
        return replace(game, tables=MappingProxyType(tables))

    return change


def arriving(name: str, *arrivals: Arrival) -> Change:
    return lambda game: scene(game, name, arrivals=(*game.scenarios[name].arrivals, *arrivals))


def changed_arrival(name: str, what: str, **changes: object) -> Change:
    def change(game: Game) -> Game:
        arrivals = game.scenarios[name].arrivals
        return scene(game, name, arrivals=tuple(replace(a, **changes) if a.what == what else a for a in arrivals))

    return change


def attribute(id: str, **attributes: str) -> Change:
    def change(game: Game) -> Game:
        old = game.counters[id]
        return counter(id, attributes=MappingProxyType({**old.attributes, **attributes}))(game)

    return change


def emptied(name: str, *places: str) -> Change:
    """All units of some hexes to one far behind."""
    return placed(name, lambda ps: tuple(replace(p, place="2620") if p.place in places else p for p in ps))


FAULTS: dict[str, tuple[list[str], Change]] = {
    "a seventh division": (["S11-1"], lambda g: moved("may-1915-example", "it-7-div", "3118")(
        moved("may-1915-example", "it-8-div", "3118")(g))),
    "a fourth battery": (["S11-4"], lambda g: moved("may-1915-example", "it-1-art", "3118")(
        moved("may-1915-example", "it-1-siege", "3118")(g))),
    "more than one side in a hex": (["I5-1", "S6-11"], added("may-1915", "ah-4-div", "2121")),
    "a unit in the sea": (["I5-1"], added("may-1915", "ah-4-div", "3120")),
    "a unit in Switzerland": (["I5-3"], moved("may-1915-example", "it-4-cav", "1213")),
    "behind the enemy's line": (["I5-3"], moved("may-1915-example", "it-4-cav", "3514")),
    "a chosen unit below the end of the list": (["I5-3"], moved("may-1915-example", "it-4-cav", "1721")),
    "a fortress in another hex": (["I5-1.fort", "S3-u14"], moved("may-1915", "ah-riva-fort", "2119")),
    "a fortress missing": (["I5-3.fort"], without("may-1915", "it-venice-fort")),
    "a fortress too many": (["I8-2.fort"], added("may-1916", "it-3018-fort", "3018")),
    "Trieste without its garrison": (["I3-4"], moved("may-1915-example", "ah-trste-bde", "3418")),
    "Fiume forgotten": (["I3-4"], without("may-1915", "ah-fium-bde")),
    "supply on a division": (["S18-1"], stocked("may-1915", "it-35-div", 3)),
    "a headquarters over its hundred": (["S18-17"], stocked("oct-1917", "ge-14th-hq", 101)),
    "a corps over its ten": (["S18-18"], stocked("may-1915", "it-crnc-corps-hq", 11)),
    "a headquarters that says nothing": (["S3-u20"], stocked("may-1915", "it-1st-hq", None)),
    "over the Austro-Hungarian ceiling": (["I15-4"], stocked("may-1915", "ah-tir-hq", 35)),
    "over the Italian ceiling": (["I15-5"], stocked("may-1915", "it-1st-hq", 45)),
    "regular and assault piece of a unit": (["S33-4"], added("oct-1917", "ah-88k-bde", "Units-ah-brigades")),
    "plain and strengthened cavalry": (["S31-2"], added("oct-1917", "it-1-cav", "Units-it-horse")),
    "a division and its part": (["S27-1"], added("may-1915", "it-1-5-mtn-bde", "Units-it-mountain")),
    "a trench that faces mountains alone": (["S22-2"], added("may-1915", "cp-trench", "2218")),
    "a trench behind the front": (["S22-2"], added("may-1915", "cp-trench", "3616")),
    "a trench in the enemy's hex": (["I4-2"], added("may-1915", "en-trench", "3318")),
    "a second trench": (["S22-5"], added("may-1915", "cp-trench", "2019")),
    "a trench in ruins": (["S22-11"], added("may-1917", "en-trench", "3218")),
    "devastation forgotten": (["I7-3"], without("may-1916", "devastation", "3118")),
    "devastation before the war": (["I4"], added("may-1915", "devastation", "3119")),
    "a unit in the wrong pool": (["I5-3"], moved("may-1915", "it-4-cav", "Units-ah-horse")),
    "a German among the dead of the Entente": (["I12-1"], moved("oct-1917", "ge-14-art", "Dead-entente")),
    "the wrong first turn": (["I4-first"], lambda g: scene(g, "may-1915", first_turn=79)),
    "the wrong first phase": (["I9-first"], lambda g: scene(g, "may-1917", first_phase="combat")),
    "the wrong last turn": (["I13-last"], lambda g: scene(g, "june-1918", last_turn=391)),
    "the wrong demoralization": (["I9-1"], lambda g: scene(g, "may-1917", facts=MappingProxyType(
        {**g.scenarios["may-1917"].facts, "dm italian": "130"}))),
    "a unit that the schedule brings later": (["I16-1"], lambda g: scene(
        added("may-1915", "ah-44-div", "3318")(g), "may-1915", arrivals=tuple(
            a for a in g.scenarios["may-1915"].arrivals if a.what != "ah-44-div"))),
    "a unit that has been withdrawn": (["I16-3"], added("may-1916", "it-padva-bde", "2122")),
    "a reinforcement on the wrong turn": (["I3-10"], changed_arrival("may-1915", "ah-44-div", turn=87)),
    "a reinforcement that is none": (["I3-10"], arriving("may-1915", Arrival("ah-3-cav", 87, "AH", 0, CHOSEN))),
    "a reinforcement at the other side's entry": (["I15-12"], changed_arrival("may-1915", "ah-44-div", place="IT")),
    "an arrival on a special turn": (["I3-10", "S5-u6"], changed_arrival("may-1915", "ah-44-div", turn=89)),
    "a reinforcement forgotten": (["I16-1"], lambda g: scene(
        g, "may-1915", arrivals=g.scenarios["may-1915"].arrivals[1:])),
    "a front that nobody holds": (["I5-3"], emptied("may-1915-example", "2516", "2517", "2518", "2617")),
    "a trench that nobody holds": (["S22-4"], moved("may-1915-example", "ah-96-bde", "2119")),
    "a counter stronger on its back": (["S3-u12"], attribute("it-35-div", back="5")),
    "a headquarters of a division": (["S3-u15"], counter("ah-5th-hq", size="XX")),
    "a fortress of another strength": (["S3-u14"], counter("it-venice-fort", steps=15)),
    "a fortress that moves": (["S3-u14"], lambda g: counter("it-venice-fort", values=tuple(
        replace(v, movement=4) for v in g.counters["it-venice-fort"].values))(g)),
    "an assault piece that is weaker": (["S33-4"], counter("ah-3-div", steps=8)),
    "a part of no division": (["S27-1"], attribute("it-1-5-mtn-bde", part_of="it-99-div")),
    "a result that falls": (["S13-fig9"], with_cell("crt_early", "30", roll_4="0")),
    "a later result below the early one": (["S13-26", "S13-fig9"], with_cell("crt_later", "30", roll_8="5")),
    "terrain that no chart knows": (["STEC"], lambda g: replace(g, tables=MappingProxyType(
        {**g.tables, "terrain_effects": replace(g.tables["terrain_effects"], rows=MappingProxyType(
            {k: v for k, v in g.tables["terrain_effects"].rows.items() if k != "rough"}))}))),
    "a schedule that names too few": (["I16-1"], with_cell("schedule", "I16-1.1915-09-T2.1", count="5")),
    "a schedule of another nation": (["I16-2"], with_cell("schedule", "I16-2.1917-09-T1.1", nation="italian")),
    "an eastern row that names too few": (["I18-2"], with_cell("linked_schedule", "I18-2.1914-09-T5.1", count="3")),
    "an eastern arrival on a special turn": (["I18-2"], with_cell("linked_schedule", "I18-2.1914-09-T5.1", turn="9")),
    "an eastern arrival on no turn": (["I18-2"], with_cell("linked_schedule", "I18-2.1914-09-T5.1", turn="")),
    "a garrison of another strength": (["I17-3"], with_cell("garrisons", "I17-3.4", strength="4")),
    "a garrison of another type": (["I17-3"], with_cell("garrisons", "I17-3.5", type="infantry")),
    "surrender before collapse": (["I15-9"], with_cell("dm_thresholds", "AH/1917", collapse="810")),
    "a month without its seventh": (["S5-u1"], lambda g: replace(
        g, turns=(*g.turns[:-1], replace(g.turns[-1], part="turn 8")))),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_are_found_and_nothing_else(front: Game, fault: str) -> None:
    expected, change = FAULTS[fault]
    assert codes(change(front)) == expected


def test_every_fault_names_a_place_in_a_file(front: Game) -> None:
    for _, change in FAULTS.values():
        for diagnostic in validate_sources(change(front)):
            assert diagnostic.span.path.startswith("source") or diagnostic.span.path == "", diagnostic
            assert "(rule " in diagnostic.headline


def test_our_sources_have_none(front: Game) -> None:
    assert validate_sources(front) == ()


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [  # S11: six divisions, brigades half, three artillery besides; engineers, headquarters, fortresses free
        ((["it-1-div", "it-2-div", "it-3-div", "it-4-div", "it-6-div", "it-7-div"]), []),
        ((["it-1-div", "it-2-div", "it-3-div", "it-4-div", "it-6-div", "it-padva-bde", "it-trpni-bde"]), []),
        ((["it-1-div", "it-2-div", "it-3-div", "it-4-div", "it-6-div", "it-7-div", "it-padva-bde"]), ["S11-1"]),
        ((["it-1-div", "it-2-div", "it-3-div", "it-4-div", "it-6-div", "it-7-div", "it-1-eng", "it-3rd-hq"]), []),
        ((["it-1-art", "it-2-art", "it-1-siege"]), []),
        ((["it-1-art", "it-2-art", "it-1-siege", "it-2-siege"]), ["S11-4"]),
        ((["ge-1alpk-mtn-bde", "ge-2alpk-mtn-bde", "ah-3-div", "ah-4-div", "ah-5-div", "ah-6-div", "ah-7-div"]), []),
        ((["ge-1alpk-mtn-bde", "ah-3-div", "ah-4-div", "ah-5-div", "ah-6-div", "ah-7-div", "ah-9-div"]), ["S11-1"]),
    ],
)
def test_stacks(front: Game, pieces: list[str], expected: list[str]) -> None:
    """In hexes with six land sides, two of them deep in each country."""
    side = front.counters[pieces[0]].side
    place = "2323" if side == "entente" else "3614"
    placements = tuple(Placement(p, place, evidence=CHOSEN, stock=0 if p.endswith("-hq") else None) for p in pieces)
    garrisons = tuple(Placement(u, "Units-ah-brigades") for u in ("ah-trste-bde", "ah-112l-bde", "ah-fium-bde"))
    scenario = Scenario("test", "Test", 416, 416, "entente", (*placements, *garrisons), (), {}, {})
    game = replace(front, scenarios=MappingProxyType({"test": scenario}), tables=MappingProxyType(
        {name: table for name, table in front.tables.items() if name != "schedule"}))  # fmt: skip
    assert land_sides(front.maps[0], place) == 6
    assert codes(game) == expected


def test_land_sides_of_a_coast(front: Game) -> None:
    """Fiume 3620: counted on the map by its six neighbours, the sea among them (S11-9)."""
    sheet = front.maps[0]
    around = sheet.grid.neighbours("3620")
    sea = [n for n in around if n in sheet.hexes and sheet.hexes[n].terrain == "sea"]
    assert sea and land_sides(sheet, "3620") <= 6 - len(sea)
