"""Acceptance cases of the project that tgwie's sources alone decide, by their names and rules."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from builder.games.tgwie.pool import LETTERS
from builder.games.tgwie.sources import set_up_faults
from builder.games.tgwie.sources_base import SetUp, set_up_of
from builder.model import Game, Placement


def faults(game: Game, scenario: str, moves: dict[str, str], *more: Placement) -> set[str]:
    """Rules that a set-up breaks once some of its units stand elsewhere."""
    old = game.scenarios[scenario]
    placements = tuple(replace(p, place=moves.get(p.what, p.place)) for p in old.placements)
    found = set_up_faults(game, replace(old, placements=(*placements, *more)))
    return {d.code.removeprefix("tgwie ") for d in found}


def at_start(game: Game, scenario: str) -> SetUp:
    return set_up_of(game, game.scenarios[scenario])


def on_map(at: SetUp, nation: str, kind: str = "infantry", letter: str = "WE") -> list[str]:
    return [s.counter.id for place, found in at.by_hex.items() for s in found
            if (s.counter.nation, s.counter.type) == (nation, kind) and place[0] in letter]  # fmt: skip


def letter_before(game: Game, turn: int) -> str:
    """The last strategic turn that has come when an operational turn begins (5.1.A)."""
    rows = game.tables["strategic"].rows.values()
    return max((r.key for r in rows if r["before"] and int(r["before"]) <= turn), key=LETTERS.index)


def test_mv_06_the_alpine_erratum(tgwie: Game) -> None:
    """2.2.2.A, 12.5.C: W2927 is alpine, an infantry division may not stand there."""
    west = next(sheet for sheet in tgwie.maps if sheet.id == "west")
    assert west.hexes["W2927"].terrain == "alpine"
    unit = on_map(at_start(tgwie, "1916-example"), "italian", letter="W")[0]
    assert "12.5.C" in faults(tgwie, "1916-example", {unit: "W2927"})


def test_st_02_two_hqs(tgwie: Game) -> None:
    at = at_start(tgwie, "1915-example")
    ours = [next(s.place for s in at.stands.values() if s.counter.type == "hq" and s.counter.nation == n and
                 s.place[0] == "E") for n in ("german", "austro-hungarian")]  # fmt: skip
    german = next(s.counter.id for s in at.by_hex[ours[0]] if s.counter.type == "hq")
    assert "10.2.C" in faults(tgwie, "1915-example", {german: ours[1]})


def test_st_03_four_americans_and_two_french_but_not_five_americans(tgwie: Game) -> None:
    at = at_start(tgwie, "grand-offensive-example")
    americans = [
        i for i in on_map(at, "american") if at.stands[i].place in ("W4828", "W4827", "W4826", "W4825", "W4824")
    ]
    everyone = on_map(at, "american")
    clear = {i: "W4826" for i in everyone if at.stands[i].place == "W4828"}
    assert americans and "10.2.B" not in faults(tgwie, "grand-offensive-example", clear)
    sector = [i for i in everyone if at.inside(at.stands[i].place, ({"rows": ("..52",)},))]
    four = clear | dict(zip(sector, ["W4828"] * 4, strict=False))
    french = dict.fromkeys(on_map(at, "french")[:2], "W4828")
    assert not {"10.2.A", "10.2.B"} & faults(tgwie, "grand-offensive-example", four | french)
    five = clear | dict(zip(sector, ["W4828"] * 5, strict=False))
    assert "10.2.B" in faults(tgwie, "grand-offensive-example", five)


def test_nr_01_no_austro_hungarian_in_the_west_before_1917(tgwie: Game) -> None:
    """3.7: none up to turn 26, four from turn 27."""
    unit = on_map(at_start(tgwie, "1916-example"), "austro-hungarian", letter="E")[0]
    assert "3.7" in faults(tgwie, "1916-example", {unit: "W5024"})
    rows = tgwie.tables["setup"].rows
    assert [(rows[k]["turns"], rows[k]["count"]) for k in ("all/3.7-2", "all/3.7")] == [("1..26", "0"), ("27..51", "4")]
    assert (tgwie.turns[25].label, tgwie.turns[26].label[:7]) == ("November-December 1916", "January")


def test_nr_02_no_german_in_italy_before_1917(tgwie: Game) -> None:
    unit = on_map(at_start(tgwie, "1916-example"), "german", letter="W")[0]
    assert "3.7" in faults(tgwie, "1916-example", {unit: "W2632"})
    assert tgwie.tables["setup"].rows["all/3.7-7"]["turns"] == "1..26"


def test_nr_05_no_german_enters_turkey(tgwie: Game) -> None:
    unit = on_map(at_start(tgwie, "1916-example"), "german", letter="E")[0]
    assert "3.7" in faults(tgwie, "1916-example", {unit: "E1223"})


@pytest.mark.parametrize("table, result", [("crt_a", ("2", "0")), ("crt_b", ("4", "0"))])
def test_co_01_worse_than_one_to_two(tgwie: Game, table: str, result: tuple[str, str]) -> None:
    """13.10.B: 5 against 11 has one result on each table, whatever the roll."""
    row = tgwie.tables[table].rows["worse"]
    assert (row["attacker"], row["defender"]) == result


def test_co_13_the_result_of_the_example(tgwie: Game) -> None:
    row = tgwie.tables["crt_a"].rows["2:1/2"]
    assert (row["attacker"], row["defender"]) == ("2", "1")


def test_dr_09_the_forest_of_w6410_is_closed_to_tanks(tgwie: Game) -> None:
    """The erratum, and 7.7: cases c, d and e."""
    west = next(sheet for sheet in tgwie.maps if sheet.id == "west")
    assert west.hexes["W6410"].terrain == "forest"
    assert tgwie.tables["terrain_effects"].rows["forest"]["tanks"] == "never"


def test_hq_04_shell_shortage(tgwie: Game) -> None:
    """6.2.J: no HQ flips on B or C; on D it may."""
    rows = tgwie.tables["strategic"].rows
    assert ["no HQ flip" in rows[letter]["what"] for letter in "BCD"] == [True, True, False]


def test_cv_02_british_cavalry_is_special_up_to_turn_8(tgwie: Game) -> None:
    """13.20.D: turn 8 lies in strategic turn C, turn 9 in D, from which it is like any other."""
    assert (letter_before(tgwie, 8), letter_before(tgwie, 9)) == ("C", "D")
    assert "13.20.D" in tgwie.tables["strategic"].rows["D"]["what"]


def test_ad_02_turns_of_1919(tgwie: Game) -> None:
    assert (tgwie.turns[47].label, tgwie.turns[48].label) == ("March 1919", "April 1919")


def test_rp_04_no_more_than_ten_points_are_kept(tgwie: Game) -> None:
    """6.2.H: Serbia with thirteen is a fault, with ten none of this rule."""
    old = tgwie.scenarios["1915"]
    found = {}
    for points in ("13", "10"):
        facts = MappingProxyType({**old.facts, "resources serbian": points})
        placements = tuple(replace(p, place=f"R{points}") if p.what == "rp-se" else p for p in old.placements)
        said = set_up_faults(tgwie, replace(old, facts=facts, placements=placements))
        found[points] = {d.code.removeprefix("tgwie ") for d in said}
    assert "6.2.H" in found["13"] and "6.2.H" not in found["10"]


def test_we_01_october_in_the_west(tgwie: Game) -> None:
    """9.0: a die, odd Wet; the east is our reading, Wet."""
    row = tgwie.tables["weather"].rows["Oct"]
    assert (row["west"], row["east"], row.evidence_of("east").tag.value) == ("die", "wet", "chosen")
    assert "odd Wet, even Fair" in row["note"] and tgwie.turns[14].label == "October 1915"


def test_sc_02_the_way_from_aachen_is_not_through_holland(tgwie: Game) -> None:
    """3.3.W: Belgian hexes within three of W6526 as the crow flies, which no Belgian or German way of three reaches."""
    west = next(sheet for sheet in tgwie.maps if sheet.id == "west")
    reached, new = {"W6526"}, {"W6526"}
    for _ in range(3):
        new = {n for h in new for n in west.neighbours(h) if west.hexes[n].owner not in ("NL", "")} - reached
        reached |= new
    near = {h for h, hex_ in west.hexes.items() if hex_.owner == "BE" and west.grid.distance("W6526", h) <= 3}
    assert set(west.regions["setup-w-belgium"]) <= reached
    unit = next(i for i in on_map(at_start(tgwie, "1914-example"), "german", letter="W"))
    for place in sorted(near - reached) or ["W6523"]:
        assert "3.3.W" in faults(tgwie, "1914-example", {unit: place})


def test_sc_03_who_may_hold_w6711_in_1915(tgwie: Game) -> None:
    """22.8.D: British units stand between rows 62 and 66; so the French hold it."""
    at = at_start(tgwie, "1915-example")
    there = [s.counter.id for s in at.by_hex["W6711"]]
    away = dict.fromkeys(there, "W5410")
    british = [i for i in on_map(at, "british", letter="W") if at.stands[i].place not in ("W6707", "W6711")][-1]
    french = [s[0].counter.id for p, s in at.by_hex.items() if len(s) > 1 and s[0].counter.nation == "french"
              and s[0].counter.type == s[1].counter.type == "infantry" and p != "W6711"]  # fmt: skip
    assert "22.8.D" in faults(tgwie, "1915-example", away | {british: "W6711"})
    assert faults(tgwie, "1915-example", {french[0]: "W6711"}) == set()


def test_sc_04_three_faults_in_1916(tgwie: Game) -> None:
    """24.9.E French with British; 24.14.F a fifth Austro-Hungarian in the north; 24.8.F British south of row 59."""
    at = at_start(tgwie, "1916-example")
    french, british = on_map(at, "french", letter="W")[0], on_map(at, "british", letter="W")[0]
    beside = next(
        p for p, s in at.by_hex.items() if p[0] == "W" and len(s) < 5 and {x.counter.nation for x in s} == {"british"}
    )
    assert "24.9.E" in faults(tgwie, "1916-example", {french: beside})
    ours = [i for i in on_map(at, "austro-hungarian", letter="E") if int(at.stands[i].place[1:3]) > 30]
    north = {i: "E5012" for i in ours if int(at.stands[i].place[1:3]) >= 47} | dict.fromkeys(ours[:5], "E5012")
    assert "24.14.F" in faults(tgwie, "1916-example", north)
    assert "24.8.F" in faults(tgwie, "1916-example", {british: "W5811"})


def test_sc_06_the_hindenburg_markers_of_1917(tgwie: Game) -> None:
    """18.18.1.C: in these four hexes, although next to the enemy (13.25.A is overridden)."""
    markers = [p.place for p in tgwie.scenarios["1917"].placements if p.what == "hindenburg"]
    assert sorted(markers) == ["W5614", "W5713", "W5814", "W5913"]
    assert "18.18.1.C" not in faults(tgwie, "1917-example", {})
