"""The census files: a row a position, what is asked of it and what comes out; and counts of a reach."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "source"
GAMES = ("tgwie", "italian-front", "glorys-end")


class Count(NamedTuple):
    """What is counted of a position: hexes in reach but the start, their points summed, the dearest; supply."""

    hexes: int
    total: int
    most: int
    supply: str  # what a game counts of it, "-" for none


def count(points: Mapping[str, int], supply: str) -> Count:
    """The start is there at 0."""
    return Count(len(points) - 1, sum(points.values()), max(points.values()), supply)


def read(game: str) -> tuple[dict[str, str], ...]:
    with (HERE / f"{game}.csv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


def counted(row: Mapping[str, str]) -> Count:
    """The outcome that a row records."""
    return Count(int(row["hexes"]), int(row["total"]), int(row["most"]), row["supply"])


def write(game: str, rows: Iterable[tuple[Mapping[str, str], Count]]) -> None:
    """Positions with fresh outcomes, columns as they are."""
    rows = list(rows)
    with (HERE / f"{game}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0][0]), lineterminator="\n")
        writer.writeheader()
        for row, outcome in rows:
            writer.writerow({**row, **{name: str(value) for name, value in outcome._asdict().items()}})
