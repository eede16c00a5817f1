"""What the tests of all maps ask: connected lists, land, lines that lie where they may."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator

from builder.model import Hexside, MapSheet, hexside

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


def ends(sheet: MapSheet, a: str, b: str) -> frozenset[tuple[float, float]]:
    """The two ends of a side, rounded: sides that share one meet there."""
    mine, other = ({(round(x, 2), round(y, 2)) for x, y in sheet.grid.corners(h)} for h in (a, b))
    return frozenset(mine & other)


def unclosed_borders(sheet: MapSheet) -> Iterator[str]:
    """Sides between the land of two countries without a border, and borders elsewhere."""
    for a in sheet.hexes:
        for b in sheet.neighbours(a):
            if a < b:
                left, right = sheet.hexes[a].owner, sheet.hexes[b].owner
                if bool({"border", "inner-border"} & kinds(sheet, a, b)) != bool(left and right and left != right):
                    yield f"{a}|{b}: {left or 'sea'} and {right or 'sea'}, {kinds(sheet, a, b)}"


def coast_faults(sheet: MapSheet) -> Iterator[str]:
    """Land beside the sea is coast; a coast has sea beside it, an inlet along or up to it, or the map's edge."""
    inlets = [side for side, things in sheet.sides.items() if "all-sea" in {t.kind for t in things}]
    mouths = {end for side in inlets for end in ends(sheet, *side)}
    for number, hex_ in sheet.hexes.items():
        near = sheet.neighbours(number)
        sea = any(not is_land(sheet, n) for n in near)
        inlet = any((round(x, 2), round(y, 2)) in mouths for x, y in sheet.grid.corners(number))
        if "coast" in hex_.features and not (is_land(sheet, number) and (sea or inlet or len(near) < 6)):
            yield f"{number}: coast without sea"
        if is_land(sheet, number) and sea and "coast" not in hex_.features:
            yield f"{number}: sea beside it, no coast"


def port_faults(sheet: MapSheet) -> Iterator[str]:
    """A port lies on the coast; an inland one has access hexes, and coast or haff lies among or beside these."""
    for number, hex_ in sheet.hexes.items():
        access = hex_.attributes.get("access", "").split()
        if bool(access) != ("inland-port" in hex_.features):
            yield f"{number}: access and inland-port go together"
        if "port" in hex_.features and not access and "coast" not in hex_.features:
            yield f"{number}: {hex_.place} is a port without coast"
        if access:
            way = [number, *access]
            if len(pieces(sheet, way)) != 1 or not any(_by_water(sheet, h) for h in access):
                yield f"{number}: {hex_.place}'s access does not lead to the sea"


def _by_water(sheet: MapSheet, number: str) -> bool:
    return any({"coast", "haff"} & set(sheet.hexes[h].features) for h in (number, *sheet.neighbours(number)))


def river_parts(sheet: MapSheet) -> dict[str, list[set[Hexside]]]:
    """The connected parts of each named river, along the ends of its sides."""
    rivers: dict[str, set[Hexside]] = {}
    for side, things in sheet.sides.items():
        for thing in things:
            if thing.kind in LINES:
                rivers.setdefault(thing.name, set()).add(side)
    return {name: _runs(sheet, sides) for name, sides in rivers.items()}


def _runs(sheet: MapSheet, sides: set[Hexside]) -> list[set[Hexside]]:
    at: dict[tuple[float, float], set[Hexside]] = {}
    for side in sides:
        for end in ends(sheet, *side):
            at.setdefault(end, set()).add(side)
    left, found = set(sides), []
    while left:
        part, new = set(), {min(left)}
        while new:
            part |= new
            new = {s for side in new for end in ends(sheet, *side) for s in at[end]} & left - part
        left -= part
        found.append(part)
    return found


def walked(sheet: MapSheet, ranges: str) -> list[str]:
    """The hexes of a list like `6811-6612, 6511`: a range is the straight line between its ends."""
    found: list[str] = []
    for part in ranges.replace(",", " ").split():
        first, _, last = part.partition("-")
        line = _straight(sheet, sheet.grid.prefix + first, sheet.grid.prefix + (last or first))
        found += [h for h in line if h not in found[-1:]]
    return found


def _straight(sheet: MapSheet, a: str, b: str) -> list[str]:
    line = [a]
    while line[-1] != b:
        left = sheet.grid.distance(line[-1], b)
        line.append(min(n for n in sheet.grid.neighbours(line[-1]) if sheet.grid.distance(n, b) == left - 1))
    return line
