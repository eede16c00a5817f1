"""hexwright record"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import FILE, JSON, OVERLAY, put_json


@click.command(epilog="Example:  hexwright record my-game.case -o my-game.vlog")
@FILE
@click.option("-o", "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="the log to write")
@click.option("--game", metavar="GAME", help="the game, where the script does not name it")
@OVERLAY
@JSON
def record(file: Path, out: Path, game: str | None, overlay: Path | None, json_: bool) -> None:
    """Play a script of `do` lines on the game's own module and write the VASSAL log.

    FILE is in the notation of cases; its first case is played. The same script gives the same log.
    """
    from builder.make.record import record_file

    path = record_file(file, out, game, overlay)
    if json_:
        put_json({"schema": 1, "log": str(path), "bytes": path.stat().st_size})
    else:
        click.echo(str(path))
