"""The facts one may state or ask in the notation, each with a line for people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from builder.games.glorys_end.facts import Facts, Result, seen
from builder.games.glorys_end.facts_battle import HIGH_ODDS
from builder.games.glorys_end.facts_supply import WORDS
from builder.games.glorys_end.hentsch import in_force, inside
from builder.games.glorys_end.predicates_score import SCORE
from builder.model import Answer, Marker, Need, near_miss
from builder.rules.position import Position, Scope
from builder.rules.ruleset import Predicate, named

Args = tuple[str, ...]
Ask = Callable[[Facts, Args], Answer]


# ---- asking


def _sides(text: str) -> tuple[str, str]:
    a, _, b = text.partition("|")
    return a, b


def _last_fight(facts: Facts, what: str) -> Answer:
    """A sum of the last attack: as it stood when it was declared, else as it can be worked out now."""
    action = facts.ledger.battle
    if action is None:
        return Answer(None, needs=(Need("case", "attack", what),))
    kept = action.detail(f"={what}")
    if kept:
        return Answer(int(kept) if kept.lstrip("-").isdecimal() else kept, (seen(what, kept),))
    declared = replace(action, details=tuple(d for d in action.details if not d[0].startswith("=")))
    fight = facts.fight(declared)
    return {"attack": fight.attack, "defence": fight.defence, "odds": fight.odds, "final": fight.final,
            "result": fight.result, "drm": fight.drm}[what]  # fmt: skip


def _drm(facts: Facts, args: Args) -> Answer:
    if not args:
        return _last_fight(facts, "drm")
    action = facts.ledger.battle
    known = (*facts.game.tables["terrain"].rows, "concentric", HIGH_ODDS)
    if args[0] not in known:
        raise ValueError(f"no modifier is called {args[0]!r}{near_miss(args[0], known)}")
    kept = action.detail(f"=drm {args[0]}") if action is not None else ""
    if kept:
        return Answer(int(kept), (seen(f"drm {args[0]}", kept),))
    if action is None:
        return Answer(None, needs=(Need("case", "attack", "drm"),))
    return facts.fight(action).modifier(args[0])


def _result(facts: Facts, args: Args) -> Answer:
    found = _last_fight(facts, "result")
    if isinstance(found.value, Result):
        return Answer(str(found.value), found.reasons, found.needs)
    return found


def _cost(facts: Facts, args: Args) -> Answer:
    """What the unit's way of this phase cost, or a path that is given."""
    name, *rest = args
    if rest:
        path = tuple(rest[0].split("-"))
        trip = facts.trip(name, path)
        if trip is None or trip.way.blocked is not None:
            return Answer("none" if trip is not None else None, needs=() if trip else (Need("given", name),))
        return Answer(trip.way.points, trip.way.reasons, trip.way.needs)
    return facts.spent(name)


def _steps(facts: Facts, args: Args) -> Answer:
    unit = facts.unit(args[0])
    return Answer(unit.steps if unit is not None else 0, (seen(f"steps of {args[0]}", unit.steps if unit else 0),))


def _at(facts: Facts, args: Args) -> Answer:
    unit = facts.unit(args[0])
    place = unit.place if unit is not None else ""
    return Answer(place, (seen(f"place of {args[0]}", place or "none"),))


def _in_command(facts: Facts, args: Args) -> Answer:
    unit = facts.unit(args[0])
    return facts.in_command(unit) if unit is not None else Answer(None, needs=(Need("given", args[0]),))


def _reach(facts: Facts, args: Args) -> Answer:
    found = facts.reach(args[0])
    if found is None:
        return Answer(None, needs=facts.allowance(args[0]).needs)
    places = frozenset(found.points) - {facts.state.units[args[0]].place}
    return Answer(places, (seen(f"reach of {args[0]}", len(places)),))


def _retreat(facts: Facts, args: Args) -> Answer:
    battle = facts.battle_of(args[0]) if args else next(iter(facts.battles()), None)
    if battle is None or not battle.retreat:
        return Answer(None, needs=(Need("log", "battle", "result"),))
    return Answer(battle.retreat, (seen("retreat", battle.retreat),))


PURPOSES = {word: purpose for purpose, word in WORDS.items()}


def _supplied_for(facts: Facts, args: Args) -> Answer:
    return facts.supplied_to(args[0], PURPOSES[args[1]])


def _fact(method: str) -> Ask:
    """A question of one name that `Facts` answers itself."""
    return lambda facts, args: getattr(facts, method)(args[0])


# ---- stating


def _control(position: Position, args: Args, value: str) -> Position:
    return position.with_ledger(position.ledger.with_note(Scope.GAME, ("control", args[0]), f"{value}@"))


def _deed(*deeds: str) -> Callable[[Position, Args, str], Position]:
    def given(position: Position, args: Args, value: str) -> Position:
        if value in ("no", "none") or not args:
            return position
        return position.with_ledger(position.ledger.with_acted(args[0], *deeds))

    return given


