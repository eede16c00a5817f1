"""A run of items read by a layout: named values, how many were present, and the very text again.

The items of one trait are split once; each is decoded by its kind. An item whose value would print differently
(an old key letter, `007`, garbage in a number) stays beside its value as `Odd`, so encoding from the fields gives
the same text, and `odd()` can tell people about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from builder.model import near_miss
from builder.vassal.sequence import encode
from builder.vassal.traits.kinds import INT, TEXT, Kind, Odd


class Repeat(NamedTuple):
    """A field of several items: all that follow, or as many as a leading number says; one or more kinds each."""

    kinds: tuple[Kind, ...]
    counted: bool = False


class Field(NamedTuple):
    """A field: name, kind, what VASSAL takes when the item is missing, since which version it is written,
    and what we write into a new trait when nothing is said (the default, where None)."""

    name: str
    kind: Kind | Repeat
    default: str = ""
    since: str = ""
    written: str | None = None


class Layout:
    """The fields of one trait's type or state; `separator` "" means the whole text is the one field."""

    __slots__ = ("fields", "names", "separator", "title")

    def __init__(self, title: str, *fields: Field, separator: str = ";"):
        self.title = title
        self.fields = fields
        self.separator = separator
        self.names = {field.name: number for number, field in enumerate(fields)}

    def __repr__(self) -> str:
        return f"<layout of {self.title}>"

    def index(self, name: str) -> int:
        try:
            return self.names[name]
        except KeyError:
            raise KeyError(f"{self.title} has no field {name!r}{near_miss(name, self.names)}") from None


class Fields(Mapping[str, Any]):
    """Values by name or attribute; fields that were missing answer with VASSAL's default."""

    __slots__ = ("_text", "extra", "items_", "layout")

    layout: Layout
    items_: tuple[Any, ...]
    extra: tuple[str, ...]

    def __init__(self, layout: Layout, items: tuple[Any, ...], extra: tuple[str, ...] = ()):
        object.__setattr__(self, "layout", layout)
        object.__setattr__(self, "items_", items)
        object.__setattr__(self, "extra", extra)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("fields do not change: use replace()")

    @property
    def present(self) -> int:
        """How many fields stood in the text."""
        return len(self.items_)

    def __getitem__(self, name: str) -> Any:
        number = self.layout.index(name)
        if number < len(self.items_):
            return _plain(self.items_[number])
        return default(self.layout.fields[number])

    def get(self, name: str, otherwise: Any = None) -> Any:
        """Without this, a name that is not there would cost the search for near misses."""
        return self[name] if name in self.layout.names else otherwise

    def __contains__(self, name: object) -> bool:
        return name in self.layout.names

    def __copy__(self) -> Fields:
        return self

    def __deepcopy__(self, memo: object) -> Fields:
        return self

    def __getattr__(self, name: str) -> Any:
        if name in Fields.__slots__ or name.startswith("__"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as missing:
            raise AttributeError(missing.args[0]) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.layout.names)

    def __len__(self) -> int:
        return len(self.layout.fields)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fields):
            return NotImplemented
        return (self.layout, self.items_, self.extra) == (other.layout, other.items_, other.extra)

    def __hash__(self) -> int:
        return hash((id(self.layout), self.items_, self.extra))

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={self[name]!r}" for name in list(self.layout.names)[: self.present])
        return f"Fields({said})"

    def odd(self) -> tuple[tuple[str, str, Any], ...]:
        """(field, its text, the value taken instead) for every item that is not plain."""
        kinds = set(map(type, self.items_))
        if Odd not in kinds and tuple not in kinds:
            return ()
        found = []
        for field, item in zip(self.layout.fields, self.items_):
            parts = item if isinstance(field.kind, Repeat) else (item,)
            flat = [part for each in parts for part in (each if type(each) is tuple else (each,))]
            found += [(field.name, part.raw, part.value) for part in flat if type(part) is Odd]
        return tuple(found)

    def replace(self, **changes: Any) -> Fields:
        """A copy with other values; missing fields before a changed one are written with their defaults."""
        items = list(self.items_)
        for name, value in changes.items():
            number = self.layout.index(name)
            while len(items) <= number:
                items.append(default(self.layout.fields[len(items)]))
            items[number] = value
        return Fields(self.layout, tuple(items), self.extra)

    def first(self, count: int) -> Fields:
        """Only the first fields: what an older writer would have left."""
        return Fields(self.layout, self.items_[:count])

    def encode(self) -> str:
        """The text again: the items' texts joined by the layout's separator. A thousand pieces share their traits, so
        that it is worked out once."""
        try:
            return object.__getattribute__(self, "_text")
        except AttributeError:
            text = self.layout.separator.join(self.parts())
            object.__setattr__(self, "_text", text)
            return text

    def parts(self) -> tuple[str, ...]:
        """The text of each item, escaped."""
        separator = self.layout.separator
        parts: list[str] = []
        for field, item in zip(self.layout.fields, self.items_):
            kind = field.kind
            if isinstance(kind, Repeat):
                parts += _write_repeat(kind, item, separator)
            else:
                parts.append(_write(kind, item, separator))
        return (*parts, *self.extra)


