"""Names of a module's things beside ours: which is which, as far as words and numbers tell.

A thing of ours may be called in several ways (its forms). What identifies it, numbers above all, must be the same on
both sides; a nation, arm or size that is spoken must be its own. So a name that is only near is asked for, never taken.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from builder.model import Counter, Game

_ROMAN = {
    "i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8", "ix": "9", "x": "10",
    "xi": "11", "xii": "12", "xiii": "13", "xiv": "14", "xv": "15", "xvi": "16", "xvii": "17", "xviii": "18",
    "xix": "19", "xx": "20", "xxi": "21", "first": "1", "second": "2", "third": "3", "fourth": "4",
}  # fmt: skip
_SAME = {
    "inf": "infantry", "cav": "cavalry", "div": "division", "divisions": "division", "crps": "corps", "res": "reserve",
    "rsv": "reserve", "gd": "guard", "gds": "guard", "guards": "guard", "art": "artillery", "arty": "artillery",
    "bde": "brigade", "brig": "brigade", "rgt": "regiment", "regt": "regiment", "terr": "territorial",
    "eng": "engineer", "engineers": "engineer", "marines": "marine", "hq": "headquarters",
    "gp": "group", "grp": "group", "mtn": "mountain", "mt": "mountain", "alp": "alpine", "mor": "moroccan",
    "fort": "fortress", "ftr": "fortress", "aslt": "assault", "at": "anti tank", "rpl": "replacement",
    "repl": "replacement", "replacements": "replacement", "movt": "movement", "mvmt": "movement", "pts": "point",
    "points": "point", "units": "unit", "chits": "chit",
    "fr": "french", "france": "french", "ger": "german", "ge": "german", "de": "german", "germany": "german",
    "br": "british", "brit": "british", "uk": "british", "bef": "british", "britain": "british", "be": "belgian",
    "bel": "belgian", "belgium": "belgian", "it": "italian", "ita": "italian", "italy": "italian",
    "ah": "austro hungarian", "au": "austro hungarian", "austria": "austro hungarian", "kuk": "austro hungarian",
    "ru": "russian", "rus": "russian", "russia": "russian", "tu": "ottoman", "turkish": "ottoman", "turkey": "ottoman",
    "se": "serbian", "serbia": "serbian", "bu": "bulgarian", "bulgaria": "bulgarian", "ro": "romanian",
    "rumanian": "romanian", "gr": "greek", "us": "american", "usa": "american", "mn": "montenegrin",
    "cp": "central powers", "al": "allied", "allies": "allied", "ent": "allied", "entente": "allied",
    "dm": "demoralization",
}  # fmt: skip
_IGNORED = frozenset(("st", "nd", "rd", "th", "the", "of", "and", "in", "by", "png", "svg", "gif", "jpg"))
REDUCED = re.compile(r"\b(reduced|red|half|flipped|back|weak|depleted)\b|[\[(](?:r|red|reduced)[\])]", re.IGNORECASE)
REVERSE = re.compile(
    r"[\[(]\s*(?:used|spent|fired|shock|stoss|stosstruppen|(?:as )?infantry|flipped|back)\s*[\])]"
    r"|\b(?:used|spent|shock|flipped|back)\s*$",
    re.IGNORECASE,
)
_STEPS = re.compile(r"[\[(]\s*(\d+)\s*(?:steps?|sp)?\s*[\])]|\b(\d+)[ -]?(?:steps?|sp)\b", re.IGNORECASE)
_VALUES = re.compile(r"\b\d+-\d+-\d+\b|(?<=\s)\d+-\d+$")
_SIZES = {"XXXX": "army", "XXX": "corps", "XX": "division", "X": "brigade", "III": "regiment"}
_SIZE_WORDS = frozenset(_SIZES.values())

_UNKNOWN = math.log(4)  # the weight of a word that nothing of ours bears

SURE, PERHAPS, CLEAR = 0.72, 0.45, 0.05
"""From which likeness on a name is taken for ours, from which it is mentioned, and by how much the best must lead."""


class Match(NamedTuple):
    """`sure` is the id of ours, or "" where people must say; `perhaps` are the likeliest with how like they are, best
    first; `value` is how like the sure one is."""

    sure: str
    perhaps: tuple[tuple[float, str], ...]
    value: float = 0.0


class Thing(NamedTuple):
    """One of ours that a name may mean: whose it is, how it may be called, words of its kind (arm and size)."""

    id: str
    owner: frozenset[str]
    forms: tuple[frozenset[str], ...]
    kinds: frozenset[str] = frozenset()


def words_of(name: str) -> tuple[str, ...]:
    """A name in plain words: no accents, Roman numerals as numbers, `1st` as `1`, abbreviations written out; a letter
    that is printed beside a number stays there, for `1G` is not `1`."""
    text = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    text = REDUCED.sub(" ", _STEPS.sub(" ", _VALUES.sub(" ", text)))
    found: list[str] = []
    for word in re.findall(r"[a-z0-9]+", text.replace("_", " ").replace("'", "")):
        word = re.sub(r"^(\d+)(?:st|nd|rd|th)$", r"\1", word)
        if word not in _IGNORED:
            found += _SAME.get(word, _ROMAN.get(word, word)).split()
    return tuple(found)


def steps_in(name: str) -> int | None:
    """Steps that a name tells: `18 Corps (2)`, `2 steps`."""
    match = _STEPS.search(name)
    return int(match[1] or match[2]) if match else None


@dataclass(slots=True)
class Matcher:
    """Likeness of names weighed by how rare their words are among the things of one kind."""

    things: Mapping[str, Thing]
    _weight: dict[str, float]
    _forms: tuple[tuple[str, frozenset[str], float], ...]  # thing, words, their weight
    _holds: dict[str, tuple[int, ...]]  # word -> the forms that have it
    _tells: dict[str, frozenset[str]]  # word -> the owner that it alone tells
    _kinds: frozenset[str]

    @classmethod
    def of(cls, things: Iterable[Thing], foreign: frozenset[str] = frozenset()) -> Matcher:
        """`foreign` are words of things of another kind: what speaks of them is none of these."""
        known = {one.id: one for one in things}
        bearers: dict[str, set[str]] = {}
        for id, one in known.items():
            for word in frozenset().union(*one.forms):
                bearers.setdefault(word, set()).add(id)
        weight = {word: math.log(1 + len(known) / len(ids)) for word, ids in bearers.items()}
        forms = tuple((id, form, sum(weight[w] for w in form)) for id, one in known.items() for form in one.forms)
        holds: dict[str, list[int]] = {}
        for at, (_, form, _) in enumerate(forms):
            for word in form:
                holds.setdefault(word, []).append(at)
        owners = {one.owner for one in known.values()}
        told = {word: [owner for owner in owners if word in owner] for owner in owners for word in owner}
        alone = {word: found[0] for word, found in told.items() if len(found) == 1}
        kinds = foreign.union(*(one.kinds for one in known.values()))
        return cls(known, weight, forms, {word: tuple(at) for word, at in holds.items()}, alone, kinds)

    def match(self, *names: str) -> Match:
        """By the best of several names of one piece: its own, its slot's, its picture's.

        A name that tells no nation is nobody's where units of two nations are called so.
        """
        spoken = list(dict.fromkeys(frozenset(words_of(name)) for name in filter(None, names)))
        best: dict[str, tuple[float, bool]] = {}
        for words in spoken:
            for id, (value, fits) in self._likeness(words).items():
                before = best.get(id, (0.0, False))
                best[id] = max(before[0], value), before[1] or fits
        ranked = sorted(best.items(), key=lambda item: (-item[1][0], not item[1][1], item[0]))
        perhaps = tuple((value, id) for id, (value, _) in ranked[:3] if value >= PERHAPS)
        fit = [(id, value) for id, (value, fits) in ranked if fits]
        if not fit or (len(fit) > 1 and fit[1][1] > fit[0][1] - CLEAR):
            return Match("", perhaps)
        sure, value = fit[0]
        own = self.things[sure].owner
        told = any(self._tells.get(word) == own for words in spoken for word in words)
        if own and not told and self._shared(sure, spoken):
            return Match("", perhaps)
        return Match(sure, perhaps, value)

    def _likeness(self, words: frozenset[str]) -> dict[str, tuple[float, bool]]:
        """Dice's coefficient, each word by its weight, by thing: its best form, and whether it may be meant."""
        shared: dict[int, float] = {}
        for word in words:
            weight = self._of(word)
            for at in self._holds.get(word, ()):
                shared[at] = shared.get(at, 0.0) + weight
        own = sum(map(self._of, words))
        found: dict[str, tuple[float, bool]] = {}
        for at, weight in shared.items():
            id, form, theirs = self._forms[at]
            value = 2 * weight / (own + theirs)
            fits = value >= SURE and self._fits(words, form, self.things[id])
            before = found.get(id, (0.0, False))
            if (fits, value) > (before[1], before[0]):
                found[id] = value, fits
        return found

    def _fits(self, words: frozenset[str], form: frozenset[str], thing: Thing) -> bool:
        """The same numbers on both sides; more than an owner in common; no other owner, arm or size than its own."""
        if frozenset(filter(_identifies, words)) != frozenset(filter(_identifies, form)):
            return False
        if not (words & form) - thing.owner:
            return False
        left = words - form
        if any(self._tells.get(word, thing.owner) != thing.owner for word in left):
            return False
        return not (left & self._kinds) - thing.kinds

    def _shared(self, sure: str, spoken: list[frozenset[str]]) -> bool:
        """Whether a thing of another owner is called as likely so, owners left aside."""
        owner = self.things[sure].owner
        plain = [words - owner for words in spoken]
        own = max(self._apart(words, sure) for words in plain)
        return any(
            one.owner != owner and max(self._apart(words, id) for words in plain) > own - CLEAR
            for id, one in self.things.items()
        )

    def _apart(self, words: frozenset[str], id: str) -> float:
        thing = self.things[id]
        own, best = sum(map(self._of, words)), 0.0
        for form in thing.forms:
            theirs = form - thing.owner
            both = sum(map(self._of, words & theirs))
            best = max(best, 2 * both / (own + sum(map(self._of, theirs)))) if both else best
        return best

    def _of(self, word: str) -> float:
        return self._weight.get(word, _UNKNOWN)


