"""Battles of a random game: die, losses, retreats and advances as the twin works them out."""

from __future__ import annotations

from collections.abc import Sequence

from builder.module import words as w
from builder.module.hand_pieces import mark
from builder.vassal import commands as c
from tests.play import twin
from tests.play.board import Piece


class Battles:
    """What a `Player` does in a battle; the frame lies there."""

    def battle(self, attackers: Sequence[Piece], target: str, kind: str) -> None:
        defenders = self.board.on(target)
        attackers = list(attackers)
        context = {"attackers": attackers, "defenders": defenders, "target": target, "kind": kind}
        if self.twist(self, f"attack-{kind}", context):
            return
        die = self.dice.randint(1, 6)
        fought = self.rules.fight(self.board, attackers, target, kind, die)
        self.note(f"{kind} {'+'.join(p.id for p in attackers)} {target} die {die}: {fought.attacker}/{fought.defender}"
                  f"{'R' * fought.retreat}")  # fmt: skip
        self.hand.battle([p.id for p in attackers], target, die)
        for piece in attackers:
            piece.did = "march" if kind == "ma" else "prepared"
        self.fought |= {p.id for p in (*attackers, *defenders)}
        if self.hand.declared:
            if self.dice.random() < 0.5 and self.evaded(attackers, defenders, target):
                return
            self.hand.resolve(die)
        context["fought"] = fought
        if not self.twist(self, "results", context):
            self.results(attackers, defenders, target, fought)

    def results(self, attackers: list[Piece], defenders: list[Piece], target: str, fought: twin.Fought) -> None:
        position = self.board.position(target)
        self.pay(defenders, fought.defender)
        left = [p for p in defenders if p.at == target]
        mobile = [p for p in left if p.mobile]
        if mobile and not position:
            goals = self.rules.retreats(self.board, mobile, target)
            if fought.retreat and goals == []:
                for piece in mobile:  # nowhere to go (13.19)
                    self.lose(piece, piece.steps)
            elif goals and (fought.retreat or (fought.defender and self.dice.random() < 0.2)):
                self.retreat(mobile, goals)
        self.pay(attackers, fought.attacker)
        self.advance(attackers, target)

    def retreat(self, group: list[Piece], goals: list[str]) -> None:
        if not self.twist(self, "retreat", {"group": group, "place": group[0].at, "goals": goals}):
            self.go(group, self.dice.choice(goals), "retreat")

    def evaded(self, attackers: list[Piece], defenders: list[Piece], target: str) -> bool:
        """Lone cavalry leaves before the die (13.25)."""
        goals = self.rules.retreats(self.board, defenders, target)
        if not goals or self.board.position(target):
            return False
        for piece in defenders:
            self.hand.withdraw(piece.id)
        self.go(defenders, self.dice.choice(goals), "retreat before combat")
        self.advance(attackers, target)
        return True

    def pay(self, units: Sequence[Piece], steps: int) -> None:
        """Steps given up as the owner likes, a fortress last (13.17, 14.2)."""
        for _ in range(steps):
            alive = [p for p in units if not p.dead and p.at]
            mobile = [p for p in alive if p.mobile]
            if alive:
                self.lose(self.dice.choice(mobile or alive), 1)

    def lose(self, piece: Piece, steps: int) -> None:
        for _ in range(steps):
            self.hand.lose(piece.id)
            piece.steps -= 1
        if not piece.steps:
            piece.at, piece.dead = "", True

    def go(self, group: Sequence[Piece], goal: str, verb: str) -> None:
        self.note(f"{verb} {'+'.join(p.id for p in group)} {goal}")
        self.hand.drag([p.id for p in group], goal)
        for piece in group:
            self.board.enter(piece, goal)
        if verb.startswith("retreat"):
            self.fled_into.add(goal)

    def advance(self, attackers: Sequence[Piece], target: str) -> None:
        alive = [p for p in attackers if p.at]
        if self.board.on(target) or not alive or self.dice.random() < 0.25:
            return
        group = self.dice.sample(alive, self.dice.randint(1, len(alive)))
        trench = target in self.board.trenches
        if not self.may_stop(target, group) or (trench and any(p.rides for p in group)):
            return
        if self.twist(self, "advance", {"group": group, "target": target, "attackers": attackers}):
            return
        self.go(group, target, "advance")
        if trench:
            self.remove_trench(target)

    def remove_trench(self, place: str) -> None:
        """The marker is deleted, as anybody would by hand (9.3)."""
        on, x, y = self.hand._spot(place)
        for piece in list(self.hand.table.pieces.values()):
            if mark(piece, w.MARKER_ID) == "trench" and self.hand.table.place_of(piece.id) == (on, x, y):
                self.note(f"remove trench {place}")
                self.hand._step([c.RemovePiece(piece.id)])
        self.board.trenches.pop(place, None)
