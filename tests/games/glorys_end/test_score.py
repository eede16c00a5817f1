"""Points part by part, what is noted for good as it happens, and who has won: sums worked out by hand."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from builder.games.glorys_end import RULES
from builder.model import Game, Moment
from tests.games.glorys_end.table import Table

GERMAN_1 = "end-phase -> 1 german operational-movement"


@pytest.mark.parametrize(
    ("scenario", "allied", "german"),
    [("campaign", -7, 0), ("short-campaign", -7, 0), ("marne", 0, 0)],  # 4.1, 16.2
)
def test_the_opening_totals(glorys_end: Game, scenario: str, allied: int, german: int) -> None:
    table = Table(glorys_end, scenario)
    assert [(s.side, s.total.value, s.total.needs) for s in table.referee.score(table.position)] == [
        ("allied", allied, ()),
        ("german", german, ()),
    ]


def test_what_the_end_of_the_campaign_would_add(glorys_end: Game) -> None:
    """No withdrawal was made: 20 for the east; Le Cateau, Ypres and Brussels are Allied at the start: 5 each."""
    score = Table(glorys_end, "campaign").score("allied")
    assert score.final.value == -7 + 20 + 15
    assert sorted(part.points.value for part in score.final_parts) == [5, 5, 5, 20]


def test_the_marne_as_it_is_set_up(glorys_end: Game) -> None:
    """South of row 31 stand eight Germans; two of them are cut from the north edge or not is the board's matter."""
    table = Table(glorys_end, "marne")
    south = [u for u in table.position.state.units.values() if u.side == "german" and u.place[:2] in ("32", "33")]
    assert len(south) == 6  # 3232 (two), 3233 (two), 3226, 3225
    assert table.score("german").final.value == 6
    assert table.score("allied").final.value == 0  # none of the seven towns


def test_a_hex_is_won_and_lost(glorys_end: Game) -> None:
    table = Table(glorys_end, "campaign", {"fr-lfd-div": "1733", "de-2-corps": "1631", "fr-1t-corps": "1533"})
    table.play(GERMAN_1, "move de-2-corps 1631-1632-1631")
    assert (table.score("german").total.value, table.score("allied").total.value) == (5, -12)
    assert table.parts("german") == {"4.1.d": 0, "4.2.c": 5}
    table.play("end-phase -> 2 allied operational-movement", "move fr-1t-corps 1533-1632")
    assert (table.score("german").total.value, table.score("allied").total.value) == (0, -7)


def test_plan_xvii_is_counted_from_the_ledger(glorys_end: Game) -> None:
    """fr-7 (4 steps) and fr-8 together have six and more; one corps alone has not."""
    places = {"fr-7-corps": "3913", "fr-8-corps": "3913", "fr-13-corps": "4013"}
    table = Table(glorys_end, "campaign", places)
    assert table.position.state.units["fr-13-corps"].steps < 6
    table.play("end-phase -> 1 allied prepared-combat", "attack fr-7-corps+fr-8-corps 3912 kind=pa roll=2",
               "attack fr-13-corps 4012 kind=pa roll=2")  # fmt: skip
    assert table.facts.plan_xvii().value == 1
    assert table.score("allied").total.value == -6
    late = Table(glorys_end, "campaign", places)
    late.play("end-phase -> 6 allied prepared-combat", "attack fr-7-corps+fr-8-corps 3912 kind=pa roll=2")
    assert late.facts.plan_xvii().value == 0


def test_an_evaded_attack_leaves_the_count_open(glorys_end: Game) -> None:
    places = {"fr-7-corps": "3913", "fr-8-corps": "3913", "de-14r-corps": "3711", "de-3c-corps": "3912",
              "de-dl-grp": "3711"}  # fmt: skip
    table = Table(glorys_end, "campaign", places)
    table.play("end-phase -> 1 allied prepared-combat", "attack fr-7-corps+fr-8-corps 3912 kind=pa",
               "retreat de-3c-corps 3912-3911 before-combat=yes")  # fmt: skip
    assert table.facts.plan_xvii().needs
    assert table.score("allied").total.needs


def test_belgians_abroad_cost_once(glorys_end: Game) -> None:
    """A division one, a corps two (4.5); coming back and dying changes nothing."""
    table = Table(glorys_end, "campaign", {"be-1-corps": "1833", "be-3-div": "1832"})
    abroad = next(n for n in table.facts.neighbours("1833") if table.facts.country(n).value == "FR")
    assert table.facts.country("1833").value == "FR"  # a corps that stands abroad counts
    assert table.score("allied").parts[1].points.value == -2
    table.play(
        "end-phase -> 2 allied operational-movement", f"move be-1-corps 1833-{abroad}", "lose be-1-corps steps=3"
    )
    assert table.score("allied").parts[1].points.value == -2


