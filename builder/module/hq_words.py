"""The keys of battles that headquarters support, and of chits: what players press, and what only the module sends."""

from __future__ import annotations

from builder.module import words as w
from builder.vassal.traits.values import AnyKey, Key, NamedKey

# typed keys
OTHER_WAY = Key("B", ctrl=True, shift=True)
SUPPORT, COMMIT, INTO_CUP = Key("S", ctrl=True), Key("K", ctrl=True), Key("N", ctrl=True)

ACE_DIE = "Ace"
ROLL_ACE_DIE = NamedKey("rollAce")


def _named(*names: str) -> tuple[NamedKey, ...]:
    return tuple(NamedKey(f"hq{name}") for name in names)


def at_desk(key: NamedKey) -> NamedKey:
    """The hot key of the module that a piece's or another hot key of that name presses."""
    return NamedKey(f"desk-{key.name}")


# the selection
BEGIN, BEGIN_OTHER, CLEAR, SWAP, PICK, LAST, DO = _named("Begin", "BeginOther", "Clear", "Swap", "Pick", "Last", "Do")
# who is in the battle
DECLARE, NEW_SIDE, NEW, CALL_JOIN, CALL_IN = _named("Declare", "NewSide", "New", "CallJoin", "CallIn")
(COUNT_IN,) = _named("CountIn")
TAKE_ATTACK, ATTACK_TAKEN, TAKE_DEFENCE, SUM, SUM_UP = _named("TakeAtt", "AttTaken", "TakeDef", "Sum", "SumUp")
JOIN_HQ, DEFEND_HQ, CALL_STACK, CALL_WORKS, WORKS = _named("JoinHq", "DefendHq", "CallStack", "CallWorks", "Works")
# answers
ANSWER, WITHDRAW, CALL_BACK, COME_BACK = _named("Answer", "Withdraw", "CallBack", "ComeBack")
# the roll and what becomes of everything
RESOLVE, RECOUNT, CALL_COMMITTED, COUNT, ROLLED = _named("Resolve", "Recount", "CallCommitted", "Count", "Rolled")
CALL_HQS, SPEND_HQ, CALL_SPEND, SPEND = _named("CallHqs", "SpendHq", "CallSpend", "Spend")
ROLL_ACE, FATE, MOVE = _named("RollAce", "Fate", "Move")
# where chits go
DECIDE, ACT = _named("Decide", "Act")
TO_HAND, TO_COMMITTED, TO_USED, TO_OUT, TO_CUP = _named("ToHand", "ToCommitted", "ToUsed", "ToOut", "ToCup")
PULL, PULL_FOE = _named("Pull", "PullFoe")
# reports
SAY_DECLARED, SAY_NONE, SAY_SUPPORT = _named("SayDeclared", "SayNone", "SaySupport")
SAY_COMBAT, SAY_WITHDRAW, SAY_COMMIT, SAY_TAKE_BACK = _named("SayCombat", "SayWithdraw", "SayCommit", "SayTakeBack")
SAY_NOT_OPEN, SAY_ACE, SAY_PULL, SAY_PULL_FOE = _named("SayNotOpen", "SayAce", "SayPull", "SayPullFoe")
SAY_CUP, SAY_STAYS = _named("SayCup", "SayStays")

KEYS: tuple[tuple[AnyKey, str], ...] = (
    (w.BATTLE, "declare a battle: select the attackers, with them the headquarters whose artillery supports them, and "
               "ctrl-click a unit in the target hex; all that stand there defend. The side with units in several "
               "hexes attacks; where both have one, yours does"),
    (OTHER_WAY, "the same, but the other side attacks"),
    (SUPPORT, "on a headquarters: its artillery supports its side in the declared battle; one for each side, the last "
              "one named counts"),
    (COMMIT, "on an air unit, gas, flamethrowers, a mine or Bruchmüller: commit it to the declared battle; again: take "
             "it back. What lies in a box named committed takes part, however it came there"),
    (w.RESOLVE, "on any unit of the declared battle: roll. Used headquarters turn over, air units go to the box of the "
                "used, gas and its like out of the game, each ace rolls for his life"),
    (w.WITHDRAW, "on defending cavalry: it withdraws before the roll; then drag it. What was committed comes back"),
    (w.LOSE, "lose a step; the last one sends the counter to its side's dead pile. The attacker loses first"),
    (w.GAIN, "take a replacement step"),
    (w.FLIP, "turn a unit to its back or its front again: headquarters used, shock divisions; turn a marker over"),
    (INTO_CUP, "put a chit without effect back into its cup, or a chit that is due into it"),
    (w.TRAIL, "show or hide the movement trail"),
    (w.CLONE, "copy a marker"),
    (w.DELETE, "remove a marker"),
    (w.NEXT_PHASE, "next phase; strategic turns come before the turns that begin with one"),
    (w.PREVIOUS_PHASE, "phase before"),
    (w.UPKEEP, "end of a phase: clear movement trails and marks. At the end of the strategic turn's resources also: "
               "headquarters turn to their front (but on strategic turns B and C; turn those out of supply back "
               "yourself), used air units return, chits that are due go into the cups"),
)  # fmt: skip
PULLING = (
    "right click on a cup",
    "pull a chit, for the cup's own side or for the other one (7.2): what the other side pulls and must be played at "
    "once goes to its owner, what need not be goes out of the game, a chit without effect waits to be put back. The "
    "chit is chosen at random and shown to all; the resource point is for you to pay",
)
