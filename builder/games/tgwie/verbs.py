"""The actions of the game, and how each changes the position: the board as played, and the ledger beside it."""

from __future__ import annotations

from builder.games.tgwie import verbs_battle as battle
from builder.games.tgwie.changes import bought_back, enter, settle, take
from builder.games.tgwie.facts import Facts
from builder.games.tgwie.facts_chits import AT_ONCE, JOINING, chit_name
from builder.games.tgwie.facts_units import FREE, TURNED
from builder.model import Action, Marker
from builder.rules.position import Position, Scope
from builder.rules.ruleset import Verb, named

TURN_MARKS: frozenset[str] = frozenset()


def move(action: Action, position: Position, facts: Facts) -> Position:
    """Units go along a path, origin first; places that do not touch leave the way between open."""
    for name in action.units:
        if name in position.state.units and len(action.path) > 1:
            position = position.with_ledger(position.ledger.with_way(name, action.path).with_acted(name, "move"))
    position = enter(action.units, action.path, position, facts)
    first = facts.unit(action.units[0]) if action.units else None
    ledger = position.ledger
    if first is not None and action.path:
        started = ledger.started.get(first.id, first.place)
        last = ledger.note("moving-from")
        left = set(ledger.note("left").split())
        if last and last != started:
            left.add(last)
        ledger = ledger.with_note(Scope.PHASE, ("moving-from",), started)
        ledger = ledger.with_note(Scope.PHASE, ("left",), " ".join(sorted(left)))
    return settle(action.units, action.path[-1] if action.path else "", position.with_ledger(ledger))


def strategic(action: Action, position: Position, facts: Facts) -> Position:
    """By rail or sea: the load counts toward the side's limit (14.3 to 14.5)."""
    how = action.verb
    ledger = position.ledger
    load = facts.sea_load(action) if how == "ship" else facts.rail_load(action)
    ledger = ledger.with_sum(facts.capacity_name(action), load.value if load.known else 0)
    for name in action.units:
        ledger = ledger.with_acted(name, how)
    goal = action.path[-1] if action.path else action.place
    return settle(action.units, goal, position.with_ledger(ledger))


def arrive(action: Action, position: Position, facts: Facts) -> Position:
    """Units enter play; those that come by headquarters in the east count as moved by sea (8.2.C)."""
    ledger = position.ledger
    by = action.detail("by")
    for name in action.units:
        ledger = ledger.with_acted(name, "arrive").with_note(Scope.PHASE, ("placed", name), "yes")
    landed = [u.id for u in facts.units(action.units) if u.type not in FREE]
    ledger = ledger.with_note(Scope.PHASE, ("landed", action.place), " ".join(
        dict.fromkeys((*ledger.note("landed", action.place).split(), *landed))))  # fmt: skip
    if by:
        ledger = ledger.with_note(Scope.TURN, ("arrived-by", by), action.place)
    if by and facts.theatre(action.place).value == "east":
        came = [u for u in facts.units(action.units) if u.nation in ("british", "french", "italian")]
        ledger = ledger.with_sum("sea", len(came)).with_sum("by-hq-east", len(came))
    return settle(action.units, action.place, position.with_ledger(ledger))


def rebuild(action: Action, position: Position, facts: Facts) -> Position:
    """Dead units return to their box, reduced ones regain a step (6.11); shock divisions as regulars."""
    for name in action.units:
        position = bought_back(position, name, facts)
    state, ledger = position.state, position.ledger
    for unit in facts.units(action.units):
        regular = facts.back(unit) == "shock" and unit.place.startswith("Dead")
        gain = int(action.detail(unit.id) or action.detail("steps") or 1) if not facts.is_hq(unit) else 1
        whole = 0 if unit.place.startswith("Dead") else unit.steps
        marks = (
            unit.marks | {TURNED} if facts.is_hq(unit) and action.detail("ready") != "yes" else unit.marks - {TURNED}
        )
        state = state.with_unit(
            unit._replace(
                steps=min(max(whole + gain, 1), unit.full_steps),
                place=action.place or unit.place,
                marks=marks if facts.is_hq(unit) else unit.marks - {TURNED} if regular else unit.marks,
            )
        )
        ledger = ledger.with_sum(f"rebuilt {facts.contingent(unit) or unit.nation}", gain)
    return position.with_ledger(ledger).with_state(state)


def put_back(action: Action, position: Position) -> Position:
    """Units go from the map to a box."""
    return settle(action.units, action.place, position)


def set_up(action: Action, position: Position) -> Position:
    """Set-up: put units where they start."""
    return settle(action.units, action.place, position)


