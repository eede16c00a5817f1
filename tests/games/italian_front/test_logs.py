"""Recorded games: a legal turn is accused of nothing, and each planted act is found under its rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder import read_log
from builder.games.italian_front import RULES
from builder.make.check import check
from builder.make.record import record
from builder.model import BadInput, LogRef, Marked, Marker, MarkerPlaced, Moment, Moved, Stepped, TurnSet, announce
from builder.model.events import Announced
from builder.model.notation import parse
from builder.rules.judge import judge
from builder.rules.ruleset import Given
from builder.rules.setup import start_of_scenario

ENGINE = Path(__file__).resolve().parents[2] / "make" / "data" / "italian-front-engine.vlog"
ATTACK = (
    "[hw1_attack_id=1_kind=attack_phase=combat_at=2219_by=ah-22-div,ah-28-div_from=2218,2218_def=it-44-div"
    "_af=8_df=3_sup=ah-3rd-hq,ah-3rd-hq_hq=ah-3rd-hq_pays=2_ground=mountain_die=6]"
)
STRIKE = "[hw1_strike_id=1_at=2219_by=it-44-div_af=3_sup=none_hq=_pays=_answer=stand_die=3]"
TURN = f"""case turn
game italian-front
scenario may-1916-example
when 1916-05-T4, central, movement
do move ah-3-div 2119-2018
do move ah-9-div 3418-3519
when 1916-05-T4, central, combat
do say text={ATTACK}
do say text={STRIKE}
do lose it-44-div=1
do lose ah-22-div=1
when 1916-05-T4, entente, movement
do rail it-48-div 2326-2425-2424-2524-2523-2522-2621-2521-2421
do move it-45-div 1421-1520-1620-1721
do move it-1-cav 1722-1822-1922
when 1916-05-T5, central, movement
"""


def found(tmp_path, text: str, game):
    log = tmp_path / "turn.vlog"
    record(parse(text)[0], game).write(log)
    return check([log], game)


def test_a_legal_turn_is_accused_of_nothing(tmp_path, italian_front):
    """By hand: 8 in column on mountain (-4), die 6: 2, which takes 1; half of 3 tripled, die 3 and 4: 7, takes 1."""
    report = found(tmp_path, TURN, italian_front)
    verbs = [action.verb for action, _ in report.judged if action.verb not in ("end-phase", "unrecognised")]
    assert verbs == ["move", "move", "attack", "strike", "lose", "lose", "move", "move", "move"]
    assert not report.illegal and not report.suspect, "\n".join(map(str, (*report.illegal, *report.suspect)))
    dues = {v.rule.id for v in report.verdicts if v.rule.id in ("S13-13", "S13-17") and v.finding == "legal"}
    assert dues == {"S13-13", "S13-17"}


BY_KEYS = """case keys
game italian-front
scenario may-1916-example
when 1916-05-T4, central, movement
do move ah-3-div 2119-2018
when 1916-05-T4, central, combat
do attack ah-22-div+ah-28-div 2219 hq=ah-3rd-hq ground=mountain roll=6
do strike it-44-div 2219 roll=3
do lose it-44-div loss=1
do lose ah-22-div loss=1
when 1916-05-T4, entente, movement
"""


def test_a_battle_recorded_by_the_modules_keys(tmp_path, italian_front):
    report = found(tmp_path, BY_KEYS, italian_front)
    actions = [action for action, _ in report.judged if action.verb not in ("end-phase", "unrecognised")]
    assert [action.verb for action in actions] == ["move", "attack", "strike", "lose", "lose"]
    attack, strike = actions[1:3]
    assert (attack.detail("sup"), attack.detail("pay")) == ("ah-3rd-hq,ah-3rd-hq", "2")
    assert (attack.detail("ground"), attack.detail("roll")) == ("mountain", "6")
    assert (strike.units, strike.detail("answer"), strike.detail("roll")) == (("it-44-div",), "stand", "3")
    assert not report.illegal and not report.suspect, "\n".join(map(str, (*report.illegal, *report.suspect)))


DIGGING = """case digging
game italian-front
scenario may-1916-example
when 1916-06-special, trench-initiation
do dig it-35-div
"""


def test_works_begun_by_the_modules_key(tmp_path, italian_front):
    """As the engine wrote it: the marker with the number of its slot, under the unit that digs, and the same words."""
    ours = tmp_path / "dig.vlog"
    record(parse(DIGGING)[0], italian_front).write(ours)
    report = check([ours], italian_front)
    assert [action.verb for action, _ in report.judged if action.verb != "end-phase"] == ["dig"]
    (mine,), (theirs, *_) = (
        [step.commands for step in read_log(path).steps if any("hw1 dig" in str(c) for c in step.commands)]
        for path in (ours, ENGINE)
    )
    assert [type(c) for c in mine] == [type(c) for c in theirs]
    assert mine[0].state.split(";")[-4:-1] == theirs[0].state.split(";")[-4:-1]  # gpid, and the word before the id
    for added, moved, *_, said in (mine, theirs):
        unit = moved.under
        assert moved.id == added.id and f"[hw1 dig unit={unit} at=" in said.text


def test_no_works_are_begun_twice_in_a_hex(tmp_path, italian_front):
    with pytest.raises(BadInput, match="works lie in 2319 already"):
        record(parse(DIGGING + "do dig it-35-div\n")[0], italian_front)


def test_a_headquarters_that_cannot_pay_rolls_nothing(tmp_path, italian_front):
    dear = BY_KEYS.replace("ah-28-div 2219 hq=ah-3rd-hq", "ah-28-div+ah-9-div 2219 hq=ah-tir-hq")
    assert dear != BY_KEYS
    with pytest.raises(BadInput, match="ah-tir-hq holds 2 supply points and owes 3"):
        found(tmp_path, dear, italian_front)


RECORDED = {
    "S6-9": ("do move ah-9-div 3418-3519", "do move ah-9-div 3418-3519-3619-3719"),
    "S6-11": ("do move ah-9-div 3418-3519", "do move ah-22-div 2218-2219"),
    "S5-u5": ("do move ah-9-div 3418-3519", "do move it-45-div 1421-1520"),
    "I3-4": ("do move ah-9-div 3418-3519", "do move ah-trste-bde 3419-3420"),
    "S21-1": ("do move ah-9-div 3418-3519", "do move ah-riva-fort 2019-2018"),
    "S13-13": ("do lose it-44-div=1\n", ""),
    "S13-17": ("do lose ah-22-div=1\n", ""),
    "S12-4": ("from=2218,2218", "from=2218,2217"),
    "S13-3": ("ground=mountain", "ground=rough"),
    "S7-6": ("do rail it-48-div 2326-2425-2424-2524-2523-2522-2621-2521-2421", "do rail it-4th-hq 2617-2518"),
    "S18-13": ("sup=ah-3rd-hq,ah-3rd-hq_hq=ah-3rd-hq", "sup=it-1st-hq,it-1st-hq_hq=it-1st-hq"),
}


@pytest.mark.parametrize("rule", RECORDED)
def test_a_planted_act_is_found(rule, tmp_path, italian_front):
    right, wrong = RECORDED[rule]
    text = TURN.replace(right, wrong)
    assert text != TURN
    report = found(tmp_path, text, italian_front)
    rules = {v.rule.id for v in (*report.illegal, *report.suspect)}
    assert rule in rules, sorted(rules)
    assert len(rules) <= 2  # and next to nothing else


# ---- played in VASSAL itself


def test_what_the_engine_wrote_is_read(italian_front):
    """The script of tests/make/test_front_engine.py: battles, who pays for whom, losses, retreat, a ride, works."""
    report = check([ENGINE], italian_front)
    actions = [action for action, _ in report.judged if action.verb != "end-phase"]
    assert [action.verb for action in actions] == [
        "move", "move", "dig", "attack", "strike", "lose", "lose", "lose", "retreat",
        "attack", "attack", "strike", "attack", "lose",
    ]  # fmt: skip
    ride, first, back, column = actions[1], actions[3], actions[4], actions[12]
    assert (ride.units, ride.detail("by")) == (("it-6-div",), "rail")
    assert first.units == ("it-12-div", "it-13-div", "it-21-div", "it-2-art", "it-2-siege")
    assert first.detail("sup") == "it-2nd-hq,it-3rd-hq,none,it-2nd-hq,it-2nd-hq"
    assert (first.detail("ground"), first.detail("roll"), first.detail("pay")) == ("mountain", "5", "1,4")
    assert (back.units, back.detail("answer")) == (("ah-4m-mtn-bde", "ah-16-art"), "retreat")
    assert (column.detail("kind"), column.place) == ("column", "2122")
    assert {v.rule.id for v in (*report.illegal, *report.suspect)} == {"S12-4"}  # 2119 does not touch 2122


# ---- event by event, on the example of May 1915 and of others


class Told:
    """Events of one log from a scenario's table, played by its own module."""

    def __init__(self, game, scenario: str, when: tuple[str, str, str]):
        self.game = game
        self.position, self.values = start_of_scenario(game, game.scenarios[scenario], RULES)
        turn = next(t.number for t in game.turns if t.label == when[0])
        self.position = self.position.at_moment(Moment(turn, *when[1:]))
        self.events, self.step = [], 0

    def ref(self) -> LogRef:
        self.step += 1
        return LogRef("game.vlog", self.step)

    def put(self, unit: str, place: str) -> Told:
        state = self.position.state
        self.position = self.position.with_state(state.with_unit(state.units[unit]._replace(place=place)))
        return self

    def move(self, unit: str, *path: str) -> Told:
        self.events.append(Moved(self.ref(), "x", unit, path))
        return self

    def rail(self, unit: str, *path: str) -> Told:
        self.events.append(Marked(self.ref(), "x", unit, frozenset(), frozenset({"railed"})))
        return self.move(unit, *path)

    def mark(self, kind: str, *places: str) -> Told:
        """A marker that lies in the first of these hexes and is put into each other one."""
        side = "central" if kind.startswith("cp") else "entente"
        first, *others = (Marker(f"m-{kind}", kind, place, side) for place in places)
        self.position = self.position.with_state(self.position.state.with_marker(first))
        self.events += [MarkerPlaced(self.ref(), "x", marker) for marker in others]
        return self

    def say(self, verb: str, **words: str) -> Told:
        self.events.append(Announced(self.ref(), "x", announce(verb, **words)))
        return self

    def lose(self, unit: str, before: int, after: int) -> Told:
        self.events.append(Stepped(self.ref(), "x", unit, before, after))
        return self

    def turn(self, label: str, side: str, phase: str) -> Told:
        number = next(t.number for t in self.game.turns if t.label == label)
        self.events.append(TurnSet(self.ref(), "x", Moment(), Moment(number, side, phase)))
        return self

    def rules(self, wanted: str = "illegal") -> set[str]:
        state = self.position.state
        played = RULES.recognise(self.events, state, self.game)
        judged = judge(played, self.position, self.game, RULES, Given(values=self.values, played=True))
        return {v.rule.id for _, _, verdicts in judged for v in verdicts if v.finding == wanted}


