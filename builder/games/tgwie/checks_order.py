"""The order of play: each act in its phase, by the side whose phase it is (5.2, 8.1, 12.1, 13.1, 14.1)."""

from __future__ import annotations

from builder.games.tgwie.checks_base import Rulings, from_log, goal, units_of, verdict
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import seen
from builder.model import Action
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal

KINDS = {
    "move": "movement", "attack": "combat", "advance": "combat", "withdraw": "combat", "support": "combat",
    "rail": "strategic-movement", "ship": "strategic-movement", "arrive": "new-units", "convert": "new-units",
    "rebuild": "replacement", "draw": "chit-pull", "flip": "resources", "transfer": "resources",
}  # fmt: skip
SAID = {"move": "moves", "rail": "goes by rail", "ship": "goes by sea", "arrive": "enters", "attack": "attacks"}


def _fits(verb: str, phase: str) -> bool:
    kind = KINDS[verb]
    if kind == "movement":
        return phase.endswith("movement") and not phase.startswith("strategic")
    return kind in phase


def every_act_has_its_phase(action: Action, facts: Facts) -> Rulings:
    if not facts.when.phase or action.inferred:
        return
    told = f"{SAID.get(action.verb, action.verb)} in {facts.when.phase}"
    if _fits(action.verb, facts.when.phase):
        yield legal(told, facts.moment())
    elif not from_log(action):
        yield illegal(told, facts.moment())
    elif facts.ledger.note("clicked"):
        # people click late: only where the tracker is kept going this turn does it say anything, and then not for sure
        yield illegal(told, facts.moment(), inferred=True)


def _only_the_active_side(action: Action, facts: Facts, ask) -> Rulings:
    if not facts.when.phase or action.inferred or not _fits(action.verb, facts.when.phase):
        return
    for which in dict.fromkeys(facts.theatre(u.place).value for u in units_of(action, facts)):
        if not which:
            continue
        active = ask(which)
        side = facts.actor(action)
        name = "west" if which == "italy" else which
        told = f"{side} {SAID[action.verb]} on the {name} map, where {active.value or 'nobody'} may"
        yield verdict(active.value != side, told, active)


def only_the_phasing_side_moves_on_a_map(action: Action, facts: Facts) -> Rulings:
    yield from _only_the_active_side(action, facts, facts.mover)


def only_the_side_that_moved_attacks_there(action: Action, facts: Facts) -> Rulings:
    yield from _only_the_active_side(action, facts, facts.attacker)


def _phase_of_side(action: Action, facts: Facts, kind: str) -> Rulings:
    phase = facts.when.phase
    if not phase.startswith(kind) or not phase.endswith(("allied", "central")):
        return
    due = "allied" if phase.endswith("allied") else "central"
    side = facts.actor(action)
    if side:
        yield verdict(side != due, f"{side} acts in the phase of the {due} side", facts.moment())


def allies_place_before_central_powers(action: Action, facts: Facts) -> Rulings:
    yield from _phase_of_side(action, facts, "new-units")


def allies_go_by_rail_before_central_powers(action: Action, facts: Facts) -> Rulings:
    yield from _phase_of_side(action, facts, "strategic-movement")


def attacks_stay_on_the_map_of_their_phase(action: Action, facts: Facts) -> Rulings:
    """West before east (13.1.B): the phases of the module keep them apart."""
    phase = facts.when.phase
    which = next((m for m in ("west", "east") if f"combat-{m}" in phase), "")
    where = facts.theatre(goal(action))
    if which and where.known:
        on = "west" if where.value == "italy" else where.value
        yield verdict(on != which, f"a battle on the {on} map in {phase}", facts.moment(), where)


def a_finished_phase_is_not_taken_up_again(action: Action, facts: Facts) -> Rulings:
    """Once something was done in a later phase of the turn nothing is done in an earlier one, but by leave (5.2.B)."""
    here = facts.when.phase
    order = {phase.id: index for index, phase in enumerate(facts.game.phases)}
    if here not in order or action.inferred or not _fits(action.verb, here):
        return
    phase, left = here, False
    for past in facts.ledger.done:
        if past.verb == "end-phase":
            phase, left = past.detail("phase"), True
        elif left and past.verb in KINDS and not past.inferred and _fits(past.verb, phase):
            late = order.get(phase, -1) > order[here]
            told = f"{SAID.get(action.verb, action.verb)} in {here} after {past.verb} in {phase}"
            why = seen("done before in", phase)
            yield illegal(told, why, unless_consent=True, inferred=from_log(action)) if late else legal(told, why)
            return


CHECKS = (
    Check("5.2.B", tuple(KINDS), a_finished_phase_is_not_taken_up_again),
    Check("5.2.A", tuple(KINDS), every_act_has_its_phase),
    Check("12.1.C", ("move",), only_the_phasing_side_moves_on_a_map),
    Check("13.1.C", ("attack",), only_the_side_that_moved_attacks_there),
    Check("13.1.B", ("attack",), attacks_stay_on_the_map_of_their_phase),
    Check("8.1.C", ("arrive",), allies_place_before_central_powers),
    Check("14.1.D", ("rail", "ship"), allies_go_by_rail_before_central_powers),
)
