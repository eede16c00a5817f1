"""VASSAL's zip files, opened safely (they come from strangers) and written so that equal content is equal bytes.

What a file is follows from its entries, never from its suffix (formats 1.1).
"""

from __future__ import annotations

import io
import os
import re
import tempfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from builder.model import BadInput, Diagnostic, Span, error, near_miss, warning
from builder.vassal.containers import plain_blocks

SAVED_GAME, SAVE_DATA = "savedGame", "savedata"
MODULE_DATA, EXTENSION_DATA = "moduledata", "extensiondata"
BUILD_FILES = ("buildFile.xml", "buildFile")

_BLOCK = 1 << 16
_ZIP = b"PK\3\4"  # how a zip file begins
_ASK = "ask for the file again; mail or a broken download may have spoilt it"
_UTF8_FLAG = 0x800
_CONSTANT_TIME = (1980, 1, 1, 0, 0, 0)


class Kind(StrEnum):
    SAVE = "save"
    LOG = "log"
    MODULE = "module"
    EXTENSION = "extension"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what a stranger's archive may hold; sizes in bytes, unpacked."""

    entries: int = 100_000
    entry: int = 1 << 30
    total: int = 4 << 30
    ratio: int = 2_000  # deflate itself cannot exceed about 1,030
    nesting: int = 3


@dataclass(frozen=True, slots=True)
class Archive:
    """An open zip. `entries` maps each decoded name to its place; `diagnostics` says what was odd about the names."""

    path: str
    zip: zipfile.ZipFile
    entries: Mapping[str, zipfile.ZipInfo]
    diagnostics: tuple[Diagnostic, ...] = ()
    limits: Limits = field(default_factory=Limits)
    depth: int = 0

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.zip.close()

    def __contains__(self, name: str) -> bool:
        return name in self.entries

    def names(self) -> tuple[str, ...]:
        return tuple(self.entries)

    def read(self, name: str) -> bytes:
        """All bytes of the entry with exactly this name."""
        return b"".join(self.blocks(name))

    def blocks(self, name: str) -> Iterator[bytes]:
        """The bytes of an entry, piece by piece."""
        try:
            with self.zip.open(self._entry(name)) as stream:
                while block := stream.read(_BLOCK):
                    yield block
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError) as trouble:
            headline = f"entry {name!r} cannot be unpacked: {trouble}"
            raise BadInput(error("V113", headline, Span(self.path), help=_ASK)) from None

    def _entry(self, name: str) -> zipfile.ZipInfo:
        info = self.entries.get(name)
        if info is None:
            hint = near_miss(name, self.entries)
            raise BadInput(error("V114", f"no entry {name!r}{hint}", Span(self.path)))
        if info.flag_bits & 1:
            raise BadInput(error("V113", f"entry {name!r} is encrypted", Span(self.path)))
        return info

    def find(self, name: str) -> tuple[str | None, Diagnostic | None]:
        """The entry meant by a reference: exact, else under NFC and NFD, else differing in case only (and said so)."""
        if name in self.entries:
            return name, None
        for form in ("NFC", "NFD"):
            other = unicodedata.normalize(form, name)
            if other != name and other in self.entries:
                headline = f"{name!r} is stored under another Unicode form: an archiver renamed it"
                return other, warning("V115", headline, Span(self.path), help="repack: names are written in NFC")
        folded = unicodedata.normalize("NFC", name).casefold()
        for other in self.entries:
            if unicodedata.normalize("NFC", other).casefold() == folded:
                headline = f"no entry {name!r}, only {other!r}: names are case-sensitive"
                return other, warning("V116", headline, Span(self.path))
        return None, None

    def nested(self, name: str) -> Archive:
        """An archive inside this one (help pages are stored so)."""
        if self.depth + 1 > self.limits.nesting:
            raise BadInput(error("V117", f"entry {name!r} is nested too deep", Span(self.path)))
        return _opened(io.BytesIO(self.read(name)), f"{self.path}/{name}", self.limits, self.depth + 1)

    def build_file(self) -> tuple[str, Diagnostic | None]:
        """The entry with the module's definition: the new name first (formats 1.2, public report 11)."""
        found = [name for name in BUILD_FILES if name in self.entries]
        if not found:
            raise BadInput(error("V118", "no buildFile.xml and no buildFile: not a module", Span(self.path)))
        if len(found) > 1:
            note = warning("V119", "both buildFile.xml and buildFile are here; buildFile.xml was read", Span(self.path))
            return found[0], note
        return found[0], None

    def kind(self) -> Kind:
        """What the file is, by its entries; a log is a save with something logged in it."""
        if SAVED_GAME in self.entries:
            return Kind.LOG if self._has_steps() else Kind.SAVE
        if not any(name in self.entries for name in BUILD_FILES):
            return Kind.OTHER
        if EXTENSION_DATA in self.entries:
            return Kind.EXTENSION
        if MODULE_DATA in self.entries:
            return Kind.MODULE
        head = b"\n".join(self.read(self.build_file()[0]).split(b"\n")[:10])
        if re.search(rb".VASSAL\.(build\.GameModule|launch\.BasicModule)", head):
            return Kind.MODULE
        if re.search(rb".VASSAL\.build\.module\.ModuleExtension", head):
            return Kind.EXTENSION
        return Kind.OTHER

    def _has_steps(self) -> bool:
        _, blocks = plain_blocks(self.blocks(SAVED_GAME), path=self.path)
        tail = b""
        for block in blocks:
            if b"\x1bLOG\t" in tail + block:
                return True
            tail = block[-4:]
        return False

    def unpack(self, folder: Path) -> tuple[Path, ...]:
        """Every file below `folder`, in the order of their names; no name leads out of it."""
        targets = {name: folder / inside(name, self.path) for name in sorted(self.entries) if not name.endswith("/")}
        for name, target in targets.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            with open(target, "wb") as stream:
                stream.writelines(self.blocks(name))
        return tuple(targets.values())