def test_who_is_not_mobilized(italian_front):
    told = Told(italian_front, "may-1915-example", ("1915-05-T7", "entente", "movement"))
    assert told.put("it-25-div", "2326").move("it-25-div", "2326", "2325").rules() == {"I6-u1"}


def test_trains_before_june(italian_front):
    told = Told(italian_front, "may-1915-example", ("1915-05-T7", "entente", "movement"))
    assert told.put("it-6-div", "2326").rail("it-6-div", "2326", "2425").rules() == {"I4-cap.IT"}


def test_an_attack_by_headquarters_of_the_other_nation_and_without_supply(italian_front):
    told = Told(italian_front, "june-1918-example", ("1918-06-T4", "entente", "combat"))
    words = {"id": "1", "kind": "attack", "at": "2319", "by": "it-6-div", "from": "2320", "def": "", "die": "3"}
    assert "I13-5" in told.put("it-6-div", "2320").say("attack", **words, sup="none").rules()


def test_germans_in_italy(italian_front):
    told = Told(italian_front, "may-1915-example", ("1915-06-T2", "central", "movement"))
    told.put("ge-1alpk-mtn-bde", "3418").put("it-25-div", "2326")
    assert "I3-9" in told.move("ge-1alpk-mtn-bde", "3418", "3318", "3217", "3117").rules()


