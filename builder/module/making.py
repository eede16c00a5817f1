"""What our own code adds to a module's version: other drawing code may make other pictures of the same sources.

VASSAL keeps the tiles of a map by the module's name and version, so a version that named the sources alone would show
old pictures after such a change.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from builder.art.render import drawn_by
from builder.art.templates import template_folder
from builder.model import Game

PACKAGE = Path(__file__).resolve().parent.parent
MAKERS = ("art", "module", "vassal")  # the parts of the package that make what is in a module
TEXT = frozenset({".py", ".j2", ".css", ".js", ".txt"})


def module_version(game: Game) -> str:
    """`X.Y.Z+sources.makers`: eight digits of the sources' hash, four of the code that makes modules."""
    return f"{game.full_version}.{makers_hash()[:4]}"


def is_version_of(game: Game, version: str) -> bool:
    """Whether a module of this version was built from these very sources, by whatever version of our code."""
    return version == game.full_version or version.startswith(game.full_version + ".")


@lru_cache(maxsize=1)
def makers_hash() -> str:
    """SHA-256 over code, templates, fonts, and the renderer's version; hex digits, the same on every system."""
    return code_hash((*(PACKAGE / part for part in MAKERS), template_folder()), drawn_by())


def code_hash(folders: Iterable[Path], more: str = "") -> str:
    """SHA-256 over the files below some folders, line ends alike; hex digits. Caches and hidden files do not count."""
    digest = hashlib.sha256(more.encode())
    for folder in folders:
        for name, path in sorted((p.relative_to(folder).as_posix(), p) for p in folder.rglob("*") if p.is_file()):
            if "__pycache__" in name or any(part.startswith(".") for part in name.split("/")):
                continue
            data = path.read_bytes()
            data = data.replace(b"\r\n", b"\n") if path.suffix in TEXT else data
            digest.update(f"{folder.name}/{name}\0{len(data)}\0".encode())
            digest.update(data)
    return digest.hexdigest()
