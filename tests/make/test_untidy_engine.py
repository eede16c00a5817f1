"""Untidy play in VASSAL 3.7.26 itself: what nobody's script makes is no action, and accuses nobody.

Recorded besides what is told below: the tracker pressed on, back and undone; a battle key without a target, undone; a
trail shown; a stack of three dragged on and back; a unit shifted within its hex; two drags undone one after the other;
a control marker copied, dragged into the hex, taken along by its stack and deleted; an end of turn undone.
"""

from __future__ import annotations

from pathlib import Path

from builder.make.check import check
from builder.make.opening import open_game

ROOT = Path(__file__).resolve().parents[2]
LOG = Path(__file__).parent / "data" / "untidy-engine.vlog"
PLAYED = [
    "move fr-45-div 3037-2936",
    "move fr-45-div 2936-2935-2835",
    "attack fr-11-corps+fr-42-div+fr-9-corps 3129",
    "lose de-g-corps 3129",
    "retreat de-g-corps 3129-3029",
    "lose fr-11-corps 3229",
    "advance fr-9-corps 3230-3129",
    "move de-7-corps+de-9-corps 3131-3132",
]


def told(action) -> str:
    return " ".join((action.verb, "+".join(sorted(action.units)), "-".join(action.path) or action.place))


def test_only_what_was_played_is_told_and_nobody_is_accused() -> None:
    report = check(LOG, open_game(ROOT / "source/glorys_end"))
    assert [told(action) for action, _ in report.judged if action.verb != "end-phase"] == PLAYED
    assert not report.illegal and not report.suspect
    assert report.notes == () and report.unknown == ()
