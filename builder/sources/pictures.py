"""A game's own pictures: the printed map with its grid fitted, the faces of counters and markers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from builder.model import Grid, Span
from builder.sources.faults import Record
from builder.sources.kinds import PICTURE
from builder.sources.names import Names
from builder.sources.reading import Sources

FACES = ("front", "back")
SUFFIXES = (".png", ".jpg", ".jpeg", ".gif")
POINTS = 3
OFF = 0.15  # hex widths that a named hex may lie beside its place: hand and eye are no finer
STRETCH = 1.25  # hexes may be wider than high, or higher than wide, by this much: scanned paper
MOST_PIXELS = 200_000_000


@dataclass(frozen=True, slots=True)
class Fitted:
    """Pixels of a picture from points of the grid: `x = across * gx + left`, `y = down * gy + top`."""

    across: float
    left: float
    down: float
    top: float
    width: int
    height: int

    def holds(self, gx: float, gy: float) -> bool:
        """Whether a point of the grid lies on the picture."""
        return 0 <= self.across * gx + self.left <= self.width and 0 <= self.down * gy + self.top <= self.height

    def margins(self, grid: Grid, hexes: Iterable[str]) -> tuple[float, float, float, float]:
        """Left, top, right, bottom in hex widths, as `MapSheet` has them; below 0 where hexes are cut by the edge."""
        points = [point for number in hexes for point in grid.corners(number)] or [(0.0, 0.0)]
        xs, ys = zip(*points)
        left, top = self.left / self.across + min(xs), self.top / self.down + min(ys)
        right = self.width / self.across - left - (max(xs) - min(xs))
        bottom = self.height / self.down - top - (max(ys) - min(ys))
        return left, top, right, bottom


def fitted_picture(record: Record, grid: Grid, sources: Sources, names: Names) -> Fitted | None:
    """The fit of a map's picture from three named hexes; None with a fault where they do not tell it."""
    size = picture_size(record["picture"], record.at("picture"), sources, names)
    if record["margins"]:
        names.faults.error(
            "map-margins", "a map that is a picture has the margins of its picture", record.at("margins")
        )
    points: list[tuple[str, float, float]] = []
    for row in record["fit"]:
        if not isinstance(row, Record) or None in (row["x"], row["y"]) or not row["hex"]:
            continue
        try:
            grid.split(row["hex"])
        except ValueError as trouble:
            names.faults.error("map-fit", str(trouble), row.at("hex"))
            continue
        points.append((row["hex"], row["x"], row["y"]))
    span = record.at("fit") if record["fit"] else record.at("picture")
    if len(record["fit"]) < POINTS:
        said = f"{len(points)} hexes are fitted, three are wanted: a number, and the pixel of its middle, each"
        names.faults.error("map-fit", said, span, help='fit: [{hex: "0101", x: 85, y: 112}, ...]')
        return None
    if size is None or len(points) < POINTS:
        return None  # already said
    return _solved(grid, points, size, span, names)


def _solved(
    grid: Grid, points: list[tuple[str, float, float]], size: tuple[int, int], span: Span, names: Names
) -> Fitted | None:
    centres = [grid.centre(number) for number, _, _ in points]
    across = _line([gx for gx, _ in centres], [x for _, x, _ in points])
    down = _line([gy for _, gy in centres], [y for _, _, y in points])
    if across is None or down is None:
        said = "the fitted hexes stand in one line: take three corners of the map"
        names.faults.error("map-fit", said, span)
        return None
    if across[0] <= 0 or down[0] <= 0:
        what, which = ("columns", "columns_grow") if across[0] <= 0 else ("rows", "rows_grow")
        said = f"by the fitted hexes the {what} grow the other way: see {which}, and the numbers"
        names.faults.error("map-fit", said, span)
        return None
    if not 1 / STRETCH <= across[0] / down[0] <= STRETCH:
        said = (f"the hexes would be {across[0]:.1f} pixels wide by {down[0]:.1f} high (distances of neighbours): see "
                "tops, shifted, and the numbers")  # fmt: skip
        names.faults.error("map-fit", said, span)
        return None
    fitted = Fitted(*across, *down, *size)
    for (number, x, y), (gx, gy) in zip(points, centres):
        off_x, off_y = across[0] * gx + across[1] - x, down[0] * gy + down[1] - y
        if max(abs(off_x) / across[0], abs(off_y) / down[0]) > OFF:
            said = f"hex {number} does not fit: the others put it {off_x:+.0f}, {off_y:+.0f} pixels from {x:g}, {y:g}"
            names.faults.error("map-fit", said, span, help="is a number or a pixel mistaken, or the scan turned?")
            return None
    return fitted


def _line(grid: Sequence[float], pixels: Sequence[float]) -> tuple[float, float] | None:
    """Slope and start of the line nearest to the points; None where all stand on one spot."""
    count = len(grid)
    middle, mean = sum(grid) / count, sum(pixels) / count
    spread = sum((g - middle) ** 2 for g in grid)
    if spread < 1e-9:
        return None
    slope = sum((g - middle) * (p - mean) for g, p in zip(grid, pixels)) / spread
    return slope, mean - slope * middle


def check_pictures(row: Record, sources: Sources, names: Names) -> tuple[str, ...]:
    """The faces of a counter or marker that are pictures; each must be there and be one."""
    found = tuple(face for face in FACES if is_picture(row.texts.get(face, "")))
    for face in found:
        picture_size(row.texts[face], row.at(face), sources, names)
    return found


def is_picture(text: str) -> bool:
    return text.lower().endswith(SUFFIXES)


def picture_size(name: str, span: Span, sources: Sources, names: Names) -> tuple[int, int] | None:
    """Width and height in pixels; None with a fault for a file that is missing, outside, or no picture."""
    try:
        PICTURE.parse(name)
    except ValueError as trouble:
        names.faults.error("picture-name", f"{name!r}: {trouble}", span)
        return None
    path: Path = sources.folder / name
    if not path.is_file():
        names.faults.error("picture-missing", f"there is no picture {name!r} in the game's folder", span)
        return None
    try:
        with Image.open(path) as picture:
            size = picture.size
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError) as trouble:
        names.faults.error("picture-broken", f"{name!r} cannot be read as a picture: {trouble}", span)
        return None
    if size[0] * size[1] > MOST_PIXELS:
        names.faults.error("picture-large", f"{name!r} has {size[0]} by {size[1]} pixels, too many", span)
        return None
    return size
