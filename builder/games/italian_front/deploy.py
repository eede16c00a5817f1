"""A whole legal deployment for a scenario whose set-up rows are lost, found by HiGHS, a solver of integer programmes.

Printed rows and fortresses stand as they are. Every unit of the pools gets a hex that its side holds and that touches
home, not below the end of its list (P2); stacks keep their limits (S11), garrisons their towns (I3-4), artillery stands
within its supply line of a headquarters (S29-4), trenches have a garrison (S22-4), and each front hex is held or
controlled (S10). Among all such deployments the one nearest to the hexes preferred is taken.

A tool for makers (`pip install hexwright[solve]`): what it found stands in `scenarios/*-example.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from builder.games.italian_front.sources_base import (
    BARRED,
    FIGHTING,
    FOOT,
    GUNS,
    POOLS,
    SetUp,
    Stand,
    land_sides,
    set_up_of,
)
from builder.games.italian_front.sources_front import SIDES, barred_off, within_home
from builder.games.italian_front.sources_setup import GARRISONS, divisions_of
from builder.kit.solver import new_solver
from builder.model import Counter, Game

NEAR_FRONT = 4  # hexes: nobody is sent further back than this, but to the hex preferred
GUN_LINE = 4  # S29-4
SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class Deployment:
    """Unit -> hex; `moved` is how many hexes all units together stand off those preferred."""

    places: Mapping[str, str]
    moved: int


def deployment(game: Game, scenario: str, prefer: Mapping[str, str]) -> Deployment:
    """ValueError where no deployment satisfies the statements. Needs `highspy`."""
    import highspy

    at = set_up_of(game, game.scenarios[scenario])
    choices = _choices(at, prefer)
    solver = new_solver(SECONDS)
    x = {(unit, place): solver.addBinary() for unit, places in choices.items() for place in places}
    for constraint in _constraints(at, choices, x, solver):
        solver.addConstr(constraint)
    sheet = at.sheet
    far = [sheet.grid.distance(prefer[u], p) * var for (u, p), var in x.items() if u in prefer]
    solver.minimize(solver.qsum(far))
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise ValueError(f"{scenario}: no deployment satisfies what the scenario states")
    places = {unit: place for (unit, place), var in x.items() if solver.val(var) > 0.5}
    moved = sum(sheet.grid.distance(prefer[u], p) for u, p in places.items() if u in prefer)
    return Deployment(places, moved)


def _choices(at: SetUp, prefer: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The hexes that each unit of a pool may start in."""
    homes = {unit: place for place, unit in GARRISONS.items()}
    open_: dict[str, tuple[str, ...]] = {}
    for name, side in SIDES:
        front = at.sheet.regions.get(f"front-{at.base}-{name}", ())
        open_[side] = tuple(
            place for place in sorted(within_home(at, side))
            if any(at.sheet.grid.distance(place, f) <= NEAR_FRONT for f in front)
        )  # fmt: skip
    found = {}
    for placement in at.scenario.placements:
        counter = at.game.counters.get(placement.what)
        if counter is None or not placement.place.startswith(POOLS):
            continue
        if counter.id in homes:
            found[counter.id] = (homes[counter.id],)
            continue
        end = at.begin.cut[counter.side == "entente"] if at.begin else ""
        wished = prefer.get(counter.id, "")
        extra = (wished,) if wished in within_home(at, counter.side) and wished not in open_[counter.side] else ()
        found[counter.id] = tuple(p for p in (*open_[counter.side], *extra) if p >= end)
    return found


def _constraints(at: SetUp, choices: Mapping[str, tuple[str, ...]], x: Mapping, solver: Any) -> Iterator[Any]:
    counters = at.game.counters
    for unit, places in choices.items():
        yield solver.qsum(x[unit, p] for p in places) == 1
    by_place: dict[str, list[tuple[Counter, Any]]] = {}
    for (unit, place), var in x.items():
        by_place.setdefault(place, []).append((counters[unit], var))
    rows = at.game.tables["stacking"].rows
    for place, units in by_place.items():
        limits = rows[str(land_sides(at.sheet, place))]
        standing = at.stands.get(place, [])
        room = 2 * int(limits["divisions"]) - round(2 * divisions_of(at, standing))
        guns = int(limits["artillery"]) - sum(s.counter.type in GUNS for s in standing)
        sizes = [(2 if c.size == "XX" else 1, var) for c, var in units if c.type in FIGHTING]
        if sizes:
            yield solver.qsum(n * var for n, var in sizes) <= room
        if own := [var for c, var in units if c.type in GUNS]:
            yield solver.qsum(own) <= guns
    yield from _front(at, by_place, solver)
    yield from _trenches(at, by_place, solver)
    yield from _gun_lines(at, choices, x, solver)


def _front(at: SetUp, by_place: Mapping[str, list], solver: Any) -> Iterator[Any]:
    """Each front hex is held, or in the zone of a neighbour."""
    for name, side in SIDES:
        for place in at.sheet.regions.get(f"front-{at.base}-{name}", ()):
            if at.begin is None or place < at.begin.cut[side == "entente"] or at.holder(place) != side:
                continue
            around = [n for n in at.sheet.neighbours(place) if at.sheet.terrain_between(n, place) not in BARRED]
            standing = [s for p in (place, *around) for s in at.stands.get(p, ()) if _holds(s, side, p == place)]
            if standing or barred_off(at, place):
                continue
            own = [
                var for p in (place, *around) for c, var in by_place.get(p, ()) if c.type in FIGHTING and c.side == side
            ]
            yield solver.qsum(own) >= 1


def _holds(stand: Stand, side: str, here: bool) -> bool:
    fights = stand.counter.type in FIGHTING or (here and stand.counter.type == "fortress")
    return stand.counter.side == side and fights


def _trenches(at: SetUp, by_place: Mapping[str, list], solver: Any) -> Iterator[Any]:
    for placement in at.scenario.placements:
        if placement.what not in ("cp-trench", "en-trench"):
            continue
        side = "central" if placement.what == "cp-trench" else "entente"
        standing = at.stands.get(placement.place, ())
        if not any(s.counter.type in FOOT and s.counter.side == side for s in standing):
            units = by_place.get(placement.place, ())
            yield solver.qsum(var for c, var in units if c.type in FOOT and c.side == side) >= 1


def _gun_lines(at: SetUp, choices: Mapping[str, tuple[str, ...]], x: Mapping, solver: Any) -> Iterator[Any]:
    """A gun stands in a hex only if a headquarters of its nation stands near enough."""
    counters, distance = at.game.counters, at.sheet.grid.distance
    fixed = [s for s in at.units() if s.counter.type == "headquarters"]
    staffs = [unit for unit in choices if counters[unit].type == "headquarters"]
    for unit, places in choices.items():
        if counters[unit].type not in GUNS:
            continue
        nation = counters[unit].nation
        for place in places:
            if any(s.counter.nation == nation and distance(s.placement.place, place) <= GUN_LINE for s in fixed):
                continue
            near = [x[hq, p] for hq in staffs if counters[hq].nation == nation
                    for p in choices[hq] if distance(p, place) <= GUN_LINE]  # fmt: skip
            yield x[unit, place] - solver.qsum(near) <= 0
