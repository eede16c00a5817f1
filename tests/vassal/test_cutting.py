"""Positions cut out of a log: what VASSAL would have saved there. That the table itself follows the engine is proven in
test_table; here the file must bring the same table back, and at the end the engine's own account of it."""

from __future__ import annotations

import random

import pytest

from builder.model import BadInput
from builder.vassal import commands as c
from builder.vassal.cutting import cut_at, shortened
from builder.vassal.module import open_module
from builder.vassal.saves import read_log, read_save, write_game
from builder.vassal.stacking import stacking_of
from builder.vassal.table import PIECE, STACK, Table
from tests.support.vassal_replay import Viewer, position
from tests.support.vassal_truth import records


@pytest.fixture(scope="module")
def module(samples):
    return open_module(samples / "modules" / "hexmini.vmod")


def cut_table(log, number, module, folder) -> tuple[Table, tuple[c.Command, ...]]:
    path = folder / f"{number}.vsav"
    write_game(path, cut_at(log, number, stacking_of(module)).text)
    save = read_save(path)
    assert save.ended and not save.diagnostics
    table = Table(stacking_of(module))
    table.apply_all(save.commands)
    return table, save.commands


@pytest.mark.parametrize("name", ["L16-long", "L29-undo-mix", "L10-decks", "L12-hidden", "L15-notes"])
def test_fifty_steps_cut_at_random(samples, module, name, tmp_path):
    log = read_log(samples / "logs" / f"{name}.vlog")
    steps = list(log.steps)
    asked = set(random.Random(name).sample(range(len(steps) + 1), min(50, len(steps) + 1)))
    table, viewer = Table(stacking_of(module)), Viewer(module)
    table.apply_all(log.save.commands)
    for number in range(len(steps) + 1):
        if number:
            table.apply_all(steps[number - 1].commands)
        if number not in asked:
            continue
        again, _ = cut_table(log, number, module, tmp_path)
        kept = {id for id, piece in table.pieces.items() if piece.kind != STACK or piece.members}
        assert again.pieces.keys() == kept
        theirs, ours = position(table, viewer), position(again, viewer)
        assert {id: ours.state[id] for id in theirs.state} == theirs.state  # all but stacks that the replay made
        assert {id: again.place_of(id) for id in kept} == {id: table.place_of(id) for id in kept}
        assert {id: again.pieces[id].members for id in kept} == {id: table.pieces[id].members for id in kept}
        assert (again.turns, again.players, again.boards) == (table.turns, table.players, table.boards)
        saved = {key for key in again.properties if key in table.properties}
        assert all(again.properties[key] == table.properties[key] for key in saved)
        assert saved == again.properties.keys()


def test_the_end_of_a_log_is_what_the_engine_has_there(samples, module, tmp_path):
    log = read_log(samples / "logs" / "L16-long.vlog")
    again, _ = cut_table(log, 0 + sum(1 for _ in log.steps), module, tmp_path)
    truth = [one for one in records(samples / "truth" / "L16-long.log.jsonl.gz") if one["record"] == "piece"]
    theirs = {one["id"]: one for one in truth if not one.get("local")}
    pieces = {id: piece for id, piece in again.pieces.items() if id in theirs}
    assert {id for id, one in theirs.items() if one["kind"] == "piece"} <= pieces.keys()
    for id, piece in pieces.items():
        if piece.kind == "piece":
            assert again.place_of(id) == (theirs[id]["map"], theirs[id]["x"], theirs[id]["y"])
        else:
            assert piece.members == theirs[id]["children"]


def engine_places(samples, name: str) -> list[dict[str, tuple]]:
    """Map and pixel of each piece after every step, by the engine's account alone: from its end backwards."""
    told = list(records(samples / "truth" / f"{name}.log.jsonl.gz"))
    now = {one["id"]: _spot(one) for one in told if one["record"] == "piece" and one["kind"] == "piece"}
    found = [dict(now)]
    for step in reversed([one for one in told if one["record"] == "step"]):
        now.update((one["id"], _spot(one)) for one in step.get("removed", ()) if one["kind"] == "piece")
        now.update((one["id"], _spot(one["from"])) for one in step.get("moved", ()))
        for one in step.get("added", ()):
            now.pop(one["id"], None)
        found.append(dict(now))
    return found[::-1]


def _spot(one) -> tuple:
    return one["map"], one["x"], one["y"]


@pytest.mark.parametrize("name", ["L16-long", "L29-undo-mix", "L10-decks", "L13-delete-clone", "L23-reversed-board"])
def test_fifty_cuts_and_fifty_shortened_logs_have_the_pieces_where_the_engine_has_them(samples, module, name, tmp_path):
    log = read_log(samples / "logs" / f"{name}.vlog")
    theirs = engine_places(samples, name)
    count = len(theirs) - 1
    for number in random.Random(count).sample(range(count + 1), min(50, count + 1)):
        again, _ = cut_table(log, number, module, tmp_path)
        write_game(tmp_path / "short.vlog", shortened(log, number))
        short = read_log(tmp_path / "short.vlog")
        replayed = Table(stacking_of(module))
        replayed.apply_all(short.save.commands)
        for step in short.steps:
            replayed.apply_all(step.commands)
        for table in (again, replayed):
            ours = {id: table.place_of(id) for id, piece in table.pieces.items() if piece.kind == PIECE}
            assert ours == theirs[number], number
        assert cut_at(short, number, stacking_of(module)).text == cut_at(log, number, stacking_of(module)).text


def test_notes_written_in_the_game_are_in_the_save_once(samples, module, tmp_path):
    log = read_log(samples / "logs" / "L15-notes.vlog")
    last = [one.text for step in log.steps for one in step.commands if isinstance(one, c.Notes)][-1]
    _, commands = cut_table(log, sum(1 for _ in log.steps), module, tmp_path)
    assert {one.text for one in commands if isinstance(one, c.Notes)} == {last}


def test_before_any_step_it_is_the_save_that_the_log_began_with(samples, module, tmp_path):
    log = read_log(samples / "logs" / "L16-long.vlog")
    _, commands = cut_table(log, 0, module, tmp_path)
    began = [one for one in log.save.commands if not isinstance(one, c.AddPiece)]
    assert [one for one in commands if not isinstance(one, c.AddPiece)] == began


def test_a_shortened_log_has_the_steps_asked_for(samples):
    log = read_log(samples / "logs" / "L16-long.vlog")
    short = shortened(log, 7)
    assert log.text.startswith(short[: len(log.save.text)])
    again = [step.text for step in log.steps][:7]
    assert short == "\x1b".join([log.save.text, *again])


def test_a_step_that_is_not_there(samples):
    log = read_log(samples / "logs" / "L06-chat.vlog")
    count = sum(1 for _ in log.steps)
    with pytest.raises(BadInput, match=f"the log has {count}"):
        cut_at(log, count + 1)
