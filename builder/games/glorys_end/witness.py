"""What every action leaves for good: events that score once, and what lifts a ban. Noted as they happen."""

from __future__ import annotations

from builder.games.glorys_end.changes_open import by_markers, carried, narrowed, noted, settled
from builder.games.glorys_end.facts import Facts
from builder.games.glorys_end.facts_battles_open import evades
from builder.games.glorys_end.facts_board import ABBEVILLE, NEUTRALS
from builder.games.glorys_end.facts_history import CROSSED
from builder.games.glorys_end.hentsch import kept_out
from builder.games.glorys_end.open_ways import Deed, OpenWay
from builder.games.glorys_end.rail_or_sea import as_gone
from builder.model import Action, Unit
from builder.rules.position import Ledger, Position, Scope
from builder.rules.ruleset import Verb

GOING = ("move", "rail", "ship", "retreat", "advance", "arrive")
PORTS = ("1439", "1337", "1335")  # Boulogne, Calais, Dunkirk (17.2)
LEFT, PARIS = "belgian-left", "paris-endangered"
EDGES = ("east", "west", "north", "south")
CHECKED = ("victory", "joint-victory", "end")
LAST_XVII, STEPS_XVII = "plan-xvii-last-turn", "plan-xvii-steps"


def witnessed(verb: Verb) -> Verb:
    """The verb, its effect watched."""

    def run(action: Action, position: Position, facts: Facts) -> Position:
        action = as_gone(facts.told(action), facts)
        position = by_markers(position, facts)
        after = verb.effect(action, position, facts) if verb.asks else verb.effect(action, position)
        after = witness(action, after, facts)
        return settled(after, facts) if action.verb == "end-phase" else after

    return Verb(verb.name, verb.usage, verb.summary, run, asks=True)


def witness(action: Action, after: Position, facts: Facts) -> Position:
    """`after` with what the action did for good; `facts` are those of the position before it."""
    ledger = _began(after.ledger, facts)
    if action.verb in GOING:
        after = _belgians_abroad(action, after.with_ledger(ledger), facts)
        after = _germans_beyond_the_meuse(action, after, facts)
        ledger = after.ledger
        ledger = _doors_opened(action, ledger)
        ledger = _left_the_marne(action, ledger, facts)
    if action.verb == "attack":
        ledger = _plan_xvii(action, _points_kept(action, after.with_ledger(ledger), facts).ledger, facts)
    if action.verb == "retreat" and evades(action):
        ledger = _evaded(action, ledger, facts)
    if action.verb == "set-up":
        for unit in facts.units(action.units):
            ledger = _once(ledger, ("deployed", unit.side), str(action.place)) if facts.army(unit).value else ledger
    if action.verb in ("withdraw", "lose"):
        ledger = _to_the_east(action, ledger, facts)
    if action.verb == "end-phase":
        ledger = _held_from_the_start(_invaded(ledger, facts), facts)
    after = after.with_ledger(ledger)
    if action.verb == "end-phase" and not ledger.note("won"):
        after = after.with_ledger(_won(after.ledger, facts))
    if not ledger.note("paris-endangered"):
        after = _paris(action, after, facts)
    if _britain_waits(facts) and not ledger.note("german-20"):
        after = _level_of_british_entry(after, facts)
    return after


def _once(ledger: Ledger, key: tuple[str, ...], value: str) -> Ledger:
    return ledger if ledger.note(*key) else ledger.with_note(Scope.GAME, key, value)


def _began(ledger: Ledger, facts: Facts) -> Ledger:
    """Since when the game is watched, and what stood on the board when a total was stated."""
    if ledger.note("watched-from"):
        return ledger
    since = "start" if facts.at_start() else str(facts.when) or "later"
    ledger = ledger.with_note(Scope.GAME, ("watched-from",), since)
    for side in ("allied", "german"):
        stated = facts.given.answer("vp", side)
        if stated is not None and not stated.reasons[0].source.startswith("scenario "):
            words = " ".join(f"{key}={points}" for key, points in facts.tally(side).items())
            ledger = ledger.with_note(Scope.GAME, ("tally", side), words)
    return ledger


