"""Battles by odds that log themselves: one key declares, rolls and reports, in one step of the log.

The selected pieces get the key in turn and are noted in the module, the first enemy with its hex. The last one acts
for all: it clears the battle, calls the own ones to join and the stack of the hex to defend, rolls and reports; without
attackers or a hex it says so, and nothing else changes. Markers lie in selected stacks too: one that comes last leaves
the act to the unit that was noted first. Machine truth stands in module properties and in the report's
suffix (model.speech); nothing is forbidden, the referee judges. Triggers act after the traits inside them on the same
key, so in a chain the later trigger goes first.
"""

from __future__ import annotations

from builder.model.speech import announce
from builder.module import words as w
from builder.module.make_trait import braced, calculated, command, report, shared, trigger
from builder.vassal.traits.trait import Trait, new_trait
from builder.vassal.traits.values import KeyCommand, NamedKey

CLEAR, RECOUNT, JOIN, JOIN_GUN = (NamedKey(f"battle{n}") for n in ("Clear", "Recount", "Join", "JoinGun"))
DEFEND, CALL_STACK, CALL_JOIN = (NamedKey(f"battle{n}") for n in ("Defend", "CallStack", "CallJoin"))
OPEN, CLOSE, LAST, ROLL = (NamedKey(f"battle{n}") for n in ("Open", "Close", "Last", "Roll"))
FIRE_ALL, FIRE, FIRST = (NamedKey(f"battle{n}") for n in ("FireAll", "Fire", "First"))
PICK_CLEAR, PICK, PICK_DONE = (NamedKey(f"battle{n}") for n in ("PickClear", "Pick", "PickDone"))
DECIDE, SETTLE, PASS_ON = (NamedKey(f"battle{n}") for n in ("Decide", "Settle", "PassOn"))
SAY, SAY_DECLARED, SAY_NONE, SAY_FIRE = (NamedKey(f"say{n}") for n in ("Battle", "Declared", "NoBattle", "Fire"))
SAY_WITHDRAW, REMEMBER = NamedKey("sayWithdraw"), NamedKey("battleMark")

NUMBERS = ("BattleNo", "BattleOpen", "BattleAF", "BattleAC", "BattleDF", "BattleDC", "BattleAttInf", "BattleDefInf",
           "BattleGuns", "BattleAttCav")  # fmt: skip
TEXTS = ("BattleKind", "BattleHex", "BattleBy", "BattleFrom", "BattleDef", "BattleAtt", "BattleDfd")
PICKS = {"PickIds": "", "PickHex": "", "PickAF": "0"}
"""AF/AC: attack sums against all and against cavalry alone; DF/DC the same for the defence; Inf: other than cavalry.
PickIds: the units of a press between commas, empty once it is decided; PickAF: what they could attack with."""


PICKED = 'PickIds.contains("," + UniqueID + ",")'
NO_CAVALRY = '{ Type == "cavalry" ? %s : %s + 1 }'


def global_properties() -> tuple[tuple[str, str], ...]:
    """(name, initial value) of the module properties: those that a battle fills, and the scenario in play."""
    texts = tuple((name, "") for name in (*TEXTS, w.SCENARIO))
    return tuple((name, "0") for name in NUMBERS) + texts + tuple(PICKS.items())


