"""A tiny game with rules of its own, so that the referee is tested without any real one.

Six hexes in a row, 1..6 on blank maps anything; two sides; phases move and fight.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from builder.model import (
    Answer,
    Counter,
    Evidence,
    Game,
    Grid,
    MapHex,
    MapSheet,
    Nation,
    Need,
    Phase,
    Placement,
    Reason,
    Rule,
    Scenario,
    Side,
    Tag,
    Turn,
    Values,
)
from builder.rules.position import Position, Scope
from builder.rules.ruleset import Check, Given, Predicate, RuleSet, Verb, named
from builder.rules.ruling import illegal, legal, require, undecided

BOOK, CHOSEN = Evidence(Tag.BOOK, "1.2"), Evidence(Tag.CHOSEN)
COST = {"clear": 1, "forest": 2, "mountain": 3}


def _counter(id: str, side: str, nation: str, type: str = "infantry") -> Counter:
    values = (Values(2, 2, 4), Values(3, 3, 4))
    return Counter(id, side, nation, id, id.upper(), type, "XX", 2, values)


def _hex(id: str, terrain: str, tag: Tag) -> MapHex:
    return MapHex(id, terrain, "red", evidence={"terrain": Evidence(tag)})


HEXES = {
    "0101": _hex("0101", "clear", Tag.BOOK),
    "0102": _hex("0102", "forest", Tag.CHOSEN),
    "0103": _hex("0103", "mountain", Tag.BOOK),
    "0104": _hex("0104", "", Tag.CHOSEN),
}

GAME = Game(
    id="tiny",
    name="Tiny",
    version="1.0.0",
    rules="tests.rules.tiny:RULES",
    sides=(Side("red", "Red", "#ff0000", ("ruritania", "freedonia")), Side("blue", "Blue", "#0000ff", ("sylvania",))),
    nations=MappingProxyType(
        {
            "ruritania": Nation("ruritania", "Ruritanian", "red", "#fff", "#000"),
            "freedonia": Nation("freedonia", "Freedonian", "red", "#fff", "#000"),
            "sylvania": Nation("sylvania", "Sylvanian", "blue", "#fff", "#000"),
        }
    ),
    turns=(Turn(1, "dawn", "", ""), Turn(2, "1915-06-T1", "", "")),
    phases=tuple(Phase(p, p[0], p, s, "") for s in ("red", "blue") for p in ("moving", "fighting")),
    counters=MappingProxyType(
        {c.id: c for c in (_counter("ru-1", "red", "ruritania"), _counter("sy-1", "blue", "sylvania", "cavalry"))}
    ),
    markers={},
    maps=(MapSheet("m", "Map", Grid(True, (1, 1), (1, 4)), HEXES, {}, {}, ()),),
    tables={},
    scenarios={
        "dawn": Scenario(
            "dawn", "Dawn", 1, 2, "red", (Placement("ru-1", "0101", 1, ("tired",)), Placement("sy-1", "0103")), (),
            {"0104": "blue"}, {"bread red": "3"}, rule="9.1",
        )
    },
    catalogue={id: Rule(id, id, id, "checked") for id in ("1.1", "1.2", "1.3", "2.1", "3.1.a")},
    gpids=(),
    module={},
    content_hash="0" * 64,
    folder="",
)  # fmt: skip


@dataclass
class Facts:
    game: Game
    position: Position
    given: Given

    def terrain(self, place: str) -> Answer[str]:
        stated = self.given.answer("terrain", place)
        if stated:
            return stated
        if self.given.blank:
            if not self.given.terrain:
                return Answer("", (), (Need("hexes.csv", place, "terrain"),))
            return Answer(self.given.terrain, (Reason("terrain " + place, self.given.terrain, Evidence(Tag.GIVEN)),))
        found = self.game.maps[0].hexes[place]
        if not found.terrain:
            return Answer("", (), (Need("hexes.csv", place, "terrain", "legal"),))
        return Answer(found.terrain, (Reason("terrain " + place, found.terrain, found.evidence["terrain"]),))

    def cost(self, path: tuple[str, ...]) -> Answer[int]:
        answers = [self.terrain(place) for place in path[1:]]
        return Answer(
            sum(COST.get(a.value, 0) for a in answers),
            tuple(r for a in answers for r in a.reasons),
            tuple(n for a in answers for n in a.needs),
        )


def at_most_two_units_stand_in_a_place(action, facts):
    there = len(facts.position.state.at(action.path[-1])) + len(action.units)
    seen = Reason("units there", there, Evidence(Tag.SEEN))
    said = [f"{there - len(action.units)} + {len(action.units)} = {there}"]
    yield (legal if there <= 2 else illegal)(f"{there} units of 2 at most", seen, sum=said)


def the_way_costs_four_points_at_most(action, facts):
    cost = facts.cost(action.path)
    points = require(cost)
    word = f"{points} of 4 points"
    yield legal(word, cost) if points <= 4 else illegal(word, cost, reading="the printed allowance holds")


def nobody_moves_a_stack_twice(action, facts):
    if any(facts.position.ledger.has_acted(unit, "move") for unit in action.units):
        yield illegal("it moved before in this turn", unless_consent=True)


def no_march_ends_in_mist(action, facts):
    if facts.given.get("mist", action.path[-1]):
        raise RuntimeError("lost in the mist")


def the_fallen_are_counted(action, facts):
    yield undecided("nobody counts here", needs=[Need("count.csv", "fallen", reading="legal")])


def bread_is_left_when_a_phase_ends(action, facts):
    if facts.given.get("bread", "red") == "0":
        yield illegal(f"no bread at the end of {action.detail('phase')}")
    else:
        yield legal("there is bread")


def _move(action, position):
    state, ledger = position.state, position.ledger
    for unit in action.units:
        if unit in state.units:
            state = state.with_unit(state.units[unit]._replace(place=action.path[-1]))
        ledger = ledger.with_way(unit, action.path).with_acted(unit, "move")
    return position.with_state(state).with_ledger(ledger)


def _lose(action, position, facts):
    state = position.state
    for unit in action.units:
        state = state.without_unit(unit)
    return position.with_state(state).with_ledger(position.ledger.with_note(Scope.GAME, ("lost",), action.units[0]))


def _cost_of_unit(facts, args):
    return facts.cost(facts.position.ledger.ways.get(args[0], ()))


def _was(facts, args):
    return _seen(tuple(past.value for past in facts.position.ledger.past("was", *args)))


def _seen(value):
    return Answer(value, (Reason("seen", value, Evidence(Tag.SEEN)),))


RULES = RuleSet(
    "tiny",
    (
        Check("1.1", ("move",), at_most_two_units_stand_in_a_place),
        Check("1.2", ("move",), the_way_costs_four_points_at_most),
        Check("1.3", ("move",), nobody_moves_a_stack_twice),
        Check("2.1", ("move",), no_march_ends_in_mist),
        Check("2.1", ("lose",), the_fallen_are_counted),
        Check("3.1.a", ("end-phase",), bread_is_left_when_a_phase_ends),
    ),
    named(
        Verb("move", "move UNITS PATH", "units go a way", _move),
        Verb("lose", "lose UNITS", "units die", _lose, asks=True),
        Verb("end-phase", "end-phase", "the phase ends", lambda action, position: position),
        Verb("stumble", "stumble", "a fault of ours", lambda action, position: 1 // 0),
    ),
    named(
        Predicate("terrain", "terrain PLACE: WORD", "", lambda f, a: f.terrain(*a)),
        Predicate("cost", "cost UNIT: N", "", _cost_of_unit),
        Predicate("lost", "lost: UNIT", "", lambda f, a: _seen(f.position.ledger.note("lost"))),
        Predicate("units", "units PLACE: UNITS", "", lambda f, a: _seen({u.id for u in f.position.state.at(a[0])})),
        Predicate("bread", "bread SIDE: N", "", lambda f, a: _seen(int(f.given.get("bread", *a)))),
        Predicate(
            "control",
            "control PLACE: SIDE",
            "",
            lambda f, a: _seen(f.position.state.control.get(a[0])),
            given=lambda p, a, v: p.with_state(p.state.with_control(a[0], v)),
            arity=1,
        ),
        Predicate("was", "was PLACE: SIDE", "", _was),
        Predicate("mist", "mist PLACE: yes", ""),
    ),
    Facts,
    turn_marks=frozenset({"moved"}),
)  # fmt: skip
