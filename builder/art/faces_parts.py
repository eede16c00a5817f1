"""What stands about the symbol of a unit: codes above and beside it, steps, the dot, full strength, its modifier."""

from __future__ import annotations

from typing import NamedTuple

from builder.art.faces_looks import group_of
from builder.model import Counter, Game

# how each further column of a counter is shown; a game without the column shows nothing
_RECOMBINE = ("infantry", "mountain", "assault", "mountain-assault", "marine", "cavalry", "bicycle", "artillery",
              "siege-artillery")  # fmt: skip
_CONTINGENT = 5  # letters: longer ones are words, and their divisions bear them in their number
_PIPS = 4


class Pip(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    full: bool


class Side(NamedTuple):
    """Right of the symbol: a code, circled where the counter begins on the map, an arrow where its country enters."""

    code: str = ""
    circled: bool = False
    arrow: bool = False
    dot: bool = False  # may not be replaced


class Chip(NamedTuple):
    """Left of the symbol, on a little ground of its own: a number, and letters that say whose or what it is."""

    text: str
    code: str


def size_mark(counter: Counter) -> str:
    """An irregular formation bears a bracket over the size that it counts as (Glory's End 2.8)."""
    if counter.size != "group":
        return counter.size
    return "XXX" if counter.attributes.get("corps") else ""


def corner_codes(counter: Counter, lost: int) -> tuple[str, str]:
    """The corner's code and the one below it: turn and place of arrival, or the hex of the start.

    A substitute has the dot in that corner, and enters nowhere (Glory's End 2.11).
    """
    if counter.steps > 2 and lost >= 2:
        return "", ""
    place = next((code for code in (counter.arrival_place, counter.start) if code), "")
    if counter.arrival_turn:
        return str(counter.arrival_turn), place
    return place, ""


def pips(counter: Counter, lost: int, game: Game) -> tuple[Pip, ...]:
    """One a step, those that are lost empty: a column right of the symbol, or a row above what stands there.

    Strength points are figures, and more than four pips would be too small.
    """
    if game.numbers or not 1 < counter.steps <= _PIPS:
        return ()
    full = [i >= lost for i in range(counter.steps)]
    if side_of(counter, lost) == Side():
        return tuple(Pip(122.5, 27.5 + 11.4 * i, 14, 7.4, shown) for i, shown in enumerate(full))
    return tuple(Pip(135 - 10.6 * i, 8, 8, 13, shown) for i, shown in enumerate(full))


def side_of(counter: Counter, lost: int) -> Side:
    has = counter.attributes.get
    no = has("no_replacement", "")
    dot = no == "yes" or (no == "first-step" and not lost)
    setup, letter, after = has("setup_code", ""), has("letter", ""), has("after_entry", "")
    if setup == "entry":
        return Side(arrow=True, circled=True, dot=dot)
    if setup:
        return Side(setup, circled=True, dot=dot)
    return Side(f"+{after}" if after else letter, dot=dot)


def chip_of(counter: Counter, game: Game) -> Chip | None:
    """What modifies a die, or the symbol by which units recombine where counters are strength points (IF 23-1)."""
    if text := modifier(counter):
        return Chip(text, "SG" if counter.attributes.get("siege_mod") else "DRM")
    if not game.numbers or not counter.steps or counter.type not in _RECOMBINE:
        return None
    group = group_of(counter)
    return Chip(str(counter.steps), group.code if group else "")


def contingent(counter: Counter) -> str:
    text = counter.attributes.get("contingent", "")
    return text if len(text) <= _CONTINGENT else ""


def modifier(counter: Counter) -> str:
    """Of a fortress against siege guns, of a tank in battle; nothing where it is nought."""
    has = counter.attributes.get
    text = (has("siege_mod", "") or has("drm", "")).strip().lstrip("+")
    if text in ("", "0"):
        return ""
    return text if text.startswith("-") else f"+{text}"


def killed_on(counter: Counter) -> str:
    """The rolls that kill an ace (tgwie 7.6.3): `KIA 1-2`."""
    text = counter.attributes.get("killed_on", "")
    return f"KIA {text.replace('..', '–')}" if text else ""
