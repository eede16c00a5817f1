"""The logs that a user names: files, folders, zip archives of logs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from builder.model import BadInput, error
from builder.vassal.archive import SAVED_GAME, open_archive
from builder.vassal.saves import Log, read_log

MOST_IN_ARCHIVE = 2_000


class LogFile(NamedTuple):
    """A log by name; `source` is its path, or its bytes where it lies in an archive."""

    name: str
    source: Path | bytes

    def read(self) -> Log:
        return read_log(self.source, path=self.name if isinstance(self.source, bytes) else "")


def log_files(paths: Iterable[str | Path] | str | Path) -> tuple[LogFile, ...]:
    """Files as given; of a folder or archive its logs in the order of their names, `game 2` before `game 10`.

    BadInput where there is none. Names are made different by their folder where two are alike.
    """
    if isinstance(paths, str | Path):
        paths = (paths,)
    files = [file for path in map(Path, paths) for file in _of(path)]
    if not files:
        raise BadInput(error("no-logs", "no log was named"))
    return _told_apart(files)


def _of(path: Path) -> Iterator[LogFile]:
    if path.is_dir():
        found = sorted((one for one in path.rglob("*") if one.suffix.lower() in (".vlog", ".zip")), key=_natural)
        files = [file for one in found if one.is_file() for file in _of(one)]
        if not files:
            raise BadInput(error("no-logs", f"no .vlog file in {path}"))
        yield from files
    elif path.suffix.lower() == ".zip":
        yield from _archived(path)
    else:
        yield LogFile(path.name, path)


def _archived(path: Path) -> Iterator[LogFile]:
    with open_archive(path) as archive:
        if SAVED_GAME in archive:  # a log that somebody renamed
            yield LogFile(path.name, path)
            return
        names = sorted((name for name in archive.names() if name.lower().endswith(".vlog")), key=_natural)
        if not names:
            raise BadInput(error("no-logs", f"no .vlog file in {path}"))
        if len(names) > MOST_IN_ARCHIVE:
            raise BadInput(error("no-logs", f"{path} holds {len(names)} logs; at most {MOST_IN_ARCHIVE} are read"))
        for name in names:
            yield LogFile(PurePosixPath(name).name, archive.read(name))


def _natural(name: object) -> tuple:
    """Numbers in names by their value."""
    return tuple((int(part), "") if part.isdigit() else (-1, part.lower()) for part in re.split(r"(\d+)", str(name)))


def _told_apart(files: list[LogFile]) -> tuple[LogFile, ...]:
    taken: dict[str, int] = {}
    named = []
    for file in files:
        taken[file.name] = count = taken.get(file.name, 0) + 1
        named.append(file if count == 1 else file._replace(name=f"{file.name} ({count})"))
    return tuple(named)
