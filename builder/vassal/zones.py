"""Zoned grids: polygons over a background grid, each with a grid and a name format of its own (formats §2.7)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import trunc

from builder.vassal.grids import Grid, Point, Size, filled, inside
from builder.vassal.sequence import decode


@dataclass(frozen=True)
class Zone:
    """A polygon of a zoned grid with a grid of its own, its parent's, or none; named by its format."""

    name: str
    corners: tuple[Point, ...]
    location_format: str = "$name$"
    use_parent: bool = False
    grid: Grid | None = None

    def holds(self, point: Point) -> bool:
        left, top, right, bottom = self._bounds
        return left <= point[0] <= right and top <= point[1] <= bottom and inside(self.corners, point)

    @cached_property
    def _bounds(self) -> tuple[float, float, float, float]:
        """What encloses the polygon: nearly every point is told by it. Nothing lies in fewer than three corners."""
        if len(self.corners) < 3:
            return 1, 1, 0, 0
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def size(self) -> Size:
        xs, ys = [x for x, _ in self.corners] or [0], [y for _, y in self.corners] or [0]
        return max(xs) - min(xs), max(ys) - min(ys)


@dataclass(frozen=True, slots=True)
class ZonedGrid:
    """Zones over a background grid; the first zone in order that holds a point names it."""

    zones: tuple[Zone, ...]
    background: Grid | None = None

    def zone(self, point: Point) -> Zone | None:
        return next((zone for zone in self.zones if zone.holds(point)), None)

    def _grid(self, zone: Zone, size: Size) -> tuple[Grid | None, Size]:
        return (self.background, size) if zone.use_parent else (zone.grid, zone.size)

    def name(self, point: Point, size: Size) -> str | None:
        zone = self.zone(point)
        if zone is not None:
            grid, extent = self._grid(zone, size)
            inner = grid.name(point, extent) if grid is not None else None
            return filled(zone.location_format, {"name": zone.name, "gridLocation": inner or ""})
        return self.background.name(point, size) if self.background is not None else None

    def snap(self, point: Point) -> Point:
        zone = self.zone(point)
        grid = self.background if zone is None or zone.use_parent else zone.grid
        return grid.snap(point) if grid is not None else point

    def pixel(self, name: str, size: Size, *, engine: bool = False) -> Point | None:
        for zone in self.zones:
            found = self._pixel_in(zone, name, size, engine)
            if found is not None and zone.holds(found):
                return found
        return self.background.pixel(name, size, engine=engine) if self.background is not None else None

    def _pixel_in(self, zone: Zone, name: str, size: Size, engine: bool) -> Point | None:
        grid, extent = self._grid(zone, size)
        pattern = _pattern(zone.location_format, zone.name, grid is not None)
        found = pattern.fullmatch(name) if pattern.pattern else None
        if found is None:
            return None
        if found.groups():
            return grid.pixel(found.groups()[-1], extent, engine=engine) if grid is not None else None
        return self._middle(zone)

    @staticmethod
    def _middle(zone: Zone) -> Point | None:
        if not zone.corners:
            return None
        count = len(zone.corners)
        middle = trunc(sum(x for x, _ in zone.corners) / count), trunc(sum(y for _, y in zone.corners) / count)
        return middle if zone.holds(middle) else zone.corners[0]


@lru_cache(maxsize=4096)
def _pattern(location_format: str, zone: str, has_grid: bool) -> re.Pattern[str]:
    """What names of places in a zone look like; the same for every name that is looked up."""
    parts = decode(location_format, "$")
    last = len(parts) - 1
    pattern = ""
    for at, part in enumerate(parts):
        if at % 2 and at != last and part == "name":
            pattern += re.escape(zone)
        elif at % 2 and at != last and part == "gridLocation" and has_grid:
            pattern += "(.*)"
        elif at % 2 == 0 or at == last:
            pattern += re.escape(part)
    return re.compile(pattern)
