"""A transcript as text, as Markdown, as rows of a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.report.transcript import Entry

HEADER = ("number", "log", "steps", "turn", "player", "what", "text")


def text(entries: Iterable[Entry], facts: bool, faults: Iterable[str] = ()) -> Iterator[str]:
    """What is wrong with the files; a heading where the log or the turn changes, then a line for each thing that
    happened."""
    yield from faults
    heading = ("", "")
    for entry in entries:
        if (entry.log, entry.turn) != heading:
            heading = (entry.log, entry.turn)
            yield f"== {entry.log}" + (f": {entry.turn}" if entry.turn else "") + _of_all(entry)
        for at, (_, line) in enumerate(_lines(entry, facts)):
            place = f"{_steps(entry):>9}  {entry.player:<10.10}" if at == 0 else " " * 21
            yield f"{place}  {line}".rstrip()


def markdown(entries: Iterable[Entry], facts: bool, faults: Iterable[str] = ()) -> Iterator[str]:
    yield from (f"- {_plain(fault)}" for fault in faults)
    heading = ("", "")
    for entry in entries:
        if (entry.log, entry.turn) != heading:
            heading = (entry.log, entry.turn)
            yield (
                f"\n## {_plain(entry.log)}" + (f": {_plain(entry.turn)}" if entry.turn else "") + _of_all(entry) + "\n"
            )
        lines = "; ".join(_plain(line) for _, line in _lines(entry, facts))
        if not lines:
            continue  # a change of the turn: the heading tells it
        yield f"- **{_steps(entry)}** " + (f"*{_plain(entry.player)}* " if entry.player else "") + lines


def rows(entries: Iterable[Entry], facts: bool) -> Iterator[tuple[str, ...]]:
    """A row for each thing that happened, the header first. No cell begins as a formula would."""
    yield HEADER
    for entry in entries:
        for what, line in (*((("turn", entry.turn),) if entry.turned else ()), *_lines(entry, facts)):
            head = (str(entry.number), entry.log, _steps(entry), entry.turn, entry.player)
            yield tuple(_harmless(cell) for cell in (*head, what, line))


def _lines(entry: Entry, facts: bool) -> Iterator[tuple[str, str]]:
    yield from (("move", str(move)) for move in entry.moves)
    yield from (("change", line) for line in entry.changes)
    yield from (("roll", line) for line in entry.rolls)
    yield from (("chat", _one_line(line)) for line in entry.said)
    if facts:
        yield from (("fact", line) for line in entry.facts)


def _one_line(text: str) -> str:
    return " / ".join(filter(None, map(str.strip, text.splitlines())))


def _of_all(entry: Entry) -> str:
    """Where a stretch begins, as --from counts; in the first log that is the number of the step itself."""
    return f" (from {entry.number})" if entry.number != entry.steps[0] else ""


def _steps(entry: Entry) -> str:
    first, last = entry.steps[0], entry.steps[-1]
    return str(first) if first == last else f"{first}-{last}"


_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>#|"})


def _plain(line: str) -> str:
    """Text of a stranger's log with nothing in it that Markdown or HTML would read."""
    return line.replace("\n", " ").translate(_MARKS)


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
