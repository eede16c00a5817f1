"""hexwright sheets"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from builder.cli.common import JSON, OUT, OVERLAY, put_json, save, tell

if TYPE_CHECKING:
    from builder.sheets import SheetStyle, Stock

_OPTIONS = (
    click.option("--paper", default="A4", show_default=True, metavar="NAME", help="A4, Letter, A3, or 300x400mm"),
    click.option("--size", default="5/8in", show_default=True, metavar="SIZE", help="of a counter: 15mm, 44x63mm"),
    click.option("--turn", type=click.Choice(("long", "short", "fold")), default="long", show_default=True,
                 help="the edge over which the printer turns the paper; fold: backs beside fronts, to fold and glue"),
    click.option("--gutter", default="0", metavar="MM", help="room between counters"),
    click.option("--bleed", default="1", show_default=True, metavar="MM", help="how far a ground runs past its cut"),
    click.option("--block", metavar="CxR", help="columns and rows that lie together, for dies: 10x2"),
    click.option("--block-gap", default="6", show_default=True, metavar="MM", help="room between blocks"),
    click.option("--corner", default="0", metavar="MM", help="radius of rounded corners"),
    click.option("--marks", type=click.Choice(("both", "front", "back", "none")), default="both", show_default=True,
                 help="which side has cut and registration marks"),
    click.option("--mark-distance", default="1.5", show_default=True, metavar="MM", help="from counters to marks"),
    click.option("--low-ink", is_flag=True, help="white grounds with a frame in their colour"),
    click.option("--shift-x", default=0.0, metavar="MM", help="of the back, as the calibration page shows"),
    click.option("--shift-y", default=0.0, metavar="MM", help="the same, down"),
    click.option("--scale-x", default=100.0, metavar="MM", help="what 100 mm across measure"),
    click.option("--scale-y", default=100.0, metavar="MM", help="what 100 mm down measure"),
    click.option("--back-scale-x", type=float, metavar="MM", help="the same on the back, where it differs"),
    click.option("--back-scale-y", type=float, metavar="MM", help="the same, down"),
)  # fmt: skip


def _with(options: tuple[Callable, ...]) -> Callable:
    def add(command: Callable) -> Callable:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@click.command(epilog="Example:  hexwright sheets glorys-end -o dist --paper Letter --size 1/2in")
@click.argument("game", metavar="GAME", required=False)
@OUT
@OVERLAY
@_with(_OPTIONS)
@click.option(
    "--module",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="X.vmod",
    help="the counters of any VASSAL module, in place of GAME",
)
@click.option("--only", multiple=True, metavar="ID", help="only these counters and markers; * stands for anything")
@click.option("--cuts", is_flag=True, help="the cut lines too, as SVG and DXF for cutting machines")
@click.option("--png", "dpi", type=int, metavar="DPI", help="a folder of single counters as PNG, in place of the PDF")
@click.option(
    "--kit", is_flag=True, help="a folder with all that is to be printed: map, charts, set-up cards, counters"
)
@click.option("--calibration", is_flag=True, help="only a page that shows how the printer drifts; needs no GAME")
@JSON
def sheets(
    game: str | None, out: Path, overlay: Path | None, module: Path | None, only: tuple[str, ...], cuts: bool,
    dpi: int | None, kit: bool, calibration: bool, json_: bool, **said: Any,
) -> None:  # fmt: skip
    """Print a game's counter sheets as PDF: fronts and backs in register, true to size.

    Print at actual size. If backs do not lie behind fronts, print a page with --calibration and say what it measures.
    """
    style = _style(said)
    if calibration:
        from builder.sheets.calibration import calibration_sheet

        path = save(out / f"calibration-{style.paper.name}.pdf", calibration_sheet(style))
        return _tell({"calibration": str(path)}, f"{path}", json_)
    if (game is None) == (module is None):
        raise click.UsageError("say what to print: a GAME, or --module X.vmod")
    if dpi is not None and cuts:
        raise click.UsageError("--png gives single counters, which have no cut lines: leave out --cuts")
    if kit:
        if game is None:
            raise click.UsageError("--kit is for a GAME")
        if only or cuts or dpi is not None:
            raise click.UsageError("--kit holds the whole game: leave out --only, --cuts and --png")
        return _kit(game, overlay, style, out, json_)
    stock = _stock(game, overlay, module).only(only)
    try:
        if dpi is not None:
            return _singles(stock, style, dpi, out, json_)
        _sheets(stock, style, cuts, out, json_)
    except ValueError as wrong:
        raise click.UsageError(str(wrong)) from None


def _style(said: dict[str, Any]) -> SheetStyle:
    from builder.sheets.style import Drift, SheetStyle, both_lengths, millimetres, paper_named

    def read(name: str, how: Callable[[str], Any]) -> Any:
        try:
            return how(said[name])
        except ValueError as wrong:
            raise click.BadParameter(str(wrong), param_hint=f"--{name.replace('_', '-')}") from None

    wide, high = read("size", both_lengths)
    back = [said["scale_" + a] if said["back_scale_" + a] is None else said["back_scale_" + a] for a in "xy"]
    drift = Drift(said["shift_x"], said["shift_y"], said["scale_x"], said["scale_y"], *back)
    style = SheetStyle(
        paper=read("paper", paper_named), wide=wide, high=high, turn=said["turn"],
        gutter=read("gutter", millimetres), bleed=read("bleed", millimetres), block=read("block", _block),
        block_gap=read("block_gap", millimetres), corner=read("corner", millimetres), marks=said["marks"],
        mark_distance=read("mark_distance", millimetres), low_ink=said["low_ink"], drift=drift,
    )  # fmt: skip
    if faults := style.faults():
        raise click.UsageError("; ".join(faults))
    return style


def _block(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    columns, cross, rows = text.lower().replace("×", "x").partition("x")
    if not (cross and columns.strip().isdigit() and rows.strip().isdigit()):
        raise ValueError(f"{text!r} is no block (expected columns x rows, as 10x2)")
    return int(columns), int(rows)


def _stock(game: str | None, overlay: Path | None, module: Path | None) -> Stock:
    from builder.sheets import game_stock

    if module is not None:
        from builder.make.faces import module_stock
        from builder.vassal.module import open_module

        return module_stock(open_module(module))
    from builder.make.opening import open_game

    return game_stock(open_game(game, overlay))


def _sheets(stock: Stock, style: SheetStyle, cuts: bool, out: Path, json_: bool) -> None:
    from builder.sheets import counter_sheet, plan_sheets
    from builder.sheets.cutting import cut_files

    plan = plan_sheets(stock, style)
    name = f"{stock.id}-counters-{style.paper.name}"
    path = save(out / f"{name}.pdf", counter_sheet(stock, style))
    files = [save(out / f"{name}-{file}", text.encode()) for file, text in cut_files(plan).items()] if cuts else []
    pages = plan.sides * len(plan.pages)
    report = {"sheet": str(path), "paper": style.paper.name, "size_mm": style.wide, "pages": pages,
              "counters": len(stock.pieces), "cuts": [str(file) for file in files]}  # fmt: skip
    lines = [f"{path}  ({pages} pages, {len(stock.pieces)} counters of {style.size_text})", *map(str, files)]
    _tell(report, "\n".join(lines), json_)


def _singles(stock: Stock, style: SheetStyle, dpi: int, out: Path, json_: bool) -> None:
    from builder.sheets.singles import single_faces

    folder = out / f"{stock.id}-counters-{dpi}dpi"
    files = [save(folder / name, data) for name, data in single_faces(stock, style, dpi)]
    tell(f"{len(files)} pictures")
    _tell({"folder": str(folder), "dpi": dpi, "pictures": len(files)}, str(folder), json_)


def _kit(game: str, overlay: Path | None, style: SheetStyle, out: Path, json_: bool) -> None:
    from builder.make.kit import print_kit
    from builder.make.opening import open_game

    opened = open_game(game, overlay)
    try:
        kit = print_kit(opened, style)
    except ValueError as wrong:
        raise click.UsageError(str(wrong)) from None
    folder = out / f"{opened.id}-kit-{style.paper.name}"
    files = [save(folder / name, data) for name, data in kit.items()]
    _tell({"folder": str(folder), "files": [str(path) for path in files]}, "\n".join(map(str, files)), json_)


def _tell(report: dict[str, Any], text: str, json_: bool) -> None:
    if json_:
        put_json({"schema": 1, **report})
    else:
        click.echo(text)
