"""Battles that headquarters pay for: declared, answered and rolled by keys, each act one step of the log.

The selected pieces get a key in turn and note themselves; the last one decides what the press means: a new battle,
more attackers or another headquarters, those who strike back, or a roll. Who is in a battle stands on the pieces
(Battle, Role, SupBy), so that a file may end at any moment; sums and lists are counted anew for every report. A
headquarters' stock is never put into words. Nothing is forbidden but to pay what is not there.

BattleStage: 1 declared, 2 the attack is rolled, 3 over. Traits are few, conditions many: what a piece writes into a log
grows with the square of its traits.
"""

from __future__ import annotations

from builder.model import Game
from builder.module import calendar, mobilization
from builder.module import supply_words as s
from builder.module import words as w
from builder.module.battle_supply_say import ground_report, reports
from builder.module.make_trait import braced, calculated, call, command, own, shared, trigger
from builder.vassal.traits.trait import Trait, new_trait
from builder.vassal.traits.values import AnyKey, Change, Constraints, KeyCommand

NUMBERS = ("BattleNo", "BattleStage", "BattleAF", "BattleDF", "BattleShort", "PayQuarters", "PickNo", "PickUnits",
           "PickHqs", "PickFoes", "PickArmedFoes", "PickUnsupplied", "AnsweredAt", "WorksHere")  # fmt: skip
TEXTS = ("BattleKind", "BattleSide", "BattleHex", "BattleBy", "BattleFrom", "BattleSup", "BattleDef", "BattleAtt",
         "BattleDfd", "BattleHq", "BattlePays", "BattleHqNames", "BattleGround", "BattleAnswer", "PickHex",
         "PickPayer", "PickFoePayer", "PickWhat", "PickFirst", "PayId", "WorksAt")  # fmt: skip
"""AF, By, From, Sup and Att are of those whose turn it is: the attackers, after the attack those who strike back."""

OWN = "Side == ActiveSide"
HQ = 'Type == "headquarters"'
IN_IT = "UnitInPlay == 1 && Battle == BattleNo"
ROLE = '(BattleStage == 1 ? "attack" : "strike")'
OWED = "((PayQuarters + 3) / 4)"
NOT_NAMED, NOBODY = "unnamed", "no headquarters pays"
DEFENDER = 'BattleNo > 0 && Battle == BattleNo && (Role == "defend" || Role == "strike")'


def global_properties() -> tuple[tuple[str, str], ...]:
    """(name, initial value) of the module properties: those that a battle fills, works looked for, the scenario in
    play, and the turn up to which the calendar mobilized units."""
    return tuple((name, "0") for name in (*NUMBERS, mobilization.CALLED_TO)) + tuple(
        (name, "") for name in (*TEXTS, w.SCENARIO)
    )


def grounds(game: Game) -> tuple[str, ...]:
    """What a defender may choose to defend on: terrain that the chart has a row for, neither closed nor an extra."""
    chart = game.tables.get("terrain_effects")
    if chart is None:
        return ()
    rows = chart.rows.items()
    return tuple(key for key, row in rows if not row["closed"] and not row["adds"])[:9]


