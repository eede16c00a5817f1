"""What a whole deployment does, no unit left in a pool: it mans the front, fills trenches, and touches home."""

from __future__ import annotations

from collections.abc import Callable

from builder.games.italian_front.sources_base import BARRED, FIGHTING, FOOT, Faults, SetUp, fault, is_printed

SIDES = (("austrian", "central"), ("italian", "entente"))
HOMES = {"central": "3616", "entente": "2326"}  # Ljubljana and Bologna: deep in each country (S19-5, S20-1)


def every_front_hex_is_held_or_controlled(at: SetUp) -> Faults:
    """A unit or a fortress stands in each front hex, or a zone of its own side reaches it (S10-1, S10-2, S10-6)."""
    if not at.whole or at.begin is None:
        return
    for name, side in SIDES:
        held = {s.placement.place for s in at.units() if s.counter.side == side and _holds(s.counter.type)}
        zones = {
            other for s in at.units() if s.counter.side == side and s.counter.type in FIGHTING
            for other in at.sheet.neighbours(s.placement.place)
            if at.sheet.terrain_between(s.placement.place, other) not in BARRED
        }  # fmt: skip
        for place in at.sheet.regions.get(f"front-{at.base}-{name}", ()):
            if place < at.begin.cut[side == "entente"]:
                continue  # the printed list is whole here, and it is the book's own
            if at.holder(place) == side and place not in held | zones and not barred_off(at, place):
                message = f"{place}: a front hex that no {side} unit holds or controls"
                yield fault(at.rule(side), message, at.scenario.span)


def _holds(type_: str) -> bool:
    return type_ in FIGHTING or type_ == "fortress"


def barred_off(at: SetUp, place: str) -> bool:
    """Whether nobody can come in from the enemy: each side that faces him is barred."""
    return all(kind in BARRED for kind in at.facing(place))


def trenches_have_a_garrison(at: SetUp) -> Faults:
    """Those who dig stand in them: infantry, assault, mountain or marine (S22-1, S22-4)."""
    if not at.whole:
        return
    diggers = {(s.placement.place, s.counter.side) for s in at.units() if s.counter.type in FOOT}
    for p in at.scenario.placements:
        side = {"cp-trench": "central", "en-trench": "entente"}.get(p.what)
        if side and (p.place, side) not in diggers:
            yield fault("S22-4", f"{p.place}: nobody stands in the trench who could have dug it", p.span)


def units_touch_home(at: SetUp) -> Faults:
    """Over hexes of their own side, to a city deep in it: nobody starts surrounded (S20-1).

    A printed row stands where the book puts it, whatever the terrain that we measured.
    """
    if not at.whole:
        return
    for side in HOMES:
        reached = within_home(at, side)
        for stand in at.units():
            here = stand.placement.place
            if is_printed(stand) or stand.counter.side != side or at.holder(here) != side:
                continue
            if here not in reached:
                message = f"{stand.counter.id}: {here} is cut off from home at the start"
                yield fault("S20-1", message, stand.placement.span)


def within_home(at: SetUp, side: str) -> set[str]:
    """The hexes of a side from which one can walk home over its own hexes."""
    home = HOMES[side]
    reached, queue = {home}, [home]
    while queue:
        here = queue.pop()
        for other in at.sheet.neighbours(here):
            if other in reached or at.holder(other) != side or at.sheet.hexes[other].terrain == "sea":
                continue
            if at.sheet.terrain_between(here, other) not in BARRED:
                reached.add(other)
                queue.append(other)
    return reached


FRONT: tuple[Callable[[SetUp], Faults], ...] = (
    every_front_hex_is_held_or_controlled,
    trenches_have_a_garrison,
    units_touch_home,
)
