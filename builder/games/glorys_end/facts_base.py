"""The ground of all facts: what was stated, what the position shows, and how much each datum weighs."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any

from builder.games.glorys_end.open_ways import NONE_OPEN, Open, Route
from builder.model import SEEN, Action, Answer, Evidence, Game, Need, Reason, Tag
from builder.rules.memory import Same, ground_memory, lasting
from builder.rules.position import Position
from builder.rules.ruleset import Given

PLAYED = Evidence(Tag.PLAYED)
NO_SIDES: frozenset[str] = frozenset()
GRID = Evidence(Tag.BOOK, "13.5")  # its examples fix how the numbers lie


def remembered(method: Callable) -> Callable:
    """Each question is worked out once a position, with the open ways that its answer leans on."""
    name = method.__name__

    @wraps(method)
    def ask(self: Base, *args: Any) -> Any:
        key, memory = (name, *args), self.memory
        if key in memory:
            if self.leans is not None and (leant := self.lean_of.get(key)):
                self.leans.update(leant)
            return memory[key]
        if self.leans is None:
            memory[key] = found = method(self, *args)
            return found
        before, self.leans = self.leans, {}
        try:
            memory[key] = found = method(self, *args)
            if self.leans:
                self.lean_of[key] = self.leans
        finally:
            self.leans = {**before, **self.leans}
        return found

    return ask


def shared(question: Callable) -> Callable:
    """What several checks ask of an action, `question(action, facts)`, worked out once while its position is judged."""

    @remembered
    @wraps(question)
    def ask(facts: Base, action: Action) -> Any:
        return question(action, facts)

    return wraps(question)(lambda action, facts: ask(facts, action))


@lru_cache(maxsize=8)
def _predicates(given: Same, _count: int) -> frozenset[str]:
    """The predicates of which anything was stated."""
    return frozenset(predicate for predicate, _ in given.value.values)


class World:
    """One of the ways in which what is open may have been: answers in the order of the questions, "no" for more."""

    def __init__(self, answers: tuple[bool, ...] = ()):
        self.answers = answers
        self.asked: list[str] = []  # keys of routes
        self.routes: dict[str, Route] = {}  # as far as they are told by now

    def choose(self, route: Route, places: frozenset[str]) -> bool:
        """Whether the route led there, in this world: both are possible."""
        number = len(self.asked)
        answer = number < len(self.answers) and self.answers[number]
        self.asked.append(route.key)
        way = route.way.via(places) if answer else route.way.avoiding(places)
        self.routes[route.key] = route._replace(way=way or route.way)
        return answer


class Base:
    """Facts of one position. `memory` is private to it and dies with it; `ground_memory` goes on to the next."""

    def __init__(self, game: Game, position: Position, given: Given):
        self.game = game
        self.position = position
        self.state = position.state
        self.ledger = position.ledger
        self.when = position.state.when
        self.given = given
        self.sheet = game.maps[0]
        self.memory: dict[tuple, Any] = {}
        self.ground_memory = ground_memory("glorys-end", Same(game), Same(given))
        self.predicates = _predicates(Same(given), len(given.values))
        self.leans: dict[str, None] | None = None if position.ledger.open is None else {}  # keys of routes, in order
        self.lean_of: dict[tuple, dict[str, None]] = {}
        self.world: World | None = None

    # ---- ways nobody saw

    @property
    def open(self) -> Open:
        return self.ledger.open or NONE_OPEN

    def went(self, key: str, places: frozenset[str]) -> bool | None:
        """Whether a route led by one of these hexes; None where that is open. In a world it is one or the other."""
        route = self.route(key)
        if route is None:
            return None
        found = route.way.passes(places)
        if found is None and self.world is not None:
            return self.world.choose(route, places)
        if found is None and self.leans is not None:
            self.leans[key] = None
        return found

    def route(self, key: str) -> Route | None:
        """An open way as far as it is known by now."""
        if self.world is not None and key in self.world.routes:
            return self.world.routes[key]
        return self._marked_route(key)

    @remembered
    def _marked_route(self, key: str) -> Route | None:
        """A control marker that came or went tells of the one route that can have led there."""
        route = self.open.routes.get(key)
        if route is None or self.state.markers is self.open.markers:
            return route
        for place, side in self.newly_marked.items():
            if side == route.side and place in route.marks and self._one_route_led(place, side):
                way = route.way.via(frozenset({place}))
                route = route if way is None else route._replace(way=way)
        return route

    def _one_route_led(self, place: str, side: str) -> bool:
        here = frozenset({place})
        routes = (r for r in self.open.routes.values() if r.side == side and place in r.marks)
        return sum(r.way.passes(here) is not False for r in routes) == 1

    @property
    @remembered
    def newly_marked(self) -> dict[str, str]:
        """Hex -> the side in whose favour its control markers changed since a route may have led there."""
        if self.state.markers is self.open.markers:
            return {}
        now = self.control_markers
        return {
            place: route.side
            for route in self.open.routes.values()
            for place, then in route.marks.items()
            if _won(then, now.get(place, NO_SIDES), route.side)
        }

    @property
    @remembered
    def control_markers(self) -> dict[str, frozenset[str]]:
        """Hex -> sides of the control markers in it."""
        found: dict[str, frozenset[str]] = {}
        for marker in self.state.markers.values():
            if marker.kind.startswith("control-"):
                found[marker.place] = found.get(marker.place, NO_SIDES) | {marker.side}
        return found

    # ---- evidence

    def weigh(self, evidence: Evidence) -> Evidence:
        """A datum of the very module that was played on binds the players, however we came by it."""
        return PLAYED if self.given.played and not evidence.tag.proven else evidence

    def stated(self, predicate: str, *args: str) -> Answer[str] | None:
        if predicate not in self.predicates:
            return None  # of most nothing is said
        return self.given.answer(predicate, *args)

    def said_yes(self, predicate: str, *args: str) -> Answer[bool] | None:
        """A stated yes or no."""
        found = self.stated(predicate, *args)
        return None if found is None else Answer(found.value not in ("no", "none"), found.reasons)

    @property
    def ground(self) -> Evidence:
        """How much a word about the map as a whole weighs (a line that exists nowhere on it)."""
        if self.given.blank:
            return Evidence(Tag.GIVEN)
        return self.weigh(Evidence(Tag.COMPUTED))

    @lasting
    def limit(self, key: str) -> Answer[int]:
        """A number of the table of limits."""
        found = self.stated("limit", key)
        if found is not None:
            return Answer(int(found.value), found.reasons)
        table = self.game.tables["limits"]
        row = table.rows.get(key)
        if row is None:
            return Answer(0, needs=(Need(table.file, key, "value"),))
        value = int(row["value"])
        return Answer(value, (Reason(key, value, self.weigh(row.evidence_of("value")), table.source(key, "value")),))

    # ---- moment and scenario

    @property
    @remembered
    def scenario(self):
        """The scenario whose facts were laid under this position, or None."""
        for stated in self.given.values.values():
            if stated.source.startswith("scenario "):
                return self.game.scenarios.get(stated.source.removeprefix("scenario "))
        return None

    def moment(self) -> Reason:
        return Reason("now", str(self.when) or "not known", SEEN)

    def turn(self) -> Answer[int]:
        if not self.when.turn:
            return Answer(0, needs=(Need("position", "when", "turn"),))
        return Answer(self.when.turn, (self.moment(),))


def _won(then: frozenset[str], now: frozenset[str], side: str) -> bool:
    """A marker of the side has come, or those of the enemy have gone."""
    return (side in now and side not in then) or (bool(then - {side}) and not now - {side})


def seen(name: str, value: object) -> Reason:
    """A fact that lies open on the table."""
    return Reason(name, value, SEEN)


def missing(file: str, key: str, column: str = "", reading: str = "") -> Answer[Any]:
    return Answer(None, needs=(Need(file, key, column, reading),))