def unit_triggers(game: Game) -> tuple[Trait, ...]:
    """What the keys of a battle set going on a unit, outermost first."""
    counted = (s.RECOUNT, s.COUNT_CALL, s.DEFENDERS_CALL, s.DUES_CALL)
    strikers = (s.FOE_PAYS, s.STRIKE_CALL, s.ADOPT_CALL)
    named = 'PickPayer != "" || PickUnsupplied == 1'
    return (
        trigger("battle", w.BATTLE, "", (s.BEGIN, s.PICK, s.LAST), menu="Attack, or join the battle"),
        trigger("unsupplied", s.UNSUPPLIED, "", (s.BEGIN, s.PICK_UNSUPPLIED, s.PICK, s.LAST),
                menu="Attack or strike back unsupplied"),
        trigger("roll", w.RESOLVE, "", (s.BEGIN, s.WANT_ROLL, s.PICK, s.LAST), menu="Pay and roll"),
        trigger("begin", s.BEGIN, 'UiPieceIndex == 1 || PickFirst == ""', (s.CLEAR,)),
        trigger("last", s.LAST, "UiPieceIndex == UiPieceCount", (s.ACT,)),
        trigger("act", s.ACT, "", (s.DECIDE, s.DO, s.PICK_DONE)),
        # of these one alone is ever true
        trigger("new", s.DO, 'PickWhat == "new"', (s.NEW, s.JOIN_CALL, s.STACK_CALL, *counted, s.SAY_DECLARED)),
        trigger("join", s.DO, 'PickWhat == "join"', (s.JOIN_CALL, s.ADOPT_CALL, *counted, s.SAY_DECLARED)),
        trigger("strikers", s.DO, 'PickWhat == "strike"', (*strikers, *counted, s.SAY_STRIKERS)),
        trigger("roll attack", s.DO, 'PickWhat == "roll"', (*counted, s.SETTLE)),
        trigger("roll strike", s.DO, 'PickWhat == "roll-strike"', (*strikers, *counted, s.SETTLE)),
        trigger("nothing", s.DO, 'PickWhat == "none"', (s.SAY_NONE,)),
        # of these the last one listed is asked first; none makes another one true
        trigger("short", s.SETTLE, 'BattleShort > 0 || BattleBy == ""', (s.SAY_SHORT,)),
        trigger("settle", s.SETTLE, 'BattleShort == 0 && BattleBy != "" && PickWhat == "roll"',
                (s.PAY_CALL, s.ROLLED, s.ROLL, s.SAY_ATTACK)),
        trigger("settle strike", s.SETTLE, 'BattleShort == 0 && BattleBy != "" && PickWhat == "roll-strike"',
                (s.PAY_CALL, s.CLOSED, s.ROLL, s.SAY_STRIKE)),
        trigger("retreat", w.WITHDRAW, f'BattleAnswer != "retreat" && BattleStage == 2 && {DEFENDER}',
                (s.ANSWER_RETREAT, s.SAY_RETREAT), menu="Retreat"),
        trigger("no strike", s.NO_STRIKE, f"BattleStage == 2 && {DEFENDER}",
                (s.CLOSED, s.SAY_STAND), menu="No counterattack"),
        call(s.JOIN_CALL, s.JOIN, f"UnitInPlay == 1 && Picked == PickNo && {OWN} && ({HQ} || Armed == 1 && "
                                  f"(Battle != BattleNo || {named}))"),
        call(s.STRIKE_CALL, s.STRIKE, f"UnitInPlay == 1 && Picked == PickNo && Side != ActiveSide && ({HQ} || "
             f'Armed == 1 && Battle == BattleNo && (Role == "defend" || (Role == "strike" && ({named}))))'),
        call(s.ADOPT_CALL, s.ADOPTED, f'{IN_IT} && Role == {ROLE} && SupBy == "none" && PickPayer != "" && '
                                      "(BattleStage == 1 ? PickUnits : PickArmedFoes) == 0 && PickUnsupplied == 0"),
        call(s.STACK_CALL, s.DEFEND, "UnitInPlay == 1 && Side != BattleSide && LocationName == BattleHex"),
        call(s.COUNT_CALL, s.COUNT, f"{IN_IT} && Armed == 1 && Role == {ROLE}"),
        call(s.DEFENDERS_CALL, s.COUNT_DEFENDER, f'{IN_IT} && Role == "defend"'),
        call(s.DUES_CALL, s.DUE, f"UnitInPlay == 1 && {HQ} && Pays == BattleNo"),
        call(s.PAY_CALL, s.PAY, f"UnitInPlay == 1 && {HQ} && Pays == BattleNo"),
        new_trait("globalhotkey", menu="", key=s.ROLL, sent_key=w.ROLL_BATTLE),
    )  # fmt: skip


def marker_traits(game: Game) -> tuple[Trait, ...]:
    """What a marker does in a selection: as its last piece it leaves the act to the unit that was noted first, and as
    the first one it leaves the choice of ground to a unit."""
    grounds_ = tuple(s.ground_key(n) for n in range(1, len(grounds(game)) + 1))
    free = "{ UiPieceIndex == 1 ? 0 : AnsweredAt }"
    return (
        new_trait("macro", name="last", watch_keys=(w.BATTLE, s.UNSUPPLIED, w.RESOLVE), action_keys=(s.PASS_ON,),
                  condition=braced('UiPieceIndex == UiPieceCount && PickFirst != ""'), loop_count="1"),
        call(s.PASS_ON, s.ACT, "Picked == PickNo && UniqueID == PickFirst"),
        *((shared("AnsweredAt", *((key, free) for key in grounds_)),) if grounds_ else ()),
    )  # fmt: skip


