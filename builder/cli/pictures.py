"""hexwright map, hexwright counters"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import GAME, OUT, OVERLAY, save, tell


@click.command(name="map", epilog="Example:  hexwright map glorys-end --scenario marne --around 3131")
@GAME
@OUT
@OVERLAY
@click.option("--px", default=100, show_default=True, type=click.IntRange(16, 300), help="pixels from hex to hex")
@click.option("--svg", is_flag=True, help="the drawing as SVG instead of PNG")
@click.option("--scenario", metavar="ID", help="with the counters of this scenario's start on it")
@click.option("--around", metavar="HEX", help="of a scenario: only what lies around this hex")
@click.option("--html", is_flag=True, help="one page to pan, zoom and search, with the facts behind each hex")
def draw_map(
    game: str, out: Path, overlay: Path | None, px: int, svg: bool, scenario: str | None, around: str | None, html: bool
) -> None:
    """Draw a game's map."""
    if html:
        if svg or scenario or around:
            raise click.UsageError("--html goes alone: the page holds every map and set-up of the game")
        return _save_page(game, out, overlay)
    if (scenario and svg) or (around and not scenario):
        raise click.UsageError("--scenario gives PNG only, and --around needs --scenario")
    from builder.art.mapdraw import map_png, map_svg
    from builder.make.opening import open_game

    opened = open_game(game, overlay)
    if scenario:
        from builder.art.render import default_cache
        from builder.make.picture import setup_picture

        data = setup_picture(opened, scenario, px, around or "", default_cache())
        click.echo(str(save(out / f"{opened.id}-{scenario}.png", data)))
        return
    for sheet in opened.maps:
        data = map_svg(opened, sheet, px).encode("utf-8") if svg else map_png(opened, sheet, px)
        path = save(out / f"{opened.id}-{sheet.id}.{'svg' if svg else 'png'}", data)
        click.echo(f"{path}  ({len(data) / 1e6:.1f} MB)")


def _save_page(game: str, out: Path, overlay: Path | None) -> None:
    from builder.art.render import default_cache
    from builder.make.opening import open_game
    from builder.report.map_page import map_page

    opened = open_game(game, overlay)
    data = map_page(opened, cache=default_cache()).encode("utf-8")
    click.echo(f"{save(out / f'{opened.id}-map.html', data)}  ({len(data) / 1e6:.1f} MB)")


@click.command(epilog="Example:  hexwright counters glorys-end -o dist")
@GAME
@OUT
@OVERLAY
@click.option("--px", default=75, show_default=True, type=click.IntRange(24, 600), help="pixels of a counter")
def counters(game: str, out: Path, overlay: Path | None, px: int) -> None:
    """Draw every face of a game's counters and markers, one PNG each."""
    from builder.art.images import images_for
    from builder.art.render import default_cache
    from builder.make.opening import open_game
    from builder.vassal.archive import write_file

    opened = open_game(game, overlay)
    pictures = images_for(opened, px, default_cache())
    folder = out / f"{opened.id}-counters-{px}"
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in pictures.items():
        write_file(folder / name, data)
    tell(f"{len(pictures)} pictures")
    click.echo(str(folder))


map = draw_map  # the command's own name; the list of commands looks it up so
