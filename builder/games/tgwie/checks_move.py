"""Operational movement: from hex to neighbour, within the factor, nowhere that is closed (chapter 12)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from builder.games.tgwie.checks_base import Rulings, from_log, goal, units_of, verdict
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import book, seen
from builder.model import Action, Reason, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal, undecided


def units_go_from_hex_to_neighbour(action: Action, facts: Facts) -> Rulings:
    """A drag drops hexes out of sight: a gap in a log is filled, in a case it is an act (12.1.B)."""
    if len(action.path) < 2 or _changes_maps(action, facts):
        return
    gap = facts.gaps(action.path)
    if from_log(action):
        yield from _some_way_leads_there(action, facts)
        return
    if gap.value is not None:
        yield illegal(f"{gap.value[0]} and {gap.value[1]} do not touch", gap)
    else:
        yield legal("each hex touches the next", gap)


def _changes_maps(action: Action, facts: Facts) -> bool:
    """Whether 14.1.E speaks: from one map to another."""
    ends = (action.path[0], action.path[-1])
    return all(map(facts.is_number, ends)) and len({facts.theatre(p).value for p in ends}) > 1


def _some_way_leads_there(action: Action, facts: Facts) -> Rulings:
    for unit in units_of(action, facts):
        trip = facts.trip(unit.id, action.path)
        gap = facts.gaps(trip.whole) if trip is not None else None
        if gap is not None and gap.value is not None:
            yield illegal(f"no way within its reach leads {unit.id} from {gap.value[0]} to {gap.value[1]}", gap,
                          Reason("map", "between them", facts.ground))  # fmt: skip
        elif gap is not None:
            yield legal(f"a way leads {unit.id} there", gap)


def _spends(unit: Unit, action: Action, facts: Facts) -> Rulings:
    trip = facts.trip(unit.id, action.path)
    allowance = facts.allowance(unit.id)
    if trip is None:
        return
    points, way = trip.way.points, trip.way
    text = f"{unit.id} spends {points} points and has {allowance.value}"
    if allowance.needs:
        yield undecided(f"{unit.id} spends {points} points", allowance)
    elif points > allowance.value and not _minimum(facts, unit, trip):
        # what is unknown would only add to the cost
        yield illegal(text, allowance, *way.reasons, sum=way.sum())
    elif way.needs:
        yield undecided(text, allowance, *way.reasons, needs=way.needs)
    else:
        yield legal(text, allowance, *way.reasons, sum=way.sum())


def _minimum(facts: Facts, unit: Unit, trip) -> bool:
    """One hex at the start of the move, for whoever has a factor (12.4)."""
    return trip.fresh and len(trip.whole) == 2 and facts.printed(unit, "movement").value > 0


def nobody_spends_more_than_the_factor(action: Action, facts: Facts) -> Rulings:
    if len(action.path) < 2 or _mixed(action, facts):
        return
    for unit in units_of(action, facts):
        yield from _spends(unit, action, facts)


def a_stack_goes_as_far_as_its_slowest(action: Action, facts: Facts) -> Rulings:
    """Slow units may stay behind; together nobody goes farther than the slowest (12.8)."""
    if len(action.path) < 2 or not _mixed(action, facts):
        return
    for unit in units_of(action, facts):
        yield from _spends(unit, action, facts)


def _mixed(action: Action, facts: Facts) -> bool:
    return len({facts.allowance(u.id).value for u in units_of(action, facts)}) > 1


def one_hex_may_always_be_gone(action: Action, facts: Facts) -> Rulings:
    """With all its points, at the start of its move (12.4.A)."""
    for unit in units_of(action, facts):
        trip = facts.trip(unit.id, action.path)
        allowance = facts.allowance(unit.id)
        if trip is None or not allowance.known or trip.way.points <= allowance.value or trip.way.needs:
            continue
        if _minimum(facts, unit, trip):
            yield legal(f"{unit.id} goes one hex with all its points", allowance, *trip.way.reasons, sum=trip.way.sum())


def _bars(rule: str) -> Callable[[Action, Facts], Rulings]:
    """A check that no step of the way is barred by one rule."""

    def check(action: Action, facts: Facts) -> Rulings:
        for unit in units_of(action, facts):
            yield from _barred(rule, unit, action, facts)

    check.__name__ = {
        "12.5.A.1": "nobody_enters_a_hex_with_enemies", "12.5.A.2": "nobody_enters_the_sea",
        "12.5.A.3": "nobody_enters_neutral_ground", "12.5.A.4": "nobody_enters_an_intact_enemy_fort",
        "12.5.B": "lakes_are_crossed_in_snow_alone", "12.5.C": "mountain_units_alone_enter_alpine_hexes",
        "7.13.H": "the_central_powers_never_enter_a_beach",
    }[rule]  # fmt: skip
    return check


def _barred(rule: str, unit: Unit, action: Action, facts: Facts) -> Rulings:
    trip = facts.trip(unit.id, action.path)
    if trip is None:
        return
    unsure, fine = [], []
    whole = action.path if not trip.filled else _tail(trip.whole, action.path[0])
    sure = set(action.path)
    for a, b in pairwise(whole):
        for bar in facts.bars(unit, a, b):
            if bar.rule != rule:
                continue
            if bar.shut.needs:
                unsure.append(bar.shut)
            elif bar.shut.value and b in sure:
                yield illegal(f"{unit.id}: {bar.text}", bar.shut)
                return
            else:
                fine.append(bar.shut)
    if unsure:
        yield undecided(f"{unit.id}: cannot be told on the way", *unsure)
    elif fine:
        yield legal(f"{unit.id} may go there", *fine)


def _tail(whole: tuple[str, ...], start: str) -> tuple[str, ...]:
    """The part of a whole way from where this action began."""
    at = max((i for i, p in enumerate(whole) if p == start), default=0)
    return whole[at:]


def nobody_is_placed_where_it_may_not_go(action: Action, facts: Facts) -> Rulings:
    for unit in units_of(action, facts):
        ground = facts.terrain(action.place) if facts.on_map(action.place) else None
        if ground is not None:
            bad = ground.value == "alpine" and unit.type != "mountain"
            yield verdict(bad, f"{unit.id}, {unit.type}, in {action.place}", ground)


def no_move_ends_out_of_supply(action: Action, facts: Facts) -> Rulings:
    """A unit that was out of supply already may not end so either; it may stand (11.19.A; reading E2).

    In a log a move may go on, and a stack may open the way for it: those are judged as the phase ends.
    """
    if len(action.path) < 2 or from_log(action):
        return
    end = goal(action)
    if not facts.on_map(end):
        return
    for unit in units_of(action, facts):
        fed = facts.supplied_on_entering(unit, end)
        yield verdict(not fed.value, f"{unit.id} in {end} is {'supplied' if fed.value else 'out of supply'}", fed)


def nobody_who_moved_stands_out_of_supply(action: Action, facts: Facts) -> Rulings:
    """The same as the movement phase of a log ends."""
    if "movement" not in facts.when.phase or "strategic" in facts.when.phase or not from_log(action):
        return
    for name in sorted(facts.ledger.ways):
        unit = facts.unit(name)
        if unit is None or not facts.on_map(unit.place) or not unit.steps:
            continue
        fed = facts.supplied(name)
        if fed.known and not fed.value:
            yield illegal(f"{name} ended its move out of supply in {unit.place}", fed)
        elif fed.known:
            yield legal(f"{name} is supplied in {unit.place}", fed)


def _resumed(action: Action, facts: Facts, alone: bool) -> Rulings:
    """Whether a unit that had moved, `alone` or in a stack, goes on although units of another hex moved since."""
    if len(action.path) < 2:
        return
    unit = next(iter(units_of(action, facts)), None)
    started = facts.ledger.started.get(unit.id) if unit is not None else None
    if unit is None or started is None:
        return
    before = next((a for a in facts.ledger.done if a.verb == "move" and unit.id in a.units), None)
    if before is not None and (len(before.units) == 1) != alone:
        return
    again = started in facts.ledger.note("left").split() and facts.ledger.note("moving-from") != started
    since = seen("moved since", facts.ledger.note("moving-from") or "nobody")
    if again:
        yield illegal(f"{unit.id} of {started} moves on after others moved", since, unless_consent=True)
    else:
        yield legal(f"{unit.id} of {started} moves on", since)


def a_move_is_finished_before_another_begins(action: Action, facts: Facts) -> Rulings:
    """For a unit that moved by itself (12.3.D); for stacks see 12.7.C."""
    yield from _resumed(action, facts, alone=True)


def a_stack_left_is_not_taken_up_again(action: Action, facts: Facts) -> Rulings:
    """Once units from another hex move, what stayed behind may move on by consent alone (12.7.C)."""
    yield from _resumed(action, facts, alone=False)


def a_stack_begins_the_phase_together(action: Action, facts: Facts) -> Rulings:
    """A case moves them as one; a drag of a log may be several moves, one after the other (12.6.A)."""
    units = units_of(action, facts)
    if len(action.path) < 2 or len(units) < 2 or from_log(action):
        return
    starts = {facts.ledger.started.get(u.id, u.place) for u in units}
    yield verdict(len(starts) > 1, f"a stack that began the phase in {' and '.join(sorted(starts))}",
                  seen("began the phase in", " ".join(sorted(starts))))  # fmt: skip


def belgians_stay_on_turn_1(action: Action, facts: Facts) -> Rulings:
    _stay = [u for u in units_of(action, facts) if u.nation == "belgian"]
    for unit in _stay:
        turn = facts.turn()
        yield verdict(turn.value == 1, f"{unit.id} moves on turn {turn.value}", turn, book("Belgians", "stay", "3.4.F"))


def garrisons_stay_on_turns_1_and_2(action: Action, facts: Facts) -> Rulings:
    """V, X and Y neither move nor attack (3.4.G)."""
    for unit in units_of(action, facts):
        code = facts.attribute(unit, "setup_code")
        if code in ("V", "X", "Y"):
            turn = facts.turn()
            yield verdict(turn.value in (1, 2), f"{unit.id}, code {code}, acts on turn {turn.value}", turn,
                          seen("code", code))  # fmt: skip


def no_land_way_between_the_beaches(action: Action, facts: Facts) -> Rulings:
    """Nothing moves or fights between E1022 and E1122; land leads to E1023 alone (7.13.G, 7.13.I)."""
    beaches = {"E1022", "E1122"}
    steps = pairwise(action.path) if action.verb == "move" else (
        (u.place, action.place) for u in units_of(action, facts))  # fmt: skip
    for a, b in steps:
        if not {a, b} & beaches:
            continue
        other = b if a in beaches else a
        bad = {a, b} <= beaches or other != "E1023"
        yield verdict(bad, f"{a}-{b}", book("beaches", "by E1023 alone", "7.13.I"))


def under_the_treaty_russians_are_kept_away_from(action: Action, facts: Facts) -> Rulings:
    """Others stay out of Russian hexes that hold or touch a Russian unit (6.15.A.3)."""
    treaty = facts.said_yes("treaty")
    if treaty is None or not treaty.value:
        return
    for unit in units_of(action, facts):
        if unit.nation in ("russian", "provisional"):
            continue
        for place in action.path[1:]:
            country = facts.country(place)
            if country.value not in ("RU", "RP"):
                continue
            near = [u for p in (place, *facts.neighbours(place)) for u in facts.at(p)
                    if u.nation in ("russian", "provisional")]  # fmt: skip
            yield verdict(
                bool(near), f"{unit.id} enters {place}" + (f" beside {near[0].id}" if near else ""), treaty, country
            )


def under_the_treaty_russians_stay(action: Action, facts: Facts) -> Rulings:
    treaty = facts.said_yes("treaty")
    if treaty is None or not treaty.value:
        return
    for unit in units_of(action, facts):
        if unit.nation in ("russian", "provisional"):
            yield illegal(f"{unit.id} acts under the treaty", treaty)
        else:
            yield legal(f"{unit.id} is no Russian", treaty)


def marked_for_devastation_they_neither_move_nor_attack(action: Action, facts: Facts) -> Rulings:
    for unit in units_of(action, facts):
        marked = facts.said_yes("devastating", unit.id)
        if marked is not None:
            yield verdict(marked.value, f"{unit.id} is marked for devastation and acts", marked)


def the_paris_gun_stays(action: Action, facts: Facts) -> Rulings:
    for name in action.units:
        if "paris-gun" in name or name == "gun":
            yield illegal(f"{name} moves", book("Paris Gun", "never moves", "7.26.D"))


CHECKS = (
    Check("12.1.B", ("move",), units_go_from_hex_to_neighbour),
    Check("12.1.A", ("move",), nobody_spends_more_than_the_factor),
    Check("12.8", ("move",), a_stack_goes_as_far_as_its_slowest),
    Check("12.4.A", ("move",), one_hex_may_always_be_gone),
    *(Check(rule, ("move",), _bars(rule)) for rule in
      ("12.5.A.1", "12.5.A.2", "12.5.A.3", "12.5.A.4", "12.5.B", "12.5.C")),
    Check("12.5.C", ("set-up",), nobody_is_placed_where_it_may_not_go),
    Check("7.13.H", ("move", "advance"), _bars("7.13.H")),
    Check("11.19.A", ("move",), no_move_ends_out_of_supply),
    Check("11.19.A", ("end-phase",), nobody_who_moved_stands_out_of_supply),
    Check("12.3.D", ("move",), a_move_is_finished_before_another_begins),
    Check("12.6.A", ("move",), a_stack_begins_the_phase_together),
    Check("12.7.C", ("move",), a_stack_left_is_not_taken_up_again),
    Check("3.4.F", ("move",), belgians_stay_on_turn_1),
    Check("3.4.G", ("move", "attack"), garrisons_stay_on_turns_1_and_2),
    Check("7.13.I", ("move", "attack"), no_land_way_between_the_beaches),
    Check("6.15.A.1", ("move", "attack"), under_the_treaty_russians_stay),
    Check("6.15.A.3", ("move",), under_the_treaty_russians_are_kept_away_from),
    Check("15.2.B", ("move", "attack"), marked_for_devastation_they_neither_move_nor_attack),
    Check("7.26.D", ("move",), the_paris_gun_stays),
)  # fmt: skip
