"""hexwright missing"""

from __future__ import annotations

from pathlib import Path

import click

from builder.cli.common import GAME, JSON, OVERLAY, put_json, tell


@click.command(epilog="Example:  hexwright missing glorys-end --write our-overlay")
@GAME
@click.option(
    "--write",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="write the tables to fill in into this folder; what is there already stays",
)
@click.option("--semicolon", is_flag=True, help="semicolons between the cells, as many spreadsheets of Europe want")
@OVERLAY
@JSON
def missing(game: str, folder: Path | None, semicolon: bool, overlay: Path | None, json_: bool) -> None:
    """List what a game's sources only deduce, compute or choose: what an owner of the printed game could settle.

    With --write, the same as tables for a spreadsheet. Fill in any cell and pass the folder as --overlay.
    """
    from builder.sources.missing import missing_data, write_missing

    files = missing_data(game, overlay)
    done = write_missing(game, files, folder, ";" if semicolon else ",") if folder else None
    if json_:
        put_json({
            "schema": 1,
            "files": [{"file": file.name, "rows": len(file.rows), "data": file.counts()} for file in files],
            "written": [str(path) for path in done.written] if done else [],
            "kept": [str(path) for path in done.kept] if done else [],
        })  # fmt: skip
        return
    for file in files:
        data = ", ".join(f"{n} {tag}" for tag, n in file.counts().items())
        click.echo(f"{file.name:<32} {len(file.rows):>6} rows  {data}")
    click.echo(f"{sum(sum(file.counts().values()) for file in files)} data that an owner could settle")
    for path in done.kept if done else ():
        tell(f"{path} is there already and stays as it is")
    if done and done.written:
        click.echo(f"{len(done.written)} file(s) written to {folder}; README.md there says how to fill them")
