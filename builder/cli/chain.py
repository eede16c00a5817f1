"""hexwright chain"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import JSON, leave, put_json, tell


@click.command(epilog="Examples:  hexwright chain our-game/   ·   hexwright chain turns.zip --eyes director")
@click.argument("logs", metavar="LOG...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--module", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="the module (default: the one of its name that lies near a log)")  # fmt: skip
@click.option("--eyes", default="public", show_default=True, metavar="SIDE",
              help="whose view: public, director, or a side")  # fmt: skip
@JSON
def chain(logs: tuple[Path, ...], module: Path | None, eyes: str, json_: bool) -> None:
    """Put the logs of a game in the order of play, and tell what is wrong with the chain.

    LOG is one or several .vlog files, folders, or zip archives of logs. The order comes from the positions that the
    logs hold, never from names or dates. Told are: a missing file, a board that was changed outside a log, a fork, a
    start repeated with other rolls, cards in another order, a turn tracker that was set, another version of the module,
    players who came or left, steps that were recorded twice. Exit code 1 where the chain is not whole.
    """
    from builder.make.chain import open_chain
    from builder.report.chain import as_json, chain_report, text
    from builder.report.eyes import DIRECTOR
    from builder.report.veil import HEAD
    from builder.vassal.module import open_module

    opened = open_chain(logs, lambda name: tell(f"  {name}"))
    if eyes == DIRECTOR:
        tell(HEAD)
    found = chain_report(opened, eyes, open_module(module) if module else None)
    if json_:
        put_json(as_json(found))
    else:
        for line in text(found):
            click.echo(line)
    leave(int(found.broken))
