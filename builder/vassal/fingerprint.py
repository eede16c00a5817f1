"""A position as a number: equal where all pieces stand and show the same. Kept up to date step by step.

Only what a file carries counts: the game that was played knows more than its log (who may move a piece, where a player
clicked, a layer that follows a property), and the next log starts from the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from builder.vassal import commands as c
from builder.vassal.pieces import type_levels
from builder.vassal.standing import DECK, PIECE, TablePiece
from builder.vassal.table import Place, Table
from builder.vassal.traits import decode_trait

_WIDTH = (1 << 64) - 1


class Standing(NamedTuple):
    """One piece as far as the file tells: where it is, and the STATE of each trait that counts; of a deck its cards."""

    place: Place
    shown: tuple[str, ...]


class Fingerprint(NamedTuple):
    """Hashes of the pieces, of the decks with their order, and of the turn trackers."""

    pieces: int
    decks: int
    turns: int

    @property
    def board(self) -> tuple[int, int]:
        return self.pieces, self.decks


class Fingerprints:
    """Follows a table: `feed` it each command that is applied, then read `now`."""

    def __init__(self, table: Table):
        self.table = table
        self._known: dict[str, tuple[bool, int]] = {}
        self._sums = [0, 0]
        self._deck_of: dict[str, str] = {}
        self._renew(table.pieces)

    def apply(self, commands: Iterable[c.Command]) -> None:
        touched: set[str] = set()
        for command in commands:
            for change in self.table.apply(command):
                touched.add(change.id)
                piece = self.table.pieces.get(change.id)
                if piece is not None:
                    touched.update(piece.members)
                    if piece.parent is not None:
                        touched.add(piece.parent)
        touched.update([self._deck_of[id] for id in touched if id in self._deck_of])  # what a card has left
        self._renew(touched)

    @property
    def now(self) -> Fingerprint:
        turns = hash(tuple(sorted(self.table.turns.items())))
        return Fingerprint(self._sums[0] & _WIDTH, self._sums[1] & _WIDTH, turns & _WIDTH)

    def _renew(self, ids: Iterable[str]) -> None:
        for id in ids:
            was_deck, was = self._known.pop(id, (False, 0))
            self._sums[was_deck] -= was
            self._deck_of.pop(id, None)
            piece = self.table.pieces.get(id)
            if piece is None or piece.kind not in (PIECE, DECK):
                continue
            holder = self.table.holder_of(id)
            if holder is not None and holder.kind == DECK:
                self._deck_of[id] = holder.id
            deck, now = piece.kind == DECK, hash((id, standing_of(self.table, piece)))
            self._sums[deck] += now
            self._known[id] = deck, now


def standing_of(table: Table, piece: TablePiece) -> Standing:
    """What counts of a piece or deck."""
    place = table.place_of(piece.id)
    if piece.kind != PIECE:
        return Standing(place, tuple(piece.members))
    return Standing(place, tuple(compress(piece.levels, _counting(piece.type))))


@lru_cache(maxsize=4096)
def _counting(type_text: str) -> bytes:
    """For each level whether a file carries its STATE; the innermost one is the place."""
    levels = type_levels(type_text)
    return bytes(not _only_live(text) for text in levels[:-1])


def _only_live(text: str) -> bool:
    """Whether the game that is played holds a trait's state by itself: no command says when it changes."""
    if text.startswith("restrict;"):
        return True
    return text.startswith("emb2;") and decode_trait(text, "1").fields.follow
