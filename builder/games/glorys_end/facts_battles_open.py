"""Battles of this phase as the ledger keeps them: who is in which, what is still owed, who must retreat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.games.glorys_end.facts_base import remembered
from builder.games.glorys_end.facts_battle import Battles, Result, parse_result
from builder.model import Action, Answer, Need, Unit
from builder.rules.position import Ledger, Position, Scope

ROLES = ("attacker", "defender")


@dataclass(frozen=True, slots=True)
class Open:
    """A battle fought in this phase; `result` is None where nobody can tell it."""

    number: str  # counted in this phase
    id: str  # as the module counts it, ""
    kind: str
    hex: str
    side: str  # the attacker's
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    newcomers: tuple[str, ...]
    result: Result | None
    sure: bool  # every fact behind the result is proven
    retreat: str  # must, may, no, or "" where it is not known
    evaded: bool

    def role_of(self, unit: str) -> str:
        if unit in self.attackers:
            return "attacker"
        return "defender" if unit in self.defenders else ""


def evades(action: Action) -> bool:
    """Whether a retreat is said to be made before combat (13.25)."""
    return action.detail("before-combat") not in ("", "no")


class OpenBattles(Battles):
    @remembered
    def battles(self) -> tuple[Open, ...]:
        """The newest first."""
        return tuple(battles_of(self.ledger))

    def battle_of(self, unit: str, id: str = "") -> Open | None:
        """The newest battle of this phase the unit is in (or the one the module calls `id`); one that owes first."""
        found = [b for b in self.battles() if b.role_of(unit)]
        named = [b for b in found if id and b.id == id]
        found = named or found
        owing = [b for b in found if self.owed(b, b.role_of(unit)) > 0]
        return next(iter(owing or found), None)

    def newcomer_of(self, unit: str) -> Open | None:
        return next((b for b in self.battles() if unit in b.newcomers), None)

    def owed(self, battle: Open, role: str) -> int:
        return self.ledger.owed.get(f"{battle.number}:{role}", 0)

    def owed_by(self, name: str) -> Answer[int]:
        """What the party of this unit still owes."""
        battle = self.battle_of(name)
        if battle is None:
            return Answer(0)
        if battle.result is None:
            return Answer(0, needs=(Need("log", f"battle {battle.number}", "result"),))
        return Answer(self.owed(battle, battle.role_of(name)))

    def alive(self, name: str) -> Unit | None:
        """The unit if it is still in play on the map."""
        unit = self.unit(name)
        here = unit is not None and self.on_map(unit.place) and (unit.steps > 0 or unit.type == "siege-gun")
        return unit if here else None

    def dead(self, name: str) -> Answer[bool]:
        unit = self.unit(name)
        return Answer(unit is None or unit.place.startswith("Dead") or (not unit.steps and unit.type != "siege-gun"))

    def survivors(self, battle: Open, role: str) -> tuple[Unit, ...]:
        names = battle.attackers if role == "attacker" else battle.defenders
        return tuple(u for u in map(self.alive, names) if u is not None)


def battles_of(ledger: Ledger) -> Iterator[Open]:
    last = int(ledger.note("battles") or 0)
    for number in range(last, 0, -1):
        yield battle(ledger, str(number))


def battle(ledger: Ledger, number: str) -> Open:
    def note(key: str) -> str:
        return ledger.note("battle", number, key)

    def names(key: str) -> tuple[str, ...]:
        return tuple(name for name in note(key).split("+") if name)

    return Open(number, note("id"), note("kind"), note("hex"), note("side"), names("attackers"), names("defenders"),
                names("newcomers"), parse_result(note("result")), note("sure") == "yes", note("retreat"),
                note("evaded") == "yes")  # fmt: skip


def with_battle(position: Position, opened: Open) -> Position:
    """The battle noted for the rest of the phase, and what both sides owe."""
    ledger = position.ledger.with_note(Scope.PHASE, ("battles",), opened.number)
    values = {
        "id": opened.id, "kind": opened.kind, "hex": opened.hex, "side": opened.side,
        "attackers": "+".join(opened.attackers),
        "defenders": "+".join(opened.defenders), "newcomers": "+".join(opened.newcomers),
        "result": str(opened.result) if opened.result else "", "retreat": opened.retreat,
        "sure": "yes" if opened.sure else "", "evaded": "yes" if opened.evaded else "",
    }  # fmt: skip
    for key, value in values.items():
        ledger = ledger.with_note(Scope.PHASE, ("battle", opened.number, key), value)
    if opened.result is not None:
        ledger = ledger.with_owed(f"{opened.number}:attacker", opened.result.attacker)
        ledger = ledger.with_owed(f"{opened.number}:defender", opened.result.defender)
    return position.with_ledger(ledger)
