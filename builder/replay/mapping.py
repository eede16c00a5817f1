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
    `levels` tells what each level of the layer `layer` shows; a `layer` without levels is a property that holds the
    number. All empty: full strength, unless a strength marker lies on it. A strength marker's steps come the same ways;
    fewer than none are taken from what the unit itself shows. `mark` is one that the piece shows: the reverse of a
    headquarters is a piece of its own where the module replaces it.
    """

    piece: str
    kind: Kind
    counter: str = ""  # id of the counter, or of the marker kind
    picture: str = ""
    steps: int | None = None
    mark: str = ""
    layer: str = ""
    levels: tuple[int | str, ...] = ()  # steps, or the mark that a level shows


def month_of(text: str) -> tuple[str, str]:
    """A month in whatever form, to compare: `June 1915`, `Jun 15`."""
    letters, digits = re.search("[A-Za-z]{3}", text), re.search(r"(\d\d)\D*$", text)
    return letters[0].lower() if letters else "", digits[1] if digits else ""


class Anchor(NamedTuple):
    """A hex of ours whose centre lies at this pixel of the module's map."""

    hex: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class MapRule:
    """A map of the module, or one `board` of it. By its names where `names` is a pattern whose group `hex` is our
    number, with the sheet's letter or without; else by the three or more `anchors`. Names in `boxes` are ours by label
    or id, and so are the rectangles of `areas`, on maps without a grid; a window that is one box whole names it."""

    map: str
    sheet: str = ""
    board: str = ""
    box: str = ""
    names: re.Pattern[str] | None = None
    anchors: tuple[Anchor, ...] = ()
    boxes: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    areas: tuple[tuple[str, int, int, int, int], ...] = ()  # box, left, top, right, bottom


class ClockBy(StrEnum):
    TRACKER = "tracker"
    PROPERTY = "property"
    CHAT = "chat"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class ClockRule:
    """Where turn and phase are read: what a tracker shows, a property holds, or a chat line says. `pattern` has the
    groups `turn`, `month`, `side` and `phase`, as far as they are told; `sides` and `phases` give our ids for their
    words. Where a month is told, `turn` is the part of it. Until something is told it is `begins`."""

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
