"""Movement, combat and retreats by the rulebook, spelled out slowly; no code of the referee's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tests.census import raw
from tests.play import ground
from tests.play.board import Board, Piece


class Way(NamedTuple):
    path: tuple[str, ...]
    left: int  # points that remain


def points(group: Sequence[Piece]) -> int:
    return min(p.movement // 2 if p.ooc else p.movement for p in group)


def ways(board: Board, group: Sequence[Piece], start: str, budget: int, first: bool = True) -> dict[str, Way]:
    """Every hex the group could come to, stop or not, by a cheapest way (12.1 to 12.9, 6.4)."""
    side = group[0].side
    foes = board.enemy_places(side)
    riders = any(p.rides for p in group)
    found = {start: Way((start,), budget)}
    open_ = [start]
    while open_:
        place = max(open_, key=lambda h: found[h].left)
        open_.remove(place)
        for near in ground.around(place):
            if near in foes or not board.passes(near, group) or board.trenches.get(near, side) != side:
                continue
            left = found[place].left - ground.cost(place, near)
            if left >= 0 and (near not in found or left > found[near].left):
                found[near] = Way((*found[place].path, near), left)
                open_.append(near)
    if first:
        for near in ground.around(start):  # one hex is always possible, for all points (12.3)
            free = near not in foes and board.trenches.get(near, side) == side
            if near not in found and free and board.passes(near, group):
                found[near] = Way((start, near), 0)
    if riders:  # they may cross a trench of theirs and not stop there (9.4)
        found = {h: w for h, w in found.items() if h not in board.trenches}
    return {h: w for h, w in found.items() if h != start}


class Fought(NamedTuple):
    attacker: int
    defender: int
    retreat: bool


def strength(board: Board, attackers: Sequence[Piece], defenders: Sequence[Piece], kind: str) -> tuple[int, int]:
    """Factors of both sides, each unsupplied unit halved (7.6, 13.24)."""
    on_riders = all(p.rides for p in defenders)
    by_riders = all(p.rides for p in attackers)
    attack = defence = 0
    for p in attackers:
        factor = p.factor("cavalry") if p.rides and on_riders else p.factor("attack")
        fed = board.fed.get(p.id, True) if kind == "ma" else board.supplied(p)  # as its march began (7.5)
        attack += factor if fed else factor // 2
    for p in defenders:
        factor = p.factor("defence") if not p.rides else p.factor("cavalry" if by_riders else "attack")
        defence += factor if board.defends(p) else factor // 2
    return attack, defence


def modifiers(board: Board, attackers: Sequence[Piece], target: str, kind: str) -> int:
    drm = ground.modifier(target)
    places = {p.at for p in attackers}
    if all(ground.river(place, target) for place in places):
        drm -= 1
    if kind == "pa" and not board.fortress(target) and concentric(places, target):
        drm += 2
    if any(p.mobile for p in board.on(target)) and target in board.zones:
        drm -= 1  # mobile units in a fortified zone (14.3)
    return drm


def concentric(places: set[str], target: str) -> bool:
    """Opposite hexes, three with one between each, or more than three (13.16)."""
    circle = [ground.way(target, d) for d in ("W", "NW", "NE", "E", "SE", "SW")]
    at = [place in places for place in circle]
    return (
        any(at[i] and at[i + 3] for i in range(3))
        or all(at[0::2]) or all(at[1::2]) or len(places) > 3
    )  # fmt: skip


def odds(attack: int, defence: int) -> tuple[str, int]:
    """(column, die modifier of very high odds); "" for worse than 1:2."""
    if attack >= defence:
        ratio = attack // defence
        return f"{min(ratio, 5)}:1", max(0, ratio - 5)
    ratio = -(-defence // attack)
    return ("1:2", 0) if ratio == 2 else ("", 0)


def fight(board: Board, attackers: Sequence[Piece], target: str, kind: str, die: int) -> Fought:
    defenders = board.on(target)
    column, extra = odds(*strength(board, attackers, defenders, kind))
    final = min(6, max(1, die + extra + modifiers(board, attackers, target, kind)))
    lost, taken, retreat = ground.result(column, final)
    return Fought(lost + (2 if board.fortress(target) else 0), taken, retreat)


def clear(board: Board, attackers: Sequence[Piece], target: str, kind: str) -> bool:
    """Whether such a battle leaves nothing to argue about."""
    defenders = board.on(target)
    sides = (attackers, board.supplied), (defenders, board.defends)
    if any(sum(not holds(p) for p in units) > 1 for units, holds in sides):
        return False  # halved one by one, or their sum
    if kind == "ma" and not all(map(board.defends, defenders)):
        return False
    mobile = [p for p in defenders if p.mobile]
    if kind == "ma" and board.position(target):
        return False
    if any(p.rides for p in attackers) and board.position(target):
        return False
    return min(strength(board, attackers, defenders, kind)) > 0 and (
        not mobile or board.position(target) or retreats(board, mobile, target) is not None
    )


def retreats(board: Board, group: Sequence[Piece], place: str) -> list[str] | None:
    """Where they may go, best hexes only (13.19); [] where nowhere; None where the book leaves doubt."""
    side = group[0].side
    foes = board.enemy_places(side)
    found = []
    for direction in ground.RETREATS[side]:
        goal = ground.way(place, direction)
        if goal not in ground.area():
            return None  # off the map of the Marne, another matter
        if goal in foes or ground.cost(place, goal) is None:
            continue
        if not board.fits(goal, group) or goal in board.trenches or any(p.did == "dug" for p in board.on(goal)):
            return None
        if goal in ground.PARIS and side == "german":
            return None
        found.append(goal)
    rank = {goal: (board.beside_enemy(goal, side), bool(board.on(goal))) for goal in found}
    return [goal for goal in found if rank[goal] == min(rank.values())]


def adjacent(place: str) -> list[str]:
    return [n for n in raw.around_rows(place) if n in ground.area()]
