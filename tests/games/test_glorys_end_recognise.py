"""What hand-written events of Glory's End mean."""

from __future__ import annotations

from itertools import pairwise
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.games.glorys_end.recognise import MOST_SKIPPED, recognise
from builder.model import (
    Announced,
    Appeared,
    Box,
    Game,
    GameState,
    Grid,
    LogRef,
    MapHex,
    MapSheet,
    Marked,
    Moment,
    Moved,
    Nation,
    Phase,
    Rolled,
    Said,
    Side,
    Stepped,
    TurnSet,
    Undone,
    Unit,
    announce,
)
from builder.model import speech as say
from builder.rules.drafts import skipped

LATER = tuple(range(2, 31))
SEQUENCE = (
    ("arrivals", LATER), ("entrenching", tuple(range(10, 31))), ("command", LATER), ("strategic-movement", LATER),
    ("operational-movement", ()), ("prepared-combat", ()), ("attrition", ()), ("victory", ()),
)  # fmt: skip
# the numbering of the map: rows southward, columns westward, odd rows half a hex further west
GRID = Grid(True, (10, 44), (11, 44), column_sign=-1, shift_sign=-1)
PORTS = {"1337", "2244"}
BOXES = ("Dead-allied", "Dead-german", "T8", "T9", "Withdrawn", "Offmap-allied", "British-start")
HEXES = {n: MapHex(n, "clear", "FR", features=("port", "town") if n in PORTS else ()) for n in GRID.numbers()}
GAME = Game(
    id="glorys-end", name="", version="1", rules="",
    sides=(Side("allied", "Allied", "", ("french",)), Side("german", "German", "", ("german",))),
    nations=MappingProxyType({n: Nation(n, n, s, "", "") for n, s in (("french", "allied"), ("german", "german"))}),
    turns=(), phases=tuple(Phase(p, "", p, s, "", turns) for s in ("allied", "german") for p, turns in SEQUENCE),
    counters={}, markers={},
    maps=(MapSheet("m", "", GRID, HEXES, {}, {}, tuple(Box(b, b, 0, 0, 1, 1) for b in BOXES)),),
    tables={}, scenarios={}, catalogue={}, gpids=(), module={}, content_hash="", folder="",
)  # fmt: skip


def at(phase: str, side: str = "allied", turn: int = 8) -> Moment:
    return Moment(turn, side, phase)


MOVING = at("operational-movement")
FIGHTING = at("prepared-combat")


def table(when: Moment = MOVING, **places: str) -> GameState:
    """Units f… are French, g… German, of two steps; `f=\"2524\"`."""
    state = GameState(when=when)
    for id, place in places.items():
        nation, side = ("french", "allied") if id.startswith("f") else ("german", "german")
        state = state.with_unit(Unit(id, side, nation, "infantry", "XXX", place, 2, 3))
    return state


class Log:
    """Writes events; `|` opens the next step."""

    def __init__(self):
        self.step, self.events = 0, []

    def __call__(self, make, *args, again=False):
        self.step += not again
        self.events.append(make(LogRef("log", self.step), "", *args))
        return self

    def move(self, unit: str, *path: str, again=False):
        return self(Moved, unit, path, again=again)

    def lose(self, unit: str, before: int, after: int):
        return self(Stepped, unit, before, after)

    def mark(self, unit: str, *, on: str = "", off: str = "", again=False):
        before, after = frozenset({off} - {""}), frozenset({on} - {""})
        return self(Marked, unit, before, after, again=again)

    def says(self, verb: str, again=False, **fields: str):
        return self(Announced, announce(verb, **fields), again=again)

    def turn(self, before: Moment, after: Moment):
        return self(TurnSet, before, after)

    def undo(self, step: int, *inverse):
        self(Undone, step)
        for make, *args in inverse:
            self(make, *args, again=True)
        return self

    def battle(self, **more: str):
        fields = {"id": "1", "kind": "pa", "at": "3031", "by": "f1,f2,", "from": "3131,3131,", "def": "g1,g2,",
                  "af": "9", "df": "4", "die": "5"} | more  # fmt: skip
        self(Rolled, "Die", (5,))
        for unit in ("f1", "f2"):
            self.mark(unit, on="prepared", again=True)
        return self.says("battle", again=True, **fields)


