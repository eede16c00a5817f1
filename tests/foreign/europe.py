"""Modules of The Great War in Europe as other people make them."""

from __future__ import annotations

import re
from collections.abc import Collection
from types import MappingProxyType

from builder.model import Moment
from tests.foreign.styles import USED, Ground, Shown, Style

CODE = {
    "german": "GE", "austro-hungarian": "AH", "ottoman": "TU", "bulgarian": "BU", "belgian": "BE", "british": "BR",
    "french": "FR", "russian": "RU", "provisional": "PG", "serbian": "SE", "montenegrin": "MN", "italian": "IT",
    "greek": "GR", "romanian": "RO", "american": "US",
}  # fmt: skip
ARM = {"infantry": "Inf", "mountain": "Mtn", "cavalry": "Cav", "hq": "HQ", "tank": "Tank", "anti-tank": "AT"}
PHASES = {
    "Strategic": "resources", "Chits": "chit-pull", "Allied New Units": "new-units-allied",
    "CP New Units": "new-units-central", "Weather": "weather", "1st Movement": "first-movement",
    "1st Combat West": "first-combat-west", "1st Combat East": "first-combat-east",
    "1st Attrition": "first-attrition", "2nd Movement": "second-movement",
    "2nd Combat West": "second-combat-west", "2nd Combat East": "second-combat-east",
    "2nd Attrition": "second-attrition", "Allied Rail": "strategic-movement-allied",
    "CP Rail": "strategic-movement-central",
}  # fmt: skip


class EuropeFans(Style):
    """Both maps as boards of one window, numbered without their letters; cups are decks."""

    module, file = "Great War Europe VASSAL", "europe-fans.vmod"
    numbers, prefixed = "$gridLocation$", False
    shows = "Turn $level1$: $level2$"
    sides = ("Allied Powers", "Central Powers")
    backs = ("spent", "shock", "infantry")
    decks = "Cup-"
    phases = MappingProxyType(PHASES)

    def laid(self) -> tuple[Ground, ...]:
        west, east = self.game.maps
        first = Ground(west, "Europe", "Western Theater", 61.0)
        return first, Ground(east, "Europe", "Eastern Theater", 52.0, shift=first.size[0])

    def name(self, counter: str, steps: int) -> str:
        row = self.game.counters[counter]
        if row.type in ("air", "ace"):
            return f"{row.designation} {row.type.capitalize()}"
        code = "" if row.designation.startswith("PG") else CODE[row.nation] + " "
        weak = " (reduced)" if 0 < steps < row.steps else ""
        return f"{code}{row.designation} {ARM[row.type]}{weak}"

    def shown(self, counter: str, steps: int, marks: Collection[str] = ()) -> Shown:
        turned = USED & frozenset(marks) and self.game.counters[counter].attributes.get("back") in self.backs
        return Shown(self.back(counter) if turned else self.name(counter, steps))

    def back(self, counter: str) -> str:
        """The counter that stands for the reverse."""
        row = self.game.counters[counter]
        words = {"spent": "used", "shock": "shock", "infantry": "as infantry"}
        return f"{self.name(counter, row.steps)} ({words[str(row.attributes['back'])]})"

    def marker(self, kind: str) -> str:
        """`AL Chlorine Gas`: a chit is called after its print."""
        found = self.game.markers[kind]
        chit = re.match(r"(Allied|Central) chit (.*)", found.name)
        return f"{'AL' if chit[1] == 'Allied' else 'CP'} {chit[2]}" if chit else found.name

    def levels(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return ("Turn", ()), ("Phase", tuple(PHASES))

    def turn_values(self, when: Moment) -> dict[str, object]:
        shown = {ours: theirs for theirs, ours in PHASES.items()}
        strategic = shown.get(when.phase, "Strategic")
        return {"Turn": when.turn, "Phase": shown.get(when.phase.removesuffix("-again"), strategic)}


class EuropePlain(Style):
    """Two windows of different scale, the west on its side; two-step divisions under a marker, backs by a layer."""

    module, file = "TGW plain maps", "europe-plain.vmod"
    layer = "Flipped"
    heard = r"== GT (?P<turn>\d+) =="
    windows = ("Dead-allied", "Dead-central")
    sides = ("Allied", "Central Powers")

    def laid(self) -> tuple[Ground, ...]:
        west, east = self.game.maps
        return Ground(west, "West", "West", 88.0, on_side=True), Ground(east, "East", "East", 47.5)

    def name(self, counter: str, steps: int) -> str:
        row = self.game.counters[counter]
        words = re.sub(r"\s*\(.*?\)", "", row.name).replace(". ", " ", 1).strip()
        own = f"{self.game.nations[row.nation].name} {words}"
        return own + (" HQ" if row.type == "hq" else " (mountain)" if row.type == "mountain" else "")

    def shown(self, counter: str, steps: int, marks: Collection[str] = ()) -> Shown:
        weak = 0 < steps < self.game.counters[counter].steps
        return Shown(self.name(counter, steps), 2 if USED & frozenset(marks) else 1,
                     on_top=("1 step",) if weak else ())  # fmt: skip

    def strengths(self) -> tuple[str, ...]:
        return ("1 step",)

    def turn_told(self, when: Moment) -> str:
        return f"== GT {when.turn} =="