def inside(name: str, path: str = "") -> PurePosixPath:
    """The entry's name as a path that stays inside a folder, on every system; BadInput if it would not."""
    parts = name.split("/")
    hostile = "\\" in name or "\0" in name or ":" in parts[0]
    if hostile or name.startswith("/") or any(part in ("", ".", "..") for part in parts):
        raise BadInput(error("V120", f"entry name {name!r} leads out of the archive's folder", Span(path)))
    return PurePosixPath(name)


def open_archive(source: Path | str | bytes, *, path: str = "", limits: Limits | None = None) -> Archive:
    """Opens a file, or bytes in memory (then `path` names them in messages)."""
    bounds = limits or Limits()
    if isinstance(source, bytes):
        return _opened(io.BytesIO(source), path, bounds, 0)
    return _opened(source, path or str(source), bounds, 0)


def _opened(source: Path | str | BinaryIO, path: str, limits: Limits, depth: int) -> Archive:
    try:
        archive = zipfile.ZipFile(source)
    except OSError as trouble:
        raise BadInput(error("V110", f"cannot open: {trouble.strerror or trouble}", Span(path))) from None
    except (zipfile.BadZipFile, UnicodeDecodeError, ValueError) as trouble:
        raise BadInput(_no_zip(_head(source), trouble, path)) from None
    try:
        return _read(archive, path, limits, depth)
    except BadInput:
        archive.close()
        raise


def _head(source: Path | str | BinaryIO) -> bytes:
    if isinstance(source, str | Path):
        with open(source, "rb") as stream:
            return stream.read(len(_ZIP))
    source.seek(0)
    return source.read(len(_ZIP))


def _no_zip(head: bytes, trouble: Exception, path: str) -> Diagnostic:
    """VASSAL's files are zip files; one that begins as such and cannot be read lost something on its way."""
    if not head:
        return error("V111", "not a zip file: it is empty, 0 bytes", Span(path), help=_ASK)
    if head == _ZIP:
        return error("V111", f"a zip file that is cut off or damaged: {trouble}", Span(path), help=_ASK)
    return error("V111", "not a zip file, as all files of VASSAL are", Span(path))


