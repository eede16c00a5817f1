"""What a case says. Spans are for messages and never make two values differ."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from builder.model.diagnostics import Span

NOWHERE = Span("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Spanned:
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Time:
    """`turn 7, allied, arrivals`: the turn's number or label ("" where none is said), then further words."""

    turn: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece(Spanned):
    """`A = French infantry XX, steps 2, at 1635`: a counter's id or words, and attributes (value "" for a bare one)."""

    name: str
    words: tuple[str, ...]
    attributes: tuple[tuple[str, str], ...] = ()

    def attribute(self, key: str) -> str | None:
        return next((value for name, value in self.attributes if name == key), None)


@dataclass(frozen=True, slots=True)
class Fact(Spanned):
    """`terrain H2: mountain`; asked or stated."""

    predicate: str
    args: tuple[str, ...]
    value: str


@dataclass(frozen=True, slots=True)
class Phrase(Spanned):
    """An action as written: player, verb, units and place are told apart when these are known (`actions`)."""

    words: tuple[str, ...]
    details: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome(Spanned):
    """`legal|illegal|suspect RULE{, RULE} [unless consent]`, or `undecided WORDS [reading legal|illegal]`."""

    finding: str
    rules: tuple[str, ...] = ()
    consent: bool = False
    words: tuple[str, ...] = ()
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Only(Spanned):
    """`expect only`: no finding of any rule may come unannounced."""


@dataclass(frozen=True, slots=True)
class GameLine(Spanned):
    id: str


@dataclass(frozen=True, slots=True)
class ScenarioLine(Spanned):
    id: str


@dataclass(frozen=True, slots=True)
class RulesLine(Spanned):
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WhenLine(Spanned):
    time: Time


@dataclass(frozen=True, slots=True)
class WhyLine(Spanned):
    text: str


@dataclass(frozen=True, slots=True)
class MapLine(Spanned):
    kind: str  # real, blank
    terrain: str = ""


@dataclass(frozen=True, slots=True)
class GivenLine(Spanned):
    what: Piece | Fact


@dataclass(frozen=True, slots=True)
class EarlierLine(Spanned):
    time: Time
    fact: Fact


@dataclass(frozen=True, slots=True)
class DoLine(Spanned):
    phrase: Phrase
    id: str = ""


@dataclass(frozen=True, slots=True)
class ExpectLine(Spanned):
    """What must come; `target` names one `do` line, "" speaks of them all."""

    what: Outcome | Fact | Only
    target: str = ""


Line: TypeAlias = (
    GameLine | ScenarioLine | RulesLine | WhenLine | WhyLine | MapLine | GivenLine | EarlierLine | DoLine | ExpectLine
)


@dataclass(frozen=True, slots=True)
class Variant(Spanned):
    id: str
    title: str = ""
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Case(Spanned):
    id: str
    title: str = ""
    lines: tuple[Line, ...] = ()
    variants: tuple[Variant, ...] = ()

    @property
    def game(self) -> str:
        return next((line.id for line in self.lines if isinstance(line, GameLine)), "")

    @property
    def rules(self) -> tuple[str, ...]:
        return next((line.rules for line in self.lines if isinstance(line, RulesLine)), ())

    @property
    def why(self) -> str:
        return " ".join(line.text for line in self.lines if isinstance(line, WhyLine))
