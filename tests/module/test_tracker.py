"""The turn tracker played through: it stops at exactly the phases that the order of play has, both ways."""

from __future__ import annotations

from builder.module import words as w
from builder.module.toolbar import first_moment, tracker, tracker_state
from builder.vassal.turns import read_tracker
from tests.module.beanshell import evaluate
from tests.module.conftest import Planned

Moment = tuple[int, str, str]  # turn, side and phase as the tracker names them


class Tracker:
    """The component as VASSAL runs it: a press steps once; a hot key whose match is true presses again."""

    def __init__(self, planned: Planned):
        part = tracker(planned.game)
        sides, phases = part.all("ListTurnLevel")
        self.sides, self.phases = sides.get("list").split(","), phases.get("list").split(",")
        self.skips = [(key.get("match"), key.get("hotkey")) for key in part.all("TurnGlobalHotkey")]
        self.keys = {part.get("nexthotkey"): 1, part.get("prevhotkey"): -1}
        self.at = 0

    def stand_at(self, turn: int, side: str, phase: str) -> None:
        self.at = ((turn - 1) * len(self.sides) + self.sides.index(side)) * len(self.phases) + self.phases.index(phase)

    @property
    def moment(self) -> Moment:
        turns, phase = divmod(self.at, len(self.phases))
        return turns // len(self.sides) + 1, self.sides[turns % len(self.sides)], self.phases[phase]

    def press(self, way: int) -> Moment:
        self.at += way
        turn, side, phase = self.moment
        values = {
            w.TURN_NUMBER: str(turn),
            w.ACTIVE_SIDE: side,
            w.PHASE: phase,
            w.LAST_PRESS: "Next" if way > 0 else "Prev",
        }
        for match, key in self.skips:
            if evaluate(match, values) is True:
                return self.press(self.keys[key])
        return self.moment


def order_of_play(planned: Planned) -> list[Moment]:
    """5.2 from the sources: for each turn, side by side, the phases that the turn has; a joint phase ends it."""
    game = planned.game
    sides = list(dict.fromkeys(p.side for p in game.phases if p.side))
    names = {side.id: side.name for side in game.sides}
    return [
        (turn.number, names[side], f"{p.letter} {p.name}".strip())
        for turn in game.turns
        for side in sides
        for p in game.phases
        if (p.side == side or (p.side == "" and side == sides[-1])) and (not p.turns or turn.number in p.turns)
    ]


def test_every_phase_of_every_turn_and_no_other(any_game: Planned):
    order, played = order_of_play(any_game), Tracker(any_game)
    played.stand_at(*order[0])
    assert [played.press(+1) for _ in order[1:]] == order[1:]


def test_back_over_the_same_phases(any_game: Planned):
    order, played = order_of_play(any_game), Tracker(any_game)
    played.stand_at(*order[-1])
    assert [played.press(-1) for _ in order[1:]] == order[-2::-1]


def test_what_the_book_says_of_some_turns(glory: Planned):
    """5.2: turn 1 opens with Allied operational movement; entrenching comes from turn 10; turn 30 ends jointly."""
    order = order_of_play(glory)
    assert order[:5] == [
        (1, "Allied", "E Operational movement"), (1, "Allied", "F Prepared combat"), (1, "Allied", "G Attrition"),
        (1, "Allied", "H Victory check"), (1, "German", "D Strategic movement"),
    ]  # fmt: skip
    assert [m[0] for m in order if m[2] == "B Entrenching"][:2] == [10, 10]
    assert not any(turn < 10 for turn, _, phase in order if phase == "B Entrenching")
    assert order[-1] == (30, "German", "H Joint victory check")
    assert (30, "German", "H Victory check") not in order and (29, "German", "H Victory check") in order


def test_a_state_is_what_the_tracker_shows(any_game: Planned):
    game = any_game.game
    read = read_tracker(tracker(game), 0)
    names = {side.id: side.name for side in game.sides}
    for phase in game.phases:
        side = phase.side or game.sides[-1].id
        state = read.read(tracker_state(game, 3, side, phase.id))
        assert read.text(state) == f"Turn 3 {names[side]}: {phase.letter} {phase.name}"


def test_a_scenario_opens_in_the_first_phase_that_its_turn_has(glory: Planned):
    assert first_moment(glory.game, glory.game.scenarios["marne"]) == (8, "allied", "arrivals")
