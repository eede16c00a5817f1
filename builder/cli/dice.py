"""hexwright dice"""

from __future__ import annotations

import csv
import io
from pathlib import Path

import click

from builder.cli.common import JSON, put_json, save, tell


@click.command(epilog="Examples:  hexwright dice our-game/   ·   hexwright dice our-game/ --picture dice.png")
@click.argument("logs", metavar="LOG...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--game", metavar="GAME", help="the game, where the log's module does not tell it")
@click.option("--module", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="the module (default: the one of its name that lies near a log)")  # fmt: skip
@click.option("--rolls", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="rolls made outside, a CSV with columns log, step, player, sides, result")  # fmt: skip
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), help="also draw the dice, as PNG or SVG")
@click.option("--csv", "csv_", is_flag=True, help="every roll as a row for a spreadsheet")
@JSON
def dice(
    logs: tuple[Path, ...],
    game: str | None,
    module: Path | None,
    rolls: Path | None,
    picture: Path | None,
    csv_: bool,
    json_: bool,
) -> None:
    """Every roll of a recorded game: how the dice fell for each player, and what fair dice would do.

    Undone rolls and steps that were recorded twice are listed and not counted. For any module.
    """
    from builder.make.dice import dice_of
    from builder.make.outside_rolls import read_rolls
    from builder.report import dice as report
    from builder.report.modules_near import dice_near
    from builder.vassal.module import open_module

    named = open_module(module).dice if module else None
    found = dice_of(logs, lambda name, near: named or dice_near(near, name), game,
                    lambda name: tell(f"  {name}"), read_rolls(rolls) if rolls else ())  # fmt: skip
    if picture:
        from builder.report.dice_picture import picture_png, picture_svg

        svg = picture_svg(report.table(found))
        save(picture, svg.encode("utf-8") if picture.suffix.lower() == ".svg" else picture_png(svg))
        tell(f"wrote {picture}")
    for fault in report.faults_of(found) if csv_ else ():
        tell(str(fault))
    if csv_:
        text = io.StringIO(newline="")
        csv.writer(text, lineterminator="\n").writerows(report.rows(found))
        click.echo(text.getvalue(), nl=False)
    elif json_:
        put_json(report.as_json(found))
    else:
        for line in report.text(found):
            click.echo(line)
