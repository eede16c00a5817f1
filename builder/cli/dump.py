"""hexwright dump"""

from __future__ import annotations

import json
from pathlib import Path

import click

from builder.cli.common import FILE


@click.command(epilog="Examples:  hexwright dump game.vlog   ·   hexwright dump game.vsav --eyes Red")
@FILE
@click.option("--eyes", default="public", show_default=True, metavar="SIDE",
              help="whose view: public, director, or a side")  # fmt: skip
@click.option("--module", "module_file", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="the module of a save or log (default: the one of its name that lies near it)")  # fmt: skip
@click.option("--json", "json_", is_flag=True, help="one JSON record a line")
def dump(file: Path, eyes: str, module_file: Path | None, json_: bool) -> None:
    """Show a module, save or log as readable text; of a log each step with its commands.

    The view is what all players see: masked pieces are nameless, invisible ones are left out, so are hands, private
    windows and the order of decks. --eyes director shows all, and says so at the top. Players' ids, which are their
    passwords, are never shown.
    """
    from builder.report.dump import records
    from builder.report.dump_text import lines

    found = records(file, eyes, module_file)
    if json_:
        for record in found:
            click.echo(json.dumps(record, ensure_ascii=False))
    else:
        for line in lines(found):
            click.echo(line)
