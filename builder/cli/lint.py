"""hexwright lint"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.cli.common import JSON, OVERLAY, leave, put_diagnostics

if TYPE_CHECKING:
    from builder.model import Diagnostic


@click.command(epilog="Examples:  hexwright lint glorys-end   ·   hexwright lint my-question.case")
@click.argument("game", metavar="GAME|FILE")
@OVERLAY
@JSON
def lint(game: str, overlay: Path | None, json_: bool) -> None:
    """Validate a game's sources by the rules that bind them, or one case file by its grammar.

    Every fault is named at once, each with file, line and column; then what a counter or the map can not show.
    Exit code 1 where there is an error.
    """
    if Path(game).is_file():
        leave(put_diagnostics(_case_faults(Path(game)), json_))
    leave(put_diagnostics(_game_faults(game, overlay), json_))


def _game_faults(name: str, overlay: Path | None) -> tuple[Diagnostic, ...]:
    """Of the sources; where they hold no error, also what the drawn map and the counters can not show."""
    from builder.art.faces import check_faces
    from builder.art.map_looks import check_map
    from builder.art.markers import check_markers
    from builder.make.opening import validate_by_rules
    from builder.sources import compile_sources, find_game

    found = compile_sources(find_game(name), overlay, validate_by_rules)
    if found.errors or found.game is None:
        return found.diagnostics
    return (*found.diagnostics, *check_faces(found.game), *check_markers(found.game), *check_map(found.game))


def _case_faults(path: Path) -> tuple[Diagnostic, ...]:
    from builder.make.judging import read_cases
    from builder.model import BadInput

    try:
        read_cases(path)
    except BadInput as trouble:
        return trouble.diagnostics
    return ()
