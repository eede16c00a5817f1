"""How long a module takes to build: from nothing, with its pictures drawn before, and with nothing changed at all.

`python -m tests.benchmarks.build [GAME...]` prints it; each build is a process of its own, kept to one core where the
system can do that.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

GAMES = ("tgwie", "italian_front", "glorys_end", "tutorial")


class Built(NamedTuple):
    """Seconds of whole commands, the stages of the first, and the size of the module in bytes."""

    game: str
    nothing: float
    pictures: float
    unchanged: float
    stages: dict[str, float]
    size: int

    def __str__(self) -> str:
        longest = sorted(self.stages.items(), key=lambda stage: -stage[1])[:4]
        told = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in longest)
        return (
            f"{self.game}: {self.nothing:.1f} s from nothing ({told}), {self.pictures:.1f} s with its pictures drawn, "
            f"{self.unchanged:.2f} s with nothing changed; {self.size / 1e6:.1f} MB"
        )


def figure(game: str) -> Built:
    """A game built three times over into folders of our own."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        nothing, told = _build(game, root)
        unchanged, again = _build(game, root)
        assert list(again["stages"]) == ["compare"], "the second build took nothing over"
        shutil.rmtree(root / "cache" / "modules")
        pictures, _ = _build(game, root)
        return Built(game, nothing, pictures, unchanged, told["stages"], told["bytes"])


def _build(game: str, root: Path) -> tuple[float, dict]:
    command = [sys.executable, "-m", "builder", "build", game, "-o", str(root / "out"), "--json"]
    start = time.perf_counter()
    done = subprocess.run(
        command, check=True, capture_output=True, env={**os.environ, "HEXWRIGHT_CACHE": str(root / "cache")}
    )
    return time.perf_counter() - start, json.loads(done.stdout)


def keep_to_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):  # Linux; processes begun from here inherit it
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


if __name__ == "__main__":
    keep_to_one_core()
    for name in sys.argv[1:] or GAMES:
        print(figure(name), flush=True)
