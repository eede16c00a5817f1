"""Modules as other people make them, and logs of games played on them.

`Fans` replaces a counter by another for each strength, prints numbers with a word before them, and tracks turn and side
only. `Plain` has one counter a unit, strength markers on top, no grid at all, and says the turn in chat.
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

from PIL import Image

from builder.model import (
    Announced,
    Appeared,
    Box,
    Event,
    Game,
    Moment,
    Moved,
    Removed,
    Rolled,
    Said,
    Stepped,
    TurnSet,
    Unit,
)
from builder.module.grid import hex_grid
from builder.vassal import commands as c
from builder.vassal.archive import MODULE_DATA, zip_bytes
from builder.vassal.buildfile import Component, component, write_buildfile
from builder.vassal.metadata import Metadata, write_metadata
from builder.vassal.pieces import encode_piece, slot_text
from builder.vassal.saves import log_text, save_text, write_game
from builder.vassal.traits import make

BUILD = "VASSAL.build."
MAP = BUILD + "module.map."
MAP_NAME = "Western Front"
SHORT = {"french": "Fr", "german": "Ger", "british": "BEF", "belgian": "Bel"}


class Style:
    """What a module's maker does his own way. Positions are pixels of the map."""

    module = ""
    file = ""
    hex_px = 100.0
    left, top = 0.0, 0.0
    replaces = False  # whether a weakened unit is another counter
    has_grid = False

    def __init__(self, game: Game):
        self.game = game
        self.sheet = game.maps[0]

    def name(self, counter: str, steps: int) -> str:
        raise NotImplementedError

    def pixel(self, place: str) -> tuple[int, int]:
        """Where a counter lies: a hex by its centre; boxes in a row above the map."""
        if place in self.sheet.hexes:
            return self.point(*self.sheet.grid.centre(place))
        at = [box.id for box in self.sheet.boxes].index(place)
        return 40 + 60 * (at % 50), 20 + 40 * (at // 50)

    def holds(self, place: str) -> bool:
        """Whether the module has such a place at all."""
        return place in self.sheet.hexes

    def point(self, gx: float, gy: float) -> tuple[int, int]:
        return round(self.left + gx * self.hex_px), round(self.top + gy * self.hex_px)

    @property
    def size(self) -> tuple[int, int]:
        xs, ys = zip(*(self.pixel(number) for number in self.sheet.hexes))
        return max(xs) + 90, max(ys) + 90


class Fans(Style):
    module = "Glory 1914 (fan edition)"
    file = "fans.vmod"
    replaces = has_grid = True
    hex_px = 73.0

    def __init__(self, game: Game):
        super().__init__(game)
        xs, ys = zip(*(self.sheet.grid.centre(number) for number in self.sheet.hexes))
        self.left, self.top = 80 - min(xs) * self.hex_px, 340 - min(ys) * self.hex_px

    def holds(self, place: str) -> bool:
        return place in self.sheet.hexes or any(box.id == place for box in self.sheet.boxes)

    def name(self, counter: str, steps: int) -> str:
        """`Fr 18 Corps`, `Fr 18 Corps (2)`: abbreviated as people do, with the steps of a weakened unit behind."""
        row = self.game.counters[counter]
        words = row.name.replace("Reserve", "Res").replace("Division", "Div").replace("Cavalry", "Cav")
        words = _bare(words).replace("th ", " ").replace("1st ", "1 ").replace("2nd ", "2 ").strip()
        return f"{SHORT.get(row.nation, row.nation)} {words}" + ("" if steps == row.steps else f" ({steps})")


class Plain(Style):
    module = "Marne plain"
    file = "plain.vmod"
    hex_px = 131.0
    left, top = 0.0, 0.0

    def __init__(self, game: Game):
        super().__init__(game)
        points = [self.sheet.grid.centre(number) for number in self.sheet.hexes]
        self.left = 120 + max(y for _, y in points) * self.hex_px
        self.top = 260 - min(x for x, _ in points) * self.hex_px

    def point(self, gx: float, gy: float) -> tuple[int, int]:
        """The map lies on its side."""
        return round(self.left - gy * self.hex_px), round(self.top + gx * self.hex_px)

    def name(self, counter: str, steps: int) -> str:
        row = self.game.counters[counter]
        return f"{row.nation.capitalize()} {_bare(row.name)}"


def _bare(name: str) -> str:
    """Without an explanation in brackets; three forts of Paris are told apart by theirs."""
    return name if "Paris" in name else name.partition("(")[0].strip()


# ---- the module


def write_module(style: Style, folder: Path) -> Path:
    grid: tuple[Component, ...] = ()
    if isinstance(style, Fans):
        grid = (_grid(style),)
    board = component(MAP + "boardPicker.Board", {"name": "Front", "image": "board.png", "reversible": "false"}, grid)
    picker = component(
        MAP + "BoardPicker", {}, (component("setup", {}, (), f"{MAP_NAME}BoardPicker\tFront\t0\t0"), board)
    )
    parts = [
        component(BUILD + "module.BasicCommandEncoder"), component(BUILD + "module.PlayerRoster", {}, tuple(
            component("entry", {}, (), side) for side in ("Allies", "Germany"))),
        component(BUILD + "module.GlobalOptions"), component(BUILD + "module.PrototypesContainer"),
        component(BUILD + "module.Map", {"mapName": MAP_NAME}, (picker,)),
        component(BUILD + "module.DiceButton", {"name": "1d6", "nDice": "1", "nSides": "6"}),
        component(BUILD + "module.PieceWindow", {"name": "Pieces"}, (component(
            BUILD + "widget.ListWidget", {"entryName": "Units"}, tuple(_slots(style))),)),
    ]  # fmt: skip
    if isinstance(style, Fans):
        turns = [
            component(
                BUILD + "module.turn.CounterTurnLevel",
                {"name": "Turn", "property": "T", "start": "1"},
                (
                    component(
                        BUILD + "module.turn.ListTurnLevel",
                        {"name": "Player", "property": "P", "list": "German,Allied"},
                    ),
                ),
            )
        ]
        parts.append(component(BUILD + "module.turn.TurnTracker", {
            "name": "Turns", "turnFormat": "Game Turn $level1$ - $level2$"}, tuple(turns)))  # fmt: skip
    root = component(
        BUILD + "GameModule", {"name": style.module, "version": "1.3", "VassalVersion": "3.6.7"}, tuple(parts)
    )
    picture = io.BytesIO()
    Image.new("P", style.size).save(picture, "PNG")
    counter = io.BytesIO()
    Image.new("P", (60, 60)).save(counter, "PNG")
    entries = {
        "buildFile.xml": write_buildfile(root), "images/board.png": picture.getvalue(),
        "images/c.png": counter.getvalue(),
        MODULE_DATA: write_metadata(Metadata(name=style.module, version="1.3", vassal_version="3.6.7")),
    }  # fmt: skip
    path = folder / style.file
    path.write_bytes(zip_bytes(entries))
    return path


def _grid(style: Fans) -> Component:
    attributes, numbering = hex_grid(style.sheet.grid, style.pixel, *style.size, style.hex_px)
    numbered = numbering | {"locationFormat": "Hex $gridLocation$"}
    part = MAP + "boardPicker.board."
    hexes = component(part + "HexGrid", attributes, (component(part + "mapgrid.HexGridNumbering", numbered),))
    return component(part + "ZonedGrid", {}, (hexes, *(_zone(style, box) for box in style.sheet.boxes)))


def _zone(style: Style, box: Box) -> Component:
    """A box as people make one: a zone with a name much like ours."""
    x, y = style.pixel(box.id)
    corners = ";".join(
        f"{cx},{cy}" for cx, cy in ((x - 28, y - 18), (x + 28, y - 18), (x + 28, y + 18), (x - 28, y + 18))
    )
    return component(MAP + "boardPicker.board.mapgrid.Zone", {
        "name": box.label.replace("dead pile", "Dead Pile"), "path": corners, "locationFormat": "$name$",
        "useParentGrid": "false", "useHighlight": "false", "highlightProperty": ""})  # fmt: skip


def _slots(style: Style) -> Iterator[Component]:
    for gpid, (name, traits) in enumerate(pieces(style).items(), 1):
        size = {"width": "60", "height": "60"}
        yield component(
            BUILD + "widget.PieceSlot", {"entryName": name, "gpid": str(gpid), **size}, (), slot_text(traits)
        )


def pieces(style: Style) -> dict[str, tuple]:
    """Every piece by its name: with `Fans` one for each strength of a unit, with `Plain` the strength markers too."""
    found = {}
    for id, row in style.game.counters.items():
        for steps in range(max(row.steps, 1), 0, -1):
            name = style.name(id, steps)
            found.setdefault(name, (make.basic("c.png", name, len(found) + 1),))
    if isinstance(style, Plain):
        for steps in (1, 2, 3):
            found[f"{steps} steps"] = (make.basic("c.png", f"{steps} steps", len(found) + 1),)
    return found


# ---- a game on it


class Hand:
    """Plays events of our game with the pieces of another module. `slip` is how far beside a centre counters fall."""

    def __init__(self, style: Style, slip: int = 0, seed: int = 1):
        self.style, self.types = style, pieces(style)
        self.random, self.slip = random.Random(seed), slip
        self.next = 1700000000000
        self.at: dict[str, tuple[str, int, str]] = {}  # unit -> (piece id, steps, place)
        self.marker: dict[str, str] = {}  # unit -> piece id of its strength marker
        self.where: dict[str, tuple[int, int]] = {}  # piece id -> pixel
        self.rolled = "1"
        self.units: Mapping[str, Unit] = {}

    def start(self, units: Iterator[Unit]) -> list[c.Command]:
        commands: list[c.Command] = []
        for unit in units:
            commands += self._add(unit) if self.style.holds(unit.place) else []
        return commands

    def _new(self, name: str, place: str) -> c.AddPiece:
        self.next += 17
        id = str(self.next)
        x, y = self._pixel(place)
        self.where[id] = x, y
        type_, _ = encode_piece(self.types[name])
        return c.AddPiece(id, type_, f"{MAP_NAME};{x};{y};7;0")

    def _pixel(self, place: str) -> tuple[int, int]:
        x, y = self.style.pixel(place)
        off = self.random.randint(-self.slip, self.slip), self.random.randint(-self.slip, self.slip)
        return x + off[0], y + off[1]

    def _add(self, unit: Unit) -> list[c.Command]:
        added = self._new(self.style.name(unit.counter, unit.steps), unit.place)
        self.at[unit.id] = (added.id or "", unit.steps, unit.place)
        return [added, *self._marked(unit.id, unit.counter, unit.steps, unit.place)]

    def _marked(self, id: str, counter: str, steps: int, place: str) -> list[c.Command]:
        """With `Plain`, a strength marker where a unit is below its full steps, in one stack with it."""
        if isinstance(self.style, Fans):
            return []
        commands: list[c.Command] = []
        old = self.marker.pop(id, "")
        if old:
            commands.append(c.RemovePiece(old))
        if steps < self.style.game.counters[counter].steps:
            added = self._new(f"{min(steps, 3)} steps", place)
            x, y = self.where[self.at[id][0]]
            added = added._replace(state=f"{MAP_NAME};{x};{y};7;0")
            self.where[added.id or ""] = x, y
            self.marker[id] = added.id or ""
            self.next += 17
            commands += [
                added,
                c.AddPiece(str(self.next), "stack", f"{MAP_NAME};{x};{y};{self.at[id][0]};{added.id};@@-1"),
            ]
        return commands

    def play(self, event: Event, units: Mapping[str, Unit]) -> list[c.Command]:
        """The commands of one event; none for what this module cannot say. `units` are those after it."""
        self.units = units

        def counters(id: str) -> str:
            return units[id].counter if id in units else ""

        if isinstance(event, Moved) and event.unit not in self.at and self.style.holds(event.path[-1]):
            return self._add(self.units[event.unit])  # out of the palette
        if isinstance(event, Moved) and event.unit in self.at and not self.style.holds(event.path[-1]):
            event = Removed(event.ref, event.player, event.unit, event.path[-1])  # back into it
        if isinstance(event, Appeared):
            return self._add(event.unit) if self.style.holds(event.unit.place) else []
        if isinstance(event, Removed) and event.unit in self.at:
            gone = [c.RemovePiece(self.at.pop(event.unit)[0])]
            return gone + [c.RemovePiece(id) for id in (self.marker.pop(event.unit, ""),) if id]
        if isinstance(event, Moved) and event.unit in self.at:
            return self._move(event.unit, event.path[-1])
        if isinstance(event, Stepped) and event.unit in self.at:
            return self._step(event.unit, counters(event.unit), event.after)
        if isinstance(event, Rolled) and event.faces:
            now = str(event.faces[0])
            said = [
                c.Chat(f"*** 1d6 = {now} *** &lt;Anna&gt;"),
                c.MutableProperty("1d6_result", self.rolled, now, "Module"),
            ]
            self.rolled = now
            return said
        if isinstance(event, TurnSet):
            return self._turn(event.before, event.after)
        if isinstance(event, Said) and not event.text.startswith("*"):
            return [c.Chat(event.text)]
        if isinstance(event, Announced) and event.announcement.verb in ("battle", "declare"):
            said = event.announcement
            names = ", ".join(self.style.name(counters(id), 9) for id in said.ids("by") if counters(id))
            return [c.Chat(f"&lt;Anna&gt; - attack on {said['at']} by {names}")]
        return []

    def _move(self, unit: str, place: str) -> list[c.Command]:
        id, steps, _ = self.at[unit]
        self.at[unit] = (id, steps, place)
        x, y = self._pixel(place)
        moved = []
        for piece in filter(None, (id, self.marker.get(unit, ""))):
            ox, oy = self.where[piece]
            self.where[piece] = x, y
            moved.append(c.MovePiece(piece, MAP_NAME, x, y, None, MAP_NAME, ox, oy, None, c.PlayerId("anna")))
        return moved

    def _step(self, unit: str, counter: str, steps: int) -> list[c.Command]:
        id, _, place = self.at[unit]
        if isinstance(self.style, Fans):
            added = self._new(self.style.name(counter, steps), place)
            self.at[unit] = (added.id or "", steps, place)
            return [added, c.RemovePiece(id)]
        self.at[unit] = (id, steps, place)
        return self._marked(unit, counter, steps, place)

    def _turn(self, before: Moment, after: Moment) -> list[c.Command]:
        if isinstance(self.style, Plain):
            if (before.turn, before.side) == (after.turn, after.side):
                return []
            return [c.Chat(f"&lt;Anna&gt; - Turn {after.turn}, {after.side}")]
        return [
            c.Turn("TurnTracker0", f"0|{after.turn};0;false;-1;{0 if after.side == 'german' else 1}\\;0\\;true,true")
        ]


def first_turn(style: Style, when: Moment) -> list[c.Command]:
    if isinstance(style, Plain):
        return []
    return [c.Turn("TurnTracker0", f"0|{when.turn};0;false;-1;{0 if when.side == 'german' else 1}\\;0\\;true,true")]


def write_log(
    path: Path, style: Style, start: list[c.Command], more: list[c.Command], steps: list[list[c.Command]]
) -> None:
    added = [one for one in start if isinstance(one, c.AddPiece)]
    others = [c.Player(c.PlayerId("anna"), "Anna", "Allies"), *more]
    data = Metadata(name=style.module, version="1.3", vassal_version="3.6.7")
    write_game(path, log_text(save_text(added, others), steps), savedata=Metadata(version="1.3"), moduledata=data)
