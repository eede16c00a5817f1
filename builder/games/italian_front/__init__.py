"""The rules of The Italian Front 1915-1918."""

from __future__ import annotations

from builder.games.italian_front import (
    checks_after,
    checks_arrivals,
    checks_attack,
    checks_left,
    checks_linked,
    checks_losses,
    checks_move,
    checks_order,
    checks_pieces,
    checks_rail,
    checks_stack,
    checks_supply,
    checks_works,
)
from builder.games.italian_front.facts import Facts
from builder.games.italian_front.facts_options import moves
from builder.games.italian_front.predicates import PREDICATES
from builder.games.italian_front.recognise import recognise
from builder.games.italian_front.unseen import unseen
from builder.games.italian_front.verbs import TURN_MARKS
from builder.games.italian_front.verbs_pieces import VERBS
from builder.games.italian_front.words import piece_of
from builder.rules.ruleset import RuleSet

RULES = RuleSet(
    game="italian-front",
    checks=(
        *checks_order.CHECKS,
        *checks_move.CHECKS,
        *checks_rail.CHECKS,
        *checks_stack.CHECKS,
        *checks_attack.CHECKS,
        *checks_supply.CHECKS,
        *checks_losses.CHECKS,
        *checks_after.CHECKS,
        *checks_works.CHECKS,
        *checks_arrivals.CHECKS,
        *checks_pieces.CHECKS,
        *checks_left.CHECKS,
        *checks_linked.CHECKS,
    ),
    verbs=VERBS,
    predicates=PREDICATES,
    facts=Facts,
    recognise=recognise,
    turn_marks=TURN_MARKS,
    unseen=unseen,
    moves=moves,
    piece=piece_of,
)
