"""hexwright transcript: the sample games as the engine tells them, without what was taken back."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter

import pytest

from tests.support.vassal_truth import records

MODULE = "modules/hexmini.vmod"


@pytest.fixture
def told(run, samples):
    def entries(*logs: str, more: tuple = ()) -> list[dict]:
        paths = [samples / "logs" / f"{log}.vlog" for log in logs]
        code, out, _ = run("transcript", *paths, "--module", samples / MODULE, "--form", "json", *more)
        assert code == 0
        return [json.loads(line) for line in out.splitlines()]

    return entries


def test_hops_of_one_piece_are_one_move(told):
    """L03: Red 1 walks by six drags over the hexes that VASSAL's own report names; the first step says nothing."""
    moves = [(e["steps"], e["moves"]) for e in told("L03-multi-hop")]
    path = ["0304", "Heights 0405", "Heights 0505", "0606", "0706", "0806", "0906"]
    assert moves[0] == ([2, 3, 4, 5, 6, 7], [{"pieces": ["Red 1"], "path": path}])


def test_what_was_undone_is_left_out(told, samples):
    """L04 has 14 steps; what stands at its end are two moves, and they are where the engine has the pieces."""
    entries = told("L04-move-undo")
    assert [e["moves"][0]["path"][-1] for e in entries] == ["Heights 0505", "0905"]
    truth = records(samples / "truth" / "L04-move-undo.log.jsonl.gz")
    place = {one["name"]: one["location"] for one in truth if one["record"] == "piece"}
    assert place["Red 3"] == "Heights 0505" and place["Blue 1"] == place["Blue 2"] == "0905"


def test_a_chain_is_told_in_the_order_of_play_with_its_turns(told):
    entries = told("L17c-chain-red", "L17a-chain-red", "L17b-chain-blue")
    assert list(dict.fromkeys(e["log"][:4] for e in entries)) == ["L17a", "L17b", "L17c"]
    assert entries[0]["turn"] == "Turn 1 Red: Movement" and entries[-1]["turn"] == "Turn 1 Blue: Movement"
    assert [e["number"] for e in entries] == sorted(e["number"] for e in entries)


def test_dice_agree_with_the_engine(told, samples):
    rolls = Counter(roll for e in told("L16-long") for roll in e["rolls"] if "d6 = " in roll)
    chat: Counter[str] = Counter()
    for step in records(samples / "truth" / "L16-long.log.jsonl.gz"):
        for line in step.get("chat", ()) if step["record"] == "step" else ():
            said, undone = line.replace("* UNDO: ", ""), line.count("* UNDO: ") % 2
            if said.startswith("*** ") and "d6 = " in said:
                button, result = said.removeprefix("*** ").split(" *** ")[0].split(" = ")
                chat[f"{button} = {', '.join(result.split(','))}"] += -1 if undone else 1
    assert +rolls == +chat and sum(rolls.values()) > 50


def test_nobody_is_shown_what_is_hidden(run, samples):
    """Which card Red draws into his window is Red's to know."""
    log = samples / "logs" / "L17c-chain-red.vlog"
    module = ("--module", samples / MODULE)
    public = run("transcript", log, *module)[1]
    red = run("transcript", log, *module, "--eyes", "Red")[1]
    assert "a piece: Events > Red Secrets" in public
    assert "a piece: Events > Red Secrets" not in red
    for text in (public, red, run("transcript", log, *module, "--facts", "--eyes", "director")[1]):
        assert "red-id" not in text and "blue-id" not in text


def test_forms_and_ranges(run, samples):
    log, module = samples / "logs" / "L17a-chain-red.vlog", ("--module", samples / MODULE)
    code, out, _ = run("transcript", log, *module)
    assert code == 0 and out.splitlines()[:2] == [
        "== L17a-chain-red.vlog: Turn 1 Red: Movement", "        1  Red         Red 1: 0304 > Heights 0405",
    ]  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(run("transcript", log, *module, "--form", "csv")[1])))
    assert [row["what"] for row in rows[:4]] == ["move", "change", "move", "roll"]
    marked = run("transcript", log, *module, "--form", "md")[1]
    assert "- **1** *Red* Red 1: 0304 \\> Heights 0405" in marked and "## L17a" in marked
    part = run("transcript", log, *module, "--from", "3", "--to", "4")[1]
    assert [line.split()[0] for line in part.splitlines()[1:]] == ["3", "4"]
    facts = run("transcript", log, *module, "--facts")[1]
    assert "2d6_result: 1 > 6,1" in facts


def test_a_cell_of_a_spreadsheet_is_never_a_formula(run, samples):
    """L06 holds odd chat lines; none begins as a formula in the table."""
    out = run("transcript", samples / "logs" / "L06-chat.vlog", "--form", "csv")[1]
    assert all(cell[:1] not in "=+@" for row in csv.reader(io.StringIO(out)) for cell in row if cell)
