"""What happens between operational turns and shows on the tracks: U-boats, bombers, command marker, weather."""

from __future__ import annotations

from collections.abc import Callable

from builder.games.tgwie.checks_base import Rulings, from_log, units_of, verdict
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import seen
from builder.model import Action, Need
from builder.rules.ruleset import Check
from builder.rules.ruling import legal, undecided

STRATEGIC = ("chit-pull", "resources", "strategic-warfare")
BOMBERS = "IAF"


# ---- U-boats


def a_u_boat_that_is_drawn_goes_to_work(action: Action, facts: Facts) -> Rulings:
    """Into the Warfare Box where none is there, unless the convoys have ended it (6.8.A, 6.8.G)."""
    drawn = next((a for a in facts.ledger.done if a.verb == "draw" and "u-boat" in a.detail("chit")), None)
    if facts.when.phase != "chit-pull" or drawn is None:
        return
    there, convoy = facts.u_boats_at("Warfare"), facts.played("convoy")
    if there.known and there.value:
        yield legal("a U-boat chit lies in the Strategic Warfare Box", there)
    elif convoy.known and not convoy.value:
        yield verdict(True, f"{drawn.detail('chit')} was drawn, and none lies in the Strategic Warfare Box", there)
    elif not convoy.known:
        yield undecided(f"{drawn.detail('chit')} was drawn", there, convoy)


def one_u_boat_chit_works_at_a_time(action: Action, facts: Facts) -> Rulings:
    """A further one waits among the available units (6.8.B)."""
    if facts.when.phase not in STRATEGIC:
        return
    there = facts.u_boats_at("Warfare")
    if there.value:
        yield verdict(there.value > 1, f"{there.value} U-boat chits in the Strategic Warfare Box", there)


def a_u_boat_that_waits_comes_once_the_box_is_empty(action: Action, facts: Facts) -> Rulings:
    """Where the box was empty as the strategic turn began (6.8.B, 6.8.F)."""
    if facts.when.phase != "strategic-warfare":
        return
    waits, there = facts.u_boats_at("Available-central"), facts.u_boats_at("Warfare")
    began = facts.ledger.note("u-boats-as-it-began")
    if not waits.value or began != "0":
        return
    convoy = facts.played("convoy")
    told = f"a U-boat chit waits, and {there.value or 'none'} lies in the Strategic Warfare Box"
    if there.value:
        yield legal(told, waits, there)
    elif not convoy.known:
        yield undecided(told, waits, there, convoy)
    elif not convoy.value:
        yield verdict(True, told, waits, there, seen("in the box as the strategic turn began", began))


# ---- air units in the Strategic Warfare Box


def the_independent_air_force_stays_in_its_box(action: Action, facts: Facts) -> Rulings:
    for unit in units_of(action, facts):
        named = facts.designation(unit)
        if unit.side == "allied":
            yield verdict(named == BOMBERS, f"{named} leaves the Strategic Warfare Box", seen(unit.id, named))


def home_defence_lasts_until_the_next_strategic_turn(action: Action, facts: Facts) -> Rulings:
    for unit in units_of(action, facts):
        since, turn = facts.ledger.note("committed-on", unit.id), facts.turn()
        if unit.side != "central" or not since or not turn.known:
            continue
        over = facts.strategic_between(int(since), turn.value)
        yield verdict(not over.value, f"{unit.id}, on home defence since turn {since}, leaves on turn {turn.value}",
                      over)  # fmt: skip


# ---- the command marker


def the_command_marker_lies_on_the_strategic_turn(action: Action, facts: Facts) -> Rulings:
    """Right after the initiative, on the space of the current strategic turn (6.18.A)."""
    marker, place = action.detail("marker"), action.place
    if marker not in ("ohl", "oberost") or not facts.on_the_turn_track(place):
        return
    letter, phase = facts.letter(), facts.when.phase
    late = bool(phase) and phase != "initiative"
    yield verdict(late or place != f"T{letter.value}", f"{marker} is placed on {place} in {phase or 'no phase'}",
                  letter, facts.moment())  # fmt: skip


# ---- weather


def the_weather_shown_is_that_of(month: str) -> Callable[[Action, Facts], Rulings]:
    """A marker is a reminder: in a log one that disagrees may have been left lying (9.0.F)."""

    def check(action: Action, facts: Facts) -> Rulings:
        turn = facts.turn()
        if facts.when.phase != "weather" or not turn.known or facts.month_of(turn.value) != month:
            return
        for which in ("west", "east"):
            shown = facts.weather_shown(which)
            if shown is None:
                continue
            may = facts.weather_by_chart(which, month)
            told = f"{shown.value} in the {which} in {month}, the chart has {' or '.join(may.value)}"
            if shown.value not in may.value and from_log(action):
                left = Need("log", f"weather {which}", "whether the marker was left lying")
                yield undecided(told, shown, may, needs=(left,))
            else:
                yield verdict(shown.value not in may.value, told, shown, may)

    check.__name__ = f"the_weather_shown_is_that_of_{month.lower()}"
    return check


WEATHER = ("Jan", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep")  # January's turn is February's too

CHECKS = (
    Check("6.8.A", ("end-phase",), a_u_boat_that_is_drawn_goes_to_work),
    Check("6.8.B", ("end-phase",), one_u_boat_chit_works_at_a_time),
    Check("6.8.F", ("end-phase",), a_u_boat_that_waits_comes_once_the_box_is_empty),
    Check("6.10.B", ("recall",), home_defence_lasts_until_the_next_strategic_turn),
    Check("6.10.F", ("recall",), the_independent_air_force_stays_in_its_box),
    Check("6.18.A", ("put",), the_command_marker_lies_on_the_strategic_turn),
    *(Check(f"9.0.F.{month}", ("end-phase",), the_weather_shown_is_that_of(month)) for month in WEATHER),
)