def test_seven_divisions_in_a_hex(italian_front):
    told = Told(italian_front, "may-1916-example", ("1916-05-T5", "entente", "movement"))
    for unit in ("it-45-div", "it-48-div", "it-9-div", "it-10-div", "it-17-div", "it-18-div", "it-27-div"):
        told.put(unit, "2326")
    told.move("it-45-div", "2326", "2325", "2326").turn("1916-05-T5", "entente", "combat")
    assert "S11-1" in told.rules()


def test_phases_that_nobody_clicked_through_end_too(italian_front):
    told = Told(italian_front, "may-1916-example", ("1916-05-T4", "central", "movement"))
    told.turn("1916-05-T5", "central", "reinforcement")
    played = list(RULES.recognise(told.events, told.position.state, italian_front))
    assert [p.action.detail("phase") for p in played] == [
        "movement", "combat", "replacement", "reinforcement", "movement", "combat", "replacement",
    ]  # fmt: skip


def test_a_march_in_another_phase_proves_nothing(italian_front):
    told = Told(italian_front, "may-1916-example", ("1916-05-T4", "central", "combat"))
    told.move("ah-9-div", "3418", "3519")
    played = list(RULES.recognise(told.events, told.position.state, italian_front))
    assert [p.action.inferred for p in played] == [True]