def read(log: Log, state: GameState) -> list[str]:
    """The actions, `~` where guessed, with the side that acted."""
    return [f"{'~' * p.action.inferred}{p.action}" for p in recognise(log.events, state, GAME)]


BATTLE = "attack f1+f2 3031 id=1 kind=pa from=3131 def=g1,g2 af=9 df=4 roll=5"
FIELD = table(FIGHTING, f1="3131", f2="3131", g1="3031", g2="3031", f9="3133")


# ---------------------------------------------------------------- moves


def test_hops_of_one_unit_are_one_way_with_all_their_steps():
    log = Log().move("f", "2524", "2525")(Said, "hm").mark("f", on="moved").move("f", "2525", "2526")
    (played,) = recognise(log.events, table(f="2524"), GAME)
    assert str(played.action) == "move f 2524-2525-2526"
    assert [ref.step for ref in played.action.refs] == [1, 4]
    assert played.action.side == "allied" and not played.action.inferred
    assert played.before.units["f"].place == "2524" and played.after.units["f"].place == "2526"


def test_another_unit_between_makes_two_moves_and_a_stack_is_one():
    log = Log()
    log.move("f1", "2524", "2525").move("f2", "2524", "2525", again=True)
    log.move("f1", "2525", "2526").move("f9", "2622", "2623").move("f2", "2525", "2625")
    assert read(log, table(f1="2524", f2="2524", f9="2622")) == [
        "move f1+f2 2524-2525",
        "move f1 2525-2526",
        "move f9 2622-2623",
        "move f2 2525-2625",
    ]


def test_dragged_and_dragged_back_is_no_move_and_a_detour_is_cut():
    assert read(Log().move("f", "2524", "2525").move("f", "2525", "2524"), table(f="2524")) == []
    log = Log().move("f", "2524", "2525").move("f", "2525", "2526").move("f", "2526", "2525").move("f", "2525", "2625")
    assert read(log, table(f="2524")) == ["~move f 2524-2525-2625"]


def test_the_table_before_an_action_has_not_yet_its_marks():
    log = (
        Log()
        .mark("f", on="moved")
        .move("f", "2524", "2525", again=True)
        .mark("f", off="moved", on="forced", again=True)
    )
    (played,) = recognise(log.events, table(f="2524"), GAME)
    assert played.before.units["f"].marks == frozenset()
    assert played.after.units["f"].marks == {"forced"}
    assert str(played.action) == "move f 2524-2525 forced=yes"


def test_who_acts_and_how_is_told_from_piece_and_phase():
    drag = Log().move("f", "2524", "2530")
    assert read(drag, table(at("strategic-movement"), f="2524")) == ["rail f 2524-2530"]
    assert read(drag, table(at("operational-movement", "german"), f="2524")) == ["~move f 2524-2530"]
    assert read(drag, table(at("command"), f="2524")) == ["~rail f 2524-2530"]
    assert read(drag, table(Moment(), f="2524")) == ["set-up f 2524-2530"]
    hex_ = Log().move("f", "3031", "3131")
    assert read(hex_, table(at("prepared-combat", "german"), f="3031")) == ["~retreat f 3031-3131"]
    assert read(hex_, table(at("command"), f="3031")) == ["~move f 3031-3131"]


def test_ships_by_mark_or_between_ports():
    drag = Log().move("f", "1337", "2244")
    assert read(drag, table(at("strategic-movement"), f="1337")) == ["~ship f 1337-2244"]
    assert read(drag.mark("f", on="shipped", again=True), table(at("strategic-movement"), f="1337")) == [
        "ship f 1337-2244"
    ]
    assert read(Log().move("g", "1337", "2244"), table(at("strategic-movement", "german"), g="1337")) == [
        "rail g 1337-2244"
    ]


