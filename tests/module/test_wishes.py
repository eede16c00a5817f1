"""Prototypes, traits and toolbar of module.yaml, by VASSAL's names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from builder.make.opening import open_game
from builder.model import BadInput, Game
from builder.module.wishes import key_of, own_prototypes, own_toolbar, own_traits
from builder.vassal.traits.values import Colour, Key, NamedKey

GAME = Path(__file__).resolve().parents[1] / "make" / "data" / "bring_your_own"


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(GAME)


def asking(game: Game, **module: object) -> Game:
    return replace(game, module=MappingProxyType(module))


def test_traits_by_their_names(game):
    prototype, delete = own_traits(game)
    assert (prototype.prefix, prototype.fields.name) == ("prototype", "Labelled")
    assert delete.type_text() == "delete;Take off;68,130;"  # Ctrl+D; no description
    label, basic = own_prototypes(game)["Labelled"]
    assert basic.basic and label.fields.key == Key("L", ctrl=True) and label.fields.foreground == Colour(255, 255, 255)


def test_toolbar_components(game):
    (button,) = own_toolbar(game)
    assert button.tag == "VASSAL.build.module.DiceButton" and button.attributes["nDice"] == "2"


def test_keys_as_people_write_them():
    assert key_of("Ctrl+Shift+F") == Key("F", ctrl=True, shift=True) and key_of("F5") == Key("F5")
    assert key_of("flipMe") == NamedKey("flipMe")


@pytest.mark.parametrize(("module", "said"), [
    ({"traits": ({"trait": "Delet"},)}, "no trait 'Delet'.*did you mean 'delete'"),
    ({"traits": ({"trait": "Delete", "kee": "Ctrl+D"},)}, "trait 1: Delete has no field 'kee'.*mean 'key'"),
    ({"traits": ({"trait": "Text Label", "font_size": "big"},)}, "font_size cannot be 'big'"),
    ({"traits": ({"trait": "Text Label", "always_use_format": "perhaps"},)}, "expected yes or no"),
    ({"traits": ({"trait": "Delete", "key": "Ctrl+Nothing"},)}, "unknown key 'Nothing'"),
    ({"traits": "Delete"}, "expected a list of traits"),
    ({"traits": ({"trait": "Basic Piece"},)}, "no trait 'Basic Piece'"),
])  # fmt: skip
def test_what_vassal_does_not_know_is_said(game, module, said):
    with pytest.raises(BadInput, match=said):
        own_traits(asking(game, **module))


def test_components_and_prototypes_that_are_none(game):
    with pytest.raises(BadInput, match=r"toolbar 1: VASSAL has no component 'DiceButon'.*DiceButton"):
        own_toolbar(asking(game, toolbar=({"component": "DiceButon"},)))
    with pytest.raises(BadInput, match="toolbar 1: expected"):
        own_toolbar(asking(game, toolbar=("DiceButton",)))
    with pytest.raises(BadInput, match="prototypes: expected names"):
        own_prototypes(asking(game, prototypes=("Labelled",)))
