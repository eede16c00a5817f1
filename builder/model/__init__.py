"""Values and notation: the pure middle of the house."""

from builder.model.counters import Counter, MarkerKind, Values
from builder.model.diagnostics import BadInput, Diagnostic, Severity, Span, error, near_miss, note, warning
from builder.model.events import (
    Announced,
    Appeared,
    Event,
    LogRef,
    Marked,
    MarkerPlaced,
    MarkerRemoved,
    Moved,
    PropertySet,
    Removed,
    Rolled,
    Said,
    Stepped,
    TurnSet,
    Undone,
)
from builder.model.evidence import GIVEN, SEEN, Answer, Evidence, Need, Reason, Tag
from builder.model.game import (
    Arrival,
    Box,
    Game,
    MapHex,
    MapSheet,
    MapSide,
    Moment,
    Nation,
    Phase,
    PieceId,
    Placement,
    Region,
    Rule,
    Scenario,
    Side,
    Turn,
)
from builder.model.hexes import Grid, Hex, Hexside, hexside
from builder.model.speech import Announcement, announce
from builder.model.state import GameState, Marker, Unit, unit_of
from builder.model.tables import Row, Table, table
from builder.model.verdicts import Action, Finding, RuleRef, Strength, Verdict

__all__ = [
    "GIVEN", "SEEN", "Action", "Announced", "Announcement", "Answer", "Appeared", "Arrival", "BadInput", "Box",
    "Counter", "Diagnostic", "Event", "Evidence", "Finding", "Game", "GameState", "Grid", "Hex", "Hexside", "LogRef",
    "MapHex", "MapSheet", "MapSide", "Marked", "Marker", "MarkerKind", "MarkerPlaced", "MarkerRemoved", "Moment",
    "Moved", "Nation", "Need", "Phase", "PieceId", "Placement", "PropertySet", "Reason", "Region", "Removed", "Rolled",
    "Row", "Rule", "RuleRef", "Said", "Scenario", "Severity", "Side", "Span", "Stepped", "Strength", "Table", "Tag",
    "Turn", "TurnSet", "Undone", "Unit", "Values", "Verdict", "announce", "error", "hexside", "near_miss", "note",
    "table", "unit_of", "warning",
]  # fmt: skip