# ---------------------------------------------------------------- arrivals and boxes


def test_arrivals_rebuilding_and_withdrawal():
    log = Log()
    log.move("f1", "T8", "3036").move("f2", "Dead-allied", "4136").move("f3", "2530", "Withdrawn")
    log.lose("f4", 1, 2).mark("f4", on="rr", again=True).move("f5", "T8", "T9")
    state = table(at("arrivals"), f1="T8", f2="Dead-allied", f3="2530", f4="2531", f5="T8")
    assert read(log, state) == [
        "arrive f1 3036 from=T8",
        "rebuild f2 4136 steps=2 from=Dead-allied",
        "withdraw f3 2530-Withdrawn",
        "rebuild f4 2531 steps=1",
        "unrecognised f5 T9 what=moved to=T9 from=T8",
    ]


def test_an_arrival_shifted_at_once_arrived_where_it_lies_and_one_put_back_did_not():
    shifted = Log().move("f", "T8", "3036").move("f", "3036", "3037")
    assert read(shifted, table(at("arrivals"), f="T8")) == ["~arrive f 3037 from=T8"]
    assert read(Log().move("f", "T8", "3036").move("f", "3036", "T8"), table(at("arrivals"), f="T8")) == []


def test_off_the_map_by_rail_and_back():
    log = Log().move("f", "2535", "Offmap-allied").move("f", "Offmap-allied", "4136")
    assert read(log, table(at("strategic-movement"), f="2535")) == ["rail f 2535-Offmap-allied-4136"]


# ---------------------------------------------------------------- marks


def test_digging_and_command_marks_carry_the_roll_they_rest_on():
    log = Log()(Rolled, "Die", (2,)).mark("f1", on="digging").mark("f2", on="digging").mark("f2", off="digging")
    assert read(log, table(at("entrenching", turn=10), f1="2524", f2="2525")) == ["dig f1 2524 roll=2"]
    log = Log()(Rolled, "Die", (6,)).mark("g1", on="ooc").mark("g2", on="ooc").mark("g3", on="ooc")
    state = table(at("command", "german"), g1="2524", g2="2524", g3="2525")
    assert read(log, state) == ["command-mark g1+g2 2524 roll=6", "command-mark g3 2525 roll=6"]
    assert [p.action.side for p in recognise(log.events, state, GAME)] == ["allied", "allied"]


def test_marks_that_come_off_at_the_end_are_no_action():
    log = Log().mark("f1", off="digging").mark("f2", off="ooc")
    assert read(log, table(at("victory"), f1="2524", f2="2525")) == []


# ---------------------------------------------------------------- battles


def test_a_battle_with_losses_retreat_and_advance():
    log = Log().battle()
    log.lose("g1", 2, 1).move("g2", "3031", "Dead-german").move("g1", "3031", "2931")
    log.lose("f1", 2, 1).lose("f1", 1, 0).move("f2", "3131", "3031")
    assert read(log, FIELD) == [
        BATTLE,
        "lose g1 3031 steps=1 battle=1 role=defender",
        "lose g2 3031 steps=2 dead=yes battle=1 role=defender",
        "retreat g1 3031-2931 battle=1",
        "lose f1 3131 steps=2 battle=1 role=attacker dead=yes",
        "advance f2 3131-3031 battle=1",
    ]
    attack = next(iter(recognise(log.events, FIELD, GAME)))
    assert attack.before.units["f1"].marks == frozenset() and attack.action.side == "allied"
    assert attack.after.units["f1"].marks == {"prepared"}