def capture(action: Action, position: Position, facts: Facts) -> Position:
    """A side takes a hex, whoever went there; Paris is all its hexes."""
    side = facts.side_word(action.detail("by")) or action.side
    named = action.path or (action.place,)
    for word in named:
        places = sorted(facts.region("paris")) if word.casefold() == "paris" else [facts.place_of(word)]
        for place in places:
            position = take(position, place, side, facts)
    return position


def draw(action: Action, position: Position, facts: Facts) -> Position:
    """A chit is pulled; who buys is noted, and what works as it is drawn works."""
    side, cup, turn = action.side, action.detail("cup") or action.side, str(position.state.when.turn)
    ledger = position.ledger.with_sum(f"drawn {side} {cup}", 1)
    for row in facts.chits_of_action(action):
        name = chit_name(row)
        if row["kind"] == "no-effect":
            ledger = ledger.with_note(Scope.TURN, ("no-effect", side), cup)
            continue
        ledger = ledger.with_note(Scope.GAME, ("drawn", name), turn).with_note(Scope.GAME, ("drawn-by", row.key), side)
        if name in AT_ONCE:
            ledger = ledger.with_note(Scope.GAME, ("played", name), "yes")
            ledger = ledger.with_note(Scope.GAME, ("played-on", name), turn)
    return position.with_ledger(ledger.with_note(Scope.TURN, ("bought", side), "yes"))


def play(action: Action, position: Position, facts: Facts) -> Position:
    """A chit takes effect."""
    for word in dict.fromkeys((*action.units, action.place, action.detail("chit"))):
        row = facts.chit(word) if word else None
        name = chit_name(row) if row is not None else word
        if not name:
            continue
        ledger = position.ledger.with_note(Scope.GAME, ("played", name), "yes")
        ledger = ledger.with_note(Scope.GAME, ("played-on", name), str(position.state.when.turn))
        if name.startswith("stoss"):
            ledger = ledger.with_note(Scope.GAME, ("played", "stoss"), "yes")
            ledger = ledger.with_note(Scope.TURN, ("stoss",), name)
        if name in JOINING:
            ledger = ledger.with_note(Scope.GAME, ("joined", JOINING[name][0]), facts.has_joined(name).value)
        position = position.with_ledger(ledger)
        if name == "turkey-surrenders":
            position = surrender(position, facts)
    return position


def surrender(position: Position, facts: Facts) -> Position:
    """Turkish units leave the game, and their ground is Allied but where other Central units stand (7.21)."""
    state = position.state
    for unit in tuple(state.units.values()):
        if unit.nation == "ottoman" and unit.place:
            state = state.with_unit(unit._replace(place="Out-of-game", steps=0))
    for place in facts.turkish_ground():
        if not any(u.side == "central" and u.nation != "ottoman" for u in facts.at(place)):
            position = take(position, place, "allied", facts)
    return position.with_state(state)


def convert(action: Action, position: Position, facts: Facts) -> Position:
    """Divisions are turned to their other side (16.1, 16.3)."""
    state, number = position.state, 0
    for unit in facts.units(action.units):
        state = state.with_unit(unit._replace(marks=unit.marks | {TURNED}))
        number += 0 if facts.designation(unit) == "AK" else 1
    return position.with_state(state).with_ledger(position.ledger.with_sum("converted", number))


def devastate(action: Action, position: Position) -> Position:
    place = action.place or (action.path[0] if action.path else "")
    if len(action.path) > 1:
        position = settle(action.units, action.path[-1], position)
    return position.with_state(position.state.with_marker(Marker(f"devastated-{place}", "devastated", place)))


def flip(action: Action, position: Position, facts: Facts) -> Position:
    """Headquarters show their artillery again (6.2.J)."""
    state = position.state
    for unit in facts.units(action.units):
        state = state.with_unit(unit._replace(marks=unit.marks - {"spent", TURNED}))
    return position.with_state(state)


def transfer(action: Action, position: Position) -> Position:
    """Points from one nation to another."""
    to = action.detail("to")
    given = sum(int(v) for k, v in action.details if k not in ("to", "turn", "phase") and v.isdecimal())
    return position.with_ledger(position.ledger.with_sum(f"given {to}", given))


def commit(action: Action, position: Position) -> Position:
    """Air units go into the Strategic Warfare Box; when is noted (6.10.B)."""
    ledger = position.ledger
    for name in action.units:
        ledger = ledger.with_note(Scope.GAME, ("committed-on", name), str(position.state.when.turn))
    return settle(action.units, "Warfare", position.with_ledger(ledger))


def put(action: Action, position: Position) -> Position:
    """A marker is laid down: Hindenburg Line, Paris Gun, OHL."""
    state = position.state
    kind = action.detail("marker")
    for place in action.path or (action.place,):
        state = state.with_marker(Marker(f"{kind}-{place}", kind, place))
    return position.with_state(state)


