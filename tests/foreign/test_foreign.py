"""Games on modules that other people made: drafted, finished, read and judged."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from builder.make.bind import write_draft
from builder.make.binding import read_binding
from builder.make.check import check
from builder.make.opening import open_game
from builder.make.record import record_file
from builder.make.replaying import open_replay
from builder.model import BadInput, Game, Moment
from tests.foreign.again import finished
from tests.foreign.bench import Bench
from tests.foreign.styles import Fans, Plain
from tests.play.many import play

ROOT = Path(__file__).resolve().parents[2]
TOO_FAR = """\
case short "a good move, a loss by hand, and a move too far"
game glorys-end
scenario marne
when turn 8, allied, operational-movement
do move fr-18-corps 3631-3530-3431
do move fr-11-corps 3229-3328-3428-3427-3426-3425-3424
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game(ROOT / "source" / "glorys_end")


@pytest.fixture(scope="module")
def ours(tmp_path_factory) -> Path:
    """Logs of our own module: the short one, and the example."""
    folder = tmp_path_factory.mktemp("ours")
    (folder / "far.case").write_text(TOO_FAR, encoding="utf-8")
    record_file(folder / "far.case", folder / "far.vlog")
    record_file(ROOT / "source/glorys_end/examples/marne.case", folder / "marne.vlog")
    return folder


@pytest.fixture(scope="module", params=[Fans, Plain])
def bench(request, game, tmp_path_factory) -> Bench:
    folder = tmp_path_factory.mktemp(request.param.__name__)
    return Bench(request.param(game), folder, "marne", Moment(8, "allied"))


def test_every_hex_is_found_where_a_counter_falls_beside_its_centre(bench, game, ours):
    replay = open_replay(bench.play(ours / "far.vlog"), game, bind=bench.bind)
    board = next(iter(replay._started()))[0].board
    (ground,) = bench.style.grounds
    for number in ground.sheet.hexes:
        x, y = ground.pixel(number)
        away = round(0.3 * ground.hex_px)
        for dx, dy in ((0, 0), (away, 0), (-away, 0), (0, away), (0, -away)):
            assert board.place("Western Front", x + dx, y + dy) == number


def test_the_same_units_stand_at_the_same_places_at_every_step(bench, game, ours):
    """The whole example game, losses by Replace or by strength markers: at its end both tables say the same."""
    theirs = _end(open_replay(bench.play(ours / "marne.vlog"), game, bind=bench.bind))
    here = _end(open_replay(ours / "marne.vlog", game))
    on_map = {id: at for id, at in here.items() if at[0] in game.maps[0].hexes}
    assert {id: at for id, at in theirs.items() if at[0] in game.maps[0].hexes} == on_map


def _end(replay) -> dict[str, tuple[str, int]]:
    for _ in replay.events():
        pass
    return {unit.counter: (unit.place, unit.steps) for unit in replay.interpreter.state.units.values()}


def test_a_planted_fault_is_found_and_is_no_more_than_suspect(bench, game, ours):
    report = check(bench.play(ours / "far.vlog"), game, bind=bench.bind)
    assert [str(action).split()[:2] for action, _ in report.judged] == [
        ["move", "fr-18-corps"], ["move", "fr-11-corps"],
    ]  # fmt: skip
    assert not report.played_on_ours and not report.illegal
    assert [v.rule.id for v in report.suspect] == ["12.1.a"]


def test_the_turn_is_told_by_tracker_or_chat(bench, game, ours):
    replay = open_replay(bench.play(ours / "marne.vlog"), game, bind=bench.bind)
    seen: list[tuple[int, str]] = []
    for event in replay.events():
        when = replay.interpreter.state.when
        if not seen or seen[-1] != (when.turn, when.side):
            seen.append((when.turn, when.side))
        assert event is not None
    assert (
        seen
        == [(8, "allied"), (8, "german"), (9, "allied"), (9, "german"), (10, "allied"), (10, "german")][: len(seen)]
    )
    assert len(seen) >= 5 and isinstance(replay.interpreter.state.when, Moment)


def test_faults_of_a_binding_come_all_at_once_with_their_places(bench, game, tmp_path):
    write_draft(finished(bench.draft, bench.style, "marne", Moment(8, "allied")), tmp_path / "b")
    path = tmp_path / "b" / "binding.yaml"
    text = path.read_text(encoding="utf-8").replace("sheet: main", "sheet: mainn").replace("allied", "aliied", 1)
    path.write_text(text, encoding="utf-8")
    pieces = tmp_path / "b" / "pieces.csv"
    rows = list(csv.reader(pieces.read_text(encoding="utf-8-sig").splitlines()))
    rows[1][3], rows[2][2] = "no-such-counter", "unti"
    with pieces.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=";").writerows(rows)
    with pytest.raises(BadInput) as caught:
        read_binding(tmp_path / "b", game)
    found = "\n".join(map(str, caught.value.diagnostics))
    assert "did you mean 'main'" in found and "no counter 'no-such-counter'" in found
    assert "pieces.csv:2:" in found and "pieces.csv:3:" in found and "did you mean 'unit'" in found


def test_nothing_that_people_filled_in_is_overwritten(bench, tmp_path):
    write_draft(bench.draft, tmp_path)
    with pytest.raises(BadInput, match="already"):
        write_draft(bench.draft, tmp_path)


def test_a_legal_game_is_accused_of_nothing_though_no_phase_and_no_battle_is_told(bench, game, ours):
    report = check(bench.play(ours / "marne.vlog"), game, bind=bench.bind)
    assert len(report.judged) > 80
    assert [str(v) for v in (*report.illegal, *report.suspect)] == []


SEEN_ANYWHERE = {
    "6.1.b", "6.2.a", "6.3.a", "8.6.a", "8.7.c", "12.1.a", "12.1.c", "12.2.b", "12.4.a", "13.19.a",
}  # fmt: skip
"""Rules of the planted acts that leave a trace without phases and without the module's word on battles."""


def test_planted_acts_that_leave_a_trace_are_found(bench, game, ours, tmp_path):
    """The 28 acts of tests/make/data; the others need to know the phase, or what a battle's key would have told."""
    record_file(ROOT / "tests" / "make" / "data" / "marne-illegal.case", tmp_path / "illegal.vlog")
    report = check(bench.play(tmp_path / "illegal.vlog"), game, bind=bench.bind)
    assert not report.illegal
    found = {v.rule.id for v in report.suspect}
    planted = {v.rule.id for v in check(tmp_path / "illegal.vlog", game).illegal}
    assert found >= SEEN_ANYWHERE
    # a piece that was railed against the rules looks like one that moves twice, which consent allows
    assert {v.rule.id for v in report.suspect if not v.unless_consent} <= planted


@pytest.mark.parametrize("seed", [710, 718])
def test_random_legal_games_are_accused_of_nothing_whose_battles_are_only_guessed(bench, game, tmp_path, seed):
    """Both hold battles that are read wrongly from a die and losses; every fifth unit that moves is put anew."""
    (tmp_path / "ours").mkdir()
    log = tmp_path / "ours" / f"game-{seed}.vlog"
    play(game, seed, tmp_path, player_turns=4, judged=False).player.write(log)
    report = check(bench.play(log, again=5), game, bind=bench.bind)
    assert [str(v) for v in (*report.illegal, *report.suspect)] == []
    assert len(report.judged) > 80
