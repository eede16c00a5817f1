"""What a chain of logs looks like, and one line for each fault in it, with the first piece that differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from builder.make.chain import ChainOfLogs
from builder.model import Diagnostic, Span, note, warning
from builder.report.eyes import PUBLIC, Watcher, Windows, eyes_of
from builder.report.modules_near import windows_for
from builder.vassal import commands as c
from builder.vassal.chains import Difference, Link, Recorded
from builder.vassal.module import Module
from builder.vassal.table import DECK, Table

EDITED = 12
"""Up to so many pieces may stand otherwise, in the same turn, before a missing file is likelier than an edit."""


class ChainReport(NamedTuple):
    chain: ChainOfLogs
    faults: tuple[Diagnostic, ...]

    @property
    def broken(self) -> bool:
        """Whether something is wrong, and not only told."""
        return any(str(one.severity) != "note" for one in self.faults)


def chain_report(chain: ChainOfLogs, eyes: str = PUBLIC, module: Module | None = None) -> ChainReport:
    """All faults in the order of play, then those of logs beside the main line."""
    return ChainReport(chain, tuple(_Faults(chain, eyes, module).all()))


def text(report: ChainReport) -> Iterator[str]:
    chain = report.chain
    for link in chain.chain.links:
        record = chain.records[link.log]
        counted = len(record.said) - len(link.skipped)
        yield f"{record.name}  {len(record.said)} steps" + (f", {counted} counted" if link.skipped else "")
    for link in chain.chain.aside:
        yield f"{chain.records[link.log].name}  {len(chain.records[link.log].said)} steps, beside the line"
    yield from map(str, report.faults)
    if not report.broken:
        yield "whole"


def as_json(report: ChainReport) -> dict[str, Any]:
    chain = report.chain

    def told(link: Link) -> dict[str, Any]:
        after = None if link.after is None else chain.records[link.after].name
        record = chain.records[link.log]
        return {"log": record.name, "steps": len(record.said), "skipped": sorted(link.skipped), "after": after,
                "at_step": link.step}  # fmt: skip

    return {
        "schema": 1, "whole": not report.broken, "line": [told(link) for link in chain.chain.links],
        "aside": [told(link) for link in chain.chain.aside], "faults": [one.as_json() for one in report.faults],
    }  # fmt: skip


class _Faults:
    def __init__(self, chain: ChainOfLogs, eyes: str, module: Module | None):
        self.chain, self.eyes, self.module = chain, eyes, module
        self.records = chain.records

    def all(self) -> Iterator[Diagnostic]:
        for link in self.chain.chain.links:
            before = self.chain.before(link)
            log = self.records[link.log]
            if before is None:
                if link is not self.chain.chain.links[0]:
                    yield warning("chain-other-game", f"another game, played on {_module(log)}: it has no piece in "
                                  "common with the logs before it", Span(log.name))  # fmt: skip
            elif link.beside is not None:
                yield self._beside(link)
            else:
                yield from self._joint(self.records[before.log], log, link)
            yield from self._repeated(link)
        for link in self.chain.chain.aside:
            yield self._aside(link)

    # ---- from one log to the next

    def _joint(self, before: Recorded, log: Recorded, link: Link) -> Iterator[Diagnostic]:
        again = _told_again(link)
        if link.broken:
            yield self._break(before, log, link)
        elif not again and before.positions[-1].decks != log.positions[0].decks:
            decks, first = self._decks(before, log)
            yield warning("chain-deck", f"the cards of {decks} lie in another order than at the end "
                          f"of {before.name}{first}", Span(log.name))  # fmt: skip
        if not link.broken and not again and before.positions[-1].turns != log.positions[0].turns:
            yield warning("chain-turn", f"the turn tracker was set since the end of {before.name}", Span(log.name))
        if before.module != log.module:
            told = f"played on {_module(log)}; {before.name} on {_module(before)}"
            yield warning("chain-module", told, Span(log.name),
                          help="nothing is proven by the board in play: ask which module counts")  # fmt: skip
        players = log.players_at_end if again else log.players
        left = sorted(set(before.players_at_end) - set(players))
        come = sorted(set(players) - set(before.players_at_end))
        if left or come:
            said = [f"{name} ({side or 'observer'}) {verb}" for verb, found in (("left", left), ("came", come))
                    for name, side in found]  # fmt: skip
            yield note("chain-players", f"players since {before.name}: {', '.join(said)}", Span(log.name))

    def _break(self, before: Recorded, log: Recorded, link: Link) -> Diagnostic:
        same_turn = before.positions[-1].turns == log.positions[0].turns
        count, first = len(link.broken), self._told(before, log, link.broken)
        if same_turn and count <= EDITED:
            headline = f"the board was changed since the end of {before.name} and no log tells how: {count} piece(s)"
            return warning("chain-edited", f"{headline}; first {first}", Span(log.name),
                           help="ask who changed it, or for a file between the two")  # fmt: skip
        headline = f"does not follow {before.name}: {count} piece(s) stand otherwise; first {first}"
        return warning("chain-gap", headline, Span(log.name),
                       help="a file between the two is missing; what needs it is undecided")  # fmt: skip

    def _told(self, before: Recorded, log: Recorded, found: tuple[Difference, ...]) -> str:
        """The first difference that these eyes may see, in words."""
        then, now = self._watcher(before, end=True), self._watcher(log)
        for one in found:
            was, has = then.look(one.id), now.look(one.id)
            if was.there and one.after is None:
                return f"{was.name} in {then.place(one.id)}, which is gone"
            if has.there and one.before is None:
                return f"{has.name} in {now.place(one.id)}, which is new"
            if was.there and has.there and one.before and one.after:
                if one.before.place != one.after.place:
                    return f"{was.name}, left in {then.place(one.id)}, now in {now.place(one.id)}"
                return f"{was.name} in {then.place(one.id)}, which shows something else"
        return "one that is hidden"

    def _decks(self, before: Recorded, log: Recorded) -> tuple[str, str]:
        """The decks that differ, and the uppermost card of the first one that lies otherwise, as these eyes see it."""
        now = self._watcher(log)
        decks = [id for id in log.start if id in before.end and now.table.pieces[id].kind == DECK
                 and before.end[id] != log.start[id]]  # fmt: skip
        if not decks:
            return "a deck", ""
        then = self._watcher(before, end=True)
        pairs = zip(*(reversed(one.table.pieces[decks[0]].members) for one in (then, now)))
        at, was, has = next(((n, a, b) for n, (a, b) in enumerate(pairs, 1) if a != b), (0, "", ""))
        if not at:
            return ", ".join(now.look(id).name for id in decks), ""  # one lies beside its deck
        cards = f", {then.look(was).name} then, {now.look(has).name} now" if now.look(has).shown else ""
        return ", ".join(now.look(id).name for id in decks), f"; first card {at} from the top{cards}"

    def _watcher(self, record: Recorded, end: bool = False) -> Watcher:
        file = next(one for one in self.chain.files if one.name == record.name)
        log = file.read()
        table = Table()
        table.apply_all(log.save.commands)
        if end:
            for step in log.steps:
                table.apply_all(step.commands)
        near = file.source if isinstance(file.source, Path) else None
        windows: Windows = windows_for(record.module[0], near, table.boards, self.module)
        return Watcher(table, eyes_of(self.eyes, table, windows), windows, set(table.players))

    # ---- what stands twice, and what leaves the line

    def _repeated(self, link: Link) -> Iterator[Diagnostic]:
        if not self.records[link.log].said and len(self.records) > 1:
            yield self._empty(link)
        if link.skipped:
            yield note("chain-repeated", f"steps {_ranges(link.skipped)} were recorded before and are counted once",
                       Span(self.records[link.log].name))  # fmt: skip

    def _beside(self, link: Link) -> Diagnostic:
        both = " and ".join(self.records[one].name for one in (link.beside, link.after) if one is not None)
        return note("chain-merged", f"follows {both}, which were played at the same time and agree in every piece "
                    "that both touch", Span(self.records[link.log].name))  # fmt: skip

    def _empty(self, link: Link) -> Diagnostic:
        other = None if link.after is None or link.broken else self.records[link.after]
        where = "" if other is None else f"; its board stands in {other.name} after step {link.step}"
        return note(
            "chain-empty", f"holds no step, so nothing of it is judged{where}", Span(self.records[link.log].name)
        )

    def _aside(self, link: Link) -> Diagnostic:
        log = self.records[link.log]
        if not log.said and not link.broken:
            return self._empty(link)
        if log.said and len(link.skipped) == len(log.said):
            return note("chain-second", "holds nothing that no other log holds: a second recording", Span(log.name))
        if link.after is None:
            return warning("chain-fork", "stands beside the line", Span(log.name))
        other = self.records[link.after]
        if link.broken:
            found = self._break(other, log, link)
            return replace(found, headline=f"stands beside the line; {found.headline}")
        at = len([number for number in link.skipped if number <= link.step])
        again = self._rolled_again(other, link.step, log, at)
        where = f"after step {link.step}" if link.step else "from the start"
        if again:
            return warning("chain-rolled-again", f"goes the way of {other.name} and leaves it {where}: the same die "
                           f"was rolled with another result ({again})", Span(log.name),
                           help="the files do not tell which came first: ask both players")  # fmt: skip
        return warning("chain-fork", f"leaves {other.name} {where}, and the line goes on without it", Span(log.name),
                       help="name only the files that count")  # fmt: skip

    def _rolled_again(self, other: Recorded, step: int, log: Recorded, at: int) -> str:
        """`2d6: 4,3 there, 6,6 here` where two recordings part at a roll of the same button."""
        there, here = self._rolls(other, step + 1), self._rolls(log, at + 1)
        for button, result in there.items():
            if button in here and here[button] != result:
                return f"{button}: {result} there, {here[button]} here"
        return ""

    def _rolls(self, record: Recorded, number: int) -> dict[str, str]:
        file = next(one for one in self.chain.files if one.name == record.name)
        for step in file.read().steps:
            if step.number == number:
                return {one.name.removesuffix("_result"): one.new or "" for one in step.commands
                        if type(one) is c.MutableProperty and one.name.endswith("_result")}  # fmt: skip
        return {}


def _told_again(link: Link) -> bool:
    """Whether the log begins with steps of logs before it, since it was begun before they were stepped through: its
    start is an earlier one than the end of the log before, and says nothing of what was done in between."""
    return 1 in link.skipped


def _module(record: Recorded) -> str:
    name, version, *extensions = record.module
    return " ".join((repr(name), version)) + (f" with {', '.join(extensions)}" if extensions else "")


def _ranges(numbers: frozenset[int]) -> str:
    """`1-3, 8`."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)