def unit_properties(game: Game, movement: str) -> tuple[Trait, ...]:
    """What a unit notes of itself, and the module's properties as it changes them."""
    payer = '{ PickUnsupplied == 1 || PickPayer == "" ? "none" : PickPayer }'
    return (
        *_ground(game),
        *reports(),
        own("Picked", "0", command(s.PICK, "{ PickNo }")),
        own(w.IN_BATTLE, "0", command(s.JOIN, "{ BattleNo }"), command(s.DEFEND, "{ BattleNo }"),
             command(w.UPKEEP_CLEAR, "0")),
        own("Role", "", command(s.JOIN, "attack"), command(s.DEFEND, "defend"), command(s.STRIKE, "strike"),
             command(w.UPKEEP_CLEAR, "")),
        own("SupBy", "", command(s.JOIN, payer), command(s.STRIKE, payer), command(s.DEFEND, ""),
             command(s.ADOPTED, "{ PickPayer }"), command(w.UPKEEP_CLEAR, "")),
        *_pick_properties(),
        *_battle_properties(movement),
        calculated("Quarters", _quarters()),
        calculated("TurnWords", calendar.turn_words() if calendar.has_months(game) else w.TURN_NUMBER),
    )  # fmt: skip


def _ground(game: Game) -> tuple[Trait, ...]:
    """The defender's choice of ground: one key, or one line of the menu, for each."""
    names = grounds(game)
    if not names:
        return (shared("BattleGround", (s.NEW, NOT_NAMED)),)
    keys = tuple(s.ground_key(n) for n in range(1, len(names) + 1))
    texts = tuple(f"Defend on {name}" for name in names)
    closed = f"!(BattleStage > 0 && BattleStage < 3 && {DEFENDER}) || AnsweredAt > 0 && UiPieceIndex > AnsweredAt"
    commands = (command(s.NEW, NOT_NAMED), *(KeyCommand(text, key, Change.to(name))
                                             for text, key, name in zip(texts, keys, names)))  # fmt: skip
    return (
        new_trait("submenu", name="Defend on", commands=texts),
        new_trait("hideCmd", name="ground", condition=braced(closed), keys=keys),
        ground_report(keys),
        new_trait("setprop", name="BattleGround", constraints=Constraints(max=9999), commands=commands, level="Module"),
        shared("AnsweredAt", *((key, "{ UiPieceIndex }") for key in keys)),
    )


def _pick_properties() -> tuple[Trait, ...]:
    """Of the selection that a key was pressed on."""
    join = (
        'PickHex != "" && PickUnits > 0 && !(BattleStage == 1 && BattleSide == ActiveSide && PickHex == BattleHex) ? '
        '"new" : BattleSide != ActiveSide ? "none" : BattleStage == 1 && PickUnits + PickHqs > 0 && '
        '(PickHex == "" || PickHex == BattleHex) ? "join" : '
        'BattleStage == 2 && PickUnits + PickHqs == 0 && PickFoes > 0 ? "strike" : "none"'
    )
    roll = (
        'BattleSide != ActiveSide ? "none" : BattleStage == 1 && PickUnits + PickHqs > 0 ? "roll" : '
        'BattleStage == 2 && PickUnits + PickHqs == 0 && PickFoes > 0 ? "roll-strike" : "none"'
    )
    plus = "{ %s ? %s + 1 : %s }"
    first = '{ %s && %s == "" ? %s : %s }'
    foe = "Side != ActiveSide"

    def count(name: str, whom: str) -> Trait:
        return shared(name, (s.CLEAR, "0"), (s.PICK, plus % (whom, name, name)))

    def the_first(name: str, whom: str, what: str, *more: tuple[AnyKey, str]) -> Trait:
        return shared(name, (s.CLEAR, ""), (s.PICK, first % (whom, name, what, name)), *more)

    return (
        shared("PickFirst", (s.CLEAR, "$UniqueID$"), (s.PICK_DONE, "")),
        shared("PickNo", (s.CLEAR, "{ PickNo + 1 }")),
        count("PickUnits", f"{OWN} && Armed == 1"),
        count("PickHqs", f"{OWN} && {HQ}"),
        count("PickFoes", foe),
        count("PickArmedFoes", f"{foe} && Armed == 1"),
        shared("PickUnsupplied", (s.CLEAR, "0"), (s.PICK_UNSUPPLIED, "1")),
        the_first("PickHex", foe, "LocationName"),
        # whose headquarters pays: the acting side's, or that of those who strike back
        the_first("PickPayer", f"{OWN} && {HQ}", "UniqueID", (s.FOE_PAYS, "{ PickFoePayer }")),
        the_first("PickFoePayer", f"{foe} && {HQ}", "UniqueID"),
        shared("PickWhat", (s.CLEAR, ""), (s.WANT_ROLL, "roll"),
              (s.DECIDE, braced(f'PickWhat == "roll" ? ({roll}) : ({join})'))),
    )  # fmt: skip


