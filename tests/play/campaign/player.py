"""A player of the historical campaign: thirty turns with all their phases, or the first few of them."""

from __future__ import annotations

from builder.model import Game
from tests.census import raw
from tests.play import ground
from tests.play.board import Piece
from tests.play.campaign import ground as west
from tests.play.campaign import twin
from tests.play.campaign.board import Front, campaign
from tests.play.campaign.moves import Moves
from tests.play.campaign.siege import Sieges
from tests.play.player import Over, Player, Twist

FOOT = ("infantry", "naval-infantry")
WITHDRAWN = ("Withdrawn", 5, 5)  # the box, the turn, the attack factor it takes (8.8)


class Campaign(Moves, Sieges, Player):
    rules = twin
    scenario = "campaign"
    first = 1
    last = 30

    def __init__(self, game: Game, seed: int, twist: Twist | None = None):
        super().__init__(game, seed, twist)
        self.pool = {"french": 0, "german": 0, "british": 0}
        self.fresh: set[str] = set()  # who arrived in this player turn
        rows = raw.document(ground.GAME, "scenarios", f"{self.scenario}.yaml")["arrivals"]
        self.due = {row["what"]: (int(row["turn"]), row["place"]) for row in rows}

    def set_up(self) -> Front:
        return campaign(self.scenario)

    # ---- the frame

    def play(self, player_turns: int = 60) -> None:
        super().play(min(player_turns, 2 * self.last))

    def phases(self) -> list[str]:
        return [
            row["id"] for row in raw.table(ground.GAME, "phases.csv")
            if (row["side"] or "german") == self.side and _within(self.turn, row["turns"])
        ]  # fmt: skip

    def player_turn(self, last: bool) -> None:
        self.board.known.clear()
        self.fresh = set()
        if self.side == "allied" and self.turn > 1:
            self.put("turn", f"T{self.turn}")
        if last and self.following()[0] > 30:
            self.following = lambda: (30, "german", "joint-victory")
        super().player_turn(last)

    def following(self) -> tuple[int, str, str]:
        turn, side = self.turn, self.side
        self.turn, self.side = (turn, "german") if side == "allied" else (turn + 1, "allied")
        moment = (self.turn, self.side, next(iter(self.phases()), ""))
        self.turn, self.side = turn, side
        return moment

    def receive(self) -> None:
        """8.6."""
        if self.side == "allied":
            self.pool["french"] += 3 * (self.turn >= 4)
            self.pool["british"] += {7: 2, 29: 1}.get(self.turn, 0)
        else:
            self.pool["german"] += 3 * (self.turn >= 4)

    # ---- A (8)

    def arrivals(self) -> None:
        for piece in [p for p in self.board.pieces.values() if self.may_come(p)]:
            goals = self.entries(piece, self.due[piece.id][1])
            if goals and self.dice.random() < 0.9:
                self.come(piece, self.dice.choice(goals))
        before = dict(self.pool)
        for piece in self.some([p for p in self.ours() if self.may_rebuild(p)], 5):
            if self.pool[piece.nation] and self.board.fits(piece.at, [piece], 1):
                self.rebuild(piece)
        for piece in self.some([p for p in self.board.pieces.values() if self.may_return(p)], 2):
            goals = [h for h in self.returns(piece) if self.room(h, piece)]
            if goals and self.pool[piece.nation]:
                self.reclaim(piece, self.dice.choice(goals))
        for nation in (n for n, steps in self.pool.items() if steps != before[n] and steps <= 15):
            self.put(f"replacements-{nation}", f"RP{self.pool[nation]}")
        if self.side == "german" and self.turn == WITHDRAWN[1] and self.dice.random() < 0.6:
            self.withdraw()

    def may_come(self, p: Piece) -> bool:
        return p.side == self.side and not p.at and not p.dead and p.id in self.due and self.due[p.id][0] <= self.turn

    def entries(self, piece: Piece, word: str) -> list[str]:
        if word == "E" or word == "S":
            goals = west.region({"E": "east-edge", "S": "south-edge"}[word]) & west.area()
        elif word == "P":
            goals = {h for h in ground.PARIS if self.board.holder(h) == piece.side}
        elif word == "port":
            goals = {h for h in west.ports() if self.board.port_open(h)}
        else:
            ready = word in west.ports() or self.board.full(word, piece.side, piece.nation)
            goals = {word} if ready and self.board.holder(word) == piece.side else set()
        return [h for h in sorted(goals) if self.room(h, piece)]

    def room(self, place: str, piece: Piece) -> bool:
        """Whether a unit may be put there: no enemy, nothing of theirs, within the limits."""
        mine = ("", piece.side)
        trench = self.board.trenches.get(place, "")
        free = self.board.side_on(place) in mine and self.board.zones.get(place, "") in mine and trench in mine
        return free and not (piece.rides and trench) and self.board.fits(place, [piece])

    def come(self, piece: Piece, goal: str) -> None:
        self.note(f"arrive {piece.id} {goal}")
        self.hand.drag([piece.id], goal)
        self.board.enter(piece, goal)
        self.fresh.add(piece.id)

    def may_rebuild(self, p: Piece) -> bool:
        beyond = p.side == "german" and self.turn < 10 and p.at in ground.west_of_meuse() and west.country(p.at) == "FR"
        reduced = p.type == "infantry" and 0 < p.steps < p.full and p.nation in self.pool
        return reduced and not beyond and self.board.in_full(p)

    def may_return(self, p: Piece) -> bool:
        return p.side == self.side and p.dead and p.type == "infantry" and p.corps and bool(self.pool.get(p.nation))

    def returns(self, piece: Piece) -> list[str]:
        if piece.nation == "british":
            return [h for h in sorted(west.ports()) if self.board.port_open(h)]
        return sorted(west.region("east-edge" if piece.side == "german" else "south-edge") & west.area())

    def reclaim(self, piece: Piece, goal: str) -> None:
        self.note(f"reclaim {piece.id} {goal}")
        self.hand.drag([piece.id], goal)
        self.pool[piece.nation] -= 1
        piece.dead, piece.steps, piece.did = False, 1, "rebuilt"
        self.board.enter(piece, goal)

    def withdraw(self) -> None:
        """Two full corps and a step of cavalry, or nobody (8.8)."""
        able = [p for p in self.ours() if self.may_go_east(p)]
        riders = [p for p in self.ours() if p.rides and p.corps and p.steps > 1 and self.board.in_full(p)]
        if len(able) < 2 or not riders:
            return
        for piece in self.dice.sample(able, 2):
            self.note(f"withdraw {piece.id}")
            self.hand.drag([piece.id], WITHDRAWN[0])
            piece.at, piece.dead, piece.nation = "", True, "gone"
        horse = self.dice.choice(riders)
        self.note(f"withdraw a step of {horse.id}")
        self.lose(horse, 1)

    def may_go_east(self, p: Piece) -> bool:
        fit = p.type == "infantry" and p.corps and p.steps == p.full and p.factor("attack") >= WITHDRAWN[2]
        return fit and p.at not in self.board.zones and self.board.in_full(p)

    # ---- B

    def may_dig(self, p: Piece) -> bool:
        plain = not self.board.position(p.at) and not any(q.rides for q in self.board.on(p.at))
        return p.type in FOOT and plain and p.id not in self.fresh and self.board.in_full(p)

    # ---- G

    def attrition(self) -> None:
        # all at once: nobody's loss opens a line for another
        unsupplied = [p for p in self.ours(idle=False) if p.steps and not self.board.endures(p)]
        if self.twist(self, "attrition-losses", {"unsupplied": unsupplied}):
            return
        for piece in unsupplied:
            self.note(f"attrition {piece.id}")
            self.lose(piece, 1)


def _within(turn: int, turns: str) -> bool:
    first, _, last = turns.partition("..")
    return not turns or int(first) <= turn <= int(last or first)


__all__ = ["Campaign", "Over"]
