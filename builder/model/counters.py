"""The counter mix: one row a counter, its values at each number of steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from builder.model.diagnostics import Span
from builder.model.evidence import Evidence

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Values:
    """What one face prints; None where the face prints no such number."""

    attack: int | None = None
    defence: int | None = None
    movement: int | None = None
    against_cavalry: int | None = None

    def __str__(self) -> str:
        if self.attack is None:
            return "-"
        if self.against_cavalry is not None:
            return f"({self.against_cavalry}){self.attack}-{self.movement}"
        return "-".join(str(v) for v in (self.attack, self.defence, self.movement) if v is not None)


@dataclass(frozen=True, slots=True)
class Counter:
    """A row of the manifest. `values[n - 1]` are the values at n steps; a stepless counter has one entry, steps 0."""

    id: str
    side: str
    nation: str
    designation: str
    name: str
    type: str
    size: str
    steps: int
    values: tuple[Values, ...]
    army: str = ""
    start: str = ""  # printed start hex
    arrival_turn: int = 0
    arrival_place: str = ""
    attributes: Mapping[str, str] = field(default_factory=lambda: NOTHING)  # the game's further columns
    evidence: Mapping[str, Evidence] = field(default_factory=lambda: MappingProxyType({}))  # column -> evidence
    span: Span = Span("")

    def at(self, steps: int) -> Values:
        """The values at `steps` steps (1..steps); a stepless counter has one set."""
        return self.values[max(steps, 1) - 1]


@dataclass(frozen=True, slots=True)
class MarkerKind:
    """A marker: its two faces and how many there are; count 0 is unlimited."""

    id: str
    name: str
    side: str
    count: int
    front: str
    back: str
    rule: str
    evidence: Evidence
    span: Span = Span("")

    @property
    def two_faced(self) -> bool:
        """Whether its back shows something of its own."""
        return self.back not in ("", "blank", self.front)

    @property
    def named_face(self) -> str:
        """The face that the marker is named for: a control marker is used by its back."""
        return "back" if self.two_faced and self.back.lower() == self.name.lower() else "front"
