"""The table replayed beside the engine: after every step of every recorded log, and in every save."""

from __future__ import annotations

import html
import time

import pytest

from builder.model import BadInput
from builder.vassal import commands as c
from builder.vassal.module import Module, open_module
from builder.vassal.pieces import decode_piece, piece_name
from builder.vassal.saves import Log, read_log, read_save, save_text, write_game
from builder.vassal.stacking import stacking_of
from builder.vassal.table import DECK, PIECE, STACK, Change, Table
from tests.support.vassal_replay import (
    Record,
    Viewer,
    differences,
    local_stacks,
    plain_state,
    position,
    shown_state,
    truth_where,
)
from tests.support.vassal_truth import by_name, records

LOGS = (
    "L01-single-moves", "L02-stack-moves", "L03-multi-hop", "L04-move-undo", "L05-dice-undo", "L06-chat", "L07-dice",
    "L08-turns", "L09-layers", "L10-decks", "L11-markers", "L12-hidden", "L13-delete-clone", "L14-global-properties",
    "L15-notes", "L16-long", "L17a-chain-red", "L17b-chain-blue", "L17c-chain-red", "L18c-broken-chain-red",
    "L18d-broken-chain-half", "L18e-new-game-instead", "L19-edit-no-turn", "L20-both-players", "L21-trait-tour",
    "L22-second-grids", "L23-reversed-board", "L24-relogged", "L25-observer-joins", "L26-random-drops",
    "L27-continuation", "L28-from-setup", "L29-undo-mix",
)  # fmt: skip
BATTLES = {"B1-march-and-undo": "odds", "B2-prepared-assault": "odds", "B3-supply-before-reload": "supply"}
SAVES = (
    "hex-after-long", "hex-after-undo-mix", "hex-decks", "hex-hidden", "hex-mid", "hex-museum", "hex-notes",
    "hex-start", "hex-tour", "second-empty", "second-mid", "second-start",
)  # fmt: skip


@pytest.fixture(scope="module")
def modules(samples) -> dict[str, Module]:
    found = {name: open_module(samples / "modules" / f"{name}.vmod") for name in ("hexmini", "second")}
    return found | {name: open_module(samples / "battle" / f"battle-{name}.vmod") for name in ("odds", "supply")}


def recorded(samples, modules, name: str) -> tuple[Log, list[Record], Module]:
    """A log, the engine's account of it, and its module."""
    if name in BATTLES:
        return (
            read_log(samples / "battle" / f"{name}.vlog"), list(records(samples / "battle" / f"{name}.jsonl.gz")),
            modules[BATTLES[name]],
        )  # fmt: skip
    truth = list(records(samples / "truth" / f"{name}.log.jsonl.gz"))
    return read_log(samples / "logs" / f"{name}.vlog"), truth, modules["second" if "second" in name else "hexmini"]


def steps_of(truth: list[Record]) -> list[Record]:
    return [one for one in truth if one["record"] == "step"]


@pytest.mark.parametrize("name", [*LOGS, *BATTLES])
def test_every_step_does_what_it_does_in_the_engine(samples, modules, name):
    log, truth, module = recorded(samples, modules, name)
    table, viewer, local = Table(stacking_of(module)), Viewer(module), local_stacks(truth)
    table.apply_all(log.save.commands)
    assert len(table.pieces) == truth[0]["pieces_at_start"]
    was = position(table, viewer)
    steps = list(log.steps)
    assert len(steps) == truth[0]["steps"] == len(steps_of(truth))
    for step, record in zip(steps, steps_of(truth)):
        table.apply_all(step.commands)
        assert list(differences(table, viewer, record, was, local)) == [], f"step {step.number}"
        was = position(table, viewer)
    assert_position(table, viewer, truth, local)


