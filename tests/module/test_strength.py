"""Units whose steps are strength points, and headquarters with a stock: what their expressions come to."""

from __future__ import annotations

import pytest

from builder.module import words as w
from builder.module.help import keys_page
from builder.module.setup import setup_commands
from builder.module.strength import HEADQUARTERS
from builder.module.supply_words import STOCK
from builder.module.units import UNIT
from builder.vassal.pieces import decode_piece
from builder.vassal.table import PIECE, Table
from builder.vassal.traits.trait import Trait
from tests.module.beanshell import evaluate
from tests.module.conftest import Planned, planned


@pytest.fixture(scope="module")
def front() -> Planned:
    return planned("italian_front")


def marks(traits: tuple[Trait, ...]) -> dict[str, str]:
    trait = next(t for t in traits if t.prefix == "mark")
    return dict(zip(trait.fields["names"], trait.state["values"]))


def sums(front: Planned, prototype: str) -> dict[str, str]:
    found = front.plan.prototypes[prototype]
    return {t.fields["name"]: t.fields["expression"] for t in found if t.prefix == "calcProp"}


def stocks(front: Planned, scenario: str) -> dict[str, str]:
    """The stock of every headquarters in the save of a scenario."""
    pieces, others = setup_commands(front.game, front.game.scenarios[scenario], front.plan, front.windows)
    table = Table()
    table.apply_all((*pieces, *others))
    found = {}
    for piece in table.pieces.values():
        if piece.kind == PIECE:
            traits = decode_piece(piece.type, table.state_text(piece.id))
            stock = [t.state.value for t in traits if t.prefix == "PROP" and t.fields["name"] == STOCK]
            found |= {marks(traits)[w.COUNTER_ID]: value for value in stock}
    return found


@pytest.mark.parametrize(("armed", "level", "strength"), [("1", "1", 1), ("1", "5", 5), ("1", "16", 16), ("0", "1", 0)])
def test_strength(front: Planned, armed: str, level: str, strength: int) -> None:
    """A unit is as strong as its face shows; headquarters and engineers have no strength."""
    assert evaluate(sums(front, UNIT)["Strength"], {"Armed": armed, "Step_Level": level}) == strength


def test_a_stock_is_shown_to_its_own_side_alone(front: Planned) -> None:
    """S17-5: stocks are secret; an observer or the other side sees nothing."""
    shown = sums(front, HEADQUARTERS)["SupplyShown"]
    idle = {"Side": "Entente", STOCK: "7", "Pays": "0", "Due": "0", "BattleNo": "0"}
    for player, seen in (("Entente", 7), ("Central Powers", ""), ("", "")):
        assert evaluate(shown, idle | {"PlayerSide": player}) == seen


def test_stocks_of_the_saves(front: Planned) -> None:
    """What the book prints for May 1915 (Tirol 5, 1st Army 5) and October 1917 (14th 100, 11th 10, 6th none)."""
    may, october = stocks(front, "may-1915"), stocks(front, "oct-1917")
    assert (may["ah-tir-hq"], may["it-1st-hq"]) == ("5", "5")
    assert (october["ge-14th-hq"], october["ah-11th-hq"], october["it-6th-hq"]) == ("100", "10", "0")
    assert sum(map(int, may.values())) == 14 + 34  # all headquarters of the deployment


def test_limits_of_stocks(front: Planned) -> None:
    """A headquarters holds a hundred (S18-17), a corps ten (S18-18)."""
    most = {}
    for counter in front.game.counters.values():
        for trait in front.plan.pieces[f"slot:{counter.id}"]:
            if trait.prefix == "PROP" and trait.fields["name"] == STOCK:
                most[counter.id] = trait.fields["constraints"]
    assert (most["ge-14th-hq"].min, most["ge-14th-hq"].max) == (0, 100)
    assert most["it-crnc-corps-hq"].max == 10
    assert set(most) == {c.id for c in front.game.counters.values() if c.type == "headquarters"}


def test_every_slot_says_what_its_row_says(front: Planned) -> None:
    for counter in front.game.counters.values():
        traits = front.plan.pieces[f"slot:{counter.id}"]
        said = marks(traits)
        layer = next(t for t in traits if t.prefix == "emb2" and t.fields["name"] == "Step")
        assert said["Armed"] == ("1" if counter.steps else "0")
        assert said["Move"] == str(counter.at(1).movement or 0)
        assert len(layer.fields["images"]) == max(counter.steps, 1) == int(said["FullSteps"])
        assert said["DeadPile"] == {"central": "Central Powers destroyed", "entente": "Entente destroyed"}[counter.side]


def test_keys_page_says_how_a_battle_is_paid_for(front: Planned) -> None:
    page = keys_page(front.game)
    assert "headquarters that pays" in page and "Ctrl+U" in page and "factors" not in page
