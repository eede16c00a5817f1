"""What the module asks VASSAL to work out, worked out: no unknown name, no division by zero, the sums of a battle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from builder.model import speech
from builder.module.battle import global_properties
from builder.module.units import phase_name
from builder.vassal.expression_traps import unguarded_divisions
from builder.vassal.traits.trait import Trait
from tests.module.beanshell import BadExpression, evaluate, names
from tests.module.conftest import Planned

ENGINE = {"LocationName", "OldLocationName", "UiPieceIndex", "UiPieceCount", "BasicName", "UniqueID", "Step_Level",
          "OocMark_Level", "PlayerName", "Die_result", "Siege_result", "Turn_command", "PropertyValue",
          "pieceName", "location", "previousLocation", "message", "gridLocation", "name", "value",
          "result"}  # fmt: skip
"""Properties that VASSAL itself gives to pieces, dice, trackers and formats."""


def texts(value: Any) -> Iterator[str]:
    """Every text inside a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from texts(item)


def of_trait(trait: Trait) -> Iterator[str]:
    for name in trait.fields.layout.names:
        yield from texts(trait.fields[name])


def all_texts(planned: Planned) -> list[str]:
    found = [text for traits in planned.plan.prototypes.values() for trait in traits for text in of_trait(trait)]
    found += [text for part in planned.plan.root.all() for text in part.attributes.values()]
    return list(dict.fromkeys(found))


def expressions(planned: Planned) -> list[str]:
    return [text for text in all_texts(planned) if text.startswith("{")]


def own_names(planned: Planned) -> set[str]:
    """Properties that the module itself defines: of pieces, of the module, of the tracker."""
    found = {name for name, _ in global_properties()}
    found |= {part.get("property") for part in planned.plan.root.all("CounterTurnLevel", "ListTurnLevel")}
    for traits in (*planned.plan.prototypes.values(), *planned.plan.pieces.values()):
        for trait in traits:
            if trait.prefix in ("PROP", "calcProp"):
                found.add(trait.fields["name"])
            elif trait.prefix == "mark":
                found |= set(trait.fields["names"])
    return found


def sums(planned: Planned) -> dict[str, str]:
    """Calculated properties, by name."""
    return {t.fields["name"]: t.fields["expression"] for t in planned.plan.prototypes["Unit"] if t.prefix == "calcProp"}


def lying_in_the_palette(planned: Planned) -> dict[str, str]:
    """What a piece sees that is on no map, before any battle."""
    values = {name: "" for name in own_names(planned) | ENGINE}
    values |= dict(global_properties())
    values |= {
        "Step_Level": "1",
        "OocMark_Level": "1",
        "FullSteps": "1",
        "Battle": "0",
        "UiPieceIndex": "0",
        "UiPieceCount": "0",
    }
    values |= {f"{letter}{n}": "0" for letter in "ACDEM" for n in range(1, 5)}
    values["TurnNo"] = "1"
    for name in ("AF", "AC", "DF", "DC", "InDeadPile", "BattleA", "BattleD"):  # calculated from these, in this order
        values[name] = str(evaluate(sums(planned)[name], values))
    return values


def test_the_evaluator_refuses_what_java_refuses():
    assert evaluate('{ A / B + ":1" }', {"A": "11", "B": "4"}) == "2:1"
    assert evaluate('{ B == 0 ? "-" : A / B }', {"A": "1", "B": "0"}) == "-"
    assert evaluate('{ N == "0304" }', {"N": "0304"}) is True
    for bad, values in (
        ("{ A / B }", {"A": "1", "B": "0"}),
        ("{ A > 1 }", {"A": "x"}),
        ("{ A }", {}),
        ("{ A = 1 }", {"A": "1"}),
    ):
        with pytest.raises(BadExpression):
            evaluate(bad, values)


def test_every_name_is_defined_somewhere(any_game: Planned):
    known = own_names(any_game) | ENGINE
    for expression in expressions(any_game):
        assert names(expression) <= known, expression


def test_every_name_between_dollars_is_defined_somewhere(any_game: Planned):
    known = own_names(any_game) | ENGINE | {f"level{n}" for n in range(1, 4)} | {"newTurn", "oldTurn"}
    for text in all_texts(any_game):
        if not text.startswith("{"):
            assert set(re.findall(r"\$(\w+)\$", text)) <= known, text


