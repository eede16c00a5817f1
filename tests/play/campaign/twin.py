"""Movement, battles and retreats on the whole map; the sums of a battle are those of `tests.play.twin`."""

from __future__ import annotations

from collections.abc import Sequence

from tests.census import raw
from tests.play import ground, twin
from tests.play.board import Piece
from tests.play.campaign import ground as west
from tests.play.campaign.board import Front
from tests.play.twin import Fought, Way, fight, points

__all__ = ["Fought", "Way", "adjacent", "clear", "fight", "points", "retreats", "ways"]


def ways(board: Front, group: Sequence[Piece], start: str, budget: int, first: bool = True) -> dict[str, Way]:
    """Every hex the group could come to, stop or not, by a cheapest way (12.1 to 12.9, 6.4, 9.4, 14.3)."""
    side, steps = group[0].side, sum(p.steps for p in group)
    loads = board.loads()
    loads[start] = loads.get(start, 0) - sum(p.steps for p in group if p.at == start)
    shut = board.enemy_places(side) | {h for h, owner in board.trenches.items() if owner != side}
    zones = {h for h, owner in board.zones.items() if owner != side}
    if not all(p.type in ("infantry", "naval-infantry") for p in group):
        shut |= zones  # foot alone enters an empty zone; with riders or guns the text leaves doubt
    if not any(p.type in ("infantry", "naval-infantry") for p in group):
        shut |= {west.BRUSSELS}  # whether riders that pass take it for good
    found = {start: Way((start,), budget)}
    open_ = [start]
    while open_:
        place = max(open_, key=lambda h: found[h].left)
        open_.remove(place)
        if place in zones:
            continue  # its capture ends the march
        for near in west.around(place):
            if near in shut or loads.get(near, 0) + steps > 9:
                continue
            left = found[place].left - ground.cost(place, near)
            if left >= 0 and (near not in found or left > found[near].left):
                found[near] = Way((*found[place].path, near), left)
                open_.append(near)
    for near in west.around(start) if first else ():  # one hex is always possible, for all points (12.3)
        if near not in found and near not in shut and loads.get(near, 0) + steps <= 9:
            found[near] = Way((start, near), 0)
    return {h: w for h, w in found.items() if h != start}


def clear(board: Front, attackers: Sequence[Piece], target: str, kind: str) -> bool:
    """Whether such a battle leaves nothing to argue about."""
    defenders = board.on(target)
    if any(p.type == "siege-gun" for p in defenders):
        return False
    sides = (attackers, board.supplied), (defenders, board.defends)
    if any(sum(not holds(p) for p in units) > 1 for units, holds in sides):
        return False  # halved one by one, or their sum
    if kind == "ma" and not all(map(board.defends, defenders)):
        return False  # prepared assaults alone are said to halve (7.6)
    if board.position(target) and (kind == "ma" or any(p.rides for p in attackers)):
        return False
    mobile = [p for p in defenders if p.mobile]
    return min(twin.strength(board, attackers, defenders, kind)) > 0 and (
        not mobile or board.position(target) or retreats(board, mobile, target) is not None
    )


def retreats(board: Front, group: Sequence[Piece], place: str) -> list[str] | None:
    """Where they may go, best hexes only (13.19); [] where nowhere; None where the book leaves doubt."""
    side = group[0].side
    foes = board.enemy_places(side)
    found = []
    for direction in ground.RETREATS[side]:
        goal = ground.way(place, direction)
        if goal in foes or goal not in west.around(place):
            continue
        doubt = goal in board.trenches or goal in board.zones or any(p.did == "dug" for p in board.on(goal))
        if doubt or goal in ground.PARIS or goal == west.ABBEVILLE or not board.fits(goal, group):
            return None
        found.append(goal)
    rank = {goal: (board.beside_enemy(goal, side), bool(board.on(goal))) for goal in found}
    return [goal for goal in found if rank[goal] == min(rank.values())]


def adjacent(place: str) -> list[str]:
    return [n for n in raw.around_rows(place) if n in west.area()]
