"""Kit against its slow twins on random boards."""

from __future__ import annotations

import random

import pytest

from builder.kit import areas, front, hexsides, movement, supply, supply_net, zones
from builder.model import Evidence, Reason, Tag, hexside
from tests.kit import twins
from tests.kit.boards import Board

SEEDS = range(60)
WHY = Reason("side", "shut", Evidence(Tag.CHOSEN))


def drawn(dice: random.Random) -> Board:
    width, height = dice.randint(3, 8), dice.randint(3, 8)
    board = Board("\n".join(" ".join(dice.choice("....ffmx#") for _ in range(width)) for _ in range(height)))
    for a in board.terrain:
        for b in board.neighbours(a):
            if a < b and dice.random() < 0.2:
                board.sides[frozenset((a, b))] = dice.choice((1, 2, None))
    return board


def points(board: Board):
    return lambda a, b: None if (cost := board.cost(a, b)) is None else cost.points


def crossed(board: Board):
    return lambda a, b: board.sides.get(frozenset((a, b)), 0) is not None


def some(dice: random.Random, board: Board, most: int) -> list:
    return dice.sample(list(board.terrain), min(len(board.terrain), dice.randint(1, most)))


@pytest.mark.parametrize("seed", SEEDS)
def test_reach_with_stops_and_the_guarantee(seed: int) -> None:
    dice = random.Random(seed)
    board = drawn(dice)
    start, budget, stops = dice.choice(list(board.terrain)), dice.randint(0, 7), set(some(dice, board, 5))
    guaranteed = dice.choice((True, False, lambda a, b: board.terrain[b] != "m"))
    asked = (lambda a, b: guaranteed) if isinstance(guaranteed, bool) else guaranteed

    def passes(place):
        return place not in stops

    fast = movement.reach(start, board.neighbours, board.cost, budget, minimum_move=guaranteed, may_pass=passes)
    slow = twins.reached(start, board.terrain, board.neighbours, points(board), budget, asked, passes)
    assert dict(fast.points) == slow


@pytest.mark.parametrize("seed", SEEDS)
def test_supply_through_three_kinds_of_source(seed: int) -> None:
    dice = random.Random(seed)
    board, step = drawn(dice), points
    length = step(board) if dice.random() < 0.5 else (lambda a, b: 1 if crossed(board)(a, b) else None)
    barred = {place for place in board.terrain if board.terrain[place] == "x"} | set(some(dice, board, 3))
    kinds = [(some(dice, board, 2), dice.choice((3, None)), None), (some(dice, board, 4), 3, dice.choice((None, 4))),
             (some(dice, board, 3), 1, dice.choice((None, 5)))]  # fmt: skip
    terms = supply_net.Terms(board.neighbours, barred.__contains__, length)
    found = supply_net.net([supply_net.Tier(str(n), *tier, ultimate=not n) for n, tier in enumerate(kinds)], terms)
    for place in board.terrain:
        slow = twins.supplied(place, kinds, board.terrain, board.neighbours, barred.__contains__, length)
        legs = found.line(place)
        assert (None if legs is None else legs[0].length) == slow
        for leg in legs or ():
            assert sum(length(a, b) for a, b in zip(leg.path, leg.path[1:], strict=False)) == leg.length
            assert leg.limit is None or leg.length <= leg.limit
            assert not barred.intersection(leg.path[1:])
        assert legs is None or legs[-1].path[-1] in kinds[0][0]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_single_line_and_the_net_of_one_kind_agree(seed: int) -> None:
    dice = random.Random(seed)
    board = drawn(dice)
    sources, barred, limit = set(some(dice, board, 3)), set(some(dice, board, 6)), dice.randint(0, 5)
    shut = crossed(board)
    terms = supply_net.Terms(board.neighbours, barred.__contains__, lambda a, b: 1 if shut(a, b) else None)
    found = supply_net.net([supply_net.Tier("source", sources, limit, ultimate=True)], terms)
    for place in set(board.terrain) - (sources & barred):  # a blocked source serves itself in `trace` alone
        line = supply.trace(place, sources - barred, board.neighbours, barred.__contains__,
                            lambda a, b: not shut(a, b), limit)  # fmt: skip
        legs = found.line(place)
        assert (line is None) == (legs is None)
        assert line is None or len(line) - 1 == legs[0].length


@pytest.mark.parametrize("seed", SEEDS)
def test_zones(seed: int) -> None:
    dice = random.Random(seed)
    board = drawn(dice)
    pieces = [(f"u{n}", place) for n, place in enumerate(some(dice, board, 6))]
    proud = {unit for unit, _ in pieces if dice.random() < 0.3}  # their zone passes any side

    def stops(unit, a, b):
        return None if unit in proud or crossed(board)(a, b) else WHY

    found = zones.zones(pieces, board.neighbours, stops)
    slow = twins.exerted(pieces, board.terrain, board.neighbours, stops)
    assert {place: {hold.by for hold in holds} for place, holds in found.holds.items()} == slow


@pytest.mark.parametrize("seed", SEEDS)
def test_areas(seed: int) -> None:
    dice = random.Random(seed)
    board = drawn(dice)
    ground = [place for place in board.terrain if board.terrain[place] in ".f"]
    found = areas.areas(ground, board.neighbours, crossed(board))
    assert set(found) == twins.parts(ground, board.neighbours, crossed(board))
    assert [len(one) for one in found] == sorted(map(len, found), reverse=True)
    anchors = set(some(dice, board, 3))
    assert {p for one in areas.pockets(ground, board.neighbours, anchors, crossed(board)) for p in one} == {
        p for one in found if not one & anchors for p in one
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_fronts(seed: int) -> None:
    dice = random.Random(seed)
    board = drawn(dice)
    held = {place for place in board.terrain if dice.random() < 0.6}
    west, east = set(some(dice, board, 4)), set(some(dice, board, 4))
    found = front.front(held, west, east, board.neighbours, crossed(board))
    slow = twins.fewest_missing(held, west, east, board.terrain, board.neighbours, crossed(board))
    assert (len(found.missing) if found.line else None) == slow
    assert front.breaks(found.line, lambda a, b: b in board.neighbours(a) and crossed(board)(a, b)) == ()
    if found.line:
        assert found.line[0] in west and found.line[-1] in east


@pytest.mark.parametrize("seed", SEEDS)
def test_ways_along_sides(seed: int) -> None:
    dice = random.Random(seed)
    board = drawn(dice)
    every = sorted({hexside(a, b) for a in board.terrain for b in a.neighbours()})
    usable = {one for one in every if dice.random() < 0.7}
    knots = sorted({corner for one in every for corner in hexsides.ends(one, lambda p: p.neighbours())})
    start, goal = dice.choice(knots), dice.choice(knots)

    def beyond(corner):
        return [other for other in knots if len(set(corner) & set(other)) == 2]

    def step(a, b):
        return 1 if hexside(*sorted(set(a) & set(b))) in usable else None

    slow = twins.lengths_from(start, knots, beyond, step).get(goal) if len(knots) < 120 else None
    found = hexsides.path([start], {goal}, lambda p: p.neighbours(), usable.__contains__)
    if len(knots) < 120:
        assert (None if found is None else len(found)) == slow
    walked = hexsides.runs(usable, lambda p: p.neighbours())
    assert sorted(one for run in walked for one in run.sides) == sorted(usable)
    for run in walked:
        for one, before, after in zip(run.sides, run.corners, run.corners[1:], strict=False):
            assert set(hexsides.ends(one, lambda p: p.neighbours())) == {before, after}
