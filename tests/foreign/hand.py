"""Events of our game played with the pieces of another module, as VASSAL would log it there."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from builder.model import (
    Announced,
    Appeared,
    Event,
    GameState,
    Marked,
    Marker,
    MarkerPlaced,
    MarkerRemoved,
    Moment,
    Moved,
    Removed,
    Rolled,
    Said,
    Stepped,
    TurnSet,
    Unit,
)
from builder.vassal import commands as c
from builder.vassal.metadata import Metadata
from builder.vassal.module import Module
from builder.vassal.pieces import encode_piece
from builder.vassal.saves import log_text, save_text, write_game
from builder.vassal.traits import Trait
from tests.foreign.modules import pieces
from tests.foreign.styles import Shown, Style


@dataclass
class Held:
    """A unit on their table: its piece, how that looks, where it is, and the markers on top."""

    piece: str
    shown: Shown
    place: str
    on_top: list[str] = field(default_factory=list)


class Hand:
    """`slip` is how far beside a centre counters fall."""

    def __init__(self, style: Style, module: Module, slip: int = 0, seed: int = 1):
        self.style, self.module, self.types = style, module, pieces(style)
        self.random, self.slip = random.Random(seed), slip
        self.next = 1700000000000
        self.at: dict[str, Held] = {}  # unit -> its piece
        self.markers: dict[str, str] = {}  # marker -> its piece
        self.where: dict[str, tuple[str, int, int]] = {}  # piece -> window and pixel
        self.looks: dict[str, tuple[Trait, ...]] = {}
        self.rolled = "1"

    def start(self, state: GameState) -> list[c.Command]:
        commands: list[c.Command] = []
        for unit in state.units.values():
            commands += self._add(unit) if self.style.holds(unit.place) else []
        for marker in state.markers.values():
            commands += self._put(marker)
        return commands

    def play(self, event: Event, units: Mapping[str, Unit]) -> list[c.Command]:
        """The commands of one event; none for what this module cannot say. `units` are those after it."""
        holds = self.style.holds
        if isinstance(event, Moved) and event.unit not in self.at and holds(event.path[-1]):
            return self._add(units[event.unit]._replace(place=event.path[-1]))  # out of the palette
        if isinstance(event, Moved) and event.unit in self.at:
            if holds(event.path[-1]):
                return self._move(self.at[event.unit], event.path[-1])
            return self._remove(event.unit)  # back into it
        if isinstance(event, Appeared):
            return self._add(event.unit) if holds(event.unit.place) else []
        if isinstance(event, Removed) and event.unit in self.at:
            return self._remove(event.unit)
        if isinstance(event, Stepped | Marked) and event.unit in self.at:
            steps = event.after if isinstance(event, Stepped) else units[event.unit].steps
            marks = event.after if isinstance(event, Marked) else units[event.unit].marks
            return self._shows(event.unit, self.style.shown(units[event.unit].counter, steps, marks))
        if isinstance(event, MarkerPlaced):
            return self._put(event.marker)
        if isinstance(event, MarkerRemoved) and event.marker in self.markers:
            return [c.RemovePiece(self.markers.pop(event.marker))]
        return self._said(event, units)

    def _said(self, event: Event, units: Mapping[str, Unit]) -> list[c.Command]:
        """Dice, the turn, and what stands in chat."""
        if isinstance(event, Rolled) and event.faces:
            now = ", ".join(map(str, event.faces))
            said = [
                c.Chat(f"*** 1d6 = {now} *** &lt;Anna&gt;"),
                c.MutableProperty("1d6_result", self.rolled, now, "Module"),
            ]
            self.rolled = now
            return said
        if isinstance(event, TurnSet):
            return self.turn(event.before, event.after)
        if isinstance(event, Said) and not event.text.startswith("*"):
            return [c.Chat(event.text)]
        if isinstance(event, Announced) and event.announcement.verb in ("battle", "declare"):
            said_ = event.announcement
            names = ", ".join(self.style.name(units[id].counter, 9) for id in said_.ids("by") if id in units)
            return [c.Chat(f"&lt;Anna&gt; - attack on {said_['at']} by {names}")]
        return []

    def put_again(self, unit: str, first: bool = False) -> list[list[c.Command]]:
        """The steps of somebody who deletes a unit, says so, and takes a new one out of the palette; or puts that one
        first."""
        held = self.at[unit]
        spot, gone = self.where[held.piece], [c.RemovePiece(id) for id in (held.piece, *held.on_top)]
        added = self._new(held.shown.piece, held.place, held.shown.level, held.shown.number)
        held.piece, held.on_top = added.id or "", []
        self.where[held.piece] = spot
        state = encode_piece(_at(self.looks[held.piece], spot))[1]
        put = [added._replace(state=state), *self._cover(held, held.shown.on_top)]
        said: list[c.Command] = [c.Chat("&lt;Anna&gt; - wrong piece")]
        return [put, said, gone] if first else [gone, said, put]

    # ---- pieces

    def _new(self, name: str, place: str, level: int = 1, number: str = "") -> c.AddPiece:
        self.next += 17
        id = str(self.next)
        self.looks[id] = _turned(self.types[name], level, number)
        self.where[id] = self._spot(place)
        type_, state = encode_piece(_at(self.looks[id], self.where[id]))
        return c.AddPiece(id, type_, state)

    def _spot(self, place: str) -> tuple[str, int, int]:
        x, y = self.style.pixel(place)
        slip = 0 if self.style.is_deck(place) else self.slip
        off = self.random.randint(-slip, slip), self.random.randint(-slip, slip)
        return self.style.window(place), x + off[0], y + off[1]

    def _add(self, unit: Unit) -> list[c.Command]:
        shown = self.style.shown(unit.counter, unit.steps, unit.marks)
        added = self._new(shown.piece, unit.place, shown.level, shown.number)
        self.at[unit.id] = Held(added.id or "", shown, unit.place)
        return [added, *self._cover(self.at[unit.id], shown.on_top)]

    def _remove(self, unit: str) -> list[c.Command]:
        held = self.at.pop(unit)
        return [c.RemovePiece(id) for id in (held.piece, *held.on_top)]

    def _move(self, held: Held, place: str) -> list[c.Command]:
        spot, held.place = self._spot(place), place
        return [self._drag(piece, spot) for piece in (held.piece, *held.on_top)]

    def _drag(self, piece: str, spot: tuple[str, int, int]) -> c.Command:
        old, self.where[piece] = self.where[piece], spot
        return c.MovePiece(piece, *spot, None, *old, None, c.PlayerId("anna"))

    def _shows(self, unit: str, shown: Shown) -> list[c.Command]:
        """Replace, a flip, a number typed anew, other markers: as far as the unit looks otherwise."""
        held, commands = self.at[unit], list[c.Command]()
        before, held.shown = held.shown, shown
        if shown.piece != before.piece:
            added = self._new(shown.piece, held.place, shown.level, shown.number)
            commands += [added, c.RemovePiece(held.piece)]
            held.piece = added.id or ""
        elif (shown.level, shown.number) != (before.level, before.number):
            spot = self.where[held.piece]
            old = encode_piece(_at(self.looks[held.piece], spot))[1]
            self.looks[held.piece] = _turned(self.looks[held.piece], shown.level, shown.number)
            commands.append(c.ChangePiece(held.piece, encode_piece(_at(self.looks[held.piece], spot))[1], old))
        if shown.piece != before.piece or shown.on_top != before.on_top:
            commands += self._cover(held, shown.on_top)
        return commands

    def _cover(self, held: Held, names: tuple[str, ...]) -> list[c.Command]:
        """Markers on a unit, in one stack with it."""
        commands: list[c.Command] = [c.RemovePiece(id) for id in held.on_top]
        held.on_top = []
        if not names:
            return commands
        for name in names:
            added = self._new(name, held.place)
            self.where[added.id or ""] = self.where[held.piece]
            state = encode_piece(_at(self.looks[added.id or ""], self.where[held.piece]))[1]
            commands.append(added._replace(state=state))
            held.on_top.append(added.id or "")
        self.next += 17
        window, x, y = self.where[held.piece]
        members = ";".join((held.piece, *held.on_top))
        return [*commands, c.AddPiece(str(self.next), "stack", f"{window};{x};{y};{members};@@-1")]

    def _put(self, marker: Marker) -> list[c.Command]:
        """A marker that is new, moved, turned, or put where the module has no place."""
        old, holds = self.markers.get(marker.id, ""), self.style.holds(marker.place)
        if not old and holds:
            level = 2 if marker.face == "back" and self._turns(marker.kind) else 1
            added = self._new(self.style.marker(marker.kind), marker.place, level)
            self.markers[marker.id] = added.id or ""
            return [added]
        if old and not holds:
            return [c.RemovePiece(self.markers.pop(marker.id))]
        return [self._drag(old, self._spot(marker.place))] if old else []

    def _turns(self, kind: str) -> bool:
        return any(trait.prefix == "emb2" for trait in self.types[self.style.marker(kind)])

    # ---- the turn

    def turn(self, before: Moment, after: Moment) -> list[c.Command]:
        (tracker,) = self.module.turn_trackers or (None,)
        if tracker is not None:
            values = self.style.turn_values(after)
            if values == self.style.turn_values(before):
                return []
            return [c.Turn(tracker.id, tracker.write(tracker.at(values)))]
        if self.style.turn_told(before) == self.style.turn_told(after):
            return []
        return [c.Chat(f"&lt;Anna&gt; - {self.style.turn_told(after)}")]

    def first_turn(self, when: Moment) -> list[c.Command]:
        (tracker,) = self.module.turn_trackers or (None,)
        if tracker is None:
            return []
        return [c.Turn(tracker.id, tracker.write(tracker.at(self.style.turn_values(when))))]


def _turned(traits: tuple[Trait, ...], level: int, number: str) -> tuple[Trait, ...]:
    def turned(trait: Trait) -> Trait:
        if trait.prefix == "emb2":
            return trait.with_state(level=level)
        return trait.with_state(value=number) if trait.prefix == "PROP" and number else trait

    return tuple(map(turned, traits))


def _at(traits: tuple[Trait, ...], spot: tuple[str, int, int]) -> tuple[Trait, ...]:
    window, x, y = spot
    return (*traits[:-1], traits[-1].with_state(map=window, x=x, y=y))


def write_log(path: Path, hand: Hand, start: list[c.Command], when: Moment, steps: Iterable[list[c.Command]]) -> None:
    added = [one for one in start if isinstance(one, c.AddPiece)]
    others = [c.Player(c.PlayerId("anna"), "Anna", hand.style.sides[0]), *hand.first_turn(when)]
    data = Metadata(name=hand.style.module, version="1.3", vassal_version="3.6.7")
    write_game(path, log_text(save_text(added, others), list(steps)),
               savedata=Metadata(version="1.3"), moduledata=data)  # fmt: skip
