"""Set-up as a log can show it (3.3 to 3.8): where armies stand, who deploys first, British who wait for war."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.glorys_end.checks_base import Rulings, acting, worst, written
from builder.games.glorys_end.facts import Facts, seen
from builder.model import Action, Answer, Need, Reason, Unit
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

HOME = {"french": ("FR",), "german": ("GE", "LU", "BE")}
BORDER = "neutral-border"


def _placed(action: Action, facts: Facts) -> Iterator[tuple[Unit, str]]:
    """(unit, hex) to look at: what is written; of a log everything on the map once the set-up is over.

    Pieces are dragged to and fro before that. The Marne prints its own set-up.
    """
    if facts.rules_of_play == "marne":
        return
    if action.verb == "set-up" and written(action):
        yield from ((unit, action.place) for unit in acting(action, facts))
    elif action.verb == "end-phase" and not written(action) and not facts.when.turn and facts.scenario is not None:
        for _, unit in sorted(facts.state.units.items()):
            if facts.on_map(unit.place) and (unit.side == "german" or unit.nation == "french"):
                yield unit, unit.place


def _by_marker(unit: Unit, army: str, place: str, facts: Facts) -> Answer[bool]:
    """Whether a hex lies within three of an army's marker."""
    marker, limit = facts.army_marker(unit.nation, army), facts.limit("setup-radius")
    if not marker.known or not facts.is_number(place):
        return Answer(False, marker.reasons, marker.needs or (Need("given", place, "a hex"),))
    away = facts.sheet.grid.distance(marker.value, place)
    reason = seen(f"hexes from the marker in {marker.value}", away)
    return Answer(away <= limit.value, (*marker.reasons, reason, *limit.reasons))


def _lands(unit: Unit, facts: Facts) -> tuple[str, ...]:
    free = ("NL",) if facts.rules_of_play == "free" and unit.nation == "german" else ()
    return HOME.get(unit.nation, ()) + free


def _by_its_army(nation: str, name: str):
    def run(action: Action, facts: Facts) -> Rulings:
        found = []
        for unit, place in _placed(action, facts):
            army = facts.army(unit)
            if unit.nation == nation and army.value not in ("", "0"):
                found.append(_stands(unit, army, place, facts))
        return worst(found)

    run.__name__ = name
    return run


def _stands(unit: Unit, army: Answer[str], place: str, facts: Facts) -> Ruling:
    near, country = _by_marker(unit, army.value, place, facts), facts.country(place)
    abroad = country.known and country.value not in _lands(unit, facts)
    if abroad and not (unit.nation == "german" and country.value == "FR"):  # that one is 3.3.g
        return illegal(f"{unit.id} does not start in {country.value}", country)
    if near.needs:
        return undecided(f"where army {army.value} has its marker is not known", army, near)
    if not near.value:
        return illegal(f"{unit.id} starts too far from the marker of army {army.value}", army, near)
    return legal(f"{unit.id} starts by the marker of army {army.value}", army, near)


