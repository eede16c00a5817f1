"""The order of logs as they are played. What is one line as the files were given is found to be so on the way, so that
no log is read twice; only where something speaks against it are all of them compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from builder.make.chain import ChainOfLogs, OpenLog, compared
from builder.make.inputs import LogFile
from builder.vassal import commands as c
from builder.vassal.chains import Chain, Link, Recorded, in_line, is_odd, makes_pieces, module_of, saying
from builder.vassal.fingerprint import Fingerprints
from builder.vassal.saves import Log
from builder.vassal.table import Table

Watch = Callable[[int, Sequence[c.Command]], None]


class OutOfCourse(Exception):
    """The logs are no line as they were given, and some were played as if they were: to be played anew."""


class Course:
    """The logs of a chain, one after the other; `chain` as far as it is known."""

    def __init__(self, chain: ChainOfLogs):
        self.chain = chain

    def logs(self) -> Iterator[OpenLog]:
        yield from self.chain.logs

    def begin(self, name: str, log: Log, table: Table) -> Watch | None:
        """A log begins on this table, which its steps will change; gives who is to be told of them."""
        return None


class AsGiven(Course):
    """Logs that are taken to be one line in the order given.

    Each must begin where the one before ended, to the last card and tracker, and where no other did; no step may make
    pieces that were made before, or begin where the board does not stand.
    """

    def __init__(self, files: tuple[LogFile, ...]):
        self._files = files
        self._done: list[Recorded] = []
        self._open: _Walk | None = None
        self._said: set[int] = set()
        self._resolved: ChainOfLogs | None = None
        self._module = module_of(files[0].read())
        super().__init__(self._presumed())

    def logs(self) -> Iterator[OpenLog]:
        given = self.chain.logs
        for number in range(len(self._files)):
            one = given[number]
            if number and not self._follows(one.log):
                yield from self._otherwise(number)
                return
            yield one
            if self._resolved is not None:
                return
            assert self._open is not None
            self._done.append(self._open.record())
        self.chain = self._presumed()

    def begin(self, name: str, log: Log, table: Table) -> Watch | None:
        if self._resolved is not None:
            return None
        self._open = _Walk(name, log, table, self._said)
        return self._open.watch

    def _follows(self, log: Log) -> bool:
        """Whether a log begins where the last one ended, and no other log began or ended there."""
        table = Table()
        table.apply_all(log.save.commands)
        start = Fingerprints(table).now
        *before, last = self._done
        ends = {one.positions[-1].pieces for one in before}
        starts = {one.positions[0].pieces for one in self._done}
        own_module = module_of(log)[:2] == self._module[:2]
        return own_module and start == last.positions[-1] and start.pieces not in ends | starts

    def _otherwise(self, played: int) -> Iterator[OpenLog]:
        """All logs are compared: what was played so far may stand at the head of the line all the same."""
        found = compared(self._files)
        head = found.chain.links[:played]
        as_played = all(link.log == number and not link.skipped and link.beside is None
                        for number, link in enumerate(head))  # fmt: skip
        if len(head) < played or not as_played or found.modules != {self._module[:2]}:
            raise OutOfCourse
        self._resolved = self.chain = found
        for number in range(played, len(found.parts)):
            yield found.logs[number]

    def _presumed(self) -> ChainOfLogs:
        """The line as given; of logs not yet played nothing is told but their module."""
        told = [*self._done]
        told += [in_line(file.name, self._module, ((), ()), (), ()) for file in self._files[len(told) :]]
        links = [Link(0, None, 0)]
        links += [Link(number, number - 1, len(told[number - 1].said)) for number in range(1, len(told))]
        return ChainOfLogs(self._files, tuple(told), Chain(tuple(links), ()))


class _Walk:
    """A log that is played, as far as its place in a line is concerned."""

    def __init__(self, name: str, log: Log, table: Table, made: set[int]):
        self._name, self._log, self._table = name, log, table
        self._made = made  # hashes of the steps that made pieces
        self._steps = 0
        self._start, self._players = Fingerprints(table).now, _players(table)

    def watch(self, number: int, commands: Sequence[c.Command]) -> None:
        self._steps = number
        if is_odd(commands, self._table):
            raise OutOfCourse
        if makes_pieces(commands):
            hashed = saying(tuple(commands))
            if hashed in self._made:
                raise OutOfCourse
            self._made.add(hashed)

    def record(self) -> Recorded:
        ends = self._start, Fingerprints(self._table).now
        players = self._players, _players(self._table)
        return in_line(self._name, module_of(self._log), players, ends, range(self._steps))


def _players(table: Table) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(table.players.values()))
