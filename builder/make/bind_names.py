"""Names of a module's pieces beside those of our counters: which is which, as far as words and numbers tell."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter as Count
from typing import NamedTuple

from builder.model import Counter, Game

_ROMAN = {
    "i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8", "ix": "9", "x": "10",
    "xi": "11", "xii": "12", "xiii": "13", "xiv": "14", "xv": "15", "xvi": "16", "xvii": "17", "xviii": "18",
    "xix": "19", "xx": "20", "xxi": "21",
}  # fmt: skip
_SAME = {
    "inf": "infantry", "cav": "cavalry", "div": "division", "crps": "corps", "res": "reserve", "rsv": "reserve",
    "gd": "guard", "gds": "guard", "guards": "guard", "art": "artillery", "bde": "brigade", "brig": "brigade",
    "terr": "territorial", "fr": "french", "ger": "german", "ge": "german", "de": "german", "br": "british",
    "uk": "british", "be": "belgian", "bel": "belgian", "gp": "group", "grp": "group", "mtn": "mountain",
    "alp": "alpine", "mor": "moroccan", "fort": "fortress", "ftr": "fortress", "it": "italian",
    "ah": "austro-hungarian", "au": "austro-hungarian", "ru": "russian", "tu": "ottoman", "se": "serbian",
    "bu": "bulgarian", "ro": "romanian", "gr": "greek", "us": "american",
}  # fmt: skip
REDUCED = re.compile(r"\b(reduced|red|half|flipped|back|weak|depleted)\b|[\[(](?:r|red|reduced)[\])]", re.IGNORECASE)
_STEPS = re.compile(r"[\[(]\s*(\d)\s*(?:steps?|sp)?\s*[\])]|\b(\d)[ -]?(?:steps?|sp)\b", re.IGNORECASE)

SURE, PERHAPS, CLEAR = 0.72, 0.45, 0.05
"""From which likeness on a name is taken for ours, from which it is mentioned, and by how much the best must lead."""


class Match(NamedTuple):
    """`sure` is the counter's id, or "" where people must say; `perhaps` are the likeliest, best first."""

    sure: str
    perhaps: tuple[str, ...]


def words_of(name: str) -> tuple[str, ...]:
    """A name in plain words: no accents, Roman numerals as numbers, `1st` as `1`, abbreviations written out."""
    text = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    text = REDUCED.sub(" ", _STEPS.sub(" ", text))
    found = []
    for word in re.findall(r"[a-z]+(?:-[a-z]+)?|\d+", text.replace("_", " ")):
        if word in ("st", "nd", "rd", "th", "the", "of", "and", "png", "svg", "gif", "jpg"):
            continue
        found += [_SAME.get(part, _ROMAN.get(part, part)) for part in ([word] if word in _SAME else word.split("-"))]
    return tuple(found)


def steps_in(name: str) -> int | None:
    """Steps that a name tells: `18 Corps (2)`, `2 steps`."""
    match = _STEPS.search(name)
    return int(match[1] or match[2]) if match else None


class Matcher:
    """Likeness of names weighed by how rare their words are among the game's counters."""

    def __init__(self, game: Game):
        self._names = {id: _names_of(counter) for id, counter in game.counters.items()}
        self._nation = {id: frozenset(words_of(counter.nation)) for id, counter in game.counters.items()}
        seen = Count(word for names in self._names.values() for word in frozenset().union(*names))
        number = max(len(self._names), 1)
        self._weight = {word: math.log(1 + number / count) for word, count in seen.items()}
        self._common = math.log(2)

    def match(self, *names: str) -> Match:
        """By the best of several names of one piece: its own, its slot's, its picture's.

        A name that tells no nation is nobody's where units of two nations are called so.
        """
        spoken = [frozenset(words_of(name)) for name in filter(None, names)]
        best = {id: max((self._alike(words, id) for words in spoken), default=0.0) for id in self._names}
        ranked = sorted(best.items(), key=lambda item: (-item[1], item[0]))
        perhaps = tuple(id for id, value in ranked[:3] if value >= PERHAPS)
        if not ranked or ranked[0][1] < SURE or (len(ranked) > 1 and ranked[1][1] > ranked[0][1] - CLEAR):
            return Match("", perhaps)
        sure = ranked[0][0]
        if not any(self._nation[sure] <= words for words in spoken) and self._shared(sure, spoken):
            return Match("", perhaps)
        return Match(sure, perhaps)

    def _shared(self, sure: str, spoken: list[frozenset[str]]) -> bool:
        """Whether a unit of another nation is called as likely so, nations left aside."""
        plain = [words - self._nation[sure] for words in spoken]
        own = max(self._alike(words, sure, nation=False) for words in plain)
        return any(
            self._nation[id] != self._nation[sure]
            and max(self._alike(words, id, nation=False) for words in plain) > own - CLEAR
            for id in self._names
        )

    def _alike(self, words: frozenset[str], id: str, nation: bool = True) -> float:
        """Dice's coefficient, each word by its weight; the best of the unit's names."""
        own = sum(map(self._of, words))
        best = 0.0
        for full in self._names[id]:
            theirs = full if nation else full - self._nation[id]
            shared = sum(map(self._of, words & theirs))
            best = max(best, 2 * shared / (own + sum(map(self._of, theirs)))) if shared else best
        return best

    def _of(self, word: str) -> float:
        return self._weight.get(word, self._common)


def _names_of(counter: Counter) -> tuple[frozenset[str], ...]:
    """The words of its name and nation: all, and without those in brackets, which often only explain."""
    whole = frozenset(words_of(f"{counter.nation} {counter.name}"))
    short = frozenset(words_of(f"{counter.nation} {re.sub(r'[(].*?[)]', ' ', counter.name)}"))
    return (whole, short) if whole != short else (whole,)
