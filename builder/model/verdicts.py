"""What it means (actions) and what the rules say of it (verdicts)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from builder.model.events import LogRef
from builder.model.evidence import Need, Reason


class RuleRef(NamedTuple):
    """A game and the id of a rule (opaque text); sorts in natural order; a prefix by component selects."""

    game: str
    id: str

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    @property
    def sort_key(self) -> tuple:
        return tuple((0, int(p), "") if p.isdigit() else (1, 0, p) for p in re.split(r"[.\-]", self.id))

    def selects(self, id: str) -> bool:
        """Whether `id` is this rule or one below it: 12 selects 12.8.a but not 120."""
        return id == self.id or id.startswith((self.id + ".", self.id + "-"))


@dataclass(frozen=True, slots=True)
class Action:
    """What players did: a verb, the units in it, a path or a place, and details such as roll, result, target."""

    verb: str
    units: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    place: str = ""
    side: str = ""
    details: tuple[tuple[str, str], ...] = ()
    refs: tuple[LogRef, ...] = ()
    id: str = ""
    inferred: bool = False  # guessed from what lay on the table, not said

    def detail(self, key: str) -> str:
        return next((value for name, value in self.details if name == key), "")

    def __str__(self) -> str:
        """The notation's form: `move X+Y 2524-2525`."""
        parts = [self.verb, "+".join(self.units), "-".join(self.path) or self.place]
        parts += [f"{k}={v}" for k, v in self.details]
        return " ".join(p for p in parts if p)


class Finding(StrEnum):
    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDECIDED = "undecided"
    UNCHECKED = "unchecked"


class Strength(StrEnum):
    PROVEN = "proven"
    ASSUMED = "assumed"
    INFERRED = "inferred"


class Verdict(NamedTuple):
    """One rule's word on one action, with the facts and the sum behind it."""

    rule: RuleRef
    finding: Finding
    strength: Strength
    action: Action
    message: str
    facts: tuple[Reason, ...] = ()
    sum: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    reading: str = ""
    unless_consent: bool = False
    refs: tuple[LogRef, ...] = ()

    @property
    def outcome(self) -> str:
        """ILLEGAL is illegal and proven; SUSPECT is illegal otherwise."""
        if self.finding is Finding.ILLEGAL:
            proven = self.strength is Strength.PROVEN and not self.unless_consent
            return "ILLEGAL" if proven else "SUSPECT"
        return str(self.finding)

    def __str__(self) -> str:
        """`game.vlog#12: ILLEGAL 12.1.a  move de-2-corps 3133-3132: …`"""
        place = str(self.refs[0]) if self.refs else "-"
        consent = " unless agreed" if self.unless_consent else ""
        return f"{place}: {self.outcome}{consent} {self.rule.id}  {self.action}: {self.message}"

    def as_json(self) -> dict[str, object]:
        return {
            "schema": 1,
            "rule": self.rule.id,
            "finding": str(self.finding),
            "strength": str(self.strength),
            "outcome": self.outcome,
            "action": str(self.action),
            "log": [str(ref) for ref in self.refs or self.action.refs],
            "message": self.message,
            "facts": [f.as_json() for f in self.facts],
            "reading": self.reading,
            "sum": list(self.sum),
            "needs": [n.as_json() for n in self.needs],
        }
