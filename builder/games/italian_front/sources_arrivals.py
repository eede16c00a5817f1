"""The schedule and the scenarios: who may be there at the start, and who comes when and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from builder.games.italian_front.sources_base import Faults, SetUp, fault
from builder.model import Game, Row

ENTRIES = {  # I15-12, I15-18; the Germans as their ally, the British and French as theirs (P11)
    "austro-hungarian": ("AH", "I15-12"),
    "german": ("AH", "I15-12"),
    "italian": ("IT", "I15-18"),
    "french": ("IT", "I15-18"),
    "british": ("IT", "I15-18"),
}


class Event(NamedTuple):
    """A dated row of the printed schedule, for one unit."""

    turn: int
    kind: str
    key: str


def schedule_of(game: Game) -> dict[str, list[Event]]:
    """The printed, dated events of each unit in order; a regular and its assault piece are one unit."""
    found: dict[str, list[Event]] = {}
    for row in _printed(game):
        for unit in row["units"].split():
            if unit in game.counters:
                event = Event(int(row["turn"]), row["event"], row.key)
                found.setdefault(_family(game, unit), []).append(event)
    return {unit: sorted(events) for unit, events in found.items()}


def _printed(game: Game) -> list[Row]:
    table = game.tables.get("schedule")
    rows = table.rows.values() if table else ()
    return [row for row in rows if row["turn"].isdigit() and not row.key.startswith("bridge")]


def _family(game: Game, unit: str) -> str:
    return game.counters[unit].attributes.get("family", "") or unit


def rule_of(key: str) -> str:
    """`I16-1.1915-06-T5.1` is a row of I16-1."""
    return key.partition(".")[0]


def nobody_stands_who_has_left_or_comes_later(at: SetUp) -> Faults:
    """What the schedule says last before the start holds: a unit withdrawn is not set up, nor one that still comes.

    A unit that the schedule withdraws first was there from the start. Dead pools and boxes are no part of this.
    """
    events, first = schedule_of(at.game), at.scenario.first_turn
    for stand in at.units():
        family = _family(at.game, stand.counter.id)
        before = [e for e in events.get(family, ()) if e.turn <= first]
        after = [e for e in events.get(family, ()) if e.turn > first]
        if before and before[-1].kind == "withdrawal":
            key = before[-1].key
            yield fault(rule_of(key), f"{stand.counter.id}: was withdrawn before ({key})", stand.placement.span)
        elif not before and after and after[0].kind == "reinforcement":
            key = after[0].key
            yield fault(rule_of(key), f"{stand.counter.id}: arrives only later ({key})", stand.placement.span)


def arrivals_are_those_of_the_schedule(at: SetUp) -> Faults:
    """Each on its turn (I3-10), at an arrival hex of its nation or its ally (I15-12, I15-18)."""
    events = schedule_of(at.game)
    for arrival in at.scenario.arrivals:
        counter = at.game.counters.get(arrival.what)
        if counter is None:
            continue
        dates = [e.turn for e in events.get(_family(at.game, counter.id), ()) if e.kind == "reinforcement"]
        if arrival.turn not in dates:
            when = ", ".join(map(str, dates)) or "on none"
            message = f"{counter.id}: arrives on turn {arrival.turn}; by the schedule {when}"
            yield fault("I3-10", message, arrival.span)
        entry, rule = ENTRIES.get(counter.nation, ("", ""))
        if entry and arrival.place != entry:
            yield fault(rule, f"{counter.id}: enters at {entry}, not {arrival.place!r}", arrival.span)


def scheduled_units_arrive(at: SetUp) -> Faults:
    """Every reinforcement of the scenario's turns comes, unless its unit is in play or has been and gone."""
    coming = {_family(at.game, a.what) for a in at.scenario.arrivals if a.what in at.game.counters}
    placed = {_family(at.game, p.what) for p in at.scenario.placements if p.what in at.game.counters}
    for row in _printed(at.game):
        if row["event"] != "reinforcement" or not at.scenario.first_turn <= int(row["turn"]) <= at.scenario.last_turn:
            continue
        for unit in row["units"].split():
            if unit in at.game.counters and _family(at.game, unit) not in coming | placed:
                yield fault(rule_of(row.key), f"{unit}: should arrive ({row.key})", at.scenario.span)


def arrivals_come_on_ordinary_turns(at: SetUp) -> Faults:
    """The special turn of a month has no reinforcement phase (S5-u2, S5-u6)."""
    special = {turn.number for turn in at.game.turns if turn.part == "special turn"}
    for arrival in at.scenario.arrivals:
        if arrival.turn in special:
            yield fault("S5-u6", f"{arrival.what}: nobody arrives on a special turn", arrival.span)


ARRIVALS: tuple[Callable[[SetUp], Faults], ...] = (
    nobody_stands_who_has_left_or_comes_later,
    arrivals_are_those_of_the_schedule,
    scheduled_units_arrive,
    arrivals_come_on_ordinary_turns,
)
