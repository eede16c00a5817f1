"""The maps of somebody else's module beside the sheets of a game: by their names, board by board."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from builder.make.bind_names import words_of
from builder.model import Game, MapSheet
from builder.vassal.maps import MapDefinition
from builder.vassal.places import OFFBOARD, Placed, Places

PITCH = 24  # pixels between the points at which a board is asked for its names
MOST_POINTS = 120_000
ENOUGH = 0.7  # of a sheet's hexes: then the names are ours
SELDOM = 0.02  # of them: a form of name that fewer have is none of a hex
LARGE = 1000  # pixels; what is smaller is no map
Names = dict[str, tuple[int, int]]


class Likeness(NamedTuple):
    """How well a board's names fit a sheet: the share of its hexes, and of the names that are none."""

    share: float
    strange: float
    pattern: str


def drafted_maps(maps: Iterable[MapDefinition], game: Game, asked: list[str]) -> Iterator[dict[str, object]]:
    """An entry for each board that is one of ours, and for each window that is a box."""
    found = 0
    for one in maps:
        try:
            places = one.places()
            several = len(places.boards) > 1
            names = {placed.board.name: _names_on(places, placed) for placed in places.boards}
        except ValueError:
            continue
        decks = {deck.name: (deck.x, deck.y) for deck in places.decks}
        for placed in places.boards:
            entry = _entry(one.name, placed, several, names[placed.board.name] | decks, game, asked)
            if entry is not None:
                found += "sheet" in entry
                yield entry
    if not found:
        asked.append("no map of the module looks like one of the game's")


def _entry(
    name: str, placed: Placed, several: bool, names: Names, game: Game, asked: list[str]
) -> dict[str, object] | None:
    entry: dict[str, object] = {"map": name} | ({"board": placed.board.name} if several else {})
    called = f"board {placed.board.name!r} of map {name!r}" if several else f"map {name!r}"
    sheets = _sheets_like(names, game)
    if len(sheets) > 1:
        sheets = {id: one for id, one in sheets.items() if _called(placed, name, game) == id} or sheets
    if len(sheets) > 1:
        asked.append(f"{called}: its numbers fit {' and '.join(sheets)} alike; say which `sheet` it is")
    if sheets:
        id, like = next(iter(sheets.items()))
        return entry | {"sheet": id, "names": like.pattern, "boxes": _boxes(names, game, like.pattern)}
    box = _box_called(name, game)
    if box:
        return entry | {"box": box}
    if max(placed.board.size) > LARGE and game.maps:
        asked.append(f"{called}: its names are none of ours; give the pixels of three hexes as `anchors`")
        sheet = _called(placed, name, game)
        if not sheet and len(game.maps) > 1:
            asked.append(f"{called}: which of {', '.join(one.id for one in game.maps)} is it? say so in `sheet`")
        return entry | {"sheet": sheet or game.maps[0].id, "anchors": [], "boxes": _boxes(names, game)}
    return None


# ---- names


