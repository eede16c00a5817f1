"""What the sources answer: calendar, weather, schedules, chits, counts of counters, scenario data."""

from __future__ import annotations

from collections.abc import Callable

from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_base import joined, missing, seen
from builder.games.tgwie.facts_calendar import MONTHS, TRENCHES
from builder.model import Answer, Evidence, Reason, Tag
from builder.rules.ruleset import Predicate

Args = tuple[str, ...]


def _weather(facts: Facts, args: Args) -> Answer:
    """On a map, at the moment or in a named month or turn."""
    which, *when = args
    if not when:
        return facts.weather(which)
    word, die = when[0], int(when[1]) if len(when) > 1 else 0
    if word.isdecimal():
        if not die:
            return facts.weather_of_turn(which, int(word))
        month = MONTHS[int(facts.game.turns[int(word) - 1].first_day[5:7]) - 1]
        return facts.weather_of_month(which, month, die)
    month = next((m for m in MONTHS if word.casefold().startswith(m.casefold())), "")
    if not month:
        raise ValueError(f"{word!r} is no month")
    return facts.weather_of_month(which, month, die)


def _letter(facts: Facts, args: Args) -> Answer:
    return facts.letter_of_turn(int(args[0])) if args else facts.letter()


def _trench(facts: Facts, args: Args) -> Answer:
    """The level of a marker, or of a nation, at the moment or on a strategic turn."""
    who = args[0]
    if who not in TRENCHES:
        nation = facts.nation_of(who) or who
        who = facts.trench_marker(nation, facts.game.side_of(nation) if nation in facts.game.nations else "")
    return facts.trench_by_letter(who, args[1]) if len(args) > 1 else facts.trench(who)


def _scenario(name: str) -> Callable[[Facts, Args], Answer]:
    """A datum that a scenario states; stated in a case it is what the case says."""

    def ask(facts: Facts, args: Args) -> Answer:
        words = (name, *args)
        for candidate in (args, tuple(facts.nation_of(a) or a for a in args)):
            stated = facts.stated(name, *candidate)
            if stated is not None:
                return Answer(
                    frozenset(stated.value.split())
                    if name in ("at-war", "neutral", "collapsed-at-start")
                    else stated.value,
                    stated.reasons,
                )
        return missing("scenario", " ".join(words))

    return ask


def _of_scenario(what: str) -> Callable[[Facts, Args], Answer]:
    def ask(facts: Facts, args: Args) -> Answer:
        scenario = facts.scenario
        if scenario is None:
            return missing("case", "scenario")
        value = getattr(scenario, what)
        return Answer(value, (Reason(what.replace("_", " "), value, Evidence(Tag.BOOK, scenario.rule)),))

    return ask


def _lies(facts: Facts, args: Args) -> Answer:
    """The places of the markers of a kind."""
    kind = args[0]
    if kind not in facts.game.markers:
        raise ValueError(f"{kind!r} is no marker")
    found = frozenset(m.place for m in facts.state.markers.values() if m.kind == kind)
    evidence = Evidence(Tag.GIVEN) if facts.scenario is None else Evidence(Tag.BOOK, facts.scenario.rule)
    return Answer(found, (Reason(kind, " ".join(sorted(found)) or "none", evidence),))


def _income(facts: Facts, args: Args) -> Answer:
    """Nothing while a country is neutral (6.2.F)."""
    nation, letter = facts.nation_of(args[0]) or args[0], args[1]
    now, side = facts.letter(), facts.side_of_nation(nation)
    if now.known and now.value == letter and nation != "american" and side.known and not side.value:
        return joined(0, now, side)
    return facts.income(nation, letter)


def _due(facts: Facts, args: Args) -> Answer:
    unit = facts.unit(args[0])
    if unit is not None:
        return facts.due(unit)
    counter = facts.game.counters.get(args[0])
    return facts.due_of(counter) if counter is not None else missing("counters.csv", args[0])


def _counter(what: str) -> Callable[[Facts, Args], Answer]:
    """A column of the counter mix."""

    def ask(facts: Facts, args: Args) -> Answer:
        counter = facts.game.counters.get(args[0])
        if counter is None:
            return missing("counters.csv", args[0], what)
        value = counter.attributes.get(what, "")
        evidence = counter.evidence.get(what) or counter.evidence.get("") or Evidence(Tag.CHOSEN)
        return Answer(value, (Reason(f"{what} of {args[0]}", value or "none", facts.weigh(evidence)),))

    return ask


def _phases(facts: Facts, args: Args) -> Answer:
    turn = int(args[0])
    found = tuple(p.id for p in facts.game.phases if not p.turns or turn in p.turns)
    return Answer(found, (Reason("order of play", turn, Evidence(Tag.BOOK, "5.3")),))


def _mover(method: str) -> Callable[[Facts, Args], Answer]:
    return lambda facts, args: getattr(facts, method)(args[0])


def _breaches(facts: Facts, args: Args) -> Answer:
    return facts.breaches()


def _chit(column: str) -> Callable[[Facts, Args], Answer]:
    return lambda facts, args: facts.chit_fact(args[0], column)


def _point(facts: Facts, args: Args) -> Answer:
    return facts.number("costs", args[0], "points")


