"""Fifty positions cut out of games of the Marne: one that our hand wrote, against its own table as it stood there, and
one recorded in VASSAL, against what the engine's later commands say that they found."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from builder.make.cut import cut_file
from builder.make.opening import open_game
from builder.vassal import commands as c
from builder.vassal.pieces import state_levels, type_levels
from builder.vassal.saves import Log, read_log, read_save
from builder.vassal.table import PIECE, Table
from tests.census.rows import SOURCE
from tests.play.player import Player

ENGINE = Path(__file__).resolve().parents[1] / "make/data/marne-engine.vlog"
LAZY = ";Deed;"  # a layer that follows a property: VASSAL turns it when it paints


def standing(table: Table) -> tuple:
    pieces = {piece.id: (table.place_of(piece.id), table.state_text(piece.id)) for piece in table.pieces.values()
              if piece.kind == PIECE}  # fmt: skip
    stacks = sorted(tuple(piece.members) for piece in table.pieces.values() if piece.kind != PIECE and piece.members)
    return pieces, stacks, dict(table.turns)


class Watched(list):
    """Steps of a hand, with the table that it had behind each."""

    def __init__(self, hand):
        super().__init__()
        self.hand, self.seen = hand, [standing(hand.table)]
        self.properties = [dict(hand.table.properties)]

    def append(self, step) -> None:
        super().append(step)
        self.seen.append(standing(self.hand.table))
        self.properties.append(dict(self.hand.table.properties))


@pytest.fixture(scope="module")
def written(tmp_path_factory) -> tuple[Path, Watched]:
    player = Player(open_game(SOURCE / "glorys_end"), 44)
    player.hand.steps = Watched(player.hand)
    player.play(4)
    path = tmp_path_factory.mktemp("written") / "game.vlog"
    player.write(path)
    return path, player.hand.steps


def fifty(count: int) -> list[int]:
    return sorted(random.Random(count).sample(range(count + 1), 50))


def table_of(commands) -> Table:
    table = Table()
    table.apply_all(commands)
    return table


def test_what_the_writer_had_there(written, tmp_path):
    path, steps = written
    for number in fifty(len(steps)):
        cut_file(path, tmp_path / f"{number}.vsav", number)
        save = read_save(tmp_path / f"{number}.vsav")
        table = table_of(save.commands)
        assert save.ended and standing(table) == steps.seen[number], number
        kept = table.properties
        assert kept.items() <= steps.properties[number].items() and len(kept) > 10


def test_the_game_shortened_ends_where_the_writer_was(written, tmp_path):
    path, steps = written
    for number in fifty(len(steps)):
        cut_file(path, tmp_path / f"{number}.vlog", number, as_log=True)
        log = read_log(tmp_path / f"{number}.vlog")
        assert sum(1 for _ in log.steps) == number
        assert standing(end_of(log)) == steps.seen[number], number


def end_of(log: Log, steps: int | None = None) -> Table:
    table = table_of(log.save.commands)
    for step in tuple(log.steps)[:steps]:
        table.apply_all(step.commands)
    return table


def found_later(steps) -> dict[str, dict[str, object]]:
    """What the first later command on each piece says that it found: its place, its state."""
    places, states, born = {}, {}, set()
    for step in steps:
        for one in step.commands:
            if isinstance(one, c.AddPiece):
                born.add(one.id)
            elif isinstance(one, c.MovePiece) and one.id not in born and one.old_map is not None:
                places.setdefault(one.id, (one.old_map, one.old_x, one.old_y))
            elif isinstance(one, c.ChangePiece) and one.id not in born and one.old is not None:
                states.setdefault(one.id, one.old)
                if one.old != one.new:  # where it lies is part of the state: a later move may find it elsewhere
                    places.setdefault(one.id, None)
    return {"places": {id: place for id, place in places.items() if place}, "states": states}


def shown(type_text: str, state: str) -> list[str]:
    """Every level but the innermost, where VASSAL notes old places that no command carries."""
    types = type_levels(type_text)
    levels = zip(types, state_levels(state, len(types)), strict=True)
    return [level for kind, level in list(levels)[:-1] if LAZY not in kind]


def test_what_the_engine_says_that_it_found(tmp_path):
    """marne-engine.vlog: 50 cuts; each piece that is touched later stands and shows as the engine then found it."""
    log = read_log(ENGINE)
    steps = tuple(log.steps)
    compared = 0
    for number in fifty(len(steps)):
        cut_file(ENGINE, tmp_path / f"{number}.vsav", number)
        table = table_of(read_save(tmp_path / f"{number}.vsav").commands)
        later = found_later(steps[number:])
        for id, place in later["places"].items():
            assert table.place_of(id) == place, (number, id)
        for id, state in later["states"].items():
            piece = table.pieces[id]
            if piece.kind == PIECE:
                assert shown(piece.type, table.state_text(id)) == shown(piece.type, state), (number, id)
                compared += 1
    assert compared > 500


def test_what_follows_a_cut_leads_to_the_same_end(tmp_path):
    """From each cut the rest of the engine's game is played on; a shortened game ends at the same position as a cut."""
    log = read_log(ENGINE)
    steps, end = tuple(log.steps), standing(end_of(log))
    for number in fifty(len(steps)):
        cut_file(ENGINE, tmp_path / f"{number}.vsav", number)
        table = table_of(read_save(tmp_path / f"{number}.vsav").commands)
        cut_file(ENGINE, tmp_path / f"{number}.vlog", number, as_log=True)
        assert standing(end_of(read_log(tmp_path / f"{number}.vlog"))) == standing(table)
        for step in steps[number:]:
            table.apply_all(step.commands)
        assert standing(table) == end, number
