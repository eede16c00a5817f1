"""Questions that sources answer, each whole kind against the digests of the book: set-ups, schedules, rates."""

from __future__ import annotations

import csv
import re
from functools import lru_cache
from pathlib import Path

import pytest

from builder.games.italian_front import RULES
from builder.games.italian_front.words import CODES, counter_named
from builder.model.notation import parse
from builder.rules.cases import run_case
from builder.rules.position import Position
from builder.rules.ruleset import Given, Stated
from builder.rules.setup import start_of_scenario

SCENARIOS = {"May 1915": "may-1915", "May 1916": "may-1916", "May 1917": "may-1917", "October 1917": "oct-1917",
             "June 1918": "june-1918"}  # fmt: skip
MORALE = {"before Economic Collapse": "calm", "after Economic Collapse": "economic-collapse",
          "before Shaken National Morale": "calm", "Shaken but not collapsed": "shaken"}  # fmt: skip


@lru_cache(maxsize=4)
def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / "rules" / "italian-front" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def units_of(folder: Path):
    """(row, counter word) for every designation of the book's unit tables."""
    for row in rows(folder, "units.csv"):
        for name in filter(None, map(str.strip, row["designations"].replace(";", ",").split(","))):
            size = f".{row['size']}" if row["size"] else ""
            yield row, f"{row['nation']}.{row['type']}{size}.{name}"


def test_every_surviving_row_of_the_set_ups(shared, italian_front):
    compared = 0
    for row, word in units_of(shared):
        if row["event"] not in ("setup", "fortress") or row["scenario"] not in SCENARIOS or row["type"] == "fortress":
            continue
        position, values = start_of_scenario(italian_front, italian_front.scenarios[SCENARIOS[row["scenario"]]], RULES)
        facts = RULES.facts(italian_front, position, Given(values=values))
        found = RULES.predicates["starts"].ask(facts, (counter_named(word, italian_front),))
        assert found.value == row["hex"], (row["source_id"], word)
        compared += 1
    assert compared > 100


def test_every_row_of_the_schedule(shared, italian_front):
    facts, compared = RULES.facts(italian_front, Position(), Given()), 0
    for row, word in units_of(shared):
        question = {"reinforcement": "arrives", "withdrawal": "withdraws"}.get(row["event"])
        if question is None or not row["scenario"].startswith("Duration"):
            continue
        found = RULES.predicates[question].ask(facts, (counter_named(word, italian_front),)).value
        assert row["when"] == found or row["when"] in found, (row["source_id"], word)
        compared += 1
    assert compared > 130


def months_of(row: dict[str, str]) -> list[str]:
    """Two months of the row's window, one of each parity that it holds for."""
    year = "1917" if row["source_id"].startswith("I17") else "1916"
    parity = {"even": ["08"], "odd": ["09"]}.get(row["month_parity"], ["08", "09"])
    return [f"{year}-{month}" for month in parity]


def test_every_rate(shared, italian_front):
    """Each row comes on its turns and on no other, with its amount."""
    compared = 0
    for row in rows(shared, "rates.csv"):
        if row["condition"] not in MORALE or not row["turns"][0].isdigit():
            continue
        nation = CODES[row["nation"]]
        amount = re.match(r"\d+", row["amount"])[0]
        item = "supply" if "supply" in row["item"] else re.sub(r" ?[(].*[)]", "", row["item"])
        for month in months_of(row):
            given = Given(values={("morale", (nation,)): Stated(MORALE[row["condition"]])})
            facts = RULES.facts(italian_front, Position(), given)
            for turn in "1234567":
                got = RULES.predicates["receives"].ask(facts, (nation, f"{month}-T{turn}")).value
                due = turn in row["turns"].split(";")
                assert (f"{amount} {item}" in got) == due, (row["source_id"], month, turn, got)
                compared += due
    assert compared > 45


@pytest.mark.parametrize(("scenario", "first", "last", "turns", "special", "central", "entente"), [
    ("may-1915", "1915-05-T7", "1915-08-T7", 22, 3, 220, 0),
    ("may-1916", "1916-05-T4", "1916-06-T7", 11, 1, 475, 60),
    ("may-1917", "1917-05-T3", "1917-06-T7", 12, 1, 690, 125),
    ("oct-1917", "1917-10-T6", "1917-11-T7", 9, 1, 750, 220),
    ("june-1918", "1918-06-T4", "1918-07-T7", 11, 1, 840, 350),
])  # fmt: skip
def test_scenario_data(italian_front, scenario, first, last, turns, special, central, entente):
    """As facts.md has them from I4, I7, I9, I11, I13."""
    text = f"""case S
game italian-front
scenario {scenario}
expect first-turn: {first}
expect last-turn: {last}
expect turns: {turns}
expect special-turns: {special}
expect dm austro-hungarian: {central}
expect dm italian: {entente}
expect winter {first}: no
"""
    result = run_case(parse(text)[0], italian_front, RULES)
    assert result.ok, str(result)
