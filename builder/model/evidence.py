"""Where a datum comes from, and a value together with its reasons."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Tag(StrEnum):
    """Kinds of evidence, the strongest first; a stronger datum overrides a weaker one."""

    GIVEN = "given"  # stated in a case or ruling
    SEEN = "seen"  # stands in the log
    OWNER = "owner"  # from somebody who owns the game
    BOOK = "book"  # printed in the rulebook
    PLAYED = "played"  # part of the very module the game was played on
    DEDUCED = "deduced"
    COMPUTED = "computed"  # open geodata
    CHOSEN = "chosen"  # our reconstruction

    @property
    def proven(self) -> bool:
        return self in PROVEN


PROVEN = frozenset({Tag.GIVEN, Tag.SEEN, Tag.OWNER, Tag.BOOK, Tag.PLAYED})
TAGS = tuple(Tag)


class Evidence(NamedTuple):
    """`tag[:rule][; note]`, as it stands in a source file."""

    tag: Tag
    rule: str = ""
    note: str = ""

    def __str__(self) -> str:
        return str(self.tag) + (f":{self.rule}" if self.rule else "") + (f"; {self.note}" if self.note else "")

    @classmethod
    def parse(cls, text: str) -> Evidence:
        """Raises ValueError for an unknown tag."""
        head, _, note = text.partition(";")
        tag, _, rule = head.strip().partition(":")
        return cls(Tag(tag.strip()), rule.strip(), note.strip())


GIVEN = Evidence(Tag.GIVEN)
SEEN = Evidence(Tag.SEEN)


class Reason(NamedTuple):
    """One fact behind an answer: what it is, its value (often an addend), where it comes from."""

    name: str
    value: object
    evidence: Evidence
    source: str = ""  # file:key:column, or a rule, or a log reference

    def as_json(self) -> dict[str, object]:
        return {"name": self.name, "value": self.value, "evidence": str(self.evidence), "source": self.source}

    def __str__(self) -> str:
        return f"{self.name}: {self.value} ({self.evidence})"


NO_FILE = {"given": "given", "log": "played"}  # needs that no table of ours can fill


class Need(NamedTuple):
    """A datum that is missing: the file, the row's key and the column to fill, or the reading to take."""

    file: str
    key: str = ""
    column: str = ""
    reading: str = ""

    def as_json(self) -> dict[str, str]:
        return {"file": self.file, "key": self.key, "column": self.column}

    @property
    def words(self) -> str:
        """The same for people: `terrain.csv, row forest, column movement`; what no table holds by what it is."""
        if self.file in NO_FILE:
            return ": ".join(part for part in (self.key, self.column) if part) or f"what was {NO_FILE[self.file]}"
        named = (("row ", self.key), ("column ", self.column))
        return ", ".join((self.file, *(f"{what}{part}" for what, part in named if part)))

    def __str__(self) -> str:
        return ":".join(part for part in (self.file, self.key, self.column) if part)


class Answer(NamedTuple, Generic[T]):
    """A value with its reasons; where `needs` is not empty the value is unknown and must not be used."""

    value: T
    reasons: tuple[Reason, ...] = ()
    needs: tuple[Need, ...] = ()

    @property
    def known(self) -> bool:
        return not self.needs

    def proven(self, trusted: frozenset[Tag] = frozenset()) -> bool:
        """Whether every reason is proven; `trusted` tags are promoted for one run."""
        return self.known and all(r.evidence.tag.proven or r.evidence.tag in trusted for r in self.reasons)
