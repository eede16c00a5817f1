"""A log cut, as a file beside it: for a director who sets a game back to before a mistake."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from builder.model import BadInput, Span, error
from builder.vassal.cutting import cut_at, shortened
from builder.vassal.module import open_module
from builder.vassal.saves import read_log, write_game
from builder.vassal.stacking import stacking_of
from builder.vassal.table import everything_stacks


class Done(NamedTuple):
    notes: tuple[str, ...]


def cut_file(source: Path, out: Path, number: int, *, as_log: bool = False, module: Path | None = None) -> Done:
    """Write the position after step `number`, or with `as_log` the log up to it, in the container of the log.

    BadInput where the log has fewer steps, and where `out` is there already: nothing is overwritten.
    """
    if out.exists():
        raise BadInput(error("cut-exists", "there is a file of this name already", Span(str(out)),
                             help="choose another name for -o"))  # fmt: skip
    log = read_log(source)
    notes: list[str] = []
    if as_log:
        text = shortened(log, number)
    else:
        stacking = stacking_of(open_module(module)) if module is not None else everything_stacks
        text, unknown = cut_at(log, number, stacking)
        notes += [f"{count} command(s) {head!r} are of the module's own code: what they changed is not in the save"
                  for head, count in Counter(unknown).items()]  # fmt: skip
    save = log.save
    metadata = (save.savedata, save.moduledata) if save.savedata and save.moduledata else (None, None)
    write_game(out, text, savedata=metadata[0], moduledata=metadata[1], container=save.container)
    return Done(tuple(notes))
