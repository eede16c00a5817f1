"""The transcript of every recorded sample against the engine's own account of it, step by step.

Stated facts of the account's form: it names a piece as it is before or after a step, it lists places in a stack too, it
tells where a piece stood on the replayed board (a command tells where the players saw it: in L29, where VASSAL wrote
less of an undo than was undone, the two differ), and each chat line stands for itself, which the transcript leaves out
where it tells the same as a move, a roll or a turn.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

import pytest

from builder.make.chain import open_chain
from builder.report.transcript import Entry, Teller
from builder.vassal.module import Module, open_module
from tests.support.recorded import ALL, TURNED, Press, Recorded, recorded, turns_after

MOVED = re.compile(r"\* (.*) moves (.*?)(?: \((.*)\))? -> (.*?)(?: \((.*)\))? \*")
ROLLED = re.compile(r"\*\*\* (.+?)(?: =|:) (.*) \*\*\*(?: <(.*)>)?")
MAIN = {"hexmini": "Main Map", "second": "Hex Desc", "battle-odds": "Main Map", "battle-supply": "Main Map"}


@pytest.fixture(scope="module")
def modules(samples) -> dict[str, Module]:
    places = {"battle-odds": "battle", "battle-supply": "battle"}
    return {name: open_module(samples / places.get(name, "modules") / f"{name}.vmod") for name in MAIN}


class Told(NamedTuple):
    """The entries by step; a move of several drags is taken apart."""

    log: Recorded
    entries: dict[int, Entry]
    moves: dict[int, Counter]
    back: tuple[tuple[int, ...], ...]  # steps whose drags came to nothing together
    skipped: frozenset[int]


@pytest.fixture(scope="module", params=ALL)
def told(request, samples, modules) -> Told:
    log = recorded(samples, request.param)
    chain = open_chain(log.log)
    side = "director" if log.side == "<observer>" else log.side  # of battles nothing is hidden
    entries: dict[int, Entry] = {}
    moves: dict[int, Counter] = {}
    back = []
    for entry in Teller(chain, side, modules[log.module.stem]).entries():
        entries |= dict.fromkeys(entry.steps, entry)
        if len(entry.steps) == 1:
            ways = ((name, move.path[0], move.path[-1]) for move in entry.moves for name in move.pieces)
            moves[entry.steps[0]] = Counter(ways)
        elif not entry.moves:
            back.append(entry.steps)
        else:
            (move,) = entry.moves
            for step, start, end in zip(entry.steps, move.path[:-1], move.path[1:], strict=True):
                moves[step] = Counter((name, start, end) for name in move.pieces)
    return Told(log, entries, moves, tuple(back), chain.parts[0].skipped)


def counted(told: Told) -> list[Press]:
    return [press for press in told.log.standing if press.n not in told.skipped]


def main_map(told: Told) -> str:
    return MAIN[told.log.module.stem]


def spot(where: dict, main: str) -> str:
    if where["map"] is None:
        return "nowhere"
    place = f"({where['x']}, {where['y']})" if where["location"] == "offboard" else where["location"]
    return f"{where['map']} {place}".removeprefix(f"{main} ")


def test_what_stands_is_told_and_nothing_else(told):
    """Steps taken back, and those that take back, are left out; so is what stands twice in the file (L27)."""
    standing = {press.n for press in counted(told)}
    assert told.entries.keys() <= standing
    for press in counted(told):
        if press.n not in told.entries:  # nothing that people look at
            assert not press.added and not press.removed
            assert all(spot(one["from"], "") == spot(one["to"], "") for one in press.moved)


def test_steps_that_stand_twice(told):
    """Of L27 the engine's commands of six steps are those of the first six once more; of other logs no such run."""
    seen: dict[tuple[str, ...], int] = {}
    again = set()
    for press in told.log.presses:
        moves = tuple(text for text in press.commands if text.startswith(("M/", "D/", "+/", "CHAT***", "TURN")))
        if moves and seen.setdefault(moves, press.n) != press.n:
            again.add(press.n)
    if "L27" in told.log.log.name:
        assert again <= told.skipped and len(told.skipped) == 6
    else:
        assert not told.skipped


def test_moves_with_their_places(told):
    """Who moved from where to where; where the players saw a piece elsewhere than the replay, as the command says."""
    main = main_map(told)
    apart = [step for steps in told.back for step in steps]
    for press in counted(told):
        if press.n in apart:
            continue
        expected = []
        for one in press.moved:
            start, end = spot(one["from"], main), spot(one["to"], main)
            if start != end:
                expected.append(({one["name"], *press.names.get(one["id"], ())}, {start, *said_start(one, press)}, end))
        ours = list(told.moves.get(press.n, Counter()).elements())
        for name, start, end in ours:
            match = next((e for e in expected if name in e[0] and start in e[1] and end == e[2]), None)
            assert match, (press.n, (name, start, end), expected)
            expected.remove(match)
        assert expected == [], press.n