def assert_position(table: Table, viewer: Viewer, truth: list[Record], local: set[str] = frozenset()) -> None:
    """All pieces, stacks and decks, with what they hold; empty stacks are left-overs."""
    theirs = {one["id"]: one for one in truth if one["record"] == "piece"}
    assert {id for id, p in table.pieces.items() if not p.local} == theirs.keys() - local
    for id in theirs.keys() - local:
        piece, record = table.pieces[id], theirs[id]
        assert piece.kind == record["kind"]
        assert by_name(piece.type) == by_name(record["type"])
        assert viewer.where(table, id) == truth_where(record, local)
        assert shown_state(table, id) == plain_state(record["type"], record["state"])
        if piece.kind != PIECE:
            assert piece.members == record["children"]
    made = sorted((p.map, p.x, p.y, tuple(p.members)) for p in table.pieces.values() if p.local)
    assert made == sorted(
        (one["map"], one["x"], one["y"], tuple(one["children"]))
        for one in theirs.values() if one.get("local") and one["children"]
    )  # fmt: skip


@pytest.mark.parametrize("name", [*LOGS, *BATTLES])
def test_chat_globals_and_players_change_as_in_the_engine(samples, modules, name):
    log, truth, module = recorded(samples, modules, name)
    table = Table()
    table.apply_all(log.save.commands)
    before = global_values(table, module)
    for step, record in zip(log.steps, steps_of(truth)):
        table.apply_all(step.commands)
        after = global_values(table, module)
        assert {n: [before[n], after[n]] for n in after if before[n] != after[n]} == record.get("globals", {})
        assert [one.text for one in step.commands if isinstance(one, c.Chat)] == record["chat"]
        if "players" in record:
            assert sorted(map(side_of, record["players"])) == sorted(table.players.items(), key=str)
        before = after
    (end,) = (one for one in truth if one["record"] == "game")
    assert after == end["globals"]


def global_values(table: Table, module: Module) -> dict[str, str]:
    """Properties of module, maps and zones as the engine names them, `Map/Zone/Name`; no dice results."""
    found = {}
    for one in module.properties:
        key = one.container.replace("/", ":") or "Module", one.name
        found["/".join(filter(None, (one.container, one.name)))] = table.properties.get(key, one.initial)
    return found


def side_of(player: Record) -> tuple[str, tuple[str, str]]:
    return player["id"], (player["name"], player["side"])


@pytest.mark.parametrize("name", ["L08-turns", "L16-long", "L29-undo-mix"])
def test_a_turn_reads_as_the_tracker_reported_it(samples, modules, name):
    log, _, module = recorded(samples, modules, name)
    table, seen = Table(), 0
    trackers = {tracker.id: tracker for tracker in module.turn_trackers}
    for step in log.steps:
        table.apply_all(step.commands)
        lines = [one.text for one in step.commands if isinstance(one, c.Chat) and " Turn Updated from " in one.text]
        for command in step.commands:
            if isinstance(command, c.Turn) and lines:
                tracker = trackers[command.tracker]
                now = tracker.text(tracker.read(table.turns[command.tracker]))
                before, after = lines[0].split(" Turn Updated from ")[1].split(" to ")
                assert now == (before if lines[0].count("UNDO: ") % 2 else after)
                seen += 1
    assert seen > 10


@pytest.mark.parametrize("name", ["L05-dice-undo", "L07-dice", "L16-long", "L29-undo-mix"])
def test_dice_stand_in_properties_as_the_buttons_reported_them(samples, modules, name):
    log, _, module = recorded(samples, modules, name)
    table, rolls = Table(), 0
    for step in log.steps:
        table.apply_all(step.commands)
        for one in step.commands:
            if not isinstance(one, c.Chat) or not one.text.startswith("*** ") or " = " not in one.text:
                continue
            button, _, rest = one.text.removeprefix("*** ").partition(" = ")
            result = html.unescape(rest).split(" *** ")[0]
            assert table.properties["Module", f"{button}_result"] == result
            rolls += 1
        for shown in (one for one in step.commands if isinstance(one, c.ShowResults)):
            dice = module.special_dice(shown.button)
            faces = dice.faces(tuple(map(str, shown.faces)))
            line = next(o.text for o in step.commands if isinstance(o, c.Chat) and o.text.startswith("*** Battle"))
            assert " / ".join(f"{one.die}: {one.text} ({one.face.value})" for one in faces) in line
            total = sum(one.face.value for one in faces)
            assert table.properties["Module", f"{shown.button}_result"] == str(total)
            rolls += 1
    assert rolls > 2


