"""Cases that draw their own ground without saying so, phases that a rule set adds, places called by their names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.model import Action, BadInput, Moment
from builder.model.notation import Time, parse
from builder.rules.cases import by_number, run_cases
from builder.rules.setup import moment_of, start_of
from tests.rules.tiny import GAME, RULES


def start(text: str, rules=RULES):
    (case,) = parse(text, "x.case")
    return start_of(case, GAME, rules)


def test_pieces_at_labels_and_no_map_line_stand_on_a_blank_map():
    found = start("case A\ngiven F = Ruritanian infantry XX, at H1\n")
    assert found.given.blank and found.position.state.units["F"].place == "H1"
    assert not start("case A\ngiven F = Ruritanian infantry XX, at 0101\n").given.blank
    assert not start("case A\ngiven control 0101: red\n").given.blank


@pytest.mark.parametrize("text", ["map real\ngiven F = infantry, at H1", "given F = infantry, at 01011"])
def test_a_map_that_is_named_and_a_mistyped_number_are_no_labels(text):
    with pytest.raises(BadInput, match="stands on no place"):
        start(f"case A\n{text}\n")


def test_a_rule_set_adds_words_for_phases():
    assert moment_of(Time("2", ("red", "east-moving")), GAME, further={"east-moving"}) == Moment(
        2, "red", "east-moving"
    )
    with pytest.raises(BadInput, match="neither a side nor a phase"):
        moment_of(Time("2", ("red", "east-moving")), GAME)
    rules = replace(RULES, phases=frozenset({"east-moving"}))
    assert start("case A\nwhen turn 1, red, east-moving\n", rules).position.state.when.phase == "east-moving"


def test_an_action_may_name_a_hex_by_what_is_printed_there():
    sheet = GAME.maps[0]
    hexes = {**sheet.hexes, "0101": replace(sheet.hexes["0101"], place="Strelsau")}
    game = replace(GAME, maps=(replace(sheet, hexes=hexes),))
    case = "case A\ngiven F = Ruritanian infantry XX, at 0102\ndo move F 0102-Strelsau\nexpect cost F: 1\n"
    (result,) = run_cases(parse(case, "x.case"), game, RULES)
    assert result.ok, str(result)
    (result,) = run_cases(parse(case.replace("Strelsau", "Zenda"), "x.case"), game, RULES)
    assert "no place of the map" in str(result)
    action = Action("move", ("F",), ("0102", "Zenda"))
    assert by_number(action, game, frozenset(sheet.hexes)).path == ("0102", "Zenda")
