"""What the rulebook states of The Italian Front, in our own sources; ids in brackets are its rules."""

from __future__ import annotations

import csv
import re
from collections import Counter as Count
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.games.italian_front.sources import validate_sources
from builder.model import Counter, Game, Tag
from builder.sources import compile_sources

SOURCE = Path(__file__).resolve().parents[2] / "source" / "italian_front"
TITLES = {
    "May 1915": "may-1915",
    "May 1916": "may-1916",
    "May 1917": "may-1917",
    "October 1917": "oct-1917",
    "June 1918": "june-1918",
}
NATIONS = {"AH": "austro-hungarian", "GE": "german", "IT": "italian", "FR": "french", "BR": "british"}
SCENARIOS = tuple(TITLES.values())


def rows(shared: Path, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((shared / "rules/italian-front" / name).read_text(encoding="utf-8").splitlines()))


def spelled(name: str) -> str:
    return name.replace(" ", "")


def types(printed: str) -> tuple[str, ...]:
    printed = printed.rstrip("?")
    return {"infantry-or-mountain": ("infantry", "mountain")}.get(
        printed, ("replacement",) if "RPL" in printed else (printed,)
    )


def counters_of(game: Game, row: dict[str, str], name: str) -> Iterator[Counter]:
    for counter in game.counters.values():
        if (
            counter.nation == NATIONS[row["nation"]]
            and spelled(counter.designation) == spelled(name)
            and counter.type in types(row["type"])
            and row["size"] in ("", counter.size)
        ):
            yield counter


def test_sources_are_without_fault() -> None:
    assert compile_sources(SOURCE, validate=validate_sources).diagnostics == ()


# ---- set-ups


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("suffix", ["", "-example"])
def test_printed_rows_line_by_line(italian_front: Game, shared: Path, title: str, suffix: str) -> None:
    """Chapters 5, 8, 10, 12, 14: unit, hex, strength and supply of each printed row; no others are called book."""
    scenario = italian_front.scenarios[TITLES[title] + suffix]
    expected = Count()
    for row in rows(shared, "units.csv"):
        if row["scenario"] != title or row["event"] != "setup":
            continue
        for name in row["designations"].split(","):
            stock = int(row["supply_points"]) if row["supply_points"] else None
            strength = int(row["attack"] or 0)
            key = (NATIONS[row["nation"]], spelled(name), row["type"], row["size"], row["hex"], strength, stock)
            expected[key] += 1
    have = Count()
    for p in scenario.placements:
        counter = italian_front.counters.get(p.what)
        if (
            counter is None
            or counter.type == "fortress"
            or p.place.startswith(("Dead-", "Withdrawn-"))
            or p.evidence.tag != Tag.BOOK
        ):
            continue
        steps = p.steps or counter.steps
        have[counter.nation, spelled(counter.designation), counter.type, counter.size, p.place, steps, p.stock] += 1
    assert have == expected


@pytest.mark.parametrize("title", TITLES)
def test_fortresses_and_dead_pools(italian_front: Game, shared: Path, title: str) -> None:
    scenario = italian_front.scenarios[TITLES[title]]
    forts, dead = Count(), Count()
    for row in rows(shared, "units.csv"):
        if row["scenario"] == title and row["event"] == "fortress":
            forts[NATIONS[row["nation"]], row["hex"], int(row["attack"])] += 1
        elif row["scenario"] == title and row["event"] == "dead-pool":
            dead.update((NATIONS[row["nation"]], spelled(name)) for name in row["designations"].split(","))
    units = [(italian_front.counters[p.what], p) for p in scenario.placements if p.what in italian_front.counters]
    assert Count((c.nation, p.place, c.steps) for c, p in units if c.type == "fortress") == forts
    assert Count((c.nation, spelled(c.designation)) for c, p in units if p.place.startswith("Dead-")) == dead


