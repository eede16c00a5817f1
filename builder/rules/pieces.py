"""A piece of a case to a unit: by the id of its counter, or by words such as `French infantry XXX`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from builder.model import BadInput, Game, Unit, Values, error, near_miss, unit_of
from builder.model.notation import Piece

SIZES = ("XXX", "XX", "X", "III", "II", "I")
FACTORS = {
    "attack": "attack",
    "defence": "defence",
    "defense": "defence",
    "mf": "movement",
    "movement": "movement",
    "against-cavalry": "against_cavalry",
}
PRINTED = re.compile(r"(?:\((\d+)\))?(\d+)-(?:(\d+)-)?(\d+)")  # 4-5-4, and (4)2-6 of cavalry
NUMBERS = re.compile(r"[\d()]+([-/][\d()]+)+")
FACES = "a face is attack-defence-movement (4-5-4), that of cavalry (against cavalry)against others-movement, (4)2-6"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A unit, and those attributes of its line that no field of a unit holds: they are facts about it."""

    unit: Unit
    facts: tuple[tuple[str, str], ...] = ()


def draw(piece: Piece, game: Game) -> Drawn:
    """The unit of a piece line; BadInput for numbers that are none and words that nearly name something.

    `at` and `in box` place it, `steps n` or `n/full`, factors by name; a bare attribute is a mark; `2-3-4` among the
    words is attack, defence and movement, `(4)2-6` what cavalry has against cavalry, against others, and its movement.
    """
    place = piece.attribute("at") or ""
    box = piece.attribute("in")
    if box is not None:
        place = box.removeprefix("box ").strip()
    unit = _counter(piece, game, place) or _worded(piece, game, place)
    unit = _stepped(unit, piece)
    for key, value in piece.attributes:
        values = None if value else _printed(key)
        if values is not None:  # said behind a comma; among the words it does as well
            unit = unit._replace(values=(values,) * max(unit.full_steps, 1))
    factors = {FACTORS[k]: _number(piece, k, v) for k, v in piece.attributes if k in FACTORS}
    if factors:
        sets = unit.values or (Values(),) * max(unit.full_steps, 1)
        unit = unit._replace(values=tuple(replace(values, **factors) for values in sets))
    known = {"at", "in", "steps", *FACTORS}
    marks = frozenset(k for k, v in piece.attributes if not v and k not in known and _printed(k) is None)
    facts = tuple((key, value) for key, value in piece.attributes if value and key not in known)
    return Drawn(unit._replace(marks=unit.marks | marks), facts)


def _counter(piece: Piece, game: Game, place: str) -> Unit | None:
    if len(piece.words) != 1 or piece.words[0] not in game.counters:
        return None
    return unit_of(game.counters[piece.words[0]], place, id=piece.name)


def _worded(piece: Piece, game: Game, place: str) -> Unit:
    nations = {word.casefold(): n for n in game.nations.values() for word in (n.id, n.name)}
    sides = {word.casefold(): s for s in game.sides for word in (s.id, s.name)}
    nation, side, size, values, rest = "", "", "", (), []
    for index, word in enumerate(piece.words):
        printed = _printed(word)
        if index == 0 and word.casefold() in nations:
            nation, side = nations[word.casefold()].id, nations[word.casefold()].side
        elif index == 0 and word.casefold() in sides:
            side = sides[word.casefold()].id
        elif word in SIZES:
            size = word
        elif printed is not None:
            values = (printed,)
        elif NUMBERS.fullmatch(word):
            raise BadInput(error("piece-word", f"{piece.name!r} has the numbers {word!r}", piece.span, help=FACES))
        else:
            rest.append(word)
    types = {counter.type for counter in game.counters.values()}
    kind = rest[0] if rest else ""
    if kind and kind not in types:
        near = near_miss(kind, (*types, *game.counters, *(n.name for n in game.nations.values())))
        if near:
            raise BadInput(error("piece-word", f"{piece.name!r} has the unknown word {kind!r}{near}", piece.span))
    return Unit(piece.name, side, nation, kind, size, place, 1, 1, values, " ".join(rest[1:]))


def _printed(text: str) -> Values | None:
    """The numbers of a face as they are printed."""
    found = PRINTED.fullmatch(text)
    if found is None or (found[1] is None and found[3] is None):
        return None
    cavalry, attack, defence, movement = (None if part is None else int(part) for part in found.groups())
    return Values(attack, defence, movement, cavalry)


def _stepped(unit: Unit, piece: Piece) -> Unit:
    text = piece.attribute("steps")
    if text is None:
        return unit
    now, slash, full = text.partition("/")
    steps = _number(piece, "steps", now)
    # a drawn unit is as big as it is said to be; a counter keeps its own full strength
    whole = _number(piece, "steps", full) if slash else (unit.full_steps if unit.counter else steps)
    if unit.counter and steps > unit.full_steps:
        headline = f"{piece.name!r} has {unit.full_steps} steps at most, not {steps}"
        raise BadInput(error("piece-steps", headline, piece.span))
    values = unit.values if unit.counter else unit.values[:1] * max(whole, 1)
    return unit._replace(steps=steps, full_steps=whole, values=values)


def _number(piece: Piece, key: str, text: str) -> int:
    if not text.isdecimal():
        raise BadInput(error("piece-number", f"{key} of {piece.name!r} is no number: {text!r}", piece.span))
    return int(text)
