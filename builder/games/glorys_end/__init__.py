"""The rules of 1914: Glory's End."""

from __future__ import annotations

from builder.games.glorys_end import (
    checks_after,
    checks_area,
    checks_attack,
    checks_cavalry,
    checks_dummies,
    checks_enter,
    checks_flight,
    checks_hentsch,
    checks_move,
    checks_order,
    checks_overstack,
    checks_positions,
    checks_rail,
    checks_rebuild,
    checks_result,
    checks_retreat,
    checks_schedule,
    checks_sea,
    checks_sequence,
    checks_setup,
    checks_siege,
    checks_stack,
)
from builder.games.glorys_end.facts import Facts
from builder.games.glorys_end.facts_options import moves
from builder.games.glorys_end.predicates import PREDICATES
from builder.games.glorys_end.rail_or_sea import by_rail_or_sea
from builder.games.glorys_end.recognise import recognise
from builder.games.glorys_end.unseen import unseen
from builder.games.glorys_end.verbs import TURN_MARKS, VERBS
from builder.games.glorys_end.worlds import by_every_way
from builder.rules.ruleset import RuleSet

RULES = RuleSet(
    game="glorys-end",
    checks=by_every_way(
        *by_rail_or_sea(
            *checks_setup.CHECKS,
            *checks_order.CHECKS,
            *checks_enter.CHECKS,
            *checks_rebuild.CHECKS,
            *checks_schedule.CHECKS,
            *checks_rail.CHECKS,
            *checks_sea.CHECKS,
            *checks_area.CHECKS,
            *checks_move.CHECKS,
            *checks_stack.CHECKS,
            *checks_attack.CHECKS,
            *checks_cavalry.CHECKS,
            *checks_siege.CHECKS,
            *checks_result.CHECKS,
            *checks_after.CHECKS,
            *checks_retreat.CHECKS,
            *checks_flight.CHECKS,
            *checks_sequence.CHECKS,
            *checks_positions.CHECKS,
            *checks_overstack.CHECKS,
            *checks_hentsch.CHECKS,
            *checks_dummies.CHECKS,
        )
    ),
    verbs=VERBS,
    predicates=PREDICATES,
    facts=Facts,
    recognise=recognise,
    turn_marks=TURN_MARKS,
    types=frozenset({"dummy"}),  # 15
    dice_phases=frozenset({"entrenching", "command"}),  # 9.1, 10.1
    score=Facts.scores,
    moves=moves,
    unseen=unseen,
)
