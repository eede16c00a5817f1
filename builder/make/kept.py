"""A module built before from the very same files: taken as it was, where nothing that could matter has changed.

The key is the hash of everything a build can see: every byte of the sources and of the overlay, our own code, templates
and fonts, the versions of Python and of the libraries. A game whose rules lie outside this package is never kept.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from builder.art.templates import template_folder
from builder.model import BadInput, Diagnostic, Game, Severity, Span
from builder.module.making import PACKAGE, code_hash
from builder.vassal.archive import write_file

LIBRARIES = ("jinja2", "lxml", "pillow", "pyyaml", "resvg-py", "rpds-py")  # those that have a part in a module
MOST_KEPT = 12  # modules; the oldest go


class Kept(NamedTuple):
    """A module in memory, with what its verification said."""

    file_name: str
    name: str  # of the game
    version: str
    content: bytes
    warnings: tuple[Diagnostic, ...]


def key_of(folder: Path, overlay: Path | None) -> str:
    """What a build of this game depends on, as one hash."""
    digest = hashlib.sha256(repr((sys.version, zlib.ZLIB_RUNTIME_VERSION, *map(_version, LIBRARIES))).encode())
    digest.update(code_hash((PACKAGE, template_folder())).encode())
    for mark, root in (("sources", folder), ("overlay", overlay)):
        for path in sorted(root.rglob("*")) if root is not None else ():
            if path.is_file():
                data = path.read_bytes()
                digest.update(f"{mark}\0{path.relative_to(root).as_posix()}\0{len(data)}\0".encode())
                digest.update(data)
    return digest.hexdigest()


def may_be_kept(game: Game) -> bool:
    """Whether the key holds all of a game's code: that of others may change unseen."""
    return all(not place or place.startswith("builder.") for place in (game.rules, game.validation))


def find_kept(cache: Path, key: str) -> Kept | None:
    """The module kept under a key; None where there is none, or it is not whole."""
    try:
        said = json.loads((cache / f"{key}.json").read_text("utf-8"))
        content = (cache / f"{key}.vmod").read_bytes()
        if hashlib.sha256(content).hexdigest() != said["sha256"]:
            return None
        warnings = tuple(map(_diagnostic, said["warnings"]))
        return Kept(said["file"], said["name"], said["version"], content, warnings)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(cache: Path, key: str, module: Kept) -> None:
    """Lay a module by. A folder that cannot be written is no error: the module is built again next time."""
    said = {
        "file": module.file_name, "name": module.name, "version": module.version,
        "sha256": hashlib.sha256(module.content).hexdigest(), "warnings": [w.as_json() for w in module.warnings],
    }  # fmt: skip
    with suppress(OSError, BadInput):
        cache.mkdir(parents=True, exist_ok=True)
        write_file(cache / f"{key}.vmod", module.content)
        write_file(cache / f"{key}.json", json.dumps(said).encode("utf-8"))
        _thin_out(cache)


def _thin_out(cache: Path) -> None:
    """Only the newest stay."""
    modules = sorted(cache.glob("*.vmod"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in modules[MOST_KEPT:]:
        for path in (old.with_suffix(".json"), old):
            with suppress(OSError):
                path.unlink()


def _diagnostic(said: dict) -> Diagnostic:
    span = Span(said["file"], said["line"], said["column"])
    return Diagnostic(
        said["code"], Severity(said["severity"]), said["headline"], span, tuple(said["notes"]), said["help"]
    )


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""
