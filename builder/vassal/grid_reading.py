"""Grids from the components of a build file, and what the engine says of bad attributes (formats §2.7, §6.5)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from builder.model import Diagnostic, Span, error, warning
from builder.vassal.buildfile import Component
from builder.vassal.grids import Axis, Grid, HexGrid, Numbering, Point, Region, RegionGrid, SquareGrid
from builder.vassal.traits.kinds import decimal, whole_number
from builder.vassal.zones import Zone, ZonedGrid

ROOT_3_2 = math.sqrt(3) / 2
_DEFAULT_HEIGHT = 64.0
GRIDS = ("HexGrid", "SquareGrid", "RegionGrid", "ZonedGrid")
_NUMBERINGS = (
    "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering",
    "VASSAL.build.module.map.boardPicker.board.mapgrid.SquareGridNumbering",
)


class Dropped(Exception):
    """The engine drops this component: an attribute is no number. Carries what to say."""

    def __init__(self, diagnostic: Diagnostic):
        self.diagnostic = diagnostic
        super().__init__(diagnostic.headline)


def number(part: Component, name: str, default: int) -> int:
    """An integer attribute; raises Dropped where the engine would drop the component."""
    return int(_number(part, name, default, whole_number, "a whole number"))


def measure(part: Component, name: str, default: float) -> float:
    """A decimal attribute; raises Dropped where the engine would drop the component."""
    return float(_number(part, name, default, decimal, "a number"))


def _number(part: Component, name: str, default: Any, read: Callable[[str], Any], due: str) -> Any:
    text = part.attributes.get(name)
    if text is None:
        return default
    try:
        return read(text)
    except ValueError:
        said = f"{part.path}: {name} is {text!r}, but must be {due}; VASSAL drops this component and all below it"
        raise Dropped(error("number-bad", said, Span("", part.line))) from None


def read_grid(holder: Component, problems: list[Diagnostic]) -> Grid | None:
    """The grid of a board, a zone or a zoned grid: the last one among its children, as the engine sets it."""
    found: Grid | None = None
    for child in holder.children:
        if child.short not in GRIDS:
            continue
        try:
            found = _READERS[child.short](child, problems)
        except Dropped as dropped:
            problems.append(dropped.diagnostic)
    return found


def _step(part: Component, name: str, default: float) -> float:
    value = measure(part, name, default)
    if not math.isfinite(value) or value <= 0:
        said = f"{part.path}: {name} is {part.get(name)!r}: a cell needs a size above 0"
        raise Dropped(error("number-bad", said, Span("", part.line)))
    return value


def _hex(part: Component, problems: list[Diagnostic]) -> HexGrid:
    dy = _step(part, "dy", _DEFAULT_HEIGHT)
    return HexGrid(
        _step(part, "dx", ROOT_3_2 * dy), dy, number(part, "x0", 0), number(part, "y0", 32), part.flag("sideways"),
        part.flag("snapTo", True), part.flag("edgesLegal"), part.flag("cornersLegal"), number(part, "snapscale", 0),
        _numbering(part, problems),
    )  # fmt: skip


def _square(part: Component, problems: list[Diagnostic]) -> SquareGrid:
    return SquareGrid(
        _step(part, "dx", 48.0), _step(part, "dy", 48.0), number(part, "x0", 24), number(part, "y0", 24),
        part.flag("snapTo", True), part.flag("edgesLegal"), part.flag("cornersLegal"), number(part, "snapscale", 0),
        _numbering(part, problems),
    )  # fmt: skip


def _regions(part: Component, problems: list[Diagnostic]) -> RegionGrid:
    found = []
    for child in part.children:
        if child.short != "Region":
            continue
        try:
            found.append(Region(child.get("name"), number(child, "originx", 0), number(child, "originy", 0)))
        except Dropped as dropped:
            problems.append(dropped.diagnostic)
    return RegionGrid(tuple(found), part.flag("snapto", True))


def _zoned(part: Component, problems: list[Diagnostic]) -> ZonedGrid:
    zones = [_zone(child, problems) for child in part.children if child.short == "Zone"]
    return ZonedGrid(tuple(zones), read_grid(part, problems))


def _zone(part: Component, problems: list[Diagnostic]) -> Zone:
    return Zone(
        part.get("name"), _polygon(part, problems), part.get("locationFormat", "$name$"), part.flag("useParentGrid"),
        read_grid(part, problems),
    )  # fmt: skip


def _polygon(part: Component, problems: list[Diagnostic]) -> tuple[Point, ...]:
    text = part.get("path")
    try:
        corners = tuple(_corner(item) for item in text.split(";") if item)
    except ValueError:
        problems.append(
            warning("zone-path", f"{part.path}: {text[:60]!r} is no polygon 'x,y;x,y;...'", Span("", part.line))
        )
        return ()
    return corners


def _corner(text: str) -> Point:
    x, _, y = text.partition(",")
    return whole_number(x.strip()), whole_number(y.strip())


def _numbering(grid: Component, problems: list[Diagnostic]) -> Numbering | None:
    found = None
    for child in grid.children:
        if child.tag in _NUMBERINGS:
            try:
                found = _own(child, problems)
            except Dropped as dropped:
                problems.append(dropped.diagnostic)
        elif child.short.endswith("Numbering"):
            found = Numbering(custom=child.tag)
            said = f"{child.path}: numbering by {child.tag} is not VASSAL 3.7's: places are given as column and row"
            problems.append(warning("numbering-custom", said, Span("", child.line)))
    return found


def _own(part: Component, problems: list[Diagnostic]) -> Numbering:
    def letter(name: str, default: str) -> str:
        text = part.get(name, default)
        if not text:
            said = f"{part.path}: {name} is empty: VASSAL does not load the module"
            problems.append(error("numbering-empty", said, Span("", part.line)))
        return text[:1] or default

    def axis(mark: str) -> Axis:
        return Axis(
            letter(f"{mark}Type", "N"), number(part, f"{mark}Leading", 1), number(part, f"{mark}Off", 1),
            part.flag(f"{mark}Descend"),
        )  # fmt: skip

    return Numbering(
        axis("h"), axis("v"), letter("first", "H") == "H", part.get("sep"),
        part.flag("stagger", True) and part.short == "HexGridNumbering",
        part.get("locationFormat", "$gridLocation$"),
    )  # fmt: skip


_READERS: dict[str, Callable[[Component, list[Diagnostic]], Grid]] = {
    "HexGrid": _hex,
    "SquareGrid": _square,
    "RegionGrid": _regions,
    "ZonedGrid": _zoned,
}
