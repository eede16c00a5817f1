"""A log's commands as events: pieces become units, pixels places, tracker states moments, reports announcements.

The table is VASSAL's own (vassal.table); the state beside it is the game's. Each command gives the events of what it
changed, in the order of the file, so that a declaration comes before its die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from builder.model import (
    Announced,
    Announcement,
    Appeared,
    Diagnostic,
    Event,
    Game,
    GameState,
    LogRef,
    Marked,
    Marker,
    MarkerPlaced,
    MarkerRemoved,
    Moment,
    Moved,
    PropertySet,
    Removed,
    Rolled,
    Said,
    Span,
    Stepped,
    TurnSet,
    Undone,
    Unit,
    warning,
)
from builder.model.speech import find
from builder.replay.board import Board
from builder.replay.foreign import ForeignBoard
from builder.replay.undo import UndoPointer
from builder.vassal import commands as c
from builder.vassal.pieces import state_levels, type_levels
from builder.vassal.stream import Step
from builder.vassal.table import PIECE, Change, Table
from builder.vassal.turns import TurnTracker

PIECE_LISTS = ("by", "def", "sup", "hq", "defhq")
PIECE_KEYS = ("unit",)
LOST = "steps are missing before it, or the file was changed by hand: ask who recorded it"


@dataclass(slots=True)
class Interpreter:
    """Follows one log. `start` first, then `events_of` each step; `state` is the position reached so far."""

    game: Game
    board: Board | ForeignBoard
    tracker: TurnTracker | None
    file: str
    table: Table = field(default_factory=Table)
    state: GameState = field(default_factory=GameState)
    unknown: dict[str, int] = field(default_factory=dict)  # commands that nothing here understands, counted
    mismatches: list[Diagnostic] = field(default_factory=list)
    watch: Callable[[int, Sequence[c.Command]], None] | None = None  # is told each step before it is carried out
    _names: dict[str, str] = field(default_factory=dict)  # piece id -> unit id
    _taken: set[str] = field(default_factory=set)
    _undo: UndoPointer = field(default_factory=UndoPointer)
    _player: str = ""

    def start(self, commands: Iterable[c.Command]) -> GameState:
        """Take in the state part of a save or log; its position becomes the state."""
        for command in commands:
            self.table.apply(command)
        for id in self.table.pieces:
            self.board.touched_by(id)
        state = GameState(when=self._moment())
        for piece in self.table.pieces.values():
            if piece.kind == PIECE:
                unit, marker = self._unit(piece.id), self._marker(piece.id)
                if unit is not None:
                    state = state.with_unit(unit)
                elif marker is not None:
                    state = state.with_marker(marker)
        for (_, name), value in self.table.properties.items():
            state = state.with_property(name, value)
        self.state = state
        return state

    def events_of(self, step: Step) -> tuple[Event, ...]:
        """The events of one press of Step, each applied to the state."""
        numbered = step.numbered
        commands = tuple([command for _, command in numbered])
        if self.watch is not None:
            self.watch(step.number, commands)
        target = self._undo.takes_back(step, commands)
        events: list[Event] = []
        self._keep_identity(commands)
        for number, command in numbered:
            ref = LogRef(self.file, step.number, number)
            if target and isinstance(command, c.Undo) and command.start:
                events.append(Undone(ref, self._player, target))
            for event in self._events(command, ref):
                self.state = self.state.after(event)
                events.append(event)
        return tuple(events) if isinstance(self.board, Board) else tuple(_net(events))

    def _keep_identity(self, commands: Sequence[c.Command]) -> None:
        """A unit that a step takes away and puts down again, as Replace does, stays the unit that it was."""
        gone = {one.id for one in commands if isinstance(one, c.RemovePiece) and one.id in self._names}
        if not gone:
            return
        units = {self.state.units[self._names[id]].counter: id for id in gone if self._names[id] in self.state.units}
        for one in commands:
            if isinstance(one, c.AddPiece) and one.id and one.id not in self.table.pieces:
                old = units.pop(self._counter_in(one), "")
                if old:
                    self._names[one.id] = self._names.pop(old)

    def _counter_in(self, added: c.AddPiece) -> str:
        if added.type == "stack" or added.type.startswith("deck;"):
            return ""
        return self.board.counter_of(added.type, state_levels(added.state, len(type_levels(added.type))))

    # ---- commands

    def _events(self, command: c.Command, ref: LogRef) -> Iterator[Event]:
        if isinstance(command, c.MovePiece):
            if command.player:
                self._player = self._side_of(command.player)
            self._compare(command, ref)
        moment = self._moment() if isinstance(command, c.Turn) else None
        changes = self.table.apply(command)
        if changes:
            yield from self._board_events(changes, ref)
        elif isinstance(command, c.Turn):
            yield TurnSet(ref, self._player, moment or Moment(), self._moment())
        elif isinstance(command, c.MutableProperty):
            yield from self._property(command, ref)
            if self.board.tells_time(command.name):
                yield TurnSet(ref, self._player, self.state.when, self._moment())
        elif isinstance(command, c.Chat):
            said = find(command.text)
            if said is not None and not command.text.startswith("* UNDO"):
                yield Announced(ref, self._player, self._in_our_words(said))
            else:
                yield Said(ref, self._player, command.text)
                if self.board.hears(command.text):
                    yield TurnSet(ref, self._player, self.state.when, self._moment())
        elif isinstance(command, (c.Unknown, c.Damaged)):
            head = command.text[:12]
            self.unknown[head] = self.unknown.get(head, 0) + 1

    def _board_events(self, changes: tuple[Change, ...], ref: LogRef) -> Iterator[Event]:
        ids = dict.fromkeys(change.id for change in changes)
        told = (unit for changed in ids for unit in self.board.touched_by(changed))
        for id in dict.fromkeys((*ids, *told)):
            piece = self.table.pieces.get(id)
            name = self._names.get(id, id)
            old = self.state.units.get(name)
            old_marker = self.state.markers.get(id)
            if piece is None:
                if old is not None:
                    yield Removed(ref, self._player, name, old.place)
                    self._forget(id)
                elif old_marker is not None:
                    yield MarkerRemoved(ref, self._player, id)
            elif piece.kind == PIECE:
                unit = self._unit(id)
                if unit is not None:
                    yield from self._unit_events(old, unit, ref)
                    continue
                marker = self._marker(id)
                if marker is not None and marker != old_marker:
                    yield MarkerPlaced(ref, self._player, marker)

    def _unit_events(self, old: Unit | None, unit: Unit, ref: LogRef) -> Iterator[Event]:
        if old is None:
            yield Appeared(ref, self._player, unit)
            return
        if old.place != unit.place:
            yield Moved(ref, self._player, unit.id, (old.place, unit.place))
        if old.steps != unit.steps:
            yield Stepped(ref, self._player, unit.id, old.steps, unit.steps)
        if old.marks != unit.marks:
            yield Marked(ref, self._player, unit.id, old.marks, unit.marks)

    def _property(self, command: c.MutableProperty, ref: LogRef) -> Iterator[Event]:
        name = command.name
        if name.endswith("_result"):
            said = (face.strip() for face in (command.new or "").split(","))
            faces = tuple(int(face) for face in said if face.isascii() and face.lstrip("-").isdigit())
            yield Rolled(ref, self._player, name.removesuffix("_result"), faces)
        elif not name.endswith(("_total", "_keep", "_summary")):
            yield PropertySet(ref, self._player, name, command.old or "", command.new or "")

    def _compare(self, command: c.MovePiece, ref: LogRef) -> None:
        """The before-values that a move carries must be what the table holds: else something was lost on the way."""
        piece = self.table.pieces.get(command.id or "")
        if piece is None or command.map is None:
            return
        held = self.table.place_of(piece.id)
        said = (command.old_map, command.old_x, command.old_y)
        if held == said or held[0] is None:
            return
        there, here = self._spot(said), self._spot(held)
        by_pixels = f", {said[1]},{said[2]} and not {held[1]},{held[2]} of the map" if there == here else ""
        headline = (
            f"step {ref.step}: {self._names.get(piece.id, 'a piece')} is dragged from {there} and stands in {here}"
        )
        self.mismatches.append(warning("replay-mismatch", f"{headline}{by_pixels}", Span(ref.file), help=LOST))

    def _spot(self, at: tuple[str | None, int, int]) -> str:
        return self.board.place(*at) or f"{at[0]} {at[1]},{at[2]}"

    # ---- what things are

    def _moment(self) -> Moment:
        return self.board.moment(self.table, self.tracker)

    def _unit(self, id: str) -> Unit | None:
        piece = self.table.pieces[id]
        name = self._names.get(id)
        place = self.board.place(*self.table.place_of(id))
        found = self.board.unit(id, piece.type, piece.levels, place, name or id)
        if found is None or name is not None:
            return found
        name = found.counter if found.counter not in self._taken else f"{found.counter}#{id}"
        self._names[id] = name
        self._taken.add(name)
        return found._replace(id=name)

    def _marker(self, id: str) -> Marker | None:
        piece = self.table.pieces[id]
        return self.board.marker(id, piece.type, piece.levels, self.board.place(*self.table.place_of(id)))

    def _forget(self, id: str) -> None:
        name = self._names.pop(id, None)
        if name is not None:
            self._taken.discard(name)

    def _side_of(self, player: c.PlayerId) -> str:
        name_side = self.table.players.get(player)
        return self.board.side_named(name_side[1]) if name_side else ""

    def _in_our_words(self, said: Announcement) -> Announcement:
        """Piece ids become unit ids, location names places."""

        def word(key: str, value: str) -> str:
            if key in PIECE_LISTS:
                return ",".join(self._names.get(id, id) for id in value.split(",") if id)
            if key in PIECE_KEYS:
                return self._names.get(value, value)
            if key in ("at", "from"):
                return ",".join(self.board.place_named(place) for place in value.split(",") if place)
            return value

        return Announcement(said.verb, tuple((k, word(k, v)) for k, v in said.fields), said.version)

    @property
    def unit_names(self) -> Mapping[str, str]:
        return self._names


def _net(events: list[Event]) -> Iterator[Event]:
    """Of several changes of a unit's strength in one press only what comes of them: where a marker tells it, one is
    taken away before the other is put down."""
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for at, event in enumerate(events):
        if isinstance(event, Stepped):
            first.setdefault(event.unit, event.before)
            last[event.unit] = at
    for at, event in enumerate(events):
        if not isinstance(event, Stepped):
            yield event
        elif last[event.unit] == at and first[event.unit] != event.after:
            yield replace(event, before=first[event.unit])
