"""The words of tables/setup.csv: which counters a statement speaks of, and where they may stand.

`who` is `nation=british type=infantry value=3-4`: every word must hold; words after a comma are alternatives, a word
that begins with `not-` excludes. `where` is the same for places, with alternatives parted by a stroke:
`map=west rows=62..66 | box=Available-allied`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from builder.model import Counter, near_miss

COMBAT = ("infantry", "mountain", "cavalry", "tank", "anti-tank")
DIVISIONS = ("infantry", "mountain", "cavalry")
CLASSES = {"combat": COMBAT, "division": DIVISIONS, "hq": ("hq",), "any": (*COMBAT, "hq")}
Words = Mapping[str, tuple[str, ...]]
ANY_LIMIT = 99
WHO_WORDS = ("nation", "class", "type", "name", "value", "contingent", "movement", "defence", "attack", "steps",
             "shock", "code")  # fmt: skip
WHERE_WORDS = ("map", "region", "hexes", "rows", "country", "terrain", "within", "box")


@dataclass(frozen=True, slots=True)
class Who:
    """A selection of counters."""

    words: Words
    without: Words

    def fits(self, counter: Counter, reduced: bool = False) -> bool:
        """Whether the counter is meant; `reduced` reads a two-step unit by its reduced side."""
        if counter.nation not in self.words.get("nation", (counter.nation,)):  # asked a million times, mostly no more
            return False
        return all(_has(counter, word, wanted, reduced) for word, wanted in self.words.items()) and not any(
            _has(counter, word, unwanted, reduced) for word, unwanted in self.without.items()
        )

    @property
    def nations(self) -> tuple[str, ...]:
        return self.words.get("nation", ())


def parse_who(text: str) -> Who:
    """ValueError for a word that is none, or a selection that names no nation."""
    words: dict[str, tuple[str, ...]] = {}
    without: dict[str, tuple[str, ...]] = {}
    for part in text.split():
        word, equals, wanted = part.partition("=")
        into, name = (without, word[4:]) if word.startswith("not-") else (words, word)
        if not equals or not wanted or name not in WHO_WORDS:
            raise ValueError(f"{part!r} selects nothing{near_miss(name, WHO_WORDS)}")
        into[name] = tuple(wanted.split(","))
    if "nation" not in words:
        raise ValueError("a selection names its nation")
    for name in words.get("class", ()):
        if name not in CLASSES:
            raise ValueError(f"class={name} is none{near_miss(name, CLASSES)}")
    return Who(words, without)


def parse_where(text: str) -> tuple[Words, ...]:
    """The alternatives; () for anywhere. ValueError for a word that is none."""
    found = []
    for alternative in text.split("|") if text.strip() else ():
        words: dict[str, tuple[str, ...]] = {}
        for part in alternative.split():
            word, equals, wanted = part.partition("=")
            if not equals or not wanted or word.removeprefix("not-") not in WHERE_WORDS:
                raise ValueError(f"{part!r} is no place{near_miss(word, WHERE_WORDS)}")
            words[word] = tuple(wanted.split(","))
        found.append(words)
    return tuple(found)


def limits(text: str) -> tuple[int, int]:
    """`3..` is (3, 99), `..66` (0, 66), `62..66` both; ValueError for anything else."""
    low, dots, high = text.partition("..")
    if not dots:
        return int(text), int(text)
    return int(low or 0), int(high or ANY_LIMIT)


def printed_value(counter: Counter, reduced: bool = False) -> str:
    """`3-4-4`; `2-4` where attack and defence are alike; "" for counters without factors."""
    if counter.type not in COMBAT:
        return ""
    face = counter.at(1 if reduced else counter.steps)
    if face.attack == face.defence:
        return f"{face.attack}-{face.movement}"
    return f"{face.attack}-{face.defence}-{face.movement}"


def _has(counter: Counter, word: str, wanted: tuple[str, ...], reduced: bool) -> bool:
    return any(_TESTS[word](counter, one, reduced) for one in wanted)


def _within(number: int | None, text: str) -> bool:
    low, high = limits(text)
    return number is not None and low <= number <= high


_TESTS: Mapping[str, Callable[[Counter, str, bool], bool]] = {
    "nation": lambda c, one, _: c.nation == one,
    "class": lambda c, one, _: c.type in CLASSES[one],
    "type": lambda c, one, _: c.type == one,
    "name": lambda c, one, _: c.designation == one,
    "value": lambda c, one, reduced: printed_value(c, reduced and c.steps == 2) == one,
    "contingent": lambda c, one, _: c.attributes.get("contingent", "") == one,
    "movement": lambda c, one, _: str(c.at(1).movement) == one,
    "defence": lambda c, one, _: _within(c.at(c.steps).defence, one),
    "attack": lambda c, one, _: _within(c.at(c.steps).attack, one),
    "steps": lambda c, one, _: str(c.steps) == one,
    "shock": lambda c, one, _: (c.attributes.get("shock", "") or "no") == one,
    "code": lambda c, one, _: c.attributes.get("setup_code", "") == one,
}