def property_traits(movement_phase: str) -> tuple[Trait, ...]:
    """The module properties as each piece changes them. Kind: march in the movement phase, prepared otherwise."""
    add = "{ %s + %s }"
    foe = "Side != ActiveSide"
    return (
        shared("PickIds", (PICK_CLEAR, ","), (PICK, "$PickIds$$UniqueID$,"), (PICK_DONE, "")),
        shared("PickHex", (PICK_CLEAR, ""), (PICK, f'{{ {foe} && PickHex == "" ? LocationName : PickHex }}')),
        shared("PickAF", (PICK_CLEAR, "0"),
              (PICK, f'{{ {foe} ? PickAF : PickAF + (Type == "siege-gun" ? 1 : AF) }}')),
        shared("BattleNo", (CLEAR, "{ BattleNo + 1 }")),
        shared("BattleOpen", (CLEAR, "0"), (OPEN, "1"), (CLOSE, "0")),
        shared("BattleKind", (CLEAR, f'{{ Phase == "{movement_phase}" ? "ma" : "pa" }}')),
        shared("BattleHex", (CLEAR, "{ PickHex }")),
        shared("BattleAF", (CLEAR, "0"), (JOIN, add % ("BattleAF", "AF"))),
        shared("BattleAC", (CLEAR, "0"), (JOIN, add % ("BattleAC", "AC"))),
        shared("BattleAttInf", (CLEAR, "0"), (JOIN, NO_CAVALRY % ("BattleAttInf", "BattleAttInf"))),
        shared("BattleAttCav", (CLEAR, "0"), (JOIN, '{ Type == "cavalry" ? BattleAttCav + 1 : BattleAttCav }')),
        shared("BattleBy", (CLEAR, ""), (JOIN, "$BattleBy$$UniqueID$,")),
        shared("BattleFrom", (CLEAR, ""), (JOIN, "$BattleFrom$$PlaceName$,")),
        shared("BattleAtt", (CLEAR, ""), (JOIN, '{ BattleAtt + (BattleAtt == "" ? "" : ", ") + BasicName }')),
        shared("BattleGuns", (CLEAR, "0"), (JOIN_GUN, "{ BattleGuns + 1 }")),
        shared("BattleDF", (CLEAR, "0"), (RECOUNT, "0"), (DEFEND, add % ("BattleDF", "DF"))),
        shared("BattleDC", (CLEAR, "0"), (RECOUNT, "0"), (DEFEND, add % ("BattleDC", "DC"))),
        shared("BattleDefInf", (CLEAR, "0"), (RECOUNT, "0"), (DEFEND, NO_CAVALRY % ("BattleDefInf", "BattleDefInf"))),
        shared("BattleDef", (CLEAR, ""), (RECOUNT, ""), (DEFEND, "$BattleDef$$UniqueID$,")),
        shared("BattleDfd", (CLEAR, ""), (RECOUNT, ""),
              (DEFEND, '{ BattleDfd + (BattleDfd == "" ? "" : ", ") + BasicName }')),
    )  # fmt: skip


def sums() -> tuple[Trait, ...]:
    """Sums that a report prints; every division is guarded, since VASSAL evaluates them on every drag."""
    return (
        calculated("BattleWho", 'BattleAtt == "" ? "Siege guns" : BattleAtt'),
        calculated("BattleA", "BattleDefInf == 0 ? BattleAC : BattleAF"),
        calculated("BattleD", "BattleAttInf == 0 ? BattleDC : BattleDF"),
        calculated(
            "BattleOdds",
            'BattleA == 0 || BattleD == 0 ? "no odds" : BattleA >= BattleD ? (BattleA / BattleD) + ":1" '
            ': "1:" + ((BattleD + BattleA - 1) / BattleA)',
        ),
    )


