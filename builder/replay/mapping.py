"""What somebody else's module means in the words of our game: a frozen value, drafted by `bind`, finished by people."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from builder.model import Moment

NOTHING: Mapping = MappingProxyType({})


class Kind(StrEnum):
    """What a piece of the module is."""

    UNIT = "unit"
    STRENGTH = "strength"  # lies on a unit and tells its steps
    MARKER = "marker"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True)
class PieceRule:
    """A piece by its basic name (and its picture, where several bear one name).

    Steps of a unit: `steps` is fixed (the module has a counter of its own for each strength, and replaces them), else
    `levels` gives them for each level of the layer `layer`; both empty: full strength, unless a strength marker lies on
    it. A strength marker's steps come the same ways.
    """

    piece: str
    kind: Kind
    counter: str = ""  # id of the counter, or of the marker kind
    picture: str = ""
    steps: int | None = None
    layer: str = ""
    levels: tuple[int, ...] = ()


class Anchor(NamedTuple):
    """A hex of ours whose centre lies at this pixel of the module's map."""

    hex: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class MapRule:
    """A map of the module. By its names where `names` is a pattern whose group `hex` is our number; else by the three
    or more `anchors`. Names in `boxes` are ours by label or id."""

    map: str
    sheet: str
    names: re.Pattern[str] | None = None
    anchors: tuple[Anchor, ...] = ()
    boxes: Mapping[str, str] = field(default_factory=lambda: NOTHING)


class ClockBy(StrEnum):
    TRACKER = "tracker"
    PROPERTY = "property"
    CHAT = "chat"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class ClockRule:
    """Where turn and phase are read: what a tracker shows, a property holds, or a chat line says. `pattern` has the
    groups `turn`, `side` and `phase`, as far as they are told; `sides` and `phases` give our ids for its words. Until
    something is told it is `begins`."""

    by: ClockBy = ClockBy.NOTHING
    source: str = ""  # name of the tracker or property
    pattern: re.Pattern[str] | None = None
    sides: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    phases: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    begins: Moment = field(default_factory=Moment)
    turns: Mapping[str, int] = field(default_factory=lambda: NOTHING)  # where the module names turns: `1-Aug` is 1


@dataclass(frozen=True, slots=True)
class ModuleMapping:
    """The whole of it. `sides` gives our id for the names of the module's sides."""

    game: str
    module: str
    pieces: tuple[PieceRule, ...] = ()
    maps: tuple[MapRule, ...] = ()
    clock: ClockRule = field(default_factory=ClockRule)
    sides: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    scenario: str = ""  # the one that is played: forts, arrivals and stocks are as it states
