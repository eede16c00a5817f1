"""The names that a module's traits, trackers and reports share: properties, keys, and what they are for."""

from __future__ import annotations

from builder.vassal.traits.values import Key, NamedKey

# typed keys: what players press
BATTLE = Key("B", ctrl=True)
RESOLVE = Key("R", ctrl=True)
WITHDRAW = Key("Y", ctrl=True)
LOSE = Key("L", ctrl=True)
GAIN = Key("G", ctrl=True)
OUT_OF_COMMAND = Key("O", ctrl=True)
DIG = Key("E", ctrl=True)
TRAIL = Key("T", ctrl=True)
FLIP = Key("F", ctrl=True)
CLONE = Key("C", ctrl=True)
DELETE = Key("delete")
UPKEEP = Key("F8")
NEXT_PHASE = Key("F7")
PREVIOUS_PHASE = Key("F7", shift=True)

KEYS_FOR_PEOPLE = (
    (BATTLE, "select the attackers, ctrl-click a unit in the target hex: declare the battle and roll"),
    (RESOLVE, "roll a battle that was only declared (lone cavalry, siege fire)"),
    (WITHDRAW, "lone cavalry leaves before combat; then drag it one hex"),
    (LOSE, "lose a step; the last one sends the counter to the dead pile"),
    (GAIN, "take a replacement step"),
    (OUT_OF_COMMAND, "mark or unmark as out of command"),
    (DIG, "begin a trench"),
    (TRAIL, "show or hide the movement trail"),
    (FLIP, "turn a marker over"),
    (CLONE, "copy a marker"),
    (DELETE, "remove a marker"),
    (NEXT_PHASE, "next phase; phases that a turn lacks are passed over"),
    (PREVIOUS_PHASE, "phase before"),
    (UPKEEP, "end of the player turn: clear what units did, finish their trenches, bring them back into command"),
)

# named keys: what only the module sends
ON_MOVE = NamedKey("onMove")
NOTE_MOVE = NamedKey("noteMove")
SET_OOC = NamedKey("toggleOoc")
UPKEEP_SENT = NamedKey("upkeep")
UPKEEP_CLEAR = NamedKey("upkeepClear")
TURN_COUNTER = NamedKey("turnCounter")
CLEAR_TRAIL = NamedKey("clearTrail")
CLEAR_MOVED = NamedKey("clearMoved")
STEP_DOWN = NamedKey("stepDown")
STEP_UP = NamedKey("stepUp")
TO_DEAD = NamedKey("toDead")
ROLL_BATTLE = NamedKey("rollBattle")
ROLL_SIEGE = NamedKey("rollSiege")

# properties of pieces
COUNTER_ID = "CounterId"
MARKER_ID = "MarkerId"
ACTED = "Acted"
PATH = "Path"
IN_BATTLE = "Battle"
BOOKKEEPING = ("Deed", "Turned", IN_BATTLE, "Picked", "Role", "SupBy", "Pays", "Due", "Supply", "Freed")
"""Traits of a counter that show what it did: what they say follows from moves and battles. A headquarters' Supply is
for its own side alone."""

# properties of the module
TURN_NUMBER = "TurnNo"
ACTIVE_SIDE = "ActiveSide"
PHASE = "Phase"
TURN_MONTH = "TurnMonth"  # where turns are parts of months, these stand for the number
TURN_PART = "TurnPart"
TURN_SPECIAL = "SpecialTurn"
PHASE_SPECIAL = "SpecialPhase"
SCENARIO = "Scenario"
LAST_PRESS = "Turn_command"  # VASSAL's own: which way the tracker Turn last went, Next, Prev or Set

TRACKER = "Turn"
DIE = "Die"
SIEGE_DIE = "Siege"
MAP = "Map"
BOARD = "Board"

# what a unit did this player turn: its word in the Acted property, in the order of the badge's levels
DEEDS = ("", "moved", "railed", "arrived", "digging", "rr", "march", "prepared")
