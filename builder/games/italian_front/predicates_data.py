"""Questions that the sources answer: tables, scenarios, calendar, schedules, rates, mobilization, victory."""

from __future__ import annotations

from builder.games.italian_front.facts import Facts
from builder.games.italian_front.facts_base import book, missing, seen
from builder.games.italian_front.words import counter_named
from builder.model import Answer, Evidence, Need, Reason, Tag
from builder.rules.ruleset import Predicate

Args = tuple[str, ...]
GUN_WORDS = ("artillery", "siege-artillery")


def _nation(facts: Facts, args: Args, at: int = 0) -> str:
    return facts.nation(args[at]) if len(args) > at else ""


def _label(facts: Facts, args: Args, at: int = 0) -> str:
    """The turn that is named, else the one that it is."""
    return args[at] if len(args) > at else facts.label


def _table(facts: Facts, args: Args) -> Answer:
    """A cell: table, row's key, column; with one argument what a case states of it."""
    if len(args) < 3:
        stated = facts.stated("table", *args)
        return stated or missing("case", f"table {' '.join(args)}", "column")
    return facts.cell(args[0].replace("-", "_"), args[1], args[2].replace("-", "_"))


def _scenario(facts: Facts, what: str) -> Answer:
    scenario = facts.scenario
    if scenario is None and facts.linked() and what in ("first", "last"):
        return facts.cell("special_rules", f"linked/I17-2/{what}", "value")
    if scenario is None:
        return missing("case", "scenario")
    turns = {t.number: t.label for t in facts.game.turns}
    value = {
        "first": turns.get(scenario.first_turn),
        "last": turns.get(scenario.last_turn),
        "opens": f"{scenario.first_side} {scenario.first_phase}".strip(),
        "count": sum(scenario.first_turn <= t.number <= scenario.last_turn for t in facts.ordinary),
        "special": sum(
            scenario.first_turn < t.number <= scenario.last_turn and t.part == "special turn" for t in facts.game.turns
        ),
    }[what]
    return Answer(value, (book(what, value, f"{scenario.rule}-{'last' if what == 'last' else 'first'}"),))


def _start(facts: Facts, args: Args) -> Answer:
    """Where the scenario puts a unit; by words too where a counter is meant."""
    scenario, unit = facts.scenario, facts.unit(args[0])
    name = unit.counter if unit is not None and unit.counter else counter_named(args[0], facts.game) or args[0]
    if scenario is None:
        return missing("case", "scenario")
    counter = facts.game.counters.get(name)
    family = counter.attributes.get("family", "") if counter is not None else ""
    pieces = {c.id for c in facts.game.counters.values() if family and c.attributes.get("family") == family} | {name}
    placed = next((p for p in scenario.placements if p.what in pieces), None)
    if placed is None:
        return Answer("", (seen(f"{name} in {scenario.id}", "not set up"),))
    evidence = facts.weigh(placed.evidence or Evidence(Tag.CHOSEN))
    return Answer(placed.place, (Reason(f"{name} starts", placed.place, evidence, str(placed.span)),))


def _set_up(facts: Facts, args: Args) -> Answer:
    """The counters that the scenario puts into a place, of one nation or all."""
    scenario = facts.scenario
    if scenario is None:
        return missing("case", "scenario")
    nation = _nation(facts, args, 1)
    there = [
        p
        for p in scenario.placements
        if p.place == args[0] and p.what in facts.game.counters and nation in ("", facts.game.counters[p.what].nation)
    ]
    reasons = tuple(
        Reason(p.what, p.place, facts.weigh(p.evidence or Evidence(Tag.CHOSEN)), str(p.span)) for p in there
    )
    return Answer(frozenset(p.what for p in there), reasons or (seen(args[0], "empty"),))


def _count(facts: Facts, args: Args) -> Answer:
    """How many counters of the scenario (of the mix without one) have all these words: nation, type, size, place."""
    scenario = facts.scenario
    found = 0
    placed = {p.what: p.place for p in scenario.placements} if scenario is not None else {}
    for counter in facts.game.counters.values():
        if scenario is not None and counter.id not in placed:
            continue
        place = placed.get(counter.id, "")
        has = {counter.nation, counter.type, counter.size, counter.side, place, place.partition("-")[0].casefold()}
        has |= {"map"} if place in facts.sheet.hexes else set()
        found += all((facts.nation(word) or word) in has for word in args[0].split("+"))
    return Answer(found, (seen(f"counters that are {args[0]}", found),))


