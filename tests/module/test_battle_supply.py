"""Battles that headquarters pay for: what a press means, what it costs, what is said; every expression worked out."""

from __future__ import annotations

import re
from itertools import product

import pytest

from builder.model import speech
from builder.module import supply_words as s
from builder.module import words as w
from builder.module.battle_supply import global_properties, grounds
from builder.module.help import keys_page
from builder.module.markers import MARKER
from builder.module.strength import HEADQUARTERS
from builder.module.units import UNIT
from builder.vassal.expression_traps import unguarded_divisions
from builder.vassal.traits.trait import Trait
from builder.vassal.traits.values import Key
from tests.module.beanshell import evaluate, names
from tests.module.conftest import Planned, planned
from tests.module.test_expressions import ENGINE, expressions, of_trait, suffixes

OWN = ("Armed", "Mobilized", "Freed", "CalledUpTo", "PlayerSide", "Waits_Level", "location", "MarkerId")


@pytest.fixture(scope="module")
def front() -> Planned:
    return planned("italian_front")


def traits(front: Planned) -> list[Trait]:
    return [trait for prototype in front.plan.prototypes.values() for trait in prototype]


def known(front: Planned) -> set[str]:
    """Properties that the module defines, and those of the engine that ours use."""
    found = {name for name, _ in global_properties()} | ENGINE | set(OWN)
    found |= {part.get("property") for part in front.plan.root.all("ListTurnLevel")}
    for trait in (*traits(front), *(t for piece in front.plan.pieces.values() for t in piece)):
        if trait.prefix in ("PROP", "calcProp"):
            found.add(trait.fields["name"])
        elif trait.prefix == "mark":
            found |= set(trait.fields["names"])
    return found


def change(front: Planned, name: str, key: object) -> str:
    """What a key sets a property to."""
    trait = next(t for t in traits(front) if t.prefix in ("setprop", "PROP") and t.fields["name"] == name)
    return next(one.change.value for one in trait.fields["commands"] if one.key == key)


def condition(front: Planned, name: str) -> str:
    return next(t.fields["condition"] for t in traits(front) if t.prefix == "macro" and t.fields["name"] == name)


def at_rest(front: Planned) -> dict[str, str]:
    """What a piece sees in the palette, before any battle."""
    values = dict.fromkeys(known(front), "") | dict(global_properties())
    values |= dict.fromkeys(("UiPieceIndex", "UiPieceCount", "Picked", "Battle", "Pays", "Due", "Supply", "Armed",
                             "Mobilized", "Freed", "Strength", "Quarters", "CalledUpTo"), "0")  # fmt: skip
    return values | {"Step_Level": "1", "FullSteps": "1", "InDeadPile": "0", "WaitsNo": "1"}


# ---- every expression


def test_every_name_is_defined_somewhere(front: Planned) -> None:
    have = known(front)
    for expression in expressions(front):
        assert names(expression) <= have, expression
        assert list(unguarded_divisions(expression)) == [], expression
    for trait in traits(front):
        for text in of_trait(trait):
            if not text.startswith("{"):
                assert set(re.findall(r"\$(\w+)\$", text)) <= have, text


def test_nothing_fails_in_the_palette_or_whatever_a_battle_holds(front: Planned) -> None:
    values = at_rest(front)
    for stage, picked, due, names_ in product("0123", ("0", "7"), ("0", "3"), ("", "no headquarters pays", "2nd Army")):
        values |= {"BattleStage": stage, "PickUnits": picked, "PickHqs": picked, "PickFoes": picked, "Due": due}
        values |= {"BattleHqNames": names_, "PayQuarters": picked, "BattleNo": stage, "Pays": stage}
        for expression in expressions(front):
            evaluate(expression, values)


# ---- what a press means


def meant(front: Planned, **said: str) -> str:
    values = at_rest(front) | {"ActiveSide": "Entente", "BattleSide": "Entente"} | said
    return str(evaluate(change(front, "PickWhat", s.DECIDE), values))