def _way(action: Action) -> tuple[str, ...]:
    return action.path[1:] or ((action.place,) if action.place else ())


def _gaps(action: Action, facts: Facts) -> tuple[OpenWay, ...]:
    """The ways between places of a drag that do not touch."""
    if action.verb not in ("move", "retreat") or len(action.path) < 2:
        return ()
    units = facts.units(action.units)
    return tuple(kept_out(leg.way, units, facts) for leg in facts.legs(action) if leg.way is not None)


def _belgians_abroad(action: Action, after: Position, facts: Facts) -> Position:
    """The first hex outside of Belgium costs a Belgian unit's points (4.5)."""
    belgians = [u for u in facts.units(action.units) if u.nation == "belgian" and not after.ledger.note(LEFT, u.id)]
    if not belgians:
        return after

    def abroad(place: str) -> bool:
        return not facts.on_map(place) or facts.country(place).value not in ("BE", "")

    sure = next((p for p in _way(action) if abroad(p)), "")
    for way in _gaps(action, facts):
        places = frozenset(filter(abroad, way.possible))
        went = way.passes(places) if places and not sure else False
        sure = min(places) if went else sure
        if went is None:
            after, key = carried(after, action, way, facts)
            for unit in belgians:
                told = f"turn {facts.when.turn}, between {way.start} and {way.goal}"
                after = noted(after, (LEFT, unit.id), Deed(key, places, told))
    ledger = after.ledger
    for unit in belgians if sure else ():
        ledger = _once(ledger, (LEFT, unit.id), f"turn {facts.when.turn}, {sure}")
    return after.with_ledger(ledger)


def _germans_beyond_the_meuse(action: Action, after: Position, facts: Facts) -> Position:
    """The first German in France west of the river lets French trains cross it, for good (11.2)."""
    if facts.actor(action) != "german" or after.ledger.note(CROSSED):
        return after
    sure = next((p for p in _way(action) if facts.on_map(p) and facts.beyond_the_meuse(p)), "")
    for way in _gaps(action, facts) if not sure else ():
        places = frozenset(filter(facts.beyond_the_meuse, way.possible))
        went = way.passes(places) if places else False
        sure = min(places) if went else sure
        if went is None:
            after, key = carried(after, action, way, facts)
            told = f"turn {facts.when.turn}, between {way.start} and {way.goal}"
            after = noted(after, (CROSSED,), Deed(key, places, told))
    told = f"turn {facts.when.turn}, {sure}"
    return after.with_ledger(_once(after.ledger, (CROSSED,), told)) if sure else after


def _doors_opened(action: Action, ledger: Ledger) -> Ledger:
    """An advance into Abbeville, or one of three ports, ends the ban on stopping there (7.13, 17.2)."""
    goal = action.path[-1] if action.path else action.place
    if action.verb == "advance" and goal in (ABBEVILLE, *PORTS):
        return _once(ledger, ("opened-by-advance", goal), "yes")
    return ledger


def _to_the_east(action: Action, ledger: Ledger, facts: Facts) -> Ledger:
    """The withdrawal of this phase: its corps, and the cavalry that gives a step (8.8)."""
    if action.verb == "withdraw":
        return ledger.with_note(Scope.TURN, ("withdrew-now",), " ".join(action.units))
    due = (facts.limit("withdrawal-turn").value, "german")
    said, silent = action.detail("why") == "withdrawal", not action.detail("why")
    if (facts.when.turn, facts.when.side) != due or not (said or silent):
        return ledger
    horse = next((u.id for u in facts.units(action.units) if u.type == "cavalry" and u.side == "german"), "")
    key = "withdrew-cavalry" if said else "cavalry-reduced"  # without a word it tells nothing while no corps has left
    return ledger.with_note(Scope.TURN, (key,), horse) if horse else ledger


