"""Acceptance cases of the project that the sources alone decide, by their numbers (IF-…) and rules."""

from __future__ import annotations

from builder.games.italian_front.sources_base import set_up_of
from builder.games.italian_front.sources_setup import divisions_of
from builder.model import Game, Turn


def turn(game: Game, label: str) -> Turn:
    return next(t for t in game.turns if t.label == label)


def months_first_turns(game: Game, nation: str, month: str, item: str, condition: str) -> dict[str, str]:
    """What a nation receives in a month of 1915: turn of the month -> amount, by the rates of chapter 15."""
    number = int(month[-2:])
    found = {}
    for row in game.tables["rates"].rows.values():
        fits = {"every": True, "even": number % 2 == 0, "odd": number % 2 == 1}[row["months"]]
        if (
            (row["nation"], row["condition"], row["game"]) == (nation, condition, "all")
            and fits
            and item in row["item"]
        ):
            found |= {f"T{n}": row["amount"] for n in row["turns"].split()}
    return found


def test_if_030_the_25th_is_not_mobilized_on_june_turn_1(italian_front: Game) -> None:
    """I6: it waits till June turn 2 in 2122."""
    unit = italian_front.counters["it-25-div"]
    assert int(unit.attributes["mobilized"]) > turn(italian_front, "1915-06-T1").number
    assert [p.place for p in italian_front.scenarios["may-1915"].placements if p.what == unit.id] == ["2122"]


def test_if_035_the_central_powers_have_no_player_turn_on_the_first(italian_front: Game) -> None:
    """I4-first: the game opens on turn 7 with Entente movement; the Central Powers have had theirs (S5-u5)."""
    scenario = italian_front.scenarios["may-1915"]
    order = [(p.side, p.id) for p in italian_front.phases if p.side]
    assert (scenario.first_side, scenario.first_phase) == ("entente", "movement")
    assert all(order.index(one) < order.index(("entente", "movement")) for one in order if one[0] == "central")


def test_if_063_the_stack_of_caporetto(italian_front: Game) -> None:
    """I12-2, I3-2: 5, 26, 117, 200 and three AlpK are five divisions; siege 2, artillery I and 14 are three."""
    at = set_up_of(italian_front, italian_front.scenarios["oct-1917"])
    stack = at.stands["3215"]
    german = [s for s in stack if s.counter.nation == "german"]
    assert len(german) == 4 + 3 + 3
    assert divisions_of(at, german) == 5
    assert sum(s.counter.type in ("artillery", "siege-artillery") for s in german) == 3


def test_if_065_and_066_limits_of_narrow_hexes(italian_front: Game) -> None:
    """S11-9: two land sides hold four divisions, one holds two and one artillery unit."""
    rows = italian_front.tables["stacking"].rows
    assert (rows["2"]["divisions"], rows["1"]["divisions"], rows["1"]["artillery"]) == ("4", "2", "1")


def test_if_218_where_the_first_replacements_come_from(italian_front: Game) -> None:
    """I15-14, I15-16: three points on June turns 1 and 5 and July turn 1, the cycle of seven going on."""
    cycle = [row["origin"] for row in italian_front.tables["replacement_cycles"].rows.values() if "points" in row.key]
    names = {"Croat": "Cr", "Austrian": "Au", "non-Croat choice": "NC"}
    drawn = [names[cycle[i % 7]] for i in range(9)]
    assert [drawn[0:3], drawn[3:6], drawn[6:9]] == [["Cr", "Cr", "Au"], ["NC", "NC", "Cr"], ["Cr", "Cr", "Cr"]]
    rates = italian_front.tables["rates"].rows
    assert (rates["I15-14.rpl.even"]["turns"], rates["I15-14.rpl.odd"]["turns"]) == ("1 5", "1")


def test_if_219_what_italy_receives_in_june_1915(italian_front: Game) -> None:
    """I15-20: ten supply points on turn 1, infantry on 2 and 6, mountain troops on 4 (June is even)."""
    calm = "before Shaken National Morale"
    got = {item: months_first_turns(italian_front, "italian", "1915-06", item, calm)
           for item in ("supply", "infantry", "mountain")}  # fmt: skip
    assert set(got["supply"].items()) == {("T1", "10")}
    assert set(got["infantry"]) == {"T2", "T6"} and set(got["mountain"]) == {"T4"}


def test_if_220_help_counts_ordinary_turns(italian_front: Game) -> None:
    """I16-4, I16-5 (P109): Italy shaken on 1917-11-T3; two, five, nine and twelve turns later."""
    ordinary = [t.label for t in italian_front.turns if t.part != "special turn"]
    shaken = ordinary.index("1917-11-T3")
    assert [ordinary[shaken + n] for n in (2, 5, 9, 12)] == ["1917-11-T5", "1917-12-T1", "1917-12-T5", "1918-01-T1"]
    after = {row["after"].split()[0] for row in italian_front.tables["schedule"].rows.values() if row["after"]}
    assert after == {"2", "5", "9", "12"}


def dm(game: Game, event: str, column: str = "surrendered") -> int:
    return int(game.tables["dm_events"].rows[event][column])


def test_if_062_the_largest_stack(italian_front: Game) -> None:
    """S11-1: six divisions and three artillery units; S11-4, S11-5: headquarters, engineers, fortresses are free."""
    row = italian_front.tables["stacking"].rows["6"]
    assert (row["divisions"], row["artillery"]) == ("6", "3")


def test_if_144_two_points_lost_over_a_border(italian_front: Game) -> None:
    """S26-3.a: a point for each strength point of infantry."""
    assert 2 * dm(italian_front, "infantry-type-strength-point", "points") == 2


def test_if_174_what_a_surrender_costs(italian_front: Game) -> None:
    """S26-3: infantry of 5, artillery of 2, an army headquarters, an engineer: 10 + 8 + 10 + 2."""
    infantry = dm(italian_front, "infantry-type-strength-point")
    guns = dm(italian_front, "cavalry-or-artillery-strength-point")
    staff, engineer = dm(italian_front, "army-headquarters"), dm(italian_front, "engineer-unit")
    assert 5 * infantry + 2 * guns + staff + engineer == 30


def test_if_224_a_calm_year_1915(italian_front: Game) -> None:
    """I4-1, I15-8: 220 at the start, seven special turns of 3 and 10 up to December."""
    rows = italian_front.tables["dm_monthly"].rows
    start = int(italian_front.scenarios["duration"].facts["dm austro-hungarian"])
    specials = [t for t in italian_front.turns if t.part == "special turn" and t.month.endswith("1915")
                and t.number > italian_front.scenarios["duration"].first_turn]  # fmt: skip
    each = int(rows["all"]["points"]) + int(rows["1915"]["points"])
    assert len(specials) == 7 and start + len(specials) * each == 311
