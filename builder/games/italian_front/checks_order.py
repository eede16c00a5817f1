"""The order of play: whose turn it is, what each phase is for, when a scenario opens."""

from __future__ import annotations

from builder.games.italian_front.checks_base import Rulings, Told, told_by
from builder.games.italian_front.facts import Facts, seen
from builder.model import Action, Need
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided

OWN_ACTS = ("move", "rail", "attack", "column-attack", "arrive", "recombine", "transfer", "repair", "withdraw")
PHASE_OF = {  # verb -> (phase, the rule that says so)
    "move": ("movement", "S6-3"),
    "rail": ("movement", "S6-3"),
    "attack": ("combat", "S5-u8"),
    "column-attack": ("movement", "S16-1"),
    "arrive": ("reinforcement", "S5-u6"),
    "recombine": ("replacement", "S23-3"),
}
FIRSTS = {
    "I4-first": "may-1915",
    "I7-first": "may-1916",
    "I9-first": "may-1917",
    "I11-first": "oct-1917",
    "I13-first": "june-1918",
}


def side_of(action: Action, facts: Facts) -> str:
    return facts.actor(action)


def in_its_half(action: Action, facts: Facts) -> Rulings:
    """S5-u5: the Central Powers have the first four phases of a turn, the Entente the last four."""
    side, now = side_of(action, facts), facts.when
    if side not in ("central", "entente") or now.side not in ("central", "entente"):
        return
    message = f"{side} acts in the half of {now.side}"
    yield legal(message, facts.moment()) if side == now.side else illegal(message, facts.moment())


def kind_of(action: Action) -> str:
    return "column-attack" if action.verb == "attack" and action.detail("kind") == "column" else action.verb


def phase_told(action: Action, facts: Facts) -> Told:
    wanted = PHASE_OF.get(kind_of(action))
    if wanted is None or not facts.when.phase or side_of(action, facts) not in ("", facts.when.side):
        return
    phase, rule = wanted
    message = f"{kind_of(action)} in the {facts.when.phase} phase"
    right = facts.when.phase == phase
    if not right and action.inferred:
        # people seldom click through all phases: where the drag itself is a guess, the phase proves nothing
        yield rule, undecided(message, facts.moment(), needs=(Need("log", "which phase was played"),))
        return
    yield rule, (legal if right else illegal)(message, facts.moment(), seen("its phase", phase))


def first_told(action: Action, facts: Facts) -> Told:
    """A scenario opens where it says; what would come before is no part of it."""
    if facts.scenario is None or not facts.when.turn:
        return
    base = {"duration": "may-1915"}.get(facts.base, facts.base)
    rule = next((rule for rule, name in FIRSTS.items() if name == base), "")
    side = side_of(action, facts) or facts.when.side
    first = facts.scenario.first_turn
    if not rule or facts.when.turn > first:
        return
    phase = facts.when.phase if side == facts.when.side else ""
    opened = facts.open_at(facts.when.turn, side, phase)
    label = facts.turn_of(first).label
    begins = seen("the game opens", f"{label}, {facts.scenario.first_side} {facts.scenario.first_phase}".strip())
    message = f"{side} acts on {facts.label}"
    yield rule, (legal if opened else illegal)(message, facts.moment(), begins)


CHECKS = (
    Check("S5-u5", OWN_ACTS, in_its_half),
    *told_by(phase_told, {"S6-3": "units_move_in_the_movement_phase"}, "move", "rail"),
    *told_by(
        phase_told,
        {"S5-u8": "attacks_are_made_in_the_combat_phase", "S16-1": "column_attacks_are_made_in_the_movement_phase"},
        "attack",
        "column-attack",
    ),
    *told_by(phase_told, {"S5-u6": "reinforcements_come_in_their_phase"}, "arrive"),
    *told_by(phase_told, {"S23-3": "units_recombine_in_the_replacement_phase"}, "recombine"),
    *told_by(first_told, {rule: "play_begins_where_the_scenario_says" for rule in FIRSTS}, *OWN_ACTS),
)
