"""What is known no more where a part of the game was not seen."""

from __future__ import annotations

from rpds import HashTrieMap

from builder.rules.position import Position, Scope

FORGOTTEN = ("control", "hq-used", "gas-used", "played", "joined", "collapsed", "fort-gone")


def unseen(position: Position) -> Position:
    """Units and markers are on the table; what was noted as they went may have changed since."""
    kept = {key: value for key, value in position.ledger.notes.items() if key[0] not in FORGOTTEN}
    ledger = position.ledger._replace(notes=HashTrieMap(kept), battle=None, owed=HashTrieMap())
    ledger = ledger.with_note(Scope.GAME, ("unseen",), str(position.state.when) or "later")
    return position.with_ledger(ledger)
