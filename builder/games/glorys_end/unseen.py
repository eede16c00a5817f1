"""What is known no more where a part of the game was not seen: who holds what, and what is counted from the start."""

from __future__ import annotations

from rpds import HashTrieMap

from builder.rules.position import Position, Scope

FORGOTTEN = ("control", "turn-began")
UNSEEN = "unseen"  # the moment since when play is seen again
DOUBT = "?"  # in place of who held a hex as the turn began


def unseen(position: Position) -> Position:
    """Units and markers are on the table; control was noted as units went, and they may have gone elsewhere since."""
    kept = {key: value for key, value in position.ledger.notes.items() if key[0] not in FORGOTTEN}
    since = str(position.state.when) or "later"
    ledger = position.ledger._replace(notes=HashTrieMap(kept), battle=None, owed=HashTrieMap(), open=None)
    for key in ("watched-from", UNSEEN):
        ledger = ledger.with_note(Scope.GAME, (key,), since)
    return position.with_ledger(ledger)