def nothing(_action: Action, position: Position) -> Position:
    return position


def end_phase(action: Action, position: Position, facts: Facts) -> Position:
    """The phase is over: what is still owed is forgotten, and the moment of it noted."""
    ledger = position.ledger
    for key in tuple(ledger.owed):
        ledger = ledger.with_owed(key, 0)
    if action.detail("turn") == str(facts.when.turn):
        ledger = ledger.with_note(Scope.TURN, ("clicked",), "yes")
    if facts.when.phase == "resources":
        ledger = ledger.with_note(Scope.TURN, ("u-boats-as-it-began",), str(facts.u_boats_at("Warfare").value))
    return position.with_ledger(ledger.with_battle(None))


ACTS = (
    Verb("move", "move UNIT{+UNIT} PATH", "operational movement; a path may leave gaps", move, asks=True),
    Verb("end-movement", "end-movement [PLACE]", "movement is over: stacks are looked at", nothing),
    Verb("end-phase", "end-phase", "the phase is over: stacks and losses are looked at", end_phase, asks=True),
    Verb(
        "attack",
        "attack UNIT{+UNIT} PLACE [hq=HQ] [defhq=HQ] [def=UNIT] [chits=CHIT] [roll=N] [result=A/D] [gas=KIND] "
        "[air=N|UNIT] [defair=N|UNIT] "
        "[flamethrower=yes] [mine=yes] [bruchmueller=yes] [odds=N:N] [drm=N] [table=A|B] [id=N]",
        "an attack on one hex",
        battle.attack,
        asks=True,
    ),
    Verb(
        "support",
        "support HQ PLACE [as=attack|defence]",
        "a headquarters supports the battle for a hex",
        battle.support,
        asks=True,
    ),
    Verb(
        "lose", "lose UNIT{+UNIT} [steps=N] [UNIT=N] [fort=1] [battle=N]", "units give up steps", battle.lose, asks=True
    ),
    Verb("advance", "advance UNIT{+UNIT} PATH", "attackers advance after combat", battle.advance, asks=True),
    Verb(
        "withdraw",
        "withdraw UNIT{+UNIT} PATH [roll=before|after]",
        "cavalry withdraws before combat",
        battle.withdraw,
        asks=True,
    ),
    Verb("attrition", "attrition [UNIT{+UNIT}]", "units out of supply are removed", battle.attrition, asks=True),
    Verb(
        "rail", "rail UNIT{+UNIT} PATH", "strategic movement; a path may be start and goal alone", strategic, asks=True
    ),
    Verb("ship", "ship UNIT{+UNIT} PATH", "Allied sea movement", strategic, asks=True),
    Verb("arrive", "arrive UNIT{+UNIT} PLACE [by=HQ]", "units enter play from their box", arrive, asks=True),
    Verb("return", "return UNIT{+UNIT} BOX", "units go from the map back to a box of available units", put_back),
    Verb(
        "rebuild",
        "rebuild UNIT{+UNIT} [BOX] [steps=N] [UNIT=N] [ready=yes] [to=shock|cavalry]",
        "dead or reduced units are bought back",
        rebuild,
        asks=True,
    ),
    Verb("set-up", "set-up UNIT{+UNIT} PLACE", "a unit is put where it starts", set_up),
    Verb("capture", "capture PLACE by=SIDE", "a side takes a hex", capture, asks=True),
    Verb(
        "draw",
        "draw [chit=CHIT] [cup=SIDE] [turn=N] [paid=NATION]",
        "a side buys a chit from a cup",
        draw,
        asks=True,
    ),
    Verb("play", "play chit=CHIT", "a chit takes effect", play, asks=True),
    Verb("convert", "convert UNIT{+UNIT} [to=shock|infantry|cavalry]", "divisions are converted", convert, asks=True),
    Verb("devastate", "devastate UNIT PATH", "a unit leaves a devastated hex behind", devastate),
    Verb("flip", "flip HQ{+HQ}", "headquarters are turned to their artillery side", flip, asks=True),
    Verb("transfer", "transfer to=NATION NATION=N…", "resource points go to another nation", transfer),
    Verb("put", "put PATH marker=hindenburg|paris-gun|ohl|oberost|foch|u-boat", "markers are laid down", put),
    Verb("commit", "commit UNIT{+UNIT}", "air units go into the Strategic Warfare Box", commit),
    Verb("recall", "recall UNIT{+UNIT} BOX", "air units leave the Strategic Warfare Box", put_back),
    Verb("take-back", "take-back", "a step was undone", nothing),
    Verb("unrecognised", "unrecognised [UNIT{+UNIT}]", "something nobody can read", nothing),
)
VERBS = named(*ACTS)
