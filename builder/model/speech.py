"""What a module of ours says in chat for machines: `[hw1 battle id=3 by=u12,u14 at=3130 kind=ma]`.

Versioned, ids not names, ASCII; unknown keys are ignored. Modules write these formats, the replay reads them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

VERSION = "hw1"
SUFFIX = re.compile(r"\[hw(\d+) ([a-z-]+)((?: [A-Za-z][A-Za-z0-9_-]*=[^\s\]]*)*)\]")
FIELD = re.compile(r" ([A-Za-z][A-Za-z0-9_-]*)=([^\s\]]*)")


@dataclass(frozen=True, slots=True)
class Announcement:
    """A verb and its keys, in the order written; values hold no space and no `]`."""

    verb: str
    fields: tuple[tuple[str, str], ...]
    version: int = 1

    def __getitem__(self, key: str) -> str:
        """The value of a key, "" where it was not said."""
        return next((value for name, value in self.fields if name == key), "")

    def ids(self, key: str) -> tuple[str, ...]:
        """A comma-separated value as a tuple without empty items."""
        return tuple(part for part in self[key].split(",") if part)

    def __str__(self) -> str:
        return f"[hw{self.version} {self.verb}" + "".join(f" {k}={v}" for k, v in self.fields) + "]"


def announce(verb: str, **fields: str) -> Announcement:
    return Announcement(verb, tuple(fields.items()))


def find(text: str) -> Announcement | None:
    """The machine suffix of a chat line, or None."""
    match = SUFFIX.search(text)
    if match is None:
        return None
    return Announcement(match[2], tuple(FIELD.findall(match[3])), int(match[1]))


# What is said, and its keys: written by modules, read by recognisers. `by` and `def` are unit ids, `from` hexes.
BATTLE, DECLARE, FIRE, WITHDRAW = "battle", "declare", "fire", "withdraw"
LOSS, GAIN, COMMAND, UPKEEP = "loss", "gain", "command", "upkeep"
_BATTLE_KEYS = ("id", "kind", "turn", "phase", "at", "by", "from", "def", "af", "df")
KEYS = {
    BATTLE: (*_BATTLE_KEYS, "die"),  # declared and rolled in one step; kind is ma or pa
    DECLARE: _BATTLE_KEYS,  # no die yet: the defender or siege guns come first
    FIRE: ("id", "unit", "at", "die"),  # one siege gun
    WITHDRAW: ("id", "unit"),  # cavalry leaves before the die
    LOSS: ("unit", "at", "steps", "battle"),  # steps that are left
    GAIN: ("unit", "at", "steps"),
    COMMAND: ("unit", "at", "ooc"),
    UPKEEP: ("turn", "side"),  # the end of a player turn; the side by its name in the module
}
