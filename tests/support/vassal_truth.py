"""What the engine itself reported about the recorded samples, as plain values for tests."""

from __future__ import annotations

import functools
import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builder.vassal.pieces import decode_piece, read_slot, state_levels, type_levels


@functools.cache
def slots(samples: Path, module: str) -> list[dict[str, Any]]:
    """The engine's account of every palette, at-start and deck slot."""
    return json.loads(gzip.decompress((samples / "truth" / f"{module}.slots.json.gz").read_bytes()))


def records(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def save_records(samples: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted((samples / "truth").glob("*.save.jsonl.gz")):
        for record in records(path):
            yield path.name, record


@functools.cache
def truth_types(samples: Path) -> tuple[tuple[str, str], ...]:
    """Every (type, state) the engine reported in slots, saves and final positions of logs."""
    found = {(slot["type"], slot["state"]) for module in ("hexmini", "second") for slot in slots(samples, module)}
    for pattern in ("*.save.jsonl.gz", "*.log.jsonl.gz"):
        for path in sorted((samples / "truth").glob(pattern)):
            with gzip.open(path, "rt", encoding="utf-8") as lines:
                for line in lines:
                    if '"type"' in line:
                        record = json.loads(line)
                        if "type" in record and "state" in record:
                            found.add((record["type"], record["state"]))
    return tuple(sorted(found))


def truth_pieces(samples: Path, level_by_level: bool = False) -> Iterator[tuple[str, str]]:
    """Pieces of the engine, or each trait of each piece."""
    for text, state in truth_types(samples):
        if not level_by_level:
            yield text, state
            continue
        levels = type_levels(text)
        yield from zip(levels, state_levels(state, len(levels)))


def module_xml(samples: Path, module: str) -> bytes:
    import zipfile

    with zipfile.ZipFile(samples / "modules" / f"{module}.vmod") as archive:
        return archive.read("buildFile.xml")


def museum_traits(samples: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Traits by slot name: as written in the module, and as the engine writes them."""
    from builder.vassal.buildfile import read_buildfile

    raw = {}
    for slot in read_buildfile(module_xml(samples, "hexmini")).all("PieceSlot", "CardSlot"):
        piece = read_slot(slot.text)
        raw[slot.get("entryName")] = decode_piece(piece.type, piece.state)
    engine = {slot["entryName"]: decode_piece(slot["type"], slot["state"]) for slot in slots(samples, "hexmini")}
    return raw, engine


def by_name(text: str) -> str:
    """A piece text with the numbers of named keys made equal: the engine deals them out anew on every run."""
    return re.sub(r"(?<!\d)57[34]\d\d(?=\\*,0\\*,)", "57348", text)
