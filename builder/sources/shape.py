"""A small declarative schema: what a file may hold. Unknown keys and columns are refused, near misses suggested."""

from __future__ import annotations

import re
from collections.abc import Mapping as Map
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from builder.model import Evidence, Span, near_miss
from builder.sources.csvfile import CsvFile
from builder.sources.faults import Faults, Record, Word
from builder.sources.kinds import EVIDENCE, YES, Kind, damaged
from builder.sources.yamlfile import Listing, Mapping, Node, Scalar

# ---- shapes of YAML


@dataclass(frozen=True, slots=True)
class One:
    """A scalar."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Items:
    """A list. With `key`, its records carry that key and an overlay replaces them by it."""

    item: Shape
    key: str = ""


@dataclass(frozen=True, slots=True)
class Keyed:
    """A mapping from names of one kind to values of one shape."""

    key: Kind
    value: Shape


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping with these keys and no others."""

    fields: Map[str, Field]


@dataclass(frozen=True, slots=True)
class Tree:
    """Anything at all, as text, tuples and dicts."""


Shape = One | Items | Keyed | Fields | Tree


@dataclass(frozen=True, slots=True)
class Field:
    shape: Shape
    required: bool = True


# ---- shapes of CSV


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: Kind
    required: bool = True


@dataclass(frozen=True, slots=True)
class Sheet:
    """The columns of a CSV file. `groups` name several columns that share one evidence column `ev_<group>`.

    `evidence` says whether rows state where they come from; then every row must.
    """

    columns: tuple[Column, ...]
    key: tuple[str, ...]
    groups: tuple[str, ...] = ()
    evidence: bool = False
    known: Map[str, Column] = field(init=False)

    def __post_init__(self) -> None:
        columns = {column.name: column for column in self.columns}
        if self.evidence:
            columns["evidence"] = Column("evidence", EVIDENCE)
            for name in (*[c.name for c in self.columns], *self.groups):
                columns[f"ev_{name}"] = Column(f"ev_{name}", EVIDENCE, required=False)
        object.__setattr__(self, "known", columns)


PRINTED = Column("printed", YES, required=False)
"""Of an overlay only: the row as a whole stands so in the game (yes), or there is no such thing (no)."""
NONE = "(none)"  # in an overlay: empties the cell, since a blank one says nothing
COMMENT = "#"  # begins the name of an overlay's column that is for people


# ---- one value


def parse(kind: Kind, text: str, what: str, span: Span, faults: Faults, *, pad: bool = False) -> Any:
    """The value of a text, or the kind's empty value with a fault. `pad` gives hex numbers lost zeros back."""
    if pad and kind.hexes and re.search(r"(?<![A-Za-z\d])\d{1,3}(?!\d)", text):
        text = _padded(text, what, span, faults)
    if not kind.free and kind.name not in ("date", "evidence") and damaged(text):
        faults.error(
            "spreadsheet",
            f"{text!r} in {what} looks like a number pair that a spreadsheet turned into a date",
            span,
            help="give the columns the cell format 'text' before you open the file",
        )
        return kind.empty
    try:
        return kind.parse(text)
    except ValueError as trouble:
        faults.error(f"value-{kind.name}", f"{text!r} in {what}: {trouble}", span)
        return kind.empty


def _padded(text: str, what: str, span: Span, faults: Faults) -> str:
    fixed = re.sub(r"(?<![A-Za-z\d])\d{1,3}(?!\d)", lambda m: m[0].zfill(4), text)
    faults.warning("hex-zeros", f"{text!r} in {what} has lost its leading zeros, read as {fixed!r}", span)
    return fixed


# ---- CSV