def no_german_unit_starts_in_france(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit, place in _placed(action, facts):
        country = facts.country(place)
        if unit.side == "german" and country.value == "FR":
            found.append(illegal(f"{unit.id} starts in France, {place}", country))
        elif unit.side == "german":
            found.append(legal(f"{place} is not in France", country))
    return worst(found)


def zero_units_keep_to_the_army_that_takes_them(action: Action, facts: Facts) -> Rulings:
    """Stacked with an army's units they are its own; else some army's marker is near."""
    found = []
    for unit, place in _placed(action, facts):
        if facts.army(unit).value != "0":
            continue
        beside = {facts.army(u).value for u in facts.at(place) if u.id != unit.id} - {"", "0"}
        armies = beside or facts.armies_of(unit.nation)
        asked = [_by_marker(unit, army, place, facts) for army in sorted(armies)]
        fits = next((a for a in asked if a.known and a.value), None)
        if fits is not None:
            found.append(legal(f"{unit.id} starts within three hexes of an army's marker", fits))
        elif not asked or any(not a.known for a in asked):
            needs = tuple(n for a in asked for n in a.needs) or (Need("given", f"army-marker {unit.nation} N"),)
            found.append(undecided(f"which army takes {unit.id} is not known", needs=needs))
        else:
            found.append(illegal(f"{unit.id} starts near the marker of no army that could have taken it", *asked))
    return worst(found)


def the_french_deploy_before_the_germans(action: Action, facts: Facts) -> Rulings:
    """Historical set-up; in the free one both deploy twice (3.5)."""
    if facts.rules_of_play not in ("campaign", "short"):
        return
    army = [u for u in acting(action, facts) if facts.army(u).value and u.side == "allied"]
    if not army:
        return
    german = facts.ledger.note("deployed", "german")
    if german:
        message = f"{army[0].id} is deployed after German units were"
        yield illegal(message, seen("German units deployed", german), unless_consent=True)
    else:
        yield legal("no German army unit has been deployed yet", seen("German units deployed", "none"))


def units_start_at_full_strength(action: Action, facts: Facts) -> Rulings:
    found = []
    for unit, _ in _placed(action, facts):
        each = seen(f"steps of {unit.id}", f"{unit.steps} of {unit.full_steps}")
        if unit.steps < unit.full_steps:
            found.append(illegal(f"{unit.id} starts with {unit.steps} of {unit.full_steps} steps", each))
        else:
            found.append(legal(f"{unit.id} starts with all its steps", each))
    return worst(found)


def german_markers_keep_off_the_neutral_border(action: Action, facts: Facts) -> Rulings:
    """Seen when a unit of the army is put beside its marker; the units themselves may stand on the border."""
    if facts.rules_of_play != "free":
        return
    found = []
    for unit, _ in _placed(action, facts):
        army = facts.army(unit)
        marker = facts.army_marker(unit.nation, army.value) if unit.side == "german" and army.value else None
        if marker is None or not marker.known or not facts.on_map(marker.value):
            continue
        region = facts.sheet.region_facts[BORDER]
        border = Reason("hexes along the neutral border", len(region.hexes), facts.weigh(region.evidence))
        if marker.value in region.hexes:
            found.append(
                illegal(f"the marker of army {army.value} stands on the border, {marker.value}", border, marker)
            )
        else:
            found.append(legal(f"the marker of army {army.value} keeps off the border", border, marker))
    return worst(found)


# ---- Britain waits (3.7)


def _war(facts: Facts) -> tuple[Answer[bool], int] | None:
    """Whether Britain is in, and since when; None where Belgium was invaded, as nearly always."""
    if facts.rules_of_play != "free" and facts.given.get("violated", "belgium") is None:
        return None
    since, turn = facts.britain_since(), facts.turn()
    if since.known and not since.value:
        return None
    known = Answer(turn.value > since.value, since.reasons + turn.reasons, since.needs + turn.needs)
    return known, since.value


def british_wait_off_the_map_while_belgium_is_neutral(action: Action, facts: Facts) -> Rulings:
    british = [u for u in acting(action, facts) if u.nation == "british"]
    if british and action.verb == "set-up":
        invaded = facts.violated("belgium")
        if invaded.known and not invaded.value:
            yield illegal(f"{british[0].id} does not start on the map while Belgium is neutral", invaded)
        return
    war = _war(facts) if british else None
    if war is None:
        return
    known, since = war
    if not known.known:
        yield undecided("whether Britain is at war is not known", known)
    elif known.value:
        yield legal(f"Britain is at war since turn {since}", known)
    else:
        yield illegal(f"{british[0].id} acts, and Britain is not at war", known)


def british_enter_french_ports_after_20_german_points(action: Action, facts: Facts) -> Rulings:
    british = [u for u in acting(action, facts) if u.nation == "british" and facts.starts_in_play(u)]
    war = _war(facts) if british else None
    if war is None:
        return
    known, since = war
    port, country, held = facts.is_port(action.place), facts.country(action.place), facts.control(action.place)
    if not known.known:
        yield undecided("whether Britain is at war is not known", known)
    elif not known.value:
        yield illegal("Britain enters in the Allied player turn after the Germans have 20 points", known)
    elif port.known and not port.value:
        yield illegal(f"{action.place} is no port", port)
    elif country.known and country.value != "FR":
        yield illegal(f"{action.place} is not in France", country)
    elif held.known and held.value != "allied":
        yield illegal(f"{action.place} is not under Allied control", held)
    else:
        yield legal(f"Britain is at war since turn {since}, and enters by {action.place}", known, port, country, held)


def british_arrivals_wait_for_war(action: Action, facts: Facts) -> Rulings:
    british = [u for u in acting(action, facts) if u.nation == "british"]
    if action.verb == "arrive":
        british = [u for u in british if not facts.starts_in_play(u)]
    war = _war(facts) if british else None
    if war is None:
        return
    known, since = war
    if not known.known:
        yield undecided("whether Britain is at war is not known", known)
    elif known.value:
        yield legal(f"Britain is at war since turn {since}", known)
    else:
        yield illegal(f"{british[0].id} comes, and Britain is not at war", known)


SET_UP = ("set-up", "end-phase")
CHECKS = (
    Check("3.3.b", SET_UP, _by_its_army("french", "french_armies_start_by_their_markers_in_france")),
    Check("3.3.c", ("set-up",), the_french_deploy_before_the_germans),
    Check("3.3.e", SET_UP, _by_its_army("german", "german_armies_start_by_their_markers")),
    Check("3.3.g", SET_UP, no_german_unit_starts_in_france),
    Check("3.4.b", SET_UP, zero_units_keep_to_the_army_that_takes_them),
    Check("3.6.g", SET_UP, german_markers_keep_off_the_neutral_border),
    Check("3.7.a", ("set-up", "move", "rail", "ship", "attack", "dig"),
          british_wait_off_the_map_while_belgium_is_neutral),
    Check("3.7.b", ("arrive",), british_enter_french_ports_after_20_german_points),
    Check("3.7.c", ("arrive", "rebuild"), british_arrivals_wait_for_war),
    Check("3.8.b", SET_UP, units_start_at_full_strength),
)  # fmt: skip
