"""hexwright sheets"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import GAME, JSON, OUT, OVERLAY, put_json, save


@click.command(epilog="Example:  hexwright sheets glorys-end -o dist --paper Letter")
@GAME
@OUT
@OVERLAY
@click.option("--paper", type=click.Choice(("A4", "Letter"), case_sensitive=False), default="A4", show_default=True)
@click.option("--size", default=15.875, show_default=True, type=float, metavar="MM", help="side of a counter")
@JSON
def sheets(game: str, out: Path, overlay: Path | None, paper: str, size: float, json_: bool) -> None:
    """Print a game's counter sheets as PDF: fronts and backs in register, true to size.

    Print on both sides of the paper, turned over the long edge, at actual size.
    """
    from builder.make.opening import open_game
    from builder.sheets import counter_sheet, plan_sheets

    opened = open_game(game, overlay)
    try:
        plan = plan_sheets(opened, paper, size)
        content = counter_sheet(opened, paper, size)
    except ValueError as wrong:
        raise click.BadParameter(str(wrong), param_hint="--size") from None
    path = save(out / f"{opened.id}-counters-{paper}.pdf", content)
    if json_:
        put_json({"schema": 1, "sheet": str(path), "paper": paper, "size_mm": size, "pages": 2 * len(plan.pages)})
    else:
        click.echo(f"{path}  ({2 * len(plan.pages)} pages, {size:g} mm a counter)")
