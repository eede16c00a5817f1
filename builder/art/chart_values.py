"""What a chart is made of: cells with the mark of their evidence, parts, footnotes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from builder.model import Evidence, Row, Tag

# a tag that is not proven: its sign in the cell, its words in the footnote
MARKS = {
    Tag.DEDUCED: ("d", "deduced from a rule; not printed in the rulebook"),
    Tag.COMPUTED: ("m", "measured on open map data; not printed in the rulebook"),
    Tag.CHOSEN: ("*", "our reconstruction; the published chart is not reproduced here and may differ"),
}


OURS = "#f3e3b5"  # ground of a cell that no book states
HEAD = "#ddd6c0"


class Cell(NamedTuple):
    text: str
    mark: str = ""
    align: str = "center"
    head: bool = False


class Footnote(NamedTuple):
    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """One table of a chart; each row has as many cells as there are columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    id: str
    title: str
    parts: tuple[Part, ...]

    @property
    def footnotes(self) -> tuple[Footnote, ...]:
        """Those of the marks that stand in some cell."""
        used = {cell.mark for part in self.parts for row in part.rows for cell in row}
        return tuple(Footnote(mark, text) for mark, text in MARKS.values() if mark in used)


def mark_of(evidence: Evidence | None) -> str:
    """The sign of a tag that is not proven, "" for one that is."""
    return MARKS.get(evidence.tag, ("", ""))[0] if evidence else ""


def mark(row: Row, column: str) -> str:
    return mark_of(evidence_of(row, column))


def cell(row: Row, column: str, text: str | None = None, align: str = "center") -> Cell:
    """A cell with the mark of its evidence; an empty one needs none."""
    shown = row[column] if text is None else text
    return Cell(shown, mark(row, column) if shown else "", align)


def evidence_of(row: Row, column: str) -> Evidence | None:
    return row.evidence.get(column) or row.evidence.get("")


def head(text: str, align: str = "left") -> Cell:
    return Cell(text, "", align, True)
