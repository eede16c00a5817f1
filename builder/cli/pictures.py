"""hexwright map, hexwright counters"""

from __future__ import annotations

import re
from pathlib import Path

import click

from builder.cli.common import GAME, OUT, OVERLAY, save, tell
from builder.model import Game, MapSheet

_DPI = 150  # of a picture at the size of counters; a hex of 100 pixels holds a counter of half an inch


@click.command(name="map", epilog="Example:  hexwright map glorys-end --scenario marne --around 3131")
@GAME
@OUT
@OVERLAY
@click.option("--px", default=100, show_default=True, type=click.IntRange(16, 300), help="pixels from hex to hex")
@click.option(
    "--format", "form", type=click.Choice(["png", "svg", "pdf"]), help="png unless said; pdf has lines and letters"
)
@click.option("--svg", is_flag=True, help="the same as --format svg")
@click.option("--counter", metavar="SIZE", help="as large as counters of this size need it: 1/2in, 5/8in, 15mm")
@click.option(
    "--paper",
    type=click.Choice(["whole", "a4", "a3", "letter"]),
    default="whole",
    show_default=True,
    help="of a PDF: one page, or cut onto sheets of a printer",
)
@click.option("--scenario", metavar="ID", help="with the counters of this scenario's start on it")
@click.option("--around", metavar="HEX", help="of a scenario: only what lies around this hex")
@click.option("--html", is_flag=True, help="one page to pan, zoom and search, with the facts behind each hex")
def draw_map(
    game: str, out: Path, overlay: Path | None, px: int, form: str | None, svg: bool, counter: str | None, paper: str,
    scenario: str | None, around: str | None, html: bool,
) -> None:  # fmt: skip
    """Draw a game's map, each of its sheets as a file of its own."""
    form = form or ("svg" if svg else "png")
    svg = form != "png"
    if paper != "whole" and form != "pdf":
        raise click.UsageError("--paper is for --format pdf")
    if html:
        if svg or scenario or around or counter:
            raise click.UsageError("--html goes alone: the page holds every map and set-up of the game")
        return _save_page(game, out, overlay)
    if (scenario and svg) or (around and not scenario):
        raise click.UsageError("--scenario gives PNG only, and --around needs --scenario")
    from builder.make.opening import open_game

    points = _counter_points(counter) if counter else 0.0
    opened = open_game(game, overlay)
    if scenario:
        from builder.art.render import default_cache
        from builder.make.picture import setup_picture

        data = setup_picture(opened, scenario, px, around or "", default_cache())
        click.echo(str(save(out / f"{opened.id}-{scenario}.png", data)))
        return
    _strangers(opened)
    for sheet in opened.maps:
        data = _picture(opened, sheet, form, px, points, paper)
        path = save(out / f"{opened.id}-{sheet.id}.{form}", data)
        click.echo(f"{path}  ({len(data) / 1e6:.1f} MB)")


def _picture(game: Game, sheet: MapSheet, form: str, px: int, counter: float, paper: str) -> bytes:
    from builder.art.layout import COUNTER
    from builder.art.mapdraw import map_png, map_svg

    if form == "pdf":
        from builder.sheets.map_pdf import map_pdf

        try:
            return map_pdf(game, sheet, counter / COUNTER if counter else px * 72 / _DPI, paper)
        except ValueError as wrong:
            raise click.UsageError(str(wrong)) from None
    if counter:
        px = max(8, round(counter / COUNTER * _DPI / 72))
    if form == "svg":
        return map_svg(game, sheet, px).encode("utf-8")
    try:
        return map_png(game, sheet, px)
    except ValueError as wrong:
        raise click.UsageError(f"{wrong}; --format pdf has no such bounds") from None


def _counter_points(text: str) -> float:
    """`5/8in`, `0.5in` or `15mm` in points; a counter of 5 mm to 50 mm."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(?:/([1-9]\d*))?\s*(in|mm)", text.strip())
    points = float(match[1]) / float(match[2] or 1) * (72 if match[3] == "in" else 72 / 25.4) if match else 0.0
    if not 14 <= points <= 142:
        raise click.BadParameter(
            f"{text!r} is no size of a counter (expected 1/2in, 5/8in, 15mm)", param_hint="--counter"
        )
    return points


def _strangers(game: Game) -> None:
    from builder.art.map_looks import check_map

    for diagnostic in check_map(game):
        tell(str(diagnostic))


def _save_page(game: str, out: Path, overlay: Path | None) -> None:
    from builder.art.render import default_cache
    from builder.make.opening import open_game
    from builder.report.map_page import map_page

    opened = open_game(game, overlay)
    data = map_page(opened, cache=default_cache()).encode("utf-8")
    click.echo(f"{save(out / f'{opened.id}-map.html', data)}  ({len(data) / 1e6:.1f} MB)")


@click.command(epilog="Example:  hexwright counters glorys-end --gallery")
@GAME
@OUT
@OVERLAY
@click.option("--px", default=75, show_default=True, type=click.IntRange(24, 1200), help="pixels of a counter")
@click.option("--gallery", is_flag=True, help="one page to browse them instead: filter, search, turn over, any size")
def counters(game: str, out: Path, overlay: Path | None, px: int, gallery: bool) -> None:
    """Draw every face of a game's counters and markers, one PNG each, or a page to browse them."""
    from builder.art.faces import check_faces
    from builder.art.markers import check_markers
    from builder.make.opening import open_game

    opened = open_game(game, overlay)
    for diagnostic in (*check_faces(opened), *check_markers(opened)):
        tell(str(diagnostic))
    if gallery:
        from builder.report.gallery import gallery_page

        data = gallery_page(opened).encode("utf-8")
        click.echo(f"{save(out / f'{opened.id}-counters.html', data)}  ({len(data) / 1e6:.1f} MB)")
        return
    click.echo(str(_save_faces(opened, out, px)))


def _save_faces(game: Game, out: Path, px: int) -> Path:
    from builder.art.images import images_for
    from builder.art.render import default_cache
    from builder.vassal.archive import write_file

    pictures = images_for(game, px, default_cache())
    folder = out / f"{game.id}-counters-{px}"
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in pictures.items():
        write_file(folder / name, data)
    tell(f"{len(pictures)} pictures")
    return folder


map = draw_map  # the command's own name; the list of commands looks it up so