def shape_csv(file: CsvFile, sheet: Sheet, faults: Faults, *, partly: bool = False) -> list[Record]:
    """The rows as records. `partly` (an overlay) asks for the key alone; its blank cells say nothing, `(none)` empties
    a cell, columns beginning with `#` are comments, and `printed` speaks of the row."""
    columns = _header(file, sheet, faults, partly)
    absent = {c.name: c.kind.empty for c in sheet.known.values() if c.name not in file.header}
    needed = {c.name for c in columns if c and c.required and (not partly or c.name in sheet.key)}
    index = {name: i for i, name in enumerate(file.header)}
    records: list[Record] = []
    seen: dict[tuple[str, ...], int] = {}
    for line in file.lines:
        place = partial(_cell_span, file, index, line.number)
        values: dict[str, Any] = dict(absent)
        texts: dict[str, str] = {}
        for i, column in enumerate(columns):
            if column is None:
                continue
            text = line.cells[i].strip() if i < len(line.cells) else ""
            name = column.name
            if partly and text == NONE and name not in sheet.key:
                values[name], texts[name] = column.kind.empty, ""
                if column.required or name == PRINTED.name:
                    faults.error("cell-empty", f"column {name!r} cannot be empty", file.span(line.number, i))
            elif text:
                value = _quick(column.kind, text)
                if value is SLOW:
                    value = parse(column.kind, text, f"column {name!r}", file.span(line.number, i), faults, pad=True)
                values[name] = value
                texts[name] = "0" * (4 - len(text)) + text if column.kind.name == "hex" else text
            else:
                values[name] = column.kind.empty
                if name in needed:
                    faults.error("cell-empty", f"column {name!r} is empty", file.span(line.number, i))
        extra = [cell for cell in line.cells[len(file.header) :] if cell.strip()]
        if extra:
            faults.error(
                "row-long",
                f"the row has {extra[0]!r} beyond its {len(file.header)} columns",
                file.span(line.number, len(file.header)),
            )
        key = tuple("" if values[name] is None else str(values[name]) for name in sheet.key)
        if not all(part for part, name in zip(key, sheet.key) if sheet.known[name].required):
            continue  # already said, as an empty or broken cell of the key
        if key in seen:
            what = "/".join(key)
            faults.error("key-twice", f"{what!r} stands here again (first in line {seen[key]})", place(sheet.key[0]))
            continue
        seen[key] = line.number
        evidence = _evidence_of(values, texts, sheet)
        records.append(Record(values, Span(file.path, line.number, 1), place, texts, evidence))
    return records


def _cell_span(file: CsvFile, index: dict[str, int], line: int, name: str) -> Span:
    return file.span(line, index[name]) if name in index else Span(file.path, line, 1)


SLOW = object()


def _quick(kind: Kind, text: str) -> Any:
    """The value of a sound cell; SLOW for one that wants a place and a complaint, which cost time."""
    if not kind.free:
        if text[0] in "0123456789JFMASOND" and kind.name not in ("date", "evidence") and damaged(text):
            return SLOW
        try:
            return kind.parse(text)
        except ValueError:
            return SLOW
    return text


def _header(file: CsvFile, sheet: Sheet, faults: Faults, partly: bool) -> list[Column | None]:
    line = 1 + next((i for i, text in enumerate(file.raw) if text.strip()), 0)
    columns: list[Column | None] = []
    for i, name in enumerate(file.header):
        column = sheet.known.get(name)
        if partly and name.startswith(COMMENT):
            columns.append(None)
            continue
        if partly and name == PRINTED.name:
            column = PRINTED
        if column is None:
            near = near_miss(name, sheet.known)
            faults.error("column-unknown", f"unknown column {name!r}{near}", file.span(line, i))
        elif column in columns:
            faults.error("column-twice", f"column {name!r} stands here again", file.span(line, i))
            column = None
        columns.append(column)
    for name, column in sheet.known.items():
        if column.required and name not in file.header and (not partly or name in sheet.key):
            faults.error("column-missing", f"column {name!r} is missing", Span(file.path, line, 1))
    return columns


def _evidence_of(values: dict[str, Any], texts: dict[str, str], sheet: Sheet) -> dict[str, Evidence]:
    if not sheet.evidence:
        return {}
    found = {"": values["evidence"]} if values.get("evidence") else {}
    for name in texts:
        if name.startswith("ev_") and values[name] is not None:
            found[name[3:]] = values[name]
    return found


