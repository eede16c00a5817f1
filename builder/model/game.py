"""A game as the sources say it, linked and frozen: what the compiler builds from and the referee judges by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from builder.model.counters import Counter, MarkerKind
from builder.model.diagnostics import Span
from builder.model.evidence import Evidence
from builder.model.hexes import Grid, Hexside, hexside
from builder.model.tables import Table

EMPTY: Mapping = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Side:
    """A player's side; `colour` is `#rrggbb`."""

    id: str
    name: str
    colour: str
    nations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Nation:
    """Colours of its counters: ground and ink, `#rrggbb`."""

    id: str
    name: str
    side: str
    ground: str
    ink: str


@dataclass(frozen=True, slots=True)
class Turn:
    number: int
    label: str  # "4-6 September 1914"
    first_day: str  # ISO date
    last_day: str
    month: str = ""  # where turns are parts of a month: "June 1915"
    part: str = ""  # "turn 3"
    box: str = ""  # where its arrivals wait, "" for the box T and its number

    @property
    def waiting(self) -> str:
        """The id of the box where its arrivals wait."""
        return self.box or f"T{self.number}"


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of a side's player turn. `turns` lists the game turns that have it; empty means all."""

    id: str
    letter: str
    name: str
    side: str  # "" for a joint phase
    rule: str
    turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of the order of play: game turn, side whose player turn it is, phase id; 0 or "" is not known."""

    turn: int = 0
    side: str = ""
    phase: str = ""

    def __str__(self) -> str:
        return ", ".join(part for part in (f"turn {self.turn}" if self.turn else "", self.side, self.phase) if part)


@dataclass(frozen=True, slots=True)
class MapHex:
    """One hex. `place` is the name printed there; `features` what else it holds (town, city, port, fortress…)."""

    id: str
    terrain: str
    owner: str  # country code
    place: str = ""
    features: tuple[str, ...] = ()
    attributes: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    evidence: Mapping[str, Evidence] = field(default_factory=lambda: EMPTY)  # column -> evidence
    span: Span = Span("")


@dataclass(frozen=True, slots=True)
class MapSide:
    """One thing that runs along a hexside: river, major-river, all-sea, border, meuse-line…"""

    side: Hexside
    kind: str
    name: str
    evidence: Evidence
    span: Span = Span("")


@dataclass(frozen=True, slots=True)
class Box:
    """An off-map box; position and size in hex widths from the map's top left corner of drawn paper."""

    id: str
    name: str
    x: float
    y: float
    width: float
    height: float
    track: str = ""  # boxes of one track share its name
    word: str = ""  # what its boxes are called before their own name, where that is not the track's name
    heading: str = ""  # what stands printed over it, and over those that follow it
    evidence: Evidence | None = None

    @property
    def label(self) -> str:
        """The name that no other box has: `Turn 8`, `VP 8`, `Allied reinforcements C`, `Allied dead pile`."""
        if not self.track:
            return self.name
        word = self.word or (self.track.upper() if len(self.track) <= 3 else self.track.capitalize())
        return f"{word} {self.name}"


@dataclass(frozen=True, slots=True)
class Region:
    """What a row of regions.csv says of its hexes. `kind` is a word of the game: edge, set-up, front, supply…"""

    id: str
    kind: str
    rule: str
    hexes: tuple[str, ...]
    evidence: Evidence
    note: str = ""


