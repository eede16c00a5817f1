"""Stretches of play that no rule set reads are listed with each counter before and after."""

from __future__ import annotations

from builder.make.check import check
from builder.make.record import record_file
from builder.make.unread import unread
from builder.model import Action, GameState, Unit
from builder.report.verdicts import text


def unit(id: str, place: str, steps: int) -> Unit:
    return Unit(id, "blue", "blue", "infantry", "XX", place, steps, 2)


def test_what_was_touched_stands_with_its_places_before_and_after():
    a, b = unit("a", "0101", 2), unit("b", "0102", 1)
    before = GameState().with_unit(a).with_unit(b)
    after = GameState().with_unit(a._replace(place="0103", steps=1))
    odd, plain = Action("unrecognised", ("a",), details=(("what", "moved"),)), Action("move", ("a",))
    (found,) = unread([(plain, before, after), (odd, before, after)])
    assert list(found.lines()) == [
        "-: not understood: moved", "    a: 0101, 2 steps > 0103, 1 steps", "    b: 0102, 1 steps > not there",
    ]  # fmt: skip


def test_a_game_that_is_understood_lists_nothing(tmp_path):
    script = tmp_path / "a.case"
    script.write_text("case a\ngame glorys-end\nscenario marne\nwhen turn 8, allied, operational-movement\n"
                      "do move fr-18-corps 3631-3530-3431\n", encoding="utf-8")  # fmt: skip
    record_file(script, tmp_path / "a.vlog")
    report = check(tmp_path / "a.vlog")
    assert report.unread == () and not any("not understood" in line for line in text(report))
