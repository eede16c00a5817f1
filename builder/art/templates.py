"""Where the templates lie, and how they are filled."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import jinja2


def template_folder() -> Path:
    """The folder `templates/` beside the package, else the package's own copy (wheels carry it inside)."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package.parent / "templates", package / "templates"):
        if (folder / "faces").is_dir():
            return folder
    raise FileNotFoundError("the folder templates/ is neither beside the package nor in it; install hexwright again")


@lru_cache(maxsize=8)
def environment(own: str = "") -> jinja2.Environment:
    """Templates by their path below templates/; those in the folder `own` (a game's) go before ours.

    All values are escaped, and a name that is not given is an error rather than an empty place.
    """
    import jinja2  # not before something is drawn: who judges a game draws nothing

    folders = ([own] if own else []) + [str(template_folder())]
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def own_templates(game_folder: str) -> str:
    """A game's own templates/, or "" where it has none."""
    folder = Path(game_folder) / "templates" if game_folder else None
    return str(folder) if folder is not None and folder.is_dir() else ""


def fill(name: str, own: str = "", **values: object) -> str:
    return environment(own).get_template(name).render(**values)
