"""hexwright cut"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import FILE, JSON, put_json, tell


@click.command(
    epilog="Examples:  hexwright cut game.vlog --at 41 -o fix.vsav   ·   hexwright cut game.vlog --upto 41 -o b.vlog"
)
@FILE
@click.option(
    "--at", "at", type=click.IntRange(0), metavar="N", help="the position after step N (0: the start) as a save"
)
@click.option("--before", type=click.IntRange(1), metavar="N", help="the position before step N as a save")
@click.option("--upto", type=click.IntRange(0), metavar="N", help="the log without what comes after step N")
@click.option("-o", "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="the file to write")
@click.option("--module", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="the module, where one of its maps keeps pieces from stacking")  # fmt: skip
@JSON
def cut(
    file: Path, at: int | None, before: int | None, upto: int | None, out: Path, module: Path | None, json_: bool
) -> None:
    """Cut a recorded game: a position out of it, or its end off.

    The save holds pieces, stacks, decks, turn, properties, notes and sides as they stood; VASSAL opens it, and play
    goes on from there.
    """
    if sum(one is not None for one in (at, before, upto)) != 1:
        raise click.UsageError("give one of --at, --before and --upto")
    from builder.make.cut import cut_file

    number = upto if upto is not None else at if at is not None else (before or 1) - 1
    done = cut_file(file, out, number, as_log=upto is not None, module=module)
    for line in done.notes:
        tell(line)
    if json_:
        put_json({"schema": 1, "file": str(out), "step": number, "notes": list(done.notes)})
    else:
        click.echo(str(out))
