"""The words of a line, each with its column. A `#` that opens a word starts a comment."""

from __future__ import annotations

import re
from typing import NamedTuple

# a quoted title; or a word, in which a bracketed group may hold blanks: make=[4-5 8-5]
WORD = re.compile(r'"(?:[^"\\]|\\.)*"|(?:\[[^\[\]]*\]|[^\s\[\]])+|[\[\]]')
BLANKS = re.compile(r"\s+")
ESCAPE = re.compile(r"\\(.)")


class Word(NamedTuple):
    text: str
    column: int  # from 1

    @property
    def quoted(self) -> bool:
        return len(self.text) > 1 and self.text.startswith('"') and self.text.endswith('"')


def words(line: str) -> tuple[Word, ...]:
    """The words of a line up to a comment; blanks within brackets are made single."""
    found = []
    for match in WORD.finditer(line):
        text = match[0]
        if text.startswith("#"):
            break
        found.append(Word(text if text.startswith('"') else BLANKS.sub(" ", text), match.start() + 1))
    return tuple(found)


def unquote(text: str) -> str:
    return ESCAPE.sub(r"\1", text[1:-1])


def quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
