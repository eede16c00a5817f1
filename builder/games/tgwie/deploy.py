"""A whole legal deployment from a scenario's statements, found by HiGHS, a solver of integer programmes.

Which counter fills which stated number stands in the scenario already (its boxes); what is sought is a hex for each.
Units that all statements and limits treat alike are one group, and the unknowns are how many of a group stand in a
hex. Hard: the ground of each side, stacks (10.2), every statement that limits, covers, parts or pairs. Wished: nobody
far from the front, no tall stacks, no empty front hex, an HQ within reach of each.

A tool for makers (`pip install hexwright[solve]`): what it found stands in `scenarios/*-example.yaml`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from builder.games.tgwie.deploy_ground import Ground, ground_of
from builder.games.tgwie.matching import matched
from builder.games.tgwie.pool import PLACING, Statement, slots
from builder.games.tgwie.sources_base import EXAMPLE, POOLS, SetUp, set_up_of
from builder.games.tgwie.sources_setup import SINGLE, SMALL, SMALL_STACK, STACK
from builder.games.tgwie.sources_statements import may_stand
from builder.kit.solver import new_solver
from builder.model import Counter, Game

LIMITS = ("most", "least", "cover", "pile", "apart", "beside")  # statements that bind hexes together
SECONDS = 300.0
GAP = 0.02  # of the wishes' sum: good enough
TALL = 3  # units in a hex; more is wished less
HQ_REACH = 3  # hexes
HQ_BEHIND = 1  # hexes behind the front
WEIGHTS = {"tall": 1.0, "empty": 20.0, "hq": 4.0, "mixed": 3.0}


PLACEMENT = re.compile(r'(?m)^(?P<start>  - \{what: (?P<what>[\w-]+), at: )[\w-]+(?P<marks>,.* evidence: ")'
                       r'\w+:(?P<rule>[\w.]+)[^"]*"')  # fmt: skip


class Group(NamedTuple):
    """Units that nothing tells apart: who they are to the rules, and where they may stand."""

    nation: str
    type: str
    places: tuple[str, ...]
    bound: frozenset[str]  # statements that count them


class Deployment(NamedTuple):
    """Unit to hex; marker to the hexes of its copies."""

    places: Mapping[str, str]
    works: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Problem:
    at: SetUp
    ground: Ground
    groups: Mapping[Group, tuple[str, ...]]  # to its units
    count: Mapping[tuple[Group, str], Any]  # the unknowns: how many of a group stand in a hex
    solver: Any

    def here(self, place: str) -> Iterator[tuple[Group, Any]]:
        return ((g, self.count[g, place]) for g in self.groups if (g, place) in self.count)


def deployment(game: Game, scenario: str) -> Deployment:
    """A hex for all that waits in a set-up box. ValueError where none satisfies the statements. Needs `highspy`."""
    import highspy

    at = set_up_of(game, game.scenarios[scenario])
    ground = ground_of(at)
    groups = _groups(at, ground)
    solver = new_solver(SECONDS, GAP)
    count = {
        (g, place): solver.addVariable(lb=0, ub=1 if g.type in SINGLE else STACK, type=highspy.HighsVarType.kInteger)
        for g in groups
        for place in g.places
    }
    problem = Problem(at, ground, groups, count, solver)
    for constraint in (*_everyone(problem), *_stacks(problem), *_statements(problem)):
        solver.addConstr(constraint)
    solver.minimize(solver.qsum(_wishes(problem)))
    if solver.getInfo().primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
        raise ValueError(f"{scenario}: no deployment satisfies what the scenario states")
    places = _dealt(problem)
    return Deployment(places, dict(_works(problem, places)))


def example_text(text: str, found: Deployment) -> str:
    """A scenario file with its units in their hexes: the second set-up that players may begin from."""

    works = {marker: iter(hexes) for marker, hexes in found.works.items()}

    def put(line: re.Match) -> str:
        place = found.places.get(line["what"]) or next(works.get(line["what"], iter(())), "")
        if not place:
            return line[0]
        return f'{line["start"]}{place}{line["marks"]}chosen:{line["rule"]}; one of the places that it allows"'

    text = PLACEMENT.sub(put, text)
    text = re.sub(r'(?m)^id: "(.*)"', rf'id: "\1{EXAMPLE}"', text, count=1)
    text = re.sub(r'(?m)^name: "(.*)"', r'name: "\1, example deployment"', text, count=1)
    said = re.match(r"# (.*?)\. Units stand sorted", text)
    start = (
        f"# {said[1] if said else ''}: a whole deployment by the statements of tables/setup.csv, found by a solver\n"
    )
    return (
        start
        + "# (builder/games/tgwie/deploy.py); hexes where the book leaves the place to the players are chosen.\n"
        + (text[text.index("format: ") :])
    )


# ---- who may stand where


def _groups(at: SetUp, ground: Ground) -> Mapping[Group, tuple[str, ...]]:
    found: dict[Group, list[str]] = defaultdict(list)
    limits = [s for s in at.statements if s.do in LIMITS]
    allowed: dict[tuple[str, ...], tuple[str, ...]] = {}
    for unit, meant in _meant(at).items():
        counter = at.units[unit]
        key = (*(s.row.key for s in meant), counter.nation, counter.type)
        if key not in allowed:
            allowed[key] = tuple(p for p in ground.open(counter) if any(may_stand(at, s, p) for s in meant)
                                 and not _barred(at, counter, p))  # fmt: skip
        bound = frozenset(s.row.key for s in limits if s.who.fits(counter, counter.nation in at.reduced))
        found[Group(counter.nation, counter.type, allowed[key], bound)].append(unit)
    return {group: tuple(units) for group, units in found.items()}


def _meant(at: SetUp) -> Mapping[str, tuple[Statement, ...]]:
    """Each unit that waits in a set-up box, with the statement that it fills there, or those of the rest."""
    placing = [s for s in at.own if s.do in PLACING and s.do != "draw"]
    there = {s.row.key: [i for i in at.fitting[s.row.key] if i in at.stands and may_stand(at, s, at.stands[i].place)]
             for s in placing}  # fmt: skip
    filled = matched({(s.row.key, n): there[s.row.key] for s, n in slots(at.own) if s.do != "draw"})
    by_key = {s.row.key: s for s in placing}
    stated = {unit: by_key[key] for (key, _), unit in filled.items()}
    found = {}
    for unit in at.units:
        stand = at.stands.get(unit)
        if stand is None or not stand.place.startswith(POOLS):
            continue
        rest = tuple(s for s in placing if not s.number and unit in there[s.row.key])
        found[unit] = (stated[unit],) if unit in stated else rest
    return found


def _barred(at: SetUp, counter: Counter, place: str) -> bool:
    """Whether a statement keeps the unit's nation out of the hex."""
    for one in at.statements:
        fits = one.who.fits(counter, counter.nation in at.reduced)
        if one.do == "confine" and fits and not at.inside(place, one.where):
            return True
        if one.do == "forbid" and fits and at.inside(place, one.where):
            return True
        if one.do == "only" and not fits and at.inside(place, one.where):
            return True
        if one.do == "most" and fits and not one.number and at.inside(place, one.where):
            return True
    return False


