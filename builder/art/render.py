"""SVG text to PNG bytes through resvg with the bundled fonts only: the same pixels on every machine."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import resvg_py

from builder.art.text import FONT_FILES

MOST_PIXELS = 40_000_000  # a picture beyond this is a slip of the caller, and would eat the memory

_END_OF_PNG = b"IEND\xaeB`\x82"


def render(svg: str, width_px: int) -> bytes:
    """The picture `width_px` wide, its height by the SVG's own proportions.

    Raises ValueError for SVG that does not parse, and for a width that is not between 1 and 20,000.
    """
    if not 1 <= width_px <= 20_000:
        raise ValueError(f"a picture {width_px} pixels wide can not be drawn (1 to 20000)")
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width_px,
            skip_system_fonts=True,
            font_files=list(FONT_FILES.values()),
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
            serif_family="DejaVu Sans",
            monospace_family="DejaVu Sans",
        )
    )


def render_cached(svg: str, width_px: int, cache: Path | None) -> bytes:
    """As `render`; a picture drawn before from the same text is read from the folder `cache`.

    A folder that can not be written is no error: the picture is drawn again next time.
    """
    if cache is None:
        return render(svg, width_px)
    path = cache / f"{_key(svg, width_px)}.png"
    try:
        data = path.read_bytes()
    except OSError:
        data = b""
    if data.endswith(_END_OF_PNG):  # a torn file lacks its end
        return data
    data = render(svg, width_px)
    _keep(path, data)
    return data


def render_many(jobs: Iterable[tuple[str, str, int]], cache: Path | None = None) -> dict[str, bytes]:
    """(name, svg, width) to name: PNG. One after the other: resvg holds the interpreter, so threads gain nothing."""
    return {name: render_cached(svg, width, cache) for name, svg, width in jobs}


def default_cache() -> Path:
    """The user's own cache folder for pictures, by the platform's habit; it need not exist yet."""
    if root := os.environ.get("HEXWRIGHT_CACHE"):
        return Path(root) / "pictures"
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "hexwright" / "pictures"


def _key(svg: str, width_px: int) -> str:
    return hashlib.sha256(f"{drawn_by()}\0{width_px}\0{svg}".encode()).hexdigest()


@lru_cache(maxsize=1)
def drawn_by() -> str:
    """A new renderer may draw other pixels, so its version is part of the key."""
    from importlib.metadata import (
        PackageNotFoundError,
        version,
    )  # slow to load, and only asked where something is drawn

    try:
        return f"resvg-py {version('resvg-py')}"
    except PackageNotFoundError:
        return "resvg-py"


def _keep(path: Path, data: bytes) -> None:
    """Write whole or not at all: two builds may share the folder."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.replace(name, path)
        except OSError:
            os.unlink(name)
    except OSError:
        return