def test_a_march_assault_ends_when_another_stack_moves():
    state = table(MOVING, f1="3232", f2="3232", g1="3031", g2="3031", f9="3133")
    log = Log().move("f1", "3232", "3131").move("f2", "3232", "3131", again=True).battle(kind="ma")
    log.move("g1", "3031", "2931").move("f9", "3133", "3132").lose("g2", 2, 1).move("f1", "3131", "3031")
    assert read(log, state) == [
        "move f1+f2 3232-3131",
        BATTLE.replace("pa", "ma"),
        "retreat g1 3031-2931 battle=1",
        "move f9 3133-3132",
        "lose g2 3031 steps=1 battle=1 role=defender",
        "move f1 3131-3031",
    ]


def test_siege_fire_belongs_to_the_declared_battle_and_a_battle_called_off_is_told():
    fields = {"id": "4", "kind": "pa", "at": "3031", "by": "f1,", "from": "3131,", "def": "g1,"}
    log = Log().says("declare", **fields).says("fire", id="4", unit="f9", at="3031", die="3")
    rolled = Log()
    rolled.step, rolled.events = log.step, list(log.events)
    rolled.battle(**fields)
    assert read(rolled, FIELD)[:2] == [
        "fire f9 3031 id=4 roll=3 with=f1",
        "attack f1 3031 id=4 kind=pa from=3131 def=g1 af=9 df=4 roll=5",
    ]
    log.turn(FIGHTING, at("attrition"))
    assert read(log, FIELD) == [
        "fire f9 3031 id=4 roll=3 with=f1",
        "cancel-attack f1 3031 id=4 fired=yes",
        "end-phase turn=8 phase=prepared-combat",
    ]


def test_cavalry_leaves_before_the_die():
    log = Log().says("declare", id="4", kind="pa", at="3031", by="f1", **{"def": "g1"})
    log.says("withdraw", id="4", unit="g1").move("g1", "3031", "2931").move("f1", "3131", "3031")
    assert read(log, table(FIGHTING, f1="3131", g1="3031")) == [
        "attack f1 3031 id=4 kind=pa def=g1",
        "retreat g1 3031-2931 battle=4 before-combat=yes",
        "advance f1 3131-3031 battle=4",
    ]


def test_a_key_pressed_and_pressed_back_is_no_loss():
    assert read(Log().battle().lose("g1", 2, 1).lose("g1", 1, 2), FIELD) == [BATTLE]
    assert read(Log().battle().move("g1", "3031", "Dead-german").move("g1", "Dead-german", "3031"), FIELD) == [BATTLE]


def test_without_announcements_play_is_guessed_or_left_unrecognised():
    log = Log()(Rolled, "Die", (4,)).lose("g1", 2, 1).move("g1", "3031", "2931").move("f1", "3131", "3031")
    log(Appeared, Unit("x", "german", "german", "infantry", "XXX", "2524", 1, 1))
    assert read(log, table(FIGHTING, f1="3131", g1="3031")) == [
        "~attack f1 3031 def=g1",
        "~lose g1 3031 steps=1",
        "~retreat g1 3031-2931",
        "~advance f1 3131-3031",
        "unrecognised x what=appeared",
    ]


def test_a_late_loss_says_which_battle_it_pays_for_but_attrition_does_not():
    log = Log().battle().move("f9", "3133", "3132").lose("g1", 2, 1)
    log.says("loss", again=True, unit="g1", at="3031", steps="1", battle="1")
    assert read(log, FIELD)[-1] == "lose g1 3031 steps=1 battle=1 role=defender"
    late = Log().lose("g1", 2, 1).says("loss", again=True, unit="g1", at="3031", steps="1", battle="1")
    assert read(late, table(at("attrition"), g1="3031")) == ["lose g1 3031 steps=1"]


# ---------------------------------------------------------------- undo and phases


