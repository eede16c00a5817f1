"""Whom a unit may attack where both campaigns of Glory's End begin: the file, a slow count, and the legal-move view.

A prepared assault goes against a hex beside the attacker that holds enemies (13.1); units out of command make none
(10.2.c). `python -m tests.census.test_attacks` counts anew, by the slow count alone.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from builder.games.glorys_end import RULES
from builder.make.opening import open_game
from builder.model import Moment
from builder.rules.judge import Referee
from builder.rules.options import options
from builder.rules.ruleset import Given
from builder.rules.setup import start_of_scenario
from tests.census import raw
from tests.census.glorys_end_slow import FOLDER
from tests.census.rows import SOURCE

FILE = Path(__file__).parent / "glorys-end-attacks.csv"
BOARDS = {"marne": 8, "campaign": 1}


def rows() -> tuple[dict[str, str], ...]:
    with FILE.open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


def slow(board: str) -> Iterator[tuple[str, frozenset[str]]]:
    """(unit, hexes that it may attack), from the text of the sources."""
    scenario = raw.document("glorys_end", "scenarios", board + ".yaml")
    counters = {line["id"]: line for line in raw.table("glorys_end", "counters.csv")}
    land = raw.hexes(*FOLDER)
    units = {p["what"]: p for p in scenario["placements"] if p["what"] in counters and p["at"] in land}
    for name, unit in units.items():
        if counters[name]["type"] in ("fortress", "siege-gun"):
            continue
        foes = {one["at"] for other, one in units.items() if counters[other]["side"] != counters[name]["side"]}
        beside = frozenset(near for near in raw.around_rows(unit["at"]) if near in foes)
        yield name, frozenset() if "ooc" in unit.get("marks", ()) else beside


def viewed(board: str, game) -> Mapping[str, frozenset[str]]:
    position, values = start_of_scenario(game, game.scenarios[board], RULES)
    referee = Referee(game, RULES, Given(values=values))
    found = {}
    for unit in position.state.units.values():
        now = position.at_moment(Moment(BOARDS[board], unit.side, "prepared-combat"))
        attacks = options(now.state.units[unit.id], now, referee).attacks
        found[unit.id] = frozenset(one.place for one in attacks if one.may)
    return found


@pytest.mark.parametrize("board", BOARDS)
def test_the_file_the_slow_count_and_the_view_agree(board):
    game = open_game(SOURCE / "glorys_end")
    told = {row["unit"]: int(row["targets"]) for row in rows() if row["board"] == board}
    counted = dict(slow(board))
    seen = viewed(board, game)
    assert told == {unit: len(targets) for unit, targets in counted.items()}
    assert {unit: seen[unit] for unit in counted} == counted


def test_there_are_positions_enough():
    assert len(rows()) >= 60 and sum(int(row["targets"]) > 0 for row in rows()) > 20


if __name__ == "__main__":
    with FILE.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("board", "unit", "targets"))
        writer.writerows((board, unit, len(targets)) for board in BOARDS for unit, targets in slow(board))