def _did(position: Position, args: Args, value: str) -> Position:
    words = {"pa": "pa", "ma": "ma", "prepared": "pa", "march": "ma", "moved": "move", "railed": "rail",
             "rested": "rebuild", "dug": "dig"}  # fmt: skip
    deeds = tuple(words.get(w, w) for w in value.replace(",", " ").split())
    return position.with_ledger(position.ledger.with_acted(args[0], *deeds)) if value != "none" else position


def _marker(kind: str, face: str = "front") -> Callable[[Position, Args, str], Position]:
    def given(position: Position, args: Args, value: str) -> Position:
        if value in ("no", "none"):
            return position
        side = {"french": "allied", "british": "allied", "belgian": "allied"}.get(value, value)
        side = "" if side == "yes" else side
        return position.with_state(position.state.with_marker(Marker(f"{kind}-{args[0]}", kind, args[0], side, face)))

    return given


def _newcomer(position: Position, args: Args, value: str) -> Position:
    ledger = position.ledger.with_note(Scope.PHASE, ("newcomer", args[0]), value)
    return position.with_ledger(ledger.with_note(Scope.PHASE, ("retreated", args[0]), value))


def _railed(position: Position, args: Args, value: str) -> Position:
    return position.with_ledger(position.ledger.with_sum(args[0] if args else "rail", int(value)))


def _owed(facts: Facts, args: Args) -> Answer:
    return facts.owed_by(args[0])


def _siege(facts: Facts, args: Args) -> Answer:
    gun = facts.unit(args[0])
    if gun is None:
        return Answer(None, needs=(Need("given", args[0]),))
    found = facts.siege_result(gun, args[1], int(args[2]))
    return Answer("E" if found.value else "none", found.reasons, found.needs)


