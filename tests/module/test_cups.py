"""Chits: what lies in the cups of each set-up, that nobody looks in, what becomes of a chit that is pulled or used."""

from __future__ import annotations

from collections import Counter

import pytest

from builder.module.cups import CHIT, chit_rows, cups
from builder.module.setup import setup_commands
from builder.module.units import phase_name
from builder.vassal import commands as c
from builder.vassal.pieces import decode_piece
from builder.vassal.sequence import decode
from builder.vassal.table import DECK, Table
from builder.vassal.traits.trait import Trait, decode_trait
from tests.module.beanshell import Value, evaluate
from tests.module.conftest import Planned

SCENARIOS = ("1914", "1915", "1916", "1917", "1918", "amiens", "grand-offensive", "salonika", "st-mihiel")


def mark(traits: tuple[Trait, ...], name: str) -> str:
    for trait in traits:
        if trait.prefix == "mark" and name in trait.fields["names"]:
            return dict(zip(trait.fields["names"], trait.state["values"]))[name]
    return ""


def decks(tgwie: Planned, scenario: str) -> dict[str, tuple[Trait, list[tuple[Trait, ...]]]]:
    """Deck's name -> the deck and the chits inside, of a scenario's save."""
    pieces, others = setup_commands(tgwie.game, tgwie.game.scenarios[scenario], tgwie.plan, tgwie.windows)
    assert c.SetupStack() in others  # or VASSAL places the module's own empty cups besides
    table = Table()
    table.apply_all((*pieces, *others))
    found = {}
    for piece in table.pieces.values():
        if piece.kind == DECK:
            deck = decode_trait(piece.type, table.state_text(piece.id))
            inside = [decode_piece(table.pieces[id].type, table.state_text(id)) for id in piece.members]
            found[deck.fields["name"]] = (deck, inside)
    return found


def on_chit(tgwie: Planned, name: str, **values: object) -> Value:
    """A calculated property or a trigger's condition of the chits' prototype."""
    trait = next(t for t in tgwie.plan.prototypes[CHIT] if t.fields.get("name") == name)
    expression = trait.fields["expression"] if trait.prefix == "calcProp" else trait.fields["condition"]
    return evaluate(expression, {one: str(value) for one, value in values.items()})


# ---- contents


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_cups_hold_what_the_scenario_says(tgwie: Planned, scenario: str) -> None:
    placed = tgwie.game.scenarios[scenario].placements
    wanted = {"Allied chit cup": "Cup-allied", "Central Powers chit cup": "Cup-central"}
    made = decks(tgwie, scenario)
    assert set(made) == set(wanted)
    for name, (_, inside) in made.items():
        held = Counter(mark(chit, "CounterId") or mark(chit, "MarkerId") for chit in inside)
        assert held == Counter(p.what for p in placed if p.place == wanted[name])


def test_no_chits_before_1915(tgwie: Planned) -> None:
    """7.1.A: the cups stand there empty."""
    assert [inside for _, inside in decks(tgwie, "1914").values()] == [[], []]


def test_chits_of_a_later_turn_wait_beside_the_cup(tgwie: Planned) -> None:
    """7.1.B: none whose letter has not come; in May 1915 that is C alone."""
    rows = chit_rows(tgwie.game)
    for _, inside in decks(tgwie, "1915").values():
        letters = {rows[mark(chit, "CounterId") or mark(chit, "MarkerId")]["letter"] for chit in inside}
        assert letters == {"C"}


# ---- nobody looks


@pytest.mark.parametrize("scenario", ["1915", "1917"])
def test_a_cup_is_shuffled_and_face_down_and_shows_one_back_for_all(tgwie: Planned, scenario: str) -> None:
    for deck, inside in decks(tgwie, scenario).values():
        assert deck.fields["shuffle"] == deck.fields["face_down"] == "Always" and deck.state["face_down"]
        assert not deck.fields["draw_chosen"] and not deck.fields["draw_several"] and not deck.fields["can_save"]
        masks = [next(t for t in chit if t.prefix == "obs") for chit in inside]
        assert len({(m.fields["image"], m.fields["mask_name"]) for m in masks}) == 1
        assert {m.state["masked_by"] for m in masks} == {"null"}  # a pulled chit is seen by all


def test_the_inventory_does_not_count_what_lies_in_a_cup(tgwie: Planned) -> None:
    (inventory,) = tgwie.plan.root.all("Inventory")
    for deck, shown in (("", True), ("Allied chit cup", False)):
        assert evaluate(inventory.get("include"), {"UnitInPlay": "1", "DeckName": deck}) is shown


