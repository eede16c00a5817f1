"""The position: units at places, control, markers, the moment; changed by events alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rpds import HashTrieMap

from builder.model.counters import Counter, Values
from builder.model.game import Moment


class Unit(NamedTuple):
    """A piece in play that a rule can speak of. `marks` are what it carries or did: ooc, digging, moved, railed…"""

    id: str
    side: str
    nation: str
    type: str
    size: str
    place: str
    steps: int
    full_steps: int
    values: tuple[Values, ...] = ()
    name: str = ""
    counter: str = ""  # id in the manifest, "" for a unit drawn in a case
    marks: frozenset[str] = frozenset()

    def at_steps(self) -> Values:
        """The values of the face that shows; an empty `Values` where they are not known."""
        return self.values[max(self.steps, 1) - 1] if len(self.values) >= max(self.steps, 1) else Values()


def unit_of(counter: Counter, place: str, steps: int = 0, marks: frozenset[str] = frozenset(), id: str = "") -> Unit:
    """A unit of the manifest at full steps unless told otherwise."""
    return Unit(
        id or counter.id,
        counter.side,
        counter.nation,
        counter.type,
        counter.size,
        place,
        steps or counter.steps,
        counter.steps,
        counter.values,
        counter.name,
        counter.id,
        marks,
    )


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker on the board: control, trench, fortified zone…"""

    id: str
    kind: str
    place: str
    side: str = ""
    face: str = "front"


EMPTY_MAP: HashTrieMap = HashTrieMap()


class GameState(NamedTuple):
    """One position. All maps are persistent: a state shares what did not change with the one before.

    What a log does all the time is written out below, since `replace` costs four times as much.
    """

    when: Moment = Moment()
    units: HashTrieMap[str, Unit] = EMPTY_MAP
    by_place: HashTrieMap[str, tuple[str, ...]] = EMPTY_MAP  # place -> unit ids, bottom first
    markers: HashTrieMap[str, Marker] = EMPTY_MAP
    control: HashTrieMap[str, str] = EMPTY_MAP  # hex -> side
    properties: HashTrieMap[str, str] = EMPTY_MAP  # tracks, stocks, VP

    def at(self, place: str) -> tuple[Unit, ...]:
        """The units at a place, bottom first: a stack is a view."""
        units = self.units
        return tuple([units[u] for u in self.by_place.get(place, ())])

    def markers_at(self, place: str) -> tuple[Marker, ...]:
        return tuple([m for m in self.markers.values() if m.place == place])

    def with_unit(self, unit: Unit) -> GameState:
        """Add a unit, or put it in place of the one with its id (at the top of its new stack if it moved)."""
        by_place = self.by_place
        old = self.units.get(unit.id)
        if old is None or old.place != unit.place:
            if old is not None:
                by_place = _without(by_place, old)
            by_place = by_place.insert(unit.place, (*by_place.get(unit.place, ()), unit.id))
        units = self.units.insert(unit.id, unit)
        return GameState(self.when, units, by_place, self.markers, self.control, self.properties)

    def without_unit(self, unit_id: str) -> GameState:
        old = self.units.get(unit_id)
        if old is None:
            return self
        units, by_place = self.units.remove(unit_id), _without(self.by_place, old)
        return GameState(self.when, units, by_place, self.markers, self.control, self.properties)

    def with_marker(self, marker: Marker) -> GameState:
        return self._replace(markers=self.markers.insert(marker.id, marker))

    def without_marker(self, marker_id: str) -> GameState:
        return self._replace(markers=self.markers.discard(marker_id))

    def with_control(self, place: str, side: str) -> GameState:
        return self._replace(control=self.control.insert(place, side))

    def with_property(self, name: str, value: str) -> GameState:
        properties = self.properties.insert(name, value)
        return GameState(self.when, self.units, self.by_place, self.markers, self.control, properties)

    def at_moment(self, when: Moment) -> GameState:
        return self._replace(when=when)

    def after(self, event) -> GameState:
        """The position after an event: the only door for a replay."""
        return event.applied(self)


def _without(by_place: HashTrieMap, unit: Unit) -> HashTrieMap:
    left = tuple(u for u in by_place.get(unit.place, ()) if u != unit.id)
    return by_place.insert(unit.place, left) if left else by_place.discard(unit.place)