@pytest.mark.parametrize("scenario", [*SCENARIOS, "duration"])
def test_the_example_deploys_the_same_units(italian_front: Game, scenario: str) -> None:
    """Same counters at the same strength with the same stocks; none is left in a box for units to place."""
    plain, example = italian_front.scenarios[scenario], italian_front.scenarios[f"{scenario}-example"]
    assert Count((p.what, p.steps, p.stock) for p in plain.placements) == Count(
        (p.what, p.steps, p.stock) for p in example.placements
    )
    assert not [p.what for p in example.placements if p.place.startswith("Units-")]
    waiting = [p for p in plain.placements if p.place.startswith("Units-")]
    assert waiting and all(p.evidence.tag == Tag.CHOSEN for p in waiting)
    assert [a.what for a in plain.arrivals] == [a.what for a in example.arrivals]


@pytest.mark.parametrize(
    ("scenario", "first", "phase", "last", "ordinary", "special"),
    [  # facts.md 1, counted by hand: chapters 4, 7, 9, 11, 13
        ("may-1915", "1915-05-T7", "movement", "1915-08-T7", 22, 3),
        ("may-1916", "1916-05-T4", "reinforcement", "1916-06-T7", 11, 1),
        ("may-1917", "1917-05-T3", "movement", "1917-06-T7", 12, 1),
        ("oct-1917", "1917-10-T6", "reinforcement", "1917-11-T7", 9, 1),
        ("june-1918", "1918-06-T4", "reinforcement", "1918-07-T7", 11, 1),
        (
            "duration",
            "1915-05-T7",
            "movement",
            "1918-11-T1",
            1 + 41 * 7 + 1,
            42,
        ),  # June 1915 to October 1918: 41 months
    ],
)
def test_length(italian_front: Game, scenario: str, first: str, phase: str, last: str, ordinary: int, special: int):
    found = italian_front.scenarios[scenario]
    turns = italian_front.turns[found.first_turn - 1 : found.last_turn]
    assert (turns[0].label, found.first_phase, turns[-1].label) == (first, phase, last)
    assert sum(t.part != "special turn" for t in turns) == ordinary
    assert sum(t.part == "special turn" for t in turns) == special


def test_a_month_is_a_special_turn_and_seven(italian_front: Game) -> None:
    """S5-u1, from the first turn of the linked game (I17-2) to the last month (I15-u1): 52 months."""
    assert len(italian_front.turns) == 52 * 8
    assert [t.part for t in italian_front.turns[:8]] == ["special turn", *(f"turn {n}" for n in range(1, 8))]
    assert (italian_front.turns[0].month, italian_front.turns[-1].month) == ("August 1914", "November 1918")


def test_order_of_play(italian_front: Game) -> None:
    """S5-u3 to S5-u9: two joint phases a month; four of the Central Powers, then four of the Entente."""
    phases = [(p.side, p.id) for p in italian_front.phases]
    own = ("reinforcement", "movement", "combat", "replacement")
    joint = [("", "trench-completion"), ("", "trench-initiation")]
    assert phases == [*joint, *(("central", p) for p in own), *(("entente", p) for p in own)]
    special = {t.number for t in italian_front.turns if t.part == "special turn"}
    assert all(set(p.turns) == special for p in italian_front.phases if not p.side)
    assert all(set(p.turns) == {*range(1, 417)} - special for p in italian_front.phases if p.side)


# ---- the counter mix


def test_every_row_of_the_manifest_has_its_counter(italian_front: Game, shared: Path) -> None:
    missing = []
    for row in rows(shared, "manifest.csv"):
        name = row["designation"]
        if name.startswith("any"):
            continue  # assault units to be chosen: counted below
        if row["type"].startswith("fortress"):
            found = [c for c in italian_front.counters.values() if c.type == "fortress" and c.designation == name]
        else:
            found = list(counters_of(italian_front, row, name))
            found = found or [
                c for c in italian_front.counters.values()
                if c.nation == NATIONS[row["nation"]] and spelled(c.designation) == spelled(name)
                and row["basis"] == "inferred"
            ]  # fmt: skip
        strength = re.match(r"(\d+)-(\d+)", row["strength_movement"])
        if not any(strength is None or c.steps >= int(strength[1]) for c in found):
            missing.append(row["row_id"])
    assert missing == []


