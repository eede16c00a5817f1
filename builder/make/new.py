"""A game of somebody's own, begun from the tutorial game."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from builder.model import BadInput, Span, error
from builder.sources import find_game

PATTERN = "tutorial"
_LEFT_OUT = shutil.ignore_patterns("__pycache__", ".*", "*~")


def new_game(folder: Path) -> tuple[Path, ...]:
    """Copy the tutorial's sources to `folder` under the folder's name; the files written. BadInput, and nothing
    written, where something is there already or the name cannot be a game's."""
    name = folder.resolve().name
    id_ = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    if not id_:
        raise BadInput(error("new-name", f"no game can be called {name!r}", Span(str(folder)),
                             help="use letters a to z, digits and hyphens"))  # fmt: skip
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(error("new-there", "is there already and not empty; nothing was written", Span(str(folder)),
                             help="name a new folder"))  # fmt: skip
    shutil.copytree(find_game(PATTERN), folder, ignore=_LEFT_OUT, dirs_exist_ok=True)
    game_file = folder / "game.yaml"
    text = game_file.read_text(encoding="utf-8")
    for key, value in (("id", id_), ("name", id_.replace("-", " ").title())):
        text = re.sub(rf"(?m)^{key}: .*$", f"{key}: {value}", text, count=1)
    game_file.write_text(text, encoding="utf-8", newline="\n")
    return tuple(sorted(path for path in folder.rglob("*") if path.is_file()))
