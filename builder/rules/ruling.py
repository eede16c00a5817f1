"""What a check says of one action; the judge turns it into a verdict with strength and log references."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from builder.model import Answer, Finding, Need, Reason

T = TypeVar("T")


class Ruling(NamedTuple):
    """A finding with its one-line message and the facts behind it.

    `sum` shows an addition line by line; `reading` names the reading of an unclear rule that carries the finding;
    `unless_consent` marks what the rulebook allows by agreement; `inferred` what the check had to guess.
    """

    finding: Finding
    message: str
    facts: tuple[Reason, ...] = ()
    sum: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    reading: str = ""
    unless_consent: bool = False
    inferred: bool = False


class Unknown(Exception):
    """Raised by `require` on an answer that is not known; the judge makes it UNDECIDED. Never leaves builder.rules."""

    def __init__(self, needs: tuple[Need, ...], reasons: tuple[Reason, ...] = ()):
        self.needs = needs
        self.reasons = reasons
        super().__init__("needs " + ", ".join(str(n) for n in needs))


def require(answer: Answer[T]) -> T:
    """The value of a known answer; an unknown one makes the whole check undecided."""
    if answer.needs:
        raise Unknown(answer.needs, answer.reasons)
    return answer.value


def legal(
    message: str, *because: Answer | Reason, sum: Iterable[str] = (), reading: str = "", inferred: bool = False
) -> Ruling:
    """LEGAL because of these answers and reasons; UNDECIDED where one of the answers is unknown."""
    return _ruling(Finding.LEGAL, message, because, sum, reading, False, inferred)


def illegal(
    message: str,
    *because: Answer | Reason,
    sum: Iterable[str] = (),
    reading: str = "",
    unless_consent: bool = False,
    inferred: bool = False,
) -> Ruling:
    """ILLEGAL because of these answers and reasons; UNDECIDED where one of the answers is unknown."""
    return _ruling(Finding.ILLEGAL, message, because, sum, reading, unless_consent, inferred)


def undecided(message: str, *because: Answer | Reason, needs: Iterable[Need] = (), reading: str = "") -> Ruling:
    """UNDECIDED, naming what is missing: the needs of the answers, and further ones."""
    return Ruling(Finding.UNDECIDED, message, reasons_of(because), (), (*needs_of(because), *needs), reading)


def reasons_of(because: Iterable[Answer | Reason]) -> tuple[Reason, ...]:
    """All reasons in order, each once."""
    every = [reason for item in because for reason in (item.reasons if isinstance(item, Answer) else (item,))]
    if len(every) < 2:
        return tuple(every)
    found: dict[Reason, None] = {}
    for reason in every:
        # a reason may carry an unhashable value; identity of the text is enough then
        try:
            found.setdefault(reason)
        except TypeError:
            found.setdefault(Reason(reason.name, str(reason.value), reason.evidence, reason.source))
    return tuple(found)


def needs_of(because: Iterable[Answer | Reason]) -> tuple[Need, ...]:
    return tuple(dict.fromkeys(need for item in because if isinstance(item, Answer) for need in item.needs))


def _ruling(
    finding: Finding,
    message: str,
    because: tuple[Answer | Reason, ...],
    sum: Iterable[str],
    reading: str,
    unless_consent: bool,
    inferred: bool,
) -> Ruling:
    needs = needs_of(because)
    if needs:
        return Ruling(Finding.UNDECIDED, message, reasons_of(because), tuple(sum), needs, reading)
    return Ruling(finding, message, reasons_of(because), tuple(sum), (), reading, unless_consent, inferred)
