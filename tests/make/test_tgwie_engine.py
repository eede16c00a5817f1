"""The Great War in Europe played by keys in VASSAL 3.7.26 itself: chits pulled, four battles on both maps, an upkeep.

`tgwie-engine.vlog` was recorded on a module built here, from January 1916 with all but a score of units taken off; its
entries were deflated anew. Pulls and rolls that did not show what the script wanted were taken back and made again.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.model import speech
from builder.model.speech import Announcement, find
from builder.module.hand_pieces import mark
from builder.vassal import commands as c
from builder.vassal.pieces import decode_piece
from builder.vassal.saves import Log, read_log
from builder.vassal.stream import Step
from builder.vassal.table import DECK, PIECE, Table
from builder.vassal.undo import undo_targets

ENGINE = Path(__file__).parent / "data" / "tgwie-engine.vlog"


@pytest.fixture(scope="module")
def log() -> Log:
    return read_log(ENGINE)


@pytest.fixture(scope="module")
def names(log: Log) -> dict[str, str]:
    """Piece id -> counter or marker."""
    table = Table()
    table.apply_all(log.save.commands)
    pieces = (piece for piece in table.pieces.values() if piece.kind == PIECE)
    return {piece.id: mark(piece, "CounterId") or mark(piece, "MarkerId") for piece in pieces}


@pytest.fixture(scope="module")
def end(log: Log) -> Table:
    table = Table()
    table.apply_all(log.save.commands)
    for step in log.steps:
        table.apply_all(step.commands)
    return table


def said(step: Step) -> list[Announcement]:
    return [found for one in step.commands if isinstance(one, c.Chat) and not one.text.startswith("* UNDO")
            and (found := find(one.text))]  # fmt: skip


def lasting(log: Log) -> list[Announcement]:
    steps = tuple(log.steps)
    targets = undo_targets(steps)
    kept = (step for step in steps if step.number not in targets and step.number not in targets.values())
    return [one for step in kept for one in said(step)]


def test_the_acts_of_the_script_in_their_order(log: Log) -> None:
    assert [one.verb for one in lasting(log)] == [
        "pull", "cup", "pull", "cup", "pull", "pull", "pull",
        "combat-declared", "support", "commit", "commit", "commit", "commit", "commit", "commit", "combat", "ace",
        "loss", "loss",
        "combat-declared", "combat",
        "combat-declared", "support", "combat",
        "combat-declared", "withdraw",
        "upkeep",
    ]  # fmt: skip


def test_every_announcement_has_the_keys_of_the_notation(log: Log) -> None:
    keys = speech.KEYS | speech.COMBAT_KEYS | {speech.UPKEEP: ("turn",)}
    for step in log.steps:
        for one in said(step):
            assert tuple(key for key, _ in one.fields) == keys[one.verb]
    assert set(speech.COMBAT_KEYS) <= {one.verb for step in log.steps for one in said(step)}


def test_each_act_is_one_step_and_is_taken_back_in_one(log: Log) -> None:
    steps = tuple(log.steps)
    for step in steps:
        verbs = [one.verb for one in said(step)]
        assert verbs.count("combat") + verbs.count("combat-declared") + verbs.count("pull") <= 1
        if "ace" in verbs:
            assert verbs == ["combat", "ace"]
    targets = undo_targets(steps)
    undone = {one.verb for step in steps if step.number in targets.values() for one in said(step)}
    assert {"combat-declared", "combat", "ace", "pull"} <= undone


def test_pulls(log: Log, names: dict[str, str]) -> None:
    """7.2: own No Effect back into the cup, the enemy's too; what the enemy keeps, and what he loses."""
    pulls = [one for one in lasting(log) if one.verb == speech.PULL]
    shown = [(one["chit"], one["cup"], one["by"], one["to"]) for one in pulls]
    assert shown[:3] == [
        ("al-no-effect", "allied", "allied", "hand"), ("cp-no-effect", "central", "allied", "hand"),
        ("al-gas-phosgene", "allied", "allied", "hand"),
    ]  # fmt: skip
    assert [row[1:] for row in shown[3:]] == [("central", "allied", "out"), ("central", "allied", "hand")]
    assert shown[3][0] in ("cp-gas-phosgene", "cp-kg-air", "cp-goering-ace")  # need not be played at once
    assert shown[4][0] in ("cp-romania-entry-central", "cp-jutland", "cp-air-raid-paris")
    assert [one["chit"] for one in lasting(log) if one.verb == speech.CUP] == ["al-no-effect", "cp-no-effect"]
    assert all(names[one["unit"]] == one["chit"] for one in pulls)


