"""The sources as plain text, for the slow twins: no loader, no grid, no kit of the project's."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import yaml

from tests.census.rows import SOURCE


@cache
def table(*parts: str) -> tuple[Mapping[str, str], ...]:
    """The rows of a CSV under source/."""
    with Path(SOURCE, *parts).open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def document(*parts: str):
    return yaml.safe_load(Path(SOURCE, *parts).read_text(encoding="utf-8"))


@cache
def hexes(*folder: str) -> Mapping[str, Mapping[str, str]]:
    return {row["hex"]: row for row in table(*folder, "hexes.csv")}


@cache
def sides(*folder: str) -> Mapping[frozenset[str], frozenset[str]]:
    """Two hexes -> what runs between them."""
    found: dict[frozenset[str], frozenset[str]] = {}
    for row in table(*folder, "hexsides.csv"):
        pair = frozenset((row["a"], row["b"]))
        found[pair] = found.get(pair, frozenset()) | {row["kind"]}
    return found


@cache
def region(folder: tuple[str, ...], name: str) -> tuple[str, ...]:
    return next((tuple(row["hexes"].split()) for row in table(*folder, "regions.csv") if row["region"] == name), ())


def around_rows(place: str) -> list[str]:
    """The six on a map of straight rows, `W6811` or `3036`; odd rows stand half a hex towards the greater numbers."""
    prefix, row, column = place[:-4], int(place[-4:-2]), int(place[-2:])
    low = column if row % 2 == 1 else column - 1
    near = [(row, column - 1), (row, column + 1)]
    near += [(row + step, number) for step in (-1, 1) for number in (low, low + 1)]
    return [f"{prefix}{r:02d}{c:02d}" for r, c in near]


def around_columns(place: str) -> list[str]:
    """The six of a map of straight columns, column first: even columns stand half a hex towards greater rows."""
    column, row = int(place[:2]), int(place[2:])
    low = row if column % 2 == 0 else row - 1
    near = [(column, row - 1), (column, row + 1)]
    near += [(column + step, number) for step in (-1, 1) for number in (low, low + 1)]
    return [f"{c:02d}{r:02d}" for c, r in near]
