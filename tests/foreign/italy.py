"""Modules of The Italian Front as other people make them."""

from __future__ import annotations

import re
from collections.abc import Collection

from builder.model import Counter, Moment
from tests.foreign.styles import Ground, Shown, Style

CODE = {"austro-hungarian": "AH", "german": "GE", "italian": "IT", "british": "BR", "french": "FR"}
ARM = {
    "infantry XX": "Div", "infantry X": "Bde", "mountain XX": "Mtn Div", "mountain X": "Mtn Bde",
    "assault XX": "Assault Div", "assault X": "Assault Bde", "cavalry XX": "Cav", "marine III": "Marines",
    "mountain-assault X": "Mtn Assault Bde", "mountain-assault III": "Mtn Assault Rgt",
}  # fmt: skip
OTHER = {
    "artillery": "Art", "siege-artillery": "Siege", "headquarters": "HQ", "engineer": "Eng", "fortress": "Fort",
    "flotilla": "Flotilla",
}  # fmt: skip


class ItalyFans(Style):
    """A counter for each face, one replaced by the other; between them reductions lie on top. Months in the tracker."""

    module, file = "Italian Front fan module", "italy-fans.vmod"
    numbers = "Hex $gridLocation$"
    shows = "$level1$, Turn $level2$ ($level3$)"
    sides = ("Italy and Allies", "Central Powers")

    def laid(self) -> tuple[Ground, ...]:
        return (Ground(self.game.maps[0], "Italy", "Italy", 84.0),)

    def name(self, counter: str, steps: int) -> str:
        row = self.game.counters[counter]
        if row.type == "replacement":
            own = f"{CODE[row.nation]} {row.name.replace('Replacements', 'RPL').replace('Replacement', 'RPL')}"
            return own + self._back(row, steps)
        arm = ARM.get(f"{row.type} {row.size}") or OTHER[row.type]
        strong = " strong" if "strengthened" in row.name else ""
        return f"{CODE[row.nation]} {row.designation} {arm}{strong}" + self._back(row, steps)

    def _back(self, row: Counter, steps: int) -> str:
        back = int(str(row.attributes.get("back") or 0))
        return f" ({back})" if 0 < steps <= back else ""

    def shown(self, counter: str, steps: int, marks: Collection[str] = ()) -> Shown:
        row = self.game.counters[counter]
        back = int(str(row.attributes.get("back") or 0))
        face = back if 0 < steps <= back else row.steps
        off = face - steps if steps else 0
        return Shown(self.name(counter, steps), on_top=("-4",) * (off // 4) + ((f"-{off % 4}",) if off % 4 else ()))

    def strengths(self) -> tuple[str, ...]:
        return "-1", "-2", "-3", "-4"

    def marker(self, kind: str) -> str:
        words = self.game.markers[kind].name.replace("Central Powers", "CP")
        return words.replace("Austro-Hungarian", "AH").replace("Italian", "IT")

    def levels(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return ("Month", self.months), ("Turn", ()), ("Side", ("CP", "Entente"))

    def turn_values(self, when: Moment) -> dict[str, object]:
        turn = self.game.turns[when.turn - 1]
        number = 0 if "special" in turn.part else int(turn.part.split()[-1])
        return {"Month": turn.month, "Turn": number, "Side": "Entente" if when.side == "entente" else "CP"}

    @property
    def months(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(turn.month for turn in self.game.turns))


class ItalyPlain(Style):
    """Strength is a number that people type; no grid; the map on its side; the turn in chat, with its month."""

    module, file = "Isonzo by hand", "italy-plain.vmod"
    number = "SP"
    heard = r"-- (?P<month>[^/]+) / (?P<turn>[^/]+) / (?P<side>\w*) --"
    windows = ("Dead-entente", "Dead-central")
    sides = ("Entente", "Central Powers")

    def laid(self) -> tuple[Ground, ...]:
        return (Ground(self.game.maps[0], "Alps", "Alps", 117.0, on_side=True),)

    def name(self, counter: str, steps: int) -> str:
        row = self.game.counters[counter]
        short = re.sub(r"\((?!assault|mountain|strengthened).*?\)", "", row.name)
        own = f"{self.game.nations[row.nation].name} {' '.join(short.split())}"
        return own + (" HQ" if row.type == "headquarters" else "")

    def shown(self, counter: str, steps: int, marks: Collection[str] = ()) -> Shown:
        return Shown(self.name(counter, steps), number=str(steps))

    def turn_told(self, when: Moment) -> str:
        turn = self.game.turns[when.turn - 1]
        return f"-- {turn.month} / {turn.part} / {when.side} --"
