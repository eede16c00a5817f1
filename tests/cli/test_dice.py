"""hexwright dice: undone and repeated rolls stay out of the count, for any module."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from PIL import Image

from builder.make.record import record_file
from builder.vassal import commands as c
from builder.vassal.saves import read_log
from tests.chains.letters import write_log
from tests.support.recorded import recorded


def counted(run, *words) -> dict[str, int]:
    found = json.loads(run("dice", *words, "--json")[1])
    return {name: len(found[name] or ()) for name in ("counted", "undone", "repeated", "unused")}


def test_undone_and_repeated_rolls(run, samples):
    """L17a rolls once; L24 and L27 hold that roll again; L05 takes all three back."""
    logs, module = samples / "logs", ("--module", samples / "modules" / "hexmini.vmod")
    assert counted(run, logs / "L05-dice-undo.vlog", *module) == dict(counted=0, undone=3, repeated=0, unused=0)
    assert counted(run, logs / "L27-continuation.vlog", *module) == dict(counted=1, undone=0, repeated=1, unused=0)
    chain = [logs / f"{name}.vlog" for name in ("L17a-chain-red", "L17b-chain-blue", "L24-relogged")]
    assert counted(run, *chain, *module) == dict(counted=2, undone=0, repeated=0, unused=0)
    code, out, _ = run("dice", logs / "L05-dice-undo.vlog", *module)
    assert code == 0 and "undone, not counted:" in out and "step 1: 2d6 = 4, 3  (Red)" in out


def test_a_picture_and_a_table(run, samples, tmp_path):
    log = samples / "logs" / "L16-long.vlog"
    module = ("--module", samples / "modules" / "hexmini.vmod")
    code, out, _ = run("dice", log, *module, "--picture", tmp_path / "dice.png")
    assert code == 0 and "127 rolls counted, 9 undone" in out
    with Image.open(tmp_path / "dice.png") as picture:
        assert picture.width == 960
    assert run("dice", log, "--picture", tmp_path / "dice.svg")[0] == 0
    assert "<svg" in (tmp_path / "dice.svg").read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(run("dice", log, *module, "--csv")[1])))
    assert sum(row["counted"] == "yes" for row in rows) == 127
    assert rows[0].keys() >= {"log", "step", "button", "result", "player"}


def test_on_our_module_each_battle_has_its_kind_and_idle_rolls_are_named(run):
    """A game played in VASSAL: the module tells what each roll was for, and that its die has six sides."""
    log = Path(__file__).resolve().parents[1] / "make" / "data" / "marne-engine.vlog"
    found = json.loads(run("dice", log, "--json")[1])
    assert found["counted"] and all(roll["sides"] == 6 for roll in found["counted"])
    battles = [roll for roll in found["counted"] if roll["kind"]]
    assert {roll["kind"] for roll in battles} <= {"battle ma", "battle pa", "fire"}
    assert found["unused"] == []  # the third one is the die of the command phase (10.1)


IDLE = """\
case idle "a die for command, one more, one in the combat phase for nothing, and one to dig by"
game glorys-end
scenario marne
when turn 9, german, command
do roll roll=3
do roll roll=6
when turn 9, german, prepared-combat
do roll roll=2
when turn 10, allied, entrenching
do roll roll=1
"""


def test_a_die_that_a_phase_asks_for_is_used_once(run, tmp_path):
    """10.1 and 9.1 ask for one die each, though nobody may be marked by a three and nobody digs."""
    (tmp_path / "idle.case").write_text(IDLE, encoding="utf-8")
    record_file(tmp_path / "idle.case", tmp_path / "idle.vlog")
    found = json.loads(run("dice", tmp_path / "idle.vlog", "--game", "glorys-end", "--json")[1])
    assert [roll["faces"] for roll in found["counted"]] == [[3], [6], [2], [1]]
    assert [roll["faces"] for roll in found["unused"]] == [[6], [2]]


def test_no_log(run, tmp_path):
    code, _, err = run("dice", tmp_path)
    assert code == 2 and "no .vlog file" in err


def test_rolls_made_outside_are_counted_and_faults_in_them_told(run, samples, tmp_path):
    log = samples / "logs" / "L05-dice-undo.vlog"
    rolls = tmp_path / "rolls.csv"
    rolls.write_text("log;step;player;sides;result\nL05-dice-undo.vlog;3;Anna;6;4 3\n", encoding="utf-8")
    found = json.loads(run("dice", log, "--rolls", rolls, "--json")[1])
    assert [(roll["player"], roll["faces"]) for roll in found["counted"]] == [("Anna", [4, 3])]
    rows = ("log,step,player,sides,result", "a.vlog,1,Anna,6,7", "a.vlog,x,Anna,6,1", "a.vlog,2,Anna,1,1")
    rolls.write_text("\n".join(rows), encoding="utf-8")
    code, _, err = run("dice", log, "--rolls", rolls)
    assert code == 2 and "rolls.csv:2:" in err and "'7' is no roll of dice with 6 sides" in err
    assert "a die of 1 sides" in err and "expected a whole number" in err


@pytest.mark.parametrize("names", [
    ("L05-dice-undo",), ("L16-long",), ("L24-relogged",), ("L27-continuation",), ("L17a-chain-red", "L24-relogged"),
    ("L17a-chain-red", "L27-continuation"), ("L17a-chain-red", "L17b-chain-blue", "L17c-chain-red"),
])  # fmt: skip
def test_what_is_counted_is_what_stands_in_the_engine_once(run, samples, names):
    """No undone die; L24 and L27 hold steps of L17a again. The set tells the engine's lines apart: no two rolls of
    these chains are alike; of L16 alone all are counted."""
    logs = [recorded(samples, name) for name in names]
    lines = [line.split(" ***")[0] for log in logs for press in log.standing for line in press.chat
             if line.startswith("*** ")]  # fmt: skip
    expected = len(lines) if names == ("L16-long",) else len(set(lines))
    found = json.loads(run("dice", *(log.log for log in logs), "--module", logs[0].module, "--json")[1])
    assert len(found["counted"]) == expected


def test_a_missing_file_may_have_held_rolls(run, samples):
    """L17a and L17c without L17b: said first, in each form."""
    files = [samples / "logs" / f"L17{part}.vlog" for part in ("a-chain-red", "c-chain-red")]
    _, out, _ = run("dice", *files)
    assert out.startswith("L17c-chain-red.vlog: warning:")
    assert json.loads(run("dice", *files, "--json")[1])["faults"]
    _, out, err = run("dice", *files, "--csv")
    assert out.startswith("log,step") and "L17c-chain-red.vlog: warning:" in err


TYPED = """\
case typed "a battle whose die nobody saw"
game glorys-end
scenario marne
when turn 8, allied, operational-movement
do attack fr-5r-grp+fr-m-div 2934 kind=ma roll=6
"""


def test_a_die_told_in_chat_is_named_and_a_list_of_rolls_answers_it(run, tmp_path):
    """The button's result is taken out of the recorded step: only the words of the battle are left."""
    (tmp_path / "typed.case").write_text(TYPED, encoding="utf-8")
    record_file(tmp_path / "typed.case", tmp_path / "whole.vlog")
    log = read_log(tmp_path / "whole.vlog")
    steps = [tuple(one for one in step.commands if not isinstance(one, c.MutableProperty)) for step in log.steps]
    at = next(step.number for step in log.steps if any(isinstance(one, c.MutableProperty) for one in step.commands))
    typed = write_log(tmp_path / "typed.vlog", log, log.save.text, steps)
    code, out, _ = run("dice", typed)
    assert code == 0 and "0 rolls counted" in out and f"step {at}: the die 6 was only told in chat" in out
    rolls = tmp_path / "rolls.csv"
    rolls.write_text(
        f"log,step,player,sides,result\ntyped.vlog,{at},Allied,6,6\nelse.vlog,3,Allied,6,1\n", encoding="utf-8"
    )
    _, out, _ = run("dice", typed, "--rolls", rolls)
    assert "only told" not in out and "2 rolls counted" in out
    assert out.splitlines()[-2:] == [
        "counted, though no action took them up:",
        "  else.vlog step 3: outside = 1  (Allied)",
    ]
