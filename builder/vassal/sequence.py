"""VASSAL's one codec for lists of strings (formats 3.1), at the speed of `str.split`.

Encoding puts a backslash before every delimiter inside an item (backslashes themselves are not doubled) and quotes
items that start with a backslash or stand in single quotes. It loses an item that ends in a backslash and is
followed by another: so does VASSAL, and so must we, to read what it reads.
"""

from __future__ import annotations

from collections.abc import Iterable


def encode(items: Iterable[str], delimiter: str) -> str:
    """One string from many; an empty list gives the empty string (VASSAL's null)."""
    escaped = "\\" + delimiter
    parts = []
    for item in items:
        part = item.replace(delimiter, escaped) if delimiter in item else item
        if item and (item[0] == "\\" or item[0] == "'" == item[-1]):
            part = f"'{part}'"
        parts.append(part)
    return delimiter.join(parts)


def decode(text: str, delimiter: str) -> list[str]:
    """Many strings from one; the empty string is one empty item."""
    parts = text.split(delimiter)
    if len(parts) > 1 and "\\" + delimiter in text:
        parts = _joined(parts, delimiter)
    if "'" in text:
        return [unquoted(part) for part in parts]
    return parts


def _joined(parts: list[str], delimiter: str) -> list[str]:
    """Pieces that end in a backslash belong to their successor: the delimiter between them was data."""
    items: list[str] = []
    open_pieces: list[str] = []
    last = len(parts) - 1
    for index, part in enumerate(parts):
        if index < last and part and part[-1] == "\\":
            open_pieces.append(part[:-1])
        elif open_pieces:
            open_pieces.append(part)
            items.append(delimiter.join(open_pieces))
            open_pieces.clear()
        else:
            items.append(part)
    return items


def unquoted(item: str) -> str:
    if len(item) > 1 and item[0] == "'" and item[-1] == "'":
        return item[1:-1]
    return item
