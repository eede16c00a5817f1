"""Drafts the mapping of somebody else's module by names, pictures, grids and trackers; the rest is asked for."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path

import yaml

from builder.make.bind_clock import drafted_clock, drafted_sides
from builder.make.bind_maps import drafted_maps
from builder.make.bind_pieces import HEADER, Row, rows_of
from builder.make.binding import BINDING_FILE, PIECES_FILE, as_text
from builder.model import BadInput, Game, Span, error
from builder.replay.mapping import Kind
from builder.vassal.archive import write_file
from builder.vassal.module import Module


@dataclass(frozen=True, slots=True)
class Draft:
    """`asked` says in lines for people what stayed unmatched."""

    rows: tuple[Row, ...]
    binding: dict[str, object]
    asked: tuple[str, ...]


def draft(module: Module, game: Game) -> Draft:
    """BadInput for no module; what cannot be told is asked for."""
    rows = tuple(dict.fromkeys(rows_of(module, game)))
    asked: list[str] = []
    binding: dict[str, object] = {
        "game": game.id, "module": module.name, "maps": list(drafted_maps(module.maps, game, asked)),
        "clock": drafted_clock(module.turn_trackers, game, asked),
        "sides": drafted_sides(module.sides, game, asked),
    }  # fmt: skip
    if len(game.scenarios) == 1:
        binding["scenario"] = next(iter(game.scenarios))
    elif game.scenarios:
        asked.append(f"which scenario is played? write `scenario`: one of {', '.join(game.scenarios)}")
    unmatched = [row for row in rows if row.kind == "ask"]
    if unmatched:
        asked.insert(0, f"{len(unmatched)} of {len(rows)} pieces are not matched (kind `ask` in {PIECES_FILE})")
    asked += _without_strength(rows, game)
    bound = {row.counter for row in rows if row.kind == Kind.UNIT}
    missing = [counter.name for id, counter in game.counters.items() if id not in bound]
    if missing:
        shown = ", ".join(missing[:5]) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")
        have = "counter of the game has" if len(missing) == 1 else "counters of the game have"
        asked.append(f"{len(missing)} {have} no piece here: {shown}")
    return Draft(rows, binding, tuple(asked))


def _without_strength(rows: tuple[Row, ...], game: Game) -> list[str]:
    """A line where nothing shows how many steps units have left."""
    if any(row.kind == Kind.STRENGTH for row in rows):
        return []
    units = [row for row in rows if row.kind == Kind.UNIT]
    shown = {row.counter for row in units if row.steps or row.layer}
    dumb = {row.counter for row in units if game.counters[row.counter].steps > 1} - shown
    if not dumb:
        return []
    return [f"nothing shows the steps of {len(dumb)} units, such as {game.counters[min(dumb)].name}: "
            "say in `steps`, or in `layer` and `levels`, how they weaken; else they count as whole"]  # fmt: skip


def write_draft(found: Draft, folder: Path) -> tuple[Path, ...]:
    """The two files. BadInput where one is there already: nothing that people filled in is lost."""
    paths = folder / BINDING_FILE, folder / PIECES_FILE
    for path in paths:
        if path.exists():
            raise BadInput(error("bind-exists", "there is a file of this name already", Span(str(path)),
                                 help="name another folder with -o"))  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows([as_text(row.piece), *row[1:]] for row in found.rows)
    head = (
        "# What the module means in the game's words. Finish it by hand; the README of builder/make tells each key.\n"
    )
    body = head + yaml.safe_dump(found.binding, allow_unicode=True, sort_keys=False, width=110)
    write_file(paths[0], body.encode("utf-8"))
    write_file(paths[1], text.getvalue().encode("utf-8-sig"))
    return paths
