"""What the source rules of The Italian Front share: faults, who holds a hex, what stands where, land and fronts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from builder.model import Counter, Diagnostic, Game, MapSheet, Placement, Scenario, Span, Tag, error

Faults = Iterator[Diagnostic]

GUNS = ("artillery", "siege-artillery")
FOOT = ("infantry", "mountain", "assault", "mountain-assault", "marine")
FIGHTING = (*FOOT, "cavalry")  # they take room in a stack, and control hexes (S10-2)
NO_GROUND = ("all-sea", "lake")  # hexsides without land (P42)
BARRED = (*NO_GROUND, "alpine")  # neither zones nor supply lines cross them (S10-6, S19-7)
NO_WORKS = (*BARRED, "mountain", "marsh")  # no works where only these face the enemy (S22-2, I4-2)
POOLS = "Units-"  # boxes where units wait whose rows are lost


class Begin(NamedTuple):
    """What the book says of a scenario."""

    rule: str
    first: str
    phase: tuple[str, str]
    last: str
    austrian: int
    italian: int
    set_up: tuple[str, str]  # rules of the Austro-Hungarian and the Italian list
    trenches: str
    cut: tuple[str, str]  # the hex at which each list breaks off: below it the lists are whole (P2)


ENTENTE, CENTRAL = ("entente", "movement"), ("central", "reinforcement")
BEGINS = {
    "may-1915": Begin("I4", "1915-05-T7", ENTENTE, "1915-08-T7", 220, 0, ("I5-1", "I5-3"), "I4-2", ("2318", "2122")),
    "may-1916": Begin("I7", "1916-05-T4", CENTRAL, "1916-06-T7", 475, 60, ("I8-1", "I8-2"), "I7-2", ("2119", "2020")),
    "may-1917": Begin(
        "I9", "1917-05-T3", ENTENTE, "1917-06-T7", 690, 125, ("I10-1", "I10-2"), "I9-2", ("2118", "2120")
    ),
    "oct-1917": Begin(
        "I11", "1917-10-T6", CENTRAL, "1917-11-T7", 750, 220, ("I12-1", "I12-3"), "I11-3", ("2119", "2020")
    ),
    "june-1918": Begin(
        "I13", "1918-06-T4", CENTRAL, "1918-07-T7", 840, 350, ("I14-1", "I14-2"), "I13-2", ("2119", "2120")
    ),
}


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit of a scenario in its hex."""

    counter: Counter
    placement: Placement
    steps: int


@dataclass(frozen=True, slots=True)
class SetUp:
    """A scenario, linked: `stands` by hex in the order of the file; `whole` where no unit waits in a pool."""

    game: Game
    sheet: MapSheet
    scenario: Scenario
    stands: dict[str, list[Stand]]
    whole: bool

    @property
    def base(self) -> str:
        """The scenario whose lines, lists and facts of the book hold: the duration game starts in May 1915."""
        name = self.scenario.id.removesuffix("-example")
        return "may-1915" if name == "duration" else name

    @property
    def begin(self) -> Begin | None:
        return BEGINS.get(self.base)

    def rule(self, side: str) -> str:
        """The rule of a side's set-up list; the scenario's own where it has none."""
        return self.begin.set_up[side == "entente"] if self.begin else self.scenario.rule or "S3-u7"

    def units(self) -> Iterator[Stand]:
        for stack in self.stands.values():
            yield from stack

    def holder(self, place: str) -> str:
        """The side that holds a hex at the start, "" for sea and Switzerland."""
        if place in self.scenario.control:
            return self.scenario.control[place]
        owner = self.sheet.hexes[place].owner
        countries = self.game.tables["countries"].rows if "countries" in self.game.tables else {}
        return countries[owner]["side"] if owner in countries else ""

    def facing(self, place: str) -> Iterator[str]:
        """The terrain of each hexside that faces land of the other side."""
        mine = self.holder(place)
        for other in self.sheet.neighbours(place):
            if self.holder(other) not in ("", mine) and self.sheet.hexes[other].terrain != "sea":
                yield self.sheet.terrain_between(place, other)


def set_up_of(game: Game, scenario: Scenario) -> SetUp:
    sheet, stands, whole = game.maps[0], {}, True
    for placement in scenario.placements:
        counter = game.counters.get(placement.what)
        if counter is None:
            continue
        whole = whole and not placement.place.startswith(POOLS)
        if placement.place in sheet.hexes:
            stand = Stand(counter, placement, placement.steps or counter.steps)
            stands.setdefault(placement.place, []).append(stand)
    return SetUp(game, sheet, scenario, stands, whole)


def is_printed(stand: Stand) -> bool:
    """Whether the book, or who owns it, says that the unit stands there."""
    evidence = stand.placement.evidence
    return evidence is not None and evidence.tag in (Tag.BOOK, Tag.OWNER)


def fault(rule: str, headline: str, span: Span) -> Diagnostic:
    """A fault that names its rule, in the code and in the message."""
    return error(f"italian-front {rule}", f"{headline} (rule {rule})", span)


def limit(game: Game, key: str, otherwise: int) -> int:
    """A number of the table of limits."""
    table = game.tables.get("limits")
    text = table.rows[key]["value"] if table and key in table.rows else ""
    return int(text) if text.isdigit() else otherwise


def land_sides(sheet: MapSheet, place: str) -> int:
    """The land hexsides of a hex, 0 to 6; beyond the map's edge the land is taken to go on."""
    return sum(
        other not in sheet.hexes
        or (sheet.hexes[other].terrain != "sea" and sheet.terrain_between(place, other) not in NO_GROUND)
        for other in sheet.grid.neighbours(place)
    )
