"""From a folder to a Game: named, timed stages; every fault of a run at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from builder.model import BadInput, Diagnostic, Game, Severity
from builder.sources.faults import Faults
from builder.sources.find import find_game
from builder.sources.hashing import content_hash
from builder.sources.link import link
from builder.sources.reading import read_sources

Validate = Callable[[Game], tuple[Diagnostic, ...]]


@dataclass(frozen=True, slots=True)
class Compiled:
    """`game` is None where game.yaml is beyond use; beside errors it is what could be told. Timings in seconds."""

    game: Game | None
    diagnostics: tuple[Diagnostic, ...]
    timings: tuple[tuple[str, float], ...]

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self.diagnostics if d.severity is Severity.ERROR)


def compile_sources(
    folder: str | Path, overlay: str | Path | None = None, validate: Validate | None = None
) -> Compiled:
    """All stages. `validate` holds the game's own rules; it is called also when the generic stages found faults."""
    faults = Faults()
    timings: list[tuple[str, float]] = []

    def timed(name: str, since: float) -> float:
        now = time.perf_counter()
        timings.append((name, now - since))
        return now

    clock = time.perf_counter()
    root = find_game(folder)
    over = None if overlay is None else Path(overlay)
    if over is not None and not over.is_dir():
        faults.error("overlay-folder", f"the overlay {str(overlay)!r} is no folder")
        over = None
    clock = timed("find", clock)
    sources = read_sources(root, over, faults)
    clock = timed("read", clock)
    if sources is None:
        return Compiled(None, faults.sorted(), tuple(timings))
    digest = content_hash(root, over)
    clock = timed("hash", clock)
    game = link(sources, digest, faults)
    clock = timed("link", clock)
    if validate is not None:
        faults.extend(validate(game))
        timed("validate", clock)
    return Compiled(game, faults.sorted(), tuple(timings))


def load(folder: str | Path, overlay: str | Path | None = None, validate: Validate | None = None) -> Game:
    """The game in a folder (or known by a name). Raises BadInput with every error of the sources at once."""
    found = compile_sources(folder, overlay, validate)
    if found.errors or found.game is None:
        raise BadInput(*(found.errors or found.diagnostics))
    return found.game


def lint(
    folder: str | Path, overlay: str | Path | None = None, validate: Validate | None = None
) -> tuple[Diagnostic, ...]:
    """All that is wrong or doubtful in the sources, file by file, top to bottom."""
    return compile_sources(folder, overlay, validate).diagnostics
