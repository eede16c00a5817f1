"""Logs of a game as a chain: in the order of play, each step counted once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from builder.make.inputs import LogFile, all_faults, log_files
from builder.model import BadInput
from builder.vassal.chain_order import chain_of
from builder.vassal.chains import Alike, Chain, Link, Recorded, record_alone, record_of
from builder.vassal.saves import Log


class Part(NamedTuple):
    """A log of the main line; `skipped` are numbers of steps that another log, or the log itself, held before."""

    file: LogFile
    skipped: frozenset[int]


class OpenLog(NamedTuple):
    """`skipped` as in `Part`."""

    name: str
    log: Log
    skipped: frozenset[int]


class Logs(Sequence[OpenLog]):
    """The logs of the main line. Each is read when it is asked for; only the one asked for last is kept."""

    def __init__(self, parts: Sequence[Part]):
        self._parts = parts
        self._last: tuple[Part, OpenLog] | None = None

    def __len__(self) -> int:
        return len(self._parts)

    def __getitem__(self, index):
        part = self._parts[index]
        if self._last is None or self._last[0] is not part:
            self._last = part, OpenLog(part.file.name, part.file.read(), part.skipped)
        return self._last[1]


@dataclass(frozen=True, slots=True)
class ChainOfLogs:
    """`files` and `records` as given; `chain` puts them in order."""

    files: tuple[LogFile, ...]
    records: tuple[Recorded, ...]
    chain: Chain

    @property
    def parts(self) -> tuple[Part, ...]:
        return tuple(Part(self.files[link.log], link.skipped) for link in self.chain.links)

    @property
    def logs(self) -> Logs:
        return Logs(self.parts)

    @property
    def modules(self) -> frozenset[tuple[str, str]]:
        """Name and version of what the main line was played on."""
        return frozenset(self.records[link.log].module[:2] for link in self.chain.links)

    def before(self, link: Link) -> Link | None:
        """What a log of the main line comes behind in the order of play."""
        links = self.chain.links
        at = links.index(link)
        return links[at - 1] if at and link.after is not None else None


def open_chain(
    paths: Iterable[str | Path] | str | Path, progress: Callable[[str], None] = lambda name: None
) -> ChainOfLogs:
    """Every log read once. BadInput where one cannot be read."""
    return compared(log_files(paths), progress)


def compared(files: tuple[LogFile, ...], progress: Callable[[str], None] = lambda name: None) -> ChainOfLogs:
    """The chain that files make, every one read to its end."""
    records = []
    record = record_of if len(files) > 1 else record_alone
    alike: Alike = {}
    for file in files:
        progress(file.name)
        try:
            records.append(record(file.name, file.read(), alike))
        except BadInput:
            raise BadInput(*all_faults(files)) from None
    return ChainOfLogs(files, tuple(records), chain_of(records))