def _left_the_marne(action: Action, ledger: Ledger, facts: Facts) -> Ledger:
    """By which edge of the small map a unit was forced off it (16.1.b)."""
    goal = action.path[-1] if action.path else action.place
    if action.verb != "retreat" or facts.rules_of_play != "marne" or facts.on_map(goal):
        return ledger
    for unit in facts.units(action.units):
        last = next((p for p in reversed(action.path) if facts.on_map(p)), unit.place)
        edge = action.detail("edge") or "|".join(e for e in EDGES if last in facts.sheet.regions.get(f"marne-{e}", ()))
        ledger = ledger.with_note(Scope.GAME, ("left-by", unit.id), edge)
    return ledger


def _invaded(ledger: Ledger, facts: Facts) -> Ledger:
    """In the free set-up: which neutrals German units stand in as play begins (3.6)."""
    if facts.rules_of_play != "free" or not facts.at_start() or not facts.whole or ledger.note("violated", "belgium"):
        return ledger
    stood = {facts.country(u.place).value for u in facts.state.units.values()
             if u.side == "german" and facts.on_map(u.place)}  # fmt: skip
    for code, name in NEUTRALS.items():
        ledger = ledger.with_note(Scope.GAME, ("violated", name), "yes" if code in stood else "no")
    return ledger


def _won(ledger: Ledger, facts: Facts) -> Ledger:
    """Who had won as this phase ended: play may go on all the same."""
    if facts.when.phase not in CHECKED and facts.rules_of_play != "short":
        return ledger
    found = facts.victory()
    return _once(ledger, ("won",), f"{found.value} {facts.when}") if found.known and found.value else ledger


def _held_from_the_start(ledger: Ledger, facts: Facts) -> Ledger:
    """Players set up as they like: the hexes that units stand in on the first turn are their side's (4.7)."""
    first = facts.scenario.first_turn if facts.scenario is not None else 1
    if facts.when.turn != first or not facts.whole or facts.given.blank:
        return ledger
    for place in facts.state.by_place:
        foot = next((u for u in facts.at(place) if u.type != "cavalry"), None)
        if foot is not None and facts.on_map(place) and facts.recorded_control(place).value != foot.side:
            ledger = ledger.with_note(Scope.GAME, ("control", place), f"{foot.side}@0")
    return ledger


def _plan_xvii(action: Action, ledger: Ledger, facts: Facts) -> Ledger:
    """An Allied attack of six steps into Germany, up to turn 5 (4.6). Doubts are kept beside the count."""
    target = action.place or (action.path[-1] if action.path else "")
    turn, units = facts.when.turn, facts.units(action.units)
    if facts.actor(action) != "allied" or turn > facts.limit(LAST_XVII).value or facts.rules_of_play == "marne":
        return ledger
    country = facts.country(target)
    if country.known and country.value != "GE":
        return ledger
    steps, needed = sum(u.steps for u in units if u.type != "siege-gun"), facts.limit(STEPS_XVII).value
    lost_before = sum(int(ledger.note("prepaid", "allied", place) or 0) for place in {u.place for u in units})
    if steps + lost_before < needed:
        return ledger
    if steps < needed or not country.known or not turn or action.inferred:
        return _once(ledger, ("plan-xvii-maybe",), f"attack on {target}, turn {turn or '?'}")
    count = int(ledger.note("plan-xvii") or 0) + 1
    ledger = ledger.with_note(Scope.GAME, ("plan-xvii",), str(count))
    return ledger.with_note(Scope.PHASE, ("plan-xvii-at", target), "yes")


def _evaded(action: Action, ledger: Ledger, facts: Facts) -> Ledger:
    """Cavalry gone before combat: whether that was a battle the book does not say."""
    places = {u.place for u in facts.units(action.units)}
    place = next((p for p in places if ledger.note("plan-xvii-at", p)), "")
    if not place:
        return ledger
    ledger = ledger.with_note(Scope.PHASE, ("plan-xvii-at", place), "")
    ledger = ledger.with_note(Scope.GAME, ("plan-xvii",), str(int(ledger.note("plan-xvii")) - 1))
    return _once(ledger, ("plan-xvii-maybe",), f"evaded attack on {place}, turn {facts.when.turn}")