@pytest.mark.parametrize(("said", "what"), [
    ({"PickUnits": "3", "PickHqs": "1", "PickFoes": "1", "PickHex": "3318"}, "new"),
    ({"PickUnits": "3"}, "none"),  # no target
    ({"PickHqs": "1", "PickFoes": "1", "PickHex": "3318"}, "none"),  # a headquarters does not attack
    ({"BattleStage": "1", "BattleHex": "3318", "PickHqs": "1"}, "join"),  # a second headquarters, alone
    ({"BattleStage": "1", "BattleHex": "3318", "PickUnits": "2", "PickFoes": "1", "PickHex": "3318"}, "join"),
    ({"BattleStage": "1", "BattleHex": "3318", "PickUnits": "2", "PickFoes": "1", "PickHex": "3218"}, "new"),
    ({"BattleStage": "1", "BattleHex": "3318", "PickFoes": "2", "PickHex": "3318"}, "none"),  # not before the die
    ({"BattleStage": "2", "BattleHex": "3318", "PickFoes": "2", "PickHex": "3318"}, "strike"),
    ({"BattleStage": "2", "BattleHex": "3318", "PickUnits": "2"}, "none"),  # attackers come too late
    ({"BattleStage": "2", "BattleHex": "3318", "PickUnits": "2", "PickFoes": "1", "PickHex": "3217"}, "new"),
    ({"BattleStage": "1", "BattleHex": "3318", "PickUnits": "2", "BattleSide": "Central Powers"}, "none"),
    ({"PickWhat": "roll", "BattleStage": "1", "PickUnits": "1"}, "roll"),
    ({"PickWhat": "roll", "BattleStage": "1", "PickUnits": "1", "PickFoes": "1", "PickHex": "3318"}, "roll"),
    ({"PickWhat": "roll", "BattleStage": "1", "PickFoes": "1", "PickHex": "3318"}, "none"),  # the attacker rolls
    ({"PickWhat": "roll", "BattleStage": "2", "PickFoes": "1", "PickHex": "3318"}, "roll-strike"),
    ({"PickWhat": "roll", "BattleStage": "2", "PickUnits": "1"}, "none"),
    ({"PickWhat": "roll", "BattleStage": "3", "PickFoes": "1", "PickHex": "3318"}, "none"),
])  # fmt: skip
def test_what_a_press_means(front: Planned, said: dict[str, str], what: str) -> None:
    assert meant(front, **said) == what


def test_of_the_conditions_that_a_press_meets_one_alone_is_true(front: Planned) -> None:
    """A later trigger must not act on what an earlier one changed."""
    chosen = [t.fields["condition"] for t in traits(front) if t.prefix == "macro" and t.fields["key"] == s.DO]
    settled = [t.fields["condition"] for t in traits(front) if t.prefix == "macro" and t.fields["key"] == s.SETTLE]
    values = at_rest(front)
    for what in ("new", "join", "strike", "roll", "roll-strike", "none"):
        assert [evaluate(one, values | {"PickWhat": what}) for one in chosen].count(True) == 1
    for what, short, by in product(("roll", "roll-strike"), ("0", "2"), ("", "17,")):
        now = values | {"PickWhat": what, "BattleShort": short, "BattleBy": by}
        assert [evaluate(one, now) for one in settled].count(True) == 1


# ---- what it costs


def owed(front: Planned, units: list[tuple[str, int]], stage: str) -> int:
    """What a headquarters pays for units of (type, strength) in one battle."""
    quarters, sums = 0, next(t for t in traits(front) if t.fields.get("name") == "Quarters").fields["expression"]
    for kind, strength in units:
        values = at_rest(front) | {"Type": kind, "Strength": str(strength), "BattleStage": stage}
        quarters += int(evaluate(sums, values))
    return int(evaluate(change(front, "Due", s.DUE_SET), at_rest(front) | {"PayQuarters": str(quarters)}))


