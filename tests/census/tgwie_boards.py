"""Boards of The Great War in Europe for the census: whose front lies where, who is neutral, who has entered.

The front lines are regions of the maps; all their hexes are taken to be held. Facts only, so that kit and the slow
twin may both read them.
"""

from __future__ import annotations

from typing import NamedTuple

NEVER = frozenset({"NL", "CH", "DK", "SW", "GB"})  # nobody fights there
ALLIES = frozenset({"FR", "BE", "IT", "RU", "RP", "SE", "MN", "GR", "RO"})
POWERS = frozenset({"GE", "AH", "TU", "BU", "LU"})
EDGES = {
    ("west", "allied"): ("french-supply-edge",),
    ("west", "central"): ("german-supply-edge", "ruhr"),
    ("italy", "allied"): ("italian-allied-edge",),
    ("italy", "central"): ("italian-central-edge",),
    ("east", "allied"): ("russian-supply-edge",),
    ("east", "central"): ("german-supply-edge", "central-supply-cities"),
}
BUCHAREST, SOFIA, CONSTANTINOPLE, SALONIKA, VALONA, KONIGSBERG = "E2423", "E1819", "E1328", "E1116", "E1210", "E5514"


class Setting(NamedTuple):
    """`theatre` west, italy or east; regions held by each side; `joined` sources 11.8.B, 11.9.B that are in play."""

    theatre: str
    allied: tuple[str, ...]
    central: tuple[str, ...]  # none: the hexes of Austria-Hungary next to the Allied line
    neutral: frozenset[str] = frozenset()
    joined: frozenset[str] = frozenset()
    fallen: tuple[str, ...] = ()  # region of forts destroyed before
    hqs: tuple[tuple[str, str], ...] = ()  # nation and region

    @property
    def folder(self) -> str:
        return "east" if self.theatre == "east" else "west"


BALKANS_OUT = frozenset({"BU", "GR", "RO", "AL"})
BOARDS = {
    "1914-west": Setting("west", ("setup-be", "setup-be-4th-division", "setup-b", "setup-f", "setup-l"),
                         ("setup-x", "setup-w-belgium"), fallen=("forts-fallen-1914",)),
    "1915-west": Setting("west", ("front-1915-allied",), ("front-1915-central",)),
    "1917-west": Setting("west", ("front-1917-allied",), ("front-1917-central",)),
    "1918-west": Setting("west", ("front-1918-allied",), ("front-1918-central",)),
    "1917-italy": Setting("italy", ("front-1917-italy-allied",), ()),
    "1914-east": Setting("east", ("setup-s", "setup-sr", "setup-1", "setup-2"), ("setup-a", "setup-m"),
                         BALKANS_OUT | {"IT", "TU"}),
    "1915-east": Setting("east", ("front-1915-allied", "front-1915-serbia-allied"),
                         ("front-1915-central", "front-1915-serbia-central"), BALKANS_OUT, frozenset({CONSTANTINOPLE}),
                         hqs=(("austro-hungarian", "austro-hungarian-hqs-1915"), ("german", "german-hqs-1915"))),
    "1916-east": Setting("east", ("front-1916-allied",), ("front-1916-central",), frozenset({"GR", "RO", "AL"}),
                         frozenset({CONSTANTINOPLE, SOFIA})),
    "1917-east": Setting("east", ("front-1917-allied", "front-1917-salonika-allied"),
                         ("front-1917-central", "front-1917-salonika-central"), frozenset(),
                         frozenset({CONSTANTINOPLE, SOFIA, SALONIKA})),
}  # fmt: skip