CALENDAR = (
    Predicate("strategic-turn", "strategic-turn [TURN]: LETTER", "the strategic turn that has come last", _letter),
    Predicate(
        "turn-of",
        "turn-of LETTER: N",
        "the operational turn that a strategic turn comes before",
        lambda f, args: f.turn_of_letter(args[0]),
    ),
    Predicate("label", "label TURN: TEXT", "the months of a turn", lambda f, args: f.label(int(args[0]))),
    Predicate("phases", "phases TURN: PHASE…", "the phases of a turn in order", _phases),
    Predicate("weather", "weather west|east [MONTH|TURN] [DIE]: fair|wet|snow", "the weather on a map", _weather),
    Predicate("weather-die", "weather-die: N", "the die for October and March in the west"),
    Predicate(
        "initiative",
        "initiative west|east: allied|central",
        "who moves first on a map",
        lambda f, args: f.initiative(args[0]),
    ),
    Predicate("mover", "mover west|italy|east: SIDE|none", "who moves on a map in this phase", _mover("mover")),
    Predicate(
        "attacker", "attacker west|italy|east: SIDE|none", "who attacks on a map in this phase", _mover("attacker")
    ),
    Predicate("trench", "trench NATION|MARKER [LETTER]: 0|-1|-2", "a level of the trench track", _trench),
)
MIX = (
    Predicate(
        "counters",
        "counters WORD [WORD] [WORD] [WORD] [WORD]: N",
        "how many counters all words fit: nation, type, "
        "combat, division, hq, letter, code:W, entry+5, 3-4-4, CND, stoss-able, two-step, designation",
        lambda f, args: f.count_in_mix(args),
    ),
    Predicate(
        "pieces",
        "pieces WORD [WORD] [WORD] [WORD] [WORD]: N",
        "the same of the pieces on the table; a word may also be a place, a region, west, east, italy, on-map, dead",
        lambda f, args: f.count_on_table(args),
    ),
    Predicate(
        "lies", "lies MARKER: PLACE…|none", "where markers of a kind lie, by the first column of markers.csv", _lies
    ),
    Predicate("due", "due UNIT: LETTER|start|entry|CHIT", "when a unit comes", _due),
    Predicate(
        "no-replacement",
        "no-replacement COUNTER: yes|first-step|back|none",
        "the dot of a counter",
        _counter("no_replacement"),
    ),
    Predicate(
        "stoss-able", "stoss-able COUNTER: yes|none", "whether it may become a shock division", _counter("shock")
    ),
    Predicate("breaches", "breaches: RULE…|none", "the rules that the deployment on the table breaks", _breaches),
)
SCHEDULES = (
    Predicate(
        "income",
        "income NATION LETTER: N",
        "resource points of the schedule",
        _income,
    ),
    Predicate(
        "resource",
        "resource PLACE LETTER: N",
        "what a resource hex gives Germany on a strategic turn",
        lambda f, args: f.resource_points(args[0], args[1]),
    ),
    Predicate(
        "first-paying",
        "first-paying PLACE: LETTER",
        "the first strategic turn on which it pays",
        lambda f, args: f.first_paying(args[0]),
    ),
    Predicate("supply-restored", "supply-restored PLACE: LETTER", "when its line to Germany was open again"),
    Predicate("recaptured", "recaptured PLACE: LETTER", "when it was taken again"),
    Predicate(
        "points",
        "points WHAT: N",
        "resource points that something costs: step, hq-spent, hq-ready, chit, shock-first, shock-second, carry-over…",
        _point,
    ),
    Predicate(
        "chits",
        "chits SIDE LETTER: CHIT…",
        "the chits that a strategic turn brings",
        lambda f, args: f.chits_of(args[0], args[1]),
    ),
    Predicate("chit-letter", "chit-letter CHIT: LETTER", "the strategic turn of a chit", _chit("letter")),
    Predicate("chit-rule", "chit-rule CHIT: RULE", "the rule it refers to", _chit("rule")),
    Predicate("chit-mandatory", "chit-mandatory CHIT: yes|none", "whether it is played at once", _chit("mandatory")),
)
SCENARIO = (
    Predicate("first-turn", "first-turn: N", "the scenario's first turn", _of_scenario("first_turn")),
    Predicate("last-turn", "last-turn: N", "its last turn", _of_scenario("last_turn")),
    Predicate("first-phase", "first-phase: PHASE", "its first phase", _of_scenario("first_phase")),
    Predicate("at-war", "at-war SIDE: NATION…", "the nations at war on a side", _scenario("at-war")),
    Predicate(
        "entry-through",
        "entry-through: LETTER",
        "the last strategic turn whose units have come",
        _scenario("entry-through"),
    ),
    Predicate("resources", "resources NATION: N", "resource points at the start", _scenario("resources")),
    Predicate("us-entered", "us-entered: LETTER", "the strategic turn of American entry", lambda f, args: f.us_entry()),
    Predicate(
        "brought-by-chits", "brought-by-chits: COUNTER…", "units that chits have brought", _scenario("brought-by-chits")
    ),
    Predicate("front", "front: NAME", "the front lines of the scenario", _scenario("front")),
    *(
        Predicate(name, f"{name} [WORD]: WORDS", "a word of the scenario", _scenario(name))
        for name in ("neutral-nations", "ground")
    ),
)
SOURCES = (*CALENDAR, *MIX, *SCHEDULES, *SCENARIO)
__all__ = ["SOURCES", "seen"]
