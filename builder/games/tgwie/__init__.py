"""The rules of The Great War in Europe, and those that bind its sources (`sources.py`)."""

from __future__ import annotations

from builder.games.tgwie import (
    checks_after,
    checks_arrive,
    checks_attack,
    checks_chits,
    checks_command,
    checks_convert,
    checks_entry,
    checks_events,
    checks_move,
    checks_national,
    checks_once,
    checks_order,
    checks_rail,
    checks_rebuild,
    checks_setup,
    checks_support,
    checks_warfare,
)
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_calendar import FREE_WORDS
from builder.games.tgwie.piece import piece
from builder.games.tgwie.predicates import PREDICATES
from builder.games.tgwie.recognise import recognise
from builder.games.tgwie.unseen import unseen
from builder.games.tgwie.verbs import TURN_MARKS, VERBS
from builder.rules.ruleset import RuleSet

RULES = RuleSet(
    game="tgwie",
    checks=(
        *checks_setup.CHECKS,
        *checks_order.CHECKS,
        *checks_arrive.CHECKS,
        *checks_events.CHECKS,
        *checks_rebuild.CHECKS,
        *checks_convert.CHECKS,
        *checks_warfare.CHECKS,
        *checks_move.CHECKS,
        *checks_national.CHECKS,
        *checks_rail.CHECKS,
        *checks_attack.CHECKS,
        *checks_support.CHECKS,
        *checks_after.CHECKS,
        *checks_chits.CHECKS,
        *checks_entry.CHECKS,
        *checks_once.CHECKS,
        *checks_command.CHECKS,
    ),
    verbs=VERBS,
    predicates=PREDICATES,
    facts=Facts,
    recognise=recognise,
    unseen=unseen,
    turn_marks=TURN_MARKS,
    piece=piece,
    phases=FREE_WORDS,
)
