"""A game in more than twenty files, as it was played and with everything that goes wrong on the way."""

from __future__ import annotations

import random
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from builder.make.chain import open_chain
from builder.make.check import check
from builder.make.house import HOUSE_FILE
from builder.make.opening import open_game
from builder.make.outside_rolls import read_rolls
from builder.model import Game
from builder.module.hand import inverse
from builder.report.chain import chain_report
from builder.vassal import commands as c
from builder.vassal.cutting import cut_at
from builder.vassal.saves import log_text, read_log, write_game
from tests.census.rows import SOURCE
from tests.chains.letters import Whole, accused, outcomes, play_whole, told, write_log

SEED = 35


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(SOURCE / "glorys_end")


@pytest.fixture(scope="module")
def whole(game, tmp_path_factory) -> Whole:
    return play_whole(game, SEED, tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="module")
def report(game, whole):
    return check(whole.path, game)


@pytest.fixture
def mail(whole, tmp_path) -> list[Path]:
    return whole.letters(tmp_path / "mail", SEED)


def faults(folder) -> list[str]:
    return [one.code for one in chain_report(open_chain(folder), "director").faults if one.code != "chain-players"]


def points(found, turn) -> list[tuple]:
    return [(one.side, one.total.value, one.total.needs) for one in found.story.score(turn.after)]


def same_game(found, report) -> None:
    """Who acted, steps by rail, control, points, stocks, what is owed: all that one log tells, many do."""
    assert told(found) == told(report)
    assert outcomes(found) == outcomes(report)
    assert found.steps == report.steps and not found.notes and not accused(found)
    for one, other in zip(found.story.turns, report.story.turns, strict=True):
        assert one.when == other.when
        assert one.after.ledger.acted == other.after.ledger.acted and one.after.ledger.sums == other.after.ledger.sums
        assert one.after.ledger.notes == other.after.ledger.notes and one.after.ledger.owed == other.after.ledger.owed
        assert points(found, one) == points(report, other)


def test_more_than_twenty_files_are_judged_as_one_log(game, whole, report, mail):
    assert len(mail) > 20 and faults(mail[0].parent) == []
    same_game(check(mail[0].parent, game), report)


def test_shuffled_names_in_a_zip_archive(game, report, mail, tmp_path):
    names = [f"{n:02}.vlog" for n in range(len(mail))]
    random.Random(1).shuffle(names)
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for name, file in zip(names, mail, strict=True):
            archive.write(file, f"from my mailbox/{name}")
    same_game(check(tmp_path / "all.zip", game), report)


@pytest.mark.parametrize("missing", [0, 4, 12])
def test_what_a_missing_file_hides_is_undecided(game, mail, missing):
    mail[missing].unlink()
    found = check(mail[0].parent, game)
    assert accused(found) == []
    assert found.undecided and any("not seen" in str(v.needs) or "missing" in v.message for v in found.undecided)
    assert faults(mail[0].parent) in ([], ["chain-gap"], ["chain-edited"])


def test_a_turn_played_twice_is_a_fork(game, whole, report, mail):
    """The player thought better of it and sent the turn again: what was played on counts, the other is told."""
    start = whole.turns[4]
    other = [step for step in whole.steps[start : whole.turns[5]] if not _drags(step)]
    whole.write(mail[0].parent / "again.vlog", start, start, other)
    found = check(mail[0].parent, game)
    assert told(found) == told(report) and not accused(found)
    assert any(code in ("chain-fork", "chain-reroll") for code in faults(mail[0].parent))


def test_the_same_start_with_other_rolls(game, whole, report, mail):
    start, end = whole.turns[2], whole.turns[3]
    at = next(n for n in range(start, end) if any(map(_is_die, whole.steps[n].commands)))
    steps = [_other_die(step) if n == at else step for n, step in enumerate(whole.steps[start : at + 1], start)]
    whole.write(mail[0].parent / "luckier.vlog", start, start, steps)
    found = check(mail[0].parent, game)
    assert told(found) == told(report) and not accused(found)
    assert any("reroll" in code or "fork" in code for code in faults(mail[0].parent))


def test_a_server_session_recorded_by_both(game, whole, report, mail):
    """The second player came later, recorded on, and has other names for the stacks."""
    first, last = whole.turns[3] + 5, whole.turns[3] + 25
    text = log_text(cut_at(whole.log, first).text, whole.steps[first:last])
    stacks = {one.id for one in read_log(whole.path).save.pieces if one.type == "stack"}
    for stack in sorted(stacks, key=len, reverse=True):
        text = text.replace(stack, f"7{stack}")
    _write_text(mail[0].parent / "0 seen by the other.vlog", whole, text)
    same_game(check(mail[0].parent, game), report)


def test_an_edit_of_the_board_that_no_log_tells(game, whole, mail):
    """A corps is set elsewhere between two files: told, and what rests on it is nobody's fault."""
    start, end = whole.turns[6], whole.turns[7]
    for file in mail:
        file.unlink()
    whole.write(mail[0], 0, start)
    save = cut_at(whole.log, start).text
    edited = write_log(mail[0].parent.parent / "edit.vlog", whole.log, save, [_back_where_it_came_from(whole, start)])
    write_log(mail[1], whole.log, cut_at(read_log(edited), 1).text, whole.steps[start:end])
    assert faults(mail[0].parent) == ["chain-edited"]
    assert accused(check(mail[0].parent, game)) == []


