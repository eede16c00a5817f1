"""How fast logs are read, against the least that any reader must do: run `python -m tests.benchmarks.stream`.

Every figure is a ratio taken in one run, so that it means the same on any machine. The plain decode is the yardstick:
hex to bytes, XOR, UTF-8, one split. Three questions: a real log with all fields of all commands read; the shortest
steps there are; and a log so long that it must be streamed.
"""

from __future__ import annotations

import io
import re
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from builder.vassal.archive import SAVED_GAME, open_archive, zip_bytes
from builder.vassal.containers import veil
from builder.vassal.saves import read_log
from builder.vassal.stream import ESC

SHORT = {
    "chat": f"{ESC}LOG\tCHAT* 2d6 = 4,3 * &lt;Anna&gt; - attack at three to one .",
    "move": f"{ESC}LOG\tM/1795992642511/Main Map/206/64/null/Main Map/150/232/7/a",
    "change": f"{ESC}LOG\tD/1795992642511/Main Map;150;232;@@-1/Main Map;150;232;@@",
    "property": f"{ESC}LOG\tMutableProperty\tSupply points left\t12\t13\tMap 1:Zone of 17",
}
"""Steps of 62 bytes, of the four sorts that are nearly all of a log."""
STATE = f"begin_save{ESC}{ESC}end_save"


class Figure(NamedTuple):
    name: str
    value: float
    bound: float

    @property
    def holds(self) -> bool:
        return self.value <= self.bound

    def __str__(self) -> str:
        return f"{self.name:<68} {self.value:8.2f}   at most {self.bound:g}{'' if self.holds else '   EXCEEDED'}"


def plain_decode(raw: bytes) -> list[str]:
    """The yardstick: what must be done to any log before its first command can be looked at."""
    key = int(raw[5:7], 16)
    table = bytes(byte ^ key for byte in range(256))
    return bytes.fromhex(raw[7:].decode("ascii")).translate(table).decode("utf-8").split(ESC)


def stored(raw: bytes) -> bytes:
    """A log whose entry is not deflated, so that unpacking does not hide what is measured."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(SAVED_GAME, raw)
    return buffer.getvalue()


def read_every_field(log: bytes) -> int:
    """All steps with all their commands, of which each is a tuple of its fields when it is handed out."""
    count = 0
    for step in read_log(log).steps:
        count += step.commands is not None
    return count


def repeated(log: Path, steps: int) -> str:
    """The log's own steps over and over, behind its position."""
    game = read_log(log)
    entries = [step.text for step in game.steps]
    many = entries * (steps // len(entries) + 1)
    return ESC.join([game.save.text, *many[:steps]])


def best(job: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return min(times)


def ratio(raw: bytes, rounds: int) -> float:
    """Both in turn, so that whatever else the machine does disturbs both alike; the best of each."""
    log = stored(raw)
    pairs = [(best(lambda: read_every_field(log), 1), best(lambda: plain_decode(raw), 1)) for _ in range(rounds)]
    return min(ours for ours, _ in pairs) / min(plain for _, plain in pairs)


def fresh_ratio(name: str, steps: int, rounds: int) -> float:
    """The ratio of a sort of short steps in a process of its own. What ran before leaves the allocator in one of two
    states, in which the same yardstick takes either once or twice the time."""
    return float(in_fresh_process("--short", name, str(steps), str(rounds)))


def long_figures(text: str, rounds: int) -> tuple[Figure, Figure]:
    """Peak memory of a whole process that walks the log; and its time against the yardstick."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.vlog"
        path.write_bytes(zip_bytes({SAVED_GAME: veil(text)}))
        steps = sum(1 for _ in read_log(path).steps)
        streamed = best(lambda: sum(1 for _ in read_log(path).steps), rounds)
        peak = peak_of(path)

        def whole() -> None:
            with open_archive(path) as archive:
                plain_decode(archive.read(SAVED_GAME))

        yardstick = best(whole, rounds)
    return (
        Figure(f"{steps} steps of {len(text) >> 20} MB streamed: peak, MB", peak / 1024, 64),
        Figure(f"{steps} steps streamed from the file: times plain", streamed / yardstick, 3),
    )


def peak_of(log: Path) -> int:
    """Kilobytes at the peak of a fresh process that walks the log, the interpreter included."""
    return int(in_fresh_process("--peak", str(log)))


def in_fresh_process(*arguments: str) -> str:
    program = [sys.executable, "-m", "tests.benchmarks.stream", *arguments]
    return subprocess.run(program, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True).stdout


def walk(log: Path) -> int:
    for _ in read_log(log).steps:
        pass
    status = Path("/proc/self/status")
    if status.exists():  # `ru_maxrss` starts at the size of the process that forked this one
        return int(re.search(r"VmHWM:\s+(\d+)", status.read_text())[1])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak


def figures(log: Path, steps: int = 10_000, long: int = 100_000, rounds: int = 5) -> tuple[Figure, ...]:
    real = veil(repeated(log, steps))
    short = [
        Figure(f"{steps} steps of 62 bytes ({name}), every field read: times plain",
               fresh_ratio(name, steps, 5 * rounds), 8)
        for name in SHORT
    ]  # fmt: skip
    return (
        Figure(f"{steps} steps of {log.stem}, every field read: times plain", ratio(real, rounds), 4),
        *short,
        *long_figures(repeated(log, long), min(rounds, 2)),
    )


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--peak"]:
        print(walk(Path(arguments[1])))
        return 0
    if arguments[:1] == ["--short"]:
        name, steps, rounds = arguments[1], int(arguments[2]), int(arguments[3])
        print(ratio(veil(STATE + SHORT[name] * steps), rounds))
        return 0
    from tests.conftest import shared_folder

    shared = shared_folder()
    if shared is None:
        print("the recorded samples (../shared, or HEXWRIGHT_SHARED) are not here: nothing to measure")
        return 1
    found = figures(shared / "vassal-samples/logs/L16-long.vlog")
    print(*found, sep="\n")
    return 0 if all(figure.holds for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