MAP = (
    Predicate("neighbours", "neighbours HEX: HEX…", "the hexes that touch a hex",
              lambda facts, args: Answer(frozenset(facts.neighbours(args[0])), (seen("grid", "13.5"),))),
    Predicate("adjacent", "adjacent A|B: yes|no", "whether two places touch",
              lambda facts, args: facts.adjacent(*_sides(args[0]))),
    Predicate("row", "row A-B-C: adjacent", "places of which each touches the next"),
    Predicate("terrain", "terrain HEX: clear|forest|marsh|mountain|sea", "what the hex is", _fact("terrain"),
              arity=1),
    Predicate("place", "place HEX: town|city|port|inland-port|coast…", "what stands in the hex",
              _fact("features"), arity=1),
    Predicate("side", "side A|B: river|major-river|all-sea|none", "what runs along a side",
              lambda facts, args: facts.side(*_sides(args[0]))),
    Predicate("country", "country HEX: FR|BE|LU|GE|NL|CH", "the country a hex lies in", _fact("country"),
              arity=1),
    Predicate("west-of-meuse", "west-of-meuse HEX: yes|no", "on which side of the line of 3.8",
              _fact("west_of_meuse"), arity=1),
    Predicate("direction", "direction A-B: E|NE|NW|W|SW|SE", "where a neighbour lies, for places with names"),
    Predicate("control", "control HEX: allied|german", "who holds the hex", _fact("control"), _control, arity=1),
    Predicate("held-at-turn-start", "held-at-turn-start HEX: yes|no", "whether its holder held it as the turn began"),
    Predicate("trench", "trench HEX: SIDE|no", "a finished trench",
              lambda facts, args: Answer(facts.trench(args[0]) or "no"), _marker("trench")),
    Predicate("fortified-zone", "fortified-zone HEX: SIDE|no", "an intact fortified zone",
              lambda facts, args: Answer(facts.zone(args[0]) or "no"), _marker("fortified-zone")),
    Predicate("violated", "violated belgium|luxembourg|holland: yes|no", "whether a neutral was invaded",
              lambda facts, args: facts.violated(args[0])),
    Predicate("rail-path", "rail-path A-B: yes|no", "whether a train can get there"),
)  # fmt: skip
UNITS = (
    Predicate("allowance", "allowance UNIT: N", "movement points this phase", _fact("allowance"), arity=1),
    Predicate("cost", "cost UNIT [PATH]: N", "points spent this phase, or what a path would cost", _cost),
    Predicate("route", "route UNIT A-B: PATH", "by which hexes a unit went from A to B; stated of a drag"),
    Predicate("reach", "reach UNIT: HEX…", "the hexes a unit may move to", _reach),
    Predicate("in-command", "in-command UNIT: yes|no", "whether a unit is in command", _in_command, arity=1),
    Predicate("supplied", "supplied UNIT: yes|no", "whether a unit is in full supply; stated also of a hex",
              _fact("supplied"), arity=1),
    Predicate("supplied-for", "supplied-for UNIT attack|defence|attrition|rail|digging|march-assault: yes|no",
              "the same with what fortress, coast and port give (7.7 to 7.9)", _supplied_for),
    Predicate("port-supply", "port-supply UNIT: yes|no", "whether a line leads to an open port (7.9)",
              lambda facts, args: facts.other_supply("port", args[0])),
    Predicate("coastal-supply", "coastal-supply UNIT: yes|no", "whether an Allied unit is on the coast (7.8)",
              lambda facts, args: facts.other_supply("coast", args[0])),
    Predicate("fortress-supply", "fortress-supply UNIT: yes|no", "whether a fortress of its nation is with it (7.7)",
              lambda facts, args: facts.other_supply("fortress", args[0])),
    Predicate("open-port", "open-port HEX: yes|no", "whether the Allies hold a port, and inland its access hexes (7.9)",
              lambda facts, args: facts.port(args[0])),
    Predicate("line", "line UNIT edge|town|1525|port:HEX: N|none", "the length of a supply line"),
    Predicate("attack-factor", "attack-factor UNIT: N", "what it attacks with, halved out of supply",
              _fact("attack_factor"), arity=1),
    Predicate("defence-factor", "defence-factor UNIT: N", "what it defends with, halved out of supply",
              _fact("defence_factor"), arity=1),
    Predicate("steps", "steps UNIT: N", "its steps", _steps, arity=1),
    Predicate("at", "at UNIT: PLACE", "where it stands", _at, arity=1),
    Predicate("dead", "dead UNIT: yes|no", "whether it is eliminated", _fact("dead"), arity=1),
    Predicate("army", "army UNIT: N", "the army it starts in"),
    Predicate("arrival", "arrival UNIT: turn N PLACE", "when and by what a unit enters"),
    Predicate("moved", "moved UNIT: yes|no", "whether it moved this player turn", None, _deed("move"), arity=1),
    Predicate("railed", "railed UNIT: yes|no", "whether it went by rail", None, _deed("rail"), arity=1),
    Predicate("rebuilt", "rebuilt UNIT: yes|no", "whether it took a replacement", None, _deed("rebuild"), arity=1),
    Predicate("dug", "dug UNIT: yes|no", "whether it is digging", None, _deed("dig"), arity=1),
    Predicate("did", "did UNIT: moved|railed|rested|dug|march|prepared|none", "what it did this player turn", None,
              _did),
)  # fmt: skip
BATTLE = (
    Predicate("attack-total", "attack-total: N", "attack factors of the last attack",
              lambda facts, args: _last_fight(facts, "attack")),
    Predicate("defence-total", "defence-total: N", "defence factors against the last attack",
              lambda facts, args: _last_fight(facts, "defence")),
    Predicate("odds", "odds: N:N", "odds of the last attack", lambda facts, args: _last_fight(facts, "odds")),
    Predicate("drm", "drm [NAME]: N",
              "modifiers of the last attack, or one: terrain, city, river, fortified-zone, concentric, high-odds",
              _drm),
    Predicate("final-die", "final-die: N", "the modified die of the last attack",
              lambda facts, args: _last_fight(facts, "final")),
    Predicate("result", "result: A/D[R]", "its result, with what a fortress adds", _result),
    Predicate("retreat", "retreat [UNIT]: must|may|no", "whether the defenders retreat", _retreat),
    Predicate("owed", "owed UNIT: N", "losses its side still owes in its battle", _owed, arity=1),
    Predicate("retreated-into-this-phase", "retreated-into-this-phase UNIT: HEX",
              "a unit that retreated into a hex of friends in this phase", None, _newcomer),
    Predicate("hentsch", "hentsch: agreed|in-force|no", "whether Hentsch's order (10.4) is played and binds",
              lambda facts, args: in_force(facts)),
    Predicate("in-perimeter", "in-perimeter HEX: yes|no", "whether a hex lies inside the perimeter round Paris",
              lambda facts, args: inside(args[0], facts), arity=1),
    Predicate("designated", "designated UNIT: HEX", "infantry named to assault behind siege fire"),
    Predicate("siege", "siege GUN HEX ROLL: E|none", "what a siege gun's die does to a fortress", _siege),
)  # fmt: skip
TALLY = (
    Predicate("rail-used", "rail-used: N", "steps railed so far", None,
              lambda position, args, value: _railed(position, ("rail",), value)),
    Predicate("sea-used", "sea-used: N", "steps shipped so far", None,
              lambda position, args, value: _railed(position, ("ship",), value)),
    Predicate("rail-capacity", "rail-capacity allied|german: N", "steps a side may move by rail",
              lambda facts, args: facts.rail_capacity(args[0])),
    Predicate("germans-west-of-meuse", "germans-west-of-meuse: yes|no", "whether Germans are in France beyond it"),
    Predicate("limit", "limit KEY: N", "a number of the table of limits"),
)  # fmt: skip
SCENARIO = tuple(
    Predicate(name, f"{name} {arg}", text)
    for name, arg, text in (
        ("replacements", "NATION: N", "replacement steps at the start"),
        ("replacements-per-turn", "NATION: N", "replacement steps gained each turn"),
        ("replacements-from-turn", ": N", "the first turn that gains them"),
        ("rebuild-eliminated", ": yes|no", "whether eliminated units return"),
        ("supply-edge", "allied|german: REGION|HEX…", "the regions, or hexes, that feed a side"),
        ("rail-limit", "allied|german: N", "steps a side may move by rail"),
    )
)
PREDICATES = named(*MAP, *UNITS, *BATTLE, *TALLY, *SCENARIO, *SCORE)
