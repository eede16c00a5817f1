"""The logs that a user names: files, folders, zip archives of logs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath, PurePosixPath
from typing import NamedTuple

from builder.model import BadInput, Diagnostic, error
from builder.vassal.archive import SAVED_GAME, Archive, open_archive
from builder.vassal.saves import Log, module_name, read_log

MOST_IN_ARCHIVE = 2_000
LOG, ZIP, SAVE = ".vlog", ".zip", ".vsav"
OF_A_MAC = ("__MACOSX", "._")  # what a Mac lays beside each file that it packs, under the same ending


class LogFile(NamedTuple):
    """A log by name; `source` is its path, or its bytes where it lies in an archive; `folder` is where it lies below
    what was named."""

    name: str
    source: Path | bytes
    folder: str = ""

    def read(self) -> Log:
        return read_log(self.source, path=self._said)

    @property
    def module(self) -> str:
        """The name of the module that it was played on, as far as it tells."""
        return module_name(self.source, path=self._said)

    @property
    def _said(self) -> str:
        return self.name if isinstance(self.source, bytes) else ""


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


def all_faults(files: Iterable[LogFile]) -> tuple[Diagnostic, ...]:
    """What is wrong with files that cannot be read to their end, of all at once."""
    found: list[Diagnostic] = []
    for file in files:
        try:
            for _ in file.read().steps:
                pass
        except BadInput as trouble:
            found += trouble.diagnostics
    return tuple(found)


def _of(path: Path) -> Iterator[LogFile]:
    if path.is_dir():
        found = sorted((one for one in path.rglob("*") if one.is_file()), key=_natural)
        found = [one for one in found if not _is_left_over(one.relative_to(path).parts)]
        held = [_held(one, one.relative_to(path)) for one in found if one.suffix.lower() in (LOG, ZIP)]
        files = [file for one in held for file in one]
        if not files:
            raise _none(path, (one.name for one in found))
        yield from files
    elif path.suffix.lower() == ZIP:
        files = list(_held(path, PurePath(path.name)))
        if not files:
            with open_archive(path) as archive:
                raise _none(path, archive.names())
        yield from files
    else:
        yield LogFile(path.name, path)


def _held(path: Path, below: PurePath) -> Iterator[LogFile]:
    """The file itself, or the logs in it where it is an archive; `below` is where it lies."""
    itself = LogFile(path.name, path, _folder(below))
    if path.suffix.lower() != ZIP:
        yield itself
        return
    with open_archive(path) as archive:
        if SAVED_GAME in archive:  # a log that somebody renamed
            yield itself
            return
        for number, file in enumerate(_archived(archive, below.as_posix()), 1):
            if number > MOST_IN_ARCHIVE:
                raise BadInput(error("no-logs", f"{path} holds more than {MOST_IN_ARCHIVE} logs; no more are read"))
            yield file


def _archived(archive: Archive, below: str) -> Iterator[LogFile]:
    """The logs of an archive and of those within it."""
    for name in sorted(archive.names(), key=_natural):
        path = PurePosixPath(below, name)
        if _is_left_over(path.parts):
            continue
        if path.suffix.lower() == LOG:
            yield LogFile(path.name, archive.read(name), _folder(path))
        elif path.suffix.lower() == ZIP:
            with archive.nested(name) as inner:
                if SAVED_GAME in inner:
                    yield LogFile(path.name, archive.read(name), _folder(path))
                else:
                    yield from _archived(inner, str(path))


def _folder(path: PurePath) -> str:
    return "" if path.parent == PurePath() else path.parent.as_posix()


def _is_left_over(parts: Iterable[str]) -> bool:
    return any(part.startswith(OF_A_MAC) for part in parts)


def _none(path: Path, names: Iterable[str]) -> BadInput:
    saves = sum(1 for name in names if name.lower().endswith(SAVE))
    told = f"; its {saves} save(s) hold a position and no step" if saves else ""
    return BadInput(error("no-logs", f"no .vlog file in {path}{told}"))


def _natural(name: object) -> tuple:
    """Numbers in names by their value."""
    return tuple((int(part), "") if part.isdigit() else (-1, part.lower()) for part in re.split(r"(\d+)", str(name)))


def _told_apart(files: list[LogFile]) -> tuple[LogFile, ...]:
    """Names that several have are led by their folders; a file named twice is counted."""
    common = Counter(file.name for file in files)
    taken: Counter[str] = Counter()
    named = []
    for file in files:
        name = f"{file.folder}/{file.name}" if common[file.name] > 1 and file.folder else file.name
        taken[name] += 1
        named.append(file._replace(name=name if taken[name] == 1 else f"{name} ({taken[name]})"))
    return tuple(named)
