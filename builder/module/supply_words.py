"""The keys of battles that headquarters pay for: what players press, and what only the module sends."""

from __future__ import annotations

from builder.module import words as w
from builder.vassal.traits.values import AnyKey, Key, NamedKey

STOCK = "Supply"  # a headquarters' supply points

# typed keys
UNSUPPLIED, NO_STRIKE = Key("U", ctrl=True), Key("K", ctrl=True)
RAIL, MOBILIZE, FINISH_ALL = Key("W", ctrl=True), Key("M", ctrl=True), Key("F9")
SET_STOCK, ADD_STOCK, SPEND_STOCK = Key("P", ctrl=True), Key("I", ctrl=True), Key("D", ctrl=True)


def ground_key(number: int) -> Key:
    return Key(str(number), ctrl=True)


def _named(*names: str) -> tuple[NamedKey, ...]:
    return tuple(NamedKey(f"supply{name}") for name in names)


# the selection
BEGIN, CLEAR, PICK, PICK_UNSUPPLIED, WANT_ROLL = _named("Begin", "Clear", "Pick", "PickUns", "WantRoll")
LAST, DECIDE, DO, FOE_PAYS = _named("Last", "Decide", "Do", "FoePays")
ACT, PICK_DONE, PASS_ON = _named("Act", "PickDone", "PassOn")
# who is in the battle; a CALL goes to all pieces that it concerns
NEW, JOIN, DEFEND, STRIKE, ADOPTED = _named("New", "Join", "Defend", "Strike", "Adopted")
JOIN_CALL, STACK_CALL, STRIKE_CALL, ADOPT_CALL = _named("JoinCall", "StackCall", "StrikeCall", "AdoptCall")
# sums and lists
RECOUNT, COUNT, COUNT_CALL = _named("Recount", "Count", "CountCall")
COUNT_DEFENDER, DEFENDERS_CALL = _named("CountDefender", "DefendersCall")
# paying
DUES_CALL, DUE, DUE_BEGIN, DUE_SET = _named("DuesCall", "Due", "DueBegin", "DueSet")
DUE_CHECK, DUE_SHORT, COST_CALL, COST = _named("DueCheck", "DueShort", "CostCall", "Cost")
SETTLE, PAY_CALL, PAY, PAY_TAKE, PAY_DONE = _named("Settle", "PayCall", "Pay", "PayTake", "PayDone")
# what becomes of it
ROLLED, CLOSED, ROLL, ANSWER_RETREAT, LOST_HQ = _named("Rolled", "Closed", "Roll", "AnswerRetreat", "LostHq")
# reports
SAY_DECLARED, SAY_ATTACK, SAY_RETREAT, SAY_STAND = _named("SayDeclared", "SayAttack", "SayRetreat", "SayStand")
SAY_STRIKERS, SAY_STRIKE, SAY_SHORT, SAY_NONE = _named("SayStrikers", "SayStrike", "SayShort", "SayNone")
# beside battles
TOGGLE_RAIL, SAY_RAIL, SAY_DIG, FINISH, SAY_TRENCH = _named("ToggleRail", "SayRail", "SayDig", "Finish", "SayTrench")
CALL_UP, CALLED_UP, SAY_CALLED_UP = _named("CallUp", "CalledUp", "SayCalledUp")
FINISH_SENT, PLACE_WORKS = NamedKey("finishWorks"), NamedKey("placeWorks")
LOOK_HERE, LOOK_CALL, SEEN, BEGIN_WORKS = _named("LookHere", "LookCall", "Seen", "BeginWorks")
SAY_LOST_HQ = NamedKey("saySupplyLostHq")

KEYS: tuple[tuple[AnyKey, str], ...] = (
    (w.BATTLE, "attack: select attackers and the headquarters that pays for them, ctrl-click a unit in the target hex; "
               "while the battle is open, more attackers or another headquarters join it. After the attack's roll the "
               "defender selects those who strike back, with the headquarters that pays for them"),
    (UNSUPPLIED, "the same without supply"),
    (ground_key(1), "Ctrl+1 to Ctrl+9, on a defender: the ground it defends on, before the die (also in its menu)"),
    (w.RESOLVE, "pay and roll: by the attacker on any of his own in the battle; then by the defender on those who "
                "strike back and the headquarters that pays for them"),
    (w.WITHDRAW, "on a defender after the attack's roll: they will retreat; they may still strike back before"),
    (NO_STRIKE, "on a defender after the attack's roll: no counterattack, the battle is over"),
    (w.LOSE, "lose a strength point; the last one sends the counter to its side's box of the destroyed"),
    (w.GAIN, "gain a strength point"),
    (SET_STOCK, "set a headquarters' supply points; only its own side sees them"),
    (ADD_STOCK, "a headquarters receives a supply point"),
    (SPEND_STOCK, "a headquarters spends a supply point"),
    (RAIL, "what the unit moves this turn goes by rail; again: it does not"),
    (w.DIG, "begin works under each selected unit whose hex has none; on a construction marker: they are finished"),
    (FINISH_ALL, "all construction markers become trenches"),
    (MOBILIZE, "a unit is mobilized; being attacked and the calendar do it too"),
    (w.TRAIL, "show or hide the movement trail"),
    (w.FLIP, "turn a marker over"),
    (w.CLONE, "copy a marker"),
    (w.DELETE, "remove a marker"),
    (w.NEXT_PHASE, "next phase; a special turn stands between two months"),
    (w.PREVIOUS_PHASE, "phase before"),
    (w.UPKEEP, "end of the player turn: clear what units did"),
)  # fmt: skip
