"""A save or log as records, one after the other, and as lines for people; never more than a step in memory.

Players' ids are their passwords and stand in no record. What the eyes do not see stands in none either.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builder.report.dump_module import module_records
from builder.report.dump_steps import note_record, step_record, turn_record
from builder.report.eyes import (
    PUBLIC,
    SECRET_TRAITS,
    Watcher,
    Windows,
    deck_faces_down,
    eyes_of,
    windows_of,
)
from builder.report.modules_near import module_near, our_windows
from builder.vassal.archive import SAVED_GAME, open_archive
from builder.vassal.module import Module, open_module
from builder.vassal.saves import Log, read_log
from builder.vassal.stacking import stacking_of
from builder.vassal.table import DECK, STACK, Table

Record = dict[str, Any]


def game_records(log: Log, eyes: str = PUBLIC, module: Module | None = None, windows: Windows | None = None
                 ) -> Iterator[Record]:  # fmt: skip
    """The file, its players, boards, properties, pieces by place, then each step. BadInput as the readers."""
    table = Table(stacking_of(module)) if module is not None else Table()
    table.apply_all(log.save.commands)
    if windows is None:
        windows = windows_of(module, table.boards) if module is not None else Windows()
    watcher = Watcher(table, eyes_of(eyes, table, windows), windows)
    watcher.passwords |= set(table.players)
    yield from _head(log, watcher)
    yield from _position(log, watcher)
    for step in log.steps:
        yield step_record(step, watcher)


def _head(log: Log, watcher: Watcher) -> Iterator[Record]:
    save, eyes = log.save, watcher.eyes
    data = save.moduledata
    first: Record = {
        "what": "file", "file": Path(save.path).name, "container": str(save.container), "eyes": eyes.name,
        "module": data.name if data else None, "version": data.version if data else None,
        "vassal": data.vassal_version if data else None,
        "comment": save.savedata.description if save.savedata else None,
    }  # fmt: skip
    if not watcher.windows.known and not eyes.all:
        first["note"] = (
            "the module is not at hand, so private windows cannot be told from public maps: no piece is named "
            "(--module FILE, or --eyes director)"
        )
    yield first
    for name, side in sorted(watcher.table.players.values()):
        yield {"what": "player", "name": name, "side": side}


def _position(log: Log, watcher: Watcher) -> Iterator[Record]:
    table = watcher.table
    for map_name, boards in table.boards.items():
        named = [f"{b.name} (turned)" if b.reversed else b.name for b in boards]
        yield {"what": "map", "map": map_name, "boards": named}
    for (container, name), value in table.properties.items():
        yield {"what": "property", "container": container, "name": name, "value": watcher.clean(value)}
    for tracker, state in table.turns.items():
        yield {"what": "turn", "tracker": tracker, **turn_record(tracker, state, watcher)}
    for command in log.save.commands:
        note = note_record(command, watcher)
        if note:
            yield note
    for piece in table.pieces.values():
        if piece.kind == DECK:
            yield _deck(piece.id, watcher)
        elif piece.kind == STACK:
            seen = [record for id in piece.members if (record := _piece(id, watcher))]
            if seen:
                yield {"what": "stack", "place": watcher.place(piece.id), "pieces": seen}
        elif table.holder_of(piece.id) is None and (record := _piece(piece.id, watcher)):
            yield {"what": "piece", "place": watcher.place(piece.id), **record}


def _piece(id: str, watcher: Watcher) -> Record | None:
    """None where the eyes see nothing; an id and traits only where they see what it is."""
    look = watcher.look(id)
    if not look.there:
        return None
    if not look.shown:
        return {"name": look.name}
    states = [
        {"trait": trait.fields.get("name") or trait.title, "state": watcher.clean(text)}
        for trait in watcher.traits(id)
        if trait.prefix not in SECRET_TRAITS and (text := trait.state_text())
    ]
    return {"name": look.name, "id": id, "states": states}


def _deck(id: str, watcher: Watcher) -> Record:
    """A deck's order is hidden; of one that lies face up the top card is seen."""
    piece = watcher.table.pieces[id]
    down = deck_faces_down(piece.levels)
    record: Record = {"what": "deck", "name": watcher.look(id).name, "face_down": down, "cards": len(piece.members)}
    if watcher.eyes.all:
        record["order"] = [watcher.look(member).name for member in reversed(piece.members)]
    elif not down and piece.members:
        record["top"] = watcher.look(piece.members[-1]).name
    return record


# ---- any file


def records(
    source: Path | bytes, eyes: str = PUBLIC, module_file: Path | Module | None = None, name: str = ""
) -> Iterator[Record]:
    """What the file is follows from its content. BadInput where it cannot be read."""
    with open_archive(source, path=name) as archive:
        game = SAVED_GAME in archive
    if not game:
        yield from module_records(source)
        return
    log = read_log(source, path=name)
    data = log.save.moduledata
    played = (data.name or "") if data else ""
    near = module_near(source, played) if isinstance(source, Path) else None
    module = open_module(module_file) if isinstance(module_file, Path) else module_file or near
    yield from game_records(log, eyes, module, our_windows(played) if module is None else None)
