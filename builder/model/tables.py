"""Tables as people keep them in spreadsheets: keyed rows of text, each cell with its evidence and place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from builder.model.diagnostics import Span
from builder.model.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Row:
    key: str
    cells: Mapping[str, str]
    evidence: Mapping[str, Evidence]  # column -> evidence; "" for the row as a whole
    span: Span

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    def evidence_of(self, column: str) -> Evidence:
        """The column's own evidence, else the row's; KeyError where neither is stated."""
        return self.evidence.get(column) or self.evidence[""]


@dataclass(frozen=True, slots=True)
class Table:
    """`file` is the name that needs and messages use: `crt.csv`."""

    id: str
    file: str
    columns: tuple[str, ...]
    rows: Mapping[str, Row]
    title: str = ""

    def source(self, key: str, column: str) -> str:
        return f"{self.file}:{key}:{column}"


def table(id: str, file: str, columns: tuple[str, ...], rows: tuple[Row, ...], title: str = "") -> Table:
    return Table(id, file, columns, MappingProxyType({row.key: row for row in rows}), title)
