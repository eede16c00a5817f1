"""Battles that headquarters support: who attacks, what is summed up, what is said; every expression worked out."""

from __future__ import annotations

import re

import pytest

from builder.model import speech
from builder.module import hq_words as h
from builder.module.backs import HEADQUARTERS
from builder.module.battle_hq import SELECTED
from builder.module.battle_hq_desk import changes, first_values
from builder.module.cups import CHIT
from builder.module.help import keys_page
from builder.module.units import UNIT, phase_name
from builder.vassal.expression_traps import unguarded_divisions
from builder.vassal.sequence import decode
from builder.vassal.traits.trait import Trait
from tests.module.beanshell import Value, evaluate, names
from tests.module.conftest import Planned
from tests.module.test_expressions import ENGINE, of_trait, texts

OWN = ENGINE | {"PlayerSide", "Back_Level", "DeckName", "Ace_result", "MarkerId", "location", "newTurn", "level1",
                "level2", "PieceName"}  # fmt: skip


def traits(tgwie: Planned) -> list[Trait]:
    plan = tgwie.plan
    return [trait for chain in (*plan.prototypes.values(), *plan.pieces.values()) for trait in chain]


def spoken(tgwie: Planned) -> list[str]:
    """Every text of the module: of its traits, of its components, and what its properties change to."""
    found = [text for trait in traits(tgwie) for text in of_trait(trait)]
    found += [text for part in tgwie.plan.root.all() for text in part.attributes.values()]
    found += [text for part in tgwie.plan.root.all("ChangePropertyButton")
              for text in texts(tuple(decode(part.get("propChanger"), ",")))]  # fmt: skip
    return list(dict.fromkeys(found))


def expressions(tgwie: Planned) -> list[str]:
    return [text for text in spoken(tgwie) if text.startswith("{")]


def known(tgwie: Planned) -> set[str]:
    found = OWN | set(first_values(tgwie.game)) | {"TurnNo", "Phase"}
    for trait in traits(tgwie):
        if trait.prefix in ("PROP", "calcProp"):
            found.add(trait.fields["name"])
        elif trait.prefix == "mark":
            found |= set(trait.fields["names"])
    return found


def at_rest(tgwie: Planned) -> dict[str, str]:
    """What a piece sees in the palette, before any battle."""
    values = dict.fromkeys(known(tgwie), "") | dict(first_values(tgwie.game))
    ones = ("Step_Level", "Back_Level", "TurnNo", "FullSteps")
    numbers = ("UiPieceIndex", "UiPieceCount", "Picked", "Battle", "A1", "A2", "D1", "D2", "BackAttack", "BackDefence",
               "Artillery", "AF", "DF", "ArtilleryUp", "Ace_result")  # fmt: skip
    return values | dict.fromkeys(ones, "1") | dict.fromkeys(numbers, "0")


def becomes(tgwie: Planned, name: str, key: object, **values: object) -> Value:
    """What a module property becomes on a hot key."""
    expression = dict(changes(tgwie.game)[name])[key]
    return evaluate(expression, {one: str(value) for one, value in values.items()})


def calculated(tgwie: Planned, prototype: str, name: str) -> str:
    found = (t for t in tgwie.plan.prototypes[prototype] if t.prefix == "calcProp" and t.fields["name"] == name)
    return next(found).fields["expression"]


def marks(tgwie: Planned, counter: str) -> dict[str, str]:
    trait = next(t for t in tgwie.plan.pieces[f"slot:{counter}"] if t.prefix == "mark")
    return dict(zip(trait.fields["names"], trait.state["values"]))


# ---- nothing that VASSAL would complain of


def test_every_name_is_defined_somewhere(tgwie: Planned) -> None:
    for expression in expressions(tgwie):
        assert names(expression) <= known(tgwie), expression
    for text in spoken(tgwie):
        if not text.startswith("{"):
            assert set(re.findall(r"\$(\w+)\$", text)) <= known(tgwie), text


def test_nothing_fails_in_the_palette_and_before_the_first_battle(tgwie: Planned) -> None:
    values = at_rest(tgwie)
    for expression in expressions(tgwie):
        evaluate(expression, values)


def test_every_division_is_guarded(tgwie: Planned) -> None:
    for expression in expressions(tgwie):
        assert list(unguarded_divisions(expression)) == [], expression


