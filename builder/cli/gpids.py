"""hexwright gpids"""

from __future__ import annotations

import click

from builder.cli.common import GAME, leave


@click.command(epilog="Example:  hexwright gpids glorys-end --write")
@GAME
@click.option("--write", is_flag=True, help="append the missing numbers to the game's gpids.csv")
def gpids(game: str, write: bool) -> None:
    """Show which lasting piece numbers a game lacks; with --write, append them. Numbers are never changed."""
    from pathlib import Path

    from builder.make.opening import open_game
    from builder.module.plan import gpid_keys
    from builder.sources import append_gpids, new_gpids

    opened = open_game(game)
    rows = new_gpids(opened, gpid_keys(opened))
    if not rows:
        click.echo("every piece has its number")
        return
    for row in rows:
        click.echo(f"{row.gpid},{row.kind},{row.key}")
    if write:
        append_gpids(Path(opened.folder), rows)
        click.echo(f"{len(rows)} number(s) appended")
    leave(0 if write else 1)