@given(st.lists(st.tuples(st.sampled_from(["f1", "f2", "g1"]), st.sampled_from(["2524", "2525", "2526"])), max_size=8))
def test_whatever_is_undone_to_the_last_step_leaves_no_action_and_the_table_as_it_was(drags):
    start = state = table(f1="2524", f2="2525", g1="2526")
    log, inverse = Log(), []
    for unit, goal in drags:
        path = (state.units[unit].place, goal)
        log.move(unit, *path)
        inverse.append((log.step, (Moved, unit, path[::-1])))
        state = state.after(log.events[-1])
    for step, back in reversed(inverse):
        log.undo(step, back)
    log.move("f1", "2524", "2624")
    assert [str(p.action) for p in recognise(log.events, start, GAME)] == ["move f1 2524-2624"]


def test_what_was_undone_is_not_there():
    log = Log().move("f", "2524", "2525").move("f", "2525", "2526").undo(2, (Moved, "f", ("2526", "2525")))
    log.move("f", "2525", "2625")
    assert read(log, table(f="2524")) == ["move f 2524-2525-2625"]
    both = Log().battle().undo(1, (Marked, "f1", frozenset({"prepared"}), frozenset())).battle(id="1")
    assert read(both, FIELD) == [BATTLE]


def test_an_undone_phase_click_did_not_end_the_phase():
    log = Log().move("f", "2524", "2525").turn(MOVING, FIGHTING).undo(2, (TurnSet, FIGHTING, MOVING))
    log.move("f", "2525", "2625")
    assert read(log, table(f="2524")) == ["move f 2524-2525-2625"]


def test_an_undo_that_comes_too_late_is_told_and_changes_the_table():
    log = Log().move("f", "2524", "2525").turn(MOVING, FIGHTING)(Said, "oh")
    log.undo(1, (Moved, "f", ("2525", "2524")))
    found = list(recognise(log.events, table(f="2524"), GAME))
    assert [str(p.action) for p in found] == [
        "move f 2524-2525",
        "end-phase turn=8 phase=operational-movement",
        "take-back step=1",
    ]
    assert found[-1].after.units["f"].place == "2524"


def test_phases_nobody_clicked_through_end_too():
    log = Log().turn(FIGHTING, at("operational-movement", "german"))
    found = list(recognise(log.events, table(FIGHTING), GAME))
    assert [(p.action.detail("phase"), p.action.side, p.action.inferred) for p in found] == [
        ("prepared-combat", "allied", False),
        ("attrition", "allied", True),
        ("victory", "allied", True),
        ("arrivals", "german", True),
        ("command", "german", True),  # turn 8 has no entrenching
        ("strategic-movement", "german", True),
    ]
    assert [p.before.when for p in found[1:]] == [p.after.when for p in found[:-1]]
    assert found[-1].after.when == at("operational-movement", "german")


@pytest.mark.parametrize(
    "after", [at("command"), at("operational-movement", "german", turn=20), Moment(9, "allied", "nothing")]
)
def test_a_tracker_put_back_or_far_ahead_skips_nothing(after):
    assert skipped(GAME, FIGHTING, after, MOST_SKIPPED) == ()


def test_actions_come_while_the_log_is_read():
    """A phase is handed on once play has gone on after it, not at the end of the log."""
    taken = []

    def events():
        log = Log().move("f", "2524", "2525").turn(MOVING, FIGHTING)(Said, "a")(Said, "b")
        for event in log.events:
            taken.append(event)
            yield event

    stream = recognise(events(), table(f="2524"), GAME)
    assert str(next(stream).action) == "move f 2524-2525"
    assert len(taken) == 4  # the step after the phase change had to be read to its end


def test_the_keys_are_those_that_speech_names():
    assert say.KEYS[say.BATTLE] == ("id", "kind", "turn", "phase", "at", "by", "from", "def", "af", "df", "die")


def test_states_of_actions_follow_each_other():
    log = Log().battle().lose("g1", 2, 1).move("g1", "3031", "2931").turn(FIGHTING, at("attrition"))
    found = list(recognise(log.events, FIELD, GAME))
    assert all(a.after == b.before for a, b in pairwise(found))
    assert found[-1].after._replace(when=FIGHTING).units["g1"].place == "2931"