def said_start(one: dict, press: Press) -> list[str]:
    """The old place in the move command of a piece, as the transcript would write it if it were on the main map."""
    for text in press.commands:
        part = re.split(r"(?<!\\)/", text)
        if part[0] == "M" and part[1] == one["id"]:
            old = part[6].replace("\\/", "/"), part[7], part[8]
            if old[0] != "null" and old != (one["from"]["map"], str(one["from"]["x"]), str(one["from"]["y"])):
                return [KNOWN[old]]
    return []


KNOWN = {  # the names that the engine gives these pixels elsewhere in its accounts
    ("Side Map", "95", "257"): "Side Map 03-H", ("Main Map", "150", "296"): "0305",
    ("Main Map", "538", "456"): "1007", ("Main Map", "427", "648"): "0810", ("Main Map", "372", "104"): "Heights 0702",
}  # fmt: skip


def test_drags_that_came_to_nothing(told):
    for steps in told.back:
        presses = [press for press in told.log.presses if press.n in steps]
        first, last = presses[0].moved, presses[-1].moved
        (here,) = {spot(one["from"], "") for one in first if spot(one["from"], "") != spot(one["to"], "")}
        assert here in {spot(one["to"], "") for one in last}


def test_pieces_that_come_and_go(told):
    main = main_map(told)
    for press in counted(told):
        changes = told.entries[press.n].changes if press.n in told.entries else ()
        came = {(one["name"], spot(one, main)) for one in press.added}
        assert {tuple(line.split(" comes to ")) for line in changes if " comes to " in line} == came, press.n
        assert {line.removesuffix(" goes") for line in changes if line.endswith(" goes")} == {
            one["name"] for one in press.removed
        }, press.n


def test_chat_is_said_or_told_otherwise(told):
    for press in counted(told):
        entry = told.entries.get(press.n)
        lines = {line.strip("* ") if line.startswith("*") else line for line in press.chat}
        if entry is None:
            assert all(MOVED.fullmatch(line) for line in press.chat), press
            continue
        for line in entry.said:
            note = line.removeprefix("note: ").split()[:1]
            assert line in lines or any(word in text for word in note for text in press.commands), (press.n, line)
        for line in press.chat:
            plain = line.strip("* ") if line.startswith("*") else line
            assert plain in entry.said or told_otherwise(line, entry), (press.n, line, entry)


def told_otherwise(line: str, entry: Entry) -> bool:
    if len(entry.steps) > 1 and not entry.moves:
        return True  # drags that came to nothing
    moved, rolled, turned = MOVED.fullmatch(line), ROLLED.fullmatch(line), TURNED.search(line)
    if moved:
        return moved[2] == moved[4] or any(place.endswith(moved[4]) for move in entry.moves for place in move.path)
    if rolled:
        return any(roll.startswith(f"{rolled[1]} = ") for roll in entry.rolls)
    return bool(turned) and entry.turn == turned[2].strip("* ") and entry.turned


def test_rolls_show_the_faces_that_the_chat_told(told):
    """Of special dice the chat names each die and its value beside the face."""
    for press in counted(told):
        entry = told.entries.get(press.n)
        lines = [match for line in press.chat if (match := ROLLED.fullmatch(line))]
        assert len(lines) == len(entry.rolls if entry else ()), press
        for match, roll in zip(lines, entry.rolls if entry else (), strict=True):
            button, _, faces = roll.partition(" = ")
            assert button == match[1]
            if " = " in match[0]:
                assert faces.replace(", ", ",") == match[2].partition(" total ")[0].replace(", ", ","), press
            else:
                shown = [part.partition(": ")[2] or part for part in match[2].partition(" total ")[0].split(" / ")]
                assert ", ".join(re.sub(r" \(-?\d+\)$", "", part) for part in shown) == faces, press
            if match[3]:
                assert entry.player in (match[3], told.log.sides.get(match[3])), press


def test_turns(told):
    turns = turns_after(told.log)
    for step, entry in told.entries.items():
        assert not turns or entry.turn == turns[step]
    if not turns:
        assert len({entry.turn for entry in told.entries.values()}) <= 1
        return
    before, changed = next(iter(turns.values())), set()
    if any(TURNED.search(line) for line in told.log.presses[0].chat):
        before = ""  # the first press was one
    for press in told.log.standing:
        if turns[press.n] != before and press.n not in told.skipped:
            changed.add(press.n)
        before = turns[press.n]
    assert {step for step, entry in told.entries.items() if entry.turned} == changed


def test_who_moved_a_piece(told):
    for press in counted(told):
        ids = [text.split("/")[10] for text in press.commands if text.startswith("M/") and text.count("/") == 10]
        if press.n in told.entries and ids:
            assert told.entries[press.n].player == told.log.players.get(ids[0], "unknown"), press  # L20: no such player