def _fortress(facts: Facts, args: Args) -> Answer:
    """The strength of the fortress in a hex, or of all that a nation has in the scenario."""
    scenario, nation = facts.scenario, _nation(facts, args)
    if scenario is None:
        return missing("case", "scenario")
    total, reasons = 0, []
    for p in scenario.placements:
        counter = facts.game.counters.get(p.what)
        if counter is not None and counter.type == "fortress" and (p.place == args[0] or counter.nation == nation):
            total += counter.steps
            reasons.append(
                Reason(counter.id, counter.steps, facts.weigh(p.evidence or Evidence(Tag.CHOSEN)), str(p.span))
            )
    return Answer(total, tuple(reasons) or (seen(f"fortress {args[0]}", "none"),))


def _stock(facts: Facts, args: Args) -> Answer:
    return facts.stock(args[0])


def _arrivals(event: str):
    def ask(facts: Facts, args: Args) -> Answer:
        return facts.scheduled(_label(facts, args), event, _nation(facts, args, 1))

    return ask


def _scheduled(event: str):
    def ask(facts: Facts, args: Args) -> Answer:
        found = facts.scheduled_turns(args[0], event)
        return found if len(found.value or ()) != 1 else Answer(found.value[0], found.reasons)

    return ask


def _help(facts: Facts, args: Args) -> Answer:
    """The turn so many after the one on which Italy was shaken."""
    shaken = facts.stated("shaken-on", "italian")
    label = args[1] if len(args) > 1 else shaken.value if shaken is not None else ""
    return facts.turn_after(label, int(args[0].lstrip("+"))) if label else missing("given", "shaken-on italian")


def _upgrades(facts: Facts, args: Args) -> Answer:
    """How many units of a type Austria-Hungary turns into assault troops on a turn."""
    turn = facts.turn_named(args[0])
    rows = [r for r in facts.rows_of("austro-hungarian", "assault-upgrade") if turn and r["turn"] == str(turn.number)]
    if len(args) > 1:
        rows = [r for r in rows if args[1] in (r["note"] or r["units"])]
    total = sum(int(r["count"]) for r in rows)
    return Answer(total, tuple(Reason(r.key, r["count"], r.evidence_of("count")) for r in rows) or (seen("rows", 0),))


def _threshold(facts: Facts, args: Args) -> Answer:
    year = int(args[2]) if len(args) > 2 else facts.year
    return facts.threshold(_nation(facts, args), args[1], year)


def _dm(facts: Facts, args: Args) -> Answer:
    nation = _nation(facts, args) or args[0]
    found = facts.said_number("dm", nation)
    return found or missing("given", f"dm {nation}")


def _dm_event(facts: Facts, args: Args) -> Answer:
    """Points of an event, `surrendered` the higher rate."""
    return facts.number("dm_events", args[0], "surrendered" if "surrendered" in args[1:] else "points")


def _dm_calm(facts: Facts, args: Args) -> Answer:
    first = facts.turn_of(facts.scenario.first_turn) if facts.scenario is not None else None
    if first is None:
        return missing("case", "scenario")
    return facts.points_without_losses(_nation(facts, args), first.label, args[1])


def _monthly(facts: Facts, args: Args) -> Answer:
    return facts.monthly_points(_nation(facts, args), _label(facts, args, 1))


def _linked(facts: Facts, args: Args) -> Answer:
    return facts.linked_victory(int(args[0]), int(args[1]) if len(args) > 1 else 0)


def _enters(facts: Facts, args: Args) -> Answer:
    found = facts.italy_enters(int(args[0]))
    return found if found.needs or found.value else Answer("not-yet", found.reasons)


def _level(facts: Facts, args: Args) -> Answer:
    """Whether the condition of one level holds, whatever the others."""
    met = next((m for m in facts.levels() if (m.row["side"], m.row["level"]) == (args[0], args[1])), None)
    if met is None:
        return missing("victory_levels.csv", " ".join(args), "when")
    return Answer(met.value, met.reasons, met.needs)


def _mobilized_on(facts: Facts, args: Args) -> Answer:
    unit = facts.unit(args[0])
    counter = facts.counter_like(unit) if unit is not None else facts.game.counters.get(args[0])
    if counter is None:
        return missing("given", args[0])
    text = counter.attributes.get("mobilized", "")
    if text.isdigit() and facts.linked():
        return facts.mobilizes(int(text))
    turn = facts.turn_of(int(text)) if text.isdigit() else facts.turn_named("1915-05-T7")
    evidence = counter.evidence.get("mobilized") or Evidence(Tag.BOOK, "I6")
    return Answer(turn.label, (Reason(f"{counter.id} mobilized from", turn.label, facts.weigh(evidence)),))


