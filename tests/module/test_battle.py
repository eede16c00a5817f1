"""Battles by odds: what a press of Ctrl+B means, whatever lies in the selected stacks; a failed one leaves no mark."""

from __future__ import annotations

import pytest

from builder.module import battle
from builder.module import words as w
from builder.module.markers import MARKER
from builder.module.units import UNIT
from builder.vassal.traits.trait import Trait
from builder.vassal.traits.values import AnyKey
from tests.module.beanshell import evaluate
from tests.module.conftest import Planned


def unit(planned: Planned, prefix: str) -> list[Trait]:
    return [t for t in planned.plan.prototypes[UNIT] if t.prefix == prefix]


def started(planned: Planned, key: AnyKey, **values: str) -> list[str]:
    """The triggers that a key sets going on a unit, in the order in which VASSAL asks them."""
    asked = [t for t in unit(planned, "macro") if t.fields["key"] == key]
    return [t.fields["name"] for t in reversed(asked)
            if not t.fields["condition"] or evaluate(t.fields["condition"], values)]  # fmt: skip


def pressed(planned: Planned, name: str) -> tuple[AnyKey, ...]:
    return next(t.fields["action_keys"] for t in unit(planned, "macro") if t.fields["name"] == name)


def changes(planned: Planned, key: AnyKey) -> dict[str, str]:
    """The properties that a key changes, of the module and of the unit."""
    return {t.fields["name"]: one.change.value for prefix in ("setprop", "PROP") for t in unit(planned, prefix)
            for one in t.fields["commands"] if one.key == key}  # fmt: skip


@pytest.mark.parametrize(("index", "ids", "clears"), [
    ("1", "", True),  # a unit is first
    ("2", "", True),  # a trench was first
    ("2", ",11,", False),  # a unit was first
    ("1", ",11,", True),  # whatever an earlier press left
])  # fmt: skip
def test_the_first_unit_begins_even_behind_a_marker(any_game: Planned, index: str, ids: str, clears: bool) -> None:
    assert (started(any_game, battle.FIRST, UiPieceIndex=index, PickIds=ids) == ["first"]) is clears


def test_a_marker_that_comes_last_leaves_the_act_to_the_first_unit(any_game: Planned) -> None:
    last, sent = (next(t for t in any_game.plan.prototypes[MARKER] if t.prefix == kind)
                  for kind in ("macro", "globalkey"))  # fmt: skip
    assert last.fields["key"] == w.BATTLE and last.fields["action_keys"] == (sent.fields["key"],)
    assert sent.fields["sent_key"] == battle.DECIDE == pressed(any_game, "last")[0]
    for index, ids, acts in (("3", ",11,12,", True), ("2", ",11,12,", False), ("3", "", False)):
        values = {"UiPieceIndex": index, "UiPieceCount": "3", "PickIds": ids}
        assert evaluate(last.fields["condition"], values) is acts
    for id_, acts in (("11", True), ("12", False), ("1", False)):
        assert evaluate(sent.fields["filter"], {"PickIds": ",11,12,", "UniqueID": id_}) is acts


def test_every_marker_knows_the_key(any_game: Planned) -> None:
    for kind in any_game.game.markers:
        own = any_game.plan.pieces[f"slot:marker:{kind}"]
        assert MARKER in {t.fields["name"] for t in own if t.prefix == "prototype"}, kind


@pytest.mark.parametrize(("hex_", "force", "name"), [
    ("3224", "5", "attack"), ("", "5", "nothing"), ("3224", "0", "nothing"), ("", "0", "nothing"),
])  # fmt: skip
def test_a_press_needs_attackers_and_a_target(any_game: Planned, hex_: str, force: str, name: str) -> None:
    assert started(any_game, battle.DECIDE, PickHex=hex_, PickAF=force) == [name]


def test_a_failed_press_leaves_no_mark(any_game: Planned) -> None:
    """Until it is decided, and where nothing comes of it, only what the module notes of the selection changes."""
    keys = {w.BATTLE, *pressed(any_game, "battle"), *pressed(any_game, "first"), *pressed(any_game, "last"),
            *pressed(any_game, "nothing")}  # fmt: skip
    assert {name for key in keys for name in changes(any_game, key)} == set(battle.PICKS)
    assert changes(any_game, battle.PICK_DONE) == {"PickIds": ""}


@pytest.mark.parametrize(("foot", "riders", "guns", "name"), [
    ("1", "0", "0", "roll"), ("0", "1", "0", "roll"), ("0", "0", "0", "declare"), ("1", "1", "1", "declare"),
])  # fmt: skip
def test_what_becomes_of_an_attack(any_game: Planned, foot: str, riders: str, guns: str, name: str) -> None:
    """Lone cavalry may leave before the die unless cavalry attacks; guns fire before it."""
    found = started(any_game, battle.SETTLE, BattleDefInf=foot, BattleAttCav=riders, BattleGuns=guns)
    assert found == [name]


def test_picking(any_game: Planned) -> None:
    """The first enemy names the hex; guns count whatever their factors."""
    picks = changes(any_game, battle.PICK)
    own = {"ActiveSide": "German", "Side": "German", "LocationName": "3124", "Type": "infantry", "AF": "5"}
    gun, foe = own | {"Type": "siege-gun", "AF": "0"}, own | {"Side": "Allied", "LocationName": "3224"}
    for who, hex_, force, then in ((own, "", "0", ("", 5)), (gun, "", "5", ("", 6)), (foe, "", "6", (3224, 6)),
                                   (foe, "3324", "6", (3324, 6))):  # fmt: skip
        values = who | {"PickHex": hex_, "PickAF": force}
        assert (evaluate(picks["PickHex"], values), evaluate(picks["PickAF"], values)) == then


def test_those_who_are_called_to_join(any_game: Planned) -> None:
    called = next(t for t in unit(any_game, "globalkey") if t.fields["key"] == battle.CALL_JOIN).fields["filter"]
    base = {"PickIds": ",11,12,", "ActiveSide": "German", "Side": "German"}
    for id_, side, joins in (("11", "German", True), ("12", "Allied", False), ("1", "German", False)):
        assert evaluate(called, base | {"UniqueID": id_, "Side": side}) is joins


def test_a_declared_battle_is_rolled_once_by_whoever_comes_first(any_game: Planned) -> None:
    """No unit need be the first of its selection; the roll closes the battle for the others."""
    values = {"Battle": "3", "BattleNo": "3", "BattleBy": "11,", "UiPieceIndex": "2"}
    assert started(any_game, w.RESOLVE, BattleOpen="1", **values) == ["resolve"]
    assert started(any_game, w.RESOLVE, BattleOpen="0", **values) == []
    assert battle.CLOSE in pressed(any_game, "resolve") and changes(any_game, battle.CLOSE) == {"BattleOpen": "0"}