def test_a_newer_module_is_told(game, whole, report, mail):
    last = read_log(mail[-1])
    newer = replace(last.save.moduledata, version="99.1")
    write_game(mail[-1], last.text, savedata=last.save.savedata, moduledata=newer)
    assert faults(mail[0].parent) == ["chain-module"]
    assert told(check(mail[0].parent, game)) == told(report)


def test_a_take_back_as_agreed(game, whole, report, mail):
    """A move made and taken back in a file of the middle: what was agreed concerns rolls alone."""
    (mail[0].parent / HOUSE_FILE).write_text("take-back: {policy: until-roll, note: ask first}\n", encoding="utf-8")
    start, end = whole.turns[1], whole.turns[2]
    drag = next(n for n in range(start, end) if _drags(whole.steps[n]))
    hand = list(whole.player.recorder.hand.steps[start:end])
    taken = [*hand[: drag - start + 1], _undo(hand[drag - start]), *hand[drag - start :]]
    for file in mail:
        file.unlink()
    whole.write(mail[0], 0, start)
    write_log(mail[1], whole.log, cut_at(whole.log, start).text, taken)
    whole.write(mail[2], end, len(whole.steps))
    house = mail[0].parent / HOUSE_FILE
    found = check(mail[0].parent, game, house=house)
    assert told(found) == told(report) and not accused(found) and not found.notes
    assert "house rule, take-backs: until-roll (ask first)" in found.house.lines()


def test_a_standing_order_in_four_copies(game, whole, report, mail):
    """All four players mail the same file, and each names the defender's orders."""
    said = (("allied", "take losses from the strongest"), ("german", "retreat rather than lose"))
    orders = "".join(f"  - {{side: {side}, order: {text}}}\n" for side, text in said)
    house = mail[0].parent / HOUSE_FILE
    house.write_text(f"standing-orders:\n{orders}", encoding="utf-8")
    for copy in range(3):
        (mail[0].parent / f"copy {copy}.vlog").write_bytes(mail[7].read_bytes())
    found = check(mail[0].parent, game, house=house)
    same_game(found, report)
    assert len([line for line in found.house.lines() if "standing order" in line]) == 2
    assert faults(mail[0].parent).count("chain-second") == 3


def test_a_die_told_in_chat_and_a_list_of_rolls(game, whole, report, tmp_path):
    """A battle whose die no button threw: told, no proof; with the list of the dice server it is as good as seen."""
    attack = next(a for a, _ in report.judged if a.verb == "attack" and a.detail("roll"))
    step = attack.refs[0].step
    hand = list(whole.player.recorder.hand.steps[:step])
    hand[step - 1] = tuple(one for one in hand[step - 1] if not _is_die(one))
    path = write_log(tmp_path / "typed.vlog", whole.log, whole.log.save.text, hand)
    found = check(path, game)
    assert [n.code for n in found.notes] == ["roll-claimed"]
    rolls = tmp_path / "rolls.csv"
    head = "log,step,player,sides,result\n"
    rolls.write_text(f"{head}typed.vlog,{step},Allied,6,{attack.detail('roll')}\n", encoding="utf-8")
    assert check(path, game, rolls=read_rolls(rolls)).notes == ()
    other = 7 - int(attack.detail("roll"))
    rolls.write_text(f"{head}typed.vlog,{step},Allied,6,{other}\nelse.vlog,3,Allied,6,1\n", encoding="utf-8")
    assert [n.code for n in check(path, game, rolls=read_rolls(rolls)).notes] == ["roll-unused", "roll-otherwise"]


# ---- what players do to their files


def _drags(step) -> bool:
    return any(isinstance(one, c.MovePiece) for one in step.commands)


def _is_die(one: c.Command) -> bool:
    return isinstance(one, c.MutableProperty) and one.name.endswith("_result")


def _other_die(step) -> tuple[c.Command, ...]:
    return tuple(
        one._replace(new=str(7 - int(one.new))) if _is_die(one) else one
        for one in step.commands
    )  # fmt: skip


def _undo(commands) -> tuple[c.Command, ...]:
    back = (one for command in reversed(commands) for one in inverse(command))
    return (c.Undo(True), *back, c.Undo(False))


def _back_where_it_came_from(whole: Whole, start: int) -> tuple[c.Command, ...]:
    """One piece, put by hand where its first drag began, if it does not stand there."""
    drags = (one for step in whole.steps[:start] for one in step.commands if isinstance(one, c.MovePiece))
    first = next(one for one in drags if one.old_map == one.map)
    return (first._replace(map=first.old_map, x=first.old_x, y=first.old_y, old_map=None, under=None),)


def _write_text(path: Path, whole: Whole, text: str) -> None:
    write_game(path, text, savedata=whole.log.save.savedata, moduledata=whole.log.save.moduledata)
