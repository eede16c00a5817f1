"""Wrong attacks, losses, retreats and advances. Each returns whether it found its chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tests.play import ground, twin
from tests.play.board import Piece
from tests.play.planted_moves import hop

# ---- attacks


def _assault(p, piece: Piece, wanted) -> bool:
    """March beside an enemy hex that is as wanted, and attack it."""
    found = {piece.at: twin.Way((piece.at,), twin.points([piece]))}
    found |= {h: w for h, w in twin.ways(p.board, [piece], piece.at, twin.points([piece]), first=False).items()}
    for place, way in sorted(found.items()):
        if len(way.path) < 2 or not p.may_stop(place, [piece]):
            continue
        for target in twin.adjacent(place):
            left = way.left - (ground.cost(place, target) or 99)
            if p.may_be_attacked(target) and wanted(place, target, left):
                hop(p, piece, way.path[1:])
                fight(p, [piece], target, "ma")
                return True
    return False


def fight(p, attackers: Sequence[Piece], target: str, kind: str) -> None:
    """A battle by the book, but for what was wrong with its beginning."""
    twist, p.twist = p.twist, lambda *said: False
    p.battle(attackers, target, kind)
    p.twist = twist


def _marcher(p, context) -> Piece | None:
    piece = context["group"][0]
    fit = len(context["group"]) == 1 and not piece.ooc and not piece.rides
    return piece if fit else None


def _argued(p, piece: Piece, target: str) -> bool:
    """Whether nothing else is wrong with the battle."""
    others = [q for q in p.board.on(target) if q.mobile]
    fine = p.board.position(target) or (bool(others) and twin.retreats(p.board, others, target) is not None)
    return fine and all(map(p.board.endures, p.board.on(target)))


def _fed(p, piece: Piece, at: str) -> bool:
    """Whether it is supplied where it halts: nobody says that one that set out without stays without (7.5)."""
    return p.board.supplied(replace(piece, at=at))


def assault_without_points(p, context) -> bool:
    piece = _marcher(p, context)
    return piece is not None and p.supplied_at_start[piece.id] and _assault(p, piece, lambda at, target, left: (
        left < 0 and not p.board.position(target) and _argued(p, piece, target)))  # fmt: skip


def assault_on_a_position(p, context) -> bool:
    piece = _marcher(p, context)
    return piece is not None and p.supplied_at_start[piece.id] and _assault(p, piece, lambda at, target, left: (
        left >= 0 and p.board.position(target) and _argued(p, piece, target)))  # fmt: skip


def assault_unsupplied(p, context) -> bool:
    piece = _marcher(p, context)
    return piece is not None and not p.supplied_at_start[piece.id] and _assault(p, piece, lambda at, target, left: (
        left >= 0 and not _fed(p, piece, at)
        and not p.board.position(target) and _argued(p, piece, target)))  # fmt: skip


def _targets(p, piece: Piece) -> list[str]:
    return [h for h in twin.adjacent(piece.at) if p.may_be_attacked(h) and twin.clear(p.board, [piece], h, "pa")
            and ground.cost(piece.at, h) is not None]  # fmt: skip


def attack_out_of_command(p, context) -> bool:
    return _attack(p, [q for q in p.ours() if q.ooc])


def attack_after_marching(p, context) -> bool:
    return _attack(p, [q for q in p.ours(idle=False) if q.did == "moved" and not q.ooc])


def _attack(p, able: list[Piece]) -> bool:
    for piece in able:
        for target in _targets(p, piece):
            fight(p, [piece], target, "pa")
            return True
    return False


def attack_of_two_nations(p, context) -> bool:
    for target in sorted(p.board.enemy_places(p.side)):
        able = [q for h in twin.adjacent(target) for q in p.board.on(h)
                if q.side == p.side and q.mobile and not q.did and not q.ooc and not q.rides]  # fmt: skip
        nations = {q.nation: q for q in able}
        if len(nations) > 1 and p.may_be_attacked(target) and twin.clear(p.board, [*nations.values()], target, "pa"):
            fight(p, list(nations.values()), target, "pa")
            return True
    return False


def second_attack(p, context) -> bool:
    return _attack(p, [q for q in p.ours(idle=False) if q.did == "prepared"])


def attacked_twice(p, context) -> bool:
    for target in sorted(p.board.enemy_places(p.side)):
        able = [q for h in twin.adjacent(target) for q in p.board.on(h)
                if q.side == p.side and q.mobile and not q.did and not q.ooc and not q.rides]  # fmt: skip
        before = {q.id for q in p.board.on(target)} <= p.fought and target not in p.fled_into
        if able and before and twin.clear(p.board, able[:1], target, "pa"):
            fight(p, able[:1], target, "pa")
            return True
    return False


def on_after_assault(p, context) -> bool:
    for piece in p.ours(idle=False):
        if piece.did != "march":
            continue
        for goal in ground.around(piece.at):
            cheap = ground.cost(piece.at, goal) == 1 and goal not in p.board.trenches
            if cheap and not p.board.on(goal) and p.may_stop(goal, [piece]) and _fresh(p, piece):
                return hop(p, piece, (goal,), "march")
    return False


def _fresh(p, piece: Piece) -> bool:
    """Whether points are surely left: the sum must not be what is wrong."""
    return p.starts[piece.id] in ground.around(piece.at) and piece.movement >= 5


# ---- results


def _open(p, context) -> tuple[list[Piece], list[Piece], str, twin.Fought]:
    return context["attackers"], context["defenders"], context["target"], context["fought"]


def _plain(p, context) -> bool:
    """Defenders in the open who survive what they owe."""
    _, defenders, target, fought = _open(p, context)
    return not p.board.position(target) and sum(q.steps for q in defenders) > fought.defender


def attackers_lose_nothing(p, context) -> bool:
    _, defenders, _, fought = _open(p, context)
    if not fought.attacker or not _plain(p, context) or (fought.retreat and not _goals(p, context)):
        return False
    p.pay(defenders, fought.defender)
    if fought.retreat:
        p.go(_left(defenders), _goals(p, context)[0], "retreat")
    return True


def _left(units: Sequence[Piece]) -> list[Piece]:
    return [q for q in units if q.at]


def _goals(p, context) -> list[str]:
    _, defenders, target, _ = _open(p, context)
    left = [q for q in defenders if q.at == target]
    return (twin.retreats(p.board, left, target) or []) if left else []


def defenders_lose_nothing(p, context) -> bool:
    attackers, _, _, fought = _open(p, context)
    if fought.retreat or not fought.defender or not _plain(p, context):
        return False
    p.pay(attackers, fought.attacker)
    return True


def defenders_lose_too_much(p, context) -> bool:
    attackers, defenders, _, fought = _open(p, context)
    enough = sum(q.steps for q in defenders) > fought.defender + 1
    if fought.retreat or not _plain(p, context) or not enough:
        return False
    p.pay(defenders, fought.defender + 1)
    p.pay(attackers, fought.attacker)
    return True


def stand_fast(p, context) -> bool:
    attackers, defenders, _, fought = _open(p, context)
    if not fought.retreat or not _plain(p, context) or not _goals(p, context):
        return False
    p.pay(defenders, fought.defender)
    p.pay(attackers, fought.attacker)
    return True


def run_away(p, context) -> bool:
    attackers, defenders, _, fought = _open(p, context)
    if fought.defender or fought.retreat or not _plain(p, context) or not _goals(p, context):
        return False
    p.go(defenders, _goals(p, context)[0], "retreat")
    p.pay(attackers, fought.attacker)
    return True


def _retreat(p, context, goal: str) -> bool:
    p.go(context["group"], goal, "wrong retreat")
    p.fled_into.add(goal)
    return True


def wrong_direction(p, context) -> bool:
    group, place = context["group"], context["place"]
    right = {ground.way(place, d) for d in ground.RETREATS[group[0].side]}
    for goal in ground.around(place):
        free = not p.board.on(goal) and goal not in p.board.trenches and goal not in ground.PARIS and goal != "3334"
        if free and goal not in right:
            return _retreat(p, context, goal)
    return False


def worse_hex(p, context) -> bool:
    group, place = context["group"], context["place"]
    for direction in ground.RETREATS[group[0].side]:
        goal = ground.way(place, direction)
        fits = goal in ground.around(place) and goal not in p.board.enemy_places(group[0].side)
        if fits and goal not in context["goals"] and p.board.fits(goal, group):
            return _retreat(p, context, goal)
    return False


def two_hexes(p, context) -> bool:
    group, goal = context["group"], context["goals"][0]
    for direction in ground.RETREATS[group[0].side]:
        further = ground.way(goal, direction)
        free = further in ground.around(goal) and not p.board.on(further) and further not in p.board.trenches
        if free and further not in ground.PARIS and further != "3334":
            p.go(group, goal, "retreat")
            return _retreat(p, context, further)
    return False


def half_of_them(p, context) -> bool:
    group = context["group"]
    if len(group) < 2:
        return False
    p.go(group[:1], context["goals"][0], "retreat")
    return True


def advance_among_them(p, context) -> bool:
    attackers, defenders, target, fought = _open(p, context)
    alive = sum(q.steps for q in attackers) > fought.attacker
    if fought.retreat or not _plain(p, context) or context["kind"] != "pa" or not alive:
        return False
    p.pay(defenders, fought.defender)
    p.pay(attackers, fought.attacker)
    left = _left(attackers)
    p.hand.drag([left[0].id], target)
    left[0].at = target
    return True


def advance_of_others(p, context) -> bool:
    """One that stood by follows into the empty hex."""
    target = context["target"]
    for place in ground.around(target):
        for piece in p.board.on(place):
            idle = piece.side == p.side and piece.mobile and not piece.did and not piece.rides
            if idle and p.hand.moment[2] == "prepared-combat" and p.may_stop(target, [piece]):
                return hop(p, piece, (target,))
    return False
