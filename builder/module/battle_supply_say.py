"""What is said of battles that headquarters pay for: a line for people, and its end for machines (model.speech)."""

from __future__ import annotations

from builder.model import speech
from builder.model.speech import announce
from builder.module import supply_words as s
from builder.module import words as w
from builder.module.make_trait import report
from builder.vassal.traits.trait import Trait, new_trait
from builder.vassal.traits.values import Key

DIE = f"${w.DIE}_result$"


def reports() -> tuple[Trait, ...]:
    who = {"at": "$BattleHex$", "by": "$BattleBy$", "from": "$BattleFrom$"}
    when = {"turn": "$TurnWords$", "phase": "$PhaseId$"}
    paid = {"sup": "$BattleSup$", "hq": "$BattleHq$", "pays": "$BattlePays$"}
    battle = {"id": "$BattleNo$", "kind": "$BattleKind$", **when, **who, "def": "$BattleDef$", "af": "$BattleAF$",
              "df": "$BattleDF$", **paid}  # fmt: skip
    strike = {"id": "$BattleNo$", **when, "at": "$BattleHex$", "by": "$BattleBy$", "af": "$BattleAF$", **paid}
    unit = {"id": "$BattleNo$", "unit": "$UniqueID$"}
    sides = "$BattleAtt$ ($BattleAF$) attack $BattleDfd$ ($BattleDF$) in $BattleHex$"
    back = "$BattleAtt$ ($BattleAF$) strike back in $BattleHex$"
    answer = f"retreat {w.WITHDRAW.label}, counterattack {w.RESOLVE.label}, none {s.NO_STRIKE.label}"
    return (
        report(s.SAY_DECLARED, f"Battle $BattleNo$ declared: {sides}; $BattleHqNames$. Defender: ground; then "
                               f"{w.RESOLVE.label} rolls {announce(speech.ATTACK_DECLARED, **battle)}"),
        report(s.SAY_ATTACK, f"Battle $BattleNo$: {sides}, ground $BattleGround$; $BattleHqNames$; die {DIE}. "
                             f"Defender: {answer} "
                             f"{announce(speech.ATTACK, **battle, ground='$BattleGround$', die=DIE)}"),
        report(s.SAY_RETREAT, "Battle $BattleNo$: the defenders of $BattleHex$ will retreat "
                              f"{announce(speech.RETREAT, **unit)}"),
        report(s.SAY_STAND, "Battle $BattleNo$: no counterattack; the defenders of $BattleHex$ $BattleAnswer$ "
                            f"{announce(speech.STAND, **unit, answer='$BattleAnswer$')}"),
        report(s.SAY_STRIKERS, f"Battle $BattleNo$: {back}; $BattleHqNames$; {w.RESOLVE.label} rolls "
                               f"{announce(speech.STRIKE_DECLARED, **strike)}"),
        report(s.SAY_STRIKE, f"Battle $BattleNo$: {back}; the defenders $BattleAnswer$; $BattleHqNames$; die {DIE} "
                             f"{announce(speech.STRIKE, **strike, answer='$BattleAnswer$', die=DIE)}"),
        report(s.SAY_SHORT, "Battle $BattleNo$: nothing is rolled, since a headquarters cannot pay, or nobody of the "
                            f"battle is selected: add a headquarters ({w.BATTLE.label}) or go unsupplied "
                            f"({s.UNSUPPLIED.label})"),
        report(s.SAY_NONE, "no battle: select attackers and their headquarters, ctrl-click a unit in the target hex, "
                           f"then {w.BATTLE.label}; {w.RESOLVE.label} rolls a declared one"),
    )  # fmt: skip


def ground_report(keys: tuple[Key, ...]) -> Trait:
    """The defender's choice, on whichever of its keys."""
    said = announce(speech.GROUND, id="$BattleNo$", unit="$UniqueID$", terrain="$BattleGround$")
    return new_trait("report", {"cycle": -1}, keys=keys, always=True,
                     format=f"Battle $BattleNo$: $BattleHex$ is defended on $BattleGround$ {said}")  # fmt: skip
