"""The referee on actions of a log of our own module: planted acts found with their rule and nothing else; no others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from builder.games.glorys_end import RULES
from builder.model import Action, LogRef, Moment, Verdict
from builder.model.notation import action_of, parse_phrase
from builder.rules.judge import Referee
from builder.rules.position import Position
from builder.rules.ruleset import Given
from builder.rules.setup import start_of_scenario


class Table:
    """The Marne as its scenario sets it up, played action by action; `when` lines change the moment."""

    def __init__(self, game, played: bool = True):
        self.position, values = start_of_scenario(game, game.scenarios["marne"], RULES)
        self.referee = Referee(game, RULES, Given(values=values, played=played))
        self.step = 0

    def when(self, text: str) -> None:
        turn, side, phase = text.split()
        self.position = self.position.at_moment(Moment(int(turn), side, phase))

    def do(self, text: str, logged: bool = True) -> tuple[Verdict, ...]:
        self.step += 1
        action: Action = action_of(parse_phrase(text), RULES.verbs, self.position.state.units)
        if logged:
            action = replace(action, refs=(LogRef("marne.vlog", self.step),))
        verdicts = self.referee.verdicts(action, self.position)
        self.position, trouble = self.referee.after(action, self.position)
        assert not trouble, trouble
        return verdicts

    def play(self, lines: Iterable[str], logged: bool = True) -> list[Verdict]:
        found: list[Verdict] = []
        for line in lines:
            if line.startswith("when "):
                self.when(line.removeprefix("when "))
            else:
                found += self.do(line, logged)
        return found


def bad(verdicts: Iterable[Verdict]) -> list[tuple[str, str]]:
    return [(v.rule.id, v.outcome) for v in verdicts if v.finding != "legal"]


FAIR = """
when 8 allied arrivals
rebuild fr-12-corps
rebuild fr-2-corps
when 8 allied strategic-movement
rail fr-62r-div 3036-3435
when 8 allied operational-movement
move fr-18-corps 3631-3531
move fr-5r-grp+fr-m-div 2936-2935
attack fr-5r-grp+fr-m-div 2934 kind=ma roll=6
lose de-4r-corps steps=1
retreat de-4r-corps 2934-2933
lose fr-m-div steps=1
advance fr-5r-grp+fr-m-div 2935-2934
move fr-4-corps+fr-61r-div 3036-3035
move uk-1-corps 3334-3333
move fr-1c-corps 3237-3334
end-phase
when 8 allied prepared-combat
attack fr-9-corps+fr-11-corps+fr-42-div 3129 kind=pa roll=5
lose de-g-corps steps=1
retreat de-g-corps 3129-3029
lose fr-11-corps steps=1
advance fr-42-div 3130-3129
end-phase
when 8 allied attrition
end-phase
when 8 german operational-movement
move de-2-corps 3133-3033-2933
move de-3c-corps 3124-3123
end-phase
""".strip().splitlines()


def test_a_fair_turn_brings_no_finding(glorys_end):
    table = Table(glorys_end)
    found = table.play(FAIR)
    assert bad(found) == []
    assert len(found) > 150
    # who held an unmarked town before turn 8 is deduced from its country (4.7)
    assert {v.rule.id for v in found if v.strength != "proven"} == {"11.2.a", "11.2.b"}


def test_on_another_board_the_same_turn_is_only_assumed(glorys_end):
    found = Table(glorys_end, played=False).play(FAIR)
    assert not [v for v in found if v.outcome == "ILLEGAL"]
    assert {str(v.strength) for v in found} == {"proven", "assumed"}


A8, B8 = "when 8 allied arrivals", "when 8 allied entrenching"
D8, E8, F8 = (f"when 8 allied {phase}" for phase in ("strategic-movement", "operational-movement", "prepared-combat"))
ATTACK_3129 = "attack fr-9-corps+fr-42-div+fr-11-corps 3129 kind=pa roll=6"
PLANTED = {
    "six points of four": ((E8, "move fr-18-corps 3631-3427"), ["12.1.a"]),
    "too far out of command": ((E8, "move uk-1c-div 3333-3332-3331-3330-3329"), ["10.2.a"]),
    "into the enemy": ((E8, "move fr-42-div 3130-3030"), ["12.4.a"]),
    "a third corps": ((E8, "move fr-9-corps 3230-3231"), ["6.1.b"]),
    "French among British": ((E8, "move fr-2c-corps 3433-3334"), ["6.2.a"]),
    "British in Paris": ((E8, "move uk-4-div 3235-3136"), ["10.2.a", "6.3.a"]),
    "in the other player's turn": (("when 8 german operational-movement", "move fr-18-corps 3631-3531"), ["12.1.c"]),
    "a train, then a march": ((D8, "rail fr-62r-div 3036-3435", E8, "move fr-62r-div 3435-3434"), ["12.2.b"]),
    "rested, then marched": ((A8, "rebuild fr-9-corps", E8, "move fr-9-corps 3230-3330"), ["12.2.b"]),
    "marched on after an assault": (
        (E8, "attack fr-9-corps 3129 kind=ma roll=3", "move fr-9-corps 3230-3330"), ["13.23.f"]),
    "digging on turn 8": ((B8, "dig fr-18-corps roll=3"), ["5.2.b"]),
    "rail from the open field": ((D8, "rail fr-18-corps 3631-3435"), ["11.2.a"]),
    "rail into a German town": ((D8, "rail fr-62r-div 3036-2829"), ["11.2.b"]),
    "ten steps by rail": (
        (D8, "rail fr-62r-div 3036-3435", "rail fr-61r-div 3036-3435", "rail fr-4-corps 3036-3435",
         "rail fr-4t-corps 3136-3435", "rail fr-45-div 3037-3435"), ["11.1.a", "6.1.a"]),
    "a reduced division too often": ((A8, "rebuild fr-9-corps", "rebuild fr-9-corps"), ["8.7.c"]),
    "an attack out of command": ((F8, "attack uk-1c-div 3233 kind=pa roll=3"), ["10.2.c"]),
    "an attack from afar": ((F8, "attack fr-18-corps 3131 kind=pa roll=3"), ["13.5.a"]),
    "two attacks by one unit": (
        (F8, "attack fr-42-div 3129 kind=pa roll=3", "attack fr-42-div 3030 kind=pa roll=3"), ["13.6.b"]),
    "one unit attacked twice": (
        (F8, "attack fr-42-div 3129 kind=pa roll=3", "attack fr-9-corps 3129 kind=pa roll=3"), ["13.6.c"]),
    "moved, then assaulted": (
        (E8, "move fr-9-corps 3230-3229", F8, "attack fr-9-corps 3129 kind=pa roll=3"), ["13.22.a"]),
    "march, then prepared assault": (
        (E8, "attack fr-9-corps 3129 kind=ma roll=3", F8, "attack fr-9-corps 3129 kind=pa roll=3"), ["13.23.f"]),
    "a march assault from two hexes": ((E8, "attack fr-9-corps+fr-42-div 3129 kind=ma roll=3"), ["13.23.a"]),
    "no points left for the assault": (
        ("when 8 german operational-movement", "move de-12r-corps 2928-3028-3127-3227",
         "attack de-12r-corps 3327 kind=ma roll=3"), ["13.23.b"]),
    "losses not taken": (
        (F8, ATTACK_3129, "lose de-g-corps steps=2", "end-phase"), ["13.17.b"]),
    "too many losses": (
        (F8, ATTACK_3129, "lose de-g-corps steps=2", "lose fr-9-corps steps=2", "end-phase"), ["13.17.b"]),
    "a retreat into the enemy": (
        (F8, "attack fr-42-div+fr-9-corps 3129 kind=pa roll=5", "retreat de-g-corps 3129-3130"), ["13.18.c"]),
    "an advance into a held hex": (
        (F8, "attack fr-9-corps+fr-42-div 3129 kind=pa roll=5", "lose de-g-corps steps=1",
         "advance fr-9-corps 3230-3129"), ["13.21.a"]),
    "Germans are rebuilt beyond the Meuse": (
        ("end-phase", "when 9 german arrivals", "rebuild de-3c-corps"), ["8.7.a", "8.7.e"]),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_act_is_found_with_its_rule_and_nothing_else(name, glorys_end):
    lines, rules = PLANTED[name]
    found = Table(glorys_end).play(lines)
    assert sorted(set(bad(found))) == sorted((rule, "ILLEGAL") for rule in rules)


# ---- hands slip: a log is read with lenience, and what hides a fact makes no verdict


def test_a_detour_of_a_drag_is_granted_the_cheapest_way(glorys_end):
    detour = "move fr-18-corps 3631-3530-3531-3431-3331-3432"
    assert bad(Table(glorys_end).play((E8, detour))) == []
    written = Table(glorys_end).play((E8, detour), logged=False)
    assert ("12.1.a", "ILLEGAL") in bad(written)


def test_one_drop_leaves_the_way_open(glorys_end):
    assert bad(Table(glorys_end).play((E8, "move fr-18-corps 3631-3430"))) == []
    assert ("12.1.b", "ILLEGAL") in bad(Table(glorys_end).play((E8, "move fr-18-corps 3631-3430"), logged=False))


def test_phases_nobody_clicked_are_no_fault(glorys_end):
    assert bad(Table(glorys_end).play((A8, "move fr-18-corps 3631-3530"))) == []


def test_a_command_marker_nobody_lifted_is_no_proof(glorys_end):
    table = Table(glorys_end)
    table.play(("when 8 allied prepared-combat", "end-phase", "when 9 allied operational-movement"))
    found = [v for v in table.do("move uk-1-corps 3334-3333-3332-3432") if v.finding != "legal"]
    assert found and {str(v.finding) for v in found} == {"undecided"}
    assert any("command marker" in str(need) for v in found for need in v.needs)


def test_a_mark_of_the_last_turn_is_no_deed_of_this_one(glorys_end):
    table = Table(glorys_end)
    table.when("8 allied operational-movement")
    unit = table.position.state.units["fr-9-corps"]
    table.position = Position(table.position.state.with_unit(unit._replace(marks=frozenset({"moved"}))),
                              table.position.ledger)  # fmt: skip
    table.play(("when 8 allied prepared-combat", "end-phase", "when 9 allied prepared-combat"))
    assert bad(table.do("attack fr-9-corps 3129 kind=pa roll=3")) == []


def test_losses_taken_before_the_battle_is_told_count(glorys_end):
    silent = (F8, "lose de-g-corps steps=1", "attack fr-9-corps+fr-42-div 3129 kind=pa roll=5",
              "lose fr-9-corps steps=1", "retreat de-g-corps 3129-3029", "end-phase")  # fmt: skip
    assert bad(Table(glorys_end).play(silent)) == []
    told = (F8, "lose de-g-corps steps=1", "attack fr-9-corps+fr-42-div 3129 kind=pa result=1/1R",
            "lose fr-9-corps steps=1", "retreat de-g-corps 3129-3029", "end-phase")  # fmt: skip
    assert bad(Table(glorys_end).play(told)) == []


def test_a_stack_may_be_dragged_back_in_several_goes(glorys_end):
    table = Table(glorys_end)
    table.play((F8, "attack fr-1-corps+fr-10-corps 3131 kind=pa roll=6"))
    found = [*table.do("retreat de-9-corps 3131-3032"), *table.do("retreat de-7-corps 3131-3032"),
             *table.do("end-phase")]  # fmt: skip
    assert "13.18.d" not in {v.rule.id for v in found if v.finding == "illegal"}


def test_every_unit_is_supplied_at_the_start(glorys_end):
    table = Table(glorys_end)
    facts = table.referee.facts(table.position)
    for unit in table.position.state.units.values():
        if facts.on_map(unit.place) and unit.type != "fortress":
            assert facts.supplied(unit.id).value, unit.id


def test_a_surrounded_unit_is_not_supplied(glorys_end):
    table = Table(glorys_end)
    state = table.position.state
    facts = table.referee.facts(table.position)
    ring = facts.neighbours("2529")
    for number, place in enumerate(ring):
        french = state.units["fr-9-corps"]._replace(id=f"ring-{number}", place=place)
        state = state.with_unit(french)
    state = state.with_unit(state.units["de-g-corps"]._replace(place="2529"))
    alone = table.referee.facts(table.position.with_state(state))
    # it stands in a town its side held all along; that town has no line of its own
    assert alone.supplied("de-g-corps").value is False
    assert alone.attack_factor("de-g-corps").value == alone.printed(state.units["de-g-corps"], "attack").value // 2


def test_reach_agrees_with_a_slow_twin_on_the_real_map(glorys_end):
    """The twin knows the sources alone: every path is tried, no facts are asked."""
    table = Table(glorys_end)
    facts = table.referee.facts(table.position)
    sheet, area = glorys_end.maps[0], set(glorys_end.scenarios["marne"].area)
    price = {"clear": 1, "forest": 2, "marsh": 3, "mountain": 3}

    def twin(unit, budget):
        foes = {u.place for u in table.position.state.units.values() if u.side != unit.side}
        best = {unit.place: 0}

        def walk(place, spent):
            for near in sheet.grid.neighbours(place):
                hex_ = sheet.hexes.get(near)
                if hex_ is None or near not in area or near in foes or hex_.terrain == "sea":
                    continue
                kinds = {s.kind for s in sheet.sides.get((min(place, near), max(place, near)), ())}
                total = spent + price[hex_.terrain] + ("major-river" in kinds)
                if "all-sea" in kinds or total > budget or best.get(near, 99) <= total:
                    continue
                best[near] = total
                walk(near, total)

        walk(unit.place, 0)
        return best

    for name in ("fr-9-corps", "fr-42-div", "de-2-corps", "de-3c-corps", "fr-18-corps", "de-4r-corps", "uk-1-corps"):
        unit = table.position.state.units[name]
        budget = facts.allowance(name).value
        expected = twin(unit, budget)
        found = dict(facts.reach(name).points)
        extra = {place for place in found if place not in expected}
        assert {p: v for p, v in found.items() if p in expected} == expected
        # what the twin does not reach is the one-hex guarantee, for the whole allowance
        assert all(found[p] == budget and p in sheet.grid.neighbours(unit.place) for p in extra)