def _battle_properties(movement: str) -> tuple[Trait, ...]:
    """Of the battle: kept from its declaration on, or counted anew for a report (RECOUNT, then COUNT)."""
    joined = '{ %s + (%s == "" ? "" : ", ") + BasicName }'
    paying = '{ BattleHqNames == "%s" ? BasicName + " pays " + %s : BattleHqNames + ", " + BasicName + " pays " + %s }'
    return (
        shared("BattleNo", (s.NEW, "{ BattleNo + 1 }")),
        shared("BattleStage", (s.NEW, "1"), (s.ROLLED, "2"), (s.CLOSED, "3")),
        shared("BattleKind", (s.NEW, f'{{ Phase == "{movement}" ? "column" : "attack" }}')),
        shared("BattleSide", (s.NEW, "{ ActiveSide }")),
        shared("BattleHex", (s.NEW, "{ PickHex }")),
        shared("BattleAnswer", (s.NEW, "stand"), (s.ANSWER_RETREAT, "retreat")),
        shared("BattleAF", (s.RECOUNT, "0"), (s.COUNT, "{ BattleAF + Strength }")),
        shared("BattleBy", (s.RECOUNT, ""), (s.COUNT, "$BattleBy$$UniqueID$,")),
        shared("BattleFrom", (s.RECOUNT, ""), (s.COUNT, "$BattleFrom$$PlaceName$,")),
        shared("BattleSup", (s.RECOUNT, ""), (s.COUNT, "$BattleSup$$SupBy$,")),
        shared("BattleAtt", (s.RECOUNT, ""), (s.COUNT, joined % ("BattleAtt", "BattleAtt"))),
        shared("BattleDF", (s.RECOUNT, "0"), (s.COUNT_DEFENDER, "{ BattleDF + Strength }")),
        shared("BattleDef", (s.RECOUNT, ""), (s.COUNT_DEFENDER, "$BattleDef$$UniqueID$,")),
        shared("BattleDfd", (s.RECOUNT, ""), (s.COUNT_DEFENDER, joined % ("BattleDfd", "BattleDfd"))),
        shared("BattleHq", (s.RECOUNT, ""), (s.DUE_SET, "$BattleHq$$UniqueID$,")),
        shared("BattlePays", (s.RECOUNT, ""), (s.DUE_SET, f'{{ BattlePays + {OWED} + "," }}')),
        shared("BattleHqNames", (s.RECOUNT, NOBODY), (s.DUE_SET, paying % (NOBODY, OWED, OWED))),
        shared("BattleShort", (s.RECOUNT, "0"), (s.DUE_SHORT, "{ BattleShort + 1 }")),
        shared("PayId", (s.DUE_BEGIN, "$UniqueID$")),
        shared("PayQuarters", (s.DUE_BEGIN, "0"), (s.COST, "{ PayQuarters + Quarters }")),
    )  # fmt: skip


def _quarters() -> str:
    """What a unit costs in quarters of a point (S19-2, S29-6): by fours in attack, by twos in a counterattack and for
    artillery; a fortress strikes back free (S21-3)."""
    guns = 'Type == "artillery" || Type == "siege-artillery"'
    return f'Type == "fortress" ? 0 : BattleStage == 2 || {guns} ? 2 * Strength : Strength'


def headquarters_traits() -> tuple[Trait, ...]:
    """What only headquarters answer: to pay. `Due` is what it owes for the open battle, `Pays` the battle's number."""
    pays = command(s.JOIN, _if_payer("BattleNo")), command(s.STRIKE, _if_payer("BattleNo"))
    return (
        trigger("due", s.DUE, "", (s.DUE_BEGIN, s.COST_CALL, s.DUE_SET, s.DUE_CHECK)),
        trigger("short of it", s.DUE_CHECK, f"{s.STOCK} < Due", (s.DUE_SHORT,)),
        trigger("pay", s.PAY, "", (s.PAY_TAKE, s.PAY_DONE)),
        call(s.COST_CALL, s.COST, f"{IN_IT} && SupBy == PayId && Role == {ROLE}"),
        own("Pays", "0", *pays, command(s.PAY_DONE, "0"), command(w.UPKEEP_CLEAR, "0")),
        own("Due", "0", command(s.DUE_SET, braced(OWED)), command(s.PAY_DONE, "0"), command(w.UPKEEP_CLEAR, "0")),
    )  # fmt: skip


def _if_payer(number: str) -> str:
    return braced(f"PickUnsupplied == 0 && UniqueID == PickPayer ? {number} : Pays")


def stock_commands() -> tuple[KeyCommand, ...]:
    """How the stock changes by itself: paid for a battle, lost with the headquarters (S18-16)."""
    return (command(s.PAY_TAKE, f"{{ {s.STOCK} - Due }}"), command(s.LOST_HQ, "0"))


def deed_commands() -> tuple[KeyCommand, ...]:
    """The badge of a unit that attacked."""
    return (command(s.JOIN, braced('Armed == 0 ? Acted : BattleKind == "column" ? "march" : "prepared"')),)
