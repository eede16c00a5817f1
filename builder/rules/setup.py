"""The position a case starts from: scenario, pieces, stated facts, what was earlier, and the moment."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from types import MappingProxyType

from builder.model import (
    BadInput,
    Diagnostic,
    Evidence,
    Game,
    GameState,
    Marker,
    Moment,
    Scenario,
    Span,
    Tag,
    error,
    near_miss,
    unit_of,
)
from builder.model.notation import (
    Case,
    DoLine,
    EarlierLine,
    Fact,
    GivenLine,
    MapLine,
    Piece,
    ScenarioLine,
    Time,
    WhenLine,
)
from builder.rules.asking import faults_of
from builder.rules.pieces import FACTORS, draw
from builder.rules.position import Position
from builder.rules.ruleset import Given, Predicate, RuleSet, Stated, fact_key

NOWHERE = Span("")
OWN = "own"  # the side of whoever acts, where a case says no more
Script = tuple[DoLine | WhenLine, ...]


@dataclass(frozen=True, slots=True)
class Start:
    position: Position
    given: Given
    script: Script  # what is done, and the moments between
    places: frozenset[str]  # those of the game's maps


def start_of(case: Case, game: Game, ruleset: RuleSet) -> Start:
    """Everything of a case but its expectations; BadInput with all that cannot be linked."""
    return _Linker(case, game, ruleset).start()


def scenario_state(game: Game, scenario: Scenario) -> GameState:
    """The table as a scenario sets it up, at its first moment; units bear the ids of their counters."""
    state = GameState(when=first_moment(game, scenario))
    for number, placed in enumerate(scenario.placements):
        if placed.what in game.counters:
            counter = game.counters[placed.what]
            state = state.with_unit(unit_of(counter, placed.place, placed.steps, frozenset(placed.marks)))
        else:
            kind = game.markers.get(placed.what)
            side = kind.side if kind else ""
            face = placed.face or (kind.named_face if kind else "front")
            state = state.with_marker(Marker(f"{placed.what}-{number}", placed.what, placed.place, side, face))
    for place, side in scenario.control.items():
        state = state.with_control(place, side)
    return state


def start_of_scenario(
    game: Game, scenario: Scenario, ruleset: RuleSet
) -> tuple[Position, dict[tuple[str, tuple[str, ...]], Stated]]:
    """The first position of a scenario, and the facts it states (for `Given.values`)."""
    position, facts = Position(scenario_state(game, scenario)), scenario_facts(scenario)
    for (name, args), stated in facts.items():
        predicate = ruleset.predicates.get(name)
        if predicate is not None and predicate.given is not None:
            position = predicate.given(position, args, stated.value)
    return position, facts


def first_moment(game: Game, scenario: Scenario) -> Moment:
    """The first phase of the scenario's first player turn, or the one that it names; no side where both act in all."""
    if scenario.first_phase:
        side = scenario.first_side if any(phase.side for phase in game.phases) else ""
        return Moment(scenario.first_turn, side, scenario.first_phase)
    return Moment(scenario.first_turn, scenario.first_side, next(
        (p.id for p in game.phases if p.side in ("", scenario.first_side)
         and (not p.turns or scenario.first_turn in p.turns)), ""))  # fmt: skip


def moment_of(time: Time, game: Game, span: Span = NOWHERE, further: Collection[str] = ()) -> Moment:
    """The moment a time names; BadInput for words that are neither side nor phase of the game.

    `german-end` is the end of that side's player turn; `further` are words for phases that the rule set adds.
    """
    turn = 0
    if time.turn:
        labels = {t.label: t.number for t in game.turns}
        if time.turn.isdecimal():
            turn = int(time.turn)
        elif time.turn in labels:
            turn = labels[time.turn]
        else:
            raise BadInput(error("case-turn", f"no turn is called {time.turn!r}{near_miss(time.turn, labels)}", span))
    side, phase = "", ""
    sides, phases = {s.id for s in game.sides}, {p.id for p in game.phases} | set(further)
    for word in time.words:
        if word in sides:
            side = word
        elif word in phases:
            phase = word
        elif word == OWN:
            continue
        elif word.removesuffix("-end") in sides:
            side, phase = word.removesuffix("-end"), "end"
        else:
            near = near_miss(word, (*sides, *phases))
            known = f"sides: {', '.join(sorted(sides))}; phases: {', '.join(dict.fromkeys(p.id for p in game.phases))}"
            headline = f"{word!r} is neither a side nor a phase{near}"
            raise BadInput(error("case-time", headline, span, help="" if near else known))
    return Moment(turn, side, phase)