# ---- YAML


def shape_yaml(node: Node, shape: Shape, faults: Faults, what: str = "the file", *, partly: bool = False) -> Any:
    """A node as values: text by kind, `Items` a tuple (scalars as Word), `Keyed` a dict, `Fields` a Record.

    A wrong node gives the shape's empty value and a fault. `partly` (an overlay) lets required keys be absent.
    """
    if isinstance(shape, Tree):
        return _plain(node)
    if isinstance(shape, One):
        return _one(node, shape, faults, what)
    if isinstance(shape, Items):
        if not isinstance(node, Listing):
            faults.error("yaml-list", f"{what} must be a list", node.span)
            return ()
        found = (_item(item, shape.item, faults, f"an item of {what}", partly) for item in node.items)
        return tuple(item for item in found if item is not None)
    if not isinstance(node, Mapping):
        faults.error("yaml-mapping", f"{what} must be a mapping of keys to values", node.span)
        return {} if isinstance(shape, Keyed) else None
    _twice(node, faults)
    if isinstance(shape, Keyed):
        return _keyed(node, shape, faults, what, partly)
    return _record(node, shape, faults, what, partly)


def _one(node: Node, shape: One, faults: Faults, what: str) -> Any:
    if not isinstance(node, Scalar):
        faults.error("yaml-scalar", f"{what} must be a single value", node.span)
        return shape.kind.empty
    if node.text == "":
        faults.error("value-empty", f"{what} is empty", node.span)
        return shape.kind.empty
    return parse(shape.kind, node.text, what, node.span, faults)


def _item(node: Node, shape: Shape, faults: Faults, what: str, partly: bool) -> Any:
    value = shape_yaml(node, shape, faults, what, partly=partly)
    return Word(value, node.span) if isinstance(shape, One) else value


def _keyed(node: Mapping, shape: Keyed, faults: Faults, what: str, partly: bool) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in node.entries:
        name = parse(shape.key, key.text, f"a key of {what}", key.span, faults)
        if name not in ("", None) and name not in found:
            found[name] = shape_yaml(value, shape.value, faults, f"{key.text!r}", partly=partly)
    return found


def _record(node: Mapping, shape: Fields, faults: Faults, what: str, partly: bool) -> Record:
    values: dict[str, Any] = {}
    places: dict[str, Span] = {}
    for key, value in node.entries:
        field_ = shape.fields.get(key.text)
        if field_ is None:
            near = near_miss(key.text, shape.fields)
            faults.error("key-unknown", f"unknown key {key.text!r} in {what}{near}", key.span)
        elif key.text not in values:
            values[key.text] = shape_yaml(value, field_.shape, faults, f"{key.text!r}", partly=partly)
            places[key.text] = value.span
    for name, field_ in shape.fields.items():
        if name not in values:
            if field_.required and not partly:
                faults.error("key-missing", f"key {name!r} is missing in {what}", node.span)
            if not partly:
                values[name] = empty(field_.shape)
    evidence = {"": values["evidence"]} if isinstance(values.get("evidence"), Evidence) else {}
    return Record(values, node.span, lambda name: places.get(name, node.span), {}, evidence)


def _twice(node: Mapping, faults: Faults) -> None:
    seen: dict[str, int] = {}
    for key, _ in node.entries:
        if key.text in seen:
            faults.error("key-twice", f"{key.text!r} stands here again (first in line {seen[key.text]})", key.span)
        seen.setdefault(key.text, key.span.line)


def empty(shape: Shape) -> Any:
    if isinstance(shape, One):
        return shape.kind.empty
    return () if isinstance(shape, Items) else {} if isinstance(shape, Keyed | Tree) else None


def _plain(node: Node) -> Any:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Listing):
        return tuple(_plain(item) for item in node.items)
    return {key.text: _plain(value) for key, value in node.entries}
