"""How long a game's sheets and kit take to make, and how large they are, each in a process from nothing.

`python -m tests.benchmarks.sheets` prints it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

GAMES = ("tgwie", "glorys-end", "italian-front")
WAYS = ((), ("--low-ink",), ("--turn", "fold"), ("--kit",))


class Printed(NamedTuple):
    """Seconds of the whole command, and the bytes of all that it made."""

    game: str
    way: tuple[str, ...]
    seconds: float
    size: int

    def __str__(self) -> str:
        words = " ".join((self.game, *self.way))
        return f"sheets {words}: {self.seconds:.1f} s, {self.size / 1e6:.2f} MB"


def printed(game: str, *way: str) -> Printed:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "builder", "sheets", game, "-o", folder, *way]
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        seconds = time.perf_counter() - start
        size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
    return Printed(game, way, seconds, size)


if __name__ == "__main__":
    for name in GAMES:
        for words in WAYS:
            print(printed(name, *words), flush=True)
