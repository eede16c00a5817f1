"""The Italian Front played by keys in VASSAL 3.7.26 itself: one step an act, announcements as the script played them.

`italian-front-engine.vlog` was recorded on a module built here, from the example of May 1915 with all but two dozen
pieces taken off; its entries were deflated anew. What is expected was written from the script and the counters.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.model import speech
from builder.model.speech import Announcement, find
from builder.module.hand_pieces import mark, value
from builder.vassal import commands as c
from builder.vassal.saves import Log, read_log
from builder.vassal.stream import Step
from builder.vassal.table import PIECE, Table
from builder.vassal.undo import undo_targets

ENGINE = Path(__file__).parent / "data" / "italian-front-engine.vlog"
FOURS = ("ah-4m-mtn-bde", "ah-5m-mtn-bde", "ah-8m-mtn-bde", "ah-16-art")
FIRST = ("it-12-div", "it-2-art", "it-2-siege")


@pytest.fixture(scope="module")
def log() -> Log:
    return read_log(ENGINE)


@pytest.fixture(scope="module")
def names(log: Log) -> dict[str, str]:
    """Piece id -> counter id."""
    table = Table()
    table.apply_all(log.save.commands)
    return {piece.id: mark(piece, "CounterId") for piece in table.pieces.values() if piece.kind == PIECE}


def said(step: Step) -> list[Announcement]:
    return [found for one in step.commands if isinstance(one, c.Chat) and (found := find(one.text))]


def lasting(log: Log) -> list[Step]:
    steps = tuple(log.steps)
    targets = undo_targets(steps)
    return [step for step in steps if step.number not in targets and step.number not in targets.values()]


def battles(log: Log) -> list[Announcement]:
    verbs = {speech.ATTACK_DECLARED, speech.GROUND, speech.ATTACK, speech.RETREAT, speech.STRIKE_DECLARED,
             speech.STRIKE, speech.STAND}  # fmt: skip
    return [one for step in lasting(log) for one in said(step) if one.verb in verbs]


def test_the_acts_of_the_script_in_their_order(log: Log) -> None:
    acts = [f"{one['id']} {one.verb}" for one in battles(log)]
    assert acts == [
        "1 attack-declared", "1 attack-declared", "1 attack-declared", "1 ground", "1 attack", "1 retreat", "1 strike",
        "2 attack-declared", "2 attack", "2 stand",
        "3 attack-declared", "3 attack-declared", "3 attack-declared", "3 attack", "3 strike-declared", "3 strike",
        "4 attack-declared", "4 attack",
    ]  # fmt: skip


def test_each_act_is_one_step(log: Log) -> None:
    for step in log.steps:
        verbs = [one.verb for one in said(step) if one.verb not in (speech.MOBILIZED, speech.HQ_LOST)]
        assert len(verbs) <= 1, step.number


def test_every_announcement_has_the_keys_of_the_notation(log: Log) -> None:
    keys = speech.KEYS | speech.SUPPLY_KEYS
    seen = {one.verb for step in log.steps for one in said(step)}
    assert seen == set(speech.SUPPLY_KEYS) | {speech.LOSS, speech.UPKEEP}
    for step in log.steps:
        for one in said(step):
            assert tuple(key for key, _ in one.fields) == keys[one.verb]


@pytest.mark.parametrize(("act", "by", "payers", "paid", "af", "df"), [
    # 12th division 4, artillery 2 and 4 by twos: 16 quarters; 8 defend
    (0, FIRST, ("it-2nd-hq",) * 3, {"it-2nd-hq": 4}, 10, 8),
    # a second headquarters brings the 13th division; then the 21st unsupplied
    (1, ("it-12-div", "it-13-div", "it-2-art", "it-2-siege"), ("it-2nd-hq", "it-3rd-hq", "it-2nd-hq", "it-2nd-hq"),
     {"it-2nd-hq": 4, "it-3rd-hq": 1}, 14, 8),
    (2, ("it-12-div", "it-13-div", "it-21-div", "it-2-art", "it-2-siege"),
     ("it-2nd-hq", "it-3rd-hq", "none", "it-2nd-hq", "it-2nd-hq"), {"it-2nd-hq": 4, "it-3rd-hq": 1}, 18, 8),
    (6, ("ah-4m-mtn-bde", "ah-16-art"), ("ah-5th-hq",) * 2, {"ah-5th-hq": 2}, 4, None),  # strikes back by twos
    (7, ("it-25-div", "it-30-div"), ("it-1st-hq",) * 2, {"it-1st-hq": 2}, 8, 2),
    (10, ("it-35-div", "it-5-mtn-div", "it-6-div"), ("none",) * 3, {}, 12, 2),
    (11, ("it-35-div", "it-5-mtn-div", "it-6-div"), ("it-1st-hq",) * 3, {"it-1st-hq": 3}, 12, 2),  # alone, later
    (13, ("it-35-div", "it-5-mtn-div", "it-6-div"), ("it-1st-hq", "it-1st-hq", "none"), {"it-1st-hq": 2}, 12, 2),
    (15, ("ah-54m-mtn-bde",), ("none",), {}, 2, None),
    (17, ("ah-181-bde",), ("ah-tir-hq",), {"ah-tir-hq": 1}, 2, 8),
])  # fmt: skip
def test_who_fights_and_who_pays(log: Log, names: dict[str, str], act, by, payers, paid, af, df) -> None:
    one = battles(log)[act]
    assert tuple(names[unit] for unit in one.ids("by")) == by
    assert tuple(names.get(hq, hq) for hq in one.ids("sup")) == payers
    assert {names[hq]: int(n) for hq, n in zip(one.ids("hq"), one.ids("pays"), strict=True)} == paid
    assert one["af"] == str(af) and one["df"] == ("" if df is None else str(df))


def test_places_ground_answers_and_kind(log: Log, names: dict[str, str]) -> None:
    found = battles(log)
    first, strike, column = found[4], found[6], found[17]
    assert (first["at"], first.ids("from"), first["ground"]) == ("3318", ("3118",) * 5, "mountain")
    assert tuple(names[unit] for unit in first.ids("def")) == FOURS
    assert (first["turn"], first["phase"], first["kind"]) == ("May_1915,turn_7", "combat", "attack")
    assert strike["answer"] == "retreat" and found[9]["answer"] == found[15]["answer"] == "stand"
    assert (column["turn"], column["phase"], column["kind"]) == ("June_1915,turn_1", "movement", "column")
    assert column["ground"] == "unnamed"
    assert all(one["die"] in "123456" for one in found if one.verb in (speech.ATTACK, speech.STRIKE))


def table_after(log: Log, steps: int | None = None) -> Table:
    table = Table()
    table.apply_all(log.save.commands)
    for step in tuple(log.steps)[:steps]:
        table.apply_all(step.commands)
    return table


def stocks(table: Table) -> dict[str, str]:
    return {mark(piece, "CounterId"): value(piece, "Supply") for piece in table.pieces.values()
            if piece.kind == PIECE and mark(piece, "Type") == "headquarters"}  # fmt: skip


def test_what_the_headquarters_have_left(log: Log) -> None:
    """They begin with 10, 10, 5, 9 and 5; the 1st Army loses a point by its key, and the rest with itself (S18-16)."""
    assert stocks(table_after(log, 0)) == {"it-2nd-hq": "10", "it-3rd-hq": "10", "it-1st-hq": "5", "ah-5th-hq": "9",
                                           "ah-tir-hq": "5"}  # fmt: skip
    assert stocks(table_after(log)) == {"it-2nd-hq": "6", "it-3rd-hq": "9", "it-1st-hq": "0", "ah-5th-hq": "7",
                                        "ah-tir-hq": "4"}  # fmt: skip


def test_an_undo_takes_a_whole_battle_back(log: Log) -> None:
    steps = tuple(log.steps)
    undone = undo_targets(steps)
    declared = next(step for step in steps if step.number in undone.values()
                    and any(one.verb == speech.ATTACK_DECLARED for one in said(step)))  # fmt: skip
    undo = next(step.number for step in steps if undone.get(step.number) == declared.number)
    before, after = table_after(log, declared.number - 1), table_after(log, undo)
    changed = {k for k in after.properties if after.properties[k] != before.properties.get(k, after.properties[k])}
    assert changed == set()
    for id_, piece in before.pieces.items():
        assert after.state_text(id_) == before.state_text(piece.id)


def test_no_chat_tells_a_balance(log: Log) -> None:
    """S17-5: amounts paid follow from what lies open; what is left does not."""
    words = " ".join(one.text for step in log.steps for one in step.commands if isinstance(one, c.Chat))
    assert "Supply" not in words and " left" not in words.replace("has 3 left", "").replace("has 1 left", "")


def test_marks_are_cleared_at_the_end_of_the_player_turn(log: Log) -> None:
    at_end = next(step.number for step in log.steps if any(one.verb == speech.UPKEEP for one in said(step)))
    for piece in table_after(log, at_end).pieces.values():
        if piece.kind == PIECE and mark(piece, "Side") == "Entente" and mark(piece, "CounterId"):
            assert value(piece, "Battle") == "0" and value(piece, "Role") == "" and value(piece, "Acted") == ""
            assert value(piece, "Path") == ""
