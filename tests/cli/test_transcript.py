"""hexwright transcript: the sample games as the engine tells them, without what was taken back."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter

import pytest

from tests.support.vassal_truth import records

MODULE = "modules/hexmini.vmod"
FORMS = ("plain", "vcsk-key0-upper", "vobs", "bang-vobs", "voxz", "xz")


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


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_file_tells_the_same(run, samples, form):
    """Also those of the VASSAL that is being developed. What is told is compared with the engine in tests/report."""
    for file in sorted((samples / "containers" / form).glob("*.vlog")):
        if file.name.startswith(("L16", "L29")) and form != "plain":
            continue  # long, and the same text inside
        module = samples / "modules" / ("second.vmod" if "second" in file.name else "hexmini.vmod")
        theirs, ours = (run("transcript", one, "--form", "json", "--module", module)[1]
                        for one in (samples / "logs" / file.name, file))  # fmt: skip
        assert ours == theirs and ours


def test_a_change_of_the_turn_is_told_at_its_step(told, run, samples):
    """L08: twelve presses of the tracker stand; in most phases nothing else happens."""
    turned = {e["steps"][0]: e["turn"] for e in told("L08-turns") if e["turned"]}
    assert [turned[step] for step in (1, 2, 4)] == ["Turn 1 Red: Combat", "Turn 1 Red: Supply; Rally",
                                                    "Turn 1 Blue: Movement"]  # fmt: skip
    log, module = samples / "logs" / "L08-turns.vlog", ("--module", samples / MODULE)
    assert run("transcript", log, *module)[1].startswith("== L08-turns.vlog: Turn 1 Red: Combat\n")
    assert "1,L08-turns.vlog,1,Turn 1 Red: Combat,Red,turn,Turn 1 Red: Combat" in run(
        "transcript", log, *module, "--form", "csv")[1]  # fmt: skip


def test_who_is_no_player_of_the_file_is_not_taken_for_another(told):
    """L20: Blue's steps were put into Red's file, whose players are Red alone; the chat names him twice."""
    who = {e["steps"][0]: e["player"] for e in told("L20-both-players")}
    assert (who[1], who[5], who[6], who[7], who[12]) == ("Red", "Blue player", "unknown", "Blue player", "unknown")


def test_a_missing_file_is_told_before_the_first_step(run, samples):
    """L17a and L17c without L17b, by which the third file begins."""
    files = [samples / "logs" / f"L17{part}.vlog" for part in ("a-chain-red", "c-chain-red")]
    for form in ("text", "md"):
        code, out, _ = run("transcript", *files, "--form", form)
        assert code == 0 and "L17c" in out.splitlines()[0] and "L17a" in out.splitlines()[0]
    code, out, err = run("transcript", *files, "--form", "csv")
    assert out.startswith("number,") and "L17c-chain-red.vlog: warning:" in err


def test_the_count_over_all_logs_stands_in_the_headings(run, samples):
    """L17a has six steps, so that L17b begins with the seventh."""
    files = [samples / "logs" / f"L17{part}.vlog" for part in ("a-chain-red", "b-chain-blue")]
    _, out, _ = run("transcript", *files)
    heading = next(line for line in out.splitlines() if line.startswith("== L17b"))
    assert heading.endswith("(from 7)")
    _, later, _ = run("transcript", *files, "--from", "7")
    assert later.splitlines()[0] == heading
    code, out, err = run("transcript", *files, "--from", "13")
    assert code == 0 and not out and "12 steps in all" in err
    code, _, err = run("transcript", *files, "--from", "7", "--to", "2")
    assert code == 2 and "--from 7" in err
