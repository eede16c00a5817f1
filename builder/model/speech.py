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

# Battles that headquarters pay for. `sup` names for each of `by` the headquarters that pays for it, `none` where nobody
# does; `hq` pay `pays` points each, in the same order. `af`, `df` are strength points as counters show them, before any
# rule. What a headquarters has left is never said.
ATTACK_DECLARED, ATTACK, GROUND = "attack-declared", "attack", "ground"
RETREAT, STAND, STRIKE_DECLARED, STRIKE = "retreat", "stand", "strike-declared", "strike"
RAIL, DIG, TRENCH, MOBILIZED, HQ_LOST = "rail", "dig", "trench", "mobilized", "hq-lost"
CALLED_UP = "called-up"
_PAID = ("sup", "hq", "pays")
_STRIKE_KEYS = ("id", "turn", "phase", "at", "by", "af", *_PAID)
SUPPLY_KEYS = {
    ATTACK_DECLARED: (*_BATTLE_KEYS, *_PAID),  # said again, whole, when somebody joins; kind is attack or column
    GROUND: ("id", "unit", "terrain"),  # what the defender defends on
    ATTACK: (*_BATTLE_KEYS, *_PAID, "ground", "die"),
    RETREAT: ("id", "unit"),  # the hex's defenders will retreat; they may strike back first
    STRIKE_DECLARED: _STRIKE_KEYS,  # who will strike back; nothing is paid yet
    STRIKE: (*_STRIKE_KEYS, "answer", "die"),  # answer is stand or retreat
    STAND: ("id", "unit", "answer"),  # nobody strikes back
    RAIL: ("unit", "at", "deed"),  # railed: what it moves this turn goes by rail; anything else takes that back
    DIG: ("unit", "at"),  # works begun under the unit
    TRENCH: ("at", "side"),  # works finished
    MOBILIZED: ("unit", "at"),
    CALLED_UP: ("turn",),  # all whose time has come; the turn by its number
    HQ_LOST: ("unit", "at"),  # with all its stock; comes with the loss
}

# Battles that headquarters support. `by` and `def` are units without headquarters; `hq` and `defhq` the headquarters
# whose artillery counts; `air`, `defair` and `chits` what is committed; `fort` 1 where a fort or line adds its point.
# `af`, `df` are sums of what the counters show, before any rule.
COMBAT_DECLARED, SUPPORT, COMMIT, COMBAT, ACE = "combat-declared", "support", "commit", "combat", "ace"
PULL, CUP = "pull", "cup"
_COMBAT_KEYS = ("id", "turn", "phase", "at", "by", "from", "def", "af", "df", "fort", "hq")
COMBAT_KEYS = {
    COMBAT_DECLARED: _COMBAT_KEYS,
    SUPPORT: ("id", "unit", "at", "artillery"),  # artillery by the side that is up
    COMMIT: ("id", "unit", "on"),  # on 0: taken back
    COMBAT: (*_COMBAT_KEYS, "defhq", "air", "defair", "chits", "table", "die"),
    ACE: ("id", "unit", "die", "killed"),
    PULL: ("unit", "chit", "cup", "turn", "by", "to"),  # cup and by are sides; to is hand or out
    CUP: ("unit", "chit", "turn"),  # a chit goes into its side's cup
}
