"""What players set up: sound deployments are clean, each planted breach is found with rule and piece, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.make.opening import open_game
from builder.make.setup_check import Breach, SetUpReport, check_set_up
from builder.model import BadInput, Game
from tests.make.saves import Edit, Table, added, changed, moved, without

SOURCE = Path(__file__).resolve().parents[2] / "source"
DATA = Path(__file__).resolve().parent / "data"


class Tables(dict[str, Table]):
    """The games' tables, each prepared when it is first asked for."""

    def __missing__(self, game: str) -> Table:
        self[game] = Table(open_game(SOURCE / game))
        return self[game]


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables()


def checked(tables: Tables, folder: Path, game: str, scenario: str, *edits: Edit, **changes: object) -> SetUpReport:
    table = tables[game]
    return check_set_up(table.save(folder, scenario, *edits, **changes), table.game)


def told(report: SetUpReport) -> list[tuple[str, str]]:
    """(rule, counter or place) of every breach."""
    return sorted((b.rule, b.piece or b.message.split(" ")[0].rstrip(":")) for b in report.breaches)


SCENARIOS = [(folder.parents[1].name, folder.stem) for folder in sorted(SOURCE.glob("*/scenarios/*.yaml"))
             if folder.parents[1].name != "tutorial"]  # fmt: skip


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_our_own_set_ups_are_clean(tables, tmp_path, game, scenario):
    report = checked(tables, tmp_path, game, scenario)
    assert report.breaches == () and report.notes == ()
    assert report.scenario.id == scenario and report.units > 20


@pytest.mark.parametrize("scenario", ["may-1915", "may-1916", "may-1917", "oct-1917", "june-1918", "duration"])
def test_the_example_deployment_is_one_of_its_scenario(tables, tmp_path, scenario):
    """Nobody waits any more, and the printed rows are those of the scenario itself."""
    save = tables["italian_front"].save(tmp_path, f"{scenario}-example")
    report = check_set_up(save, tables["italian_front"].game, scenario)
    assert (report.scenario.id, report.breaches, report.waiting) == (scenario, (), ())
    before = checked(tables, tmp_path, "italian_front", scenario)
    assert sum(count for _, count in before.waiting) > 40


