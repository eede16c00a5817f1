"""A hand in battle: what the battle keys of a module write (module.battle), property by property."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.model.speech import announce
from builder.module import battle as b
from builder.module import words as w
from builder.module.hand_pieces import (
    factor,
    mark,
)
from builder.module.hand_writer import Commands, Writer
from builder.vassal import commands as c
from builder.vassal.table import TablePiece


@dataclass(slots=True)
class Battles(Writer):
    def battle(
        self, attackers: Sequence[str], target: str, die: int, number: int = 0, siege: Sequence[int] = ()
    ) -> Commands:
        """Ctrl+B on the attackers and a unit of the target hex: properties, marks, die and report in one step.

        Battles are counted by the module, from one, where no `number` is said; a count that was undone comes again.

        A lone cavalry attacked without cavalry is only declared: `resolve` rolls it, `withdraw` ends it. With siege
        guns among them it is only declared too, and each gun fires, by the dice of `siege`.
        """
        number = number or int(self._held("BattleNo")) + 1
        own = [self.piece(a) for a in attackers]
        side = self.game.counters[attackers[0]].side
        enemies = [p for p in self._units_at(target) if self.game.counters[mark(p, w.COUNTER_ID)].side != side]
        done: list[c.Command] = []
        kind = "ma" if self.moment[2] == "operational-movement" else "pa"
        self._pick(done, own, enemies, self.where.location(*self._spot(target)))
        cleared = {**dict.fromkeys(b.NUMBERS, "0"), **dict.fromkeys(b.TEXTS, "")}
        cleared |= {"BattleNo": str(number), "BattleKind": kind, "BattleHex": self._held("PickHex")}
        self._say_properties(done, cleared)
        for p, name in zip(own, attackers):
            deed = "march" if kind == "ma" else "prepared"
            self._carry(done, self._set(p, {("PROP", w.IN_BATTLE): str(number), ("PROP", w.ACTED): deed}))
            if mark(p, "Type") == "siege-gun":
                self._add(done, "BattleGuns", 1)
                continue
            self._add(done, "BattleAF", factor(p, "A"), "BattleAC", factor(p, "C"), *self._by_type(p, "Att"))
            self._append(done, "BattleBy", p.id + ",", "BattleFrom", self._where(p).replace(" ", "_") + ",")
            self._join(done, "BattleAtt", name)
        self._defend(done, enemies, number)
        self._say_properties(done, {"PickIds": ""})
        guns = [p for p in own if mark(p, "Type") == "siege-gun"]
        if guns or (self._held("BattleDefInf") == "0" and self._held("BattleAttCav") == "0"):
            self._say_properties(done, {"BattleOpen": "1"})
            self._carry(done, [c.Chat(f"* Battle {number} declared: {self._odds()}, {w.RESOLVE.label} rolls "
                                      f"{announce('declare', **self._said())}")])  # fmt: skip
            for gun, fallen in zip(guns, siege, strict=True):
                self._fire(done, gun, fallen)
        else:
            self._roll_battle(done, die)
        return self._step(done, carried=True)

    @property
    def declared(self) -> bool:
        """Whether a battle stands open that nobody has rolled."""
        return self._held("BattleOpen") == "1"

    def resolve(self, die: int) -> Commands:
        """Ctrl+R: the declared battle is rolled, its defenders counted anew."""
        done: list[c.Command] = []
        self._say_properties(done, dict.fromkeys(("BattleDF", "BattleDC", "BattleDefInf"), "0"))
        self._say_properties(done, dict.fromkeys(("BattleDef", "BattleDfd"), ""))
        by = self._held("BattleBy").split(",")
        side = next(self.game.counters[k].side for k, id in self._ids.items() if id in by)
        here = self._units_at(self._held("BattleHex"))
        enemies = [p for p in here if self.game.counters[mark(p, w.COUNTER_ID)].side != side]
        self._defend(done, enemies, int(self._held("BattleNo")))
        self._say_properties(done, {"BattleOpen": "0"})
        self._roll_battle(done, die)
        return self._step(done, carried=True)

    def withdraw(self, counter: str) -> Commands:
        """Ctrl+Y: lone cavalry leaves before the die; the drag follows."""
        done: list[c.Command] = []
        self._say_properties(done, {"BattleOpen": "0"})
        said = announce("withdraw", id=self._held("BattleNo"), unit=self.piece(counter).id)
        self._carry(done, [c.Chat(f"* {self._label(counter, bare=True)} retreats before combat {said}")])
        return self._step(done, carried=True)

    # ---- what the pieces of a battle write

    def _pick(self, done: list[c.Command], own: Sequence[TablePiece], enemies: Sequence[TablePiece], at: str) -> None:
        """The selection as the module notes it: the attackers, and one unit of the target hex."""
        chosen = (*own, *enemies[:1])
        force = sum(1 if mark(p, "Type") == "siege-gun" else factor(p, "A") for p in own)
        self._say_properties(done, {"PickIds": f",{','.join(p.id for p in chosen)},", "PickAF": str(force),
                                    "PickHex": at})  # fmt: skip

    def _defend(self, done: list[c.Command], enemies: Sequence[TablePiece], number: int) -> None:
        for p in enemies:
            self._carry(done, self._set(p, {("PROP", w.IN_BATTLE): str(number)}))
            self._add(done, "BattleDF", factor(p, "D"), "BattleDC", factor(p, "E"), *self._by_type(p, "Def")[:2])
            self._append(done, "BattleDef", p.id + ",")
            self._join(done, "BattleDfd", mark(p, w.COUNTER_ID))

    def _fire(self, done: list[c.Command], gun: TablePiece, die: int) -> None:
        self._carry(done, self._rolled(w.SIEGE_DIE, die))
        at = self._held("BattleHex")
        said = announce("fire", id=self._held("BattleNo"), unit=gun.id, at=at, die=str(die))
        name = self._label(mark(gun, w.COUNTER_ID), bare=True)
        self._carry(done, [c.Chat(f"* {name} fires at {at}: die {die} {said}")])

    def _roll_battle(self, done: list[c.Command], die: int) -> None:
        self._carry(done, self._rolled(w.DIE, die))
        said = announce("battle", **self._said(), die=str(die))
        self._carry(done, [c.Chat(f"* Battle {self._held('BattleNo')}: {self._odds()}, die {die} {said}")])

    def _sums(self) -> tuple[int, int]:
        attack = "BattleAC" if self._held("BattleDefInf") == "0" else "BattleAF"
        defence = "BattleDC" if self._held("BattleAttInf") == "0" else "BattleDF"
        return int(self._held(attack)), int(self._held(defence))

    def _odds(self) -> str:
        af, df = self._sums()
        odds = "no odds" if not af or not df else f"{af // df}:1" if af >= df else f"1:{-(-df // af)}"
        sides = f"{self._held('BattleAtt')} attack {self._held('BattleDfd')} in {self._held('BattleHex')}"
        return f"{sides}: {af}:{df} = {odds}"

    def _said(self) -> dict[str, str]:
        af, df = self._sums()
        held = {key: self._held(f"Battle{name}") for key, name in (
            ("id", "No"), ("kind", "Kind"), ("at", "Hex"), ("by", "By"), ("from", "From"), ("def", "Def"))}  # fmt: skip
        return {"id": held["id"], "kind": held["kind"], "turn": str(self.moment[0]), "phase": self.moment[2],
                "at": held["at"], "by": held["by"], "from": held["from"], "def": held["def"],
                "af": str(af), "df": str(df)}  # fmt: skip

    def _by_type(self, piece: TablePiece, role: str) -> tuple[str, int, str, int]:
        riders = mark(piece, "Type") == "cavalry"
        return f"Battle{role}Inf", int(not riders), f"Battle{role}Cav", int(riders)

    def _add(self, done: list[c.Command], *pairs: str | int) -> None:
        for name, more in zip(pairs[::2], pairs[1::2]):
            self._say_properties(done, {str(name): str(int(self._held(str(name))) + int(more))})

    def _append(self, done: list[c.Command], *pairs: str) -> None:
        for name, more in zip(pairs[::2], pairs[1::2]):
            self._say_properties(done, {name: self._held(name) + more})

    def _join(self, done: list[c.Command], name: str, counter: str) -> None:
        said = self._held(name)
        self._say_properties(done, {name: (said and said + ", ") + self._label(counter, bare=True)})
