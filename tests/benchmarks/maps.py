"""Loading the largest sources beside plainly reading the same files: a ratio, for clocks differ.

`python -m tests.benchmarks.maps` prints it for each game.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import yaml

from builder.sources import load

SOURCE = Path(__file__).resolve().parents[2] / "source"
GAMES = ("tgwie", "glorys_end", "italian_front")


class Figure(NamedTuple):
    """Seconds of reading, shaping, linking and validating, and of csv and yaml alone."""

    game: str
    hexes: int
    loading: float
    plain: float

    @property
    def ratio(self) -> float:
        return self.loading / self.plain

    def __str__(self) -> str:
        return f"{self.game}: {self.hexes} hexes in {self.loading:.2f} s, {self.ratio:.1f} times plain reading"


def figure(game: str, rounds: int = 3) -> Figure:
    """The best of some rounds."""
    folder = SOURCE / game
    hexes = sum(len(sheet.hexes) for sheet in load(folder).maps)
    return Figure(game, hexes, _best(lambda: load(folder), rounds), _best(lambda: plain(folder), rounds))


def plain(folder: Path) -> int:
    """Every row and document under a folder, as the standard library and PyYAML give them; how many."""
    count = 0
    for path in folder.rglob("*"):
        if path.suffix == ".csv":
            with path.open(encoding="utf-8", newline="") as file:
                count += sum(1 for _ in csv.DictReader(file))
        elif path.suffix == ".yaml":
            yaml.safe_load(path.read_text(encoding="utf-8"))
            count += 1
    return count


def _best(job: Callable[[], object], rounds: int) -> float:
    found = []
    for _ in range(rounds):
        start = time.perf_counter()
        job()
        found.append(time.perf_counter() - start)
    return min(found)


if __name__ == "__main__":
    for name in GAMES:
        print(figure(name))