def test_every_hot_key_of_the_module_is_pressed_and_answered(tgwie: Planned) -> None:
    """A hot key that nobody presses, or that nothing answers, is a slip."""
    answered = {part.get("hotkey") for part in tgwie.plan.root.all("ChangePropertyButton", "DoActionButton")}
    answered |= {part.get("buttonHotkey") for part in tgwie.plan.root.all("GlobalKeyCommand")}
    pressed = {key for part in tgwie.plan.root.all("DoActionButton") for key in decode(part.get("hotkeys"), ",")}
    pressed |= {str(t.fields["sent_key"]) for t in traits(tgwie) if t.prefix == "globalhotkey"}
    desk = {key for key in answered | pressed if "desk-" in key}
    assert desk <= answered and desk <= pressed


# ---- who attacks whom


@pytest.mark.parametrize(("allied", "central", "player", "swap", "attacks"), [
    ("*", "W6011", "Central Powers", 0, "Allied"),  # 13.3.B: a target is one hex, so the side in several attacks
    ("*", "W6011", "Central Powers", 1, "Allied"),
    ("W6110", "*", "Allied", 0, "Central Powers"),
    ("W6110", "W6011", "Allied", 0, "Allied"), ("W6110", "W6011", "Central Powers", 0, "Central Powers"),
    ("W6110", "W6011", "Allied", 1, "Central Powers"), ("W6110", "W6011", "Central Powers", 1, "Allied"),
    ("W6110", "W6011", "", 0, "Allied"), ("W6110", "W6011", "", 1, "Central Powers"),
])  # fmt: skip
def test_the_attacker(tgwie: Planned, allied: str, central: str, player: str, swap: int, attacks: str) -> None:
    values = {"PickHex1": allied, "PickHex2": central, "PlayerSide": player, "PickSwap": swap}
    assert becomes(tgwie, "BattleSide", h.NEW_SIDE, **values) == attacks
    target = central if attacks == "Allied" else allied
    assert becomes(tgwie, "BattleHex", h.NEW, BattleSide=attacks, PickHex1=allied, PickHex2=central) == target


def test_whatever_lies_in_a_selection_may_be_its_first_or_last_piece(tgwie: Planned) -> None:
    """A stack that is clicked is selected whole, its markers too; VASSAL gives the key in the order they lie."""
    for key, own in tgwie.plan.pieces.items():
        named = {t.fields["name"] for t in own if t.prefix == "prototype"}
        assert (UNIT in named) != (SELECTED in named), key
    for prototype in (UNIT, SELECTED):
        found = [t.fields["name"] for t in tgwie.plan.prototypes[prototype] if t.prefix == "macro"]
        assert {"begin", "last", "declare", "nothing"} <= set(found)


# ---- sums


@pytest.mark.parametrize(("attack", "defence", "fort", "odds"), [
    (26, 7, 0, "3:1"), (6, 6, 0, "1:1"), (5, 6, 0, "1:2"),  # the book's own examples: 13.8.B, 13.8.C, 13.9.B
    (6, 3, 0, "2:1"), (6, 3, 1, "1:1"), (4, 9, 0, "1:3"), (0, 4, 0, "no odds"), (3, 0, 0, "no odds"), (3, 0, 1, "3:1"),
])  # fmt: skip
def test_odds(tgwie: Planned, attack: int, defence: int, fort: int, odds: str) -> None:
    values = {"BattleAF": attack, "BattleDF": defence, "BattleFort": fort}
    assert becomes(tgwie, "BattleOdds", h.SUM_UP, **values) == odds


@pytest.mark.parametrize(("units", "fort", "table"), [(1, 0, "A"), (3, 0, "A"), (3, 1, "B"), (4, 0, "B"), (0, 1, "A")])
def test_table(tgwie: Planned, units: int, fort: int, table: str) -> None:
    """13.11: four or more defending units are judged by table B; a fort is one of them (13.24.C)."""
    assert becomes(tgwie, "BattleTable", h.SUM_UP, BattleUnits=units, BattleFort=fort) == table


@pytest.mark.parametrize(("place", "ruin", "line", "fort"), [
    ("E4322", 0, 0, 1), ("E4322", 1, 0, 0), ("E4323", 0, 0, 0), ("E4323", 0, 1, 1), ("", 0, 0, 0),
    ("E4322", 1, 1, 1), ("W4728", 0, 0, 0),
])  # fmt: skip
def test_forts(tgwie: Planned, place: str, ruin: int, line: int, fort: int) -> None:
    """13.24: an intact fort counts, a destroyed one does not; 13.25.C: the Hindenburg Line is one."""
    values = {"BattleHex": place, "BattleRuin": ruin, "BattleLine": line, "Forts": first_values(tgwie.game)["Forts"]}
    assert becomes(tgwie, "BattleFort", h.SUM, **values) == fort


