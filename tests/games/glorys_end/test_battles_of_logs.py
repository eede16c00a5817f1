"""Battles as logs tell them: totals reported by a module, detours before a march assault, hands that are quick."""

from __future__ import annotations

import pytest

from builder.games.glorys_end import RULES
from builder.model.notation import action_of, parse_phrase
from builder.rules.position import Position
from tests.games.glorys_end.test_referee import E8, F8, Table, bad

ATTACK = "attack fr-9-corps+fr-11-corps+fr-42-div 3129 kind=pa roll=5"
TOLD = "attack fr-9-corps+fr-11-corps+fr-42-div 3129 kind=pa"
ADDED = "af=5 df=9"  # three units that are worth more, told as less than one to one


def moved(table: Table, **places: str) -> Table:
    state = table.position.state
    for unit, place in places.items():
        state = state.with_unit(state.units[unit.replace("_", "-")]._replace(place=place))
    table.position = Position(state, table.position.ledger)
    return table


def sums(found, rule: str) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(v.outcome, v.message, v.sum) for v in found if v.rule.id == rule]


def test_totals_of_another_module_that_are_wrong_are_told(glorys_end):
    """What somebody typed is a claim; on a board that is not ours the right sum is only assumed."""
    table = Table(glorys_end, played=False)
    table.play((F8,))
    found = [v for v in table.do(f"{ATTACK} {ADDED}") if v.rule.id in ("13.9.a", "13.10.a")]
    assert [v.outcome for v in found] == ["SUSPECT"]
    assert "5 to 9" in found[0].message and found[0].sum


def test_odds_that_were_typed_are_a_claim_on_any_board(glorys_end):
    for played, outcome in ((True, "ILLEGAL"), (False, "SUSPECT")):
        table = Table(glorys_end, played=played)
        table.play((F8,))
        found = [v.outcome for v in table.do(f"{ATTACK} odds=5:1") if v.rule.id in ("13.9.a", "13.10.a")]
        assert found == [outcome]


def test_totals_that_our_own_module_adds_up_accuse_nobody(glorys_end):
    """It adds whole printed factors; what supply and cavalry take off is said, with the right sum."""
    table = Table(glorys_end)
    table.play((F8,))
    found = [v for v in table.do(f"{ATTACK} {ADDED}") if v.rule.id in ("13.9.a", "13.10.a")]
    assert [v.outcome for v in found] == ["legal"]
    assert "with supply and cavalry it comes to" in found[0].message


def test_totals_that_agree_show_the_sum(glorys_end):
    table = Table(glorys_end)
    table.play((F8,))
    facts = table.referee.facts(table.position)
    mine = sum(facts.attack_factor(name, "3129").value for name in ("fr-9-corps", "fr-11-corps", "fr-42-div"))
    theirs = sum(facts.defence_factor(u.id).value for u in facts.foes_at("3129", "allied"))
    found = [v for v in table.do(f"{ATTACK} af={mine} df={theirs}") if v.rule.id in ("13.9.a", "13.10.a")]
    assert [v.outcome for v in found] == ["legal"]
    assert found[0].sum[0].startswith(f"attack {mine} to defence {theirs}: odds ")


@pytest.mark.parametrize(
    ("way", "finding"),
    [
        ("3527-3427-3327", "legal"),  # two points of four, one for the assault
        ("3527-3327", "legal"),  # one drop: the shortest way was open
        ("3527-3526-3426-3427-3327", "undecided"),  # hop by hop nothing is left; straight two would be
    ],
)
def test_a_detour_before_a_march_assault_is_asked_about(glorys_end, way, finding):
    """13.23.b depends on the way: a drag of several hops may be the way gone, or a hand that slipped."""
    table = moved(Table(glorys_end), fr_18_corps="3527", de_12r_corps="3226")
    table.play((E8, f"move fr-18-corps {way}"))
    found = {v.rule.id: v for v in table.do("attack fr-18-corps 3226 kind=ma roll=3")}
    assert str(found["13.23.b"].finding) == finding
    if finding == "undecided":
        assert found["13.23.b"].reading.startswith("illegal if")


def test_a_fortress_result_told_with_its_addition_is_not_added_to_again(glorys_end):
    """14.2.e: whoever announces 2/2R where the table says 0/2R has added the fortress himself."""
    table = Table(glorys_end)
    table.play(("when 8 german prepared-combat",))
    state = table.position.state
    fort = next(u for u in state.units.values() if u.type == "fortress")
    corps = state.units["de-2-corps"]
    ring = table.referee.facts(table.position).neighbours(fort.place)
    table.position = Position(state.with_unit(corps._replace(place=ring[0])), table.position.ledger)
    facts = table.referee.facts(table.position)

    def fight(text: str):
        return facts.fight(action_of(parse_phrase(text), RULES.verbs, table.position.state.units))

    plain = fight(f"attack de-2-corps {fort.place} kind=pa roll=4")
    printed = plain.printed.value
    more = f"{printed.attacker + 2}/{printed.defender}" + "R" * printed.retreat
    assert str(plain.result.value) == more
    for said in (str(printed), more):
        assert str(fight(f"attack de-2-corps {fort.place} kind=pa roll=4 result={said}").result.value) == more


def test_losses_and_sums_are_shown(glorys_end):
    table = Table(glorys_end)
    table.play((F8, f"{TOLD} result=1/2"))
    found = sums(table.do("lose de-g-corps steps=1"), "13.17.b")
    assert found == [("legal", "the defender pays 1 of 2",
                      ("3129: 1/2; the defender owes 2, gives up 1, 1 left",))]  # fmt: skip


def test_two_battles_at_once_are_no_fault_of_a_log(glorys_end):
    """Losses of the first are taken after the second was told; written down it would break 13.2.a."""
    lines = (F8, f"{TOLD} result=0/1", "attack fr-10-corps+fr-1-corps 3131 kind=pa result=1/0",
             "lose fr-10-corps steps=1", "lose de-g-corps steps=1", "end-phase")  # fmt: skip
    assert bad(Table(glorys_end).play(lines)) == []
    written = bad(Table(glorys_end).play(lines, logged=False))
    assert ("13.2.a", "ILLEGAL") in written


def test_the_attacker_pays_first_in_a_log(glorys_end):
    lines = (F8, f"{TOLD} result=1/1", "lose fr-9-corps steps=1", "lose de-g-corps steps=1", "end-phase")
    assert bad(Table(glorys_end).play(lines)) == []
    assert ("13.3.c", "ILLEGAL") in bad(Table(glorys_end).play(lines, logged=False))
