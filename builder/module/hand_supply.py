"""A hand in battles that headquarters pay for: what the keys of `module.battle_supply` leave behind, act by act.

Every act is one step, as in VASSAL. Of the module's properties only the last value of a step is written; the sums that
VASSAL counts up one by one on the way to it are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.model import speech
from builder.model.speech import announce
from builder.module import supply_words as s
from builder.module import words as w
from builder.module.hand_battle import Battles
from builder.module.hand_pieces import mark, value
from builder.module.hand_writer import Commands
from builder.vassal import commands as c
from builder.vassal.table import TablePiece

GUNS = ("artillery", "siege-artillery")
NOBODY = "none"


@dataclass(slots=True)
class SupplyBattles(Battles):
    def attack(
        self, attackers: Sequence[str], target: str, payers: Sequence[str], die: int, ground: str = ""
    ) -> Commands:
        """Ctrl+B on the attackers and who pays for them, the defender's ground, Ctrl+R: three steps, or two without it.

        `payers` names for each attacker the headquarters that pays, `none` for nobody.
        """
        number = str(int(self._held("BattleNo") or 0) + 1)
        own = [self.piece(name) for name in attackers]
        side = self.game.counters[attackers[0]].side
        foes = [p for p in self._units_at(target) if self.game.counters[mark(p, w.COUNTER_ID)].side != side]
        kind = "column" if self.moment[2] == "movement" else "attack"
        done: list[c.Command] = []
        deed = "march" if kind == "column" else "prepared"
        for p, payer in zip(own, payers, strict=True):
            self._join_battle(done, p, number, "attack", self._id_of(payer), deed)
        for p in foes:
            self._join_battle(done, p, number, "defend", "")
        words = {
            "BattleNo": number, "BattleStage": "1", "BattleKind": kind, "BattleHex": self._location_of(target),
            "BattleAnswer": "stand", "BattleGround": "unnamed", "BattleDef": _ids(foes),
            "BattleDF": str(sum(map(self._points, foes))),
        }  # fmt: skip
        self._say_properties(done, words | self._sides(own, payers, False))
        self._carry(done, [c.Chat(f"* Battle {number} declared {announce(speech.ATTACK_DECLARED, **self._told())}")])
        self._step(done, carried=True)
        if ground and foes:
            self._choose(foes[0], ground)
        done = []
        self._pay(done, own, payers, False)
        self._say_properties(done, {"BattleStage": "2"})
        self._carry(done, self._rolled(w.DIE, die))
        told = announce(speech.ATTACK, **self._told(), ground=self._held("BattleGround"), die=str(die))
        self._carry(done, [c.Chat(f"* Battle {number}: die {die} {told}")])
        return self._step(done, carried=True)

    def strike(self, strikers: Sequence[str], payers: Sequence[str], answer: str, die: int) -> Commands:
        """Ctrl+R of the defender on those who strike back and who pays for them."""
        number, own = self._held("BattleNo"), [self.piece(name) for name in strikers]
        done: list[c.Command] = []
        for p, payer in zip(own, payers, strict=True):
            self._join_battle(done, p, number, "strike", self._id_of(payer))
        self._say_properties(done, {"BattleAnswer": answer} | self._sides(own, payers, True))
        self._pay(done, own, payers, True)
        self._say_properties(done, {"BattleStage": "3"})
        self._carry(done, self._rolled(w.DIE, die))
        told = {key: text for key, text in self._told().items() if key not in ("kind", "from", "def", "df")}
        said = announce(speech.STRIKE, **told, answer=answer, die=str(die))
        self._carry(done, [c.Chat(f"* Battle {number}: strike back; the defenders {answer}; die {die} {said}")])
        return self._step(done, carried=True)

    # ---- what they consist of

    def _choose(self, foe: TablePiece, ground: str) -> None:
        number = self._held("BattleNo")
        said = announce(speech.GROUND, id=number, unit=foe.id, terrain=ground)
        done: list[c.Command] = []
        self._say_properties(done, {"BattleGround": ground})
        self._carry(done, [c.Chat(f"* Battle {number}: defended on {ground} {said}")])
        self._step(done, carried=True)

    def _join_battle(
        self, done: list[c.Command], piece: TablePiece, number: str, role: str, payer: str, deed: str = ""
    ) -> None:
        levels = {("PROP", w.IN_BATTLE): number, ("PROP", "Role"): role, ("PROP", "SupBy"): payer}
        if deed:
            levels[("PROP", w.ACTED)] = deed
        self._carry(done, self._set(piece, levels))

    def _sides(self, own: Sequence[TablePiece], payers: Sequence[str], strike: bool) -> dict[str, str]:
        """Lists and sums of those whose turn it is."""
        dues = self._dues(own, payers, strike)
        return {
            "BattleBy": _ids(own), "BattleAF": str(sum(map(self._points, own))),
            "BattleFrom": "".join(self._where(p).replace(" ", "_") + "," for p in own),
            "BattleSup": "".join((self._id_of(payer) or NOBODY) + "," for payer in payers),
            "BattleHq": "".join(self._id_of(hq) + "," for hq in dues),
            "BattlePays": "".join(f"{due}," for due in dues.values()),
        }  # fmt: skip

    def _dues(self, own: Sequence[TablePiece], payers: Sequence[str], strike: bool) -> dict[str, int]:
        """What each headquarters owes: quarters of a point, fractions up (S19-2, S29-6)."""
        quarters: dict[str, int] = {}
        for piece, payer in zip(own, payers):
            if payer != NOBODY:
                type_ = mark(piece, "Type")
                each = 0 if type_ == "fortress" else 2 if strike or type_ in GUNS else 1
                quarters[payer] = quarters.get(payer, 0) + each * self._points(piece)
        return {hq: -(-count // 4) for hq, count in quarters.items()}

    def _pay(self, done: list[c.Command], own: Sequence[TablePiece], payers: Sequence[str], strike: bool) -> None:
        """ValueError where a headquarters does not hold what it owes: the key rolls nothing then."""
        for hq, due in self._dues(own, payers, strike).items():
            piece = self.piece(hq)
            stock = int(value(piece, s.STOCK) or 0)
            if stock < due:
                raise ValueError(f"{hq} holds {stock} supply points and owes {due}")
            self._carry(done, self._set(piece, {("PROP", s.STOCK): str(stock - due)}))

    def _points(self, piece: TablePiece) -> int:
        """Strength points as the counter shows them."""
        counter = mark(piece, w.COUNTER_ID)
        return self.steps_of(counter) if self.game.counters[counter].steps else 0

    def _id_of(self, counter: str) -> str:
        return NOBODY if counter == NOBODY else self.piece(counter).id

    def _location_of(self, place: str) -> str:
        return self.where.location(*self._spot(place))

    def _told(self) -> dict[str, str]:
        turn = next((t for t in self.game.turns if t.number == self.moment[0]), None)
        when = f"{turn.month},{turn.part}".replace(" ", "_") if turn is not None else ""
        held = {key: self._held(f"Battle{name}") for key, name in (
            ("id", "No"), ("kind", "Kind"), ("at", "Hex"), ("by", "By"), ("from", "From"), ("def", "Def"), ("af", "AF"),
            ("df", "DF"), ("sup", "Sup"), ("hq", "Hq"), ("pays", "Pays"))}  # fmt: skip
        return {"id": held.pop("id"), "kind": held.pop("kind"), "turn": when, "phase": self.moment[2], **held}


def _ids(pieces: Sequence[TablePiece]) -> str:
    return "".join(piece.id + "," for piece in pieces)
