"""hexwright charts"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import GAME, JSON, OUT, OVERLAY, put_json, save


@click.command(epilog="Example:  hexwright charts tgwie -o charts")
@GAME
@OUT
@OVERLAY
@JSON
def charts(game: str, out: Path, overlay: Path | None, json_: bool) -> None:
    """Write a game's charts, each as a page and as a picture.

    They are those of the module. What no rulebook states stands on a ground of its own with a mark.
    """
    from builder.art.charts import chart_html
    from builder.art.charts import charts as charts_of
    from builder.art.charts_picture import chart_png
    from builder.art.render import default_cache
    from builder.make.opening import open_game

    opened = open_game(game, overlay)
    files = []
    for chart in charts_of(opened):
        name = f"{opened.id}-chart-{chart.id}"
        files.append(save(out / f"{name}.html", chart_html(chart, opened).encode("ascii")))
        files.append(save(out / f"{name}.png", chart_png(chart, default_cache())))
    if json_:
        put_json({"schema": 1, "files": [str(path) for path in files]})
    else:
        for path in files:
            click.echo(str(path))