def _identifies(word: str) -> bool:
    return any(letter.isdigit() for letter in word)


# ---- what may be called


def counters_of(game: Game) -> Matcher:
    """What stands in brackets often only explains, and what is printed may be another's name: such forms give way to a
    name that is spelled so in full."""
    spelled: dict[frozenset[str], set[str]] = {}
    for id, one in game.counters.items():
        spelled.setdefault(_full(one), set()).add(id)
    words = frozenset().union(*spelled, *(form for one in game.counters.values() for form in _forms_of(one)))
    others = frozenset(word for kind in game.markers.values() for word in words_of(kind.name)) - words
    return Matcher.of(
        (Thing(id, frozenset(words_of(one.nation)),
               tuple(form for form in _forms_of(one) if spelled.get(form, {id}) & {id}), _kinds(one))
         for id, one in game.counters.items()),
        others,
    )  # fmt: skip


def markers_of(game: Game) -> Matcher:
    """By their names, and by what they say with the side before it. What names an arm or a size is no marker."""
    sides = {side.id: frozenset(words_of(side.name)) for side in game.sides} | {"": frozenset[str]()}
    arms = frozenset().union(*map(_kinds, game.counters.values()))
    things = []
    for id, kind in game.markers.items():
        own, front = sides[kind.side], frozenset(words_of(kind.front))
        forms = [frozenset(words_of(kind.name))]
        if own and any(word.isalpha() and len(word) > 2 for word in front - own):
            forms.append(own | front)
        things.append(Thing(id, own, tuple(dict.fromkeys(forms))))
    return Matcher.of(things, arms)


