"""The front lines of a scenario against the hexes that the book names, and each side's line against the other's."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from builder.games.tgwie.sources_base import Faults, fault
from builder.model import Game, MapSheet, Span

CORNERS = {  # rule: (sheet, region of the Allied line, the hexes at which the book turns its straight stretches)
    "18.3.1": ("west", "front-1917-allied",
               "W6811 W6612 W6411 W6311 W6211 W5813 W5712 W5613 W5512 W5412 W5312 W5313 W5214 W5217 W5117 W5120 W5221 "
               "W5223 W5123 W4922 W4823 W4827 W4628 W4629 W4529 W4429 W4329 W4229 W3831"),
    "18.3.3": ("east", "front-1917-allied",
               "E6120 E6121 E5922 E5923 E5824 E5723 E5524 E5223 E5024 E4823 E4624 E4222 E4023 E3721 E3622 E3421 E3321 "
               "E3323 E3224 E3123 E2725 E2729"),
    "18.3.4": ("east", "front-1917-salonika-allied", "E1210 E1213 E1312 E1315 E1416 E1417 E1218"),
}  # fmt: skip
OFF_THE_FRONTIER = {  # where a line that follows a frontier leaves it
    "18.3.2": ("west", "front-1917-italy-allied",
               "W2412 W2414 W2415 W2416 W2517 W2618 W2718 W2819 W3021 W2829 W2729 W2529 W2429 W2328"),
}  # fmt: skip
FACING = {"18.3.B": ("front-1917-allied", "front-1917-central", "front-1917-salonika-allied",
                     "front-1917-salonika-central")}  # fmt: skip


def lines_go_from_corner_to_corner(game: Game) -> Faults:
    """Straight from one named hex to the next, and through no other."""
    for rule, (sheet_id, region, corners) in CORNERS.items():
        for sheet in _sheets(game, sheet_id):
            wanted = _stretches(sheet, corners.split())
            line = sheet.regions.get(region, ())
            if line != wanted:
                odd = sorted(set(line) ^ set(wanted)) or ["their order"]
                yield fault(rule, f"{sheet_id}: {region} is not the line of the book: {', '.join(odd[:3])}", _at(game))


def lines_leave_the_frontier_where_the_book_says(game: Game) -> Faults:
    for rule, (sheet_id, region, named) in OFF_THE_FRONTIER.items():
        for sheet in _sheets(game, sheet_id):
            missing = [place for place in named.split() if place not in sheet.regions.get(region, ())]
            if missing:
                yield fault(rule, f"{sheet_id}: {region} does not hold {', '.join(missing[:3])}", _at(game))


def the_enemy_faces_the_line(game: Game) -> Faults:
    """Each hex of the Central line touches the Allied one and is none of it."""
    for rule, names in FACING.items():
        for allied, central in zip(names[::2], names[1::2], strict=True):
            for sheet in game.maps:
                line = set(sheet.regions.get(allied, ()))
                for place in sheet.regions.get(central, ()):
                    if place in line or not line.intersection(sheet.grid.neighbours(place)):
                        yield fault(rule, f"{sheet.id}: {place} of {central} does not face {allied}", _at(game))


def _sheets(game: Game, name: str) -> tuple[MapSheet, ...]:
    return tuple(sheet for sheet in game.maps if sheet.id == name)


def _at(game: Game) -> Span:
    return Span(f"{game.folder}/regions.csv")


def _stretches(sheet: MapSheet, corners: list[str]) -> tuple[str, ...]:
    """Every hex of the way; () where two corners lie on no straight line."""
    way = corners[:1]
    for a, b in pairwise(corners):
        here = a
        while here != b:
            nearer = [
                p for p in sheet.grid.neighbours(here) if sheet.grid.distance(p, b) < sheet.grid.distance(here, b)
            ]
            if len(nearer) != 1:
                return ()
            here = nearer[0]
            way.append(here)
    return tuple(way)


LINES: tuple[Callable[[Game], Faults], ...] = (
    lines_go_from_corner_to_corner,
    lines_leave_the_frontier_where_the_book_says,
    the_enemy_faces_the_line,
)
