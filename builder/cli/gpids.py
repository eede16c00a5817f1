"""hexwright gpids"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import GAME, OVERLAY, leave


@click.command(epilog="Example:  hexwright gpids glorys-end --write")
@GAME
@OVERLAY
@click.option("--write", is_flag=True, help="append the missing numbers to the game's gpids.csv")
def gpids(game: str, overlay: Path | None, write: bool) -> None:
    """Show which lasting piece numbers a game lacks; with --write, append them. Numbers are never changed.

    With --overlay they go into the overlay's own gpids.csv, from 100000 on.
    """
    from builder.make.opening import open_game
    from builder.module.plan import gpid_keys
    from builder.sources import append_gpids, new_gpids

    opened = open_game(game, overlay)
    rows = new_gpids(opened, gpid_keys(opened), overlay=overlay is not None)
    if not rows:
        click.echo("every piece has its number")
        return
    for row in rows:
        click.echo(f"{row.gpid},{row.kind},{row.key}")
    if write:
        append_gpids(overlay or Path(opened.folder), rows)
        click.echo(f"{len(rows)} number(s) appended")
    leave(0 if write else 1)