def phases_of(game: Game) -> Matcher:
    """A phase of one side alone is that side's, whether its name says so or not."""
    sides = [frozenset(words_of(side.name)) for side in game.sides]
    named = ((phase.id, frozenset(words_of(phase.name))) for phase in game.phases)
    return Matcher.of(
        Thing(id, next((own for own in sides if own <= words), frozenset()), (words,)) for id, words in named
    )


def _full(counter: Counter) -> frozenset[str]:
    return frozenset(words_of(f"{counter.nation} {counter.name}"))


def _kinds(counter: Counter) -> frozenset[str]:
    """Its arm and its size in words."""
    size = {_SIZES[counter.size]} if counter.size in _SIZES else set[str]()
    return frozenset((*words_of(counter.type), *size))


def _forms_of(counter: Counter) -> tuple[frozenset[str], ...]:
    """Nation and name, with and without what stands in brackets; nation and what is printed, with arm and size."""
    nation = frozenset(words_of(counter.nation))
    name, short = (frozenset(words_of(text)) for text in (counter.name, re.sub(r"[(].*?[)]", " ", counter.name)))
    arm = frozenset(words_of(counter.type))
    size = frozenset((_SIZES[counter.size],)) if counter.size in _SIZES else frozenset[str]()
    printed = frozenset(words_of(counter.designation))
    short |= name & arm  # `(assault)` is more than an explanation
    found = [name, short]
    if "headquarters" in arm:
        found += [name | arm, short | arm]
    if printed:
        found += [printed | arm, printed | arm | size]
        if counter.type == "infantry":
            found.append(printed | size)
    return tuple(dict.fromkeys(nation | form for form in found))
