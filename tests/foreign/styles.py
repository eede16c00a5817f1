"""Modules as other people make them: names, scales, grids, ways to show strength and to tell the turn.

Each game has two. The `Fans` kind replaces a weakened counter by another, names hexes by a grid and has a turn tracker;
`Plain` has one counter a unit, no grid at all, a map on its side, and the turn is told in chat.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from builder.model import Box, Game, MapSheet, Moment

STRIP = 340  # pixels above the hexes, where boxes lie
USED = frozenset({"spent", "turned"})  # marks that a counter shows by its back


@dataclass(frozen=True)
class Ground:
    """One of our maps on a board of theirs. Pixels are the window's; the board's corner is `shift` to the right."""

    sheet: MapSheet
    window: str
    board: str
    hex_px: float
    on_side: bool = False
    shift: int = 0

    def point(self, gx: float, gy: float) -> tuple[float, float]:
        """A point of our grid on the board."""
        left, top, _, bottom = self._extent
        if self.on_side:
            return 120 + (bottom - gy) * self.hex_px, STRIP + (gx - left) * self.hex_px
        return 80 + (gx - left) * self.hex_px, STRIP + (gy - top) * self.hex_px

    def centre(self, number: str) -> tuple[float, float]:
        return self.point(*self.sheet.grid.centre(number))

    @cached_property
    def _extent(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*(self.sheet.grid.centre(number) for number in self.sheet.hexes))
        return min(xs), min(ys), max(xs), max(ys)

    def pixel(self, place: str) -> tuple[int, int]:
        """Where a counter lies: a hex by its centre; boxes in rows above the map."""
        x, y = self.on_board(place)
        return self.shift + x, y

    def on_board(self, place: str) -> tuple[int, int]:
        if place in self.sheet.hexes:
            x, y = self.centre(place)
            return round(x), round(y)
        at = [box.id for box in self.sheet.boxes].index(place)
        return 40 + 60 * (at % 50), 20 + 40 * (at // 50)

    @cached_property
    def size(self) -> tuple[int, int]:
        left, top, right, bottom = self._extent
        wide, high = (right - left) * self.hex_px, (bottom - top) * self.hex_px
        if self.on_side:
            wide, high = high, wide
        return max(round(wide) + 240, 3100), round(high) + STRIP + 90


SHORT = {"french": "Fr", "german": "Ger", "british": "BEF", "belgian": "Bel"}


class Shown(NamedTuple):
    """A unit as the module shows it: its piece, the level of its layer, a number it bears, and markers on top."""

    piece: str
    level: int = 1
    number: str = ""
    on_top: tuple[str, ...] = ()


class Style:
    """What a module's maker does his own way."""

    module = ""
    file = ""
    numbers = ""  # how the grid names a hex; "" for no grid
    prefixed = True  # whether it says the letter of a map
    layer = ""  # of a counter whose back means something
    number = ""  # a dynamic property that holds a unit's strength
    shows = ""  # the format of its turn tracker; "" for none
    heard = ""  # the pattern of the line in chat that tells the turn, where there is no tracker
    windows: tuple[str, ...] = ()  # boxes that are a window of their own
    backs: tuple[str, ...] = ()  # kinds of back that are a counter of their own
    decks = ""  # how the ids of boxes begin that are decks
    sides: tuple[str, ...] = ("Allies", "Germany")

    def __init__(self, game: Game):
        self.game = game
        self.grounds = self.laid()

    def laid(self) -> tuple[Ground, ...]:
        raise NotImplementedError

    def name(self, counter: str, steps: int) -> str:
        raise NotImplementedError

    def shown(self, counter: str, steps: int, marks: Collection[str] = ()) -> Shown:
        raise NotImplementedError

    def marker(self, kind: str) -> str:
        return self.game.markers[kind].name

    def strengths(self) -> tuple[str, ...]:
        """Markers that lie on a unit and tell its strength."""
        return ()

    # ---- places

    def ground(self, place: str) -> Ground:
        return next(
            one for one in self.grounds
            if place in one.sheet.hexes or any(box.id == place for box in one.sheet.boxes)
        )  # fmt: skip

    def pixel(self, place: str) -> tuple[int, int]:
        return (150, 150) if place in self.windows else self.ground(place).pixel(place)

    def window(self, place: str) -> str:
        return self.box(place).label.title() if place in self.windows else self.ground(place).window

    def box(self, place: str) -> Box:
        return next(box for sheet in self.game.maps for box in sheet.boxes if box.id == place)

    def box_name(self, box: Box) -> str:
        """What the module calls a box that is a zone."""
        return box.label.replace("dead pile", "Dead Pile")

    def is_deck(self, place: str) -> bool:
        return bool(self.decks) and place.startswith(self.decks)

    def holds(self, place: str) -> bool:
        """Whether the module has such a place at all."""
        if any(place in one.sheet.hexes for one in self.grounds) or place in self.windows:
            return True
        return bool(self.numbers) and any(box.id == place for sheet in self.game.maps for box in sheet.boxes)

    # ---- time

    def turn_told(self, when: Moment) -> str:
        """The line of chat that tells a moment, where no tracker does."""
        return f"Turn {when.turn}, {when.side}"

    def clock(self, begins: Moment) -> dict[str, object]:
        """How somebody who knows the module's chat fills in where the turn is told."""
        if "<side>" not in self.heard:
            return {"by": "chat", "begins": {"turn": begins.turn}, "pattern": self.heard}
        sides = {side.id: side.id for side in self.game.sides}
        begun = {"turn": begins.turn, "side": begins.side}
        return {"by": "chat", "begins": begun, "pattern": self.heard, "sides": sides}

    def levels(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The levels of its tracker, each in the one before: (name, values), a counter where there are none."""
        return ()

    def turn_values(self, when: Moment) -> dict[str, object]:
        """What the levels show at a moment."""
        return {}


def bare(name: str) -> str:
    """Without an explanation in brackets; three forts of Paris are told apart by theirs."""
    return name if "Paris" in name else name.partition("(")[0].strip()


# ---- 1914: Glory's End


class Fans(Style):
    module, file = "Glory 1914 (fan edition)", "fans.vmod"
    numbers = "Hex $gridLocation$"
    shows = "Game Turn $level1$ - $level2$"

    def laid(self) -> tuple[Ground, ...]:
        return (Ground(self.game.maps[0], "Western Front", "Front", 73.0),)

    def name(self, counter: str, steps: int) -> str:
        """`Fr 18 Corps`, `Fr 18 Corps (2)`: abbreviated as people do, with the steps of a weakened unit behind."""
        row = self.game.counters[counter]
        words = row.name.replace("Reserve", "Res").replace("Division", "Div").replace("Cavalry", "Cav")
        words = bare(words).replace("th ", " ").replace("1st ", "1 ").replace("2nd ", "2 ").strip()
        return f"{SHORT[row.nation]} {words}" + ("" if steps == row.steps else f" ({steps})")

    def shown(self, counter: str, steps: int, marks: Collection[str] = ()) -> Shown:
        return Shown(self.name(counter, steps))

    def levels(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return ("Turn", ()), ("Player", ("German", "Allied"))

    def turn_values(self, when: Moment) -> dict[str, object]:
        return {"Turn": when.turn, "Player": when.side.capitalize()}


class Plain(Style):
    module, file = "Marne plain", "plain.vmod"
    heard = r"Turn (?P<turn>\d+), (?P<side>allied|german)"

    def laid(self) -> tuple[Ground, ...]:
        return (Ground(self.game.maps[0], "Western Front", "Front", 131.0, on_side=True),)

    def name(self, counter: str, steps: int) -> str:
        row = self.game.counters[counter]
        return f"{row.nation.capitalize()} {bare(row.name)}"

    def shown(self, counter: str, steps: int, marks: Collection[str] = ()) -> Shown:
        weak = steps < self.game.counters[counter].steps
        return Shown(self.name(counter, steps), on_top=(f"{min(steps, 3)} steps",) if weak else ())

    def strengths(self) -> tuple[str, ...]:
        return tuple(f"{steps} steps" for steps in (1, 2, 3))
