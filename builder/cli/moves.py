"""hexwright moves"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import EYES, JSON, OVERLAY, put_json, save, tell

OUT = click.Path(path_type=Path, dir_okay=False)


@click.command(
    epilog="Examples:  hexwright moves my-question.case G   ·   hexwright moves turn3.vlog fr-9-corps --at 40"
)
@click.argument("file", metavar="CASEFILE", type=click.Path(exists=True, path_type=Path))
@click.argument("unit", metavar="UNIT")
@click.option("--game", metavar="GAME", help="the game, where the file does not tell it")
@OVERLAY
@click.option("--case", "case_", metavar="ID", help="which case of the file (default: the first that has the unit)")
@click.option("--at", type=click.IntRange(min=0), help="of a log: the position after this step (default: its start)")
@click.option("--sums", is_flag=True, help="show each cost hex by hex")
@click.option("--png", type=OUT, help="also draw the surroundings")
@click.option("--svg", type=OUT, help="the same as a drawing of lines and letters")
@click.option("--px", default=80, show_default=True, type=click.IntRange(24, 200), help="pixels from hex to hex")
@click.option("--html", type=OUT, help="also write the map page with what the unit may do on it")
@EYES
@JSON
def moves(file, unit, game, overlay, case_, at, sums, png, svg, px, html, eyes, json_) -> None:
    """Where a unit may go and for how much, and whom it may attack at what odds.

    CASEFILE is a position said in the notation (its actions are done first), a .vsav save, or a .vlog log with --at.
    UNIT is the name the case gives it, or the id of its counter. Every line is what the referee says of that move. A
    unit of a save or log that is hidden from the eyes is not named.
    """
    from builder.art.render import default_cache
    from builder.make.moves import moves_of
    from builder.report import moves as report
    from builder.report.veil import veiled_moves

    found, veil = veiled_moves(file, eyes, lambda: moves_of(file, unit, game, overlay, case_ or "", at))
    veil.refuse((unit,), "this")
    if veil.head:
        tell(veil.head)
    for path, is_svg in ((png, False), (svg, True)):
        if path is not None:
            data = report.picture(found, px, default_cache(), is_svg)
            if data:
                tell(f"wrote {save(path, data)}")
            else:
                tell(f"{unit} stands on no map: nothing to draw")
    if html is not None:
        tell(f"wrote {save(html, veil.text(report.page(found, default_cache())).encode('utf-8'))}")
    if json_:
        put_json(veil.value(report.as_json(found)))
    else:
        for line in report.text(found, sums):
            click.echo(veil.text(line))