@pytest.mark.parametrize(("place", "endangered"), [("2735", True), ("2635", False)])
def test_paris_is_endangered_for_good(glorys_end: Game, place: str, endangered: bool) -> None:
    """A supplied corps stands inside as a phase ends, and leaves again: 2735 is three hexes from 3036, 2635 four."""
    away = {unit: "2529" for unit in ("de-4r-corps", "de-3-corps", "de-4-corps", "de-1c-corps", "de-2c-corps")}
    table = Table(glorys_end, "marne", {**away, "de-2-corps": place})
    table.play("end-phase -> 8 german operational-movement", f"move de-2-corps {place}-2534")
    answer = table.facts.paris_endangered()
    assert (answer.value, answer.known) == (endangered, True)


def test_a_game_that_begins_in_the_middle_is_asked_for(glorys_end: Game) -> None:
    table = Table(glorys_end, "campaign")
    table.position = table.position.at_moment(Moment(9, "german", "operational-movement"))
    assert {n.key for n in table.score("allied").total.needs} == {"vp allied", "plan-xvii"}
    assert table.score("german").total.known  # what Germans hold lies on the map
    assert {n.key for n in table.facts.paris_endangered().needs} == {"paris-endangered"}
    assert {n.key for n in table.facts.withdrew().needs} == {"withdrew"}
    assert {n.key for n in table.facts.stock("french").needs} == {"stock french"}


@pytest.mark.parametrize(
    ("turn", "french", "german", "british"),
    [(1, 0, 0, 0), (4, 3, 3, 0), (6, 9, 9, 0), (7, 12, 12, 2), (28, 75, 75, 2), (29, 78, 78, 3)],  # 8.6
)
def test_replacements_by_the_calendar(glorys_end: Game, turn: int, french: int, german: int, british: int) -> None:
    table = Table(glorys_end, "campaign").play(f"end-phase -> {turn} german arrivals")
    have = [table.facts.stock(nation) for nation in ("french", "german", "british", "belgian")]
    assert [(a.value, a.known) for a in have] == [(french, True), (german, True), (british, True), (0, True)]


def test_the_withdrawal(glorys_end: Game) -> None:
    """Made whole it costs the Allies five of their twenty (4.4); in part it is illegal, and the rest is asked for."""
    table = Table(glorys_end, "campaign").play("end-phase -> 5 german arrivals")
    table.play(
        "withdraw de-1b-corps", "withdraw de-2b-corps", "lose de-3c-corps steps=1", "end-phase -> 5 german command"
    )
    assert table.found == []
    assert table.facts.withdrew().value
    assert {p.rule: p.points.value for p in table.facts.final_parts("allied")}["4.4.a"] == 15
    part = Table(glorys_end, "campaign").play("end-phase -> 5 german arrivals", "withdraw de-1b-corps",
                                              "end-phase -> 5 german command")  # fmt: skip
    assert part.found == []  # the hand may still put it right
    part.play("end-phase -> 5 german victory", "end-phase -> 6 allied arrivals")
    assert part.found == [("8.8.a", "ILLEGAL")]
    assert part.facts.withdrew().needs


def test_a_late_loss_of_cavalry_is_no_withdrawal(glorys_end: Game) -> None:
    table = Table(glorys_end, "campaign").play("end-phase -> 5 german arrivals", "lose de-3c-corps steps=1")
    table.play("end-phase -> 5 german victory", "end-phase -> 6 allied arrivals")
    assert not {"8.8.a", "8.8.d"} & {rule for rule, _ in table.found}


def test_a_set_up_is_judged_when_it_is_over(glorys_end: Game) -> None:
    """Pieces go to and fro before that; what stands where it may not as turn 1 begins is found."""
    table = Table(glorys_end, "campaign")
    table.position = table.position.at_moment(Moment())
    table.play("set-up de-2-corps 2529", "set-up de-2-corps 1517", "end-phase -> 1 allied operational-movement")
    assert table.found == []
    table = Table(glorys_end, "campaign")
    table.position = table.position.at_moment(Moment())
    table.play("set-up de-2-corps 2529", "end-phase -> 1 allied operational-movement")
    crowd = Table(glorys_end, "campaign")
    crowd.position = crowd.position.at_moment(Moment())
    crowd.play("set-up de-6-corps 1517", "set-up de-8-corps 1517", "end-phase -> 1 allied operational-movement")
    # four corps of sixteen steps, of two armies, two of them far from their marker
    assert {rule for rule, _ in crowd.found} == {"6.1.a", "6.1.b", "3.3.d", "3.3.e"}
    assert table.found == [("3.3.g", "ILLEGAL"), ("3.3.e", "ILLEGAL")] or sorted(table.found) == [
        ("3.3.e", "ILLEGAL"), ("3.3.g", "ILLEGAL")]  # fmt: skip


def test_nobody_withdraws_on_the_way_to_the_dead_pile(glorys_end: Game) -> None:
    table = Table(glorys_end, "campaign").play("end-phase -> 5 german arrivals", "withdraw de-10l-bde")
    assert ("8.8.b", "ILLEGAL") in table.found  # a brigade