def test_assault_units_that_the_schedule_raises(italian_front: Game, shared: Path) -> None:
    """I16-1: eight divisions become full assault divisions, thirteen mountain brigades assault brigades (P27)."""
    raised = Count()
    for row in rows(shared, "units.csv"):
        if row["event"] == "assault-upgrade" and "full strength infantry divisions ->" in row["notes"]:
            raised["XX"] += int(row["count"])
        elif row["event"] == "assault-upgrade" and "full strength mountain brigades ->" in row["notes"]:
            raised["X"] += int(row["count"])
    assert raised == {"XX": 8, "X": 13}
    have = Count(
        c.size for c in italian_front.counters.values()
        if c.nation == "austro-hungarian" and c.type in ("assault", "mountain-assault")
    )  # fmt: skip
    assert have == raised


def test_october_1917_keeps_within_the_upgrades(italian_front: Game) -> None:
    """Eight full assault divisions; of the brigades seven full, six on their backs (I16-1)."""
    stood = [
        (c, p.steps or c.steps) for p in italian_front.scenarios["oct-1917-example"].placements
        if (c := italian_front.counters.get(p.what)) and c.nation == "austro-hungarian"
    ]  # fmt: skip
    divisions = [n for c, n in stood if c.type == "assault" and c.size == "XX"]
    brigades = [n == c.steps for c, n in stood if c.type in ("assault", "mountain-assault") and c.size == "X"]
    assert len(divisions) <= 8 and brigades.count(True) <= 7 and brigades.count(False) <= 6


@pytest.mark.parametrize("scenario", [*SCENARIOS, "duration"])
def test_the_mix_meets_scenario_and_schedule_at_once(italian_front: Game, scenario: str) -> None:
    """Nobody stands, waits, lies dead and arrives twice; one piece a unit, marker kinds within their numbers."""
    found = italian_front.scenarios[f"{scenario}-example"]
    counters, markers = italian_front.counters, italian_front.markers
    units = [counters[what] for what in (*(p.what for p in found.placements), *(a.what for a in found.arrivals))
             if what in counters]  # fmt: skip
    families = Count(c.attributes.get("family") or c.id for c in units)
    assert [name for name, n in families.items() if n > 1] == []
    marks = Count(p.what for p in found.placements if p.what in markers)
    assert all(n <= markers[what].count for what, n in marks.items())


def test_strength_is_the_steps(italian_front: Game) -> None:
    """S3-u12: one number both ways; 3rd Division 5-4, Venice 16, an engineer 0-3, a headquarters none."""
    counters = italian_front.counters
    assert [str(counters["ah-3-div"].at(n)) for n in (1, 2, 5)] == ["1-4", "2-4", "5-4"]
    assert str(counters["it-venice-fort"].at(16)) == "16"
    assert str(counters["ah-t-eng"].at(0)) == "0-3"
    assert counters["it-1st-hq"].at(0).attack is None


# ---- tables


def test_the_two_results_that_the_book_prints(italian_front: Game) -> None:
    """Figure 9 of S13: 20 on a roll of 1 loses 2, 24 on a roll of 7 loses 6; all other cells are ours."""
    early, later = italian_front.tables["crt_early"], italian_front.tables["crt_later"]
    assert (early.rows["20"]["roll_1"], early.rows["24"]["roll_7"]) == ("2", "6")
    printed = [
        (row.key, column) for table in (early, later) for row in table.rows.values()
        for column in table.columns[1:] if row.evidence_of(column).tag == Tag.BOOK
    ]  # fmt: skip
    assert printed == [("20", "roll_1"), ("24", "roll_7")]
    assert len(early.rows) == len(later.rows) == 50 and len(early.columns) == len(later.columns) == 11


@pytest.mark.parametrize(
    ("terrain", "movement", "attack", "counterattack"),
    [("clear", "1", "0", "0"), ("broken", "1", "-1", "0"), ("hilly", "1", "-2", "1"), ("woods", "2", "-2", "1")],
)
def test_printed_rows_of_the_terrain_chart(
    italian_front: Game, terrain: str, movement: str, attack: str, counterattack: str
) -> None:
    row = italian_front.tables["terrain_effects"].rows[terrain]
    assert (row["movement"], row["attack_drm"], row["counterattack_drm"]) == (movement, attack, counterattack)
    assert {row.evidence_of(c).tag for c in ("movement", "attack_drm", "counterattack_drm")} == {Tag.BOOK}


