"""Faults are collected, never thrown one at a time; records keep the place of every value they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.model import Diagnostic, Evidence, Severity, Span, error, warning

NOWHERE = Span("")


class Faults:
    """Collects diagnostics over a whole run; a code and a place are said once."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []

    def error(
        self, code: str, headline: str, span: Span = NOWHERE, *, help: str = "", notes: Iterable[str] = ()
    ) -> None:
        self.found.append(error(code, headline, span, help=help, notes=notes))

    def warning(
        self, code: str, headline: str, span: Span = NOWHERE, *, help: str = "", notes: Iterable[str] = ()
    ) -> None:
        self.found.append(warning(code, headline, span, help=help, notes=notes))

    def extend(self, more: Iterable[Diagnostic]) -> None:
        self.found.extend(more)

    def sorted(self) -> tuple[Diagnostic, ...]:
        """Each fault once, file by file, top to bottom."""
        return tuple(sorted(dict.fromkeys(self.found), key=lambda d: (d.span, d.code, d.headline)))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self.sorted() if d.severity is Severity.ERROR)


@dataclass(slots=True)
class Record:
    """A row of a CSV file or a mapping of a YAML file, with the place of each value.

    `values` are parsed, `texts` as they stand in the file; `evidence` by column, "" for the row as a whole.
    """

    values: dict[str, Any]
    span: Span
    where: Callable[[str], Span]
    texts: Mapping[str, str] = field(default_factory=dict)
    evidence: dict[str, Evidence] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def get(self, key: str, default: Any = None) -> Any:
        return self.values.get(key, default)

    def at(self, key: str) -> Span:
        """The place of a value; of the record where the value is not written."""
        return self.where(key)


@dataclass(frozen=True, slots=True)
class Word:
    """A scalar of a list, with its place."""

    text: Any
    span: Span