def test_abbeville_is_looked_at_when_the_phase_ends(glorys_end: Game) -> None:
    """Drags of a log may go on: only where the corps stands at the end counts."""
    table = Table(glorys_end, "campaign", {"de-2-corps": "2037"})
    table.play("end-phase -> 9 german operational-movement", "move de-2-corps 2037-2038", "move de-2-corps 2038-2039",
               "end-phase -> 9 german prepared-combat")  # fmt: skip
    assert "7.13.a" not in {rule for rule, _ in table.found}
    stays = Table(glorys_end, "campaign", {"de-2-corps": "2037"})
    stays.play("end-phase -> 9 german operational-movement", "move de-2-corps 2037-2038",
               "end-phase -> 9 german prepared-combat")  # fmt: skip
    assert ("7.13.a", "ILLEGAL") in stays.found


def test_britain_enters_the_turn_after_twenty_points(glorys_end: Game) -> None:
    """Free set-up, nobody invaded: two Paris hexes are taken on turn 1, so the British may land on turn 2."""
    game = glorys_end
    scenario = game.scenarios["free-set-up"]
    facts = {**scenario.facts, "violated belgium": "no", "violated luxembourg": "no", "violated holland": "no"}
    game = replace(game, scenarios={**game.scenarios, "free-set-up": replace(scenario, facts=facts)})
    gone = {"fr-paris-n-fort": "Dead-allied", "fr-paris-w-fort": "Dead-allied", "fr-61r-div": "3236",
            "fr-62r-div": "3236", "de-2-corps": "2937"}  # fmt: skip
    table = Table(game, "free-set-up", gone)
    table.play(GERMAN_1, "move de-2-corps 2937-3037-3036")
    assert table.score("german").total.value == 20
    assert table.facts.britain_since().value == 1
    table.play("end-phase -> 2 allied arrivals", "arrive uk-1-corps 1337")
    assert not {"3.7.b", "8.1.a"} & {rule for rule, _ in table.found}


def test_a_win_is_remembered_though_play_goes_on(glorys_end: Game) -> None:
    """Three Paris hexes make thirty points: won as the German check of turn 3 opens (4.1), lost again later."""
    forts = {"fr-paris-n-fort": "Dead-allied", "fr-paris-w-fort": "Dead-allied", "fr-paris-s-fort": "Dead-allied",
             "fr-61r-div": "3336", "fr-62r-div": "3336", "fr-4t-corps": "3336", "de-2-corps": "2937"}  # fmt: skip
    table = Table(glorys_end, "campaign", forts)
    table.play("end-phase -> 3 german operational-movement", "move de-2-corps 2937-3037-3036-3136",
               "end-phase -> 3 german victory")  # fmt: skip
    assert table.score("german").total.value == 30
    assert table.facts.victory().value == "german"
    table.play("end-phase -> 4 allied operational-movement", "move fr-4t-corps 3336-3236-3136")
    assert table.facts.victory().value == ""
    assert table.facts.won().value == "german"


def test_who_was_invaded_is_noted_as_play_begins(glorys_end: Game) -> None:
    """A corps in Belgium at the start invaded it, though it goes on; nobody stood in Luxembourg or Holland (3.6)."""
    table = Table(glorys_end, "free-set-up", {"de-2-corps": "1619"})
    table.play(GERMAN_1, "move de-2-corps 1619-1718")
    found = {name: table.facts.violated(name) for name in ("belgium", "luxembourg", "holland")}
    assert {name: (a.value, a.known) for name, a in found.items()} == {
        "belgium": (True, True), "luxembourg": (False, True), "holland": (False, True)}  # fmt: skip
    assert table.score("german").total.value == 0


@pytest.mark.parametrize(
    ("moment", "control", "winner"),
    [
        ("10 german victory", {"3036": "german"}, "german"),
        ("4 allied prepared-combat", {"3037": "german"}, "german"),  # play stops at once
        ("4 allied prepared-combat", {"2416": "allied", "2918": "allied"}, "allied"),
        ("4 allied prepared-combat", {"2918": "allied"}, ""),
    ],
)
def test_the_short_campaign_may_end_at_once(glorys_end: Game, moment: str, control: dict, winner: str) -> None:
    table = Table(glorys_end, "short-campaign")
    for place, side in control.items():
        table.position = RULES.predicates["control"].given(table.position, (place,), side)
    table.position = table.position.at_moment(table.moment(moment))
    assert table.facts.victory().value == winner


def test_every_acceptance_case_is_written(shared) -> None:
    """The ids of the acceptance file, each in one of our case files."""

    ids = re.findall(r"^- id: (\S+)", (shared / "rules/glorys-end/cases.yaml").read_text(encoding="utf-8"), re.M)
    folder = Path(__file__).resolve().parents[2] / "cases"
    ours = {name for path in folder.glob("glorys-end*.case")
            for name in re.findall(r"^case (GE-\d+)\b", path.read_text(encoding="utf-8"), re.M)}  # fmt: skip
    assert len(ids) == 57
    assert set(ids) - ours == set()
