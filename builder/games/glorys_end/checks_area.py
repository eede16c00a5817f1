"""Where nobody may go or stop: beyond a scenario's map (16.1), in Abbeville (7.13), in three ports (17.2)."""

from __future__ import annotations

from builder.games.glorys_end.checks_base import Rulings, goal_of, written
from builder.games.glorys_end.facts import Facts, seen
from builder.games.glorys_end.facts_board import ABBEVILLE
from builder.games.glorys_end.witness import PORTS
from builder.model import Action, Answer, Evidence, Reason, Tag
from builder.rules.ruleset import Check
from builder.rules.ruling import Ruling, illegal, legal, undecided

EXTENT = Evidence(Tag.CHOSEN, note="the book prints no extent of the small map")
ANTWERP, OSTEND, DUNKIRK, CALAIS, BOULOGNE = "1226", "1032", "1335", "1337", "1439"
NORTHERN = (ANTWERP, OSTEND, DUNKIRK, CALAIS, BOULOGNE)


def units_stay_on_the_scenarios_map(action: Action, facts: Facts) -> Rulings:
    area = facts.area
    if not area:
        return
    going = (*action.path[1:], *([action.place] if action.place else []))
    on_paper = [place for place in going if place in facts.sheet.hexes]
    outside = next((place for place in on_paper if place not in area), "")
    extent = Reason("hexes of the scenario's map", len(area), facts.weigh(EXTENT), "map/regions.csv:marne-area:hexes")
    if outside:
        yield illegal(f"{outside} lies off the scenario's map", extent)
    elif on_paper:
        yield legal("it stays on the scenario's map", extent)


def germans_stop_in_abbeville_only_with_the_north(action: Action, facts: Facts) -> Rulings:
    if facts.rules_of_play not in ("campaign", "short"):
        return
    for unit in _stops(action, ABBEVILLE, facts):
        yield _with_all(unit, ABBEVILLE, NORTHERN, facts)
        return
    if ABBEVILLE in action.path[1:-1] and facts.actor(action) == "german":
        yield legal("Abbeville is only crossed", seen("way", "-".join(action.path)))


def germans_stop_in_three_ports_only_after_paris(action: Action, facts: Facts) -> Rulings:
    if facts.rules_of_play != "short":
        return
    for port in PORTS:
        for unit in _stops(action, port, facts):
            paris = facts.paris_endangered()
            if facts.ledger.note("opened-by-advance", port) or (paris.known and paris.value):
                yield _with_all(unit, port, (ANTWERP, OSTEND), facts, paris)
            elif paris.known:
                yield illegal(f"{unit} stops in {port}, and Paris has not been endangered", paris)
            else:
                yield undecided(f"whether {unit} may stop in {port} is not known", paris)
            return


def _stops(action: Action, place: str, facts: Facts) -> tuple[str, ...]:
    """Germans whose move ends in a hex: as written, or for drags as the phase ends, since another may follow."""
    if action.verb == "end-phase":
        if facts.when.phase != "operational-movement":
            return ()
        gone = (u.id for u in facts.at(place) if u.side == "german")
        return tuple(u for u in gone if facts.ledger.ways.get(u, ("",))[-1] == place)
    if goal_of(action) != place or (action.verb == "move" and not written(action)):
        return ()
    return tuple(u.id for u in facts.units(action.units) if u.side == "german")


def _with_all(unit: str, place: str, needed: tuple[str, ...], facts: Facts, *because: Answer) -> Ruling:
    if facts.ledger.note("opened-by-advance", place):
        return legal(f"an advance opened {place}", seen(f"advance into {place}", "yes"))
    held = [facts.control(city) for city in needed]
    missing = [c for c, h in zip(needed, held, strict=True) if h.known and h.value != "german"]
    if missing:
        lacking = facts.control(missing[0])
        return illegal(f"{unit} stops in {place}, and {missing[0]} is not German", lacking)
    return legal(f"{' '.join(needed)} are German", *held, *because)


ENDS = ("move", "rail", "end-phase")
CHECKS = (
    Check("16.1.a", ("move", "rail", "ship", "arrive", "advance"), units_stay_on_the_scenarios_map),
    Check("7.13.a", ENDS, germans_stop_in_abbeville_only_with_the_north),
    Check("17.2.a", ENDS, germans_stop_in_three_ports_only_after_paris),
)
