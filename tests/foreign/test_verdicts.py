"""Games of The Great War in Europe and The Italian Front on other people's modules: a lawful stretch is accused of
nothing, planted acts that leave a trace are found, and nothing is stronger than the mapping."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from builder.make.check import CheckReport, check
from builder.make.opening import open_game
from builder.make.record import record_file
from builder.model import Finding, Game, Strength
from builder.vassal.saves import read_log
from tests.foreign.again import started, told
from tests.foreign.bench import Bench
from tests.foreign.modules import STYLES

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = Path(__file__).parent / "scripts"
SCENARIOS = {"tgwie": "1914-example", "italian-front": "may-1916-example"}
ACTS = {
    "tgwie": [
        ("12.5.A.3", "W6626 is neutral ground"),  # Dutch
        ("12.1.C", "central moves on the east map"),
        ("12.1.A", "spends 6 points and has 4"),  # six clear hexes
        ("14.1.E", "marches from the"),  # from the one map to the other
        ("3.7.Russia", "russian units serve on the east map alone"),
        ("10.2.A", "more than may stand in W6126"),  # three stood there, and four more came: six may
        ("12.5.A.2", "leads over the sea"),
    ],
    "italian-front": [
        ("S6-9.a", "crosses 2515|2614: alpine"),
        ("S21-1", "ah-riva-fort is a fortress"),
        ("S6-9", "spends 10 points and has 4, 6 in column"),  # wooded rough 3, 3, and 4 with its river
        ("S5-u5", "entente acts in the half of central"),
        ("S6-11", "ah-6-div enters 2319, where it-34-div"),  # and it-35-div
        ("S11-1", "3118: 7 divisions, 6 at most"),  # four stood there, and three came
    ],
}  # fmt: skip
UNSEEN = {"EuropePlain": {"12.1.C", "10.2.A", "14.1.E"}}
"""Where no phase is told, nobody need know which movement it was, march or train, nor where one ends."""


class Played:
    """The two scripts of a game recorded on our module, and the bench where they are played again."""

    def __init__(self, name: str, at: int, folder: Path):
        self.game: Game = open_game(ROOT / "source" / name.replace("-", "_"))
        (folder / "ours").mkdir()
        self.lawful, self.faults = folder / "ours" / "lawful.vlog", folder / "ours" / "faults.vlog"
        record_file(SCRIPTS / f"{name}.case", self.lawful)
        record_file(SCRIPTS / f"{name}-faults.case", self.faults)
        begins = started(read_log(self.lawful), self.game).state.when
        self.style = STYLES[name][at](self.game)
        self.bench = Bench(self.style, folder, SCENARIOS[name], begins)

    def judged(self, log: Path, again: int = 0) -> CheckReport:
        return check(self.bench.play(log, again=again), self.game, bind=self.bench.bind)


@pytest.fixture(
    scope="module",
    params=[(game, at) for game in SCENARIOS for at in (0, 1)],
    ids=lambda kind: STYLES[kind[0]][kind[1]].__name__,
)
def played(request, tmp_path_factory) -> Played:
    return Played(*request.param, tmp_path_factory.mktemp("played"))


@pytest.mark.parametrize("again", [0, 2])
def test_a_lawful_stretch_is_accused_of_nothing(played, again):
    """Also where every second unit that moves is deleted and put anew from the palette."""
    report = played.judged(played.lawful, again)
    assert [str(v) for v in (*report.illegal, *report.suspect, *report.undecided)] == []
    moves = [str(action) for action, _ in report.judged if action.verb == "move"]
    ours = [str(action) for action, _ in check(played.lawful, played.game).judged if action.verb == "move"]
    assert len(ours) >= 8 and set(ours) <= set(moves)


def test_what_a_script_played_is_told_the_same_there(played):
    ours, theirs = read_log(played.lawful), read_log(played.bench.play(played.lawful))
    here, there = started(ours, played.game), started(theirs, played.game, played.bench.bind(played.game))
    assert told(theirs, there, played.style) == told(ours, here, played.style)


def test_planted_acts_that_leave_a_trace_are_found_as_suspect(played):
    report = played.judged(played.faults)
    assert report.illegal == ()
    found = {(v.rule.id, v.message) for v in report.suspect}
    expected = [act for act in ACTS[played.game.id] if act[0] not in UNSEEN.get(type(played.style).__name__, ())]
    for rule, message in expected:
        assert any(rule == id and message in text for id, text in found), (rule, message, found)
    for id, text in found:
        assert any(rule == id and message in text for rule, message in ACTS[played.game.id]), (id, text)


def test_on_our_module_the_same_acts_are_found_and_the_lawful_stretch_is_clean(played):
    report = check(played.faults, played.game)
    found = [(v.rule.id, v.message) for v in (*report.illegal, *report.suspect)]
    for rule, message in ACTS[played.game.id]:
        assert any(rule == id and message in text for id, text in found), (rule, message)
    assert check(played.lawful, played.game).findings == ()


def test_nothing_is_proven_through_a_mapping(played):
    report = played.judged(played.faults)
    assert all(v.strength is not Strength.PROVEN for v in report.verdicts)
    assert all(v.reading for v in report.verdicts if v.finding is Finding.ILLEGAL)


def test_where_nothing_tells_the_turn_nobody_is_accused_after_it_may_have_ended(played):
    """The clock taken out of the binding: what was lawful stays so, and what cannot be known is undecided and names
    the file and the key that would tell."""
    log, path = played.bench.play(played.lawful), played.bench.folder / "binding" / "binding.yaml"
    text = path.read_text(encoding="utf-8")
    begins = started(read_log(played.lawful), played.game).state.when
    begun = {"turn": begins.turn} | ({"side": begins.side} if any(p.side for p in played.game.phases) else {})
    try:
        path.write_text(yaml.safe_dump(yaml.safe_load(text) | {"clock": {"by": "nothing", "begins": begun}}), "utf-8")
        report = check(log, played.game, bind=played.bench.bind)
    finally:
        path.write_text(text, encoding="utf-8")
    assert [str(v) for v in (*report.illegal, *report.suspect)] == []
    untold = [v for v in report.undecided if "nothing tells which turn" in v.message]
    assert all((v.needs[-1].file, v.needs[-1].key) == ("binding.yaml", "clock") for v in untold)
    assert untold or played.game.id == "tgwie"
