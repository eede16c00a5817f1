"""The structured values inside trait strings: keys, colours, property changes, targets, masks, sheets.

Each value prints to VASSAL's text with `str`; the kinds in `kinds.py` read them back (formats §2.2, §3.7).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from builder.vassal.sequence import encode

FIRST_NAMED = 57348
"""Key number written for named keys; VASSAL deals out its own at run time and reads only the name."""

_SHIFT, _CTRL, _META, _ALT = 65, 130, 260, 520
_KEY_NAMES = {
    "backspace": 8, "enter": 10, "escape": 27, "space": 32, "pageup": 33, "pagedown": 34, "end": 35, "home": 36,
    "left": 37, "up": 38, "right": 39, "down": 40, ",": 44, "-": 45, ".": 46, "/": 47, ";": 59, "=": 61, "[": 91,
    "\\": 92, "]": 93, "delete": 127, "insert": 155,
}  # fmt: skip
_NAME_OF_CODE = {code: name for name, code in _KEY_NAMES.items()}


@dataclass(frozen=True, slots=True, init=False)
class Key:
    """A typed key, `Key('B', ctrl=True)`; the name is a letter, digit, `F1`..`F12`, or `enter`, `left`, ...

    `modifiers` is VASSAL's number (Ctrl 130, Shift 65, Alt 520, Meta 260, added up) and kept as read:
    old files write other halves of the same number.
    """

    code: int
    modifiers: int

    def __init__(self, key: str | int, modifiers: int = 0, *, shift=False, ctrl=False, alt=False, meta=False):
        parts = ((shift, _SHIFT), (ctrl, _CTRL), (alt, _ALT), (meta, _META))
        object.__setattr__(self, "code", key if isinstance(key, int) else _code(key))
        object.__setattr__(self, "modifiers", modifiers + sum(number for held, number in parts if held))

    def __str__(self) -> str:
        return f"{self.code},{self.modifiers}"

    def __repr__(self) -> str:
        return f"Key({self.code}, {self.modifiers})"

    @property
    def label(self) -> str:
        """The key for people: `Ctrl+F`."""
        held = [name for bit, name in ((0x82, "Ctrl"), (0x208, "Alt"), (0x104, "Meta"), (0x41, "Shift"))
                if self.modifiers & bit]  # fmt: skip
        name = _NAME_OF_CODE.get(self.code)
        if name is None:
            name = f"F{self.code - 111}" if 112 <= self.code <= 123 else chr(self.code)
        return "+".join([*held, name.capitalize()])


def _code(name: str) -> int:
    if len(name) == 1 and name.isascii() and name.isalnum():
        return ord(name.upper())
    if name[:1] in "fF" and name[1:].isdigit() and 1 <= int(name[1:]) <= 12:
        return 111 + int(name[1:])
    code = _KEY_NAMES.get(name.lower())
    if code is None:
        raise ValueError(f"unknown key {name!r}: a letter, a digit, F1 to F12 or one of {', '.join(_KEY_NAMES)}")
    return code


@dataclass(frozen=True, slots=True)
class NamedKey:
    """A key that only the module sends, `NamedKey('flip')`; equal by name, since its number changes every run."""

    name: str
    number: int = field(default=FIRST_NAMED, compare=False)
    modifiers: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a named key needs a name")

    def __str__(self) -> str:
        return f"{self.number},{self.modifiers},{self.name}"

    @property
    def label(self) -> str:
        return self.name


AnyKey = Key | NamedKey


class Colour(NamedTuple):
    """Red, green, blue from 0 to 255, and alpha where the file gives one."""

    red: int
    green: int
    blue: int
    alpha: int | None = None

    def __str__(self) -> str:
        return ",".join(str(part) for part in self if part is not None)


class Constraints(NamedTuple):
    """What values a property may take (formats §3.7.2)."""

    numeric: bool = False
    min: int = 0
    max: int = 100
    wrap: bool = False

    def __str__(self) -> str:
        return f"{_flag(self.numeric)},{self.min},{self.max},{_flag(self.wrap)}"


class Change(NamedTuple):
    """How a property changes: `P` set to value, `I` add value, `R` ask (value is the prompt), `E` choose one."""

    how: str
    value: str
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        items = [self.how, self.value]
        if self.how == "E":
            items.append(encode(self.choices, ","))
        return encode(items, ",")

    @classmethod
    def to(cls, value: object) -> Change:
        return cls("P", str(value))

    @classmethod
    def by(cls, step: object) -> Change:
        return cls("I", str(step))

    @classmethod
    def ask(cls, prompt: str) -> Change:
        return cls("R", prompt)

    @classmethod
    def choose(cls, prompt: str, choices: tuple[str, ...]) -> Change:
        return cls("E", prompt, tuple(choices))


class KeyCommand(NamedTuple):
    """One key command of a property trait: menu text (may be empty), key, change."""

    menu: str
    key: AnyKey | None
    change: Change

    def __str__(self) -> str:
        return encode((self.menu, key_text(self.key), str(self.change)), ":")


class Target(NamedTuple):
    """Whom a global key command looks at first (formats §3.7.6)."""

    kind: str = "COUNTER"
    by_location: bool = False
    where: str = "MAP"
    map: str = ""
    board: str = ""
    zone: str = ""
    location: str = ""
    x: str = "0"
    y: str = "0"
    deck: str = ""
    by_property: bool = False
    property: str = ""
    value: str = ""
    comparison: str = "EQUALS"
    attachment: str = ""
    attachment_id: str = ""

    def __str__(self) -> str:
        return encode([_flag(item) if isinstance(item, bool) else item for item in self], "|")


class Access(NamedTuple):
    """Who owns a mask or an invisible piece: `player`, `side`, or `sides` with their names."""

    kind: str = "player"
    sides: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind}:{encode(self.sides, ':')}"


class MaskStyle(NamedTuple):
    """How the owner sees a masked piece: B background, I and 2 inset, G other image, P peek (with a key)."""

    letter: str = "B"
    image: str = ""
    key: AnyKey | None = None

    def __str__(self) -> str:
        return self.letter + self.image + key_text(self.key)


class SheetField(NamedTuple):
    """One line of a property sheet; kinds 0 text, 1 lines, 2 label, 3 to 6 ticks, 7 spinner."""

    kind: int
    name: str

    def __str__(self) -> str:
        return f"{self.kind}{self.name}"


def key_text(key: AnyKey | None) -> str:
    return "" if key is None else str(key)


def _flag(value: bool) -> str:
    return "true" if value else "false"