def _read(archive: zipfile.ZipFile, path: str, limits: Limits, depth: int) -> Archive:
    _hold_bounds(archive.infolist(), path, limits)
    entries: dict[str, zipfile.ZipInfo] = {}
    notes: list[Diagnostic] = []
    for info in archive.infolist():
        name, note = _entry_name(info, path)
        if note:
            notes.append(note)
        if name in entries:
            notes.append(warning("V121", f"two entries {name!r}: the first is used", Span(path)))
        else:
            entries[name] = info
    return Archive(path, archive, entries, tuple(notes), limits, depth)


def _hold_bounds(infos: list[zipfile.ZipInfo], path: str, limits: Limits) -> None:
    if len(infos) > limits.entries:
        raise BadInput(error("V112", f"{len(infos)} entries: more than {limits.entries} are refused", Span(path)))
    total = 0
    for info in infos:
        total += info.file_size
        if info.file_size > limits.entry:
            raise BadInput(error("V112", f"entry {info.filename!r} unpacks to {info.file_size} bytes", Span(path)))
        if info.file_size > max(info.compress_size, 64) * limits.ratio:
            headline = f"entry {info.filename!r} would unpack to {info.file_size} bytes from {info.compress_size}"
            raise BadInput(error("V112", headline, Span(path)))
    if total > limits.total:
        raise BadInput(error("V112", f"the archive unpacks to {total} bytes", Span(path)))


def _entry_name(info: zipfile.ZipInfo, path: str) -> tuple[str, Diagnostic | None]:
    """By the UTF-8 flag, else as UTF-8 if it is, else as the old DOS code page with a warning (public report 3)."""
    if info.flag_bits & _UTF8_FLAG or info.orig_filename.isascii():
        return info.filename, None
    raw = info.orig_filename.encode("cp437")
    try:
        return raw.decode("utf-8"), None
    except UnicodeDecodeError:
        headline = f"entry name {info.filename!r} is not UTF-8; read as code page 437"
        return info.filename, warning("V122", headline, Span(path), help="repack: names are written as UTF-8")


_PACKED = (".png", ".jpg", ".jpeg", ".gif")


class _Utf8Info(zipfile.ZipInfo):
    """States UTF-8 for plain ASCII names as well: the standard library leaves the flag out there."""

    def _encodeFilenameFlags(self) -> tuple[bytes, int]:
        return self.filename.encode("utf-8"), self.flag_bits | _UTF8_FLAG


def zip_bytes(entries: Mapping[str, bytes]) -> bytes:
    """A zip with these entries: sorted, one constant time, names in NFC and marked as UTF-8; deflated as VASSAL does
    it, but for pictures, which are packed already."""
    buffer = io.BytesIO()
    names = {unicodedata.normalize("NFC", name): name for name in entries}
    if len(names) < len(entries):
        raise ValueError("two entry names differ only in their Unicode form")
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for normal in sorted(names):
            inside(normal)
            info = _Utf8Info(normal, _CONSTANT_TIME)
            info.compress_type = zipfile.ZIP_STORED if normal.lower().endswith(_PACKED) else zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, entries[names[normal]])
    return buffer.getvalue()


def write_archive(path: Path | str, entries: Mapping[str, bytes]) -> None:
    """Writes the zip; see `write_file` for what happens to a file that is there already."""
    write_file(path, zip_bytes(entries))


def write_file(path: Path | str, content: bytes) -> None:
    """Writes beside the target and renames, so that a failure leaves the old file whole; names a locked file."""
    with replacing(path) as stream:
        stream.write(content)


@contextmanager
def replacing(path: Path | str) -> Iterator[BinaryIO]:
    """A stream whose content takes the place of `path` when all went well."""
    target = Path(path)
    beside = ""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
        with os.fdopen(handle, "wb") as stream:
            yield stream
        os.chmod(beside, 0o644)
        os.replace(beside, target)
    except OSError as trouble:
        headline = f"cannot be written: {trouble.strerror or trouble}"
        raise BadInput(error("V123", headline, Span(str(path)), help="is it open in another program?")) from None
    finally:
        if beside:
            with suppress(OSError):
                os.unlink(beside)
