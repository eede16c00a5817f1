"""What the tests of all maps ask: connected lists, land, lines that lie where they may."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator

from builder.model import MapSheet, hexside

LINES = frozenset({"river", "major-river", "stream"})


def chained(sheet: MapSheet, hexes: Collection[str]) -> list[tuple[str, str]]:
    """The pairs of a walked list that do not touch: empty where it is one line."""
    walked = list(hexes)
    return [(a, b) for a, b in itertools.pairwise(walked) if b not in sheet.neighbours(a)]


def pieces(sheet: MapSheet, hexes: Collection[str]) -> list[set[str]]:
    """The connected parts of a set of hexes, the largest first."""
    left, found = set(hexes), []
    while left:
        part, new = set(), {min(left)}
        while new:
            part |= new
            new = {n for h in new for n in sheet.neighbours(h)} & left - part
        left -= part
        found.append(part)
    return sorted(found, key=len, reverse=True)


def behind(sheet: MapSheet, starts: Collection[str], line: Collection[str], neutral: Collection[str] = ()) -> set[str]:
    """Land that is reached from `starts` without entering the line or a neutral country, or crossing open sea."""
    part: set[str] = set()
    new = set(starts) - set(line)
    while new:
        part |= new
        near = {(h, n) for h in new for n in sheet.neighbours(h) if n not in part and n not in line}
        new = {n for h, n in near if _open(sheet, n, neutral) and "all-sea" not in kinds(sheet, h, n)}
    return part


def _open(sheet: MapSheet, number: str, neutral: Collection[str]) -> bool:
    hex_ = sheet.hexes[number]
    return is_land(sheet, number) and "closed" not in hex_.features and hex_.owner not in neutral


def is_land(sheet: MapSheet, number: str) -> bool:
    return sheet.hexes[number].terrain != "sea"


def kinds(sheet: MapSheet, a: str, b: str) -> set[str]:
    """What runs along a side."""
    return {thing.kind for thing in sheet.sides.get(hexside(a, b), ())}


def misplaced(sheet: MapSheet) -> Iterator[str]:
    """Every fault of the ground that needs no rule: towns in the sea, land nobody owns, rivers between seas."""
    for number, hex_ in sheet.hexes.items():
        land = is_land(sheet, number)
        if not land and (hex_.place or {"town", "city"} & set(hex_.features)):
            yield f"{number}: {hex_.place} lies in the sea"
        if land != bool(hex_.owner):
            yield f"{number}: {hex_.terrain} owned by {hex_.owner!r}"
        if not hex_.evidence:
            yield f"{number}: no evidence"
    for (a, b), things in sheet.sides.items():
        if b not in sheet.neighbours(a):
            yield f"{a}|{b}: no neighbours"
        for thing in things:
            if thing.kind in LINES and not (is_land(sheet, a) or is_land(sheet, b)):
                yield f"{a}|{b}: {thing.kind} between two seas"
            if thing.kind == "border" and sheet.hexes[a].owner == sheet.hexes[b].owner:
                yield f"{a}|{b}: border within {sheet.hexes[a].owner}"
