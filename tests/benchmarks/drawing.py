"""How long the maps take to draw, and how large they are, each in a process from nothing.

`python -m tests.benchmarks.drawing` prints it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

GAMES = ("tgwie", "glorys_end", "italian_front")
FORMATS = ("svg", "png", "pdf")


class Drawn(NamedTuple):
    """Seconds of the whole command, and the bytes of each file."""

    game: str
    form: str
    seconds: float
    sizes: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        sizes = ", ".join(f"{name} {size / 1e6:.2f} MB" for name, size in self.sizes)
        return f"{self.game} {self.form}: {self.seconds:.1f} s for {len(self.sizes)} map(s); {sizes}"


def drawn(game: str, form: str, *more: str) -> Drawn:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "builder", "map", game, "--format", form, "-o", folder, *more]
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        seconds = time.perf_counter() - start
        sizes = tuple((p.name, p.stat().st_size) for p in sorted(Path(folder).iterdir()))
    return Drawn(game, form, seconds, sizes)


if __name__ == "__main__":
    for name in GAMES:
        for kind in FORMATS:
            print(drawn(name, kind), flush=True)
