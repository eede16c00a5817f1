"""An owner's overlay: a folder of the same shape whose rows replace by key; what it says has evidence `owner`."""

from __future__ import annotations

from typing import Any

from builder.model import Evidence, Tag
from builder.sources.faults import Faults, Record
from builder.sources.shape import PRINTED, Field, Fields, Items, Keyed, Shape, Sheet, empty

OWNER = Evidence(Tag.OWNER)


def lay_rows(base: list[Record], over: list[Record], sheet: Sheet, faults: Faults) -> list[Record]:
    """Rows of the overlay replace those with their key, cell by cell: a blank cell leaves what was there.

    New keys are added at the end; such a row must be whole. `printed` makes all of a row the owner's, or takes it away.
    """
    key = sheet.key
    rows = {tuple(row[name] for name in key): row for row in base}
    for new in over:
        at = tuple(new[name] for name in key)
        old = rows.get(at)
        printed = _owned(new, sheet)
        if printed is False:
            if rows.pop(at, None) is None:
                faults.error("overlay-row", f"there is no row {'/'.join(map(str, at))!r} to take away", new.span)
        elif old is None:
            for column in sheet.columns:
                if column.required and column.name not in new.texts:
                    what = "/".join(map(str, at))
                    faults.error("overlay-row", f"new row {what!r} has no {column.name!r}", new.span)
            new.evidence[""] = OWNER
            rows[at] = new
        else:
            rows[at] = _joined(old, new)
    return list(rows.values())


def _owned(row: Record, sheet: Sheet) -> bool | None:
    """Each cell the owner filled is his, whatever the file says of it. What he says of the whole row: True where it
    stands as printed, False where there is no such thing, None where he does not say."""
    texts = dict(row.texts)
    said = row.values.pop(PRINTED.name, None) if texts.pop(PRINTED.name, "") else None
    row.texts = texts
    if sheet.evidence:
        own = sheet.columns if said else [c for c in sheet.columns if c.name in texts and c.name not in sheet.key]
        row.evidence = {c.name: OWNER for c in own} | ({"": OWNER} if said else {})
        row.values["evidence"] = OWNER
    return said


def _joined(old: Record, new: Record) -> Record:
    whole = "" in new.evidence  # then what columns and groups said of it is past
    values = old.values | {name: new.values[name] for name in new.texts if name in new.values}
    values["evidence"] = old.values.get("evidence")
    return Record(
        values,
        old.span,
        lambda name: new.at(name) if name in new.texts else old.at(name),
        {name: text for name, text in {**old.texts, **new.texts}.items() if text},
        new.evidence if whole else {**old.evidence, **new.evidence},
    )


def lay_over(base: Record, over: Record, shape: Shape, faults: Faults) -> Record:
    """Keys of the overlay replace those of the base; lists with a key and mappings join."""
    if not isinstance(shape, Fields):
        return over
    values = dict(base.values)
    for name, value in over.values.items():
        field_ = shape.fields.get(name)
        if field_ is not None:
            values[name] = _value(values.get(name), value, field_, faults)
    if "evidence" in shape.fields:
        values["evidence"] = OWNER
    evidence = {"": OWNER} if "evidence" in shape.fields else dict(base.evidence)
    return Record(values, base.span, lambda n: over.at(n) if n in over.values else base.at(n), {}, evidence)


def _value(old: Any, new: Any, field_: Field, faults: Faults) -> Any:
    shape = field_.shape
    if isinstance(shape, Fields) and isinstance(old, Record) and isinstance(new, Record):
        return lay_over(old, new, shape, faults)
    if isinstance(shape, Keyed) and isinstance(old, dict) and isinstance(new, dict):
        inner = Field(shape.value)
        return old | {name: _value(old.get(name), value, inner, faults) for name, value in new.items()}
    if isinstance(shape, Items) and shape.key and isinstance(shape.item, Fields):
        return _items(old or (), new, shape, faults)
    return new


def _items(old: tuple[Record, ...], new: tuple[Record, ...], shape: Items, faults: Faults) -> tuple[Record, ...]:
    """Records with one key may stand several times (markers of one kind): they are replaced one after the other."""
    assert isinstance(shape.item, Fields)
    left = list(new)
    found: list[Record] = []
    for record in old:
        match = next((r for r in left if r.get(shape.key) == record.get(shape.key)), None)
        if match is None:
            found.append(record)
        else:
            left.remove(match)
            found.append(lay_over(record, match, shape.item, faults))
    for record in left:
        for name, field_ in shape.item.fields.items():
            if name == "evidence":
                record.values[name], record.evidence = OWNER, {"": OWNER}
            elif name not in record.values:
                if field_.required:
                    faults.error("overlay-row", f"a new entry has no {name!r}", record.span)
                record.values[name] = empty(field_.shape)
        found.append(record)
    return tuple(found)