def test_what_the_terrain_chart_does_not_print_is_called_ours(italian_front: Game) -> None:
    """Figure 9 gives rough its rolls, S6-7 wooded rough its cost and the river its point; the rest is lost."""
    rows_ = italian_front.tables["terrain_effects"].rows
    assert (rows_["rough"].evidence_of("attack_drm").tag, rows_["rough"].evidence_of("movement").tag) == (
        "book",
        "chosen",
    )
    assert rows_["wooded-rough"]["movement"] == "4" and rows_["wooded-rough"].evidence_of("movement").tag == "book"
    assert rows_["river"]["movement"] == "1" and rows_["river"].evidence_of("movement").tag == "book"
    assert {rows_["mountain"].evidence_of(c).tag for c in ("movement", "attack_drm")} == {Tag.CHOSEN}


def test_schedule_line_by_line(italian_front: Game, shared: Path) -> None:
    """Chapter 16: date, nation, event, strength and names of each row."""
    labels = {turn.label: str(turn.number) for turn in italian_front.turns}
    have = italian_front.tables["schedule"].rows
    for row in rows(shared, "units.csv"):
        if not row["source_id"].startswith("I16-") or row["event"] not in (
            "reinforcement",
            "withdrawal",
            "conditional",
        ):
            continue
        ours = have[row["source_id"]]
        names = sorted(spelled(name) for name in row["designations"].split(","))
        assert ours["turn"] == labels.get(row["when"], ""), row
        assert (ours["nation"], ours["count"]) == (NATIONS[row["nation"]], row["count"]), row
        assert sorted(spelled(italian_front.counters[u].designation) for u in ours["units"].split()) == names, row
        assert (ours["strength"] or "", ours["supply"]) == (row["attack"], row["supply_points"]), row
        assert (ours["reduced"] == "yes") == (row["understrength"] not in ("", "no")), row
        assert ours.evidence_of("units").tag == Tag.BOOK


def test_rates_line_by_line(italian_front: Game, shared: Path) -> None:
    have = italian_front.tables["rates"].rows
    for row in rows(shared, "rates.csv"):
        if row["source_id"] == "I15-17":
            continue  # points to I17-24 and on
        ours = have[row["source_id"]]
        assert (ours["nation"], ours["item"], ours["amount"]) == (NATIONS[row["nation"]], row["item"], row["amount"])
        assert ours["turns"].split() == row["turns"].split(";") and ours["months"] == row["month_parity"]


@pytest.mark.parametrize(
    ("key", "collapse", "surrender"),
    [("AH/1915", "525", "600"), ("AH/1917", "700", "800"), ("IT/1916", "350", "400"), ("IT/1918", "450", "500")],
)
def test_demoralization_that_breaks_a_nation(italian_front: Game, key: str, collapse: str, surrender: str) -> None:
    """I15-9 and I15-10; shaken at 550 and 300 in every year."""
    row = italian_front.tables["dm_thresholds"].rows[key]
    assert (row["collapse"], row["surrender"]) == (collapse, surrender)
    assert row["shaken"] == {"AH": "550", "IT": "300"}[key[:2]]


def test_stocks_that_the_book_prints(italian_front: Game) -> None:
    """Tirol 5 in 1915; the 11th 16, 4 and 10, the 14th 100, the 6th none; in 1918 10th 5, French 5, British 4."""
    stocks = {
        (name, p.what): p.stock for name in SCENARIOS for p in italian_front.scenarios[name].placements
        if p.stock is not None and p.evidence.tag == Tag.BOOK and p.place in italian_front.maps[0].hexes
    }  # fmt: skip
    assert stocks == {
        ("may-1915", "ah-tir-hq"): 5, ("may-1915", "it-1st-hq"): 5, ("may-1916", "ah-11th-hq"): 16,
        ("may-1917", "ah-11th-hq"): 4, ("oct-1917", "ah-11th-hq"): 10, ("oct-1917", "ge-14th-hq"): 100,
        ("oct-1917", "it-6th-hq"): 0, ("june-1918", "ah-10th-hq"): 5, ("june-1918", "it-7th-hq"): 2,
        ("june-1918", "fr-10th-hq"): 5, ("june-1918", "br-bef-hq"): 4,
    }  # fmt: skip


