"""What a log on somebody else's module tells is what ours told: units, places, steps, turns, markers and dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.make.opening import open_game
from builder.replay.recreated import without_recreation
from builder.vassal.saves import Log, read_log
from tests.foreign.again import lasting, line, started, told
from tests.foreign.bench import Bench
from tests.foreign.modules import STYLES

ROOT = Path(__file__).resolve().parents[2]
ENGINE = {"tgwie": "1916-example", "italian-front": "may-1916-example", "glorys-end": "marne"}
FILES = {"tgwie": "tgwie-engine.vlog", "italian-front": "italian-front-engine.vlog", "glorys-end": "marne-engine.vlog"}
KINDS = [(game, at) for game in ENGINE for at in (0, 1)]


class Pair:
    """An engine's log of ours and the bench that it is played again on."""

    def __init__(self, name: str, at: int, folder: Path):
        self.game = open_game(ROOT / "source" / name.replace("-", "_"))
        self.path = ROOT / "tests" / "make" / "data" / FILES[name]
        self.ours: Log = read_log(self.path)
        begins = started(self.ours, self.game).state.when
        self.bench = Bench(STYLES[name][at](self.game), folder, ENGINE[name], begins)

    def told_by_ours(self) -> list[tuple[object, ...]]:
        return told(self.ours, started(self.ours, self.game), self.bench.style)


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: STYLES[kind[0]][kind[1]].__name__)
def pair(request, tmp_path_factory) -> Pair:
    return Pair(*request.param, tmp_path_factory.mktemp("pair"))


def test_a_log_of_the_engine_tells_the_same_on_both_modules(pair):
    theirs = read_log(pair.bench.play(pair.path))
    now = started(theirs, pair.game, pair.bench.bind(pair.game))
    expected = pair.told_by_ours()
    assert told(theirs, now, pair.bench.style) == expected
    assert len(expected) >= 17 and {"move", "die", "turn"} <= {kind for kind, *_ in expected}


def test_identity_survives_deletion_and_the_palette(pair):
    """Every second unit that moves is deleted and put anew; what is told is the same, as if nothing had happened."""
    theirs = read_log(pair.bench.play(pair.path, again=2))
    now = started(theirs, pair.game, pair.bench.bind(pair.game))
    events = without_recreation([now.state, *(event for step in lasting(theirs, now) for event in step)])
    next(events)
    assert [one for event in events for one in line(event, pair.bench.style)] == pair.told_by_ours()


def test_every_hex_of_every_board_is_found_where_a_counter_falls_beside_its_centre(pair):
    board = started(read_log(pair.bench.play(pair.path)), pair.game, pair.bench.bind(pair.game)).board
    for ground in pair.bench.style.grounds:
        away = round(0.3 * ground.hex_px)
        for number in list(ground.sheet.hexes)[::3]:
            x, y = ground.pixel(number)
            for dx, dy in ((0, 0), (away, 0), (-away, 0), (0, away), (0, -away)):
                assert board.place(ground.window, x + dx, y + dy) == number


def test_every_box_that_the_module_has_is_found(pair):
    board = started(read_log(pair.bench.play(pair.path)), pair.game, pair.bench.bind(pair.game)).board
    style = pair.bench.style
    boxes = [box.id for sheet in pair.game.maps for box in sheet.boxes if style.holds(box.id)]
    assert len(boxes) >= len(style.windows)
    for box in boxes:
        assert board.place(style.window(box), *style.pixel(box)) == box