def test_a_drag_back_is_no_move(italian_front):
    told = Told(italian_front, "may-1916-example", ("1916-05-T4", "central", "movement"))
    told.move("ah-9-div", "3418", "3519").move("ah-9-div", "3519", "3418")
    assert list(RULES.recognise(told.events, told.position.state, italian_front)) == []


def test_a_drag_is_granted_the_cheapest_way(italian_front):
    """3519 lies three points off; the detour over 3518 would cost more."""
    told = Told(italian_front, "may-1916-example", ("1916-05-T4", "central", "movement"))
    assert told.move("ah-9-div", "3418", "3419", "3518", "3519").rules() == set()


def test_a_loss_taken_back_is_none(italian_front):
    told = Told(italian_front, "may-1916-example", ("1916-05-T4", "central", "combat"))
    told.lose("ah-9-div", 3, 2).lose("ah-9-div", 2, 3)
    assert list(RULES.recognise(told.events, told.position.state, italian_front)) == []


def battle(told: Told, by: str, defenders: str) -> Told:
    words = {"id": "1", "kind": "attack", "at": "2318", "by": by, "from": "2317", "def": defenders, "die": "4"}
    return told.say("attack", **words, sup="ah-3rd-hq", hq="ah-3rd-hq", pays="1", ground="clear")


def test_losses_of_a_battle_are_looked_at_when_the_turn_ends(italian_front):
    """One of two brigades of 1 dies: neither stands above its reverse."""
    told = Told(italian_front, "may-1916-example", ("1916-05-T4", "central", "combat"))
    told.put("it-6alp-mtn-bde", "2318").put("it-alpa-mtn-bde", "2318").put("it-15-div", "2326")
    battle(told, "ah-180-bde", "it-6alp-mtn-bde,it-alpa-mtn-bde")
    told.lose("it-6alp-mtn-bde", 1, 0).turn("1916-05-T4", "entente", "reinforcement")
    assert told.rules() & {"S13-23", "S13-24"} == set()


def test_guns_lost_before_the_infantry_is_gone(italian_front):
    told = Told(italian_front, "may-1916-example", ("1916-05-T4", "central", "combat"))
    told.put("it-1-art", "2318")
    battle(told, "ah-180-bde", "it-15-div,it-6alp-mtn-bde,it-1-art")
    told.lose("it-1-art", 2, 1)
    assert told.rules() & {"S13-23"} == set()  # he may still take the infantry
    told.turn("1916-05-T4", "entente", "reinforcement")
    assert "S13-23" in told.rules()


def test_works_that_are_carried_off(italian_front):
    told = Told(italian_front, "may-1916-example", ("1916-05-T4", "central", "movement"))
    assert told.mark("cp-construction", "3418", "3419").rules() == {"S22-3"}


def test_works_that_nobody_holds_and_a_trench_that_the_enemy_sits_in(italian_front):
    told = Told(italian_front, "may-1916-example", ("1916-05-T4", "central", "replacement"))
    told.mark("cp-construction", "3719").mark("en-trench", "3519").put("ah-9-div", "3519")
    assert told.turn("1916-05-T4", "entente", "reinforcement").rules() == {"S22-4", "S22-12"}


def test_an_engineer_repairs_the_rail_that_it_is_dragged_along(italian_front):
    """2425 was cut; without the engineer's drag the ride over it is one on dead rail."""

    def ride(mend: bool) -> set[str]:
        told = Told(italian_front, "may-1916-example", ("1916-05-T4", "central", "movement"))
        told.put("ah-9-div", "2325").put("it-1-eng", "2326").put("it-48-div", "2326")
        told.move("ah-9-div", "2325", "2425").turn("1916-05-T5", "central", "movement")
        told.move("ah-9-div", "2425", "2325").turn("1916-05-T5", "entente", "movement")
        if mend:
            told.move("it-1-eng", "2326", "2424")
        return told.rail("it-48-div", "2326", "2425", "2424").rules() & {"S9-4", "S7-2"}

    assert ride(False) == {"S9-4", "S7-2"} and ride(True) == set()


def test_who_comes_home_breaks_no_rail_of_his_own(italian_front):
    """A brigade breaks no rail (S9-3); the Italian division that drives it out again does not either."""
    told = Told(italian_front, "may-1916-example", ("1916-05-T4", "central", "movement"))
    told.put("ah-180-bde", "2325").put("it-45-div", "2326").put("it-48-div", "2326")
    told.move("ah-180-bde", "2325", "2425").turn("1916-05-T5", "central", "movement")
    told.move("ah-180-bde", "2425", "2325").turn("1916-05-T5", "entente", "movement")
    told.move("it-45-div", "2326", "2425").rail("it-48-div", "2326", "2425", "2424")
    assert not told.rules() & {"S9-4", "S7-2"}
