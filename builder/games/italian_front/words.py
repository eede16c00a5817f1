"""Pieces of a case in this game's words: `German infantry XX 8-4`, `hq, supply 42`, `IT.infantry.XX.25`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from builder.model import BadInput, Counter, Game, Unit, Values, error, near_miss, unit_of
from builder.model.notation import Piece
from builder.rules.pieces import Drawn

CODES = {"AH": "austro-hungarian", "GE": "german", "IT": "italian", "FR": "french", "BR": "british"}
SHORT = {
    "austrian": "austro-hungarian",
    "austria-hungary": "austro-hungarian",
    "germany": "german",
    "italy": "italian",
    "france": "french",
    "britain": "british",
}
ENEMY = "enemy"  # the side of a piece of which nothing is said but that
OWN_WORDS = ("own", "friendly")
SIZES = ("XXXX", "XXX", "XX", "X", "III", "II", "I")
SIZE_WORDS = {"army": "XXXX", "corps": "XXX", "division": "XX", "brigade": "X", "regiment": "III", "battalion": "II"}
TYPE_WORDS = {
    "hq": "headquarters",
    "rpl": "replacement",
    "siege": "siege-artillery",
    "fort": "fortress",
    "guns": "artillery",
    "supply-marker": "supply",
    "mountain-infantry": "mountain",
}
FURTHER_TYPES = ("supply", "rail-hex", "bicycle")  # what no counter of the mix is
PRINTED = re.compile(r"(\d+)-(\d+)")
NUMBERS = {
    "strength": "strength",
    "steps": "strength",
    "mf": "movement",
    "ma": "movement",
    "movement": "movement",
    "printed": "printed",
    "attack": "strength",
}
PLACES = ("at", "in")


def piece_of(piece: Piece, game: Game) -> Drawn | None:
    """The unit of a piece line; None for a counter's plain id, which every game reads alike.

    Two numbers are strength and movement as printed; `strength N` is what is left of it.
    """
    name = counter_named(piece.words[0], game) if len(piece.words) == 1 else None
    if name is not None and not (set(dict(piece.attributes)) - {*PLACES, *NUMBERS, "designation"}):
        return _of_counter(piece, game.counters[name])
    if len(piece.words) == 1 and piece.words[0] in game.counters:
        return _of_counter(piece, game.counters[piece.words[0]])
    if name is not None:
        return _of_counter(piece, game.counters[name])
    return _worded(piece, game)


def counter_named(word: str, game: Game) -> str | None:
    """The counter that `IT.infantry.XX.25` or its own id names, None for another word."""
    if word in game.counters:
        return word
    parts = word.split(".")
    if len(parts) < 3 or parts[0] not in CODES:
        return None
    nation, type_, designation = CODES[parts[0]], TYPE_WORDS.get(parts[1], parts[1]), plain(parts[-1])
    sizes = [part for part in parts[2:-1] if part in SIZES]
    for counter in game.counters.values():
        same = counter.nation == nation and plain(counter.designation) == designation
        if same and counter.type == type_ and (not sizes or counter.size in ("", sizes[0])):
            return counter.id
    return None


def plain(designation: str) -> str:
    """A designation without blanks, since the book spells some both ways."""
    return designation.replace(" ", "").casefold()


def _place(piece: Piece) -> str:
    box = piece.attribute("in")
    if box is not None:
        return box.removeprefix("box ").strip()
    return (piece.attribute("at") or "").split()[0] if piece.attribute("at") else ""


def _of_counter(piece: Piece, counter: Counter) -> Drawn:
    unit = unit_of(counter, _place(piece), id=piece.name)
    numbers = _numbers(piece)
    if "strength" in numbers:
        if numbers["strength"] > counter.steps:
            headline = f"{piece.name!r} has {counter.steps} strength points at most, not {numbers['strength']}"
            raise BadInput(error("piece-steps", headline, piece.span))
        unit = unit._replace(steps=numbers["strength"])
    if "movement" in numbers:
        unit = unit._replace(values=tuple(replace(v, movement=numbers["movement"]) for v in unit.values))
    return _drawn(piece, unit)


def _worded(piece: Piece, game: Game) -> Drawn:
    words = list(piece.words)
    side, nation = _nation(words, game)
    type_, size, designation, printed, place = "", "", "", None, ""
    types = {counter.type for counter in game.counters.values()} | {*FURTHER_TYPES, *TYPE_WORDS}
    for word in words:
        match = PRINTED.fullmatch(word)
        if match:
            printed = int(match[1]), int(match[2])
        elif word.isdecimal() and type_ and "strength" not in dict(piece.attributes):
            printed = int(word), None
        elif word in SIZES:
            size = word
        elif word.casefold() in SIZE_WORDS:
            size = SIZE_WORDS[word.casefold()]
        elif not type_ and word.casefold() in types:
            type_ = TYPE_WORDS.get(word.casefold(), word.casefold())
        elif type_ == "rail-hex":
            place = word
        elif not type_:
            near = near_miss(word, (*types, *SHORT, *game.nations))
            raise BadInput(error("piece-word", f"{piece.name!r} has the unknown word {word!r}{near}", piece.span))
        else:
            designation = f"{designation} {word}".strip()
    numbers = _numbers(piece)
    for key, value in piece.attributes:
        match = PRINTED.fullmatch(key) if not value else None
        printed = (int(match[1]), int(match[2])) if match else printed
    full, movement = printed or (None, None)
    full = numbers.get("printed", full if full is not None else numbers.get("strength"))
    movement = numbers.get("movement", movement)
    strength = numbers.get("strength", full)
    values = _values(full, movement)
    unit = Unit(
        piece.name,
        side,
        nation,
        type_,
        size,
        place or _place(piece),
        1 if strength is None else strength,
        1 if full is None else full,
        values,
        piece.attribute("designation") or designation,
    )
    return _drawn(piece, unit)


def _values(strength: int | None, movement: int | None) -> tuple[Values, ...]:
    if strength is None:
        return (Values(None, None, movement),)
    return tuple(Values(n if strength else None, None, movement) for n in range(1, max(strength, 1) + 1))


def _nation(words: list[str], game: Game) -> tuple[str, str]:
    """(side, nation) of the first word, which is taken off; ("", "") where it names neither."""
    first = words[0].casefold()
    known = {w.casefold(): n.id for n in game.nations.values() for w in (n.id, n.name)} | SHORT
    known |= {code.casefold(): nation for code, nation in CODES.items()}
    sides = {w.casefold(): s.id for s in game.sides for w in (s.id, s.name)}
    if first in known:
        del words[0]
        return game.nations[known[first]].side, known[first]
    if first in sides:
        del words[0]
        return sides[first], ""
    if first == ENEMY or first in OWN_WORDS:
        del words[0]
        return (ENEMY if first == ENEMY else ""), ""
    return "", ""


def _drawn(piece: Piece, unit: Unit) -> Drawn:
    known = {*PLACES, *NUMBERS, "designation"}
    marks = {key for key, value in piece.attributes if not value and key not in known and not PRINTED.fullmatch(key)}
    facts = [(key, value) for key, value in piece.attributes if value and key not in known]
    if "strength" in {NUMBERS.get(key) for key, value in piece.attributes if value}:
        facts.append(("stated-strength", "yes"))
    return Drawn(unit._replace(marks=unit.marks | marks), tuple(facts))


def _numbers(piece: Piece) -> dict[str, int]:
    found = {}
    for key, value in piece.attributes:
        if key in NUMBERS and value:
            if not value.isdecimal():
                raise BadInput(error("piece-number", f"{key} of {piece.name!r} is no number: {value!r}", piece.span))
            found[NUMBERS[key]] = int(value)
    return found


def nation_of(word: str, nations: Iterable[str]) -> str:
    """The nation that a word of a question names, by id, code or country; "" for none."""
    known = {name: name for name in nations} | SHORT | {code.casefold(): nation for code, nation in CODES.items()}
    return known.get(word.casefold(), "")
