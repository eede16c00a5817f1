"""How many may stand in a hex (chapter 10)."""

from __future__ import annotations

from builder.games.tgwie.facts_control import Control
from builder.games.tgwie.facts_units import FREE
from builder.model import Evidence, Reason, Tag, Unit
from builder.rules.memory import remembered

SMALL = {"american": ("stack-american", "10.2.B.US"), "bulgarian": ("stack-bulgarian", "10.2.B.Bulgaria")}
ONE_OF = {"tank": "7.7a.H", "anti-tank": "7.7b.E"}  # kinds that a rule of their own keeps apart


class Stacks(Control):
    @remembered
    def surplus(self, place: str) -> tuple[tuple[str, str, Reason], ...]:
        """(rule, unit, why) for each unit more than may stand there: those that came last."""
        found: list[tuple[str, str, Reason]] = []
        for side in dict.fromkeys(u.side for u in self.at(place)):
            ours = [u for u in self.at(place) if u.side == side and u.type not in ("air", "ace")]
            found += self._too_many("10.2.A", [u for u in ours if u.type not in FREE], self.limit("stack").value)
            for nation, (key, rule) in SMALL.items():
                own = [u for u in ours if u.nation == nation and u.type == "infantry"]
                found += self._too_many(rule, own, self.limit(key).value)
            for kind in FREE:
                found += self._too_many(ONE_OF.get(kind, "10.2.C"), [u for u in ours if u.type == kind], 1)
        return tuple(found)

    def _too_many(self, rule: str, units: list[Unit], most: int) -> list[tuple[str, str, Reason]]:
        evidence = Evidence(Tag.BOOK, rule)
        return [(rule, u.id, Reason(f"units in {u.place}", f"{len(units)}, at most {most}", evidence))
                for u in units[most:]]  # fmt: skip
