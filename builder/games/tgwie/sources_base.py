"""What the rules for tgwie's sources share: faults that name their rule, and where a scenario's units stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.games.tgwie.ground import ITALY, central_ground
from builder.games.tgwie.pool import Statement, at_war, pool, reduced_nations, statement
from builder.games.tgwie.setup_words import Words, limits
from builder.model import Counter, Diagnostic, Game, MapHex, MapSheet, Placement, Scenario, Span, error

Faults = Iterator[Diagnostic]
WAITING = ("Due", "US")  # boxes of units that have not come yet begin so
EXAMPLE = "-example"  # the second set-up of a scenario, a whole deployment, ends so
POOLS = ("Setup", "Forces", "Area")  # boxes of units that their players still place


def fault(rule: str, headline: str, span: Span) -> Diagnostic:
    """A fault that names its rule, in the code and in the message."""
    return error(f"tgwie {rule}", f"{headline} (rule {rule})", span)


def hex_of(game: Game, place: str) -> MapHex | None:
    return next((sheet.hexes[place] for sheet in game.maps if place in sheet.hexes), None)


def sheet_of(game: Game, place: str) -> MapSheet | None:
    return next((sheet for sheet in game.maps if place in sheet.hexes), None)


@dataclass(frozen=True, slots=True)
class Stand:
    """A counter of a scenario where its set-up puts it."""

    counter: Counter
    placement: Placement

    @property
    def place(self) -> str:
        return self.placement.place


@dataclass(frozen=True, slots=True)
class SetUp:
    """A scenario with all that its checks ask for, worked out once."""

    game: Game
    scenario: Scenario
    own: tuple[Statement, ...]  # the scenario's statements
    common: tuple[Statement, ...]  # those of every scenario that bind on its first turn
    units: Mapping[str, Counter]  # combat units and HQs in play, those turned into others left out
    stands: Mapping[str, Stand]  # by counter
    by_hex: Mapping[str, tuple[Stand, ...]]
    reduced: frozenset[str]  # nations whose two-step units begin reduced
    fitting: Mapping[str, tuple[str, ...]]  # statement to the units that it may mean
    held: frozenset[str]  # hexes of the Central Powers by the front lines; empty where there is none

    @property
    def statements(self) -> tuple[Statement, ...]:
        return (*self.common, *self.own)

    @property
    def partial(self) -> bool:
        """Whether the scenario uses a part of the counters only (chapter 26)."""
        return not any(s.count in ("rest", "all") and s.do == "place" for s in self.own)

    def nations(self) -> tuple[str, ...]:
        return at_war(self.scenario)

    def inside(self, place: str, where: tuple[Words, ...]) -> bool:
        """Whether a hex or box lies in one of the alternatives; () is anywhere."""
        return not where or any(inside(self.game, place, words) for words in where)


def set_up_of(game: Game, scenario: Scenario) -> SetUp:
    rows = game.tables["setup"].rows.values() if "setup" in game.tables else ()
    which = scenario.id.removesuffix(EXAMPLE)
    readable = [one for row in rows if row["scenario"] in ("all", which) and (one := _read(row)) is not None]
    own = tuple(s for s in readable if s.scenario == which)
    units = dict(pool(game, scenario))
    for s in own:
        if s.do == "convert" and "russian" in s.who.nations:
            units = {i: c for i, c in units.items() if not s.who.fits(c)}
    stands, by_hex = {}, defaultdict(list)
    for placement in scenario.placements:
        counter = game.counters.get(placement.what)
        if counter is not None:
            stands[counter.id] = Stand(counter, placement)
            if hex_of(game, placement.place):
                by_hex[placement.place].append(stands[counter.id])
    reduced = reduced_nations(own)
    return SetUp(
        game,
        scenario,
        own,
        tuple(s for s in readable if s.scenario == "all" and _binds(s, scenario.first_turn)),
        units,
        stands,
        {place: tuple(found) for place, found in by_hex.items()},
        reduced,
        {s.row.key: tuple(i for i, c in units.items() if s.who.fits(c, c.nation in reduced)) for s in own},
        central_ground(game, scenario),
    )


def _read(row) -> Statement | None:
    try:
        return statement(row)
    except ValueError:
        return None  # said by `statements_can_be_read`


def _binds(one: Statement, turn: int) -> bool:
    first, _, last = one.row["turns"].partition("..")
    return not first or int(first) <= turn <= int(last or first)


def inside(game: Game, place: str, words: Words) -> bool:
    """Whether every word holds of a hex; a box is only inside of its own name."""
    hex_, sheet = hex_of(game, place), sheet_of(game, place)
    if hex_ is None or sheet is None:
        return place in words.get("box", ())
    for word, wanted in words.items():
        name = word.removeprefix("not-")
        found = any(_holds(sheet, hex_, name, one) for one in wanted)
        if found == word.startswith("not-"):
            return False
    return True


def _holds(sheet: MapSheet, hex_: MapHex, word: str, one: str) -> bool:
    if word == "map":
        italian = hex_.id in sheet.regions.get(ITALY, ())
        return italian if one == "italy" else sheet.id == one and not italian
    if word == "region":
        return hex_.id in sheet.regions.get(one, ())
    if word == "hexes":
        return hex_.id == one
    if word == "country":
        return hex_.owner == one
    if word == "terrain":
        return hex_.terrain == one
    if word == "rows":
        low, high = limits(one)
        return low <= sheet.grid.split(hex_.id)[0] <= high
    if word == "within":
        centre, _, steps = one.partition("/")
        return centre in sheet.hexes and sheet.grid.distance(centre, hex_.id) <= int(steps)
    return False
