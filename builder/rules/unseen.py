"""What a missing file leaves unknown: till the player turn ends, nothing is proven by what was done in it before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.model import Finding, Need, Verdict
from builder.rules.position import Ledger
from builder.rules.ruling import Ruling

OF_THE_TURN = frozenset({"started", "ways", "phase_notes", "acted", "sums", "done", "turn_notes", "battle", "owed"})


class Spied(Ledger):
    """The same ledger; `asked` tells whether anything of the phase or player turn was read in it."""

    asked = False

    def __getattribute__(self, name: str):
        if name in OF_THE_TURN:
            self.asked = True
        return super().__getattribute__(name)

    def _replace(self, **changes) -> Spied:
        """What is changed was read first."""
        self.asked = True
        return super()._replace(**changes)

    def note(self, *key: str) -> str:
        """What is noted for the whole game was seen; any other note may be missing."""
        return self.notes[key] if key in self.notes else super().note(*key)


def spied(ledger: Ledger) -> Spied:
    return Spied(*ledger)


def forget(ledger: Spied) -> None:
    ledger.asked = False


def half_seen(rulings: Iterable[Ruling], ledger: Spied, why: str) -> Iterator[Ruling]:
    """Accusations are undecided, and so is what is found legal by what was done before in the same player turn."""
    for ruling in rulings:
        doubtful = ruling.finding == Finding.ILLEGAL or (ruling.finding == Finding.LEGAL and ledger.asked)
        yield _undecided(ruling, why) if doubtful else ruling


def _undecided(ruling: Ruling, why: str) -> Ruling:
    needs = (*ruling.needs, Need("log", "what was done before in this player turn", why))
    told = ruling.message if ruling.finding == Finding.LEGAL else f"as far as is seen, {ruling.message}"
    return ruling._replace(finding=Finding.UNDECIDED, message=f"cannot be told, {why}: {told}", needs=needs)


def in_doubt(verdict: Verdict, why: str) -> Verdict:
    """The same of an action that may have gone on unseen: no accusation."""
    if verdict.finding != Finding.ILLEGAL:
        return verdict
    needs = (*verdict.needs, Need("log", "whether this was all of it", why))
    return verdict._replace(finding=Finding.UNDECIDED, needs=needs, message=f"cannot be told, {why}: {verdict.message}")
