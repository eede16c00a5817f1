"""Battles of the campaign: prepared assaults that are worth it, siege guns, what falls with its last defender."""

from __future__ import annotations

from collections.abc import Sequence

from builder.module import words as w
from builder.module.hand_pieces import mark
from builder.vassal import commands as c
from tests.census import raw
from tests.play import ground, twin
from tests.play.battles import Battles
from tests.play.board import Piece

GUN = "siege-gun"


class Sieges(Battles):
    def prepared_combat(self) -> None:
        for gun in [p for p in self.ours() if p.type == GUN and not p.ooc and self.board.in_full(p)]:
            for target in self.forts_beside(gun):
                if not gun.did and self.dice.random() < 0.8:
                    self.besiege(gun, target)
        super().prepared_combat()

    def attackers_of(self, target: str) -> list[Piece]:
        able = [p for p in super().attackers_of(target) if p.type != GUN and p.id not in self.fresh]
        if not able or not self.rules.clear(self.board, able, target, "pa"):
            return []
        attack, defence = twin.strength(self.board, able, self.board.on(target), "pa")
        return able if attack >= defence * 2 or (attack >= defence and self.dice.random() < 0.4) else []

    # ---- siege guns (14.7 to 14.10)

    def forts_beside(self, gun: Piece) -> list[str]:
        return [
            h for h in self.rules.adjacent(gun.at)
            if self.may_be_attacked(h) and (self.board.fortress(h) or h in self.board.zones)
            and ground.cost(gun.at, h) is not None
        ]  # fmt: skip

    def besiege(self, gun: Piece, target: str) -> None:
        guns = [p for p in self.board.on(gun.at) if p.type == GUN and not p.did and not p.ooc]
        foot = [p for p in self.board.on(gun.at) if p.type == "infantry" and not p.did and not p.ooc
                and p.id not in self.fresh]  # fmt: skip
        mobile = [p for p in self.board.on(target) if p.mobile]
        clear = foot and self.rules.clear(self.board, foot, target, "pa")
        if not clear or (mobile and self.rules.retreats(self.board, mobile, target) is None):
            return
        attack, defence = twin.strength(self.board, foot, self.board.on(target), "pa")
        if attack >= defence:
            self.bombard(guns, foot, target)

    def bombard(self, guns: list[Piece], foot: list[Piece], target: str) -> None:
        if self.twist(self, "siege", {"guns": guns, "attackers": foot, "target": target}):
            return
        dice = [self.dice.randint(1, 6) for _ in guns]
        self.note(f"siege {'+'.join(p.id for p in (*guns, *foot))} {target} dice {dice}")
        self.hand.battle([p.id for p in (*foot, *guns)], target, 0, siege=dice)
        defenders = self.board.on(target)
        for piece in (*guns, *foot):
            piece.did = "prepared"
        self.fought |= {p.id for p in (*foot, *defenders)}
        fort = next((p for p in defenders if not p.mobile), None)
        if fort is not None and any(falls(gun, target, die) for gun, die in zip(guns, dice, strict=True)):
            self.lose(fort, 1)
        if target in self.board.zones:
            self.remove(target, "fortified-zone")
        defenders = self.board.on(target)
        if not defenders:
            self.advance(foot[1:], target)  # somebody stays with the guns
            return
        die = self.dice.randint(1, 6)
        fought = self.rules.fight(self.board, foot, target, "pa", die)
        self.note(f"assault {target} die {die}: {fought}")
        self.hand.resolve(die)
        self.results(foot, defenders, target, fought)

    # ---- what falls

    def lose(self, piece: Piece, steps: int) -> None:
        place = piece.at
        super().lose(piece, steps)
        owner = self.board.zones.get(place)
        if piece.dead and owner == piece.side and not any(p.mobile and p.type != GUN for p in self.board.on(place)):
            self.remove(place, "fortified-zone")

    def remove_trench(self, place: str) -> None:
        self.remove(place, "trench")

    def remove(self, place: str, kind: str) -> None:
        """The marker is deleted, as anybody would by hand (9.3, 14.3)."""
        spot = self.hand._spot(place)
        for piece in list(self.hand.table.pieces.values()):
            if mark(piece, w.MARKER_ID) == kind and self.hand.table.place_of(piece.id) == spot:
                self.note(f"remove {kind} {place}")
                self.hand._step([c.RemovePiece(piece.id)])
        (self.board.trenches if kind == "trench" else self.board.zones).pop(place, None)

    def put(self, kind: str, place: str) -> None:
        """A marker is moved along its track."""
        piece = next((p for p in self.hand.table.pieces.values() if mark(p, w.MARKER_ID) == kind), None)
        if piece is not None and self.hand.table.place_of(piece.id) != self.hand._spot(place):
            self.note(f"marker {kind} {place}")
            done: list[c.Command] = []
            self.hand._carry(done, self.hand._placed(piece, place))
            self.hand._step(done, carried=True)


def falls(gun: Piece, target: str, die: int) -> bool:
    """Whether the table ends the fortress (14.9, 14.10)."""
    extra = next((int(r["modifier"]) for r in raw.table(ground.GAME, "tables", "siege_modifiers.csv")
                  if r["hex"] == target), 0)  # fmt: skip
    key = f"{'420' if '420' in gun.id else '305'}/{die + extra}"
    return next(r for r in raw.table(ground.GAME, "tables", "siege.csv") if r["key"] == key)["eliminated"] == "yes"


def foot_of(group: Sequence[Piece]) -> list[Piece]:
    return [p for p in group if p.type in ("infantry", "naval-infantry")]