@pytest.mark.parametrize("name", SAVES)
def test_every_save_stands_as_in_the_engine(samples, modules, name):
    module = modules[name.split("-")[0].replace("hex", "hexmini")]
    truth = list(records(samples / "truth" / f"{name}.save.jsonl.gz"))
    table, viewer = Table(stacking_of(module)), Viewer(module)
    table.apply_all(read_save(samples / "saves" / f"{name}.vsav").commands)
    assert_position(table, viewer, truth)
    for record in truth:
        if record["record"] == "piece" and record["kind"] == PIECE:
            piece = table.pieces[record["id"]]
            traits = decode_piece(piece.type, shown_state(table, piece.id))
            to_me = not record.get("obscured_to_me") and not record.get("invisible_to_me")
            assert piece_name(traits, as_owner=to_me) == record["name"]
    assert global_values(table, module) == truth[0]["globals"]


@pytest.mark.parametrize("name", [*LOGS, *BATTLES])
def test_the_position_written_as_a_save_is_the_same_position(samples, modules, name, tmp_path):
    log, _, module = recorded(samples, modules, name)
    table = Table(stacking_of(module))
    table.apply_all(log.save.commands)
    for step in log.steps:
        table.apply_all(step.commands)
    write_game(tmp_path / "cut.vsav", save_text(table.as_commands(), table.settings()))
    again = Table(stacking_of(module))
    again.apply_all(read_save(tmp_path / "cut.vsav").commands)
    kept = {id for id, piece in table.pieces.items() if piece.kind != STACK or piece.members}
    assert again.pieces.keys() == kept
    for id in kept:
        assert again.place_of(id) == table.place_of(id)
        assert again.pieces[id].members == table.pieces[id].members
        assert again.state_text(id) == table.state_text(id)
    assert again.players == table.players and again.turns == table.turns and again.boards == table.boards
    assert global_values(again, module) == global_values(table, module)


def test_damaged_files_are_replayed_as_far_as_they_can_be_read(samples, modules):
    read = 0
    for path in sorted((samples / "broken").glob("[ls]-*.v*")):
        try:
            log = read_log(path)
        except BadInput:
            continue
        table = Table(stacking_of(modules["hexmini" if path.name.startswith("l-") else "second"]))
        table.apply_all(log.save.commands)
        for step in log.steps:
            table.apply_all(step.commands)
        for command in table.as_commands():
            assert command.state
        read += 1
    assert read > 25


# ---- by hand


def piece(id: str, x: int, y: int, type: str = "piece;;;a.png;A") -> c.AddPiece:
    return c.AddPiece(id, type, f"M;{x};{y};1;0")


def stack(id: str, x: int, y: int, *members: str) -> c.AddPiece:
    return c.AddPiece(id, "stack", ";".join(["M", str(x), str(y), *members, "@@1"]))


def move(id: str, x: int, y: int, under: str | None = None) -> c.MovePiece:
    return c.MovePiece(id, "M", x, y, under, "M", 0, 0, None)


def table_of(*commands: c.Command) -> Table:
    table = Table()
    table.apply_all(commands)
    return table


def test_a_stack_takes_its_pieces_out_of_where_they_are_and_moves_as_one():
    table = table_of(piece("11", 5, 5), piece("12", 5, 5), stack("21", 5, 5, "11", "12"))
    assert table.apply(move("21", 9, 9)) == (Change("21", "moved"), Change("11", "moved"), Change("12", "moved"))
    assert table.place_of("12") == ("M", 9, 9)
    table.apply(stack("22", 7, 7, "12"))
    assert table.pieces["21"].members == ["11"] and table.pieces["22"].members == ["12"]
    assert table.place_of("12") == ("M", 7, 7)


