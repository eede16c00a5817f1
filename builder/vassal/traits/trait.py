"""One trait of a piece: its prefix, the fields of its type, the fields of its state."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from builder.vassal.traits.fields import Fields, Layout, default, read
from builder.vassal.traits.layouts import BASICS, KNOWN, STACK, UNKNOWN, state_layout, type_layout


@dataclass(frozen=True, slots=True)
class Trait:
    """`trait.fields.name`, `trait.state.value`, or `trait["name"]` for either; unknown traits hold `fields.text`."""

    prefix: str
    fields: Fields
    state: Fields

    def __getitem__(self, name: str) -> Any:
        return self.state[name] if name in self.state.layout.names else self.fields[name]

    @property
    def known(self) -> bool:
        return self.fields.layout is not UNKNOWN

    @property
    def basic(self) -> bool:
        """Whether it may stand innermost: basic piece, stack or deck."""
        return self.prefix in BASICS

    @property
    def title(self) -> str:
        """VASSAL's name of this kind of trait."""
        return self.fields.layout.title

    def type_text(self) -> str:
        """The type string, from the fields."""
        if not self.known or self.prefix == "stack":
            return self.fields.encode() if not self.known else "stack"
        return f"{self.prefix};{self.fields.encode()}"

    def state_text(self) -> str:
        """The state string, from the fields."""
        return self.state.encode()

    def replace(self, **changes: Any) -> Trait:
        """A copy with other fields of the type."""
        return Trait(self.prefix, self.fields.replace(**changes), self.state)

    def with_state(self, **changes: Any) -> Trait:
        """A copy with other fields of the state."""
        return Trait(self.prefix, self.fields, self.state.replace(**changes))


@lru_cache(maxsize=8192)
def decode_type(text: str) -> tuple[str, Fields]:
    """Prefix and fields of one level of a TYPE; the same strings recur in thousands of pieces, hence the memo."""
    prefix, semicolon, rest = text.partition(";")
    if text == "stack":
        return "stack", read(STACK, "")
    layout = type_layout(prefix, rest) if semicolon else None
    return (prefix, read(UNKNOWN, text)) if layout is None else (prefix, read(layout, rest))


def decode_state(prefix: str, fields: Fields, text: str) -> Fields:
    """The fields of one level of a STATE that belongs to that trait."""
    return read(state_layout(prefix, fields), text)


def decode_trait(type_text: str, state_text: str = "") -> Trait:
    prefix, fields = decode_type(type_text)
    return Trait(prefix, fields, decode_state(prefix, fields, state_text))


def new_trait(prefix: str, state: dict[str, Any] | None = None, /, **said: Any) -> Trait:
    """A trait to be written: every field of 3.7 present, what is not said at its plain value.

    Raises ValueError for an unknown trait or field.
    """
    first = str(said.get("facings", 6)) if prefix == "rotate" else ""
    layout = type_layout(prefix, first)
    if layout is None:
        raise ValueError(f"unknown trait {prefix!r}: one of {', '.join(sorted(KNOWN))}")
    fields = _fill(layout, said)
    return Trait(prefix, fields, _fill(state_layout(prefix, fields), state or {}))


def _fill(layout: Layout, said: dict[str, Any]) -> Fields:
    items = []
    for field in layout.fields:
        # 3.7 does not write what 3.8 added; and a prototype with parameters, even none, has every $name$ in its text
        # replaced (formats §3.4), so that item is written only where there are some
        if field.since in ("3.8", "if said") and field.name not in said:
            break
        if field.name in said:
            items.append(said[field.name])
        else:
            items.append(default(field if field.written is None else field._replace(default=field.written)))
    for name in said:
        try:
            layout.index(name)
        except KeyError as missing:
            raise ValueError(missing.args[0]) from None
    parts = Fields(layout, tuple(items)).parts()
    if lost := [part for part in parts[:-1] if part.endswith("\\")]:
        raise ValueError(f"{layout.title}: a value must not end in a backslash: {lost[0]!r}")
    filled = read(layout, layout.separator.join(parts))
    if odd := filled.odd():
        name, raw, _ = odd[0]
        raise ValueError(f"{layout.title}: {name} cannot be {raw!r}")
    return filled