# ---- points


def _points_kept(action: Action, after: Position, facts: Facts) -> Position:
    """Who makes a march assault had the points to enter, and forced no march (13.23, 12.10)."""
    if after.ledger.open is None or facts.kind_of(action) != "ma":
        return after
    target, spare = action.place or (action.path[-1] if action.path else ""), {}
    for unit in facts.units(action.units):
        cost, left = facts.step(unit.place, target), facts.points_left(unit.id)
        if cost is not None and left.known and left.value >= cost.points:
            spare[unit.id] = left.value - cost.points
    return narrowed(after, spare, facts, by_part=True)


# ---- Paris


def _paris(action: Action, after: Position, facts: Facts) -> Position:
    """The instant a supplied German unit is inside the perimeter (4.3); looked at when one goes, and as phases end."""
    if action.verb in GOING:
        inside = [(u, p) for u in facts.units(action.units) if u.side == "german" for p in _way(action)
                  if facts.in_perimeter(p)]  # fmt: skip
    elif action.verb == "end-phase":
        inside = [(u, place) for place in sorted(facts.perimeter) for u in facts.at(place) if u.side == "german"]
    else:
        return after
    for way in _gaps(action, facts) if not inside and facts.actor(action) == "german" else ():
        places = frozenset(p for p in way.possible if facts.in_perimeter(p))
        went = way.passes(places) if places else False
        if went:
            inside += [(u, min(places)) for u in facts.units(action.units)]
        elif went is None:
            after = _perhaps_inside(action, after, way, places, facts)
    return _endangered(action, inside, after, facts) if inside else after


def _perhaps_inside(
    action: Action, after: Position, way: OpenWay, places: frozenset[str], facts: Facts
) -> Position:  # fmt: skip
    """Some of the ways that it can have gone lead through the perimeter: supply is that of the move's start."""
    for unit in facts.units(action.units):
        supplied = facts.supply_at_start(unit)
        if supplied.known and supplied.value:
            after, key = carried(after, action, way, facts)
            told = f"{unit.id} between {way.start} and {way.goal}, {facts.when or 'set-up'}"
            return noted(after, (PARIS,), Deed(key, places, told))
        if not supplied.known:
            key = f"{unit.id} perhaps in {min(places)}, {facts.when or 'set-up'}"
            return after.with_ledger(_once(after.ledger, ("paris-maybe",), key))
    return after


def _endangered(action: Action, inside: list[tuple[Unit, str]], after: Position, facts: Facts) -> Position:
    now = type(facts)(facts.game, after, facts.given)
    for unit, place in inside:
        supplied = _supplied(action, unit, facts, now)
        if supplied is None:
            continue
        key = "paris-endangered" if supplied else "paris-maybe"
        return after.with_ledger(_once(after.ledger, (key,), f"{unit.id} in {place}, {facts.when or 'set-up'}"))
    return after


def _supplied(action: Action, unit: Unit, before: Facts, now: Facts) -> bool | None:
    """Whether the unit is supplied there; False for "not known", None for no."""
    asked = [now.supplied(unit.id)]
    if action.verb == "move":
        asked.insert(0, before.supply_at_start(unit))  # it holds for the whole move (7.5.g)
    if any(a.known and a.value for a in asked):
        return True
    return None if all(a.known for a in asked) else False


# ---- Britain


def _britain_waits(facts: Facts) -> bool:
    if facts.rules_of_play != "free" and facts.given.get("violated", "belgium") is None:
        return False
    invaded = facts.violated("belgium")
    return invaded.known and not invaded.value


def _level_of_british_entry(after: Position, facts: Facts) -> Position:
    now = type(facts)(facts.game, after, facts.given)
    total = now.vp("german")
    if total.known and total.value >= facts.limit("british-entry-vp").value:
        return after.with_ledger(_once(after.ledger, ("german-20",), str(facts.when.turn)))
    return after
