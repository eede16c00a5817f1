"""gpids.csv: lasting numbers of palette slots and of place-marker and replace traits. Saved games refer to them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from builder.model import Game, PieceId, Span
from builder.sources.faults import Faults
from builder.sources.find import shown
from builder.sources.reading import OVERLAY_GPIDS, Sources


def slot_keys(counters: Iterable[str], markers: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """(kind, key) of the slots every module of the game has."""
    return (
        *(("slot", f"slot:{counter}") for counter in counters),
        *(("slot", f"slot:marker:{marker}") for marker in markers),
    )


def link_gpids(sources: Sources, faults: Faults) -> tuple[PieceId, ...]:
    """The rows in order. Numbers are unique for ever: also a retired row keeps its own."""
    keys: dict[tuple[str, str], int] = {}
    over = shown(sources.overlay / "gpids.csv") if sources.overlay else ""
    for row in sources.gpids:
        if over and row.at("gpid").path == over and row["gpid"] < OVERLAY_GPIDS:
            faults.error(
                "gpid-overlay", f"gpid {row['gpid']} of an overlay (expected {OVERLAY_GPIDS} or more)", row.at("gpid")
            )
        key = (row["kind"], row["key"])
        if not row["retired"] and key in keys:
            faults.error("gpid-key", f"{row['key']!r} has gpid {keys[key]} already", row.at("key"))
        if not row["retired"]:
            keys.setdefault(key, row["gpid"])
        if row["gpid"] is not None and row["gpid"] < 0:
            faults.error("gpid-number", f"gpid {row['gpid']} is below 0", row.at("gpid"))
    if sources.gpids:
        wanted = slot_keys((r["id"] for r in sources.counters), (r["id"] for r in sources.markers))
        missing = [key for kind, key in wanted if (kind, key) not in keys]
        if missing:
            faults.warning(
                "gpid-missing",
                f"{len(missing)} piece{'s have' * (len(missing) > 1) or ' has'} no gpid: {', '.join(missing[:5])}"
                + ("…" if len(missing) > 5 else ""),
                Span(shown(sources.folder / "gpids.csv")),
                help="run hexwright gpids GAME --write",
            )
    return tuple(PieceId(r["gpid"], r["kind"], r["key"], r["retired"]) for r in sources.gpids if r["gpid"] is not None)


def new_gpids(game: Game, wanted: Iterable[tuple[str, str]], overlay: bool = False) -> tuple[PieceId, ...]:
    """Rows to append for every (kind, key) that has none; numbers go on after the highest, an overlay's at 100000."""
    have = {(p.kind, p.key) for p in game.gpids if not p.retired}
    used = [p.gpid for p in game.gpids if (p.gpid >= OVERLAY_GPIDS) == overlay]
    number = max(used, default=OVERLAY_GPIDS - 1 if overlay else 0)
    found = []
    for key in dict.fromkeys(wanted):
        if key not in have:
            number += 1
            found.append(PieceId(number, *key))
    return tuple(found)


def append_gpids(folder: Path, rows: Iterable[PieceId]) -> None:
    """Add rows to the folder's gpids.csv, which is made where it is missing; what is there is never changed."""
    path = folder / "gpids.csv"
    old = path.read_text(encoding="utf-8-sig") if path.is_file() else "gpid,kind,key,retired\n"
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if ";" in old.partition("\n")[0] else ",", lineterminator="\n")
    writer.writerows((row.gpid, row.kind, row.key, "yes" if row.retired else "") for row in rows)
    path.write_text(old + ("" if old.endswith("\n") else "\n") + text.getvalue(), encoding="utf-8", newline="\n")
