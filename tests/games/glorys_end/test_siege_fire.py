"""Siege fire as a log tells it: the dice of the guns, a fortress taken off or not, the assault that must follow.

The siege table of our own module: a 420 mm gun ends a fortress without modifier on 1 to 4 (tables/siege.csv).
"""

from __future__ import annotations

import pytest

from tests.games.glorys_end.test_referee import Table, bad

F9 = "when 9 german prepared-combat"
FORT, HEX = "fr-paris-n-fort", "3036"


def table(glorys_end) -> Table:
    """A German corps and a 420 mm gun north of Paris; nobody but the garrison in the hex."""
    found = Table(glorys_end)
    state = found.position.state
    for unit in state.at(HEX):
        if unit.id != FORT:
            state = state.with_unit(unit._replace(place="3536"))
    state = state.with_unit(state.units["de-4r-corps"]._replace(place="2936"))
    state = state.with_unit(state.units["fr-5r-grp"]._replace(place="3536"))
    state = state.with_unit(state.units["fr-m-div"]._replace(place="3536"))
    gun = state.units["de-4r-corps"]._replace(id="gun-420", name="420 mm", type="siege-gun")
    found.position = found.position.with_state(
        state.with_unit(gun._replace(steps=0, full_steps=0, values=(), counter=""))
    )
    return found


FIRE, TAKEN = f"fire gun-420 {HEX} roll=", f"lose {FORT} steps=1"
ASSAULT = f"attack de-4r-corps {HEX} kind=pa"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ((f"{FIRE}1", TAKEN, f"advance de-4r-corps 2936-{HEX}", "end-phase"), []),
        ((f"{FIRE}6", TAKEN), [("14.9.a", "ILLEGAL")]),
        ((f"{FIRE}1", "end-phase"), [("14.9.a", "ILLEGAL")]),
        ((f"{FIRE}6", "end-phase"), [("14.9.d", "ILLEGAL")]),
        ((f"{FIRE}6", f"{ASSAULT} result=0/0", "lose de-4r-corps steps=2", "end-phase"), []),
    ],
)
def test_siege_fire(glorys_end, lines: tuple[str, ...], found: list[tuple[str, str]]) -> None:
    assert bad(table(glorys_end).play((F9, *lines))) == found


def test_a_fortress_that_fell_to_guns_pays_for_nothing(glorys_end) -> None:
    """It is no loss of the battle that follows: what that owes is owed in full by those who are left."""
    found = table(glorys_end)
    state = found.position.state
    found.position = found.position.with_state(state.with_unit(state.units["fr-m-div"]._replace(place=HEX)))
    told = found.play((F9, f"{FIRE}1", TAKEN, f"{ASSAULT} result=0/1", "end-phase"))
    assert bad(told) == [("13.17.b", "ILLEGAL")]


def test_the_assault_comes_from_the_hex_of_the_gun(glorys_end) -> None:
    found = table(glorys_end)
    state = found.position.state
    found.position = found.position.with_state(state.with_unit(state.units["de-2-corps"]._replace(place="3135")))
    told = found.play((F9, f"{FIRE}6", f"attack de-2-corps {HEX} kind=pa result=0/0", "lose de-2-corps steps=2",
                       "end-phase"))  # fmt: skip
    assert bad(told) == [("14.7.c", "ILLEGAL")]
