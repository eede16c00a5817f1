"""What lies on the map as a player turn ends, and by the rules should not: works, nations that gave up."""

from __future__ import annotations

from builder.games.italian_front.checks_base import Rulings, Told, on_table, told_by
from builder.games.italian_front.checks_works import FRONT
from builder.games.italian_front.facts import Facts, seen
from builder.games.italian_front.facts_ground import DIGGING, TRENCHES
from builder.games.italian_front.facts_units import FOOT
from builder.model import Action, Marker
from builder.rules.ruleset import Check
from builder.rules.ruling import illegal, legal

LASTING = "1915-04-T1"  # from then on trenches of the front stay without men (S22-12)


def works_told(_action: Action, facts: Facts) -> Told:
    """S22-4 works without men, S22-11 trenches off the front, S22-12 trenches that the enemy walked into."""
    if not facts.turn_ends():
        return
    for marker in sorted(facts.state.markers.values(), key=lambda one: one.id):
        if not facts.on_map(marker.place):
            continue
        if marker.kind in DIGGING:
            yield from _begun(facts, marker, DIGGING[marker.kind])
        elif marker.kind in TRENCHES and facts.label:
            yield from _finished(facts, marker, TRENCHES[marker.kind])


def _begun(facts: Facts, marker: Marker, side: str) -> Told:
    if facts.when.side not in ("", side):
        return  # once a turn, when its owner's half ends
    men = next((u for u in facts.friends_at(marker.place, side) if u.type in FOOT), None)
    found = seen(f"who can dig in {marker.place}", men.id if men else "nobody")
    yield "S22-4", (legal if men else illegal)(f"works are begun in {marker.place}", found)


def _finished(facts: Facts, marker: Marker, side: str) -> Told:
    place = marker.place
    message = f"a trench of {'the Central Powers' if side == 'central' else 'the Entente'} lies in {place}"
    men = next((u for u in facts.friends_at(place, side) if u.type in FOOT), None)
    if facts.label < LASTING:
        if facts.when.side in ("", side):
            found = seen(f"who can dig in {place}", men.id if men else "nobody")
            yield "S22-4", (legal if men else illegal)(message, found, facts.moment())
        return
    foe = next((u for u in facts.foes_at(place, side) if facts.fights(u)), None)
    found = seen(f"in {place}", foe.id if foe else men.id if men else "nobody")
    if foe is None or facts.when.side in ("", foe.side):  # once a turn
        yield "S22-12", (illegal if foe else legal)(message, found, facts.moment())
    if foe is None and facts.when.side in ("", side):
        yield from _off_the_front(facts, place, side, message)


def _off_the_front(facts: Facts, place: str, side: str, message: str) -> Told:
    """The book does not say what the front is: where no enemy is near, it is for the players to say (P67)."""
    said = facts.said_yes("front", place)
    if said is not None:
        yield "S22-11", (legal if said.value else illegal)(message, said)
        return
    if not facts.is_number(place) or facts.given.blank:
        return
    near = [n for n in facts.neighbours(place) if facts.foes_at(n, side) or _others(facts, n, side)]
    if near:
        yield "S22-11", legal(message, seen("enemy hexes beside it", " ".join(near)), reading=FRONT)


def _others(facts: Facts, place: str, side: str) -> bool:
    return place in facts.sheet.hexes and facts.control(place).value not in ("", side)


def begun_works_stay(action: Action, facts: Facts) -> Rulings:
    """S22-3."""
    if len(action.path) < 2:
        return
    start, goal = action.path[0], action.path[-1]
    begun = [m for m in facts.markers(start) if m.kind in DIGGING]
    if begun and start != goal:
        yield illegal(f"works begun in {start} are carried to {goal}", seen(begun[0].id, start))


def nations_that_gave_up_leave(_action: Action, facts: Facts) -> Rulings:
    """S26-7."""
    if not facts.turn_ends():
        return
    for nation in facts.game.nations:
        if not facts.told_of(nation):
            continue
        level = facts.gave_up(nation)
        if not level.known or not level.value:
            continue
        left = next((u for u in on_table(facts) if u.nation == nation), None)
        message = f"{nation} units have left the map after the surrender"
        if left is None:
            yield legal(message, level)
        else:
            yield illegal(f"{left.id} stands in {left.place} after the surrender", level, seen(left.id, left.place))


CHECKS = (
    *told_by(
        works_told,
        {
            "S22-4": "works_without_men_are_gone",
            "S22-11": "trenches_off_the_front_are_ruined",
            "S22-12": "trenches_that_the_enemy_walked_into_are_ruined",
        },
        "end-phase",
    ),
    Check("S22-3", ("carry-works",), begun_works_stay),
    Check("S26-7", ("end-phase",), nations_that_gave_up_leave),
)