def _names_on(places: Places, placed: Placed) -> Names:
    """Every location name of a board with one of its pixels, asked at the points of a lattice."""
    width, height = placed.board.size
    pitch = max(PITCH, int((width * height / MOST_POINTS) ** 0.5))
    found: Names = {}
    for y in range(placed.y + pitch // 2, placed.y + height, pitch):
        for x in range(placed.x + pitch // 2, placed.x + width, pitch):
            name = places.location(x, y)
            if name != OFFBOARD:
                found.setdefault(name, (x, y))
    return found


def _sheets_like(names: Names, game: Game) -> dict[str, Likeness]:
    """The sheets whose numbers stand in the names: the best, and those that fit nearly as well."""
    likeness = {sheet.id: like for sheet in game.maps if (like := _likeness(names, sheet)).share >= ENOUGH}
    most = max((one.share for one in likeness.values()), default=0.0)
    whole = {id: one for id, one in likeness.items() if one.share > most - 0.05}
    least = min((one.strange for one in whole.values()), default=0.0)
    return {id: one for id, one in whole.items() if one.strange < least + 0.05}


def _likeness(names: Names, sheet: MapSheet) -> Likeness:
    """Numbers may stand with the sheet's letter or without, and words around them; a form that few names have is no
    hex's: `May 1915` is a box."""
    prefix = sheet.grid.prefix
    bare = {number.removeprefix(prefix): number for number in sheet.hexes}
    forms: dict[tuple[str, int, str], set[str]] = {}
    numbered = 0
    for name in names:
        number = re.search(rf"(?<!\d){re.escape(prefix)}\d{{4}}(?!\d)|(?<!\d)\d{{4}}(?!\d)", name)
        if number is None:
            continue
        numbered += 1
        hex_ = bare.get(number[0].removeprefix(prefix))
        if hex_:
            forms.setdefault((name[: number.start()], len(number[0]), name[number.end() :]), set()).add(hex_)
    few = SELDOM * len(sheet.hexes)
    usual = [form for form, found in forms.items() if len(found) >= few]
    found = frozenset().union(*(forms[form] for form in usual))
    return Likeness(len(found) / max(len(sheet.hexes), 1), 1 - len(found) / max(numbered, 1), _pattern(usual))


def _pattern(forms: Sequence[tuple[str, int, str]]) -> str:
    """`Hex (?P<hex>.{4})`; where numbers stand in several forms, any of what stands before and behind."""

    def any_of(texts: Iterable[str]) -> str:
        escaped = list(dict.fromkeys(map(re.escape, texts)))
        return escaped[0] if len(escaped) == 1 else f"(?:{'|'.join(escaped)})"

    if not forms:
        return ""
    lengths = sorted({length for _, length, _ in forms})
    many = str(lengths[0]) if len(lengths) == 1 else f"{lengths[0]},{lengths[-1]}"
    return f"{any_of(pre for pre, *_ in forms)}(?P<hex>.{{{many}}}){any_of(post for *_, post in forms)}"


def _called(placed: Placed, name: str, game: Game) -> str:
    """The sheet whose name the board, else the window, bears; "" where none does, or several."""
    own = {one.id: _stems(f"{one.id} {one.name}") for one in game.maps}
    common = frozenset.intersection(*own.values())
    for text in (placed.board.name, name):
        like = [id for id, stems in own.items() if _stems(text) & (stems - common)]
        if len(like) == 1:
            return like[0]
    return ""


def _stems(text: str) -> frozenset[str]:
    """Words by their beginnings: `Western` is like `west`."""
    return frozenset(word[:4] for word in words_of(text))


# ---- boxes


def _boxes(names: Names, game: Game, pattern: str = "") -> dict[str, str]:
    """Names of the module's that are nearly the label of a box of ours; equal ones need no entry."""
    labels = {box.label: frozenset(words_of(box.label)) for sheet in game.maps for box in sheet.boxes}
    found = {}
    for name in names:
        near = "" if name in labels or (pattern and re.fullmatch(pattern, name)) else _near(name, labels)
        if near:
            found[name] = near
    return found


def _box_called(name: str, game: Game) -> str:
    labels = {box.label: frozenset(words_of(box.label)) for sheet in game.maps for box in sheet.boxes}
    return name if name in labels else _near(name, labels)


def _near(name: str, labels: dict[str, frozenset[str]]) -> str:
    """The label of the same words; else the one that differs by a letter or two, numbers and letters being the same."""
    words = frozenset(words_of(name))
    same = [label for label, own in labels.items() if own == words]
    if len(same) == 1:
        return same[0]
    near = difflib.get_close_matches(name.lower(), [label.lower() for label in labels], 2, 0.9) if not same else []
    like = [label for label in labels if label.lower() in near[:1] and not _short(words ^ labels[label])]
    return like[0] if len(like) == 1 and len(near) == 1 else ""


def _short(words: frozenset[str]) -> bool:
    """Whether a word that differs is a number or a letter: `Turn A` is not `Turn B`."""
    return any(len(word) < 3 or word.isdigit() for word in words)
