"""A player of random legal games: whole player turns of the Marne, played by the module's hand, decided by the twin.

Where the book leaves doubt the player keeps out of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from builder.make.record import Recorder
from builder.model import Game
from builder.vassal import commands as c
from tests.census import raw
from tests.play import ground, twin
from tests.play.battles import Battles
from tests.play.board import Board, Piece, marne

PHASES = ("arrivals", "entrenching", "command", "strategic-movement", "operational-movement", "prepared-combat",
          "attrition", "victory")  # fmt: skip
FIRST, LAST = 8, 12
Twist = Callable[["Player", str, dict], bool]


class Over(Exception):
    """The game ends here."""


class Player(Battles):
    """Plays both sides. `twist(player, moment, context)` may act in place of the player, to plant a fault."""

    rules = twin
    scenario = "marne"
    first = FIRST

    def __init__(self, game: Game, seed: int, twist: Twist | None = None):
        self.dice = random.Random(seed)
        self.recorder = Recorder(game, game.scenarios[self.scenario], seed)
        self.hand = self.recorder.hand
        self.board = self.set_up()
        self.turn, self.side = self.first, "allied"
        self.pool = {"french": 3, "german": 0, "british": 0}
        self.notes: list[tuple[int, str]] = []  # first step, what it is
        self.fought: set[str] = set()
        self.fled_into: set[str] = set()
        self.starts: dict[str, str] = {}
        self.supplied_at_start: dict[str, bool] = {}
        self.twist = twist or (lambda player, moment, context: False)
        self.stopping = False
        self.quota = 0  # who may dig by this phase's die
        self.trains = 0  # steps that may still go by rail

    # ---- the frame of a game

    def set_up(self) -> Board:
        return marne()

    def play(self, player_turns: int = 10) -> None:
        try:
            for number in range(player_turns):
                self.side = ("allied", "german")[number % 2]
                self.turn = self.first + number // 2
                self.player_turn(last=number == player_turns - 1)
        except Over:
            pass

    def receive(self) -> None:
        """The replacements of the turn (16.3)."""
        if self.turn > FIRST:
            self.pool["french" if self.side == "allied" else "german"] += 3

    def phases(self) -> list[str]:
        return [phase for phase in PHASES if phase != "entrenching" or self.turn >= 10]

    def player_turn(self, last: bool) -> None:
        if self.side == "allied":
            self.board.new_turn()
        self.receive()
        self.seat(self.side)
        for phase in self.phases():
            if (self.turn, self.side, phase) != self.hand.moment:
                self.hand.turn(self.turn, self.side, phase)
            self.fought, self.fled_into = set(), set()
            self.twist(self, phase, {})
            getattr(self, phase.replace("-", "_"), lambda: None)()
            self.twist(self, "end-" + phase, {})
        self.note("end of the player turn")
        self.hand.upkeep(self.side)
        for piece in self.board.pieces.values():
            piece.ooc = False
            if piece.did == "dug" and piece.side == self.side:
                self.board.trenches[piece.at] = self.side
            piece.did = ""
        if self.stopping or last:
            self.hand.turn(*self.following())
            raise Over

    def following(self) -> tuple[int, str, str]:
        return (self.turn, "german", "arrivals") if self.side == "allied" else (self.turn + 1, "allied", "arrivals")

    def seat(self, side: str) -> None:
        self.hand.player, self.hand.name = c.PlayerId(f"script-{side}"), side.capitalize()

    def write(self, path: Path) -> None:
        self.recorder.write(path)

    def note(self, text: str) -> None:
        self.notes.append((len(self.hand.steps) + 1, f"{self.turn} {self.side} {text}"))

    def some(self, items: Sequence, most: int) -> list:
        items = list(items)
        return self.dice.sample(items, min(len(items), self.dice.randint(0, most)))

    def ours(self, *, idle: bool = True) -> list[Piece]:
        return [p for p in self.board.of(self.side) if p.mobile and (not idle or not p.did)]

    # ---- A to D

    def arrivals(self) -> None:
        able = [p for p in self.ours() if self.may_rebuild(p)]
        for piece in self.some(able, 4):
            if self.pool[piece.nation] and self.board.fits(piece.at, [piece], 1):
                self.rebuild(piece)

    def may_rebuild(self, p: Piece) -> bool:
        shut = p.side == "german" and self.turn < 10 and p.at in ground.west_of_meuse()
        return p.type == "infantry" and p.steps < p.full and not p.ooc and not shut and self.board.supplied(p)

    def rebuild(self, piece: Piece) -> None:
        self.note(f"rebuild {piece.id}")
        self.hand.gain(piece.id)
        self.pool[piece.nation] -= 1
        piece.steps += 1
        piece.did = "rebuilt"

    def entrenching(self) -> None:
        self.note("die for trenches")
        die = self.dice.randint(1, 6)
        self.hand.roll(die)
        able = [p for p in self.ours() if self.may_dig(p)]
        self.quota = 1 if die <= 3 else 2
        facing = [p for p in able if self.facing_trench(p)]
        chosen = self.some([p for p in able if p not in facing], self.quota) + self.some(facing, 3)
        for piece in chosen:
            if not any(p.did == "dug" for p in self.board.on(piece.at)):
                self.note(f"dig {piece.id}")
                self.hand.deed(piece.id, "digging")
                piece.did = "dug"

    def facing_trench(self, p: Piece) -> bool:
        foes = self.board.enemy_places(p.side)
        return any(n in foes and n in self.board.trenches for n in raw.around_rows(p.at))

    def may_dig(self, p: Piece) -> bool:
        here = self.board.on(p.at)
        plain = not self.board.position(p.at) and not any(q.rides for q in here)
        return p.type == "infantry" and plain and self.board.supplied(p)

    def command(self) -> None:
        if (self.turn, self.side) == (FIRST, "allied"):
            return  # rolled before the scenario begins (16.3)
        die = self.dice.randint(1, 6)
        self.note(f"command die {die}")
        self.hand.roll(die)
        if die == 6:
            places = sorted({p.at for p in self.ours(idle=False)})
            for place in self.some(places, 3):
                for piece in self.board.on(place):
                    if piece.mobile:
                        self.hand.out_of_command(piece.id)
                        piece.ooc = True

    def strategic_movement(self) -> None:
        self.trains = self.train_steps()
        for piece in [p for p in self.board.pieces.values() if self.may_come(p)]:
            goals = self.goals_by_rail(piece, self.board.by_rail(ground.edge(self.side), self.side))
            if goals and piece.steps <= self.trains and self.dice.random() < 0.8:
                self.trains -= piece.steps
                self.railed(piece, self.dice.choice(goals), "arrive")
        for piece in self.some([p for p in self.ours() if self.may_rail(p)], 3):
            goals = self.goals_by_rail(piece, self.board.by_rail([piece.at], self.side))
            if goals and piece.steps <= self.trains and self.may_rail(piece):
                self.trains -= piece.steps
                self.railed(piece, self.dice.choice(goals), "rail")

    def train_steps(self) -> int:
        """None at all where the lines by Melun and Paris are in question (11.3)."""
        if self.side == "german":
            return 8
        linked = self.board.linked("allied")
        safe = all(self.board.holder(h) == "allied" and h in linked for h in ("3334", "3136"))
        return 8 if safe else 0

    def may_come(self, p: Piece) -> bool:
        due = 8 if p.side == "allied" else 10
        return p.side == self.side and not p.at and not p.dead and self.turn == due

    def may_rail(self, p: Piece) -> bool:
        held = self.board.holder(p.at) == self.board.at_turn_start.get(p.at) == p.side
        if p.type != "infantry" or p.ooc or not ground.is_town(p.at) or not held:
            return False
        shut = p.side == "german" and self.turn < 10
        return not shut and not self.board.beside_enemy(p.at, p.side) and self.board.supplied(p)

    def goals_by_rail(self, p: Piece, net: set[str]) -> list[str]:
        return [
            place for place in ground.towns()
            if place in net and place != p.at and self.board.holder(place) == p.side and self.board.fits(place, [p])
            and not (p.side == "german" and (self.turn < 10 or place in ground.PARIS))
        ]  # fmt: skip

    def railed(self, piece: Piece, goal: str, verb: str) -> None:
        self.note(f"{verb} {piece.id} {piece.at}-{goal}")
        self.hand.drag([piece.id], goal)
        self.board.enter(piece, goal)
        piece.did = "railed"

    # ---- E

    def operational_movement(self) -> None:
        self.starts = {p.id: p.at for p in self.board.of(self.side)}
        self.supplied_at_start = {p.id: self.board.supplied(p) for p in self.ours(idle=False)}
        self.board.fed = self.supplied_at_start
        places = sorted({p.at for p in self.ours()})
        self.dice.shuffle(places)
        for place in places:
            group = self.group_at(place)
            if group and self.dice.random() < 0.75:
                self.move(group, place, self.rules.points(group), first=True)

    def group_at(self, place: str) -> list[Piece]:
        """Some of those who have been here since the phase began and may go; in a trench a man stays behind."""
        able = [p for p in self.board.on(place) if p.mobile and not p.did and self.starts[p.id] == place]
        if place in self.board.trenches:
            able = [p for p in able if p.rides] if self.dice.random() < 0.3 else []
        if len(able) < 2 or self.dice.random() < 0.4:
            return able
        return self.dice.sample(able, self.dice.randint(1, len(able)))

    def move(self, group: list[Piece], start: str, budget: int, first: bool) -> None:
        reach = self.rules.ways(self.board, group, start, budget, first)
        found = {h: w for h, w in reach.items() if self.may_stop(h, group)}
        if not found:
            return
        foes = self.board.enemy_places(self.side)
        near = [h for h in found if any(n in foes for n in raw.around_rows(h))]
        goal = self.dice.choice(sorted(near if near and self.dice.random() < 0.6 else found))
        path, left = found[goal]
        if self.twist(self, "move", {"group": group, "path": path, "left": left, "ways": found}):
            return
        self.supplied_at_start.update({p.id: self.board.supplied(p) for p in group})  # as this stack sets out (7.5)
        rest = self.drag(group, path, budget)
        if rest is not None:
            self.march_assault(rest, goal, left)

    def drag(self, group: list[Piece], path: tuple[str, ...], budget: int) -> list[Piece] | None:
        """By hops, in one drag where all that may be crossed is ours anyway, or dropping a unit on the way."""
        ids = [p.id for p in group]
        self.note(f"move {'+'.join(ids)} {'-'.join(path)}")
        held = {self.board.holder(h) for h in self.rules.ways(self.board, group, path[0], budget)}
        if held <= {self.side} and self.dice.random() < 0.5:
            self.hand.drag(ids, path[-1])
        else:
            for index, hop in enumerate(path[1:], 1):
                self.hand.drag(ids, hop)
                for piece in group:
                    self.board.enter(piece, hop)
                if index < len(path) - 1 and len(group) > 1 and self.dice.random() < 0.25:
                    group = self.dropped(group, hop)
                    ids = [p.id for p in group]
        for piece in group:
            self.board.enter(piece, path[-1])
            piece.did = "moved"
        return group

    def dropped(self, group: list[Piece], place: str) -> list[Piece]:
        left = self.dice.choice(group)
        others = [p for p in self.board.on(place) if p not in group] + [left]
        if not self.board.fits(place, [left]) or not self.may_stop(place, [left]) or len(others) > 3:
            return group
        left.did = "moved"
        return [p for p in group if p is not left]

    def may_stop(self, place: str, group: Sequence[Piece]) -> bool:
        if self.side == "german" and (place in ground.PARIS or place == "3334"):
            return False  # the game would be over
        dug = any(p.did == "dug" for p in self.board.on(place))
        if any(p.rides for p in group) and (dug or place in self.board.trenches):
            return False
        return self.board.fits(place, group)

    def march_assault(self, group: list[Piece], place: str, left: int) -> None:
        if any(p.ooc or not self.supplied_at_start[p.id] for p in group):
            return
        targets = [
            h for h in self.rules.adjacent(place)
            if self.may_be_attacked(h) and ground.cost(place, h) is not None and ground.cost(place, h) <= left
            and self.rules.clear(self.board, group, h, "ma")
        ]  # fmt: skip
        if targets and self.dice.random() < 0.7:
            self.battle(group, self.dice.choice(targets), "ma")

    # ---- F to H

    def prepared_combat(self) -> None:
        foes = sorted(self.board.enemy_places(self.side))
        self.dice.shuffle(foes)
        for target in foes:
            attackers = self.attackers_of(target)
            if attackers and self.dice.random() < 0.7 and self.rules.clear(self.board, attackers, target, "pa"):
                self.battle(attackers, target, "pa")
        for place in [h for h, side in self.board.trenches.items() if side == self.side]:
            if not any(p.type == "infantry" for p in self.board.on(place)):
                self.remove_trench(place)

    def attackers_of(self, target: str) -> list[Piece]:
        if not self.may_be_attacked(target) or self.board.side_on(target) == self.side:
            return []
        able = [p for h in self.rules.adjacent(target) for p in self.board.on(h)
                if p.side == self.side and p.mobile and not p.did and not p.ooc
                and ground.cost(p.at, target) is not None]  # fmt: skip
        nations = sorted({p.nation for p in able})
        if not nations:
            return []
        nation = self.dice.choice(nations)
        able = [p for p in able if p.nation == nation and not (p.rides and self.board.position(target))]
        return self.dice.sample(able, self.dice.randint(1, len(able))) if able else []

    def may_be_attacked(self, place: str) -> bool:
        return self.board.side_on(place) not in ("", self.side) and not (
            place in self.fled_into or any(p.id in self.fought for p in self.board.on(place))
        )

    def attrition(self) -> None:
        # all at once: nobody's loss opens a line for another
        unsupplied = [p for p in self.ours(idle=False) if not self.board.endures(p)]
        if self.twist(self, "attrition-losses", {"unsupplied": unsupplied}):
            return
        for piece in unsupplied:
            self.note(f"attrition {piece.id}")
            self.lose(piece, 1)
