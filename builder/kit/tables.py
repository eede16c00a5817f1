"""Cells of tables as answers: the value, where it stands, and what is missing where it does not."""

from __future__ import annotations

from collections.abc import Callable

from builder.model import Answer, Evidence, Need, Reason, Table

Weigh = Callable[[Evidence], Evidence]


def cell(table: Table | None, key: str, column: str, weigh: Weigh = lambda evidence: evidence) -> Answer[str]:
    """The text of one cell, "" where the row leaves it empty; `weigh` may promote the evidence.

    A missing table or row is a need with its file, key and column.
    """
    if table is None:
        return Answer("", needs=(Need("tables", key, column),))
    row = table.rows.get(key)
    if row is None:
        return Answer("", needs=(Need(table.file, key, column),))
    return Answer(row[column], (Reason(f"{table.id} {key} {column}", row[column] or "-",
                                       weigh(row.evidence_of(column)), table.source(key, column)),))  # fmt: skip


def number(table: Table | None, key: str, column: str, weigh: Weigh = lambda evidence: evidence) -> Answer[int]:
    """A whole number of one cell; an empty cell is 0."""
    found = cell(table, key, column, weigh)
    return Answer(int(found.value or 0) if found.known else 0, found.reasons, found.needs)
