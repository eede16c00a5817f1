"""An owner's corrections of a scenario as a table: who fills a spreadsheet need not write YAML."""

from __future__ import annotations

from typing import Any

from builder.sources.faults import Faults, Record, Word
from builder.sources.layout import ARRIVAL, CONTROL, PLACEMENT, SCENARIO_LISTS
from builder.sources.overlay import OWNER
from builder.sources.shape import PRINTED, empty

SHAPES = {"placements": PLACEMENT, "arrivals": ARRIVAL, "control": CONTROL}


def lay_scenario(scenario: Record, rows: list[Record], faults: Faults) -> None:
    """Each row replaces the nth entry with its key in its list, adds one, or takes it away (`printed` no)."""
    for name, (key, columns) in SCENARIO_LISTS.items():
        own = [row for row in rows if row["list"] == name]
        if own:
            scenario.values[name] = _laid(list(scenario[name]), own, name, key, columns, faults)


def _laid(
    entries: list[Any], rows: list[Record], name: str, key: str, columns: dict[str, str], faults: Faults
) -> tuple[Any, ...]:
    places: dict[str, list[int]] = {}
    for i, entry in enumerate(entries):
        if isinstance(entry, Record):
            places.setdefault(str(entry[key]), []).append(i)
    gone: set[int] = set()
    for row in rows:
        stray = [c for c in row.texts if c not in (*columns, "list", "what", "nth", PRINTED.name, "evidence")]
        if stray:
            faults.error("overlay-column", f"{stray[0]!r} says nothing of {name}", row.at(stray[0]))
        at = places.get(row["what"], [])
        found = at[row["nth"] - 1] if row["nth"] and 0 < row["nth"] <= len(at) else None
        if row.get(PRINTED.name) is False and row.texts.get(PRINTED.name):
            if found is None:
                faults.error("overlay-row", f"{row['what']!r} stands not in {name}", row.span)
            else:
                gone.add(found)
        elif found is not None:
            entries[found] = _joined(entries[found], row, columns)
        else:
            entries.append(_new(row, name, key, columns, faults))
    return tuple(entry for i, entry in enumerate(entries) if i not in gone)


def _said(row: Record, columns: dict[str, str]) -> dict[str, Any]:
    return {yaml: _value(row, column) for column, yaml in columns.items() if column in row.texts}


def _value(row: Record, column: str) -> Any:
    value = row[column]
    return tuple(Word(word, row.at(column)) for word in value) if isinstance(value, tuple) else value


def _joined(old: Record, row: Record, columns: dict[str, str]) -> Record:
    said = _said(row, columns)
    if not said and not row.get(PRINTED.name):
        return old
    back = {yaml: column for column, yaml in columns.items()}
    return Record(
        old.values | said | {"evidence": OWNER},
        old.span,
        lambda name: row.at(back[name]) if name in said else old.at(name),
        old.texts,
        {"": OWNER},
    )


def _new(row: Record, name: str, key: str, columns: dict[str, str], faults: Faults) -> Record:
    values = {key: row["what"], "evidence": OWNER} | _said(row, columns)
    back = {yaml: column for column, yaml in columns.items()} | {key: "what"}
    for yaml, field in SHAPES[name].fields.items():
        if yaml not in values:
            if field.required:
                faults.error("overlay-row", f"new row {row['what']!r} has no {back[yaml]!r}", row.span)
            values[yaml] = empty(field.shape)
    return Record(values, row.span, lambda n: row.at(back.get(n, "what")), {}, {"": OWNER})