def places_of(game: Game) -> frozenset[str]:
    """Every hex and box of a game's maps."""
    return frozenset(place for sheet in game.maps for place in (*sheet.hexes, *(box.id for box in sheet.boxes)))


LABEL = re.compile(r"[A-Z][a-z]?\d?")


def _only_drawn(case: Case, places: Collection[str]) -> bool:
    """Whether a case that names neither map nor scenario draws its own ground: its pieces stand at labels (A, H1)."""
    if any(isinstance(line, ScenarioLine) for line in case.lines):
        return False
    pieces = [line.what for line in case.lines if isinstance(line, GivenLine) and isinstance(line.what, Piece)]
    at = [piece.attribute("at") for piece in pieces]
    return any(place and place not in places and LABEL.fullmatch(place) for place in at)


class _Linker:
    """Collects faults while it builds; order: scenario, moment, pieces, facts, history."""

    def __init__(self, case: Case, game: Game, ruleset: RuleSet):
        self.case, self.game, self.ruleset = case, game, ruleset
        self.faults: list[Diagnostic] = []
        self.values: dict[tuple[str, tuple[str, ...]], Stated] = {}
        self.places = places_of(game)
        said = next((line for line in case.lines if isinstance(line, MapLine)), None)
        self.map = said or MapLine("blank" if _only_drawn(case, self.places) else "real")

    def start(self) -> Start:
        lines = self.case.lines
        first_do = next((i for i, line in enumerate(lines) if isinstance(line, DoLine)), len(lines))
        before = [line for line in lines[:first_do] if isinstance(line, WhenLine)]
        script = tuple(line for line in lines[first_do:] if isinstance(line, DoLine | WhenLine))
        if not before and script and isinstance(script[-1], WhenLine):
            # a variant may bring the first moment after the inherited actions
            before, script = [script[-1]], script[:-1]
        position = self._scenario()
        for line in before:
            position = self._try(self._at, position, line)
        for line in self._given(Piece):
            position = self._try(self._piece, position, line.what)
        for line in self._given(Fact):
            position = self._try(self._fact, position, line.what)
        for line in lines:
            if isinstance(line, EarlierLine):
                position = self._try(self._earlier, position, line)
        position = self._waiting(position, script)
        if self.faults:
            raise BadInput(*self.faults)
        given = Given(MappingProxyType(self.values), self.map.kind, self.map.terrain)
        return Start(position, given, script, self.places)

    def _given(self, kind: type) -> Iterable[GivenLine]:
        return (line for line in self.case.lines if isinstance(line, GivenLine) and isinstance(line.what, kind))

    def _try(self, step: Callable[..., Position], position: Position, what: object) -> Position:
        try:
            return step(position, what)
        except BadInput as bad:
            self.faults += bad.diagnostics
            return position

    def _scenario(self) -> Position:
        line = next((line for line in self.case.lines if isinstance(line, ScenarioLine)), None)
        if line is None:
            return Position()
        scenario = self.game.scenarios.get(line.id)
        if scenario is None:
            near = near_miss(line.id, self.game.scenarios)
            self.faults.append(error("case-scenario", f"no scenario is called {line.id!r}{near}", line.span))
            return Position()
        position, facts = start_of_scenario(self.game, scenario, self.ruleset)
        self.values.update(facts)
        return position

    def _waiting(self, position: Position, script: Script) -> Position:
        """Counters that an action names and that lie nowhere on the table, reinforcements say: they wait beside it."""
        state = position.state
        here = {unit.counter for unit in state.units.values()}
        for line in script:
            words = line.phrase.words if isinstance(line, DoLine) else ()
            for name in (name for word in words for name in word.split("+")):
                if name in self.game.counters and name not in here and name not in state.units:
                    state = state.with_unit(unit_of(self.game.counters[name], ""))
        return position.with_state(state)

    def _at(self, position: Position, line: WhenLine) -> Position:
        return position.at_moment(moment_of(line.time, self.game, line.span, self.ruleset.phases))

    def _piece(self, position: Position, piece: Piece) -> Position:
        own = self.ruleset.piece(piece, self.game) if self.ruleset.piece else None
        drawn = own or draw(piece, self.game)
        unit = drawn.unit
        if self.map.kind == "real" and self.places and unit.place and unit.place not in self.places:
            near = near_miss(unit.place, self.places)
            raise BadInput(error("case-place", f"{piece.name!r} stands on no place of the map: {unit.place!r}{near}",
                                 piece.span))  # fmt: skip
        state = position.state
        if unit.counter:
            # the one counter cannot lie on the table twice
            for twin in [u.id for u in state.units.values() if u.counter == unit.counter]:
                state = state.without_unit(twin)
        position = position.with_state(state.with_unit(unit))
        for key, value in drawn.facts:
            near = "" if key in self.ruleset.predicates else near_miss(key, (*FACTORS, *self.ruleset.predicates))
            if near:
                raise BadInput(error("piece-attribute", f"{piece.name!r} has no {key!r}{near}", piece.span))
            position = self._state(position, Fact(key, (unit.id,), value, span=piece.span), known=False)
        return position

    def _fact(self, position: Position, fact: Fact) -> Position:
        return self._state(position, fact, known=True)

    def _state(self, position: Position, fact: Fact, known: bool) -> Position:
        predicate = self._predicate(fact) if known else self.ruleset.predicates.get(fact.predicate)
        if predicate is not None and known:
            places = self.places if self.map.kind == "real" else ()
            self.faults += faults_of(fact, predicate, (), places, asked=False)
        for args in split_args(predicate, fact.args):
            self.values[fact_key(fact.predicate, args)] = Stated(fact.value, source=str(fact.span))
            if predicate is not None and predicate.given is not None:
                position = predicate.given(position, args, fact.value)
        return position

    def _earlier(self, position: Position, line: EarlierLine) -> Position:
        predicate, fact = self._predicate(line.fact), line.fact
        when = moment_of(line.time, self.game, line.span, self.ruleset.phases)
        for args in split_args(predicate, fact.args):
            if predicate.earlier is not None:
                position = predicate.earlier(position, when, args, fact.value)
            else:
                position = position.with_ledger(position.ledger.with_past(when, fact.predicate, args, fact.value))
        return position

    def _words(self) -> str:
        return f"`hexwright rules {self.game.id} --notation` lists what may be said"

    def _predicate(self, fact: Fact) -> Predicate:
        predicate = self.ruleset.predicates.get(fact.predicate)
        if predicate is None:
            near = near_miss(fact.predicate, self.ruleset.predicates)
            headline, help = f"no predicate is called {fact.predicate!r}{near}", "" if near else self._words()
            raise BadInput(error("case-predicate", headline, fact.span, help=help))
        return predicate


def scenario_facts(scenario: Scenario) -> dict[tuple[str, tuple[str, ...]], Stated]:
    """What a scenario states, as facts from the book; a set-up we chose ourselves says so in its file."""
    evidence = Evidence(Tag.BOOK, scenario.rule)
    facts = {}
    for head, value in scenario.facts.items():
        predicate, *args = head.split()
        facts[fact_key(predicate, args)] = Stated(value, evidence, f"scenario {scenario.id}")
    return facts


def split_args(predicate: Predicate | None, args: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """`supplied K1 K2` as one fact for each name where the predicate takes one argument."""
    if predicate is not None and predicate.arity == 1 and len(args) > 1:
        return tuple((arg,) for arg in args)
    return (args,)
