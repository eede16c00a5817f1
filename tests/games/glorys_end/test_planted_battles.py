"""Illegal acts of combat planted in a log of our own module: each found with its rule, ILLEGAL, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.model import Marker
from tests.games.glorys_end.test_referee import E8, F8, Table, bad

G8 = "when 8 german prepared-combat"
A10, G10 = "when 10 allied prepared-combat", "when 10 german prepared-combat"
TOLD = "attack fr-9-corps+fr-11-corps+fr-42-div 3129 kind=pa"
TRENCH = Marker("t", "trench", "3129", "german")
ZONE = Marker("z", "fortified-zone", "3129", "german")


class Case:
    """Units put elsewhere, markers put down, the lines of the log, the one rule that they break."""

    def __init__(self, rule: str, *lines: str, markers=(), outcome: str = "ILLEGAL", **places: str):
        self.rule, self.lines, self.markers, self.outcome, self.places = rule, lines, markers, outcome, places


PLANTED = {
    "a march assault on a trench": Case("13.23.e", E8, "attack fr-9-corps 3129 kind=ma roll=3", markers=(TRENCH,)),
    "a march assault on a zone": Case("13.23.e", E8, "attack fr-9-corps 3129 kind=ma roll=3", markers=(ZONE,)),
    "cavalry against a trench": Case(
        "13.24.b", F8, "attack fr-9-corps+fr-1c-corps 3129 kind=pa roll=3", markers=(TRENCH,), fr_1c_corps="3230"),
    "French and British together": Case(
        "13.26.a", F8, "attack fr-9-corps+uk-2-corps 3129 kind=pa roll=3", uk_2_corps="3128"),
    "the attacker falls back": Case("13.18.h", F8, f"{TOLD} result=2/1", "lose de-g-corps steps=1",
                                    "retreat fr-11-corps 3230-3330"),
    "a retreat from no loss": Case("13.18.b", F8, f"{TOLD} result=1/0", "retreat de-g-corps 3129-3029"),
    "a defender advances": Case("13.21.c", F8, f"{TOLD} result=1/1", "lose de-g-corps steps=1",
                                "advance de-g-corps 3129-3130", fr_42_div="3230"),
    "infantry declines": Case("13.7.b", F8, TOLD, "retreat de-g-corps 3129-3029 before-combat=yes"),
    "cavalry refuses cavalry": Case(
        "13.25.a", F8, "attack fr-9-corps+fr-1c-corps 3129 kind=pa", "retreat de-3c-corps 3129-3029 before-combat=yes",
        fr_1c_corps="3230", de_3c_corps="3129", de_g_corps="2525"),
    "a gun rolls back": Case(
        "14.7.e", F8, f"{TOLD} result=0/1R", "lose de-g-corps steps=1", "retreat de-g-corps+gun 3129-3029"),
    "a stack parts on its retreat": Case(
        "13.19.e", F8, "attack fr-1-corps+fr-10-corps 3131 kind=pa result=0/1R", "lose de-9-corps steps=1",
        "retreat de-9-corps 3131-3031", "retreat de-7-corps 3131-3032", fr_42_div="3331",
        de_10r_corps="2525"),
    "half of a stack retreats": Case(
        "13.18.d", F8, "attack fr-1-corps+fr-10-corps 3131 kind=pa result=0/1", "lose de-9-corps steps=1",
        "retreat de-9-corps 3131-3032", "end-phase"),
    "nobody retreats from an R": Case(
        "13.18.a", F8, f"{TOLD} result=0/1R", "lose de-g-corps steps=1", "end-phase"),
    "destroyed instead of a retreat": Case(
        "13.19.b", F8, f"{TOLD} result=0/1R", "lose de-g-corps steps=2"),
    "an advance without the hex": Case(
        "13.21.a", F8, f"{TOLD} result=1/1", "lose de-g-corps steps=1", "lose fr-9-corps steps=1",
        "advance fr-42-div 3130-3129"),
    "odds said too high": Case("13.9.a", F8, f"{TOLD} odds=5:1"),
    "a modifier said too high": Case("13.12.a", F8, f"{TOLD} drm=3"),
    "a result off the table": Case("13.3.a", F8, f"{TOLD} roll=6 result=0/6R"),
    "a second assault after a march": Case(
        "13.6.b", E8, "attack fr-42-div 3129 kind=ma roll=3", "attack fr-42-div 3030 kind=ma roll=3"),
    "a zone said to withstand the gun": Case(
        "14.3.e", G10, "fire gun 3230 roll=6 effect=none", markers=(replace(ZONE, place="3230", side="allied"),)),
    "a gun fires alone": Case(
        "14.7.c", G10, "fire gun 3230 roll=6", markers=(replace(ZONE, place="3230", side="allied"),),
        de_g_corps="2525"),
}  # fmt: skip


def laid(glorys_end, case: Case) -> Table:
    table = Table(glorys_end)
    state = table.position.state
    for unit, place in case.places.items():
        state = state.with_unit(state.units[unit.replace("_", "-")]._replace(place=place, marks=frozenset()))
    for marker in case.markers:
        state = state.with_marker(marker)
    if any("gun" in line for line in case.lines):
        gun = state.units["de-g-corps"]._replace(id="gun", place="3129", type="siege-gun")
        state = state.with_unit(gun._replace(steps=0, full_steps=0, values=()))
    table.position = table.position.with_state(state)
    return table


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_act_of_combat(name, glorys_end):
    case = PLANTED[name]
    found = laid(glorys_end, case).play(case.lines)
    assert sorted(set(bad(found))) == [(case.rule, case.outcome)], "\n".join(map(str, found))
