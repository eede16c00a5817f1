"""Saves and logs as files: against the engine's account, in every container, streamed, written and read back."""

from __future__ import annotations

import gzip
import json
import locale
import time
import zipfile

import pytest

from builder.model import BadInput
from builder.vassal import commands as c
from builder.vassal.archive import zip_bytes
from builder.vassal.containers import Container
from builder.vassal.metadata import Metadata
from builder.vassal.saves import (
    Save,
    contents,
    entry_text,
    game_entries,
    is_container,
    log_text,
    read_log,
    read_save,
    save_text,
    write_game,
)
from builder.vassal.stream import encode_items


def records(path):
    lines = gzip.decompress(path.read_bytes()).decode().split("\n")
    return [json.loads(line) for line in lines if line]


def test_every_save_against_the_engine(samples):
    for path in sorted((samples / "saves").iterdir()):
        save = read_save(path)
        truth = records(samples / f"truth/{path.stem}.save.jsonl.gz")
        game = next(record for record in truth if record["record"] == "game")
        pieces = {record["id"]: record for record in truth if record["record"] == "piece"}
        assert {piece.id for piece in save.pieces} == set(pieces), path.name
        for piece in save.pieces:
            told = pieces[piece.id]
            assert is_container(piece.type) == (told["kind"] != "piece")
            if is_container(piece.type):
                assert list(contents(piece)) == told["children"]
        assert [(p.id, p.name, p.side) for p in save.players] == [
            (p["id"], p["name"], p["side"]) for p in game["players"]
        ]
        told = game["globals"]
        for (container, name), value in save.properties.items():
            key = name if container == "Module" else f"{container.replace(':', '/')}/{name}"
            assert told[key] == value, (path.name, key)
        assert {board.name for boards in save.boards.values() for board in boards} == {
            board["name"] for board_map in game["maps"] for board in board_map["boards"]
        }
        assert save.ended
        assert save.savedata.vassal_version == "3.7.26"
        assert save.moduledata.name in ("Hexmini Ł", "Second")


def test_every_log_and_its_steps(samples):
    counted = 0
    for path in sorted((samples / "logs").iterdir()):
        log = read_log(path)
        head, *rest = records(samples / f"truth/{path.stem}.log.jsonl.gz")
        numbers = [step.number for step in log.steps]
        assert numbers == list(range(1, head["steps"] + 1)), path.name
        chat = [[c_.text for c_ in step.commands if isinstance(c_, c.Chat)] for step in log.steps]
        assert chat == [record["chat"] for record in rest if record["record"] == "step"], path.name
        assert len(log.save.pieces) == head["pieces_at_start"]
        assert not list(log.strays)
        counted += len(numbers)
    assert counted > 3000


def test_the_same_text_from_every_container(samples):
    for folder in sorted((samples / "containers").iterdir()):
        for path in folder.iterdir():
            original = samples / ("logs" if path.suffix == ".vlog" else "saves") / path.name
            assert read_log(path).text == read_log(original).text, path


def test_a_file_of_only_the_saved_game(tmp_path, samples):
    save = read_save(samples / "saves/hex-mid.vsav")
    write_game(tmp_path / "bare.vsav", save.text)
    with zipfile.ZipFile(tmp_path / "bare.vsav") as archive:
        assert archive.namelist() == ["savedGame"]
    bare = read_save(tmp_path / "bare.vsav")
    assert bare.commands == save.commands
    assert (bare.savedata, bare.moduledata) == (None, None)


@pytest.mark.parametrize("container", Container)
def test_a_log_rewritten_keeps_form_and_text(tmp_path, samples, container):
    log = read_log(samples / "logs/L04-move-undo.vlog")
    write_game(tmp_path / "x.vlog", log.text, savedata=log.save.savedata, moduledata=log.save.moduledata,
               container=container)  # fmt: skip
    again = read_log(tmp_path / "x.vlog")
    assert again.save.container is container
    assert again.text == log.text
    assert (again.save.savedata, again.save.moduledata) == (log.save.savedata, log.save.moduledata)


def test_text_is_utf8_whatever_the_locale(tmp_path, monkeypatch):
    # public report 10
    monkeypatch.setattr(locale, "getpreferredencoding", lambda *_: "ascii")
    write_game(tmp_path / "x.vlog", log_text(save_text(()), [[c.Chat("Orléans")]]))
    (step,) = read_log(tmp_path / "x.vlog").steps
    assert step.commands == (c.Chat("Orléans"),)


def test_pieces_without_gpid_are_kept():
    # public report 23: a save of the 3.1 era
    piece = c.AddPiece("1", "piece;;;a.png;Old", "Main;10;20;")
    save = read_save(zip_of(save_text([piece])))
    assert save.pieces == (piece,)