def test_mobilization_by_the_rule(italian_front: Game) -> None:
    """I6: on May turn 7 mountain brigades, other brigades, divisions 1-12, 24, 34, 35 and the 1st cavalry;

    on June turn 1 divisions 13-18, 21-23, 32 and 33; on June turn 2 all else. Headquarters hold their place till then.
    """
    labels = {turn.number: turn.label for turn in italian_front.turns}
    first = {*map(str, range(1, 13)), "24", "34", "35"}
    second = {*map(str, range(13, 19)), "21", "22", "23", "32", "33"}
    seen = Count()
    for p in italian_front.scenarios["may-1915-example"].placements:
        counter = italian_front.counters.get(p.what)
        if counter is None or counter.nation != "italian" or counter.type in ("fortress", "replacement"):
            continue
        foot = counter.type in ("infantry", "mountain")
        if (foot and (counter.size == "X" or counter.designation in first)) or counter.id == "it-1-cav":
            expected = "1915-05-T7"
        else:
            expected = "1915-06-T1" if foot and counter.designation in second else "1915-06-T2"
        assert labels[int(counter.attributes["mobilized"])] == expected, counter.id
        seen[expected] += 1
    assert min(seen.values()) >= 11 and len(seen) == 3


@pytest.mark.parametrize(
    ("scenario", "austrian", "italian", "morale"),
    [  # I4-1 for the duration game; a single one counts from zero (P110), morale by the totals (I15-9, I15-10)
        ("duration", "220", "000", ("Steady", "Steady")),
        ("may-1915", "000", "000", ("Steady", "Steady")),
        ("may-1917", "000", "000", ("Shaken", "Steady")),  # 690: over 550, under 700
        ("oct-1917", "000", "000", ("Collapsed", "Steady")),  # 750: over 700; Italy 220
        ("june-1918", "000", "000", ("Collapsed", "Shaken")),  # 840: over 775; Italy 350: over 300
    ],
)
def test_markers_of_demoralization(
    italian_front: Game, scenario: str, austrian: str, italian: str, morale: tuple[str, str]
) -> None:
    at = [(p.what, p.place) for p in italian_front.scenarios[scenario].placements if p.what in italian_front.markers]
    for what, points, code in (("dm-ah", austrian, "DMAH"), ("dm-it", italian, "DMIT")):
        places = sorted(place for marker, place in at if marker == what)
        assert places == sorted(f"{code}{where}{digit}" for where, digit in zip("hto", points))
    assert (("morale-ah", f"MoraleAH{morale[0]}") in at) and (("morale-it", f"MoraleIT{morale[1]}") in at)


def test_a_supply_marker_for_each_headquarters(italian_front: Game) -> None:
    """S3-u20; turned over it counts fifty more (S17-4)."""
    staffs = {c.id for c in italian_front.counters.values() if c.type == "headquarters"}
    kinds = {m.id.removeprefix("supply-"): m for m in italian_front.markers.values() if m.id.startswith("supply-")}
    assert set(kinds) == staffs and len(staffs) == 22
    assert all(m.count == 1 and m.back == f"{m.front} +50" for m in kinds.values())


@pytest.mark.parametrize("scenario", ["oct-1917", "duration"])
def test_help_for_a_shaken_italy_waits_at_hand(italian_front: Game, shared: Path, scenario: str) -> None:
    """I16-4, I16-5: the British and French units that are dated by Italy's morale, with what their staffs bring."""
    expected = Count()
    for row in rows(shared, "units.csv"):
        if row["source_id"].startswith(("I16-4", "I16-5")) and row["event"] == "conditional":
            expected.update((NATIONS[row["nation"]], spelled(name)) for name in row["designations"].split(","))
    waiting = [p for p in italian_front.scenarios[scenario].placements if p.place == "Withdrawn-entente"]
    units = [italian_front.counters[p.what] for p in waiting]
    assert Count((c.nation, spelled(c.designation)) for c in units) == expected
    assert {p.what: p.stock for p in waiting if p.stock is not None} == {"br-bef-hq": 7, "fr-10th-hq": 10}