@pytest.mark.parametrize(("units", "stage", "cost"), [
    ([("infantry", 5), ("infantry", 9), ("infantry", 5)], "1", 5),  # S19-fig11: nineteen attackers
    ([("infantry", 4)], "2", 2),  # S19-fig11: a lone defender of four, by twos
    ([("siege-artillery", 23)], "1", 12),  # S29-fig12
    ([("siege-artillery", 23)], "2", 12),  # artillery pays the same both ways (S29-6)
    ([("infantry", 1)], "1", 1), ([("infantry", 1)], "2", 1), ([("infantry", 3)], "2", 2),
    ([("infantry", 4), ("artillery", 2)], "1", 2), ([("infantry", 5), ("artillery", 1)], "1", 2),
    ([("infantry", 36)], "1", 9), ([("fortress", 36)], "2", 0),  # S21-3: fortresses strike back free
    ([("infantry", 4), ("fortress", 8)], "2", 2), ([], "1", 0),
])  # fmt: skip
def test_what_a_headquarters_pays(front: Planned, units: list[tuple[str, int]], stage: str, cost: int) -> None:
    """S19-2, S29-6: one point for four strength points, for two in a counterattack and of artillery, fractions up."""
    assert owed(front, units, stage) == cost


@pytest.mark.parametrize(("stock", "due", "short"), [("5", "5", False), ("4", "5", True), ("0", "0", False)])
def test_a_headquarters_is_short_of_what_it_lacks(front: Planned, stock: str, due: str, short: bool) -> None:
    assert evaluate(condition(front, "short of it"), {"Supply": stock, "Due": due}) is short


def test_what_is_owed_is_shown_to_its_own_side_alone(front: Planned) -> None:
    shown = next(t for t in front.plan.prototypes[HEADQUARTERS] if t.fields.get("name") == "SupplyShown")
    values = {"Supply": "10", "Due": "4", "Pays": "3", "BattleNo": "3", "Side": "Entente"}
    for player, seen in (("Entente", "10 - 4"), ("Central Powers", ""), ("", "")):
        assert evaluate(shown.fields["expression"], values | {"PlayerSide": player}) == seen
    assert evaluate(shown.fields["expression"], values | {"PlayerSide": "Entente", "BattleNo": "4"}) == 10


# ---- what is said


def test_reports_say_exactly_what_the_notation_names(front: Planned) -> None:
    own = (t.fields["format"] for piece in front.plan.pieces.values() for t in piece if t.prefix == "report")
    on_markers = [found for text in own if (found := speech.find(re.sub(r"\$\w+\$", "1", text)))]
    said = [one for one in (*suffixes(front), *on_markers) if one.verb in speech.SUPPLY_KEYS]
    assert {one.verb for one in said} == set(speech.SUPPLY_KEYS)
    for one in said:
        assert tuple(key for key, _ in one.fields) == speech.SUPPLY_KEYS[one.verb], one.verb


def test_no_report_speaks_of_a_balance_or_holds_a_space(front: Planned) -> None:
    """S17-5: what a headquarters has left is secret; names of places, phases and sides hold spaces."""
    spaced = ("$location$", "$LocationName$", "$Phase$", "$BasicName$", "$Side$", "$ActiveSide$", "$TurnMonth$")
    for trait in traits(front):
        if trait.prefix == "report":
            text = trait.fields["format"]
            assert "Supply$" not in text and "Due$" not in text and "SupplyShown" not in text
            assert not any(name in text[text.find("[hw1") :] for name in spaced if "[hw1" in text), text


def test_the_end_of_a_player_turn_is_one_word_for_machines(front: Planned) -> None:
    part = next(p for p in front.plan.root.all("GlobalKeyCommand") if p.get("name") == "End of player turn")
    values = {"ActiveSide": "Central Powers", "TurnMonth": "May 1915", "TurnPart": "turn 7"}
    found = speech.find(str(evaluate(part.get("reportFormat"), values)))
    assert found is not None and found["side"] == "Central_Powers" and found["turn"] == "May_1915,turn_7"


# ---- grounds, keys, mobilization


