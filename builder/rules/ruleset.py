"""A game's rules as values: checks, verbs, predicates, and the facts they ask."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from builder.model import GIVEN, Action, Answer, BadInput, Evidence, Game, Moment, Reason, Unit, error, near_miss
from builder.rules.position import Played, Position
from builder.rules.ruling import Ruling
from builder.rules.score import Score

Facts = Any  # each game's own class; rules hands it to checks and never looks inside
Fact = tuple[str, tuple[str, ...]]  # predicate and arguments


@dataclass(frozen=True, slots=True)
class Stated:
    """A value somebody stated, and where."""

    value: str
    evidence: Evidence = GIVEN
    source: str = ""


@dataclass(frozen=True, slots=True)
class Given:
    """Facts that were stated and override what would be worked out; and the ground they stand on.

    `map` is `real` (the game's own map lies under the facts) or `blank` (only what is written exists); `terrain`
    is that of every unstated hex of a blank map, "" for unknown. `played`: the log is of our own module, so map,
    tables and counters count as played where their evidence is weaker.
    """

    values: Mapping[Fact, Stated] = field(default_factory=lambda: MappingProxyType({}))
    map: str = "real"
    terrain: str = ""
    played: bool = False

    @property
    def blank(self) -> bool:
        return self.map == "blank"

    def get(self, predicate: str, *args: str) -> str | None:
        """The stated value; sides are equal both ways. None where nothing was stated."""
        stated = self.values.get(fact_key(predicate, args))
        return None if stated is None else stated.value

    def answer(self, predicate: str, *args: str) -> Answer[str] | None:
        """The stated value with its reason, or None."""
        key = fact_key(predicate, args)
        stated = self.values.get(key)
        if stated is None:
            return None
        return Answer(stated.value, (Reason(" ".join((predicate, *key[1])), stated.value, stated.evidence,
                                            stated.source),))  # fmt: skip

    def all(self, predicate: str) -> Iterator[tuple[tuple[str, ...], str]]:
        """Every stated (arguments, value) of one predicate."""
        return ((args, stated.value) for (name, args), stated in self.values.items() if name == predicate)


def fact_key(predicate: str, args: Iterable[str]) -> Fact:
    """The key of a fact: a side `B|A` is written `A|B`; `H|3` (a numbered side) stays."""
    return predicate, tuple(_side(arg) if "|" in arg else arg for arg in args)


def _side(text: str) -> str:
    a, _, b = text.partition("|")
    if len(b) == 1 and b.isdigit():
        return text
    return f"{a}|{b}" if a <= b else f"{b}|{a}"


@dataclass(frozen=True, slots=True)
class Check:
    """A plain function bound to a rule; its name reads as the sentence that must hold."""

    rule: str  # "6.1.a"
    verbs: tuple[str, ...]  # the actions it looks at
    run: Callable[[Action, Facts], Iterable[Ruling]]  # yields nothing when it has nothing to say

    @property
    def name(self) -> str:
        return self.run.__name__


@dataclass(frozen=True, slots=True)
class Verb:
    """How an action changes the position. With `asks` the effect is called as effect(action, position, facts)."""

    name: str
    usage: str  # "move UNIT{+UNIT} PATH"
    summary: str
    effect: Callable[..., Position]
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Predicate:
    """A fact one may state or ask.

    `ask(facts, args)`: a set or frozenset in the answer compares without order, a tuple in order, True as `yes`.
    `given(position, args, value)`: how a stated fact changes the position; None where stating it is enough.
    Every stated fact also stands in `Given`. `arity` 1 takes `supplied K1 K2: no` as one fact for each name.
    """

    name: str
    usage: str  # "supplied UNIT: yes|no"
    summary: str
    ask: Callable[[Facts, tuple[str, ...]], Answer] | None = None
    given: Callable[[Position, tuple[str, ...], str], Position] | None = None
    earlier: Callable[[Position, Moment, tuple[str, ...], str], Position] | None = None  # else the ledger's history
    arity: int = 0  # 0: any number of arguments make one fact


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Composition of a game's rules. `recognise(events, state, game)` turns a log's events into played actions.

    `turn_marks` are the unit marks that end with a player turn; `piece` builds a unit of a case from its words
    where the general reading does not suffice; `phases` are words for a phase besides those of phases.csv, `types` are
    types of units that no counter has. In each of `dice_phases` the rules ask for one die, whatever comes of it.
    """

    game: str
    checks: tuple[Check, ...]
    verbs: Mapping[str, Verb]
    predicates: Mapping[str, Predicate]
    facts: Callable[[Game, Position, Given], Facts]
    recognise: Callable[..., Iterable[Played]] | None = None
    turn_marks: frozenset[str] = frozenset()
    piece: Callable[..., Any] | None = None
    score: Callable[[Facts], tuple[Score, ...]] | None = None  # the points of every side, where a game counts them
    unseen: Callable[[Position], Position] | None = None  # what the ledger knows no more where play was not seen
    moves: Callable[[Unit, Facts], Iterable[Any]] | None = None  # `options.Proposal`s: what a unit might do from here
    phases: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    dice_phases: frozenset[str] = frozenset()


def named(*items: Verb | Predicate) -> Mapping[str, Any]:
    """Verbs or predicates by their names; ValueError where two share one."""
    table: dict[str, Any] = {}
    for item in items:
        if item.name in table:
            raise ValueError(f"two entries are called {item.name!r}")
        table[item.name] = item
    return MappingProxyType(table)


def load_ruleset(where: str) -> RuleSet:
    """The rule set that a game.yaml names as `package.module:NAME`; BadInput where there is none."""
    module_name, colon, name = where.partition(":")
    if not colon or not module_name or not name:
        raise BadInput(error("ruleset-name", f"{where!r} names no rule set (expected package.module:NAME)"))
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as missing:
        if missing.name is None or not (module_name == missing.name or module_name.startswith(missing.name + ".")):
            raise  # the module is there, but something it imports is not: that is a fault of its own
        raise BadInput(error("ruleset-missing", f"no module {module_name!r} for rule set {where!r}")) from missing
    found = getattr(module, name, None)
    if not isinstance(found, RuleSet):
        near = near_miss(name, (n for n, v in vars(module).items() if isinstance(v, RuleSet)))
        raise BadInput(error("ruleset-missing", f"{module_name!r} holds no rule set {name!r}{near}"))
    return found
