"""The one text notation for rule examples, positions and scripts."""

from builder.model.notation.actions import action_of, parse_phrase, phrase_of, split_path
from builder.model.notation.parser import parse, parse_page
from builder.model.notation.printer import print_case, print_cases, print_line
from builder.model.notation.values import (
    Case,
    DoLine,
    EarlierLine,
    ExpectLine,
    Fact,
    GameLine,
    GivenLine,
    Line,
    MapLine,
    Only,
    Outcome,
    Phrase,
    Piece,
    RulesLine,
    ScenarioLine,
    Time,
    Variant,
    WhenLine,
    WhyLine,
)
from builder.model.notation.variants import expand

__all__ = [
    "Case", "DoLine", "EarlierLine", "ExpectLine", "Fact", "GameLine", "GivenLine", "Line", "MapLine", "Only",
    "Outcome", "Phrase", "Piece", "RulesLine", "ScenarioLine", "Time", "Variant", "WhenLine", "WhyLine", "action_of",
    "expand", "parse", "parse_page", "parse_phrase", "phrase_of", "print_case", "print_cases", "print_line",
    "split_path",
]  # fmt: skip