def test_grounds_are_the_terrain_that_can_be_chosen(front: Planned) -> None:
    """S13-3: neither closed sides nor what only adds to a side (rivers, railways, trenches); nine keys."""
    assert grounds(front.game) == ("clear", "broken", "hilly", "woods", "rough", "wooded-rough", "mountain", "urban",
                                   "marsh")  # fmt: skip


@pytest.mark.parametrize(("stage", "role", "index", "answered", "closed"), [
    ("1", "defend", "1", "0", False), ("2", "strike", "1", "0", False), ("0", "defend", "1", "0", True),
    ("3", "defend", "1", "0", True), ("1", "attack", "1", "0", True),
    ("1", "defend", "2", "1", True),  # one answers for all
    ("1", "defend", "2", "0", False), ("1", "defend", "3", "2", True),  # behind a marker the second does
    ("1", "defend", "1", "2", False),  # a later press
    ("1", "defend", "0", "3", False),  # 0 while the menu opens
])  # fmt: skip
def test_ground_is_the_defenders_choice(
    front: Planned, stage: str, role: str, index: str, answered: str, closed: bool
) -> None:
    hidden = next(t for t in front.plan.prototypes[UNIT] if t.prefix == "hideCmd").fields["condition"]
    values = {"BattleStage": stage, "BattleNo": "2", "Battle": "2", "Role": role, "UiPieceIndex": index,
              "AnsweredAt": answered}  # fmt: skip
    assert evaluate(hidden, values) is closed


@pytest.mark.parametrize(("index", "answered", "then"), [("1", "3", 0), ("2", "1", 1), ("2", "0", 0)])
def test_a_marker_leaves_the_choice_of_ground_to_a_unit(front: Planned, index: str, answered: str, then: int) -> None:
    """Works lie under their stack, so they are the first of it; what an earlier press left is forgotten."""
    own = next(t for t in front.plan.prototypes[MARKER] if t.prefix == "setprop")
    assert {one.key for one in own.fields["commands"]} == {s.ground_key(n) for n in range(1, 10)}
    for one in own.fields["commands"]:
        assert evaluate(one.change.value, {"UiPieceIndex": index, "AnsweredAt": answered}) == then


def test_a_marker_that_comes_last_leaves_the_act_to_a_unit(front: Planned) -> None:
    """A stack that is clicked is selected whole, its markers too."""
    last, sent = (next(t for t in front.plan.prototypes[MARKER] if t.prefix == kind) for kind in ("macro", "globalkey"))
    assert set(last.fields["watch_keys"]) == {w.BATTLE, s.UNSUPPLIED, w.RESOLVE}
    assert last.fields["action_keys"] == (sent.fields["key"],)
    for index, first, acts in (("3", "17", True), ("2", "17", False), ("3", "", False)):
        values = {"UiPieceIndex": index, "UiPieceCount": "3", "PickFirst": first}
        assert evaluate(last.fields["condition"], values) is acts
    for id_, picked, acts in (("17", "4", True), ("18", "4", False), ("17", "3", False)):
        values = {"UniqueID": id_, "Picked": picked, "PickNo": "4", "PickFirst": "17"}
        assert evaluate(sent.fields["filter"], values) is acts
    unit = {t.fields["key"]: t for t in front.plan.prototypes[UNIT] if t.prefix == "macro"}
    assert unit[sent.fields["sent_key"]].fields["action_keys"] == (s.DECIDE, s.DO, s.PICK_DONE)


@pytest.mark.parametrize(("index", "first", "clears"), [("1", "", True), ("2", "", True), ("2", "17", False),
                                                        ("1", "17", True)])  # fmt: skip
def test_the_first_unit_begins_even_behind_a_marker(front: Planned, index: str, first: str, clears: bool) -> None:
    assert evaluate(condition(front, "begin"), {"UiPieceIndex": index, "PickFirst": first}) is clears
    assert change(front, "PickFirst", s.CLEAR) == "$UniqueID$" and change(front, "PickFirst", s.PICK_DONE) == ""