def test_with_nothing_named_beneath_it_a_piece_goes_to_the_bottom_else_right_above():
    table = table_of(piece("11", 5, 5), piece("12", 5, 5), stack("21", 5, 5, "11", "12"), piece("13", 1, 1))
    table.apply(move("13", 5, 5))
    assert table.pieces["21"].members == ["13", "11", "12"]
    table.apply(move("13", 5, 5, "11"))
    assert table.pieces["21"].members == ["11", "13", "12"]


def test_a_piece_alone_gets_a_local_stack_whose_id_nothing_else_has():
    table = table_of(piece("1", 5, 5), move("1", 6, 6))
    holder = table.holder_of("1")
    assert holder is not None and holder.local and holder.id != "1" and holder.members == ["1"]
    table.apply(stack("21", 6, 6, "1"))
    assert holder.id not in table.pieces


def test_a_piece_that_never_stacks_stands_by_itself_but_goes_into_a_deck():
    never = "immob;g;N;R;\tpiece;;;a.png;A"
    deck = c.AddPiece("31", "deck;true", "M;8;8;true")
    table = table_of(piece("11", 5, 5), c.AddPiece("12", never, "\tM;1;1;1;0"), deck, move("12", 5, 5))
    assert table.holder_of("12") is None
    table.apply(move("12", 8, 8))
    assert table.pieces["31"].kind == DECK and table.state_text("31") == "M;8;8;true;12"


def test_pieces_of_a_removed_stack_are_on_no_map_until_they_move():
    table = table_of(piece("11", 5, 5), stack("21", 5, 5, "11"), c.RemovePiece("21"))
    assert table.place_of("11") == (None, 5, 5) and "21" not in table.pieces
    table.apply(move("11", 6, 6))
    assert table.place_of("11") == ("M", 6, 6) and table.holder_of("11") is None


def test_only_levels_that_differ_are_set():
    two = "mark;S\tpiece;;;a.png;A"
    table = table_of(c.AddPiece("11", two, "x\tM;5;5;1;0"), move("11", 6, 6))
    table.apply(c.ChangePiece("11", "y\tM;5;5;1;0", "x\tM;5;5;1;0"))
    assert table.state_text("11") == "y\tM;6;6;1;0"


def test_what_came_into_a_stack_since_its_old_state_stays():
    table = table_of(piece("11", 5, 5), piece("12", 5, 5), piece("13", 5, 5), stack("21", 5, 5, "11", "12"))
    table.apply(c.ChangePiece("21", "M;5;5;13;11;@@1", "M;5;5;11;@@1"))
    assert table.pieces["21"].members == ["13", "11", "12"]


@pytest.mark.parametrize(
    "command", [move("99", 1, 1), c.RemovePiece("99"), c.ChangePiece("99", "a", "b"), c.AddPiece(None, "stack", "")]
)
def test_unknown_ids_are_passed_over(command):
    table = table_of(piece("11", 5, 5))
    assert table.apply(command) == ()
    assert table.place_of("11") == ("M", 5, 5)


def test_a_replay_does_not_slow_down_as_empty_stacks_pile_up(samples, modules):
    log, _, module = recorded(samples, modules, "L16-long")
    table = Table(stacking_of(module))
    start = [one for one in log.save.commands if not isinstance(one, c.BeginSave)]
    commands = [command for step in log.steps for command in step.commands]
    stacks = {one.id for one in commands if isinstance(one, c.AddPiece) and one.type == "stack"}
    times = []
    for round in range(5):
        renamed = [
            one._replace(id=f"{round}{one.id}") if getattr(one, "id", None) in stacks else one for one in commands
        ]
        table.apply_all(start)
        began = time.process_time()
        table.apply_all(renamed)
        times.append(time.process_time() - began)
    assert len(table.pieces) > 4000
    assert min(times[3:]) < 2 * max(times[:2])
