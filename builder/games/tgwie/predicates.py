"""The facts one may state or ask in the notation, each with a line for people: maps, units, movement, supply."""

from __future__ import annotations

from collections.abc import Callable

from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import seen
from builder.games.tgwie.facts_schedule import CHIT_ALIASES
from builder.games.tgwie.predicates_battle import BATTLE
from builder.games.tgwie.predicates_sources import SOURCES
from builder.games.tgwie.predicates_victory import VICTORY
from builder.model import Answer, Moment, Need, Unit
from builder.rules.position import Position, Scope
from builder.rules.ruleset import Predicate, named

Args = tuple[str, ...]
Ask = Callable[[Facts, Args], Answer]


def _sides(text: str) -> tuple[str, str]:
    a, _, b = text.partition("|")
    return a, b


def _fact(method: str) -> Ask:
    """A question of one name that `Facts` answers itself."""
    return lambda facts, args: getattr(facts, method)(args[0])


def _place(method: str) -> Ask:
    """The same of a place, by its number or its name."""
    return lambda facts, args: getattr(facts, method)(facts.place_of(args[0]))


def _of_unit(method: str) -> Ask:
    """The same of a unit on the table."""

    def ask(facts: Facts, args: Args) -> Answer:
        unit = facts.unit(args[0])
        return getattr(facts, method)(unit) if unit is not None else _unknown(args[0])

    return ask


def _unknown(name: str) -> Answer:
    return Answer(None, needs=(Need("given", name),))


def _value(what: str, show: Callable[[Unit], object]) -> Ask:
    def ask(facts: Facts, args: Args) -> Answer:
        unit = facts.unit(args[0])
        value = show(unit) if unit is not None else 0
        return Answer(value, (seen(f"{what} of {args[0]}", value),))

    return ask


def _cost(facts: Facts, args: Args) -> Answer:
    """What the unit's way of this phase cost, or a path that is given."""
    name, *rest = args
    if not rest:
        return facts.spent(name)
    trip = facts.trip(name, tuple(rest[0].split("-")))
    if trip is None:
        return _unknown(name)
    return Answer(trip.way.points, trip.way.reasons, trip.way.needs)


def _cost_of(facts: Facts, args: Args) -> Answer:
    """What a step costs from the first place to the second, in the weather named or of the moment."""
    a, b = _sides(args[0])
    found = facts.cost(a, b, args[1] if len(args) > 1 else "")
    return Answer(found.points, found.reasons, found.needs)


def _reach(facts: Facts, args: Args) -> Answer:
    unit = facts.unit(args[0])
    if unit is None:
        return _unknown(args[0])
    places = frozenset(facts.reach(args[0]).points) - {unit.place}
    return Answer(places, (seen(f"reach of {args[0]}", len(places)),))


def _barred(facts: Facts, args: Args) -> Answer:
    """The rules that keep a unit from a step."""
    unit = facts.unit(args[0])
    if unit is None:
        return _unknown(args[0])
    a, b = args[1].split("-")
    found = [bar for bar in facts.bars(unit, a, b) if bar.shut.value or bar.shut.needs]
    rules = frozenset(bar.rule for bar in found if bar.shut.known)
    return Answer(
        rules,
        tuple(r for bar in found for r in bar.shut.reasons),
        () if rules else tuple(n for bar in found for n in bar.shut.needs),
    )


def _dead(facts: Facts, args: Args) -> Answer:
    unit = facts.unit(args[0])
    gone = unit is None or not unit.steps or unit.place.startswith("Dead")
    return Answer(gone, (seen(f"{args[0]} stands in", unit.place if unit else "nowhere"),))


def _surplus(facts: Facts, args: Args) -> Answer:
    """What is more than may stand in a hex (10.2)."""
    found = facts.surplus(args[0])
    return Answer(frozenset(unit for _, unit, _ in found), tuple(reason for _, _, reason in found))


def _note(*key: str) -> Callable[[Position, Args, str], Position]:
    def given(position: Position, args: Args, value: str) -> Position:
        word = "" if value in ("no", "none") else value
        return position.with_ledger(position.ledger.with_note(Scope.GAME, (*key, *args), word)) if word else position

    return given


