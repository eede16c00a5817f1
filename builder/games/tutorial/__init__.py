"""The rules of Seven Hexes, the tutorial game: the smallest whole rule set."""

from __future__ import annotations

from builder.games.tutorial.checks import CHECKS
from builder.games.tutorial.facts import Facts
from builder.games.tutorial.play import PREDICATES, VERBS, moves, recognise
from builder.rules.ruleset import RuleSet

RULES = RuleSet(
    game="tutorial",
    checks=CHECKS,
    verbs=VERBS,
    predicates=PREDICATES,
    facts=Facts,
    recognise=recognise,
    turn_marks=frozenset({"moved"}),
    moves=moves,
)
