"""Which piece of a module is which counter: read from the markers that modules of ours carry.

A TYPE never changes while a piece lives, so what to look for in its STATE is found once for each TYPE.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from builder.vassal.pieces import type_levels
from builder.vassal.sequence import decode
from builder.vassal.traits.trait import decode_type


@dataclass(frozen=True, slots=True)
class PieceShape:
    """Levels of the STATE that matter, -1 where there is none; `marks` maps a marker's name to (level, item)."""

    marks: tuple[tuple[str, int, int], ...]
    step: int
    out_of_command: int
    face: int
    acted: int

    def mark(self, name: str, levels: Sequence[str]) -> str:
        """The value of a marker trait, "" where the piece has none of that name."""
        for own, level, item in self.marks:
            if own == name:
                values = _listed(levels[level])
                return values[item] if item < len(values) else ""
        return ""


@lru_cache(maxsize=4096)
def _listed(text: str) -> tuple[str, ...]:
    return tuple(decode(text, ","))


@lru_cache(maxsize=4096)
def shape_of(type_text: str) -> PieceShape:
    marks: list[tuple[str, int, int]] = []
    layers: dict[str, int] = {}
    acted = -1
    for level, text in enumerate(type_levels(type_text)):
        prefix, fields = decode_type(text)
        if prefix == "mark":
            marks += [(name, level, item) for item, name in enumerate(fields.names)]
        elif prefix == "emb2":
            layers.setdefault(fields.name, level)
        elif prefix == "PROP" and fields.name == "Acted":
            acted = level
    return PieceShape(tuple(marks), layers.get("Step", -1), layers.get("OocMark", -1), layers.get("Face", -1), acted)


def level_number(levels: Sequence[str], level: int, default: int) -> int:
    """The number that a layer's state holds; the default where the piece has no such layer or the text is none."""
    if not 0 <= level < len(levels):
        return default
    try:
        return abs(int(levels[level]))
    except ValueError:
        return default
