"""Where sources and templates lie: the path given, then ./source, then the copy the package carries."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from builder.model import BadInput, Span, error, near_miss

PACKAGE = Path(__file__).resolve().parent.parent


def find_game(name: str | Path) -> Path:
    """The folder of a game, named by path or by name; a hyphen is the same as an underscore. BadInput where none is."""
    given = Path(name)
    if (given / "game.yaml").is_file():
        return given
    folded = str(name).replace("-", "_")
    if given.name == str(name):  # a plain name, no path
        for root in _roots("source"):
            for folder in (folded, folded.replace("_", "-")):
                if (root / folder / "game.yaml").is_file():
                    return root / folder
    if given.is_dir():
        raise BadInput(error("game-folder", "the folder holds no game.yaml", Span(str(given))))
    known = [game.replace("_", "-") for game in games()]
    near = near_miss(str(name).replace("_", "-"), known)
    here = ", ".join(known) or "none"
    raise BadInput(error("game-unknown", f"no game {str(name)!r}{near}", help=f"known here: {here}"))


def games() -> tuple[str, ...]:
    """Names of the games under ./source and in the package, each once, sorted."""
    found = {path.parent.name for root in _roots("source") for path in root.glob("*/game.yaml")}
    return tuple(sorted(found))


def find_templates() -> Path:
    """The templates folder. BadInput where there is none."""
    for root in _roots("templates"):
        return root
    raise BadInput(error("templates-missing", "no folder 'templates' here nor in the package"))


def _roots(what: str) -> Iterator[Path]:
    """./what; then the package's copy (a wheel carries it inside; in a work tree it stands beside the package)."""
    for root in (Path(what), PACKAGE / what, PACKAGE.parent / what):
        if root.is_dir():
            yield root


def shown(path: Path) -> str:
    """A path as messages show it: relative where it lies below the current folder, with forward strokes."""
    try:
        return path.resolve().relative_to(Path(os.getcwd()).resolve()).as_posix()
    except ValueError:
        return path.as_posix()