# ---- what must hold


def _everyone(problem: Problem) -> Iterator[Any]:
    for group, units in problem.groups.items():
        if not group.places:
            raise ValueError(f"{problem.at.scenario.id}: no hex for {', '.join(units[:3])}")
        yield problem.solver.qsum(problem.count[group, p] for p in group.places) == len(units)


def _stacks(problem: Problem) -> Iterator[Any]:
    """10.2: six units; four of America or Bulgaria; HQs, tanks and anti-tank regiments are free, one of each."""
    at, total = problem.at, problem.solver.qsum
    for place in _places(problem):
        standing = [s.counter for s in at.by_hex.get(place, ())]
        here = list(problem.here(place))
        if counted := [n for g, n in here if g.type not in SINGLE]:
            yield total(counted) <= STACK - sum(c.type not in SINGLE for c in standing)
        for nation in SMALL:
            if own := [n for g, n in here if g.nation == nation and g.type == "infantry"]:
                room = SMALL_STACK - sum(c.nation == nation and c.type == "infantry" for c in standing)
                yield total(own) <= room
        for kind in SINGLE:
            if own := [n for g, n in here if g.type == kind]:
                yield total(own) <= 1 - sum(c.type == kind for c in standing)


def _statements(problem: Problem) -> Iterator[Any]:
    for one in problem.at.statements:
        if one.do in LIMITS:
            yield from _BINDS[one.do](problem, one)


def _most(problem: Problem, one: Statement) -> Iterator[Any]:
    """At most, or with `least` at least, so many there."""
    at, key = problem.at, one.row.key
    there = [n for (g, p), n in problem.count.items() if key in g.bound and at.inside(p, one.where)]
    if there:
        standing = _standing(at, one, [s for s in at.by_hex if at.inside(s, one.where)])
        total = problem.solver.qsum(there)
        yield total <= one.number - standing if one.do == "most" else total >= one.number - standing


def _cover(problem: Problem, one: Statement) -> Iterator[Any]:
    at, key = problem.at, one.row.key
    for place in (n for sheet in at.game.maps for n in sheet.hexes if at.inside(n, one.where)):
        own = [n for g, n in problem.here(place) if key in g.bound]
        if _standing(at, one, [place]):
            continue
        if not own:
            raise ValueError(f"{at.scenario.id}: nobody who may hold {place} (rule {one.rule})")
        yield problem.solver.qsum(own) >= 1


