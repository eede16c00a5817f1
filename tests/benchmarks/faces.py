"""How long faces take: 1,200 counters on both sides at 150 pixels, from nothing and with nothing changed.

`python -m tests.benchmarks.faces` prints it. One process, one core: the renderer holds the interpreter.
"""

from __future__ import annotations

import itertools
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from builder.art.images import face_jobs
from builder.art.render import render_many
from builder.model import Game
from builder.report.gallery import gallery_page
from builder.sources import load

SOURCE = Path(__file__).resolve().parents[2] / "source"
GAMES = ("tgwie", "italian_front", "glorys_end")
PX = 150


class Figure(NamedTuple):
    """Seconds for so many faces, drawings made from the values each time; `busy`: of the processor alone."""

    faces: int
    anew: float
    unchanged: float
    busy: tuple[float, float]

    def __str__(self) -> str:
        each = self.anew / self.faces * 1000
        return (
            f"{self.faces} faces at {PX} px: {self.anew:.1f} s from nothing ({each:.1f} ms each), "
            f"{self.unchanged:.2f} s with nothing changed; processor {self.busy[0]:.1f} s and {self.busy[1]:.2f} s"
        )


def figure(most: int, names: tuple[str, ...] = GAMES) -> Figure:
    games = [load(SOURCE / name) for name in names]
    with tempfile.TemporaryDirectory() as folder:
        count, anew, busy = _draw(games, most, Path(folder))
        _, unchanged, still_busy = _draw(games, most, Path(folder))
    return Figure(count, anew, unchanged, (busy, still_busy))


def _draw(games: list[Game], most: int, cache: Path) -> tuple[int, float, float]:
    start, processor = time.perf_counter(), time.process_time()
    jobs = itertools.chain.from_iterable(face_jobs(game, PX) for game in games)
    numbered = ((f"{i}", svg, px) for i, (_, svg, px) in enumerate(itertools.islice(jobs, most)))
    drawn = render_many(numbered, cache)
    return len(drawn), time.perf_counter() - start, time.process_time() - processor


def gallery(name: str) -> tuple[float, int]:
    """Seconds and bytes of a game's page."""
    game = load(SOURCE / name)
    start = time.perf_counter()
    page = gallery_page(game)
    return time.perf_counter() - start, len(page.encode("utf-8"))


if __name__ == "__main__":
    print(figure(2 * 1200), flush=True)
    for one in GAMES:
        seconds, size = gallery(one)
        print(f"gallery of {one}: {seconds:.2f} s, {size / 1e3:.0f} kB", flush=True)
