"""What becomes of positions given up by a retreat, of the guns beside them, and of dummies under attack."""

from __future__ import annotations

from builder.games.glorys_end import changes
from builder.games.glorys_end.facts import Facts
from builder.games.glorys_end.facts_battles_open import battles_of
from builder.model import Action
from builder.rules.position import Ledger, Position, Scope

FIXED = ("fortress", "siege-gun", "dummy")  # what never retreats, or is nobody


def given_up(action: Action, position: Position, facts: Facts) -> Position:
    """Once the last mobile defender has left by a retreat, its position is gone, and so are its guns (14.5, 14.7).

    A fortress lost so pays one of the loss points that its side owes.
    """
    battle = next((b for b in battles_of(position.ledger) if set(action.units) & set(b.defenders)), None)
    side = facts.actor(action)
    if battle is None or any(u.side == side and u.type not in FIXED for u in position.state.at(battle.hex)):
        return position
    for kind, owner in (("trench", facts.trench(battle.hex)), ("fortified-zone", facts.zone(battle.hex))):
        if owner == side:
            position = changes.destroy(position, battle.hex, kind, "14.5.a")
    state, ledger = position.state, position.ledger
    for unit in position.state.at(battle.hex):
        if unit.side != side:
            continue
        if unit.type == "fortress":
            key = f"{battle.number}:defender"
            ledger = ledger.with_owed(key, ledger.owed.get(key, 0) - 1)
            ledger = ledger.with_note(Scope.PHASE, ("gave-up", unit.id), battle.number)
            ledger = _gone(ledger, f"14.5.a:fortress:{unit.id}")
            ledger = ledger.with_note(Scope.GAME, ("razed", battle.hex), unit.id)
            state = changes.dead(state, unit.id)
    position = Position(state, ledger)
    for unit in state.at(battle.hex):
        if unit.side == side and unit.type == "siege-gun":
            position = lost_gun(position, unit.id)
    return position


def lost_gun(position: Position, gun: str) -> Position:
    """A gun in defence that lost its escort (14.7)."""
    ledger = _gone(position.ledger, f"14.7.e:siege-gun:{gun}")
    return Position(changes.dead(position.state, gun), ledger)


def _gone(ledger: Ledger, entry: str) -> Ledger:
    return ledger.with_note(Scope.TURN, ("gone",), " ".join(dict.fromkeys((*ledger.note("gone").split(), entry))))


def without_dummies(action: Action, position: Position, facts: Facts) -> Position:
    """Dummies that real units attack leave the game; where nobody else stood there, no battle was fought (15)."""
    attackers = facts.units(action.units)
    target = action.place or (action.path[-1] if action.path else "")
    there = facts.foes_at(target, facts.actor(action))
    dummies = [u for u in there if u.type == "dummy"]
    if not dummies or all(u.type == "dummy" for u in attackers):
        return position
    state, ledger = position.state, position.ledger
    for dummy in dummies:
        state = changes.dead(state, dummy.id)
    if len(dummies) == len(there):
        for unit in attackers:
            ledger = ledger.with_note(Scope.PHASE, ("unmasked", unit.id), target)
        ledger = ledger.with_note(Scope.PHASE, ("unmasked-by", target), "+".join(action.units))
        if facts.kind_of(action) == "ma":  # the move goes on (15.2)
            for unit in attackers:
                left = frozenset(ledger.acted.get(unit.id, frozenset()) - {"ma"})
                ledger = _acted(ledger, unit.id, left)
    return Position(state, ledger)


def _acted(ledger: Ledger, unit: str, deeds: frozenset[str]) -> Ledger:
    return ledger._replace(acted=ledger.acted.insert(unit, deeds))
