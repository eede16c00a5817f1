"""Wrong moves, trains, arrivals, replacements, trenches, attrition. Each returns whether it found its chance."""

from __future__ import annotations

from collections.abc import Iterable

from tests.census import raw
from tests.play import ground, twin
from tests.play.board import Piece


def hop(p, piece: Piece, path: Iterable[str], did: str = "moved") -> bool:
    for place in path:
        p.hand.drag([piece.id], place)
        p.board.enter(piece, place)
    piece.did = did
    return True


def _alone(context) -> Piece | None:
    group = context["group"]
    return group[0] if len(group) == 1 else None


def _far(p, piece: Piece, budget: int, extra: int) -> list[tuple[str, ...]]:
    """Ways that cost up to `extra` points more than there are."""
    near = twin.ways(p.board, [piece], piece.at, budget)
    all_ = twin.ways(p.board, [piece], piece.at, budget + extra, first=False)
    return [w.path for h, w in sorted(all_.items()) if h not in near and w.left < extra and p.may_stop(h, [piece])]


def too_far(p, context) -> bool:
    piece = _alone(context)
    found = _far(p, piece, piece.movement, 2) if piece and not piece.ooc else []
    return bool(found) and hop(p, piece, found[0][1:])


def too_far_out_of_command(p, context) -> bool:
    piece = _alone(context)
    found = _far(p, piece, piece.movement // 2, piece.movement - piece.movement // 2) if piece and piece.ooc else []
    return bool(found) and hop(p, piece, found[0][1:])


def through_enemies(p, context) -> bool:
    piece = _alone(context)
    if piece is None or piece.ooc:
        return False
    for foe in sorted(p.board.enemy_places(piece.side) & set(ground.around(piece.at))):
        for goal in ground.around(foe):
            points = ground.cost(piece.at, foe) + ground.cost(foe, goal)
            free = goal != piece.at and not p.board.on(goal) and goal not in p.board.trenches
            if free and points <= piece.movement and not p.board.fortress(foe) and foe not in p.board.trenches:
                return p.may_stop(goal, [piece]) and hop(p, piece, (foe, goal))
    return False


def _reachable(p, piece: Piece, wanted) -> bool:
    """March to the first hex in reach that is as wanted."""
    foes = p.board.enemy_places(piece.side)
    for goal, way in sorted(twin.ways(p.board, [piece], piece.at, twin.points([piece]), first=False).items()):
        if wanted(goal, [q for q in p.board.on(goal)]) and goal not in foes and goal not in p.board.trenches:
            return hop(p, piece, way.path[1:])
    return False


def third_corps(p, context) -> bool:
    piece = _alone(context)
    if piece is None or not piece.corps or piece.rides:
        return False
    return _reachable(p, piece, lambda goal, there: (
        sum(q.corps for q in there) == 2 and {q.nation for q in there} == {piece.nation}
        and sum(q.steps for q in there) + piece.steps <= 9))  # fmt: skip


def tenth_step(p, context) -> bool:
    piece = _alone(context)
    if piece is None or piece.rides:
        return False
    foes = p.board.enemy_places(piece.side)
    for goal in ground.around(piece.at):
        there = p.board.on(goal)
        corps = sum(q.corps for q in (*there, piece))
        if goal in foes or not there or corps > 2 or {q.nation for q in there} != {piece.nation}:
            continue
        enough = ground.cost(piece.at, goal) <= twin.points([piece]) and goal not in ground.PARIS
        if enough and sum(q.steps for q in there) + piece.steps > 9 and goal not in p.board.trenches:
            return hop(p, piece, (goal,))
    return False


def two_nations(p, context) -> bool:
    piece = _alone(context)
    if piece is None or piece.side != "allied" or piece.rides:
        return False
    return _reachable(p, piece, lambda goal, there: (
        bool(there) and goal not in ground.PARIS and all(q.nation != piece.nation and q.mobile for q in there)
        and sum(q.corps for q in there) + piece.corps <= 2
        and sum(q.steps for q in there) + piece.steps <= 9))  # fmt: skip


def british_in_paris(p, context) -> bool:
    piece = _alone(context)
    if piece is None or piece.nation != "british":
        return False
    # beside a fortress of the French alone 6.2 leaves doubt, 6.3 none
    return _reachable(p, piece, lambda goal, there: goal in ground.PARIS)


def off_the_area(p, context) -> bool:
    piece = _alone(context)
    if piece is None or piece.ooc:
        return False
    for goal in raw.around_rows(piece.at):
        known = goal in ground.land() and ground.cost(piece.at, goal) is not None
        if goal not in ground.area() and known and ground.cost(piece.at, goal) <= piece.movement:
            p.hand.drag([piece.id], goal)
            p.board.owner[goal] = piece.side
            piece.at, piece.did = goal, "moved"
            return True
    return False


def other_side_moves(p, context) -> bool:
    for piece in p.board.pieces.values():
        if piece.side == p.side or not piece.at or not piece.mobile or piece.at in p.board.trenches:
            continue
        for goal in ground.around(piece.at):
            if not p.board.on(goal) and goal not in ground.PARIS and goal not in p.board.trenches and goal != "3334":
                p.hand.drag([piece.id], goal)
                p.board.enter(piece, goal)
                return True
    return False


def _one_hex(p, piece: Piece) -> bool:
    for goal in ground.around(piece.at):
        enough = ground.cost(piece.at, goal) <= twin.points([piece])
        if enough and not p.board.on(goal) and p.may_stop(goal, [piece]) and goal not in p.board.trenches:
            return hop(p, piece, (goal,), piece.did)
    return False


def railed_and_marched(p, context) -> bool:
    able = [q for q in p.ours(idle=False) if q.did == "railed"]
    if not able:
        return False
    p.hand.turn(p.turn, p.side, "operational-movement")
    return _one_hex(p, able[0])


def rebuilt_and_marched(p, context) -> bool:
    return any(_one_hex(p, q) for q in p.ours(idle=False) if q.did == "rebuilt" and q.at not in p.board.trenches)


def dug_and_marched(p, context) -> bool:
    for piece in p.ours(idle=False):
        if piece.did == "dug" and _one_hex(p, piece):
            piece.did = "moved"
            return True
    return False


def late_march(p, context) -> bool:
    idle = [q for q in p.ours() if q.at not in p.board.trenches]
    return any(_one_hex(p, q) for q in idle if not p.board.beside_enemy(q.at, q.side))


def _rail(p, piece: Piece, goal: str) -> bool:
    p.railed(piece, goal, "wrong rail")
    return True


def _net(p, piece: Piece) -> list[str]:
    return p.goals_by_rail(piece, p.board.by_rail([piece.at], piece.side))


def cavalry_by_rail(p, context) -> bool:
    for piece in p.ours():
        if piece.rides and not piece.ooc and ground.is_town(piece.at) and _town_ready(p, piece) and _net(p, piece):
            return _rail(p, piece, _net(p, piece)[0])
    return False


def _town_ready(p, piece: Piece) -> bool:
    held = p.board.holder(piece.at) == p.board.at_turn_start.get(piece.at) == piece.side
    open_ = p.trains >= piece.steps and (p.side == "allied" or p.turn >= 10)
    return held and open_ and not p.board.beside_enemy(piece.at, piece.side) and p.board.supplied(piece)


def rail_from_no_town(p, context) -> bool:
    for piece in p.ours():
        quiet = not ground.is_town(piece.at) and not p.board.beside_enemy(piece.at, piece.side)
        open_ = p.trains >= piece.steps and (p.side == "allied" or p.turn >= 10) and not piece.ooc
        if piece.type == "infantry" and quiet and open_ and p.board.supplied(piece) and _net(p, piece):
            return _rail(p, piece, _net(p, piece)[0])
    return False


def rail_to_no_town(p, context) -> bool:
    for piece in (q for q in p.ours() if p.may_rail(q) and q.steps <= p.trains):
        for goal in sorted(p.board.by_rail([piece.at], piece.side)):
            french = ground.land()[goal]["owner"] == "FR" and p.board.owner[goal] == piece.side
            owned = french and not ground.is_town(goal) and not p.board.on(goal)
            if owned and goal not in ground.around(piece.at):
                return _rail(p, piece, goal)
    return False


def rail_out_of_command(p, context) -> bool:
    for piece in p.ours():
        ready = piece.type == "infantry" and piece.ooc and ground.is_town(piece.at) and _town_ready(p, piece)
        if ready and _net(p, piece):
            return _rail(p, piece, _net(p, piece)[0])
    return False


def too_many_trains(p, context) -> bool:
    """After the legal ones more are sent, until the limit is passed by one."""
    if p.train_steps() != 8 or (p.side == "german" and p.turn < 10):
        return False
    gone = sum(q.steps for q in p.ours(idle=False) if q.did == "railed")
    able = [q for q in p.ours() if p.may_rail(q) and _net(p, q)]
    for piece in sorted(able, key=lambda q: -q.steps):
        if gone + piece.steps > 8:
            return _rail(p, piece, _net(p, piece)[0])
        gone += piece.steps if _net(p, piece) and _rail(p, piece, _net(p, piece)[0]) else 0
    return False


def early_arrival(p, context) -> bool:
    for piece in p.board.pieces.values():
        waits = piece.side == p.side == "german" and not piece.at and not piece.dead and p.turn < 10
        net = p.board.by_rail(ground.edge(p.side), p.side) if waits else set()
        goals = [h for h in ground.towns() if h in net and p.board.holder(h) == p.side and p.board.fits(h, [piece])]
        if goals:
            p.railed(piece, goals[0], "early arrival")
            return True
    return False


def arrival_in_no_town(p, context) -> bool:
    for piece in [q for q in p.board.pieces.values() if p.may_come(q)]:
        for goal in sorted(p.board.by_rail(ground.edge(p.side), p.side)):
            free = p.board.owner[goal] == p.side and not p.board.on(goal) and not ground.is_town(goal)
            if free and piece.steps <= p.train_steps():
                p.railed(piece, goal, "wrong arrival")
                return True
    return False


def overspent(p, context) -> bool:
    able = [q for q in p.ours() if p.may_rebuild(q) and p.board.fits(q.at, [q], 1)]
    empty = [q for q in able if p.pool[q.nation] == 0]
    if not empty:
        return False
    p.rebuild(empty[0])
    p.pool[empty[0].nation] = 0
    return True


def two_steps_at_once(p, context) -> bool:
    for piece in p.ours():
        room = piece.full - piece.steps >= 2 and p.board.fits(piece.at, [piece], 2)
        if p.may_rebuild(piece) and room and p.pool[piece.nation] >= 2:
            p.rebuild(piece)
            p.rebuild(piece)
            return True
    return False


def cavalry_rebuilt(p, context) -> bool:
    shut = p.side == "german" and p.turn < 10
    for piece in p.ours():
        able = piece.rides and piece.steps < piece.full and not piece.ooc and not shut and p.board.supplied(piece)
        if able and p.pool[piece.nation] and p.board.fits(piece.at, [piece], 1):
            p.rebuild(piece)
            return True
    return False


def rebuilt_unsupplied(p, context) -> bool:
    shut = p.side == "german" and p.turn < 10
    for piece in p.ours():
        able = piece.type == "infantry" and piece.steps < piece.full and not piece.ooc and not shut
        if able and not p.board.supplied(piece) and p.pool[piece.nation] and p.board.fits(piece.at, [piece], 1):
            p.rebuild(piece)
            return True
    return False


def _dig(p, piece: Piece) -> bool:
    p.hand.deed(piece.id, "digging")
    piece.did = "dug"
    return True


def cavalry_digs(p, context) -> bool:
    """In place of one who might have dug."""
    dug = [q for q in p.ours(idle=False) if q.did == "dug"]
    alone = [q for q in p.ours() if q.rides and p.board.supplied(q) and len(p.board.on(q.at)) == 1]
    return not dug and bool(alone) and _dig(p, alone[0])


def too_many_dig(p, context) -> bool:
    able = [q for q in p.ours() if p.may_dig(q) and not p.facing_trench(q)
            and not any(r.did == "dug" for r in p.board.on(q.at))]  # fmt: skip
    places = list({q.at: q for q in able}.values())
    used = [q for q in p.ours(idle=False) if q.did == "dug" and not p.facing_trench(q)]
    if len(used) != p.quota or not places:
        return False
    return _dig(p, places[0])


def rebuilt_and_digs(p, context) -> bool:
    dug = [q for q in p.ours(idle=False) if q.did == "dug"]
    able = [q for q in p.ours(idle=False) if q.did == "rebuilt" and p.may_dig(q)]
    return not dug and bool(able) and _dig(p, able[0])


def attrition_forgotten(p, context) -> bool:
    return bool(context["unsupplied"])


def attrition_of_the_supplied(p, context) -> bool:
    for piece in p.ours(idle=False):
        if piece.steps > 1 and p.board.endures(piece):
            p.lose(piece, 1)
            return True
    return False
