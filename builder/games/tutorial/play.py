"""What players may do and say: actions with their effect, facts of the notation, and actions read from a log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from builder.games.tutorial.facts import Facts
from builder.model import Action, Announced, Answer, Event, Game, GameState, Moved, Need, TurnSet, Unit
from builder.model import speech as say
from builder.rules.options import Proposal
from builder.rules.position import Played, Position
from builder.rules.ruleset import Predicate, Verb, named
from builder.rules.steps import folded, presses


def move(action: Action, position: Position) -> Position:
    state, ledger = position.state, position.ledger
    for name in action.units:
        if name in state.units and action.path:
            state = state.with_unit(state.units[name]._replace(place=action.path[-1]))
            ledger = ledger.with_way(name, action.path).with_acted(name, "move")
    return position.with_ledger(ledger).with_state(state)


def attack(action: Action, position: Position) -> Position:
    return position.with_ledger(position.ledger.with_battle(action))


def nothing(_action: Action, position: Position) -> Position:
    return position


VERBS = named(
    Verb("move", "move UNIT{+UNIT} PATH", "units go along a path, origin first", move),
    Verb("attack", "attack UNIT{+UNIT} HEX [roll=N] [result=A/D[R]]", "units attack a hex", attack),
    Verb("end-phase", "end-phase", "the phase is over", nothing),
)


def moves(unit: Unit, facts: Facts) -> Iterator[Proposal]:
    """What a unit might do: go to each hex in reach, attack from where it stands and from where it may come."""
    reach = facts.reach(unit)
    for start in reach.points:
        path = reach.path(start) or (start,)
        first = Action("move", (unit.id,), path) if len(path) > 1 else None
        if first is not None:
            way = facts.way(path)
            yield Proposal(first, Answer(way.points, way.reasons, way.needs), way.sum(), phase="movement")
        for target in facts.map.neighbours(start):
            if facts.enemies(target, unit.side):
                yield Proposal(
                    Action("attack", (unit.id,), place=target), note=f"from {start}", first=first, phase="combat"
                )


def _battle(facts: Facts, what: str) -> Answer:
    action = facts.ledger.battle
    return getattr(facts, what)(action) if action is not None else Answer(None, needs=(Need("case", "attack"),))


def _cost(facts: Facts, args: tuple[str, ...]) -> Answer:
    way = facts.way(tuple(args[0].split("-")))
    return Answer(way.points, way.reasons, way.needs)


PREDICATES = named(
    Predicate("terrain", "terrain HEX: clear|forest", "what the hex is", lambda f, args: f.terrain(args[0]), arity=1),
    Predicate("cost", "cost PATH: N", "what a path costs", _cost),
    Predicate("odds", "odds: 1:1|2:1", "the odds of the last attack", lambda f, args: _battle(f, "odds")),
    Predicate("result", "result: A/D[R]", "its cell of the chart", lambda f, args: _battle(f, "result")),
)


def recognise(events: Iterable[Event], state: GameState, _game: Game) -> Iterator[Played]:
    """Moves of one step along one way are a stack's move; announced battles and turned phases are what they say."""
    for press in folded(presses(events)):
        before = state
        ways: dict[tuple[str, ...], tuple[str, ...]] = {}
        actions = []
        for event in press.events:
            if isinstance(event, Moved):
                ways[event.path] = (*ways.get(event.path, ()), event.unit)
            elif isinstance(event, Announced) and event.announcement.verb == say.BATTLE:
                words = event.announcement
                actions.append(Action("attack", words.ids("by"), place=words["at"], details=(("roll", words["die"]),)))
            elif isinstance(event, TurnSet):
                actions.append(Action("end-phase", side=event.before.side))
            state = state.after(event)
        actions += [Action("move", units, path) for path, units in ways.items()]
        for action in actions:
            yield Played(replace(action, refs=(press.ref,)), before, state)