def _plain(item: Any) -> Any:
    if type(item) is Odd:
        return item.value
    if type(item) is tuple and item:
        return tuple(map(_plain, item))
    return item


@cache
def default(field: Field) -> Any:
    """The value of a missing item."""
    return () if isinstance(field.kind, Repeat) else field.kind.decode(field.default)


def read(layout: Layout, text: str) -> Fields:
    """Split and decode; never fails: what does not fit stays as `Odd` or in `extra`."""
    separator = layout.separator
    raw = split(text, separator)
    items: list[Any] = []
    at = 0
    for field in layout.fields:
        if at >= len(raw):
            break
        kind = field.kind
        if not isinstance(kind, Repeat):
            items.append(_read(kind, raw[at], separator, field))
            at += 1
            continue
        end = _end_of_repeat(kind, raw, at)
        if end is None:
            break
        items.append(_read_repeat(kind, raw[at + kind.counted : end], separator, field))
        at = end
    return Fields(layout, tuple(items), tuple(raw[at:]))


@cache
def _splitter(separator: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\\)" + re.escape(separator))


def split(text: str, separator: str) -> list[str]:
    """The items of a sequence, still escaped; joining them with the separator gives the text."""
    if not separator:
        return [text]
    if "\\" not in text:
        return text.split(separator)
    return _splitter(separator).split(text)


def unescape(raw: str, separator: str) -> str:
    if not separator:
        return raw
    text = raw.replace("\\" + separator, separator) if "\\" in raw else raw
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == "'" else text


def escape(text: str, separator: str) -> str:
    return encode((text,), separator) if separator else text


def _read(kind: Kind, raw: str, separator: str, field: Field) -> Any:
    if kind.decode is TEXT.decode and "\\" not in raw and "'" not in raw:
        return raw
    text = unescape(raw, separator)
    try:
        value = kind.decode(text)
    except (ValueError, OverflowError):
        return Odd(raw, default(field))
    return value if escape(kind.encode(value), separator) == raw else Odd(raw, value)


def _write(kind: Kind, item: Any, separator: str) -> str:
    if type(item) is Odd:
        return item.raw
    try:
        text = kind.encode(item)
    except (TypeError, AttributeError, IndexError):
        raise ValueError(f"expected {kind.name}, not {item!r}") from None
    if not isinstance(text, str):
        raise ValueError(f"expected {kind.name}, not {item!r}")
    return escape(text, separator)


def _end_of_repeat(kind: Repeat, raw: list[str], at: int) -> int | None:
    if not kind.counted:
        return len(raw)
    try:
        count = INT.decode(raw[at])
    except ValueError:
        return None
    end = at + 1 + count * len(kind.kinds)
    return end if count >= 0 and end <= len(raw) and str(count) == raw[at] else None


def _read_repeat(kind: Repeat, raw: list[str], separator: str, field: Field) -> tuple[Any, ...]:
    width = len(kind.kinds)
    if width == 1:
        one = kind.kinds[0]
        return tuple(_read(one, item, separator, Field(field.name, one, _nothing(one))) for item in raw)
    whole = len(raw) - len(raw) % width
    rows = [
        tuple(
            _read(one, item, separator, Field(field.name, one, _nothing(one)))
            for one, item in zip(kind.kinds, raw[start : start + width])
        )
        for start in range(0, whole, width)
    ]
    return tuple(rows)


def _nothing(kind: Kind) -> str:
    return "0" if kind is INT else "0,0" if kind.name == "point" else ""


def _write_repeat(kind: Repeat, rows: tuple[Any, ...], separator: str) -> list[str]:
    parts = [str(len(rows))] if kind.counted else []
    if len(kind.kinds) == 1:
        return parts + [_write(kind.kinds[0], item, separator) for item in rows]
    for row in rows:
        parts += [_write(one, item, separator) for one, item in zip(kind.kinds, row)]
    return parts
