"""A folder of 60 logs, 60,000 steps, chained, judged and summarised: `python -m tests.benchmarks.chain [logs] [steps]`.

One random game of the Marne is played over and over: a step between two games sets all pieces back. What the referee
finds there does not matter; each step says its number in chat, so that no two are alike.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from builder.make.check import check
from builder.make.opening import open_game
from builder.report import summary
from builder.vassal import commands as c
from builder.vassal.saves import save_text
from builder.vassal.table import Table
from tests.census.rows import SOURCE
from tests.chains.letters import Whole, play_whole, write_log

SECONDS, MEGABYTES = 60, 300
Step = tuple[c.Command, ...]


def endless(whole: Whole) -> Iterator[Step]:
    number = count(1)
    played = [tuple(step.commands) for step in whole.steps]
    pieces = whole.log.save.pieces
    ids = {one.id: None for step in played for one in step if isinstance(one, c.AddPiece)}
    ids |= {one.id: None for one in pieces}
    turns = [one for one in whole.log.save.commands if isinstance(one, c.Turn)]
    back = (*(c.RemovePiece(id) for id in ids), *pieces, *turns)
    while True:
        for step in (*played, back):
            yield (*step, c.Chat(f"step {next(number)}"))


def fill(folder: Path, whole: Whole, logs: int, steps: int) -> None:
    table, told = Table(), endless(whole)
    table.apply_all(whole.log.save.commands)
    for number in range(1, logs + 1):
        start, own = save_text(table.as_commands(), table.settings()), list(islice(told, steps))
        write_log(folder / f"turn {number}.vlog", whole.log, start, own)
        for step in own:
            table.apply_all(step)


def measured(folder: Path) -> tuple[int, float]:
    """(steps, seconds of one core) of what `check --summary` does."""
    began = time.process_time()
    found = check(folder)
    lines = sum(1 for _ in summary.text(found))
    assert lines
    return found.steps, time.process_time() - began


def most_memory() -> float:
    """Megabytes; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def main(logs: int = 60, steps: int = 1000) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder / "mail", play_whole(open_game(SOURCE / "glorys_end"), 0, folder), logs, steps)
        before = most_memory()
        counted, seconds = measured(folder / "mail")
    print(f"{logs} logs, {counted} steps: {seconds:.1f} s (wanted: {SECONDS}), "
          f"{1000 * seconds / counted:.2f} ms a step, "
          f"{most_memory():.0f} MB at most (wanted: {MEGABYTES}), {before:.0f} before")  # fmt: skip


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
