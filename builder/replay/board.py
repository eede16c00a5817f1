"""Pieces of a table as units and markers: what each piece is, and which place its pixel names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from builder.model import Game, Marker, Moment, Unit, unit_of
from builder.replay.binding import level_number, shape_of
from builder.vassal.places import Places
from builder.vassal.table import Table
from builder.vassal.turns import TurnTracker

OFF_BOARD = "offboard"
TURN_NUMBER, ACTIVE_SIDE, PHASE, MONTH = "TurnNo", "ActiveSide", "Phase", "TurnMonth"


@lru_cache(maxsize=256)
def _marks(*words: str) -> frozenset[str]:
    """One value for all units that carry the same: there are few, and every position of a game holds them."""
    return frozenset(filter(None, words))


@dataclass(slots=True)
class Board:
    """Knows a game's counters and a module's places; remembers the pixels it was asked for."""

    game: Game
    places: Mapping[str, Places]  # by the map's name
    _boxes: dict[str, str] = field(init=False)
    _sides: dict[str, str] = field(init=False)
    _phases: dict[str, str] = field(init=False)
    _turns: dict[tuple[str, str], int] = field(init=False)
    _known: dict[tuple[str, int, int], str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._boxes = {box.label: box.id for sheet in self.game.maps for box in sheet.boxes}
        self._phases = {f"{p.letter} {p.name}".strip(): p.id for p in self.game.phases}
        self._turns = {(turn.month, turn.part): turn.number for turn in self.game.turns}
        self._sides = {side.name: side.id for side in self.game.sides}

    def place(self, map_name: str | None, x: int, y: int) -> str:
        """The place id of a pixel: a printed number, a box's id, or `offboard`."""
        key = (map_name or "", x, y)
        found = self._known.get(key)
        if found is None:
            places = self.places.get(key[0])
            found = self.place_named(places.location(x, y)) if places is not None else OFF_BOARD
            self._known[key] = found
        return found

    def place_named(self, location: str) -> str:
        """The place id of a location name as the module writes it; in machine suffixes blanks are underscores."""
        return self._boxes.get(location) or self._boxes.get(location.replace("_", " "), location)

    def side_named(self, name: str) -> str:
        return self._sides.get(name, "")

    def phase_named(self, text: str) -> str:
        """The phase id of what the turn tracker shows."""
        return self._phases.get(text, "")

    def moment(self, table: Table, tracker: TurnTracker | None) -> Moment:
        """What the turn tracker shows."""
        text = table.turns.get(tracker.id) if tracker is not None else None
        if tracker is None or text is None:
            return Moment()
        state = tracker.read(text)
        values = state.values()
        if MONTH in values:
            return self.moment_in_month({one.level.property: one.value for one in state.active()})
        number = values.get(TURN_NUMBER, "")
        side = self.side_named(values.get(ACTIVE_SIDE, ""))
        turn = int(number) if number.isascii() and number.isdigit() else 0
        return Moment(turn, side, self.phase_named(values.get(PHASE, "")))

    def moment_in_month(self, active: Mapping[str, str]) -> Moment:
        """The moment of a tracker of months, by the levels that make up the present turn."""
        part = active.get("TurnPart") or active.get("SpecialTurn", "")
        turn = self._turns.get((active.get("TurnMonth", ""), part), 0)
        phase = active.get("Phase") or active.get("SpecialPhase", "")
        return Moment(turn, self.side_named(active.get("ActiveSide", "")), self.phase_named(phase))

    def unit(self, piece_id: str, type_text: str, levels: Sequence[str], place: str, name: str = "") -> Unit | None:
        """The unit that a piece is, by this name or its own id; None where the piece is no counter of the game."""
        shape = shape_of(type_text)
        counter = self.game.counters.get(shape.mark("CounterId", levels))
        if counter is None:
            return None
        steps = level_number(levels, shape.step, counter.steps) if counter.steps else 0
        out = "ooc" if level_number(levels, shape.out_of_command, 1) == 2 else ""
        marks = _marks(out, levels[shape.acted] if shape.acted >= 0 else "")
        return unit_of(counter, place, min(steps, counter.steps), marks, name or piece_id)

    def counter_of(self, type_text: str, levels: Sequence[str]) -> str:
        """The id of the counter that a piece is; "" for none."""
        name = shape_of(type_text).mark("CounterId", levels)
        return name if name in self.game.counters else ""

    def hears(self, text: str) -> bool:
        """Whether a chat line tells the time: our modules have a tracker for that."""
        return False

    def tells_time(self, name: str) -> bool:
        """Whether a property tells it."""
        return False

    def touched_by(self, piece_id: str) -> tuple[str, ...]:
        """Units whose strength another piece tells: ours bear it themselves."""
        return ()

    def marker(self, piece_id: str, type_text: str, levels: Sequence[str], place: str) -> Marker | None:
        """The marker that a piece is; None where it is none of the game's."""
        shape = shape_of(type_text)
        kind = self.game.markers.get(shape.mark("MarkerId", levels))
        if kind is None:
            return None
        face = "back" if level_number(levels, shape.face, 1) == 2 else "front"
        return Marker(piece_id, kind.id, place, kind.side, face)