@pytest.mark.parametrize(("counter", "steps", "back", "af", "df"), [
    ("ge-1g-inf", 1, 1, 4, 5), ("ge-1g-inf", 1, 2, 6, 6),  # its reverse is a shock division
    ("br-2-inf", 2, 1, 5, 6), ("be-1-inf", 1, 1, 2, 2),
])  # fmt: skip
def test_factors_are_those_of_the_face_that_shows(
    tgwie: Planned, counter: str, steps: int, back: int, af: int, df: int
) -> None:
    values = {"Back_Level": str(back), **marks(tgwie, counter), "Step_Level": str(steps)}
    values["Back_Level"] = str(back)
    assert evaluate(calculated(tgwie, UNIT, "AF"), values) == af == printed(tgwie, counter, steps, back)[0]
    assert evaluate(calculated(tgwie, UNIT, "DF"), values) == df == printed(tgwie, counter, steps, back)[1]


def printed(tgwie: Planned, counter: str, steps: int, back: int) -> tuple[int | None, int | None]:
    row = tgwie.game.counters[counter]
    if back == 2:
        return int(row.attributes["back_attack"]), int(row.attributes["back_defence"])
    return row.at(steps).attack, row.at(steps).defence


def test_used_artillery_supports_no_more(tgwie: Planned) -> None:
    """2.12, 13.13.3.E: a headquarters that shows its back has no artillery."""
    expression = calculated(tgwie, HEADQUARTERS, "ArtilleryUp")
    own = marks(tgwie, "ge-1-hq")
    assert [evaluate(expression, own | {"Back_Level": level}) for level in ("1", "2")] == [2, 0]


@pytest.mark.parametrize(("turn", "phase", "ready"), [
    (3, "resources", True), (5, "resources", False), (7, "resources", False), (9, "resources", True),
    (9, "replacement", False), (10, "first-movement", False),
])  # fmt: skip
def test_headquarters_are_ready_again_after_resources(tgwie: Planned, turn: int, phase: str, ready: bool) -> None:
    """6.2.J: not on strategic turns B and C, which stand before turns 5 and 7."""
    trigger = next(t for t in tgwie.plan.prototypes[HEADQUARTERS] if t.fields.get("name") == "ready again")
    shown = next(phase_name(one) for one in tgwie.game.phases if one.id == phase)
    values = {"Back_Level": "2", "Phase": shown, "TurnNo": str(turn)}
    assert evaluate(trigger.fields["condition"], values) is ready
    assert evaluate(trigger.fields["condition"], values | {"Back_Level": "1"}) is False


# ---- what is said


def test_reports_say_exactly_what_the_notation_names(tgwie: Planned) -> None:
    said = [found for text in spoken(tgwie) if (found := speech.find(re.sub(r"\$\w+\$", "1", text)))]
    own = [one for one in said if one.verb in speech.COMBAT_KEYS]
    assert {one.verb for one in own} == set(speech.COMBAT_KEYS)
    for one in own:
        assert tuple(key for key, _ in one.fields) == speech.COMBAT_KEYS[one.verb], one.verb
    assert {one.verb for one in said} - set(speech.COMBAT_KEYS) == {"loss", "gain", "withdraw", "upkeep"}


def test_no_suffix_holds_what_may_hold_a_space(tgwie: Planned) -> None:
    spaced = ("$location$", "$LocationName$", "$Phase$", "$BasicName$", "$Side$", "$BattleHex$", "$BattleSide$",
              "$CupName$")  # fmt: skip
    for text in spoken(tgwie):
        if "[hw1" in text:
            assert not any(name in text[text.find("[hw1") :] for name in spaced), text


def test_the_phase_is_said_by_its_id(tgwie: Planned) -> None:
    for phase in tgwie.game.phases:
        assert becomes(tgwie, "BattlePhase", h.SUM, Phase=phase_name(phase)) == phase.id


def test_the_page_of_keys_names_every_key(tgwie: Planned) -> None:
    page = keys_page(tgwie.game)
    for key, _ in h.KEYS:
        assert f"<b>{key.label}</b>" in page
    assert CHIT in tgwie.plan.prototypes and "right click" in page
