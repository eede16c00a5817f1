"""The order of play: who may do what in which phase (5, 12.1.c, 13.1)."""

from __future__ import annotations

from builder.games.glorys_end.checks_base import Rulings, written
from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.facts_base import shared
from builder.model import Action, Evidence, Reason, Tag
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal

# verb -> its phase, the rule that places it there, the rule that says which turns have that phase
HOME = {
    "arrive": ("arrivals", "8.1.a", "5.2.a"),
    "rebuild": ("arrivals", "8.1.b", "5.2.a"),
    "withdraw": ("arrivals", "8.1.c", "5.2.a"),
    "dig": ("entrenching", "9.1.a", "5.2.b"),
    "command-mark": ("command", "10.1.a", "5.2.c"),
    "rail": ("strategic-movement", "5.2.d", "5.2.d"),
    "ship": ("strategic-movement", "5.2.d", "5.2.d"),
    "move": ("operational-movement", "5.2.e", ""),
    "attack": ("prepared-combat", "13.1.a", ""),
    "fire": ("prepared-combat", "14.7.b", ""),
}
WRONG_SIDE = {"move": "12.1.c", "attack": "13.1.b"}


@shared
def _findings(action: Action, facts: Facts) -> list[tuple[str, Ruling]]:
    """(rule, ruling) on the moment of an action; none where the moment is not known."""
    when, side = facts.when, facts.actor(action)
    home, rule, turns_rule = HOME[action.verb]
    if action.verb == "attack" and facts.kind_of(action) == "ma":
        home = "operational-movement"
    if action.verb == "arrive" and facts.comes_by_rail(action):
        home = "strategic-movement"  # 16.3.d
    found: list[tuple[str, Ruling]] = []
    if not when.side or not side:
        return found
    mover = side if action.verb != "command-mark" else when.side  # it is the opponent who marks (10.1)
    if mover != when.side:
        message = f"{side} units act in the {when.side} player turn"
        return [(WRONG_SIDE.get(action.verb, rule), illegal(message, facts.moment()))]
    if action.verb in WRONG_SIDE:
        found.append((WRONG_SIDE[action.verb], legal(f"it is the {side} player turn", facts.moment())))
    turns = next((p.turns for p in facts.game.phases if p.id == home and p.side == when.side), ())
    if turns and when.turn and when.turn not in turns:
        book = Reason(f"turns with {when.side} {home}", f"{turns[0]} to {turns[-1]}", Evidence(Tag.BOOK, "5.2"))
        message = f"turn {when.turn} has no {when.side} {home} phase"
        return [*found, (turns_rule, illegal(message, facts.moment(), book))]
    named, ruling = _phase(action, facts, home, rule)
    found.append((named, ruling))
    if named != "5.1.b" and when.phase:
        found.append(("5.1.b", legal(f"{home} is not over", facts.moment())))
    if turns_rule and turns_rule != rule:
        found.append((turns_rule, legal(f"turn {when.turn} has this phase", facts.moment())))
    return found


def _phase(action: Action, facts: Facts, home: str, rule: str) -> tuple[str, Ruling]:
    when = facts.when
    order = [p.id for p in facts.game.phases if p.side == when.side]
    if when.phase == home or when.phase not in order:
        return rule, legal(f"{action.verb} belongs to {home}", facts.moment())
    late = order.index(when.phase) > order.index(home)
    if late:
        message = f"{action.verb} belongs to {home}, which is over: {when.phase} has begun"
        return "5.1.b", illegal(message, facts.moment(), unless_consent=True)
    if written(action):
        return rule, illegal(f"{action.verb} belongs to {home}, and it is {when.phase}", facts.moment())
    clicked = seen("tracker", f"still at {when.phase}")
    return rule, legal(f"{action.verb} belongs to {home}; nobody had clicked so far", clicked)


def _bound(rule: str):
    def run(action: Action, facts: Facts) -> Rulings:
        return (ruling for name, ruling in _findings(action, facts) if name == rule)

    return run


def _named(rule: str, name: str):
    run = _bound(rule)
    run.__name__ = name
    return run


CHECKS = (
    Check("5.1.b", tuple(HOME), _named("5.1.b", "nobody_goes_back_to_a_phase_that_is_over")),
    Check("5.2.a", ("arrive", "rebuild", "withdraw"), _named("5.2.a", "arrivals_and_replacements_begin_on_turn_2")),
    Check("5.2.b", ("dig",), _named("5.2.b", "entrenching_phases_begin_on_turn_10")),
    Check("5.2.c", ("command-mark",), _named("5.2.c", "command_phases_begin_on_turn_2")),
    Check("5.2.d", ("rail", "ship"), _named("5.2.d", "strategic_moves_are_made_in_their_phase")),
    Check("5.2.e", ("move",), _named("5.2.e", "operational_moves_are_made_in_their_phase")),
    Check("8.1.a", ("arrive",), _named("8.1.a", "arrivals_come_in_their_phase")),
    Check("8.1.b", ("rebuild",), _named("8.1.b", "replacements_are_spent_in_their_phase")),
    Check("8.1.c", ("withdraw",), _named("8.1.c", "withdrawals_are_made_in_their_phase")),
    Check("9.1.a", ("dig",), _named("9.1.a", "digging_is_done_in_ones_own_entrenching_phase")),
    Check("10.1.a", ("command-mark",), _named("10.1.a", "stacks_are_marked_in_the_command_phase")),
    Check("12.1.c", ("move",), _named("12.1.c", "units_move_in_their_own_player_turn")),
    Check("13.1.a", ("attack",), _named("13.1.a", "each_kind_of_assault_has_its_phase")),
    Check("13.1.b", ("attack",), _named("13.1.b", "only_the_player_whose_turn_it_is_attacks")),
)
