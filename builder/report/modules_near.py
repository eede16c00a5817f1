"""The module that a save or log was played on: the one named, one near it, or a game whose sources are here."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from pathlib import Path

from builder.make.opening import module_dice, module_places, module_tracker, open_game
from builder.model import BadInput, Game
from builder.report.eyes import Windows, windows_of
from builder.sources import games
from builder.vassal.archive import MODULE_DATA, open_archive
from builder.vassal.dice import DiceButton, SpecialDice
from builder.vassal.metadata import read_metadata
from builder.vassal.module import Module, open_module

FOLDERS = 50  # and files in each: how far a module is looked for


def windows_for(name: str, near: Path | None, boards: Mapping[str, tuple], module: Module | None = None) -> Windows:
    """What is known of the windows of the module of that name; `near` is a file played on it."""
    found = module or (module_near(near, name) if near is not None else None)
    if found is not None:
        return windows_of(found, boards)
    return our_windows(name) or Windows()


def module_near(path: Path, name: str) -> Module | None:
    """The module of that name in the folder of the file, in dist, or in a folder `mod…` aside; None if none opens."""
    if not name:
        return None
    here = path.resolve().parent
    for folder in (here, Path("dist"), here.parent, *_inside(here.parent, "[Mm]od*")):
        for file in _inside(folder, "*.vmod"):
            if _names(file) == name:
                with suppress(BadInput):
                    return open_module(file)
    return None


def _inside(folder: Path, pattern: str) -> list[Path]:
    try:
        return sorted(islice(folder.glob(pattern), FOLDERS))
    except OSError:
        return []


def _names(file: Path) -> str:
    try:
        with open_archive(file) as archive:
            return read_metadata(archive.read(MODULE_DATA), MODULE_DATA).name or "" if MODULE_DATA in archive else ""
    except BadInput:
        return ""


def dice_near(path: Path | None, name: str) -> tuple[DiceButton | SpecialDice, ...] | None:
    """The dice buttons of the module of that name; None where neither it nor its sources are at hand."""
    ours = _our_game(name)
    if ours is not None:
        return module_dice(ours)
    module = module_near(path, name) if path is not None else None
    return module.dice if module is not None else None


@lru_cache(maxsize=8)
def our_windows(name: str) -> Windows | None:
    """A game whose sources are here needs no module file: ours have no private windows."""
    opened = _our_game(name)
    if opened is None:
        return None
    tracker = module_tracker(opened)
    sides = tuple(side.name for side in opened.sides)
    return Windows(True, {}, module_places(opened), {tracker.id: tracker}, sides)


@lru_cache(maxsize=8)
def _our_game(name: str) -> Game | None:
    for game in games():
        try:
            opened = open_game(game)
        except BadInput:
            continue
        if opened.name == name:
            return opened
    return None