def triggers() -> tuple[Trait, ...]:
    """What Ctrl+B, Ctrl+R and Ctrl+Y set going, outermost first."""
    able = 'PickHex != "" && PickAF > 0'
    at_once = "(BattleDefInf > 0 || BattleAttCav > 0) && BattleGuns == 0"
    here = "BattleOpen == 1 && Battle == BattleNo"
    return (
        trigger("battle", w.BATTLE, "", (FIRST, PICK, LAST), menu="Attack with these"),
        trigger("first", FIRST, 'UiPieceIndex == 1 || PickIds == ""', (PICK_CLEAR,)),
        trigger("join", REMEMBER, 'Side == ActiveSide && Type != "siege-gun"', (JOIN,)),
        trigger("join gun", REMEMBER, 'Side == ActiveSide && Type == "siege-gun"', (JOIN_GUN,)),
        trigger("last", LAST, "UiPieceIndex == UiPieceCount", (DECIDE,)),
        trigger("nothing", DECIDE, f"!({able})", (PICK_DONE, SAY_NONE)),
        trigger("attack", DECIDE, able, (CLEAR, CALL_JOIN, CALL_STACK, PICK_DONE, SETTLE)),
        trigger("declare", SETTLE, f"!({at_once})", (OPEN, SAY_DECLARED, FIRE_ALL)),
        trigger("roll", SETTLE, at_once, (ROLL, SAY)),
        trigger("fire", FIRE, "", (NamedKey("rollGun"), SAY_FIRE)),
        trigger("resolve", w.RESOLVE, f'{here} && BattleBy != ""',
                (RECOUNT, CALL_STACK, CLOSE, ROLL, SAY), menu="Roll the declared battle"),
        trigger("withdraw", w.WITHDRAW, f'{here} && Side != ActiveSide && Type == "cavalry"', (CLOSE, SAY_WITHDRAW),
                 menu="Retreat before combat"),
        new_trait("globalkey", menu="", key=CALL_JOIN, sent_key=REMEMBER, filter=braced(
            f"{PICKED} && Side == ActiveSide")),
        new_trait("globalkey", menu="", key=CALL_STACK, sent_key=DEFEND, filter=braced(
            'Side != ActiveSide && LocationName == BattleHex && UnitInPlay == 1')),
        new_trait("globalkey", menu="", key=FIRE_ALL, sent_key=FIRE, filter=braced(
            'Type == "siege-gun" && Battle == BattleNo')),
        new_trait("globalhotkey", menu="", key=ROLL, sent_key=w.ROLL_BATTLE),
        new_trait("globalhotkey", menu="", key=NamedKey("rollGun"), sent_key=w.ROLL_SIEGE),
    )  # fmt: skip


def marker_traits() -> tuple[Trait, ...]:
    """What a marker does that is the last piece of a selection: the unit noted first decides."""
    return (
        trigger("last", w.BATTLE, 'UiPieceIndex == UiPieceCount && PickIds != ""', (PASS_ON,)),
        new_trait("globalkey", menu="", key=PASS_ON, sent_key=DECIDE, filter=braced(
            'PickIds.startsWith("," + UniqueID + ",")')),
    )  # fmt: skip


def reports() -> tuple[Trait, ...]:
    common = {"id": "$BattleNo$", "kind": "$BattleKind$", "turn": f"${w.TURN_NUMBER}$",
              "phase": "$PhaseId$", "at": "$BattleHex$", "by": "$BattleBy$", "from": "$BattleFrom$",
              "def": "$BattleDef$", "af": "$BattleA$", "df": "$BattleD$"}  # fmt: skip
    shot = announce("fire", id="$BattleNo$", unit="$UniqueID$", at="$BattleHex$", die=f"${w.SIEGE_DIE}_result$")
    away = announce("withdraw", id="$BattleNo$", unit="$UniqueID$")
    sides = "$BattleWho$ attack $BattleDfd$ in $BattleHex$"
    odds = "$BattleA$:$BattleD$ = $BattleOdds$"
    return (
        report(SAY, f"Battle $BattleNo$: {sides}: {odds}, die ${w.DIE}_result$ "
                     f"{announce('battle', **common, die=f'${w.DIE}_result$')}"),
        report(SAY_DECLARED, f"Battle $BattleNo$ declared: {sides}: {odds}, {w.RESOLVE.label} rolls "
                              f"{announce('declare', **common)}"),
        report(SAY_NONE, "no battle: undo, select your attackers, ctrl-click a unit in the target hex, "
                         f"then {w.BATTLE.label}"),
        report(SAY_FIRE, f"$BasicName$ fires at $BattleHex$: die ${w.SIEGE_DIE}_result$ {shot}"),
        report(SAY_WITHDRAW, f"$BasicName$ retreats before combat {away}"),
    )  # fmt: skip


def battle_mark_commands() -> tuple[KeyCommand, ...]:
    """The piece's own note of the battle it is in."""
    return tuple(command(key, "{ BattleNo }") for key in (JOIN, JOIN_GUN, DEFEND))