@dataclass(frozen=True, slots=True)
class MapSheet:
    """One map: grid, hexes by number, what runs along sides, named regions (hex lists), boxes beside it."""

    id: str
    name: str
    grid: Grid
    hexes: Mapping[str, MapHex]
    sides: Mapping[Hexside, tuple[MapSide, ...]]
    regions: Mapping[str, tuple[str, ...]]
    boxes: tuple[Box, ...]
    margins: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)  # left, top, right, bottom; hex widths
    side_terrain: tuple[str, ...] = ()  # kinds of hexside that are terrain, where a game has it by hexside
    region_facts: Mapping[str, Region] = field(default_factory=lambda: EMPTY)  # with kind and evidence
    picture: str = ""  # the printed map as a file of the game's folder, where it is not drawn

    def neighbours(self, place: str) -> tuple[str, ...]:
        """Those of the six neighbours that are on the map."""
        return tuple(n for n in self.grid.neighbours(place) if n in self.hexes)

    def terrain_between(self, a: str, b: str) -> str:
        """The terrain of a hexside, "" where none is stated or the game has terrain by hex only."""
        found = self.sides.get(hexside(a, b), ())
        return next((thing.kind for thing in found if thing.kind in self.side_terrain), "")


@dataclass(frozen=True, slots=True)
class Placement:
    """A counter or marker at its start: `what` is a counter id or a marker id."""

    what: str
    place: str
    steps: int = 0  # 0: full steps, or no steps
    marks: tuple[str, ...] = ()
    evidence: Evidence | None = None
    span: Span = Span("")
    stock: int | None = None  # supply points that it holds
    face: str = ""  # of a marker, front or back; "" is the face that it is named for


@dataclass(frozen=True, slots=True)
class Arrival:
    what: str
    turn: int
    place: str  # printed entry hex or word of the game: E, S, P, port, rail
    steps: int = 0
    evidence: Evidence | None = None
    span: Span = Span("")
    stock: int | None = None  # supply points that it brings


@dataclass(frozen=True, slots=True)
class Scenario:
    """One set-up. `facts` are scenario data in the notation's form: ("replacements french", "3")…"""

    id: str
    name: str
    first_turn: int
    last_turn: int
    first_side: str
    placements: tuple[Placement, ...]
    arrivals: tuple[Arrival, ...]
    control: Mapping[str, str]  # hex -> side, where it differs from ownership
    facts: Mapping[str, str]
    area: tuple[str, ...] = ()  # hexes in play; empty means the whole map
    rule: str = ""
    span: Span = Span("")
    first_phase: str = ""  # where the scenario does not open in the first phase that its first side has


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the rules catalogue, in our own words."""

    id: str
    title: str
    summary: str
    status: str  # checked, trial, value, source, module, hidden, information
    note: str = ""
    span: Span = Span("")


@dataclass(frozen=True, slots=True)
class PieceId:
    """A row of gpids.csv: the lasting number of a palette slot, place-marker or replace trait."""

    gpid: int
    kind: str  # slot, mark, replace
    key: str
    retired: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    id: str
    name: str
    version: str  # X.Y.Z of the sources
    rules: str  # "package.module:NAME" of its rule set, or ""
    sides: tuple[Side, ...]
    nations: Mapping[str, Nation]
    turns: tuple[Turn, ...]
    phases: tuple[Phase, ...]
    counters: Mapping[str, Counter]
    markers: Mapping[str, MarkerKind]
    maps: tuple[MapSheet, ...]
    tables: Mapping[str, Table]
    scenarios: Mapping[str, Scenario]
    catalogue: Mapping[str, Rule]
    gpids: tuple[PieceId, ...]
    module: Mapping[str, object]  # the game's wishes for its module: dice, keys, toolbar (module.yaml)
    content_hash: str  # SHA-256 of the sources, hex digits
    folder: str  # where the sources lie
    numbers: str = ""  # "steps": a counter's strength is its steps, and its faces show no pips
    validation: str = ""  # "package.module:NAME" of the rules that bind its sources, where no rule set stands beside

    def side_of(self, nation: str) -> str:
        return self.nations[nation].side

    def waiting_box(self, turn: int) -> str:
        """The id of the box where arrivals of a turn wait."""
        return self.turns[turn - 1].waiting if 0 < turn <= len(self.turns) else f"T{turn}"

    @property
    def full_version(self) -> str:
        """X.Y.Z+hash: names the very content, so that a changed map is never shown from an old cache."""
        return f"{self.version}+{self.content_hash[:8]}"