def _played_earlier(position: Position, when: Moment, args: Args, value: str) -> Position:
    """`earlier (turn 21) played haig: yes`."""
    if value in ("no", "none"):
        return position
    ledger = position.ledger
    for name in dict.fromkeys((args[0], CHIT_ALIASES.get(args[0], args[0]))):
        ledger = ledger.with_note(Scope.GAME, ("played", name), "yes")
        ledger = ledger.with_note(Scope.GAME, ("played-on", name), str(when.turn))
    return position.with_ledger(ledger)


def _drawn_earlier(position: Position, when: Moment, args: Args, value: str) -> Position:
    """`earlier (turn 21) drawn influenza: yes`."""
    if value in ("no", "none"):
        return position
    return position.with_ledger(position.ledger.with_note(Scope.GAME, ("drawn", args[0]), str(when.turn)))


def _used(position: Position, args: Args, value: str) -> Position:
    if value in ("no", "none"):
        return position
    return position.with_ledger(position.ledger.with_acted(args[0], "attack"))


MAP = (
    Predicate(
        "neighbours",
        "neighbours HEX: HEX…",
        "the hexes that touch a hex",
        lambda f, args: Answer(frozenset(f.neighbours(args[0])), (seen("grid", "12.10"),)),
    ),
    Predicate(
        "adjacent", "adjacent A|B: yes|no", "whether two places touch", lambda f, args: f.adjacent(*_sides(args[0]))
    ),
    Predicate("row", "row A-B-C: adjacent", "places of which each touches the next"),
    Predicate(
        "distance", "distance A|B: N", "hexes from one place to another", lambda f, args: f.distance(*_sides(args[0]))
    ),
    Predicate(
        "terrain",
        "terrain PLACE: clear|flood-plain|forest|marsh|mountain|alpine|sea",
        "what the hex is",
        _place("terrain"),
        arity=1,
    ),
    Predicate(
        "place",
        "place PLACE: town|city|port|fortress|heavy|victory…",
        "what stands in the hex",
        _place("features"),
        arity=1,
    ),
    Predicate(
        "side",
        "side A|B: river|lake|all-sea|pass|haff|none",
        "what runs along a side; A|1 to A|6 by number",
        lambda f, args: f.side(*_sides(args[0])),
    ),
    Predicate(
        "country", "country PLACE: FR|GE|AH|RU|Belgium…", "the country a hex lies in", _place("country"), arity=1
    ),
    Predicate("theatre", "theatre PLACE: west|italy|east", "the map that a place lies on", _place("theatre"), arity=1),
    Predicate(
        "balkans", "balkans PLACE: yes|no", "whether a hex lies in the Balkans (1.6)", _place("in_balkans"), arity=1
    ),
    Predicate("distance-to-paris", "distance-to-paris PLACE: N", "hexes to the nearest hex of Paris"),
    Predicate(
        "direction",
        "direction A-B: E|NE|NW|W|SW|SE",
        "where a neighbour lies",
        lambda f, args: f.direction(*args[0].split("-")),
    ),
    Predicate("control", "control PLACE: allied|central", "who holds the hex", _place("control"), arity=1),
    Predicate(
        "neutral", "neutral PLACE: yes|no", "whether a hex is closed as neutral ground", _place("neutral"), arity=1
    ),
    Predicate(
        "fort", "fort PLACE: fortress|heavy|NATION|destroyed|none", "an intact work in the hex", _place("fort"), arity=1
    ),
    Predicate("devastated", "devastated PLACE: yes|no", "whether a hex is devastated", _place("devastated"), arity=1),
    Predicate("limit", "limit KEY: N", "a number of the table of limits", lambda f, args: f.limit(args[0])),
)
UNITS = (
    Predicate("at", "at UNIT: PLACE", "where it stands", _value("place", lambda u: u.place), arity=1),
    Predicate("steps", "steps UNIT: N", "its steps", _value("steps", lambda u: u.steps), arity=1),
    Predicate("dead", "dead UNIT: yes|no", "whether it is eliminated", _dead, arity=1),
    Predicate("nation", "nation UNIT: NATION", "whose it is", _value("nation", lambda u: u.nation), arity=1),
    Predicate(
        "type",
        "type UNIT: infantry|shock|mountain|cavalry|tank|anti-tank|hq",
        "what it is",
        _value("type", lambda u: u.type),
        arity=1,
    ),
    Predicate("attack", "attack UNIT: N", "its printed attack", lambda f, args: _printed(f, args, "attack"), arity=1),
    Predicate(
        "defence", "defence UNIT: N", "its printed defence", lambda f, args: _printed(f, args, "defence"), arity=1
    ),
    Predicate(
        "movement", "movement UNIT: N", "its printed movement", lambda f, args: _printed(f, args, "movement"), arity=1
    ),
    Predicate("artillery", "artillery UNIT: N", "the support strength that shows", _of_unit("artillery"), arity=1),
    Predicate("tank-drm", "tank-drm UNIT: N", "the modifier of a tank", _of_unit("tank_bonus"), arity=1),
    Predicate("shock", "shock UNIT: yes|no", "whether it counts as a shock division", _fact("is_shock"), arity=1),
    Predicate("allowance", "allowance UNIT: N", "movement points this phase", _fact("allowance"), arity=1),
    Predicate("cost", "cost UNIT [PATH]: N", "points spent this phase, or what a path would cost", _cost),
    Predicate("cost-of", "cost-of A|B [fair|wet|snow]: N", "what a step from A to B costs", _cost_of),
    Predicate("reach", "reach UNIT: PLACE…", "the hexes a unit may move to", _reach),
    Predicate("barred", "barred UNIT A-B: RULE…|none", "the rules that keep a unit from a step", _barred),
    Predicate("surplus", "surplus PLACE: UNIT…|none", "what is more than may stand in a hex", _surplus),
    Predicate("attacked", "attacked UNIT: yes|no", "whether it has attacked this turn", None, _used, arity=1),
)
SUPPLY = (
    Predicate("supplied", "supplied UNIT: yes|no", "whether a unit is in regular supply", _fact("supplied"), arity=1),
    Predicate("supplied-in", "supplied-in PLACE: yes|no", "whether units there would be in supply"),
    Predicate(
        "supply", "supply UNIT: supplied|fortress|antwerp|oos", "its state of supply", _fact("state_of_supply"), arity=1
    ),
    Predicate(
        "survives-attrition",
        "survives-attrition UNIT: yes|no",
        "whether an attrition phase leaves it alive",
        _fact("survives_attrition"),
        arity=1,
    ),
    Predicate("linked", "linked SOURCE: ULTIMATE|no", "that a town or headquarters is joined to an ultimate source"),
    Predicate("other-sources", "other-sources UNIT: none", "that no further source is in reach", arity=1),
    Predicate("line", "line UNIT SOURCE: N", "the length of a free line to a source"),
    Predicate(
        "port-open",
        "port-open PLACE: yes|no",
        "whether an inland port's approaches are Allied",
        _place("port_open"),
        arity=1,
    ),
    Predicate("port", "port PLACE: yes|no", "whether Allied units may sail from it", _place("is_port"), arity=1),
    Predicate(
        "captured", "captured PLACE: LETTER|turn N|yes", "that the enemy took a place, and on what strategic turn"
    ),
    Predicate("entered", "entered NATION: yes|no", "whether an enemy unit has entered a country"),
)
NATIONS = (
    Predicate(
        "side-of",
        "side-of NATION: allied|central|neutral",
        "the side a nation fights on",
        lambda f, args: f.side_of_nation(f.nation_of(args[0]) or args[0]),
        arity=1,
    ),
    Predicate(
        "deployed",
        "deployed ottoman: yes|no",
        "whether the Turkish army is on the map",
        lambda f, args: f.turks_deployed(),
    ),
    Predicate(
        "us-army-in-play",
        "us-army-in-play: yes|no",
        "whether the American 1st Army headquarters has entered",
        lambda f, args: f.us_army_in_play(),
    ),
    Predicate("count", "count RULE: N", "how many units stand already where a rule of 3.7 counts them"),
    Predicate(
        "played",
        "played CHIT: yes|no",
        "whether a chit has been played",
        lambda f, args: f.played(args[0]),
        None,
        _played_earlier,
    ),
    Predicate("drawn", "drawn CHIT: yes", "that a chit was drawn, earlier", None, None, _drawn_earlier),
    Predicate("played-on", "played-on CHIT: N", "the turn on which it was played", None, _note("played-on")),
)


def _printed(facts: Facts, args: Args, what: str) -> Answer:
    unit = facts.unit(args[0])
    return facts.printed(unit, what) if unit is not None else _unknown(args[0])


PREDICATES = named(*MAP, *UNITS, *SUPPLY, *NATIONS, *BATTLE, *SOURCES, *VICTORY)