def test_a_long_log_on_a_big_position_takes_linear_time():
    # public report 40: a thousand steps on a position of 14 MB; here by the ratio of two sizes, not by the clock
    def seconds(pieces: int, steps: int) -> float:
        big = [c.AddPiece(str(n), "piece;;;a.png;" + "x" * 4600, "Main;1;2;7;0") for n in range(pieces)]
        log = zip_of(log_text(save_text(big), [[c.MovePiece("1", "Main", n, 2, None, "Main", 1, 2, None)]
                                               for n in range(steps)]))  # fmt: skip
        best = 9.0
        for _ in range(3):
            start = time.perf_counter()
            assert sum(len(step.commands) for step in read_log(log).steps) == steps
            best = min(best, time.perf_counter() - start)
        return best

    small, large = seconds(750, 250), seconds(3000, 1000)
    assert large < 12 * small  # four times the size; a quadratic reader takes sixteen times as long


def test_seventy_thousand_empty_stacks_are_read(samples):
    # public report 25
    stacks = [c.AddPiece(f"s{n}", "stack", "Main;1;2;@@-1") for n in range(70_000)]
    save = read_save(zip_of(save_text(stacks)))
    assert len(save.pieces) == 70_000
    assert not any(map(contents, save.pieces[:100]))


def zip_of(text: str) -> bytes:
    return zip_bytes(game_entries(text, None, None))


def test_a_save_written_from_pieces(tmp_path):
    # public report 13
    units = [
        c.AddPiece("3", "stack", "Main;10;20;1;2;@@-1"),
        c.AddPiece("1", "piece;;;a.png;1/9 Bn", "Main;10;20;5;0"),
        c.AddPiece("2", "piece;;;b.png;2/9 Bn", "Main;10;20;6;0"),
    ]
    others = (
        c.Player(c.PlayerId("secret"), "Anna", "Red"),
        c.Boards("Main", (c.BoardAt("Board", False, 0, 0),)),
        c.GlobalProperty("VP", "3", "Module"),
        c.GlobalProperty("Tension\tHeights\tBoard\tMain", "4", ""),
        c.Turn("TurnTracker0", "0|3;0;false;-1"),
    )
    metadata = Metadata(version="1.0", vassal_version="3.7.26"), Metadata(name="Demo", version="1.0")
    write_game(tmp_path / "a.vsav", save_text(units, others), savedata=metadata[0], moduledata=metadata[1])
    save = read_save(tmp_path / "a.vsav")
    assert save.pieces == (units[1], units[2], units[0])
    assert save.players == (others[0],)
    assert save.boards == {"Main": others[1].boards}
    assert save.properties == {("Module", "VP"): "3", ("Main:Heights", "Tension"): "4"}
    assert save.turns == {"TurnTracker0": "0|3;0;false;-1"}
    assert c.SetupStack() in save.commands
    assert (save.savedata, save.moduledata) == metadata
    first = (tmp_path / "a.vsav").read_bytes()
    write_game(tmp_path / "b.vsav", save_text(units, others), savedata=metadata[0], moduledata=metadata[1])
    assert (tmp_path / "b.vsav").read_bytes() == first


def test_the_worked_example_of_the_format():
    text = save_text([c.AddPiece("1", "piece;;;a.png;A", "Main;1;2;1;0")], [c.Player(c.PlayerId("s"), "Bob", "Blue")])
    assert text == (
        "begin_save\x1b\x1b\\\x1b+/1/piece;;;a.png;A/Main;1;2;1;0\x1bPLAYER\ts\tBob\tBlue\x1bSETUP_STACK\t\x1bend_save"
    )
    assert log_text(text, [[c.Chat("a"), c.Undo(True)], []]) == text + "\x1bLOG\tCHATa\\\x1bLOG\tUNDO\ttrue"
    assert save_text([], placed=False) == "begin_save\x1b\x1bend_save"


def test_nonsense_is_refused():
    stack = c.AddPiece("3", "stack", "Main;10;20;1;@@-1")
    with pytest.raises(ValueError, match="3 holds 1, which is not in the save"):
        save_text([stack])
    with pytest.raises(ValueError, match="an id of its own"):
        save_text([c.AddPiece(None, "piece;;;a;A", "null;0;0;;0")])
    with pytest.raises(ValueError, match="go together"):
        write_game("x", "", savedata=Metadata())


def test_entries_from_pairs_and_steps(samples):
    log = read_log(samples / "logs/L08-turns.vlog")
    for step in log.steps:
        assert entry_text(step) == entry_text(step.nodes) == step.text
    assert encode_items(item.nodes for item in log.save.items) == log.save.text


def test_neither_save_nor_log(samples):
    with pytest.raises(BadInput, match="no entry 'savedGame'"):
        read_save(samples / "broken/s-no-saved-game.vsav")


def test_items_behind_the_position_that_are_no_steps(samples):
    log = read_log(samples / "broken/l-bare-command.vlog")
    assert [item.commands for item in log.strays] == [(c.Chat("not in a LOG"),)]
    assert len(list(log.steps)) == 5


def test_ids_of_players_are_not_shown(samples):
    save: Save = read_save(samples / "saves/second-mid.vsav")
    assert save.players
    assert "blue-id" not in repr(save.players) + str(save.players)
