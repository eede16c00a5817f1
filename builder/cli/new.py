"""hexwright new"""

from __future__ import annotations

from pathlib import Path

import click


@click.command(epilog="Example:  hexwright new source/my-game   and then   hexwright lint source/my-game")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def new(folder: Path) -> None:
    """Begin a game of your own: a copy of the tutorial game (seven hexes, two counters a side), named after DIR.

    Nothing is overwritten: DIR must not be there yet, or be empty.
    """
    from builder.make.new import new_game

    for path in new_game(folder):
        click.echo(path.as_posix())
