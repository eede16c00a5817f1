"""hexwright lint"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import JSON, OVERLAY, leave, put_diagnostics


@click.command(epilog="Examples:  hexwright lint glorys-end   ·   hexwright lint my-question.case")
@click.argument("game", metavar="GAME|FILE")
@OVERLAY
@JSON
def lint(game: str, overlay: Path | None, json_: bool) -> None:
    """Validate a game's sources by the rules that bind them, or one case file by its grammar.

    Every fault is named at once, each with file, line and column. Exit code 1 where there is an error.
    """
    if Path(game).is_file():
        leave(put_diagnostics(_case_faults(Path(game)), json_))
    from builder.make.opening import validate_by_rules
    from builder.sources import find_game
    from builder.sources import lint as lint_sources

    leave(put_diagnostics(lint_sources(find_game(game), overlay=overlay, validate=validate_by_rules), json_))


def _case_faults(path: Path):
    from builder.make.judging import read_cases
    from builder.model import BadInput

    try:
        read_cases(path)
    except BadInput as trouble:
        return trouble.diagnostics
    return ()
