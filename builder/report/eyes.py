"""Whose eyes look at a table: the players' public view, one side's, or the director's.

What is hidden: masked pieces are their mask's name, invisible ones are not there at all, cards of a face-down deck
and what lies in a private window are nameless. Which windows are private only the module says; where it is not at
hand, no piece is named, since a hand of cards looks like any other map in a save.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from builder.model import BadInput, error, near_miss
from builder.vassal.module import Module
from builder.vassal.pieces import piece_name, type_levels
from builder.vassal.places import OFFBOARD, Placement, Places
from builder.vassal.table import DECK, PIECE, Table
from builder.vassal.traits import Trait, decode_trait, decode_type
from builder.vassal.turns import TurnTracker

PUBLIC, DIRECTOR = "public", "director"
NOWHERE = "nowhere"
SECRET_TRAITS = frozenset({"obs", "hide", "restrict", "piece"})
"""Traits whose state holds ids of players, or the place that is told otherwise."""
_BARE = "null;0;0;;0"


@dataclass(frozen=True, slots=True)
class Windows:
    """What is known of the maps: who owns a private one, and the names of places. `known` is false without a module."""

    known: bool = False
    private: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    places: Mapping[str, Places] = field(default_factory=dict)
    trackers: Mapping[str, TurnTracker] = field(default_factory=dict)
    sides: tuple[str, ...] = ()


def windows_of(module: Module, boards: Mapping[str, tuple]) -> Windows:
    """A module's windows, with the boards laid out as the save has them."""
    places = {}
    for one in module.maps:
        laid = boards.get(one.name)
        places[one.name] = one.places(tuple(Placement(*board) for board in laid) if laid else None)
    private = {one.name: one.sides for one in module.maps if not one.visible_to_all}
    return Windows(True, private, places, {one.id: one for one in module.turn_trackers}, module.sides)


@dataclass(frozen=True, slots=True)
class Eyes:
    """`secrets` are the owners whose secrets are seen: a side and the ids of its players."""

    name: str = PUBLIC
    secrets: frozenset[str] = frozenset()

    @property
    def all(self) -> bool:
        return self.name == DIRECTOR

    def see(self, owner: str) -> bool:
        return self.all or owner in self.secrets


def eyes_of(name: str, table: Table, windows: Windows) -> Eyes:
    """BadInput for a side that neither the module nor anybody at this table has."""
    if name in (PUBLIC, DIRECTOR):
        return Eyes(name)
    sides = sorted({*windows.sides, *(side for _, side in table.players.values())})
    if name not in sides:
        known = ", ".join(sides) or "none"
        raise BadInput(error("eyes", f"no side {name!r}{near_miss(name, sides)}",
                             help=f"--eyes takes director, public or a side; sides here: {known}"))  # fmt: skip
    return Eyes(name, frozenset({name, *(id for id, (_, side) in table.players.items() if side == name)}))


class Look(NamedTuple):
    """What these eyes see of a piece: a name, which is its own only if `shown`; `there` is false if nothing is seen."""

    name: str
    shown: bool = True
    there: bool = True


NOTHING = Look("", False, False)


@dataclass(slots=True)
class Watcher:
    """A table as these eyes see it."""

    table: Table
    eyes: Eyes
    windows: Windows
    passwords: set[str] = field(default_factory=set)  # ids of players, also of those who left

    def clean(self, text: str) -> str:
        """Text of the file without any player's id in it."""
        for id in self.passwords:
            if id and id in text:
                text = "<player>" if id == text else text.replace(str.__str__(id), "<player>") if len(id) > 2 else text
        return text

    def look(self, id: str | None) -> Look:
        piece = self.table.pieces.get(id or "")
        if piece is None:
            return NOTHING
        if piece.kind == DECK:
            return Look(f"deck {deck_name(piece.type)!r}")
        if piece.kind != PIECE:
            return Look("stack")
        own, mask, masked_by, hidden_by = _identity(piece.type, tuple(piece.levels[:-1]))
        if hidden_by != "null" and not self.eyes.see(hidden_by):
            return NOTHING
        if self.concealed(piece.id):
            return Look("a card" if self._deck(piece.id) else "a piece", False)
        if masked_by != "null" and not self.eyes.see(masked_by):
            return Look(mask, False)
        return Look(own)

    def traits(self, id: str) -> tuple[Trait, ...]:
        """Outermost first."""
        piece = self.table.pieces[id]
        return _traits(piece.type, (*piece.levels[:-1], _BARE))

    def concealed(self, id: str) -> bool:
        """Whether a piece lies where these eyes do not look: a face-down deck, a private window."""
        if self.eyes.all:
            return False
        deck = self._deck(id)
        if deck is not None and deck_faces_down(self.table.pieces[deck].levels):
            return True
        map_name = self.table.place_of(id)[0]
        return map_name is not None and not self.open(map_name)

    def open(self, map_name: str) -> bool:
        if self.eyes.all:
            return True
        if not self.windows.known:
            return False
        owners = self.windows.private.get(map_name)
        return owners is None or any(map(self.eyes.see, owners))

    def place(self, id: str) -> str:
        """Where a piece lies, in words: `Main Map 0705`, `deck 'Events'`, `Red Secrets`."""
        deck = self._deck(id)
        if deck is not None:
            return f"deck {deck_name(self.table.pieces[deck].type)!r}"
        map_name, x, y = self.table.place_of(id)
        if map_name is None:
            return NOWHERE
        return map_name if not self.open(map_name) else f"{map_name} {self.spot(map_name, x, y)}"

    def spot(self, map_name: str, x: int, y: int) -> str:
        places = self.windows.places.get(map_name)
        name = places.location(x, y) if places is not None else OFFBOARD
        return f"({x}, {y})" if name == OFFBOARD else name

    def _deck(self, id: str) -> str | None:
        holder = self.table.holder_of(id)
        return holder.id if holder is not None and holder.kind == DECK else None


def deck_name(type_text: str) -> str:
    return decode_type(type_text)[1].name


def deck_faces_down(levels: list[str]) -> bool:
    return decode_trait("deck;", levels[0]).state.face_down if levels else True


@lru_cache(maxsize=8192)
def _traits(type_text: str, levels: tuple[str, ...]) -> tuple[Trait, ...]:
    return tuple(map(decode_trait, type_levels(type_text), levels))


@lru_cache(maxsize=16384)
def _identity(type_text: str, levels: tuple[str, ...]) -> tuple[str, str, str, str]:
    """(own name, its mask's name, who masked it, who made it invisible), "null" where nobody did."""
    traits = _traits(type_text, (*levels, _BARE))
    mask = next((t for t in traits if t.prefix == "obs" and t.state.masked_by != "null"), None)
    hide = next((t for t in traits if t.prefix == "hide" and t.state.hidden_by != "null"), None)
    return (
        piece_name(traits), mask.fields.mask_name if mask else "", mask.state.masked_by if mask else "null",
        hide.state.hidden_by if hide else "null",
    )  # fmt: skip
