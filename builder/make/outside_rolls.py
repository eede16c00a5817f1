"""Rolls that were made outside VASSAL, by a dice server or on a table: one row each in a spreadsheet."""

from __future__ import annotations

from pathlib import Path

from builder.model import BadInput
from builder.sources import kinds as k
from builder.sources.csvfile import read_csv
from builder.sources.faults import Faults, Record
from builder.sources.shape import Column, Sheet, shape_csv
from builder.vassal.rolls import Roll

SHEET = Sheet(
    (
        Column("log", k.TEXT),
        Column("step", k.INTEGER),
        Column("player", k.TEXT),
        Column("sides", k.INTEGER),
        Column("result", k.TEXT),
        Column("kind", k.TEXT, False),
        Column("source", k.TEXT, False),
    ),
    ("log", "step", "player", "result"),
)
MOST_SIDES = 1000


def read_rolls(path: Path) -> tuple[Roll, ...]:
    """The rows as rolls; `result` is `5` or `4 3`, the log and step are those that the roll was made for. BadInput with
    every fault: a result that dice of so many sides do not give is one."""
    faults = Faults()
    file = read_csv(path, str(path), faults)
    records = shape_csv(file, SHEET, faults) if file is not None else []
    rolls = [roll for record in records if (roll := _roll(record, faults)) is not None]
    if faults.errors:
        raise BadInput(*faults.sorted())
    return tuple(rolls)


def _roll(record: Record, faults: Faults) -> Roll | None:
    sides, text = record["sides"], record["result"] or ""
    if not isinstance(sides, int) or not 2 <= sides <= MOST_SIDES:
        if sides is not None:
            faults.error("roll-sides", f"a die of {sides} sides", record.at("sides"), help="write 6 for a d6")
        return None
    parts = text.replace(",", " ").split()
    if not parts or not all(part.isascii() and part.isdigit() and 1 <= int(part) <= sides for part in parts):
        faults.error("roll-result", f"{text!r} is no roll of dice with {sides} sides", record.at("result"),
                     help="write the faces with blanks between them, such as  4 3")  # fmt: skip
        return None
    faces = tuple(map(int, parts))
    return Roll(record["log"], record["step"], record["source"] or "outside", faces, (), sides, len(faces),
                record["player"], "", record["kind"] or "")  # fmt: skip