def test_the_deck_of_a_save_is_the_deck_of_the_module(tgwie: Planned) -> None:
    """What VASSAL makes of the component and what a save holds must be one and the same."""
    parts = {part.get("name"): part for part in tgwie.plan.root.all("DrawPile")}
    made = decks(tgwie, "1916")
    assert set(parts) == set(made)
    names = {"x": "x", "y": "y", "width": "width", "height": "height", "faceDown": "face_down", "shuffle": "shuffle",
             "maxStack": "max_stack"}  # fmt: skip
    for name, (deck, _) in made.items():
        part = parts[name]
        for attribute, field in names.items():
            held = deck.fields[field] if field in deck.fields.layout.names else deck.state[field]
            assert part.get(attribute) == str(held), attribute
        commands = [tuple(decode(one, "|"))[:2] for one in deck.fields["global_commands"]]
        assert commands == [(one.get("name"), one.get("hotkey")) for one in part.all("DeckGlobalKeyCommand")]
    assert [cup.side for cup in cups(tgwie.game, tgwie.windows)] == ["allied", "central"]


# ---- what becomes of a chit


@pytest.mark.parametrize(("kind", "banded", "kept"), [
    ("event", 1, 1),  # 7.2.C.1: must be played at once: its owner gets it
    ("no-effect", 0, 1),  # 7.2.C.2: goes back
    ("event", 0, 0), ("gas", 0, 0), ("air", 0, 0),  # 7.2.C.3: out of the game
])  # fmt: skip
def test_what_the_enemy_pulls(tgwie: Planned, kind: str, banded: int, kept: int) -> None:
    assert on_chit(tgwie, "KeptOnPull", ChitKind=kind, Banded=banded) == kept


@pytest.mark.parametrize(("what", "kind", "banded", "fate"), [
    ("slot:marker:al-no-effect", "no-effect", "0", ""), ("slot:marker:al-italy-entry", "event", "1", ""),
    ("slot:marker:al-gas-chlorine", "gas", "0", "out"), ("slot:marker:cp-flamethrower", "flamethrower", "0", "out"),
    ("slot:marker:cp-bruchmueller", "event", "0", "hand"), ("slot:marker:al-mine-attack", "mine", "0", "out"),
    ("slot:al-rfc-air", "air", "0", "used"), ("slot:cp-boelcke-ace", "ace", "0", "ace"),
    ("slot:al-iaf-air", "air", "1", ""),  # 6.10: it bombs, it does not support battles
])  # fmt: skip
def test_what_a_chit_says_of_itself(tgwie: Planned, what: str, kind: str, banded: str, fate: str) -> None:
    """7.6.1.D, 7.8.D, 7.9.A, 7.10.B: used once, gone for good, gone for good, one attack in each turn."""
    own = tgwie.plan.pieces[what]
    assert [mark(own, name) for name in ("ChitKind", "Banded", "Fate")] == [kind, banded, fate]
    assert mark(own, "Commits") == ("1" if fate else "0")


@pytest.mark.parametrize(
    ("ace", "dies"), [("cp-boelcke-ace", {1, 2}), ("cp-richthofen-ace", {1}), ("al-rfc-air", set())]
)
def test_an_ace_dies_on_his_own_numbers(tgwie: Planned, ace: str, dies: set[int]) -> None:
    """7.6.3.B."""
    numbers = mark(tgwie.plan.pieces[f"slot:{ace}"], "KilledOn")
    killed = {die for die in range(1, 7) if on_chit(tgwie, "AceKilled", KilledOn=numbers, Ace_result=die) == 1}
    assert killed == dies


@pytest.mark.parametrize(("turn", "phase", "due"), [
    (27, "resources", True), (25, "resources", False), (27, "chit-pull", False), (29, "resources", False),
])  # fmt: skip
def test_chits_go_into_the_cup_with_the_resources_of_their_turn(
    tgwie: Planned, turn: int, phase: str, due: bool
) -> None:
    """6.2.C: Foch is a chit of K, which stands before turn 27."""
    own = tgwie.plan.pieces["slot:marker:al-foch"]
    shown = next(phase_name(one) for one in tgwie.game.phases if one.id == phase)
    values = {"Phase": shown, "TurnNo": turn, "CupTurn": mark(own, "CupTurn"), "DueBox": mark(own, "DueBox")}
    assert on_chit(tgwie, "due", **values, LocationName="Allied reinforcements K") is due
    assert on_chit(tgwie, "due", **values, LocationName="Allied chits in hand") is False


def test_only_chits_without_effect_or_due_go_into_the_cup(tgwie: Planned) -> None:
    """7.2.D."""
    common = {"DueBox": "Allied reinforcements K", "CupName": "Allied chit cup"}
    for kind, place, goes in (
        ("no-effect", "Allied chits in hand", True), ("event", "Allied chits in hand", False),
        ("event", "Allied reinforcements K", True), ("no-effect", "Allied chit cup", False),
    ):  # fmt: skip
        assert on_chit(tgwie, "into the cup", **common, ChitKind=kind, LocationName=place) is goes
