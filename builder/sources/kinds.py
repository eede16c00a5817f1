"""Kinds of values: how each is written, what it parses to, and how a schema says it."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from builder.model import Evidence, Tag, near_miss


@dataclass(frozen=True, slots=True)
class Kind:
    """`parse` raises ValueError saying what was expected; `empty` is the value of an unfilled optional cell.

    `free` text may look like anything, so that damage by a spreadsheet cannot be told in it.
    """

    name: str
    parse: Callable[[str], Any]
    empty: Any = ""
    schema: dict[str, Any] = field(default_factory=lambda: {"type": "string"}, hash=False)
    free: bool = False
    hexes: bool = False  # hex numbers: leading zeros may have been lost


def _pattern(name: str, pattern: str, expected: str, **more: Any) -> Kind:
    whole = re.compile(pattern)

    def parse(text: str) -> str:
        if not whole.fullmatch(text):
            raise ValueError(f"expected {expected}")
        return text

    return Kind(name, parse, schema={"type": "string", "pattern": f"^(?:{pattern})$"}, **more)


def _integer(text: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,9}", text):
        raise ValueError("expected a whole number")
    return int(text)


def _decimal(text: str) -> float:
    if not re.fullmatch(r"[+-]?\d{1,6}(\.\d{1,6})?", text):
        raise ValueError("expected a number")
    return float(text)


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError("expected yes or no")
    return text == "yes"


def _date(text: str) -> str:
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError("expected a day as YYYY-MM-DD") from None


def _turns(text: str) -> tuple[int, ...]:
    """`2..6 10` is turns 2 to 6 and 10: two dots, since a spreadsheet makes a date of `2-6`."""
    found: list[int] = []
    for part in text.split():
        match = re.fullmatch(r"(\d{1,3})(?:\.\.(\d{1,3}))?", part)
        if not match or (match[2] and int(match[2]) < int(match[1])):
            raise ValueError("expected turns such as 4 or 2..6")
        found += range(int(match[1]), int(match[2] or match[1]) + 1)
    return tuple(found)


@lru_cache(maxsize=4096)
def _evidence(text: str) -> Evidence:
    try:
        return Evidence.parse(text)
    except ValueError:
        tag = re.split("[:;]", text)[0].strip()
        raise ValueError(f"expected tag[:rule][; note]{near_miss(tag, list(Tag))}") from None


HEX = r"[A-Za-z]?\d{4}"
NUMBER = {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": r"^[+-]?\d+$"}]}
TEXT = Kind("text", lambda text: text, schema={"type": ["string", "number", "boolean"]}, free=True)
ID = _pattern("id", r"[a-z0-9]+(-[a-z0-9]+)*", "lower case letters, digits and single hyphens")
WORD = replace(
    _pattern("word", r"[A-Za-z0-9][A-Za-z0-9._/-]*", "one word"),
    schema={"anyOf": [{"type": "string", "pattern": r"^[A-Za-z0-9][A-Za-z0-9._/-]*$"}, {"type": "number"}]},
)
INTEGER = Kind("int", _integer, empty=None, schema=NUMBER)
DECIMAL = Kind(
    "number",
    _decimal,
    empty=None,
    schema={"anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^[+-]?\d+(\.\d+)?$"}]},
)
YES = Kind("yes", _yes, empty=False, schema={"enum": ["yes", "no", True, False]})
HEX_NUMBER = _pattern("hex", HEX, "a hex number of four digits", hexes=True)
HEXES = Kind(
    "hexes",
    lambda text: tuple(HEX_NUMBER.parse(part) for part in text.split()),
    empty=(),
    schema={"type": "string", "pattern": f"^{HEX}( +{HEX})*$"},
    hexes=True,
)
WORDS = Kind(
    "words",
    lambda text: tuple(WORD.parse(part) for part in text.split()),
    empty=(),
    schema={"type": "string"},
)
COLOUR = _pattern("colour", r"#[0-9a-fA-F]{6}", "a colour as #rrggbb")
DATE = Kind("date", _date, schema={"type": "string", "format": "date"})
TURNS = Kind("turns", _turns, empty=(), schema={"type": "string", "pattern": r"^\d+(\.\.\d+)?( +\d+(\.\.\d+)?)*$"})
VERSION = _pattern("version", r"\d+\.\d+\.\d+", "a version as X.Y.Z")
RULES = _pattern("rules", r"[A-Za-z_][\w.]*:[A-Za-z_]\w*", "package.module:NAME")
EVIDENCE = Kind(
    "evidence",
    _evidence,
    empty=None,
    schema={"type": "string", "pattern": f"^({'|'.join(Tag)})(:[^;]*)?(;.*)?$"},
)
PICTURE = _pattern(
    "picture",
    r"(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9_ ./-]*\.(png|jpg|jpeg|gif|PNG|JPG|JPEG|GIF)",
    "a picture in the game's folder: png, jpg or gif, such as pictures/board.png",
)
PLACE = _pattern("place", r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", "a hex number or the id of a box")
SIDE = Kind("side", ID.parse, schema=ID.schema)  # linked: must be a side of the game
NATION = Kind("nation", ID.parse, schema=ID.schema)  # linked: must be a nation of the game
CHOICES: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        *(TEXT, ID, WORD, INTEGER, DECIMAL, YES, HEX_NUMBER, HEXES, WORDS, COLOUR, DATE, TURNS, SIDE, NATION),
        PICTURE,
    )
}


def choice(name: str, *words: str) -> Kind:
    """One of a few words."""

    def parse(text: str) -> str:
        if text not in words:
            raise ValueError(f"expected {' or '.join(words)}{near_miss(text, words)}")
        return text

    return Kind(name, parse, schema={"enum": list(words)})


def _column_kind(text: str) -> tuple[Kind, bool]:
    """`int` is (INTEGER, required), `maybe int` (INTEGER, not required)."""
    name = text.removeprefix("maybe ")
    required = name == text
    if name not in CHOICES:
        raise ValueError(f"expected a kind of column{near_miss(name, CHOICES)}")
    return CHOICES[name], required


COLUMN = Kind("column", _column_kind, schema={"enum": [mark + name for name in CHOICES for mark in ("", "maybe ")]})

DAMAGE = re.compile(
    r"\d{1,2}[-.]([A-Z][a-z]{2}|[a-z]{3})([-.]\d{2,4})?|[A-Z][a-z]{2}-\d{2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}"
    r"|\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?|\d\.\d+E\+\d+"
)


def damaged(text: str) -> bool:
    """Whether a spreadsheet seems to have made a date (`4-Mar`) or a rounded number (`1.2E+05`) of the cell."""
    return DAMAGE.fullmatch(text) is not None
