"""A tracker of months, a special turn before seven: it stops at exactly the moments of the sources (S5), once each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from builder.model import Moment
from builder.module.calendar import has_months, month_state, month_tracker
from builder.module.heaps import heaps
from builder.module.setup import module_atlas, setup_commands
from builder.module.toolbar import first_moment, tracker, tracker_state
from builder.replay.board import Board
from builder.vassal.buildfile import Component
from builder.vassal.commands import Turn
from builder.vassal.turns import read_tracker
from tests.module.conftest import Planned, planned


@pytest.fixture(scope="module")
def front() -> Planned:
    return planned("italian_front")


def moments(front: Planned) -> list[Moment]:
    """The order of play from the sources: joint phases on special turns, else side by side."""
    game = front.game
    return [
        Moment(turn.number, side, phase.id)
        for turn in game.turns
        for side in ("", "central", "entente")
        for phase in game.phases
        if phase.side == side and turn.number in phase.turns
    ]


def walked(levels: tuple[Component, ...], path: tuple[tuple[str, str], ...] = ()) -> Iterator[dict[str, str]]:
    """Every stop of a tracker as VASSAL goes: a level's values in turn, below each its sub-levels one after another."""
    for level in levels:
        below = tuple(part for part in level.children if part.short == "ListTurnLevel")
        for value in level.get("list").split(","):
            here = (*path, (level.get("property"), value))
            if below:
                yield from walked(below, here)
            else:
                yield dict(here)


def test_stops_at_every_moment_and_no_other(front: Planned) -> None:
    part = month_tracker(front.game)
    board = Board(front.game, {})
    levels = tuple(one for one in part.children if one.short == "ListTurnLevel")
    stops = [board.moment_in_month(stop) for stop in walked(levels)]
    assert stops == moments(front)
    assert len(stops) == 52 * (2 + 7 * 8)  # two joint phases a month, eight phases an ordinary turn


def test_a_state_is_the_moment_that_it_was_made_of(front: Planned) -> None:
    game, board = front.game, Board(front.game, {})
    read = read_tracker(tracker(game), 0)
    for moment in moments(front)[::17]:
        state = read.read(month_state(game, moment.turn, moment.side, moment.phase))
        assert board.moment_in_month({one.level.property: one.value for one in state.active()}) == moment


@pytest.mark.parametrize(
    ("moment", "shown"),
    [  # as VASSAL 3.7.26 showed them when F7 was pressed through a month's end
        ((80, "entente", "movement"), "May 1915, turn 7, Entente: 2 Movement"),
        ((80, "entente", "replacement"), "May 1915, turn 7, Entente: 4 Replacement"),
        ((81, "", "trench-completion"), "June 1915, special turn, A Trench completion"),
        ((81, "", "trench-initiation"), "June 1915, special turn, B Trench initiation"),
        ((82, "central", "reinforcement"), "June 1915, turn 1, Central Powers: 1 Reinforcement"),
    ],
)
def test_what_the_tracker_shows(front: Planned, moment: tuple[int, str, str], shown: str) -> None:
    read = read_tracker(tracker(front.game), 0)
    assert read.text(read.read(tracker_state(front.game, *moment))) == shown


def test_state_as_the_engine_writes_it(front: Planned) -> None:
    """VASSAL 3.7.26 at the start of May 1915: month 9, below it the second level, there turn 6, side 1, phase 1."""
    months = ",".join(["true"] * 52)
    assert month_state(front.game, 80, "entente", "movement") == (
        f"0|9;1;0;{months};0\\;0\\;0\\;true\\;0\\\\;0\\\\;0\\\\;true,true;"
        "6\\;0\\;0\\;true,true,true,true,true,true,true\\;1\\\\;0\\\\;0\\\\;true,true\\\\;1\\\\\\;0\\\\\\;0\\\\\\;"
        "true,true,true,true"
    )


def test_every_scenario_opens_where_the_book_says(front: Planned) -> None:
    """Chapters 4, 7, 9, 11, 13: with Entente movement, or with Central Powers reinforcement."""
    game = front.game
    entente = {"may-1915", "may-1917", "duration"}
    for scenario in game.scenarios.values():
        turn, side, phase = first_moment(game, scenario)
        early = scenario.id.removesuffix("-example") in entente
        assert (side, phase) == (("entente", "movement") if early else ("central", "reinforcement"))
        _, others = setup_commands(game, scenario, front.plan, front.windows)
        saved = next(c for c in others if isinstance(c, Turn))
        assert saved.state == month_state(game, turn, side, phase)


def test_games_without_months_keep_their_tracker(glory: Planned) -> None:
    assert not has_months(glory.game) and tracker(glory.game).all("CounterTurnLevel")


# ---- where the stacks of a set-up lie


def test_pools_are_laid_out_side_by_side(front: Planned) -> None:
    """The 22 mountain brigades of May 1915 lie in heaps of few, all in their box, none upon another."""
    game = front.game
    where = module_atlas(front.plan, front.windows)
    box = next(b for b in game.maps[0].boxes if b.id == "Units-ah-mountain")
    found = [h for h in heaps(game, game.scenarios["may-1915"], where) if h.placements[0].place == box.id]
    assert sum(len(h.placements) for h in found) == sum(
        p.place == box.id for p in game.scenarios["may-1915"].placements
    )
    assert len({(h.x, h.y) for h in found}) == len(found) > 10
    assert {where.location(h.map, h.x, h.y) for h in found} == {box.label}


def test_works_lie_below_and_arrivals_in_their_month(front: Planned) -> None:
    game = front.game
    where = module_atlas(front.plan, front.windows)
    laid = list(heaps(game, game.scenarios["may-1915-example"], where))
    riva = next(h for h in laid if h.placements[0].place == "2019")
    assert [p.what for p in riva.placements] == ["cp-trench", "ah-96-bde", "ah-riva-fort"]
    months = {p.what: where.location(h.map, h.x, h.y) for h in laid for p in h.placements if p.place.startswith("M")}
    assert months["ah-44-div"] == "Month June 1915" and months["ah-22-div"] == "Month August 1915"
    assert sum(what in game.counters for what in months) == 10  # I16-1: 44; 88K and four brigades; 8KJ; 22, 28; 106L