def _capacity(facts: Facts, args: Args) -> Answer:
    return facts.capacity(_nation(facts, args))


def _printed(facts: Facts, args: Args) -> Answer:
    """Strength and movement of a counter as `4-4`."""
    unit = facts.unit(args[0])
    counter = facts.counter(unit) if unit is not None else facts.game.counters.get(args[0])
    if counter is None:
        return missing("counters.csv", args[0])
    value = f"{counter.steps}-{counter.at(counter.steps).movement}"
    evidence = counter.evidence.get("") or Evidence(Tag.CHOSEN)
    return Answer(value, (Reason(args[0], value, facts.weigh(evidence), f"counters.csv:{counter.id}"),))


def _crt(facts: Facts, args: Args) -> Answer:
    """Which results table is in force (S13-26)."""
    if not facts.year:
        return Answer("", needs=(Need("position", "when", "turn"),))
    found = "later" if facts.year >= 1917 else "early"
    return Answer(found, (book("results table", found, "S13-26"),))


DATA = (
    Predicate("table", "table NAME [KEY] [COLUMN]: VALUE", "a cell of a table of the game", _table),
    Predicate("game", "game: SCENARIO|linked", "which game is played, where no scenario is laid out"),
    Predicate("first-turn", "first-turn: TURN", "the scenario's first turn", lambda f, args: _scenario(f, "first")),
    Predicate("last-turn", "last-turn: TURN", "the scenario's last turn", lambda f, args: _scenario(f, "last")),
    Predicate("opens", "opens: SIDE PHASE", "where its first turn begins", lambda f, args: _scenario(f, "opens")),
    Predicate("turns", "turns: N", "its ordinary turns", lambda f, args: _scenario(f, "count")),
    Predicate("special-turns", "special-turns: N", "its special turns", lambda f, args: _scenario(f, "special")),
    Predicate("starts", "starts COUNTER: PLACE", "where the scenario puts a counter", _start),
    Predicate("set-up", "set-up PLACE [NATION]: COUNTER…", "the counters it puts into a place", _set_up),
    Predicate(
        "count",
        "count WORD{+WORD}: N",
        "counters of these nations, types, sizes, places; `map` for hexes, `dead`",
        _count,
    ),
    Predicate("fortress", "fortress HEX|NATION: N", "the strength of fortresses in the scenario", _fortress),
    Predicate("printed", "printed COUNTER: N-N", "strength and movement on a counter", _printed),
    Predicate("supply", "supply UNIT: N", "the supply points of a headquarters", _stock),
    Predicate(
        "supply-ceiling",
        "supply-ceiling NATION: N",
        "the most that all its headquarters may hold",
        lambda f, args: f.ceiling(_nation(f, args)),
    ),
    Predicate(
        "turn-after",
        "turn-after TURN N: TURN",
        "the ordinary turn so many later",
        lambda f, args: f.turn_after(args[0], int(args[1])),
    ),
    Predicate(
        "winter", "winter [TURN]: yes|no", "whether it is winter on this map", lambda f, args: f.winter(_label(f, args))
    ),
    Predicate("results-table", "results-table: early|later", "the combat results in force", _crt),
    Predicate("arrivals", "arrivals TURN [NATION]: COUNTER…", "who arrives on a turn", _arrivals("reinforcement")),
    Predicate("withdrawals", "withdrawals TURN [NATION]: COUNTER…", "who leaves on a turn", _arrivals("withdrawal")),
    Predicate("arrives", "arrives UNIT: TURN", "when a unit arrives", _scheduled("reinforcement")),
    Predicate("withdraws", "withdraws UNIT: TURN", "when a unit leaves", _scheduled("withdrawal")),
    Predicate("upgrades", "upgrades TURN [infantry|mountain]: N", "Austro-Hungarian assault upgrades", _upgrades),
    Predicate("help-turn", "help-turn N [TURN]: TURN", "so many turns after Italy is shaken (on that turn)", _help),
    Predicate("shaken-on", "shaken-on NATION: TURN", "when a nation's morale was shaken"),
    Predicate(
        "receives",
        "receives NATION [TURN]: N ITEM…",
        "supply and replacements of a turn",
        lambda f, args: f.receives(_nation(f, args), _label(f, args, 1)),
    ),
    Predicate(
        "rpl-origins",
        "rpl-origins [TURN]: WORD…",
        "where Austro-Hungarian replacement points come from",
        lambda f, args: f.rpl_origins(_label(f, args)),
    ),
    Predicate(
        "mobilized",
        "mobilized UNIT: yes|no",
        "whether a unit may move and attack by now (I6)",
        lambda f, args: f.mobilized(args[0]),
        arity=1,
    ),
    Predicate("mobilizes", "mobilizes UNIT: TURN", "from which turn on it may", _mobilized_on, arity=1),
    Predicate(
        "mobilization",
        "mobilization TURN NATION: COUNTER…",
        "who is free from this very turn on",
        lambda f, args: f.mobilization_list(args[0], _nation(f, args, 1)),
    ),
    Predicate("rail-capacity", "rail-capacity [NATION]: N", "divisions that may use its rails this turn", _capacity),
    Predicate("dm", "dm NATION|SIDE: N", "demoralization points; for victory those of the scenario", _dm),
    Predicate("dm-suffered", "dm-suffered NATION|SIDE: N", "points suffered in the scenario alone"),
    Predicate("dm-event", "dm-event EVENT [surrendered]: N", "points of an event (dm_events.csv)", _dm_event),
    Predicate("dm-monthly", "dm-monthly NATION [TURN]: N", "what a special turn adds", _monthly),
    Predicate("dm-calm", "dm-calm NATION TURN: N", "the track after a turn, nothing lost", _dm_calm),
    Predicate("threshold", "threshold NATION shaken|collapse|surrender [YEAR]: N", "where morale breaks", _threshold),
    Predicate(
        "morale",
        "morale NATION: calm|shaken|economic-collapse|surrender",
        "how a nation stands",
        lambda f, args: f.morale(_nation(f, args)),
    ),
    Predicate(
        "held",
        "held NATION: N",
        "supply points of its headquarters and of markers on their way (S18-12)",
        lambda f, args: f.holdings(_nation(f, args)),
    ),
    Predicate(
        "forfeits",
        "forfeits NATION: yes|no",
        "whether it holds too much on a special turn (I15-6)",
        lambda f, args: f.forfeits(_nation(f, args)),
    ),
    Predicate(
        "returns",
        "returns TURN: TURN",
        "when headquarters and engineers lost on a turn come back (I15-1)",
        lambda f, args: f.returns(args[0]),
    ),
    Predicate("occupied-before", "occupied-before HEX: yes|no", "whether the enemy has had a city before"),
    Predicate(
        "dm-of-city",
        "dm-of-city HEX: N",
        "demoralization points for a city that the enemy occupies (S26-4)",
        lambda f, args: f.points_of_city(args[0]),
    ),
    Predicate(
        "rebuild-cost",
        "rebuild-cost UNIT N: N",
        "infantry replacement points for so many strength points of a unit (I15-2)",
        lambda f, args: f.rebuild_cost(args[0], int(args[1])),
    ),
    Predicate(
        "strengthens",
        "strengthens UNIT: yes|no",
        "whether replacements may raise cavalry above its symbol (S31-1, S31-2)",
        lambda f, args: f.strengthens(args[0]),
    ),
    Predicate("collapsed-on", "collapsed-on NATION: TURN", "when a nation's economy collapsed"),
    Predicate(
        "strength-on-map",
        "strength-on-map UNIT enters|leaves: N",
        "of a weak Austrian mountain brigade as it comes onto this map or leaves it (I3-3)",
        lambda f, args: f.on_and_off_the_map(args[0], args[1]),
    ),
    Predicate("surrendered", "surrendered NATION: yes|no|TURN", "whether, and when, a nation gave up"),
    Predicate("lost", "lost NATION|SIDE: N", "strength points lost in the scenario"),
    Predicate("hexes-lost", "hexes-lost SIDE: N", "hexes of the start that a side has lost"),
    Predicate("victory", "victory: SIDE LEVEL|draw", "who has won, at what level", lambda f, args: f.victory()),
    Predicate("level", "level SIDE LEVEL: yes|no", "whether the condition of a level holds", _level),
    Predicate(
        "linked-victory",
        "linked-victory POINTS [YEAR]: SIDE LEVEL",
        "the level of the linked game; the year of an Austro-Hungarian surrender",
        _linked,
    ),
    Predicate("italy-enters", "italy-enters ROLL: TURN|not-yet", "the monthly die of the linked game (I17-6)", _enters),
    Predicate("serbia-at-home", "serbia-at-home: yes|no", "whether Serbia has supplied units at home"),
    Predicate("italy-at-war", "italy-at-war: yes|no", "whether Italy has entered the linked game"),
    Predicate("crt", "crt: early|later", "the results table that a scenario names"),
)