def _pile(problem: Problem, one: Statement) -> Iterator[Any]:
    at, key = problem.at, one.row.key
    for place in _places(problem):
        own = [n for g, n in problem.here(place) if key in g.bound]
        if own and at.inside(place, one.where):
            yield problem.solver.qsum(own) <= one.number - _standing(at, one, [place])


def _apart(problem: Problem, one: Statement) -> Iterator[Any]:
    """A hex belongs to one of two nations: a yes or no that opens it to either."""
    at, key = problem.at, one.row.key
    first, second = one.who.nations
    for place in _places(problem):
        if not at.inside(place, one.where):
            continue
        own = [(g.nation, n) for g, n in problem.here(place) if key in g.bound]
        if {nation for nation, _ in own} == {first, second}:
            theirs = problem.solver.addBinary()
            room = STACK + len(SINGLE)
            yield problem.solver.qsum(n for nation, n in own if nation == first) + room * theirs <= room
            yield problem.solver.qsum(n for nation, n in own if nation == second) - room * theirs <= 0


def _beside(problem: Problem, one: Statement) -> Iterator[Any]:
    at, key = problem.at, one.row.key
    first, second = one.who.nations
    for place in _places(problem):
        own = [(g.nation, n) for g, n in problem.here(place) if key in g.bound]
        if at.inside(place, one.where):
            for n in (n for nation, n in own if nation == first):
                yield n - STACK * problem.solver.qsum(m for nation, m in own if nation == second) <= 0


_BINDS = {"most": _most, "least": _most, "cover": _cover, "pile": _pile, "apart": _apart, "beside": _beside}


def _standing(at: SetUp, one: Statement, places: list[str]) -> int:
    return sum(one.who.fits(s.counter, s.counter.nation in at.reduced) for p in places for s in at.by_hex.get(p, ()))


def _places(problem: Problem) -> tuple[str, ...]:
    return tuple(dict.fromkeys(place for _, place in problem.count))


# ---- what is wished


def _wishes(problem: Problem) -> Iterator[Any]:
    solver, ground, at = problem.solver, problem.ground, problem.at
    for (group, place), n in problem.count.items():
        depth = ground.depth(at.game.nations[group.nation].side, place)
        far = abs(depth - HQ_BEHIND) if group.type == "hq" else depth
        if far:
            yield far * far * 0.5 * n
    for place in _places(problem):
        counted = [n for g, n in problem.here(place) if g.type not in SINGLE]
        if counted:
            tall = solver.addVariable(lb=0)
            solver.addConstr(solver.qsum(counted) - tall <= TALL)
            yield WEIGHTS["tall"] * tall
    for side, line in ground.lines.items():
        yield from _line_wishes(problem, side, line)


def _line_wishes(problem: Problem, side: str, line: tuple[str, ...]) -> Iterator[Any]:
    """A unit in each front hex, and an HQ near it."""
    solver, at = problem.solver, problem.at
    staffs = [(g, p, n) for (g, p), n in problem.count.items()
              if g.type == "hq" and at.game.nations[g.nation].side == side]  # fmt: skip
    for place in line:
        if not any(s.counter.side == side for s in at.by_hex.get(place, ())):
            own = [n for g, n in problem.here(place)]
            empty = solver.addVariable(lb=0, ub=1)
            solver.addConstr(solver.qsum(own) + empty >= 1)
            yield WEIGHTS["empty"] * empty
        near = [n for _, p, n in staffs if problem.ground.distance(p, place) <= HQ_REACH]
        if near:
            alone = solver.addVariable(lb=0, ub=1)
            solver.addConstr(solver.qsum(near) + alone >= 1)
            yield WEIGHTS["hq"] * alone


def _dealt(problem: Problem) -> Mapping[str, str]:
    """The units of each group dealt to its hexes in order: neighbours in the list are neighbours in the field."""
    found: dict[str, str] = {}
    for group, units in problem.groups.items():
        seats = [p for p in group.places for _ in range(round(problem.solver.val(problem.count[group, p])))]
        found |= dict(zip(units, seats, strict=True))
    return found


def _works(problem: Problem, places: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Forts that wait beside their units: in the front hexes of those units that most of them hold (13.25)."""
    at = problem.at
    waiting: dict[tuple[str, str], int] = defaultdict(int)
    for p in at.scenario.placements:
        if p.what in at.game.markers and p.place.startswith(POOLS):
            waiting[p.what, p.place] += 1
    for (marker, box), number in waiting.items():
        beside = [places[unit] for unit in places if at.stands[unit].place == box]
        line = [h for h in problem.ground.lines[at.game.markers[marker].side or "central"] if h in beside]
        yield marker, tuple(sorted(line, key=lambda h: (-beside.count(h), h))[:number])
