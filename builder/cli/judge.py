"""hexwright judge"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import JSON, OVERLAY, leave, put_json


@click.command(epilog="Example:  hexwright judge my-question.case")
@click.argument("casefile", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", metavar="GAME", help="the game of cases that do not name one")
@OVERLAY
@click.option(
    "--all", "everything", is_flag=True, help="show every rule that was examined, not those in question alone"
)
@JSON
def judge(casefile: Path, game: str | None, overlay: Path | None, everything: bool, json_: bool) -> None:
    """Judge cases said in the notation: a position, what is done, and (if you like) what you expect.

    `expect supplied G: ?` asks without expecting anything: the answer comes with its reasons. What may be said is in
    source/NOTATION.md, and for a game in `hexwright rules GAME --notation`. Exit code 1 where an expectation fails.
    """
    from builder.make.judging import judge_file
    from builder.report.verdicts import account

    results = judge_file(casefile, game, overlay)
    if json_:
        put_json({"schema": 1, "cases": [r.as_json() for r in results]})
    for result in results if not json_ else ():
        click.echo(f"{result.name}: {'holds' if result.ok else 'FAILS'}")
        shown = result.verdicts if everything else result.shown
        for lines in (*result.told, *map(account, shown)):
            for line in lines:
                click.echo(f"  {line}")
        quiet = len(result.verdicts) - len(shown)
        if quiet:
            click.echo(f"  {quiet} more rule{'s' * (quiet != 1)} examined and found legal (--all shows them)")
        for failure in result.failures:
            click.echo(f"  {failure}")
    leave(int(not all(r.ok for r in results)))