def french(game: Game, count: int, hexes: tuple[str, ...], each: int) -> tuple[Edit, ...]:
    """So many French divisions of code F, so many to a hex."""
    own = [c.id for c in game.counters.values()
           if c.nation == "french" and c.attributes.get("setup_code") == "F" and c.type == "infantry"]  # fmt: skip
    return tuple(moved(unit, hexes[n // each]) for n, unit in enumerate(own[:count]))


TGWIE: dict[str, tuple[str, Edit, list[tuple[str, str]]]] = {
    "in the area of another code": ("1914", moved("fr-7-inf", "W5409"), [("3.2.F", "fr-7-inf")]),
    "unit twice": ("1914", added("be-4-inf", "W6819"), [("3", "be-4-inf")]),
    "unit nowhere": ("1915", without("be-4-inf"), [("3.1.B", "1915")]),
    "wrong nation in the west": ("1915", moved("ah-7-inf", "W5024"), [("22.13.G", "ah-7-inf"), ("3.7", "ah-7-inf")]),
    "set up and arriving": ("1915", moved("ge-201-inf", "W5024"), [("3.1.B", "ge-201-inf")]),
    "at full steps": ("1915", changed("br-5-inf", steps=2), [("22.8.E", "br-5-inf")]),
    "HQ not spent": ("1915", changed("ru-sw-hq", marks=()), [("22.6.F", "ru-sw-hq")]),
    "chit of a later turn": ("1915", moved("cp-jutland", "Cup-central"), [("7.1.B", "cp-jutland")]),
    "chit in the enemy's cup": ("1917", moved("al-foch", "Cup-central"), [("7.1.C", "al-foch")]),
    "chit lost": ("1917", without("al-foch"), [("7.1.B", "1917")]),
    "resource points": ("1917", moved("rp-ge", "R9"), [("6.2.G", "rp-ge")]),
    "in the sea": ("1917", moved("br-17-inf", "W2026"), [("12.5.A", "br-17-inf"), ("18.8.F", "br-17-inf")]),
    "behind the line": ("1917", moved("br-17-inf", "W5514"), [("18.8.G", "br-17-inf"), ("3.5.A", "br-17-inf")]),
    "trench status": ("1916", moved("trench-fr", "Trench-1"), [("13.18", "trench-fr")]),
    "devastation in Germany": ("1917", added("devastated", "W5629"), [("15.1", "devastated")]),
}  # fmt: skip


@pytest.mark.parametrize("name", TGWIE)
def test_breaches_of_tgwie(tables, tmp_path, name):
    scenario, edit, expected = TGWIE[name]
    assert told(checked(tables, tmp_path, "tgwie", scenario, edit)) == expected


def test_stacks_and_rows_of_tgwie(tables, tmp_path):
    """Six to a hex (10.2.A); of code F at most ten in rows 54 and beyond (3.2)."""
    game = tables["tgwie"].game
    north = ("W5622", "W5522", "W5425")  # of the area of code F
    assert told(checked(tables, tmp_path, "tgwie", "1914", *french(game, 6, north, 6))) == []
    ((rule, _),) = told(checked(tables, tmp_path, "tgwie", "1914", *french(game, 7, north, 7)))
    assert rule == "10.2.A"
    assert told(checked(tables, tmp_path, "tgwie", "1914", *french(game, 10, north, 5))) == []
    (breach,) = checked(tables, tmp_path, "tgwie", "1914", *french(game, 11, north, 5)).breaches
    assert breach.rule == "3.2.F" and "11 units" in breach.message and breach.place == "W5425"


FRONT: dict[str, tuple[str, Edit, list[tuple[str, str]]]] = {
    "a printed row elsewhere": ("may-1915", moved("ah-53m-mtn-bde", "1918"), [("I5-1", "ah-53m-mtn-bde")]),
    "unit twice": ("may-1915", added("it-35-div", "1822"), [("I4", "it-35-div")]),
    "unit nowhere": ("may-1915", without("it-35-div"), [("I4", "it-35-div")]),
    "another stock": ("may-1915", changed("ah-tir-hq", stock=6), [("I4", "ah-tir-hq")]),
    "steps lost": ("may-1915", changed("it-35-div", steps=2), [("I4", "it-35-div")]),
    "on the other side": ("may-1915", moved("ah-16-art", "2428"), [("I5-1", "ah-16-art")]),
    "in a box of the enemy": ("may-1915", moved("ah-16-art", "Units-it-divisions"), [("I5-1", "ah-16-art")]),
    "no unit of the scenario": ("may-1915-example", added("ah-12-div", "2318"), [("I4", "ah-12-div")]),
    "set up and arriving": ("may-1915", added("ah-44-div", "3318"), [("I4", "ah-44-div")]),
    "trench far behind": ("may-1915-example", added("cp-trench", "3417"),
                          [("S22-2", "cp-trench"), ("S22-4", "cp-trench")]),
}  # fmt: skip


@pytest.mark.parametrize("name", FRONT)
def test_breaches_of_the_italian_front(tables, tmp_path, name):
    scenario, edit, expected = FRONT[name]
    assert told(checked(tables, tmp_path, "italian_front", scenario, edit)) == expected


def test_a_front_hex_is_left_empty(tables, tmp_path):
    """Everybody who holds or reaches the hexes about 2813 is sent home (I5-1)."""
    gone = ("ah-52m-mtn-bde", "ah-58m-mtn-bde", "ah-57m-mtn-bde", "ah-184-bde")
    edits = [moved(unit, "3417") for unit in gone]
    report = checked(tables, tmp_path, "italian_front", "may-1915-example", *edits)
    assert {b.rule for b in report.breaches} == {"I5-1"}
    assert any(b.message.startswith("2813: a front hex that no central unit") for b in report.breaches)


def test_who_comes_later_is_set_up_already(tables, tmp_path):
    for game, scenario, unit, place, rule in (
        ("italian_front", "may-1915", "ah-44-div", "3318", "I16-1"),
        ("glorys_end", "campaign", "de-22nr-corps", "2115", "3.3"),
    ):
        later = tuple(a for a in tables[game].game.scenarios[scenario].arrivals if a.what != unit)
        report = checked(tables, tmp_path, game, scenario, added(unit, place), arrivals=later)
        assert told(report) == [(rule, unit)]


GLORY: dict[str, tuple[str, Edit, list[tuple[str, str]]]] = {
    "not where the scenario puts it": ("marne", moved("fr-9-corps", "3330"), [("16.2.b", "fr-9-corps")]),
    "not out of command": ("marne", changed("uk-1-corps", marks=()), [("16.3.b", "uk-1-corps")]),
    "steps lost": ("marne", changed("fr-9-corps", steps=2), [("16", "fr-9-corps")]),
    "unit nowhere": ("marne", without("fr-9-corps"), [("16", "fr-9-corps")]),
    "unit twice": ("marne", added("fr-9-corps", "3130"), [("16", "fr-9-corps")]),
    "no unit of the scenario": ("marne", added("de-1b-corps", "2829"), [("16", "de-1b-corps")]),
    "too far from its army": ("campaign", moved("de-18-corps", "1920"), [("3.3.e", "de-18-corps")]),
    "an arrival on the map": ("campaign", added("de-22nr-corps", "2115"), [("3.3", "de-22nr-corps")]),
}  # fmt: skip


@pytest.mark.parametrize("name", GLORY)
def test_breaches_of_glorys_end(tables, tmp_path, name):
    scenario, edit, expected = GLORY[name]
    assert told(checked(tables, tmp_path, "glorys_end", scenario, edit)) == expected


# ---- what the file is


def test_the_start_of_a_log_is_checked_as_well():
    """Recorded by VASSAL itself on our module of the Marne."""
    report = check_set_up(DATA / "marne-engine.vlog")
    assert (report.game.id, report.scenario.id, report.breaches) == ("glorys-end", "marne", ())


def test_a_scenario_that_is_none_is_told_with_those_there_are(tables, tmp_path):
    save = tables["glorys_end"].save(tmp_path, "marne")
    with pytest.raises(BadInput, match="did you mean 'marne'"):
        check_set_up(save, tables["glorys_end"].game, "marn")


def test_a_breach_in_words_and_as_json():
    one = Breach("6.1.a", "2818: 10 steps in a hex (at most 9)", "de-5-corps", "2818")
    assert str(one) == "6.1.a  2818: 10 steps in a hex (at most 9)  [de-5-corps]"
    assert one.as_json() == {"rule": "6.1.a", "message": "2818: 10 steps in a hex (at most 9)", "piece": "de-5-corps",
                             "place": "2818"}  # fmt: skip


def test_a_stock_is_never_spoken(tables, tmp_path):
    """Supply points are for the eyes of their side alone."""
    report = checked(tables, tmp_path, "italian_front", "may-1915", changed("ah-tir-hq", stock=61))
    assert "61" not in str(report.breaches) and "5" not in report.breaches[0].message.replace("I5", "")
