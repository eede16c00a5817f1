"""How sheets are to be printed: paper, size of a counter, the way the paper is turned, marks, the printer's drift."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

INCH = 25.4


class Paper(NamedTuple):
    """Millimetres, as it lies in the printer."""

    name: str
    wide: float
    high: float


PAPERS: Mapping[str, Paper] = MappingProxyType({
    "a4": Paper("A4", 210.0, 297.0),
    "letter": Paper("Letter", 215.9, 279.4),
    "a3": Paper("A3", 297.0, 420.0),
    "legal": Paper("Legal", 215.9, 355.6),
    "tabloid": Paper("Tabloid", 279.4, 431.8),
})  # fmt: skip
TURNS = ("long", "short", "fold")
MARKED = ("both", "front", "back", "none")

_LENGTH = re.compile(r"(\d+(?:\.\d+)?)(?:/([1-9]\d*))?\s*(in|\"|mm|cm)?")
_UNITS = {"mm": 1.0, "cm": 10.0, "in": INCH, '"': INCH, "": 1.0}


class Drift(NamedTuple):
    """What a calibration page measured: where the back lies, in mm right and down seen from the front, and how long
    100 mm came out across and down, on the front and on the back."""

    x: float = 0.0
    y: float = 0.0
    across: float = 100.0
    down: float = 100.0
    back_across: float = 100.0
    back_down: float = 100.0


NO_DRIFT = Drift()


@dataclass(frozen=True, slots=True)
class SheetStyle:
    """All lengths in millimetres.

    `turn`: the paper is turned over its long or its short edge, or fronts and backs lie on one side, to fold and glue.
    `block`: columns and rows that lie together, `block_gap` apart from the next, as dies want them.
    `bleed` is how far a face's ground runs past its cut, where no neighbour lies.
    """

    paper: Paper = PAPERS["a4"]
    wide: float = 15.875
    high: float = 15.875
    turn: str = "long"
    gutter: float = 0.0
    bleed: float = 1.0
    block: tuple[int, int] | None = None
    block_gap: float = 6.0
    corner: float = 0.0
    marks: str = "both"
    mark_distance: float = 1.5
    low_ink: bool = False
    drift: Drift = NO_DRIFT

    def faults(self) -> tuple[str, ...]:
        """What cannot be printed so, in words."""
        found = []
        if self.turn not in TURNS:
            found.append(f"no turn {self.turn!r} ({', '.join(TURNS)})")
        if self.marks not in MARKED:
            found.append(f"no marks {self.marks!r} ({', '.join(MARKED)})")
        for name, value, most in (("gutter", self.gutter, 50), ("bleed", self.bleed, 5), ("gap", self.block_gap, 100),
                                  ("distance of the marks", self.mark_distance, 6)):  # fmt: skip
            if not 0 <= value <= most:
                found.append(f"a {name} of {value:g} mm is not printed (0 to {most})")
        if not 0 <= self.corner <= min(self.wide, self.high) / 2:
            found.append(f"corners of {self.corner:g} mm do not fit counters of {self.size_text}")
        if any(not 90 <= share <= 110 for share in self.drift[2:]):
            found.append("what 100 mm measured is a length between 90 and 110 mm")
        if max(abs(self.drift.x), abs(self.drift.y)) > 10:
            found.append("a back more than 10 mm off is no drift of a printer: look at the turn of the paper")
        if self.block is not None and min(self.block) < 1:
            found.append("a block has at least one column and one row")
        return tuple(found)

    @property
    def size_text(self) -> str:
        return f"{self.wide:g} mm" if self.wide == self.high else f"{self.wide:g} × {self.high:g} mm"


def millimetres(text: str) -> float:
    """`15.875`, `5/8in`, `1/2"`, `20mm`, `2cm`. ValueError for anything else."""
    found = _LENGTH.fullmatch(text.strip().lower())
    if not found:
        raise ValueError(f"{text!r} is no length (expected 15.875, 5/8in, 20mm)")
    return float(found[1]) / float(found[2] or 1) * _UNITS[found[3] or ""]


def both_lengths(text: str) -> tuple[float, float]:
    """`5/8in` is a square, `44x63mm` is wide and high; a unit said once holds for both."""
    first, cross, second = text.strip().lower().replace("×", "x").partition("x")
    if not cross:
        return millimetres(first), millimetres(first)
    unit = re.search(r"(in|\"|mm|cm)?\s*$", second)[0].strip()
    return millimetres(first if re.search(r"[a-z\"]", first) else first + unit), millimetres(second)


def paper_named(text: str) -> Paper:
    """A4, Letter, A3, Legal, Tabloid, or its size: `300x400mm`. ValueError for anything else."""
    known = PAPERS.get(text.strip().lower())
    if known is not None:
        return known
    try:
        wide, high = both_lengths(text)
    except ValueError:
        wide = high = 0.0
    if not (50 <= wide <= 2000 and 50 <= high <= 2000):
        names = ", ".join(paper.name for paper in PAPERS.values())
        raise ValueError(f"no paper {text!r} (expected {names}, or its size as 300x400mm, 50 to 2000 mm a side)")
    return Paper(f"{wide:g}x{high:g}mm", wide, high)
