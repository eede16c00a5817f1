"""Illegal acts that only the campaign knows, each planted once; what must be found stands beside it."""

from __future__ import annotations

from tests.census import raw
from tests.play import ground
from tests.play import planted_moves as moves
from tests.play.board import Piece
from tests.play.campaign import ground as west
from tests.play.campaign.siege import foot_of
from tests.play.planted import Kind


def _town_ready(p, piece: Piece) -> bool:
    return p.may_rail(piece) and piece.steps <= p.trains


def _free(p, goal: str, piece: Piece) -> bool:
    """Nothing else is wrong with a train that ends there."""
    held = p.board.holder(goal) == piece.side and p.board.full(goal, piece.side, piece.nation)
    return held and not p.board.beside_enemy(goal, p.side) and p.board.fits(goal, [piece])


def _by_rail(p, wanted) -> bool:
    """A train to a town in reach that is as wanted, by ways that only the ban closes."""
    for piece in [q for q in p.ours() if q.type == "infantry" and _town_ready(p, q)]:
        for goal in sorted(p.board.by_rail([piece.at], p.side)):
            if goal in west.towns() and goal != piece.at and wanted(piece, goal) and _free(p, goal, piece):
                p.railed(piece, goal, "wrong train")
                return True
    return False


def french_train_in_belgium(p, context) -> bool:
    return p.side == "allied" and _by_rail(p, lambda q, goal: q.nation == "french" and west.country(goal) == "BE")


def arrival_elsewhere(p, context) -> bool:
    """A reinforcement with a hex of its own comes to another town of theirs."""
    for piece in [q for q in p.board.pieces.values() if p.may_come(q) and q.nation in ("french", "german")]:
        word = p.due[piece.id][1]
        if word.isdigit():
            for goal in west.towns():
                if goal != word and p.board.holder(goal) == piece.side and p.room(goal, piece):
                    p.come(piece, goal)
                    return True
    return False


def arrival_too_early(p, context) -> bool:
    for piece in p.board.pieces.values():
        if piece.side == p.side and not piece.at and not piece.dead and p.due.get(piece.id, (0, ""))[0] > p.turn:
            goals = p.entries(piece, p.due[piece.id][1])
            if goals:
                p.come(piece, goals[0])
                return True
    return False


def division_from_the_dead(p, context) -> bool:
    for piece in p.board.pieces.values():
        fit = piece.side == p.side and piece.dead and piece.type == "infantry" and not piece.corps
        if fit and p.pool.get(piece.nation):
            goals = [h for h in p.returns(piece) if p.room(h, piece)]
            if goals:
                p.reclaim(piece, goals[0])
                return True
    return False


def corps_returns_anywhere(p, context) -> bool:
    for piece in [q for q in p.board.pieces.values() if p.may_return(q)]:
        rim = set(p.returns(piece))
        for goal in west.towns():
            if goal not in rim and p.board.holder(goal) == p.side and p.room(goal, piece):
                p.reclaim(piece, goal)
                return True
    return False


def into_holland(p, context) -> bool:
    for piece in context["group"] if len(context["group"]) == 1 else ():
        for goal in raw.around_rows(piece.at):
            if goal in ground.land() and west.country(goal) == "NL" and ground.land()[goal]["terrain"] == "clear":
                p.hand.drag([piece.id], goal)
                piece.at, piece.did = goal, "moved"
                return True
    return False


def riders_take_a_zone(p, context) -> bool:
    group = context["group"]
    if len(group) != 1 or not group[0].rides or group[0].ooc:
        return False
    piece = group[0]
    for goal in west.around(piece.at):
        empty = p.board.zones.get(goal, p.side) != p.side and not p.board.on(goal)
        if empty and ground.cost(piece.at, goal) <= piece.movement:
            return moves.hop(p, piece, (goal,))
    return False


def through_a_zone(p, context) -> bool:
    """Infantry that does not halt in the zone it takes."""
    group = context["group"]
    if len(group) != 1 or not foot_of(group) or group[0].ooc:
        return False
    piece = group[0]
    for zone in west.around(piece.at):
        if p.board.zones.get(zone, p.side) == p.side or p.board.on(zone):
            continue
        for goal in west.around(zone):
            points = ground.cost(piece.at, zone) + ground.cost(zone, goal)
            open_ = goal != piece.at and not p.board.on(goal) and goal not in p.board.zones and goal not in (
                *p.board.trenches, *ground.PARIS, west.ABBEVILLE)  # fmt: skip
            if open_ and points <= piece.movement and goal not in west.around(piece.at):
                p.hand.drag([piece.id], zone)
                p.board.enter(piece, zone)
                p.remove(zone, "fortified-zone")
                return moves.hop(p, piece, (goal,))
    return False


def withdrawal_of_one(p, context) -> bool:
    """Half of what the east is due."""
    able = [q for q in p.ours() if p.may_go_east(q)] if (p.side, p.turn) == ("german", 5) else []
    riders = [q for q in p.ours() if q.rides and q.corps and q.steps > 1 and p.board.in_full(q)]
    if not able or not riders or "gone" in {q.nation for q in p.board.pieces.values()}:
        return False
    p.hand.drag([able[0].id], "Withdrawn")
    able[0].at, able[0].dead, able[0].nation = "", True, "gone"
    p.lose(riders[0], 1)
    return True


# turns and places of entry are printed on counters and reconstructed: what rests on them is no proof
KINDS = (
    Kind("further than the points go", "move", moves.too_far, ("ILLEGAL 12.1.a",)),
    Kind("two Allied nations in a hex", "move", moves.two_nations, ("ILLEGAL 6.2.a",)),
    Kind("into Holland", "move", into_holland, ("ILLEGAL 3.2.b",)),
    Kind("riders take a zone", "move", riders_take_a_zone, ("ILLEGAL 14.3.b",)),
    Kind("on through a zone", "move", through_a_zone, ("ILLEGAL 14.3.c",)),
    Kind("a French train in Belgium", "end-strategic-movement", french_train_in_belgium, ("ILLEGAL 11.2.f",)),
    Kind("an arrival in another hex", "arrivals", arrival_elsewhere, ("SUSPECT 8.4.c",)),
    Kind("an arrival before its turn", "arrivals", arrival_too_early, ("SUSPECT 8.1.a",)),
    Kind("a division from the dead pile", "end-arrivals", division_from_the_dead, ("ILLEGAL 8.7.b",)),
    Kind("a corps returns anywhere", "end-arrivals", corps_returns_anywhere, ("ILLEGAL 8.7.d",)),
    Kind("half a withdrawal", "end-arrivals", withdrawal_of_one, ("ILLEGAL 8.8.a",)),
)  # fmt: skip
