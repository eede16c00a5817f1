"""One hash of a game's sources: the same on every system and in every folder."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

TEXT = frozenset({".csv", ".yaml", ".yml", ".svg", ".txt"})
PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif"})


def content_hash(folder: Path, overlay: Path | None = None) -> str:
    """SHA-256 over sorted relative paths and normalised bytes (line ends, byte-order mark), hex digits.

    What no module holds does not count: READMEs, hidden and backup files, and the pages under `rules`.
    """
    digest = hashlib.sha256()
    for mark, root in (("", folder), ("overlay/", overlay)):
        if root is None:
            continue
        for name, path in sorted((p.relative_to(root).as_posix(), p) for p in source_files(root)):
            data = _normal(path)
            digest.update(f"{mark}{name}\0{len(data)}\0".encode())
            digest.update(data)
    return digest.hexdigest()


def source_files(root: Path) -> Iterator[Path]:
    """The files that count."""
    for path in root.rglob("*"):
        parts = path.relative_to(root).parts
        if parts[0] == "rules" or any(part.startswith((".", "~")) for part in parts) or path.name.endswith("~"):
            continue
        if path.suffix.lower() in TEXT | PICTURES and path.is_file():
            yield path


def _normal(path: Path) -> bytes:
    data = path.read_bytes()
    if path.suffix.lower() in PICTURES:
        return data
    return data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