def test_nothing_fails_in_the_palette_and_before_the_first_battle(any_game: Planned):
    values = lying_in_the_palette(any_game)
    for expression in expressions(any_game):
        evaluate(expression, values)


def test_nothing_fails_whatever_a_battle_holds(any_game: Planned):
    """Calculated properties are evaluated on every drag: every mix of zero and positive sums, each guarded."""
    values = lying_in_the_palette(any_game)
    fields = ("BattleAF", "BattleAC", "BattleDF", "BattleDC", "BattleAttInf", "BattleDefInf")
    for numbers in product((0, 1, 7), repeat=len(fields)):
        values |= dict(zip(fields, map(str, numbers)))
        for name in ("BattleA", "BattleD"):
            values[name] = str(evaluate(sums(any_game)[name], values))
        for name in ("BattleOdds", "BattleWho"):
            evaluate(sums(any_game)[name], values)


def test_divisions_are_guarded_by_their_look_too(any_game: Planned):
    for expression in expressions(any_game):
        assert list(unguarded_divisions(expression)) == [], expression


@pytest.mark.parametrize("attack, defence, odds", [
    (11, 10, "1:1"), (8, 4, "2:1"), (15, 10, "1:1"), (4, 9, "1:3"), (4, 8, "1:2"), (29, 10, "2:1"),
    (0, 4, "no odds"), (3, 0, "no odds"),
])  # fmt: skip
def test_odds_favour_the_defender(glory: Planned, attack: int, defence: int, odds: str):
    """13.1: the ratio is rounded in the defender's favour."""
    assert evaluate(sums(glory)["BattleOdds"], {"BattleA": str(attack), "BattleD": str(defence)}) == odds


@pytest.mark.parametrize("counter, steps, af, ac, df, dc", [
    ("fr-2c-corps", 2, 2, 4, 2, 4),  # prints (4)2-6: the bracket against cavalry alone, the other number both ways
    ("de-2c-corps", 3, 3, 6, 3, 6), ("fr-4r-grp", 3, 3, 3, 4, 4), ("de-2-corps", 3, 5, 5, 5, 5),
    ("fr-paris-n-fort", 1, 0, 0, 6, 6),
])  # fmt: skip
def test_factors_are_those_of_the_face_that_shows(glory: Planned, counter: str, steps: int, af, ac, df, dc):
    marks = next(t for t in glory.plan.pieces[f"slot:{counter}"] if t.prefix == "mark")
    values = dict(zip(marks.fields["names"], marks.state["values"])) | {"Step_Level": str(steps)}
    assert tuple(evaluate(sums(glory)[name], values) for name in ("AF", "AC", "DF", "DC")) == (af, ac, df, dc)


def test_a_place_with_spaces_is_one_word_for_machines(glory: Planned):
    expression = sums(glory)["PlaceName"]
    assert evaluate(expression, {"LocationName": "German dead pile"}) == "German_dead_pile"
    assert evaluate(expression, {"LocationName": "3036"}) == "3036"


def test_each_phase_has_its_id(any_game: Planned):
    for phase in any_game.game.phases:
        assert evaluate(sums(any_game)["PhaseId"], {"Phase": phase_name(phase)}) == phase.id


# ---- what reports say to machines


def suffixes(planned: Planned) -> list[speech.Announcement]:
    return [found for text in all_texts(planned) if (found := speech.find(re.sub(r"\$\w+\$", "1", text)))]


def test_reports_say_exactly_what_the_notation_names(glory: Planned):
    said = suffixes(glory)
    assert {one.verb for one in said} == set(speech.KEYS)
    for one in said:
        assert tuple(key for key, _ in one.fields) == speech.KEYS[one.verb], one.verb


def test_a_smaller_game_says_no_more(tutorial: Planned):
    assert {one.verb for one in suffixes(tutorial)} == set(speech.KEYS) - {speech.COMMAND}


def test_every_machine_suffix_can_be_read_with_what_vassal_fills_in(glory: Planned):
    """Names of places and phases hold spaces: none of them may stand in a suffix."""
    spaced = {"$location$", "$LocationName$", "$Phase$", "$BasicName$", "$pieceName$"}
    for text in all_texts(glory):
        inside = text[text.find("[hw1") :] if "[hw1" in text else ""
        assert not any(name in inside for name in spaced), text
