"""The facts one may state or ask in the notation, each with a line for people."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from builder.games.italian_front.facts import Facts
from builder.games.italian_front.facts_base import missing, seen
from builder.games.italian_front.predicates_battle import BATTLE, SUPPLY
from builder.games.italian_front.predicates_data import DATA
from builder.games.italian_front.predicates_linked import LINKED
from builder.model import Answer, Marker, Need
from builder.rules.position import Position, Scope
from builder.rules.ruleset import Predicate, named

Args = tuple[str, ...]
Ask = Callable[[Facts, Args], Answer]


# ---- asking


def _sides(text: str) -> tuple[str, str]:
    a, _, b = text.partition("|")
    return a, b


def _fact(method: str) -> Ask:
    """A question of one name that `Facts` answers itself."""
    return lambda facts, args: getattr(facts, method)(args[0])


def _cost(facts: Facts, args: Args) -> Answer:
    """What the unit's way of this phase cost, or a path that is given."""
    name, *rest = args
    if not rest:
        return _spent(facts, args)
    trip = facts.trip(name, tuple(rest[0].split("-")))
    if trip is None:
        return missing("given", name)
    return Answer("none", ()) if trip.blocked is not None else trip.answer


def _spent(facts: Facts, args: Args) -> Answer:
    """Whole points, a started one counted whole once the unit has left its train (S7-7)."""
    unit = facts.unit(args[0])
    spent = facts.spent(args[0])
    points = spent.points(facts.rail_rate(unit))
    value = int(points) if points == int(points) else points
    return Answer(value, (seen(f"spent by {args[0]}", str(value)), *_doubts(facts, args[0])), _needs(facts, args[0]))


def _doubts(facts: Facts, name: str) -> tuple:
    way = facts.ledger.ways.get(name, ())
    trip = facts.trip(name, way) if len(way) > 1 else None
    return trip.answer.reasons if trip is not None else ()


def _needs(facts: Facts, name: str) -> tuple[Need, ...]:
    way = facts.ledger.ways.get(name, ())
    costs = [facts.ground(name, a, b) for a, b in pairwise(way)]
    return tuple(need for cost in costs if cost is not None for need in cost.needs)


