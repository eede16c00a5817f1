"""What is known no more where a part of the game was not seen: attacks, cut rails, who holds which hex."""

from __future__ import annotations

from rpds import HashTrieMap

from builder.rules.position import Position, Scope

FORGOTTEN = ("control", "rail-dead", "rail-mended", "attacked", "arrived")
UNSEEN = "unseen"  # the moment since when play is seen again


def unseen(position: Position) -> Position:
    kept = {key: value for key, value in position.ledger.notes.items() if key[0] not in FORGOTTEN}
    since = str(position.state.when) or "later"
    ledger = position.ledger._replace(notes=HashTrieMap(kept), battle=None, owed=HashTrieMap())
    return position.with_ledger(ledger.with_note(Scope.GAME, (UNSEEN,), since))
