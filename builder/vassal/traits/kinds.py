"""Kinds of fields: how the text of one item becomes a value and comes back (formats §2.2, §3.1, §3.7)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from builder.vassal.sequence import decode, encode
from builder.vassal.traits.values import (
    Access,
    AnyKey,
    Change,
    Colour,
    Constraints,
    Key,
    KeyCommand,
    MaskStyle,
    NamedKey,
    SheetField,
    Target,
    key_text,
)


class Kind(NamedTuple):
    """`decode` raises ValueError where VASSAL would fall back to the default."""

    name: str
    decode: Callable[[str], Any]
    encode: Callable[[Any], str]


class Odd(NamedTuple):
    """An item whose text is not what its value would print to: kept as it stands, still escaped."""

    raw: str
    value: Any


_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def _same(text: str) -> str:
    return text


def whole_number(text: str) -> int:
    """An integer as Java reads one: ASCII digits only, no blanks, 32 bits."""
    if not _WHOLE_NUMBER.fullmatch(text) or len(text) > 11 or not -(2**31) <= int(text) < 2**31:
        raise ValueError(f"not a whole number: {text!r}")
    return int(text)


def decimal(text: str) -> float:
    if not _DECIMAL.fullmatch(text.strip()):
        raise ValueError(f"not a number: {text!r}")
    return float(text)


def _flag_text(value: bool) -> str:
    return "true" if value else "false"


def read_key(text: str) -> AnyKey | None:
    """`code,modifiers`, `code,modifiers,name`, a single letter (Ctrl + it), or nothing."""
    if not text:
        return None
    if len(text) == 1:
        return Key(ord(text.upper()), ctrl=True)
    code, _, rest = text.partition(",")
    modifiers, comma, name = rest.partition(",")
    numbers = whole_number(code), whole_number(modifiers)
    return NamedKey(name, *numbers) if comma and name else Key(*numbers)


def _read_keys(text: str) -> tuple[AnyKey | None, ...]:
    if not text:
        return ()
    if "," not in text:
        return tuple(Key(ord(letter.upper()), ctrl=True) for letter in text)
    return tuple(map(read_key, decode(text, ",")))


def _write_keys(keys: tuple[AnyKey | None, ...]) -> str:
    return encode([key_text(key) for key in keys], ",")


def _read_texts(text: str) -> tuple[str, ...]:
    return tuple(decode(text, ",")) if text else ()


def _write_texts(texts: tuple[str, ...]) -> str:
    if isinstance(texts, str):
        raise TypeError("a list of texts is due")
    return encode(texts, ",")


def read_colour(text: str) -> Colour | None:
    if text in ("", "null"):
        return None
    if text[:2].lower() == "0x":
        number = int(text, 16)
        return Colour(number >> 16 & 255, number >> 8 & 255, number & 255)
    parts = [whole_number(part) for part in text.split(",")]
    if len(parts) not in (3, 4) or not all(0 <= part <= 255 for part in parts):
        raise ValueError(f"not a colour: {text!r}")
    return Colour(*parts)


def _write_colour(colour: Colour | None) -> str:
    return "" if colour is None else str(colour)


def _read_constraints(text: str) -> Constraints:
    items = [*decode(text, ","), "", "", "", ""]
    return Constraints(items[0] == "true", _or(items[1], 0), _or(items[2], 100), items[3] == "true")


def _or(text: str, default: int) -> int:
    try:
        return whole_number(text)
    except ValueError:
        return default


def _read_change(text: str) -> Change:
    items = [*decode(text, ","), "", ""]
    choices = tuple(decode(items[2], ",")) if items[0] == "E" and items[2] else ()
    return Change(items[0], items[1], choices)


def _read_commands(text: str) -> tuple[KeyCommand, ...]:
    if not text:
        return ()
    commands = []
    for item in decode(text, ","):
        parts = [*decode(item, ":"), "", "", ""]
        commands.append(KeyCommand(parts[0], read_key(parts[1]), _read_change(parts[2])))
    return tuple(commands)


def _write_commands(commands: tuple[KeyCommand, ...]) -> str:
    return encode([str(command) for command in commands], ",")


def _read_target(text: str) -> Target:
    if not text:
        return Target()
    items = decode(text, "|")[: len(Target._fields)]
    values: list[Any] = list(Target())
    values[: len(items)] = items
    values[1], values[10] = values[1] in (True, "true"), values[10] in (True, "true")
    return Target(*values)


def _read_access(text: str) -> Access:
    kind, colon, rest = text.partition(":")
    if not colon:
        raise ValueError(f"no access: {text!r}")
    return Access(kind, tuple(decode(rest, ":")) if rest else ())


def _read_style(text: str) -> MaskStyle:
    letter, rest = text[:1], text[1:]
    return MaskStyle(letter, "", read_key(rest)) if letter == "P" else MaskStyle(letter, rest)


def _read_sheet(text: str) -> tuple[SheetField, ...]:
    return tuple(SheetField(whole_number(item[:1]), item[1:]) for item in decode(text, "~")) if text else ()


def _write_sheet(lines: tuple[SheetField, ...]) -> str:
    return encode([str(line) for line in lines], "~")


def _pairs(mark: str) -> tuple[Callable[[str], Any], Callable[[Any], str]]:
    def read(text: str) -> tuple[tuple[str, str], ...]:
        items = [decode(item, mark) for item in decode(text, ",")] if text else []
        if any(len(item) != 2 for item in items):
            raise ValueError(f"not name{mark}value pairs: {text!r}")
        return tuple((name, value) for name, value in items)

    def write(pairs: tuple[tuple[str, str], ...]) -> str:
        return encode([encode(pair, mark) for pair in pairs], ",")

    return read, write


def _read_point(text: str) -> tuple[int, int]:
    x, _, y = text.partition(",")
    return whole_number(x), whole_number(y)


TEXT = Kind("text", _same, _same)
EXPRESSION = Kind("expression", _same, _same)
FORMAT = Kind("format", _same, _same)
IMAGE = Kind("image", _same, _same)
INT = Kind("whole number", whole_number, str)
DECIMAL = Kind("number", decimal, lambda value: repr(float(value)))
FLAG = Kind("true or false", lambda text: text == "true", _flag_text)
COLOUR = Kind("colour", read_colour, _write_colour)
KEY = Kind("key", read_key, key_text)
KEYS = Kind("keys", _read_keys, _write_keys)
TEXTS = Kind("texts", _read_texts, _write_texts)
IMAGES = Kind("images", _read_texts, _write_texts)
CONSTRAINTS = Kind("constraints", _read_constraints, str)
COMMANDS = Kind("key commands", _read_commands, _write_commands)
TARGET = Kind("target", _read_target, str)
ACCESS = Kind("access", _read_access, str)
STYLE = Kind("mask style", _read_style, str)
SHEET = Kind("property sheet", _read_sheet, _write_sheet)
PARAMETERS = Kind("parameters", *_pairs(":"))
ARGUMENTS = Kind("prototype parameters", *_pairs("="))
POINT = Kind("point", _read_point, lambda point: f"{point[0]},{point[1]}")
LINES = Kind("lines", lambda text: text.replace("|", "\n"), lambda text: text.replace("\n", "|"))
