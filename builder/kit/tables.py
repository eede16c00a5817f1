"""Cells of tables as answers: the value, where it stands, and what is missing where it does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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


def band(bands: Sequence[str], value: int) -> str:
    """The heading that a number falls under: `0`, `1..3`, `4..`, `..-1`; "" where no heading has it.

    ValueError for a heading that is no number and no range of two dots.
    """
    for heading in bands:
        low, dots, high = heading.partition("..")
        if dots:
            held = (not low or int(low) <= value) and (not high or value <= int(high))
        else:
            held = int(low) == value
        if held:
            return heading
    return ""


def portions(value: int, most: int) -> tuple[int, ...]:
    """A strength cut to a table that ends at `most`: whole columns of it, then the rest (123 by 50: 50 50 23)."""
    if value < 0 or most < 1:
        raise ValueError(f"no portions of {most} in {value}")
    whole, rest = divmod(value, most)
    return (most,) * whole + ((rest,) if rest else ())