@pytest.mark.parametrize(("act", "at", "by", "hq", "defended", "defhq", "af", "df", "fort", "table"), [
    # two British divisions of 5-6 against 4-5 and 4-5
    (0, "W6011", {"br-2-inf", "br-3-inf"}, "br-3-hq", {"ge-1g-inf", "ge-6-inf"}, "ge-2-hq", 10, 10, 0, "A"),
    # two Russian divisions of 2-3 against two German ones and the fort of E4322
    (1, "E4322", {"ru-1-inf", "ru-2-inf"}, "ru-1-hq", {"ge-5-inf", "ge-7-inf"}, "", 4, 9, 1, "A"),
    # the other way round; both sides stood in one hex
    (2, "E4425", {"ge-5-inf", "ge-7-inf"}, "ge-8-hq", {"ru-1-inf", "ru-2-inf"}, "", 8, 6, 0, "A"),
])  # fmt: skip
def test_battles(
    log: Log, names: dict[str, str], act: int, at: str, by: set[str], hq: str, defended: set[str], defhq: str,
    af: int, df: int, fort: int, table: str,
) -> None:  # fmt: skip
    one = [found for found in lasting(log) if found.verb == speech.COMBAT][act]
    assert (one["id"], one["at"], one["table"], one["phase"]) == (str(act + 1), at, table, "chit-pull")
    assert {names[id] for id in one.ids("by")} == by and {names[id] for id in one.ids("def")} == defended
    assert len(one.ids("from")) == len(by)
    assert (names.get(one["hq"], ""), names.get(one["defhq"], "")) == (hq, defhq)
    assert (int(one["af"]), int(one["df"]), int(one["fort"])) == (af, df, fort)
    assert 1 <= int(one["die"]) <= 6


def test_what_was_committed_counts_and_is_spent(log: Log, names: dict[str, str], end: Table) -> None:
    one = next(found for found in lasting(log) if found.verb == speech.COMBAT)
    assert {names[id] for id in one.ids("air")} == {"al-rfc-air", "al-fraf-air"}
    assert [names[id] for id in one.ids("defair")] == ["cp-boelcke-ace"]  # the other was taken back
    assert [names[id] for id in one.ids("chits")] == ["al-gas-phosgene"]
    ace = next(found for found in lasting(log) if found.verb == speech.ACE)
    assert names[ace["unit"]] == "cp-boelcke-ace" and ace["killed"] == "1" and ace["die"] in ("1", "2")


def test_where_everything_ends(names: dict[str, str], end: Table) -> None:
    """Gas and the dead ace lie together out of the game; a unit went from the one map to the other."""
    ids = {name: id for id, name in names.items()}
    place = {name: end.place_of(id) for name, id in ids.items()}
    assert place["al-gas-phosgene"] == place["cp-boelcke-ace"]
    assert place["al-rfc-air"] == place["al-fraf-air"] != place["al-gas-phosgene"]  # back in hand
    assert place["ru-1-inf"][0] == "The Eastern Front" and place["ru-2-inf"][0] == "The Western Front"
    for name in ("br-3-hq", "ge-2-hq", "ru-1-hq", "ge-8-hq"):  # used, and ready again after resources (6.2.J)
        piece = end.pieces[ids[name]]
        layers = {t.fields["name"]: t.state.level for t in decode_piece(piece.type, end.state_text(piece.id))
                  if t.prefix == "emb2"}  # fmt: skip
        assert layers["Back"] == 1


def test_the_cups_keep_their_contents(log: Log, names: dict[str, str], end: Table) -> None:
    held = [sorted(names[id] for id in piece.members) for piece in end.pieces.values() if piece.kind == DECK]
    gone = {names[one["unit"]] for one in lasting(log) if one.verb == speech.PULL} - {"al-no-effect", "cp-no-effect"}
    start = Table()
    start.apply_all(log.save.commands)
    before = [sorted(names[id] for id in piece.members) for piece in start.pieces.values() if piece.kind == DECK]
    assert sorted(held) == sorted([name for name in cup if name not in gone] for cup in before)
    assert len(gone) == 3
