"""What is said of battles that headquarters support: a line for people, and its end for machines (model.speech)."""

from __future__ import annotations

from collections.abc import Mapping

from builder.model import Game, speech
from builder.model.speech import announce
from builder.module import hq_words as h
from builder.module import words as w
from builder.module.make_trait import braced
from builder.module.units import phase_name

DIE = f"${w.DIE}_result$"
SIDES = "$BattleAtt$ attack $BattleDfd$$BattleWorks$ in $BattleHex$: $BattleAF$:$BattleD$ = $BattleOdds$"
BATTLE = {"id": "$BattleNo$", "turn": f"${w.TURN_NUMBER}$", "phase": "$BattlePhase$", "at": "$BattleAt$",
          "by": "$BattleBy$", "from": "$BattleFrom$", "def": "$BattleDef$", "af": "$BattleAF$", "df": "$BattleDF$",
          "fort": "$BattleFort$", "hq": "$BattleHq$"}  # fmt: skip
ROLLED = {"defhq": "$BattleDefHq$", "air": "$BattleAir$", "defair": "$BattleDefAir$", "chits": "$BattleChits$",
          "table": "$BattleTable$", "die": DIE}  # fmt: skip


def declared() -> str:
    keys = f"defender's headquarters {h.SUPPORT.label}, air and chits {h.COMMIT.label}, {w.RESOLVE.label} rolls"
    return (f"Battle $BattleNo$ declared: {SIDES}, table $BattleTable$; $BattleSupport$; {keys} "
            f"{announce(speech.COMBAT_DECLARED, **BATTLE)}")  # fmt: skip


def combat() -> str:
    said = announce(speech.COMBAT, **BATTLE, **ROLLED)
    return (f"Battle $BattleNo$: {SIDES}, table $BattleTable$; attacker $BattleSupport$, defender $BattleDefSupport$; "
            f"$BattleSky$; $BattleTricks$; die {DIE}$BattleLosses$ {said}")  # fmt: skip


def nothing() -> str:
    return ("no battle: select your attackers and their headquarters, ctrl-click a unit in the target hex, then "
            f"{w.BATTLE.label}")  # fmt: skip


def words_of_battle() -> Mapping[str, str]:
    """Module property -> expression, for what a line for people says in words."""
    support = '{0} == "" ? "no headquarters" : {0}Name + " (" + {0}Art + ")"'
    return {
        "BattleD": "BattleDF + BattleFort",
        "BattleWorks": 'BattleFort == 1 ? " and a fort" : ""',
        "BattleSupport": support.format("BattleHq"),
        "BattleDefSupport": support.format("BattleDefHq"),
        "BattleSky": 'BattleAirNo > BattleDefAirNo ? "air +1" : BattleAirNo < BattleDefAirNo ? "air -1" '
                     ': BattleAirNo == 0 ? "no air" : "air even"',
        "BattleTricks": 'BattleChitNames == "" ? "no chits" : BattleChitNames',
        "BattleLosses": '(BattleFirst > 0 ? "; the attacker loses tank or shock first" : "") + '
                        '(BattleDefFirst > 0 ? "; anti-tank among the defenders is lost first" : "")',
    }  # fmt: skip


def phase_id(game: Game) -> str:
    """The phase by the id that machines know it by; what the tracker shows holds spaces."""
    return braced(" : ".join(f'{w.PHASE} == "{phase_name(p)}" ? "{p.id}"' for p in game.phases) + ' : ""')


def chit_counts() -> tuple[tuple[str, str, str], ...]:
    """(module property, what it is before counting, how a committed chit adds itself)."""
    mine, air = "Side == BattleSide", 'Fate != "out" && Fate != "hand"'
    one = "{ %s && %s ? %s + 1 : %s }"
    listed = '{ %s ? %s + UniqueID + "," : %s }'
    return (
        ("BattleAirNo", "0", one % (mine, air, "BattleAirNo", "BattleAirNo")),
        ("BattleDefAirNo", "0", one % (f"!({mine})", air, "BattleDefAirNo", "BattleDefAirNo")),
        ("BattleAir", "", listed % (f"{mine} && {air}", "BattleAir", "BattleAir")),
        ("BattleDefAir", "", listed % (f"!({mine}) && {air}", "BattleDefAir", "BattleDefAir")),
        ("BattleChits", "", listed % (f"!({air})", "BattleChits", "BattleChits")),
        ("BattleChitNames", "", f'{{ {air} ? BattleChitNames : BattleChitNames + (BattleChitNames == "" ? "" : ", ") '
                                "+ BasicName }"),
    )  # fmt: skip
