"""What is wrong in a game of many files is found in its file, at its step; decks and players between two files."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.make.chain import open_chain
from builder.make.check import check
from builder.make.opening import open_game
from builder.model import Game
from builder.report.chain import chain_report
from builder.vassal import commands as c
from builder.vassal.command_text import encode
from builder.vassal.cutting import cut_at
from builder.vassal.module import open_module
from builder.vassal.saves import log_text, read_log, write_game
from tests.census.rows import SOURCE
from tests.chains.letters import play_whole
from tests.play.planted import KINDS, Planting

ACTS = ("further than the points go", "a third corps", "attackers lose nothing")


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(SOURCE / "glorys_end")


@pytest.mark.parametrize("name", ACTS)
def test_an_illegal_act_is_found_in_its_file_at_its_step(name: str, game: Game, tmp_path: Path) -> None:
    kind = next(kind for kind in KINDS if kind.name == name)
    (tmp_path / "whole").mkdir()
    for seed in range(40):
        planting = Planting(kind)
        whole = play_whole(game, seed, tmp_path / "whole", planting)
        if planting.step:
            break
    whole.letters(tmp_path / "mail", seed)
    parts = sorted((tmp_path / "mail").glob("*.vlog"), key=lambda file: int(file.stem.split()[1]))
    assert len(parts) > 20
    report = check(tmp_path / "mail", game)
    assert {f"{v.outcome} {v.rule.id}" for v in (*report.illegal, *report.suspect)} == set(kind.found)
    places = []
    for part in parts:
        count = sum(1 for _ in read_log(part).steps)
        places += [(part.name, number) for number in range(1, count + 1)]
    (found,) = report.illegal
    touched = {place for ref in (*found.refs, *found.action.refs) for place in [(ref.file, ref.step)]}
    one = check(whole.path, game)
    (alone,) = one.illegal
    assert touched == {places[ref.step - 1] for ref in (*alone.refs, *alone.action.refs)}
    assert any(places.index(place) + 1 >= planting.step for place in touched)


def followed(samples, folder: Path, change) -> list:
    """L17a, and a log that goes on from its end after `change` to the text of its position; what the chain tells."""
    log = read_log(samples / "logs" / "L17a-chain-red.vlog")
    end = sum(1 for _ in log.steps)
    write_game(folder / "a.vlog", log.text, savedata=log.save.savedata, moduledata=log.save.moduledata)
    text = log_text(change(cut_at(log, end).text), [(c.Chat("&lt;Blue player&gt; - mine"),)])
    write_game(folder / "b.vlog", text, savedata=log.save.savedata, moduledata=log.save.moduledata)
    return [folder / "a.vlog", folder / "b.vlog"]


def deck_order(samples) -> tuple[str, list[str]]:
    log = read_log(samples / "logs" / "L17a-chain-red.vlog")
    deck = next(one for one in log.save.pieces if one.type.startswith("deck;") and ";Events" in one.type)
    ids = deck.state.split(";")[-1].split(",")
    return ",".join(ids), ids


def test_two_cards_that_changed_places(samples, module, tmp_path):
    """The second and third from the top: told by the director's eyes with names, by others as a place in the deck."""
    order, ids = deck_order(samples)
    swapped = [*ids[:-3], ids[-2], ids[-3], ids[-1]]
    files = followed(samples, tmp_path, lambda text: text.replace(order, ",".join(swapped)))
    (fault,) = chain_report(open_chain(files), "director", module).faults
    assert fault.code == "chain-deck" and "deck 'Events'" in fault.headline
    assert "first card 2 from the top, Event G then, Event F now" in fault.headline  # A is the lowest, H on top
    (public,) = chain_report(open_chain(files), "public", module).faults
    assert "first card 2 from the top" in public.headline and "Event G" not in public.headline


def test_a_player_who_came(samples, module, tmp_path):
    files = followed(samples, tmp_path, lambda text: text.replace("end_save", "PLAYER\tx-id\tThird\tBlue\x1bend_save"))
    (told,) = chain_report(open_chain(files), "public", module).faults
    assert told.code == "chain-players" and "Third (Blue) came" in told.headline and "x-id" not in str(told)


def test_an_extension_in_another_version(samples, module, tmp_path):
    log = read_log(samples / "logs" / "L17a-chain-red.vlog")
    files = followed(samples, tmp_path, lambda text: f"{text}\x1b".replace(
        "end_save\x1b", f"{encode(c.Extension('More units', '2.1'))}\x1bend_save"))  # fmt: skip
    text = log.text.replace("end_save", f"{encode(c.Extension('More units', '2.0'))}\x1bend_save")
    write_game(files[0], text, savedata=log.save.savedata, moduledata=log.save.moduledata)
    (told,) = chain_report(open_chain(files), "public", module).faults
    assert told.code == "chain-module"
    assert "More units 2.1" in told.headline and "More units 2.0" in told.headline


@pytest.fixture(scope="module")
def module(samples):
    return open_module(samples / "modules" / "hexmini.vmod")