def _left(facts: Facts, args: Args) -> Answer:
    points = facts.allowance(args[0])
    spent = facts.spent(args[0]).points(facts.rail_rate(facts.unit(args[0])))
    return Answer(
        points.value - -(-spent.numerator // spent.denominator) if points.known else 0,
        (*points.reasons, seen("spent", str(spent))),
        points.needs,
    )


def _load(facts: Facts, args: Args) -> Answer:
    """Of one unit; without a name all that went by rail this turn."""
    if args:
        return facts.load(args[0])
    total = sum(points for name, points in facts.ledger.sums.items() if name.startswith("rail "))
    return Answer(total, (seen("divisions by rail", total),))


def _reach(facts: Facts, args: Args) -> Answer:
    found = facts.reach(args[0], "column" in args[1:])
    if found is None:
        return Answer(None, needs=facts.allowance(args[0]).needs)
    return Answer(frozenset(found.points) - {facts.state.units[args[0]].place}, (seen("hexes", len(found.points) - 1),))


def _at(facts: Facts, args: Args) -> Answer:
    unit = facts.unit(args[0])
    return Answer(
        unit.place if unit is not None else "", (seen(f"place of {args[0]}", unit.place if unit else "none"),)
    )


def _strength(facts: Facts, args: Args) -> Answer:
    return facts.raw(args[0])


def _zone(facts: Facts, args: Args) -> Answer:
    side = facts.when.side
    if not side:
        side = next((u.side for u in facts.state.units.values() if u.side not in ("enemy",)), "")
    found = facts.zone(args[0], side)
    return Answer("enemy" if found.value else "none", found.reasons, found.needs)


def _terrain(facts: Facts, args: Args) -> Answer:
    a, b = _sides(args[0])
    if not b:
        return missing("case", f"terrain {a}", "a side A|B")
    side = facts.side(a, b)
    return Answer(side.terrain, side.reasons)


def _side(facts: Facts, args: Args) -> Answer:
    side = facts.side(*_sides(args[0]))
    return Answer(frozenset({side.terrain, *side.features}), side.reasons)


def _line_dead(facts: Facts, args: Args) -> Answer:
    by = facts.rail_cut(args[0])
    return Answer(bool(by), (seen(f"rail of {args[0]}", f"cut by {by}" if by else "not cut"),))


def _network(facts: Facts, args: Args) -> Answer:
    line = facts.line(*_sides(args[0]))
    return Answer(line.value[1] if line.value[0] else "none", line.reasons, line.needs)


def _room(index: int) -> Ask:
    return lambda facts, args: facts.room(args[0])[index]


def _works(facts: Facts, args: Args) -> Answer:
    found = facts.works(args[0])
    value = found.value if found is not None else "none"
    kinds = [m.kind for m in facts.markers(args[0]) if m.kind.endswith("construction")]
    return Answer("construction" if kinds and value == "none" else value, (found or seen("works", "none"),))


# ---- stating


def _marker(kind: str) -> Callable[[Position, Args, str], Position]:
    def given(position: Position, args: Args, value: str) -> Position:
        if value in ("no", "none"):
            return position
        state = position.state
        for place in args:
            side = {"italian": "entente", "austro-hungarian": "central"}.get(value, value)
            code = "en" if side == "entente" else "cp"
            own = "own" if value in ("own", "friendly") else side if side in ("central", "entente") else ""
            found = f"{code}-{kind}" if kind != "devastation" else kind
            state = state.with_marker(Marker(f"{found}-{place}", found, place, own))
        return position.with_state(state)

    return given


def _works_given(position: Position, args: Args, value: str) -> Position:
    words = value.split()
    if words[0] in ("none", "no"):
        return position
    side = words[1] if len(words) > 1 else "yes"
    return _marker(words[0] if words[0] != "trenches" else "trench")(position, args, side)


def _deed(*deeds: str) -> Callable[[Position, Args, str], Position]:
    def given(position: Position, args: Args, value: str) -> Position:
        if value in ("no", "none"):
            return position
        for name in args:
            position = position.with_ledger(position.ledger.with_acted(name, *deeds))
        return position

    return given


def _attacked_hex(position: Position, args: Args, value: str) -> Position:
    """`attacked 1234: attack|column` was attacked in this phase; of a unit it is what it did."""
    kind = {"column": "column-attack", "column-attack": "column-attack"}.get(value, "attack")
    if value in ("no", "none"):
        return position
    ledger = position.ledger
    for name in args:
        ledger = ledger.with_note(Scope.PHASE, (kind, name), "1").with_note(Scope.GAME, ("attacked", name), "said")
    return position.with_ledger(ledger)


def _track_used(position: Position, args: Args, value: str) -> Position:
    a, b = _sides(args[0])
    return position.with_ledger(position.ledger.with_note(Scope.PHASE, ("track", *sorted((a, b))), value))


def _rail_used(position: Position, args: Args, value: str) -> Position:
    nation = args[0] if args else ""
    names = {"AH": "austro-hungarian", "IT": "italian"}
    return position.with_ledger(position.ledger.with_sum(f"rail {names.get(nation, nation)}", int(value)))


def _strength_given(position: Position, args: Args, value: str) -> Position:
    state = position.state
    for name in args:
        if name in state.units and value.isdecimal():
            unit = state.units[name]
            state = state.with_unit(unit._replace(steps=int(value), full_steps=max(unit.full_steps, int(value))))
    return position.with_state(state)


GROUND = (
    Predicate(
        "neighbours",
        "neighbours HEX: HEX…",
        "the hexes that touch a hex",
        lambda f, args: Answer(frozenset(f.neighbours(args[0])), (seen("grid", "S6-fig3"),)),
    ),
    Predicate(
        "adjacent", "adjacent A|B: yes|no", "whether two places touch", lambda f, args: f.adjacent(*_sides(args[0]))
    ),
    Predicate("row", "row A-B-C: adjacent", "places of which each touches the next"),
    Predicate(
        "side",
        "side A|B: TERRAIN [N], river|major-river, rail single|double",
        "what a hexside holds; a number is the points of its terrain",
        _side,
    ),
    Predicate(
        "terrain",
        "terrain A|B: TERRAIN",
        "the terrain of a hexside; stated of a place, of all its sides",
        _terrain,
        arity=1,
    ),
    Predicate("land-sides", "land-sides HEX: N", "how many of its sides are land", _fact("land_sides"), arity=1),
    Predicate("country", "country HEX: IT|AH|CH", "the country a hex lies in", _fact("country"), arity=1),
    Predicate("place", "place HEX: city|port|town|fortress…", "what stands in the hex", _fact("features"), arity=1),
    Predicate("control", "control HEX: entente|central", "who holds the hex", _fact("control"), arity=1),
    Predicate("zoc", "zoc HEX: none|enemy|SIDE", "whose zone lies over a hex", _zone, arity=1),
    Predicate(
        "friend",
        "friend HEX: yes|no",
        "whether friendly combat units stand there",
        lambda f, args: f.held(args[0], f.when.side),
        arity=1,
    ),
    Predicate("rail", "rail A-B-C: operative|dead own|NATION [single|double]", "the rail along these places"),
    Predicate(
        "line-dead", "line-dead HEX: yes|no", "whether the rail in a hex was cut in play (S9-3)", _line_dead, arity=1
    ),
    Predicate("network", "network A|B: NATION|none", "whose rails lie along here, none where they are dead", _network),
    Predicate("track-used", "track-used A|B: UNIT…", "who rode over the side in this phase", None, _track_used),
    Predicate("rail-used", "rail-used [NATION]: N", "divisions that its rails carried this turn", None, _rail_used),
    Predicate(
        "works",
        "works HEX: trench|construction|devastation|none [SIDE]",
        "works in a hex",
        _works,
        _works_given,
        arity=1,
    ),
    Predicate(
        "trench",
        "trench HEX: SIDE|own|yes|no",
        "a finished trench",
        lambda f, args: Answer(f.trench(args[0]) or "no", (seen("trench", f.trench(args[0]) or "no"),)),
        _marker("trench"),
        arity=1,
    ),
    Predicate(
        "devastation",
        "devastation HEX: yes|no",
        "ruined ground",
        lambda f, args: Answer(f.devastated(args[0]), (seen("devastation", f.devastated(args[0])),)),
        _marker("devastation"),
        arity=1,
    ),
    Predicate("front", "front HEX: yes|no", "whether a hex is on the front line", arity=1),
    Predicate("front-row", "front-row HEX: yes|no", "another word for `front`", arity=1),
    Predicate("divisions", "divisions HEX: N", "divisions in a stack", _fact("divisions"), arity=1),
    Predicate("guns", "guns HEX: N", "artillery units in a stack", _fact("guns"), arity=1),
    Predicate("room", "room HEX: N", "divisions that a hex holds", _room(0), arity=1),
    Predicate("room-guns", "room-guns HEX: N", "artillery units that a hex holds", _room(1), arity=1),
)
UNITS = (
    Predicate("at", "at UNIT: PLACE", "where a unit stands", _at, arity=1),
    Predicate(
        "strength", "strength UNIT: N", "its strength points, markers counted", _strength, _strength_given, arity=1
    ),
    Predicate("stated-strength", "stated-strength UNIT: yes", "that a piece's strength was written"),
    Predicate("markers", "markers UNIT: [-1 1/2]", "strength markers under the unit, the last one on top"),
    Predicate("colour", "colour UNIT: WORD", "the colour of its symbol (S23-1)"),
    Predicate("symbol", "symbol [UNIT]: N", "the full-strength symbol, without a name that of the defenders"),
    Predicate(
        "reverse", "reverse UNIT: N", "the strength on the reverse", lambda f, args: f.back(f.unit(args[0])), arity=1
    ),
    Predicate(
        "dead",
        "dead UNIT: yes|no",
        "whether a unit is destroyed",
        lambda f, args: Answer(
            f.unit(args[0]) is None or f.unit(args[0]).place.casefold().startswith("dead"),
            (seen(args[0], "gone" if f.unit(args[0]) is None else f.unit(args[0]).place),),
        ),
        arity=1,
    ),
    Predicate("allowance", "allowance UNIT: N", "its movement points", _fact("allowance"), arity=1),
    Predicate(
        "column-allowance",
        "column-allowance UNIT: N",
        "its points in column (S6-10)",
        _fact("column_allowance"),
        arity=1,
    ),
    Predicate("cost", "cost UNIT [PATH]: N", "points spent this phase, or what a path would cost", _cost),
    Predicate("spent", "spent UNIT: N", "points spent this phase", _spent, arity=1),
    Predicate("left", "left UNIT: N", "whole points left for walking", _left, arity=1),
    Predicate("reach", "reach UNIT [column]: HEX…", "the hexes a unit may move to on foot", _reach),
    Predicate(
        "rail-range", "rail-range UNIT: N", "its longest ride after boarding, in hexsides", _fact("rail_range"), arity=1
    ),
    Predicate("load", "load [UNIT]: N", "what it weighs on rails, or all that went by rail this turn", _load),
    Predicate(
        "moved",
        "moved UNIT: yes|no",
        "whether it moved this turn",
        lambda f, args: f.moved(f.unit(args[0])),
        _deed("move"),
        arity=1,
    ),
    Predicate("did", "did UNIT: move|rail|column|attack|column-attack|recombine", "what it did this turn"),
    Predicate("in-combat", "in-combat UNIT: yes|no", "whether it fought this turn", None, _deed("attack"), arity=1),
    Predicate(
        "attacked",
        "attacked HEX|UNIT: attack|column|yes",
        "attacked before in this phase (earlier: in another)",
        None,
        _attacked_hex,
        arity=1,
    ),
    Predicate("entered", "entered UNIT HEX: yes", "an engineer came to work there (earlier)"),
    Predicate("stayed", "stayed UNIT HEX: yes", "it stood there a whole turn (earlier)"),
    Predicate("entrained", "entrained UNIT: yes|no", "whether it sits on a train", arity=1),
    Predicate("next-to-hq", "next-to-hq UNIT: yes|no", "whether the paying headquarters is adjacent", arity=1),
    Predicate("adjacent-hq", "adjacent-hq UNIT: yes|no", "the same", arity=1),
    Predicate("nearest-enemy", "nearest-enemy HEX: N", "hexes from there to the nearest enemy unit"),
    Predicate("front-side", "front-side HEX: TERRAIN…", "the sides that face the enemy"),
    Predicate("lowlands-entered", "lowlands-entered: yes|no", "whether the enemy was in Italian clear ground (I3-6)"),
    Predicate("declared-war", "declared-war: yes|no", "whether the linked game has declared war on Italy (I3-9)"),
    Predicate("empty", "empty HEX: yes", "that nobody stands in a hex"),
    Predicate("reverted", "reverted UNIT: yes", "an assault unit that is regular again"),
    Predicate(
        "army-attacked",
        "army-attacked 2nd|3rd: N",
        "raw strength that an Italian army attacked with this turn",
        None,
        lambda position, args, value: position.with_ledger(position.ledger.with_sum(f"attacked {args[0]}", int(value))),
    ),
    Predicate("army", "army UNIT: 2nd|3rd", "the Italian army that a unit serves"),
)
PREDICATES = named(*DATA, *GROUND, *UNITS, *SUPPLY, *BATTLE, *LINKED)
