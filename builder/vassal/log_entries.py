"""The commands of which nearly all of a log consists, read from a log entry as fast as Python can.

Each decoder takes the text of an entry with its `LOG⇥` and gives None where it must look closer: then `command_text`
reads it. Nothing else is here, so that what is written for speed stays small. Long texts are taken apart by
`rpartition`, which searches many letters at once, where `split` goes letter by letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from builder.vassal.commands import (
    PLAYERS,
    AddPiece,
    ChangePiece,
    Chat,
    Command,
    More,
    MovePiece,
    MutableProperty,
    RemovePiece,
    Turn,
    Undo,
)

_new = tuple.__new__
_NO_MORE: More = ()
_NUMBERS = {str(number): number for number in range(-64, 8192)}
"""Pixels by their text: a look-up costs a quarter of `int`, to which those that are not here are left."""

_SHORT = 256

# Escaped delimiters leave a backslash at the end of a part: where the count is right and no part ends so, all parts
# are plain. Quotes could stand around a field only where there is an apostrophe at all.


def _added(text: str) -> Command | None:
    rest, _, state = text.rpartition("/")
    rest, _, type_ = rest.rpartition("/")
    head, _, piece = rest.rpartition("/")
    if head != "LOG\t+" or "'" in text or type_[-1:] == "\\" or piece[-1:] == "\\" or piece == "null":
        return None
    return _new(AddPiece, (piece, type_, state, _NO_MORE))


def _changed(text: str) -> Command | None:
    if len(text) < _SHORT:
        parts = text.split("/")
        if len(parts) != 4 or "\\/" in text or "'" in text:
            return None
        head, piece, new, old = parts
    else:
        rest, _, old = text.rpartition("/")
        rest, _, new = rest.rpartition("/")
        head, _, piece = rest.rpartition("/")
        if "'" in text or new[-1:] == "\\" or piece[-1:] == "\\":
            return None
    return _new(ChangePiece, (piece, new, old, _NO_MORE)) if head == "LOG\tD" else None


def _moved(text: str) -> Command | None:
    if text[5] == "u":
        return _set(text)
    try:
        head, piece, board, x, y, under, old_board, old_x, old_y, old_under, player = text.split("/")
        if head != "LOG\tM" or "\\" in text or "'" in text:
            return None
        return _new(
            MovePiece,
            (
                None if piece == "null" else piece,
                None if board == "null" else board,
                _NUMBERS[x],
                _NUMBERS[y],
                None if under == "null" else under,
                None if old_board == "null" else old_board,
                _NUMBERS[old_x],
                _NUMBERS[old_y],
                None if old_under == "null" else old_under,
                PLAYERS[player],
                _NO_MORE,
            ),
        )
    except (ValueError, KeyError):  # another number of fields; a number far off, or none
        return None


def _set(text: str) -> Command | None:
    parts = text.split("\t")
    if len(parts) != 6 or "\\" in text or "'" in text:
        return None
    log, head, name, old, new, container = parts
    if log != "LOG" or head != "MutableProperty":
        return None
    return _new(MutableProperty, (name, old, new, container, _NO_MORE))


def _removed(text: str) -> Command | None:
    return _new(RemovePiece, (text[6:],)) if text[:6] == "LOG\t-/" else None


def _said(text: str) -> Command | None:
    return _new(Chat, (text[8:],)) if text[:8] == "LOG\tCHAT" else None


def _turned(text: str) -> Command | None:
    head, found, state = text[4:].partition("\t")
    if not found or text[:8] != "LOG\tTURN" or head[-1] == "\\" or "\t" in state or "'" in text:
        return None
    return _new(Turn, (head[4:], state, _NO_MORE))


def _plainly_changed(text: str) -> Command | None:
    try:
        head, piece, new, old = text.split("/")
    except ValueError:
        return None
    return _new(ChangePiece, (piece, new, old, _NO_MORE)) if head == "LOG\tD" else None


def _plainly_set(text: str) -> Command | None:
    try:
        log, head, name, old, new, container = text.split("\t")
    except ValueError:
        return None
    if head != "MutableProperty" or log != "LOG":
        return None
    return _new(MutableProperty, (name, old, new, container, _NO_MORE))


_UNDO = {"LOG\tUNDO\ttrue": Undo(True), "LOG\tUNDO\tfalse": Undo(False)}

DECODERS: dict[str, Callable[[str], Command | None]] = {
    "+": _added, "D": _changed, "M": _moved, "-": _removed, "C": _said, "T": _turned, "U": _UNDO.get,
}  # fmt: skip
"""By the letter behind `LOG⇥`. The text has at least six letters."""

_PLAIN: dict[str, Callable[[str], Command | None]] = {**DECODERS, "D": _plainly_changed, "M": _plainly_set}


def escaped_commands(texts: list[str]) -> Iterator[Command | None]:
    """The command of each text; None where `command_text` must read it."""
    for text in texts:
        try:
            yield DECODERS[text[4]](text)
        except (IndexError, KeyError):
            yield None


def plain_commands(texts: list[str]) -> Iterator[Command | None]:
    """The same for texts without backslash and apostrophe: nothing can be escaped there.

    Moves are read in the loop itself: they are the most of a log, and a call would cost a seventh of them.
    """
    numbers, players = _NUMBERS, PLAYERS
    for text in texts:
        try:
            letter = text[4]
            if letter != "M" or text[5] == "u":
                yield _PLAIN[letter](text)
                continue
            head, piece, board, x, y, under, old_board, old_x, old_y, old_under, player = text.split("/")
            fields = (
                None if piece == "null" else piece,
                None if board == "null" else board,
                numbers[x],
                numbers[y],
                None if under == "null" else under,
                None if old_board == "null" else old_board,
                numbers[old_x],
                numbers[old_y],
                None if old_under == "null" else old_under,
                players[player],
                _NO_MORE,
            )
            yield _new(MovePiece, fields) if head == "LOG\tM" else None
        except (IndexError, KeyError, ValueError):  # too short; of another kind; other fields, or a number far off
            yield None