def test_one_press_begins_works_in_each_hex_of_the_selection_that_has_none(front: Planned) -> None:
    """VASSAL sends the key to each selected piece in turn. S22-1: works stand once in a hex, whoever digs there."""
    digger, game = front.plan.prototypes["Works central"], front.game
    key = {t.fields["key"]: t for t in digger if t.prefix in ("macro", "globalkey")}
    changes = {c.key: (t.fields["name"], c.change.value) for t in digger if t.prefix == "setprop"
               for c in t.fields["commands"]}  # fmt: skip
    assert key[w.DIG].fields["condition"] == "" and changes[s.LOOK_HERE] == ("WorksHere", "0")
    assert change(front, "WorksAt", s.LOOK_HERE) == "{ LocationName }"
    on_map = [("3318", "cp-trench"), ("3319", "en-trench"), ("3320", "")]  # (hex, marker there)
    begun = []
    for unit, at in enumerate(("3317", "3317", "3318", "3319", "3320", "3317")):
        values = {"WorksAt": at, "WorksHere": "0"}
        for action in key[w.DIG].fields["action_keys"]:
            if action == s.LOOK_CALL:
                for place, marker in on_map:
                    seen = {"MarkerId": marker, "LocationName": place} | values
                    if evaluate(key[action].fields["filter"], seen):
                        piece = front.plan.pieces[f"slot:marker:{marker}"]
                        counts = next(t for t in piece if t.prefix == "setprop" and t.fields["name"] == "WorksHere")
                        (one,) = counts.fields["commands"]
                        assert one.key == key[action].fields["sent_key"]
                        values["WorksHere"] = str(evaluate(one.change.value, values))
            elif action == s.BEGIN_WORKS and evaluate(key[action].fields["condition"], values):
                assert s.PLACE_WORKS in key[action].fields["action_keys"]
                begun.append((unit, at))
                on_map.append((at, "cp-construction"))
    assert begun == [(0, "3317"), (3, "3319"), (4, "3320")]
    assert {"cp-construction", "cp-trench", "en-trench"} <= set(game.markers)


def test_the_page_of_keys_names_every_typed_key(front: Planned) -> None:
    typed = {t.fields["key"] for t in traits(front) if "key" in t.fields.layout.names}
    typed |= {one.key for t in traits(front) if t.prefix in ("PROP", "setprop") for one in t.fields["commands"]}
    page = keys_page(front.game)
    grounds_ = {s.ground_key(n) for n in range(1, 10)}
    for key in typed - grounds_:
        if isinstance(key, Key):
            assert f"<b>{key.label}</b>" in page, key.label
    assert "Ctrl+1 to Ctrl+9" in page


@pytest.mark.parametrize(("scenario", "turn", "waits"), [
    ("may-1915", "82", 2), ("may-1915", "80", 1), ("duration", "83", 2), ("may-1916", "83", 1), ("", "83", 1),
])  # fmt: skip
def test_who_waits_for_mobilization(front: Planned, scenario: str, turn: str, waits: int) -> None:
    """I6: the game of May 1915 begins on turn 80; divisions of June wait until their turns."""
    found = next(t for t in traits(front) if t.fields.get("name") == "WaitsNo").fields["expression"]
    values = {"Freed": "0", "Scenario": scenario, "Mobilized": turn}
    assert evaluate(found, values) == waits
    assert evaluate(found, values | {"Freed": "1"}) == 1


def test_units_that_wait_are_those_of_the_sources(front: Planned) -> None:
    """I6-m: divisions 13 to 18, 21 to 23, 32 and 33 on turn 1 of June (82); the rest of the Italians a turn later."""
    waiting = {c.id: int(c.attributes.get("mobilized") or 0) for c in front.game.counters.values()}
    has = {key.removeprefix("slot:") for key, piece in front.plan.pieces.items()
           if any(t.prefix == "prototype" and t.fields["name"] == "Mobilization" for t in piece)}  # fmt: skip
    assert has == {id_ for id_, turn in waiting.items() if turn > 80}
    first = {id_ for id_ in has if waiting[id_] == 82}
    assert first == {f"it-{n}-div" for n in (13, 14, 15, 16, 17, 18, 21, 22, 23, 32, 33)}
