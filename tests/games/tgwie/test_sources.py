"""The rules that bind tgwie's sources: each planted fault is found with its rule, and nothing else is said of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from builder.games.tgwie.matching import matched
from builder.games.tgwie.setup_words import parse_where, parse_who, printed_value
from builder.games.tgwie.sources import validate_sources
from builder.games.tgwie.sources_lines import LINES
from builder.model import Arrival, Counter, Game, MarkerKind, Placement, Row, Scenario
from builder.sources import load

SOURCE = Path(__file__).resolve().parents[3] / "source/tgwie"
Change = Callable[[Game], Game]


@pytest.fixture(scope="module")
def tgwie() -> Game:
    return load(SOURCE)


def counter(which: str, attributes: dict[str, str] | None = None, **changes: object) -> Change:
    def change(game: Game) -> Game:
        old: Counter = game.counters[which]
        mine = MappingProxyType({**old.attributes, **(attributes or {})})
        new = replace(old, attributes=mine, **changes)
        return replace(game, counters=MappingProxyType({**game.counters, which: new}))

    return change


def marker(which: str, **changes: object) -> Change:
    def change(game: Game) -> Game:
        new: MarkerKind = replace(game.markers[which], **changes)
        return replace(game, markers=MappingProxyType({**game.markers, which: new}))

    return change


def cell(table: str, key: str, **cells: str) -> Change:
    def change(game: Game) -> Game:
        old = game.tables[table]
        row: Row = replace(old.rows[key], cells=MappingProxyType({**old.rows[key].cells, **cells}))
        new = replace(old, rows=MappingProxyType({**old.rows, key: row}))
        return replace(game, tables=MappingProxyType({**game.tables, table: new}))

    return change


def scenario(which: str, do: Callable[[Scenario], Scenario]) -> Change:
    def change(game: Game) -> Game:
        return replace(game, scenarios=MappingProxyType({**game.scenarios, which: do(game.scenarios[which])}))

    return change


def moved(which: str, unit: str, place: str, **changes: object) -> Change:
    """The first piece of that name to another place."""

    def do(old: Scenario) -> Scenario:
        at = next(i for i, p in enumerate(old.placements) if p.what == unit)
        new = replace(old.placements[at], place=place, **changes)
        return replace(old, placements=(*old.placements[:at], new, *old.placements[at + 1 :]))

    return scenario(which, do)


def all_moved(which: str, units: tuple[str, ...], place: str) -> Change:
    return scenario(which, lambda old: replace(old, placements=tuple(
        replace(p, place=place) if p.what in units else p for p in old.placements)))  # fmt: skip


def without(which: str, unit: str) -> Change:
    return scenario(which, lambda old: replace(old, placements=tuple(p for p in old.placements if p.what != unit)))


def added(which: str, what: str, place: str) -> Change:
    return scenario(which, lambda old: replace(old, placements=(*old.placements, Placement(what, place))))


def stated(which: str, **facts: str) -> Change:
    new = {name.replace("_", " "): value for name, value in facts.items()}
    return scenario(which, lambda old: replace(old, facts=MappingProxyType({**old.facts, **new})))


def arriving(which: str, unit: str) -> Change:
    return scenario(which, lambda old: replace(old, arrivals=(*old.arrivals, Arrival(unit, old.last_turn, "germany"))))


def turned(which: str, unit: str, face: str) -> Change:
    return scenario(which, lambda old: replace(old, placements=tuple(
        replace(p, face=face) if p.what == unit else p for p in old.placements)))  # fmt: skip


def line(region: str, bent: Callable[[tuple[str, ...]], tuple[str, ...]]) -> Change:
    """A front line in another course, on every map that has it."""

    def change(game: Game) -> Game:
        return replace(game, maps=tuple(
            replace(sheet, regions=MappingProxyType({**sheet.regions, region: bent(sheet.regions[region])}))
            if region in sheet.regions else sheet for sheet in game.maps))  # fmt: skip

    return change


def codes(game: Game, *only: str) -> set[str]:
    return {d.code.removeprefix("tgwie ") for d in validate_sources(game, only)}


def touched(before: Game, after: Game) -> tuple[str, ...]:
    """The scenarios that a fault changes; where it changes none, two that use every kind of statement."""
    changed = tuple(s.id for s in after.scenarios.values() if s is not before.scenarios[s.id])
    return changed or ("1914", "1917")


def test_the_sources_are_sound(tgwie: Game) -> None:
    assert validate_sources(tgwie) == ()


FAULTS: dict[str, tuple[Change, set[str]]] = {
    # the counter mix
    "both a code and a letter": (counter("ge-1g-inf", {"letter": "B"}), {"2.3.1.B"}),
    "a code of another nation": (counter("ah-7-inf", {"setup_code": "W"}), {"3.3", "6.2.B", "3.1.B"}),
    "a letter that is none": (counter("ge-8br-inf", {"letter": "Z"}), {"6.2.B", "18.18", "18.18.1.B", "18.18.3"}),
    "three steps": (counter("bu-1-inf", steps=3), {"2.11.A", "18.17.B", "18.17.C"}),
    "a shock side without the band": (counter("ge-1g-inf", {"shock": "no"}), {"2.4"}),
    "artillery 3": (counter("ge-8-hq", {"artillery": "3"}), {"2.12"}),
    "a tank that adds 3": (counter("br-rtc-tank", {"drm": "3"}), {"7.7a.C"}),
    "a chit too many": (marker("cp-jutland", count=2), {"2.3.1.A"}),
    "no such chit brings it": (counter("ge-at1-at", {"via": "cp-zeppelin"}), {"7.5", "6.2.B"}),
    # the tables
    "a cell of the book changed": (cell("crt_a", "2:1/2", attacker="3"), {"13.12.A", "13.10"}),
    "below 1:2": (cell("crt_b", "worse", attacker="3"), {"13.10.B"}),
    "all lost on table B": (cell("crt_b", "5:1/6", defender="E"), {"13.12.H"}),
    "a better roll is worse": (cell("crt_a", "5:1/6", attacker="2", defender="0"), {"13.10"}),
    "trenches too late": (cell("trenches", "french", minus_1="D"), {"13.18"}),
    "a strategic turn late": (cell("strategic", "E", before="13"), {"5.1.A", "5.3.1", "4.4.A"}),
    "arrivals miscounted": (cell("arrivals", "german/code-W", units="79"), {"6.2.B"}),
    # statements
    "more than there are": (cell("setup", "1917/18.18.1.B", count="152"), {"18.18.1.B", "18.18.3"}),
    "a word that is none": (cell("setup", "1917/18.18.3", who="nation=german klass=division"), {"3.1", "18.18.1.B"}),
    "no such box": (cell("setup", "1917/18.18.3", box="AreaNowhere"), {"3.1", "18.18.1.B", "18.18.3"}),
    # set-ups
    "a German division less in the east": (moved("1917", "ge-1g-inf", "AreaGermanBalkans"), {"18.18.3", "18.18.2.B"}),
    "a hundred and seven Russians": (moved("1915", "ru-1-inf", "Dead-allied"), {"22.11.C"}),
    "a unit nowhere": (without("1915", "be-4-inf"), {"3.1.B"}),
    "a unit at the wrong beach": (moved("1915", "br-nz-inf", "E1022"), {"22.8.B", "22.8.D"}),
    "a wrong nation in the west": (moved("1915", "ah-7-inf", "W5024"), {"3.7", "22.13.G"}),
    "before its turn": (moved("1915", "ge-201-inf", "W5024"), {"3.1.B"}),
    "set up and arriving": (arriving("amiens", "br-rtc-tank"), {"3.1.B"}),
    "no longer reduced": (moved("1915", "br-5-inf", "ForcesBritish", steps=2), {"22.8.E"}),
    "an HQ that should be spent": (moved("1915", "ru-sw-hq", "ForcesRussian", marks=()), {"22.6.F"}),
    "a unit behind the enemy's line": (moved("1917", "br-17-inf", "W5514"), {"3.5.A", "18.8.G"}),
    "in the sea": (moved("1917", "br-17-inf", "W2026"), {"12.5.A", "18.8.F"}),
    "a chit of a later turn in the cup": (moved("1915", "cp-jutland", "Cup-central"), {"7.1.B"}),
    "a chit in the enemy's cup": (moved("1917", "al-foch", "Cup-central"), {"7.1.C"}),
    "a chit lost": (without("1917", "al-foch"), {"7.1.B"}),
    "resource points": (moved("1917", "rp-ge", "R9"), {"6.2.G"}),
    "too many resource points": (stated("1917", resources_german="12"), {"6.2.G", "6.2.H"}),
    "victory points": (stated("1917", vp_central="11"), {"4.4.B"}),
    "trench status": (moved("1916", "trench-fr", "Trench-1"), {"13.18"}),
    "devastation in Germany": (added("1917", "devastated", "W5629"), {"15.1"}),
    "a Hindenburg marker off the line": (moved("1917", "hindenburg", "W5816"), {"18.18.1.C"}),
    "a resource marker anywhere": (added("1917", "resource-hex", "W5816"), {"6.3.B"}),
    "a fort left whole": (without("1918", "destroyed-fort"), {"22.3.C"}),
    "a destroyed fort where none was": (added("1918", "destroyed-fort", "W5816"), {"13.24.G"}),
    "the turn marker's other side": (turned("1917", "turn", "front"), {"18.4.B"}),
    "the turn marker on another turn": (moved("1915", "turn", "T11"), {"22.4.B"}),
    "another year's letter": (stated("1917", **{"entry-through": "M"}), {"6.2.A"}),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_planted_faults_are_found(tgwie: Game, name: str) -> None:
    change, expected = FAULTS[name]
    faulty = change(tgwie)
    assert codes(faulty, *touched(tgwie, faulty)) == expected


BENT = {  # what else leans on a line is not asked here
    "a corner cut": (line("front-1917-allied", lambda way: (*way[:3], *way[4:])), {"18.3.1", "18.3.3", "18.3.B"}),
    "walked back": (line("front-1917-salonika-allied", lambda way: way[::-1]), {"18.3.4"}),
    "a hex of the frontier for one off it": (
        line("front-1917-italy-allied", lambda way: tuple(p for p in way if p != "W2819")), {"18.3.2"}),
    "an enemy far behind": (line("front-1917-salonika-central", lambda way: (*way, "E1812")), {"18.3.B"}),
}  # fmt: skip


@pytest.mark.parametrize("name", BENT)
def test_front_lines_are_those_of_the_book(tgwie: Game, name: str) -> None:
    change, expected = BENT[name]
    faulty = change(tgwie)
    assert {fault.code.removeprefix("tgwie ") for check in LINES for fault in check(faulty)} == expected


def test_stacks(tgwie: Game) -> None:
    """Seven divisions, five of America, two HQs in a hex (10.2); a front hex left empty (22.6.B)."""
    french = tuple(
        c.id for c in tgwie.counters.values() if c.nation == "french" and c.attributes.get("setup_code") == "F"
    )
    infantry = tuple(i for i in french if tgwie.counters[i].type == "infantry")
    assert "10.2.A" in codes(all_moved("1915", infantry[:7], "W5215")(tgwie), "1915")
    assert "10.2.A" not in codes(all_moved("1915", infantry[:6], "W5215")(tgwie), "1915")
    hqs = tuple(i for i in french if tgwie.counters[i].type == "hq")
    assert "10.2.C" in codes(all_moved("1915", hqs[:2], "W5215")(tgwie), "1915")
    american = tuple(c.id for c in tgwie.counters.values() if c.nation == "american" and c.type == "infantry")
    assert "10.2.B" in codes(all_moved("st-mihiel", american, "W4825")(tgwie), "st-mihiel")


def test_an_empty_front_hex_is_found_once_the_boxes_are_empty(tgwie: Game) -> None:
    """22.6.D: with every Russian on the map and one hex of the line empty."""
    line = tgwie.maps[1].regions["front-1915-allied"]
    russian = [p for p in tgwie.scenarios["1915"].placements if p.place == "ForcesRussian"]

    def placed(hexes: tuple[str, ...]) -> Change:
        where = {p.what: hexes[i % len(hexes)] for i, p in enumerate(russian)}
        return scenario("1915", lambda old: replace(old, placements=tuple(
            replace(p, place=where.get(p.what, p.place)) for p in old.placements)))  # fmt: skip

    assert "22.6.D" in codes(placed(line[1:])(tgwie), "1915")
    assert "22.6.D" not in codes(placed(line)(tgwie), "1915")


def test_words_of_statements() -> None:
    who = parse_who("nation=german class=division defence=3.. not-name=8,9")
    assert who.nations == ("german",)
    assert parse_where("map=west rows=62..66 | box=Dead-allied") == (
        {"map": ("west",), "rows": ("62..66",)}, {"box": ("Dead-allied",)})  # fmt: skip
    for text in ("class=division", "nation=german klass=x", "nation=german class=army"):
        with pytest.raises(ValueError):
            parse_who(text)


def test_values_as_printed(tgwie: Game) -> None:
    """2.4: one number where attack and defence are alike; a two-step unit by either side."""
    assert printed_value(tgwie.counters["bu-1-inf"]) == "4-5-4"
    assert printed_value(tgwie.counters["bu-1-inf"], reduced=True) == "2-3-4"
    assert printed_value(tgwie.counters["tu-9-inf"]) == "2-4"
    assert printed_value(tgwie.counters["ge-8-hq"]) == ""


def test_matching_moves_others_along_a_path() -> None:
    """By hand: a can only have 1, b only 1 or 2, c 2 or 3: all three at once; a fourth for 1 stays empty."""
    assert matched({"a": ("1",), "b": ("1", "2"), "c": ("2", "3")}) == {"a": "1", "b": "2", "c": "3"}
    assert len(matched({"a": ("1",), "b": ("1",), "c": ("1", "2")})) == 2
    chain = {n: (str(n), str(n + 1)) for n in range(50)} | {"last": ("0",)}
    assert len(matched(chain)) == 51
