"""Stacks: six divisions and three artillery units, less in narrow hexes."""

from __future__ import annotations

from builder.games.italian_front.checks_base import Told, goal_of, told_by, written
from builder.games.italian_front.facts import Facts
from builder.model import Action, Answer
from builder.rules.ruling import Ruling, illegal, legal, undecided


def _room(
    facts: Facts, place: str, without: tuple[str, ...] = (), more: tuple[str, ...] = ()
) -> list[tuple[str, Ruling]]:
    """(rule, ruling) of one hex: the limit that is broken, else all that are kept."""
    divisions, guns = facts.divisions(place, without, more), facts.guns(place, without, more)
    room, room_guns = facts.room(place)
    narrow = facts.land_sides(place).value < 3
    found = []
    for have, limit, rule, what in (
        (divisions, room, "S11-1", "divisions"),
        (guns, room_guns, "S11-4", "artillery units"),
    ):
        rule = "S11-9" if narrow else rule
        message = f"{place}: {have.value:g} {what}, {limit.value} at most"
        counted = Answer(have.value, have.reasons)
        if have.value > limit.value:
            found.append((rule, illegal(message, counted, limit)))
        elif have.needs:
            found.append((rule, undecided(message, have, limit)))
        elif have.value:
            found.append((rule, legal(message, counted, limit)))
    return found


def stacks_told(action: Action, facts: Facts) -> Told:
    """Every stack of the map as a phase ends (S11-1, S11-4, S11-9)."""
    for place in sorted(facts.state.by_place):
        # of a log a stack is named once: in the phase in which somebody came
        if facts.on_map(place) and (written(action) or any(u.id in facts.ledger.ways for u in facts.at(place))):
            yield from _room(facts, place)


def retreat_told(action: Action, facts: Facts) -> Told:
    yield from _coming(action, facts, "S14-10")


def advance_told(action: Action, facts: Facts) -> Told:
    yield from _coming(action, facts, "S15-2")


def _coming(action: Action, facts: Facts, rule: str) -> Told:
    """Whether units that come into a hex find room (S14-10, S15-2)."""
    goal = goal_of(action)
    if goal and facts.on_map(goal):
        side = facts.actor(action)
        foes = tuple(u.id for u in facts.foes_at(goal, side))
        for _, ruling in _room(facts, goal, foes, action.units):
            yield rule, ruling


CHECKS = (
    *told_by(
        stacks_told,
        {
            "S11-1": "six_divisions_stand_in_a_hex_at_most",
            "S11-4": "three_artillery_units_stand_in_a_hex_at_most",
            "S11-9": "narrow_hexes_hold_less",
        },
        "end-phase",
    ),
    *told_by(retreat_told, {"S14-10": "who_retreats_finds_room"}, "retreat"),
    *told_by(advance_told, {"S15-2": "who_advances_finds_room"}, "advance"),
)
