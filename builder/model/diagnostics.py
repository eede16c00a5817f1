"""What is wrong with the user's data, said for people: a value, collected, never thrown one at a time."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in a file; line and column count from 1, 0 means the file as a whole."""

    path: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        parts = [self.path]
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault: a stable code, a headline that suffices alone, its place, further notes, and what to do."""

    code: str
    severity: Severity
    headline: str
    span: Span = Span("")
    notes: tuple[str, ...] = ()
    help: str = ""

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span.path else ""
        mark = "" if self.severity is Severity.ERROR else f"{self.severity}: "
        lines = [f"{place}{mark}{self.headline}"]
        lines += [f"    {note}" for note in self.notes]
        if self.help:
            lines.append(f"    help: {self.help}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, object]:
        return {
            "code": self.code,
            "severity": str(self.severity),
            "headline": self.headline,
            "file": self.span.path,
            "line": self.span.line,
            "column": self.span.column,
            "notes": list(self.notes),
            "help": self.help,
        }


class BadInput(ValueError):
    """The user's data is wrong; carries every diagnostic found, in order."""

    def __init__(self, *diagnostics: Diagnostic):
        self.diagnostics = diagnostics
        super().__init__("\n".join(str(d) for d in diagnostics))


def error(code: str, headline: str, span: Span = Span(""), *, help: str = "", notes: Iterable[str] = ()) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, headline, span, tuple(notes), help)


def note(code: str, headline: str, span: Span = Span("")) -> Diagnostic:
    """Something that was noticed and is not wrong."""
    return Diagnostic(code, Severity.NOTE, headline, span)


def warning(
    code: str, headline: str, span: Span = Span(""), *, help: str = "", notes: Iterable[str] = ()
) -> Diagnostic:
    return Diagnostic(code, Severity.WARNING, headline, span, tuple(notes), help)


def near_miss(word: str, choices: Iterable[str]) -> str:
    """`" (did you mean 'x'?)"`, or nothing where no choice comes near."""
    found = difflib.get_close_matches(word, list(choices), n=1, cutoff=0.6)
    return f" (did you mean {found[0]!r}?)" if found else ""
